"""Transports and Japanese destroyers: loading, unloading, declaring landings, allied cargo (units 7 and 10)."""

from collections import Counter

from pbem.core.data.collecting import summed
from pbem.core.data.json_types import Json
from pbem.core.rules.rulebook import rule

from ..board.board import Board, Turn
from ..board.parts import POWER_OF, SIDES
from ..board.pieces import Piece, split
from .trial import Trial

# -- loading -------------------------------------------------------------------------------------------------


@rule("TRN-1", "Transport use", also=("JDD-1", "TRN-2", "TRN-3", "TRN-4", "CHN-5"))
def load(plan: Trial, item: Json) -> None:
    """TRN-1. Fresh land units next to the zone go aboard; those that board have finished their move.

    JDD-1: a Japanese destroyer takes one infantry.  TRN-4: an ally's ship takes units on their own turn.

    Ruling R-TRN-3-no-battle.
    """
    zone, area, count, cargo = item["zone"], item["area"], item["count"], item["cargo"]
    force, ship = split(item["ship"])
    board = plan.board
    if area == zone:
        embark(plan, item)
        return
    total = {token: number * count for token, number in cargo.items()}
    if not plan.has(area, total) or not ship_ready(plan, zone, force, ship, count):
        return
    if area not in board.parts.areas[zone].land or not board.is_friendly(area, plan.side):
        plan.refuse("pac-not-adjacent", rule="TRN-1", one=area, other=zone)
        return
    if not cargo_fits(plan, force, ship, cargo) or not cargo_fresh(plan, area, cargo):
        return
    if plan.phase == "noncombat" and board.blocks(zone, plan.enemy):
        plan.refuse("pac-contested", rule="TRN-2", zone=zone)
        return
    mine = force in board.forces()
    items = [token + ("" if mine else "+") for token, number in cargo.items() for _ in range(number)]
    begins = mine and not ship.spent and ship.moves is None
    moves = board.parts.types[ship.type].move if begins else ship.moves
    is_done = ship.unloaded or ship.spent  # who fought and loads does not unload (TRN-3); an ally's has not fought
    becomes = ship.but(moves, [*ship.cargo, *items], unloaded=is_done)
    plan.emit(
        "units-loaded",
        rule="TRN-1" if mine else "TRN-4",
        zone=zone,
        area=area,
        ship=item["ship"],
        count=count,
        becomes=becomes,
        cargo=cargo,
    )


def embark(plan: Trial, item: Json) -> None:
    """Fighters on deck stay aboard as cargo, so that the carrier takes them along."""
    zone, count, cargo = item["zone"], item["count"], item["cargo"]
    force, ship = split(item["ship"])
    if not is_deck_cargo(plan, item, ship):
        return
    fighters = {token: number * count for token, number in cargo.items()}
    allies = {token for token in cargo if token.partition("/")[0] not in plan.board.forces()}
    own = {token: number for token, number in fighters.items() if token not in allies}
    if not plan.has(zone, own) or not plan.has(zone, {item["ship"]: count}):
        return
    for token in sorted(allies):
        if plan.board.count(zone, token.partition("/")[0], "fighter") < fighters[token]:
            plan.refuse("pac-not-there", rule="CAR-1", area=zone, units=token)
            return
    items = [token for token, number in cargo.items() for _ in range(number)]
    becomes = ship.but(cargo=[*ship.cargo, *items])
    plan.emit(
        "units-loaded", rule="CAR-1", zone=zone, area=zone, ship=item["ship"], count=count, becomes=becomes, cargo=cargo
    )


def is_deck_cargo(plan: Trial, item: Json, ship: Piece) -> bool:
    """CAR-1: fighters that have not flown, on a carrier with room; TRN-1: no cargo comes from another ship."""
    shown = ", ".join(item["cargo"])
    if any(plan.board.parts.types[split(token)[1].type].category == "land" for token in item["cargo"]):
        plan.refuse("pac-ship-to-ship", rule="TRN-1", cargo=shown)
    elif ship.type != "carrier" or any(split(token)[1].key != "fighter" for token in item["cargo"]):
        plan.refuse("pac-no-carrier", rule="CAR-1", ship=item["ship"], cargo=shown)
    elif sum(item["cargo"].values()) > plan.board.parts.types["carrier"].decks - len(ship.cargo):
        plan.refuse("pac-full", rule="CAR-1", ship=item["ship"], cargo=shown)
    else:
        return True
    return False


def ship_ready(plan: Trial, zone: str, force: str, ship: Piece, count: int) -> bool:
    """Whether `count` such ships are in a zone, of one's own side, and have not finished unloading."""
    board = plan.board
    if SIDES.get(force) != plan.side or board.count(zone, force, ship.key) < count or count < 1:
        plan.refuse("pac-not-there", rule=plan.who_moves, area=zone, units=f"{count} {force}/{ship.key}")
        return False
    if ship.unloaded or (ship.spent and plan.phase == "combat"):
        plan.refuse("pac-unloaded", rule="TRN-3", ship=f"{force}/{ship.key}")
        return False
    return True


def cargo_fits(plan: Trial, force: str, ship: Piece, cargo: dict[str, int]) -> bool:
    """TRN-1, JDD-1: kinds and room."""
    carries = plan.board.parts.types[ship.type].carries
    if not carries or carries.get("only", force) != force:
        plan.refuse(
            "pac-no-carrier", rule="JDD-1" if carries else "TRN-1", ship=f"{force}/{ship.key}", cargo=", ".join(cargo)
        )
        return False
    aboard = [split(token)[1].type for token in ship.cargo]
    aboard += [split(token)[1].type for token, number in cargo.items() for _ in range(number)]
    number = "JDD-1" if "only" in carries else "TRN-1"
    strange = [type for type in aboard if type not in carries["size"]]
    if strange:
        plan.refuse("pac-no-carrier", rule=number, ship=f"{force}/{ship.key}", cargo=strange[0])
        return False
    if sum(carries["size"][type] for type in aboard) > carries["capacity"]:
        plan.refuse("pac-full", rule=number, ship=f"{force}/{ship.key}", cargo=", ".join(cargo))
        return False
    return True


def cargo_fresh(plan: Trial, area: str, cargo: dict[str, int]) -> bool:
    """Only units that have not moved; no gun in combat movement; never China's infantry (CHN-5; R-CHN-5-guns)."""
    for token in cargo:
        force, one = split(token)
        if (force, one.type) == ("china", "infantry"):
            plan.refuse("pac-no-ships", rule="CHN-5")
            return False
        if one.type == "aa-gun" and plan.phase == "combat":
            plan.refuse("pac-gun-stays", rule="NCM-2")
            return False
        if one.marks or one.moves is not None:
            plan.refuse("pac-moved", rule="TRN-1", units=token, area=area)
            return False
    return True


# -- unloading -----------------------------------------------------------------------------------------------


@rule("AMP-1", "Declare", also=("TRN-1", "TRN-3", "TRN-4", "NCM-3", "AMP-6"))
def unload(plan: Trial, item: Json) -> None:
    """AMP-1. In combat movement unloading declares a landing on one enemy shore, made in phase 4.

    In non-combat movement troops go ashore on friendly land.  A ship unloads once, on one shore, and is then done.
    """
    zone, area, count, cargo = item["zone"], item["area"], item["count"], item["cargo"]
    force, ship = split(item["ship"])
    board = plan.board
    if not ship_ready(plan, zone, force, ship, count) or not may_go_ashore(plan, force, ship, cargo):
        return
    if area not in board.parts.areas[zone].land:
        plan.refuse("pac-not-adjacent", rule="AMP-1", one=zone, other=area)
        return
    friendly = board.is_friendly(area, plan.side)
    if plan.phase == "combat":
        if friendly:
            plan.refuse("pac-friendly-shore", rule="NCM-3", area=area)
            return
        if ship.has_left:
            plan.refuse("pac-evaded", rule="TRN-2", ship=f"{force}/{ship.type}")
            return
        becomes = ship.but(None, unloaded=True, spent=True) if force in board.forces() else ship.but(unloaded=True)
        said = {"zone": zone, "area": area, "count": count, "cargo": cargo}
        plan.emit("landing-declared", rule="AMP-1", force=force, ship=ship.key, becomes=becomes, **said)
        return
    if not friendly or board.blocks(zone, plan.enemy):
        plan.refuse("pac-enemy-there", rule="NCM-3", area=zone if friendly else area)
        return
    ashore(plan, item, "NCM-3")


def may_go_ashore(plan: Trial, force: str, ship: Piece, cargo: dict[str, int]) -> bool:
    """Whether the cargo is aboard and may land this turn (TRN-4: not on the turn it boarded an ally's ship)."""
    aboard = list(ship.cargo)
    for token, number in cargo.items():
        late = token.endswith("+") or token + "+" in aboard
        if token.endswith("+") or aboard.count(token) < number or number < 1:
            code, number_of_rule = ("pac-allied-cargo", "TRN-4") if late else ("pac-not-aboard", "TRN-1")
            plan.refuse(code, rule=number_of_rule, ship=f"{force}/{ship.key}", cargo=token)
            return False
        if POWER_OF[token.partition("/")[0]] != plan.board.power:
            plan.refuse("pac-allied-cargo", rule="TRN-4", cargo=token)
            return False
        if split(token)[1].type == "aa-gun" and plan.phase == "combat":
            plan.refuse("pac-gun-stays", rule="NCM-2")
            return False
    return True


def ashore(t: Turn | Trial, item: Json, number: str) -> None:
    """The cargo goes ashore, moved; the ship is done."""
    force, ship = split(item["ship"])
    left = list(ship.cargo)
    for token, count in item["cargo"].items():
        for _ in range(count):
            left.remove(token)
    mine = force in t.board.forces()
    becomes = ship.but(None, left, unloaded=True, spent=mine or ship.spent, on_raid=False)
    landed = {f"{token}+": count for token, count in item["cargo"].items()}
    said = {name: item[name] for name in ("zone", "area", "ship", "count")}
    t.emit("units-landed", rule=number, becomes=becomes, cargo=landed, **said)


# -- over the whole set --------------------------------------------------------------------------------------


@rule("TRN-2", "Contested zones")
def check_contested(plan: Trial) -> None:
    """TRN-2. Who loads among enemy ships must land troops from the same zone.  Bombardment with several shores
    must be stated."""
    board = plan.board
    for zone in sorted({fact["zone"] for fact in plan.facts if fact["type"] == "units-loaded"}):
        if board.blocks(zone, plan.enemy) and any(keep_their_cargo(plan.facts, zone).values()):
            plan.refuse("pac-contested", rule="TRN-2", zone=zone)
    shores = {}
    for one in board.landings:
        shores.setdefault(one["zone"], set()).add(one["area"])
    for zone, areas in sorted(shores.items()):
        if len(areas) > 1 and bombarders(board, zone) and not any(one["zone"] == zone for one in board.bombard):
            if not board.blocks(zone, plan.enemy):
                plan.refuse("pac-which-shore", rule="AMP-4", zone=zone)


def keep_their_cargo(facts: list[Json], zone: str) -> dict[str, int]:
    """The ships that loaded in a zone and declared no landing from it, ``{token: count}``."""
    loaded = {}
    for fact in facts:
        if fact.get("zone") != zone or fact.get("area") == zone:
            continue
        if fact["type"] == "units-loaded":
            becomes = f"{fact['ship'].partition('/')[0]}/{fact['becomes']}"
            loaded[fact["ship"]] = max(loaded.get(fact["ship"], 0) - fact["count"], 0)
            loaded[becomes] = loaded.get(becomes, 0) + fact["count"]
        elif fact["type"] == "landing-declared":
            token = f"{fact['force']}/{fact['ship']}"
            loaded[token] = max(loaded.get(token, 0) - fact["count"], 0)
    return loaded


@rule("TRN-2", "Contested zones")
def evaders(plan: Trial, units: dict[str, int], zone: str) -> Json:
    """TRN-2. The transports that sail out of a zone where the enemy is, or have done so this turn: they may load and
    unload where no enemy is, and take part in no battle.

    Ruling R-TRN-2-sailed-out.
    """
    if plan.phase != "combat":
        return {}
    among = plan.board.blocks(zone, plan.enemy)
    ships = [(token, split(token)[1], count) for token, count in units.items()]
    return {
        token: count
        for token, one, count in ships
        if one.type == "transport" and (one.has_left or (among and one.moves is None))
    }


@rule("AMP-4", "Bombardment", also=("JDD-1",))
def bombard(plan: Trial, item: Json) -> None:
    """AMP-4. Battleships and destroyers support a landing from their own zone, one shot each."""
    zone, area = item["zone"], item["area"]
    others = [ship for ship in item["units"] if not plan.board.parts.types[split(ship)[1].type].bombards]
    if others:
        plan.refuse("pac-no-guns", rule="AMP-4", units=", ".join(others))
        return
    able = Counter(bombarders(plan.board, zone))
    for one in plan.board.bombard:
        if one["zone"] == zone:
            able.subtract(one["units"])
    landing = any((one["zone"], one["area"]) == (zone, area) for one in plan.board.landings)
    for ship, count in item["units"].items():
        if not landing or able[ship] < count:
            plan.refuse("pac-no-bombardment", rule="AMP-4", units=ship, area=area, zone=zone)
            return
    plan.emit("bombardment-declared", rule="AMP-4", zone=zone, area=area, units=item["units"])


def bombarders(board: Board, zone: str) -> dict[str, int]:
    """Own ships in a zone that can bombard: ``{"us/battleship": count}``."""
    return summed((f"{force}/{one.type}", count) for force, one, count in fresh_guns(board, zone))


def fresh_guns(board: Board, zone: str) -> list[tuple[str, Piece, int]]:
    """The same as rows: not ships that land troops (JDD-1), nor those that came there out of a battle, for a unit takes
    part in one battle a turn (MOV-4)."""
    types = board.parts.types
    rows = board.stacks(zone, board.forces())
    return [row for row in rows if types[row[1].type].bombards and not row[1].unloaded and not row[1].has_left]
