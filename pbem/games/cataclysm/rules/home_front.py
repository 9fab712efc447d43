"""3.7.6 The Home Front: the test of a power, and what a scenario adds to its first."""

from pbem.core.rules.requests import Asking
from pbem.core.rules.rulebook import rule

from ..board.board import Turn
from .checks import modifier
from .commitment import increase_commitment, next_commitment
from .due import due
from .stability import stability_test


@rule("5.5.1", "Home front test", also=("3.7.6", "4.1"))
def home_front_test(t: Turn, power: str) -> Asking[None]:
    """3.7.6 A test with the penalty of the commitment, unless civilian (ruling R-5.5.1-exhaustion: exhaustion -2)."""
    column = t.board.column(power)
    if column["homeFrontTest"]:
        found = []
        if column["homeFrontModifier"]:
            found.append(modifier("commitment", column["homeFrontModifier"], "4.1"))
        yield from stability_test(t, power, "home-front", found)
        yield from due(t, "falls")
    yield from after_home_front(t, power)


@rule("3.7.6", "A commitment that the scenario raises")
def after_home_front(t: Turn, power: str) -> Asking[None]:
    """The power goes to the commitment of the scenario after its first Home Front test (C.4: the United Kingdom)."""
    board = t.board
    for each in board.parts.special("commitment"):
        key = f"raised:{power}"
        if each["power"] != power or board.special.get(key):
            continue
        t.emit("special-changed", name=key, value=True, rule="3.7.6")
        if board.is_active(power) and next_commitment(board, power) == each["to"]:
            yield from increase_commitment(t, power, {})
