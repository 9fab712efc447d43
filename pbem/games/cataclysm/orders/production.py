"""The production plan of a power (4.2): offensives, builds, what is left and what is kept."""

from pbem.core.data.problems import ODD, Problem, messages
from pbem.core.data.text import counted
from pbem.core.orders.kinds import Kind

from ..rules.production import REFIT, buildable, builds_of, collected, cost_of, plain_name
from ..rules.soviets import is_passive

messages(
    {
        "ca-too-many-offensives": "{given} resources are to be offensives; there are {resources}.",
        "ca-builds-exceeded": "The list costs {cost} builds; {resources} resources make {builds}.",
        "ca-not-buildable": "No further {name} can be built.",
        "ca-builds-left": "{builds} will be forfeited; a resource may become an offensive instead.",
        "ca-collective-security": "Under Collective Security no offensive is played or made out of a resource.",
        "ca-no-refit": "There is no Dreadnought Refit to use.",
        "ca-not-collected": "No resource of {area} can be left: none can be collected there.",
        "ca-keep-one": "One resource at most can be kept in reserve.",
        "ca-reserve-missing": "{name} would not be in the production box.",
        "ca-production-form": "This is no production plan.",
    }
)


class Produce(Kind):
    """4.2 A production plan: {"offensives", "build": [names], "leave": [areas], "keep": 0 or 1, "reserve": name}."""

    name = "produce"
    rule = "4.2"
    waiting = "to plan its production"
    verbs = ("offensives", "construct", "leave", "keep in reserve", "keep", "produce")
    many = True

    def check(self, board, ask, answer):
        if not self._is_plan(answer):
            return [Problem("ca-production-form", rule="4.2")]
        found = []
        resources = self._resources(ask, answer)
        offered = [each["area"] for each in ask.about["resources"]]
        for area in answer.get("leave", []):
            if area not in offered:
                found.append(Problem("ca-not-collected", rule="4.4", area=area))
        if answer.get("keep", 0) not in (0, 1):
            found.append(Problem("ca-keep-one", rule="3.4"))
        if answer["offensives"] and is_passive(board, ask.power):
            found.append(Problem("ca-collective-security", rule="12.3"))
        spend = resources - answer["offensives"] - answer.get("keep", 0)
        if spend < 0:
            found.append(
                Problem(
                    "ca-too-many-offensives",
                    rule="4.5",
                    resources=resources,
                    given=answer["offensives"] + answer.get("keep", 0),
                )  # fmt: skip
            )
        else:
            found += self._build_problems(board, ask, answer, spend)
        reserve = answer.get("reserve")
        if reserve and not self._in_box(board, ask, answer, reserve):
            found.append(Problem("ca-reserve-missing", rule="3.2.4", name=reserve))
        return found

    def _is_plan(self, answer):
        return (
            isinstance(answer, dict)
            and set(answer) <= {"offensives", "build", "leave", "keep", "reserve"}
            and type(answer.get("offensives")) is int
            and answer["offensives"] >= 0
            and isinstance(answer.get("build"), list)
            and isinstance(answer.get("leave", []), list)
        )

    def _resources(self, ask, answer):
        """Resource markers in the box once collection is done."""
        taken = collected(ask.about["resources"], answer.get("leave", []), ask.about["markers"])
        return len(taken) + ask.about["kept"]

    def _build_problems(self, board, ask, answer, spend):
        builds, cost = builds_of(board, ask.power, spend), 0
        stock = buildable(board, ask.power)
        found = []
        for name in answer["build"]:
            plain = plain_name(name)
            if name == REFIT and (REFIT not in stock or answer["build"].count(REFIT) > 1):
                found.append(Problem("ca-no-refit", rule="12.1.2"))
            elif not isinstance(name, str) or stock.get(plain, 0) <= 0:
                found.append(Problem("ca-not-buildable", rule="4.6", name=name))
            else:
                stock[plain] -= 1
                cost += cost_of(board, name)
        if cost > builds:
            found.append(Problem("ca-builds-exceeded", rule="4.6", cost=cost, builds=builds, resources=spend))
        elif cost < builds and not found:
            left = counted(builds - cost, "build")
            found.append(Problem("ca-builds-left", rule="4.6", level=ODD, builds=left))
        return found

    def _in_box(self, board, ask, answer, name):
        held = [
            *ask.about["boxed"],
            *(each for each in answer["build"] if each not in ("fleet", REFIT, "fortress", "a-bomb")),
        ]
        industrial = any(each["kind"] == "industrial" for each in ask.about["resources"])
        if answer["offensives"] or (ask.about["war"] and industrial):
            held += ["offensive"] * (board.is_2022 or not is_passive(board, ask.power))
        if answer.get("keep"):
            held.append("resource")
        return name in held

    def default(self, board, ask):
        """One resource in two becomes an offensive, the rest builds armies, aircraft and what else there is, so that no
        build is lost and there is something to act with and to act by; a flag is reserved."""
        total = self._resources(ask, {})
        made, needed = board.column(ask.power)["buildsPerResource"]
        offensives = total // 2 if total > 1 and not is_passive(board, ask.power) else 0
        plan = {"offensives": offensives, "build": self._affordable(board, ask.power, total - offensives)}
        if not plan["build"] and needed == 1 and not is_passive(board, ask.power):
            plan["offensives"] = total
        if "flag" in ask.about["boxed"]:
            plan["reserve"] = "flag"
        return plan

    def _affordable(self, board, power, resources):
        from ..rules.commitment import PREFERENCE

        left, stock, chosen = builds_of(board, power, resources), buildable(board, power), []
        while True:
            name = next(
                (each for each in PREFERENCE if stock.get(each) and cost_of(board, each) <= left), None
            )
            if name is None:
                return chosen
            stock[name] -= 1
            left -= cost_of(board, name)
            chosen.append(name)

    def sample(self, board, ask, draw):
        total = self._resources(ask, {})
        offensives = 0 if is_passive(board, ask.power) else draw.below(total + 1)
        left, stock, chosen = builds_of(board, ask.power, total - offensives), buildable(board, ask.power), []
        refit = stock.pop(REFIT, 0)
        while True:
            names = [name for name in sorted(stock) if stock[name] and cost_of(board, name) <= left]
            if not names:
                break
            name = draw.choice(names)
            stock[name] -= 1
            left -= cost_of(board, name)
            chosen.append(name)
        if refit and "fleet" in chosen and draw.below(2):
            chosen[chosen.index("fleet")] = REFIT
        plan = {"offensives": offensives, "build": chosen}
        held = [
            name for name in dict.fromkeys([*ask.about["boxed"], *chosen]) if self._in_box(board, ask, plan, name)
        ]
        if held and draw.below(3):
            plan["reserve"] = draw.choice(held)
        return plan

    def examples(self, board, ask):
        default = self.default(board, ask)
        total = self._resources(ask, {})
        more = [] if is_passive(board, ask.power) else [{"offensives": total, "build": []}]
        return [default, *[plan for plan in more if plan != default]]

    def parse(self, line, names):
        verb = line.verb
        if verb in ("offensives", "keep"):
            words = line.body.split()
            return (verb, line.number(words[0]) if words and words[0].isdigit() else 1)
        if verb == "leave":
            return (verb, [names.find(item, "area") for item in line.items(line.body)])
        if verb == "keep in reserve":
            return ("reserve", names.find(line.body, "build", "counter"))
        if verb == "produce":
            return ("build", [])
        chosen = []
        for item in line.items(line.body):
            number, name = line.count_and_name(item)
            chosen += [names.find(name, "build")] * (number or 1)
        return ("build", chosen)

    def combine(self, items):
        plan = {"offensives": 0, "build": []}
        for verb, value in items:
            if verb in ("build", "leave"):
                plan.setdefault(verb, []).extend(value)
            else:
                plan[verb] = value
        return plan

    def text(self, answer, ask=None):
        lines = [f"offensives {answer['offensives']}"]
        if answer["build"]:
            lines.append(f"construct {', '.join(answer['build'])}")
        if answer.get("leave"):
            lines.append(f"leave {', '.join(answer['leave'])}")
        if answer.get("keep"):
            lines.append(f"keep {answer['keep']}")
        if answer.get("reserve"):
            lines.append(f"keep in reserve {answer['reserve']}")
        return lines

    def grammar(self):
        return [
            ("offensives N", "how many resources become offensives", "offensives 2"),
            ("construct COUNTER, …", "what the other resources build; refit-fleet uses the Dreadnought Refit",
             "construct 2 army, air, upgrade tank"),
            ("leave AREA", "its resource is not collected now: the limited one, if there is one", "leave benelux"),
            ("keep 1", "one resource stays, for the reserve", "keep 1"),
            ("keep in reserve COUNTER", "which counter of the box is reserved", "keep in reserve flag"),
        ]  # fmt: skip
