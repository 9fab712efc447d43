"""tools/mutants.py: a rule without its body breaks the case that shows it, and is whole again afterwards."""

import json

import pytest

from pbem.core.rules.game import titles
from tests.toy import game as toy
from tools import mutants

BIDS = [{"north": "bid 2"}, {"south": "bid 0"}, {"isles": "bid 0"}]
CASE = {
    "id": "an attack", "rules": ["2.1", "3.1"], "editions": ["first"],
    "given": {"base": "empty", "units": "hill: north foot"}, "play": [*BIDS, {"north": "act attack"}],
    "dice": {"3.1/north": [6]}, "expect": {"board": {"north.vp": "+1"}},
}  # fmt: skip


def rules():
    return {name: getattr(toy, name).__wrapped__ for name in ("bids", "attack", "intervention")}


@pytest.mark.parametrize("name, breaks", [("bids", True), ("attack", True), ("intervention", False)])
def test_a_case_breaks_without_a_rule_that_it_shows_and_only_then(name, breaks):
    function = rules()[name]
    code = function.__code__
    assert mutants.broken_by(toy.GAME, CASE) == ""
    with mutants.without_body(function):
        assert bool(mutants.broken_by(toy.GAME, CASE)) == breaks
    assert function.__code__ is code
    assert mutants.broken_by(toy.GAME, CASE) == ""


def test_a_rule_that_goes_round_for_ever_counts_as_broken(monkeypatch):
    def never():
        while True:
            pass

    monkeypatch.setattr(mutants, "PATIENCE", 1)
    monkeypatch.setattr("pbem.core.rules.cases.run", lambda case, game: never())
    assert "no end" in mutants.broken_by(toy.GAME, CASE)


def test_a_closure_and_a_plain_function_are_emptied():
    seen = []

    def rule(t):
        seen.append(t)
        return 7

    with mutants.without_body(rule):
        assert rule(1) is None
    assert rule(2) == 7 and seen == [2]


def test_cases_of_a_number_and_of_its_parts_are_run():
    assert mutants.names({"rules": ["9.3.2"]}, ("9.3",))
    assert not mutants.names({"rules": ["9.30"]}, ("9.3",))


def toy_mutants(*cases):
    """The tool on three rules of the toy title."""
    made = mutants.Mutants.__new__(mutants.Mutants)
    made.game, made.cases = toy.GAME, list(cases)
    owners = {number: [function] for number, function in zip(("2.1", "3.1", "3.2"), rules().values())}
    made.functions = mutants.functions(owners, set(owners))
    made.entered, broken = made.survey()
    return made, broken


def place_of(made, name):
    return [function.__name__ for function in made.functions].index(name)


def test_the_survey_says_which_rules_a_case_enters_and_which_cases_fail_as_they_are():
    wrong = {**CASE, "id": "a wrong case", "expect": {"board": {"north.vp": "+2"}}}
    made, broken = toy_mutants(CASE, wrong)
    assert {"bids", "attack"} <= {made.functions[place].__name__ for place in made.entered["an attack"]}
    assert list(broken) == ["a wrong case"]


def test_cases_that_name_the_rule_are_tried_first_then_the_others_that_enter_it():
    other = {**CASE, "id": "named otherwise", "rules": ["9.9"]}
    made, _ = toy_mutants(other, CASE)
    assert made.killer(place_of(made, "attack")) == ("an attack", True, 1)
    made, _ = toy_mutants(other)
    assert made.killer(place_of(made, "attack")) == ("named otherwise", False, 1)


def test_a_mutant_that_no_case_notices_survives():
    lenient = {**CASE, "id": "expects nothing", "expect": {}}
    made, broken = toy_mutants(lenient)
    assert not broken
    killer, by_own, ran = made.killer(place_of(made, "intervention"))
    assert (killer, by_own) == (None, False) and ran in (0, 1)


def verdict(name, killer, by_own=True):
    (function,) = [rule for rule in rules().values() if rule.__name__ == name]
    function.rule_numbers = ("2.1",)
    return mutants.Verdict(function, killer, by_own, 3)


def test_survivors_and_reasons_that_outlived_them_are_faults(capsys):
    verdicts = [verdict("bids", "a case"), verdict("attack", None), verdict("intervention", "another", False)]
    assert mutants.report(verdicts, {}, True) == 1
    assert "not noticed: " in capsys.readouterr().out
    assert mutants.report(verdicts, {"game.attack": "nothing follows"}, True) == 0
    told = capsys.readouterr().out
    assert "nothing follows" in told and "only by a case of another rule" in told
    assert mutants.report(verdicts, {"game.attack": "nothing follows", "game.bids": "old"}, True) == 1


def test_every_reason_is_for_a_title_that_is_there():
    with open(mutants.REASONS, encoding="utf-8") as file:
        assert set(json.load(file)) <= set(titles())


def test_a_rule_that_says_nothing_is_left_out():
    def idle(t):
        """9.9 Nothing to do."""
        return
        yield

    assert mutants.is_idle(idle)
    assert not mutants.is_idle(rules()["attack"])
    owners = {"2.1": [rules()["bids"]], "9.9": [idle], "3.1": [rules()["attack"]]}
    chosen = mutants.functions(owners, {"2.1", "9.9"})
    assert [(function.__name__, function.rule_numbers) for function in chosen] == [("bids", ("2.1",))]
