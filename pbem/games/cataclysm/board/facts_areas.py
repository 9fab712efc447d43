"""What can happen on the map: units, control and bases, resources, civil wars and aid (11), China (11.4): fact type ->
reducer."""

from pbem.core.rules.facts import Fact

from .board import Board
from .recording import put, put_back, recorder, set_coast, turn_up

FACTS = recorder()
fact = FACTS.fact


# -- units on the map ------------------------------------------------------------------------------------------


@fact("unit-placed", "power unit area coast", due=("markers",))
def unit_placed(board: Board, made: Fact) -> None:
    put(board, made["unit"], made["area"])
    set_coast(board, made["unit"], made.get("coast"))


@fact("unit-moved", "to coast why from power unit side?", due=("markers",))  # side: which side was up, where it is told
def unit_moved(board: Board, made: Fact) -> None:
    put(board, made["unit"], made["to"])
    set_coast(board, made["unit"], made.get("coast"))


@fact("unit-destroyed", "why power:id~ unit side? area")  # to the force pool; a minor army leaves the game
def unit_destroyed(board: Board, made: Fact) -> None:
    put_back(board, made["unit"], "available" if made["power"] else "removed")


@fact("unit-withdrawn", "area to why power unit side")  # to the cup (8.4.1, 2.2.4)
def unit_withdrawn(board: Board, made: Fact) -> None:
    put_back(board, made["unit"], made["to"])


@fact("unit-upgraded", "power unit marker")
def unit_upgraded(board: Board, made: Fact) -> None:
    turn_up(board, made["unit"], True)
    put(board, made["marker"], "available")


@fact("unit-reduced", "why power unit side area")  # an upgraded unit flips back
def unit_reduced(board: Board, made: Fact) -> None:
    turn_up(board, made["unit"], False)


# -- areas -----------------------------------------------------------------------------------------------------


@fact(
    "control-changed", "area power:id~ from:id~ by:id~ cubes why points", due=("units", "markers", "falls")
)  # cubes {power or neutral: number}, {} for none
def control_changed(board: Board, made: Fact) -> None:
    _remember_country(board, made["area"], made["cubes"])
    if made["cubes"]:
        board.cubes[made["area"]] = dict(made["cubes"])
    else:
        board.cubes.pop(made["area"], None)


@fact("cubes-changed", "area power cubes why points", due=("markers",))  # of an area that its power controlled before
def cubes_changed(board: Board, made: Fact) -> None:
    control_changed(board, made)


def _remember_country(board: Board, area: str, cubes: dict[str, int]) -> None:
    """5.5.4 Edition 2018: a home area that bears a neutral cube after its power has fallen is a country for good."""
    printed = board.area(area)
    if board.is_2022 or printed.status != "home" or board.is_active(printed.owner):
        return
    if "neutral" in cubes or board.neutral_cubes(area):
        board.special["countries"] = sorted({*board.special.get("countries", ()), area})


@fact("base-changed", "area owner from", due=("units",))  # owner a power, "unowned", or None: the base is removed
def base_changed(board: Board, made: Fact) -> None:
    if made["owner"]:
        board.bases[made["area"]] = made["owner"]
    else:
        board.bases.pop(made["area"], None)


@fact("limited-resource-placed", "area kind")
def limited_resource_placed(board: Board, made: Fact) -> None:
    board.limited = sorted({*board.limited, made["area"]})


@fact("limited-resource-removed", "area why")
def limited_resource_removed(board: Board, made: Fact) -> None:
    board.limited = [area for area in board.limited if area != made["area"]]


@fact("resource-damaged", "area")
def resource_damaged(board: Board, made: Fact) -> None:
    board.damage[made["area"]] = board.damage.get(made["area"], 0) + 1


@fact("damage-repaired", "areas")
def damage_repaired(board: Board, made: Fact) -> None:
    board.damage = {}


@fact("civil-war-begun", "area", due=("units",))
def civil_war_begun(board: Board, made: Fact) -> None:
    board.civil_wars = sorted({*board.civil_wars, made["area"]})
    board.influence = [area for area in board.influence if area != made["area"]]


@fact("civil-war-ended", "area winner influence?")  # influence True flips the marker
def civil_war_ended(board: Board, made: Fact) -> None:
    board.civil_wars = [area for area in board.civil_wars if area != made["area"]]
    if made.get("influence"):
        board.influence = sorted({*board.influence, made["area"]})


@fact("influence-removed", "area")
def influence_removed(board: Board, made: Fact) -> None:
    board.influence = [area for area in board.influence if area != made["area"]]


@fact("aid-placed", "power area side counter")
def aid_placed(board: Board, made: Fact) -> None:
    put(board, made["counter"], f"aid:{made['area']}:{made['side']}")


@fact("aid-removed", "power area counters why")
def aid_removed(board: Board, made: Fact) -> None:
    for counter in made["counters"]:
        put(board, counter, "available")


@fact("influence-held", "power area counter")
def influence_held(board: Board, made: Fact) -> None:
    put(board, made["counter"], f"influence:{made['area']}")


@fact("marker-changed", "marker to why")  # a global or special marker enters, moves or leaves play
def marker_changed(board: Board, made: Fact) -> None:
    put(board, made["marker"], made["to"])


# -- China -----------------------------------------------------------------------------------------------------


@fact("chinese-war-turned", "status areas")  # active or inactive, with the garrisoned areas that make it so
def chinese_war_turned(board: Board, made: Fact) -> None:
    board.special["china"] = made["status"]


@fact("chinese-war-ended", "winner")  # the faction that is left
def chinese_war_ended(board: Board, made: Fact) -> None:
    board.special["china"] = "ended"


@fact("chinese-army-placed", "army faction area", due=("units", "markers"))
def chinese_army_placed(board: Board, made: Fact) -> None:
    put(board, made["army"], made["area"])


@fact("chinese-army-removed", "army faction area why", due=("markers",))
def chinese_army_removed(board: Board, made: Fact) -> None:
    put(board, made["army"], "storage")


@fact("chinese-army-turned", "army by faction area", due=("units", "markers"))  # the counter shows the other faction
def chinese_army_turned(board: Board, made: Fact) -> None:
    put(board, made["army"], "storage")
    put(board, made["by"], made["area"])


@fact("chinese-army-moved", "army faction from to aid", due=("units", "markers"))  # a retreat; its aid goes with it
def chinese_army_moved(board: Board, made: Fact) -> None:
    put(board, made["army"], made["to"])
    for counter in made["aid"]:
        put(board, counter, f"aid:{made['to']}:{made['faction']}")
