"""The game file in memory: the lines of the log, and what is read off them.

The first line is the charter, each further one an entry.  What follows from them all, the state, is made by
`play.replay`; here is only what a line says of itself, and the boards that the facts make.
"""

import os
from collections.abc import Callable, Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ..data import store
from ..data.boards import Board
from ..data.components import check_held
from ..data.json_types import Json
from ..data.problems import BrokenFile, Problem
from ..data.shapes import STUMBLES
from ..record import log, trusted_state
from ..record.agreement import check_charter
from ..record.charter import Charter, game_id
from ..record.closed import Openings
from ..record.counters import Counters, counters_after, first_counters
from ..record.entries import Entry, live_numbers, note_of, people_of_line
from ..record.lines import Entries, Pieces, first_of, known_lines, lines_of
from ..record.revisions import title_of
from ..record.state import Reached, State
from ..record.summary import Summary, summary_of, teller
from ..rules.engine import fold
from ..rules.facts import Fact
from ..title.game import load

if TYPE_CHECKING:
    from ..title.game import Game


class GameFile:
    """A game file.

    lines   record.log.Line, the first one the charter's
    path    where it was read, for messages
    desk    tells what has come for the entry that is due (record.now.Came), where a desk lies beside the game
    """

    desk: Callable[["GameFile"], Any] | None = None

    def __init__(self, lines: Iterable[log.Line], path: str = "", state: State | None = None) -> None:
        self.lines, self.path = lines_of(lines), path
        first = self.lines[0].object
        if first.get("kind") != "game" or first.get("pbem") != log.VERSION or type(first.get("charter")) is not dict:
            wanted = f'"pbem": "{log.VERSION}"'
            raise BrokenFile(Problem("first-line", where=path, wanted=wanted))
        self.charter: Charter = first["charter"]
        self.game_id = game_id(self.charter)
        self._game: Game | None = None
        self._reached = Reached(state) if state else None
        self._calendar: Json | None = None

    # -- what it holds ---------------------------------------------------------------------------------

    @property
    def game(self) -> "Game":
        """The title with its rules, loaded when it is asked for.  Raises BrokenFile for one that is not installed."""
        if self._game is None:
            if pack := self.charter.get("pack"):
                check_held(pack, load(self.charter["title"]), f"{self.path}:1")
            self._game = title_of(self.charter)
        return self._game

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

    @property
    def reached(self) -> Reached:
        """What this machine made of the lines (state.Reached): beside the game, or all of them made again."""
        if self._reached is None:
            self._reached = trusted_state.kept(self)
        if self._reached is None:
            from .replay import reached

            self._reached = reached(self)
            if not trusted_state.past_problem(self):
                trusted_state.keep(self)
        return self._reached

    @reached.setter
    def reached(self, found: Reached) -> None:
        self._reached = found

    @property
    def state(self) -> State:
        """Where the game stands, as this machine made it of the lines."""
        return self.reached.state

    @property
    def stand(self) -> Summary:
        """Where the game stands, in words, as it was told when this machine came here; else it is told now."""
        found = self.reached.stand
        if found is None or found["by"] != teller():
            found = self.reached.stand = summary_of(self)
        return found

    def grown(self, line: log.Line, state: State) -> "GameFile":
        """The game file with one more line, and the state after it."""
        after = GameFile(self.lines.with_more(line), self.path)
        after._game = self._game
        after.reached = Reached(state, self.state, self.tally(self.n))
        return after

    def tally(self, number: int) -> Counters:
        """What is counted of the first `number` entries (record.counters)."""
        found = self._reached and self._reached.tally
        if not found or found["n"] > number or "counted" not in found:  # kept by a program that did not count them
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
    def asked_kinds(self) -> dict[str, list[str]]:
        """``{kind: powers}`` of the open questions."""
        return {
            one["kind"]: [row["power"] for row in self.waiting if row["kind"] == one["kind"]] for one in self.waiting
        }

    @property
    def calendar(self) -> Json:
        """What is told beside the record: stops, absences, words to everybody (record.calendar)."""
        if self._calendar is None:
            from ..record import calendar

            self._calendar = calendar.read(self.path)
        return self._calendar

    @property
    def answered(self) -> list[str]:
        """Seats of which something has come for the entry that is due, as whoever adjudicates tells."""
        return [*self.calendar.get("came", {}).get(str(self.next), ())]

    @property
    def people(self) -> list[str]:
        """Seats that persons hold now, in charter order."""
        return [seat for seat in self.charter["seats"] if seat not in self.state["bots"]]

    @property
    def options(self) -> Charter:
        """The charter with the options that are agreed now."""
        return {**self.charter, "options": self.state["options"]}

    # -- boards ----------------------------------------------------------------------------------------

    def first_board(self) -> Board:
        """The board at the start of the game."""
        return self.game.new_board(self.charter)

    def rest_board(self) -> Board:
        """The board at the last rest point."""
        return self.game.board_from(self.state["rest"], self.options)

    def current_board(self) -> Board:
        """The board as it is now, in the middle of the open step."""
        return self._board_of(self.state)

    def _board_of(self, state: State) -> Board:
        board = self.game.board_from(state["rest"], {**self.charter, "options": state["options"]})
        return fold(self.game, board, state["step"]["facts"]) if state["step"] else board

    def story(self, until: int | None = None, since: int = 0) -> list[tuple[int, Json]]:
        """``[(number, step)]`` of the live entries since + 1 to `until`, as they counted at `until`; the start of the
        game is entry 0, and a correction is a step of one fact."""
        until = self.n if until is None else until
        rows = [(0, step) for step in self.opening_steps()] if since < 1 else []
        for number in live_numbers(self.entries[max(0, since) : until]):
            rows += [(number, step) for step in steps_of(self.entry(number))]
        return rows

    def opening_steps(self) -> list[Json]:
        """The steps from the first board to the first question: they stand in no entry, for nothing was sent yet."""
        from .replay import opening

        return opening(self)

    def board_after(self, entry: int) -> Board:
        """The board at the end of an entry; no rule runs.  Of the last two entries the states are at hand."""
        if entry == self.n:
            return self.current_board()
        if entry == self.n - 1 and self.reached.earlier:
            return self._board_of(self.reached.earlier)
        return self.folded_board(entry)

    def folded_board(self, entry: int) -> Board:
        """The board at the end of an entry, folded from the start."""
        board = self.first_board()
        for number, step in self.story(entry):
            self.apply(board, number, step)
        return board

    def board_at(self, entry: int, event: int | None = None) -> Board:
        """The board at the end of an entry, or after its event number `event`."""
        if event is None:
            return self.board_after(entry)
        board = self.board_after(entry - 1) if entry else self.first_board()
        for fact in facts_of(self.entry(entry))[:event] if entry else ():
            self.apply(board, entry, {"facts": [fact]})
        return board

    def rest_board_after(self, entry: int) -> Board:
        """The board at the last rest point before the end of an entry: the open step there is left out."""
        board = self.first_board()
        open_facts: list[tuple[int, Json]] = []
        for number, step in self.story(entry):
            if not step.get("on"):
                self._fold_all(board, open_facts)
                open_facts = []
            open_facts.append((number, step))
        if open_facts and not open_facts[-1][1].get("open"):
            self._fold_all(board, open_facts)
        return board

    def _fold_all(self, board: Board, rows: Iterable[tuple[int, Json]]) -> None:
        for number, step in rows:
            self.apply(board, number, step)

    def apply(self, board: Board, number: int, step: Json) -> Board:
        """Apply the facts of one step; BrokenFile names the one that cannot be."""
        for index, fact in enumerate(step["facts"]):
            try:
                fold(self.game, board, [fact])
            except STUMBLES:
                kind = fact.get("type") if isinstance(fact, dict) else fact
                raise BrokenFile(
                    Problem("facts-fail", where=self.path, entry=number, index=index + 1, type=kind)
                ) from None
        return board


def steps_of(entry: Entry) -> list[Json]:
    """The steps of an entry: those of a play, or the one of a correction."""
    if entry["kind"] == "play":
        steps: list[Json] = entry["steps"]
        return steps
    if entry["what"] != "correction":
        return []
    return [{"procedure": "correction", "args": {"entry": entry["n"]}, "facts": [corrected_fact(entry)]}]


def corrected_fact(entry: Entry) -> Fact:
    """The fact that a correction is told as."""
    note = note_of(entry)
    return {"type": "corrected", "rule": "GM", "entry": entry["n"], "patch": note["patch"]}


def facts_of(entry: Entry) -> list[Fact]:
    """The facts of an entry in order; fact k is the event ENTRY.K."""
    return [fact for step in steps_of(entry) for fact in step["facts"]]


def read(path: str | os.PathLike[str]) -> GameFile:
    """The game file at `path`, its lines bound to each other: those that this machine has seen to be so are known
    again by their bytes.  Raises BrokenFile."""
    name = os.fspath(path)
    data = store.read_bytes(name, log.MOST_BYTES)
    found = _recalled(first_of(data, name), name)
    return opened(found and known_lines(data, found, found["n"] + 1, name) or log.split(data, name), name)


def opened(lines: Iterable[log.Line], path: str = "") -> GameFile:
    """The game file of lines that come from outside: its charter is one by which a game can be played, which everybody
    who looks at it may rely on.  Raises BrokenFile."""
    file = GameFile(lines, path)
    check_charter(file.charter, f"{path}:1")
    return file


def _recalled(first: log.Line | None, path: str) -> Json | None:
    """What this machine remembers of the game with this first line, or None."""
    try:
        return trusted_state.recall(GameFile([first], path).game_id) if first else None
    except BrokenFile:
        return None  # what is wrong with the file is said by who reads it whole


def write(file: GameFile, path: str) -> None:
    """Write a game file whole, and read it back before anybody is told its head; BrokenFile if something else came."""
    pieces = Pieces(file.lines)
    store.write(path, pieces)
    if path != "-" and os.path.isfile(path) and not store.holds(path, pieces):
        raise BrokenFile(Problem("file-not-written", where=str(path), reason="what was read back is something else"))


def render(file: GameFile) -> bytes:
    """The bytes of a game file."""
    return b"".join(Pieces(file.lines))


def from_bytes(data: bytes, path: str = "") -> GameFile:
    """The game file of these bytes."""
    return opened(log.split(data, path), path)


__all__ = ["GameFile", "facts_of", "from_bytes", "note_of", "opened", "read", "render", "steps_of", "write"]
