"""The tables of the archive, and the views that answer what clubs ask.

Every row has one text key that says where it stands (``5f0c2a…/7/3``: game, entry, place), so that keys stay the same
whenever the archive is made anew, and every reference is a foreign key.
"""

import re

from pbem.core.data.tables import text_beside

VERSION = 5

COLUMNS = {
    "tournaments": "id title scenario system players:int rounds:int document",
    "games": """
        id name title edition scenario revision:int fairness referee:int seats:int entries:int
        decisions:int draws:int corrections:int undone:int absences:int over:int state winner ended_by
        rule turn round:int started last head path sha256 tournament:tournaments
    """,
    "options": "id game:games option value agreed",
    "seats": "id game:games seat person powers decisions:int defaults:int absences:int result",
    "holders": "id game:games seat:seats person since:int",
    "entries": "id game:games n:int kind what why muster:int opener undone:int asked_at answered_at head",
    "steps": "id game:games n:int entry:entries procedure args revision:int facts:int turn round:int",
    "questions": "id game:games entry:entries seat:seats power kind rule value by asked:int",
    "waits": "id game:games entry:entries seat:seats person asked_at came_at days:float absent:int",
    "draws": """
        id game:games entry:entries place:int label purpose n:int kind dice:int sides:int result total:int
        expected:float variance:float undone:int
    """,
    "facts": "id game:games step:steps place:int type rule fact",
    "stories": "id game:games step:steps heading text",
    "results": "id game:games seat:seats person title scenario score:int result",
    "director": "id tournament:tournaments n:int act game player seat marks reason day",
}
"""{table: its columns}, with what they hold: texts, where nothing else is said; a key of another table by its name."""
TYPES = {"int": int, "float": float}
_READ = {name: [column.partition(":")[::2] for column in columns.split()] for name, columns in COLUMNS.items()}
TABLES = {name: {column: TYPES.get(kind, str) for column, kind in columns} for name, columns in _READ.items()}
"""The columns of each table with their types."""
REFERENCES = {
    name: [(column, kind, "id") for column, kind in columns if kind in COLUMNS] for name, columns in _READ.items()
}
"""The columns of each table that hold keys, the tables whose keys they are, and the column there."""
OF_A_GAME = [table for table in reversed(TABLES) if ("game", "games", "id") in REFERENCES[table]]
"""The tables of what a game holds, each before those that it refers to."""

INDEXES = {
    "questions": [["seat"], ["kind"]],
    "draws": [["purpose", "sides"]],
    "facts": [["type"], ["rule"]],
    "results": [["person"]],
    "games": [["title", "scenario"], ["path"]],
}

_VIEWS = text_beside(__file__, "views.sql")
VIEWS = dict(re.findall(r"-- name: (\w+)\n(.*?)(?=\n\n-- name: |\Z)", _VIEWS, re.DOTALL))
