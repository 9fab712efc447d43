"""What can happen in chapters 7 to 10: fact type -> reducer."""

from pbem.core.data.state_fields import copied
from pbem.core.rules.facts import Fact

from .board import Board
from .recording import recorder

FACTS = recorder()
fact = FACTS.fact


@fact(
    "operation-declared",
    "power form target units sides origins coast defender country controller surprise augment extended path cost",
)
def operation_declared(board: Board, made: Fact) -> None:
    told = "power form target units origins coast defender surprise augment extended path".split()
    began = {"limited": [], "attack": [], "defence": [], "aid": False}
    board.operation_if_any = {**{name: copied(made[name]) for name in told}, **began}


@fact("operation-left", "power units why")  # allied units that can no longer take part
def operation_left(board: Board, made: Fact) -> None:
    units = [unit for unit in board.operation["units"] if unit not in made["units"]]
    board.operation_if_any = {**board.operation, "units": units}


@fact("supply-limited", "power units sides")  # Limited Supply markers (9.6)
def supply_limited(board: Board, made: Fact) -> None:
    board.operation_if_any = {**board.operation, "limited": sorted({*board.operation["limited"], *made["units"]})}


@fact("support-committed", "power units sides side")  # side attack or defence (10.2)
def support_committed(board: Board, made: Fact) -> None:
    side, play = made["side"], board.operation
    came = {unit: board.at(unit) for unit in made["units"] if board.at(unit) != play["target"]}
    board.operation_if_any = {**play, side: [*play[side], *made["units"]], "origins": {**play["origins"], **came}}


@fact("aid-spent", "area counters:{[id]}")  # one aid of each faction helps the defence (9.7.1)
def aid_spent(board: Board, made: Fact) -> None:
    for counters in made["counters"].values():
        for counter in counters:
            board.place[counter] = "available"
    board.operation_if_any = {**board.operation, "aid": True}


@fact("operation-ended", "power target outcome")
def operation_ended(board: Board, made: Fact) -> None:
    board.operation_if_any = None


@fact("units-deployed", "power units")  # not to be activated in the same offensive (8.4.2)
def units_deployed(board: Board, made: Fact) -> None:
    if board.offensive_if_any:
        deployed = sorted({*board.offensive["deployed"], *made["units"]})
        board.offensive_if_any = {**board.offensive, "deployed": deployed}
