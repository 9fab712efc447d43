"""What a board of Pacific holds, in one table: for `show`, positions, conditions and cases."""

from pbem.core.data.table import Field, Table

from ..rules import battle, economy, flight, kamikaze, placement, transport
from ..rules.sequence import PHASES
from .parts import FORCES, SIDES
from .pieces import bare, split


def units(board, area, force=None):
    counts = {}
    for owner, one, count in board.stacks(area, (force,) if force else FORCES):
        token = bare(f"{owner}/{one.key}")
        counts[token] = counts.get(token, 0) + count
    return [f"{count} {token}" if count > 1 else token for token, count in sorted(counts.items())]


def state(board, area):
    return [f"{count} {owner}/{one.key}" for owner, one, count in board.stacks(area)]


def distance(board, start, goal, how="air"):
    areas = board.parts.areas
    seen, todo = {start: 0}, [start]
    for area in todo:
        near = areas[area].near if how == "air" else areas[area].sea if how == "sea" else areas[area].land
        for other in near:
            if other not in seen:
                seen[other] = seen[area] + 1
                todo.append(other)
    return seen.get(goal)


def flight_cost(board, start, goal):
    path = flight.route(board, start, goal, board.side)
    return None if path is None else flight.cost(board, path, board.side)


def count(board, type, force=None):
    return sum(_count(board, area, type, force) for area in board.units)


def _count(board, area, type, force):
    total = 0
    for owner, one, number in board.stacks(area):
        if one.type == type and force in (None, owner):
            total += number
        for item in one.cargo:
            cargo_force, cargo = split(item.rstrip("+"))
            if cargo.type == type and force in (None, cargo_force):
                total += number
    return total


def winner(board):
    return board.result["winner"] if board.result else None


def friendly(board, area):
    return SIDES[board.control[area]] == board.side


def capital_held(board, nation):
    return board.capital_held(nation)


def production(board, nation):
    return economy.production(board, nation)


def capacity(board, area):
    return placement.capacity(board, area)


def sites(board, nation):
    return placement.building_sites(board, nation)


def kamikaze_targets(board, zone):
    return sorted(kamikaze.targets(board).get(zone, {}))


def bombarders(board, zone):
    return [f"{n} {ship}" for ship, n in sorted(transport.bombarders(board, zone).items())]


# -- what can be put --------------------------------------------------------------------------------------------


def number(name):
    """A whole number that is an attribute of the board."""

    def put(board, value):
        if fits := _is_number(value):
            setattr(board, name, value)
        return fits

    return put


def _is_number(value):
    return type(value) is int and value >= 0


def _is_one_of(value, known):
    return isinstance(value, str) and value in known


def put_power(board, value):
    if fits := _is_one_of(value, board.parts.turn["order"]):
        board.power = value
    return fits


def put_phase(board, value):
    if fits := _is_one_of(value, ("opening", *PHASES)):
        board.phase = value
    return fits


def put_control(board, area, value):
    if fits := _is_one_of(value, board.parts.nations):
        board.control[area] = value
    return fits


def put_convoy(board, zone, value):
    if fits := _is_one_of(value, board.parts.nations):
        board.markers[zone] = value
    return fits


def put_money(board, nation, value):
    if fits := _is_number(value):
        board.money[nation] = value
    return fits


def put_complex(board, area, value):
    if fits := isinstance(value, bool):
        board.complexes = sorted({*board.complexes, area} if value else set(board.complexes) - {area})
    return fits


def put_bought(board, nation, value):
    counts = _counts(value, board.parts.types)
    if counts is not None:
        board.bought[nation] = counts
    return counts is not None


def _counts(text, types):
    """``"infantry*2, tank"`` as {type: count}; None if it is nothing of the kind."""
    counts = {}
    for item in str(text).split(","):
        type, _, number = item.strip().partition("*")
        if type not in types or not (number or "1").isascii() or not (number or "1").isdecimal():
            return None
        counts[type] = int(number or 1)
    return counts


# -- the table --------------------------------------------------------------------------------------------------

TABLE = Table(
    Field("round", "The round that is played.", lambda board: board.round, number("round"), kept=False),
    Field("power", "The power whose turn it is.", lambda board: board.power, put_power, kept=False),
    Field("phase", "The phase of the turn.", lambda board: board.phase, put_phase, kept=False),
    Field("vp", "Japan's victory points.", lambda board: board.vp, number("vp")),
    Field("kamikazes", "How many kamikazes Japan has left.", lambda board: board.kamikazes, number("kamikazes")),
    Field("recruits", "Chinese infantry that waits to be placed.", lambda board: board.recruits, number("recruits")),
    Field(
        "plunder",
        "IPCs that Japan took from capitals this turn.",
        lambda board: board.plunder,
        number("plunder"),
        kept=False,
    ),
    Field(
        "money",
        "The IPCs that a nation has in hand.",
        lambda board, nation: board.money[nation],
        put_money,
        of=lambda board: sorted(board.money),
    ),
    Field(
        "convoy",
        "Who holds the convoy route or centre of a sea zone.",
        lambda board, zone: board.markers[zone],
        put_convoy,
        of=lambda board: board.markers,
    ),
    Field(
        "complex",
        "Whether an industrial complex stands in a territory.",
        lambda board, area: area in board.complexes,
        put_complex,
        of=lambda board: sorted(board.control),
    ),
    Field(
        "control",
        "The nation that holds a territory.",
        lambda board, area: board.control[area],
        put_control,
        of=lambda board: board.control,
        kept=False,
    ),
    Field(
        "bought",
        "What a nation has bought and not placed yet.",
        lambda board, nation: [f"{n} {type}" for type, n in sorted(board.bought.get(nation, {}).items())],
        put_bought,
        of=lambda board: board.money,
        kept=False,
    ),
    Field("winner", "The side that has won; null while the game goes on, and after a draw.", winner),
    Field("side", "The side that holds a territory.", lambda board, area: board.side_of(area)),
    Field("friendly", "Whether a territory is held by the side in turn.", friendly),
    Field("capital-held", "Whether a nation's capital is in its own side's hands.", capital_held),
    Field("units", "The units in an area, of one force or of all, without what they did this turn.", units),
    Field("state", "The units in an area, with everything that they did this turn.", state),
    Field("count", "How many units of a type there are, those aboard ships included.", count),
    Field("production", "What a nation's land and convoys bring a turn, in IPCs.", production),
    Field("convoy-pool", "What the British convoys bring, to be split.", lambda board: economy.convoy_pool(board)),
    Field("recruits-due", "How many Chinese infantry are due now.", lambda board: economy.recruits(board)),
    Field("burma-road", "1 while the Burma Road is open, else 0.", lambda board: economy.burma_road(board)),
    Field("capacity", "How many units a complex there may build; null for no limit.", capacity),
    Field(
        "sites", "Where a nation may build a complex.", lambda board, nation: placement.building_sites(board, nation)
    ),
    Field("neighbours", "The areas next to an area.", lambda board, area: sorted(board.parts.areas[area].near)),
    Field("distance", "Steps of the shortest way: by air without bases, by sea or by land; null if none.", distance),
    Field("flight-cost", "Moves of an aircraft in turn on the cheapest way, friendly bases counted.", flight_cost),
    Field("battles", "The areas where a battle must still be fought.", lambda board: battle.due(board)),
    Field("kamikaze-targets", "What kamikazes could attack in a sea zone.", kamikaze_targets),
    Field("bombarders", "The ships in a sea zone that could bombard.", bombarders),
)
QUERIES = TABLE.queries()
ARGUMENTS = {
    "zone": "area",
    "start": "area",
    "goal": "area",
    "type": "unit-type",
    "how": ["air", "sea", "land"],
}
