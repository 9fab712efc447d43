"""1.2 Number of players: which powers each seat holds, by scenario and edition."""

from pbem.core.components import load
from pbem.core.rulebook import rule

PACKAGE = "pbem.games.cataclysm"
PLURAL = {"fascist": "fascists", "communist": "communists", "democratic": "democracies"}


@rule("1.2", "Number of players")
def seats_of(scenario, edition):
    """1.2 ``{number of players: {seat: [powers]}}`` of a scenario under an edition; the first one is the default:
    three where three can play.

    Four players divide the Fascists (``4-fascists``) or the Democracies (``4-democracies``).
    """
    record = load(PACKAGE, f"scenarios/{scenario}")
    found = {}
    for entry in record["seats"]:
        if edition in entry["editions"]:
            key = f"{entry['players']}-{entry['divided']}" if "divided" in entry else entry["players"]
            found[key] = {seat_name(powers, record["ideologies"]): powers for powers in entry["seats"]}
    return dict(sorted(found.items(), key=lambda item: (item[0] != 3, str(item[0]))))


def seat_name(powers, ideologies):
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
