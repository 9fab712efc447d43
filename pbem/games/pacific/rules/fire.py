"""Who can hit whom, and on what: what battles and their odds have in common."""

from pbem.core.rules.rulebook import rule

from ..board.parts import HasParts
from ..board.pieces import split
from . import casualties

LAND = ("infantry", "marine", "artillery", "armor", "fighter", "bomber")


@rule("ART-1", "Artillery support", also=("MAR-1",))
def attack_values(board: HasParts, units: dict[str, int], amphibious: bool) -> list[tuple[str, int, int]]:
    """ART-1. Each artillery raises one infantry or marine by 1, paired anew every round.

    MAR-1: marines attack with 2 whenever a unit lands from the sea, 3 with artillery.  Ruling: infantry is paired
    before marines.  Returns ``[(token, count, value)]`` in the order of firing.

    Ruling R-ART-1-pairing.
    """
    types = board.parts.types
    guns = sum(n for token, n in units.items() if split(token)[1].type == "artillery")
    shots = []
    for type in LAND:
        for token in sorted(units):
            if split(token)[1].type != type:
                continue
            count, value = units[token], types[type].attack
            if type == "marine" and amphibious:
                value += 1
            if type in ("infantry", "marine"):
                paired = min(guns, count)
                guns -= paired
                shots += [(token, paired, value + 1), (token, count - paired, value)]
            else:
                shots.append((token, count, value))
    return [shot for shot in shots if shot[1]]


def can_hit(token: str, targets: dict[str, int], destroyer: bool) -> bool:
    """Whether a unit can hit any of the targets."""
    kind = casualties.kind_of(token)
    kinds = {casualties.kind_of(target) for target in targets}
    if kind == "s":
        return bool(kinds - {"a"})
    if kind == "a" and not destroyer:
        return bool(kinds - {"s"})
    return bool(kinds)


def anybody_hits(board: HasParts, ours: dict[str, int], theirs: dict[str, int]) -> bool:
    """SEA-9. Whether attackers can hit any defender at sea, or these any of them."""
    types = board.parts.types
    attack = any(types[split(t)[1].type].attack and can_hit(t, theirs, has_destroyer(ours)) for t in ours)
    return attack or any(can_hit(token, ours, has_destroyer(theirs)) for token in theirs)


@rule("MUL-3", "Allied destroyer")
def has_destroyer(units: dict[str, int]) -> bool:
    """MUL-3. Any destroyer of the side, an ally's included, counts in its defence."""
    return any(split(token)[1].type == "destroyer" for token in units)
