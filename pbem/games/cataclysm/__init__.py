"""Cataclysm: A Second World War (GMT Games): 2018 rules and the Living Rules of April 2022."""

from pbem.core.data.json_types import Json
from pbem.core.title.game import IN_ITS_ROOMS, Game

from .board.board import Board
from .board.facts import FACTS
from .board.names import names
from .board.rulings import OPTIONS, RULINGS
from .board.seating import ideology_of, scenarios, seats_of
from .orders.kinds import KINDS
from .orders.petitions import PETITIONS
from .orders.turns import TURNS
from .rules.sequence import PROCEDURES, acting, next_procedure
from .rules.setup import new_board
from .rules.victory import ENDING, would_win
from .views import positions
from .words import telling


def board_from(data: Json, charter: Json | None = None) -> Board:
    """A board out of its JSON (`to_json`), with the component pack of the charter."""
    return Board.from_json(data, (charter or {}).get("pack"))


GAME = Game(
    id="cataclysm",
    name="Cataclysm",
    revision=6,
    package="pbem.games.cataclysm",
    powers=["germany", "italy", "japan", "ussr", "france", "uk", "usa"],
    seats_of=seats_of,
    editions=["2022", "2018"],
    scenarios=scenarios(),
    options=OPTIONS,
    rulings=RULINGS,
    kinds=KINDS,
    petitions=PETITIONS,
    ending=ENDING,
    side_of=ideology_of,
    procedures=PROCEDURES,
    next_procedure=next_procedure,
    new_board=new_board,
    board_from=board_from,
    facts=FACTS,
    telling=telling,
    asked="pbem.games.cataclysm.words.asked",
    names_of=names,
    result=lambda board: board.over,
    would_win=would_win,
    position=positions,
    acting=acting,
    turns=TURNS,
    pace=("counters drawn", {"counter-drawn"}),
    lazy=IN_ITS_ROOMS,
)
