"""The kinds of decision of chapters 1 to 6 and 11, and the petitions."""

from pbem.core.language.decision import Decision

from .china import china_kinds
from .choices import choices
from .flags import FreeAction, PlayFlag
from .petitions import PETITIONS
from .playing import Interrupt, PlayOffensive
from .pool import ForcePool
from .production import PRODUCE
from .transfers import Transfer
from .units import PLAY_UNIT, PLAY_UPGRADE

__all__ = ["PETITIONS", "kinds"]


def kinds() -> dict[str, Decision]:
    """All of them, by name."""
    found = [
        PlayFlag(),
        PlayOffensive(),
        PLAY_UNIT,
        PLAY_UPGRADE,
        Interrupt(),
        PRODUCE,
        ForcePool(),
        FreeAction(),
        *choices(),
        *china_kinds(),
        Transfer(),
    ]
    return {kind.name: kind for kind in found}
