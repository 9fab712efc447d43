"""12 Special rules of the powers: what they forbid, allow and change, and when their markers leave play."""

from pbem.core.data.json_types import Json
from pbem.core.rules.requests import Asking, Roll, dice
from pbem.core.rules.rulebook import rule

from ..board.board import Board, Turn
from . import china
from .america import TRADE, american_actions, begin_lend_lease, end_trade
from .checks import highest, modifier
from .due import does, due
from .interests import has_interest
from .provocation import gain_flag, provoke
from .sides import ATTACK, primary
from .soviets import POSTURES, RAILROAD, change_posture, lay_railroad, postures_open

STRESA = "stresa-front"
STATUS_QUO = "status-quo"
TREATY = "jp-washington-naval-treaty"
RHINELAND = "ge-rhineland-demilitarized"
ABYSSINIA = "it-abyssinian-adventure"
MOBILIZED = ("mobilization", "total-war", "exhaustion")


# -- 12.1 Fascist powers -------------------------------------------------------------------------------------


@rule("12.1", "Stresa Front")
def stresa_bars(board: Board, power: str, area: str) -> bool:
    """12.1 While the marker is in play Germany and Italy leave the areas of the other's interests alone."""
    other = {"germany": "italy", "italy": "germany"}.get(power)
    return other is not None and board.in_play(STRESA) and board.is_active(other) and has_interest(board, other, area)


@rule("12.1.1", "Rhineland demilitarized")
def remilitarize(t: Turn, why: str) -> Asking[None]:
    """12.1.1 The marker turns into the limited resource of the Ruhr; France and its allies are provoked."""
    t.emit("marker-changed", marker=RHINELAND, to="removed", why=why)
    if "ruhr" not in t.board.limited:
        t.emit("limited-resource-placed", area="ruhr", kind="industrial")
    if t.board.is_active("france"):
        for power in t.board.in_order(["france", *t.board.allies("france")]):
            yield from provoke(t, power, "germany", "rhineland", "ruhr")


@rule("12.1.1", "Rhineland: moving in")
def moved_into_ruhr(board: Board) -> bool:
    """12.1.1 Edition 2018: a German land unit in the Ruhr, however it came there, turns the marker."""
    if board.is_2022 or not board.in_play(RHINELAND):
        return False
    return bool(board.units_in("ruhr", "germany", "land"))


@rule("12.1.2", "Abyssinian Adventure")
def may_go_to_abyssinia(board: Board, power: str) -> bool:
    """12.1.2 The marker is available and Italy not belligerent; a military action in 2018, a political one
    since."""
    return power == "italy" and board.at(ABYSSINIA) == "available" and not board.is_belligerent("italy")


def abyssinian_adventure(t: Turn, actions: int) -> Asking[None]:
    """12.1.2 Edition 2018: the attempt provokes France and the United Kingdom; one die for each action, 5
    succeeds."""
    yield from _provoke_over_abyssinia(t)
    rolled = yield Roll("special/abyssinia", dice(actions))
    result = highest(rolled)
    t.emit("abyssinia-tried", rule="12.1.2", power="italy", dice=rolled, score=result, passed=result >= 5)
    if result >= 5:
        _rome_prospers(t)
        yield from due(t, "markers")


def _provoke_over_abyssinia(t: Turn) -> Asking[None]:
    """12.1.2 In 2018 by the attempt, since 2022 by its success alone (R-12.1.2-provocation)."""
    for power in t.board.in_order(power for power in ("france", "uk") if t.board.is_active(power)):
        yield from provoke(t, power, "italy", "abyssinia")


def _rome_prospers(t: Turn) -> None:
    """12.1.2 The marker becomes Rome's limited resource, and an Italian cube is placed there, unless Rome is another
    power's (ruling R-12.1.2-rome-lost)."""
    board = t.board
    t.emit("marker-changed", rule="12.1.2", marker=ABYSSINIA, to="removed", why="abyssinia")
    if "rome" not in board.limited:
        t.emit("limited-resource-placed", rule="12.1.2", area="rome", kind="natural")
    if board.controller("rome") == "italy":
        told = {"cubes": {"italy": 1}, "why": "abyssinia", "points": {"italy": 1}}
        t.emit("cubes-changed", rule="12.1.2", area="rome", power="italy", **told)


@rule("12.1.3", "Washington Naval Treaty")
def treaty_bars(board: Board, area: str) -> bool:
    """12.1.3 While the treaty holds nobody deploys to or attacks areas on the far side of its line (ruling
    R-12.1.3-line)."""
    return board.in_play(TREATY) and board.area(area).wnt == "line"


@rule("12.1.3", "Washington Naval Treaty: force pools", also=("4.1.2",))
def treaty_bars_fleets(board: Board, power: str) -> bool:
    """12.1.3 While the treaty holds Japan, the United Kingdom and the United States add no fleet to their force
    pools."""
    return board.in_play(TREATY) and power in ("japan", "uk", "usa")


@rule("12.1.3", "Washington Naval Treaty: who may end it")
def may_leave_treaty(board: Board, power: str) -> bool:
    """12.1.3 Japan, while the treaty is in play."""
    return power == "japan" and board.is_active("japan") and board.in_play(TREATY)


@rule("12.1.3", "Washington Naval Treaty: Japan leaves it")
def leave_treaty(t: Turn) -> Asking[None]:
    """12.1.3 Japan ends the treaty when it likes; the United Kingdom and the United States are provoked.

    Ruling R-12.1.3-any-time: before the question of each counter, and between its own military actions.
    """
    t.emit("marker-changed", rule="12.1.3", marker=TREATY, to="removed", why="left")
    for power in t.board.in_order(power for power in ("uk", "usa") if t.board.is_active(power)):
        yield from provoke(t, power, "japan", "treaty")


@rule("12.1.3", "Naval Infantry", also=("12.3.1",))
def combat_modifiers(board: Board, side: str, kind: str) -> list[Json]:
    """12.1.3 Edition 2022: +1 for Japan in the land combat of an invasion (ruling R-12.1.3-naval-infantry).  12.3
    Political Purges: -1 in every combat."""
    power = primary(board, side)
    found = []
    if power is None:
        return found
    invading = board.operation["form"] == "invasion" and side == ATTACK and kind == "land"
    if board.is_2022 and power == "japan" and invading:
        found.append(modifier("naval-infantry", 1, "12.1.3"))
    if board.powers[power]["posture"] == "political-purges":
        found.append(modifier("political-purges", -1, "12.3"))
    return found


# -- 12.2 Democratic powers ----------------------------------------------------------------------------------


@rule("12.2.2", "Isolationism")
def isolationism_bars(board: Board, unit: str, area: str) -> bool:
    """12.2.2 Edition 2022: before it is belligerent the United States deploys land and logistics units only
    to its home areas and its own bases (ruling R-12.2.2-isolation: placement moves included)."""
    if not board.is_2022 or board.power_of(unit) != "usa" or board.is_belligerent("usa"):
        return False
    if board.class_of(unit) not in ("land", "logistics"):
        return False
    return not board.is_home(area, "usa") and board.base_owner(area) != "usa"


# -- political special actions (6.8) -------------------------------------------------------------------------


@rule("6.8", "Power-specific special actions")
def special_actions(board: Board, power: str) -> list[str]:
    """6.8 Names of the political special actions that would change something now."""
    found = []
    if power == "germany" and board.in_play(RHINELAND):
        found.append("rhineland")
    if board.is_2022 and may_go_to_abyssinia(board, power):
        found.append("abyssinia")
    if power == "usa":
        found += american_actions(board)
    if power == "ussr" and board.at(RAILROAD) == "available":
        found.append("trans-siberian-railroad")
    return found + postures_open(board, power)


@rule("6.8", "Power-specific special actions")
def attempt(t: Turn, power: str, name: str) -> Asking[None]:
    """6.8 The effect of a special action whose check has been passed."""
    if name == "rhineland":
        yield from remilitarize(t, "special-action")
    elif name == "abyssinia":
        _rome_prospers(t)
        yield from _provoke_over_abyssinia(t)
        yield from due(t, "markers")
    elif name == "us-japan-trade":
        end_trade(t)
        yield from provoke(t, "japan", "usa", "us-japan-trade")
    elif name == "lend-lease":
        begin_lend_lease(t)
    elif name in POSTURES:
        change_posture(t, power, name)
    else:
        lay_railroad(t)


# -- when markers leave play ---------------------------------------------------------------------------------


@does("markers")
@rule("12.0", "Markers that leave play")
def after_change(t: Turn) -> Asking[None]:
    """12.1, 12.2 Stresa Front, Status Quo, the naval treaty and US-Japan Trade end when their case has come."""
    board = t.board
    china.check_end(t)
    if moved_into_ruhr(board):
        yield from remilitarize(t, "moved-in")
    for marker, number, over in (
        (STRESA, "12.1", stresa_is_over),
        (TREATY, "12.1.3", treaty_is_over),
        (TRADE, "12.2.2", trade_is_over),
    ):
        if board.in_play(marker) and over(board):
            t.emit(
                "marker-changed",
                rule=number,
                marker=marker,
                to="removed",
                why=over.__name__.replace("_", "-"),
            )
    yield from end_status_quo(t)


@rule("12.1", "Stresa Front: its end")
def stresa_is_over(board: Board) -> bool:
    """12.1 Germany and Italy allied, France and the United Kingdom allied, or Germany or Italy belligerent."""
    if any(board.is_belligerent(power) for power in ("germany", "italy")):
        return True
    return any(other in board.allies(one) for one, other in (("germany", "italy"), ("france", "uk")))


def treaty_is_over(board: Board) -> bool:
    """12.1.3 The United Kingdom or the United States is belligerent."""
    return any(board.is_belligerent(power) for power in ("uk", "usa"))


def trade_is_over(board: Board) -> bool:
    """12.2.2 Japan is at war with a Democratic power, or does not control Tokyo, as it does not when it has fallen."""
    if any(board.ideology(power) == "democratic" for power in board.enemies("japan")):
        return True
    return board.controller("tokyo") != "japan"


@rule("12.2", "Status Quo: its end")
def end_status_quo(t: Turn) -> Asking[None]:
    """12.2 Germany, Italy or the Soviet Union mobilizes, Germany and Italy together lead France and the
    United Kingdom, or a Democratic power is belligerent: then each Democratic power gains a flag."""
    board = t.board
    if not board.in_play(STATUS_QUO) or not status_quo_is_over(board):
        return
    t.emit("marker-changed", rule="12.2", marker=STATUS_QUO, to="removed", why="status-quo-is-over")
    for power in board.in_order(power for power in board.active() if board.ideology(power) == "democratic"):
        yield from gain_flag(t, power, "status-quo-ended")


def status_quo_is_over(board: Board) -> bool:
    """12.2 Whether one of the three cases holds."""
    if any(board.commitment(power) in MOBILIZED for power in ("germany", "italy", "ussr") if power in board.powers):
        return True
    if board.points("germany") + board.points("italy") > board.points("france") + board.points("uk"):
        return True
    return any(board.is_belligerent(power) for power in board.active() if board.ideology(power) == "democratic")
