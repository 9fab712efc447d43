"""The kinds of decision of the toy title: words and numbers out of a list, one of many lines, one offer."""

from pbem.core.data.problems import Problem, messages
from pbem.core.language.conditions import Conditions
from pbem.core.language.decision import Decision
from pbem.core.language.fields import Area, Names, Number, Word
from pbem.core.language.form import Form
from pbem.core.language.order_context import is_reading
from pbem.core.language.units import One, Units

messages(
    {
        "toy-not-yours": "{unit} is no unit of {power} that can be placed.",
        "toy-too-many": "Only {most} units may be placed; {count} are.",
        "toy-no-guard": "{unit} is not there to intervene.",
        "toy-too-few": "There are {there} units of the type {what}, not {count}.",
    }
)
AREAS = ["hill", "dale"]


class Pieces(Units):
    """``south-foot-1``, ``2 horse``."""

    names = {"unit": ("unit",), "type": ("unit-type",), "owner": ()}
    codes = {**Units.codes, "none": "toy-too-few", "few": "toy-too-few"}

    def fits(self, scope, unit, item):
        return scope.board.units[unit]["type"] == item["type"]

    def face(self, scope, unit):
        return scope.board.units[unit]["type"]


class Piece(One, Pieces):
    pass


def left(scope):
    placed = [unit for item in scope.items for unit in item["units"]]
    return [unit for unit in scope.board.of(scope.power, "pool") if unit not in placed]


def room(scope):
    return 4 - sum(len(item["units"]) for item in scope.items)


FIELDS = {"units": Pieces(of=left, checked_by_rules=True, most=room), "area": Area(of=AREAS, checked_by_rules=True)}


class SetUp(Decision):
    """``place foot, 2 horse in hill``, on as many lines as wanted: [{"units": [ids], "area": id}, …]."""

    name, rule, waiting = "set-up", "1.1", "to set up"
    is_multiline = True
    forms = (
        Form("place UNITS in AREA", fields=FIELDS),
        Form("set up UNITS in AREA", fields=FIELDS, weight=0),
    )

    def problems(self, board, ask, answer):
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

    def unmendable(self, board, ask, state, items):
        return self.problems(board, ask, items)


class Reinforce(SetUp):
    """The same lines as a set-up, asked later: two kinds that share a verb."""

    name, waiting = "reinforce", "to place a reinforcement"


def options(scope):
    return scope.ask.options


class Bid(Decision):
    """``bid 2``: a number, asked of all powers together."""

    name, rule, about, waiting = "bid", "2.1", "turn", "to bid"
    forms = (Form("bid NUMBER", answer_field="number", number=Number(of=options)),)


class Act(Decision):
    """``act attack`` or ``act wait``."""

    name, rule, waiting = "act", "3.1", "to act"
    forms = (Form("act WORD", answer_field="word", word=Word(("wait", "attack", "flee"), of=options)),)


class Intervene(Decision):
    """``intervene with UNIT [only if POWER]``, or ``no``; covered by its default."""

    name, rule, about, waiting = "intervene", "3.2", "area dice:number attacker", "to intervene"
    opens_with = ("intervene",)
    forms = (
        Form("intervene no", "no", value="no"),
        Form(
            "intervene with UNIT [only [if] IF]",
            name="intervene with",
            when=lambda board, ask: bool(board.of(ask.power)),
            fields={
                "unit": Piece(of=lambda scope: scope.board.of(scope.power), checked_by_rules=True),
                "if": Names("power", of=lambda scope: scope.board.powers, most=1, chance=0),
            },
        ),
    )
    default_at_once = expires_with_step = True

    def schema(self):
        claim = {
            "type": "object",
            "properties": {"unit": {"type": "string"}},
            "required": ["unit"],
            "additionalProperties": False,
        }
        said = {
            "type": "object",
            "properties": {"claim": claim, "if": {"type": "array", "items": {"type": "string"}}},
            "required": ["claim"],
            "additionalProperties": False,
        }
        return {"anyOf": [{"const": "no"}, said]}

    def assemble(self, scope):
        values = dict(scope.values)
        return {"claim": {"unit": values.pop("unit")}, **values} if "unit" in values else "no"

    def dismantle(self, answer):
        if answer == "no":
            return self.forms[0], {}
        return self.forms[1], {"unit": answer["claim"]["unit"], **({"if": answer["if"]} if "if" in answer else {})}

    def problems(self, board, ask, answer):
        unit = None if answer == "no" else answer["claim"]["unit"]
        if unit is not None and unit not in board.of(ask.power):
            yield Problem("toy-no-guard", rule="3.2", unit=unit, hint=f"There are {board.of(ask.power)}.")

    def default(self, board, ask):
        return "no"


class Concede(Decision):
    """The petition ``concede``."""

    name, rule = "concede", "5"
    forms = (Form("concede"),)


def said(value):
    """What a line or an answer says, for tests: the fields without the name of the form, or a word by itself."""
    if isinstance(value, list):
        return [said(one) for one in value]
    if is_reading(value):
        return value["fields"].get("word", value["fields"]) or value["form"]
    return value


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
