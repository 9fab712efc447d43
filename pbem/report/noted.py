"""What a note, or a change of people, says: one sentence of each, for reports, mails, films, verification and archive.

A change tells the old value and the new one; a new person whom it follows.
"""

from collections.abc import Iterator
from typing import Any

from pbem.core.data.json_types import Json
from pbem.core.data.text import listed
from pbem.core.record.entries import Entry, live_entries, note_of, people_of_line, undone_by
from pbem.core.record.gamefile import GameFile
from pbem.core.record.seat_history import persons


def noted(file: GameFile, entry: Entry) -> list[tuple[str, str]]:
    """``[(what, sentence)]`` of the board note and of the statements on people in a line; [] of a line without any."""
    found = [note_of(entry)] if entry["kind"] == "note" else []
    found += [said for said, _ in people_of_line(entry)]
    return [(said["what"], "; ".join([*_details(file, entry, said), said["why"]])) for said in found]


def in_force(file: GameFile) -> list[str]:
    """Each option in force, with what the charter agreed on where that is something else."""
    agreed = file.charter["options"]
    return [
        f"{name}: {_word(value)}" + (f" (charter: {_word(agreed.get(name))})" if agreed.get(name) != value else "")
        for name, value in sorted(file.state["options"].items())
    ]


def _details(file: GameFile, entry: Entry, said: Json) -> Iterator[str]:
    number, what = entry["n"], said["what"]
    if what == "change":
        options, revision = _agreed(file, number - 1)
        for name, value in sorted(said.get("options", {}).items()):
            yield f"{name}: {_word(options.get(name))} → {_word(value)}"
        if "revision" in said:
            yield f"revision: {revision} → {said['revision']}"
    elif what == "correction":
        cells = [".".join(map(str, one["at"])) for one in said["patch"]]
        yield f"cells: {listed(cells)}"
    elif what == "redo":
        undone = [str(one["n"]) for one in undone_by(file.entries).get(number, ())]
        yield f"entries {listed(undone)} are undone" if undone else f"back to entry {said['to']}"
    elif what == "substitute":
        seat = said["seat"]
        yield f"{seat}: {persons(file, number - 1)[seat]} → {said.get('person') or 'nobody'}"
    elif what == "referee" and said.get("person"):
        yield f"the referee is {said['person']} from now on"
    elif "who" in said:
        yield str(said["who"])
    elif said.get("silent") or said.get("openers"):
        yield listed(said.get("silent") or said["openers"])


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
