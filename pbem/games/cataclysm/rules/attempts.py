"""3.3 and 6 Which political actions may be attempted: what is wrong with a plan, and every plan that is legal."""

from collections.abc import Iterable

from pbem.core.data.json_types import Json
from pbem.core.data.problems import Problem
from pbem.core.rules.requests import Ask
from pbem.core.rules.rulebook import rule

from ..board.board import Board
from . import china
from .alliances import partners_for, war_bars
from .america import keeps_apart
from .commitment import added_problems, counted_problems, increase_barred, reserved_problems
from .declaration import after_declaration
from .interests import has_interest
from .military import action_about, as_ordered
from .possible_operations import has_military_action, possible_against
from .special_rules import special_actions, stresa_bars
from .wars import trade_bars


def possible_actions(board: Board, power: str, acts: Iterable[str] = ()) -> list[Json]:
    """Every political action, of all kinds or some, that may be attempted now, as plans; a declaration of war has one
    target each."""
    plans = (plan for act in acts or ACTS for plan in _imaginable(board, power, act))
    return [plan for plan in plans if not action_problems(board, power, plan)]


def _imaginable(board: Board, power: str, act: str) -> list[Json]:
    """The plans of one kind of political action, legal or not."""
    if act == "alliance":
        partners = partners_for(board, power)
        return [{"act": act, "partners": partners}] if partners else []
    if act == "declare-war":
        return [{"act": act, "targets": [other]} for other in board.opposing(power)]
    if act == "pressure":
        return [{"act": act, "power": other} for other in board.active()]
    if act == "special":
        return [{"act": act, "name": name} for name in special_actions(board, power)]
    if act == "diplomacy":
        return [{"act": act, "area": area} for area in board.parts.areas if board.is_country(area)]
    return [{"act": act}]


@rule("3.3", "What may be attempted", also=("6.0",))
def action_problems(board: Board, power: str, plan: Json) -> list[Problem]:
    """Why an attempt is not allowed, as Problems; since 2022 also what could change nothing (3.3, ruling
    R-3.3-no-effect)."""
    return PROBLEMS[plan["act"]](board, power, plan)


@rule("6.1", "Who may form an alliance", also=("6.1.1", "6.1.3", "12.2.2"))
def _alliance_problems(board: Board, power: str, plan: Json) -> list[Problem]:
    if board.allies(power):
        return [Problem("ca-allied-already", rule="6.1.1", power=power)]
    allowed, partners = partners_for(board, power), plan["partners"]
    if any(keeps_apart(board, each) for each in (power, *partners)):
        return [Problem("ca-lend-lease-alliance", rule="12.2.2")]
    wrong = [each for each in partners if each not in allowed]
    if wrong:
        return [Problem("ca-partner", rule="6.1", power=power, partner=each) for each in wrong]
    if _joins(board, power):
        partners = allowed
    barred = war_bars(board, power, partners)
    return [Problem("ca-alliance-war", rule="6.1.3", powers=", ".join(barred))] if barred else []


def _joins(board: Board, power: str) -> bool:
    """6.1.1: an alliance of its ideology exists that it could join."""
    return bool(board.alliances.get(board.ideology(power)))


@rule("6.2", "Who may declare war on whom")
def declaration_problems(board: Board, power: str, targets: list[str]) -> list[Problem]:
    """6.2 What bars a declaration of war on these powers, whatever operation is to follow."""
    found = []
    if not board.may_make_war(power):
        found.append(Problem("ca-not-at-war-footing", rule="6.2", power=power, commitment=board.commitment(power)))
    for target in targets:
        if not board.is_active(target) or not board.is_opposing(power, target) or board.is_enemy(power, target):
            found.append(Problem("ca-war-target", rule="6.2", power=power, target=target))
    apart = [each for each in targets[1:] if each not in board.allies(targets[0])]
    if apart and board.option("joint-declaration") != "any":
        found.append(Problem("ca-war-targets-apart", rule="6.2", targets=", ".join(targets)))
    if trade_bars(board, power, targets):
        found.append(Problem("ca-trade-war", rule="12.2.2"))
    return found


@rule("6.2", "Declarations of war", also=("3.3",))
def _war_problems(board: Board, power: str, plan: Json) -> list[Problem]:
    """6.2 The powers, and the operation that is named, or that must be possible."""
    targets = plan["targets"]
    return declaration_problems(board, power, targets) or _war_operation_problems(board, power, plan, targets)


@rule("6.2", "The operation of a declaration", also=("3.3",))
def _war_operation_problems(board: Board, power: str, plan: Json, targets: list[str]) -> list[Problem]:
    """6.2, 3.3 A named operation must be legal once war is declared (declaration.py); since 2022 there must be one that
    could follow (ruling R-3.3-no-effect)."""
    if plan.get("operation"):
        about = {"left": 1, "source": "declaration", "targets": targets}
        ask = Ask("military-action", power, about=about, rule="6.2")
        return as_ordered().check(after_declaration(board, power, targets), ask, plan["operation"])
    if board.is_2022 and not possible_against(after_declaration(board, power, targets), power, targets):
        return [Problem("ca-no-war-operation", rule="3.3", targets=", ".join(targets))]
    return []


@rule("6.3", "Targets of diplomacy", also=("12.1", "2.2.8"))
def _diplomacy_problems(board: Board, power: str, plan: dict[str, str]) -> list[Problem]:
    area = plan["area"]
    if area not in board.parts.areas:
        return [Problem("ca-unknown-area", rule="2.1", area=area)]
    name, found = board.area(area).name, []
    if not board.is_country(area):
        return [Problem("ca-not-a-country", rule="2.2.5", area=name)]
    if board.controller(area) == power:
        return [Problem("ca-own-country", rule="6.3", power=power, area=name)]
    if board.area(area).remote:
        found.append(Problem("ca-remote-area", rule="2.2.8", area=name))
    if board.is_garrisoned(area):
        found.append(Problem("ca-garrisoned", rule="6.3", area=name))
    if area in board.civil_wars:
        found.append(Problem("ca-civil-war-there", rule="6.3", area=name))
    if china.diplomacy_barred(board, area):
        found.append(Problem("ca-chinese-army-there", rule="11.4.3", area=name))
    if not has_interest(board, power, area):
        found.append(Problem("ca-no-interest", rule="5.1", power=power, area=name))
    if stresa_bars(board, power, area):
        found.append(Problem("ca-stresa", rule="12.1", power=power, area=name))
    return found


@rule("6.4", "When commitment may be increased")
def _increase_problems(board: Board, power: str, plan: Json) -> list[Problem]:
    barred = increase_barred(board, power)
    if barred:
        return [Problem(barred[0], rule=barred[1])]
    found, counted = [], plan.get("count") or ()
    if plan.get("add"):
        found += added_problems(board, power, plan["add"])
    found += counted_problems(board, power, counted)
    return found + (reserved_problems(board, power, counted) if plan.get("reserve") else [])


@rule("6.5", "When maneuvers may be tried", also=("3.3",))
def _maneuvers_problems(board: Board, power: str, plan: Json) -> list[Problem]:
    """6.5 The military action is chosen after the check; one that is named in advance must be legal as things stand.
    3.3 Since 2022 some military action must be possible (ruling R-3.3-no-effect)."""
    if "action" not in plan:
        idle = board.is_2022 and not has_military_action(board, power)
        return [Problem("ca-no-maneuvers", rule="3.3")] if idle else []
    return as_ordered().check(board, Ask("military-action", power, about=action_about(1, "maneuvers")), plan["action"])


@rule("6.6", "Who may be put under pressure")
def _pressure_problems(board: Board, power: str, plan: dict[str, str]) -> list[Problem]:
    """6.6 Another power that is active and no enemy; since 2022 one of the two must be belligerent (R-6.6-target)."""
    target = plan["power"]
    if target == power or not board.is_active(target) or board.is_enemy(power, target):
        return [Problem("ca-pressure-target", rule="6.6", target=target)]
    if not board.is_2022:
        return []
    found = []
    if not board.is_belligerent(power) and not board.is_belligerent(target):
        found.append(Problem("ca-pressure-peace", rule="6.6", power=power, target=target))
    if not board.available(target, "flag"):
        found.append(Problem("ca-no-flag-to-gain", rule="3.3", target=target))
    return found


@rule("6.7", "When propaganda may be tried")
def _propaganda_problems(board: Board, power: str, plan: dict[str, str]) -> list[Problem]:
    if board.is_2022 and board.powers[power]["stability"] == "steady":
        return [Problem("ca-steady", rule="6.7", power=power)]
    return []


@rule("6.8", "Which special actions there are")
def _special_problems(board: Board, power: str, plan: dict[str, str]) -> list[Problem]:
    names = special_actions(board, power)
    if plan["name"] in names:
        return []
    return [Problem("ca-no-special", rule="6.8", power=power, name=plan["name"])]


PROBLEMS = {  # in the order in which they are offered
    "increase-commitment": _increase_problems,
    "maneuvers": _maneuvers_problems,
    "propaganda": _propaganda_problems,
    "alliance": _alliance_problems,
    "declare-war": _war_problems,
    "pressure": _pressure_problems,
    "special": _special_problems,
    "diplomacy": _diplomacy_problems,
}
ACTS = tuple(PROBLEMS)
