"""The tables of the archive, and the views that answer what clubs ask.

Every row has one text key that says where it stands (``5f0c2a…/7/3``: game, entry, place), so that keys stay the same
whenever the archive is made anew, and every reference is a foreign key.
"""

import os
import re

VERSION = 5

TYPES = {"": str, "int": int, "float": float}
TABLES: dict[str, dict[str, type]] = {
    name: {column.partition(":")[0]: TYPES[column.partition(":")[2]] for column in columns.split()}
    for name, columns in {
        "tournaments": "id title scenario system players:int rounds:int document",
        "games": """
            id name title edition scenario revision:int fairness referee:int seats:int entries:int
            decisions:int draws:int corrections:int undone:int absences:int over:int state winner ended_by
            rule turn round:int started last head path sha256 tournament
        """,
        "options": "id game option value agreed",
        "seats": "id game seat person powers decisions:int defaults:int absences:int result",
        "holders": "id game seat person since:int",
        "entries": "id game n:int kind what why muster:int opener undone:int asked_at answered_at head",
        "steps": "id game n:int entry procedure args revision:int facts:int turn round:int",
        "questions": "id game entry seat power kind rule value by asked:int",
        "waits": "id game entry seat person asked_at came_at days:float absent:int",
        "draws": """
            id game entry place:int label purpose n:int kind dice:int sides:int result total:int
            expected:float variance:float undone:int
        """,
        "facts": "id game step place:int type rule fact",
        "stories": "id game step heading text",
        "results": "id game seat person title scenario score:int result",
        "director": "id tournament n:int act game player seat marks reason day",
    }.items()
}
"""The columns of each table with their types: texts, where nothing else is said."""
REFERENCES = {
    "games": [("tournament", "tournaments", "id")],
    "options": [("game", "games", "id")],
    "seats": [("game", "games", "id")],
    "holders": [("game", "games", "id"), ("seat", "seats", "id")],
    "waits": [("game", "games", "id"), ("entry", "entries", "id"), ("seat", "seats", "id")],
    "entries": [("game", "games", "id")],
    "steps": [("game", "games", "id"), ("entry", "entries", "id")],
    "questions": [("game", "games", "id"), ("entry", "entries", "id"), ("seat", "seats", "id")],
    "draws": [("game", "games", "id"), ("entry", "entries", "id")],
    "facts": [("game", "games", "id"), ("step", "steps", "id")],
    "stories": [("game", "games", "id"), ("step", "steps", "id")],
    "results": [("game", "games", "id"), ("seat", "seats", "id")],
    "director": [("tournament", "tournaments", "id")],
}

INDEXES = {
    "questions": [["seat"], ["kind"]],
    "draws": [["purpose", "sides"]],
    "facts": [["type"], ["rule"]],
    "results": [["person"]],
    "games": [["title", "scenario"], ["path"]],
}

with open(os.path.join(os.path.dirname(__file__), "views.sql"), encoding="utf-8") as _file:
    VIEWS = dict(re.findall(r"-- name: (\w+)\n(.*?)(?=\n\n-- name: |\Z)", _file.read(), re.DOTALL))

OF_A_GAME = (
    "facts",
    "stories",
    "waits",
    "holders",
    "options",
    "questions",
    "draws",
    "results",
    "steps",
    "entries",
    "seats",
)
