"""What a board holds, in one table: for `show`, positions, corrections, conditions and cases."""

from collections.abc import Callable
from typing import Any

from pbem.core.data.tables import beside
from pbem.core.title.table import Field, Table, always, never

from ..board.board import STATE
from ..board.parts import COMMITMENTS, FACTIONS, STABILITIES
from ..rules.china import faction_in
from ..rules.provocation import flags_on_card
from ..rules.soviets import POSTURES
from ..rules.victory import last_turn
from . import queries
from . import setters as put
from .setters import areas, factions, pairs, powers, putting


def within(name: str) -> Callable[..., Any]:
    """A position says it of what is in a list or table of the board."""
    return lambda board, fresh, one: one in getattr(board, name)


def of_power(name: str, fits: Callable[..., Any], get: Callable[..., Any] | None = None, **others: Any) -> Field:
    """A field of each power."""
    word = others.pop("word", name)
    key = others.pop("key", name)
    change = others.pop("change", None) or put.of_power(key)
    written = others.pop("written", None) or (lambda board, power: board.powers[power][key])
    return Field(
        name,
        get or written,
        putting(fits, change),
        of=powers,
        holds="powers",
        word=word,
        written=written,
        when=always,
        **others,
    )


def set_to(name: str, place: str, get: Callable[..., Any]) -> Field:
    """Counters that a position names for a place; it writes them by the place (counters)."""
    change = put.change_pool if place == "available" else put.named_to(place)
    fits = put.are_texts if place == "available" else put.fits_names
    return Field(name, get, putting(fits, change), of=powers, holds="place", when=never)


flag = put.one_of(True, False)

# -- the place in the sequence -----------------------------------------------------------------------------------

SEQUENCE = (
    Field("scenario", lambda board: board.scenario, putting(put.fits_scenario, put.nothing), part="at", when=always),
    Field("turn", holds="turn", put=putting(put.fits_turn, put.attribute("turn")), part="at", when=always),
    Field(
        "stage",
        lambda board: board.stage,
        putting(put.one_of(*put.STAGES), put.change_stage),
        holds="stage",
        part="at",
        word="stage now",
        when=always,
    ),
    Field("drawn", holds="drawn", put=put.put_drawn, part="at", when=always),
    Field("phase", holds="phase", put=putting(put.fits_phase, put.nothing), part="at", when=never),
    Field("crises", holds="crises", put=putting(put.count(9), put.attribute("crises")), part="at", when=always),
    Field(
        "sudden-death",
        holds="sudden_death",
        put=putting(flag, put.attribute("sudden_death")),
        part="at",
        word="sudden_death",
        when=always,
    ),
    Field(
        "drawer", holds="drawer", put=putting(put.fits_power_or_none, put.attribute("drawer")), part="at", when=always
    ),
    Field("last", holds="last", put=putting(put.fits_ideology_or_none, put.attribute("last")), part="at", when=always),
)

# -- powers and ideologies ---------------------------------------------------------------------------------------

POLITICS = (
    Field(
        "war-status",
        holds="war_status",
        put=putting(put.one_of(*put.STATUSES), put.attribute("war_status")),
        when=always,
    ),
    Field(
        "no-surprise",
        holds="no_surprise",
        get=lambda board: list(board.no_surprise),
        put=putting(put.fits_ideologies, put.attribute("no_surprise")),
        when=always,
    ),
    Field("global-end", holds="global_end", put=putting(put.fits_turn_or_none, put.attribute("global_end"))),
    of_power("commitment", put.one_of(*COMMITMENTS)),
    of_power(
        "stability",
        put.one_of(*STABILITIES),
        lambda board, power: board.powers[power]["stability"] if board.is_active(power) else "surrendered",
    ),
    of_power("raised", flag),
    of_power("shaken", flag),
    of_power("surrendered", put.fits_ideologies_or_none),
    of_power("abilities", put.are_texts),
    of_power("posture", put.one_of(None, *POSTURES)),
    of_power("posture-moved", flag, key="moved_posture", word="posture-moved moved_posture"),
    of_power("failed", put.fits_failed, queries.failed, change=put.change_failed, written=queries.failed),
    Field(
        "alliance",
        lambda board, ideology: list(board.alliances.get(ideology, [])),
        putting(put.fits_alliance, put.tabled("alliances")),
        of=lambda board: board.parts.ideologies,
        holds="alliances",
        when=within("alliances"),
    ),
    Field("wars", queries.wars, putting(put.fits_wars, put.change_wars), holds="wars", when=always),
    Field(
        "enemies",
        queries.enemies,
        putting(put.fits_enemies, put.change_enemies),
        of=powers,
        holds="wars war_status",
        when=never,
    ),
    Field(
        "permit",
        lambda board, power, ally: board.support.get(power, {}).get(ally),
        putting(put.one_of(*put.PERMISSIONS), put.change_permit),
        of=pairs,
        holds="support",
        first=True,
        when=lambda board, fresh, power, ally: ally in board.support.get(power, ()),
    ),
    Field("ready", holds="ready", put=putting(put.fits_powers, put.attribute("ready")), when=always),
    Field(
        "special",
        lambda board, memory: board.special.get(memory),
        putting(put.fits_special, put.change_special),
        of=put.memories,
        holds="special",
        first=True,
        when=within("special"),
    ),
    Field("transfers", queries.transfers, putting(put.fits_transfers, put.change_transfers), holds="special"),
)

# -- areas -------------------------------------------------------------------------------------------------------

AREAS = (
    Field(
        "control",
        queries.control,
        putting(put.fits_control, put.change_control),
        of=areas,
        holds="cubes",
        part="control",
        when=never,
    ),
    Field(
        "cubes",
        lambda board, area: sorted(power for power, count in board.cubes.get(area, {}).items() for _ in range(count)),
        putting(put.fits_cubes, put.change_cubes),
        of=areas,
        holds="cubes",
        written=queries.cubes_told,
        when=within("cubes"),
    ),
    Field(
        "civil-war",
        lambda board, area: area in board.civil_wars,
        putting(flag, put.listed("civil_wars")),
        of=areas,
        holds="civil_wars",
        when=within("civil_wars"),
    ),
    Field(
        "limited",
        lambda board, area: area in board.limited,
        putting(flag, put.listed("limited")),
        of=areas,
        holds="limited",
        when=within("limited"),
    ),
    Field(
        "influence",
        lambda board, area: sorted(power for power, count in board.influence_in(area).items() for _ in range(count)),
        putting(put.fits_influence, put.change_influence),
        of=put.disputed,
        holds="influence place",
        written=lambda board, area: True,
        when=within("influence"),
    ),
    Field(
        "base",
        lambda board, area: board.base_owner(area),
        putting(put.fits_base, put.tabled("bases")),
        of=areas,
        holds="bases",
        when=within("bases"),
    ),
    Field(
        "damage",
        lambda board, area: board.damage.get(area, 0),
        putting(put.count(99), put.change_damage),
        of=areas,
        holds="damage",
        when=within("damage"),
    ),
)

# -- counters ----------------------------------------------------------------------------------------------------

COUNTERS = (
    Field("place", lambda board, counter: board.place[counter], holds="place upgraded coast", part="units"),
    set_to("pool", "available", queries.pool),
    Field(
        "aid", queries.aid, putting(put.fits_powers, put.change_aid), of=factions, holds="place", first=True, when=never
    ),
    Field(
        "minor",
        lambda board, area: board.minor_army(area) is not None,
        putting(put.fits_minor, put.change_minor),
        of=areas,
        holds="place",
        when=never,
    ),
    Field(
        "chinese",
        lambda board, area: faction_in(board, area),
        putting(put.one_of(None, False, *FACTIONS), put.change_chinese),
        of=areas,
        holds="place special",
        when=never,
    ),
    Field(
        "counters",
        lambda board, where: board.counters_at(where.replace("/", ":")),
        putting(put.fits_counters, put.change_counters),
        of=put.places,
        holds="place",
        first=True,
        when=lambda board, fresh, where: where.replace("/", ":") in board.places(),
    ),
    Field(
        "marker",
        queries.marker,
        putting(put.fits_marker, put.change_marker),
        of=put.marker_names,
        holds="place",
        first=True,
        when=queries.is_marker_on_map,
    ),
    Field(
        "resource-sides",
        lambda board: sorted(id for id in board.upgraded if board.type_of(id) == "offensive"),
        putting(put.fits_counters, put.change_resource_sides),
        holds="upgraded",
        when=always,
    ),
    set_to("reserve", "reserve", queries.reserve),
    set_to("cup", "cup", queries.in_cup),
    set_to("box", "box", queries.in_box),
)

# -- what follows from it ----------------------------------------------------------------------------------------

DERIVED = (
    Field("neighbours", queries.neighbours),
    Field("near", queries.near),
    Field("kind", lambda board, area: board.kind_of(area)),
    Field("coastal", lambda board, area: board.parts.is_coastal(area)),
    Field("terrain", queries.terrain),
    Field("resistance", queries.resistance),
    Field("units", queries.units),
    Field("vp", lambda board, power: board.points(power)),
    Field("points", queries.points),
    Field("effectiveness", queries.effectiveness),
    Field("flags", lambda board, power: len(flags_on_card(board, power))),
    Field("all-flags", queries.all_flags),
    Field("force-pool", queries.force_pool),
    Field("interests", queries.interests),
    Field("interest", queries.interest),
    Field("resources", queries.resources),
    Field("production-sites", queries.production_sites),
    Field("reach", queries.reach),
    Field("range", queries.range_to),
    Field("may-occupy", queries.may_occupy),
    Field("may-support", queries.may_support),
    Field("placement", queries.placement),
    Field("loc", queries.loc),
    Field("allies", queries.allies),
    Field("ends", lambda board: last_turn(board)),
    Field("winner", queries.winner, holds="over"),
    Field("china", lambda board: board.special.get("china")),
    Field("patron", queries.patron),
    Field("offensive", holds="offensive_if_any"),
    Field("operation", holds="operation_if_any"),
    Field("collapsing", holds="collapsing"),
    Field("waiting", holds="queue"),
)

TABLE = Table(STATE, *SEQUENCE, *AREAS, *POLITICS, *COUNTERS, *DERIVED, said=beside(__file__, "table"))
LATE = ("reserve", "cup", "box")
"""Fields that are put when the units stand: their counters are taken from what is left."""
ARGUMENTS = {
    "area": "area|war",
    "counter": lambda board: board.place,
    "side": ["left", "right", *FACTIONS],
    "faction": list(FACTIONS),
    "mode": ["land", "naval", "air", "any"],
    "where": put.places,
    "name": lambda board: put.marker_names(board),
    "memory": put.memories,
    "ally": "power",
}
