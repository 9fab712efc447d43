"""Red Dragon Rising: The Coming War with China."""

from pbem.core.game import Game

from . import telling
from .board import board_from, options, rulings_by_id
from .census import census_names, census_of_answer, census_of_fact, excused
from .component_checks import check as check_components
from .facts import REDUCERS
from .invariants import invariants
from .mapping import mapped
from .names import names
from .orders import KINDS, PETITIONS
from .positions import Positions, new_board, scenarios
from .queries import COMPUTES, CONDITIONS, QUERIES
from .sequence import PROCEDURES, acting, next_procedure
from .victory import result

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
    procedures=PROCEDURES,
    next_procedure=next_procedure,
    new_board=new_board,
    board_from=board_from,
    reducers=REDUCERS,
    invariants=invariants,
    telling=telling,
    mapped=mapped,
    sentences=telling.sentences,
    queries=QUERIES,
    computes=COMPUTES,
    conditions=CONDITIONS,
    names=names(),
    result=result,
    acting=acting,
    pace=("activities begun", {"event-checked"}),
    position=Positions,
    names_of=names,
    check_components=check_components,
    census_of_answer=census_of_answer,
    census_of_fact=census_of_fact,
    census_names=census_names(),
    excused=excused(),
)
