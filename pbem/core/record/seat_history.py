"""Who held which seat, and when: as the charter says, and as the notes of the record say since."""

from .entries import note_of
from .files import File


def persons(file: File, until: int | None = None) -> dict[str, str]:
    """``{seat: name}`` of those who hold the seats, now or after entry `until`; where nobody is named, the seat."""
    names = names_of(file, until)
    return {seat: names.get(seat) or seat for seat in file.charter["seats"]}


def names_of(file: File, until: int | None = None) -> dict[str, str]:
    """The same, with the seats alone of which somebody's name is known."""
    found = {seat: name for seat, name in file.charter["names"].items() if name}
    for entry in file.notes("substitute"):
        note = note_of(entry)
        if until is None or entry["n"] <= until:
            found.pop(note["seat"], None)
            found.update({note["seat"]: note["person"]} if note.get("person") else {})
    return found
