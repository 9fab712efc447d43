"""Attacks 13, 14, 15 and 19, which no program can close: the footer says what is not proven, and claims no more."""

import pytest

from tests.attacks.kit import plain


def report(game, seat="north"):
    return plain(game.people[seat].pbem("report", game.people[seat].game).out)


def test_the_opener_and_an_asked_seat_together(table):
    game = table().until("act")
    game.turn()
    said = report(game)
    assert "Nobody alone could know these draws before then, or choose them." in said
    assert "together with" in said and "could have known them, and suited the last answer to them" in said


def test_two_players_alone(table):
    game = table(referee=False, seats=("blue", "red"))
    game.answers = lambda seat: [
        f"{row['power']}: place {row['power']}-foot-1 in hill" if row["kind"] == "set-up" else f"{row['power']}: bid 0"
        for row in game.people[seat].status()["waiting"]
        if row["seat"] == seat
    ]
    game.turn()
    assert "saw them first and could only have kept silent" in report(game, "blue")


def test_an_absent_seat(table):
    game = table()
    game.turn()
    (asked,) = game.asked()
    game.adjudicate([], "--deadline-passed", asked)
    game.share("referee")
    said = report(game)
    assert "did not answer; its default was taken. If its envelope was in fact sent" in said
    assert "Opened by" in said and "alone, who knew these draws beforehand" in said and "absences 1" in said


def test_the_level_at_which_the_referee_rolls(table):
    game = table(level="sealed")
    game.turn()
    said = report(game)
    assert "Only the referee rolled" in said and "could know these dice, and those to come, in advance" in said
    assert "The referee wrote down the orders, absences and words as well, knowing the dice." in said
    assert "Nobody alone could know" not in said


def test_closed_lines(table):
    game = table()
    game.turn(north=[*game.answers("north"), "always intervene: no"])
    assert "Until they are opened the referee, who knew the dice of each entry before he published it" in report(game)


@pytest.mark.parametrize("level", ["locked", "open"])
def test_levels_that_are_reserved_are_refused(table, level):
    game = table(level="sealed")
    person = game.people["referee"]
    assert person.pbem("new", "toy", "-o", person.path("x"), "--fair", level).code == 2
