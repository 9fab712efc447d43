"""Red Dragon Rising: The Coming War with China."""

from pbem.core.rules.game import Game

from .board.board import board_from, options, rulings_by_id
from .board.census import census_names, census_of_answer, census_of_fact, excused
from .board.facts import REDUCERS
from .board.invariants import invariants
from .board.names import names
from .board.positions import Positions, new_board, scenarios
from .board.queries import ARGUMENTS, COMPUTES, CONDITIONS, QUERIES
from .data.component_checks import check as check_components
from .orders.kinds import KINDS, PETITIONS
from .rules.sequence import PROCEDURES, acting, next_procedure
from .rules.victory import ENDING, result
from .words import telling
from .words.mapping import mapped

GAME = Game(
    id="red-dragon",
    name="Red Dragon Rising",
    revision=1,
    package="red_dragon",
    powers=["prc", "allied"],
    seats={2: {"prc": ["prc"], "allied": ["allied"]}},
    editions=["2008"],
    scenarios=scenarios(),
    options=options(),
    rulings=rulings_by_id(),
    kinds=KINDS,
    petitions=PETITIONS,
    ending=ENDING,
    procedures=PROCEDURES,
    next_procedure=next_procedure,
    new_board=new_board,
    board_from=board_from,
    reducers=REDUCERS,
    invariants=invariants,
    telling=telling,
    asked="pbem.games.red_dragon.words.asked",
    mapped=mapped,
    sentences=telling.sentences,
    queries=QUERIES,
    arguments=ARGUMENTS,
    computes=COMPUTES,
    conditions=CONDITIONS,
    names=names(),
    result=result,
    acting=acting,
    turn_of=lambda board: board.actions + board.stage.startswith("prc"),
    pace=("activities begun", {"event-checked"}),
    position=Positions,
    names_of=names,
    check_components=check_components,
    census_of_answer=census_of_answer,
    census_of_fact=census_of_fact,
    census_names=census_names(),
    excused=excused(),
)
