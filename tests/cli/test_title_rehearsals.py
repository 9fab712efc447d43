"""What-if runs of Pacific and Cataclysm: how well each power stands is measured, worst and best are told."""

import json

import pytest

from pbem.core.title import game as titles
from pbem.core.title.positions import apply
from tests.cli.tools import pbem


def rehearsed(tmp_path, scenario, seat, position=None, lines=()):
    """(JSON of a what-if of six runs, its text) of a new game with a few lines of one seat."""
    game = tmp_path / "g.json"
    assert pbem("new", scenario, "-o", game, *(["--position", position] if position else [])).code == 0
    status = pbem("status", game, "--json").json
    orders = tmp_path / f"{seat}.txt"
    orders.write_text(
        f"Game: {status['game']}\nSeat: {seat}\nEntry: {status['entry']}\nHead: {status['head']}\n\n"
        + "\n".join(lines)
        + "\n"
    )
    arguments = ("whatif", game, orders, "--repeat", 6, "--draws", "0a")
    run, text = pbem(*arguments, "--json"), pbem(*arguments)
    assert run.code == 0, run
    return run.json, text.out


def ranks(told, power):
    """The measures of the worst and the best run, as {name: number}."""
    return [told[name]["measures"][power] for name in ("worst", "best")]


def board_of(title, **position):
    game = titles.load(title)
    board = game.new_board({"title": title, "scenario": next(iter(game.scenarios)), "options": {}})
    problems = apply(board, {"pbem": "position/1", "title": title, "id": "x", "base": "empty", **position}, game)
    assert not problems, problems
    return game, board


def test_pacific_measures_points_income_and_units_of_each_side():
    game, board = board_of(
        "pacific", units="guam: us marine*2; sz25: japan transport(japan infantry), uk battleship", set={"vp": 5}
    )
    japan, us, uk = (game.telling.measures(board)[power] for power in ("japan", "us", "uk"))
    assert us == uk, "both belong to the Allies"
    assert japan["victory points"] == 5 and us["victory points that Japan lacks"] == 17
    assert japan["own side's units, in IPCs"] == 8 + 3 and us["own side's units, in IPCs"] == 2 * 4 + 24
    assert us["units less the enemy's, in IPCs"] == 21 == -japan["units less the enemy's, in IPCs"]
    less = "production less the enemy's, in IPCs"
    assert japan[less] == -us[less] < 0
    before = japan[less]
    board.control["guam"], board.control["burma"] = "japan", "japan"
    assert game.telling.measures(board)["japan"][less] > before
    board.result = {"winner": "axis", "why": "points", "rule": "VIC-1"}
    assert [game.telling.measures(board)[power]["won (1) or lost (-1)"] for power in game.powers] == [1, -1, -1]


def test_cataclysm_measures_points_stability_and_the_map():
    game, board = board_of(
        "cataclysm",
        units="berlin: germany army*2; rome: italy army",
        control={"austria": "germany", "albania": "italy"},
        at={"scenario": "c2"},
    )
    germany, uk = (game.telling.measures(board)[power] for power in ("germany", "uk"))
    assert germany["points"] == 1 and uk["points"] == 0
    less = "points of the ideology less those of the best other"
    assert germany[less] == 2 and uk[less] == -2
    assert germany["own units on the map"] == 2 and uk["own units on the map"] == 0
    assert germany["areas controlled"] > 1
    stability = "stability, 3 steady to 0 collapse, -1 surrendered"
    assert germany[stability] == 3
    board.powers["germany"]["stability"] = "unstable"
    assert game.telling.measures(board)["germany"][stability] == 1
    board.over = {"winner": "democratic", "by": "last-turn", "rule": "1.7.2", "points": {}}
    assert [game.telling.measures(board)[power]["won (1) or lost (-1)"] for power in ("germany", "uk")] == [-1, 1]
    assert "japan" not in game.telling.measures(board), "Japan is not in this scenario"


def test_the_worst_and_the_best_battle_of_pacific_differ(tmp_path):
    position = tmp_path / "battle.json"
    position.write_text(
        json.dumps(
            {
                "pbem": "position/1",
                "title": "pacific",
                "id": "battle",
                "base": "empty",
                "units": "shantung: japan infantry*4, japan armor*2; kiangsi: china infantry*3; japan: japan infantry",
                "at": {"round": 2, "power": "japan", "phase": "combat-movement"},
            }
        )
    )
    lines = ["move 4 infantry, 2 armor shantung -> kiangsi"]
    told, text = rehearsed(tmp_path, "pacific/standard", "japan", position, lines)
    worst, best = ranks(told, "japan")
    assert worst["victory points"] == best["victory points"] == 0
    mine = "own side's units, in IPCs"
    assert 3 <= worst[mine] < best[mine] <= 4 * 3 + 2 * 5 + 3
    assert "Japan: units less the enemy's, in IPCs" in text


@pytest.mark.parametrize(
    ("scenario", "seat", "power", "name", "powers"),
    [
        ("pacific/standard", "uk", "uk", "United Kingdom", {"japan", "uk", "us"}),
        ("cataclysm/c2", "democracies", "france", "France", {"germany", "italy", "france", "uk"}),
        ("cataclysm/c2", "fascists", "germany", "Germany", {"germany", "italy", "france", "uk"}),
    ],
)
def test_worst_and_best_are_told(tmp_path, scenario, seat, power, name, powers):
    told, text = rehearsed(tmp_path, scenario, seat)
    assert set(told["measures"]) == powers
    assert all(sum(row["runs"] for row in values) == 6 for values in told["measures"][power].values())
    assert set(ranks(told, power)[0]) == set(told["measures"][power])
    assert f"The worst run for {name}: won (1) or lost (-1) 0" in text and f"The best run for {name}" in text


def test_outcomes_are_counted_for_the_power_of_the_first_line(tmp_path):
    _, text = rehearsed(tmp_path, "cataclysm/c2", "fascists", lines=["italy: always interrupt: no"])
    assert "Italy: points of the ideology" in text and "Germany: points of the ideology" not in text
