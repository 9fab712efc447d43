"""Wishes made concrete: each is turned into items of movement.py and tried at once on one sketch of the board.

Later lines see what earlier ones did.  A choice that matters and is not stated is refused with the candidates.
"""

from pbem.core.data.problems import Problem, messages

from ..board.pieces import split
from ..rules.bases import deck_room, on_deck
from ..rules.movement import Plan
from . import lading
from .unit_text import is_meant, unit_text
from .ways import way

messages(
    {
        "pac-which": "{count} {type} in {area} could be {candidates}.",
        "pac-no-way": "there is no way from {start} to {goal} for {units}.",
    }
)


def settled(board, phase, wishes):
    """``(items, problems)`` of wishes.

    CAR-1: fighters that were not launched before their carrier moves are its cargo.  Which those are is known when
    all lines are read, for later ones may launch them; so they are read a second time where somebody would be left
    without a deck.
    """
    settler = Settler(board, phase)
    items, problems = settler.settle(wishes)
    riders = left_behind(settler.plan)
    return Settler(board, phase, riders).settle(wishes) if riders else (items, problems)


def left_behind(plan):
    """``{zone: fighters that nobody launched and that have no deck any more}``, an ally's first: they cannot fly."""
    found, own = {}, plan.board.forces()
    for zone in plan.board.parts.zones:
        short = on_deck(plan.board, zone, plan.side) - deck_room(plan.board, zone, plan.side)
        idle = [
            f"{force}/fighter"
            for force, one, count in plan.board.of_side(zone, plan.side)
            for _ in range(count)
            if one.key == "fighter"
        ]
        if short > 0 and idle:
            found[zone] = sorted(idle, key=lambda token: (token.partition("/")[0] in own, token))[:short]
    return found


class Settler:
    """Turns wishes into items, each tried at once on the same sketch.

    items      the items so far
    problems   what is wrong with the wishes themselves; what is wrong with an item is found when it is checked
    riders     {zone: fighters on its decks that go with the carriers that leave it}
    """

    def __init__(self, board, phase, riders=None):
        self.plan = Plan(board, phase)
        self.riders = riders or {}
        self.items, self.problems = [], []
        self.index = 0

    @property
    def board(self):
        return self.plan.board

    @property
    def own(self):
        """The force that is meant where none is named."""
        return self.board.forces()[0]

    def settle(self, answer):
        for self.index, item in enumerate(answer):
            if "want" not in item:
                self.take(item)
            elif item["go"] == "bombard":
                self.bombard(item)
            elif item["go"] in lading.ACTS:
                lading.ACTS[item["go"]](self, item)
            else:
                self.move(item)
        return self.items, self.problems

    def take(self, item):
        """Add an item and try it; whether it was legal."""
        before = len(self.plan.problems)
        self.items.append(item)
        self.plan.run([item])
        return len(self.plan.problems) == before

    def refuse(self, code, rule="", hint="", **fields):
        self.problems.append(Problem(code, rule=rule, hint=hint, **fields).at(f"/{self.index}"))

    # -- moves

    def move(self, item):
        """Land units, ships and aircraft of one line go as items of their own."""
        groups = {}
        for wish in item["want"]:
            category = self.board.parts.types[wish["type"]].category
            groups.setdefault("land" if category == "special" else category, []).append(wish)
        for category, wishes in groups.items():
            path = self.way(item["path"], category, wishes)
            units = {}
            for wish in wishes if path else ():
                for token, count in self.manned(path[0], self.find(path[0], wish, len(path) - 1)).items():
                    units[token] = units.get(token, 0) + count
            if units:
                self.take({"go": item["go"], "units": units, "path": path})

    def manned(self, zone, units):
        """The units of a line; carriers among them with the riders of their zone aboard, as far as there is room."""
        decks, found = self.board.parts.types["carrier"].decks, {}
        for token, count in units.items():
            force, one = split(token)
            for _ in range(count):
                room = decks - len(one.cargo) if one.type == "carrier" else 0
                riders = self.riders.get(zone, [])[:room]
                final = self.boarded(zone, token, riders) if riders else token
                found[final] = found.get(final, 0) + 1
        return found

    def boarded(self, zone, carrier, riders):
        """Put riders aboard one carrier; its token then."""
        cargo = {token: riders.count(token) for token in riders}
        load = {"go": "load", "cargo": cargo, "area": zone, "ship": carrier, "count": 1, "zone": zone}
        if not self.take(load):
            return carrier
        self.riders[zone] = self.riders[zone][len(riders) :]
        return f"{carrier.partition('/')[0]}/{self.plan.facts[-1]['becomes']}"

    def way(self, points, category, wishes):
        """The whole path, or None with a problem."""
        path, gap = way(self.plan, points, category, all(wish["type"] == "submarine" for wish in wishes))
        if gap:
            shown = ", ".join(wish["type"] for wish in wishes)
            self.refuse("pac-no-way", rule="MOV-1", start=gap[0], goal=gap[1], units=shown)
        return path

    def bombard(self, item):
        units = {f"{wish.get('force', self.own)}/{wish['type']}": wish["n"] for wish in item["want"]}
        self.take({"go": "bombard", "units": units, "zone": item["path"][0], "area": item["path"][-1]})

    # -- which units

    def find(self, area, wish, steps=0):
        """The tokens in an area that a wish means; {} with a problem when there are too few or a choice matters."""
        found, tired = self.candidates(area, wish)
        if wish["type"] == "carrier" and "cargo" in wish and not found:
            return lading.embark(self, area, wish)
        total = sum(count for _, _, count in found)
        number = total if wish["n"] == "all" else wish["n"]
        if total < number or not number:
            return self.too_few(area, wish, total, tired)
        if len({self.matters(token, one) for token, one, _ in found}) > 1 and number < total:
            candidates = " or ".join(unit_text(token, 1, "") for token, _, _ in found)
            self.refuse("pac-which", rule="MOV-1", count=number, type=wish["type"], area=area, candidates=candidates)
            return {}
        chosen = {}
        for token, _, count in sorted(found, key=lambda row: self.reluctance(row[1], steps)):
            take = min(count, number)
            if take:
                chosen[token] = take
                number -= take
        return chosen

    def candidates(self, area, wish):
        """Rows (token, Piece, count) that a wish may mean: those that may act, and those that are done."""
        found, tired = [], []
        for force, one, count in self.board.stacks(area, self.board.forces()):
            row = (f"{force}/{one.key}", one, count)
            if not is_meant(wish, row[0], self.own):
                continue
            done = one.spent or one.submerged or one.on_cap
            if done:
                tired.append(row)
            elif not (one.flying and self.plan.phase == "combat"):
                found.append(row)
        if wish["type"] == "carrier" and "cargo" not in wish:  # a carrier took fighters along by an earlier line
            found = [row for row in found if not row[1].cargo] or found
        return found, tired

    @staticmethod
    def matters(token, one):
        """What makes a difference between units of a type."""
        return token.partition("/")[0], one.cargo, one.damaged

    @staticmethod
    def reluctance(one, steps):
        """Units that have not begun to move go first, then those with just enough moves left."""
        return (one.moves is not None and one.moves < steps, -1 if one.moves is None else one.moves, one.flags)

    def too_few(self, area, wish, total, tired):
        """Units that are done are refused with their rule when the move is tried; others are not there."""
        if tired and wish["n"] != "all":
            return {tired[0][0]: min(wish["n"], tired[0][2])}
        hint = f"There are {total} that may."
        self.refuse("pac-not-there", rule="NCM-1", area=area, units=f"{wish['n']} {wish['type']}", hint=hint)
        return {}
