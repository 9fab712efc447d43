"""Movement as people write it: lines read, made concrete on a sketch of the board, and written again.

A line becomes a *wish* (types and counts, waypoints); `Settler` turns wishes into the items of movement.py, one after
the other on the same sketch, so that later lines see what earlier ones did.  A choice that matters and is not stated
is refused with the candidates.
"""

from pbem.core.kinds import Kind
from pbem.core.problems import Problem, messages

from . import flight, movement, programs
from .movement import Plan
from .pieces import bare, split

messages(
    {
        "pac-which": "{count} {type} in {area} could be {candidates}.",
        "pac-no-way": "there is no way from {start} to {goal} for {units}.",
        "pac-no-room": "the ships in {zone} have no room for {cargo}.",
        "pac-one-way": "a way has a start and an end, with -> between them.",
        "pac-no-stance": "{word} is no stance.",
        "pac-no-number": "{text} should name a number.",
    }
)


class Moves(Kind):
    """What the two movement kinds have in common."""

    many = True
    keywords = ("by", "on", "stance", "losses", "retreat", "after", "below", "submerge")
    phase = ""

    def settle(self, board, ask, answer):
        settler = Settler(board, self.phase)
        return settler.settle(answer)

    def check(self, board, ask, answer):
        plan = Plan(board, self.phase).run(answer)
        self.finish(plan)
        return plan.problems

    def default(self, board, ask):
        return []

    def parse(self, line, names):
        if line.verb == self.empty:
            return {"go": "nothing"}
        word = line.verb.split()[-1]
        reader = READERS.get(word, _read_move)
        return reader(line, names, "raid" if word == "raid" else "patrol" if word == "patrol" else "move")

    def combine(self, items):
        return [item for item in items if item != {"go": "nothing"}]

    def text(self, answer, ask=None):
        power = ask.power if ask is not None else None
        lines = [item_text(item, power, self.prefix) for item in answer]
        return lines or [self.empty]


class CombatMoves(Moves):
    """Phase 3."""

    name, rule, waiting = "combat-moves", "MOV-4", "to make combat moves"
    verbs = ("move", "raid", "load", "unload", "ship", "bombard", "program", "battles", "no combat moves")
    phase, prefix, empty = "combat", "", "no combat moves"
    finish = staticmethod(movement.finish_combat)

    def sample(self, board, ask, draw):
        from .sample import moves

        return moves(board, draw, "combat")

    def describe(self, board, ask):
        return "Combat moves, raids and landings; all of them together."

    def grammar(self):
        return [
            ("move UNITS AREA -> AREA [-> AREA …]", "units of one kind along one way", "move 2 infantry, artillery burma -> shan-state"),
            ("raid UNITS AREA -> AREA", "a strategic bombing raid", "raid bomber, 2 fighter mariana-islands -> japan"),
            ("ship UNITS AREA -> ZONE -> … -> AREA [by TYPE]", "load, sail and land in one", "ship 2 infantry japan -> sz36 -> sz35 -> sz25 -> guam"),
            ("load UNITS AREA -> ZONE [on TYPE]", "take units aboard", "load 2 infantry japan -> sz36"),
            ("unload UNITS ZONE -> AREA", "declare a landing", "unload 2 infantry sz25 -> guam"),
            ("bombard UNITS ZONE -> AREA", "which ships support which landing", "bombard battleship sz25 -> guam"),
            ("program AREA [stance S] [losses A, B] [retreat AREA] [after N] [below N] [submerge N]",
             "what to do in a battle", "program guam stance SA losses infantry, armor, fighter"),
            ("battles AREA, AREA …", "the order of battles", "battles sz25, guam"),
            ("no combat moves", "nothing", "no combat moves"),
        ]  # fmt: skip


class NoncombatMoves(Moves):
    """Phase 6."""

    name, rule, waiting = "noncombat-moves", "NCM-1", "to land aircraft and make non-combat moves"
    verbs = ("ncm", "ncm load", "ncm unload", "ncm ship", "patrol", "no noncombat moves")
    phase, prefix, empty = "noncombat", "ncm ", "no noncombat moves"
    finish = staticmethod(movement.finish_noncombat)

    def default(self, board, ask):
        """Every aircraft lands at the nearest place, nothing else moves."""
        return default_landings(board)

    def sample(self, board, ask, draw):
        from .sample import moves

        return moves(board, draw, "noncombat")

    def describe(self, board, ask):
        return "Land aircraft, move what has not moved, take up patrols."

    def grammar(self):
        return [
            ("ncm UNITS AREA -> AREA [-> AREA …]", "a move, or a landing of aircraft", "ncm fighter sz25 -> mariana-islands"),
            ("ncm ship UNITS AREA -> ZONE -> … -> AREA [by TYPE]", "load, sail and unload", "ncm ship 2 infantry japan -> sz36 -> sz35 -> ryukyu-islands"),
            ("ncm load UNITS AREA -> ZONE [on TYPE]", "take units aboard", "ncm load artillery india -> sz54"),
            ("ncm unload UNITS ZONE -> AREA", "put units ashore", "ncm unload infantry sz46 -> malaya"),
            ("patrol UNITS AREA -> ZONE", "combat air patrol", "patrol 2 fighter java -> sz43"),
            ("no noncombat moves", "nothing; aircraft land where they must", "no noncombat moves"),
        ]  # fmt: skip


def default_landings(board):
    """Items that land every aircraft in the air at the nearest place; carriers stay."""
    plan, items = Plan(board, "noncombat", free=True), []
    for area in sorted(board.units):
        for force, one, count in board.stacks(area, board.forces()):
            for _ in range(count if one.flying else 0):
                options = flight.places(plan.board, area, one, plan.side)
                if options:
                    goal = options[0]
                    path = [area] if goal == area else flight.route(plan.board, area, goal, plan.side)
                    items.append({"go": "move", "units": {f"{force}/{one.key}": 1}, "path": path})
                    plan.run(items[-1:])
    return items


# -- reading -------------------------------------------------------------------------------------------------


def _read_move(line, names, go):
    return {"go": go, "want": units_of(line, names, line.head), "path": way_of(line, names)}


def _read_ship(line, names, go):
    by = line.clause("by") or line.clause("on")
    item = {"go": "ship", "want": units_of(line, names, line.head), "path": way_of(line, names)}
    if by:
        item["by"] = names.find(by, "unit-type")
    return item


def _read_load(line, names, go):
    return {**_read_ship(line, names, go), "go": "load"}


def _read_unload(line, names, go):
    return {"go": "unload", "want": units_of(line, names, line.head), "path": way_of(line, names)}


def _read_bombard(line, names, go):
    return {"go": "bombard", "want": units_of(line, names, line.head), "path": way_of(line, names)}


def _read_battles(line, names, go):
    return {"go": "battles", "areas": [names.find(item, "area") for item in line.items(line.head)]}


def _read_program(line, names, go):
    return {"go": "program", "area": names.find(line.head, "area"), "program": program_of(line, names)}


def program_of(line, names):
    """``stance SA losses infantry, armor retreat burma after 2 below 3 submerge 1`` as a battle program."""
    program = {}
    stance = line.clause("stance")
    if stance:
        if stance.upper() not in programs.STANCES:
            line.fail("pac-no-stance", quote=stance, word=stance, hint=f"There are {', '.join(programs.STANCES)}.")
        program["stance"] = stance.upper()
    losses = line.clause("losses")
    if losses:
        program["losses"] = [loss_name(item, names) for item in line.items(losses)]
    retreat = {}
    to = line.clause("retreat")
    if to:
        retreat["to"] = names.find(to, "area")
    for word in ("after", "below"):
        number = line.clause(word)
        if number is not None:
            retreat[word] = line.number(number)
    if retreat or to == "":
        program["retreat"] = retreat
    submerge = line.clause("submerge")
    if submerge is not None:
        program["submerge"] = line.number(submerge)
    return program


def loss_name(text, names):
    """A unit type in an order of loss, ``battleship!`` for a damaged one, with a force in front if wanted."""
    damaged = "!" if text.rstrip().endswith("!") else ""
    force, type = forced(text.rstrip().rstrip("!").strip(), names)
    return (f"{force}/" if force else "") + type + damaged


READERS = {
    "ship": _read_ship,
    "load": _read_load,
    "unload": _read_unload,
    "bombard": _read_bombard,
    "battles": _read_battles,
    "program": _read_program,
}


def units_of(line, names, head):
    """The units of a head that ends with an area: ``2 infantry, transport(armor) burma`` → wishes."""
    text, _ = head_parts(line, names, head)
    wishes = []
    for item in _items(text):
        body, _, cargo = item.partition("(")
        count, name = line.count_and_name(body.strip())
        if name.casefold().startswith("all "):
            count, name = "all", name[4:]
        force, type = forced(name, names)
        wish = {"n": 1 if count is None else count, "type": type}
        if force:
            wish["force"] = force
        if cargo:
            aboard = []
            for part in _items(cargo.rstrip(" )")):
                number, what = line.count_and_name(part)
                owner, kind = forced(what, names)
                aboard.append([number or 1, kind, owner])
            wish["cargo"] = aboard
        wishes.append(wish)
    return wishes


def _items(text):
    """Divide a list at commas that stand in no parenthesis."""
    found, depth, current = [], 0, ""
    for letter in text.replace(" and ", ", ").replace("&", ","):
        depth += (letter == "(") - (letter == ")")
        if letter == "," and depth <= 0:
            found.append(current.strip())
            current = ""
        else:
            current += letter
    return [item for item in [*found, current.strip()] if item]


def forced(name, names):
    """``china infantry`` → ("china", "infantry"); without a force None stands for it."""
    first, _, rest = name.strip().partition(" ")
    if rest:
        force = names.known(first, "force")
        if force and names.known(rest, "unit-type"):
            return force, names.find(rest, "unit-type")
    return None, names.find(singular(name, names), "unit-type")


def singular(name, names):
    """``fighters`` → ``fighter`` where only the singular is known."""
    name = name.strip()
    if names.known(name, "unit-type") is None and name.casefold().endswith("s") and names.known(name[:-1], "unit-type"):
        return name[:-1]
    return name


def head_parts(line, names, head):
    """The text of the units and the id of the area that ends a head: the longest tail that names an area."""
    words = head.split()
    for start in range(max(0, len(words) - 4), len(words)):
        area = names.known(" ".join(words[start:]), "area")
        if area and start:
            return " ".join(words[:start]).rstrip(","), area
    line.fail("pac-one-way", quote=head, hint="For example: move 2 infantry burma -> shan-state.")


def way_of(line, names):
    """The waypoints of a line: the area that ends the head, and those behind every ``->``."""
    _, start = head_parts(line, names, line.head)
    path = [start]
    for text in line.body.replace(" to ", " -> ").split("->")[1:]:
        for keyword in (" by ", " on "):
            text = text.split(keyword)[0]
        path.append(names.find(text.split(";")[0].strip(" ,"), "area"))
    if len(path) < 2:
        line.fail("pac-one-way", quote=line.head, hint="For example: move 2 infantry burma -> shan-state.")
    for keyword in ("->", "by", "on"):
        line.clause(keyword)
    return path


# -- making concrete -----------------------------------------------------------------------------------------


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
        for index, goal in enumerate(points[1:]):
            start = path[-1]
            areas = self.plan.board.parts.areas
            if not (areas[goal].passable and areas[start].passable):  # refused when the move is tried (MOV-2)
                path.append(goal)
                continue
            if goal == start or goal in areas[start].near:
                path.append(goal)
                continue
            if category == "air":
                found = flight.route(self.plan.board, start, goal, self.plan.side, flight.guns(self.plan.board, self.plan.enemy))
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
        for token, one, count in [*sorted(able, key=lambda row: -1 if row[1].moves is None else row[1].moves), *rest]:
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
        room = [carries["capacity"] - sum(carries["size"].get(split(c)[1].type, 9) for c in one.cargo) for _, one in ships]
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


# -- writing -------------------------------------------------------------------------------------------------


def unit_text(token, count, power):
    """``us/transport(us/infantry)`` as people write it; the force is named where it is not the power's first."""
    force, one = split(token)
    text = one.type if force == (power or force) else f"{force} {one.type}"
    if one.cargo:
        items = sorted({item.rstrip("+") for item in one.cargo})
        counted = [(item, sum(c.rstrip("+") == item for c in one.cargo)) for item in items]
        inner = ", ".join(unit_text(item, n, power or force) for item, n in counted)
        text += f"({inner})"
    return f"{count} {text}" if count != 1 else text


def units_text(units, power):
    return ", ".join(unit_text(token, count, power) for token, count in units.items())


def item_text(item, power, prefix):
    """The order line of one item."""
    go = item["go"]
    if "want" in item:
        return f"{prefix}{go} {_wish_text(item)}"
    if go in ("move", "raid"):
        verb = "raid" if go == "raid" else prefix.strip() or "move"
        path = item["path"] if len(item["path"]) > 1 else item["path"] * 2
        return f"{verb} {units_text(item['units'], power)} {' -> '.join(path)}"
    if go == "patrol":
        return f"patrol {units_text(item['units'], power)} {' -> '.join(item['path'])}"
    if go == "bombard":
        return f"bombard {units_text(item['units'], power)} {item['zone']} -> {item['area']}"
    if go in ("load", "unload"):
        cargo = {token: n * item["count"] for token, n in item["cargo"].items()}
        ends = (item["area"], item["zone"]) if go == "load" else (item["zone"], item["area"])
        on = f" on {split(item['ship'])[1].type}" if go == "load" else ""
        return f"{prefix}{go} {units_text(cargo, power)} {ends[0]} -> {ends[1]}{on}"
    if go == "battles":
        return f"battles {', '.join(item['areas'])}"
    return f"program {item['area']} {program_text(item['program'])}".rstrip()


def _wish_text(item):
    parts = [f"{wish['n']} {wish.get('force', '')} {wish['type']}".replace("  ", " ") for wish in item["want"]]
    return f"{', '.join(parts)} {' -> '.join(item['path'])}"


def program_text(program):
    parts = []
    if "stance" in program:
        parts.append(f"stance {program['stance']}")
    if "losses" in program:
        parts.append("losses " + ", ".join(name.replace("/", " ") for name in program["losses"]))
    retreat = program.get("retreat")
    if retreat is not None:
        parts.append(f"retreat {retreat.get('to', '')}".rstrip())
        parts += [f"{word} {retreat[word]}" for word in ("after", "below") if word in retreat]
    if "submerge" in program:
        parts.append(f"submerge {program['submerge']}")
    return " ".join(parts)
