"""Who held which seat, and when: as the charter says, and as the lines of the record say since."""

from .charter import Robot
from .files import File


def persons(file: File, until: int | None = None) -> dict[str, str]:
    """``{seat: name}`` of those who hold the seats, now or after entry `until`; where nobody is named, the seat."""
    names = names_of(file, until)
    return {seat: names.get(seat) or seat for seat in file.charter["seats"]}


def names_of(file: File, until: int | None = None) -> dict[str, str]:
    """The same, with the seats alone of which somebody's name is known."""
    found = {seat: name for seat, name in file.charter["names"].items() if name}
    for number, said in file.statements("substitute"):
        if until is None or number <= until:
            found.pop(said["seat"], None)
            found.update({said["seat"]: said["person"]} if said.get("person") else {})
    return found


def robots_of(file: File, until: int | None = None) -> dict[str, Robot]:
    """``{seat: Robot}`` of the seats that robots hold, now or after entry `until`."""
    found = dict(file.charter.get("robots", {}))
    for number, said in file.statements("substitute"):
        if until is None or number <= until:
            found.pop(said["seat"], None)
            found.update({said["seat"]: said["robot"]} if "robot" in said else {})
    return found
