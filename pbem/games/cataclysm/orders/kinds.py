"""The kinds of decision of chapters 1 to 6 and 11, and the petitions."""

from ..rules.america import Transfer
from ..rules.commitment import ForcePool
from .china import china_kinds
from .choices import choices
from .flags import FreeAction, PlayFlag
from .petitions import PETITIONS
from .playing import Interrupt, PlayOffensive
from .production import Produce
from .units import PLAY_UNIT, PLAY_UPGRADE

__all__ = ["PETITIONS", "kinds"]


def kinds():
    """All of them, by name."""
    found = [
        PlayFlag(), PlayOffensive(), PLAY_UNIT, PLAY_UPGRADE, Interrupt(), Produce(), ForcePool(), FreeAction(),
        *choices(), *china_kinds(), Transfer(),
    ]  # fmt: skip
    return {kind.name: kind for kind in found}
