"""1.3 Set-up: a board at the start of a scenario, out of its component file."""

from pbem.core.data.collecting import grouped
from pbem.core.data.json_types import Json
from pbem.core.data.problems import BrokenFile
from pbem.core.title.game import load
from pbem.core.title.rulings import agreed

from ..board.board import Board
from ..board.parts import CODES, NORMAL, parts_of
from ..board.rulings import OPTIONS

NEUTRAL_MARKERS = ("stresa-front", "status-quo")
BY_SEAT = {  # the value where one seat holds each ideology, and where powers of one belong to different seats
    "alliance-consent": ("given", "ask"),
    "allied-units": ("one-form", "owner"),
    "permission": ("all", "ask"),
    "ties": ("rulebook", "drawn"),
}


def new_board(charter: Json) -> Board:
    """The board at the start of the charter's scenario (1.3), or of its position, under its edition, options and
    component pack."""
    edition = charter.get("edition") or "2022"
    scenario = charter.get("scenario") or "c2"
    options = agreed(OPTIONS, edition, charter.get("options"))
    split = _split_ideology(charter.get("powers") or {}, scenario)
    for name, values in BY_SEAT.items():
        if options.get(name) == "by-seat":
            options[name] = values[split]
    board = set_up(scenario, edition, options, charter.get("pack"))
    if charter.get("position"):
        _take_position(board, charter)
    return board


def _take_position(board: Board, charter: Json) -> None:
    """The position that the charter holds, on top of the scenario."""
    from pbem.core.record.revisions import title_of
    from pbem.core.title.positions import apply

    position, game = charter["position"], title_of(charter) if charter.get("pack") else load("cataclysm")
    problems = apply(board, {**position, "base": position.get("base", "empty")}, game)
    if problems:
        raise BrokenFile([problem.at(f"position {position.get('id')}") for problem in problems])


def _split_ideology(seat_of: dict[str, str], scenario: str) -> bool:
    """Whether powers of one ideology belong to different seats (rulings R-6.1-consent, R-10.10-one-form)."""
    ideology = parts_of(scenario).ideology
    held = grouped((ideology[power], seat) for power, seat in seat_of.items())
    return any(len(set(seats)) > 1 for seats in held.values())


def set_up(
    scenario: str, edition: str = "2022", options: dict[str, str] | None = None, pack: Json | None = None
) -> Board:
    board = Board(scenario, edition, options, pack)
    record = board.parts.scenario
    board.turn = record["startTurn"]
    board.phase = record["startPhase"]
    board.stage = "distribute" if board.phase == "administration" else "counter"
    board.war_status = record["warStatus"]
    board.wars = [
        {"sides": {name: powers for name, powers in sorted(war.items()) if name != "offMapPowers"}, "truces": []}
        for war in record["wars"]
    ]
    board.alliances = {ideology: list(powers) for ideology, powers in record["alliances"].items()}
    board.no_surprise = list(record["noSurprise"])
    for id, counter in board.parts.counters.items():
        board.place[id] = "available" if counter.type in ("flag", "offensive") else "storage"
    for power in board.parts.powers:
        if power in board.parts.fallen:
            _place_fallen(board, power, board.parts.fallen[power])
        else:
            _place_power(board, power, record["powers"][power])
    _place_neutral(board, record)
    _place_china(board, record["neutral"])
    _fill_turn_track(board, record)
    return board


def take(board: Board, power: str | None, type: str, place: str, kind: str = "") -> str:
    """Move the first counter of a type that lies unused to `place`; returns its id."""
    home = "available" if type in ("flag", "offensive") else "storage"
    code = type if power is None else None
    for id in board.parts.alike.get((power, type), ()):
        if board.place[id] == home and kind in ("", board.parts.counters[id].kind):
            board.place[id] = place
            return id
    raise ValueError(f"the scenario asks for more {type} {kind} counters of {power or code} than there are")


def take_named(board: Board, power: str, name: str, place: str) -> str:
    """A counter by the name scenarios use: army, tank (an upgraded army), upgrade-tank, flag, offensive, il-duce."""
    if name.startswith("upgrade-"):
        return take(board, power, "upgrade", place, name[len("upgrade-") :])
    if name in NORMAL:
        id = take(board, power, NORMAL[name], place)
        board.upgraded[id] = True
        return id
    if name == "il-duce":
        return take(board, power, "flag", place, name)
    if name == "resource":
        return take(board, power, "offensive", place)
    return take(board, power, name, place)


def _place_power(board: Board, power: str, record: Json) -> None:
    board.powers[power] = _state(record, list(record["abilities"]))
    units = record["units"]
    for area, stack in units["map"].items():
        for name, count in stack.items():
            for _ in range(count):
                id = take_named(board, power, name, area)
                if board.class_of(id) == "naval" and board.area(area).coasts:
                    board.coast[id] = units["coasts"][area]
    for group, place in (("available", "available"), ("offMap", "away")):
        for name, count in units.get(group, {}).items():
            for _ in range(count):
                take_named(board, power, name, place)
    for name in record["actionCup"]:
        take_named(board, power, name, "cup")
    if record["reserve"]:
        take_named(board, power, record["reserve"], "reserve")
    counts = record.get("cubeCounts", {})
    for area in record["cubes"]:
        board.cubes.setdefault(area, {})[power] = counts.get(area, 1)
    for name in record["markersAvailable"]:
        id = f"{CODES[power]}-{name}"
        if id in board.parts.counters:
            board.place[id] = "available"


def _state(record: Json, abilities: list[str], surrendered: list[str] | None = None) -> Json:
    """What is kept of a power in a game that has not begun."""
    return {
        "commitment": record["commitment"],
        "raised": False,
        "shaken": False,
        "stability": record["stability"],
        "surrendered": surrendered,
        "failed": {},
        "abilities": abilities,
        "posture": record.get("posture"),
        "moved_posture": False,
    }


def _place_fallen(board: Board, power: str, lost: dict[str, str]) -> None:
    """A power that has surrendered before the scenario begins: its counters are out of the game (5.5.4)."""
    board.powers[power] = _state({"commitment": "exhaustion", "stability": "collapse"}, [], [lost["markerTo"]])
    for id, counter in board.parts.counters.items():
        if counter.power == power:
            board.place[id] = "removed"


def _place_china(board: Board, neutral: Json) -> None:
    """11.4 The armies of the two Chinese factions, and whether their war is active."""
    if not neutral["chineseCivilWar"]:
        return
    board.special["china"] = neutral["chineseCivilWar"]
    for faction, areas in neutral["chineseArmies"].items():
        for area in areas:
            take(board, None, "minor", area, faction)


def _place_neutral(board: Board, record: Json) -> None:
    neutral = record["neutral"]
    for area in neutral["minorArmies"]:
        board.place[f"{area}-minor"] = area
    board.limited = sorted(area for area in neutral["limitedResources"] if board.has_area(area))
    for war in neutral["civilWars"]:
        board.civil_wars.append(war["area"])
        board.place[f"{war['area']}-minor"] = "removed"
        for side, aid in war["aid"].items():
            for power, count in aid.items():
                for _ in range(count):
                    take(board, power, "offensive", f"aid:{war['area']}:{side}")
    board.civil_wars.sort()
    board.influence = sorted(mark["area"] for mark in neutral["influence"])
    for mark in neutral["influence"]:
        for power in mark["holders"]:
            take(board, power, "offensive", f"influence:{mark['area']}")
    for area, count in neutral["neutralCubes"].items():
        board.cubes.setdefault(area, {})["neutral"] = count
    for area in board.parts.areas.values():
        if area.base and (not area.base.get("special") or area.id in neutral["specialBritishBases"]):
            owner = neutral["baseOwners"].get(area.id, area.base["owner"])
            board.bases[area.id] = owner if owner in board.parts.powers else "unowned"
    for marker in record["globalMarkersInPlay"]:
        _place_marker(board, marker, record["markerAreas"].get(marker, "play"))
    for marker, where in record["markerAreas"].items():
        _place_marker(board, marker, where)
    for area in record["damage"]:
        board.damage[area] = board.damage.get(area, 0) + 1


def _place_marker(board: Board, marker: str, where: str | dict[str, str]) -> None:
    if isinstance(where, dict):
        where = where[board.edition]
    where = {"usa-available": "available", "political-display": "display"}.get(where, where)
    id = marker_id(board, marker)
    if id:
        board.place[id] = where


def marker_id(board: Board, kind: str) -> str | None:
    """The counter of a special marker, if the scenario has it."""
    counters = board.parts.counters.items()
    return next((id for id, counter in counters if counter.kind == kind and counter.type == "marker"), None)


def _fill_turn_track(board: Board, record: Json) -> None:
    """Counters that wait on the turn track, and those that a start in the action phase has in the cup."""
    cup = record["actionCupNeutral"]
    _neutral_markers(board, cup, "cup")
    for turn, waiting in record["turnTrack"].items():
        _neutral_markers(board, waiting, f"track:{turn}")
        for power, names in waiting.get("power", {}).items():
            for name in names:
                take_named(board, power, name, f"track:{turn}")


def _neutral_markers(board: Board, waiting: Json, place: str) -> None:
    for _ in range(waiting.get("crisis", 0)):
        take(board, None, "crisis", place)
    for _ in range(waiting.get("civil-war-resolution", 0)):
        take(board, None, "civil-war-resolution", place)
    for power in waiting.get("home-front", ()):
        take(board, power, "home-front", place)
    for name in dict.fromkeys(waiting.get("scenario", ())):
        for _ in range(waiting["scenario"].count(name)):
            take(board, None, "scenario", place, name)
