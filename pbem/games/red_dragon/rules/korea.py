"""11 The Korean War."""

from pbem.core.data.json_types import Json
from pbem.core.rules.requests import Asking, Roll, dice
from pbem.core.rules.rulebook import rule

from ..board.board import Board, Turn
from ..board.parts import OTHER, SIDES, Parts
from .areas import choose_units
from .combat import eliminate


@rule("11.3", "The war begins", also=("8.4",))
def begin_war(t: Turn, why: str) -> None:
    """11.3 Op 2, or event 6-6 on a South Korean unit, begins the war: both Koreas enter it.  It lasts until Op 11
    ends it (11.4).
    """
    t.emit("war-begun", why=why)
    for country in t.board.parts.special["korea"]["countries"]:
        if t.board.country[country] == "neutral":
            join(t, country, t.board.parts.countries[country]["leans"], "war", "11.3")


@rule("8.11", "A country joins", also=("6.3", "6.5", "6.6", "7.14", "8.3"))
def join(t: Turn, country: str, side: str, how: str, number: str = "8.11", limited: bool = False) -> None:
    """8.11 Its areas, bases and units are of that side from now on, for the rest of the game.

    Ruling: R-8.11-joining-units.
    """
    board = t.board
    areas = board.parts.lands_of(country)
    t.emit("country-joined", rule=number, country=country, side=side, how=how, areas=areas, limited=limited)


@rule("11.4", "Settling the war", also=("11.5", "11.6", "8.13"))
def settle_war(t: Turn, side: str) -> Asking[None]:
    """11.4 A die with the modifiers of 11.5 on the Korean War table: losses of both sides, or the end (11.6).

    Ruling: R-11.6-nobody-in-korea.
    """
    board = t.board
    table = board.parts.tables["korean_war"]
    sums = {of: land_factors(board, table["counted"][of]["units"]) for of in SIDES}
    [die] = yield Roll("11.5/korea", dice(table["dice"]))
    rolled = korea_result(board.parts, sums["prc"], sums["allied"], die)
    t.emit("korea-rolled", side=side, die=die, sums=sums, **rolled)
    for of in SIDES:
        if of in rolled["losses"]:
            yield from korean_losses(t, of, rolled["losses"][of])
    if rolled["outcome"] != "losses":
        end_war(t, "prc" if rolled["vp"] > 0 else "allied", rolled["vp"])


@rule("11.5", "The modifier", also=("11.6",))
def korea_result(parts: Parts, prc: int, allied: int, die: int) -> Json:
    """11.5 +1 for every full five PRC land factors, -1 for every full five Allied ones, and the row of the table.

    Ruling: R-11.5-modifier-signs, R-11.5-korean-loss-rows.
    """
    table = parts.tables["korean_war"]
    rates = table["modifiers"]
    modifiers = {"prc": prc // rates["factors"] * rates["prc"], "allied": allied // rates["factors"] * rates["allied"]}
    net = modifiers["prc"] + modifiers["allied"]
    total = die + net
    row = table["results"][str(max(table["least"], min(total, table["most"])))]
    losses = {side: row[side] for side in SIDES if row.get(side)}
    return {
        "modifiers": modifiers,
        "net": net,
        "total": total,
        "outcome": row["outcome"],
        "losses": losses,
        "vp": row.get("vp", 0),
    }


@rule("11.5", "What counts")
def land_factors(board: Board, selections: list[Json]) -> int:
    """11.5 The sum of the land factors of the units that any of the selections names."""
    return sum(board.factors(unit)["land"] for selection in selections for unit in selected(board, selection))


def selected(board: Board, selection: Json) -> list[str]:
    """The units in the areas of a selection that fit its countries, category, side and type."""
    found = []
    for area in selection["areas"]:
        for id in board.units_at(area):
            unit = board.parts.units[id]
            if (
                unit.country in selection.get("countries", (unit.country,))
                and unit.category == selection.get("category", unit.category)
                and unit.type == selection.get("type", unit.type)
                and board.side[id] == selection.get("side", board.side[id])
            ):
                found.append(id)
    return found


@rule("11.5", "Losses", also=("11.6",))
def korean_losses(t: Turn, side: str, count: int) -> Asking[None]:
    """11.5 The owner chooses its losses among its units in Korea.  Ruling: R-11.5-korean-losses-place."""
    units = selected(t.board, t.board.parts.tables["korean_war"]["losses"]["of"][side]["units"])
    chosen = yield from choose_units(t, side, units, count, "korea", "11.5")
    for unit in chosen:
        eliminate(t, unit, "korea", area=t.board.area_of(unit))


@rule("11.6", "The end of the war", also=("4.5",))
def end_war(t: Turn, winner: str, points: int) -> None:
    """11.6 The winner's land units in Korea never leave it; the points of the war are scored now and only now."""
    board = t.board
    areas = board.parts.special["korea"]["areas"]
    bound = [
        unit for area in areas for unit in board.units_at(area, winner) if board.parts.units[unit].category == "land"
    ]
    t.emit("war-ended", winner=winner, loser=OTHER[winner], bound=bound)
    t.emit("vp-changed", rule="4.5", by=points, total=board.vp + points, why="korea")
