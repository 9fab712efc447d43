"""What a note, or a change of people, says: one sentence of each, for reports, mails, films, verification and archive.

A change tells the old value and the new one; what is said of people names them in its own words.
"""

from collections.abc import Callable, Iterator
from typing import Any

from pbem.core.data.boards import Board
from pbem.core.data.json_types import Json
from pbem.core.data.tables import Sentences
from pbem.core.data.text import listed
from pbem.core.play.gamefile import GameFile
from pbem.core.record.entries import Entry, note_of, people_of_line, said_by, undone_by
from pbem.core.record.participation import REFEREE
from pbem.core.record.seat_history import persons
from pbem.core.title.rulings import agreed

_say = Sentences(__name__)


def all_noted(file: GameFile) -> Iterator[tuple[Entry, list[tuple[str, str]]]]:
    """The entries of a whole game, each with what it notes."""
    board_after = file.boards_onward()
    for entry in file.entries:
        yield entry, noted(file, entry, board_after)


def noted(file: GameFile, entry: Entry, board_after: Callable[[int], Board] | None = None) -> list[tuple[str, str]]:
    """``[(what, sentence)]`` of the board note and of the statements on people in a line, with who said each; [] of a
    line without any.  `board_after` gives the boards, if not the file."""
    found = [note_of(entry)] if entry["kind"] == "note" else []
    found += [said for said, _ in people_of_line(entry)]
    return [
        (
            said["what"],
            "; ".join([*_details(file, entry, said, board_after), said["why"], *_speakers(file, entry, said)]),
        )
        for said in found
    ]


def _speakers(file: GameFile, entry: Entry, said: Json) -> Iterator[str]:
    """Who said it: the persons who held the seats then."""
    people = {**persons(file, entry["n"] - 1), REFEREE: "the referee"}
    names = [people.get(one, one) for one in said_by(entry, said)]
    if names:
        yield _say("by", names=names)


def in_force(file: GameFile, until: int | None = None) -> list[str]:
    """Each option in force after line `until`, with what the charter agreed on where that is something else."""
    return [told for _, _, told in _options(file, until)]


def others(file: GameFile, until: int | None = None) -> list[str]:
    """Of those the ones that are others than the title's own, or than in the charter."""
    usual = agreed(file.game.options, file.charter["edition"])
    rows, agreed_on = _options(file, until), file.charter["options"]
    return [told for name, value, told in rows if usual.get(name) != value or agreed_on.get(name) != value]


def changed_told(file: GameFile) -> list[str]:
    """A sentence on the options that are others than in the charter; none if there are none."""
    found = [told for name, value, told in _options(file) if file.charter["options"].get(name) != value]
    return [_say("changed", options="; ".join(found))] if found else []


def _options(file: GameFile, until: int | None = None) -> list[tuple[str, Any, str]]:
    """``[(name, value, both as words)]``."""
    options, agreed_on = _agreed(file, file.n if until is None else until)[0], file.charter["options"]
    charter = {name: f" (charter: {_word(agreed_on.get(name))})" for name in options}
    return [
        (name, value, f"{name}: {_word(value)}{'' if agreed_on.get(name) == value else charter[name]}")
        for name, value in sorted(options.items())
    ]


def _details(
    file: GameFile, entry: Entry, said: Json, board_after: Callable[[int], Board] | None = None
) -> Iterator[str]:
    number, what = entry["n"], said["what"]
    if what == "change":
        options, revision = _agreed(file, number - 1)
        for name, value in sorted(said.get("options", {}).items()):
            yield f"{name}: {_word(options.get(name))} → {_word(value)}"
        if "revision" in said:
            yield f"revision: {revision} → {said['revision']}"
    elif what == "correction":
        before = (board_after or file.board_after)(number - 1).to_json()
        yield listed(_cell(before, one["at"], one.get("value")) for one in said["patch"])
    elif what == "redo":
        undone = [one["n"] for one in undone_by(file.entries).get(number, ())]
        yield _say("undone" if undone else "back", entries=undone, count=len(undone), to=said["to"])


def _cell(board: Any, at: list[Any], value: Any) -> str:
    """A cell of a board with what stood there and what stands there now, where that is a word or a number."""
    name = ".".join(map(str, at))
    for key in at:
        board = board.get(key) if isinstance(board, dict) else None
    is_plain = not isinstance(board, (dict, list)) and not isinstance(value, (dict, list))
    return f"{name}: {_told(board)} → {_told(value)}" if is_plain else name


def _told(value: Any) -> str:
    return "nothing" if value is None else _word(value)


def _agreed(file: GameFile, number: int) -> tuple[Json, int]:
    """``(options, revision)`` in force after a line; going back brings those of then."""
    rows = [(0, file.charter["options"], file.charter["revision"])]
    for entry in filter(note_of, file.entries_with(b'"kind":"note"')):
        said = note_of(entry)
        _, options, revision = rows[-1] if said["what"] != "redo" else next(r for r in rows[::-1] if r[0] <= said["to"])
        if entry["n"] <= number:
            rows.append((entry["n"], {**options, **said.get("options", {})}, said.get("revision", revision)))
    return rows[-1][1:]


def _word(value: Any) -> str:
    """A value as people write it."""
    if value is None:
        return "not agreed"
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)
