"""What this machine has reached of each game, and the states that it made: the only ones it believes.

The memory lies outside the games' folders, a small file a game: number, head and digest of the state.  The state itself
lies beside the game as GAME.state, and is read only if its digest is the one remembered; it is never sent.
"""

import os

from ..data import store
from ..data.canon import dumps, encode
from ..data.problems import BrokenFile
from .state import digest

VERSION = "reached/1"


def folder():
    """Where the memory lies."""
    named = os.environ.get("PBEM_MEMORY")
    if named:
        return named
    state = os.environ.get("XDG_STATE_HOME") or os.path.join(os.path.expanduser("~"), ".local", "state")
    return os.path.join(state, "pbem")


def recall(game_id):
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


def note(game_id, n, head, mark, passed=()):
    """Remember what was reached.  A memory that cannot be written is no reason to stop: all is made again next time.

    passed   ``[[entry, seat]]``: of these this person has said that they were not heard of; it takes no line of theirs
    """
    before = recall(game_id) or {}
    told = [*before.get("passed", []), *[row for row in passed if row not in before.get("passed", [])]]
    value = {"digest": mark, "head": head, "n": n, "passed": told, "pbem": VERSION}
    try:
        os.makedirs(folder(), mode=0o700, exist_ok=True)
        store.write(_path(game_id), dumps(value), lasting=False)
    except (BrokenFile, OSError):
        return


def forget(game_id):
    """Remember nothing of a game any more: what a person asks for who knows that an older file is the right one."""
    if os.path.exists(_path(game_id)):
        os.unlink(_path(game_id))


def _path(game_id):
    return os.path.join(folder(), f"{game_id.hex()}.json")


# -- the state beside the game -------------------------------------------------------------------------------


def cached(path, reached):
    """The state beside a game if it is the one remembered; else None."""
    value = _read(path)
    state = value.get("state")
    if type(state) is not dict or state.get("n") != reached["n"] or digest(state) != reached["digest"]:
        return None
    return state


def told(path, n):
    """What this machine found of the parts of entry `n` when it made the line: fates with their reasons, or []."""
    value = _read(path)
    state, rows = value.get("state"), value.get("told")
    return rows if type(state) is dict and state.get("n") == n and type(rows) is list else []


def keep(path, value):
    """Write the state beside a game, if the game lies in a file."""
    if not path or path == "-" or not os.path.isfile(path):
        return
    try:
        store.write(f"{path}.state", encode(value), lasting=False)
    except BrokenFile:
        return


def _read(path):
    name = f"{path}.state"
    if not path or path == "-" or not os.path.isfile(name):
        return {}
    try:
        value = store.read_json(name)
    except BrokenFile:
        return {}
    return value if type(value) is dict else {}


def fates_of(game, finder, state):
    """The fates of the parts of an entry as JSON, without what is closed still."""
    over = state["ended"] is not None
    return [part.to_json(game, over) for part in finder.parts if not (part.closed and not part.is_shown)]
