"""All that a title from outside is written with, in one place: ``from pbem.kit import Game, State, rule, …``.

What is not here is the house's own and may change any day.  docs/generated/kit.md has every signature, made from this.
"""

from .core.data.boards import StateBoard as StateBoard
from .core.data.checked import joined as joined
from .core.data.checked import read_checked as read_checked
from .core.data.fields import Vocabulary as Vocabulary
from .core.data.fields import read_vocabulary as read_vocabulary
from .core.data.problems import NOT_ALLOWED as NOT_ALLOWED
from .core.data.problems import NOT_UNDERSTOOD as NOT_UNDERSTOOD
from .core.data.problems import ODD as ODD
from .core.data.problems import BrokenFile as BrokenFile
from .core.data.problems import Problem as Problem
from .core.data.problems import messages as messages
from .core.data.sentences import Words as Words
from .core.data.state_fields import State as State
from .core.data.state_fields import StateField as StateField
from .core.data.text import counted as counted
from .core.data.text import listed as listed
from .core.language.conditions import Conditions as Conditions
from .core.language.decision import Decision as Decision
from .core.language.draw_and_resign import CONCESSION as CONCESSION
from .core.language.draw_and_resign import DRAW as DRAW
from .core.language.draw_and_resign import Ending as Ending
from .core.language.field import Field as _OrderField
from .core.language.fields import Area as Area
from .core.language.fields import Flag as Flag
from .core.language.fields import Name as Name
from .core.language.fields import Names as _ListOfNames
from .core.language.fields import Number as Number
from .core.language.fields import Order as Order
from .core.language.fields import Repeated as Repeated
from .core.language.fields import Word as Word
from .core.language.form import Form as Form
from .core.language.names import Names as Names
from .core.language.order_context import NOTHING as NOTHING
from .core.language.order_context import OrderContext as OrderContext
from .core.language.units import One as One
from .core.language.units import Units as Units
from .core.rules.engine import Table as _Turn
from .core.rules.facts import Facts as Facts
from .core.rules.requests import Ask as Ask
from .core.rules.requests import Asking as Asking
from .core.rules.requests import Interrupted as Interrupted
from .core.rules.requests import Offer as Offer
from .core.rules.requests import Roll as Roll
from .core.rules.requests import Together as Together
from .core.rules.requests import dice as dice
from .core.rules.requests import pick as pick
from .core.rules.requests import shuffle as shuffle
from .core.rules.requests import with_interrupts as with_interrupts
from .core.rules.rulebook import rule as rule
from .core.rules.turns import Turns as Turns
from .core.title.game import FightTable as FightTable
from .core.title.game import Game as Game
from .core.title.game import Loss as Loss
from .core.title.game import Turning as Turning
from .core.title.game import load as load
from .core.title.positions import board_parts as board_parts
from .core.title.rulings import options_in as options_in
from .core.title.rulings import read_rulings as read_rulings
from .core.title.scenario_pages import page_line as page_line
from .core.title.table import Field as Field
from .core.title.table import Table as Table
from .core.title.table import always as always
from .core.title.table import flag as flag
from .core.title.table import never as never
from .core.title.table import number as number
from .core.title.table import word as word

OrderField = _OrderField
ListOfNames = _ListOfNames
Turn = _Turn
