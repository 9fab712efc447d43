"""All orders at once: an order succeeds if what it depends on lets it (after L. B. Kruijff's description).

Where orders depend on each other in a ring, one of them is guessed both ways.  If but one guess holds, that is it; if
both or none do, a ring of moves goes round, and of a ring with a convoy the ruling on paradoxes decides.

`units` is {province: {power, type, at}}, `orders` {province: order}; an order has "do": hold, move (to, via), support
(whom, to?), convoy (whom, to), all by province but for the coast of a fleet.  Pure: no board, no draws.
"""

from collections.abc import Mapping
from typing import Any

from .parts import AREAS, ARMY, Unit, is_coastal, near, near_provinces, province, seas_between

Order = dict[str, Any]
Units = Mapping[str, Unit]


def is_possible(units: Units, at: str, order: Order) -> bool:
    """Whether an order may be tried at all, whatever others do."""
    unit, whom = units[at], units.get(order.get("whom", ""))
    if order["do"] == "move":
        return province(order["to"]) != at and (order["to"] in near(unit) or order["to"] in reach(units, at))
    if order["do"] == "support":
        return order["whom"] != at and (_goal(order) or order["whom"]) in near_provinces(unit)
    return order["do"] == "hold" or unit["type"] == "f" and at not in ARMY and whom is not None and whom["type"] == "a"


def reach(units: Units, at: str) -> list[str]:
    """Where a unit may go, if others help an army over the sea."""
    found = list(near(units[at]))
    if units[at]["type"] == "a" and is_coastal(at):
        seas = at_sea(units)
        found += [id for id in AREAS if id not in (at, *found) and is_coastal(id) and seas_between(at, id, seas)]
    return found


def at_sea(units: Units) -> list[str]:
    return [sea for sea, unit in units.items() if unit["type"] == "f" and sea not in ARMY]


def _goal(order: Order) -> str | None:
    """The province of which an order says that somebody goes there."""
    to: str | None = order.get("to")
    return province(to) if to else None


class Resolution:
    """What becomes of each order: `done` {province: yes}; `void` are those that meet nothing that was ordered.

    paradox  szykman or all-hold;  by_sea  meant or said (rulings.json)
    """

    def __init__(self, units: Units, orders: Mapping[str, Order], paradox: str = "szykman", by_sea: str = "meant"):
        self.units, self.paradox, self.by_sea = units, paradox, by_sea
        given = {at: dict(orders.get(at) or {"do": "hold"}) for at in units}
        self.void = {at for at, order in given.items() if not is_possible(units, at, order)}
        self.orders: dict[str, Order] = {at: {"do": "hold"} if at in self.void else given[at] for at in given}
        self._match()
        self.known: dict[str, bool] = {}
        self.guess: dict[str, tuple[bool, set[str]]] = {}
        self.ring: list[str] = []
        self.leant: set[str] = set()
        self.done = {at: self.resolve(at) for at in self.orders}

    # -- which orders meet each other ------------------------------------------------------------------------------

    def _match(self) -> None:
        """Void the supports and convoys of what was not ordered; find the armies that go by sea."""
        for at, order in self.orders.items():
            if order["do"] in ("support", "convoy") and not self._meets(order, self.orders.get(order["whom"])):
                self.void.add(at)
        for at, order in self.orders.items():
            if order["do"] == "move":
                self._find_way(at, order)

    @staticmethod
    def _meets(order: Order, whom: Order | None) -> bool:
        """Whether what is helped was ordered; a coast, if one is named, must be that one."""
        if whom is None or ("to" in order) != (whom["do"] == "move"):
            return False
        return "to" not in order or order["to"] in (whom["to"], province(whom["to"]))

    def _find_way(self, at: str, order: Order) -> None:
        offers = [
            sea
            for sea, other in self.orders.items()
            if other["do"] == "convoy" and sea not in self.void and other["whom"] == at
        ]
        order["carriers"] = seas_between(at, order["to"], offers)
        by_land = order["to"] in near(self.units[at])
        is_meant = order.get("via") or self._is_meant(at, order, offers)
        order["sea"] = not by_land or bool(order["carriers"] and is_meant)

    def _is_meant(self, at: str, order: Order, offers: list[str]) -> bool:
        """Whether a fleet of its own power offers to convoy an army that could walk."""
        own = {sea for sea in offers if self.units[sea]["power"] == self.units[at]["power"]}
        return self.by_sea == "meant" and bool(own & set(seas_between(at, order["to"], at_sea(self.units))))

    # -- the way through what depends on each other ----------------------------------------------------------------

    def resolve(self, at: str) -> bool:
        """Whether an order succeeds.  `leant` gathers the guesses on which what is being judged leans."""
        if at in self.known:
            return self.known[at]
        if at in self.guess:
            value, leans = self.guess[at]
            self.leant |= leans
            return value
        first, leans, ring = self._try(at, False)
        if leans - {at}:  # part of the ring of another one
            self.guess[at] = first, leans - {at}
            self.ring.append(at)
            self.leant |= leans - {at}
            return first
        if at not in leans or first == self._try(at, True)[0]:
            self.known[at] = first
            return first
        self._break(ring)
        return self.resolve(at)

    def _break(self, ring: list[str]) -> None:
        """Settle a ring that holds both ways, or neither."""
        convoys = [one for one in ring if self.orders[one]["do"] == "convoy"]
        moves = [one for one in ring if self.orders[one]["do"] == "move"]
        if not convoys:
            self.known.update(dict.fromkeys(moves, True))
        elif self.paradox == "all-hold":
            carried = [self.orders[one]["whom"] for one in convoys if one not in self.void]
            self.known.update(dict.fromkeys([*moves, *carried], False))
        else:
            self.known.update(dict.fromkeys(convoys, False))

    def _try(self, at: str, value: bool) -> tuple[bool, set[str], list[str]]:
        """Judge an order with a guess of it: what comes of it, the guesses it leans on, the orders on the ring."""
        outer, self.leant, before = self.leant, set(), len(self.ring)
        self.guess[at] = value, {at}
        first = self.judge(at)
        leans, self.leant = self.leant, outer
        ring = [at, *self.ring[before:]]
        del self.guess[at]
        if not leans - {at}:  # nothing outside counts, so nothing that leant on this guess does
            for one in self.ring[before:]:
                del self.guess[one]
            del self.ring[before:]
        return first, leans, ring

    # -- what an order needs ---------------------------------------------------------------------------------------

    def judge(self, at: str) -> bool:
        order = self.orders[at]
        return order["do"] == "hold" or bool(getattr(self, f"_{order['do']}_holds")(at, order))

    def _convoy_holds(self, at: str, order: Order) -> bool:
        return at not in self.void and not self.dislodged(at)

    def _support_holds(self, at: str, order: Order) -> bool:
        if at in self.void or self.dislodged(at):
            return False
        target = _goal(order) or order["whom"]
        return not any(
            self.units[one]["power"] != self.units[at]["power"] and one != target and self.has_way(one)
            for one in self.attackers(at)
        )

    def _move_holds(self, at: str, order: Order) -> bool:
        target = province(order["to"])
        attack = self.attack(at)
        against = self.supported(target) if self.is_head_to_head(at) else self.defence(target)
        return attack > against and all(attack > self.prevention(one) for one in self.attackers(target) if one != at)

    # -- strengths -------------------------------------------------------------------------------------------------

    def attackers(self, target: str) -> list[str]:
        return [at for at, order in self.orders.items() if order["do"] == "move" and province(order["to"]) == target]

    def dislodged(self, at: str) -> bool:
        return any(self.resolve(one) for one in self.attackers(at))

    def supports(self, at: str) -> list[str]:
        """The supports of an order that are given and hold."""
        to = _goal(self.orders[at]) if self.orders[at]["do"] == "move" else None
        return [
            one
            for one, order in self.orders.items()
            if order["do"] == "support" and order["whom"] == at and one not in self.void
            if _goal(order) == to and self.resolve(one)
        ]

    def supported(self, at: str) -> int:
        return 1 + len(self.supports(at))

    def has_way(self, at: str) -> bool:
        """Whether a move has a way, by land or by fleets that hold; one that a ruling stopped has none."""
        order = self.orders[at]
        if not order["sea"]:
            return True
        carriers = [sea for sea in order["carriers"] if self.resolve(sea)]
        return bool(carriers) and bool(seas_between(at, order["to"], carriers))

    def is_head_to_head(self, at: str) -> bool:
        """Whether the unit at the end of a move comes the other way, neither by sea."""
        order = self.orders[at]
        other = self.orders.get(province(order["to"]), {"do": ""})
        return other["do"] == "move" and province(other["to"]) == at and not order["sea"] and not other["sea"]

    def attack(self, at: str) -> int:
        if not self.has_way(at):
            return 0
        target = province(self.orders[at]["to"])
        there = self.units.get(target)
        if there is None or self._leaves(at, target):
            return self.supported(at)
        if there["power"] == self.units[at]["power"]:
            return 0
        return 1 + len([one for one in self.supports(at) if self.units[one]["power"] != there["power"]])

    def _leaves(self, at: str, target: str) -> bool:
        return self.orders[target]["do"] == "move" and not self.is_head_to_head(at) and self.resolve(target)

    def prevention(self, at: str) -> int:
        if not self.has_way(at):
            return 0
        if self.is_head_to_head(at) and self.resolve(province(self.orders[at]["to"])):
            return 0
        return self.supported(at)

    def defence(self, at: str) -> int:
        if at not in self.units:
            return 0
        if self.orders[at]["do"] == "move":
            return 0 if self.resolve(at) else 1
        return self.supported(at)

    # -- what follows ----------------------------------------------------------------------------------------------

    def moves(self) -> dict[str, str]:
        """{from: place} of the moves that succeed."""
        return {at: order["to"] for at, order in self.orders.items() if order["do"] == "move" and self.done[at]}

    def outcome(self, at: str) -> str:
        """What became of an order in a word: ok, void, bounce, no-convoy, cut; dislodged of what failed with it."""
        order = self.orders[at]
        if at in self.void:
            return "void"
        if self.done[at] and order["do"] != "hold":
            return "ok"
        if any(self.done[one] for one in self.attackers(at)):
            return "dislodged"
        if order["do"] == "move":
            return "bounce" if self.has_way(at) else "no-convoy"
        return "ok" if order["do"] == "hold" else "cut"

    def retreats(self) -> dict[str, list[str]]:
        """{province of a dislodged unit: places to which it may retreat}."""
        moves = self.moves()
        came = {province(to): at for at, to in moves.items()}
        closed = ({at for at in self.units if at not in moves} | set(came)) | self._left_empty(moves, came)
        beaten = [at for at in self.units if at not in moves and at in came]
        found = {}
        for at in beaten:
            attacker = set() if self.orders[came[at]]["sea"] else {came[at]}
            found[at] = [place for place in near(self.units[at]) if province(place) not in closed | attacker]
        return found

    def _left_empty(self, moves: Mapping[str, str], came: Mapping[str, str]) -> set[str]:
        """Provinces that are empty after a standoff."""
        return {
            province(order["to"])
            for at, order in self.orders.items()
            if order["do"] == "move" and at not in moves and self.prevention(at)
        }
