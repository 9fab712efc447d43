"""What players ask of a board: what a counter can reach, what threatens an area, what the dice of an action may bring.

All of it is seen in single Ops, as if it were the owner's turn to declare one, and judged by the rules of the Ops.
"""

from collections.abc import Iterator, Sequence
from math import comb, lcm, prod
from typing import Any

from pbem.core.data.json_types import Json
from pbem.core.data.tables import Sentences
from pbem.core.data.text import counted, listed, percent
from pbem.core.language.names import Names
from pbem.core.language.order_context import OrderContext
from pbem.core.language.random_answers import Steady
from pbem.core.orders.prospects import MOST, NONE, Prospect, Prospects, told_alone
from pbem.core.rules.engine import Table
from pbem.core.rules.facts import Fact
from pbem.core.rules.requests import Ask, Asking, Roll, Together
from pbem.core.title.game import Game

from ..board.board import POOL, Board
from ..board.parts import OTHER, SIDES
from ..orders.kinds import KINDS
from ..orders.op_domains import random_path
from ..orders.strongest import filled, strongest_attacks
from ..orders.unit_fields import together
from ..rules.checks import enemies
from ..rules.combat import effective_factor
from ..rules.korea import korea_result
from ..rules.sequence import PROCEDURES
from . import telling
from .chances import with_one_more

_say = Sentences(__name__)

MOVES = {3: "moves", 7: "to", 12: "to", 13: "to", 14: "to", 16: "to", 19: "to"}
STRIKES = {15: "at", 17: "at", 18: "at"}
UNITS = ("unit", "unit-short")  # the categories of names under which people ask for a counter
ROLLED: list[Json] = [{"op": 8}, {"op": 11}]  # Ops whose die needs no attack
THROWS = 40  # rolls of one action that are looked at; behind them something is wrong


def stands(board: Board, power: str) -> Iterator[tuple[str, str]]:
    """``(area, counter)`` of the counters of a side in play."""
    own = (id for id in board.parts.units if board.side[id] == power)
    return ((area, id) for id in own if (area := board.area_of(id)))


# -- reach ---------------------------------------------------------------------------------------------------------


def reach(board: Board, powers: Sequence[str], text: str, names: Names) -> list[str]:
    """Where a counter can go in one Op, as sentences.  Raises ParseError for a name of no counter."""
    unit = counter_called(board, powers, text, names)
    say, here = telling.say(board), board.area_of(unit) or board.place[unit]
    if board.side[unit] not in SIDES or here not in board.parts.areas:
        return [_say("not-in-play", unit=say.unit(unit), area=say.area(here))]
    lines = []
    for number in (*MOVES, *STRIKES, 20):
        goals = [goal for goal in goals_of(board, unit, number) if is_legal(board, unit, number, goal)]
        if goals:
            lines.append(f"  {say.op(number)}: {listed([say.area(goal) for goal in goals])}")
    return [_say("reach" if lines else "no-reach", unit=say.unit(unit), area=say.area(here)), *lines]


def counter_called(board: Board, powers: Sequence[str], text: str, names: Names) -> str:
    """The counter that a player means: by its name, or without its country where only one of its own fits."""
    found = names.known(text, "unit")
    if found is None and (short := names.known(text, "unit-short")):
        all_of_it = [id for id in board.parts.units if id.endswith(f"-{short}")]
        own = [id for id in all_of_it if board.side[id] in powers]
        found = (own if len(own) == 1 else all_of_it)[0] if len(own) == 1 or len(all_of_it) == 1 else None
    return found or names.find(text, "unit")


def goals_of(board: Board, unit: str, number: int) -> list[str]:
    """The areas that an Op could bring a counter to, or be aimed at by it, as the menu has them."""
    here = board.area_of(unit) or ""
    if number == 20:
        return [here] if here in board.holder and board.is_contested(here) else []
    if number == 3:
        ways = board.parts.special["op3"]
        return [area for area in ways["to"] if area != here] if here in ways["from"] else []
    kind, ask = KINDS["op"], Ask("op", board.side[unit])
    form = kind.form(f"op {number}")
    scope = OrderContext(kind, board, ask, form, values={"from": here, "units": [unit]})
    if here not in (form.fields["from"].legal(scope) or ()):
        return []
    return list(form.fields[{**MOVES, **STRIKES}[number]].legal(scope) or ())


def is_legal(board: Board, unit: str, number: int, goal: str) -> bool:
    """Whether an Op of the counter alone, or with all that must go along, is legal."""
    return filled(board, board.side[unit], _answer(board, unit, number, goal)) is not None


def _answer(board: Board, unit: str, number: int, goal: str) -> Json:
    """The Op of one counter, as an answer to fill."""
    here = board.area_of(unit) or ""
    if number == 20:
        return {"op": 20, "at": goal}
    if number == 3:
        return {"op": 3, "moves": [{"from": here, "to": goal, "units": [unit]}]}
    answer = {"op": number, "from": here, {**MOVES, **STRIKES}[number]: goal, "units": [unit]}
    if number == 15 and goal == here:
        del answer["units"]
    if number in (16, 18) and board.side[unit] == "prc":
        answer["via"] = random_path(board, "prc", here, goal, Steady(0)) or []
    return answer


# -- threats -------------------------------------------------------------------------------------------------------


def threats(board: Board, powers: Sequence[str], area: str) -> list[str]:
    """What of the other side could come to an area or attack in it in one Op, as sentences."""
    say, side = telling.say(board), powers[0]
    rows = {}
    for unit in sorted(id for id in board.parts.units if board.side[id] == OTHER[side]):
        here = board.area_of(unit)
        for number in (*MOVES, *STRIKES, 20) if here in board.parts.areas else ():
            if number not in (7, 16) and area in goals_of(board, unit, number) and _comes(board, unit, number, area):
                rows.setdefault((number, here), []).append(unit)
    found = [f"  {say.op(number)}, from {say.area(here)}: {say.units(ids)}" for (number, here), ids in rows.items()]
    return [_say("threats" if found else "no-threats", who=say.power(OTHER[side]), area=say.area(area)), *found]


def _comes(board: Board, unit: str, number: int, area: str) -> bool:
    """Whether the counter can, and attacks where there is somebody to attack."""
    answer = _answer(board, unit, number, area)
    if number in (12, 13, 14) and enemies(board, board.side[unit], area):
        return filled(board, board.side[unit], {**answer, "attack": True}) is not None
    return filled(board, board.side[unit], answer) is not None


def prices(board: Board, powers: Sequence[str]) -> list[str]:
    """What things cost."""
    return [telling.words.told("prices", None)]


# -- chances -------------------------------------------------------------------------------------------------------


def question(board: Board, power: str, kind: str) -> Ask | None:
    """The question that an order would answer if it came now; None where only the game can ask it."""
    return Ask("op", power, rule="8.2") if kind == "op" else None


def chance(game: Game, board: Board, ask: Ask, answer: Any) -> list[str]:
    """What the dice of a legal answer may bring, as sentences; without dice none."""
    if ask.kind == "return-fire":
        return _losses(board, _as_facts(board, answer["fire"]))
    if ask.kind != "op":
        return []
    facts = _told(game, board, ask, answer)
    lines = [_DICE[fact["type"]](board, fact) for fact in facts if fact["type"] in _DICE]
    return lines + _losses(board, [fact for fact in facts if fact["type"] == "shot-fired"])


def risks(game: Game, board: Board, ask: Ask, answer: Any) -> Iterator[str]:
    """Fire that can hardly do anything, as sentences."""
    if ask.kind != "op":
        return
    shots = [fact for fact in _told(game, board, ask, answer) if fact["type"] == "shot-fired"]
    own = [fact for fact in shots if board.side[fact["shooter"]] == ask.power]
    misses = prod(6 - max(0, min(6, fact["factor"])) for fact in own)
    if own and all(fact["factor"] <= 1 for fact in own):
        yield telling.words.told("weak fire", None, share=percent(6 ** len(own) - misses, 6 ** len(own)))


def prospects(game: Game, board: Board, ask: Ask) -> Prospects:
    """Chances worth knowing before the question is answered, as sentences: those of the fire that is returned, and of
    the Ops that can be declared."""
    if ask.kind == "return-fire":
        return Prospects(told_alone(chance(game, board, ask, KINDS["return-fire"].default(board, ask))))
    return _of_ops(game, board, ask) if ask.kind == "op" else NONE


def _of_ops(game: Game, board: Board, ask: Ask) -> Prospects:
    """The chances of diplomacy, reinforcements and the Korea roll, and of the strongest attack on each area by each
    Op."""
    attacks = strongest_attacks(board, ask.power)
    rows = [row for one in attacks[:MOST] if (row := _prospect(game, board, ask, one)).told]
    lead = [Prospect("", telling.words.told("by one op", None), is_head=True)] if rows else []
    dice = [_prospect(game, board, ask, one) for one in ROLLED if filled(board, ask.power, one)]
    by_die = [row for row in dice if row.told]
    return Prospects([*told_alone(_diplomacy(board, ask.power)), *by_die, *lead, *rows], len(attacks[MOST:]))


def _diplomacy(board: Board, side: str) -> list[str]:
    """Op 9 has the same chance in every country."""
    named = board.parts.tables["ops"]["9"]
    neutral = [telling.say(board).country(id) for id in named["countries"] if board.country[id] == "neutral"]
    share = percent(len(named["join_on"]), 6)
    return [f"Op 9, {listed(neutral, 'or')}: {share}"] if neutral and side == "allied" else []


def _prospect(game: Game, board: Board, ask: Ask, answer: Json) -> Prospect:
    """An Op as it is written, without the fire that goes without saying, and what its dice may bring."""
    kind = KINDS["op"]
    settled, _ = kind.settle(board, ask, answer)
    line, ids = " ".join(kind.text(answer, ask)), answer.get("units", [])
    line = line.replace(", ".join(ids), ", ".join(together(board, ids)))
    return Prospect(line, "; ".join(chance(game, board, ask, settled)))


def _as_facts(board: Board, shots: list[list[str]]) -> list[Fact]:

    return [{"shooter": one, "target": other, "factor": effective_factor(board, one, other)[0]} for one, other in shots]


def _told(game: Game, board: Board, ask: Ask, answer: Json) -> list[Fact]:
    """The facts of an Op on a copy of the board: nobody but its owner decides anything, and every die shows a six.

    Who fires at whom is fixed before the first die (10.2), so that the shots told are those of the Op.
    """

    table = Table(game, game.board_from(board.to_json(), {"options": board.options, "edition": board.edition}))
    procedure: Asking[Any] = PROCEDURES["prc-action" if ask.power == "prc" else "allied-action"](table)
    reply: Any = None
    given = False
    try:
        for _ in range(THROWS):
            request = procedure.send(reply)
            if isinstance(request, Roll):
                reply = _sixes(request)
            elif isinstance(request, Together):
                reply = [game.kinds[one.kind].default(table.board, one) for one in request.asks]
            elif request.kind == "op" and not given:
                reply, given = answer, True
            elif isinstance(request, Ask):
                reply = game.kinds[request.kind].default(table.board, request)
    except StopIteration:
        pass
    return table.facts


def _sixes(request: Roll) -> list[int]:
    if request.kind == "dice":
        return [request.of["sides"]] * request.of["count"]
    return request.of["items"][: request.of["count"]]


def _joins(board: Board, fact: Fact) -> str:
    faces = len(board.parts.tables["ops"]["9"]["join_on"])
    return telling.words.told("joins", telling.say(board), country=fact["country"], share=percent(faces, 6))


def _russia(board: Board, fact: Fact) -> str:
    plus = fact["total"] - fact["die"]
    least = board.parts.tables["game_end"]["russia-roll"]["die_at_least"] - plus
    return telling.words.told("russia roll", None, share=percent(max(0, min(6, 7 - least)), 6))


def _korea(board: Board, fact: Fact) -> str:
    """What each face of the die brings in Korea (11.5), with the factors that count now."""
    sums, faces = fact["sums"], range(1, 7)
    rows = [_korean_row(board, korea_result(board.parts, sums["prc"], sums["allied"], die)) for die in faces]
    told = [f"{row} {percent(rows.count(row), 6)}" for row in dict.fromkeys(rows)]
    return telling.words.told("korea roll", None, **sums, results="; ".join(told))


def _korean_row(board: Board, row: Json) -> str:
    say = telling.say(board)
    if row["outcome"] != "losses":
        side = say.power("prc" if row["vp"] > 0 else "allied")
        return "the war won by {side} ({points})".format(side=side, points=f"{row['vp']:+d}")
    lost = [f"{say.power(side)} {counted(count, 'unit')}" for side, count in row["losses"].items()]
    return f"lost by {listed(lost)}"


def _reinforcements(board: Board, fact: Fact) -> str:
    """How many units a die brings out of the pool (8.10), and how likely a carrier is among them."""
    pool = board.units_at(POOL)
    others = sum(id not in board.parts.carriers for id in pool)
    counts = [min(die, len(pool)) for die in range(1, 7)]
    whole = lcm(*(comb(len(pool), count) for count in counts))
    some = sum(whole - whole * comb(others, count) // comb(len(pool), count) for count in counts)
    share = percent(some, 6 * whole)
    return telling.words.told("from the pool", None, pool=pool, least=counts[0], most=counts[-1], share=share)


_DICE = {
    "diplomacy-tried": _joins,
    "russia-rolled": _russia,
    "korea-rolled": _korea,
    "reinforcements-rolled": _reinforcements,
}


def _losses(board: Board, shots: list[Fact]) -> list[str]:
    """How likely each target is reduced or eliminated by shots, every one fired."""
    say, hits = telling.say(board), {}
    for fact in shots:
        hits[fact["target"]] = with_one_more(hits.get(fact["target"], [1]), fact["factor"])
    lines = []
    for target, ways in hits.items():
        steps = board.parts.units[target].steps - (target in board.reduced)
        told = [f"eliminated {percent(sum(ways[steps:]), sum(ways))}"]
        told += [f"reduced {percent(ways[1], sum(ways))}"] if steps > 1 else []
        lines.append(f"{say.unit(target)}: {', '.join(told)}")
    return lines
