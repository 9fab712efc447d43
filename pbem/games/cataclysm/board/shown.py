"""What can be asked of a board, as functions; the table (table.py) names them and says what each is."""

from ..rules.china import faction_in
from ..rules.china import patron as patron_of
from ..rules.deployment import destinations
from ..rules.interests import interests as interests_of
from ..rules.land_combat import is_adverse
from ..rules.movement import is_adjacent_for, operation_range
from ..rules.movement import may_occupy as may
from ..rules.playing import sites_for
from ..rules.politics import resistance as resistance_of
from ..rules.production import boxed, collectable, name_of
from ..rules.provocation import flags_on_card
from ..rules.supply import has_loc
from ..rules.supply import production_sites as sites
from ..rules.victory import last_turn
from .parts import CODES


def control(board, area):
    power = board.controller(area)
    return [power] if power else ["neutral"] * bool(board.neutral_cubes(area))


def cubes(board, area):
    return sorted(power for power, count in board.cubes.get(area, {}).items() for _ in range(count))


def neighbours(board, area):
    return list(board.near(area))


def near(board, area, mode):
    return list(board.near(area, mode))


def kind(board, area):
    return board.kind_of(area)


def coastal(board, area):
    return board.parts.is_coastal(area)


def terrain(board, area):
    printed = board.area(area)
    others = [name for name in ("restricted", "delay") if getattr(printed, name)]
    return ["adverse"] * is_adverse(board, area) + others + ["remote"] * board.is_remote(area)


def resistance(board, area):
    return resistance_of(board, area)


def units(board, area):
    return sorted(unit_name(board, id) for id in board.units_in(area))


def unit_name(board, id):
    power = board.power_of(id)
    return f"{CODES[power]} {board.side_of(id)}" if power else "minor"


def place(board, counter):
    return board.place[counter]


def counters(board, where):
    return board.counters_at(where.replace("/", ":"))


def vp(board, power):
    return board.points(power)


def points(board, ideology):
    return board.ideology_points(ideology)


def commitment(board, power):
    return board.commitment(power)


def stability(board, power):
    return board.powers[power]["stability"] if board.is_active(power) else "surrendered"


def effectiveness(board, power):
    return board.effectiveness(power)


def flags(board, power):
    return len(flags_on_card(board, power))


def all_flags(board, power):
    found = {}
    for id, counter in board.parts.counters.items():
        if counter.power == power and counter.type == "flag":
            found[board.place[id]] = found.get(board.place[id], 0) + 1
    return dict(sorted(found.items()))


def reserve(board, power):
    id = board.reserve(power)
    return name_of(board, id) if id else None


def in_box(board, power):
    return [name for name, ids in sorted(boxed(board, power).items()) for _ in ids]


def in_cup(board, power):
    return sorted(name_of(board, id) for id in board.counters_at("cup", power))


def pool(board, power):
    return sorted(
        name_of(board, id)
        for id in board.available(power)
        if board.counter(id).is_unit or board.type_of(id) == "upgrade"
    )


def force_pool(board, power):
    return len(board.force_pool(power))


def failed(board, power):
    return sorted(act for act, count in board.powers[power]["failed"].items() for _ in range(count))


def interests(board, power):
    return interests_of(board, power)


def interest(board, power, area):
    return area in interests_of(board, power)


def resources(board, power):
    found = collectable(board, power)
    return sorted(f"{each['area'] or 'off-map'} {each['kind']}{' limited' * each['limited']}" for each in found)


def production_sites(board, power):
    return list(sites(board, power))


def reach(board, unit):
    return sorted({spot.split("/")[0] for spot in destinations(board, unit)})


def range_to(board, unit, area):
    return operation_range(board, unit, area)


def may_occupy(board, unit, area):
    return may(board, unit, area)


def may_support(board, unit, area):
    return bool(is_adjacent_for(board, unit, area))


def placement(board, unit):
    return list(sites_for(board, board.power_of(unit), unit))


def loc(board, power, area):
    return has_loc(board, power, area)


def enemies(board, power):
    return board.enemies(power)


def allies(board, power):
    return board.allies(power)


def alliance(board, ideology):
    return list(board.alliances.get(ideology, []))


def wars(board):
    shown = []
    for war in board.wars:
        text = " against ".join(", ".join(powers) for powers in war["sides"].values())
        truces = "".join(f"; truce {', '.join(pair)}" for pair in war["truces"])
        shown.append(text + truces)
    return shown


def aid(board, area, side):
    return sorted(power for power, count in board.aid(area, side).items() for _ in range(count))


def influence(board, area):
    return sorted(power for power, count in board.influence_in(area).items() for _ in range(count))


def base(board, area):
    return board.base_owner(area)


def minor(board, area):
    return board.minor_army(area) is not None


def civil_war(board, area):
    return area in board.civil_wars


def limited(board, area):
    return area in board.limited


def damage(board, area):
    return board.damage.get(area, 0)


def ends(board):
    return last_turn(board)


def marker(board, name):
    return next((board.place[id] for id in board.place if id == name or id.endswith(f"-{name}")), None)


def surrendered(board, power):
    return board.powers[power]["surrendered"]


def winner(board):
    return board.over["winner"] if board.over else None


def chinese(board, area):
    return faction_in(board, area)


def china(board):
    return board.special.get("china")


def patron(board, faction):
    return patron_of(board, faction)


def posture(board, power):
    return board.powers[power]["posture"]


def permit(board, power, ally):
    return board.support.get(power, {}).get(ally)


def transfers(board):
    return [_transfer(gift) for gift in board.special.get("transfers") or ()]


def _transfer(gift):
    lost = "" if gift["arrives"] else " lost"
    return f"{gift['to']} {gift['area'] or 'off-map'} {gift['kind']}{lost}"


def cubes_told(board, area):
    """The cubes in their order on the board."""
    return [power for power, count in board.cubes[area].items() for _ in range(count)]


def resource_sides(board):
    return sorted(id for id in board.upgraded if board.type_of(id) == "offensive")


def is_marker_on_map(board, fresh, name):
    """Whether the name is a counter that stands in an area and is no unit."""
    return board.place.get(name) in board.parts.areas and not board.counter(name).is_unit
