"""The decisions of movement: patrols coming down (phase 2), combat moves (phase 3), non-combat moves (phase 6)."""

from pbem.core.data.problems import Problem, messages
from pbem.core.orders.kinds import Kind

from ..rules import flight, guarantee, movement, patrol
from ..rules.movement import Plan
from .move_text import STARTERS, item_text, read, units_of, way_of
from .settling import Settler

messages(
    {
        "pac-patrol-none": "no patrol of yours is over {zone}.",
        "pac-patrol-field": "a patrol over {zone} cannot land in {area}.",
        "pac-patrol-room": "{room} fighters can land in {area} from {zone}, and {count} are sent there.",
        "pac-patrol-left": "{count} fighters on patrol over {zone} are not told where to land.",
    }
)


class Moves(Kind):
    """What combat and non-combat moves have in common: lines become wishes, wishes items, items are tried at once."""

    many = True
    keywords = ("by", "on", "stance", "losses", "retreat", "after", "below", "submerge")
    phase = ""

    def settle(self, board, ask, answer):
        """Wishes become items; where all are items already, as in a record, nothing is left to settle."""
        if not any("want" in item for item in answer):
            return answer, []
        return Settler(board, self.phase).settle(answer)

    def check(self, board, ask, answer):
        plan = Plan(board, self.phase).run(answer)
        self.finish(plan)
        return plan.problems

    def default(self, board, ask):
        return []

    def sample(self, board, ask, draw):
        from .sample import moves

        return moves(board, draw, self.phase)

    def parse(self, line, names):
        return {"go": "nothing"} if line.verb == self.empty else read(line, names)

    def combine(self, items):
        return [item for item in items if item != {"go": "nothing"}]

    def text(self, answer, ask=None):
        power = ask.power if ask is not None else None
        lines = [item_text(item, power, self.prefix) for item in answer]
        return lines or [self.empty]


class CombatMoves(Moves):
    """Phase 3."""

    name, rule, waiting = "combat-moves", "MOV-4", "to make combat moves"
    verbs = ("move", "raid", "load", "unload", "ship", "bombard", "program", "battles", "no combat moves",
             *STARTERS)  # fmt: skip
    phase, prefix, empty = "combat", "", "no combat moves"
    plain = {"no": empty}
    finish = staticmethod(movement.finish_combat)

    def describe(self, board, ask):
        return "Combat moves, raids and landings; all of them together."

    def grammar(self):
        return [
            ("move UNITS AREA -> AREA [-> AREA …]", "units along one way, with or without the word move",
             "move 2 infantry, artillery burma -> shan-state"),
            ("raid UNITS AREA -> AREA", "a strategic bombing raid", "raid bomber, 2 fighter mariana-islands -> japan"),
            ("ship UNITS AREA -> ZONE -> … -> AREA [by TYPE]", "load, sail and land in one",
             "ship 2 infantry japan -> sz36 -> sz35 -> sz25 -> guam"),
            ("load UNITS AREA -> ZONE [on TYPE]", "take units aboard", "load 2 infantry japan -> sz36"),
            ("unload UNITS ZONE -> AREA", "declare a landing", "unload 2 infantry sz25 -> guam"),
            ("bombard UNITS ZONE -> AREA", "which ships support which landing", "bombard battleship sz25 -> guam"),
            ("program AREA [stance S] [losses A, B] [retreat AREA] [after N] [below N] [submerge N]",
             "what to do in a battle", "program guam stance SA losses infantry, armor, fighter"),
            ("battles AREA, AREA …", "the order of battles", "battles sz25, guam"),
            ("no combat moves", "nothing", "no combat moves"),
        ]  # fmt: skip


class NoncombatMoves(Moves):
    """Phase 6.  ``ncm`` tells these moves from combat moves where both stand in one file."""

    name, rule, waiting = "noncombat-moves", "NCM-1", "to land aircraft and make non-combat moves"
    verbs = ("ncm", "land", "ncm move", "ncm land", "ncm load", "ncm unload", "ncm ship", "patrol", "cap",
             "no noncombat moves", "move", "load", "unload", "ship", *STARTERS)  # fmt: skip
    phase, prefix, empty = "noncombat", "ncm ", "no noncombat moves"
    plain = {"no": empty}
    finish = staticmethod(movement.finish_noncombat)

    def default(self, board, ask):
        """Every aircraft lands at the nearest place, nothing else moves."""
        return default_landings(board)

    def describe(self, board, ask):
        return "Land aircraft, move what has not moved, take up patrols."

    def grammar(self):
        return [
            ("ncm UNITS AREA -> AREA [-> AREA …]", "a move, or a landing of aircraft",
             "ncm fighter sz25 -> mariana-islands"),
            ("ncm ship UNITS AREA -> ZONE -> … -> AREA [by TYPE]", "load, sail and unload",
             "ncm ship 2 infantry japan -> sz36 -> sz35 -> ryukyu-islands"),
            ("ncm load UNITS AREA -> ZONE [on TYPE]", "take units aboard", "ncm load artillery india -> sz54"),
            ("ncm unload UNITS ZONE -> AREA", "put units ashore", "ncm unload infantry sz46 -> malaya"),
            ("land UNITS AREA -> AREA", "the same as ncm, for aircraft", "land fighter guam -> mariana-islands"),
            ("patrol UNITS AREA -> ZONE", "combat air patrol", "patrol 2 fighter java -> sz43"),
            ("no noncombat moves", "nothing; aircraft land where they must", "no noncombat moves"),
        ]  # fmt: skip


def default_landings(board):
    """Items that land every aircraft in the air at the nearest place; carriers stay."""
    plan, items = Plan(board, "noncombat", free=True), []
    for area in sorted(board.units):
        for force, one, count in board.stacks(area, board.forces()):
            for _ in range(count if one.flying else 0):
                options = guarantee.places(plan.board, area, one, plan.side)
                if options:
                    goal = options[0]
                    path = [area] if goal == area else flight.route(plan.board, area, goal, plan.side)
                    items.append({"go": "move", "units": {f"{force}/{one.key}": 1}, "path": path})
                    plan.run(items[-1:])
    return items


class LandPatrol(Kind):
    """``come down 2 fighter sz43 -> java``: [{"zone", "area", "count"}]."""

    name, rule, waiting, verbs = "land-patrol", "CAP-5", "to land its patrols", ("come down", "land cap", "land patrol")
    many = True

    def parse(self, line, names):
        zone = names.known(line.head, "area")
        if zone:
            return {"zone": zone, "area": names.find(line.need("->", "The landing place"), "area"), "count": None}
        units, path = way_of(line, names)
        wishes = units_of(line, names, units)
        return {"zone": path[0], "area": path[-1], "count": sum(wish["n"] for wish in wishes)}

    def settle(self, board, ask, answer):
        """A line without a number means all that are left; zones with one field need no line."""
        left, settled = dict(ask.about["patrols"]), []
        for item in answer:
            count = left.get(item["zone"], 0) if item["count"] is None else item["count"]
            left[item["zone"]] = left.get(item["zone"], 0) - count
            settled.append({**item, "count": count})
        for zone, count in sorted(left.items()):
            fields = patrol.fields_beside(board, zone) if zone in ask.about["patrols"] else {}
            if len(fields) == 1 and count == ask.about["patrols"][zone]:
                area, room = next(iter(fields.items()))
                settled.append({"zone": zone, "area": area, "count": min(count, room)})
        return settled, []

    def check(self, board, ask, answer):
        problems, patrols = [], ask.about["patrols"]
        for zone in sorted({item["zone"] for item in answer} - set(patrols)):
            problems.append(Problem("pac-patrol-none", rule="CAP-5", zone=zone, hint=f"There are {patrols}."))
        for zone, count in patrols.items():
            problems += self.faults(zone, count, patrol.fields_beside(board, zone), answer)
        return problems

    @staticmethod
    def faults(zone, count, fields, answer):
        """CAP-5. What is wrong with the landings from one zone."""
        sent, hint = {}, f"Legal now: {', '.join(f'{area} ({room})' for area, room in fields.items())}."
        for item in answer:
            if item["zone"] == zone:
                sent[item["area"]] = sent.get(item["area"], 0) + item["count"]
        found = [
            Problem("pac-patrol-field", rule="CAP-5", zone=zone, area=area, hint=hint)
            for area in sent if area not in fields
        ]  # fmt: skip
        found += [
            Problem("pac-patrol-room", rule="CAR-1" if area == zone else "CAP-5", zone=zone, area=area,
                    room=fields[area], count=number)
            for area, number in sent.items() if area in fields and not 0 < number <= fields[area]
        ]  # fmt: skip
        left = min(count, sum(fields.values())) - sum(sent.values())
        if left > 0 and not found:
            found.append(Problem("pac-patrol-left", rule="CAP-5", zone=zone, count=left, hint=hint))
        elif left < 0 and not found:
            fields = {"zone": zone, "area": "all", "room": count, "count": count - left}
            found.append(Problem("pac-patrol-room", rule="CAP-5", **fields))
        return found

    def default(self, board, ask):
        return self.fill(board, ask, lambda fields: next(iter(fields)))

    def sample(self, board, ask, draw):
        return self.fill(board, ask, lambda fields: draw.choice(list(fields)))

    @staticmethod
    def fill(board, ask, choose):
        """Landings of all patrols, zone by zone, where `choose` says among the fields that have room."""
        landings = []
        for zone, count in sorted(ask.about["patrols"].items()):
            fields = patrol.fields_beside(board, zone)
            while count and fields:
                area = choose(fields)
                number = min(count, fields.pop(area))
                landings.append({"zone": zone, "area": area, "count": number})
                count -= number
        return landings

    def text(self, answer, ask=None):
        return [
            f"come down {item['zone']} -> {item['area']}" if item["count"] is None
            else f"come down {item['count']} fighter {item['zone']} -> {item['area']}"
            for item in answer
        ]  # fmt: skip

    def describe(self, board, ask):
        shown = [
            f"{count} over {zone} (to {' or '.join(patrol.fields_beside(board, zone)) or 'nowhere'})"
            for zone, count in ask.about["patrols"].items()
        ]
        return f"Fighters on patrol come down: {'; '.join(shown)}."

    def grammar(self):
        return [("come down [N fighter] ZONE -> AREA", "where a patrol lands", "come down 2 fighter sz43 -> java")]
