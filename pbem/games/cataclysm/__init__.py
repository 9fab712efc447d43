"""Cataclysm: A Second World War (GMT Games): 2018 rules and the Living Rules of April 2022."""

from pbem.core.rules.game import Game

from .board.board import Board
from .board.census import CENSUS, EXCUSED, census_of_answer, census_of_fact
from .board.computes import COMPUTES
from .board.facts import REDUCERS
from .board.invariants import invariants
from .board.names import names
from .board.positions import PositionFormat
from .board.queries import ARGUMENTS, QUERIES
from .board.rulings import rulings, switches
from .board.seating import ideology_of, scenarios, seats_of
from .data.component_checks import check as check_components
from .orders.conditions import CONDITIONS
from .orders.kinds import PETITIONS, kinds
from .rules.military import KINDS
from .rules.sequence import PROCEDURES, acting, next_procedure
from .rules.setup import new_board
from .rules.victory import ENDING
from .words import telling
from .words.mapping import mapped


def board_from(data, charter=None):
    """A board out of its JSON (`to_json`), with the component pack of the charter."""
    return Board.from_json(data, (charter or {}).get("pack"))


def _kinds():
    """All kinds of decision; those with more to say describe their question (describing.py)."""
    from .words.describing import DESCRIBED

    found = {**kinds(), **KINDS}
    for name, describe in DESCRIBED.items():
        found[name].describe = describe
    return found


def _options():
    return {
        name: {"values": ruling["values"], "default": ruling["default"], "rules": ruling["rules"],
               "text": ruling["question"]}
        for name, ruling in switches().items()
    }  # fmt: skip


GAME = Game(
    id="cataclysm",
    name="Cataclysm",
    revision=1,
    package="cataclysm",
    powers=["germany", "italy", "japan", "ussr", "france", "uk", "usa"],
    seats_of=seats_of,
    editions=["2022", "2018"],
    scenarios=scenarios(),
    options=_options(),
    rulings={ruling["id"]: ruling for ruling in rulings()},
    kinds=_kinds(),
    petitions=PETITIONS,
    ending=ENDING,
    side_of=ideology_of,
    procedures=PROCEDURES,
    next_procedure=next_procedure,
    new_board=new_board,
    board_from=board_from,
    reducers=REDUCERS,
    invariants=invariants,
    sentences=telling.sentences,
    telling=telling,
    asked="pbem.games.cataclysm.words.asked",
    mapped=mapped,
    queries=QUERIES,
    arguments=ARGUMENTS,
    computes=COMPUTES,
    conditions=CONDITIONS,
    names=names(),
    names_of=names,
    check_components=check_components,
    result=lambda board: board.over,
    position=PositionFormat,
    acting=acting,
    turn_of=lambda board: board.turn,
    pace=("counters drawn", {"counter-drawn"}),
    census_of_answer=census_of_answer,
    census_of_fact=census_of_fact,
    census_names=CENSUS,
    excused=EXCUSED,
)
