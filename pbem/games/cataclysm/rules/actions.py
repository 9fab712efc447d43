"""8 The military actions that are no operations: builds, intervention, and the special ones; judged and done
here."""

from collections.abc import Sequence

from pbem.core.data.json_types import Json
from pbem.core.data.problems import Problem
from pbem.core.rules.requests import Asking
from pbem.core.rules.rulebook import rule

from ..board.board import Board, Turn
from .attack import Attack
from .china import aid_faction, open_to_line
from .civil_war import place_aid
from .deployment import deployment_problems
from .production import build, buildable, cost_of, plain_name
from .provocation import make_room
from .special_rules import (
    RHINELAND,
    may_go_to_abyssinia,
    may_leave_treaty,
)
from .supply import has_loc
from .targets import operation_problems


def cost_of_action(board: Board, power: str, play: Json) -> int:
    """How many military actions a play spends (8.0)."""
    act = play["act"]
    if act == "operation":
        return Attack(board, power, play).cost
    if act == "build":
        return sum(cost_of(board, name) for name in play["names"])
    if act == "abyssinia":
        return play.get("actions") or 1
    return 0 if act in ("forfeit", "end-treaty") else 1


@rule("8.0", "Military actions", also=("6.2", "6.5"))
def action_problems(board: Board, power: str, play: Json, left: int, targets: Sequence[str] = ()) -> list[Problem]:
    """8.0 Everything that is wrong with a military action, with `left` to spend; after a declaration of war
    only an operation that makes one of the `targets` the primary defender will do (6.2)."""
    act = play["act"]
    if targets and act != "operation":
        return [Problem("ca-only-operation", rule="6.2")]
    if act == "operation":
        problems = operation_problems(board, power, play, left)
        if not problems and targets and Attack(board, power, play).defender() not in targets:
            problems.append(Problem("ca-declared-on", rule="6.2", targets=", ".join(targets)))
        return problems
    problems = CHECKS[act](board, power, play)
    if not problems and cost_of_action(board, power, play) > left:
        cost = cost_of_action(board, power, play)
        problems.append(Problem("ca-actions", rule="8.3" if act == "build" else "8.0", cost=cost, left=left))
    return problems


# -- 8.3 -----------------------------------------------------------------------------------------------------


@rule("8.3", "Builds")
def build_problems(board: Board, power: str, play: Json) -> list[Problem]:
    """8.3 A belligerent power builds what its force pool holds; in 2018 one counter may go to the reserve,
    since 2022 none (fleets and fortresses wait on the turn track in both)."""
    if not board.is_belligerent(power):
        return [Problem("ca-not-belligerent", rule="8.3")]
    names = play["names"]
    pool, plain = buildable(board, power), [plain_name(name) for name in names]
    problems = [
        Problem("ca-cannot-build", rule="8.3", name=name)
        for name in dict.fromkeys(names)
        if names.count(name) > pool.get(name, 0) or plain.count(plain_name(name)) > pool[plain_name(name)]
    ]
    reserved = play.get("reserve")
    if reserved and reserved not in open_to_reserve(board, names):
        problems.append(Problem("ca-built-not-reserved", rule="8.3"))
    return problems


@rule("8.3", "Builds that may be reserved", also=("12.2.2",))
def open_to_reserve(board: Board, names: list[str]) -> list[str]:
    """8.3 Which of the counters that a military action builds may be reserved: none since 2022, none that waits on the
    turn track.  12.2.2 Nor the atomic bomb."""
    barred = (*board.parts.costs["nextTurn"], "a-bomb")
    return [] if board.is_2022 else [name for name in names if name not in barred]


def build_actions(t: Turn, power: str, play: Json) -> None:
    """8.3 The built counters go into the cup, one of them in 2018 into the reserve if wanted."""
    reserve = play.get("reserve")
    for name in play["names"]:
        to = "cup"
        if name == reserve:
            make_room(t, power)
            to, reserve = "reserve", None
        build(t, power, name, to)


# -- 8.5 -----------------------------------------------------------------------------------------------------


@rule("8.5", "Intervention", also=("11.2.1",))
def intervention_problems(board: Board, power: str, play: dict[str, str]) -> list[Problem]:
    """8.5 A line of communications to the area, an offensive to place, and one faction per patron and area.

    Ruling R-11.2-factions: the sentences on several markers and one faction hold in both editions.
    """
    area, side = play.get("area", ""), play.get("side")
    faction = aid_faction(board, area)
    if area not in board.civil_wars and not faction:
        name = board.area(area).name if board.has_area(area) else area
        return [Problem("ca-no-civil-war", rule="8.5", area=name)]
    problems = []
    name = board.area(area).name
    if faction:
        if side != faction:
            problems.append(Problem("ca-other-chinese-army", rule="11.4.4", area=name, faction=faction))
    elif side not in ("left", "right"):
        problems.append(Problem("ca-no-side", rule="8.5"))
    elif power in board.aid(area, "right" if side == "left" else "left"):
        problems.append(Problem("ca-other-faction", rule="11.2.1", area=name))
    if not has_loc(board, power, area, toward=area, through=open_to_line(board, faction) if faction else ()):
        problems.append(Problem("ca-no-line-to", rule="8.5", area=name))
    if not board.available(power, "offensive"):
        problems.append(Problem("ca-no-offensive", rule="8.5"))
    return problems


@rule("8.5", "Intervention")
def intervene(t: Turn, power: str, play: dict[str, str]) -> Asking[None]:
    """8.5 One aid marker is placed; those with an interest are provoked."""
    yield from place_aid(t, power, play["area"], play["side"])


def _deploy_problems(board: Board, power: str, play: Json) -> list[Problem]:
    return deployment_problems(board, power, play.get("moves") or [])


def _rhineland_problems(board: Board, power: str, play: dict[str, str]) -> list[Problem]:
    """8.0, 12.1.1 Edition 2022: a military action turns the marker, without a check."""
    if power == "germany" and board.is_2022 and board.in_play(RHINELAND):
        return []
    return [Problem("ca-no-rhineland", rule="12.1.1")]


def _abyssinia_problems(board: Board, power: str, play: Json) -> list[Problem]:
    """8.0, 12.1.2 Edition 2018: a military action; since 2022 a political one."""
    if not board.is_2022 and may_go_to_abyssinia(board, power):
        return []
    return [Problem("ca-no-abyssinia", rule="12.1.2")]


def _treaty_problems(board: Board, power: str, play: dict[str, str]) -> list[Problem]:
    """12.1.3 Japan may end the naval treaty between two military actions as well; that is none itself."""
    return [] if may_leave_treaty(board, power) else [Problem("ca-no-treaty-now", rule="12.1.3")]


CHECKS = {
    "end-treaty": _treaty_problems,
    "deploy": _deploy_problems,
    "build": build_problems,
    "intervene": intervention_problems,
    "rhineland": _rhineland_problems,
    "abyssinia": _abyssinia_problems,
    "forfeit": lambda board, power, play: [],
}
