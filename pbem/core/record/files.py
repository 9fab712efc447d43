"""The game file as the rooms of the record know it: what its lines say of themselves, and the boards that states hold.

What follows from all lines, the state, is made above (play.gamefile.GameFile, which is such a file).
"""

from collections.abc import Callable, Iterable
from datetime import datetime
from functools import cached_property
from typing import Any

from ..data.boards import Board
from ..data.components import check_held
from ..data.json_types import Json
from ..data.problems import BrokenFile, Problem
from ..rules.engine import fold
from ..rules.requests import Asked
from ..title.game import Game, load
from . import calendar, log
from .charter import Charter, game_id, powers_of
from .closed import Openings
from .counters import Counters, counters_after, first_counters
from .entries import Entry, people_of_line
from .lines import Entries, Lines
from .participation import Call, people_in
from .revisions import title_of
from .state import Ground, Reached, State


class File:
    """A game file.

    lines   record.log.Line, the first one the charter's
    path    where it was read, for messages
    past    {number of a line to which a note goes back: the state after it}, of those that were made again
    desk    tells what has come for the entry that is due (record.now.Came), where a desk lies beside the game
    clock   what time it is, where whoever reads the file has said it: no date is called past that nobody knows to be
    """

    desk: Callable[[Any], Any] | None = None
    clock: datetime | None = None

    def __init__(self, lines: Iterable[log.Line], path: str = "", state: State | None = None) -> None:
        self.lines, self.path = lines if isinstance(lines, Lines) else Lines(lines), path
        self.past: dict[int, State] = {}
        first = self.lines[0].object
        if first.get("kind") != "game" or first.get("pbem") != log.VERSION or type(first.get("charter")) is not dict:
            wanted = f'"pbem": "{log.VERSION}"'
            raise BrokenFile(Problem("first-line", where=path, wanted=wanted))
        self.charter: Charter = first["charter"]
        self.game_id = game_id(self.charter)
        self._reached = Reached(state) if state else None

    # -- what it holds ---------------------------------------------------------------------------------

    @cached_property
    def game(self) -> Game:
        """The title with its rules, loaded when it is asked for.  Raises BrokenFile for one that is not installed."""
        if pack := self.charter.get("pack"):
            check_held(pack, load(self.charter["title"]), f"{self.path}:1")
        return title_of(self.charter)

    @property
    def name(self) -> str:
        return str(self.charter["game"])

    @property
    def n(self) -> int:
        """The number of the last entry; 0 at the start."""
        return len(self.lines) - 1

    @property
    def next(self) -> int:
        """The number of the entry that is due."""
        return len(self.lines)

    @property
    def entries(self) -> Entries:
        """The objects of all entries, in order, each parsed when it is looked at."""
        return Entries(self.lines, range(1, len(self.lines)))

    def entries_with(self, mark: bytes) -> list[Entry]:
        """The objects of the entries in which these bytes stand, in order; the others are not parsed."""
        return [line.object for line in self.lines.holding(mark)]

    @cached_property
    def opened(self) -> Openings:
        """What lines have opened."""
        entries = self.entries_with(b'"opened":[')
        return Openings(self.game_id, [one for entry in entries for one in entry.get("opened", ())])

    def statements(self, what: str) -> list[tuple[int, Json]]:
        """``[(number of the line, statement)]`` of all statements of a kind on people, in order."""
        lines = [line.object for line in self.lines.holding(f'"what":"{what}"'.encode())]
        return [(entry["n"], one) for entry in lines for one, _ in people_of_line(entry, what)]

    def entry(self, number: int) -> Entry:
        """The object of one entry, from 1."""
        return self.lines[number].object

    def head_of(self, number: int) -> str:
        """The head of line `number` in full hex; 0 is the first line's."""
        return self.lines[number].head.hex()

    @property
    def head(self) -> str:
        """The head of the last line, in full hex."""
        return self.lines[-1].head.hex()

    # -- where it stands -------------------------------------------------------------------------------

    reached: Reached  # what this machine made of the lines

    @property
    def stand(self) -> Json:
        """Where the game stands, in words (now.summary_of)."""
        raise NotImplementedError

    @property
    def state(self) -> State:
        """Where the game stands, as this machine made it of the lines."""
        return self.reached.state

    def tally(self, number: int) -> Counters:
        """What is counted of the first `number` entries (record.counters)."""
        found = self._reached and self._reached.tally
        if not found or found["n"] > number:
            found = first_counters(self.charter)
        for entry in self.entries[found["n"] : number]:
            found = counters_after(found, entry)
        return found

    @property
    def is_over(self) -> bool:
        return self.state["ended"] is not None

    @property
    def result(self) -> Json | None:
        """How the game ended, or None."""
        ended: Json | None = self.state["ended"]
        return ended

    @property
    def waiting(self) -> list[Json]:
        """The open questions as JSON (requests.Ask.to_json), in the order of asking."""
        asked: list[Json] = self.state["asked"]
        return asked

    @property
    def asked_kinds(self) -> Asked:
        """``{kind: powers}`` of the open questions, with the board on which they are asked."""
        asked = Asked()
        for one in self.waiting:
            asked.setdefault(one["kind"], []).append(one["power"])
        asked.board = self.current_board
        return asked

    @cached_property
    def calendar(self) -> Json:
        """What is told beside the record: stops, absences, words to everybody (record.calendar)."""
        return calendar.read(self.path)

    @property
    def answered(self) -> list[str]:
        """Seats of which something has come for the entry that is due, as whoever adjudicates tells."""
        return [*self.calendar.get("came", {}).get(str(self.next), ())]

    def last_answer(self, seat: str) -> int:
        """The last entry in which a seat itself answered something; 0 if it never did."""
        own = {"by": "answer", "seat": seat}.items()
        return max(
            (entry["n"] for entry in self.entries for use in entry.get("used", ()) if own <= use.items()), default=0
        )

    @cached_property
    def powers(self) -> dict[str, list[str]]:
        """``{seat: its powers}``, in the order of the charter."""
        return {seat: powers_of(self.charter, seat) for seat in self.charter["seats"]}

    @property
    def people(self) -> list[str]:
        """Seats that persons hold now, in charter order."""
        return people_in(self.charter, self.state)

    def call(self, silent: Iterable[str] = (), heard: Iterable[str] = ()) -> Call:
        """What the next entry needs from whom."""
        return Call(self.charter, self.state, silent, heard)

    @property
    def options(self) -> Charter:
        """The charter with the options that are agreed now."""
        return self._agreed(self.state)

    def _agreed(self, state: State) -> Charter:
        return {**self.charter, "options": state["options"]}

    def ground(self, state: State | None = None) -> Ground:
        """What the next line is made from, or the one after another state of this game."""
        state = state or self.state
        return Ground(self.game, self._agreed(state), state, self.head_of)

    def first_board(self) -> Board:
        return self.game.new_board(self.charter)

    def rest_board(self) -> Board:
        return self.game.board_from(self.state["rest"], self.options)

    def current_board(self) -> Board:
        """The board as it is now, in the middle of the open step."""
        return self._board_of(self.state)

    def _board_of(self, state: State) -> Board:
        board = self.game.board_from(state["rest"], self._agreed(state))
        return fold(self.game, board, state["step"]["facts"]) if state["step"] else board
