"""What this machine has reached of each game, and the states that it made: the only ones it believes.

The memory lies outside the games' folders, a small file a game: number, head, and the digest of what lies beside the
game as GAME.state.  That file is read only if its digest is the one remembered; it is never sent.
"""

import json
import os
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from ..data import store
from ..data.canon import dumps, encode, th
from ..data.json_types import Json
from ..data.problems import BrokenFile, Problem
from ..data.system import state_folder
from .files import File
from .state import Reached

VERSION = "reached/1"


def folder() -> str:
    """Where the memory lies."""
    return os.environ.get("PBEM_MEMORY") or os.path.join(state_folder(), "pbem")


def recall(game_id: bytes) -> Json | None:
    """{"n", "head", "digest"} of the furthest line of a game that was made here; None for a game never seen."""
    path = _path(game_id)
    if not os.path.isfile(path):
        return None
    try:
        value = store.read_json(path, 65536)
    except BrokenFile:
        return None
    fine = type(value) is dict and value.get("pbem") == VERSION and type(value.get("n")) is int
    return value if fine and {"head", "digest"} <= value.keys() else None


def keep(file: File) -> None:
    """Keep what was made here of the lines of a game beside it, and remember what was reached."""
    found = file.reached
    tally = file.tally(max(0, file.n - 1))
    kept = {"state": found.state, "earlier": found.earlier, "tally": tally, "told": found.told, "stand": file.stand}
    data = encode(kept)
    if _lies_in_a_file(file.path):
        with suppress(BrokenFile):
            store.write(f"{file.path}.state", data, lasting=False)
    passed = (recall(file.game_id) or {}).get("passed", [])
    found_here = {"digest": _mark(data), "head": file.head, "n": file.n, "passed": passed}
    _note(file.game_id, {**found_here, **file.lines.mark})


def note_passed(game_id: bytes, rows: Iterable[list[Any]]) -> None:
    """Remember ``[[entry, seat]]`` of which this person has said that they were not heard of: it takes no line of
    theirs."""
    before = recall(game_id)
    if before:
        known = before.get("passed", [])
        _note(game_id, {**before, "passed": [*known, *[row for row in rows if row not in known]]})


def _note(game_id: bytes, value: Json) -> None:
    """A memory that cannot be written is no reason to stop: all is made again next time."""
    try:
        store.make_folder(folder(), store.PRIVATE)
        store.write(_path(game_id), dumps({**value, "pbem": VERSION}), lasting=False)
    except BrokenFile:
        return


def machine() -> str | None:
    """What this memory is known by (32 hex digits), made at its first use; None where nothing can be written."""
    path = os.path.join(folder(), "machine")
    try:
        if not os.path.isfile(path):
            store.make_folder(folder(), store.PRIVATE)
            store.write(path, os.urandom(16).hex().encode(), lasting=False)
        return store.read_bytes(path, 64).decode().strip()
    except (BrokenFile, ValueError):
        return None


def _path(game_id: bytes) -> str:
    return os.path.join(folder(), f"{game_id.hex()}.json")


# -- a file against what was reached ------------------------------------------------------------------------


def is_past(file: File, reached: Json) -> bool:
    """True for a file that ends before what this machine has seen, or is another one."""
    return bool(reached["n"] > file.n or file.head_of(reached["n"]) != reached["head"])


def past_problem(file: File) -> Problem | None:
    """What a file that must not be played on is, as a Problem; None for the one that this machine has reached."""
    reached = recall(file.game_id)
    if reached is None or not is_past(file, reached):
        return None
    if reached["n"] > file.n:
        return Problem("game-older", where=file.path, n=file.n, seen=reached["n"])
    return Problem("game-fork", where=file.path, n=reached["n"])


def check_current(file: File) -> None:
    """Raise BrokenFile for a file that must not be played on: older than what this machine has seen, or another one."""
    problem = past_problem(file)
    BrokenFile.if_any([problem] if problem else [])


def kept(file: File) -> Reached | None:
    """What lies beside a game that ends where this machine has come to; None if nothing that is believed does."""
    reached = recall(file.game_id)
    if reached is None or reached["n"] != file.n or is_past(file, reached):
        return None
    return cached(file.path, reached)


def cached(path: str, reached: Json) -> Reached | None:
    """What lies beside a game, as Reached, if it is what was remembered; else None."""
    name = f"{path}.state"
    if not _lies_in_a_file(path) or not os.path.isfile(name):
        return None
    try:
        data = store.read_bytes(name)
        found = json.loads(data) if _mark(data) == reached["digest"] else None  # it was made here, so it is sound
    except BrokenFile:
        return None
    return found and Reached(**found)


def _lies_in_a_file(path: str) -> bool:
    return bool(path) and path != "-" and os.path.isfile(path)


def _mark(data: bytes) -> str:
    """The digest of what lies beside a game."""
    return th("reached", data).hex()
