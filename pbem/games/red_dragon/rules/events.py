"""6.3 to 6.22 The twenty random events."""

import functools
from collections.abc import Callable
from typing import Any

from pbem.core.data.json_types import Json
from pbem.core.rules.requests import Ask, Asking, Roll, dice, pick
from pbem.core.rules.rulebook import rule

from ..board.board import MIDDLE_EAST, OUT_OF_PLAY, POOL, Board, Turn
from ..board.parts import Parts
from .areas import choose_units, stacking
from .combat import eliminate
from .control import score
from .korea import begin_war, join
from .movement import forced_rebase, unload
from .victory import end_game, war_outcome


@rule("6.2", "Event roll", also=("6.23",))
def happen(t: Turn, side: str, roll: list[int]) -> Asking[None]:
    """6.2 The event named by the dice takes effect at once; most have none a second time.  6.23 It is remembered."""
    parts = t.board.parts
    id = event_of(parts, roll)
    record = parts.tables["events"][id]
    times = t.board.happened(id) + 1
    effect = has_effect(t.board, id)
    t.emit("event-happened", rule=record["rule"], event=id, side=side, dice=roll, times=times, effect=effect)
    yield from EVENTS[id](t, side, record.get("data", {}), record["rule"], effect)


def event(number: str, title: str, also: tuple[str, ...] = ()) -> Callable[..., Any]:
    """Mark the rule of an event.  It is entered also when the event has no effect now, and then does nothing;
    one in which nothing is asked or rolled is a plain function."""

    def mark(function):
        @functools.wraps(function)
        def happening(t, side, data, number, effect):
            if effect:
                yield from function(t, side, data, number) or ()

        return rule(number, title, also)(happening)

    return mark


@rule("6.2", "Event roll")
def event_of(parts: Parts, roll: list[int]) -> str:
    """6.2 The event that the first and the second die name together."""
    return parts.tables["event_lookup"]["results"][f"{roll[0]}-{roll[1]}"]


def has_effect(board: Board, id: str) -> bool:
    """An event has no effect a second time, unless it may repeat, nor if its country has joined already."""
    record = board.parts.tables["events"][id]
    if board.happened(id) and not record["repeatable"]:
        return False
    data = record.get("data", {})
    country = data.get("joins") or data.get("opens")
    return country is None or board.country[country] == "neutral"


# -- 6.3 to 6.8 ----------------------------------------------------------------------------------------------


@event("6.3", "The Philippines join", also=("6.5",))
def country_joins(t: Turn, side: str, data: Json, number: str) -> None:
    """6.3, 6.5 The Philippines, or Singapore, join the Allies with all units and bases."""
    join(t, data["joins"], "allied", "event", number)


@event("6.4", "British forces arrive")
def british_arrive(t: Turn, side: str, data: Json, number: str) -> Asking[None]:
    """6.4 The British units are placed in Singapore and Guam/Saipan, if Allied and not contested; else off the map."""
    board = t.board
    units = [id for id in board.units_at(OUT_OF_PLAY) if board.parts.units[id].country == data["country"]]
    areas = [area for area in data["areas"] if board.is_friendly("allied", area)] or [data["fallback"]]
    only = [[{"units": units, "area": areas[0]}]] if len(areas) == 1 else None
    groups = yield Ask("place-uk", "allied", options=only, about={"units": units, "areas": areas})
    for group in groups:
        t.emit("units-placed", side="allied", units=group["units"], to=group["area"], why="event")


@event("6.6", "Vietnam opens its bases")
def bases_open(t: Turn, side: str, data: Json, number: str) -> None:
    """6.6 Allied air and naval units may use Vietnam; land units may not.  Ruling: R-6.6-vietnam-by-op9."""
    join(t, data["opens"], "allied", "event", number, limited="land" not in data["to"])


@event("6.7", "War with Iran", also=("6.8",))
def iran(t: Turn, side: str, data: Json, number: str) -> Asking[None]:
    """6.7 Units are sent to the Middle East, unless India has joined before (6.8)."""
    if not t.board.happened(data["unless"]):
        yield from send_away(t, data, number)


@event("6.10", "War in the Caribbean")
def caribbean(t: Turn, side: str, data: Json, number: str) -> Asking[None]:
    """6.10 Units are sent away for the rest of the game."""
    yield from send_away(t, data, number)


@rule("6.7", "Units sent away", also=("6.10",))
def send_away(t: Turn, data: Json, number: str) -> Asking[None]:
    """6.7 Half a die of units is drawn from the pool; what the pool lacks the Allied player takes off the map."""
    board = t.board
    count = yield from half_die(t, "allied", number)
    pool = board.units_at(POOL)
    if drawn := min(count, len(pool)):
        units = yield Roll(f"{number}/pool", pick(pool, drawn))
        t.emit("pool-drawn", rule=number, units=units, to=data["to"], why="sent away")
    if short := count - drawn:
        units = [id for id in board.side if board.side[id] == "allied" and _stands_on_map(board, id)]
        chosen = yield from choose_units(t, "allied", units, short, "sent away", number, to=data["to"])
        t.emit("units-removed", rule=number, units=chosen, to=data["to"], why="sent away")


def _stands_on_map(board: Board, unit: str) -> bool:
    return board.place[unit] in board.parts.areas and board.is_on_map(unit)


@rule("6.7", "Half a die", also=("6.9", "6.10", "6.14"))
def half_die(t: Turn, side: str, number: str) -> Asking[int]:
    """6.7 A die, halved and rounded up."""
    [die] = yield Roll(f"{number}/half", dice(1))
    count = half(t.board.parts, die)
    t.emit("half-rolled", rule=number, side=side, die=die, count=count)
    return count


@rule("6.7", "Half a die", also=("6.9", "6.10", "6.14"))
def half(parts: Parts, die: int) -> int:
    """6.7 Half of a die, rounded up."""
    return parts.tables["half_round_up"][str(die)]


@event("6.8", "India joins")
def india(t: Turn, side: str, data: Json, number: str) -> None:
    """6.8 Units in the Middle East return to the off-map base; later no units are sent there."""
    units = t.board.units_at(MIDDLE_EAST)
    if units:
        t.emit("units-placed", side="allied", units=units, to=data["to"], why="return")
        unload(t, units, data["to"])


# -- 6.9 to 6.16 ---------------------------------------------------------------------------------------------


@event("6.9", "Revolts in Sinkiang and Tibet", also=("6.14",))
def revolt(t: Turn, side: str, data: Json, number: str) -> Asking[None]:
    """6.9 PRC land or air units of its choice are removed for good: from the mainland, and from elsewhere only if the
    mainland holds too few.
    """
    board = t.board
    count = yield from half_die(t, "prc", number)
    areas = board.parts.areas
    units = [
        id
        for id, unit in board.parts.units.items()
        if unit.country == "prc" and unit.category in data["categories"] and board.is_on_map(id)
    ]
    first = [id for id in units if areas[board.area_of(id)].mainland]
    if len(first) >= count:
        units, first = first, []
    chosen = yield from choose_units(t, "prc", units, count, "revolt", number, first)
    for unit in chosen:
        eliminate(t, unit, "revolt", area=board.area_of(unit))


@event("6.11", "War in the Middle East", also=("4.7",))
def regional_war(t: Turn, side: str, data: Json, number: str) -> Asking[None]:
    """6.11 The PRC rolls a die: 6 or more, and both sides have lost."""
    [die] = yield Roll("6.11/war", dice(1))
    total, draw = war_outcome(t.board.parts, die, t.board.events)
    t.emit("war-risked", die=die, total=total, draw=draw)
    if draw:
        end_game(t, "draw", "nuclear-draw", "4.7")


@event("6.12", "The Panama Canal is blocked", also=("4.5",))
def panama(t: Turn, side: str, data: Json, number: str) -> None:
    """6.12 The PRC gains a point."""
    t.emit("vp-changed", by=data["vp"], total=t.board.vp + data["vp"], why="event")


@event("6.15", "Double activity")
def double_activity(t: Turn, side: str, data: Json, number: str) -> None:
    """6.15 Whoever rolled it has two activities."""
    t.emit("double-action", side=side)


@event("6.16", "Cease-fire talks")
def ceasefire(t: Turn, side: str, data: Json, number: str) -> None:
    """6.16 Whoever rolled it may not attack in the activity that follows."""
    if side not in t.board.ceasefire:
        t.emit("ceasefire-called", side=side)


# -- countries that leave ------------------------------------------------------------------------------------


@event("6.13", "Taiwan leaves the war")
def taiwan_out(t: Turn, side: str, data: Json, number: str) -> Asking[None]:
    """6.13 Its units are removed; other Allied units there go to Guam/Saipan or the off-map base; the PRC controls
    Taiwan and scores it, once.  Ruling: R-6.13-taiwan-out-control, R-4.5-taiwan-points-once.
    """
    board = t.board
    leave_war(t, data["removes"], number)
    areas = board.parts.lands_of(data["removes"])
    yield from relocate(t, areas, data["evacuate_to"], number)
    for area in areas:
        if board.holder[area] != "prc":
            t.emit("control-changed", area=area, before=board.holder[area], now="prc")


@event("6.17", "Russia leaves the war")
def russia_out(t: Turn, side: str, data: Json, number: str) -> None:
    """6.17 If Russia had joined, its units are removed, PRC units there go to China North, and the area is closed;
    if not, it never joins.
    """
    board = t.board
    country = data["removes"]
    if board.country[country] != "prc":
        t.emit("country-left", country=country, removed=False)
        return
    leave_war(t, country, number)
    areas = board.parts.groups[data["closes"]]
    t.emit("areas-closed", areas=areas)
    for area in areas:
        if units := board.units_at(area, "prc"):
            t.emit("units-rebased", units=units, **{"from": area}, to=data["prc_units_to"])


@event("6.18", "Japan leaves the war", also=("7.12",))
def japan_out(t: Turn, side: str, data: Json, number: str) -> Asking[None]:
    """6.18 Its units are removed and its areas closed; other Allied units go to Guam/Saipan or the off-map base, PRC
    land units area by area to one of two mainland areas; a point held for Okinawa stays.

    Ruling: R-6.18-japan-evacuates-allies, R-6.18-okinawa-air-naval, R-6.18-other-japanese-areas.
    """
    board = t.board
    leave_war(t, data["removes"], number)
    areas = board.parts.groups[data["closes"]]
    t.emit("areas-closed", areas=areas)
    yield from relocate(t, areas, data["evacuate_to"], number)
    for area in areas:
        yield from evacuate_prc(t, area, data["prc_land_units_to"])
        if area != data["keeps_vp_of"]:
            score(t, area)


@rule("6.18", "PRC units leave Japan")
def evacuate_prc(t: Turn, area: str, goals: list[str]) -> Asking[None]:
    """6.18 PRC land units of an area go together where the PRC player says; the others rebase as usual (9.7)."""
    board = t.board
    units = board.units_at(area, "prc")
    land = [id for id in units if board.parts.units[id].category == "land"]
    if land:
        goal = yield Ask("evacuate-to", "prc", options=goals, about={"from": area, "units": land})
        t.emit("units-rebased", units=land, **{"from": area}, to=goal)
    rest = [id for id in units if id not in land]
    if rest:
        yield from forced_rebase(t, "prc", area, rest)


@event("6.19", "Australia leaves the war")
def australia_out(t: Turn, side: str, data: Json, number: str) -> None:
    """6.19 Its units are removed for good."""
    leave_war(t, data["removes"], number)


@rule("6.13", "A country leaves the war", also=("6.17", "6.18", "6.19"))
def leave_war(t: Turn, country: str, number: str) -> None:
    """Every unit of the country is removed for good."""
    board = t.board
    units = [id for id, unit in board.parts.units.items() if unit.country == country and board.area_of(id)]
    carried = {id for ship in units for id in board.cargo(ship)}
    for id in units:
        if id not in carried:
            eliminate(t, id, "left the war", area=board.area_of(id))
    t.emit("country-left", rule=number, country=country, removed=True)


@rule("6.13", "Evacuation", also=("6.18", "9.7"))
def relocate(t: Turn, areas: list[str], goals: list[str], number: str) -> Asking[None]:
    """6.13 Allied units in the areas go to Allied-controlled Guam/Saipan or to the off-map base, unit by unit."""
    board = t.board
    units = [unit for area in areas for unit in board.units_at(area, "allied")]
    if not units:
        return
    goals = [goal for goal in goals if board.is_friendly("allied", goal)]
    only = [[{"units": units, "area": goals[0]}]] if len(goals) == 1 else None
    about = {"from": areas, "units": units, "areas": goals}
    groups = yield Ask("relocate-units", "allied", options=only, about=about, rule=number)
    for group in groups:
        for area in areas:
            if leaving := [unit for unit in group["units"] if board.place[unit] == area]:
                t.emit("units-rebased", rule=number, units=leaving, **{"from": area}, to=group["area"])
        yield from stacking(t, group["area"])


# -- 6.20 to 6.22 ----------------------------------------------------------------------------------------------


@event("6.20", "US raid", also=("6.21",))
def us_strike(t: Turn, side: str, data: Json, number: str) -> Asking[None]:
    """6.20 The Allied player removes a PRC air or naval unit, 6.21 or any PRC unit; a North Korean one only while the
    Korean War goes on.  Ruling: R-6.20-events-remove.
    """
    units = allied_strike_targets(t.board, data["categories"])
    yield from strike(t, "allied", units, number)


@rule("6.20", "Targets of US strikes", also=("6.21",))
def allied_strike_targets(board: Board, categories: list[str]) -> list[str]:
    """6.20 Units of the PRC side on the map; North Korean ones only during the war.  Cargo is no target (9.9)."""
    korean = board.parts.special["korea"]["countries"]
    return [
        id
        for id, unit in board.parts.units.items()
        if board.side[id] == "prc"
        and unit.category in categories
        and _stands_on_map(board, id)
        and (board.war == "on" or unit.country not in korean)
    ]


@event("6.22", "PRC raid")
def prc_raid(t: Turn, side: str, data: Json, number: str) -> Asking[None]:
    """6.22 The PRC removes an Allied or neutral air or naval unit; a neutral joins the Allies.  A South Korean unit
    begins the Korean War, and the PRC must declare Op 2 next.  Ruling: R-6.22-event-6-6-on-cvn.
    """
    board = t.board
    units = prc_raid_targets(board, data)
    unit = yield from strike(t, "prc", units, number)
    if unit is None:
        return
    country = board.parts.units[unit].country
    if board.country[country] != "neutral":
        return
    if country == data["starts_war_if_hit"]:
        begin_war(t, "raid")
        t.emit("op-demanded", op=2)
    else:
        join(t, country, "allied", "raid", number)


@rule("6.22", "Targets of the PRC raid")
def prc_raid_targets(board: Board, data: Json) -> list[str]:
    """6.22 Allied units and those of any neutral country, on the map.  Ruling: R-6.22-leaning-neutrals."""
    parts, any_neutral = board.parts, board.option("event-6-6-neutrals") == "every"
    return [
        id
        for id, unit in parts.units.items()
        if unit.category in data["categories"]
        and _stands_on_map(board, id)
        and (
            board.side[id] == "allied"
            or (board.side[id] == "neutral" and (any_neutral or parts.countries[unit.country]["leans"] == "allied"))
        )
        and (id not in parts.carriers or board.option("event-6-6-may-hit-cvn") == "yes")
    ]


@rule("6.20", "A unit is removed", also=("6.21", "6.22"))
def strike(t: Turn, side: str, units: list[str], number: str) -> Asking[str | None]:
    """6.20 The chosen unit is removed; the area it leaves stays with its side until the enemy enters.  Returns it."""
    if not units:
        return None
    unit = yield Ask("strike-unit", side, options=sorted(units), rule=number)
    area = t.board.area_of(unit)
    two_steps = t.board.parts.units[unit].steps > 1 and unit not in t.board.reduced
    if two_steps and t.board.option("raid-on-two-steps") == "reduced":
        t.emit("unit-reduced", unit=unit, area=area, why="raid")
    else:
        eliminate(t, unit, "raid", area=area)
    return unit


EVENTS = {
    "phil-join": country_joins,
    "uk-arrives": british_arrive,
    "sing-join": country_joins,
    "viet-join": bases_open,
    "iran": iran,
    "india": india,
    "sinkiang": revolt,
    "caribbean": caribbean,
    "mideast": regional_war,
    "panama": panama,
    "taiwan-out": taiwan_out,
    "tibet": revolt,
    "double": double_activity,
    "ceasefire": ceasefire,
    "russia-out": russia_out,
    "japan-out": japan_out,
    "australia-out": australia_out,
    "us-sof": us_strike,
    "rods": us_strike,
    "prc-sof": prc_raid,
}
