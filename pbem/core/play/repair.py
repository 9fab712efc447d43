"""Repair on record: corrections of the board, and going back to an earlier entry.

Both are notes on somebody's words (play.note): they use up a number, and make the next entry a muster.  Nothing is
deleted.  Here is what a person asks for, made the note that its word says.
"""

from collections.abc import Sequence

from ..data.boards import Board
from ..data.json_types import Json
from ..data.problems import Problem, Refused
from ..record.entries import live_numbers
from ..record.state import at_rest
from ..title.game import Game
from ..title.positions import read_units
from .gamefile import GameFile
from .note import broken_by

MOST_BYTES = 2**20


def correction(file: GameFile, patch: Json, reason: str) -> Json:
    """The note of a correction; raises Refused.

    patch   a position change: ``set``, ``control``, ``units``, ``move``, ``clear`` as in a position file
    """
    _need_reason(reason)
    if not at_rest(file.state):
        raise Refused([Problem("correction-rest", rest=max(n for n in resting_entries(file) if n < file.n))])
    board = file.rest_board()
    before = file.game.rest(board)
    problems = apply_patch(file.game, board, patch)
    change = changes(before, file.game.rest(board))
    if not change and not problems:
        problems = [Problem("empty-patch")]
    Refused.if_any(problems)
    return {"what": "correction", "why": reason.strip(), "patch": change}


def going_back(file: GameFile, to: int | None, reason: str) -> Json:
    """The note of going back to the end of entry `to` (default: the entry before the last live one); raises Refused."""
    _need_reason(reason)
    live = [0, *live_numbers(file.entries)]
    to = live[-2:][0] if to is None else to
    if to not in live[:-1]:
        raise Refused([Problem("note-redo" if live[1:] else "note-redo-first", to=to, there=live[:-1])])
    return {"what": "redo", "why": reason.strip(), "to": to}


def read_patch(path: str, file: GameFile) -> Json:
    """The patch in a file, checked by its schema and on the board; raises Refused with every problem and its line."""
    from ..data import schemas

    def meant(patch: Json) -> list[Problem]:
        if patch.get("title", file.game.id) != file.game.id:
            return [Problem("position-title", title=patch["title"], wanted=file.game.id)]
        return apply_patch(file.game, file.rest_board(), patch) if at_rest(file.state) else []

    patch: Json = schemas.read("patch", path, MOST_BYTES, meant)[0]
    return patch


def apply_patch(game: Game, board: Board, patch: Json) -> list[Problem]:
    """Change a board as a patch says; the problems found, broken rules of the title included.

    The patch has the words of a position file (title.positions), and changes the board as it is.
    """
    base = next(iter(game.scenarios))  # any but "empty": what the patch does not mention stays as it is
    change = {key: value for key, value in patch.items() if key not in ("pbem", "title")}
    placements, problems = read_units(change.get("units", ""), game)
    problems += game.position.apply(board, {**change, "base": base, "units": placements})
    return problems or broken_by(game, board)


def resting_entries(file: GameFile) -> list[int]:
    """The live entries at whose end the board was at rest; 0 is the start."""
    found = [0]
    for number in live_numbers(file.entries):
        steps = file.entry(number).get("steps", [])
        last = steps[-1] if steps else {}
        if not last.get("open") or not (last["facts"] or last.get("on")):
            found.append(number)
    return found


def changes(before: Json, after: Json, path: Sequence[str] = ()) -> list[Json]:
    """What turns one JSON object into another: ``[{"at": [keys], "value": …}]``, without a value where it goes."""
    found = [{"at": [*path, name]} for name in sorted(before) if name not in after]
    for name in sorted(after):
        old, value = before.get(name), after[name]
        if isinstance(old, dict) and isinstance(value, dict):
            found += changes(old, value, (*path, name))
        elif name not in before or old != value:
            found.append({"at": [*path, name], "value": value})
    return found


def _need_reason(reason: str) -> None:
    if not reason.strip():
        raise Refused([Problem("reason-missing")])
