"""Named board queries: what show, positions, conditions and cases may ask of a board."""

from pbem.core.data.table import Field, Table

from ..rules.china import faction_in
from ..rules.china import patron as patron_of
from ..rules.interests import interests as interests_of
from ..rules.playing import sites_for
from ..rules.politics import resistance as resistance_of
from ..rules.production import boxed, collectable, name_of
from ..rules.provocation import flags_on_card
from ..rules.victory import last_turn
from .board import STATE
from .parts import FACTIONS


def control(board, area):
    """Who controls an area: a list of one power, ["neutral"] under a neutral cube, or []."""
    power = board.controller(area)
    return [power] if power else ["neutral"] * bool(board.neutral_cubes(area))


def cubes(board, area):
    """The cubes in an area, one word each."""
    return sorted(power for power, count in board.cubes.get(area, {}).items() for _ in range(count))


def neighbours(board, area):
    """The adjacent areas, blue crossing arrows left out (2.2)."""
    return list(board.near(area))


def near(board, area, mode):
    """Adjacent areas for a mode of movement: land, naval, air or any."""
    return list(board.near(area, mode))


def kind(board, area):
    """land, sea or mixed."""
    return board.kind_of(area)


def coastal(board, area):
    """Whether it is a coastal area (2.2.1)."""
    return board.parts.is_coastal(area)


def terrain(board, area):
    """The terrain of an area: adverse, restricted, delay, remote."""
    from ..rules.land_combat import is_adverse

    printed = board.area(area)
    others = [name for name in ("restricted", "delay") if getattr(printed, name)]
    return ["adverse"] * is_adverse(board, area) + others + ["remote"] * board.is_remote(area)


def resistance(board, area):
    """What is subtracted from diplomacy in the area (2.3.7)."""
    return resistance_of(board, area)


def units(board, area):
    """The units in an area, as "ge tank", sorted."""
    return sorted(unit_name(board, id) for id in board.units_in(area))


def unit_name(board, id):
    from .parts import CODES

    power = board.power_of(id)
    return f"{CODES[power]} {board.side_of(id)}" if power else "minor"


def place(board, counter):
    """Where a counter is: an area, available, box, cup, reserve, storage …"""
    return board.place[counter]


def counters(board, where):
    """The counters in a place that is no area; write track/1939-40, aid/spain/left."""
    return board.counters_at(where.replace("/", ":"))


def vp(board, power):
    """Victory points of a power (1.7.1)."""
    return board.points(power)


def points(board, ideology):
    """Victory points of an ideology."""
    return board.ideology_points(ideology)


def commitment(board, power):
    """The commitment of a power (4.1)."""
    return board.commitment(power)


def stability(board, power):
    """The stability of a power; surrendered when it is out of the game."""
    return board.powers[power]["stability"] if board.is_active(power) else "surrendered"


def effectiveness(board, power):
    """The effectiveness of a power (5.3)."""
    return board.effectiveness(power)


def flags(board, power):
    """Flags available on the status card."""
    return len(flags_on_card(board, power))


def all_flags(board, power):
    """Where the flags of a power are: {place: number}."""
    found = {}
    for id, counter in board.parts.counters.items():
        if counter.power == power and counter.type == "flag":
            found[board.place[id]] = found.get(board.place[id], 0) + 1
    return dict(sorted(found.items()))


def reserve(board, power):
    """The counter in reserve by name, or null."""
    id = board.reserve(power)
    return name_of(board, id) if id else None


def in_box(board, power):
    """The counters in the production box, by name."""
    return [name for name, ids in sorted(boxed(board, power).items()) for _ in ids]


def in_cup(board, power):
    """The power's counters in the cup, by name."""
    return sorted(name_of(board, id) for id in board.counters_at("cup", power))


def pool(board, power):
    """Units and upgrade markers in the force pool that are not built, by name."""
    return sorted(
        name_of(board, id)
        for id in board.available(power)
        if board.counter(id).is_unit or board.type_of(id) == "upgrade"
    )


def force_pool(board, power):
    """How many counters the force pool holds (4.1.2)."""
    return len(board.force_pool(power))


def failed(board, power):
    """Cubes in the failed political action boxes (5.4), one word each."""
    return sorted(act for act, count in board.powers[power]["failed"].items() for _ in range(count))


def interests(board, power):
    """The areas where a power has interests (5.1)."""
    return interests_of(board, power)


def interest(board, power, area):
    """Whether a power has an interest in an area (5.1)."""
    return area in interests_of(board, power)


def resources(board, power):
    """What the power could collect now, as "berlin industrial"."""
    found = collectable(board, power)
    return sorted(f"{each['area'] or 'off-map'} {each['kind']}{' limited' * each['limited']}" for each in found)


def production_sites(board, power):
    """The production sites of a power (2.3.9)."""
    from ..rules.supply import production_sites as sites

    return list(sites(board, power))


def reach(board, unit):
    """The areas that a deployment could bring the unit to, occupation limits apart (8.4)."""
    from ..rules.deployment import destinations

    return sorted({spot.split("/")[0] for spot in destinations(board, unit)})


def range_to(board, unit, area):
    """Whether an operation reaches the area: normal, extended or null (7.3)."""
    from ..rules.movement import operation_range

    return operation_range(board, unit, area)


def may_occupy(board, unit, area):
    """Whether the unit could stand in the area beside what is there (7.1)."""
    from ..rules.movement import may_occupy as may

    return may(board, unit, area)


def may_support(board, unit, area):
    """Whether the unit is adjacent to the area for support (10.2)."""
    from ..rules.movement import is_adjacent_for

    return bool(is_adjacent_for(board, unit, area))


def placement(board, unit):
    """Where a unit could be placed when it is played (3.7.2)."""
    return list(sites_for(board, board.power_of(unit), unit))


def loc(board, power, area):
    """Whether the power traces a line of communications to the area (4.3)."""
    from ..rules.supply import has_loc

    return has_loc(board, power, area)


def enemies(board, power):
    """The powers it is at war with."""
    return board.enemies(power)


def allies(board, power):
    """The other powers of its alliance."""
    return board.allies(power)


def alliance(board, ideology):
    """The members of the alliance of an ideology."""
    return list(board.alliances.get(ideology, []))


def wars(board):
    """The wars, as "germany, italy against france, uk"."""
    shown = []
    for war in board.wars:
        text = " against ".join(", ".join(powers) for powers in war["sides"].values())
        truces = "".join(f"; truce {', '.join(pair)}" for pair in war["truces"])
        shown.append(text + truces)
    return shown


def aid(board, area, side):
    """The patrons of a faction, one word for each aid marker."""
    return sorted(power for power, count in board.aid(area, side).items() for _ in range(count))


def influence(board, area):
    """The powers with markers under Influence, one word each."""
    return sorted(power for power, count in board.influence_in(area).items() for _ in range(count))


def base(board, area):
    """The owner of the base in an area: a power, unowned, or null."""
    return board.base_owner(area)


def minor(board, area):
    """Whether the minor army of a country stands."""
    return board.minor_army(area) is not None


def civil_war(board, area):
    """Whether a civil war goes on in the area."""
    return area in board.civil_wars


def limited(board, area):
    """Whether a limited resource marker lies in the area."""
    return area in board.limited


def damage(board, area):
    """Damage markers in the area."""
    return board.damage.get(area, 0)


def turn(board):
    """The turn."""
    return board.turn


def phase(board):
    """administration, action or end."""
    return board.phase


def stage(board):
    """The step that comes next."""
    return board.stage


def drawn(board):
    """Counters drawn this turn."""
    return board.drawn


def crises(board):
    """Crisis markers drawn this turn."""
    return board.crises


def sudden_death(board):
    """Whether the turn marker shows Sudden Death."""
    return board.sudden_death


def war_status(board):
    """peace, limited or global (5.6.3)."""
    return board.war_status


def ends(board):
    """The turn after which the game ends."""
    return last_turn(board)


def marker(board, name):
    """Where a special marker is: play, removed, available, storage or an area."""
    return next((board.place[id] for id in board.place if id == name or id.endswith(f"-{name}")), None)


def no_surprise(board):
    """Ideologies that cannot be surprised any more."""
    return list(board.no_surprise)


def surrendered(board, power):
    """The ideologies that hold the power's Surrender marker, or null while it is active."""
    return board.powers[power]["surrendered"]


def winner(board):
    """The winning ideology, or null."""
    return board.over["winner"] if board.over else None


def chinese(board, area):
    """The faction whose army stands in the area: gmd, chicom, or null (11.4.1)."""
    return faction_in(board, area)


def china(board):
    """The side of the Chinese Civil War marker: active, inactive or ended; null where China is out of play."""
    return board.special.get("china")


def patron(board, faction):
    """The power that decides for a Chinese faction now (11.4.5)."""
    return patron_of(board, faction)


def posture(board, power):
    """The posture of a Communist power, or null (12.3)."""
    return board.powers[power]["posture"]


def _places(board):
    """Where counters are, or could be."""
    usual = ["available", "box", "cup", "hand", "removed", "reserve", "storage"]
    return sorted(
        {place.replace(":", "/") for place in board.place.values()}.union(
            usual, (f"track/{turn}" for turn in board.parts.turns)
        )
    )


def _markers(board):
    """The special markers, with and without the power before their names."""
    found = [id for id, counter in board.parts.counters.items() if counter.type == "marker"]
    return sorted({*found, *(id.partition("-")[2] for id in found)})


ARGUMENTS = {
    "area": "area|war",
    "counter": lambda board: board.place,
    "side": ["left", "right", *FACTIONS],
    "faction": list(FACTIONS),
    "mode": ["land", "naval", "air", "any"],
    "where": _places,
    "name": _markers,
}
QUERIES = {
    name.replace("_", "-"): function
    for name, function in sorted(globals().items())
    if callable(function)
    and getattr(function, "__module__", "") == __name__
    and function.__doc__
    and name != "unit_name"
    and not name.startswith("_")
}
QUERIES["range"] = QUERIES.pop("range-to")
QUERIES["box"], QUERIES["cup"] = QUERIES.pop("in-box"), QUERIES.pop("in-cup")
TABLE = Table(STATE, *(Field(name, (one.__doc__ or "").split("\n")[0], one) for name, one in QUERIES.items()))
