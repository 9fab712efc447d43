"""What players ask of a board: what a unit can reach, what threatens an area, what things cost, and chances.

Reach and threats are those of one operation, or of one deployment, of the unit's owner, judged by the rules of
chapters 8 and 9 as if it had the actions.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import takewhile
from typing import Any

from pbem.core.data.json_types import Json
from pbem.core.data.problems import Refused, refusals
from pbem.core.data.text import counted, listed, translate
from pbem.core.orders.declaring import Declared
from pbem.core.orders.forming import Form
from pbem.core.orders.names import Names
from pbem.core.orders.prospects import Prospects
from pbem.core.orders.values import Reading
from pbem.core.rules.engine import Table
from pbem.core.rules.facts import Fact
from pbem.core.rules.game import Game
from pbem.core.rules.requests import Ask, Roll, Together

from ..board.board import Board
from ..orders.unit_fields import Forces
from ..rules.attempts import possible_actions
from ..rules.checks import terms_of_check
from ..rules.declaration import after_declaration
from ..rules.deployment import destinations
from ..rules.losses import losses_inflicted
from ..rules.military import action_about
from ..rules.operations import operation
from ..rules.politics import attempt_terms, completed
from ..rules.possible_operations import candidates, plays_of
from ..rules.production import buildable, cost_of, production_about
from ..rules.targets import FORMS, operation_problems
from ..rules.victory import PlayEnds
from . import telling
from .chances import passing, results, share_of, terms_of

ACTIONS = 9  # as many military actions as any operation takes
HOPELESS = Fraction(1, 10)  # of the combats won by the attacker: hardly anybody wants such a one
THROWS = 60  # rolls of one operation that are looked at
SPEAKING = {
    "land": "by land",
    "invasion": "by invasion",
    "naval": "at sea",
    "base": "on a base",
    "air": "in the air",
    "bombing": "by bombing",
    "atomic": "with the bomb",
}


class _UnitAsked(Declared):
    """A unit by itself, as a question names it: ``ge-tank-1``, ``tank berlin``, ``italian army in rome``."""

    name, rule, waiting = "unit-asked", "2.4", "to name a unit"
    declared = (
        Form(
            "UNITS",
            "a unit",
            "ge-tank-1",
            whole="units",
            units=Forces(of=lambda scope: [id for id in scope.board.parts.counters if _is_on_map(scope.board, id)]),
        ),
    )


UNIT = _UnitAsked()


def _is_on_map(board: Board, id: str) -> bool:
    return board.counter(id).is_unit and id in board.place and board.at(id) in board.parts.areas


# -- reach ---------------------------------------------------------------------------------------------------------


def reach(board: Board, powers: Sequence[str], text: str, names: Names) -> list[str]:
    """Where a unit can deploy to and what it can attack, as sentences.  Raises LineError or Refused."""
    units, problems = UNIT.settle(board, Ask("unit-asked", powers[0]), UNIT.read(text, names))
    if refusals(problems):
        raise Refused(refusals(problems))
    return [line for unit in units for line in _reach(board, unit)]


def _reach(board: Board, unit: str) -> list[str]:
    say, power = telling.say(board), board.power_of(unit)
    lines = [f"{say.units([unit])}, {unit}, {translate('in')} {say.area(board.at(unit))}:"]
    spots = dict.fromkeys(spot.split("/")[0] for spot in destinations(board, unit)) if power else ()
    areas = [say.area(spot) if board.has_area(spot) else spot for spot in spots]
    lines.append("  " + translate("deploys to {areas} (8.4)").format(areas=listed(areas)))
    for form, surprise, targets in _attacks(board, unit, power) if power else ():
        how = translate(SPEAKING.get(form, form)) + (f", {translate('by surprise')}" if surprise else "")
        lines.append(f"  {translate('attacks')} {how}: {listed([say.area(area) for area in targets])}")
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
    head = translate("What others could attack in {area} in one operation:").format(area=say.area(area))
    return [head, *lines] if lines else [f"{head} {translate('nothing')}."]


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
                how = translate(SPEAKING.get(form, form)) + (f", {translate('by surprise')}" if surprise else "")
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
            yield (
                "9.1",
                translate(
                    "No operation of {power} ever has units of {owner} in it: they are of different ideologies."
                ).format(power=say.the_power(power), owner=say.the_power(owner)),
            )


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
    rate = f"{counted(needed, 'resource')} {translate('for')} {counted(made, 'build')}"
    costs = [f"{name} {cost_of(board, name)}" for name in buildable(board, power)]
    return f"{telling.say(board).power(power)}: {rate}; {translate('in builds')}: {listed(costs)} [4.5, 4.6]"


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
        return _operation(game, board, ask.power, plan)
    if "act" not in plan or ask.kind not in ("play-flag", "interrupt"):
        return []
    share = success(board, ask.power, plan, ask.about.get("counter") or board.reserve(ask.power))
    told = action_told(board, plan)
    return [translate("{action} needs no roll.").format(action=told) if share is None else f"{told}: {percent(share)}"]


def risks(game: Game, board: Board, ask: Ask, answer: Any) -> Iterator[str]:
    """Operations that can hardly be won, also those inside another order, as sentences."""
    found = _operation_in(board, ask.power, answer)
    shares = _reckoned(game, found[0], ask.power, found[1])[1] if found else ()
    for kind, (won, *_) in shares:
        if won <= HOPELESS:
            yield translate("The attack is seldom won: in {combat} combat the attacker wins {share}.").format(
                combat=kind, share=percent(won)
            )


def _operation_in(board: Board, power: str, answer: Any) -> tuple[Board, Json] | None:
    """``(board, operation)`` of an answer that holds one: by itself, of an interrupt, maneuvers or a declaration of
    war; None of others."""
    plan = answer.get("claim", answer) if isinstance(answer, dict) else {}
    if plan.get("act") == "declare-war" and "operation" in plan:
        return after_declaration(board, power, plan["targets"]), plan["operation"]
    plan = plan.get("action", plan)
    return (board, plan) if isinstance(plan, dict) and plan.get("act") == "operation" else None


def prospects(game: Game, board: Board, ask: Ask) -> Prospects:
    """The chance of every political action that a flag may attempt, as sentences; like ones of one kind together."""
    if ask.kind != "play-flag":
        return Prospects([])
    rows = {}
    for plan in possible_actions(board, ask.power):
        share = success(board, ask.power, plan, ask.about.get("counter"))
        if share is not None:
            rows.setdefault((plan["act"], share), []).append(plan)
    return Prospects(
        [
            f"{action_told(board, *plans)}: {percent(share)}"
            for (_, share), plans in sorted(rows.items(), key=lambda row: (row[0][0], -row[0][1]))
        ]
    )


def success(board: Board, power: str, plan: Json, flag: str | None = None) -> Fraction | None:
    """The chance of an attempt as a Fraction (5.3); None where nothing is rolled."""
    terms = attempt_terms(board, power, completed(board, power, plan), flag)
    if terms is None:
        return None
    found, extra, least = terms
    number, found = terms_of_check(board, power, found, extra, least)
    return Fraction(passing(number, sum(row["by"] for row in found)), 6**number)


def action_told(board: Board, *plans: Any) -> str:
    """``Diplomacy in Hungary and Spain``: political actions of one kind."""
    say, act = telling.say(board), plans[0]["act"]
    if act == "diplomacy":
        return translate("Diplomacy in {areas}").format(areas=listed([say.area(plan["area"]) for plan in plans], "or"))
    if act == "pressure":
        return translate("Pressure on {powers}").format(powers=listed([say.power(one["power"]) for one in plans], "or"))
    if act == "declare-war":
        others = [say.powers(plan["targets"]) for plan in plans]
        return translate("War on {powers}").format(powers=listed(others, "or"))
    if act == "special":
        return listed([say.special(plan["name"]) for plan in plans], "or")
    return act.replace("-", " ").capitalize()


def percent(share: Fraction) -> str:
    """``58 %``; never 0 or 100 for what is not."""
    return share_of(share.numerator, share.denominator)


# -- operations ----------------------------------------------------------------------------------------------------


class _Combats:
    """One operation on boards of its own, once for each way in which an air combat before the main one may end.

    Nobody but the attacker decides anything: all else is answered as published.
    """

    def __init__(self, game: Game, board: Board, power: str, play: Any) -> None:
        self.game, self.shown, self.power, self.play = game, board.to_json(), power, play
        self.pack = board.pack

    def run(self, rolls: Sequence[int]) -> list[Fact]:
        """The facts of the operation with the results of its combat rolls given in order; others are ones."""

        board: Any = self.game.board_from(self.shown, {"pack": self.pack})
        if not board.offensive:
            board.offensive = {"left": ACTIONS, "deployed": []}
        table, rolls, reply = Table(self.game, board), list(rolls), None
        procedure = operation(table, self.power, self.play)
        try:
            for _ in range(THROWS):
                request = procedure.send(reply)
                reply = self._reply(board, request, rolls)
        except (StopIteration, PlayEnds):
            pass
        return [fact for fact in table.facts if fact["type"] in ("combat-rolled", "effectiveness-checked")]

    def _reply(self, board: Board, request: Any, rolls: list[int]) -> Any:
        if isinstance(request, Roll):
            return _rolled(request, rolls)
        if isinstance(request, Together):
            return [self.game.kinds[ask.kind].default(board, ask) for ask in request.asks]
        if isinstance(request, Ask):
            return self.game.kinds[request.kind].default(board, request)
        return None


def _rolled(request: Roll, rolls: list[int]) -> list[Any]:
    """A combat roll as given, a check that succeeds, anything else as it comes."""
    if request.kind != "dice":
        return request.of["items"][: request.of["count"]]
    count = request.of["count"]
    if request.label.startswith("combat/"):
        return _dice_for(rolls.pop(0) if rolls else 1, count)
    return [6] * count


def _dice_for(result: int, count: int) -> list[int]:
    """Dice that show a result (2.8)."""
    sixes = max(result - 5, 0)
    return [6] * sixes + [1] * (count - sixes) if sixes else [result] + [1] * (count - 1)


def _operation(game: Game, board: Board, power: str, play: Json) -> list[str]:
    """The chances of an operation's combats, as sentences."""
    first, shares = _reckoned(game, board, power, play)
    before = takewhile(lambda fact: fact["type"] != "combat-rolled", first)  # later checks are chances of others
    lines = [_check_told(fact) for fact in before if fact["power"] == power]
    if not shares:
        return [*lines, translate("Nobody defends: there is no combat.")]
    return lines + [_told(kind, found) for kind, found in shares]


def _reckoned(game: Game, board: Board, power: str, play: Json) -> tuple[list[Fact], list[tuple[str, list[Fraction]]]]:
    """``(facts of the first combat, [(combat, its chances)])`` of an operation; no chances where nobody defends."""
    combats = _Combats(game, board, power, play)
    first = combats.run(())
    rolled = [fact for fact in first if fact["type"] == "combat-rolled"]
    if not rolled:
        return first, []
    ways = _ways(rolled[0])
    shares = [(rolled[0]["combat"], _summed(ways))]
    if rolled[0]["combat"] == "air" and play["form"] in ("land", "invasion", "naval", "base"):
        shares += _main_combat(combats, ways)
    return first, shares


def _check_told(fact: Fact) -> str:
    number, by = len(fact["dice"]), sum(row["by"] for row in fact["modifiers"])
    return translate("The check before it succeeds: {share}").format(share=share_of(passing(number, by), 6**number))


def _main_combat(
    combats: _Combats, ways: dict[tuple[int, int], tuple[Fraction, tuple[int, int]]]
) -> list[tuple[str, list[Fraction]]]:
    """The combat behind an air combat, with its chances: each way that may end in, times what follows."""
    total, kind = [Fraction(0)] * 3, None
    for share, rolls in ways.values():
        main = [fact for fact in combats.run(rolls) if fact["type"] == "combat-rolled"][1:]
        if main:
            kind = main[0]["combat"]
            total = [before + share * one for before, one in zip(total, _summed(_ways(main[0])))]
    return [(kind, total)] if kind else []


def _ways(fact: Fact) -> dict[tuple[int, int], tuple[Fraction, tuple[int, int]]]:
    """``{(who wins, losses): (chance, results that lead there)}`` of a combat; what follows depends on no more."""

    attack, defence = (terms_of(fact[side]) for side in ("attack", "defence"))
    whole, found = 6 ** (attack[0] + defence[0]), {}
    for one, many in results(attack[0]):
        for other, more in results(defence[0]):
            a, b = max(1, one + attack[1]), max(1, other + defence[1])
            way = (a > b) - (a < b), losses_inflicted(max(a, b), min(a, b))
            share, rolls = found.get(way, (Fraction(0), (one, other)))
            found[way] = share + Fraction(many * more, whole), rolls
    return found


def _summed(ways: dict[tuple[int, int], tuple[Fraction, tuple[int, int]]]) -> list[Fraction]:
    """The chances that the attacker is higher, that nobody is, and that the defender is."""
    found = dict.fromkeys((1, 0, -1), Fraction(0))
    for (who, _), (share, _) in ways.items():
        found[who] += share
    return list(found.values())


def _told(kind: str, shares: list[Fraction]) -> str:
    words = translate("In {combat} combat the attacker wins {won}, nobody {equal}, the defender {lost}.")
    won, equal, lost = map(percent, shares)
    return words.format(combat=kind, won=won, equal=equal, lost=lost)
