"""What players ask of a board: what a unit can reach, what threatens an area, what things cost, and chances.

Reach and threats are those of one operation, or of one deployment, of the unit's owner, judged by the rules of
chapters 8 and 9 as if it had the actions.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from pbem.core.data.json_types import Json
from pbem.core.data.problems import Refused, refusals
from pbem.core.data.tables import Sentences
from pbem.core.data.text import counted, listed, percent
from pbem.core.language.decision import Decision
from pbem.core.language.form import Form
from pbem.core.language.names import Names
from pbem.core.language.types import Reading
from pbem.core.orders.prospects import MOST, NONE, Prospect, Prospects, told_alone
from pbem.core.rules.requests import Ask
from pbem.core.title.game import Game

from ..board.board import Board
from ..orders.flags import open_plans
from ..orders.operations import may_act
from ..orders.playing import of_reserve
from ..orders.strongest import stake, strongest_operations
from ..orders.unit_fields import Forces
from ..rules.checks import terms_of_check
from ..rules.declaration import after_declaration
from ..rules.deployment import destinations
from ..rules.military import action_about
from ..rules.politics import attempt_terms, completed
from ..rules.possible_operations import candidates, plays_of
from ..rules.production import buildable, cost_of, production_about
from ..rules.targets import FORMS, operation_problems
from . import telling
from .chances import ACTIONS, passing

if TYPE_CHECKING:
    from .forecast import Outlook

_say = Sentences(__name__)

HOPELESS = 0.1  # of the combats won by the attacker: hardly anybody wants such a one
SPEAKING = {
    "land": "by land",
    "invasion": "by invasion",
    "naval": "at sea",
    "base": "on a base",
    "air": "in the air",
    "bombing": "by bombing",
    "atomic": "with the bomb",
}


class _UnitAsked(Decision):
    """A unit by itself, as a question names it: ``ge-tank-1``, ``tank berlin``, ``italian army in rome``."""

    name, rule, waiting = "unit-asked", "2.4", "to name a unit"
    forms = (
        Form(
            "UNITS",
            answer_field="units",
            units=Forces(of=lambda scope: [id for id in scope.board.parts.counters if _is_on_map(scope.board, id)]),
        ),
    )


UNIT = _UnitAsked()


def _is_on_map(board: Board, id: str) -> bool:
    return board.counter(id).is_unit and id in board.place and board.at(id) in board.parts.areas


def stands(board: Board, power: str) -> Iterator[tuple[str, str]]:
    """``(area, counter)`` of the units of a power on the map."""
    return ((board.at(id), id) for id in board.parts.counters if _is_on_map(board, id) and board.power_of(id) == power)


def is_open_to(board: Board, power: str, area: str) -> bool:
    """Whether units of a power may go to an area in peace: elsewhere whoever sends them there attacks."""
    return (
        area not in board.parts.areas
        or board.parts.areas[area].is_sea
        or board.controller(area) in (power, *board.allies(power))
    )


# -- reach ---------------------------------------------------------------------------------------------------------


def reach(board: Board, powers: Sequence[str], text: str, names: Names) -> list[str]:
    """Where a unit can deploy to and what it can attack, as sentences.  Raises ParseError or Refused."""
    units, problems = UNIT.settle(board, Ask("unit-asked", powers[0]), UNIT.read(text, names))
    Refused.if_any(refusals(problems))
    return [line for unit in units for line in _reach(board, unit)]


def _reach(board: Board, unit: str) -> list[str]:
    say, power = telling.say(board), board.power_of(unit)
    lines = [_say("reach", units=say.units([unit]), unit=unit, area=say.area(board.at(unit)))]
    spots = dict.fromkeys(spot.split("/")[0] for spot in destinations(board, unit)) if power else ()
    areas = [say.area(spot) if board.has_area(spot) else spot for spot in spots]
    lines.append("  " + f"deploys to {listed(areas)} (8.4)")
    for form, surprise, targets in _attacks(board, unit, power) if power else ():
        how = SPEAKING.get(form, form) + (", by surprise" if surprise else "")
        lines.append(f"  attacks {how}: {listed([say.area(area) for area in targets])}")
    return lines


def _attacks(board: Board, unit: str, power: str) -> Iterator[tuple[str, bool, list[str]]]:
    """``(form, by surprise, targets)`` of the operations of a unit alone."""
    for form in FORMS:
        if unit not in candidates(board, power, form):
            continue
        plays = list(plays_of(board, power, form, unit))
        for surprise in (False, True):
            targets = dict.fromkeys(play["target"] for play in plays if _is_legal(board, power, play, surprise))
            if targets:
                yield form, surprise, list(targets)


def _is_legal(board: Board, power: str, play: Any, surprise: bool = False) -> bool:
    """Whether an operation is legal; `surprise`: by surprise, and not otherwise (9.8)."""
    open_war = not operation_problems(board, power, play, ACTIONS)
    if not surprise:
        return open_war
    return not open_war and not operation_problems(board, power, {**play, "surprise": True}, ACTIONS)


# -- threats -------------------------------------------------------------------------------------------------------


def threats(board: Board, powers: Sequence[str], area: str) -> list[str]:
    """What other powers could attack in an area in one operation, as sentences."""
    say, own = telling.say(board), {board.ideology(power) for power in powers}
    lines = []
    for power in board.active():
        if board.ideology(power) not in own:
            lines += [f"  {line}" for line in _threats_of(board, power, area)]
    return [_say("threats" if lines else "no-threats", area=say.area(area)), *lines]


def _threats_of(board: Board, power: str, area: str) -> Iterator[str]:
    say = telling.say(board)
    for surprise in (False, True):
        for form in FORMS:
            units = [
                unit
                for unit in candidates(board, power, form)
                if any(
                    play["target"] == area and _is_legal(board, power, play, surprise)
                    for play in plays_of(board, power, form, unit)
                )
            ]
            if units:
                how = SPEAKING.get(form, form) + (", by surprise" if surprise else "")
                told = listed([f"{say.units([unit])} ({say.area(board.at(unit))})" for unit in units])
                yield f"{say.power(power)} {how}: {told}"


# -- prices --------------------------------------------------------------------------------------------------------


def prices(board: Board, powers: Sequence[str]) -> list[str]:
    """What each power can build, in builds, and how many a resource makes (4.5, 4.6)."""
    return [_prices_of(board, power) for power in powers if board.is_active(power)]


def purse(board: Board, power: str, kind: str) -> tuple[Board, Ask, tuple[str, ...]] | None:
    """``(board, question, codes of what cannot be had)`` of a production to come, with the resources as they would be
    now; None for questions without a purse."""
    if kind != "produce":
        return None
    ask = Ask("produce", power, about=production_about(board, power), rule="4.2")
    return board, ask, ("ca-builds-exceeded", "ca-not-buildable")


def foreseen(board: Board, power: str, reading: Reading) -> Iterator[tuple[str, str]]:
    """``(rule, sentence)`` of what an operation to come names that no board can make legal: units of a power of another
    ideology, for allies are of one (7.1)."""
    ideology, say = board.parts.ideology, telling.say(board)
    owners = dict.fromkeys(owner for item in _named_in(reading) if (owner := _owner(board, item)))
    for owner in owners:
        if ideology.get(owner, ideology[power]) != ideology[power]:
            yield "9.1", telling.words.told("other ideology", say, power=power, owner=owner)


def _named_in(said: Any, inside: bool = False) -> Iterator[Any]:
    """The units that operations in a reading name, also those inside another order: ids, or types with an owner."""
    inside = inside or isinstance(said, dict) and said.get("form") == "operation"
    for name, value in said.items() if isinstance(said, dict) else enumerate(said) if isinstance(said, list) else ():
        if inside and name in ("units", "support") and isinstance(value, list):
            yield from value
        else:
            yield from _named_in(value, inside)


def _owner(board: Board, item: Any) -> str | None:
    """The power of a unit as an order names it; None where it is not said."""
    if isinstance(item, dict):
        return item.get("owner")
    return board.parts.counters[item].power if item in board.parts.counters else None


def _prices_of(board: Board, power: str) -> str:
    made, needed = board.column(power)["buildsPerResource"]
    rate = f"{counted(needed, 'resource')} for {counted(made, 'build')}"
    costs = [f"{name} {cost_of(board, name)}" for name in buildable(board, power)]
    return f"{telling.say(board).power(power)}: {rate}; in builds: {listed(costs)} [4.5, 4.6]"


# -- chances -------------------------------------------------------------------------------------------------------


def question(board: Board, power: str, kind: str) -> Ask | None:
    """The question that an order would answer if it came now; None where only the game can ask it."""
    if kind == "play-flag":
        return Ask(kind, power, about={"counter": None, "source": "interrupt"}, rule="3.7.1")
    if kind in ("military-action", "play-offensive"):
        return Ask("military-action", power, about=action_about(ACTIONS, "offensive"), rule="8.1")
    return None


def chance(game: Game, board: Board, ask: Ask, answer: Any) -> list[str]:
    """The chance of a political action, or of the combat of an operation, as sentences; without dice none.

    board   a board of its own, which is changed
    """
    plan = answer.get("claim", answer) if isinstance(answer, dict) else {}
    if plan.get("act") == "operation":
        from .forecast import outlook

        return outlook(game, board, ask.power, plan).told
    if "act" not in plan or ask.kind not in ("play-flag", "interrupt", "free-action"):
        return []
    share = success(board, ask.power, plan, _flag(board, ask))
    told = action_told(board, plan)
    return [_say("no-roll", action=told) if share is None else f"{told}: {percent(share)}"]


def risks(game: Game, board: Board, ask: Ask, answer: Any) -> Iterator[str]:
    """Operations that can hardly be won, also those inside another order, as sentences."""
    found = _operation_in(board, ask.power, answer)
    if not found:
        return
    from .forecast import outlook

    for kind, (won, *_) in outlook(game, found[0], ask.power, found[1]).shares:
        if won <= HOPELESS:
            yield telling.words.told("long odds", telling.say(board), kind=kind, share=percent(won))


def _operation_in(board: Board, power: str, answer: Any) -> tuple[Board, Json] | None:
    """``(board, operation)`` of an answer that holds one: by itself, of an interrupt, maneuvers or a declaration of
    war; None of others."""
    plan = answer.get("claim", answer) if isinstance(answer, dict) else {}
    if plan.get("act") == "declare-war" and "operation" in plan:
        return after_declaration(board, power, plan["targets"]), plan["operation"]
    plan = plan.get("action", plan)
    return (board, plan) if isinstance(plan, dict) and plan.get("act") == "operation" else None


def _flag(board: Board, ask: Ask) -> str | None:
    """The flag with which a political action is attempted; an event needs none (3.7.4)."""
    if ask.kind == "free-action":
        return None
    return ask.about.get("counter") or board.reserve(ask.power)


def prospects(game: Game, board: Board, ask: Ask) -> Prospects:
    """The chance of every political action that may be attempted, like ones of one kind together, or of the strongest
    operations, with a counter that has been drawn or with the one in reserve; as sentences."""
    inner = of_reserve(board, ask.power) if ask.kind == "interrupt" else ask
    if inner.kind in ("play-flag", "free-action"):
        return _of_politics(board, inner)
    if inner.kind in ("play-offensive", "military-action"):
        return _of_operations(game, board, ask, inner)
    return NONE


def _of_politics(board: Board, ask: Ask) -> Prospects:
    """Like actions of the same chance together: first the act, and in it the place, of which most is to be hoped."""
    rows: dict[tuple[str, float], list[Json]] = {}
    for plan in sorted(open_plans(board, ask), key=lambda plan: -_stake(board, ask.power, plan)):
        share = success(board, ask.power, plan, _flag(board, ask))
        if share is not None:
            rows.setdefault((plan["act"], share), []).append(plan)
    hoped = {row: row[1] * _stake(board, ask.power, plans[0]) for row, plans in rows.items()}
    best = {act: max(hope for row, hope in hoped.items() if row[0] == act) for act, _ in rows}
    order = sorted(rows, key=lambda row: (-best[row[0]], row[0], -hoped[row]))
    return Prospects(told_alone(f"{action_told(board, *rows[row])}: {percent(row[1])}" for row in order))


def _stake(board: Board, power: str, plan: Json) -> float:
    """What a political action may gain: an area, or about as much as one that pays nothing."""
    return stake(board, power, plan["area"]) if plan["act"] == "diplomacy" else 1.5


def _of_operations(game: Game, board: Board, ask: Ask, inner: Ask) -> Prospects:
    """The strongest operation of each form against each place, first the one of which most is to be hoped; `inner` is
    the question that the counter in reserve would bring where the question itself is whether it is played."""
    found = strongest_operations(board, inner) if may_act(board, inner) else []
    likeliest = [_likeliest(game, board, ask.power, plays) for plays in found[:MOST]]
    rows = sorted(likeliest, key=lambda row: -row[1].won * stake(board, ask.power, row[0]["target"]))
    kind = game.kinds[ask.kind]
    answers = [({"claim": play} if ask is not inner else play, seen) for play, seen in rows]
    lines = [Prospect(" ".join(kind.text(answer, ask)), " ".join(seen.told)) for answer, seen in answers]
    head = Prospect("", telling.words.told("strongest", None), is_head=True)
    return Prospects([head, *lines] if lines else [], len(found[MOST:]))


def _likeliest(game: Game, board: Board, power: str, plays: list[Json]) -> tuple[Json, "Outlook"]:
    """The operation of several that is won most likely, and its chances; not augmented where nobody defends."""
    from .forecast import outlook

    seen = [(play, outlook(game, board, power, play)) for play in plays]
    play, best = max(seen, key=lambda row: row[1].won)
    return (play if best.shares else {name: play[name] for name in play if name != "augment"}), best


def success(board: Board, power: str, plan: Json, flag: str | None = None) -> float | None:
    """The chance of an attempt (5.3); None where nothing is rolled."""
    terms = attempt_terms(board, power, completed(board, power, plan), flag)
    if terms is None:
        return None
    found, extra, least = terms
    number, found = terms_of_check(board, power, found, extra, least)
    return passing(number, sum(row["by"] for row in found)) / 6**number


def action_told(board: Board, *plans: Any) -> str:
    """``Diplomacy in Hungary and Spain``: political actions of one kind."""
    say, act = telling.say(board), plans[0]["act"]
    if act == "diplomacy":
        return _say("diplomacy", areas=[say.area(plan["area"]) for plan in plans])
    if act == "pressure":
        return _say("pressure", powers=[say.power(one["power"]) for one in plans])
    if act == "declare-war":
        return _say("war", powers=[say.powers(plan["targets"]) for plan in plans])
    if act == "special":
        return listed([say.special(plan["name"]) for plan in plans], "or")
    return act.replace("-", " ").capitalize()
