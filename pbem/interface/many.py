"""Many games: found in folders, looked at one after the other or by several processes, a row each.

A game that cannot be read, or that ends the process that looks at it, costs no other game anything."""

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from pbem.core.data import store
from pbem.core.data.cluster import on_cluster
from pbem.core.data.json_types import Json
from pbem.core.data.problems import BrokenFile, Problem, Refused
from pbem.core.data.processes import ended, in_order, shared
from pbem.core.record import calendar

from .files import problems_json
from .no_such_thing import NoSuchThing

if TYPE_CHECKING:
    from pbem.core.play.gamefile import GameFile


MISSING = "evidence missing"
MOST = 20  # games a task: long enough to be worth sending, short enough that few are tried again
BEGINNING = 4096  # bytes of a game file in which its charter names the title
Call = tuple[str, tuple[object, ...], dict[str, object]]
"""What is asked of every game: a function of the interface, and its arguments."""
Piece = tuple[int, str, bytes, Json]
"""A game that is sent: its number, its path there, its bytes and its calendar."""
SEVERITY = (0, 5, 3, 2, 4, 1)  # exit codes, the worst last


def games_in(paths: Iterable[str | os.PathLike[str]]) -> list[str]:
    """The game files that are named, and in the place of a folder those below it, sorted.

    In a folder a game is what ends in .json and begins as a log of lines does, with [; the desk of a game (GAME.mail)
    and hidden folders are not looked into.  A folder without any stands for itself, and is no game."""
    found = []
    for path in (os.fspath(one) for one in paths):
        found += (_below(path) or [path]) if os.path.isdir(path) else [path]
    return found


def places_in(paths: Iterable[str | os.PathLike[str]]) -> list[tuple[str, str]]:
    """``(game file, its place)`` of what `games_in` finds: the place is its name, or the path from the folder that was
    named, and says where something that is made of it lies in a folder of such things."""
    return [
        (found, os.path.relpath(found, path) if os.path.isdir(path) and found != path else os.path.basename(found))
        for path in (os.fspath(one) for one in paths)
        for found in games_in([path])
    ]


def _below(folder: str) -> list[str]:
    games = []
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith(".") and not name.endswith(".mail"))
        games += [os.path.join(place, name) for name in names if name.endswith(".json")]
    return sorted(filter(_is_log, games))


def _is_log(path: str) -> bool:
    if not os.path.isfile(path):
        return False
    try:
        with open(path, "rb") as file:
            return file.read(1) in (b"[", b"")  # an empty file was a game, or is none that anybody meant
    except OSError:
        return True  # and is told as what cannot be read


def each(
    games: Iterable[str | os.PathLike[str]],
    function: str,
    *arguments: object,
    jobs: int = 1,
    cluster: str | None = None,
    **named: object,
) -> Iterator[Json]:
    """Call a function of the interface (``"status"``, ``"verify"``, ``"due"``) on every game, in the order of `games`.

    jobs     processes at once; a process that dies costs its games another try, each game that kills one is named
    cluster  the address of a Dask cluster instead (docs/scale.md); games are sent as bytes, each with its calendar, so
             that its machines need not see the files; the desk of a game and what this machine remembers stay here
    A row is {"file", "exit", "result", "problems"}: the result of the function, or None, and the exit code that the
    command would end with; the problems as JSON.  Nothing is raised for a game, and at once NoSuchThing for
    a function that there is none of."""
    from pbem import interface

    if function not in (*interface.PLACES["reading"], *interface.PLACES["looking"]):
        raise NoSuchThing("function", name=function)
    return _rows_of([os.fspath(path) for path in games], (function, arguments, named), jobs, cluster)


def _rows_of(paths: Sequence[str], call: Call, jobs: int, cluster: str | None) -> Iterator[Json]:
    """The rows of all games, in their order."""
    if cluster:
        yield from in_order(_on_cluster(paths, call, cluster))
        return
    if jobs < 2 or len(paths) < 2:
        yield from (_row(path, *call) for path in paths)
        return
    _warm(paths, call[0])
    size = max(1, min(MOST, -(-len(paths) // (4 * jobs))))
    for batch, rows in shared(partial(_rows, call=call), paths, size, jobs):
        yield from rows if rows is not None else [_ended(path) for path in batch]


def _warm(paths: Sequence[str], function: str) -> None:
    """Import what every child would import for itself: children have what their parent has (processes)."""
    from pbem import interface
    from pbem.core.play import replay, verify  # noqa: F401
    from pbem.core.record import ed25519
    from pbem.core.title.game import is_title, load

    getattr(interface, function, None)
    if function == "verify":
        ed25519.load()
    seen = set()
    for path in filter(os.path.isfile, paths[: 2 * MOST]):  # to open a pipe may take for ever
        try:
            with open(path, "rb") as file:
                seen |= set(re.findall(rb'"title":"([a-z0-9-]{1,64})"', file.read(BEGINNING)))
        except OSError:
            continue
    for title in sorted(name.decode() for name in seen):
        if is_title(title):
            load(title)


def _on_cluster(paths: Iterable[str], call: Call, address: str) -> Iterator[tuple[int, Json]]:
    """``(number, row)`` of every game, in any order; what cannot be read here is a row without being sent."""
    unread = []

    def pieces() -> Iterator[Piece]:
        for number, path in enumerate(paths):
            try:
                if os.path.isdir(path):
                    raise BrokenFile(Problem("folder-no-games", level="not understood", where=path))
                yield number, path, store.read_bytes(path), calendar.read(path)
            except BrokenFile as broken:
                unread.append((number, told_broken(path, broken.problems)))

    for batch, rows in on_cluster(partial(sent_rows, call=call), pieces(), address):
        found = rows if rows is not None else [_ended(path) for _, path, _, _ in batch]
        yield from ((piece[0], row) for piece, row in zip(batch, found))
    yield from unread


def sent_rows(batch: Iterable[Piece], call: Call) -> list[Json]:
    """The rows of games that were sent: (number, path there, bytes, calendar)."""
    return [_row(path, *call, sent=(data, told)) for _, path, data, told in batch]


def _ended(path: str) -> Json:
    return row_of(path, 5, None, [ended(path)])


def _rows(paths: Iterable[str], call: Call) -> list[Json]:
    return [_row(path, *call) for path in paths]


def _row(
    path: str,
    function: str,
    arguments: tuple[object, ...],
    named: dict[str, object],
    sent: tuple[bytes, Json] | None = None,
) -> Json:
    """What a function comes to for one game; nothing is raised.

    sent   the bytes of the file and its calendar, if it lies on another machine"""
    from pbem import interface
    from pbem.core.record.trusted_state import past_problem

    try:
        file = _sent(path, *sent) if sent else _here(path)
        result = getattr(interface, function)(file, *arguments, **named)
        past = None if sent else past_problem(file)
    except Refused as refused:
        return row_of(path, 3, None, refused.problems)
    except BrokenFile as broken:
        return told_broken(path, broken.problems)
    except NoSuchThing as error:
        return row_of(path, 2, None, [Problem("game-argument", where=path, text=str(error))])
    except Exception as error:
        problems = faults_of(path, sent)
        bug = [Problem("game-fault", where=path, error=type(error).__name__)]
        return row_of(path, 4, None, problems) if problems else row_of(path, 1, None, bug)
    code = result.get("exit", 0) if function == "verify" else 0
    return row_of(path, code, result, [past] if past else [])


def _here(path: str) -> "GameFile":
    from pbem import interface

    if os.path.isdir(path):
        raise BrokenFile(Problem("folder-no-games", level="not understood", where=path))
    file: GameFile = interface.read(path)
    return file


def _sent(path: str, data: bytes, told: Json) -> "GameFile":
    """A game file that lies on another machine: nothing lies beside it here, and nothing is written there."""
    from pbem.core.play.gamefile import opened
    from pbem.core.record import log

    file = opened(log.split(data, path))
    file.calendar = told
    return file


def row_of(path: str, code: int, result: Json | None, problems: Iterable[Problem]) -> Json:
    """What one of many games came to: the exit code that its command would end with, the result or None, the problems
    as JSON."""
    return {"file": path, "exit": code, "result": result, "problems": problems_json(problems)}


def told_broken(path: str, problems: list[Problem]) -> Json:
    """The row of a game of which a file does not hold, or cannot be written."""
    return row_of(path, broken_code(problems), None, problems)


def broken_code(problems: Sequence[Problem]) -> int:
    """4, or 5 if all that is wrong is evidence, rules or data that this program does not have."""
    return 5 if problems and all(problem.level == MISSING for problem in problems) else 4


def faults_of(path: str, sent: tuple[bytes, Json] | None = None) -> list[Problem]:
    """What does not hold in a game file at which a function stumbled: reading one does not look into all of it, so that
    the fault may be the file's."""
    from pbem.core.play.gamefile import read
    from pbem.core.play.verify import verify

    try:
        return verify(_sent(path, *sent) if sent else read(path)).problems
    except (BrokenFile, Refused) as trouble:
        return trouble.problems
    except Exception:  # it stumbles here as well: nothing is known of the file
        return []


def worst(codes: Iterable[int]) -> int:
    """The worst of some exit codes: a bug of ours, then a file that does not hold, wrong usage, what is refused, and
    evidence that is missing."""
    return max(codes, key=SEVERITY.index, default=0)
