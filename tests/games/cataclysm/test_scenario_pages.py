"""The page of a scenario says all that its component file does, and as the engine does it."""

import pytest

import pbem
from pbem.core.data import schemas
from pbem.core.title.game import load
from pbem.core.title.scenario_pages import ORIGINS, page, ruled
from pbem.games.cataclysm.board.board import Board
from pbem.games.cataclysm.board.parts import parts_of
from pbem.games.cataclysm.rules.victory import last_turn, winner_of
from tests.cli.tools import pbem as command

GAME = load("cataclysm")
EACH = [(scenario, edition) for scenario in GAME.scenarios for edition in GAME.editions]


def told(scenario, edition, section):
    lines = page(GAME, {"scenario": scenario, "edition": edition})[section]
    assert {line["origin"] for line in lines} <= ORIGINS.keys()
    return "\n".join(map(ruled, lines))


@pytest.mark.parametrize("scenario, edition", EACH)
def test_every_rule_that_a_scenario_adds_is_told(scenario, edition):
    text, record = told(scenario, edition, "added"), parts_of(scenario).scenario
    rules = [rule for rule in record["specialRules"] if edition in rule.get("editions", (edition,))]
    rules += (record.get("scenarioCounters") or {}).values()
    assert rules and [rule for rule in rules if rule["rule"] not in text] == []
    elsewhere = [rule for rule in record["specialRules"] if rule not in rules]
    assert [rule for rule in elsewhere if rule["rule"] in text] == []
    for key in ("provocationOverrides", "productionSites", "offMapResources"):
        for power in record.get(key) or ():
            assert GAME.telling.say(Board(scenario, edition)).power(power) in text


@pytest.mark.parametrize("scenario, edition", EACH)
def test_how_it_is_won_is_how_the_engine_decides(scenario, edition):
    text, board = told(scenario, edition, "victory"), Board(scenario, edition)
    wanted, names = board.parts.scenario["victory"], board.parts.ideologies
    assert f"The last turn is {last_turn(board)}," in text
    if wanted["type"] == "threshold":
        least = dict.fromkeys(names, 99) | {wanted["ideology"]: wanted["atEnd"]}
        assert winner_of(least, edition, wanted) == wanted["ideology"]
        assert winner_of(least | {wanted["ideology"]: wanted["atEnd"] - 1}, edition, wanted) == wanted["else"]
        assert f"with {wanted['immediate']} victory points" in text and f"with {wanted['atEnd']} or more" in text
        return
    needs_the_sum = winner_of(dict.fromkeys(names, 1) | {"democratic": 2}, edition) != "democratic"
    assert needs_the_sum == ("more than the two together" in text)
    equal = winner_of(dict.fromkeys(names, 0), edition)
    assert ("A tie goes to the Communists" in text) == (equal == "communist")


def test_the_command_the_function_and_the_query_say_the_same(tmp_path):
    shown = command("titles", "cataclysm/c3", "--edition", "2018")
    found = pbem.scenario("cataclysm", "c3", "2018")
    assert [str(problem) for problem in schemas.problems("scenario-page", found)] == []
    assert command("titles", "cataclysm/c3", "--edition", "2018", "--json").json == found
    text = " ".join(shown.out.split())
    assert all(" ".join(ruled(line).split()) in text for line in found["victory"] + found["added"])
    game = tmp_path / "g.json"
    assert command("new", "cataclysm/c3", "--edition", "2018", "-o", game).code == 0
    assert pbem.show(game, "victory") == [ruled(line) for line in found["victory"]]
    assert pbem.show(game, "would-win") == {"winner": "communist", "by": "points", "rule": "1.7"}
    first = command("report", game)
    assert "HOW IT IS WON" in first.out and "win at once with 17" in first.out


@pytest.mark.parametrize(
    "words, wrong",
    [
        (("cataclysm/c9",), "Cataclysm has no scenario c9"),
        (("cataclysm/c3", "--edition", "1999"), "Cataclysm has no edition 1999"),
        (("cataclysm", "--edition", "2018"), "pbem titles TITLE/SCENARIO"),
        (("chess/c3",), "There is no title chess"),
    ],
)
def test_what_there_is_none_of_is_refused(words, wrong):
    refused = command("titles", *words)
    assert refused.code == 2 and wrong in refused.err
