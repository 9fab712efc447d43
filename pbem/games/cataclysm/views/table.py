"""What a board holds, in one table (table.json): for `show`, positions, corrections, conditions and cases.

Its rows name what is asked (queries.py, and rules as they are) and what is put (setters.py).
"""

from pbem.core.title.table import Table

from .. import rules
from ..board.board import STATE
from ..board.parts import FACTIONS
from . import queries
from . import setters as put

TABLE = Table.from_rows(STATE, __file__, {**vars(put), **vars(queries), "rules": rules})
LATE = ("reserve", "cup", "box")
"""Fields that are put when the units stand: their counters are taken from what is left."""
ARGUMENTS = {
    "area": "area|war",
    "counter": lambda board: board.place,
    "side": ["left", "right", *FACTIONS],
    "faction": list(FACTIONS),
    "mode": ["land", "naval", "air", "any"],
    "where": put.places,
    "name": lambda board: put.marker_names(board),
    "memory": put.memories,
    "ally": "power",
}
