"""Who holds territories and convoys, capitals and plunder, and how the game is won (phase 5 and victory)."""

from collections.abc import Callable
from typing import Any

from pbem.core.data.json_types import Json
from pbem.core.rules.requests import Ask, Asking
from pbem.core.rules.rulebook import rule

from ..board.board import Board, Turn
from ..board.parts import FORCE_OF, OTHER, SIDES
from .due import does
from .economy import production
from .trial import Trial

# -- phase 5 -------------------------------------------------------------------------------------------------


@rule("CTL-1", "Who holds it", also=("LND-7",))
def markers(t: Turn) -> Asking[None]:
    """CTL-1. What attacking land units entered without a battle changes hands; aircraft never capture."""
    for area in sorted(t.board.units):
        if area in t.board.control and not t.board.is_friendly(area, t.board.side):
            yield from conquer(t, area)
    convoys_of_ships_that_lie_there(t)


@rule("CNV-3", "Ships that lie in the zone", also=("CNV-4",))
def convoys_of_ships_that_lie_there(t: Turn) -> None:
    """CNV-3. As a group may agree, warships take the marker of a zone where no enemy ship or patrol is, though they
    have not come this turn (ruling R-CNV-3-start-zone)."""
    board = t.board
    if board.option("convoy-start-zone") != "every-warship":
        return
    for zone in sorted(board.markers):
        own = [one for force, one, _ in board.warships(zone, board.side) if force in board.forces()]
        if any(one.type != "transport" for one in own) and not board.blocks(zone, board.enemy):
            take_convoy(t.emit, board, zone, "CNV-3")


def conquer(t: Turn | Trial, area: str) -> Asking[None]:
    """An enemy territory falls if land units of the power in turn are alone there."""
    board = t.board
    survivors = land_forces(board, area)
    if survivors and not board.defenders(area, board.enemy) and not board.is_friendly(area, board.side):
        to = yield from new_holder(t, area, survivors)
        take(t, area, to)


def land_forces(board: Board, area: str) -> list[str]:
    """The forces of the power in turn that have land units in an area, in a fixed order."""
    types, stacks = board.parts.types, board.stacks(area, board.forces())
    return list(dict.fromkeys(force for force, one, _ in stacks if types[one.type].category == "land"))


def new_holder(t: Turn | Trial, area: str, forces: list[str]) -> Asking[str]:
    """The nation that gets a territory; the player chooses where the rules leave a choice."""
    nations = claimants(t.board, area, forces)
    if t.board.power != "us":  # whose two realms alone may both claim
        return nations[0]
    return (yield Ask("claim", "us", options=nations, about={"area": area}, rule="CTL-4"))


@rule("CTL-2", "Liberation", also=("CTL-3", "CTL-4", "CTL-5"))
def claimants(board: Board, area: str, forces: list[str]) -> list[str]:
    """CTL-2. Who may get a territory that land units of `forces` take: an ally's territory goes back to him.

    CTL-3: Manchuria, Shantung and Korea go to China.  CTL-4: Siam and French Indochina go to India, the USA or
    China after the land units that took them; if both US and Chinese ones are there the player chooses.
    CTL-5: other Japanese land goes to India if Britain takes it.

    Ruling R-CTL-2-owner-fallen.
    """
    place = board.parts.areas[area]
    if forces[0] == "japan":
        return ["japan"]
    if SIDES[place.owner] == "allies":
        return [place.owner]
    if place.capture == "china":
        return ["china"]
    if forces[0] == "uk":
        return ["india"]
    nations = [{"us": "usa", "china": "china"}[force] for force in forces]
    if place.capture == "captor" and len(nations) > 1:
        return sorted(nations, reverse=True)
    return ["usa" if "usa" in nations else "china"]  # R-CTL-4-us-land


@rule("ECO-5", "Chart changes at once")
def take(t: Turn | Trial, area: str, to: str) -> None:
    """ECO-5. The territory changes hands with all that is in it; income follows at once."""
    t.emit("control-changed", rule="CTL-1", area=area, to=to, before=t.board.control[area])
    spoils(t, area)
    if t.board.parts.areas[area].capital_of:
        seize_capital(t, area)


@does("spoils", of=1)
@rule("CTL-6", "Spoils", also=("SBR-7",))
def spoils(t: Turn | Trial, area: str) -> None:
    """CTL-6. Guns of the other side in a territory belong to who holds it; SBR-7: its raiders have lost their field.

    Ruling R-CTL-6-gun-stays.
    """
    board = t.board
    to = board.control[area]
    force = FORCE_OF[to]
    for owner, one, count in board.of_side(area, OTHER[SIDES[to]]):
        if one.type == "aa-gun":
            token = f"{owner}/{one.key}"
            t.emit("units-removed", rule="CTL-6", area=area, units={token: count}, why="captured")
            t.emit("units-placed", rule="CTL-6", area=area, units={f"{force}/aa-gun+": count})
        elif one.on_raid:
            t.emit("units-removed", rule="SBR-7", area=area, units={f"{owner}/{one.key}": count}, why="no field")


# -- capitals ------------------------------------------------------------------------------------------------


@does("capital", of=1)
@rule("ECO-7", "Capital plunder", also=("VIC-4",))
def seize_capital(t: Turn | Trial, area: str) -> None:
    """ECO-7. The captor takes all money of the nation whose capital falls; a capital freed is only freed.

    VIC-4: Japan loses a point for every 10 IPCs so surrendered.
    """
    board = t.board
    nation = board.parts.areas[area].capital_of
    if board.capital_held(nation):
        t.emit("capital-freed", rule="ECO-6", area=area)
        return
    t.emit("capital-taken", rule="VIC-5", area=area, power=board.power, round=board.round)
    amount = board.money.get(nation, 0)
    if amount and nation != "china":
        captor = {"japan": "japan", "uk": "india", "us": "usa"}[board.power]  # R-ECO-7-british-plunder
        t.emit("capital-plundered", to=captor, amount=amount, **{"from": nation})
        if nation == "japan":
            lose_points(t, amount, "VIC-4", "plunder")


# -- points --------------------------------------------------------------------------------------------------


@rule("VIC-2", "Scoring")
def points(t: Turn) -> None:
    """VIC-2. Japan scores one point for every full 10 IPCs collected and plundered this turn, together."""
    board = t.board
    collected = production(board, "japan") if board.capital_held("japan") else 0
    by = scored(collected, board.plunder, board.parts.turn["victory"]["ipc_per_point"])
    if by:
        t.emit("points-changed", by=by, total=board.vp + by, why="income")
    check_points(t, collected)


@rule("VIC-2", "Scoring")
def scored(collected: int, plundered: int, each: int = 10) -> int:
    """Points for a turn's income: remainders are not carried over."""
    return (collected + plundered) // each


def lose_points(t: Turn | Trial, amount: int, number: str, why: str) -> None:
    """VIC-3, VIC-4. One point for every full 10 IPCs handed over at once; never below none (R-VIC-3-no-debt)."""
    by = min(amount // t.board.parts.turn["victory"]["ipc_per_point"], t.board.vp)
    if by:
        t.emit("points-changed", rule=number, by=-by, total=t.board.vp - by, why=why)


@rule("VIC-1", "Japan wins on points", also=("VIC-7",))
def check_points(t: Turn | Trial, collected: int) -> None:
    """VIC-1. 22 points at the end of Japan's turn win.  VIC-7: an income of 9 or less loses."""
    why = on_points(t.board, t.board.vp, collected)
    if why == "points":
        t.emit("game-ended", winner="axis", why="points")
    elif why == "income":
        t.emit("game-ended", rule="VIC-7", winner="allies", why="income")


@rule("VIC-1", "Japan wins on points", also=("VIC-7",))
def on_points(board: Board, points: int, collected: int) -> str | None:
    """VIC-1. By what the game is won when Japan's turn ends so: ``points`` by Japan, ``income`` by the Allies; None if
    by neither.

    Ruling R-VIC-7-no-capital.
    """
    victory = board.parts.turn["victory"]
    if points >= victory["points"]:
        return "points"
    if board.option("allied-income-victory") == "yes" and collected <= victory["allied_income_limit"]:
        return "income"
    return None


@rule("VIC-5", "Capital victory", also=("VIC-6", "VIC-7"))
def capital_victory(t: Turn) -> bool:
    """VIC-5. At the start of a power's turn: an enemy capital that it took on an earlier turn and that its side
    still holds wins, if its own capitals are not in enemy hands.  VIC-6: Szechwan does not count for Japan."""
    area = capital_held_by(t.board, t.board.power)
    if area:
        t.emit("game-ended", winner=t.board.side, why="capital", area=area)
    return area is not None


@rule("VIC-5", "Capital victory", also=("VIC-6",))
def capital_held_by(board: Board, power: str) -> str | None:
    """VIC-5. The enemy capital with which a power wins at the start of its turn; None without one.

    Ruling R-VIC-5-szechwan.
    """
    victory, side = board.parts.turn["victory"], SIDES[power]
    wanted = victory["capitals_for_japan"] if power == "japan" else [victory["capital_for_allies"]]
    own = [nation for nation in board.parts.turn["powers"][power]["nations"] if nation != "china"]
    if not all(board.capital_held(nation) for nation in own):
        return None
    taken = [one["capital"] for one in board.captures if one["by"] == power and one["capital"] in wanted]
    return next((area for area in taken if board.is_friendly(area, side)), None)


def would_win(board: Board) -> Json | None:
    """Who would win if everything stayed as it is until the next time that it is looked at: at the start of each
    power's turn (VIC-5) and at the end of Japan's (VIC-1); None if nobody would."""
    for power in board.parts.powers:
        if capital_held_by(board, power):
            return {"winner": SIDES[power], "by": "capital", "rule": "VIC-5"}
    collected = production(board, "japan") if board.capital_held("japan") else 0
    points = board.vp + scored(collected, board.plunder, board.parts.turn["victory"]["ipc_per_point"])
    won = {"points": ("axis", "VIC-1"), "income": ("allies", "VIC-7")}
    why = on_points(board, points, collected)
    return {"winner": won[why][0], "by": why, "rule": won[why][1]} if why else None


# -- convoys -------------------------------------------------------------------------------------------------


@rule("CNV-7", "Persistent", also=("CNV-1", "CNV-2"))
def take_convoy(emit: Callable[..., Any], board: Board, zone: str, number: str) -> bool:
    """CNV-7. The marker of a convoy route or centre changes and stays after the ships have left.

    Japan puts its own; an Allied power gives a centre or an Allied route back to its owner and puts its own marker
    on a Japanese route (India's for Britain).

    Ruling R-CNV-3-marker.
    """
    if zone not in board.markers or board.marker_side(zone) == board.side:
        return False
    if board.power == "japan":
        to = "japan"
    else:
        printed = board.parts.centres.get(zone, {}).get("owner") or board.parts.routes[zone]["holder"]
        to = printed if SIDES[printed] == "allies" else {"uk": "india", "us": "usa"}[board.power]
    emit("convoy-changed", rule=number, zone=zone, to=to, before=board.markers[zone])
    return True
