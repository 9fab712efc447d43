"""Every kind of decision of the title."""

from .china import ChinaAttack, ChinaExpand, ChinaRetreat
from .choices import AidSide, Ally, Equals, Permit, PlaceFlag, SetReserve, SpendAid, TakeFlag
from .combat import CombatReply, Regroup, Retreat, Support
from .decision import Decision
from .deployment import DEPLOY
from .flags import FreeAction, PlayFlag
from .military import ACTION
from .playing import Interrupt, PlayOffensive
from .pool import ForcePool
from .production import PRODUCE
from .transfers import Transfer
from .units import PLAY_UNIT, PLAY_UPGRADE

CHOSEN = (AidSide(), Ally(), SetReserve(), Equals(), PlaceFlag(), SpendAid(), TakeFlag(), Permit())
IN_CHINA = (ChinaAttack(), ChinaRetreat(), ChinaExpand())
PLAYED = (PlayFlag(), PlayOffensive(), PLAY_UNIT, PLAY_UPGRADE, Interrupt(), FreeAction(), PRODUCE, ForcePool())
FOUGHT = (ACTION, DEPLOY, Support(), CombatReply(), Retreat(), Regroup())
KINDS = Decision.all((*PLAYED, *CHOSEN, *IN_CHINA, Transfer(), *FOUGHT))
