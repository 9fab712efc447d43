"""Which entries count: going back takes entries away from the board, and leaves them in the record."""

from collections.abc import Sequence

from ..data.json_types import Json

Entry = Json
"""The object of a line (schemas/play-line.schema.json, note-line.schema.json)."""


def says_of(entry: Entry) -> list[Json]:
    """What the words of a line say, each statement once."""
    found: list[Json] = []
    for object, _ in entry["documents"]:
        found += [one for one in object.get("says", ()) if one not in found]
    return found


def note_of(entry: Entry) -> Json:
    """The board note of a note line: {"what", "why", …}, or {"what": "seals", …}; of a play, nothing."""
    if entry["kind"] != "note":
        return {}
    said = [one for one in says_of(entry) if one["what"] == entry["what"]]
    return said[0] if said else {"what": entry["what"], "why": "two sealed documents of the opener are carried"}


def people_of_line(entry: Entry, what: str = "") -> list[tuple[Json, list[str]]]:
    """``[(statement on people, who says it)]`` of a line, of all kinds or of one."""
    found = [one for one in says_of(entry) if one["what"] in PEOPLE and what in ("", one["what"])]
    return [(one, said_by(entry, one)) for one in found]


PEOPLE = ("anchor", "substitute", "referee", "departed", "restart")


def said_by(entry: Entry, statement: Json) -> list[str]:
    """Who says a statement in a line."""
    return [object["seat"] for object, _ in entry["documents"] if statement in object.get("says", ())]


def is_unsigned(entry: Entry) -> bool:
    """True for a note that no signature stands behind: at the level sealed, one without the referee's word."""
    return entry.get("kind") == "note" and not any(signature for _, signature in entry["documents"])


def counts(entry: Entry) -> bool:
    """True for entries that change the board or the questions: plays and corrections."""
    return bool(entry["kind"] == "play" or entry["what"] == "correction")


def live_numbers(entries: Sequence[Entry]) -> list[int]:
    """The numbers of the plays and corrections that count, in order, of a game's entries from the first on."""
    return [entry["n"] for entry in live_entries(entries) if counts(entry)]


def undone_by(entries: Sequence[Entry]) -> dict[int, list[Entry]]:
    """What each redo took back, as {its number: [entries in order]}."""
    live: list[Entry] = []
    undone: dict[int, list[Entry]] = {}
    for entry in entries:
        if counts(entry):
            live.append(entry)
        elif entry["what"] == "redo":
            to = note_of(entry)["to"]
            undone[entry["n"]] = [one for one in live if one["n"] > to]
            live = [one for one in live if one["n"] <= to]
    return undone


def live_entries(entries: Sequence[Entry]) -> list[Entry]:
    """The plays and corrections that count, and all other notes, in order."""
    undone = {entry["n"] for taken in undone_by(entries).values() for entry in taken}
    return [entry for entry in entries if entry["n"] not in undone]


def head_fits(head: str, quoted: str) -> bool:
    """True if a head (hex) is meant by what a person or file quoted: all of it, or at least 32 digits."""
    quoted = quoted.strip().rstrip("…").lower()
    return len(quoted) >= 32 and head.startswith(quoted)
