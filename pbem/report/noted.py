"""What a note, or a change of people, says: one sentence of each, for reports, mails, films, verification and archive.

A change tells the old value and the new one; what is said of people names them in its own words.
"""

from collections.abc import Iterator
from typing import Any

from pbem.core.data.json_types import Json
from pbem.core.data.text import listed
from pbem.core.record.entries import Entry, live_entries, note_of, people_of_line, undone_by
from pbem.core.record.gamefile import GameFile


def noted(file: GameFile, entry: Entry) -> list[tuple[str, str]]:
    """``[(what, sentence)]`` of the board note and of the statements on people in a line; [] of a line without any."""
    found = [note_of(entry)] if entry["kind"] == "note" else []
    found += [said for said, _ in people_of_line(entry)]
    return [(said["what"], "; ".join([*_details(file, entry, said), said["why"]])) for said in found]


def in_force(file: GameFile) -> list[str]:
    """Each option in force, with what the charter agreed on where that is something else."""
    changed = dict(_changed(file))
    return [changed.get(name, f"{name}: {_word(value)}") for name, value in sorted(file.state["options"].items())]


def changed_told(file: GameFile) -> list[str]:
    """A sentence on the options that are others than in the charter; none if there are none."""
    found = [told for _, told in _changed(file)]
    return [f"Changed since the charter: {'; '.join(found)}."] if found else []


def _changed(file: GameFile) -> Iterator[tuple[str, str]]:
    agreed = file.charter["options"]
    for name, value in sorted(file.state["options"].items()):
        if agreed.get(name) != value:
            yield name, f"{name}: {_word(value)} (charter: {_word(agreed.get(name))})"


def _details(file: GameFile, entry: Entry, said: Json) -> Iterator[str]:
    number, what = entry["n"], said["what"]
    if what == "change":
        options, revision = _agreed(file, number - 1)
        for name, value in sorted(said.get("options", {}).items()):
            yield f"{name}: {_word(options.get(name))} → {_word(value)}"
        if "revision" in said:
            yield f"revision: {revision} → {said['revision']}"
    elif what == "correction":
        before = file.board_after(number - 1).to_json()
        yield listed(_cell(before, one["at"], one.get("value")) for one in said["patch"])
    elif what == "redo":
        undone = [str(one["n"]) for one in undone_by(file.entries).get(number, ())]
        if len(undone) == 1:
            yield f"entry {undone[0]} is undone"
        else:
            yield f"entries {listed(undone)} are undone" if undone else f"back to entry {said['to']}"


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
    """``(options, revision)`` in force after a line."""
    options, revision = dict(file.charter["options"]), file.charter["revision"]
    for entry in live_entries(file.entries[:number]):
        said = note_of(entry)
        if said.get("what") == "change":
            options.update(said.get("options", {}))
            revision = said.get("revision", revision)
    return options, revision


def _word(value: Any) -> str:
    """A value as people write it."""
    if value is None:
        return "not agreed"
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)
