"""4 Economics: collecting, converting and building; one form a power and turn."""

from pbem.core.data.collecting import grouped
from pbem.core.data.json_types import Json
from pbem.core.rules.rulebook import rule

from ..board.board import Board, Turn
from .america import BOMB
from .commitment import counter_name
from .provocation import make_room
from .resources import resources_in_reach
from .soviets import is_passive

REFIT = "refit-fleet"
FLAGS = ("il-duce", "flag")  # as the box names them, the better one first


# -- 4.4 resources ---------------------------------------------------------------------------------------------


@rule("4.4.1", "Transferred resources")
def collectable(board: Board, power: str) -> list[Json]:
    """4.4.1, 4.4.2 What the power collects: its own resources less those it gives away, and those given to it."""
    found = resources_in_reach(board, power)
    for gift in board.special.get("transfers", ()):
        if power == "usa":
            place = next((n for n, each in enumerate(found) if _is_gift(each, gift)), None)
            found = [each for n, each in enumerate(found) if n != place]
        elif gift["to"] == power and gift["arrives"]:
            found.append({"area": gift["area"], "kind": gift["kind"], "limited": False, "from": "usa"})
    return found


@rule("4.4.2", "More resources than markers", also=("4.4", "2.3.8"))
def collected(resources: list[Json], left: list[str], markers: int) -> list[Json]:
    """4.4.2 Those of the resources that are collected with so many markers: not what is `left` (areas: the limited
    resource, or in an area without one the others); of too many the printed before the limited, industrial ones first,
    in the order of the map (ruling R-4.4.2-excess).  A limited resource that is not collected stays (4.4)."""
    limited = {each["area"] for each in resources if each["limited"]}
    wanted = [
        place
        for place, each in enumerate(resources)
        if each["area"] not in left or (each["area"] in limited and not each["limited"])
    ]
    wanted.sort(key=lambda place: (resources[place]["limited"], resources[place]["kind"] != "industrial"))
    return [resources[place] for place in sorted(wanted[:markers])]


def _is_gift(resource: Json, gift: Json) -> bool:
    return not resource["limited"] and (resource["area"], resource["kind"]) == (gift["area"], gift["kind"])


def boxed(board: Board, power: str) -> dict[str, list[str]]:
    """{name: ids} of the counters in the power's production box."""
    return grouped((name_of(board, id), id) for id in board.counters_at("box", power))


def box_names(board: Board, power: str) -> list[str]:
    """What the box holds that may be reserved: not the atomic bomb (12.2.2), nor, by Collective Security in 2018,
    offensives (12.3)."""
    barred = {"a-bomb", *["offensive"] * (is_passive(board, power) and not board.is_2022)}
    return [name for name in boxed(board, power) if name not in barred]


def name_of(board: Board, id: str) -> str:
    """flag, il-duce, offensive, resource, army, upgrade-tank …"""
    counter = board.counter(id)
    if counter.type == "offensive":
        return "resource" if id in board.upgraded else "offensive"
    if counter.type == "flag":
        return counter.kind or "flag"
    return counter_name(board, id) if counter.is_unit or counter.type in ("upgrade", "marker") else counter.type


# -- 4.6 building ----------------------------------------------------------------------------------------------


@rule("4.6", "Build costs", also=("12.1.2", "12.2.1"))
def cost_of(board: Board, name: str) -> int:
    """4.6 Builds for a counter; a fleet with the Dreadnought Refit costs one less."""
    costs = board.parts.costs
    if name == REFIT:
        return costs["fleet"] - 1  # the a-bomb is one of the others (12.2.2)
    return costs["upgrade"] if name.startswith("upgrade-") else costs.get(name, costs["other"])


@rule("4.6", "What can be built")
def buildable(board: Board, power: str) -> dict[str, int]:
    """4.6 {name: number} of the unbuilt units and upgrade markers of the force pool; refit-fleet while the
    marker lasts."""
    found = {}
    for id in board.available(power):
        counter = board.counter(id)
        if counter.is_unit or counter.type == "upgrade" or id == BOMB:
            found[counter_name(board, id)] = found.get(counter_name(board, id), 0) + 1
    if found.get("fleet") and refit_marker(board, power):
        found[REFIT] = 1
    return found


def plain_name(name: str) -> str:
    """What is built: a fleet, with the Dreadnought Refit too."""
    return "fleet" if name == REFIT else name


def refit_marker(board: Board, power: str) -> str | None:
    """The Dreadnought Refit marker if it is available, else None."""
    return next((id for id in board.available(power, "marker") if board.counter(id).kind == "dreadnought-refit"), None)


@rule("4.5", "Conversion")
def left_for_builds(resources: int, plan: Json) -> int:
    """4.5 Each resource marker is an offensive, kept, or for builds: those for builds; below 0 more are used than are
    there."""
    return resources - plan["offensives"] - plan.get("keep", 0)


@rule("4.6", "Builds of the resources", also=("4.1", "4.5"))
def builds_of(board: Board, power: str, resources: int) -> int:
    """4.5, 4.6 Resources times the conversion rate, rounded down."""
    made, needed = board.column(power)["buildsPerResource"]
    return resources * made // needed


@rule("4.6", "Construction", also=("8.3",))
def build(t: Turn, power: str, name: str, to: str | None = None) -> None:
    """4.6 One counter into the box; fleets and fortresses onto the next turn (`to`: another place, 8.3)."""
    board = t.board
    plain = plain_name(name)
    id = next(id for id in board.available(power) if counter_name(board, id) == plain)
    if name == REFIT:
        t.emit("counter-removed", power=power, counter=refit_marker(board, power), why="refit", rule="12.1.2")
    place = next_turn_place(board) if plain in board.parts.costs["nextTurn"] else (to or "box")
    t.emit("unit-built", power=power, counter=id, cost=cost_of(board, name), to=place)


def next_turn_place(board: Board) -> str:
    turns = board.parts.turns
    return f"track:{turns[min(turns.index(board.turn) + 1, len(turns) - 1)]}"


# -- 4.2 the whole of it ---------------------------------------------------------------------------------------


def production_about(board: Board, power: str) -> Json:
    """What the question of production states."""
    resources = collectable(board, power)
    markers = len(board.available(power, "offensive"))
    kept = len(boxed(board, power).get("resource", ()))
    return {
        "resources": resources,
        "markers": markers,
        "kept": kept,
        "boxed": box_names(board, power),
        "rate": list(board.column(power)["buildsPerResource"]),
        "war": board.is_belligerent(power),
    }


@rule("4.2", "Production sequence", also=("4.4.2", "4.5", "4.7"))
def produce(t: Turn, power: str, plan: Json) -> None:
    """4.2 a collect, b convert, c construct, d war offensives, in this order (e: the damage of all goes at the end)."""

    board = t.board
    offered, left = collectable(board, power), plan.get("leave", [])
    markers = board.available(power, "offensive")
    resources = collected(offered, left, len(markers))
    lost = sum(not each["limited"] for each in offered) - sum(not each["limited"] for each in resources)
    t.emit(
        "resources-collected",
        power=power,
        resources=resources,
        counters=markers[: len(resources)],
        lost=lost,
        rule="4.4.2",
    )
    for each in resources:
        if each["limited"]:
            t.emit("limited-resource-removed", area=each["area"], why="collected", rule="4.4")
    _convert(t, power, plan)
    for name in plan["build"]:
        build(t, power, name)
    _war_offensives(t, power, resources)
    if plan.get("reserve"):
        reserve_from_box(t, power, plan["reserve"])
    t.emit("production-done", power=power)


def _convert(t: Turn, power: str, plan: Json) -> None:
    """4.5 Resource markers flip to offensives or are spent for builds; one may be kept."""
    found = boxed(t.board, power).get("resource", [])
    offensives = found[: plan["offensives"]]
    spent = found[plan["offensives"] :][: left_for_builds(len(found), plan)]
    builds = builds_of(t.board, power, len(spent))
    t.emit("resources-converted", power=power, offensives=offensives, spent=spent, builds=builds, rule="4.5")
    unused = builds - sum(cost_of(t.board, name) for name in plan["build"])
    if unused:
        t.emit("builds-forfeited", power=power, builds=unused, rule="4.6")


@rule("4.7", "War offensives")
def _war_offensives(t: Turn, power: str, resources: list[Json]) -> None:
    """4.7 A belligerent power gains an offensive for each industrial resource collected this turn."""
    if not t.board.is_belligerent(power):
        return
    count = sum(1 for each in resources if each["kind"] == "industrial")
    markers = t.board.available(power, "offensive")[:count]
    if markers:
        t.emit("offensives-gained", power=power, counters=markers, to="box", why="war")


@rule("3.2.4", "Reserving is part of a plan made at the same time as all")
def reserves_at_once(board: Board) -> bool:
    """3.2.4 What lies in the box in the end is reserved in a step of its own; where all produce at the same time
    (3.2.3, design note), with the plan."""
    return bool(board.option("production") == "simultaneous")


@rule("3.2.4", "Reserving a counter of the box", also=("3.4",))
def reserve_from_box(t: Turn, power: str, name: str) -> None:
    """3.2.4 The first counter called `name` of the power's box goes to its reserve."""
    found = boxed(t.board, power).get(name)
    if found:
        make_room(t, power)
        t.emit("counter-reserved", power=power, counter=found[0])
