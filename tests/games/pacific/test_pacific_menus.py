"""What the menu of moves offers is legal, and all that is legal is in it."""

import pytest

from pbem.core.data.problems import refusals
from pbem.page.menus import export
from pbem.core.orders.orders import parse_line
from pbem.core.play.answers import judge
from pbem.core.rules.requests import Ask
from pbem.games.pacific import GAME
from pbem.games.pacific.board.board import Board
from tests.page.offered import unreached

KIND = GAME.kinds["noncombat-moves"]


def question(power, units):
    """The board with one of each of some units, ``[(area, force, key)]``, and the question for non-combat moves."""
    board = Board()
    board.power, board.phase, board.units = power, "noncombat-movement", {}
    for area, force, key in units:
        board.add(area, force, key, 1)
    return board, Ask(KIND.name, power, rule=KIND.rule)


def moved(power, units, text):
    """The items of a line of non-combat moves, which the rules allow and the menu offers."""
    return moved_on(*question(power, units), text)


def moved_on(board, ask, text):
    item, problems = parse_line(text, GAME, ask.power, [KIND.name])
    assert not refusals(problems)
    answer, problems = judge(KIND, board, ask, item["value"])
    assert not refusals(problems)
    assert not unreached(KIND, board, ask, answer, export(KIND, board, ask))
    return answer


def test_a_shipment_goes_with_transports_that_may_still_unload():
    units = [("burma", "uk", "infantry"), ("sz54", "uk", "transport"), ("sz54", "uk", "transport+(uk/infantry)")]
    aboard, ashore = moved("uk", units, "ship infantry burma -> sz54 -> india")
    assert (aboard["ship"], ashore["go"]) == ("uk/transport", "unload")


def test_who_only_boards_may_use_a_transport_that_has_moved():
    units = [("burma", "uk", "infantry"), ("sz54", "uk", "transport+(uk/infantry)")]
    [aboard] = moved("uk", units, "load infantry burma -> sz54")
    assert aboard["ship"] == "uk/transport+(uk/infantry)"


def test_fighters_go_aboard_carriers_without_a_word_more():
    """A zone has decks for them alone, and as many of them as they need."""
    units = [("sz5", "uk", "carrier"), ("sz5", "uk", "carrier+")] + 3 * [("sz5", "uk", "fighter")]
    taken = moved("uk", units, "load 3 fighters sz5 -> sz5")
    assert sorted(one["cargo"]["uk/fighter"] for one in taken) == [1, 2]


def test_who_finds_no_room_on_own_ships_boards_an_allys():
    units = [
        ("burma", "uk", "infantry"),
        ("sz54", "uk", "transport(uk/infantry,uk/infantry)"),
        ("sz54", "us", "transport"),
    ]
    [aboard] = moved("uk", units, "load infantry burma -> sz54")
    assert aboard["ship"] == "us/transport"


def test_a_gun_that_china_has_taken_may_sail():
    """Only its infantry may not (CHN-5)."""
    board, ask = question("us", [("burma", "china", "aa-gun"), ("sz54", "us", "transport")])
    aboard, ashore = moved_on(board, ask, "ship china aa-gun burma -> sz54 -> india")
    assert (aboard["cargo"], ashore["go"]) == ({"china/aa-gun": 1}, "unload")
    board.units["sz54"]["us"] = {"transport(china/aa-gun)": 1}
    assert not list(GAME.invariants(board))
    board.units["sz54"]["us"] = {"transport(china/infantry)": 1}
    assert [problem.code for problem in GAME.invariants(board)] == ["pac-inv-cargo"]


def test_a_shipment_lands_from_a_zone_without_the_enemy():
    """Siam lies on two zones; the enemy is in the nearer one by id."""
    units = [("sumatra", "japan", "infantry"), ("sz47", "japan", "transport"), ("sz46", "us", "destroyer")]
    board, ask = question("japan", units)
    board.control.update(sumatra="japan", siam="japan")
    *_, ashore = moved_on(board, ask, "ship infantry sumatra -> sz47 -> siam")
    assert (ashore["go"], ashore["zone"]) == ("unload", "sz53")


def test_a_fighter_without_moves_comes_down_on_the_deck_below():
    [landing] = moved("uk", [("sz5", "uk", "carrier"), ("sz5", "uk", "fighter@0")], "land fighter@0 sz5 -> sz5")
    assert landing["path"] == ["sz5"]


@pytest.mark.parametrize("order", [1, -1])
def test_the_only_placement_is_typed_in_any_order(order):
    board = Board()
    lines = ["place infantry in new-south-wales for australia", "place infantry in india for india"][::order]
    kind = GAME.kinds["placement"]
    places = {"india": "india", "australia": "new-south-wales"}
    only = [{"nation": nation, "area": area, "units": {"infantry": 1}} for nation, area in places.items()]
    about = {"units": {"india": {"infantry": 1}, "australia": {"infantry": 1}}}
    ask = Ask("placement", "uk", options=[only], about=about, rule="PLC-1")
    item, _ = parse_line("\n".join(lines), GAME, "uk", ["placement"])
    assert not refusals(judge(kind, board, ask, item["value"])[1])
    assert kind.default(board, ask) == only
