"""Every kind of decision of the title."""

from .battle import Losses
from .choosing import Kamikaze, Landing, Press, Stranded, Submerge
from .decision import Decision
from .money import Purchase, SplitConvoys
from .moves import CombatMoves, NoncombatMoves
from .patrols import LandPatrol
from .placing import Bid, Placement

KINDS = Decision.all(
    (
        Bid(),
        SplitConvoys(),
        Purchase(),
        LandPatrol(),
        CombatMoves(),
        Kamikaze(),
        Landing(),
        Submerge(),
        Losses(),
        Press(),
        Stranded(),
        NoncombatMoves(),
        Placement(),
    )
)
