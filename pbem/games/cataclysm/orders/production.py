"""The production plan of a power (4.2): offensives, builds, what is left and what is kept."""

from collections import Counter
from typing import Any

from pbem.core.data.json_types import Json
from pbem.core.data.problems import ODD, Problem, refusals
from pbem.core.data.shapes import record
from pbem.core.data.text import counted
from pbem.core.language.fields import Name, Names, Number
from pbem.core.language.form import Form
from pbem.core.language.order_context import NOTHING, OrderContext
from pbem.core.language.rng import Rng
from pbem.core.rules.requests import Ask

from ..board.board import Board
from ..board.printed import Say, plural
from ..rules.commitment import PREFERENCE
from ..rules.production import (
    FLAGS,
    REFIT,
    buildable,
    builds_of,
    collected,
    cost_of,
    left_for_builds,
    plain_name,
    reserves_at_once,
)
from ..rules.soviets import is_passive
from .decision import Decision
from .unit_fields import Counted

PARTS = ("build", "leave", "keep", "reserve")
ONCE = ("offensives", "keep", "reserve")
NEVER_BOXED = ("fleet", REFIT, "fortress", "a-bomb")  # they wait on the turn track or lie on the map


def resources_of(scope: OrderContext) -> int:
    """Resource markers in the box, by the lines so far."""
    return PRODUCE.resources(scope.ask, _plan(scope))


def _plan(scope: OrderContext) -> Json:
    """What the lines before have planned; a menu knows of none."""
    return scope.state or PRODUCE.join([])


def _is_fit(scope: OrderContext, **more: Any) -> bool:
    """Whether a plan may say more than the lines before have."""
    plan = PRODUCE.join([*PRODUCE.split(_plan(scope)), more])
    return not refusals(PRODUCE.problems(scope.board, scope.ask, plan))


def numbers(scope: OrderContext) -> list[int]:
    """How many resources may become offensives, beside what the lines before build."""
    if is_passive(scope.board, scope.power):
        return [0]
    return [number for number in range(resources_of(scope) + 1) if _is_fit(scope, offensives=number)]


def keeping(scope: OrderContext) -> list[int]:
    """Whether a resource can be kept, beside what the lines before spend."""
    return [1] if _is_fit(scope, keep=1) else []


def areas_to_leave(scope: OrderContext) -> list[str]:
    """Areas whose resource need not be collected, and is not spent by the lines before."""
    named = _plan(scope).get("leave", [])
    areas = dict.fromkeys(one["area"] for one in scope.about["resources"] if one["area"])
    return [area for area in areas if area not in named and _is_fit(scope, leave=[area])]


class Unspent(Names):
    """Areas of which together no more is left than the lines before have not spent."""

    def pick(self, scope: OrderContext, draw: Rng) -> Any:
        chosen = []
        for area in draw.some(self.domain(scope)):
            if _is_fit(scope, leave=[*chosen, area]):
                chosen.append(area)
        return chosen or NOTHING


def in_stock(scope: OrderContext) -> list[str]:
    return [name for name, number in buildable(scope.board, scope.power).items() if number]


def some_builds(scope: OrderContext, draw: Rng) -> Any:
    """Random counters for what the resources make; now and then a fleet is refitted."""
    board, power, plan = scope.board, scope.power, _plan(scope)
    left = builds_of(board, power, max(0, resources_of(scope) - plan["offensives"] - plan.get("keep", 0)))
    left -= sum(cost_of(board, name) for name in plan["build"])
    stock, chosen = buildable(board, power), []
    for name in plan["build"]:
        stock[plain_name(name)] = stock.get(plain_name(name), 0) - 1
    refit = stock.pop(REFIT, 0) > 0
    while names := [name for name in sorted(stock) if stock[name] > 0 and cost_of(board, name) <= left]:
        name = draw.choice(names)
        stock[name], left = stock[name] - 1, left - cost_of(board, name)
        chosen.append(name)
    if refit and "fleet" in chosen and draw.below(2):
        chosen[chosen.index("fleet")] = REFIT
    return chosen or NOTHING


def in_the_box(scope: OrderContext) -> list[str]:
    """Counters that may be reserved: in a menu whatever may come into the box; none where that is asked later."""
    if not reserves_at_once(scope.board):
        return []
    plan = scope.state or {"offensives": 1, "keep": 1, "build": in_stock(scope)}
    return list(dict.fromkeys(PRODUCE.boxed(scope.board, scope.ask, plan)))


def reserve() -> Name:
    return Name("build", "counter", of=in_the_box, checked_by_rules=True)


class Produce(Decision):
    """4.2 A production plan: {"offensives", "build": [names], "leave": [areas], "keep": 0 or 1, "reserve": name}; a
    line for each part of it."""

    name = "produce"
    forms = (
        Form("offensives OFFENSIVES", weight=4, offensives=Number(of=numbers, checked_by_rules=True)),
        Form("construct BUILD", weight=6, build=Counted("build", of=in_stock, some=some_builds)),
        Form("leave LEAVE", leave=Unspent("area", of=areas_to_leave, checked_by_rules=True)),
        Form("keep KEEP", keep=Number(of=keeping, checked_by_rules=True)),
        Form("keep in reserve RESERVE", weight=3, reserve=reserve()),
        Form("keep RESERVE in reserve", name="keep it in reserve", weight=0, reserve=reserve()),
    )

    def fill(self, scope: OrderContext) -> None:
        """What is one number or one counter is said once."""
        for name in ONCE:
            if name in scope.values and any(name in item for item in scope.items):
                scope.refuse("said-twice", name=name)

    def join(self, items: list[Json]) -> Json:
        return self.follow(None, None, {"offensives": 0, "build": []}, items)

    def split(self, plan: Json) -> list[Json]:
        said = [("offensives", plan["offensives"]), *((name, plan.get(name)) for name in PARTS)]
        return [{name: value} for name, value in said if value or name == "offensives"]

    def schema(self) -> Json:
        names = {"type": "array", "items": {"type": "string"}}
        count = {"type": "integer", "minimum": 0}
        parts = {"offensives": count, "build": names, "leave": names, "keep": count, "reserve": {"type": "string"}}
        return record(parts, ("offensives", "build"))

    def start(self, board: Board, ask: Ask) -> Json:
        return self.join([])

    def follow(self, board: Board | None, ask: Ask | None, state: Json, new: list[Json]) -> Json:
        for item in new:
            for name, value in item.items():
                if isinstance(value, list):
                    state.setdefault(name, []).extend(value)
                else:
                    state[name] = value
        return state

    def undone(self, board: Board, ask: Ask, state: Json, items: list[Json]) -> Json:
        return self.join(items)

    def unmendable(self, board: Board, ask: Ask, state: Json, items: list[Json]) -> list[Problem]:
        return self.problems(board, ask, state)

    def goes_on(self, scope: OrderContext, draw: Rng) -> bool:
        return len(scope.items) < 2 or not draw.below(2)

    def problems(self, board: Board, ask: Ask, answer: Json) -> list[Problem]:
        resources, offered = self.resources(ask, answer), [each["area"] for each in ask.about["resources"]]
        strange = [area for area in answer.get("leave", []) if area not in offered]
        found = [Problem("ca-not-collected", rule="4.4", area=area) for area in strange]
        if answer.get("keep", 1) != 1:
            found.append(Problem("ca-keep-one", rule="3.4"))
        if answer["offensives"] and is_passive(board, ask.power):
            found.append(Problem("ca-collective-security", rule="12.3"))
        spend = left_for_builds(resources, answer)
        if spend < 0:
            found.append(
                Problem(
                    "ca-too-many-offensives",
                    rule="4.5",
                    resources=resources,
                    given=answer["offensives"] + answer.get("keep", 0),
                )
            )
        else:
            found += self._build_problems(board, ask, answer, spend)
        reserve = answer.get("reserve")
        if reserve and not reserves_at_once(board):
            found.append(Problem("ca-reserve-later", rule="3.2.4"))
        elif reserve and reserve not in self.boxed(board, ask, answer):
            found.append(Problem("ca-reserve-missing", rule="3.2.4", name=reserve))
        return found

    def resources(self, ask: Ask, answer: Json) -> int:
        """Resource markers in the box once collection is done."""
        taken = collected(ask.about["resources"], answer.get("leave", []), ask.about["markers"])
        return len(taken) + ask.about["kept"]

    def _build_problems(self, board: Board, ask: Ask, answer: Json, spend: int) -> list[Problem]:
        builds, cost = builds_of(board, ask.power, spend), 0
        stock, wanted, found = buildable(board, ask.power), Counter(answer["build"]), []
        for name, count in wanted.items():
            plain = plain_name(name)
            if name == REFIT and (REFIT not in stock or count > 1):
                found.append(Problem("ca-no-refit", rule="12.1.2"))
                continue
            able = min(count, stock.get(plain, 0))
            if able < count:
                found.append(Problem("ca-not-buildable", rule="4.6", name=name))
            if able:
                stock[plain] -= able
                cost += able * cost_of(board, name)
        if cost > builds:
            found.append(Problem("ca-builds-exceeded", rule="4.6", cost=cost, builds=builds, resources=spend))
        elif cost < builds and not found:
            left = counted(builds - cost, "build")
            found.append(Problem("ca-builds-left", rule="4.6", level=ODD, builds=left))
        return found

    def boxed(self, board: Board, ask: Ask, answer: Json) -> list[str]:
        """3.2.4 The counters that a plan leaves in the production box, by name."""
        held = [name for name in ask.about["boxed"] if name != "resource"]
        held += [each for each in answer["build"] if each not in NEVER_BOXED]
        if answer["offensives"] or self._brings_war_offensives(ask, answer):
            held += ["offensive"] * (board.is_2022 or not is_passive(board, ask.power))
        return [*held, "resource"] if answer.get("keep") else held

    def _brings_war_offensives(self, ask: Ask, answer: Json) -> bool:
        """4.7 Whether an industrial resource is collected in a war, and a marker is left on the card in the end."""
        about, resources = ask.about, self.resources(ask, answer)
        taken = collected(about["resources"], answer.get("leave", []), about["markers"])
        on_the_card = about["markers"] - len(taken) + left_for_builds(resources, answer)
        return about["war"] and on_the_card > 0 and any(each["kind"] == "industrial" for each in taken)

    def default(self, board: Board, ask: Ask) -> Any:
        """About one resource in two becomes an offensive, the rest builds armies, aircraft and what else there is, so
        that no resource is lost and there is something to act with and to act by; a flag is reserved."""
        total = self.resources(ask, {})
        made, needed = board.column(ask.power)["buildsPerResource"]
        offensives = total // 2 if total > 1 and not is_passive(board, ask.power) else 0
        offensives -= min(offensives, -(total - offensives) % needed)  # only so many resources are a whole build
        build = self._affordable(board, ask.power, total - offensives)
        if not is_passive(board, ask.power):
            used = -(-sum(cost_of(board, name) for name in build) * needed // made)
            offensives = total - used  # whatever finds nothing to build
        plan: Json = {"offensives": offensives, "build": build}
        flags = [name for name in FLAGS if name in ask.about["boxed"]] if reserves_at_once(board) else []
        return plan | {"reserve": flags[0]} if flags else plan

    def _affordable(self, board: Board, power: str, resources: int) -> list[str]:
        left, stock, chosen = builds_of(board, power, resources), buildable(board, power), []
        while True:
            name = next((each for each in PREFERENCE if stock.get(each) and cost_of(board, each) <= left), None)
            if name is None:
                return chosen
            stock[name] -= 1
            left -= cost_of(board, name)
            chosen.append(name)

    def examples(self, board: Board, ask: Ask) -> list[Json]:
        default = self.default(board, ask)
        total = self.resources(ask, {})
        more = [] if is_passive(board, ask.power) else [{"offensives": total, "build": []}]
        return [default, *[plan for plan in more if plan != default]]


PRODUCE = Produce()


def _pool(board: Board, power: str) -> list[str]:
    """4.6 ``2 armies``, ``1 tank upgrade at 2 builds``: what can be built, and what costs more than one build."""
    shown, say = [], Say(board)
    for name, number in buildable(board, power).items():
        cost = cost_of(board, name)
        shown.append(
            counted(number, say.name(name), plural(say.name(name))) + (f" at {cost} builds" if cost > 1 else "")
        )
    return shown
