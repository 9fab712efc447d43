"""Red Dragon Rising: The Coming War with China."""

from pbem.core.data.components import scenarios
from pbem.core.title.game import IN_ITS_ROOMS, Game

from .board.board import board_from
from .board.facts import FACTS
from .board.names import names
from .board.parts import PACKAGE
from .board.rulings import OPTIONS, RULINGS
from .orders.kinds import KINDS
from .orders.turns import TURNS
from .rules.sequence import PROCEDURES, acting, next_procedure
from .rules.victory import ENDING, result, would_win
from .views import positions
from .views.positions import new_board
from .words import telling

GAME = Game(
    id="red-dragon",
    name="Red Dragon Rising",
    revision=5,
    package=PACKAGE,
    powers=["prc", "allied"],
    seats={2: {"prc": ["prc"], "allied": ["allied"]}},
    editions=["2008"],
    scenarios=scenarios(PACKAGE, "standard", "ready"),
    options=OPTIONS,
    rulings=RULINGS,
    kinds=KINDS,
    ending=ENDING,
    procedures=PROCEDURES,
    next_procedure=next_procedure,
    new_board=new_board,
    board_from=board_from,
    facts=FACTS,
    telling=telling,
    asked="pbem.games.red_dragon.words.asked",
    result=result,
    would_win=would_win,
    acting=acting,
    turns=TURNS,
    pace=("activities begun", {"event-checked"}),
    position=positions,
    names_of=names,
    lazy=IN_ITS_ROOMS,
)
