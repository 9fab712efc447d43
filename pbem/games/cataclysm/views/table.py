"""What a board holds, in one table: for `show`, positions, corrections, conditions and cases."""

from collections.abc import Callable
from typing import Any

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


def of_power(
    name: str, text: str, fits: Callable[..., Any], get: Callable[..., Any] | None = None, **others: Any
) -> Field:
    """A field of each power."""
    word = others.pop("word", name)
    key = others.pop("key", name)
    change = others.pop("change", None) or put.of_power(key)
    written = others.pop("written", None) or (lambda board, power: board.powers[power][key])
    return Field(
        name,
        text,
        get or written,
        putting(fits, change),
        of=powers,
        holds="powers",
        word=word,
        written=written,
        when=always,
        **others,
    )


def set_to(name: str, text: str, place: str, get: Callable[..., Any]) -> Field:
    """Counters that a position names for a place; it writes them by the place (counters)."""
    change = put.change_pool if place == "available" else put.named_to(place)
    fits = put.are_texts if place == "available" else put.fits_names
    return Field(name, text, get, putting(fits, change), of=powers, holds="place", when=never)


flag = put.one_of(True, False)

# -- the place in the sequence -----------------------------------------------------------------------------------

SEQUENCE = (
    Field(
        "scenario",
        "The scenario whose map and powers are used; null for all powers on both maps.",
        lambda board: board.scenario,
        putting(put.fits_scenario, put.nothing),
        part="at",
        when=always,
    ),
    Field("turn", holds="turn", put=putting(put.fits_turn, put.attribute("turn")), part="at", when=always),
    Field(
        "stage",
        "The step that comes next.",
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
    of_power("commitment", "The commitment of a power (4.1).", put.one_of(*COMMITMENTS)),
    of_power(
        "stability",
        "The stability of a power; surrendered when it is out of the game.",
        put.one_of(*STABILITIES),
        lambda board, power: board.powers[power]["stability"] if board.is_active(power) else "surrendered",
    ),
    of_power("raised", "Whether the commitment of a power was raised this turn (4.1).", flag),
    of_power("shaken", "Whether the effectiveness of a power is reduced this turn (5.3).", flag),
    of_power(
        "surrendered",
        "The ideologies that hold the power's Surrender marker, or null while it is active.",
        put.fits_ideologies_or_none,
    ),
    of_power("abilities", "The special abilities of a power.", put.are_texts),
    of_power("posture", "The posture of a Communist power, or null (12.3).", put.one_of(None, *POSTURES)),
    of_power(
        "posture-moved",
        "Whether a posture was moved this turn (12.3).",
        flag,
        key="moved_posture",
        word="posture-moved moved_posture",
    ),
    of_power(
        "failed",
        "Cubes in the failed political action boxes (5.4), one word each.",
        put.fits_failed,
        queries.failed,
        change=put.change_failed,
        written=queries.failed,
    ),
    Field(
        "alliance",
        "The members of the alliance of an ideology.",
        lambda board, ideology: list(board.alliances.get(ideology, [])),
        putting(put.fits_alliance, put.tabled("alliances")),
        of=lambda board: board.parts.ideologies,
        holds="alliances",
        when=within("alliances"),
    ),
    Field(
        "wars",
        'The wars, as "germany, italy against france, uk".',
        queries.wars,
        putting(put.fits_wars, put.change_wars),
        holds="wars",
        when=always,
    ),
    Field(
        "enemies",
        "The powers it is at war with.",
        queries.enemies,
        putting(put.fits_enemies, put.change_enemies),
        of=powers,
        holds="wars war_status",
        when=never,
    ),
    Field(
        "permit",
        "What a power permits an ally to use its units for: never, support, all, ask; null where it has not said.",
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
        "What a special rule of chapters 11 and 12 remembers, or null.",
        lambda board, memory: board.special.get(memory),
        putting(put.fits_special, put.change_special),
        of=put.memories,
        holds="special",
        first=True,
        when=within("special"),
    ),
    Field(
        "transfers",
        'Resources on their way from the United States (4.4.1), as "uk california natural"; those lost say so.',
        queries.transfers,
        putting(put.fits_transfers, put.change_transfers),
        holds="special",
    ),
)

# -- areas -------------------------------------------------------------------------------------------------------

AREAS = (
    Field(
        "control",
        'Who controls an area: a list of one power, ["neutral"] under a neutral cube, or [].',
        queries.control,
        putting(put.fits_control, put.change_control),
        of=areas,
        holds="cubes",
        part="control",
        when=never,
    ),
    Field(
        "cubes",
        "The cubes in an area, one word each.",
        lambda board, area: sorted(power for power, count in board.cubes.get(area, {}).items() for _ in range(count)),
        putting(put.fits_cubes, put.change_cubes),
        of=areas,
        holds="cubes",
        written=queries.cubes_told,
        when=within("cubes"),
    ),
    Field(
        "civil-war",
        "Whether a civil war goes on in the area.",
        lambda board, area: area in board.civil_wars,
        putting(flag, put.listed("civil_wars")),
        of=areas,
        holds="civil_wars",
        when=within("civil_wars"),
    ),
    Field(
        "limited",
        "Whether a limited resource marker lies in the area.",
        lambda board, area: area in board.limited,
        putting(flag, put.listed("limited")),
        of=areas,
        holds="limited",
        when=within("limited"),
    ),
    Field(
        "influence",
        "The powers with markers under Influence, one word each.",
        lambda board, area: sorted(power for power, count in board.influence_in(area).items() for _ in range(count)),
        putting(put.fits_influence, put.change_influence),
        of=put.disputed,
        holds="influence place",
        written=lambda board, area: True,
        when=within("influence"),
    ),
    Field(
        "base",
        "The owner of the base in an area: a power, unowned, or null.",
        lambda board, area: board.base_owner(area),
        putting(put.fits_base, put.tabled("bases")),
        of=areas,
        holds="bases",
        when=within("bases"),
    ),
    Field(
        "damage",
        "Damage markers in the area.",
        lambda board, area: board.damage.get(area, 0),
        putting(put.count(99), put.change_damage),
        of=areas,
        holds="damage",
        when=within("damage"),
    ),
)

# -- counters ----------------------------------------------------------------------------------------------------

COUNTERS = (
    Field(
        "place",
        "Where a counter is: an area, available, box, cup, reserve, storage …",
        lambda board, counter: board.place[counter],
        holds="place upgraded coast",
        part="units",
    ),
    set_to(
        "pool", "Units and upgrade markers in the force pool that are not built, by name.", "available", queries.pool
    ),
    Field(
        "aid",
        "The patrons of a faction, one word for each aid marker.",
        queries.aid,
        putting(put.fits_powers, put.change_aid),
        of=factions,
        holds="place",
        first=True,
        when=never,
    ),
    Field(
        "minor",
        "Whether the minor army of a country stands.",
        lambda board, area: board.minor_army(area) is not None,
        putting(put.fits_minor, put.change_minor),
        of=areas,
        holds="place",
        when=never,
    ),
    Field(
        "chinese",
        "The faction whose army stands in the area: gmd, chicom, or null (11.4.1).",
        lambda board, area: faction_in(board, area),
        putting(put.one_of(None, False, *FACTIONS), put.change_chinese),
        of=areas,
        holds="place special",
        when=never,
    ),
    Field(
        "counters",
        "The counters in a place that is no area; write track/1939-40, aid/spain/left.",
        lambda board, where: board.counters_at(where.replace("/", ":")),
        putting(put.fits_counters, put.change_counters),
        of=put.places,
        holds="place",
        first=True,
        when=lambda board, fresh, where: where.replace("/", ":") in board.places(),
    ),
    Field(
        "marker",
        "Where a special marker is: play, removed, available, storage or an area.",
        queries.marker,
        putting(put.fits_marker, put.change_marker),
        of=put.marker_names,
        holds="place",
        first=True,
        when=queries.is_marker_on_map,
    ),
    Field(
        "resource-sides",
        "The offensives that show their resource side.",
        lambda board: sorted(id for id in board.upgraded if board.type_of(id) == "offensive"),
        putting(put.fits_counters, put.change_resource_sides),
        holds="upgraded",
        when=always,
    ),
    set_to("reserve", "The counter in reserve by name, or null.", "reserve", queries.reserve),
    set_to("cup", "The power's counters in the cup, by name.", "cup", queries.in_cup),
    set_to("box", "The counters in the production box, by name.", "box", queries.in_box),
)

# -- what follows from it ----------------------------------------------------------------------------------------

DERIVED = (
    Field("neighbours", "The adjacent areas, blue crossing arrows left out (2.2).", queries.neighbours),
    Field("near", "Adjacent areas for a mode of movement: land, naval, air or any.", queries.near),
    Field("kind", "The kind of an area: land, sea or mixed.", lambda board, area: board.kind_of(area)),
    Field("coastal", "Whether it is a coastal area (2.2.1).", lambda board, area: board.parts.is_coastal(area)),
    Field("terrain", "The terrain of an area: adverse, restricted, delay, remote.", queries.terrain),
    Field("resistance", "What is subtracted from diplomacy in the area (2.3.7).", queries.resistance),
    Field("units", 'The units in an area, as "ge tank", sorted.', queries.units),
    Field("vp", "Victory points of a power (1.7.1).", lambda board, power: board.points(power)),
    Field("points", "Victory points of an ideology.", queries.points),
    Field("effectiveness", "The effectiveness of a power (5.3).", queries.effectiveness),
    Field("flags", "Flags available on the status card.", lambda board, power: len(flags_on_card(board, power))),
    Field("all-flags", "Where the flags of a power are: {place: number}.", queries.all_flags),
    Field("force-pool", "How many counters the force pool holds (4.1).", queries.force_pool),
    Field("interests", "The areas where a power has interests (5.1).", queries.interests),
    Field("interest", "Whether a power has an interest in an area (5.1).", queries.interest),
    Field("resources", 'What the power could collect now, as "berlin industrial".', queries.resources),
    Field("production-sites", "The production sites of a power (2.3.9).", queries.production_sites),
    Field(
        "reach", "The areas that a deployment could bring the unit to, occupation limits apart (8.4).", queries.reach
    ),
    Field("range", "Whether an operation reaches the area: normal, extended or null (7.3).", queries.range_to),
    Field("may-occupy", "Whether the unit could stand in the area beside what is there (7.1).", queries.may_occupy),
    Field("may-support", "Whether the unit is adjacent to the area for support (10.2).", queries.may_support),
    Field("placement", "Where a unit could be placed when it is played (3.7.2).", queries.placement),
    Field("loc", "Whether the power traces a line of communications to the area (4.3).", queries.loc),
    Field("allies", "The other powers of its alliance.", queries.allies),
    Field("ends", "The turn after which the game ends.", lambda board: last_turn(board)),
    Field("winner", "The winning ideology, or null.", queries.winner, holds="over"),
    Field(
        "china",
        "The side of the Chinese Civil War marker: active, inactive or ended; null where China is out of play.",
        lambda board: board.special.get("china"),
    ),
    Field("patron", "The power that decides for a Chinese faction now (11.4).", queries.patron),
    Field("offensive", holds="offensive_if_any"),
    Field("operation", holds="operation_if_any"),
    Field("collapsing", holds="collapsing"),
    Field("waiting", holds="queue"),
)

TABLE = Table(STATE, *SEQUENCE, *AREAS, *POLITICS, *COUNTERS, *DERIVED)
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
