"""The decisions of movement: patrols coming down (phase 2), combat moves (phase 3), non-combat moves (phase 6)."""

from pbem.core.data.problems import ODD, Problem, messages
from pbem.core.orders.declaring import Form
from pbem.core.orders.fields import Area, Names
from pbem.core.orders.worded import Worded

from ..board.pieces import split
from ..rules import flight, guarantee, movement, patrol
from ..rules.movement import Plan
from .move_text import STARTERS, item_text, said
from .settling import settled
from .unit_text import unit_text
from .words import PROGRAM, Wish, Wishes, program_fields, way

messages(
    {
        "pac-will-be-lost": "{count} {type} over {area} can land nowhere and will be lost.",
        "pac-patrol-none": "no patrol of yours is over {zone}.",
        "pac-patrol-field": "a patrol over {zone} cannot land in {area}.",
        "pac-patrol-room": "{room} fighters can land in {area} from {zone}, and {count} are sent there.",
        "pac-patrol-left": "{count} fighters on patrol over {zone} are not told where to land.",
    }
)


def moving(start, meaning, example, name, rest="[by/on SHIP]"):
    """A form of movement: units, a way, and what the form has beside."""
    fields = {"units": Wishes(), "way": way(), "via": Names("area"), "ship": Wish(), "aboard": Wishes()}
    template = f"{start} UNITS [from/in/at] WAY [via VIA] {rest}".strip()
    used = {"units", "way", "via", *(word for word in ("ship", "aboard") if word.upper() in rest)}
    return Form(template, meaning, example, name=name, fields={word: fields[word] for word in used})


class Moves(Worded):
    """What combat and non-combat moves have in common: lines become wishes, wishes items, items are tried at once."""

    many = True
    phase = ""

    def said(self, form, fields):
        return said(form, fields) if form != self.empty else None

    def gather(self, items):
        return [item for item in items if item is not None]

    def settled(self, board, ask, answer):
        """Wishes become items; where all are items already, as in a record, nothing is left to settle."""
        if not any("want" in item for item in answer):
            return answer, []
        return settled(board, self.phase, answer)

    def check(self, board, ask, answer):
        plan = Plan(board, self.phase).run(answer)
        self.finish(plan)
        return [*plan.problems, *fallen(plan)]

    def default(self, board, ask):
        return []

    def sample(self, board, ask, draw):
        from .sample import moves

        return moves(board, draw, self.phase)

    def lines(self, answer, ask=None):
        power = ask.power if ask is not None else None
        return [item_text(item, power, self.prefix) for item in answer] or [self.empty]


WITH = "[by/on SHIP] [with ABOARD]"


class CombatMoves(Moves):
    """Phase 3."""

    name, rule, waiting = "combat-moves", "MOV-4", "to make combat moves"
    verbs = ("move", "raid", "load", "unload", "ship", "bombard", "program", "battles", "no combat moves",
             *STARTERS)  # fmt: skip
    declared = (
        moving("[move]", "units along one way, with or without the word move",
               "move 2 infantry, artillery burma -> shan-state", "move", WITH),
        moving("raid", "a strategic bombing raid", "raid bomber, 2 fighter mariana-islands -> japan", "raid"),
        moving("ship", "load, sail and land in one", "ship 2 infantry japan -> sz36 -> sz35 -> sz25 -> guam", "ship"),
        moving("load", "take units aboard", "load 2 infantry japan -> sz36", "load"),
        moving("unload", "declare a landing", "unload 2 infantry sz25 -> guam", "unload"),
        moving("bombard", "which ships support which landing", "bombard battleship sz25 -> guam", "bombard"),
        Form(f"program AREA [; stance STANCE] {PROGRAM}", "what to do in a battle",
             "program guam stance SA losses infantry, armor, fighter", area=Area(), **program_fields()),
        Form("battles AREAS", "the order of battles", "battles sz25, guam", areas=Names("area")),
        Form("no combat moves", "nothing", "no combat moves"),
    )  # fmt: skip
    phase, prefix, empty = "combat", "", "no combat moves"
    plain = {"no": empty}
    finish = staticmethod(movement.finish_combat)

    def describe(self, board, ask):
        return "Combat moves, raids and landings; all of them together."


class NoncombatMoves(Moves):
    """Phase 6.  ``ncm`` tells these moves from combat moves where both stand in one file."""

    name, rule, waiting = "noncombat-moves", "NCM-1", "to land aircraft and make non-combat moves"
    verbs = ("ncm", "land", "patrol", "cap", "no noncombat moves", "move", "load", "unload", "ship", *STARTERS)
    declared = (
        moving("[ncm] [move/land]", "a move, or a landing of aircraft", "ncm fighter sz25 -> mariana-islands", "move",
               WITH),
        moving("[ncm] ship", "load, sail and unload", "ncm ship 2 infantry japan -> sz36 -> sz35 -> ryukyu-islands",
               "ship"),
        moving("[ncm] load", "take units aboard", "ncm load artillery india -> sz54", "load"),
        moving("[ncm] unload", "put units ashore", "ncm unload infantry sz46 -> malaya", "unload"),
        moving("patrol/cap", "combat air patrol", "patrol 2 fighter java -> sz43", "patrol", ""),
        Form("no noncombat moves", "nothing; aircraft land where they must", "no noncombat moves"),
    )  # fmt: skip
    phase, prefix, empty = "noncombat", "ncm ", "no noncombat moves"
    plain = {"no": empty}
    finish = staticmethod(movement.finish_noncombat)

    def default(self, board, ask):
        """Every aircraft lands at the nearest place, nothing else moves."""
        return default_landings(board)

    def describe(self, board, ask):
        return "Land aircraft, move what has not moved, take up patrols."

    def choices(self, board, ask):
        """Every aircraft in the air, with the moves that it has left."""
        return [
            f"{unit_text(f'{force}/{one.type}', count, ask.power)} over {area}: {one.moves} moves left"
            for area in sorted(board.units)
            for force, one, count in board.stacks(area, board.forces())
            if one.flying
        ]


def fallen(plan):
    """A warning for each kind of aircraft that the moves leave to its fate."""
    lost = {}
    for fact in plan.facts:
        if fact["type"] == "units-removed" and fact["rule"] == "MOV-9":
            for token, count in fact["units"].items():
                place = fact["area"], split(token)[1].type
                lost[place] = lost.get(place, 0) + count
    return [
        Problem("pac-will-be-lost", level=ODD, rule="MOV-9", count=count, type=type, area=area)
        for (area, type), count in lost.items()
    ]


def default_landings(board):
    """Items that land every aircraft in the air at the nearest place; who finds none may hope for a carrier that comes
    (rescue.py)."""
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


class LandPatrol(Worded):
    """``come down 2 fighter sz43 -> java``: [{"zone", "area", "count"}]."""

    name, rule, waiting = "land-patrol", "CAP-5", "to land its patrols"
    many = True
    declared = (
        Form("come/land (down | cap | patrol) UNITS [from/in] ZONE -> AREA", "where fighters on patrol land",
             "come down 2 fighter sz43 -> java", name="come down", units=Wishes(), zone=Area(), area=Area()),
        Form("come/land (down | cap | patrol) [from] ZONE -> AREA", "where all that are left of a patrol land",
             "come down sz54 -> india", name="come down all", zone=Area(), area=Area()),
    )  # fmt: skip
    verbs = ("come down", "land cap", "land patrol")

    def said(self, form, fields):
        count = sum(wish["n"] for wish in fields["units"]) if "units" in fields else None
        return {"zone": fields["zone"], "area": fields["area"], "count": count}

    def settled(self, board, ask, answer):
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

    def lines(self, answer, ask=None):
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
