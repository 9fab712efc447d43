"""Odds of a battle, exactly: how often it ends how, under given orders of loss.

Nothing is sampled and nothing is a float.  Probabilities are integers over `ONE`; divisions round down, so that the
masses of all outcomes add up to a little less than `ONE`: `Odds.missing` says by how much (far below 2**-60).

On land, how many units are left says which (an order of loss is a fixed sequence), so that a state is a pair of
numbers; one row of states is packed into one large integer and a whole distribution is added to it at once.  Battles at
sea are in odds_sea.py.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from pbem.core.data.collecting import summed

from ..board.pieces import split
from . import casualties, odds_sea
from .chances import hit_weights, scaled
from .fire import anybody_hits, attack_values
from .odds_battle import Battle, tokens

BITS = 80  # a probability is an integer over 2**BITS
ONE = 1 << BITS
SLOT = 192  # bits for one state in a packed row: two factors of BITS each, and room to add

Units = tuple[tuple[str, int], ...]
Masses = dict[tuple[Units, Units], int]


class Odds:
    """The outcomes of a battle: ``masses`` maps (units left of the attacker, of the defender) to integers over ONE.

    Units left are sorted tuples of (type, count); a damaged battleship is "battleship!".
    """

    def __init__(self, battle: Battle, masses: Masses) -> None:
        self.battle = battle
        self.masses = masses
        self.missing = ONE - sum(masses.values())

    def share(self, wanted: Callable[..., Any]) -> int:
        """The mass of the outcomes for which ``wanted(attackers, defenders)`` is true."""
        return sum(mass for (ours, theirs), mass in self.masses.items() if wanted(ours, theirs))

    @property
    def win(self) -> int:
        """The defender is gone and the attacker is not."""
        return self.share(lambda ours, theirs: ours and not theirs)

    @property
    def taken(self) -> int:
        """The same, with a land unit left to take the territory."""
        air = casualties.AIR
        return self.share(lambda ours, theirs: not theirs and any(type not in air for type, _ in ours))

    @property
    def draw(self) -> int:
        """Nobody is left, or neither can hit the other."""
        return self.share(lambda ours, theirs: bool(ours) == bool(theirs) and not self.has_left(ours, theirs))

    @property
    def loss(self) -> int:
        """The defender is left; the attacker is gone or has left."""
        return self.share(lambda ours, theirs: theirs and (not ours or self.has_left(ours, theirs)))

    def has_left(self, ours: Sequence[tuple[str, int]], theirs: Sequence[tuple[str, int]]) -> bool:
        """Whether an outcome with units on both sides is one in which the attacker chose to leave."""
        if not ours or not theirs:
            return False
        sides = tokens("us", dict(ours)), tokens("japan", dict(theirs))
        return not self.battle.at_sea or anybody_hits(self.battle, *sides)

    def survivors(self, side: str) -> dict[Units, int]:
        """``{units left: mass}`` of one side ("attack" or "defence"), best first."""
        place = 0 if side == "attack" else 1
        found = summed((key[place], mass) for key, mass in self.masses.items())
        return dict(sorted(found.items(), key=lambda row: (-self.cost(row[0]), row[0])))

    def expected_cost(self, side: str) -> int:
        """What a side loses on average, in thousandths of an IPC."""
        place, begin = (0, self.battle.attackers) if side == "attack" else (1, self.battle.defenders)
        start = self.cost(_counted(begin))
        total = sum(mass * (start - self.cost(key[place])) for key, mass in self.masses.items())
        return per_thousand(total)

    @property
    def whole(self) -> int:
        """The mass of all that may happen."""
        return sum(self.masses.values())

    def thousandths(self, mass: int) -> int:
        """A mass in thousandths: 1000 only of what is certain."""
        return 1000 if mass == self.whole else min(per_thousand(mass), 999)

    def cost(self, units: Sequence[tuple[str, int]]) -> int:
        return sum(self.battle.parts.types[type.rstrip("!")].cost * count for type, count in units)


def odds(battle: Battle) -> Odds:
    """The Odds of a battle."""
    return _at_sea(battle) if battle.at_sea else _on_land(battle)


def _at_sea(battle: Battle) -> Odds:
    outcomes = odds_sea.outcomes(battle, BITS)
    return Odds(battle, summed(((_counted(ours), _counted(theirs)), mass) for ours, theirs, mass in outcomes))


def per_thousand(mass: int) -> int:
    """A mass in thousandths, rounded to the nearest."""
    return (mass * 2000 + ONE) // (2 * ONE)


def plain(units: dict[str, int]) -> dict[str, int]:
    """``{token: n}`` as ``{type: n}``, damaged battleships as "battleship!"."""
    return dict(_counted(units))


def _counted(units: dict[str, int]) -> Units:
    """``{token: n}`` as a sorted tuple of (type, n), damaged battleships apart."""
    pieces = ((split(token)[1], count) for token, count in units.items())
    found = summed((one.type + ("!" if one.damaged else ""), count) for one, count in pieces)
    return tuple(sorted((name, count) for name, count in found.items() if count))


# -- land ----------------------------------------------------------------------------------------------------


def _on_land(battle: Battle) -> Odds:
    """Guns split the battle into one for each way in which aircraft are shot down; their outcomes are added."""
    masses = {}
    aircraft = {token: n for token, n in battle.attackers.items() if casualties.kind_of(token) == "a"}
    for fallen, share in shot_down(battle, aircraft) if battle.guns else [({}, ONE)]:
        attackers = {token: n - fallen.get(token, 0) for token, n in battle.attackers.items()}
        for outcome, mass in _land(battle, {t: n for t, n in attackers.items() if n}, share).items():
            masses[outcome] = masses.get(outcome, 0) + mass
    return Odds(battle, {outcome: mass for outcome, mass in masses.items() if mass})


def shot_down(battle: Battle, aircraft: dict[str, int]) -> Iterator[tuple[dict[str, int], int]]:
    """``({token: n}, mass)`` for each way in which guns fell aircraft, as the owner chooses or each by its own die."""
    if not battle.own_die:
        number = sum(aircraft.values())
        for down, share in enumerate(scaled(hit_weights([1] * number), ONE)):
            yield casualties.by_order(aircraft, {"any": down}, battle.losses) if down else {}, share
        return
    ways = [({}, ONE)]
    for token, count in aircraft.items():
        ways = [
            ({**fallen, token: down}, part)
            for fallen, share in ways
            for down, part in enumerate(scaled(hit_weights([1] * count), share))
        ]
    yield from ways


def sequence(units: dict[str, int], order: list[str], keep_ground: bool = False) -> list[str]:
    """The single units in the order in which they are lost."""
    ranked = [token for token in casualties.ranked(units, order) for _ in range(units.get(token, 0))]
    if keep_ground:
        ground = [place for place, token in enumerate(ranked) if casualties.kind_of(token) != "a"]
        if ground:
            ranked.append(ranked.pop(ground[-1]))
    return ranked


def _land(battle: Battle, attackers: dict[str, int], share: int) -> Masses:
    """The outcomes of one land battle that begins with the mass `share`."""
    ours = sequence(attackers, battle.losses, battle.keep_ground)
    theirs = sequence(battle.defenders, battle.defence_losses)
    count_a, count_d = len(ours), len(theirs)
    stays = [_fights_on(battle, ours[count_a - left :]) for left in range(count_a + 1)]
    attack = [scaled(hit_weights(_attack(battle, ours[count_a - left :])), ONE) for left in range(count_a + 1)]
    defend = [scaled(hit_weights(_defence(battle, theirs[count_d - left :])), ONE) for left in range(count_d + 1)]
    rows = [0] * (count_a + 1)
    start = _first_round(battle, share, attack, defend, stays[count_a])
    for (left_a, left_d), mass in start.items():
        rows[left_a] += (mass << BITS) << (SLOT * left_d)
    masses = {}
    for left_a in range(count_a, -1, -1):
        row, mask = rows[left_a], (1 << SLOT) - 1
        for left_d in range(count_d, -1, -1):
            mass = (row >> (SLOT * left_d) & mask) >> BITS
            if not mass:
                continue
            if not left_d or not left_a or not stays[left_a]:
                masses[(left_a, left_d)] = mass
                continue
            still = attack[left_a][0] * defend[left_d][0] >> BITS
            if still == ONE:
                masses[(left_a, left_d)] = mass
                continue
            mass = mass * ONE // (ONE - still)
            packed = _packed(attack[left_a], left_d)
            capped = _capped(defend[left_d], left_a)
            gained = packed - (attack[left_a][0] << (SLOT * left_d))  # no hit by the defender: only lower states
            row += (mass * capped[0] >> BITS) * gained
            for hits in range(1, len(capped)):
                rows[left_a - hits] += (mass * capped[hits] >> BITS) * packed
    return _named(masses, ours, theirs)


def _first_round(
    battle: Battle, share: int, attack: list[list[int]], defend: list[list[int]], stays: bool
) -> dict[tuple[int, int], int]:
    """Masses after the first round where it is special: ``{(left_a, left_d): mass}``; else those before it.

    It is if ships bombard, for units hit by them still fire; and if the attacker leaves after it.
    """
    count_a, count_d = len(attack) - 1, len(defend) - 1
    values = [battle.parts.types[type].bombards for type, n in battle.bombardment.items() for _ in range(n)]
    if not count_a or not count_d or (stays and not values):
        return {(count_a, count_d): share}
    start = {}
    for shelled, chance in enumerate(_capped(scaled(hit_weights(values), ONE), count_d)):
        for struck, p in enumerate(_capped(attack[count_a], count_d - shelled)):
            for lost, q in enumerate(_capped(defend[count_d], count_a)):
                mass = ((share * chance >> BITS) * p >> BITS) * q >> BITS
                key = (count_a - lost, count_d - shelled - struck)
                start[key] = start.get(key, 0) + mass
    return start


def _fights_on(battle: Battle, units: list[str]) -> bool:
    """Whether the attacker fights another round with these units."""
    if battle.save_air and units and all(casualties.kind_of(token) == "a" for token in units):
        return False
    return len(units) >= battle.below


def _packed(weights: list[int], most: int) -> int:
    """Hit weights as a row: what is left of `most` enemies, each in its slot; more hits than enemies count as all."""
    packed = 0
    for hits, weight in enumerate(_capped(weights, most)):
        packed += weight << (SLOT * (most - hits))
    return packed


def _capped(weights: list[int], most: int) -> list[int]:
    return weights if len(weights) <= most + 1 else [*weights[:most], sum(weights[most:])]


def _attack(battle: Battle, units: list[str]) -> list[int]:
    counts = {token: units.count(token) for token in units}
    return [value for _, n, value in attack_values(battle, counts, battle.amphibious) for _ in range(n)]


def _defence(battle: Battle, units: list[str]) -> list[int]:
    values = [battle.parts.types[split(token)[1].type].defence for token in units]
    return [min(value, 1) for value in values] if battle.surprise else values


def _named(masses: dict[tuple[int, int], int], ours: list[str], theirs: list[str]) -> Masses:
    """States as the units that are left."""
    return summed(
        ((_names(ours[len(ours) - left_a :]), _names(theirs[len(theirs) - left_d :])), mass)
        for (left_a, left_d), mass in masses.items()
    )


def _names(tokens: list[str]) -> Units:
    return _counted({token: tokens.count(token) for token in tokens})
