"""Who held which seat, and when: as the charter says, and as the lines of the record say since."""

from typing import Any

from .charter import Robot
from .files import File


def persons(file: File, until: int | None = None) -> dict[str, str]:
    """``{seat: name}`` of those who hold the seats, now or after entry `until`; where nobody is named, the seat."""
    names = names_of(file, until)
    return {seat: names.get(seat) or seat for seat in file.charter["seats"]}


def names_of(file: File, until: int | None = None) -> dict[str, str]:
    """The same, with the seats alone of which somebody's name is known."""
    return _holders(file, until, file.charter["names"], "person")


def robots_of(file: File, until: int | None = None) -> dict[str, Robot]:
    """``{seat: Robot}`` of the seats that robots hold, now or after entry `until`."""
    return _holders(file, until, file.charter.get("robots", {}), "robot")


def _holders(file: File, until: int | None, first: dict[str, Any], what: str) -> dict[str, Any]:
    """``{seat: what is said of its holder}`` by those who held the seats at first, and the lines since."""
    found = {**first}
    for number, said in file.statements("substitute"):
        if until is None or number <= until:
            found.pop(said["seat"], None)
            found[said["seat"]] = said.get(what)
    return {seat: holder for seat, holder in found.items() if holder}
