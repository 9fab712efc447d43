"""The game file in memory: the lines of the log, and what is read off them.

The first line is the charter, each further one an entry.  What a line says of itself is read off by `record.files`; the
state that follows from them all is made by `play.replay`; here are the boards that the facts make.
"""

import os
from collections.abc import Callable, Iterable

from ..data import store
from ..data.boards import Board
from ..data.json_types import Json
from ..data.problems import BrokenFile, Problem, Refused
from ..data.shapes import STUMBLES
from ..record import log, trusted_state
from ..record.charter import check_charter
from ..record.entries import Entry, live_numbers, note_of
from ..record.files import File
from ..record.lines import Pieces, known_lines
from ..record.now import Summary, summary_of, teller
from ..record.state import Reached, State
from ..rules.engine import fold
from ..rules.facts import Fact


class GameFile(File):
    """A game file, with what this machine makes of its lines."""

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
    def stand(self) -> Summary:
        """Where the game stands, in words, as it was told when this machine came here; else it is told now."""
        found = self.reached.stand
        if found is None or found["by"] != teller():
            found = self.reached.stand = summary_of(self)
        return found

    def grown(self, line: log.Line, state: State) -> "GameFile":
        """The game file with one more line, and the state after it."""
        after = GameFile(self.lines.with_more(line), self.path)
        after.game = self.game
        after.reached = Reached(state, self.state, self.tally(self.n))
        return after

    # -- boards ----------------------------------------------------------------------------------------

    def story(self, until: int | None = None, since: int = 0) -> list[tuple[int, Json]]:
        """``[(number, step)]`` of the live entries since + 1 to `until`, as they counted at `until`; the start of the
        game is entry 0, and a correction is a step of one fact."""
        from .replay import opening

        until = self.n if until is None else until
        rows = [(0, step) for step in opening(self)] if since < 1 else []
        for number in live_numbers(self.entries[max(0, since) : until]):
            rows += [(number, step) for step in steps_of(self.entry(number))]
        return rows

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

    def boards_onward(self) -> Callable[[int], Board]:
        """`folded_board` for entries that are asked in order: one board, folded on; only what was taken back in between
        has it folded from the start again."""
        at, board = 0, None

        def board_after(entry: int) -> Board:
            nonlocal at, board
            if board is None or any(one["kind"] == "note" and one["what"] == "redo" for one in self.entries[at:entry]):
                board = self.folded_board(entry)
            else:
                self._fold_all(board, (row for row in self.story(entry, at) if row[0] > at))
            at = entry
            return board

        return board_after

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

    def rest_position(self, entry: int | None = None, id: str | None = None) -> Json:
        """The position at the last rest point, or at that of the end of an entry.

        Raises Refused for an entry that was taken back.
        """
        from ..title.positions import written_whole

        if entry is None:
            board, entry = self.rest_board(), self.n
        elif entry and entry not in live_numbers(self.entries):
            raise Refused([Problem("position-undone", entry=entry)])
        else:
            board = self.rest_board_after(entry)
        return written_whole(board, self.game, self.charter, id or f"{self.name}-{entry}")

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
    fact = {"type": "corrected", "rule": "GM", "entry": entry["n"], "patch": note_of(entry)["patch"]}
    return [{"procedure": "correction", "args": {"entry": entry["n"]}, "facts": [fact]}]


def facts_of(entry: Entry) -> list[Fact]:
    """The facts of an entry in order; fact k is the event ENTRY.K."""
    return [fact for step in steps_of(entry) for fact in step["facts"]]


def read(path: str | os.PathLike[str]) -> GameFile:
    """The game file at `path`, its lines bound to each other: those that this machine has seen to be so are known
    again by their bytes.  Raises BrokenFile."""
    name = os.fspath(path)
    data = store.read_bytes(name, log.MOST_BYTES)
    found = _recalled(data, name)
    return opened(found and known_lines(data, found, found["n"] + 1, name) or log.split(data, name), name)


def opened(lines: Iterable[log.Line], path: str = "") -> GameFile:
    """The game file of lines that come from outside: its charter is one by which a game can be played, which everybody
    who looks at it may rely on.  Raises BrokenFile."""
    file = GameFile(lines, path)
    check_charter(file.charter, f"{path}:1")
    return file


def _recalled(data: bytes, path: str) -> Json | None:
    """What this machine remembers of the game whose file begins so, or None."""
    stop = data.find(b"\n")
    if stop < 0 or not data.startswith(log.BEGINNING):
        return None
    try:
        return trusted_state.recall(GameFile([log.Line(data[:stop])], path).game_id)
    except BrokenFile:
        return None  # what is wrong with the file is said by who reads it whole


def write(file: GameFile, path: str) -> None:
    """Write a game file whole, and read it back before anybody is told its head; BrokenFile if something else came."""
    pieces = Pieces(file.lines)
    store.write(path, pieces)
    if path != "-" and os.path.isfile(path) and not store.holds(path, pieces):
        raise BrokenFile(Problem("file-not-written", where=str(path), reason="what was read back is something else"))


def render(file: GameFile) -> bytes:
    return b"".join(Pieces(file.lines))


def from_bytes(data: bytes, path: str = "") -> GameFile:
    """The game file of these bytes.  Raises BrokenFile."""
    return opened(log.split(data, path), path)
