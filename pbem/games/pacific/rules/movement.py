"""Movement: whole sets of moves, tried on a sketch of the board before anything happens (phases 3 and 6).

An answer is a list of items, carried out in order.  Units are tokens with counts (pieces.py), paths are lists of areas.

    {"go": "move", "units": {"japan/infantry": 2}, "path": ["manchuria", "suiyuan"]}
    {"go": "raid", "units": {"us/bomber": 1}, "path": ["mariana-islands", "sz25", "sz24", "sz36", "japan"]}
    {"go": "load", "cargo": {"japan/infantry": 2}, "area": "japan", "ship": "japan/transport", "count": 1,
     "zone": "sz36"}
    {"go": "unload", "cargo": {"japan/infantry": 2}, "ship": "japan/transport@0(…)", "count": 1, "zone": "sz25",
     "area": "guam"}
    {"go": "patrol", "units": {"uk/fighter": 1}, "path": ["java", "sz43"]}
    {"go": "bombard", "units": {"us/battleship": 1}, "zone": "sz25", "area": "mariana-islands"}
    {"go": "program", "area": "guam", "program": {"stance": "SA"}}
    {"go": "battles", "areas": ["sz25", "guam"]}

`Plan` carries items out on the sketch and collects facts and problems; the rules emit the same facts on the board.
"""

from collections.abc import Callable
from typing import Any

from pbem.core.data.json_types import Json
from pbem.core.data.state_fields import copied
from pbem.core.rules.requests import Ask, Asking
from pbem.core.rules.rulebook import rule

from ..board.board import Board, Turn
from ..board.pieces import Piece, bare, moored, split
from . import control, flight, guarantee, intentions, rescue, transport
from .bases import deck_room, moves_to, on_deck, runs
from .trial import Trial


class Plan(Trial):
    """A set of moves tried on a sketch."""

    @classmethod
    def tried(cls, board: Board, phase: str, items: list[Json]) -> "Plan":
        """All moves of a phase, with what follows them.  Who carries out what was judged, in this game or in one more
        rehearsal of it, takes the plan of then: its moves are legal, and the board is as it was."""
        for before, of, plan in board.parts.plans:
            if of == (phase, items) and board.is_like(before):
                return plan
        plan = cls(board, phase).run(items)
        FINISH[phase](plan)
        if not plan.problems:
            board.parts.plans.append((board.sketch(), (phase, copied(items)), plan))
        return plan

    def run(self, items: list[Json]) -> "Plan":
        """Carry out items in order; one that is refused is skipped and the others go on."""
        for self.index, item in enumerate(items):
            ACTS[item["go"]](self, item)
        self.index = None
        return self


# -- the two phases ------------------------------------------------------------------------------------------


@rule("MOV-4", "All combat moves first", also=("LND-1", "MOV-10"))
def combat_movement(t: Turn) -> Asking[None]:
    """MOV-4. All combat moves are made, then guns fire at aircraft that flew over them, before any battle."""
    items = yield Ask("combat-moves", t.board.power)
    carry_out(t, Plan.tried(t.board, "combat", items))
    yield from flight.over_guns(t)


@rule("NCM-1", "Who moves", also=("NCM-2", "NCM-3", "NCM-4"))
def noncombat_movement(t: Turn) -> Asking[None]:
    """NCM-1. Aircraft land, units that neither moved nor fought may move, fighters take up patrol."""
    items = yield Ask("noncombat-moves", t.board.power)
    carry_out(t, Plan.tried(t.board, "noncombat", items))
    yield from flight.over_guns(t)


def carry_out(t: Turn, plan: Plan) -> None:
    """Emit on the board what was tried on the sketch, where all that follows it has been done."""
    for fact in plan.facts:
        t.emit(**fact)
    t.board.due = dict(plan.board.due)


def finish_combat(plan: Plan) -> None:
    """Checks over the whole set of combat moves, and ships that moved are done."""
    transport.check_contested(plan)
    flight.check_raids(plan)
    decks(plan)
    guarantee.check_landings(plan)
    intentions.check_intentions(plan)
    done(plan)


def finish_noncombat(plan: Plan) -> None:
    """Checks over the whole set of non-combat moves; carriers come for fighters in need, and aircraft with one place to
    land go there by themselves."""
    rescue.carriers_come(plan, transport.load, sail)
    guarantee.land_rest(plan)
    decks(plan)
    done(plan)


FINISH = {"combat": finish_combat, "noncombat": finish_noncombat}


def done(plan: Plan) -> None:
    """MOV-6. Ships that moved in this phase do not move in another."""
    if any(plan.board.changing(moored, plan.board.forces())):
        plan.emit("ships-done", rule="MOV-6")


@rule("CAR-1", "Aircraft carrier")
def decks(plan: Plan) -> None:
    """Fighters that stand in a sea zone after the moves need a deck each: two a carrier, less its cargo."""
    board = plan.board
    for zone in board.parts.zones:
        if zone not in board.units:
            continue
        count = on_deck(board, zone, plan.side)
        if count and count > (room := deck_room(board, zone, plan.side)):
            plan.refuse("pac-no-deck", rule="CAR-1", area=zone, room=room, count=count)


# -- items ---------------------------------------------------------------------------------------------------


def move(plan: Plan, item: Json) -> None:
    """One group along one path: on land, at sea or in the air."""
    units, path = item["units"], item["path"]
    if not plan.has(path[0], units):
        return
    types = plan.board.parts.types
    categories = {types[split(token)[1].type].category for token in units}
    areas = plan.board.parts.areas
    unknown = [area for area in path if area not in areas]
    if unknown or len(categories) > 1:
        plan.refuse("pac-wrong-way", units=shown(units), area=unknown[0] if unknown else path[-1])
        return
    category = categories.pop()
    if category == "air":
        flight.fly(plan, units, path)
    elif not adjacent(plan, path):
        return
    elif category == "sea":
        sail(plan, units, path)
    else:
        march(plan, units, path)


@rule("MOV-1", "One move per space", also=("MOV-2",))
def adjacent(plan: Plan, path: list[str]) -> bool:
    """MOV-1. Every step goes to a neighbour, and a move has one.  MOV-2: the Himalayas and the Soviet Union have
    none."""
    areas = plan.board.parts.areas
    if len(path) < 2:
        plan.refuse("pac-not-adjacent", rule="MOV-1", one=path[0], other=path[0])
        return False
    for one, other in zip(path, path[1:]):
        if not areas[other].passable:
            plan.refuse("pac-wrong-way", rule="MOV-2", units="nobody", area=other)
            return False
        if other not in areas[one].near and not (one == other and areas[one].is_sea):
            plan.refuse("pac-not-adjacent", rule="MOV-1", one=one, other=other)
            return False
    return True


# -- land ----------------------------------------------------------------------------------------------------


@rule("MOV-3", "Stop on contact", also=("NCM-2", "CHN-7", "LND-10"))
def march(plan: Plan, units: dict[str, int], path: list[str]) -> None:
    """MOV-3. Land units stop where the enemy is; only tanks drive on, through empty land (LND-9)."""
    board, areas = plan.board, plan.board.parts.areas
    at_sea = [area for area in path if areas[area].is_sea]
    if at_sea:
        plan.refuse("pac-wrong-way", rule="MOV-1", units=shown(units), area=at_sea[0])
        return
    if not land_units_free(plan, units, path):
        return
    goal = path[-1]
    if plan.phase == "noncombat":
        hostile = [area for area in path if not board.is_friendly(area, plan.side)]
        if hostile:
            plan.refuse("pac-enemy-there", rule="NCM-2", area=hostile[0])
            return
    else:
        entered = [area for area in path[1:] if not board.is_friendly(area, plan.side)]
        if not entered:
            plan.refuse("pac-not-hostile", rule="NCM-2", area=goal)
            return
        for area in path[1:-1]:
            if not board.is_friendly(area, plan.side) and not blitz(plan, units, area):
                return
    attack = not board.is_friendly(goal, plan.side)
    changes = [[token, count, split(token)[1].but(spent=True)] for token, count in sorted(units.items())]
    plan.emit("units-moved", path=path, units=changes, attack=attack)


def land_units_free(plan: Plan, units: dict[str, int], path: list[str]) -> bool:
    """Whether the units may move that far and have not moved yet."""
    for token in units:
        one = split(token)[1]
        type = plan.board.parts.types[one.type]
        if one.type == "aa-gun" and plan.phase == "combat":
            plan.refuse("pac-gun-stays", rule="NCM-2")
            return False
        if one.spent:
            plan.refuse("pac-moved", rule=plan.who_moves, units=token, area=path[0])
            return False
        if len(path) - 1 > type.move:
            plan.refuse("pac-too-far", rule="MOV-1", units=token, area=path[0], most=type.move, cost=len(path) - 1)
            return False
    return True


@rule("LND-9", "Blitz")
def blitz(plan: Plan, units: dict[str, int], area: str) -> bool:
    """LND-9. Enemy land without units or a gun falls to a tank that drives through (R-LND-9-complex)."""
    board = plan.board
    if board.defenders(area, plan.enemy) or board.has_gun(area, plan.enemy):
        plan.refuse("pac-no-blitz", rule="LND-9", units=shown(units), area=area)
        return False
    forces = sorted({token.partition("/")[0] for token in units})
    control.take(plan, area, control.claimants(board, area, forces)[0])
    return True


# -- sea -----------------------------------------------------------------------------------------------------


@rule("MOV-5", "Leaving a contested sea zone", also=("MOV-3", "NCM-3", "CNV-6", "CAP-2", "CAP-3"))
def sail(plan: Plan, units: dict[str, int], path: list[str]) -> None:
    """MOV-5. Ships may sail out of a contested zone; surface ships stop where enemy ships or patrols are.

    Submarines pass a zone with a patrol only (CAP-3).  In non-combat movement nobody enters enemy waters (NCM-3) and
    no convoy marker changes (CNV-6).

    Ruling R-NCM-3-patrol.
    """
    board, areas = plan.board, plan.board.parts.areas
    ashore = [area for area in path if not areas[area].is_sea]
    if ashore:
        plan.refuse("pac-wrong-way", rule="MOV-1", units=shown(units), area=ashore[0])
        return
    left = moves_left(plan, units, path)
    if left is None:
        return
    subs_only = all(split(token)[1].type == "submarine" for token in units)
    for zone in path[1:-1]:
        if stopped(board, zone, plan.enemy, subs_only):
            number = "MOV-3" if board.warships(zone, plan.enemy) else "CAP-2"
            plan.refuse("pac-stop", rule=number, units=shown(units), area=zone)
            return
    goal = path[-1]
    if plan.phase == "noncombat" and board.blocks(goal, plan.enemy):
        plan.refuse("pac-enemy-there", rule="NCM-3", area=goal)
        return
    warship = any(split(token)[1].type != "transport" for token in units)
    contact = board.blocks(goal, plan.enemy)
    evading = transport.evaders(plan, units, path[0])
    if contact and evading:
        plan.refuse("pac-evaded", rule="TRN-2", ship=shown(evading))
        return
    changes = [
        [token, count, split(token)[1].but(0 if contact else left[token], **added(plan, token, path, evading))]
        for token, count in sorted(units.items())
    ]
    plan.emit("units-moved", path=path, units=changes, attack=plan.phase == "combat")
    if plan.phase == "combat" and warship:
        for zone in path[1:]:  # its first zone too, if a move is spent to stay there (CNV-4)
            pass_convoy(plan, zone)


def added(plan: Plan, token: str, path: list[str], evading: Json) -> dict[str, Any]:
    """What is remembered of a ship that sails: that it evades the enemy (TRN-2), that it is on a run from a naval base,
    which more than one line may make (NAV-2)."""
    if plan.phase == "noncombat":
        return {"on_raid": True} if runs(plan.board, split(token)[1], path[0], plan.side) else {}
    return {"has_left": True} if token in evading else {}


def stopped(board: Board, zone: str, enemy: str, subs_only: bool) -> bool:
    return bool(board.warships(zone, enemy)) or (not subs_only and board.blocks(zone, enemy))


@rule("NAV-1", "Naval base", also=("NAV-2", "MOV-6", "CNV-4"))
def moves_left(plan: Plan, units: dict[str, int], path: list[str]) -> dict[str, int] | None:
    """NAV-1. Ships move two zones; three in non-combat movement from one friendly naval base to another.

    CNV-4: only a submarine may spend a move to stay, and only where it takes a convoy marker.
    """
    board, left, steps = plan.board, {}, len(path) - 1
    for token in units:
        one = split(token)[1]
        type = board.parts.types[one.type]
        have = type.move if one.moves is None else one.moves
        if one.spent or one.submerged:
            rule_id = "SEA-3" if one.submerged else "MOV-6"
            plan.refuse("pac-moved", rule=rule_id, units=token, area=path[0])
            return None
        stays = any(a == b for a, b in zip(path, path[1:]))
        if stays and not may_wait(plan, one, path):
            plan.refuse("pac-not-adjacent", rule="CNV-4", one=path[0], other=path[0])
            return None
        most = moves_to(board, one, path[0], path[-1], plan.side) if plan.phase == "noncombat" else have
        if steps > most:
            number = "NAV-1" if steps == 3 else "MOV-1"
            plan.refuse("pac-too-far", rule=number, units=token, area=path[0], most=most, cost=steps)
            return None
        left[token] = max(have - steps, 0)
    return left


def may_wait(plan: Plan, one: Piece, path: list[str]) -> bool:
    board = plan.board
    zone = path[0]
    takes = zone in board.markers and board.marker_side(zone) != plan.side and not board.blocks(zone, plan.enemy)
    return one.type == "submarine" and plan.phase == "combat" and path[1:2] == [zone] and takes


@rule("CNV-3", "Taking control", also=("CNV-4",))
def pass_convoy(plan: Plan, zone: str) -> None:
    """CNV-3. A warship that enters or passes a zone without enemies takes its convoy marker, several in one move."""
    if not plan.board.blocks(zone, plan.enemy):
        control.take_convoy(plan.emit, plan.board, zone, "CNV-3")


# -- smaller items -------------------------------------------------------------------------------------------


def give_program(plan: Plan, item: Json) -> None:
    plan.intentions.append((plan.index, item))
    plan.emit("program-given", rule="PRG-1", area=item["area"], program=item["program"])


def order_battles(plan: Plan, item: Json) -> None:
    plan.intentions.append((plan.index, item))
    plan.emit("battles-ordered", rule="PRG-1", areas=item["areas"])


def shown(units: dict[str, int]) -> str:
    return ", ".join(f"{count} {bare(token).partition('/')[2]}" for token, count in units.items())


ACTS: dict[str, Callable[[Plan, Json], None]] = {
    "move": move,
    "raid": flight.raid,
    "patrol": flight.patrol,
    "load": transport.load,
    "unload": transport.unload,
    "bombard": transport.bombard,
    "program": give_program,
    "battles": order_battles,
}
