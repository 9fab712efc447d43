"""The title as the rest of the house sees it."""

from pbem.core import components
from pbem.core import positions as core_positions
from pbem.core.game import Game
from pbem.core.names import Names

from . import assess, census, computes, invariants, options, positions, queries, sequence, telling
from .board import Board, board_from
from .facts import REDUCERS
from .mapping import mapped
from .orders import CONDITIONS, KINDS, PETITIONS
from .parts import PACKAGE, SIDES, parts

SEATS = {
    3: {"japan": ["japan"], "uk": ["uk"], "us": ["us"]},
    2: {"japan": ["japan"], "allies": ["uk", "us"]},
}


def scenarios():
    found = {}
    for name in ("standard", "balanced"):
        record = components.load(PACKAGE, f"scenarios/{name}")
        found[name] = {"name": record["name"], "summary": record["summary"]}
    return found


def new_board(charter):
    """The board at the start of the charter's scenario, or of its position."""
    players = len(set(charter["powers"].values())) if "powers" in charter else 3
    board = Board(options.agreed(charter.get("options", {}), players), charter.get("edition", "2002"))
    position = components.load(PACKAGE, f"scenarios/{charter.get('scenario', 'standard')}")
    positions.place_units(board, core_positions.read_units(position["units"], GAME)[0])
    if charter.get("position"):
        core_positions.apply(board, charter["position"], GAME)
    return board


def make_names():
    loaded = parts(options.agreed({}, 3))
    areas = components.load(PACKAGE, "map")["areas"]
    types = components.load(PACKAGE, "units")["types"]
    names = {}
    for id, record in areas.items():
        aliases = [f"SZ {id[2:]}", f"Z{id[2:]}"] if loaded.areas[id].is_sea else record.get("aliases", [])
        names[id] = [record["name"], *aliases]
    return Names(
        {
            "area": names,
            "unit-type": {id: [record["name"], *record["aliases"]] for id, record in types.items()},
            "nation": {id: [name] for id, name in loaded.turn["nations"].items()},
            "power": {id: [record["name"]] for id, record in loaded.turn["powers"].items()},
            "force": {"japan": ["Japanese", "jp", "jap"], "uk": ["British", "brit", "commonwealth"],
                      "us": ["American", "US"], "china": ["Chinese", "chin"]},
        }
    )  # fmt: skip


def result(board):
    """Who has won, by what, under which rule; None while the game goes on."""
    if not board.result:
        return None
    return {"winner": board.result["winner"], "by": board.result["why"], "rule": board.result["rule"]}


GAME = Game(
    id="pacific",
    name="Axis & Allies: Pacific",
    revision=1,
    package="pacific",
    powers=["japan", "uk", "us"],
    seats=SEATS,
    editions=["2002"],
    scenarios=scenarios(),
    options=options.OPTIONS,
    check_options=options.check,
    kinds=KINDS,
    petitions=PETITIONS,
    procedures=sequence.PROCEDURES,
    next_procedure=sequence.next_procedure,
    new_board=new_board,
    board_from=lambda data, charter=None: board_from(data),
    reducers=REDUCERS,
    invariants=invariants.check,
    telling=telling,
    odds=assess,
    mapped=mapped,
    sentences=telling.sentences,
    queries=queries.QUERIES,
    computes=computes.COMPUTES,
    conditions=CONDITIONS,
    names=make_names(),
    rulings=sequence.rulings(),
    result=result,
    side_of=SIDES.get,
    acting=lambda board: [board.power],
    pace=("turns of a power", {"turn-begun"}),
    position=positions,
    census_of_answer=census.census_of_answer,
    census_of_fact=census.census_of_fact,
    census_names=census.NAMES,
    excused=census.excused(),
)  # fmt: skip
