"""Sea battles (phase 4): first strike, submerging, rounds, retreat, what remains of the zone."""

from pbem.core.data.collecting import summed
from pbem.core.data.json_types import Json
from pbem.core.rules.requests import Ask, Asking
from pbem.core.rules.rulebook import rule

from ..board.board import Board, Turn
from ..board.parts import POWER_OF, SIDES
from ..board.pieces import Piece, split
from . import casualties, control, kamikaze, losses, patrol
from .fire import anybody_hits, can_hit, has_destroyer
from .rounds import ask_press, battle_over, defence, followed, forces_met, leave, meeting, retreat, shoot, spent, tally

ORDER = ("battleship", "carrier", "destroyer", "submarine", "transport", "fighter", "bomber")


def is_due(board: Board, zone: str) -> bool:
    """A zone is fought for if own ships or aircraft meet the enemy there, or kamikazes come."""
    if board.divine and any(one["zone"] == zone for one in board.divine):
        return True
    return board.is_shared(zone) and bool(attackers(board, zone)) and board.blocks(zone, board.enemy)


def attackers(board: Board, zone: str) -> list[tuple[str, Piece, int]]:
    """Own ships on the surface and aircraft in the air for this battle; fighters on deck stay out (R-SEA-10-deck)."""
    types = board.parts.types
    return [
        item
        for item in board.stacks(zone, board.forces())
        if (types[item[1].type].category == "sea" and not item[1].submerged)
        or (item[1].flying and not item[1].has_left)
    ]


@rule("SEA-11", "Whole-zone battle", also=("MUL-1", "MUL-3", "CAP-2", "CAP-7", "PLC-3"))
def defenders(board: Board, zone: str) -> list[tuple[str, Piece, int]]:
    """SEA-11. Everything of the enemy in the zone: surfaced ships, fighters on decks and on patrol.

    CAP-7: fighters on an island in the zone are not in it.
    """
    return board.warships(zone, board.enemy) + board.patrol(zone, board.enemy)


@rule("SEA-1", "Sequence", also=("SEA-9", "CNV-5"))
def battle(t: Turn, zone: str) -> Asking[None]:
    """SEA-1. Rounds of first strike, attack, return fire and removal, until one side is gone, the attacker leaves, or
    nobody can hit anybody (SEA-9)."""
    board = t.board
    raid = [one for one in board.divine if one["zone"] == zone]
    met = defenders(board, zone)
    forces_met(t, meeting(board, zone, attackers(board, zone), met, kamikazes=sum(one["count"] for one in raid)))
    round, submerge = 0, None
    while raid or (attackers(board, zone) and defenders(board, zone) and can_fight(board, zone)):
        round += 1
        marked = (yield from kamikaze.strike(t, zone, raid)) if raid else {}
        raid = []
        yield from one_round(t, zone, round, submerge, marked)
        submerge = None
        if attackers(board, zone) and defenders(board, zone) and can_fight(board, zone):
            over, submerge = yield from after_round(t, zone, round)
            if over:
                break
    spent(t, zone, [item for item in attackers(board, zone) if not item[1].submerged])
    if met:
        settle_convoy(t, zone)
    yield from patrol.stranded(t, zone)
    battle_over(t, zone, round, False)


@rule("SEA-9", "End", also=("SEA-4", "CAP-4"))
def can_fight(board: Board, zone: str) -> bool:
    """SEA-9. Whether anybody can hit anybody: submarines and aircraft without a destroyer cannot (SEA-4)."""
    return anybody_hits(board, tally(attackers(board, zone)), tally(defenders(board, zone)))


# -- a round -------------------------------------------------------------------------------------------------


@rule("SEA-1", "Sequence", also=("SEA-2", "SEA-3"))
def one_round(t: Turn, zone: str, round: int, submerge: int | None, marked: dict[str, int]) -> Asking[None]:
    """SEA-1. (a) Attacking submarines strike or submerge, (b) the others fire, (c) the defender fires and his
    submarines may submerge instead, (d) losses go.

    `marked` are units hit by kamikazes: they still fire.
    """
    board = t.board
    ours_marked = {token: n for token, n in marked.items() if SIDES[token.partition("/")[0]] == board.side}
    theirs_marked = {token: n for token, n in marked.items() if token not in ours_marked}
    yield from dive(t, zone, "attack", submerge if submerge is not None else (None if round == 1 else 0), ours_marked)
    yield from first_strike(t, zone, round, theirs_marked)
    ours, theirs = tally(attackers(board, zone)), tally(defenders(board, zone))
    strikes = not has_destroyer(theirs)
    targets = losses.less(theirs, theirs_marked)
    pools = yield from fire(
        t, f"sea-1/{zone}/{round}/attack", zone, board.side, ours, targets, skip="submarine" if strikes else ""
    )
    if pools and targets:
        chosen = yield from losses.choose(t, zone, "", targets, pools, "sea-defence")
        theirs_marked = losses.plus(theirs_marked, losses.take(t, zone, chosen))
    yield from dive(t, zone, "defence", None, theirs_marked)
    theirs = tally(defenders(board, zone))
    targets = losses.less(tally(attackers(board, zone)), ours_marked)
    pools = yield from fire(t, f"sea-1/{zone}/{round}/defence", zone, board.enemy, theirs, targets)
    losses.gone(t, zone, theirs_marked)
    if pools and targets:
        chosen = yield from losses.choose(
            t, zone, board.power, targets, pools, "sea-attack", bystanders(t, zone, pools)
        )
        ours_marked = losses.plus(ours_marked, losses.take(t, zone, chosen))
    losses.gone(t, zone, ours_marked)


@rule("SEA-2", "First strike", also=("SEA-7", "SEA-10"))
def first_strike(t: Turn, zone: str, round: int, marked: Json) -> Asking[None]:
    """SEA-2. Attacking submarines hit ships before anybody else fires, if no enemy destroyer is there; ships hit are
    gone at once.  Aircraft are never hit, so that the fighters of a sunk carrier fight on (SEA-10)."""
    board = t.board
    theirs = tally(defenders(board, zone))
    if has_destroyer(theirs):
        return
    types = board.parts.types
    subs = [
        (f"{force}/{one.key}", n, types["submarine"].attack)
        for force, one, n in attackers(board, zone)
        if one.type == "submarine"
    ]
    targets = losses.less(theirs, marked)
    if not subs or not can_hit(subs[0][0], targets, False):
        return
    hits = yield from shoot(t, f"sea-2/{zone}/{round}", zone, board.side, subs, "first strike")
    if hits:
        chosen = yield from losses.choose(t, zone, "", targets, {"sub": sum(hits.values())}, "sea-defence")
        losses.gone(t, zone, losses.take(t, zone, chosen), "first strike")


@rule("SEA-3", "Submerge")
def dive(t: Turn, zone: str, side: str, decided: int | None, marked: dict[str, int]) -> Asking[None]:
    """SEA-3. Submarines may submerge instead of firing, whatever destroyers are there; gone until phase 8.

    `decided` is how many do, if that is known; `marked` are units hit that still fire.
    """
    board = t.board
    program = board.programs.get(zone, {}) if side == "attack" else {}
    items = attackers(board, zone) if side == "attack" else defenders(board, zone)
    afloat = losses.less(tally(item for item in items if item[1].type == "submarine"), marked)
    for force in dict.fromkeys(token.partition("/")[0] for token in afloat):
        subs = {token: n for token, n in afloat.items() if token.startswith(f"{force}/")}
        count = program.get("submerge") if decided is None else decided
        if decided is None and count is not None:
            followed(t, zone, program, "submerge")
        if count is None:
            about = {"zone": zone, "side": side, "force": force}
            count = yield Ask("submerge", POWER_OF[force], options=list(range(sum(subs.values()) + 1)), about=about)
        go_under(t, zone, subs, count)


def go_under(t: Turn, zone: str, subs: dict[str, int], count: int) -> None:
    """So many of some submarines submerge, or all of them."""
    for token, number in subs.items():
        down = min(number, count)
        if down:
            under = split(token)[1].but(None, submerged=True)
            t.emit("units-changed", rule="SEA-3", area=zone, units=[[token, down, under]])
            count -= down


@rule("SEA-4", "Submarines against aircraft", also=("SEA-5", "CAP-4"))
def fire(
    t: Turn, label: str, zone: str, side: str, units: dict[str, int], targets: dict[str, int], skip: str = ""
) -> Asking[dict[str, int]]:
    """SEA-4. Those of one side fire that can hit any target; hits go into pools after what they may fall on (SEA-5).

    `skip` names a type that has fired already.
    """
    attacking = side == t.board.side
    shots = shots_of(t.board, zone, units, targets, attacking, skip)
    hits = yield from shoot(t, label, zone, side, shots, "attack" if attacking else "defence")
    return pooled(hits, has_destroyer(units))


@rule("SEA-4", "Who can hit any target")
def shots_of(
    board: Board, zone: str, units: dict[str, int], targets: dict[str, int], attacking: bool, skip: str = ""
) -> list[tuple[str, int, int]]:
    """SEA-4. ``[(token, dice, value)]`` of the units that can hit any target, in order of fire."""
    destroyer, types, shots = has_destroyer(units), board.parts.types, []
    for type in ORDER:
        for token in sorted(units):
            if split(token)[1].type == type and type != skip and can_hit(token, targets, destroyer):
                value = types[type].attack if attacking else defence(board, zone, types[type].defence)
                shots.append((token, units[token], value))
    return shots


@rule("SEA-5", "What hits may fall on")
def pooled(hits: dict[str, int], destroyer: bool) -> dict[str, int]:
    """SEA-5. Hits by what they may fall on."""
    pool = {"s": "sub", "a": "any" if destroyer else "air"}
    return summed((pool.get(casualties.kind_of(token), "any"), count) for token, count in hits.items())


@rule("MUL-5", "Attacking Japanese submarines near allies")
def bystanders(t: Turn, zone: str, pools: dict[str, int]) -> dict[str, int] | None:
    """MUL-5. Hits that Japanese submarines score may be put on an ally's ship in the zone, as the Allies choose."""
    board = t.board
    if board.power == "japan" or not pools.get("sub") or t.board.option("hits-on-allied-ships") != "yes":
        return None
    items = board.warships(zone, board.side)
    found = {f"{force}/{one.key}": n for force, one, n in items if force not in board.forces()}
    return found or None


# -- after a round -------------------------------------------------------------------------------------------


@rule("SEA-8", "Retreat", also=("SEA-3", "AMP-7"))
def after_round(t: Turn, zone: str, round: int) -> Asking[tuple[bool, int]]:
    """SEA-8. Surface ships retreat together to one zone where an attacking ship has been, free of the enemy;
    submarines go with them or submerge; aircraft leave.  Returns whether the battle is over, and how many submarines
    submerge at the start of the next round."""
    board = t.board
    items = attackers(board, zone)
    ships = [item for item in items if not item[1].flying]
    planes = [item for item in items if item[1].flying]
    surface = [item for item in ships if item[1].type != "submarine"]
    homes = havens(board, zone) if ships else []
    subs = sum(n for _, one, n in ships if one.type == "submarine")
    ours, theirs = tally(items), tally(defenders(board, zone))
    state = {
        "kind": "sea",
        "round": round,
        "targets": ours,
        "armed": sum(n for _, one, n in ships if board.parts.types[one.type].attack),
        "sixths": {
            "ours": expected(board, zone, ours, theirs, True),
            "theirs": expected(board, zone, theirs, ours, False),
        },
        "endangered": casualties.endangered(ours, pooled(theirs, has_destroyer(theirs))),
        "retreat": homes,
        "may_retreat": bool(homes) or not surface,
        "may_leave": bool(planes) and (board.option("aircraft-leave-alone") == "yes" or not ships),
        "subs": subs,
    }
    answer = yield from ask_press(t, zone, state)
    if answer["do"] == "fight":
        return False, answer.get("submerge", 0)
    if answer["do"] == "leave":
        leave(t, zone, planes, "SEA-8")
        return not attackers(board, zone), answer.get("submerge", 0)
    diving = answer.get("submerge", 0) if answer.get("to") else subs
    yield from dive(t, zone, "attack", diving, {})
    leave(t, zone, planes, "SEA-8")
    if answer.get("to"):
        retreat(t, zone, attackers(board, zone), answer["to"], "SEA-8", has_left=True)
    return True, 0


def expected(board: Board, zone: str, units: dict[str, int], targets: dict[str, int], attacking: bool) -> int:
    """The hits that units must be expected to score in a round on what they can hit, in sixths."""
    return sum(count * value for _, count, value in shots_of(board, zone, units, targets, attacking))


def havens(board: Board, zone: str) -> list[str]:
    """Zones next to the battle where attacking ships were before it, or through which they came (R-SEA-8-one-zone),
    and that hold no enemy."""
    return [one for one in ways_back(board, zone) if not board.blocks(one, board.enemy)]


def ways_back(board: Board, zone: str) -> list[str]:
    """Those zones, whoever is in them."""
    near = board.parts.areas[zone].sea
    return sorted(one for one in board.origins.get(zone, []) if one in near)


@rule("CNV-5", "By battle")
def settle_convoy(t: Turn, zone: str) -> None:
    """CNV-5. A won battle takes the convoy marker if a ship other than a transport or submerged submarine is left.

    Ruling R-CNV-5-patrol.

    Ruling R-CNV-5-kamikazes.
    """
    board = t.board
    winners = [one for _, one, _ in attackers(board, zone) if not one.flying and one.type != "transport"]
    if winners and not defenders(board, zone):
        control.take_convoy(t.emit, board, zone, "CNV-5")
