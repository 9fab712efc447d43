"""Play random phases here and in another engine, and tell where the two differ, and why.

    pip install diplomacy                     the engine of that name; nothing else of this title needs it
    python tests/compare.py --phases 20000    movement phases, with the retreats and winters that follow them

Both engines begin alike and get the same orders; where they come to something else the difference is told by its
class, and the other engine goes on from our board.  A class is a sentence on what the other engine does otherwise, and
a resolver that does so: a difference is of a class if that resolver comes to the board of the other engine.  What is of
no class is printed whole, and ends the run with 1.  README.md has the counts of a run of 20,000.
"""

import argparse
import random
import sys
from collections import Counter
from copy import deepcopy
from itertools import combinations

from classic_diplomacy import GAME
from classic_diplomacy.orders import reach
from classic_diplomacy.parts import (
    AREAS,
    ARMY,
    CENTRES,
    HOME,
    NEAR,
    POWERS,
    near,
    near_provinces,
    place_of,
    province,
    seas_between,
    unit_id,
)
from classic_diplomacy.resolver import Resolution, at_sea
from classic_diplomacy.rules import distance

from pbem.core.rules.engine import Session

YEARS = 8  # of a game, before another one begins
CHARTER = {
    "options": {name: one["default"] for name, one in GAME.options.items()},
    "edition": "standard",
    "title": "diplomacy",
}


def coasts(id):
    return list(AREAS[id]["coasts"])


class Ours:
    """This title in memory: the rules that a game file runs, a stop at a time."""

    def __init__(self, units=None, owner=None):
        self.board = GAME.new_board(CHARTER)
        if units:
            self.board.units, self.board.owner = units, owner
        self.answers = {}
        self.session = Session(GAME, self.board)
        self.take({})

    def take(self, answers):
        """Answer what is asked, and go on to what is asked next: ``{power: Ask}``."""
        self.answers = answers
        self.stop = self.session.run(self)
        self.asked = {ask.power: ask for ask in self.stop.asks}
        self.facts = self.session.step["facts"] if self.session.step else []

    # what a Session asks of those who answer

    def petition(self, board):
        return None

    def peek(self, board, ask):
        return self.answers.get(ask.power)

    def answer(self, board, ask):
        return self.answers.pop(ask.power)

    @property
    def phase(self):
        """As the other engine names it: ``S1901M``."""
        kinds = {ask.kind for ask in self.stop.asks}
        if not kinds:
            return "over"
        if kinds & {"builds", "removals"}:
            return f"W{self.board.year}A"
        return f"{self.board.season[0].upper()}{self.board.year}{'R' if 'retreats' in kinds else 'M'}"

    def seen(self):
        """What the two must agree on."""
        board = self.board
        beaten = {(unit["power"], unit["type"], unit["at"]): frozenset(unit["to"]) for unit in board.dislodged.values()}
        return {
            "phase": self.phase,
            "units": {(unit["power"], unit["type"], unit["at"]) for unit in board.units.values()},
            "dislodged": {unit: to for unit, to in beaten.items() if to},
            "owner": dict(board.owner),
        }


class Theirs:
    """The engine `diplomacy` of the package index."""

    def __init__(self, ours):
        from diplomacy import Game

        self.game = Game()
        self.game.clear_units()
        self.game.clear_centers()
        for power in POWERS:
            self.game.set_units(power.upper(), [named(unit) for unit in ours.board.of(power).values()])
            self.game.set_centers(power.upper(), [id.upper() for id in ours.board.centres(power)])
        self.game.set_current_phase(ours.phase)

    def take(self, lines):
        for power, said in lines.items():
            self.game.set_orders(power.upper(), said)
        self.taken = {power: self.game.get_orders(power.upper()) for power in lines}
        self.game.process()

    def seen(self):
        units, beaten, owner = set(), {}, {}
        for name, power in self.game.powers.items():
            units |= {(name.lower(), *spoken(unit)) for unit in power.units}
            beaten |= {(name.lower(), *spoken(unit)): frozenset(map(place, to)) for unit, to in power.retreats.items()}
            owner |= dict.fromkeys(map(place, power.centers), name.lower())
        phase = self.game.get_current_phase()
        return {
            "phase": phase,
            "units": units,
            "dislodged": {unit: to for unit, to in beaten.items() if to},
            "owner": owner,
        }


# -- how the other engine writes ---------------------------------------------------------------------------------------


def spot(place):
    return place.upper().replace("-", "/")


def place(said):
    return said.lower().replace("/", "-")


def spoken(unit):
    type, at = unit.split()
    return type.lower(), place(at)


def named(unit):
    return f"{unit['type'].upper()} {spot(unit['at'])}"


def line(board, item):
    """An item of an answer as the other engine reads it."""
    if "unit" not in item:
        return f"{item['type'].upper()} {spot(item['at'])} B"
    at = place_of(item["unit"])
    unit = named(board.dislodged.get(at) or board.units[at])
    whom = f" {named(board.units[place_of(item['whom'])])}" if "whom" in item else ""
    to = f" - {spot(item['to'])}" if "to" in item else ""
    word = {"hold": " H", "support": " S", "convoy": " C", "disband": " D", "remove": " D"}
    if item["do"] == "move":
        return unit + (f" R {spot(item['to'])}" if at in board.dislodged else to + " VIA" * item.get("via", False))
    return unit + word[item["do"]] + whom + to


# -- what is played ----------------------------------------------------------------------------------------------------


def thrown(draw):
    """Units wherever they can stand, crowded together, and the centres under them."""
    units, places = {}, list(AREAS)
    middle = draw.choice(places)
    crowd = sorted(places, key=lambda id: (steps(middle, id), draw.random()))[: draw.randint(12, 45)]
    powers = draw.sample(list(POWERS), draw.randint(2, 7))
    for id in draw.sample(crowd, draw.randint(6, min(34, len(crowd)))):
        type = draw.choice([type for type in "af" if any(place in NEAR[type] for place in (id, *coasts(id)))])
        at = draw.choice([one for one in dict.fromkeys((id, *coasts(id))) if one in NEAR[type]])
        units[id] = {"power": draw.choice(powers), "type": type, "at": at}
    return units, {id: draw.choice(powers) for id in CENTRES}


def steps(start, end):
    seen, edge, count = set(), {start}, 0
    while end not in edge:
        seen |= edge
        edge = {other for id in edge for other in near_either(id)} - seen
        count += 1
    return count


def near_either(id):
    return {province(place) for one in coasts(id) for place in near({"type": "f", "at": one})} | {*ARMY.get(id, ())}


def orders(board, draw):
    """``{power: items}``: many moves, and supports and convoys that mostly go with them."""
    units, items = board.units, {}
    for id in units:
        if draw.random() < 0.6:
            items[id] = move(board, id, draw)
    for id, unit in units.items():
        if id not in items or draw.random() < 0.15:
            items[id] = help(board, id, items, draw) or {"do": "hold", "unit": unit_id(unit)}
    answers = {power: [] for power in POWERS if board.of(power)}
    for id, item in items.items():
        answers[units[id]["power"]].append(item)
    return answers


def move(board, id, draw):
    unit = board.units[id]
    to = draw.choice(reach(board.units, id))
    by_sea = unit["type"] == "a" and seas_between(id, to, at_sea(board.units)) if province(to) == to else False
    via = by_sea and (to not in near(unit) or draw.random() < 0.4)
    return {"do": "move", "unit": unit_id(unit), "to": to, **({"via": True} if via else {})}


def help(board, id, items, draw):
    """A support or a convoy of what is ordered, now and then of what is not."""
    unit, found = board.units[id], []
    spots = set(near_provinces(unit))
    for other, item in items.items():
        if other == id or item["do"] != "move":
            continue
        to = province(item["to"])
        seas = at_sea(board.units)
        if unit["type"] == "f" and id in seas and item["unit"][0] == "a" and id in seas_between(other, to, seas):
            found += [{"do": "convoy", "unit": unit_id(unit), "whom": item["unit"], "to": to}] * 3
        if to in spots:
            found.append({"do": "support", "unit": unit_id(unit), "whom": item["unit"], "to": to})
    staying = [other for other in board.units if other in spots and items.get(other, {"do": ""})["do"] != "move"]
    found += [{"do": "support", "unit": unit_id(unit), "whom": unit_id(board.units[other])} for other in staying]
    return draw.choice(found) if found else None


def retreats(ask, draw):
    items = []
    for unit, places in ask.about["options"].items():
        goes = draw.random() < 0.9
        items.append(
            {"do": "move", "unit": unit, "to": draw.choice(places)} if goes else {"do": "disband", "unit": unit}
        )
    return items


def builds(board, ask, draw):
    count = ask.about["builds"]
    if count < 0:
        units = sorted(map(unit_id, board.of(ask.power).values()))
        return [{"do": "remove", "unit": unit} for unit in draw.sample(units, draw.randint(0, -count))]
    sites = draw.sample(board.sites(ask.power), draw.randint(0, count))
    types = [draw.choice("af" if coasts(id) else "a") for id in sites]
    return [
        {"do": "build", "type": type, "at": draw.choice(coasts(id)) if type == "f" else id}
        for id, type in zip(sites, types)
    ]


def answers(ours, draw):
    if ours.phase.endswith("M"):
        return orders(ours.board, draw)
    if ours.phase.endswith("R"):
        return {power: retreats(ask, draw) for power, ask in ours.asked.items()}
    return {power: builds(ours.board, ask, draw) for power, ask in ours.asked.items()}


# -- why they differ ---------------------------------------------------------------------------------------------------

HABITS = {
    "via": "an attack by convoy is given the supports of the power that it attacks",
    "convoy": "a convoy is broken by an attack that drives nobody out, for it counts supports of the fleet's own power",
    "head": "in a head-to-head battle a unit lacks the supports of the power that it meets",
    "refuge": "a unit that a convoyed army drove out may retreat to where others stand",
    "said": "an army goes by sea to a neighbour only where VIA is written, whatever its own fleets offer",
    "alphabet": "civil disorder takes units of the same distance by abbreviation, and not by name",
}
"""{class: what the other engine does otherwise}"""
SUBSETS = [subset for size in (1, 2, 3) for subset in combinations(("said", "via", "convoy", "head", "refuge"), size)]


class Other(Resolution):
    """A resolver with some of these habits."""

    def __init__(self, habits, units, orders):
        self.habits = habits
        super().__init__(units, orders, by_sea="said" if "said" in habits else "meant")

    def attack(self, at):
        there = self.units.get(province(self.orders[at]["to"]))
        is_other = there is not None and there["power"] != self.units[at]["power"]
        if "via" in self.habits and self.orders[at]["sea"] and is_other and self.has_way(at):
            return self.supported(at)
        return super().attack(at)

    def _convoy_holds(self, at, order):
        return super()._convoy_holds(at, order) and not ("convoy" in self.habits and self._is_outnumbered(at))

    def _is_outnumbered(self, at):
        strength = {one: self.supported(one) for one in self.attackers(at) if self.has_way(one)}
        best = [one for one in strength if strength[one] == max(strength.values())]
        is_foreign = any(self.units[one]["power"] != self.units[at]["power"] for one in best)
        return bool(best) and is_foreign and len(best) == 1 and strength[best[0]] > self.supported(at)

    def _move_holds(self, at, order):
        if "head" in self.habits and self.is_head_to_head(at):
            met, own = province(order["to"]), self.units[at]["power"]
            against = 1 + sum(self.units[one]["power"] != own for one in self.supports(met))
            rest = [one for one in self.attackers(met) if one != at]
            return self.attack(at) > against and all(self.attack(at) > self.prevention(one) for one in rest)
        return super()._move_holds(at, order)

    def prevention(self, at):
        if "head" in self.habits and self.is_head_to_head(at):
            met = self.units[province(self.orders[at]["to"])]["power"]
            return min(super().prevention(at), 1 + sum(self.units[one]["power"] != met for one in self.supports(at)))
        return super().prevention(at)

    def refuges(self):
        """Where who is driven out may go."""
        found = self.retreats()
        if "refuge" in self.habits:
            came = {province(to): at for at, to in self.moves().items()}
            for at in found:
                if self.orders[came[at]]["sea"]:
                    found[at] = near(self.units[at])
        return found


def movement_seen(units, found):
    """What comes of the movement of a Resolution, as `seen` has it."""
    moves, refuges = found.moves(), found.refuges()
    stay = {(one["power"], one["type"], moves.get(at, one["at"])) for at, one in units.items() if at not in refuges}
    keys = {at: (units[at]["power"], units[at]["type"], units[at]["at"]) for at in refuges}
    return {"units": stay, "dislodged": {keys[at]: frozenset(to) for at, to in refuges.items() if to}}


def why(before, phase, said, theirs):
    """The habits that explain what the other engine came to, or None."""
    if phase.endswith("A"):
        return ("alphabet",) if by_abbreviation(before, said) == theirs["units"] else None
    if not phase.endswith("M"):
        return None
    orders = {place_of(item["unit"]): item for items in said.values() for item in items}
    orders = {at: {**item, "whom": place_of(item["whom"])} if "whom" in item else item for at, item in orders.items()}
    for habits in SUBSETS:
        seen = movement_seen(before.units, Other(habits, before.units, orders))
        if all(seen[part] == theirs[part] for part in seen):
            return habits
    return None


def by_abbreviation(before, said):
    """The units after a winter in which ties of civil disorder go by abbreviation."""
    units = dict(before.units)
    for power, items in said.items():
        spare = before.spare(power)
        for item in items:
            if item["do"] == "remove":
                units.pop(place_of(item["unit"]))
            else:
                units[province(item["at"])] = {"power": power, "type": item["type"], "at": item["at"]}
        own = {id: unit for id, unit in units.items() if unit["power"] == power}
        rank = sorted(own, key=lambda id: (-distance(own[id], HOME[power]), own[id]["type"] == "a", id))
        for id in rank[: max(0, -spare - len(items))]:
            units.pop(id)
    return {(unit["power"], unit["type"], unit["at"]) for unit in units.values()}


# -- the run -----------------------------------------------------------------------------------------------------------


class Run:
    """What was played, and what differed."""

    def __init__(self, seed):
        self.draw = random.Random(seed)
        self.played, self.found, self.unexplained = Counter(), Counter(), 0

    def game(self):
        """A game of some years, or a position that is thrown, and what follows it."""
        is_thrown = self.draw.random() < 0.5
        ours, theirs = Ours(*(thrown(self.draw) if is_thrown else ())), None
        for _ in range(4 if is_thrown else 4 * YEARS):
            theirs = theirs if theirs or not ours.phase.endswith("M") else Theirs(ours)
            if not self.goes_on(ours, theirs):
                theirs = None
            if ours.phase == "over":
                break

    def goes_on(self, ours, theirs):
        """Play a phase in both; whether they are still in step."""
        before, phase, said = ours.board.copy(), ours.phase, answers(ours, self.draw)
        lines = {power: [line(before, item) for item in items] for power, items in said.items()}
        ours.take(deepcopy(said))
        if theirs is None or ours.phase == "over":
            return False
        theirs.take(lines)
        self.played[phase[-1]] += 1
        if ours.seen() == theirs.seen():
            return True
        habits = why(before, phase, said, theirs.seen())
        self.found[phase[-1], habits] += 1
        if habits is None:
            self.unexplained += 1
            show(phase, ours.seen(), theirs.seen(), lines)
        return False


def show(phase, ours, theirs, lines):
    print(f"{phase}: not explained")
    for part in ours:
        if ours[part] != theirs[part]:
            print(f"  {part}: here {ours[part]}\n         there {theirs[part]}")
    for power, said in lines.items():
        print(f"  {power}: {', '.join(said)}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--phases", type=int, default=20000, help="movement phases")
    parser.add_argument("--seed", default="1")
    arguments = parser.parse_args()
    run = Run(arguments.seed)
    while run.played["M"] < arguments.phases:
        run.game()
    names = {"M": "movement", "R": "retreats", "A": "builds and removals"}
    for phase, name in names.items():
        different = sum(count for (found, _), count in run.found.items() if found == phase)
        print(f"{name}: {run.played[phase]} phases, {different} of them differ")
    for (_, habits), count in run.found.most_common():
        print(f"{count:6} {'; '.join(HABITS[one] for one in habits) if habits else 'not explained'}")
    return 1 if run.unexplained else 0


if __name__ == "__main__":
    sys.exit(main())
