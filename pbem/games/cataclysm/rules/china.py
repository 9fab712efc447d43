"""11.4 The Chinese civil war: two factions, their armies, patrons and aid; its resolution, its end, and expansion.

Each area of China is a country of its own (2.2.6).  A Chinese army is a minor army of a faction, ``gmd`` or
``chicom``; its aid lies at ``aid:AREA:FACTION``.  `board.special["china"]` is the side of the marker that is up
(active or inactive), or ``ended``; once it has ended the patrons' markers lie at ``influence:china`` (11.4.6).
"""

from pbem.core.data.boards import present
from pbem.core.data.collecting import summed
from pbem.core.data.json_types import Json
from pbem.core.rules.requests import Ask, Asking, Roll, dice
from pbem.core.rules.rulebook import rule

from ..board.board import Board, Turn
from ..board.parts import FACTIONS
from .checks import NEEDED, civil_war_outcome, score
from .control import difference_without_cubes, hand_over, return_markers
from .due import due
from .retreat import expel, retreat_units

CHINA = "china"
SPONSORS = {"chicom": "ussr", "gmd": "usa"}


def other_faction(faction: str) -> str:
    return FACTIONS[1 - FACTIONS.index(faction)]


# -- 11.4.1 to 11.4.4: armies, control, diplomacy, aid -------------------------------------------------------------


@rule("11.4.1", "Chinese armies", also=("11.4", "2.4.4"))
def faction_in(board: Board, area: str) -> str | None:
    """11.4.1 The faction whose army stands in an area, or None: a minor army, and never more than one."""
    army = board.chinese_army(area)
    return board.counter(army).kind if army else None


def areas_of(board: Board, faction: str) -> list[str]:
    """Areas with an army of the faction, in the order of the map."""
    return [area for area in board.parts.areas if faction_in(board, area) == faction]


@rule("11.4.1", "Chinese armies: retreats")
def retreat_areas(board: Board, area: str) -> list[str]:
    """11.4.1 Adjacent Chinese countries that nobody controls and where no army stands."""
    return [other for other in board.near(area, "land") if is_open(board, other)]


def is_open(board: Board, area: str) -> bool:
    """An uncontrolled Chinese country without a Chinese army."""
    return is_chinese(board, area) and board.controller(area) is None and not board.chinese_army(area)


@rule("2.2.6", "China")
def is_chinese(board: Board, area: str) -> bool:
    """2.2.6 Whether an area is a country of China; Manchuria is none."""
    return board.area(area).status == "china"


@rule("11.4.3", "Diplomacy against Chinese countries")
def diplomacy_barred(board: Board, area: str) -> bool:
    """11.4.3 Edition 2018: no diplomacy where a Chinese army stands while the war is active."""
    return not board.is_2022 and bool(board.chinese_army(area)) and board.special.get(CHINA) == "active"


@rule("11.4.3", "Diplomacy against Chinese countries: modifiers", also=("11.4.6",))
def diplomacy_modifiers(board: Board, power: str, area: str) -> list[Json]:
    """11.4.3 -1 against an area with a Chinese army; in 2018 only if the power controls a Chinese country without
    one.  11.4.6 +1 there for the patrons of the faction that has won the war.

    Ruling R-11.4.3-armies.
    """
    if not board.chinese_army(area):
        return []
    found = []
    intruder = any(is_chinese(board, other) and not board.chinese_army(other) for other in board.controlled(power))
    if board.is_2022 or intruder:
        found.append({"why": "chinese-army", "by": -1, "rule": "11.4.3"})
    if board.counters_at("influence:china", power):
        found.append({"why": "influence", "by": 1, "rule": "11.4.6"})
    return found


@rule("11.4.4", "Aid to Chinese factions", also=("8.5", "11.2.1", "11.4.6"))
def aid_faction(board: Board, area: str) -> str | None:
    """11.4.4 The faction that can be aided in an area: that of the army there; none once the war has ended (11.4.6)."""
    return None if board.special.get(CHINA) == "ended" else faction_in(board, area)


@rule("11.4.4", "Aid to Chinese factions: the line")
def open_to_line(board: Board, faction: str) -> tuple[str, ...]:
    """11.4.4 For the line of an intervention the areas of the faction are friendly; those of the other one never are
    (11.4.2)."""
    return tuple(areas_of(board, faction))


# -- 11.4.5 resolution ---------------------------------------------------------------------------------------------


def is_at_war(board: Board) -> bool:
    """Whether a Civil War Resolution concerns China: the war goes on, or the winner may still expand."""
    return board.special.get(CHINA) is not None and any(areas_of(board, faction) for faction in FACTIONS)


@rule("11.4.5", "Chinese Civil War resolution", also=("11.4", "11.3"))
def resolve_china(t: Turn) -> Asking[None]:
    """11.4.5 A the side of the marker, B the patrons decide, C a combat while active, else expansion."""
    set_status(t)
    board = t.board
    if board.special[CHINA] != "active":
        yield from expansion(t)
        return
    faction = attacking_faction(board)
    pairs = battles(board, faction)
    if pairs:
        yield from _attack(t, faction, pairs)
    elif board.is_2022:
        yield from expansion(t)


@rule("11.4.5", "A) Active or inactive")
def set_status(t: Turn) -> None:
    """11.4.5 A Inactive if any Chinese country is garrisoned, else active; after the end always inactive (11.4.6)."""
    board = t.board
    if board.special[CHINA] == "ended":
        return
    garrisoned = [area for area in board.parts.areas if is_chinese(board, area) and board.is_garrisoned(area)]
    status = "inactive" if garrisoned else "active"
    if status != board.special[CHINA]:
        t.emit("chinese-war-turned", status=status, areas=garrisoned, rule="11.4.5")


@rule("11.4.5", "B) Patrons")
def patron(board: Board, faction: str) -> str:
    """11.4.5 B Who decides for a faction: most cubes in its areas, then most aid to its armies, then the Soviet Union
    for the Communists and the United States for the Guomindang, then the most effective active power.

    Ruling R-11.4.5-ties: a tie passes to the next line among the tied; the last line holds in both editions.
    """
    areas, left = areas_of(board, faction), board.active()
    for counts in (_cubes(board, areas), _aid(board, areas, faction)):
        best = max((counts.get(power, 0) for power in left), default=0)
        if best:
            left = [power for power in left if counts.get(power, 0) == best]
    if len(left) > 1 and SPONSORS[faction] in left:
        return SPONSORS[faction]
    return board.in_order(left)[0]


def _cubes(board: Board, areas: list[str]) -> dict[str, int]:
    return summed(row for area in areas for row in board.cubes.get(area, {}).items())


def _aid(board: Board, areas: list[str], faction: str) -> dict[str, int]:
    return summed(row for area in areas for row in board.aid(area, faction).items())


@rule("11.4.5", "C) Who attacks")
def attacking_faction(board: Board) -> str:
    """11.4.5 C The more numerous faction; the Guomindang if there are as many of each."""
    numbers = {faction: len(areas_of(board, faction)) for faction in FACTIONS}
    return "chicom" if numbers["chicom"] > numbers["gmd"] else "gmd"


def battles(board: Board, faction: str) -> list[str]:
    """``["hubei>shaanxi", …]``: an army of the faction and an adjacent one of the other, in the order of the map."""
    return [
        f"{here}>{there}"
        for here in areas_of(board, faction)
        for there in board.near(here, "land")
        if faction_in(board, there) == other_faction(faction)
    ]


@rule("11.4.5", "C) Resolution of an attack", also=("11.3",))
def _attack(t: Turn, faction: str, pairs: list[str]) -> Asking[None]:
    """11.4.5 C The attacker's patron designates two armies; two dice each, one more for the army with more aid."""
    board = t.board
    pair = yield Ask("china-attack", patron(board, faction), options=pairs, about={"faction": faction})
    areas = dict(zip((faction, other_faction(faction)), pair.split(">")))
    aid = {side: sum(board.aid(area, side).values()) for side, area in areas.items()}
    rolled = {}
    for side in areas:
        number = 3 if aid[side] > aid[other_faction(side)] else 2
        rolled[side] = yield Roll(f"civil-war/china/{side}", dice(number))
    outcome, winner = outcome_of(faction, {side: score(rolled[side]) for side in areas})
    t.emit(
        "chinese-battle-rolled",
        attacker=faction,
        areas=areas,
        dice=rolled,
        aid=aid,
        scores={side: score(rolled[side]) for side in areas},
        outcome=outcome,
        winner=winner,
    )
    if winner is None:
        for side, area in areas.items():
            lose_aid(t, area, side)
        return
    loser = other_faction(winner)
    lost, had_aid = areas[loser], aid[loser] > 0
    lose_aid(t, lost, loser)
    if outcome == "decisive":
        turn_army(t, lost, winner)
        yield from _freed(t, lost)
    elif not had_aid:
        yield from _driven_out(t, lost, loser, winner)


def outcome_of(faction: str, scores: dict[str, int]) -> tuple[str, str | None]:
    """11.3 As in any civil war: ``(outcome, winning faction)``."""
    other = other_faction(faction)
    outcome, winner = civil_war_outcome(scores[faction], scores[other])
    return outcome, {"left": faction, "right": other, None: None}[winner]


def lose_aid(t: Turn, area: str, faction: str, why: str = "civil-war", rule: str = "11.2.3") -> None:
    """All aid of a faction in an area returns to its patrons."""
    return_markers(t, area, f"aid:{area}:{faction}", why=why, rule=rule)


@rule("11.4.5", "Marginal victory")
def _driven_out(t: Turn, area: str, loser: str, winner: str) -> Asking[None]:
    """11.4.5 C The army without aid retreats if it can, else it is removed; the winner's new army takes the area."""
    board = t.board
    spots = retreat_areas(board, area)
    if spots:
        about = {"faction": loser, "area": area}
        to = yield Ask("china-retreat", patron(board, loser), options=spots, about=about)
        move_army(t, area, to)
    else:
        remove_army(t, area, "civil-war")
    place_army(t, area, winner)
    yield from _freed(t, area)


def _army(board: Board, area: str) -> tuple[str, str]:
    """The Chinese army that stands in an area, and its faction."""
    army = present(board.chinese_army(area), f"Chinese army in {area}")
    return army, board.counter(army).kind


def move_army(t: Turn, area: str, to: str) -> None:
    """An army retreats, with its aid."""
    board = t.board
    army, faction = _army(board, area)
    aid = board.counters_at(f"aid:{area}:{faction}")
    t.emit("chinese-army-moved", army=army, faction=faction, **{"from": area}, to=to, aid=aid, rule="11.4.1")


def remove_army(t: Turn, area: str, why: str) -> None:
    """An army leaves the map; its aid returns to the patrons."""
    army, faction = _army(t.board, area)
    t.emit("chinese-army-removed", army=army, faction=faction, area=area, why=why, rule="11.4.5")
    lose_aid(t, area, faction)


def place_army(t: Turn, area: str, faction: str) -> None:
    """A new army of the faction, out of those that are in no area."""
    t.emit("chinese-army-placed", army=free_army(t.board, faction), faction=faction, area=area)


def free_army(board: Board, faction: str) -> str:
    """The first side of a counter with an army of the faction that is in no area."""
    counters = board.parts.counters.items()
    return next(id for id, one in counters if one.kind == faction and board.at(id) not in board.parts.areas)


@rule("11.4.5", "Decisive victory")
def turn_army(t: Turn, area: str, winner: str) -> None:
    """11.4.5 C The losing army is turned to the winner's side: the other side of the same counter."""
    board = t.board
    army = board.chinese_army(area)
    turned = free_army(board, winner)
    t.emit("chinese-army-turned", army=army, by=turned, faction=winner, area=area, rule="11.4.5")


def _freed(t: Turn, area: str) -> Asking[None]:
    """Cubes leave an area that changed hands between the factions; units that stand there must go (10.10; ruling
    R-11.4.7-ships), and those in the seas beside a port that is lost (7.1.2)."""
    board = t.board
    units = [unit for unit in board.units_in(area) if board.power_of(unit)]
    _without_cubes(t, area)
    if units:
        yield from retreat_units(t, units, "chinese", cup=board.is_2022)
    yield from expel(t)
    yield from due(t, "markers")


def _without_cubes(t: Turn, area: str) -> None:
    board = t.board
    if board.cubes.get(area):
        points = difference_without_cubes(board, area)
        hand_over(t, area, None, {}, board.controller(area), why="chinese", rule="11.4.5", points=points)


# -- 11.4.6 the end, 11.4.7 expansion ------------------------------------------------------------------------------


@rule("11.4.6", "Ending the Chinese Civil War")
def check_end(t: Turn) -> None:
    """11.4.6 With armies of one faction only the war is over: each of its patrons keeps one marker as influence.

    Ruling R-11.4.6-influence: so in both editions; the patrons are those that aid its armies at that moment.
    """
    board = t.board
    if board.special.get(CHINA) in (None, "ended"):
        return
    _return_loose_aid(t)
    left = [faction for faction in FACTIONS if areas_of(board, faction)]
    if len(left) > 1:
        return
    winner = left[0] if left else None
    t.emit("chinese-war-ended", winner=winner, rule="11.4.6")
    for area in areas_of(board, winner) if winner else ():
        for power in board.parts.powers:
            counters = board.counters_at(f"aid:{area}:{winner}", power)
            if counters and not board.counters_at("influence:china", power):
                t.emit("influence-held", power=power, area=CHINA, counter=counters[0], rule="11.4.6")
                counters = counters[1:]
            if counters:
                t.emit("aid-removed", power=power, area=area, counters=counters, why="influence", rule="11.4.6")


def _return_loose_aid(t: Turn) -> None:
    """11.4.1 Aid of an army that is gone returns to its patrons."""
    board = t.board
    for area in board.parts.areas:
        for faction in FACTIONS:
            if faction_in(board, area) != faction:
                lose_aid(t, area, faction, "army-gone")


@rule("11.4.7", "Chinese expansion")
def expansion(t: Turn) -> Asking[None]:
    """11.4.7 Each faction tries to gain one adjacent area, the more numerous first and with two dice; equal ones with
    one each, the Guomindang first.  The winner of the war tries alone, with two dice: there is no army of the other."""
    board = t.board
    numbers = {faction: len(areas_of(board, faction)) for faction in FACTIONS}
    first = attacking_faction(board)
    lead = 1 if numbers["gmd"] == numbers["chicom"] else 2
    for faction, effectiveness in ((first, lead), (other_faction(first), 1)):
        yield from _expand(t, faction, effectiveness)


def expansion_areas(board: Board, faction: str) -> list[str]:
    """11.4.7 Adjacent uncontrolled Chinese countries without an army; for the winner of the war any that no land unit
    occupies."""
    found = []
    for area in board.parts.areas:
        if not is_chinese(board, area) or board.chinese_army(area):
            continue
        if board.special[CHINA] == "ended":
            allowed = not board.units_in(area, kind="land")
        else:
            allowed = board.controller(area) is None
        if allowed and any(faction_in(board, other) == faction for other in board.near(area, "land")):
            found.append(area)
    return found


def _expand(t: Turn, faction: str, effectiveness: int) -> Asking[None]:
    """The patron names an area; 5 or more gains it, without modifiers and without provocation.  It may name none
    in 2018, and once the war is over (ruling R-11.4.7-may)."""
    board = t.board
    areas = expansion_areas(board, faction)
    if not areas:
        return
    about = {"faction": faction, "dice": effectiveness}
    declining = ["none"] if not board.is_2022 or board.special[CHINA] == "ended" else []
    area = yield Ask("china-expand", patron(board, faction), options=[*areas, *declining], about=about)
    if area == "none":
        return
    rolled = yield Roll(f"china/expand/{faction}", dice(effectiveness))
    passed = score(rolled) >= NEEDED
    t.emit(
        "chinese-expansion-rolled",
        faction=faction,
        area=area,
        dice=rolled,
        score=score(rolled),
        passed=passed,
        rule="11.4.7",
    )
    if passed:
        place_army(t, area, faction)
        yield from _freed(t, area)


# -- in combat with a power ----------------------------------------------------------------------------------------


@rule("11.4.1", "Chinese armies: defeat by a power", also=("10.10",))
def withdraw_from_combat(t: Turn) -> Asking[bool]:
    """11.4.1 A defeated Chinese army may retreat where one loss less saves it; the patron decides, and since 2022 it
    must if there is somewhere to go.  Returns True if it does."""
    board = t.board
    area = board.operation["target"]
    spots = retreat_areas(board, area)
    if not spots:
        return False
    _, faction = _army(board, area)
    options = spots if board.is_2022 else [*spots, "stand"]
    about = {"faction": faction, "area": area}
    to = yield Ask("china-retreat", patron(board, faction), options=options, about=about)
    if to == "stand":
        return False
    move_army(t, area, to)
    return True
