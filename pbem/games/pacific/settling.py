"""Wishes made concrete: each is turned into items of movement.py and tried at once on one sketch of the board.

Later lines see what earlier ones did.  A choice that matters and is not stated is refused with the candidates.
"""

from pbem.core.problems import Problem, messages

from . import flight, movement
from .movement import Plan
from .pieces import bare, split
from .unit_text import unit_text

messages(
    {
        "pac-which": "{count} {type} in {area} could be {candidates}.",
        "pac-no-way": "there is no way from {start} to {goal} for {units}.",
        "pac-no-room": "the ships in {zone} have no room for {cargo}.",
    }
)


class Settler:
    """Turns wishes into items, each tried at once on the same sketch."""

    def __init__(self, board, phase):
        self.plan = Plan(board, phase)
        self.items, self.problems = [], []
        self.index = 0

    def settle(self, answer):
        for self.index, item in enumerate(answer):
            if "want" not in item:
                self.take(item)
                continue
            act = {"ship": self.ship, "load": self.load, "unload": self.unload, "bombard": self.bombard}
            act.get(item["go"], self.move)(item)
        return self.items, self.problems

    def take(self, item):
        self.items.append(item)
        self.plan.run([item])

    def refuse(self, code, rule="", hint="", **fields):
        self.problems.append(Problem(code, rule=rule, hint=hint, **fields).at(f"/{self.index}"))

    # -- single moves

    def move(self, item):
        """Land units, ships and aircraft of one line go as items of their own."""
        groups = {}
        for wish in item["want"]:
            category = self.plan.board.parts.types[wish["type"]].category
            groups.setdefault("land" if category == "special" else category, []).append(wish)
        for category, wishes in groups.items():
            path = self.way(item["path"], category, wishes)
            if path is None:
                continue
            units = {}
            for wish in wishes:
                for token, count in self.find(path[0], wish, len(path) - 1).items():
                    units[token] = units.get(token, 0) + count
            if units:
                self.take({"go": item["go"], "units": units, "path": path})

    def way(self, points, category, wishes):
        """The waypoints with what lies between them filled in; None with a problem if there is no way."""
        path = points[:1]
        for goal in points[1:]:
            start = path[-1]
            areas = self.plan.board.parts.areas
            if not (areas[goal].passable and areas[start].passable):  # refused when the move is tried (MOV-2)
                path.append(goal)
                continue
            if goal == start or goal in areas[start].near:
                path.append(goal)
                continue
            if category == "air":
                found = flight.route(
                    self.plan.board, start, goal, self.plan.side, flight.guns(self.plan.board, self.plan.enemy)
                )
            else:
                found = self.shortest(start, goal, category, wishes)
            if not found:
                shown = ", ".join(wish["type"] for wish in wishes)
                self.refuse("pac-no-way", rule="MOV-1", start=start, goal=goal, units=shown)
                return None
            path += found[1:]
        if category == "air" and len(path) == 2 and path[0] == path[1]:
            path = path[:1]
        return path

    def shortest(self, start, goal, category, wishes):
        """The shortest way on land or at sea that goes through no enemy; the first by id among equals."""
        board, plan = self.plan.board, self.plan
        subs = all(wish["type"] == "submarine" for wish in wishes)
        came, todo = {start: None}, [start]
        for area in todo:
            if area == goal:
                path = [area]
                while came[path[-1]]:
                    path.append(came[path[-1]])
                return path[::-1]
            if area != start and self.closed(area, category, subs, plan, board):
                continue
            near = board.parts.areas[area].sea if category == "sea" else board.parts.areas[area].land
            for other in near:
                if other not in came:
                    came[other] = area
                    todo.append(other)
        return None

    @staticmethod
    def closed(area, category, subs, plan, board):
        if category == "sea":
            return movement.stopped(board, area, plan.enemy, subs)
        hostile = not board.is_friendly(area, plan.side)
        return hostile and bool(board.defenders(area, plan.enemy) or board.has_gun(area, plan.enemy))

    def find(self, area, wish, steps=0):
        """The tokens in an area that a wish means; {} with a problem when there are too few or a choice matters."""
        board = self.plan.board
        type, wanted = wish["type"], wish["n"]
        found, tired = [], []
        for force, one, count in board.stacks(area, board.forces()):
            if one.type != type or wish.get("force", force) != force:
                continue
            if one.spent or one.submerged or one.on_cap:
                tired.append((f"{force}/{one.key}", one, count))
                continue
            if "cargo" in wish and not same_cargo(one, wish["cargo"], force):
                continue
            if one.flying and self.plan.phase == "combat":
                continue
            found.append((f"{force}/{one.key}", one, count))
        if "cargo" in wish and type == "carrier" and not found:
            return self.embark(area, wish)
        total = sum(count for *_, count in found)
        number = total if wanted == "all" else wanted
        if total < number or not number:
            if tired and number:  # refused with its rule when the move is tried
                return {tired[0][0]: min(number, tired[0][2])}
            hint = f"There are {total} that may."
            self.refuse("pac-not-there", rule="NCM-1", area=area, units=f"{wanted} {type}", hint=hint)
            return {}
        kinds = {(token.partition("/")[0], one.cargo, one.damaged) for token, one, _ in found}
        if len(kinds) > 1 and number < total:
            candidates = " or ".join(unit_text(token, count, None) for token, _, count in found)
            self.refuse("pac-which", count=number, type=type, area=area, candidates=candidates)
            return {}
        able = [row for row in found if row[1].moves is None or row[1].moves >= steps]
        rest = [row for row in found if row not in able]
        chosen = {}
        for token, _, count in [*sorted(able, key=lambda row: -1 if row[1].moves is None else row[1].moves), *rest]:
            take = min(count, number)
            if take:
                chosen[token] = take
                number -= take
        return chosen

    def embark(self, zone, wish):
        """A carrier that takes fighters along as cargo: they are put aboard first."""
        board, cargo = self.plan.board, {}
        own = board.forces()[0]
        for number, type, force in wish["cargo"]:
            token = f"{force or own}/{type}"
            cargo[token] = cargo.get(token, 0) + number
        ship = f"{own}/carrier"
        count = wish["n"] if isinstance(wish["n"], int) else board.count(zone, own, "carrier")
        before = len(self.plan.problems)
        self.take({"go": "load", "cargo": cargo, "area": zone, "ship": ship, "count": count, "zone": zone})
        if len(self.plan.problems) > before:
            return {}
        return {f"{own}/{self.plan.facts[-1]['becomes']}": count}

    # -- ships with cargo

    def ship(self, item):
        """Load, sail, and land: in as many ships as the units need."""
        path = item["path"]
        areas = self.plan.board.parts.areas
        if len(path) < 2 or areas[path[0]].is_sea or not areas[path[1]].is_sea:
            self.refuse("pac-no-way", rule="TRN-1", start=path[0], goal=path[-1], units="ships")
            return
        ends_ashore = not areas[path[-1]].is_sea
        zones = path[1:-1] if ends_ashore else path[1:]
        loaded = self.load({**item, "path": path[:2]})
        if not loaded:
            return
        if len(zones) > 1:
            way = self.way(zones, "sea", [{"type": "transport"}])
            if way is None:
                return
            units = {}
            for token, count, _ in loaded:
                units[token] = units.get(token, 0) + count
            self.take({"go": "move", "units": units, "path": way})
            fact = self.plan.facts[-1] if self.plan.facts else {}
            moved = [one for one in self.plan.facts[-3:] if one["type"] == "units-moved"]
            fact = moved[-1] if moved else fact
            became = {change[0]: f"{change[0].partition('/')[0]}/{change[2]}" for change in fact.get("units", [])}
            loaded = [(became.get(token, token), count, cargo) for token, count, cargo in loaded]
        if ends_ashore:
            for token, count, cargo in loaded:
                self.take({"go": "unload", "cargo": cargo, "ship": token, "count": count, "zone": zones[-1],
                           "area": path[-1]})  # fmt: skip

    def load(self, item):
        """Put units aboard; returns ``[(token of the loaded ships, count, cargo a ship)]``."""
        area, zone = item["path"][0], item["path"][1]
        units = []
        for wish in item["want"]:
            for token, count in self.find(area, wish).items():
                units += [token] * count
        if not units:
            return []
        packed = self.pack(zone, units, item.get("by", "transport"))
        if packed is None:
            ships = self.ships_in(zone, item.get("by", "transport"))
            shown = ", ".join(bare(token) for token in units)
            if not ships:
                self.refuse("pac-no-room", rule="TRN-1", zone=zone, cargo=shown)
                return []
            packed = [(ships[0][0], {unit: units.count(unit) for unit in units}, 1)]  # refused when it is tried
        loaded = []
        for token, cargo, count in packed:
            before = len(self.plan.problems)
            self.take({"go": "load", "cargo": cargo, "area": area, "ship": token, "count": count, "zone": zone})
            if len(self.plan.problems) == before:
                becomes = self.plan.facts[-1]["becomes"]
                loaded.append((f"{token.partition('/')[0]}/{becomes}", count, cargo))
        return loaded

    def pack(self, zone, units, type):
        """Share units out to ships of a type: ``[(ship token, {token: n a ship}, ships)]``, or None if they have no
        room.  Fuller ships first, big units first."""
        carries = self.plan.board.parts.types[type].carries
        if not carries:
            return None
        ships = self.ships_in(zone, type)
        room = [
            carries["capacity"] - sum(carries["size"].get(split(c)[1].type, 9) for c in one.cargo) for _, one in ships
        ]
        loads = [[] for _ in ships]
        for unit in sorted(units, key=lambda token: (-carries["size"].get(split(token)[1].type, 9), token)):
            size = carries["size"].get(split(unit)[1].type, 9)
            fits = [index for index in range(len(ships)) if room[index] >= size]
            if not fits:
                return None
            index = min(fits, key=lambda i: (room[i] - size, i))
            room[index] -= size
            loads[index].append(unit)
        groups = {}
        for (token, _), load in zip(ships, loads):
            if load:
                groups[(token, tuple(sorted(load)))] = groups.get((token, tuple(sorted(load))), 0) + 1
        return [(token, {unit: load.count(unit) for unit in load}, count) for (token, load), count in groups.items()]

    def ships_in(self, zone, type):
        """Own ships of a type that can still load, one by one; an ally's if there is none."""
        board = self.plan.board
        for forces in (board.forces(), ("uk", "us") if self.plan.side == "allies" else ()):
            ships = []
            for force, one, count in board.stacks(zone, forces):
                if one.type == type and not one.unloaded and not (one.spent and self.plan.phase == "combat"):
                    ships += [(f"{force}/{one.key}", one)] * count
            if ships:
                return ships
        return []

    def unload(self, item):
        """Land units from ships that carry them: ships with the most of what is wanted first."""
        zone, area = item["path"][0], item["path"][-1]
        board = self.plan.board
        wanted = []
        for wish in item["want"]:
            wanted += [(wish["type"], wish.get("force"))] * (wish["n"] if isinstance(wish["n"], int) else 99)
        forces = ("japan", "uk", "us")
        while wanted:
            best = None
            for late in (False, True):  # cargo that may not land is refused with its rule when it is tried
                for force, one, _ in board.stacks(zone, forces):
                    cargo = self.matching(one, wanted, late) if one.cargo and (late or not one.unloaded) else []
                    if cargo and (best is None or len(cargo) > len(best[2])):
                        best = (f"{force}/{one.key}", one, cargo)
                if best:
                    break
            if best is None:
                if all(isinstance(wish["n"], int) for wish in item["want"]):
                    missing = ", ".join(type for type, _ in wanted)
                    self.refuse("pac-not-aboard", rule="TRN-1", ship=zone, cargo=missing)
                return
            token, _, cargo = best
            for unit in cargo:
                wanted.remove(next(w for w in wanted if self.means(w, unit)))
            counts = {unit: cargo.count(unit) for unit in cargo}
            before = len(self.plan.problems)
            self.take({"go": "unload", "cargo": counts, "ship": token, "count": 1, "zone": zone, "area": area})
            if len(self.plan.problems) > before:
                return

    def matching(self, one, wanted, late):
        """The cargo of a ship that is wanted; with `late` what came aboard this turn too."""
        left, cargo = list(wanted), []
        for unit in one.cargo:
            hit = next((w for w in left if self.means(w, unit)), None)
            if hit and (late or not unit.endswith("+")):
                left.remove(hit)
                cargo.append(unit)
        return cargo

    def means(self, wanted, unit):
        force, one = split(unit)
        mine = force in self.plan.board.forces() or wanted[1]
        return one.type == wanted[0] and wanted[1] in (None, force) and bool(mine)

    def bombard(self, item):
        force = self.plan.board.forces()[0]
        units = {f"{wish.get('force', force)}/{wish['type']}": wish["n"] for wish in item["want"]}
        self.take({"go": "bombard", "units": units, "zone": item["path"][0], "area": item["path"][-1]})


def same_cargo(one, wanted, force):
    aboard = sorted(token.rstrip("+") for token in one.cargo)
    asked = sorted(f"{owner or force}/{type}" for number, type, owner in wanted for _ in range(number))
    return aboard == asked
