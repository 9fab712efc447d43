"""The calendar of a game: when stops came, who announced an absence, words to everybody.

It is told, not proven, and no part of the record: a file GAME.calendar beside the game (JSON,
schemas/calendar.schema.json).
"""

import json
import os
from typing import Any

from ..data import store
from ..data.problems import BrokenFile

VERSION = "calendar/1"
LARGEST = 2**20  # bytes


def path_of(game: str) -> str:
    return f"{game}.calendar"


def read(game: str) -> dict[str, Any]:
    """The calendar beside a game file: {"stops": {entry: time}, "absences": [...], "notes": [...]}; an empty one if
    there is none.  Raises BrokenFile for one that has not its shape."""
    return from_bytes(bytes_beside(game), path_of(game))


def bytes_beside(game: str) -> bytes:
    """The bytes of the calendar beside a game file, none if there is none."""
    path = path_of(game)
    is_there = game and game != "-" and os.path.isfile(path)
    return store.read_bytes(path, LARGEST) if is_there else b""


def from_bytes(data: bytes, path: str) -> dict[str, Any]:
    """The calendar of these bytes, an empty one of none; `path` is named in what is wrong with it."""
    if not data:
        return {"pbem": VERSION, "stops": {}, "absences": [], "notes": []}
    from ..data.schemas import problems

    value: dict[str, Any] = store.parse_json(data, path, LARGEST)
    BrokenFile.if_any(problems("calendar", value, path))
    return value


def write(calendar: dict[str, Any], game: str) -> None:
    if game and game != "-":
        store.write(path_of(game), json.dumps(calendar, ensure_ascii=False, indent=1, sort_keys=True) + "\n")
