"""tools/mutants.py: a rule without its body breaks the case that shows it, and is whole again afterwards."""

import pytest

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
    monkeypatch.setattr("pbem.core.cases.run", lambda case, game: never())
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
