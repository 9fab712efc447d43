"""The options of the charter: what excludes what, and what they make of the board."""

import pytest

from pbem.core.record import charter as charters
from pbem.core.data.problems import Refused
from pbem.games.pacific import GAME

ANCHORS = {"referee": {"first": "0" * 64, "key": "0" * 64, "n": 1}}


def charter(scenario="standard", **options):
    options = {name.replace("_", "-"): value for name, value in options.items()}
    return charters.make(GAME, "options", scenario, options=options, anchors=ANCHORS)


@pytest.mark.parametrize(
    "scenario, options, code",
    [
        ("standard", {"bid": "9"}, "pac-bid-nobody"),
        ("standard", {"bid_power": "us"}, "pac-bid-nothing"),
        ("standard", {"bid": "many", "bid_power": "us"}, "pac-no-number"),
        ("balanced", {"bid": "9", "bid_power": "us"}, "pac-bid-balanced"),
        ("balanced", {"bid": "9", "bid_power": "uk"}, "pac-bid-balanced"),
    ],
)
def test_forbidden_combinations(scenario, options, code):
    with pytest.raises(Refused) as refused:
        charter(scenario, **options)
    assert [problem.code for problem in refused.value.problems] == [code]


def test_a_bid_for_japan_goes_with_the_balanced_set_up():
    assert GAME.new_board(charter("balanced", bid="9", bid_power="japan")).option("bid") == "9"


def test_the_balanced_set_up_differs_from_the_printed_one_in_six_places():
    printed, balanced = (GAME.new_board(charter(name)) for name in ("standard", "balanced"))
    areas = {*printed.units, *balanced.units}
    assert sorted(area for area in areas if printed.units.get(area) != balanced.units.get(area)) == [
        "french-indochina",
        "hainan",
        "mariana-islands",
        "sz20",
        "sz22",
        "sz37",
    ]


@pytest.mark.parametrize(
    "option, value, see",
    [
        ("queensland-sz32", "no", lambda parts: "sz32" not in parts.areas["queensland"].sea),
        ("sz14-sz30", "no", lambda parts: "sz30" not in parts.areas["sz14"].sea),
        ("malaya-base-zones", "both", lambda parts: parts.base_zones("malaya") == ["sz46", "sz47"]),
        ("extra-convoy-routes", "all", lambda parts: len(parts.routes) == 14),
        ("extra-convoy-routes", "sz33", lambda parts: "sz33" in parts.routes and len(parts.routes) == 12),
    ],
)
def test_readings_of_doubtful_places_change_the_map(option, value, see):
    assert see(GAME.new_board(charter(**{option: value})).parts)
    assert not see(GAME.new_board(charter()).parts)


def test_the_totals_of_the_rulebook():
    from pbem.games.pacific.rules.economy import convoy_pool, production, recruits

    board = GAME.new_board(charter())
    assert {n: production(board, n) for n in ("japan", "india", "australia", "usa")} == {
        "japan": 19,
        "india": 15,
        "australia": 20,
        "usa": 75,
    }
    assert board.money == {"japan": 19, "india": 15, "australia": 20, "usa": 75, "china": 0}
    assert convoy_pool(board) == 12 and recruits(board) == 3
    literal = GAME.new_board(charter(china_infantry="every-territory"))
    assert recruits(literal) == 13
