"""Functions over many games: the archive, the table of a tournament, and games that the program plays itself."""

import os
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from pbem.core.data.json_types import Json
from pbem.core.data.problems import BrokenFile, Problem

if TYPE_CHECKING:
    from pbem.archive.db import Loaded
    from pbem.core.record.charter import Charter
    from pbem.core.title.game import Game
    from pbem.core.trial.selfplay import Census
    from pbem.tournament.cup import Cup
    from pbem.tournament.results import Results


Path = str | os.PathLike[str]
BATCH = 5  # games that a process plays between two words of it


def load_archive(
    database: Path, games: Iterable[Path], *, rebuild: bool = False, cups: Iterable[Path] = (), jobs: int = 1
) -> Json:
    """Read games, and those in folders, into an archive, which is made if there is none (schemas/archive.schema.json).
    Files that have not changed are passed over; of one that does not hold the "problems" tell.

    rebuild  read unchanged files anew too
    cups     tournament files: what their directors decided is what a game came to
    jobs     how many processes read games"""
    from pbem.archive import db
    from pbem.tournament.cup import read

    from .many import games_in

    agreed = [read(os.fspath(cup)) for cup in cups]
    return loaded_json(db.load(db.open_archive(os.fspath(database)), games_in(games), rebuild, agreed, jobs))


def loaded_json(loaded: "Loaded") -> Json:
    """What was read into an archive as JSON."""
    problems = [problem.to_json() for problem in loaded.problems]
    return {"pbem": "archive/1", "read": loaded.read, "unchanged": loaded.unchanged, "problems": problems}


def ask_archive(database: Path, sql: str) -> Json:
    """The rows of a question to an archive, read only (schemas/rows.schema.json).  Raises Refused for one that SQLite
    does not take."""
    from pbem.archive import db

    return rows_json(*db.ask(db.open_archive(os.fspath(database), True), sql))


def rows_json(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> Json:
    """The rows of a table as JSON."""
    found = [dict(zip(columns, map(plain, row))) for row in rows]
    return {"pbem": "rows/1", "columns": list(columns), "rows": found}


def plain(cell: Any) -> Any:
    """A value of a table as every format has it: bytes as hex digits, as SQL writes them; a number without end as its
    name, for JSON has none."""
    import math

    if isinstance(cell, bytes):
        return cell.hex()
    return str(cell) if isinstance(cell, float) and not math.isfinite(cell) else cell


def standings(cup: Path, games: Path = ".") -> Json:
    """The table of a tournament and its games (schemas/standings.schema.json).

    games  the folder of its games
    Raises BrokenFile for a game file that does not hold or is not the one that was paired."""
    from pbem.tournament import standings as table
    from pbem.tournament.export import described

    agreed, found = cup_read(os.fspath(cup), os.fspath(games))
    return dict(described(agreed, table.standings(agreed, found), found))


def cup_read(cup: str, folder: str) -> "tuple[Cup, Results]":
    """``(tournament, {game: Result})``; raises BrokenFile for a game file that does not hold or fit."""
    from pbem.tournament.cup import read
    from pbem.tournament.results import results

    agreed = read(cup)
    found, problems = results(agreed, folder)
    BrokenFile.if_any(problems)
    return agreed, found


def selfplay(
    title: str,
    scenario: str = "",
    *,
    games: int = 1,
    draws: str = "00",
    edition: str | None = None,
    options: Json | None = None,
    seats: dict[str, list[str]] | None = None,
    folder: Path | None = None,
    check: bool = True,
    jobs: int = 1,
    players: str = "random",
) -> Json:
    """Play games of a scenario by machines to their end and count what occurred (schemas/census.schema.json);
    "missing" is what the title expects, and what never came.

    draws    throw-away draws to begin with, hex: the same ones make the same games
    options  {option or switchable ruling: value};  seats  {seat: [powers]}, by default the first arrangement
    folder   where each game is written as a file
    players  "random", who answer anything that is legal, or "sensible", whose valuations are a part of each title
    check    after every fact that the board holds, and that the facts alone make it
    Raises NoSuchThing for a title that there is none of, and core.trial.selfplay.Fault for a fault of its rules."""
    from .choices import game_of

    game = game_of(title)
    charter = robots_charter(game, scenario, edition, options, seats)
    place = os.fspath(folder) if folder else None
    census, decisions = census_of(charter, games, draws, check, place, jobs, players=players)
    return census_json(game, charter["scenario"], games, decisions, census)


def robots_charter(
    game: "Game",
    scenario: str,
    edition: str | None,
    options: Json | None,
    seats: dict[str, list[str]] | None,
    allies_together: bool = False,
) -> "Charter":
    """The charter of games that nobody trusts in."""
    from pbem.core.record import charter

    anchors = {"referee": {"first": "0" * 64, "n": 1}}
    name = scenario or next(iter(game.scenarios))
    return charter.make(
        game, "selfplay", name, edition, options, seats, anchors=anchors, allies_together=allies_together
    )


def census_of(
    charter: Json,
    games: int,
    seed: str,
    check: bool,
    folder: str | None,
    jobs: int,
    cluster: str | None = None,
    progress: Callable[[int, int], None] | None = None,
    players: str = "random",
) -> "tuple[Census, int]":
    """``(Census, decisions)`` of so many games; raises BrokenFile for each that ended its process.

    progress   called with (games played, games) now and then"""
    from functools import partial

    from pbem.core.data.processes import shared
    from pbem.core.trial import robots
    from pbem.core.trial.selfplay import Census

    census, decisions, done, ended = Census(), 0, 0, []
    place = folder and os.path.abspath(folder)
    work = partial(robots.play_some, charter=charter, seed=seed, checked=check, folder=place, players=players)
    for batch, made in shared(work, range(1, games + 1), BATCH, jobs, cluster):
        if made is None:
            ended += [Problem("selfplay-ended", level="evidence missing", number=number) for number in batch]
            continue
        decisions += made[1]
        for what, times in made[0].items():
            census.counts[what] += times
        done += len(batch)
        if progress:
            progress(done, games)
    BrokenFile.if_any(ended)
    return census, decisions


def census_json(game: "Game", scenario: str, games: int, decisions: int, census: "Census", wanted: bool = True) -> Json:
    """A census as JSON; nothing is missing from one of which nothing is `wanted`."""
    from pbem.core.trial.selfplay import excuses

    return {
        "pbem": "census/1",
        "games": games,
        "decisions": decisions,
        "counts": census.counts,
        "missing": census.missing(game, scenario) if wanted else [],
        "excused": excuses(game, scenario),
        "needless": census.needless(game, scenario),
    }
