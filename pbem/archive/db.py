"""The archive's database: made, filled from game files, asked.

A file that has not changed since it was read is passed over; one that has replaces its rows.  Everything of one run
is one transaction, so that a reader never sees half a game.
"""

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from pbem.core.data import store
from pbem.core.data.json_types import Json
from pbem.core.data.problems import BrokenFile, Problem, Refused
from pbem.core.data.processes import ended, in_order, shared
from pbem.core.play.gamefile import from_bytes
from pbem.core.record import calendar
from pbem.tournament.cup import Cup, new
from pbem.tournament.results import Decision, decided, decisions

from .rows import director_rows, rows_of, tournament_row
from .tables import INDEXES, OF_A_GAME, REFERENCES, TABLES, VERSION, VIEWS

if TYPE_CHECKING:
    import sqlite3

    from sqlite_utils import Database


BATCH = 10  # games of a task
Due = tuple[int, str, str, bytes, bytes]
"""A game to be read: its number, its name as it was given, its path, its bytes and those of its calendar."""
Made = tuple[dict[str, list[Json]], int]
"""The rows of a game by table, with the number of its entries."""

Answer = tuple[list[str], list[tuple[Any, ...]]]
"""What a question in SQL finds: the names of its columns, and its rows."""


class Loaded:
    """What a run came to: games read anew, passed over, and those that could not be read, with their problems."""

    def __init__(self) -> None:
        self.read: list[str] = []
        self.unchanged: list[str] = []
        self.problems: list[Problem] = []


def open_archive(path: str, must_exist: bool = False) -> "Database":
    """The sqlite_utils Database at `path`, made with its tables if it is new.  Raises BrokenFile if it is another's."""
    import sqlite3

    from sqlite_utils import Database

    if must_exist and not os.path.exists(path):
        raise BrokenFile(Problem("archive-missing", where=path))
    if os.path.exists(path) and not os.path.isfile(path):
        raise BrokenFile(Problem("archive-no-file", where=path))
    with saying_which(path):
        connection = sqlite3.connect(f"{_uri(path)}?mode={'ro' if must_exist else 'rwc'}", uri=True)
        database = Database(connection)
        names = database.table_names()
        version = database.execute("pragma user_version").fetchone()[0]
        if names and "games" not in names:
            raise BrokenFile(Problem("archive-odd", where=path))
        if names and version != VERSION:
            raise BrokenFile(Problem("archive-version", where=path, found=version, wanted=VERSION))
        if not names and not must_exist:
            _make(database)
    if must_exist:
        connection.set_authorizer(_asked)
    return database


_FAULTS = {
    "locked": "archive-busy",
    "unable to open": "archive-unopened",
    "not a database": "archive-odd",
    "malformed": "archive-malformed",
    "readonly": "archive-unwritten",
    "disk": "archive-unwritten",
}
"""{what SQLite says: what is told}"""


@contextmanager
def saying_which(path: str, is_asked: bool = False) -> Iterator[None]:
    """A context in which what keeps SQLite from an archive is told as that: BrokenFile.  What it does not take of a
    question is no matter of the file, and passes; so does a question that would write."""
    import sqlite3

    try:
        yield
    except sqlite3.Error as error:
        said = str(error)
        code = next((fault for words, fault in _FAULTS.items() if words in said), "")
        if not code or is_asked and code == "archive-unwritten":
            raise
        raise BrokenFile(Problem(code, where=path, reason=said)) from None


def _asked(action: int, *_: object) -> int:
    """What SQLite may do for a question: everything but to open, or make, another database (ATTACH, VACUUM INTO)."""
    import sqlite3

    return sqlite3.SQLITE_DENY if action == sqlite3.SQLITE_ATTACH else sqlite3.SQLITE_OK


def _uri(path: str) -> str:
    """A file as SQLite is told of it, with a drive or without one."""
    from urllib.parse import quote

    whole = quote(os.path.abspath(path).replace(os.sep, "/"), safe="/:")
    return f"file://{whole}" if whole.startswith("/") else f"file:///{whole}"


def _make(database: "Database") -> None:
    from sqlite_utils.db import Table

    for name, columns in TABLES.items():
        Table(database, name).create(columns, pk="id", foreign_keys=REFERENCES.get(name, ()))
    for name, indexes in INDEXES.items():
        for names in indexes:
            Table(database, name).create_index(names)
    for name, references in REFERENCES.items():
        for column, *_ in references:
            Table(database, name).create_index([column], if_not_exists=True)
    Table(database, "stories").enable_fts(["heading", "text"], create_triggers=True)
    for name, query in VIEWS.items():
        database.create_view(name, query)
    database.execute(f"pragma user_version = {VERSION}")


def load(
    database: "Database",
    paths: Iterable[str],
    rebuild: bool = False,
    cups: "Sequence[Cup]" = (),
    jobs: int = 1,
    cluster: str | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Loaded:
    """Read game files into the archive; Loaded.  One that does not hold is told and left as it was in the archive.

    cups   tournaments (tournament.cup.Cup): what their directors decided is what a game came to.  The archive goes on
           knowing a tournament until it is given again; games of one that is given are looked at again, named or not.
    jobs   how many processes make rows of games;  cluster  the address of a Dask cluster that makes them instead, of
           the bytes that it is sent; the database is written here
    progress   called with (files done, files) after each that was read
    """
    loaded = Loaded()
    known = {row["path"]: row for row in database.query("select id, name, path, sha256 from games")}
    games = {pairing["game"] for cup in cups for pairing in cup.pairings}
    named = {os.path.abspath(path) for path in paths}
    also = [row["path"] for row in known.values() if row["name"] in games and row["path"] not in named]
    paths = [*paths, *filter(os.path.exists, also)]
    with saying_which(_path_of(database)), _one_transaction(database.conn):
        decided = decisions(_tournaments(database, cups))
        due = _due(paths, known, rebuild, loaded, decided)
        for (_, name, path, *_), made in _all_made(due, decided, jobs, cluster):
            _keep(database, name, path, known, loaded, made)
            if progress:
                progress(len(loaded.read) + len(loaded.unchanged) + len(loaded.problems), len(paths))
    return loaded


def _path_of(database: "Database") -> str:
    path: str = database.execute("pragma database_list").fetchone()[2]
    return path


@contextmanager
def _one_transaction(connection: "sqlite3.Connection") -> Iterator[None]:
    """A context of which all is written or nothing."""
    connection.execute("begin immediate")
    try:
        yield
        connection.execute("commit")
    except BaseException:
        connection.execute("rollback")
        raise


def _tournaments(database: "Database", cups: "Sequence[Cup]") -> "list[Cup]":
    """All tournaments that the archive knows, after these were put into it with the acts of their directors."""

    for cup in cups:
        database.conn.execute("delete from director where tournament = ?", [cup.name])
        database.conn.execute("delete from tournaments where id = ?", [cup.name])
        _insert(database, "tournaments", [tournament_row(cup)])
        _insert(database, "director", director_rows(cup))
    return [new(json.loads(row["document"])) for row in database.query("select document from tournaments order by id")]


def _due(
    paths: Iterable[str], known: dict[str, Json], rebuild: bool, loaded: Loaded, decisions: Mapping[str, Decision]
) -> Iterator[Due]:
    """Games that have changed since they were read: (number, name, path, bytes, bytes of the calendar)."""
    number = 0
    for name in paths:
        path = os.path.abspath(name)
        try:
            data, told = store.read_bytes(path), calendar.bytes_beside(path)
        except BrokenFile as error:
            loaded.problems += error.problems
            continue
        held = known.get(path)
        if held and held["sha256"] == _digest(data, told, decisions.get(held["name"])) and not rebuild:
            loaded.unchanged.append(name)
            continue
        yield number, name, path, data, told
        number += 1


def _all_made(
    due: Iterable[Due], decisions: Mapping[str, Decision], jobs: int, cluster: str | None
) -> Iterator[tuple[Due, Made | list[Problem] | None]]:
    """``(one of due, its rows)``, in their order."""
    found = shared(partial(made_rows, decisions=decisions), due, BATCH, jobs, cluster)
    return in_order((piece[0], (piece, made)) for batch, rows in found for piece, made in zip(batch, rows or [None]))


def made_rows(batch: Iterable[Due], decisions: Mapping[str, Decision]) -> list[Made | list[Problem]]:
    """The rows of each of a batch of games (rows.rows_of) with the number of its entries, or its problems."""
    return [_made(path, data, told, decisions) for _, _, path, data, told in batch]


def _made(path: str, data: bytes, told: bytes, decisions: Mapping[str, Decision]) -> Made | list[Problem]:
    try:
        file = from_bytes(data, path)
        file.calendar = calendar.from_bytes(told, calendar.path_of(path))
        decision = decisions.get(file.name)
        found, tournament = decided(file, decisions), decision and decision.tournament
        return rows_of(file, path, _digest(data, told, decision), found, tournament), file.n
    except BrokenFile as error:
        return error.problems


def _keep(
    database: "Database",
    name: str,
    path: str,
    known: dict[str, Json],
    loaded: Loaded,
    made: Made | list[Problem] | None,
) -> None:
    """Put the rows of a game into the archive, in the place of older ones."""
    if made is None:
        loaded.problems.append(ended(name))
        return
    if isinstance(made, list):
        loaded.problems += made
        return
    rows, entries = made
    held, key = known.get(path), rows["games"][0]["id"]
    other = next(database.query("select path, entries from games where id = ?", [key]), None)
    if other and other["path"] != path and other["entries"] > entries:
        loaded.unchanged.append(name)  # an earlier state of a game that the archive knows further
        return
    for old in {key, held["id"] if held else key}:
        _forget(database, old)
    for table in ("games", *reversed(OF_A_GAME)):
        _insert(database, table, rows[table])
    loaded.read.append(name)


def _digest(data: bytes, told: bytes, decision: Decision | None) -> str:
    """Of all that the rows of a game are made from: its file, its calendar, what a director decided."""
    return sha256(data + told + (json.dumps(decision).encode() if decision else b"")).hexdigest()


def _forget(database: "Database", key: str) -> None:
    for table in OF_A_GAME:
        database.conn.execute(f"delete from {table} where game = ?", [key])
    database.conn.execute("delete from games where id = ?", [key])


def _insert(database: "Database", table: str, rows: Iterable[Json]) -> None:
    """Plain SQL: a game has thousands of rows, all of the columns that the table was made with."""
    columns = list(TABLES[table])
    marks = ", ".join("?" * len(columns))
    names = ", ".join(f'"{name}"' for name in columns)
    database.conn.executemany(
        f"insert into {table} ({names}) values ({marks})", [[row.get(name) for name in columns] for row in rows]
    )


def ask(database: "Database", sql: str, arguments: Sequence[Any] = ()) -> Answer:
    """``(columns, rows)`` of a question in SQL.  Raises Refused with what SQLite says of it."""
    import sqlite3

    try:
        with saying_which(_path_of(database), is_asked=True):
            cursor = database.conn.execute(sql, arguments)
            return [column[0] for column in cursor.description or ()], cursor.fetchall()
    except sqlite3.Error as error:
        raise Refused([Problem("archive-sql", reason=str(error))]) from None
