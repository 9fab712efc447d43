"""11 Civil war: how it breaks out (11.1), aid (11.2), and its resolution (11.3)."""

from pbem.core.rules.requests import Ask, Asking, Roll, dice
from pbem.core.rules.rulebook import rule

from ..board.board import Board, Turn
from ..board.parts import FACTIONS
from . import china
from .any_time import BETWEEN_ACTIONS, hearing
from .checks import civil_war_outcome, score
from .control import change_control, consequences, gain_control
from .drawer import who_draws
from .due import due
from .opportunity import diplomatic_opportunity
from .provocation import provoke_interested
from .retreat import retreat_units

SIDES = ("left", "right")


# -- 11.1 outbreak ---------------------------------------------------------------------------------------------


@rule("11.1", "Where a civil war can break out")
def can_begin(board: Board, area: str) -> bool:
    """11.1 In play, no civil war yet, no land unit of a power there, and not remote (2.2.8) (R-11.1-remote)."""
    if not board.has_area(area) or area in board.civil_wars or board.area(area).remote:
        return False
    return not board.is_garrisoned(area)


@rule("11.1", "Areas already in civil war")
def walk_down(board: Board, table: dict[str, str], row: int) -> str:
    """11.1 Since 2022 an area in civil war passes the result to the next lower row, until one is not.

    Ruling R-11.1-next-lower.
    """
    while row > 1 and table[str(row)] in board.civil_wars:
        row -= 1
    return table[str(row)]


@rule("11.1", "Outbreak of a civil war", also=("11.0", "2.4.5"))
def begin_civil_war(t: Turn, area: str) -> Asking[None]:
    """11.1 The marker comes, the minor army goes.  A controller loses the area: all units but land units leave it, from
    a base that is still theirs too, and it may leave one aid marker.  The test for its loss (5.5.1) follows."""
    board = t.board
    change = None
    former = board.controller(area)
    holders = _holders(board, area)
    minor = board.minor_army(area)
    if minor:
        t.emit("unit-destroyed", power=None, unit=minor, area=area, why="civil-war")
    if former:
        neutral = 1 if board.area(area).status in ("home", "colony") else 0
        change = change_control(t, None, area, "civil-war", neutral)
    t.emit("civil-war-begun", area=area)
    for power, counters in holders:
        yield from _assign_influence(t, power, area, counters)
    if former and change:
        units = [unit for unit in board.units_in(area) if board.class_of(unit) != "land"]
        yield from retreat_units(t, units, "control", cup=board.is_2022)
        yield from _regime_aid(t, former, area)
        yield from consequences(t, change)
        yield from due(t, "falls")


@rule("11.1", "Aid of the former regime")
def _regime_aid(t: Turn, former: str, area: str) -> Asking[None]:
    """11.1 One marker for either faction, without a line of communications and without provocation."""
    if t.board.available(former, "offensive"):
        side = yield Ask("regime-aid", former, options=["none", *SIDES], about={"area": area})
        if side != "none":
            _put_aid(t, former, area, side)


def _holders(board: Board, area: str) -> list[tuple[str, list[str]]]:
    """Powers with markers under Influence, in increasing effectiveness order, with the markers."""
    held = board.influence_in(area)
    return [(power, board.counters_at(f"influence:{area}", power)) for power in board.in_order(held, increasing=True)]


def _assign_influence(t: Turn, power: str, area: str, counters: list[str]) -> Asking[None]:
    """11.1 Markers under a flipped Influence marker become aid of a faction again (ruling R-11.1-influence-to-aid)."""
    side = yield Ask("aid-side", power, options=list(SIDES), about={"area": area})
    for counter in counters:
        t.emit("aid-placed", power=power, area=area, side=side, counter=counter)


# -- 11.2 aid --------------------------------------------------------------------------------------------------


@rule("11.2.1", "Placing aid", also=("11.2", "11.2.2", "5.2.3", "8.5"))
def place_aid(t: Turn, power: str, area: str, side: str) -> Asking[None]:
    """11.2.1 One offensive marker goes to the faction; everybody with an interest is provoked (11.2.2)."""
    _put_aid(t, power, area, side)
    yield from provoke_interested(t, power, area, "intervention")


def _put_aid(t: Turn, power: str, area: str, side: str) -> None:
    counter = t.board.available(power, "offensive")[0]
    t.emit("aid-placed", power=power, area=area, side=side, counter=counter)


@rule("11.2.3", "Withdrawing aid")
def withdraw_aid(t: Turn, power: str, area: str, count: int | None = None) -> None:
    """11.2.3 The patron takes back its aid, or its marker under Influence, at any time; `count` markers or all.  They
    lie in one place: nobody aids both factions of an area (11.2.1), and aid is no Influence (11.3)."""
    for place in (*(f"aid:{area}:{side}" for side in (*SIDES, *FACTIONS)), f"influence:{area}"):
        counters = t.board.counters_at(place, power)[:count]
        if counters:
            t.emit("aid-removed", power=power, area=area, counters=counters, why="withdrawn")


# -- 11.3 resolution -------------------------------------------------------------------------------------------


@rule("11.3", "Civil War Resolution", also=("3.7.7", "11.4.5"))
def resolve_civil_wars(t: Turn) -> Asking[None]:
    """11.3 One round in every area with a civil war, China among them; who drew the marker chooses the order: the
    drawer of the turn, or who would be it where none was named or it has fallen."""
    board = t.board
    drawer = who_draws(board)
    left = [*board.civil_wars, *[china.CHINA] * china.is_at_war(board)]
    while left:
        ask = Ask("civil-war-order", drawer, options=left, rule="11.3", interruptible_by=BETWEEN_ACTIONS)
        area = yield from hearing(t, lambda ask=ask: ask)
        left.remove(area)
        if area == china.CHINA:
            yield from china.resolve_china(t)
        elif area in board.civil_wars:
            yield from resolve_civil_war(t, area)


@rule("11.3", "One round of civil war")
def resolve_civil_war(t: Turn, area: str) -> Asking[None]:
    """11.3 Two dice a faction, one more for the one with more aid; then stalemate, marginal or decisive victory."""
    aid = {side: sum(t.board.aid(area, side).values()) for side in SIDES}
    rolled = {}
    for side in SIDES:
        other = SIDES[1 - SIDES.index(side)]
        number = 3 if aid[side] > aid[other] else 2
        rolled[side] = yield Roll(f"civil-war/{area}/{side}", dice(number))
    scores = {side: score(rolled[side]) for side in SIDES}
    outcome, winner = civil_war_outcome(scores["left"], scores["right"])
    t.emit(
        "civil-war-rolled",
        area=area,
        left=rolled["left"],
        right=rolled["right"],
        aid=aid,
        scores=[scores["left"], scores["right"]],
        outcome=outcome,
        winner=winner,
    )
    if winner is None:
        for side in SIDES:
            china.lose_aid(t, area, side, rule="11.3")
        return
    loser = SIDES[1 - SIDES.index(winner)]
    had_aid = aid[loser] > 0
    china.lose_aid(t, area, loser, rule="11.3")
    if outcome == "decisive":
        yield from _decisive(t, area, winner)
    elif not had_aid:
        _marginal(t, area, winner)


@rule("11.3", "Marginal victory")
def _marginal(t: Turn, area: str, winner: str) -> None:
    """11.3 The marker flips to Influence over the winner's aid; since 2022 one marker a patron stays, and
    without patrons there is no Influence."""
    board = t.board
    patrons = board.aid(area, winner)
    flips = bool(patrons) or not board.is_2022
    held = {power: board.counters_at(f"aid:{area}:{winner}", power) for power in board.parts.powers if power in patrons}
    t.emit("civil-war-ended", area=area, winner=winner, influence=flips)
    for power, counters in held.items():
        kept = counters[:1] if board.is_2022 else counters
        for counter in kept:
            t.emit("influence-held", power=power, area=area, counter=counter)
        if counters[len(kept) :]:
            t.emit("aid-removed", power=power, area=area, counters=counters[len(kept) :], why="influence")


@rule("11.3", "Decisive victory", also=("5.7",))
def _decisive(t: Turn, area: str, winner: str) -> Asking[None]:
    """11.3 The winner's only patron gains control at once (ruling R-11.3-sole-patron); several have an
    opportunity; none: it is over.

    Ruling R-11.3-regroup.
    """
    patrons = list(t.board.aid(area, winner))
    if len(patrons) == 1:
        yield from gain_control(t, patrons[0], area, "civil-war")
        return
    if patrons:
        yield from diplomatic_opportunity(t, area, [patrons])
    if area in t.board.civil_wars:
        china.lose_aid(t, area, winner, rule="11.3")
        t.emit("civil-war-ended", area=area, winner=winner, influence=False)
