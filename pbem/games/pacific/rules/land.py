"""Land battles and amphibious assaults (phase 4): bombardment, guns, rounds, retreat, capture."""

from pbem.core.data.collecting import summed
from pbem.core.data.json_types import Json
from pbem.core.rules.requests import Ask, Asking
from pbem.core.rules.rulebook import rule

from ..board.board import Board, Turn
from ..board.pieces import Piece, split
from . import casualties, control, losses, transport
from . import guns as antiaircraft
from .fire import LAND, attack_values
from .rounds import ask_press, battle_over, defence, followed, forces_met, leave, meeting, retreat, shoot, spent, tally


def is_due(board: Board, area: str) -> bool:
    """Enemy land with attackers in it, or troops on their way, is fought for if anybody or a gun is there."""
    if board.is_friendly(area, board.side):
        return False
    if board.landings and any(one["area"] == area for one in board.landings):
        return True
    if not board.is_shared(area) or not attackers(board, area):
        return False
    return bool(board.defenders(area, board.enemy)) or board.has_gun(area, board.enemy)


@rule("MUL-6", "US and China attack together", also=("MUL-1",))
def attackers(board: Board, area: str) -> list[tuple[str, Piece, int]]:
    """MUL-6. Own units that fight for a territory: land units, and aircraft that neither raid nor have left."""
    types = board.parts.types
    return [
        item
        for item in board.stacks(area, board.forces())
        if types[item[1].type].category == "land" or (item[1].flying and not item[1].on_raid and not item[1].has_left)
    ]


@rule("LND-2", "Round", also=("AMP-2", "AMP-3", "AMP-6", "LND-7", "AMP-8", "LND-8"))
def battle(t: Turn, area: str) -> Asking[None]:
    """LND-2. Landing and bombardment, guns, then rounds until one side is gone or the attacker leaves.

    A territory is only taken by land units that survive (LND-7); who wins stays (LND-8).
    """
    board = t.board
    landing = yield from land_troops(t, area)
    ships = bombarding(board, area, landing)
    ours, theirs, has_guns = (
        attackers(board, area),
        board.defenders(area, board.enemy),
        board.has_gun(area, board.enemy),
    )
    own_die = board.option("antiaircraft-falls") == "own-die"
    met = meeting(board, area, ours, theirs, ships, amphibious=bool(landing), guns=has_guns, own_die=own_die)
    forces_met(t, met)
    marked = yield from bombardment(t, area, ships)
    yield from guns(t, area)
    round = 0
    while attackers(board, area) and board.defenders(area, board.enemy):
        round += 1
        yield from one_round(t, area, round, bool(landing), marked)
        marked = {}
        if attackers(board, area) and board.defenders(area, board.enemy):
            if (yield from after_round(t, area, round, bool(landing))):
                break
    losses.gone(t, area, marked)
    spent(t, area, attackers(board, area))
    yield from control.conquer(t, area)
    battle_over(t, area, round, board.is_friendly(area, board.side))


# -- the landing ---------------------------------------------------------------------------------------------


@rule("AMP-1", "Declare", also=("AMP-7", "AMP-2"))
def land_troops(t: Turn, area: str) -> Asking[list[Json]]:
    """AMP-1. Troops go ashore from zones without enemies, or the landing is called off.

    AMP-7: ships that have left their zone land nobody.  Returns the landings made.

    Ruling R-AMP-1-whole-ships.
    """
    board = t.board
    due = [one for one in board.landings if one["area"] == area]
    made, left = [], {}
    for one in due:  # like ships of several landings share what a sea battle has left of them
        alike = one["zone"], one["force"], one["ship"]
        ships = min(one["count"], left.get(alike, board.count(*alike)))
        left[alike] = left.get(alike, board.count(*alike)) - ships
        if ships and not board.warships(one["zone"], board.enemy) and not board.patrol(one["zone"], board.enemy):
            made.append({**one, "count": ships})
    if made:
        made = yield from confirm(t, area, made)
    for one in made:
        transport.ashore(t, {**one, "ship": f"{one['force']}/{one['ship']}"}, "AMP-2")
    for zone in sorted({one["zone"] for one in due}):
        t.emit("landing-ended", area=area, zone=zone)
    return made


def confirm(t: Turn, area: str, made: list[Json]) -> Asking[list[Json]]:
    """The attacker may still call the landing off; ``WI`` lands only where nobody is left to fight."""
    program = t.board.programs.get(area, {})
    if program.get("stance"):
        calls_off = program["stance"] == "WI" and t.board.defenders(area, t.board.enemy)
        followed(t, area, program, "call-off" if calls_off else "land")
        return [] if calls_off else made
    answer = yield Ask("landing", t.board.power, options=["land", "call-off"], about={"area": area}, rule="AMP-1")
    return made if answer == "land" else []


@rule("AMP-4", "Bombardment", also=("JDD-1", "KAM-6"))
def bombarding(board: Board, area: str, landing: list[Json]) -> list[tuple[str, str, Piece, int]]:
    """AMP-4. The ships that fire: in the zones of the landing, if no battle was fought there (KAM-6: kamikazes are
    one).  Destroyers that land troops themselves do not (JDD-1).  Nobody fires at an empty shore.
    Rows ``(zone, force, Piece, count)``.

    Ruling R-AMP-4-undeclared.
    """
    ships = []
    if not board.defenders(area, board.enemy):
        return ships
    for zone in sorted({one["zone"] for one in landing}):
        firing = ships_for(board, zone, area) if zone not in board.fought else {}
        for force, one, count in transport.fresh_guns(board, zone):
            count = min(count, firing.get(f"{force}/{one.type}", 0))
            if count:
                ships.append((zone, force, one, count))
                firing[f"{force}/{one.type}"] -= count
    return ships


@rule("AMP-4", "Bombardment")
def bombardment(t: Turn, area: str, ships: list[tuple[str, str, Piece, int]]) -> Asking[dict[str, int]]:
    """AMP-4. Each ship fires once.  Returns those hit, who still fire."""
    board, types = t.board, t.board.parts.types
    shots = [(f"{force}/{one.key}", count, types[one.type].bombards) for _, force, one, count in ships]
    hits = yield from shoot(t, f"amp-4/{area}", area, board.side, shots, "bombardment")
    for zone, force, one, count in ships:
        spent(t, zone, [(force, one, count)])
    targets = tally(board.defenders(area, board.enemy))
    if not hits or not targets:
        return {}
    return (yield from losses.choose(t, area, "", targets, {"any": sum(hits.values())}, "land-defence"))


def ships_for(board: Board, zone: str, area: str) -> dict[str, int]:
    """``{"us/battleship": n}`` that bombard an area: as declared, or all if nothing was declared for the zone."""
    declared = [one for one in board.bombard if one["zone"] == zone]
    if not declared:
        return transport.bombarders(board, zone) if first_shore(board, zone, area) else {}
    return summed(row for one in declared if one["area"] == area for row in one["units"].items())


def first_shore(board: Board, zone: str, area: str) -> bool:
    """Ruling: ships for which nothing was said bombard the first shore that is fought for."""
    return not any(
        one["zone"] == zone and one["area"] != area and one["area"] in board.fought for one in board.landings
    )


@rule("LND-1", "Antiaircraft fire first")
def guns(t: Turn, area: str) -> Asking[None]:
    """LND-1. Before the first round a gun fires one die at each attacking aircraft; hit on 1, gone at once."""
    aircraft = tally(item for item in attackers(t.board, area) if item[1].flying)
    if aircraft and t.board.has_gun(area, t.board.enemy):
        yield from antiaircraft.fire(t, f"lnd-1/{area}", area, aircraft, "land-attack")


# -- rounds --------------------------------------------------------------------------------------------------


@rule("LND-2", "Round", also=("LND-3", "MUL-1"))
def one_round(t: Turn, area: str, round: int, amphibious: bool, marked: dict[str, int]) -> Asking[None]:
    """LND-2. The attacker fires; the defender marks losses, fires with all of his, and both remove what was hit.

    `marked` are defenders hit by bombardment, who still fire.
    """
    board = t.board
    ours, theirs = tally(attackers(board, area)), tally(board.defenders(area, board.enemy))
    targets = losses.less(theirs, marked)
    values = attack_values(board, ours, amphibious) if targets else []
    hits = yield from shoot(t, f"lnd-2/{area}/{round}/attack", area, board.side, values, "attack")
    if hits:
        chosen = yield from losses.choose(t, area, "", targets, {"any": sum(hits.values())}, "land-defence")
        marked = losses.plus(marked, chosen)
    shots = [
        (token, theirs[token], defence(board, area, board.parts.types[type].defence))
        for type in LAND
        for token in sorted(theirs)
        if split(token)[1].type == type
    ]
    back = yield from shoot(t, f"lnd-2/{area}/{round}/defence", area, board.enemy, shots, "defence")
    losses.gone(t, area, marked)
    if back:
        chosen = yield from losses.choose(t, area, board.power, ours, {"any": sum(back.values())}, "land-attack")
        losses.gone(t, area, chosen)


@rule("LND-5", "Retreat", also=("AMP-5", "AMP-3", "LND-8"))
def after_round(t: Turn, area: str, round: int, amphibious: bool) -> Asking[bool]:
    """LND-5. After a round the attacker may retreat: land units together to one area that they came from and that
    was friendly when the turn began; aircraft anywhere in range, in phase 6.

    AMP-5: after a landing no land unit retreats; aircraft may leave.  True when the battle ends.
    """
    board = t.board
    items = attackers(board, area)
    ground = [item for item in items if not item[1].flying]
    planes = [item for item in items if item[1].flying]
    homes = [] if amphibious else havens(board, area)
    targets = tally(items)
    worst = {"any": sum(n for _, _, n in board.defenders(area, board.enemy))}
    state = {
        "kind": "land",
        "round": round,
        "targets": targets,
        "endangered": casualties.endangered(targets, worst),
        "retreat": homes if ground else [],
        "may_retreat": not ground or bool(homes),
        "may_leave": bool(planes) and (amphibious or board.option("aircraft-leave-alone") == "yes"),
        **({"amphibious": True} if amphibious else {}),
    }
    answer = yield from ask_press(t, area, state)
    if answer["do"] == "fight":
        return False
    leave(t, area, planes)
    if answer["do"] == "retreat" and ground:
        retreat(t, area, ground, answer["to"], "LND-5")
    return not attackers(board, area)


def havens(board: Board, area: str) -> list[str]:
    """Where attacking land units may retreat to: areas they came from, friendly since the turn began."""
    origins = board.origins.get(area, [])
    return sorted(one for one in origins if one in board.control and board.was_friendly(one, board.side))
