"""The kinds of decision of the toy title: Choices of words and of numbers, one of many lines, one offer."""

from pbem.core.data.problems import Problem, messages
from pbem.core.orders.conditions import Conditions
from pbem.core.orders.kinds import Choice, Kind

messages(
    {
        "toy-not-yours": "{unit} is no unit of {power} that can be placed.",
        "toy-too-many": "Only {most} units may be placed; {count} are.",
        "toy-no-guard": "{unit} is not there to intervene.",
        "toy-too-few": "There are {count} units of the type {type}, not {wanted}.",
    }
)


class SetUp(Kind):
    """``place foot, 2 horse in hill``, on as many lines as wanted: [{"units": [ids], "area": id}, …]."""

    name, rule, waiting = "set-up", "1.1", "to set up"
    verbs = ("place", "set up")
    many = True

    def parse(self, line, names):
        area = names.find(line.need("in", "The area"), "area")
        wanted = []
        for item in line.items(line.head):
            count, name = line.count_and_name(item)
            unit = names.known(name, "unit") if count is None else None
            wanted.append(unit or [count or 1, names.find(name, "unit-type")])
        return {"units": wanted, "area": area}

    def settle(self, board, ask, answer):
        free = list(board.of(ask.power, "pool"))
        settled, problems = [], []
        for item in answer:
            units = []
            for wanted in item["units"]:
                if isinstance(wanted, str):
                    units.append(wanted)
                    continue
                count, type = wanted
                found = [id for id in free if board.units[id]["type"] == type and id not in units][:count]
                if len(found) < count:
                    fields = {"count": len(found), "type": type, "wanted": count}
                    problems.append(Problem("toy-too-few", rule=self.rule, **fields))
                units += found
            free = [id for id in free if id not in units]
            settled.append({"units": units, "area": item["area"]})
        return settled, problems

    def check(self, board, ask, answer):
        units = [unit for item in answer for unit in item["units"]]
        problems = [
            Problem("toy-not-yours", rule="1.1", unit=unit, power=ask.power)
            for unit in units
            if unit not in board.of(ask.power, "pool") or units.count(unit) > 1
        ]
        if len(units) > 4:
            problems.append(Problem("toy-too-many", rule="1.2", most=4, count=len(units)))
        return problems

    def default(self, board, ask):
        return [{"units": board.of(ask.power, "pool")[:1], "area": "hill"}]

    def sample(self, board, ask, draw):
        units = draw.some(board.of(ask.power, "pool"), 4)
        return [{"units": [unit], "area": draw.choice(["hill", "dale"])} for unit in units]

    def text(self, answer, ask=None):
        return [f"place {', '.join(item['units'])} in {item['area']}" for item in answer]

    def grammar(self):
        return [("place UNITS in AREA", "one line for each area", "place foot, 2 horse in hill")]


class Reinforce(SetUp):
    """The same lines as a set-up, asked later: two kinds that share a verb."""

    name, waiting = "reinforce", "to place a reinforcement"


class Bid(Choice):
    """``bid 2``: a number, asked of all powers together."""

    name, rule, waiting = "bid", "2.1", "to bid"
    verbs = ("bid",)


class Act(Choice):
    """``attack`` or ``wait``."""

    name, rule, waiting = "act", "3.1", "to act"
    verbs = ("act",)

    def parse(self, line, names):
        return line.body.casefold()


class Intervene(Kind):
    """``intervene with UNIT [only if POWER]``, or ``no``; covered by its default."""

    name, rule, waiting = "intervene", "3.2", "to intervene"
    verbs = ("intervene",)
    keywords = ("only",)
    covered = fleeting = True

    def parse(self, line, names):
        unit = line.clause("with")
        if unit is None:
            if line.head.casefold() != "no":
                line.need("with", "The unit")
            return "no"
        answer = {"claim": {"unit": names.find(unit, "unit")}}
        other = line.clause("only")
        if other is not None:
            answer["if"] = [names.find(other.removeprefix("if "), "power")]
        return answer

    def sample(self, board, ask, draw):
        units = board.of(ask.power)
        return {"claim": {"unit": draw.choice(units)}} if units and draw.below(2) else "no"

    def check(self, board, ask, answer):
        if answer == "no":
            return []
        unit = answer["claim"]["unit"]
        if unit in board.of(ask.power):
            return []
        return [Problem("toy-no-guard", rule="3.2", unit=unit, hint=f"There are {board.of(ask.power)}.")]

    def default(self, board, ask):
        return "no"

    def text(self, answer, ask=None):
        if answer == "no":
            return ["intervene no"]
        only = f" only if {answer['if'][0]}" if "if" in answer else ""
        return [f"intervene with {answer['claim']['unit']}{only}"]


class Concede(Kind):
    """The petition ``concede``."""

    name, rule, verbs = "concede", "5", ("concede",)

    def parse(self, line, names):
        return {}

    def check(self, board, ask, answer):
        return []

    def text(self, answer, ask=None):
        return ["concede"]


CONDITIONS = Conditions(
    {
        "control": (
            "{area} is {power}",
            "the power alone has units there",
            lambda b, a, area, p: b.control(area) == p,
        ),
        "turn": ("turn {number}", "the turn has come", lambda b, a, number: b.turn >= number),
        "strength": (
            "strength {number}",
            "the attack has that many dice",
            lambda b, a, n: a.about.get("dice") == n,
        ),
    }
)
KINDS = {kind.name: kind for kind in (SetUp(), Reinforce(), Bid(), Act(), Intervene())}
PETITIONS = {"concede": Concede()}
