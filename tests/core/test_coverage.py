"""From a number in the book to its functions and cases, and back."""

import functools
import types
from pathlib import Path

import pytest

from pbem.core.rules.rulebook import implementations
from pbem.core.title import rule_index
from pbem.core.title.coverage import Coverage
from pbem.core.title.game import load, titles
from tests.cli.tools import pbem

NUMBERS = {"10.7", "10.8", "SEA-1", "2.2"}


@pytest.fixture(scope="module", params=titles())
def coverage(request):
    return Coverage(load(request.param))


def test_a_docstring_that_begins_with_numbers_bears_them():
    assert rule_index.leading("10.7, 10.8 The loser chooses.", NUMBERS) == ["10.7", "10.8"]
    assert rule_index.leading("10.7 and 10.8: the loser chooses", NUMBERS) == ["10.7", "10.8"]
    assert rule_index.leading("SEA-1. The battle (2.2).", NUMBERS) == ["SEA-1"]
    assert rule_index.leading("The neighbours (2.2).", NUMBERS) == []
    assert rule_index.leading("10.75 is no number of this book", NUMBERS) == []
    assert rule_index.leading(None, NUMBERS) == []


def a_module(room, text):
    """A module of a made title with this text."""
    made = types.ModuleType(f"pbem.games.made.{room}")
    exec(text, vars(made))
    return made


def test_functions_methods_and_judges_of_answers_bear_numbers():
    made = a_module(
        "orders.replies",
        '''
class Reply:
    """10.8 The losses."""
    def check(self): pass
    def default(self): pass
class Named:
    rule = "2.2"
    def check(self):
        """10.7 Whether it may retreat."""
    @property
    def where(self):
        """2.2 Its neighbours."""
def helper():
    """Sorts."""
''',
    )
    found = {bearer.name: bearer.numbers for bearer in rule_index.rule_functions("pbem.games.made", [made], NUMBERS)}
    assert found == {"Reply.check": ("10.8",), "Named.check": ("10.7", "2.2"), "Named.where": ("2.2",)}


@pytest.mark.parametrize(
    "module, does",
    [
        ("rules.combat", True),
        ("orders.combat", True),
        ("board.board", True),
        ("board.queries", False),
        ("words.sentences", False),
        ("views.component_checks", False),
        ("views.invariants", False),
    ],
)
def test_what_only_tells_does_nothing(module, does):
    made = a_module(module, 'def part():\n    """2.2 Adjacent."""')
    (bearer,) = rule_index.rule_functions("pbem.games.made", [made], NUMBERS)
    assert bearer.does == does
    assert bearer.where == f"pbem/games/made/{module.replace('.', '/')}.py:1"


def test_the_list_of_every_title_is_whole(coverage):
    assert coverage.faults == []


@pytest.mark.sampled(3)
def test_what_is_done_is_done_by_a_function_and_shown_by_a_case_and_each_place_is_right(coverage):
    for number, row in coverage.numbers.items():
        told = coverage.rule(number)
        if row["status"] == "done":
            assert told["functions"] and told["cases"], number
        for place in told["functions"] + told["telling"]:
            where, name = place.split(" ")
            assert name.rpartition(".")[2] in below(where, 6), place
        for place in told["cases"]:
            where, id = place.split(" ")
            assert f'"{id}"' in below(where, 1)


def below(where, count):
    path, _, line = where.rpartition(":")
    with open(Path(__file__).parents[2] / path, encoding="utf-8") as file:
        return "".join(file.readlines()[int(line) - 1 : int(line) - 1 + count])


def test_every_function_whose_docstring_begins_with_a_number_is_listed_under_it(coverage):
    borne = {bearer.function: bearer.numbers for bearer in coverage.bearers}
    rules = functools.cache(coverage.rule)
    for bearer in coverage.bearers:
        for number in rule_index.leading(bearer.function.__doc__, coverage.numbers):
            assert number in borne[bearer.function]
            assert f"{bearer.where} {bearer.name}" in rules(number)["functions"] + rules(number)["telling"]


def test_a_display_query_carries_no_mark_of_a_rule(coverage):
    """Else a case could enter a number by looking at the board alone."""
    telling = [bearer.function for bearer in coverage.bearers if not bearer.does]
    marked = {function for functions in implementations(coverage.game.package).values() for function in functions}
    assert not marked & set(telling)


def test_a_number_that_only_a_query_does_is_a_fault(coverage):
    number = next(number for number, row in coverage.numbers.items() if row["status"] == "done")
    before = coverage.bearers
    try:
        queries = types.FunctionType((lambda: None).__code__, {"__name__": "pbem.games.made.board.queries"}, "shown")
        coverage.bearers = [rule_index.RuleFunction("shown", queries, (number,), "pbem.games.made")]
        assert f"{number} is called done, and only shown tells of it" in coverage._faults()
        coverage.bearers = []
        assert f"{number} is called done, and no function does it" in coverage._faults()
    finally:
        coverage.bearers = before


def test_the_command_names_every_function_and_case_with_its_place():
    told = pbem("rules", "cataclysm", "10.8", "--json").json
    names = [place.split(" ")[1] for place in told["functions"]]
    assert {"apply_losses", "take_loss", "CombatReply.problems", "allocations"} <= set(names)
    assert all(":" in place and place.endswith(place.split(" ")[1]) for place in told["cases"])
    assert any(place.endswith(" 10.8-it-flips") for place in told["cases"])
