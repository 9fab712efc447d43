"""Many games: found in folders, looked at one after the other or by several processes, a row each.

A game that cannot be read, or that ends the process that looks at it, costs no other game anything."""

import os
from collections.abc import Iterable, Iterator
from functools import partial

from pbem.core.data.problems import BrokenFile, Problem, Refused, messages
from pbem.core.data.processes import in_processes

from .files import problems_json
from .wrong import Wrong

MISSING = "evidence missing"
MOST = 50  # games a task: long enough to be worth sending, short enough that few are tried again
SEVERITY = (0, 5, 3, 2, 4, 1)  # exit codes, the worst last

messages(
    {
        "folder-no-games": "There are no game files in this folder.",
        "game-fault": "This is a bug in pbem, not in the file: {error}.",
        "game-argument": "{text}",
    }
)


def games_in(paths: Iterable[str | os.PathLike]) -> list[str]:
    """The game files that are named, and in the place of a folder those below it, sorted.

    In a folder a game is what ends in .json and begins as a log of lines does, with [; the desk of a game (GAME.mail)
    and hidden folders are not looked into.  A folder without any stands for itself, and is no game."""
    found = []
    for path in map(os.fspath, paths):
        found += (_below(path) or [path]) if os.path.isdir(path) else [path]
    return found


def _below(folder):
    games = []
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith(".") and not name.endswith(".mail"))
        games += [os.path.join(place, name) for name in names if name.endswith(".json")]
    return sorted(filter(_is_log, games))


def _is_log(path):
    if not os.path.isfile(path):
        return False
    try:
        with open(path, "rb") as file:
            return file.read(1) in (b"[", b"")  # an empty file was a game, or is none that anybody meant
    except OSError:
        return True  # and is told as what cannot be read


def each(
    games: Iterable[str | os.PathLike], function: str, *arguments: object, jobs: int = 1, **named: object
) -> Iterator[dict]:
    """Call a function of the interface (``"status"``, ``"verify"``, ``"due"``) on every game, in the order of `games`.

    jobs   processes at once; a process that dies costs its games another try, each game that kills one is named
    A row is {"file", "exit", "result", "problems"}: the result of the function, or None, and the exit code that the
    command would end with; the problems as JSON.  Nothing is raised for a game."""
    paths = [os.fspath(path) for path in games]
    call = (function, arguments, named)
    if jobs < 2 or len(paths) < 2:
        yield from (_row(path, *call) for path in paths)
        return
    size = max(1, min(MOST, -(-len(paths) // (4 * jobs))))
    batches = [paths[start : start + size] for start in range(0, len(paths), size)]
    for batch, rows in in_processes(partial(_rows, call=call), batches, jobs):
        yield from rows if rows is not None else [_ended(path) for path in batch]


def _ended(path):
    return _told(path, 5, [Problem("game-ended-process", level=MISSING, where=path)])


def _rows(paths, call):
    return [_row(path, *call) for path in paths]


def _row(path, function, arguments, named):
    """What a function comes to for one game; nothing is raised."""
    from pbem import interface
    from pbem.core.record.memory import past_problem

    try:
        if os.path.isdir(path):
            raise BrokenFile(Problem("folder-no-games", level="not understood", where=path))
        file = interface.read(path)
        result = getattr(interface, function)(file, *arguments, **named)
        past = past_problem(file)
    except Refused as refused:
        return _told(path, 3, refused.problems)
    except BrokenFile as broken:
        return _told(path, broken_code(broken.problems), broken.problems)
    except Wrong as error:
        return _told(path, 2, [Problem("game-argument", where=path, text=str(error))])
    except Exception as error:
        problems = faults_of(path)
        bug = [Problem("game-fault", where=path, error=type(error).__name__)]
        return _told(path, 4, problems) if problems else _told(path, 1, bug)
    code = result.get("exit", 0) if isinstance(result, dict) else 0
    return {"file": path, "exit": code, "result": result, "problems": problems_json([past] if past else [])}


def _told(path, code, problems):
    return {"file": path, "exit": code, "result": None, "problems": problems_json(problems)}


def broken_code(problems):
    """4, or 5 if all that is wrong is evidence, rules or data that this program does not have."""
    return 5 if problems and all(problem.level == MISSING for problem in problems) else 4


def faults_of(path):
    """What does not hold in a game file at which a function stumbled: reading one does not look into all of it, so that
    the fault may be the file's."""
    from pbem.core.play.verify import verify
    from pbem.core.record.gamefile import read

    try:
        return verify(read(path)).problems
    except (BrokenFile, Refused) as trouble:
        return trouble.problems


def worst(codes: Iterable[int]) -> int:
    """The worst of some exit codes: a bug of ours, then a file that does not hold, wrong usage, what is refused, and
    evidence that is missing."""
    return max(codes, key=SEVERITY.index, default=0)
