"""pbem case: the title and the editions are those of the case, and a case that shows nothing is refused."""

import json

import pytest

from tests.cli.tools import pbem

RED = {
    "id": "start",
    "title": "red-dragon",
    "rules": ["3.5"],
    "given": {"base": "ready"},
    "query": "taiwan.control",
    "expect": {"value": "allied"},
}
SUM = {
    "id": "winner",
    "title": "cataclysm",
    "rules": ["1.7.2"],
    "editions": ["2018"],
    "compute": "winner",
    "with": {"points": {"fascist": 10, "communist": 8, "democratic": 15}, "edition": "2018"},
    "expect": {"value": "democratic"},
}
PLAY = {
    "id": "played",
    "title": "cataclysm",
    "rules": ["6.7"],
    "given": {
        "base": "empty",
        "at": {"turn": "1939-40", "now": "play", "drawn": "germany/flag"},
        "set": {"germany.stability": "unstable"},
    },
    "play": [{"germany": "propaganda"}],
    "dice": {"check/propaganda/germany": [4, 1, 1]},
    "expect": {"board": {"germany.flags": "+1"}},
}
CHECK = {
    "id": "judged",
    "title": "cataclysm",
    "rules": ["3.7"],
    "given": PLAY["given"],
    "check": {"germany": "propaganda"},
    "expect": {"refused": None},
}


def several(*cases):
    return {"shows": "What the cases of a file show.", "cases": list(cases)}


@pytest.fixture
def case(tmp_path):
    def run(document, *options):
        path = tmp_path / "cases.json"
        path.write_text(json.dumps(document, indent=1))
        return pbem("case", path, *options)

    return run


def test_each_case_of_a_file_is_run_in_its_own_title(case):
    run = case(several(RED, SUM), "--json")
    assert run.code == 0, run
    assert [(row["id"], row["title"], row["holds"]) for row in run.json["cases"]] == [
        ("start", "red-dragon", True),
        ("winner", "cataclysm", True),
    ]


def test_another_title_than_that_of_the_case_is_refused(case):
    run = case(several(RED, SUM), "--title", "cataclysm")
    assert run.code == 3 and "the case start is for red-dragon, but cataclysm is asked for" in " ".join(run.err.split())
    nameless = {name: value for name, value in RED.items() if name != "title"}
    assert case(nameless, "--title", "red-dragon").code == 0
    assert case(nameless).code == 2
    torn = {**RED, "given": {"base": "ready", "title": "cataclysm"}}
    assert case(torn).code == 3


def test_a_case_is_run_in_its_editions_only(case):
    run = case(several(SUM, PLAY), "--edition", "2022", "--json")
    assert [row["id"] for row in run.json["cases"]] == ["played"] and run.json["passed_over"] == ["winner"]
    assert "passed over: winner" in case(several(SUM, PLAY), "--edition", "2022").out
    run = case(SUM, "--edition", "2022")
    assert run.code == 2 and "2018" in run.err
    of_its_position = {**PLAY, "given": {**PLAY["given"], "edition": "2018"}}
    assert case(of_its_position, "--edition", "2022").code == 2
    assert case(of_its_position).code == 0


@pytest.mark.parametrize(
    "changed, said",
    [
        ({"editions": ["1066"]}, "names edition 1066"),
        ({"expect": {"2018": {"refused": "6.7"}}}, "does not say what happens in edition 2022"),
        ({"editions": ["2018"], "expect": {"2018": {"refused": "6"}, "2022": {"refused": "6"}}}, "which it is not for"),
        ({"given": {**PLAY["given"], "edition": "2018"}, "editions": ["2022"]}, "its position is for 2018"),
        ({"expect": {"value": 1}}, "expects value, which play does not look at"),
        ({"expect": {"board": {}}}, "expects board to be empty"),
        ({"expect": {"facts": []}}, "expects facts to be empty"),
        ({"expect": {"not": [{"type": "unit-lots"}]}}, "Cataclysm has no fact of that name"),
        ({"expect": {"unasked": [{"kind": "acts"}]}}, "Cataclysm has no question of that name"),
        ({"options": {"prodution": "order"}}, "sets the option prodution"),
    ],
)
def test_a_case_that_shows_nothing_is_refused_with_its_line(case, changed, said):
    run = case({**PLAY, **changed})
    assert run.code == 3 and said in " ".join(run.err.split()) and "cases.json:" in run.err, run


@pytest.mark.parametrize(
    "expect",
    [
        {"value": 5},
        {"asks": [{"kind": "act"}]},
        {"ends": {"winner": "fascist"}},
        {"board": {"germany.flags": 9}},
        {"facts": [{"type": "unit-moved"}]},
    ],
)
def test_orders_that_are_judged_are_legal_or_not_and_nothing_else(case, expect):
    run = case({**CHECK, "expect": expect})
    assert run.code == 3 and "check does not look at" in " ".join(run.err.split())


def test_orders_may_be_expected_to_be_legal(case):
    assert case(CHECK).code == 0
    run = case({**CHECK, "check": {"germany": "diplomacy berlin"}})
    assert run.code == 5 and "refused: " in run.out


def test_what_is_left_over_is_said(case):
    run = case({**PLAY, "play": [*PLAY["play"], {"uk": "no interrupt"}], "dice": {}})
    assert run.code == 5
    run = case({**PLAY, "play": [*PLAY["play"], {"germany": "pass"}], "dice": {"check/propaganda/germany": [4]}})
    told = " ".join(run.out.split())
    assert "not scripted: check/propaganda/germany" in told
    assert "scripted but never used: germany: 'pass'" in told


@pytest.mark.parametrize("wrong", [{"germany.flags": 0}, {"germany.flags": "+2"}, {"germany.flags": None}])
def test_a_case_that_does_not_come_out_says_what_came(case, wrong):
    run = case({**PLAY, "expect": {"board": wrong}})
    assert run.code == 5 and "not as expected: " in run.out


def test_what_a_calculation_lacks_is_named(case):
    press = {"program": {"stance": "KAAC"}, "state": {"kind": "sea", "round": 2, "targets": {"us/destroyer": 1}}}
    what = {"title": "pacific", "rules": ["SEA-8"], "compute": "press", "with": press, "expect": {"value": 0}}
    run = case({"id": "press", **what})
    assert run.code == 5
    assert "press cannot be computed of what is given: it has no sixths" in " ".join(run.out.split())
