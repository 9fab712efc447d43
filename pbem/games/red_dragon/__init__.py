"""Red Dragon Rising: The Coming War with China."""

from pbem.core.title.game import Game

from .board.board import board_from
from .board.facts import FACTS
from .board.names import names
from .board.rulings import OPTIONS, RULINGS
from .orders.kinds import KINDS
from .orders.turns import TURNS
from .rules.sequence import PROCEDURES, acting, next_procedure
from .rules.victory import ENDING, result, would_win
from .views.positions import Positions, new_board, scenarios
from .words import telling

GAME = Game(
    id="red-dragon",
    name="Red Dragon Rising",
    revision=5,
    package="pbem.games.red_dragon",
    powers=["prc", "allied"],
    seats={2: {"prc": ["prc"], "allied": ["allied"]}},
    editions=["2008"],
    scenarios=scenarios(),
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
    position=Positions,
    names_of=names,
    lazy={
        "sensible": "players.sensible:valued",
        "robot": "players.robot:STYLE",
        "victory": "words.scenario_page:victory",
        "added": "words.scenario_page:added",
        "invariants": "views.invariants:invariants",
        "mapped": "words.mapping:mapped",
        "names": "board.names:names()",
        "table": "views.table:TABLE",
        "arguments": "views.table:ARGUMENTS",
        "computes": "views.computes:COMPUTES",
        "conditions": "orders.conditions:CONDITIONS",
        "check_components": "views.component_checks:check",
        "census_of_answer": "words.census:census_of_answer",
        "census_of_fact": "words.census:census_of_fact",
        "census_names": "words.census:census_names()",
        "excused": "words.census:excused()",
    },
)
