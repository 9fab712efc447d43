"""1.2 Number of players: which powers each seat holds, by scenario and edition."""

import os

from pbem.core.data.components import load
from pbem.core.data.json_types import Json
from pbem.core.data.tables import read_table
from pbem.core.rules.rulebook import rule

from .parts import parts_of

PACKAGE = "pbem.games.cataclysm"
PLURAL = {"fascist": "fascists", "communist": "communists", "democratic": "democracies"}


def scenarios() -> dict[str, Json]:
    """``{id: {"name", "summary", "turns", "powers"}}`` in the order of the book, for lists; the set-ups lie in
    data/scenarios.  "seats" are arrangements of our own beside those of the book."""
    return read_table(os.path.dirname(os.path.dirname(__file__)), "scenarios.json")


def ideology_of(power: str) -> str:
    """The ideology of a power: the side that a result names as the winner (1.7.2)."""

    return parts_of("c1").ideology[power]


@rule("1.2", "Number of players")
def seats_of(scenario: str, edition: str) -> dict[int | str, dict[str, list[str]]]:
    """1.2 ``{number of players: {seat: [powers]}}`` of a scenario under an edition; the first one is the default:
    three where three can play.

    Four players divide the Fascists (``4-fascists``) or the Democracies (``4-democracies``).

    Ruling R-1.2-days-of-decision.
    """
    record = load(PACKAGE, f"scenarios/{scenario}")
    entries = [entry for entry in record["seats"] if edition in entry["editions"]]
    counts = [entry["players"] for entry in entries]
    found = {}
    for entry in entries:
        count, ideologies = entry["players"], record["ideologies"]
        key = f"{count}-{divided(entry['seats'], ideologies)}" if counts.count(count) > 1 else count
        found[key] = {seat_name(powers, ideologies): powers for powers in entry["seats"]}
    for count, seats in scenarios()[scenario].get("seats", {}).items():
        found[int(count)] = {seat_name(powers, record["ideologies"]): powers for powers in seats}
    return dict(sorted(found.items(), key=lambda item: (item[0] != 3, str(item[0]))))


def divided(seats: list[list[str]], ideologies: dict[str, list[str]]) -> str:
    """Whose powers more than one seat holds: ``fascists``."""
    return "-".join(
        PLURAL[ideology]
        for ideology, members in ideologies.items()
        if sum(bool(set(powers) & set(members)) for powers in seats) > 1
    )


def seat_name(powers: list[str], ideologies: dict[str, list[str]]) -> str:
    """What a seat is called: its one power, its ideology if it has all powers of it, else its powers.

    >>> sides = {"fascist": ["germany", "italy"], "communist": ["ussr"], "democratic": ["uk", "usa"]}
    >>> [seat_name(powers, sides) for powers in (["ussr"], ["uk", "usa"], ["ussr", "uk", "usa"])]
    ['ussr', 'democracies', 'allies']
    """
    if len(powers) == 1:
        return powers[0]
    for ideology, members in ideologies.items():
        if sorted(members) == sorted(powers):
            return PLURAL[ideology]
    held = [ideology for ideology, members in ideologies.items() if set(members) & set(powers)]
    return "allies" if len(held) > 1 else "-".join(powers)
