"""Odds of a battle at sea, exactly, in the integers of odds.py.

Hits come in pools and battleships take two, so that a state is the units themselves.  But an order of loss leaves few
sets of units that one side can be left with: a hundred in a battle of forty.  They are numbered as they are found.  All
states with the same attackers lie packed in one large integer, a slot for each number of the defender, so that a whole
distribution of his losses is added at once.
"""

from collections.abc import Iterator

from pbem.core.data.collecting import summed

from ..board.pieces import split
from . import casualties
from .chances import hit_weights, scaled
from .fire import anybody_hits, can_hit, has_destroyer
from .odds_battle import Battle

POOLS = ("any", "air", "sub")
Fire = tuple[tuple[int, frozenset[str], str | None, str | None], dict[tuple[int, int, int], int]]
"""What `Side.fire` gives."""
Left = tuple[dict[int, int], int]
"""What `Side.hit` gives."""


class Side:
    """What one side can be left with, and what its fire does; everything is computed once.

    units      {token: count} of each state, by number; the first is the whole side
    levels     {strength: numbers of the states with so many hits left to take}
    falls      for each state the single hits in the order in which they fall, as (token, kind)
    rooms      for each state how many hits aircraft and submarines can take
    """

    def __init__(self, battle: Battle, units: dict[str, int], order: list[str], attacking: bool, bits: int) -> None:
        self.battle, self.order, self.attacking = battle, order, attacking
        self.bits, self.slot = bits, 2 * bits + 32  # a slot holds two factors, and has room to add
        self.numbers, self.units, self.levels, self.falls, self.rooms = {}, [], {}, [], []
        self.shots, self.after, self.lefts = {}, {}, {}
        self.number(units)

    def number(self, units: dict[str, int]) -> int:
        """The number of a state, a new one if it is met for the first time."""
        key = tuple(sorted(item for item in units.items() if item[1]))
        if key not in self.numbers:
            state = self.numbers[key] = len(self.units)
            self.units.append(dict(key))
            falls = [(token, casualties.kind_of(token)) for token in casualties.in_turn(self.units[state], self.order)]
            self.falls.append(falls)
            self.rooms.append(tuple(sum(kind == one for _, kind in falls) for one in "as"))
            self.levels.setdefault(len(falls), []).append(state)
        return self.numbers[key]

    def strength(self, state: int) -> int:
        """How many hits a state can take."""
        return len(self.falls[state])

    def downward(self) -> Iterator[int]:
        """The states from the strongest to the weakest, those found meanwhile among them."""
        for level in range(self.strength(0), -1, -1):
            yield from self.levels.get(level, ())

    # -- fire

    def fire(self, state: int, targets: dict[str, int], types: str | None = None, but: str | None = None) -> Fire:
        """The chances of its hits: a memo key, and ``{(any, air, sub): chance}`` over ``1 << bits``.

        types, but     only units of that type fire, or all but those
        """
        kinds = frozenset(casualties.kind_of(token) for token in targets)
        key = (state, kinds, types, but)
        if key not in self.shots:
            self.shots[key] = self.pools(self.units[state], targets, types, but)
        return key, self.shots[key]

    def pools(
        self, units: dict[str, int], targets: dict[str, int], types: str | None, but: str | None
    ) -> dict[tuple[int, ...], int]:
        known, dice, destroyer = self.battle.parts.types, {pool: [] for pool in POOLS}, has_destroyer(units)
        for token, count in units.items():
            type, kind = split(token)[1].type, casualties.kind_of(token)
            if types not in (None, type) or but == type or not can_hit(token, targets, destroyer):
                continue
            value = known[type].attack if self.attacking else known[type].defence
            value = min(value, 1) if self.battle.surprise and not self.attacking else value
            pool = "sub" if kind == "s" else "air" if kind == "a" and not destroyer else "any"
            dice[pool] += [value] * count if value else []
        chances: dict[tuple[int, ...], int] = {(): 1 << self.bits}
        for pool in POOLS:
            weights = list(enumerate(scaled(hit_weights(dice[pool]), 1 << self.bits)))
            chances = {(*key, n): p * weight >> self.bits for key, p in chances.items() for n, weight in weights}
        return chances

    # -- losses

    def hit(self, state: int, fire: Fire) -> Left:
        """What shots leave of a state: ``{state: chance}``, and the same packed into one integer."""
        key, chances = fire
        known = self.after.get((state, key))
        if known is None:
            left = summed((self.left(state, *hits), chance) for hits, chance in chances.items())
            packed = sum(chance << (self.slot * other) for other, chance in left.items())
            known = self.after[state, key] = (left, packed)
        return known

    def left(self, state: int, any: int, air: int, sub: int) -> int:
        """The state that is left when hits in these pools have fallen (SEA-5)."""
        room_air, room_sub = self.rooms[state]
        key = (state, min(air + any, room_air), min(sub + any, room_sub), min(any + air + sub, len(self.falls[state])))
        found = self.lefts.get(key)
        if found is None:
            found = self.lefts[key] = self.number(self.without(*key))
        return found

    def without(self, state: int, most_air: int, most_sub: int, hits: int) -> dict[str, int]:
        """The units of a state after so many hits in order, with so many at most on aircraft and on submarines."""
        units, caps = dict(self.units[state]), {"a": most_air, "s": most_sub, "o": hits}
        for token, kind in self.falls[state]:
            if hits and caps[kind]:
                hits, caps[kind] = hits - 1, caps[kind] - 1
                units[token] -= 1
                if casualties.can_be_hurt(token):
                    hurt = casualties.hurt_token(token)
                    units[hurt] = units.get(hurt, 0) + 1
        return units


def outcomes(battle: Battle, bits: int) -> list[tuple[dict[str, int], dict[str, int], int]]:
    """``[(units left of the attacker, of the defender, mass)]``, each pair once, over ``1 << bits``."""
    ours = Side(battle, battle.attackers, battle.losses, True, bits)
    theirs = Side(battle, battle.defenders, battle.defence_losses, False, bits)
    rows, masses, slot, mask = {0: 1 << 2 * bits}, {}, ours.slot, (1 << ours.slot) - 1
    while rows:
        left = max(rows, key=ours.strength)
        for other in theirs.downward():
            mass = (rows[left] >> (slot * other) & mask) >> bits
            if mass:
                go_on(battle, ours, theirs, (left, other), mass, rows, masses)
        del rows[left]
    return [(ours.units[left], theirs.units[other], mass) for (left, other), mass in masses.items()]


def go_on(
    battle: Battle,
    ours: Side,
    theirs: Side,
    state: tuple[int, int],
    mass: int,
    rows: dict[int, int],
    masses: dict[tuple[int, int], int],
) -> None:
    """From one state: it is an outcome, or its mass is spread over what a round leaves; what a round leaves as it was
    is divided away."""
    left, other = state
    bits = ours.bits
    stays = goes_on(battle, ours.units[left], theirs.units[other], False)
    if not stays and (any(state) or not goes_on(battle, ours.units[left], theirs.units[other], True)):
        masses[state] = masses.get(state, 0) + mass
        return
    branches = one_round(ours, theirs, left, other)
    still = sum((p * mine.get(left, 0) >> bits) * lost.get(other, 0) >> bits for p, mine, (lost, _) in branches)
    if stays:
        mass = (mass << bits) // ((1 << bits) - still)
    else:  # the attacker leaves after this one round
        masses[state] = masses.get(state, 0) + (mass * still >> bits)
    for chance, mine, (lost, packed) in branches:
        share = mass * chance >> bits
        for goal, p in mine.items():
            same = lost.get(other, 0) << (ours.slot * other) if goal == left else 0
            rows[goal] = rows.get(goal, 0) + (share * p >> bits) * (packed - same)


def one_round(ours: Side, theirs: Side, left: int, other: int) -> list[tuple[int, dict[int, int], Left]]:
    """A round (SEA-1): for each way in which first strikes can go (SEA-2) its chance, what the attacker is left with,
    and what the defender is left with (as Side.hit gives it)."""
    targets, strikes = ours.units[left], not has_destroyer(theirs.units[other])
    alive = {other: 1 << ours.bits}
    if strikes:
        alive, _ = theirs.hit(other, ours.fire(left, theirs.units[other], types="submarine"))
    branches = []
    for state, chance in alive.items():
        lost = theirs.hit(state, ours.fire(left, theirs.units[state], but="submarine" if strikes else None))
        mine, _ = ours.hit(left, theirs.fire(state, targets))
        branches.append((chance, mine, lost))
    return branches


def goes_on(battle: Battle, ours: dict[str, int], theirs: dict[str, int], first: bool) -> bool:
    """Whether the attacker fights (another round)."""
    if not ours or not theirs:
        return False
    if not first and battle.save_air and all(casualties.kind_of(token) == "a" for token in ours):
        return False
    if not first and sum(ours.values()) < battle.below:
        return False
    return anybody_hits(battle, ours, theirs)
