"""Pure functions that cases call by name."""

from ..board.board import Board
from ..rules import casualties, control, fire, programs


def attack_values(units: dict[str, int], amphibious: bool = False) -> list[int]:
    """The attack value of each unit of ``{token: count}``, in the order of firing."""
    board = Board()
    return [value for _, count, value in fire.attack_values(board, units, amphibious) for _ in range(count)]


def legal_losses(targets: dict[str, int], pools: dict[str, int], selection: dict[str, int]) -> bool:
    """Whether hits in pools may be put on targets like this."""
    return not casualties.faults(targets, pools, selection)


def loss_faults(
    targets: dict[str, int], pools: dict[str, int], selection: dict[str, int], bystanders: dict[str, int] | None = None
) -> list[str]:
    """What is wrong with hits put on targets like this, as codes; `bystanders` are an ally's ships."""
    return [code for code, _ in casualties.faults(targets, pools, selection, bystanders)]


def claimants(area: str, forces: list[str]) -> list[str]:
    """Which nations may get a territory that land units of these forces take."""
    return control.claimants(Board(), area, forces)


COMPUTES = {
    "attack-values": attack_values,
    "points": control.scored,
    "legal-losses": legal_losses,
    "loss-faults": loss_faults,
    "claimants": claimants,
    "press": programs.press,
    "program-losses": programs.select,
}
