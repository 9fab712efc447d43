"""The chances that forms tell of the questions of a battle."""

from pbem.core.orders.prospects import prospects_told
from pbem.core.title.game import asked_of
from pbem.core.rules.requests import Ask
from pbem.games.pacific import GAME
from pbem.core.data.tables import Sentences
from tests.games.pacific.test_choosing import board_with

ASKED = asked_of(GAME)
SEA = "SZ25: japan destroyer, us destroyer*2"


def test_who_fights_on_is_told_how_the_battle_stands():
    board = board_with(SEA)
    ask = Ask("press", "us", about={"area": "sz25", "kind": "sea"})
    [row] = prospects_told(GAME, board, ask)
    assert row.startswith("fight # Odds, fought to the end: attacker ")
    assert [row.removeprefix("fight # ")] == ASKED.chance(GAME, board, ask, {"do": "fight"})
    assert ASKED.chance(GAME, board, ask, {"do": "retreat", "to": "sz24"}) == []


def test_a_form_reckons_no_battle_that_would_take_long():
    """20 ships weigh as much as 50 units on land; pbem odds reckons them all the same."""
    board = board_with("SZ25: japan destroyer*10, us destroyer*10")
    ask = Ask("press", "us", about={"area": "sz25", "kind": "sea"})
    assert prospects_told(GAME, board, ask) == [f"fight # {Sentences('pbem.games.pacific.words.forecast')('no-room')}"]
    assert "fought to the end: attacker" in ASKED.chance(GAME, board, ask, {"do": "fight"})[0]


def test_kamikazes_hit_on_two_of_six_and_a_battleship_takes_two():
    """KAM-3: 1 - (4/6)^n for one hit; for two hits of two (2/6)^2."""
    board = board_with("SZ36: us carrier, us battleship")
    rows = prospects_told(GAME, board, Ask("kamikaze", "japan", about={"left": 6}))
    assert "kamikaze 1 at us carrier in sz36 # a US aircraft carrier (Sea Zone 36): sunk 33.3%." in rows
    assert "kamikaze 2 at us carrier in sz36 # a US aircraft carrier (Sea Zone 36): sunk 55.6%." in rows
    assert "kamikaze 2 at us battleship in sz36 # a US battleship (Sea Zone 36): sunk 11.1%, hit 55.6%." in rows
    assert len(rows) == 6


def test_interceptors_hit_on_two_and_escorts_on_one():
    """SBR-4: two interceptors hit at least once in 5 of 9, one escort in 1 of 6."""
    board = board_with("japan: japan fighter*2")
    for type in ("bomber", "fighter"):
        board.add("japan", "us", f"{type}@2#", 1)
    ask = Ask("intercept", "japan", options=[2, 1, 0], about={"area": "japan", "force": "japan", "attacked": False})
    rows = prospects_told(GAME, board, ask)
    assert rows[0] == "intercept 2 # They hit at least once: 55.6%. The escorts hit back at least once: 16.7%."
    assert len(rows) == 2
