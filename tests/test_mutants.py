"""tools/mutants.py: a rule that is changed a little breaks a case that shows it; what became of it is told."""

import ast
import functools
import json
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.core.title.game import load, titles
from pbem.core.title.rule_index import RuleFunction
from tests.thorough import some
from tests.toy import game as toy
from tools import mutant_results, mutant_runs, mutants, mutation

BIDS = [{"north": "bid 2"}, {"south": "bid 0"}, {"isles": "bid 0"}]
CASE = {
    "id": "an attack",
    "rules": ["2.1", "3.1"],
    "editions": ["first"],
    "given": {"base": "empty", "units": "hill: north foot"},
    "play": [*BIDS, {"north": "act attack"}],
    "dice": {"3.1/north": [6]},
    "expect": {"board": {"north.vp": "+1"}},
}
NUMBERS = {"bids": "2.1", "attack": "3.1", "intervention": "3.2"}


def toy_mutants(*cases):
    """The tool on three rules of the toy title, after its survey."""
    made = mutant_runs.Mutants.__new__(mutant_runs.Mutants)
    rules = [
        mutant_runs.Rule(RuleFunction(name, getattr(toy, name).__wrapped__, (number,), "tests.toy"))
        for name, number in NUMBERS.items()
    ]
    made.take(toy.GAME, rules, list(cases))
    return made, made.survey()


def place_of(made, name, label):
    """The places of a rule and of its mutant."""
    (place,) = [place for place, rule in enumerate(made.rules) if rule.name.endswith(name)]
    return place, [mutant.label for mutant in made.rules[place].mutants].index(label)


def tried(made, name, label):
    """What became of one mutant, tried in a process of its own."""
    place, number = place_of(made, name, label)
    return mutants.Verdict(place, number, *mutant_runs._apart(lambda: made.try_one(place, number)))


# -- the edits -----------------------------------------------------------------------------------------------------


def function(text):
    return ast.parse(text).body[0]


def labels(text):
    return [(mutant.operator, mutant.label) for mutant in mutation.mutants(function(text))]


@pytest.mark.parametrize(
    "line, expected",
    [
        ("return a < b", ("comparison", "return a [< -> <=] b")),
        ("return a in b", ("comparison", "return a [ -> not ]in b")),
        ("return a and b and c", ("condition", "return a and b[ and c -> ]")),
        ("return a or b", ("condition", "return a [or -> and] b")),
        ("return not a", ("condition", "return [not a -> bool(a)]")),
        ("return [x for x in a if x]", ("condition", "return [x for x in a if [x -> True]]")),
        ("return b if a else c", ("condition", "return b if [a -> False] else c")),
        ("return any(a)", ("condition", "return [any -> all](a)")),
        ("return a + 1", ("constant", "return a + [1 -> 2]")),
        ("return a + 1", ("constant", "return a [+ -> -] 1")),
        ("return f(a, True)", ("constant", "return f(a, [True -> False])")),
        ("return f(a, b)", ("argument", "return f([a, b -> b, a])")),
        ("return f(a, b=c)", ("argument", "return f(a[, b=c -> ])")),
        ("return sorted(a)", ("order", "return [sorted(a) -> list(sorted(a))[::-1]]")),
        ("return max(a)", ("order", "return [max -> min](a)")),
        ("return a[0]", ("order", "return a[[0 -> -1]]")),
        ("a += 1", ("statement", "[a += 1 -> pass]")),
        ("yield from f(a)", ("statement", "[yield from f(a) -> pass]")),
    ],
)
def test_a_slip_of_each_kind_is_made(line, expected):
    assert expected in labels(f"def f(a, b, c):\n '''1.1 A rule.'''\n {line}")


def test_arguments_that_nobody_takes_for_another_and_words_of_the_docstring_stay():
    assert labels("def f(t, a):\n '''1.1 x'''\n g(t, a)") == [("statement", "[g(t, a) -> pass]")]
    assert labels("def f(about):\n return about['retreat']") == [("statement", "return [about['retreat'] -> None]")]


def test_what_a_refusal_says_is_left_alone_but_for_its_code_and_rule():
    found = labels("def f(a):\n return [Problem('code', rule='1.1', hint=g(a, 'x'), count=a + 1)]")
    assert sorted(operator for operator, _ in found) == ["argument", "constant", "constant", "statement"]
    assert not any("hint=[" in label or "count=[" in label or "+ ->" in label for _, label in found)
    assert any("[rule='1.1',  -> ]" in label for _, label in found)
    assert labels("def f(a):\n a.name = f'to {a + 1}'") == []


def test_what_changes_nothing_is_not_made():
    """The arguments of min and max have no order; nor have refusals that a loop gathers."""
    assert ("argument", "return min([a, b -> b, a])") not in labels("def f(a, b):\n return min(a, b)")
    assert ("argument", "return f([a, b -> b, a])") in labels("def f(a, b):\n return f(a, b)")
    text = "def f(a):\n for x in a:\n  if x:\n   p.append(Problem('x'))\n  else:\n   yield Problem('y')"
    assert not [label for operator, label in labels(text) if operator == "order"]
    assert [label for operator, label in labels(text + "\n   g(x)") if operator == "order"]
    assert labels("def f(a):\n hint = g(a + 1, 'x')") == []


def test_a_number_that_the_fact_takes_by_itself_may_be_left_out():
    made = mutation.mutants(function("def f(t):\n t.emit('x', rule='1.1')"))
    (mutant,) = [each for each in made if "[, " in each.label]
    assert mutant_runs.says_the_same(mutant, "1.1") and not mutant_runs.says_the_same(mutant, "1.2")
    assert not mutant_runs.says_the_same(mutant, "")


def test_two_statements_change_places_and_loops_run_backwards():
    text = "def f(a, b):\n for x in a:\n  g(x)\n  h(x)\n if b:\n  return 1"
    assert ("order", "for x in [a -> list(a)[::-1]]:") in labels(text)
    assert any(operator == "order" and "g" in label for operator, label in labels(text))
    assert ("condition", "if [b -> True]:") in labels(text)


def results(code, *given):
    made = eval_function(code)
    return [made(*each) for each in given]


def eval_function(code):
    def stub(a, b, c):
        return None

    stub.__code__ = code
    return stub


def test_the_code_of_a_mutant_does_what_its_label_says():
    node = function("def f(a, b, c):\n return a < b and c")
    by_label = {mutant.label: mutation.code(node, mutant.place, "f", (), "x") for mutant in mutation.mutants(node)}
    assert results(by_label["return a [< -> <=] b and c"], (1, 1, True), (2, 1, True)) == [True, False]
    assert results(by_label["return a < b[ and c -> ]"], (1, 2, False)) == [True]
    assert results(by_label["return [a < b and  -> ]c"], (2, 1, 7)) == [7]


def test_a_method_keeps_its_class_and_a_generator_stays_one():
    text = "class C:\n def f(self):\n  return super().f() + 1"
    node = ast.parse(text).body[0].body[0]
    for mutant in mutation.mutants(node):
        code = mutation.code(node, mutant.place, "f", ["C"], "x")
        assert code is None or code.co_freevars == ("__class__",)
    node = function("def f(a):\n yield a")
    assert all(
        mutation.code(node, mutant.place, "f", (), "x") is None
        for mutant in mutation.mutants(node)
        if mutant.label == "[yield a -> pass]"
    )


@pytest.mark.parametrize("title", titles())
def test_labels_are_unique_and_say_what_changed(title):
    """In every rule function: a label is the key under which a reason is given."""
    for bearer in mutant_runs.rule_functions(load(title))[::15]:
        made = mutant_runs.Rule(bearer).mutants
        assert len({mutant.label for mutant in made}) == len(made)
        assert all(mutant.operator in mutation.OPERATORS for mutant in made)
        assert all(" -> " in mutant.label for mutant in made if mutant is not mutant_runs.LEFT_OUT)
        assert all(mutant.lines[0] <= mutant.lines[1] for mutant in made if mutant.lines)


def test_a_rule_that_says_nothing_is_left_out():
    assert mutation.is_idle(function("def f(t):\n '''9.9 Nothing to do.'''\n return\n yield"))
    assert not mutation.is_idle(function("def f(t):\n t.emit('x')"))


# -- trying them ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name, kind", [("bids", "noticed"), ("attack", "noticed")])
def test_a_case_breaks_without_a_rule_that_it_shows(name, kind):
    made, broken = toy_mutants(CASE)
    assert not broken and tried(made, name, "the whole body").kind == kind
    assert mutant_runs.played(toy.GAME, CASE, 5)[0] == ""  # here nothing has changed


def test_what_no_case_runs_is_never_run():
    made, _ = toy_mutants(CASE)
    assert tried(made, "intervention", "the whole body").kind in ("never run", "alive")


@pytest.mark.longer
def test_a_case_that_records_something_else_and_asks_for_none_of_it_is_told_apart():
    lenient = {**CASE, "expect": {"board": {"turn": "+1"}}}
    made, broken = toy_mutants(lenient)
    assert not broken
    (rule,) = [rule for rule in made.rules if rule.name.endswith("attack")]
    kinds = {tried(made, "attack", mutant.label).kind for mutant in rule.mutants}
    assert "recorded" in kinds and "noticed" in kinds


def test_the_survey_says_which_lines_a_case_runs_and_which_cases_fail_as_they_are():
    wrong = {**CASE, "id": "a wrong case", "expect": {"board": {"north.vp": "+2"}}}
    made, broken = toy_mutants(CASE, wrong)
    assert list(broken) == ["a wrong case"]
    assert {"bids", "attack"} <= {name.rpartition(".")[2] for name, _ in made.reached}
    assert set(made.reached.values()) == {1}


def test_cases_that_name_the_rule_are_tried_first_then_the_others_that_run_the_line():
    other = {**CASE, "id": "named otherwise", "rules": ["2"]}
    made, _ = toy_mutants(other, CASE)
    assert tried(made, "attack", "the whole body").killer == "an attack"
    made, _ = toy_mutants(other)
    assert tried(made, "attack", "the whole body").killer == "named otherwise"


def never(*_):
    try:
        while True:
            pass
    except Exception:  # which must not keep it alive
        return never()


@pytest.mark.parametrize("work, silence", [(100_000, 60), (10**12, 0.3)])
def test_a_rule_that_goes_round_for_ever_counts_as_broken(monkeypatch, work, silence):
    monkeypatch.setattr("pbem.core.bench.cases.run", never)
    monkeypatch.setattr(mutant_runs, "WORK", work)
    monkeypatch.setattr(mutant_runs, "SILENCE", silence)
    assert "come to an end" in mutant_runs.played(toy.GAME, CASE, 0.1)[0]


def test_a_case_that_only_takes_long_is_not_broken():
    """The machine may be slow: what counts is how much is done."""
    assert mutant_runs.played(toy.GAME, CASE, 1e-6) == mutant_runs.played(toy.GAME, CASE, 5)


def test_the_case_that_noticed_a_mutant_is_tried_first_on_the_next():
    made, _ = toy_mutants({**CASE, "id": "quicker"}, CASE)
    rule = next(place for place, rule in enumerate(made.rules) if rule.name.endswith("attack"))
    made.remember(rule, "an attack")
    assert made.cases_of(rule, mutant_runs.LEFT_OUT)[0] == 1


def test_a_process_that_ends_without_a_word_counts_as_broken(monkeypatch):
    made, _ = toy_mutants(CASE)
    monkeypatch.setattr(made, "try_one", lambda *_: __import__("os")._exit(9), raising=False)
    mutant_runs._begin(made)
    assert mutants.Verdict(*mutant_runs._try((0, 0, ()))).kind == "noticed"


def test_cases_of_a_number_and_of_its_parts_are_run():
    assert mutant_runs.names({"rules": ["9.3.2"]}, ("9.3",))
    assert not mutant_runs.names({"rules": ["9.30"]}, ("9.3",))


# -- what is told --------------------------------------------------------------------------------------------------


def options(*given):
    return mutants._options().parse_args(given)


def test_survivors_and_reasons_that_outlived_them_are_faults(capsys):
    made, _ = toy_mutants(CASE)
    verdicts = [
        mutants.Verdict(0, 0, "noticed", "a case", 1),
        mutants.Verdict(1, 0, "alive", None, 3),
        mutants.Verdict(1, 1, "same", None, 0),
    ]
    left = {made.rules[1].name: {"the whole body": "alive"}}
    mutants.report("toy", made, verdicts, left)
    assert "0 with a reason (0.0 %), 1 without (50.0 %)" in capsys.readouterr().out
    assert list(mutants.too_many("toy", verdicts, left, 0)) and not list(mutants.too_many("toy", verdicts, left, 50))
    known = {made.rules[1].name: {"the whole body": "nothing follows"}}
    assert list(mutants.outlived("toy", made, verdicts, known, True)) == []
    for outlived in ({made.rules[0].name: {"the whole body": "old"}}, {"rules.gone.away": {"x": "old"}}):
        assert len(list(mutants.outlived("toy", made, verdicts, outlived, True))) == 1


def test_a_survivor_is_told_as_it_comes_unless_there_is_a_reason(monkeypatch, capsys):
    made, _ = toy_mutants(CASE)
    chosen, left = [place_of(made, "intervention", "the whole body"), place_of(made, "bids", "the whole body")], {}
    given = options("--at-most", "50", "--jobs", "1", "--rule", "3.2")
    assert list(mutants.run("toy", made, chosen, given, left)) == []
    (name,) = left
    assert name.endswith("intervention") and f"{left[name]['the whole body']}: " in capsys.readouterr().out
    monkeypatch.setattr(mutants, "reasons", lambda _: {name: {"the whole body": "nobody steps in"}})
    again = {}
    assert list(mutants.run("toy", made, chosen, given, again)) == [] and again == {}
    assert "1 with a reason (50.0 %), 0 without" in capsys.readouterr().out


# -- results that are kept --------------------------------------------------------------------------------------------


def verdicts(made, results, chosen):
    """``{mutant: (kind, how many cases were played)}``."""
    made.survey(results.runs)
    results.keep_runs()
    found = mutants.verdicts_of(made, results, chosen, 1)
    return {made.rules[each.rule].mutants[each.mutant].label: (each.kind, each.ran) for each in found}


def all_of(made, name):
    (place,) = [place for place, rule in enumerate(made.rules) if rule.name.endswith(name)]
    return [(place, number) for number in range(len(made.rules[place].mutants))]


@pytest.mark.longer
def test_what_became_of_a_mutant_is_kept_and_a_survivor_meets_only_new_cases(tmp_path):
    path = tmp_path / "results.jsonl"
    lenient = {**CASE, "expect": {"board": {"turn": "+1"}}}
    made, _ = toy_mutants(lenient)
    first = verdicts(made, mutant_results.Results(path, made), all_of(made, "attack"))
    assert {kind for kind, _ in first.values()} > {"noticed", "recorded"}
    again = verdicts(made, mutant_results.Results(path, made), all_of(made, "attack"))
    assert again == {label: (kind, 0) for label, (kind, _) in first.items()}
    more, _ = toy_mutants(lenient, CASE)
    third = verdicts(more, mutant_results.Results(path, more), all_of(more, "attack"))
    for label, (kind, ran) in first.items():
        assert third[label][1] == (kind in ("recorded", "alive") and ran > 0)
        assert kind != "noticed" or third[label][0] == "noticed"
    assert third != again


def test_a_verdict_falls_with_the_case_that_it_stands_on_and_with_the_text_of_the_module(tmp_path):
    path = tmp_path / "results.jsonl"
    made, _ = toy_mutants(CASE)
    chosen = [place_of(made, "attack", "the whole body")]
    verdicts(made, mutant_results.Results(path, made), chosen)
    other, _ = toy_mutants({**CASE, "why": "another text"})
    assert verdicts(other, mutant_results.Results(path, other), chosen) == {"the whole body": ("noticed", 1)}
    results = mutant_results.Results(path, other)
    assert results.known(*chosen[0])[0]
    results.texts[other.rules[chosen[0][0]].file] = "another text"
    assert results.known(*chosen[0]) == (None, ())


def test_a_file_that_was_broken_off_is_read_and_no_file_keeps_nothing(tmp_path):
    path = tmp_path / "results.jsonl"
    made, _ = toy_mutants(CASE)
    chosen = [place_of(made, "attack", "the whole body")]
    verdicts(made, mutant_results.Results(path, made), chosen)
    whole = path.read_text()
    path.write_text(whole + '{"mutant": "12', encoding="utf-8")
    assert mutant_results.Results(path, made).known(*chosen[0])[0] == ("noticed", "an attack")
    assert path.read_text() == whole
    assert mutant_results.Results(None, made).known(*chosen[0]) == (None, ())


def test_only_the_survivors_of_a_file_are_tried(tmp_path):
    made, _ = toy_mutants(CASE)
    label = made.rules[1].mutants[2].label
    path = tmp_path / "left.json"
    path.write_text(json.dumps({"toy": {made.rules[1].name: {label: "alive"}}}))
    assert mutants.sample({"toy": made}, options("--only-survivors", str(path))) == {"toy": [(1, 2)]}
    assert mutants.sample({"toy": made}, options("--only", made.rules[0].name))["toy"] == all_of(made, "bids")
    assert mutants.sample({"toy": made}, options("--rule", "3.1"))["toy"] == all_of(made, "attack")


@settings(max_examples=20, deadline=None)
@given(st.integers(1, 40), st.text(max_size=5))
def test_a_sample_is_always_the_same_and_a_larger_one_holds_the_smaller(count, seed):
    def sample(count):
        given = SimpleNamespace(**vars(options()) | {"sample": count, "seed": seed})
        return mutants.sample({"toy": sampled_toy()}, given)["toy"]

    some, more = sample(count), sample(count + 5)
    assert some == sample(count) and set(some) <= set(more)
    assert len(some) == min(count, sum(len(rule.mutants) for rule in sampled_toy().rules))


sampled_toy = functools.cache(lambda: toy_mutants(CASE)[0])


@pytest.mark.longer
def test_every_reason_is_for_a_mutant_that_is_there():
    """make test asks it of every fourth function, make thorough and a whole run of make mutants of all."""
    with open(mutants.REASONS, encoding="utf-8") as file:
        known = json.load(file)
    assert set(known) <= set(titles())
    for title, functions in known.items():
        there = {mutant_runs.name_of(bearer): bearer for bearer in mutant_runs.rule_functions(load(title))}
        assert set(functions) <= set(there)
        for name, reasons in some(sorted(functions.items()), 4):
            assert set(reasons) <= {mutant.label for mutant in mutant_runs.Rule(there[name]).mutants}, name
            assert all(reasons.values())
