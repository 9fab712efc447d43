"""The sequence of play: whose turn, which of the nine phases, which step comes next."""

from collections.abc import Callable

from pbem.core.data.json_types import Json
from pbem.core.language.draw_and_resign import DRAW, Ending
from pbem.core.rules.requests import Ask, Asking, Procedure
from pbem.core.rules.rulebook import rule

from ..board.board import Board, Turn
from ..board.parts import OTHER, SIDES
from ..board.pieces import Piece, ready
from . import battle, control, economy, kamikaze, movement, patrol, placement, raids
from .due import DUE


@rule("ORD-2", "Nine phases")
def next_procedure(board: Board) -> tuple[str, Json] | None:
    """ORD-2. The step that follows at a rest point, or None when the game is over."""
    if board.result:
        return None
    turn = {"power": board.power, "round": board.round}
    if board.phase == "combat":
        if board.raids:
            return "raid", {**turn, "area": board.raids[0]}
        if battle.due(board):
            return "battle", turn
        return "markers", turn
    return board.phase, turn


def after(t: Turn, phase: str) -> None:
    """Go on to the phase behind `phase`."""
    t.emit("phase-begun", rule="ORD-2", phase=PHASES[PHASES.index(phase) + 1])


@rule("ORD-1", "Order of play")
def begin_turn(t: Turn, power: str, round: int) -> None:
    """ORD-1. Japan, Britain, USA; a captured capital held so long wins before anything else (VIC-5)."""
    t.emit("turn-begun", power=power, round=round)
    control.capital_victory(t)


def opening(t: Turn, power: str, round: int) -> Asking[None]:
    """Before the first turn: the agreed bid is placed and the British convoys are split."""
    if t.board.option("bid-power") != "none":
        yield from place_bid(t)
    yield from economy.split_convoys(t)
    begin_turn(t, t.board.parts.powers[0], 1)


@rule("BID-1", "Bid")
def place_bid(t: Turn) -> Asking[None]:
    """The agreed bid: extra units where the bidder has some already; what is left goes into his purse."""
    power, amount = t.board.option("bid-power"), int(t.board.option("bid"))
    answer = yield Ask("bid", power, about={"amount": amount})
    types = t.board.parts.types
    for item in answer:
        t.emit("units-placed", area=item["area"], units=item["units"])
        amount -= sum(types[token.partition("/")[2]].cost * n for token, n in item["units"].items())
    nation = t.board.parts.turn["powers"][power]["nations"][0]
    t.emit("bid-spent", power=power, left=amount)
    if amount:
        t.emit("money-changed", nation=nation, by=amount, why="bid")


def phase(name: str, acts: Callable[[Turn], Asking[None] | None]) -> Procedure:
    """A phase in which all that happens is asked for by one function, and then the next one."""

    def procedure(t: Turn, power: str, round: int) -> Asking[None]:
        yield from acts(t) or ()
        after(t, name)

    return procedure


@rule("END-1", "Phase 8")
def refit(t: Turn) -> None:
    """END-1. Submarines surface, battleships are repaired; what units did this turn is forgotten (R-SEA-3-phase)."""
    board = t.board
    if any(board.changing(ready)):
        t.emit("units-ready")
    for area in sorted(board.units):
        for force, one, count in board.stacks(area):
            if one.type == "carrier" and one.cargo:
                deck_cargo(t, area, force, one, count)


def deck_cargo(t: Turn, zone: str, force: str, one: Piece, count: int) -> None:
    """Fighters that rode in a carrier as cargo stand on its deck again."""
    cargo = {item: one.cargo.count(item) for item in one.cargo}
    ship, becomes = f"{force}/{one.key}", one.but(cargo=())
    t.emit("fighters-on-deck", zone=zone, area=zone, ship=ship, count=count, becomes=becomes, cargo=cargo)


def phase_income(t: Turn, power: str, round: int) -> Asking[None]:
    """Phase 9, and the next turn."""
    board = t.board
    yield from economy.income(t)
    if board.power == "japan":
        control.points(t)
        if board.result:
            return
    order = board.parts.powers
    place = order.index(board.power) + 1
    following = order[place % len(order)]
    begin_turn(t, following, board.round + (place == len(order)))


@rule("VIC-1", "Conceding")
def agreed_end(t: Turn, power: str, left: list[str], why: str) -> None:
    """A side gives up, if all its players agree, and the other side wins; or all agree on a draw.

    Ruling: R-VIC-1-agreed-end.
    """
    if why == DRAW:
        t.emit("game-ended", winner=None, why="agreed-draw")
        return
    t.emit("conceded", power=power)
    t.emit("game-ended", winner=OTHER[SIDES[power]], why="concession")


ENDING = Ending("VIC-1", lambda board, power: SIDES[power], lambda board: list(board.parts.powers), agreed_end)


HAPPENS: dict[str, Callable[[Turn], Asking[None] | None] | None] = {  # in the order of the phases
    "purchase": economy.purchase,  # phase 1
    "land-patrol": patrol.land,  # phase 2
    "combat-movement": movement.combat_movement,  # phase 3
    "kamikaze": kamikaze.declare,  # phase 4 begins: before any die
    "combat": None,
    "markers": control.markers,  # phase 5
    "noncombat-movement": movement.noncombat_movement,  # phase 6
    "placement": placement.place_new_units,  # phase 7
    "refit": refit,  # phase 8
    "income": None,
}
PHASES = tuple(HAPPENS)
STEPS: dict[str, Procedure] = {
    **{name: phase(name, acts) for name, acts in HAPPENS.items() if acts},
    "opening": opening,
    "raid": lambda t, power, round, area: raids.raid(t, area),
    "battle": lambda t, power, round: battle.next_battle(t),
    "income": phase_income,
}
PROCEDURES = {name: DUE.step(procedure) for name, procedure in STEPS.items()}
