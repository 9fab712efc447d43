"""Kamikazes (phase 4): declared before any die, struck in the first round of their battle."""

from pbem.core.data.collecting import summed
from pbem.core.data.json_types import Json
from pbem.core.rules.requests import Ask, Asking
from pbem.core.rules.rulebook import rule

from ..board.board import Board, Turn
from ..board.pieces import bare, split
from . import losses
from .rounds import shoot


@rule("KAM-2", "Declaration", also=("KAM-1", "KAM-5", "KAM-7"))
def declare(t: Turn) -> Asking[None]:
    """KAM-2. After combat movement and before any die Japan says how many, where and at which ships, in any player's
    turn (KAM-1, KAM-7).  Nobody is asked while there is no ship to strike."""
    if not t.board.kamikazes or not targets(t.board):
        return
    attacks = yield Ask("kamikaze", "japan", about={"left": t.board.kamikazes})
    if attacks:
        t.emit("kamikazes-declared", attacks=attacks)


@rule("KAM-4", "Targets", also=("KAM-1",))
def targets(board: Board) -> dict[str, dict[str, int]]:
    """KAM-4. Allied surface ships in the marked zones, whatever they did this turn: ``{zone: {token: count}}``."""
    found = {}
    for zone in board.parts.zones:
        if board.parts.areas[zone].kamikaze:
            there = [row for row in board.warships(zone, "allies") if row[1].type != "submarine"]
            ships = summed((bare(f"{force}/{one.key}"), count) for force, one, count in there)
            if ships:
                found[zone] = ships
    return found


@rule("KAM-3", "Resolution", also=("KAM-6",))
def strike(t: Turn, zone: str, attacks: list[Json]) -> Asking[dict[str, int]]:
    """KAM-3. One die each, hit on 2; the named ship takes the hit and still fires.  A battleship needs two hits.

    Returns what was hit and goes when the round is over.  KAM-6: the zone has seen a battle.

    Ruling R-KAM-3-marked.
    """
    board, marked = t.board, {}
    value = board.parts.turn["kamikaze"]["hit_on"]
    for number, attack in enumerate(attacks, 1):
        shots = [(attack["target"], attack["count"], value)]
        hits = yield from shoot(t, f"kam-3/{zone}/{number}", zone, "axis", shots, "kamikaze")
        for _ in range(sum(hits.values())):
            target = still_there(board, zone, attack["target"], marked)
            if target:
                marked = losses.plus(marked, losses.take(t, zone, {target: 1}))
    t.emit("kamikazes-done", zone=zone)
    return marked


def still_there(board: Board, zone: str, target: str, marked: dict[str, int]) -> str | None:
    """The token of a ship like the one named that is not hit yet; a battleship damaged meanwhile comes first."""
    force, one = split(target)
    wanted = [f"{force}/{one.but(damaged=True)}", target] if one.type == "battleship" else [target]
    ships = [(f"{owner}/{ship.key}", count) for owner, ship, count in board.warships(zone, "allies")]
    for like in wanted:
        for token, count in ships:
            if bare(token) == like and count > marked.get(token, 0):
                return token
    return None
