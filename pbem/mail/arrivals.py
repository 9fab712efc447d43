"""The messages that came to a game's desk, in the table of GAME.mail/arrivals.db: what is asked about one costs what it
costs in a young game, however many came before.

A row is one message; as JSON it has the shape of schemas/arrival.schema.json, and the columns beside that are what rows
are looked for by.  The database is SQLite's, which Python brings with it: a desk needs no other library, and starts
once for every mail.  Each call opens and closes it, for a message is read in a child process, which may not share a
connection.  A run that is killed leaves the table as it was before (SQLite's journal), or with the whole row.
"""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from pbem.core.data.canon import CanonError, dumps, loads
from pbem.core.data.problems import BrokenFile, Problem
from pbem.core.data.tables import text_beside

if TYPE_CHECKING:
    from pbem.core.data.json_types import Json


PATIENCE = 10  # seconds for another run to end its write
NOT_HIS = "'stranger', 'unauthenticated', 'automatic', 'unreadable'"  # verdicts on what its sender did not do
VERSION = 1
COLUMNS = ("n", "at", "sender", "message_id", "sameness", "entry", "seat", "verdict", "answered", "warned", "returned")


class Arrivals:
    """The table at `path`; a file that is not there is a table without rows, until the first is saved."""

    def __init__(self, path: str) -> None:
        self.path = path

    def __iter__(self) -> Iterator["Json"]:
        """Every row in order of arrival."""
        return iter(self._rows("1"))

    def last(self) -> "Json | None":
        """The row of the last message, or None."""
        return self._first("1 order by n desc")

    def same(self, sameness: str) -> "Json | None":
        """The row of the first message that did the same (letter.py), or None: what nobody believed or could read has
        done nothing, and stands in no true one's way."""
        return self._first(f"sameness = ? and verdict not in ({NOT_HIS}) order by n", sameness)

    def last_same(self, sameness: str) -> "Json | None":
        """The row of the last message that is the same, whatever became of it; or None."""
        return self._first("sameness = ? order by n desc", sameness)

    def of_number(self, n: int) -> "Json | None":
        """The row of a number, or None."""
        return self._first("n = ?", n)

    def accepted(self, entry: int) -> "list[Json]":
        """The rows of orders that count for an entry, in order of arrival."""
        return self._rows("entry = ? and verdict = 'accepted' order by n", entry)

    def unsure(self, entry: int) -> "list[Json]":
        """The rows of mails that were in doubt when they came, while the game stood at an entry."""
        return self._rows("entry = ? and verdict = 'unsure' order by n", entry)

    def of_seat(self, entry: int, seat: str) -> "list[Json]":
        """The rows of a seat while the game stood at an entry, in order of arrival."""
        return self._rows("entry = ? and seat = ? order by n", entry, seat)

    def came_from(self, message_id: str, seats: Sequence[str]) -> bool:
        """True if one of these seats sent the message of a Message-ID."""
        marks = ", ".join("?" * len(seats))
        return bool(message_id and self._first(f"message_id = ? and seat in ({marks})", message_id, *seats))

    def answers_to(self, address: str, entry: int, replies: bool) -> int:
        """How many answers an address has had while the game stood at an entry: to mails that answer one of ours, or to
        others, which anybody can send who knows the address."""
        rows = self._rows("sender = ? and entry = ? and answered", address, entry)
        return sum(row["replies"] == replies for row in rows)

    def passed_on(self, seat: str, entry: int) -> int:
        """How many mails of a seat brought words to others while the game stood at an entry."""
        rows = self._rows(
            "entry = ? and verdict in ('press', 'accepted', 'draft', 'talk', 'question') and seat = ?", entry, seat
        )
        return sum(row.get("passed_on", False) for row in rows)

    def warned(self, day: str) -> "list[Json]":
        """The rows of a day (YYYY-MM-DD) with a notice about forgeries."""
        return self._rows("warned and at >= ? and at < ?", day, f"{day}~")

    def warned_of(self, address: str) -> "list[Json]":
        """The rows of an address of which somebody was told."""
        return self._rows("sender = ? and warned", address)

    def returned(self) -> "list[Json]":
        """The rows of mails of ours that came back, in order of arrival."""
        return self._rows("returned order by n")

    def last_from(self, address: str) -> int:
        """The number of the last message from an address; 0 if none came."""
        last = self._first("sender = ? order by n desc", address)
        return last["n"] if last else 0

    def save(self, row: "Json") -> None:
        """Write one row: a new one, or another state of it.  It stands on the disk when this returns.  ValueError for a
        row that nobody could read again: it would stand in the way of all others."""
        from pbem.core.data.schemas import problems

        if faults := problems("arrival", row):
            raise ValueError(faults[0].text)
        values = {**row, "sender": row["from"], "warned": bool(row["warned"]), "returned": bool(row["returned"])}
        found = [*(values[name] for name in COLUMNS), dumps(row).decode()]
        marks = ", ".join("?" * len(found))
        with self._opened(is_new=not os.path.exists(self.path)) as table, table:
            table.execute(f"insert or replace into arrivals ({', '.join(COLUMNS)}, row) values ({marks})", found)

    # -- reading -------------------------------------------------------------------------------------------

    def _first(self, wanted: str, *values: Any) -> "Json | None":
        return next(iter(self._rows(f"{wanted} limit 1", *values)), None)

    def _rows(self, wanted: str, *values: Any) -> "list[Json]":
        if not os.path.exists(self.path):
            return []
        with self._opened() as table:
            found = table.execute(f"select n, row from arrivals where {wanted}", values).fetchall()
        return [self._row(n, text) for n, text in found]

    def _row(self, n: int, text: str) -> "Json":
        from pbem.core.data.schemas import problems

        try:
            row: Json = loads(text)
        except CanonError as error:
            raise BrokenFile(Problem("arrivals-row", where=self.path, n=n, reason=error.message.rstrip("."))) from None
        BrokenFile.if_any(problems("arrival", row, f"{self.path}:{n}"))
        return row

    @contextmanager
    def _opened(self, is_new: bool = False) -> Iterator[Any]:
        """A connection that is closed at the end; BrokenFile for what is no such table."""
        import sqlite3

        if is_new:
            os.close(os.open(self.path, os.O_CREAT | os.O_WRONLY, 0o600))
        if os.name == "posix" and os.stat(self.path).st_mode & 0o077:
            raise BrokenFile(Problem("desk-open", where=self.path, path=self.path))
        try:
            table = sqlite3.connect(self.path, timeout=PATIENCE)
            try:
                self._check(table)
                yield table
            finally:
                table.close()
        except sqlite3.Error as error:
            raise BrokenFile(Problem("arrivals-odd", where=self.path, reason=str(error).rstrip("."))) from None

    def _check(self, table: Any) -> None:
        """Make the table in an empty file, as a killed run may have left it; refuse one of another version."""
        version = table.execute("pragma user_version").fetchone()[0]
        if version == 0 and not table.execute("select count(*) from sqlite_master").fetchone()[0]:
            table.executescript(f"begin;{text_beside(__file__, 'arrivals.sql')}commit;")
        elif version != VERSION:
            raise BrokenFile(
                Problem("arrivals-odd", where=self.path, reason=f"its version is {version}, not {VERSION}")
            )
