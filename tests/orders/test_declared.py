"""The engine of declared orders on a made-up title: what is read, refused, written, chosen and checked."""

import pytest

from pbem.core.data.problems import refusals
from pbem.core.language.decision import Decision
from pbem.core.language.errors import ParseError
from pbem.core.language.fields import Area, Flag, Name, Names, Number, Order, Repeated, Word
from pbem.core.language.form import Form
from pbem.core.language.names import Names as Title
from pbem.core.language.parser import nexts
from pbem.core.language.units import One, Units
from pbem.core.rules.requests import Ask
from pbem.core.title.game import load
from pbem.core.trial.selfplay import Chance

NAMES = Title(
    {
        "area": {"north-sea": ["North Sea"], "rome": ["Rome"], "paris": ["Paris"], "trinidad-and-tobago": []},
        "power": {"france": ["France", "French"], "italy": ["Italy"]},
        "unit": {id: [] for id in ("fr-army-1", "fr-army-2", "fr-fleet-1", "it-army-1", "fr-guard-1")},
        "unit-type": {"army": ["Army", "troops"], "fleet": ["Fleet"], "guard": ["Guard"]},
    }
)
PLACES = {
    "fr-army-1": "paris",
    "fr-army-2": "paris",
    "fr-fleet-1": "north-sea",
    "it-army-1": "rome",
    "fr-guard-1": "rome",
}


class Board:
    """Five units in three places; `tired` ones differ from the others of their type."""

    tired = ("fr-army-2",)


class Counters(Units):
    def fits(self, scope, unit, item):
        owner = {"france": "fr", "italy": "it"}[item.get("owner", scope.power)]
        in_place = item.get("area", PLACES[unit]) == PLACES[unit]
        return unit.startswith(f"{owner}-{item['type']}-") and in_place

    def face(self, scope, unit):
        return unit in scope.board.tired

    def known(self, scope, unit):
        return unit in PLACES

    def where(self, scope, unit):
        return PLACES[unit]


class Counter(One, Counters):
    pass


def mine(scope, taken=()):
    return [unit for unit in PLACES if unit.startswith("fr-")]


class March(Decision):
    name, rule, waiting = "march", "1.1", "to march"
    forms = (
        Form(
            "march [[from] FROM] {-> TO} {with UNITS} [via VIA] [; support SUPPORT]... [; (HARD | fire FIRE)]",
            fields={
                "from": Area(of=["paris", "rome"]),
                "to": Area(of=["paris", "rome"]),
                "units": Counters(of=mine),
                "via": Names("area", of=["north-sea"]),
                "support": Counters(of=mine, places=True),
                "hard": Flag("attack", "attack now"),
                "fire": Repeated(
                    "WHO at WHOM", {"who": Counters(of=mine), "whom": Counter(of=["it-army-1"])}, begun="fire"
                ),
            },
        ),
        Form("halt", gives={"halt": True}),
    )

    def default(self, board, ask):
        return {"halt": True}


class Answer(Decision):
    name, rule, waiting = "answer", "1.2", "to answer"
    forms = (
        Form("take NUMBER", answer_field="number", number=Number(of=[0, 1, 2, 3])),
        Form("no (thanks|more)", value="no", name="no"),
        Form("turn SIDE", answer_field="side", side=Word({"left": "l", "port": "l", "right": "r"})),
        Form(
            "interrupt with ORDER",
            gives={"play": "interrupt"},
            order=Order(lambda: MARCH, lambda scope: (scope.board, scope.ask)),
        ),
    )


class Places(Decision):
    name, rule, waiting, is_multiline = "places", "1.3", "to place", True
    forms = (
        Form("place UNITS in AREA", units=Counters(of=lambda scope: unplaced(scope)), area=Area(of=["paris", "rome"])),
        Form("place nothing", value=[]),
    )

    def default(self, board, ask):
        return []


def unplaced(scope):
    placed = [unit for item in scope.items for unit in item["units"]]
    return [unit for unit in mine(scope) if unit not in placed]


MARCH, ANSWER, PLACE = March(), Answer(), Places()
ASK = Ask("march", "france", rule="1.1")


def answered(kind, text, ask=ASK):
    """The settled answer of a line; it is legal."""
    value = kind.combine([kind.read(line, NAMES) for line in text.split("\n")])
    answer, problems = kind.settle(Board(), ask, value)
    assert not refusals(problems), problems
    assert kind.check(Board(), ask, answer) == []
    return answer


def refused(kind, text):
    """The code of the refusal of a line, read, settled or checked."""
    try:
        value = kind.combine([kind.read(line, NAMES) for line in text.split("\n")])
    except ParseError as error:
        return error.problem.code
    answer, problems = kind.settle(Board(), ASK, value)
    return (refusals(problems) or kind.check(Board(), ASK, answer))[0].code


@pytest.mark.parametrize(
    "line",
    [
        "march paris -> rome with fr-army-1",
        "March from the Paris to Rome with fr army 1",
        "MARCH: paris with fr-army-1 -> rome",
        "march, Paris - rome with my fr-army-1.",
        "march-paris->rome with fr-army-1",
    ],
)
def test_one_meaning_in_many_spellings(line):
    assert answered(MARCH, line) == {"from": "paris", "to": "rome", "units": ["fr-army-1"]}


@pytest.mark.parametrize(
    ("line", "units"),
    [
        ("both armies", ["fr-army-1", "fr-army-2"]),
        ("2 army, the fleet", ["fr-army-1", "fr-army-2", "fr-fleet-1"]),
        ("army*2 and fleet", ["fr-army-1", "fr-army-2", "fr-fleet-1"]),
        ("2x troops & guard", ["fr-army-1", "fr-army-2", "fr-guard-1"]),
        ("all armies", ["fr-army-1", "fr-army-2"]),
        ("french guard", ["fr-guard-1"]),
    ],
)
def test_units_by_count_type_and_owner(line, units):
    assert answered(MARCH, f"march paris -> rome with {line}")["units"] == units


def test_units_by_place_and_clauses_that_come_again():
    answer = answered(MARCH, "march paris -> rome with fleet; support guard in rome; support fr-army-1; attack now")
    assert answer.pop("from") == "paris"
    assert answer == {"to": "rome", "units": ["fr-fleet-1"], "support": ["fr-guard-1", "fr-army-1"], "hard": True}


def test_a_repeated_part_with_and_without_its_word():
    for between in ("; ", "; fire "):
        line = f"march paris -> rome with fleet; fire fr-army-1 at it-army-1{between}guard at it-army-1"
        shots = [(part["who"], part["whom"]) for part in answered(MARCH, line)["fire"]]
        assert shots == [(["fr-army-1"], "it-army-1"), (["fr-guard-1"], "it-army-1")]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("march paris -> rome with army", "which-unit"),
        ("march paris -> rome with 3 armies", "too-few-units"),
        ("march paris -> rome with italy fleet", "no-unit-here"),
        ("march paris -> rome with it-army-1", "unit-outside"),
        ("march paris -> rome with fr-army-1, fr-army-1", "unit-twice"),
        ("march paris -> rome with fr-army-1 quickly", "not-read"),
        ("march paris -> rome with fr-army-1; attack; attack", "not-read"),
        ("march paris -> rome with fr-army-1; attack; fire fr-army-1 at it-army-1", "not-read"),
        ("march paris -> rome with fr-army-1, ", "line-ends"),
        ("march paris -> rome with fr-army-1; support", "line-ends"),
        ("march paris -> rome", "line-ends"),
        ("march paris -> rmoe with fr-army-1", "unknown-name"),
        ("march paris -> france with fr-army-1", "other-name"),
        ("march paris -> north sea with fr-army-1", "not-legal-here"),
        ("halt now", "not-read"),
        ("halt! march", "not-read"),
    ],
)
def test_what_is_not_meant_is_refused_where_it_stands(line, code):
    assert refused(MARCH, line) == code


def test_answers_that_are_no_objects():
    assert [answered(ANSWER, line) for line in ("take three", "take all", "no thanks", "no more", "turn port")] == [
        3,
        3,
        "no",
        "no",
        "l",
    ]
    assert ANSWER.text("l") == ["turn left"]


def test_an_order_inside_an_order():
    line = "interrupt with march paris -> rome with both armies; attack"
    order = {"from": "paris", "to": "rome", "units": ["fr-army-1", "fr-army-2"], "hard": True}
    answer = answered(ANSWER, line)
    assert answer == {"play": "interrupt", "order": order}
    assert refused(ANSWER, "interrupt with march paris -> rome with army") == "which-unit"


class Scatter(Decision):
    name, rule, waiting = "scatter", "1.4", "to scatter"
    forms = (
        Form(
            "scatter [out of | away from] FROM [now] {with UNITS}",
            fields={"from": Area(), "units": Counters(of=lambda scope: None)},
        ),
    )


def test_alternatives_that_may_be_left_out_mean_nothing():
    """Repeated of them is a word that a line may have or not."""
    kind = Scatter()
    assert kind.spare_words() == ["out of", "away from", "now"]
    readings = [kind.read(f"scatter {words}paris with army", NAMES) for words in ("", "out of ", "away from ")]
    assert readings == [readings[0]] * 3


def test_units_of_which_nobody_knows_beforehand_which_may_be_named_are_not_refused():
    answer = {"from": "paris", "units": ["fr-army-1"]}
    assert Scatter().check(Board(), ASK, answer) == []
    found = Scatter().check(Board(), ASK, {**answer, "units": ["fr-army-9"]})
    assert [problem.code for problem in found] == ["no-such-unit"]


def test_several_lines_are_one_answer_and_later_ones_see_earlier_ones():
    placed = answered(PLACE, "place both armies in paris\nplace fleet in rome")
    assert placed[1] == {"units": ["fr-fleet-1"], "area": "rome"}
    assert refused(PLACE, "place both armies in paris\nplace fr-army-1 in rome") == "unit-outside"
    assert answered(PLACE, "place nothing") == []
    assert PLACE.text([]) == ["place nothing"]


def test_a_kind_with_options_takes_no_other():
    ask = Ask("answer", "france", [0, 2], rule="1.2")
    assert answered(ANSWER, "take 2", ask) == 2
    assert ANSWER.check(Board(), ask, 1)[0].code == "not-an-option"
    assert ANSWER.default(Board(), ask) == 0


def test_the_lines_of_an_option_may_stand_in_any_order():
    army, fleet = ({"units": ["fr-army-1"], "area": "paris"}, {"units": ["fr-fleet-1"], "area": "rome"})
    ask = Ask("place", "france", [[army, fleet]], rule="1.3")
    assert not PLACE.check(Board(), ask, [fleet, army])
    assert PLACE.check(Board(), ask, [fleet])[0].code == "not-an-option"


class Sortie(Decision):
    name, rule = "sortie", "1.4"
    forms = (
        Form(
            "sortie [[from] FROM] with UNITS",
            fields={"from": Area(not_in_answer=True), "units": Counters(of=mine, at="from", needs=("from",))},
        ),
    )


def test_what_is_said_beside_the_answer_is_not_said_in_vain():
    assert answered(Sortie(), "sortie from paris with fr-army-1") == {"units": ["fr-army-1"]}
    assert answered(Sortie(), "sortie with guard") == {"units": ["fr-guard-1"]}
    assert refused(Sortie(), "sortie from paris with guard") == "unit-elsewhere"


class Strike(Decision):
    name = "strike"
    forms = (Form("strike AREA", area=Area()), Form("strike WHOSE", whose=Name("power"), name="power"))


def test_a_name_that_ends_where_a_list_goes_on_is_one_name_or_refused():
    assert Strike().read("strike trinidad and tobago", NAMES)["fields"] == {"area": "trinidad-and-tobago"}


class Twofold(Decision):
    name = "twofold"
    forms = (Form("sail LIST", list=Names("area")), Form("sail ONE", one=Area(), name="one"))


def test_a_line_with_two_readings_is_refused_with_both():
    assert refused(Twofold(), "sail rome") == "two-readings"


@pytest.mark.parametrize("kind", [MARCH, ANSWER, PLACE], ids=lambda kind: kind.name)
@pytest.mark.parametrize("seed", range(60))
def test_a_walk_is_legal_and_can_be_written_and_read(kind, seed):
    answer = kind.sample(Board(), ASK, Chance(f"walk-{seed}"))
    assert kind.check(Board(), ASK, answer) == []
    assert kind.settle(Board(), ASK, answer) == (answer, [])
    assert answered(kind, "\n".join(kind.text(answer))) == answer


@pytest.mark.parametrize(
    "answer",
    [
        {"to": "rome"},
        {"to": "rome", "units": []},
        {"to": 3, "units": ["fr-army-1"]},
        {"to": "rome", "units": ["fr-army-1"], "more": 1},
        [],
        None,
        "no",
        {"halt": 1},
    ],
)
def test_the_shape_check_and_the_schema_agree_about_what_is_none(answer):
    import jsonschema

    assert MARCH.check(Board(), ASK, answer)[0].code == "answer-shape-of"
    assert not jsonschema.Draft202012Validator(MARCH.schema()).is_valid(answer)


def test_a_number_may_be_gone_on_with_by_what_is_counted():
    game = load("red-dragon")
    for begun in ("place 2", "place prc-artillery-1, 2", "place 2 prc"):
        following, is_whole = nexts(begun, game.names, [game.kinds["set-up"]])
        assert following and not is_whole, begun
