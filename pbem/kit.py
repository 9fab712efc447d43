"""All that a title from outside is written with, in one place: ``from pbem.kit import Game, State, rule, …``.

What is not here is the house's own and may change any day.  docs/generated/kit.md has every signature, made from this.
"""

from .core.data.boards import StateBoard
from .core.data.checked import joined, read_checked
from .core.data.fields import Vocabulary, read_vocabulary
from .core.data.problems import NOT_ALLOWED, NOT_UNDERSTOOD, ODD, BrokenFile, Problem, messages
from .core.data.sentences import Words
from .core.data.state_fields import State, StateField
from .core.data.text import counted, listed
from .core.language.conditions import Conditions
from .core.language.decision import Decision
from .core.language.draw_and_resign import CONCESSION, DRAW, Ending
from .core.language.field import Field as OrderField
from .core.language.fields import Area, Flag, Name, Number, Order, Repeated, Word
from .core.language.fields import Names as ListOfNames
from .core.language.form import Form
from .core.language.names import Names
from .core.language.order_context import NOTHING, OrderContext
from .core.language.units import One, Units
from .core.rules.engine import Table as Turn
from .core.rules.facts import Facts
from .core.rules.requests import Ask, Asking, Interrupted, Offer, Roll, Together, dice, pick, shuffle, with_interrupts
from .core.rules.rulebook import rule
from .core.rules.turns import Turns
from .core.title.game import FightTable, Game, Loss, Turning, load
from .core.title.positions import board_parts
from .core.title.rulings import options_in, read_rulings
from .core.title.scenario_pages import page_line
from .core.title.table import Field, Table, always, flag, never, number, word

__all__ = [
    "NOTHING",
    "CONCESSION",
    "DRAW",
    "NOT_ALLOWED",
    "NOT_UNDERSTOOD",
    "ODD",
    "Area",
    "Ask",
    "Asking",
    "BrokenFile",
    "Conditions",
    "Decision",
    "Ending",
    "Facts",
    "Field",
    "FightTable",
    "Flag",
    "Form",
    "Game",
    "Interrupted",
    "ListOfNames",
    "Loss",
    "Name",
    "Names",
    "Number",
    "Offer",
    "One",
    "Order",
    "OrderContext",
    "OrderField",
    "Problem",
    "Repeated",
    "Roll",
    "State",
    "StateBoard",
    "StateField",
    "Table",
    "Together",
    "Turn",
    "Turning",
    "Turns",
    "Units",
    "Vocabulary",
    "Word",
    "Words",
    "always",
    "board_parts",
    "counted",
    "dice",
    "flag",
    "joined",
    "listed",
    "load",
    "messages",
    "never",
    "number",
    "options_in",
    "page_line",
    "pick",
    "read_checked",
    "read_rulings",
    "read_vocabulary",
    "rule",
    "shuffle",
    "with_interrupts",
    "word",
]
