"""8 Ops: the list of them, what every Op is checked for, and those without combat (1, 2, 3, 6, 7, 8, 9, 11).

Each Op is two functions: `check_n(board, side, move)` lists what forbids it, `op_n(t, side, move)` carries it out and
returns the units that it used.
"""

from collections.abc import Callable
from typing import Any

from pbem.core.data.json_types import Json
from pbem.core.data.problems import Problem
from pbem.core.data.text import listed
from pbem.core.rules.requests import Asking, Roll, dice, pick
from pbem.core.rules.rulebook import rule

from ..board.board import POOL, Board, Turn
from . import landings, ops_air, ops_sea
from .areas import ceasefire_problems, crowding, entry_problems, has_usable_base, leaving_problems
from .checks import category_problems, own_problems
from .korea import begin_war, join, settle_war
from .movement import unload


@rule("8.2", "Declaring an Op")
def check_op(board: Board, side: str, move: Json) -> list[Problem]:
    """8.2 Everything that forbids a move now.  Ruling: R-8.2-passing."""
    number = move["op"]
    if side == "prc" and board.must and number != board.must:
        return [Problem("rd-must-declare", rule="6.22", op=board.must)]
    if number == 0:
        return []
    return not_its_op(board, side, number) or OPS[number][0](board, side, move)


def not_its_op(board: Board, side: str, number: int) -> list[Problem]:
    """8.2 What forbids a side an Op whatever the board is."""
    if number == 0 or is_of(board, side, number):
        return []
    yours = [number for number in OPS if is_of(board, side, number)]
    return [Problem("rd-not-your-op", rule="8.2", op=number, yours=yours)]


def is_of(board: Board, side: str, number: int) -> bool:
    """8.2 Whether an Op is one of the side's."""
    return side in board.parts.tables["ops"][str(number)]["sides"]


def open_to(board: Board, side: str, number: int) -> bool:
    """Whether menus and random play offer an Op: it is one of the side's (8.2), and no other is due (6.22)."""
    return is_of(board, side, number) and not (side == "prc" and board.must not in (None, 0, number))


@rule("8.2", "Carrying out an Op")
def play_op(t: Turn, side: str, move: Json) -> Asking[list[str]]:
    """8.2 The Op is declared and carried out.  Returns the units used."""
    number = move["op"]
    t.emit("op-declared", rule=_rule_of(t.board, number), side=side, op=number, move=move)
    if number == 0:
        return []
    used = OPS[number][1](t, side, move)
    return used if isinstance(used, list) else (yield from used)


def _rule_of(board: Board, number: int) -> str:
    return board.parts.tables["ops"][str(number)]["rule"] if number else "8.2"


# -- 1, 2 -------------------------------------------------------------------------------------------------------


@rule("8.3", "Op 1: Russia joins", also=("6.17",))
def check_1(board: Board, side: str, move: Json) -> list[Problem]:
    """8.3 Once, while Russia is neutral; never after event 6-1 (6.17)."""
    country = board.parts.special["russia"]["country"]
    if board.country[country] == "out":
        return [Problem("rd-russia-out", rule="6.17")]
    return [Problem("rd-once-only", rule="8.3", op=1)] if board.country[country] != "neutral" else []


@rule("8.3", "Op 1: Russia joins")
def op_1(t: Turn, side: str, move: Json) -> list[Any]:
    """8.3 Russia is on the PRC's side from now on.  Ruling: R-4.3-first-russian-use."""
    join(t, t.board.parts.special["russia"]["country"], side, "op", "8.3")
    return []


@rule("8.4", "Op 2: war in Korea", also=("6.22",))
def check_2(board: Board, side: str, move: Json) -> list[Problem]:
    """8.4 Once; it must be declared after event 6-6 has struck a South Korean unit (6.22)."""
    if board.must == 2:
        return []
    return [Problem("rd-once-only", rule="8.4", op=2)] if board.war != "none" else []


@rule("8.4", "Op 2: war in Korea", also=("11.3",))
def op_2(t: Turn, side: str, move: Json) -> list[Any]:
    """8.4 The ground war in Korea begins; nothing is rolled yet."""
    if t.board.war == "none":
        begin_war(t, "op")
    return []


# -- 3 ----------------------------------------------------------------------------------------------------------


@rule("8.5", "Op 3: land moves", also=("9.1",))
def check_3(board: Board, side: str, move: Json) -> list[Problem]:
    """8.5 PRC land units go from mainland areas to mainland areas or North Korea.  Ruling: R-8.5-op3-any-number."""
    ways, problems, named = board.parts.special["op3"], [], []
    for part in move["moves"]:
        here, there, units = part["from"], part["to"], part["units"]
        if here not in ways["from"]:
            problems.append(Problem("rd-op3-start", rule="8.5", area=here, near=ways["from"]))
        if there not in ways["to"]:
            problems.append(Problem("rd-op3-goal", rule="8.5", areas=listed(ways["to"])))
        if here == there:
            problems.append(Problem("rd-same-area", rule="8.5", area=here))
        problems += own_problems(board, side, units, here, "8.5")
        problems += category_problems(board, units, ("land",), "8.5", 3)
        problems += [
            Problem("rd-prc-only", rule="8.5", unit=id) for id in units if board.parts.units[id].country != "prc"
        ]
        problems += entry_problems(board, side, units, there)
        problems += [Problem("rd-twice", rule="2.2", unit=id) for id in units if id in named]
        named += units
    return problems


@rule("8.5", "Op 3: land moves")
def op_3(t: Turn, side: str, move: Json) -> list[str]:
    """8.5 All these units move, by land, without combat."""
    for part in move["moves"]:
        t.emit("units-moved", side=side, units=part["units"], **{"from": part["from"]}, to=part["to"])
    return [unit for part in move["moves"] for unit in part["units"]]


# -- 6, 7 -------------------------------------------------------------------------------------------------------


@rule("8.8", "Op 6: repair", also=("2.13", "7.10"))
def check_6(board: Board, side: str, move: Json) -> list[Problem]:
    """8.8 A damaged carrier in a land area with a base that its side controls, contested or not."""
    id = move["unit"]
    if id not in board.parts.carriers:
        return [Problem("rd-not-a-carrier", rule="8.8", unit=id)]
    problems = []
    if id not in board.reduced:
        problems.append(Problem("rd-not-reduced", rule="8.8", unit=id))
    area = board.place[id]
    if area not in board.holder or not has_usable_base(board, side, id, area):
        problems.append(Problem("rd-not-in-base", rule="8.8", unit=id, area=area))
    return problems


@rule("8.8", "Op 6: repair", also=("2.13",))
def op_6(t: Turn, side: str, move: Json) -> list[str]:
    """8.8 The carrier is at full strength again.  Ruling: R-8.8-one-cvn."""
    units = [move["unit"]]
    if t.board.option("op6-all-in-area") == "yes":
        area = t.board.place[move["unit"]]
        units = [id for id in t.board.units_at(area, side) if id in t.board.parts.carriers and id in t.board.reduced]
    for unit in units:
        t.emit("unit-repaired", unit=unit, area=t.board.place[unit])
    return units


@rule("8.9", "Op 7: airlift", also=("7.10", "9.1"))
def check_7(board: Board, side: str, move: Json) -> list[Problem]:
    """8.9 Light land units between two friendly bases, neither contested; the off-map base may be one of them.

    Ruling: R-8.9-op7-any-number, R-8.9-op7-allied-only.
    """
    here, there, units = move["from"], move["to"], move["units"]
    problems = own_problems(board, side, units, here, "8.9")
    for id in units:
        unit = board.parts.units[id]
        if not (unit.category == "land" and unit.is_light):
            problems.append(Problem("rd-not-light", rule="8.9", unit=id))
    if here == there:
        problems.append(Problem("rd-same-area", rule="8.9", area=here))
    problems += _base_problems(board, side, units, (here, there))
    problems += leaving_problems(board, units, here)
    problems += entry_problems(board, side, units, there)
    return problems + ([] if problems else crowding(board, side, units, there))


def _base_problems(board: Board, side: str, units: list[str], areas: tuple[str, str]) -> list[Problem]:
    return [
        Problem("rd-not-friendly-base", rule="8.9", area=area)
        for area in areas
        if board.is_contested(area) or not has_usable_base(board, side, units[0], area)
    ]


@rule("8.9", "Op 7: airlift")
def op_7(t: Turn, side: str, move: Json) -> list[str]:
    """8.9 The units are flown over, at any distance."""
    t.emit("units-moved", side=side, units=move["units"], **{"from": move["from"]}, to=move["to"])
    return move["units"]


# -- 8, 9, 11 -----------------------------------------------------------------------------------------------------


@rule("8.10", "Op 8: reinforcements")
def check_8(board: Board, side: str, move: Json) -> list[Problem]:
    """8.10 While there is a unit in the pool."""
    return [] if board.units_at(POOL) else [Problem("rd-pool-empty", rule="8.10")]


@rule("8.10", "Op 8: reinforcements", also=("3.2",))
def op_8(t: Turn, side: str, move: Json) -> Asking[list[Any]]:
    """8.10 A die of units is drawn blind from the pool into the off-map base.  Ruling: R-8.10-op8-roll."""
    board = t.board
    [die] = yield Roll("8.10/count", dice(1))
    pool = board.units_at(POOL)
    count = min(die, len(pool))
    t.emit("reinforcements-rolled", side=side, die=die, count=count)
    drawn = yield Roll("8.10/pool", pick(pool, count))
    t.emit("pool-drawn", units=drawn, to=board.parts.off_map, why="reinforcements")
    unload(t, drawn, board.parts.off_map)
    return []


@rule("8.11", "Op 9: diplomacy")
def check_9(board: Board, side: str, move: Json) -> list[Problem]:
    """8.11 One of five countries that is still neutral."""
    country, named = move["country"], board.parts.tables["ops"]["9"]["countries"]
    neutral = [id for id in named if board.country[id] == "neutral"]
    if country not in named:
        return [Problem("rd-not-named", rule="8.11", country=country, neutral=neutral)]
    return [Problem("rd-not-neutral", rule="8.11", country=country, neutral=neutral)] if country not in neutral else []


@rule("8.11", "Op 9: diplomacy", also=("6.6",))
def op_9(t: Turn, side: str, move: Json) -> Asking[list[Any]]:
    """8.11 On 1 to 3 it joins the Allies.  Ruling: R-6.6-vietnam-by-op9."""
    board, country = t.board, move["country"]
    label = board.parts.countries[country]["name"].lower().replace(" ", "-")
    [die] = yield Roll(f"8.11/{label}", dice(1))
    joins = die in board.parts.tables["ops"]["9"]["join_on"]
    t.emit("diplomacy-tried", side=side, country=country, die=die, joins=joins)
    if joins:
        join(t, country, side, "diplomacy", limited=_opens_only(board, country))
    return []


def _opens_only(board: Board, country: str) -> bool:
    """Whether a country that joins by Op 9 opens to air and naval units only, by the agreed ruling."""
    events = board.parts.tables["events"].values()
    opened = [event["data"]["opens"] for event in events if "opens" in event.get("data", {})]
    return country in opened and board.option("vietnam-op9-opens-to-land") != "yes"


@rule("8.13", "Op 11: settling the war", also=("6.16", "7.8", "11.4"))
def check_11(board: Board, side: str, move: Json) -> list[Problem]:
    """8.13 After Op 2 and until the war is settled; 7.8 it is an attack on the whole front, so not under a cease-fire.

    Ruling: R-6.16-op-11.
    """
    problems = [] if board.war == "on" else [Problem("rd-no-korean-war", rule="8.13")]
    return problems if board.option("op11-under-cease-fire") == "yes" else problems + ceasefire_problems(board, side)


@rule("8.13", "Op 11: settling the war", also=("11.4",))
def op_11(t: Turn, side: str, move: Json) -> Asking[list[Any]]:
    """8.13 A roll on the Korean War table."""
    yield from settle_war(t, side)
    return []


OPS: dict[int, tuple[Callable[..., list[Problem]], Callable[..., Any]]] = {
    1: (check_1, op_1),
    2: (check_2, op_2),
    3: (check_3, op_3),
    4: (landings.check_4, landings.op_4),
    5: (ops_air.check_5, ops_air.op_5),
    6: (check_6, op_6),
    7: (check_7, op_7),
    8: (check_8, op_8),
    9: (check_9, op_9),
    11: (check_11, op_11),
    12: (ops_sea.check_12, ops_sea.op_12),
    13: (ops_sea.check_13, ops_sea.op_13),
    14: (ops_sea.check_14, ops_sea.op_14),
    15: (ops_sea.check_15, ops_sea.op_15),
    16: (ops_air.check_16, ops_air.op_16),
    17: (ops_air.check_17, ops_air.op_17),
    18: (ops_air.check_18, ops_air.op_18),
    19: (landings.check_19, landings.op_19),
    20: (landings.check_20, landings.op_20),
}
