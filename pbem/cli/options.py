"""Arguments that several commands share."""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from pbem.core.data.problems import Problem, Refused
from pbem.interface.files import load, locked, read_orders, settle

from .output import shown, warn
from .usage import WrongUsage

if TYPE_CHECKING:
    from datetime import datetime

    from pbem.core.play.gamefile import GameFile
    from pbem.core.record.documents import Document
    from pbem.core.title.game import Game


def pairs(values: Sequence[str], what: str) -> dict[str, str]:
    """``K=V`` arguments as a dict; raises a usage error for one without ``=``."""
    found = {}
    for value in values:
        key, equals, rest = value.partition("=")
        if not equals or not key:
            raise WrongUsage("form", value=value, form=what)
        found[key.strip()] = rest.strip()
    return found


def arrangement(game: "Game", count: str | None, scenario: str, edition: str | None) -> dict[str, list[str]] | None:
    """The seats of the arrangement that people call `count`, or None for the first one; else a usage error."""
    if count is None:
        return None
    from pbem.core.record.charter import arrangements, scenario_id

    offered = arrangements(game, scenario_id(game, scenario), edition)
    for key, seats in offered.items():
        if str(key) == count:
            return seats
    raise WrongUsage("arrangements", title=game.id, there=[*offered])


def is_setting(name: str) -> bool:
    """Whether a parameter of the command under way has its value from the settings of the desk (pbem.toml)."""
    from click.core import ParameterSource

    return click.get_current_context().get_parameter_source(name) is ParameterSource.DEFAULT_MAP


def say_if_past(file: "GameFile") -> None:
    """A sentence on standard error about a file that is not the one which this machine has reached."""
    from pbem.core.record.trusted_state import past_problem

    problem = past_problem(file)
    if problem:
        warn(shown(problem, is_of_file=True))


def require_desk() -> None:
    """A usage error where the mail desk does not work."""
    from pbem.core.data.system import HAS_DESK

    if not HAS_DESK:
        raise WrongUsage("desk-system")


@contextmanager
def calendar_changing(game: str) -> "Iterator[GameFile]":
    """A context in which the calendar of a game is changed, and no other run works on the game; written at its end."""
    from pbem.core.record import calendar

    with locked(game):
        file = load_game(game)
        yield file
        calendar.write(file.calendar, game)


def not_over(path: str, *inputs: tuple[str, str | None]) -> None:
    """A usage error if an output path is one of the files that the command reads and must not replace."""
    if path == "-":
        return
    for name, other in inputs:
        if other and other != "-" and os.path.realpath(other) == os.path.realpath(path):
            raise WrongUsage("overwritten", path=path, name=name)


def words_in(file: "GameFile", paths: Sequence[str]) -> "list[Document]":
    """The words (Documents) in files; raises Refused with every file that holds none."""
    found, problems = read_orders(file, paths, sealed=True)
    none = [path for path, one in zip(paths, found) if isinstance(one, dict) or one.kind != "word"]
    if problems or none:
        raise Refused([*problems, *(Problem("word-none", where=os.path.basename(path)) for path in none)])
    return [one for one in found if not isinstance(one, dict)]


def carried(file: "GameFile", path: str | None) -> "Document | None":
    """The sealed document in a file that orders are to carry; None without a file.  Raises Refused for what nobody has
    sealed."""

    found, problems = read_orders(file, [path] if path else [], sealed=True)
    if any(isinstance(one, dict) for one in found):
        opener = file.call().opener or "whoever opens"
        problems.append(Problem("sealed-none", where=os.path.basename(path or ""), opener=opener))
    Refused.if_any(problems)
    return next((one for one in found if not isinstance(one, dict)), None)


def load_game(path: str, to_play: bool = False) -> "GameFile":
    """The game file at `path` (interface.files.load); of one that is older than what this machine has seen, or another
    one, that is said on standard error: it may be looked at."""
    file = load(path, to_play)
    if not to_play:
        say_if_past(file)
    return file


def settled(path: str, secret: str) -> "GameFile":
    """The game file with the line that this secret opened before and that was not written, if there is one; what was
    settled is told."""
    file, notes = settle(path, secret)
    for note in notes:
        warn(shown(note))
    return file


def time_told(now: str | None) -> "datetime | None":
    """The time that --now says; None without it."""
    if now is None:
        return None
    from pbem.core.record.deadlines import time_of

    return time_of(now)
