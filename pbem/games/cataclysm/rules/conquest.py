"""10.9 Aftermath: who stays in the target area, what is conquered, captured or damaged."""

from pbem.core.rules.requests import Asking
from pbem.core.rules.rulebook import rule

from ..board.board import Board, Turn
from .america import atomic_effects
from .control import change_control, flags_for_change, leave_special_base, tests_for_loss
from .outcome import Outcome
from .retreat import expel, friends_of_side, leaving, regroup, retreat_side, retreat_units
from .sides import ATTACK, DEFENCE, other_side, primary, units_of_side
from .targets import BOMBING, sound_resources


@rule("10.9", "Aftermath")
def aftermath(t: Turn, outcome: Outcome) -> Asking[bool]:
    """10.9 By the kind of combat.  Returns True when the target was conquered or its base captured."""
    if outcome.kind == "land":
        return (yield from land_aftermath(t, outcome))
    if outcome.kind == "naval":
        return (yield from naval_aftermath(t, outcome))
    return (yield from air_aftermath(t, outcome))


@rule("10.9.1", "Land combat aftermath")
def land_aftermath(t: Turn, outcome: Outcome) -> Asking[bool]:
    """10.9.1 Attackers alone on land conquer; otherwise they retreat and the defenders regroup."""
    board = t.board
    if units_of_side(board, ATTACK, "land") and not units_of_side(board, DEFENCE, "land"):
        yield from conquer(t, outcome)
        return True
    yield from repulsed(t, outcome, ("land", "air"))
    return False


def repulsed(t: Turn, outcome: Outcome, kinds: tuple[str, str]) -> Asking[None]:
    """The attacker's units retreat; units friendly to the defender may regroup (R-10.11-country)."""
    board = t.board
    play = board.operation
    beaten = outcome.winner == DEFENCE or units_of_side(board, DEFENCE, outcome.kind)
    why = "defended" if beaten else "nobody-to-hold"
    t.emit("attack-repulsed", power=play["power"], area=play["target"], combat=outcome.kind, why=why)
    yield from retreat_side(t, ATTACK, outcome.kind, outcome.planned)
    yield from regroup(t, friends_of_side(board, DEFENCE, play["defender"]), kinds)


@rule("10.9.1", "Conquest")
def conquer(t: Turn, outcome: Outcome) -> Asking[None]:
    """10.9.1 1.-3. cubes, control and points; 4. logistics units are lost and defenders retreat; 5. the
    attackers regroup; 6. flags and stability tests.

    Ruling R-10.9.1-order.
    """
    board = t.board
    power, area = board.operation["power"], board.operation["target"]
    t.emit("area-conquered", power=power, area=area, **{"from": board.controller(area)})
    change = change_control(t, power, area, "conquest")
    destroy_logistics(t, area)
    yield from leave_special_base(t, change, combat=True)
    yield from retreat_units(t, _strangers(board, power, area), "conquest", outcome.planned)
    yield from regroup(t, board.friends(power), ("land", "air"))
    yield from expel(t, why="conquest", combat=True)
    yield from flags_for_change(t, change)
    outcome.tests += tests_for_loss(board, change)


def destroy_logistics(t: Turn, area: str) -> None:
    """7.1.4 Logistics units do not outlive the loss of their area or base."""
    for unit in t.board.units_in(area, kind="logistics"):
        why = "base" if t.board.area(area).is_sea else "conquest"
        t.emit("unit-destroyed", rule="7.1.4", power=t.board.power_of(unit), unit=unit, area=area, why=why)


def _strangers(board: Board, power: str, area: str) -> list[str]:
    """Units in a conquered area that do not belong to the attacker and its friends."""
    return [unit for unit in board.units_in(area) if not board.is_friendly(power, board.power_of(unit))]


@rule("10.9.2", "Naval combat aftermath")
def naval_aftermath(t: Turn, outcome: Outcome) -> Asking[bool]:
    """10.9.2 Attacking naval units that are left alone hold the sea: defenders retreat, a base is captured
    (9.4.2), the attackers regroup; otherwise the attackers retreat and the defenders regroup.

    Ruling R-10.9.2-plain.
    """
    board = t.board
    play = board.operation
    if not units_of_side(board, ATTACK, "naval") or units_of_side(board, DEFENCE, "naval"):
        yield from repulsed(t, outcome, ("naval", "air"))
        return False
    yield from retreat_units(t, leaving(board, DEFENCE, "naval"), "retreat", outcome.planned)
    if play["form"] == "base":
        capture_base(t)
    yield from regroup(t, board.friends(play["power"]), ("naval", "air"))
    yield from expel(t, why="base", combat=True)
    return play["form"] == "base"


@rule("9.4.2", "Base capture")
def capture_base(t: Turn) -> None:
    """9.4.2 The base becomes one of the attacker's of the same type; a special British base is removed
    (2.3.3).  Logistics units at the base are lost with it (7.1.4)."""
    board = t.board
    power, area = board.operation["power"], board.operation["target"]
    before = board.base_owner(area)
    owner = None if (board.area(area).base or {}).get("special") else _with_marker(board, power, area)
    t.emit("base-captured", power=power, area=area, **{"from": before})
    if owner != before:
        t.emit("base-changed", area=area, owner=owner, **{"from": before})
    if board.area(area).is_sea:
        destroy_logistics(t, area)


@rule("2.4", "Base markers are a limit", also=("2.4.3", "9.4.2"))
def _with_marker(board: Board, power: str, area: str) -> str:
    """2.4 The power that has a base marker of the type left, or nobody (ruling R-2.4-bases)."""
    kind = board.area(area).base["type"]
    printed = [board.area(one).base for one, owner in board.bases.items() if owner == power]
    used = [base for base in printed if base["type"] == kind and not base.get("special")]  # special ones have their own
    return power if len(used) < board.card(power)["baseMarkers"].get(kind, 0) else "unowned"


@rule("10.9.3", "Air combat aftermath")
def air_aftermath(t: Turn, outcome: Outcome) -> Asking[bool]:
    """10.9.3 The loser's air units retreat, after a tie the attacker's; the other side's air units regroup."""
    board = t.board
    if board.operation["form"] in BOMBING:
        bombed(t, outcome)
    if board.operation["form"] == "atomic":
        atomic_effects(t, outcome, board.operation["defender"], outcome.losses[DEFENCE])
    winner = outcome.winner or DEFENCE
    loser = other_side(winner)
    yield from retreat_side(t, loser, "air", outcome.planned)
    yield from regroup(t, friends_of_side(board, winner, primary(board, winner)), ("air",))
    return False


@rule("9.5.2", "Strategic bombing")
def bombed(t: Turn, outcome: Outcome) -> None:
    """9.5.2 More losses than the defenders can take damage one resource, after a tie too (10.7); a limited resource
    is lost.

    Ruling R-9.5.2-which: the limited resource first, then the printed ones.
    """
    board = t.board
    area = board.operation["target"]
    if outcome.losses[DEFENCE] <= outcome.steps[DEFENCE] or not sound_resources(board, area):
        t.emit("bombing-missed", power=board.operation["power"], area=area)
    elif area in board.limited:
        t.emit("limited-resource-removed", area=area, why="bombed")
    else:
        t.emit("resource-damaged", area=area)
