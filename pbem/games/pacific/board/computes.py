"""Pure functions that cases call by name."""

from typing import Any

from pbem.core.data.json_types import Json

from ..rules import casualties, control, fire, programs
from .board import Board
from .pieces import split


def attack_values(units: dict[str, int], amphibious: bool = False) -> list[int]:
    """The attack value of each unit of ``{token: count}``, in the order of firing."""
    board = Board()
    return [value for _, count, value in fire.attack_values(board, units, amphibious) for _ in range(count)]


def points(collected: int, plundered: int) -> int:
    return control.scored(collected, plundered)


def legal_losses(targets: dict[str, int], pools: dict[str, int], selection: dict[str, int]) -> bool:
    """Whether hits in pools may be put on targets like this."""
    return not casualties.faults(targets, pools, selection)


def loss_faults(
    targets: dict[str, int], pools: dict[str, int], selection: dict[str, int], bystanders: dict[str, int] | None = None
) -> list[str]:
    """What is wrong with hits put on targets like this, as codes; `bystanders` are an ally's ships."""
    return [code for code, _ in casualties.faults(targets, pools, selection, bystanders)]


def losses_by_order(targets: dict[str, int], pools: dict[str, int], order: list[str]) -> Any:
    return casualties.by_order(targets, pools, order)


def claimants(area: str, forces: list[str]) -> list[str]:
    """Which nations may get a territory that land units of these forces take."""
    return control.claimants(Board(), area, forces)


def press(program: Json, state: Json) -> dict[str, str]:
    return programs.press(program, state)


def program_losses(
    program: Json | None, targets: dict[str, int], pools: dict[str, int], published: list[str]
) -> dict[str, int]:
    """The losses that a battle program chooses."""
    return programs.select(program, targets, pools, published)


def unit(token: str) -> Json:
    """What a token says: type, flags, moves, cargo."""
    force, one = split(token)
    return {"force": force, "type": one.type, "flags": one.flags, "moves": one.moves, "cargo": list(one.cargo)}


COMPUTES = {
    "attack-values": attack_values,
    "points": points,
    "legal-losses": legal_losses,
    "loss-faults": loss_faults,
    "losses-by-order": losses_by_order,
    "claimants": claimants,
    "press": press,
    "program-losses": program_losses,
    "unit": unit,
}
