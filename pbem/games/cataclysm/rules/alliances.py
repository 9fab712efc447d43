"""6.1 Alliances: forming, joining and breaking them."""

from pbem.core.rules.requests import Asking
from pbem.core.rules.rulebook import rule

from ..board.board import Board, Turn
from .america import keeps_apart
from .due import due
from .provocation import provoke_listed
from .wars import may_join, uphold_alliances, war_status_after


@rule("6.1.1", "One alliance per ideology")
def partners_for(board: Board, power: str) -> list[str]:
    """6.1, 6.1.1 Powers that could be partners: the members of the alliance to join, or other powers with a
    flag in reserve."""
    if board.allies(power):
        return []
    members = board.alliances.get(board.ideology(power), [])
    if members:
        return list(members)
    return [
        other
        for other in board.same_ideology(power)
        if _flag_in_reserve(board, other) and not keeps_apart(board, other)
    ]


def _flag_in_reserve(board: Board, power: str) -> bool:
    reserve = board.reserve(power)
    return reserve is not None and board.type_of(reserve) == "flag"


@rule("6.1", "Forming an alliance", also=("6.1.2",))
def form_alliance(t: Turn, power: str, partners: list[str]) -> Asking[None]:
    """6.1 The alliance with `partners`, all of one that is joined, stands: provocation by the cards of all members, and
    the wars of the members (6.1.3)."""
    board = t.board
    ideology = board.ideology(power)
    members = [other for other in board.parts.powers if other in (power, *partners)]
    t.emit("alliance-formed", ideology=ideology, powers=members, by=power)
    yield from provoke_listed(t, members, "alliance")
    yield from uphold_alliances(t, power, must_join=True)
    war_status_after(t)
    yield from due(t, "markers")


@rule("6.1.3", "Who cannot join the war cannot join the alliance")
def war_bars(board: Board, power: str, partners: list[str]) -> list[str]:
    """6.1.3 A member that would have to join a war and may not; the powers in question."""
    members = [power, *partners]
    barred = []
    for member in members:
        enemies = [enemy for other in members for enemy in board.enemies(other) if not board.is_enemy(member, enemy)]
        if enemies and not may_join(board, member, enemies):
            barred.append(member)
    return barred
