"""What happened, and how each kind of fact changes the board.

A reducer applies a fact that a rule has already found to be right; it knows no rule.  Units stand in facts as tokens
(pieces.py), counts as integers, everything else as ids.
"""

from collections.abc import Callable, Iterable

from pbem.core.data.json_types import Json
from pbem.core.data.tables import beside
from pbem.core.rules.facts import Fact, Facts

from .board import TURN, Board
from .parts import FORCES
from .pieces import moored, ready
from .vocabulary import WORDS

FACTS = Facts(WORDS)
FACTS.narrative(beside(__file__, "narrative"))  # what tells the story and changes nothing
fact = FACTS.fact


# -- the frame of the turn -----------------------------------------------------------------------------------


@fact("turn-begun", "power round")
def turn_begun(board: Board, made: Fact) -> None:
    board.round, board.power, board.phase = made["round"], made["power"], "purchase"
    TURN.begin(board)
    board.bombed = []


FACTS.sets("phase-begun", "phase", "phase", to="phase")


@fact("game-ended", "winner why area?")
def game_ended(board: Board, made: Fact) -> None:
    board.result = {"winner": made["winner"], "why": made["why"], "rule": made["rule"]}


# -- money ---------------------------------------------------------------------------------------------------


@fact("money-changed", "nation by why")
def money_changed(board: Board, made: Fact) -> None:
    board.money[made["nation"]] += made["by"]


@fact("units-bought", "nation units cost")
def units_bought(board: Board, made: Fact) -> None:
    board.money[made["nation"]] -= made["cost"]
    board.bought[made["nation"]] = dict(made["units"])


FACTS.sets("recruits-raised", "count road", "recruits", to="count")


@fact("capital-plundered", "to amount from")
def capital_plundered(board: Board, made: Fact) -> None:
    board.money[made["from"]] -= made["amount"]
    board.money[made["to"]] += made["amount"]
    if made["to"] == "japan":
        board.plunder += made["amount"]


FACTS.sets("points-changed", "by total why", "vp", to="total")


@fact("complex-bombed", "area nation dice lost")
def complex_bombed(board: Board, made: Fact) -> None:
    board.money[made["nation"]] -= made["lost"]


# -- units ---------------------------------------------------------------------------------------------------


@fact("units-placed", "area units nation? recruits?")
def units_placed(board: Board, made: Fact) -> None:
    for token, count in made["units"].items():
        _add(board, made["area"], token, count)
    if made.get("nation") in board.bought:
        for token, count in made["units"].items():
            _used(board, made["nation"], token.partition("/")[2], count)
    board.recruits -= made.get("recruits", 0)


@fact("complex-built", "area nation")
def complex_built(board: Board, made: Fact) -> None:
    board.complexes = sorted([*board.complexes, made["area"]])
    _used(board, made["nation"], "industrial-complex", 1)


@fact("purchase-forfeited", "nation units")
def purchase_forfeited(board: Board, made: Fact) -> None:
    del board.bought[made["nation"]]


@fact("losses-agreed", "area how", tells=True)
def losses_agreed(board: Board, made: Fact) -> None:
    """Nothing changes: what falls is told by the facts that follow."""


@fact("units-removed", "area units why")
def units_removed(board: Board, made: Fact) -> None:
    for token, count in made["units"].items():
        _add(board, made["area"], token, -count)


@fact("units-changed", "area units:becoming")
def units_changed(board: Board, made: Fact) -> None:
    for token, count, key in made["units"]:
        _add(board, made["area"], token, -count)
        board.add(made["area"], token.partition("/")[0], key, count)


@fact("units-ready", "")
def units_ready(board: Board, made: Fact) -> None:
    """Every unit is as the next turn finds it; told once, because the pieces say which those are."""
    _become(board, FORCES, ready)


@fact("ships-done", "")
def ships_done(board: Board, made: Fact) -> None:
    """The ships that have moved this turn move no more; told once, because the pieces say which those are."""
    _become(board, board.forces(), moored)


@fact("units-moved", "path units:becoming attack?")
def units_moved(board: Board, made: Fact) -> None:
    origin, goal = made["path"][0], made["path"][-1]
    for token, count, key in made["units"]:
        _add(board, origin, token, -count)
        board.add(goal, token.partition("/")[0], key, count)
    if made.get("attack"):
        behind = made["path"][:-1] if board.parts.areas[goal].is_sea else made["path"][-2:-1]
        known = board.origins.get(goal, [])
        if new := [area for area in dict.fromkeys(behind) if area != goal and area not in known]:
            board.origins[goal] = known + new


@fact("units-loaded", "zone area ship count becomes cargo")
def units_loaded(board: Board, made: Fact) -> None:
    """`count` ships take the same `cargo` each, from `area`."""
    _add(board, made["zone"], made["ship"], -made["count"])
    board.add(made["zone"], made["ship"].partition("/")[0], made["becomes"], made["count"])
    for token, count in made["cargo"].items():
        _add(board, made["area"], token, -count * made["count"])


@fact("fighters-on-deck", "zone area ship count becomes cargo")
@fact("units-landed", "zone area ship count becomes cargo")
def units_landed(board: Board, made: Fact) -> None:
    """`count` ships put `cargo` each ashore in `area`."""
    _add(board, made["zone"], made["ship"], -made["count"])
    board.add(made["zone"], made["ship"].partition("/")[0], made["becomes"], made["count"])
    for token, count in made["cargo"].items():
        _add(board, made["area"], token, count * made["count"])


def _declare(declared: list[Json], new: Json) -> None:
    """Put what is declared for a zone behind what is declared for it already, so that a position, which names zone by
    zone what is declared, gives the same list back."""
    same = [place for place, one in enumerate(declared) if one["zone"] == new["zone"]]
    declared.insert(same[-1] + 1 if same else len(declared), new)


@fact("landing-declared", "zone area force ship count becomes cargo")
def landing_declared(board: Board, made: Fact) -> None:
    """`count` ships will put `cargo` each ashore; they keep it until then, marked as having done their unloading."""
    board.add(made["zone"], made["force"], made["ship"], -made["count"])
    board.add(made["zone"], made["force"], made["becomes"], made["count"])
    kept = ("zone", "area", "force", "count", "cargo")
    _declare(board.landings, {**{key: made[key] for key in kept}, "ship": made["becomes"]})


@fact("landing-ended", "area zone")
def landing_ended(board: Board, made: Fact) -> None:
    board.landings = [one for one in board.landings if (one["zone"], one["area"]) != (made["zone"], made["area"])]


@fact("bombardment-declared", "zone area units")
def bombardment_declared(board: Board, made: Fact) -> None:
    _declare(board.bombard, {key: made[key] for key in ("zone", "area", "units")})


# -- combat ---------------------------------------------------------------------------------------------------


@fact("flight-over-guns", "area to units group")
def flight_over_guns(board: Board, made: Fact) -> None:
    board.flights.append({key: made[key] for key in ("area", "to", "units", "group")})


@fact("flights-done", "")
def flights_done(board: Board, made: Fact) -> None:
    board.flights = []


@fact("raid-declared", "area", tells=True)
def raid_declared(board: Board, made: Fact) -> None:
    board.raids.append(made["area"])


@fact("raid-ended", "area")
def raid_ended(board: Board, made: Fact) -> None:
    board.raids.remove(made["area"])
    board.bombed.append(made["area"])


FACTS.sets("program-given", "area program", "programs", to="program", by="area")


FACTS.sets("battles-ordered", "areas", "battles", to="areas")


@fact("battle-begun", "area")
def battle_begun(board: Board, made: Fact) -> None:
    board.fought.append(made["area"])


@fact("kamikazes-declared", "attacks")
def kamikazes_declared(board: Board, made: Fact) -> None:
    board.divine = []
    for one in made["attacks"]:
        _declare(board.divine, dict(one))
    board.kamikazes -= sum(one["count"] for one in made["attacks"])


@fact("kamikazes-done", "zone")
def kamikazes_done(board: Board, made: Fact) -> None:
    board.divine = [one for one in board.divine if one["zone"] != made["zone"]]


# -- control ---------------------------------------------------------------------------------------------------


def capital(board: Board, made: Fact) -> list[str]:
    """The area that changes hands, if it is a capital."""
    return [made["area"]] if board.parts.areas[made["area"]].capital_of else []


@fact("control-changed", "area to before", due={"spoils": lambda board, made: [made["area"]], "capital": capital})
def control_changed(board: Board, made: Fact) -> None:
    board.control[made["area"]] = made["to"]
    if made["area"] not in board.taken:
        board.taken.append(made["area"])


FACTS.sets("convoy-changed", "zone to before", "markers", to="to", by="zone")


@fact("capital-taken", "area power round")
def capital_taken(board: Board, made: Fact) -> None:
    board.captures.append({"capital": made["area"], "by": made["power"], "round": made["round"]})


@fact("capital-freed", "area", tells=True)
def capital_freed(board: Board, made: Fact) -> None:
    board.captures = [one for one in board.captures if one["capital"] != made["area"]]


def _used(board: Board, nation: str, type: str, count: int) -> None:
    """So many units of what a nation has bought are placed."""
    left = board.bought[nation]
    left[type] -= count
    if not left[type]:
        del left[type]
    if not left:
        del board.bought[nation]


def _become(board: Board, forces: Iterable[str], becomes: Callable[[str], str]) -> None:
    """Every piece of the forces becomes what a function makes of its key."""
    for area, force, old, new, count in list(board.changing(becomes, forces)):
        board.add(area, force, old, -count)
        board.add(area, force, new, count)


def _add(board: Board, area: str, token: str, count: int) -> None:
    force, _, key = token.partition("/")
    board.add(area, force, key, count)
