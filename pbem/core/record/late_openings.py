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

VERSION = "openings/1"
MOST_BYTES = 16 * 2**20
NAMES = ("document", "entry", "nonce", "part", "seat", "whole")


def path_of(game: str) -> str:
    return f"{game}.openings"


def read(game: str) -> list[dict[str, Any]]:
    """The openings in the file beside a game; none if there is no such file.  Raises BrokenFile."""
    path = path_of(game)
    return read_file(path) if game and game != "-" and os.path.isfile(path) else []


def read_file(path: str) -> list[dict[str, Any]]:
    """The openings in a file of them; raises BrokenFile for one that has not its shape."""
    value = store.read_json(path, MOST_BYTES)
    found = problems("openings", value, str(path))
    if found:
        raise BrokenFile(found)
    openings: list[dict[str, Any]] = value["openings"]
    return openings


def write(openings: Iterable[dict[str, Any]], game: str) -> None:
    """Write openings beside a game, sorted."""
    rows = [{name: one[name] for name in NAMES} for one in openings]
    rows.sort(key=lambda one: (one["seat"], one["entry"], one["document"], one["part"]))
    value = {"openings": rows, "pbem": VERSION}
    store.write(path_of(game), json.dumps(value, ensure_ascii=False, indent=1, sort_keys=True) + "\n")


def is_opening(one: Any) -> bool:
    """True for what can be looked at as an opening; whether it opens anything, its C tells."""
    if type(one) is not dict or not set(NAMES) <= one.keys():
        return False
    numbers = (one["entry"], one["document"], one["part"])
    fine = all(type(number) is int and 0 <= number < 2**53 for number in numbers) and type(one["seat"]) is str
    return fine and is_digest(one["nonce"])
