"""3.7.4 Crisis events: two dice read highest-lowest on the table of peace or war; a pack may replace the tables.

The procedures of the operations stand in data/crisis.json beside the tables; here is one function for each.
"""

from collections.abc import Callable
from typing import Any

from pbem.core.data.json_types import Json
from pbem.core.rules.requests import Ask, Asking, Roll, dice
from pbem.core.rules.rulebook import rule

from ..board.board import Board, Turn
from .attempts import possible_actions
from .checks import check, highest
from .civil_war import begin_civil_war, can_begin, walk_down
from .collapse import reduce_effectiveness
from .control import gain_control, lose_control
from .due import due
from .interests import has_interest
from .opportunity import diplomatic_opportunity
from .politics import political_action
from .provocation import gain_flag


@rule("3.7.4", "Resolving a crisis", also=("5.6.3",))
def crisis_event(t: Turn) -> Asking[None]:
    """3.7.4 Roll on the table; since 2022 an event that could change nothing is rolled again, once, as is one for which
    the dice find no area (11.1; ruling R-3.7.4-reroll)."""
    event = yield from _roll_event(t)
    again = t.board.is_2022 and not _can_change(t.board, event)
    if not again:
        again = (yield from _carry_out(t, event)) and t.board.is_2022
    if again:
        t.emit("crisis-without-effect", entry=event["roll"], name=event["name"], rerolled=True)
        yield from _carry_out(t, (yield from _roll_event(t)))


def _carry_out(t: Turn, event: Json) -> Asking[bool]:
    """The effects one after the other.  Returns True when the dice have found no area where one could happen."""
    if not _can_change(t.board, event):
        t.emit("crisis-without-effect", entry=event["roll"], name=event["name"], rerolled=False)
    idle: bool | None = False
    for effect in event["effects"]:
        idle = yield from EFFECTS[effect["op"]](t, effect, event) or ()
        yield from due(t, "falls")
    return bool(idle)


def _roll_event(t: Turn) -> Asking[Json]:
    rolled = yield Roll(f"crisis/event/{t.board.turn}", dice(2))
    entry = f"{max(rolled)}-{min(rolled)}"
    table = table_in_force(t.board)
    event = t.board.parts.crisis[table][entry]
    t.emit("crisis-rolled", dice=rolled, table=table, entry=entry, name=event["name"])
    return event


@rule("5.6.3", "War status and crisis tables")
def table_in_force(board: Board) -> str:
    """5.6.3 Wartime once there was a war, else Peacetime."""
    return "peacetime" if board.war_status == "peace" else "wartime"


@rule("3.7.4", "Events without effect", also=("2.8",))
def _can_change(board: Board, event: Json) -> bool:
    """3.7.4 Whether some effect could change the state, judged before any check (ruling R-3.7.4-reroll)."""
    return any(CAN_CHANGE[effect["op"]](board, effect) for effect in event["effects"])


def named(board: Board, effect: Json) -> list[str]:
    """The powers of an effect that are in play; absent and surrendered ones are left out."""
    powers = effect.get("powers") or [effect["power"]]
    if "belligerent" in powers:
        return [power for power in board.active() if board.is_belligerent(power)]
    return [power for power in powers if board.is_active(power)]


# -- effects ---------------------------------------------------------------------------------------------------


def _reduce(t: Turn, effect: dict[str, str], event: Json) -> None:
    for power in named(t.board, effect):
        reduce_effectiveness(t, power, event["name"])


def _tests(t: Turn, effect: Json, event: Json) -> Asking[None]:
    yield from due(t, "tests", [(power, "crisis") for power in named(t.board, effect)])


def _lose_reserve(t: Turn, effect: Json, event: Json) -> None:
    for power in named(t.board, effect):
        if t.board.reserve(power):
            t.emit("counter-rejected", power=power, counter=t.board.reserve(power), why="crisis")


def _gain_flags(t: Turn, effect: Json, event: Json) -> Asking[None]:
    for power in t.board.in_order(named(t.board, effect)):
        yield from gain_flag(t, power, "crisis")


def _loyalty(t: Turn, effect: Json, event: Json) -> Asking[None]:
    """A power with a cube and no land unit of its own in a country checks; failing it loses the country."""
    for area in effect["areas"]:
        power = _loyal_to(t.board, effect, area)
        if power and not (yield from check(t, power, "loyalty", about={"area": area})):
            yield from lose_control(t, area, "crisis")


def _loyal_to(board: Board, effect: Json, area: str) -> str | None:
    """The power whose hold on the area is tested, or None."""
    if not board.has_area(area) or not board.is_country(area):
        return None
    power = board.controller(area)
    if not power or board.units_in(area, power, "land"):
        return None
    return power if effect.get("power") in (None, power) else None


@rule("5.7", "Coups")
def _coup(t: Turn, effect: Json, event: Json) -> Asking[Any]:
    """5.7 The ideology's power checks for the country; failing in an uncontrolled one gives the others an
    opportunity.  Returns True when no coup is possible where the dice say."""
    board = t.board
    area = yield from _row(t, effect["table"])
    actor = _coup_actor(board, effect["ideology"], area)
    if not _coup_possible(board, effect["ideology"], area) or actor is None:
        return True
    if (yield from check(t, actor, "coup", about={"area": area})):
        yield from gain_control(t, actor, area, "coup")
    elif board.controller(area) is None:
        others = [power for power in board.active() if board.ideology(power) != effect["ideology"]]
        yield from diplomatic_opportunity(t, area, [others])


def _coup_actor(board: Board, ideology: str, area: str) -> str | None:
    powers = [power for power in board.active() if board.ideology(power) == ideology]
    near = [power for power in powers if board.has_area(area) and has_interest(board, power, area)]
    return board.in_order(near or powers)[0] if powers else None


def _coup_possible(board: Board, ideology: str, area: str) -> bool:
    """No coup out of play, under a garrison, in a civil war, or where that ideology rules already."""
    if not board.has_area(area) or not board.is_country(area) or board.is_garrisoned(area) or area in board.civil_wars:
        return False
    controller = board.controller(area)
    return controller is None or board.ideology(controller) != ideology


@rule("11.1", "Civil war events")
def _civil_war(t: Turn, effect: Json, event: Json) -> Asking[Any]:
    """11.1 A roll on the event's table; since 2022 an area in civil war passes it to the next row.  Returns True when
    none is possible where the dice say, or a garrison there suppresses it (ruling R-11.1-suppressed)."""
    area = yield from _row(t, effect["table"], t.board.is_2022)
    if can_begin(t.board, area):
        yield from begin_civil_war(t, area)
        return None
    if t.board.is_garrisoned(area):
        t.emit("civil-war-suppressed", area=area)
        return t.board.option("suppressed-civil-war") == "again"
    return True


def _row(t: Turn, table: dict[str, str], walks: bool = False) -> Asking[str]:
    """Two dice, the highest counts, two sixes are 7; the row names an area."""
    rolled = yield Roll(f"crisis/area/{t.board.turn}", dice(2))
    row = min(highest(rolled), max(int(number) for number in table))
    area = walk_down(t.board, table, row) if walks else table[str(row)]
    t.emit("crisis-area-rolled", dice=rolled, row=row, area=area)
    return area


def _free_action(t: Turn, effect: dict[str, str], event: Json) -> Asking[None]:
    """6.0 The power may try a political action without a flag, any or the one that the event names."""
    for power in named(t.board, effect):
        if _free_actions(t.board, power, effect):
            about = {"event": event["name"], "action": effect.get("action", "any")}
            answer = yield Ask("free-action", power, about=about)
            if answer["act"] != "pass":
                yield from political_action(t, power, answer)


def _free_actions(board: Board, power: str, effect: dict[str, str]) -> list[dict[str, str]]:
    """The plans that an event's ``action`` allows, a political action or "any"."""
    wanted = effect.get("action", "any")
    return possible_actions(board, power) if wanted == "any" else possible_actions(board, power, [wanted])


EFFECTS: dict[str, Callable[[Turn, Json, Json], Asking[Any] | None]] = {
    "none": lambda t, effect, event: None,
    "reduce-effectiveness": _reduce,
    "stability-test": _tests,
    "lose-reserve": _lose_reserve,
    "gain-flag": _gain_flags,
    "loyalty-check": _loyalty,
    "coup": _coup,
    "civil-war": _civil_war,
    "free-political-action": _free_action,
}

CAN_CHANGE = {
    "none": lambda board, effect: False,
    "reduce-effectiveness": lambda board, effect: any(not board.powers[p]["shaken"] for p in named(board, effect)),
    "stability-test": lambda board, effect: bool(named(board, effect)),
    "lose-reserve": lambda board, effect: any(board.reserve(power) for power in named(board, effect)),
    "gain-flag": lambda board, effect: any(board.available(power, "flag") for power in named(board, effect)),
    "loyalty-check": lambda board, effect: any(_loyal_to(board, effect, area) for area in effect["areas"]),
    "coup": lambda board, effect: any(
        _coup_possible(board, effect["ideology"], area) and _coup_actor(board, effect["ideology"], area)
        for area in effect["table"].values()
    ),
    "civil-war": lambda board, effect: any(can_begin(board, area) for area in effect["table"].values()),
    "free-political-action": lambda board, effect: any(
        _free_actions(board, power, effect) for power in named(board, effect)
    ),
}
