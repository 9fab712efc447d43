"""GAME.openings: what was still closed when the game was over, opened by whoever could (schemas/openings.schema.json).

Whoever kept a closed line may have left; its owner, or who has a receipt for it, can still open it.  Nothing in the
file is believed: what does not give the C that a document holds opens nothing (record.closed).
"""

import json
import os
from collections.abc import Iterable
from typing import Any

from ..data import store
from ..data.problems import BrokenFile
from ..data.schemas import problems
from .charter import is_digest
from .closed import FIELDS

VERSION = "openings/1"
MOST_BYTES = 16 * 2**20


def path_of(game: str) -> str:
    return f"{game}.openings"


def read(game: str) -> list[dict[str, Any]]:
    """The openings in the file beside a game, as far as it holds any: what opens nothing counts for nothing."""
    path = path_of(game)
    if not game or game == "-" or not os.path.isfile(path):
        return []
    try:
        value = store.read_json(path, MOST_BYTES)
    except BrokenFile:
        return []
    rows = value.get("openings") if type(value) is dict and value.get("pbem") == VERSION else None
    return [one for one in rows if is_opening(one)] if type(rows) is list else []


def read_file(path: str) -> list[dict[str, Any]]:
    """The openings in a file of them; raises BrokenFile for one that has not its shape."""
    value = store.read_json(path, MOST_BYTES)
    BrokenFile.if_any(problems("openings", value, str(path)))
    openings: list[dict[str, Any]] = value["openings"]
    return openings


def write(openings: Iterable[dict[str, Any]], game: str) -> None:
    """Write openings beside a game, sorted."""
    rows = [{name: one[name] for name in FIELDS} for one in openings]
    rows.sort(key=lambda one: (one["seat"], one["entry"], one["document"], one["part"]))
    value = {"openings": rows, "pbem": VERSION}
    store.write(path_of(game), json.dumps(value, ensure_ascii=False, indent=1, sort_keys=True) + "\n")


def is_opening(one: Any) -> bool:
    """True for what can be looked at as an opening; whether it opens anything, its C tells."""
    if type(one) is not dict or not set(FIELDS) <= one.keys():
        return False
    numbers = (one["entry"], one["document"], one["part"])
    fine = all(type(number) is int and 0 <= number < 2**53 for number in numbers) and type(one["seat"]) is str
    return fine and is_digest(one["nonce"])
