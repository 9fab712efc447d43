"""2.4 The cubes of a power are a hard limit: areas, failed actions, alliances and wars share them."""

from pbem.core.rules.rulebook import rule

from ..board.board import Board, Turn


@rule("2.4.1", "Cubes that are left", also=("2.4",))
def cubes_left(board: Board, power: str) -> int:
    """2.4, 2.4.1 How many cubes of the power lie unused; less than none if the political display lacks one (ruling
    R-2.4-cubes)."""
    used = cubes_on_map(board, power) + sum(board.powers[power]["failed"].values())
    used += sum(power in members for members in board.alliances.values())
    used += sum(power in powers for war in board.wars for powers in war["sides"].values())
    return board.card(power)["cubes"] - used


def cubes_on_map(board: Board, power: str) -> int:
    """The cubes of the power in areas."""
    return sum(cubes.get(power, 0) for cubes in board.cubes.values())


@rule("2.4", "Cubes taken back from failed actions")
def take_back_cubes(t: Turn, power: str, needed: int) -> int:
    """2.4.1 All cubes are at hand at any time: those in failed action boxes (5.4) come back where `needed` ones are
    lacking.  Returns how many of the needed ones there are (ruling R-2.4-cubes)."""
    lacking = max(0, needed) - cubes_left(t.board, power)
    failed = dict(t.board.powers[power]["failed"])
    while lacking > 0 and failed:
        box = max(failed)
        failed = {name: count - (name == box) for name, count in failed.items() if count > (name == box)}
        lacking -= 1
    if failed != t.board.powers[power]["failed"]:
        t.emit("failed-actions-changed", power=power, failed=failed)
    return max(0, min(needed, needed - lacking))
