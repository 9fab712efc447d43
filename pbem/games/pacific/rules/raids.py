"""Strategic bombing raids (phase 4): guns, interceptors, escorts, bombs."""

from pbem.core.rules.requests import Ask, Asking, Roll, dice
from pbem.core.rules.rulebook import rule

from ..board.board import Board, Turn
from ..board.parts import POWER_OF
from ..board.pieces import split
from . import control, losses
from . import guns as antiaircraft
from .rounds import defence, shoot, tally


@rule("SBR-3", "Guns first", also=("SBR-2", "SBR-4", "SBR-5"))
def raid(t: Turn, area: str) -> Asking[None]:
    """SBR-3. The defender sends up fighters, guns fire at every bomber and escort, one round in the air, then bombs."""
    interceptors = yield from send_up(t, area)
    yield from guns(t, area)
    yield from air_combat(t, area, interceptors)
    yield from bombs(t, area)
    t.emit("raid-ended", area=area)


def raiders(board: Board, area: str, type: str | None = None) -> dict[str, int]:
    """Own aircraft on the raid, as tokens with counts."""
    return tally(
        item
        for item in board.stacks(area, board.forces())
        if item[1].on_raid and item[1].flying and type in (None, item[1].type)
    )


@rule("SBR-2", "Interceptors")
def send_up(t: Turn, area: str) -> Asking[dict[str, int]]:
    """SBR-2. Fighters based there may intercept; they then take no part in a land battle there this turn."""
    board = t.board
    for force, one, count in board.of_side(area, board.enemy):
        if one.key == "fighter":
            attacked = bool(land_attack(board, area))
            about = {"area": area, "force": force, "attacked": attacked}
            options = list(range(count + 1))
            if not attacked:
                options.reverse()  # the published default: all of them, none if a land battle is coming
            number = yield Ask("intercept", POWER_OF[force], options=options, about=about)
            if number:
                t.emit("units-changed", area=area, units=[[f"{force}/fighter", number, "fighter#"]])
    return tally(item for item in board.of_side(area, board.enemy) if item[1].key == "fighter#")


def land_attack(board: Board, area: str) -> bool:
    """Whether a land battle is coming there."""
    coming = any(one["area"] == area for one in board.landings)
    return coming or any(not one.on_raid for _, one, _ in board.stacks(area, board.forces()))


@rule("SBR-3", "Guns first", also=("LND-1",))
def guns(t: Turn, area: str) -> Asking[None]:
    """SBR-3. One die for each bomber and escort, hit on 1, gone at once."""
    aircraft = raiders(t.board, area)
    if aircraft and t.board.has_gun(area, t.board.enemy):
        yield from antiaircraft.fire(t, f"sbr-3/{area}", area, aircraft, "raid")


@rule("SBR-4", "Air combat", also=("SBR-8",))
def air_combat(t: Turn, area: str, interceptors: dict[str, int]) -> Asking[None]:
    """SBR-4. Interceptors hit on 2, then escorts, those hit included, on 1; then what was hit goes.

    SBR-8: in Japan's first turn interceptors hit on 1.
    """
    board = t.board
    aircraft = raiders(board, area)
    if not interceptors or not aircraft:
        return
    combat = board.parts.turn["combat"]
    value = defence(board, area, combat["interceptor"])
    shots = [(token, count, value) for token, count in interceptors.items()]
    hits = yield from shoot(t, f"sbr-4/{area}/intercept", area, board.enemy, shots, "interception")
    marked = {}
    if hits:
        marked = yield from losses.choose(t, area, board.power, aircraft, {"any": sum(hits.values())}, "raid")
    escorts = [(token, n, combat["escort"]) for token, n in aircraft.items() if split(token)[1].type == "fighter"]
    back = yield from shoot(t, f"sbr-4/{area}/escort", area, board.side, escorts, "escort")
    losses.gone(t, area, marked)
    if back:
        pools = {"any": sum(back.values())}
        chosen = yield from losses.choose(t, area, "", interceptors, pools, "raid-defence")
        losses.gone(t, area, chosen)


@rule("SBR-5", "Bombs", also=("VIC-3",))
def bombs(t: Turn, area: str) -> Asking[None]:
    """SBR-5. One die a bomber; the total is lost at once from the money in hand, no more than there is.

    VIC-3: Japan loses a point for every full 10 IPCs that one raid costs it.

    Ruling R-VIC-3-each-raid.
    """
    board = t.board
    number = sum(raiders(board, area, "bomber").values())
    nation = board.control[area]
    if not number:
        return
    rolled = yield Roll(f"sbr-5/{area}", dice(number))
    lost = min(sum(rolled), board.money.get(nation, 0))
    t.emit("complex-bombed", area=area, nation=nation, dice=rolled, lost=lost)
    if nation == "japan":
        control.lose_points(t, lost, "VIC-3", "bombing")
