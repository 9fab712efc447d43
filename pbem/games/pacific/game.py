"""The title as the rest of the house sees it."""

from functools import cache

from pbem.core.data import components
from pbem.core.data.json_types import Json
from pbem.core.record.revisions import title_of
from pbem.core.title import positions as core_positions
from pbem.core.title.game import IN_ITS_ROOMS, Game

from . import APART
from .board.board import Board, board_from
from .board.facts import FACTS
from .board.names import make_names
from .board.parts import PACKAGE, SIDES
from .board.rulings import OPTIONS, RULINGS, check
from .orders.kinds import KINDS
from .orders.turns import TURNS
from .rules import control, sequence
from .views import positions
from .words import telling

SEATS = {
    3: {"japan": ["japan"], "uk": ["uk"], "us": ["us"]},
    2: {"japan": ["japan"], "allies": ["uk", "us"]},
}


def new_board(charter: Json) -> Board:
    """The board at the start of the charter's scenario, or of its position."""
    players = len(set(charter["powers"].values())) if "powers" in charter else 3
    pack = charter.get("pack")
    game = title_of(charter) if pack else GAME
    board = Board(charter.get("options"), players, charter.get("edition", "2002"), pack)
    scenario = charter.get("scenario", "standard")
    positions.place_units(board, set_up(scenario, game, pack) if pack else published_set_up(scenario))
    if charter.get("position"):
        core_positions.apply(board, charter["position"], game)
    return board


def set_up(scenario: str, game: Game, pack: Json | None = None) -> list[core_positions.Placement]:
    """The units of a scenario as they stand at the start."""
    return core_positions.read_units(components.load(PACKAGE, f"scenarios/{scenario}", pack)["units"], game)[0]


@cache
def published_set_up(scenario: str) -> list[core_positions.Placement]:
    """The same without a pack, read once: that takes longer than most rules."""
    return set_up(scenario, GAME)


def result(board: Board) -> dict[str, str] | None:
    """Who has won, by what, under which rule; None while the game goes on."""
    if not board.result:
        return None
    return {"winner": board.result["winner"], "by": board.result["why"], "rule": board.result["rule"]}


GAME = Game(
    id="pacific",
    name="Axis & Allies: Pacific",
    revision=8,
    package="pbem.games.pacific",
    powers=["japan", "uk", "us"],
    seats=SEATS,
    editions=["2002"],
    scenarios=components.scenarios(PACKAGE, "standard", "balanced"),
    options=OPTIONS,
    check_options=check,
    kinds=KINDS,
    ending=sequence.ENDING,
    procedures=sequence.PROCEDURES,
    next_procedure=sequence.next_procedure,
    new_board=new_board,
    board_from=lambda data, charter=None: board_from(data, (charter or {}).get("pack")),
    facts=FACTS,
    telling=telling,
    asked="pbem.games.pacific.words.asked",
    names_of=make_names,
    rulings=RULINGS,
    result=result,
    would_win=control.would_win,
    side_of=SIDES.get,
    acting=lambda board: [board.power],
    turns=TURNS,
    pace=("turns of a power", {"turn-begun"}),
    position=positions,
    lazy={**IN_ITS_ROOMS, **APART},
)
