"""Rules that a scenario page adds, named by their op in the scenario file: counters of its own, a commitment raised."""

from pbem.core.rules.rulebook import rule

from ..board.board import Turn
from .setup import marker_id
from .victory import end_game
from .wars import global_end


@rule("3.7", "Counters of the scenario")
def scenario_counter(t: Turn, counter: str) -> None:
    """A counter that only the scenario has is drawn: what its file lists happens, and the counter leaves the cup."""
    board = t.board
    kind = board.counter(counter).kind
    record = board.parts.scenario["scenarioCounters"][kind]
    t.emit("scenario-counter-resolved", counter=counter, kind=kind)
    t.emit("counter-removed", power=None, counter=counter, why="scenario")
    for effect in record["whenDrawn"]:
        EFFECTS[effect["op"]](t, effect, kind)


def _war_status(t: Turn, effect: dict[str, str], kind: str) -> None:
    """5.6.5 The war status marker is turned to Global War, once."""
    if t.board.war_status != effect["to"]:
        t.emit("war-status-changed", to=effect["to"], ends=global_end(t.board), rule="5.6.5")


def _place_marker(t: Turn, effect: dict[str, str], kind: str) -> None:
    t.emit(
        "marker-changed", marker=marker_id(t.board, effect["marker"]), to=effect["area"], why="scenario", rule="12.2.2"
    )


def _end_game(t: Turn, effect: dict[str, str], kind: str) -> None:
    """1.6 The last counter of the kind ends the game."""
    left = [
        id for id, counter in t.board.parts.counters.items() if counter.kind == kind and t.board.at(id) != "removed"
    ]
    if not left:
        end_game(t, "scenario")


EFFECTS = {"war-status": _war_status, "place-marker": _place_marker, "end-game": _end_game}
