"""Lines with which a seat says when it wants to be asked, for any question or for those of a kind: a seat of one power
names none, and the name of a seat of several gives the line to each of them."""

import pytest

from pbem.core.orders.orderfile import text_of_item
from pbem.core.orders.orders import read
from pbem.core.title.game import load

CONDITION = {"red-dragon": "event", "pacific": "burma lost", "cataclysm": "war on me"}


def lines_of(game, powers, *lines):
    found, problems = read("\n".join(["seat own", *lines]), game, {"own": powers}, require=())
    return found.standing, problems


@pytest.mark.parametrize("before", ["", "next: "])
@pytest.mark.parametrize("title", CONDITION)
def test_a_seat_of_one_power_need_not_name_it(title, before):
    """Of every kind of question, those too with which an order may begin."""
    game = load(title)
    condition = CONDITION[game.id]
    lines = {f"{before}ask me if {condition}": "*"}
    for kind in game.kinds:
        lines |= {f"{before}{kind}: ask me if {condition}": kind, f"{before}{kind}: ask me": kind}
    for line, kind in lines.items():
        standing, problems = lines_of(game, game.powers[:1], line)
        assert not problems, line
        assert [(item["power"], item["when"], item["ask"]) for item in standing] == [(game.powers[0], kind, True)], line
        assert text_of_item(standing[0], game) == line


def test_whoever_wants_to_be_asked_says_when():
    _, problems = lines_of(load("pacific"), ["japan"], "ask me")
    assert problems


@pytest.mark.parametrize("line", ["ask me if {}", "next: ask me if {}", "rest: default"])
@pytest.mark.parametrize("title", CONDITION)
def test_the_name_of_a_seat_gives_the_line_to_each_of_its_powers(title, line):
    game = load(title)
    line = line.format(CONDITION[game.id])
    standing, problems = lines_of(game, game.powers[:2], f"own: {line}")
    assert not problems and [item["power"] for item in standing] == game.powers[:2]
    _, problems = lines_of(game, game.powers[:2], line)
    assert "Or own and a colon, for each of them." in str(problems[0])
