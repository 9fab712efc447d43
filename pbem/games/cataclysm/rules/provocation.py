"""5.2 Flags: gained by provocation and by events of the game, put into the cup or the reserve."""

from pbem.core.data.json_types import Json
from pbem.core.rules.requests import Ask, Asking
from pbem.core.rules.rulebook import rule

from ..board.board import Board, Turn
from .interests import interested


@rule("5.2.3", "Provocation")
def provoke(t: Turn, power: str, by: str, why: str, area: str | None = None) -> Asking[None]:
    """5.2.3 `power` gains a flag if `by` is opposing and not its enemy."""
    board = t.board
    if board.is_active(power) and board.is_opposing(power, by) and not board.is_enemy(power, by):
        yield from gain_flag(t, power, why, by=by, area=area)


@rule("5.2.3", "Provocation by interest")
def provoke_interested(t: Turn, by: str, area: str, why: str) -> Asking[None]:
    """5.2.3 Every opposing power that has an interest in the area and is no enemy gains a flag."""
    for power in interested(t.board, area, by):
        yield from gain_flag(t, power, why, by=by, area=area)


@rule("5.2.3", "Provocation by the status card")
def provoke_listed(t: Turn, powers: list[str], why: str) -> Asking[None]:
    """5.2.3, 2.6 Powers listed on the cards of `powers` gain one flag, however many of them list it."""
    board = t.board
    listed = [
        other
        for other in board.active()
        if any(other in provoked_by(board, power) and not board.is_enemy(other, power) for power in powers)
    ]
    for other in board.in_order(listed):
        by = next(power for power in powers if other in provoked_by(board, power) and not board.is_enemy(other, power))
        yield from gain_flag(t, other, why, by=by)


@rule("2.6", "Provocation list of the status card")
def provoked_by(board: Board, power: str) -> list[str]:
    """2.6 The opposing powers that the power's alliances and commitment increases provoke."""
    changed: Json = board.parts.scenario.get("provocationOverrides") or {}
    return changed[power] if power in changed else board.card(power)["provokes"]


@rule("5.2.2", "Gaining flags", also=("5.2.1", "5.2.4", "2.4.3"))
def gain_flag(t: Turn, power: str | None, why: str, by: str | None = None, area: str | None = None) -> Asking[None]:
    """5.2.2 One flag from the status card; into the cup or the reserve, in the administration phase into the box.

    Without an available flag it is forfeit.  Italy may choose Il Duce's flag or another.
    """
    board = t.board
    if not power or not board.is_active(power):
        return
    told = {"power": power, "why": why}
    if by:
        told["by"] = by
    if area:
        told["area"] = area
    if not flags_on_card(board, power):
        t.emit("flag-forfeited", **told)
        return
    flag = yield from choose_flag(t, power)
    to = "box" if board.phase == "administration" else (yield from _where(t, power, flag, told))
    if to == "reserve":
        make_room(t, power)
    t.emit("flag-gained", counter=flag, to=to, **told)


@rule("5.2.1", "Flags that can be gained")
def flags_on_card(board: Board, power: str) -> list[str]:
    """5.2.1 The flags that lie on the status card; those in the cup, the reserve or a box are not to be had."""
    return board.available(power, "flag")


@rule("3.2.2", "Il Duce's flag", also=("5.2.2", "12.1.2"))
def choose_flag(t: Turn, power: str) -> Asking[str]:
    """3.2.2, 5.2.2 Any of the available flags: Italy says whether it takes Il Duce's where it has both kinds (ruling
    R-5.2.2-il-duce-first); others are alike."""
    flags = flags_on_card(t.board, power)
    special = [flag for flag in flags if t.board.counter(flag).kind]
    ordinary = [flag for flag in flags if flag not in special]
    if not (special and ordinary):
        return flags[0]
    taken = yield Ask("take-flag", power, options=["il-duce-flag", "ordinary-flag"], rule="3.2.2")
    return (special if taken == "il-duce-flag" else ordinary)[0]


def _where(t: Turn, power: str, flag: str, told: Json) -> Asking[str]:
    """Ask for cup or reserve."""
    about = {"flag": flag, "reserve": t.board.reserve(power), **told}
    return (yield Ask("place-flag", power, options=["cup", "reserve"], about=about))


@rule("3.4", "Reserve")
def make_room(t: Turn, power: str) -> None:
    """3.4 A counter that is replaced in the reserve is rejected at once."""
    before = t.board.reserve(power)
    if before:
        t.emit("counter-rejected", power=power, counter=before, why="replaced", rule="3.4")
