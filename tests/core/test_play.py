"""Adjudication from stop to stop, shown with the toy title."""

import pytest

from pbem.core import game as games
from pbem.core import play, robots
from pbem.core.canon import loads
from pbem.core.gamefile import check, render
from pbem.core.problems import BrokenFile, Refused
from pbem.core.selfplay import Chance
from pbem.core.verify import verify
from tests.toy.game import CHARTER, GAME


@pytest.fixture(autouse=True)
def toy_is_a_title(monkeypatch):
    monkeypatch.setitem(games.TITLES, "toy", "tests.toy")


CHARTER = {**CHARTER, "names": {}, "components": {}, "hold": 0, "deadline": "", "muster": False, "openers": []}


def played(seed="a", entries=1000, reload=False):
    file, keeper = robots.new_file(GAME, CHARTER, seed)
    return robots.play_on(file, keeper, Chance(seed), entries, reload), keeper


def test_a_whole_game_ends_and_verifies():
    file, _ = played()
    assert file.is_over
    report = verify(file)
    assert report.problems == [] and report.exit_code == 0
    assert report.counts["entries"] == len(file.entries) > 2


def test_writing_and_reading_at_every_stop_changes_nothing():
    assert render(played("b")[0].document) == render(played("b", reload=True)[0].document)


def test_the_same_orders_and_secret_give_the_same_bytes():
    one, keeper = played("c", 2)
    other, _ = played("c", 2)
    orders = robots.random_orders(one, Chance("d"))
    play.adjudicate(one, orders, keeper)
    play.adjudicate(other, [dict(order) for order in orders], robots.RobotKeeper("c"))
    assert render(one.document) == render(other.document)


def test_an_illegal_answer_refuses_the_file_and_changes_nothing():
    file, keeper = played("e", 0)
    before = render(file.document)
    orders = robots.random_orders(file, Chance("f"))
    orders[0]["answers"][0]["value"] = "nonsense"
    with pytest.raises(Refused):
        play.adjudicate(file, orders, keeper)
    assert render(file.document) == before


def test_while_a_seat_is_missing_nothing_is_drawn_and_what_came_is_kept():
    file, keeper = played("g", 0)
    while len({file.charter["powers"][question["power"]] for question in file.waiting}) < 2:
        play.adjudicate(file, robots.random_orders(file, Chance("h")), keeper)
    first, second = robots.random_orders(file, Chance("h"))
    entries = len(file.entries)
    outcome = play.adjudicate(file, [first], keeper)
    assert outcome.missing == [second["seat"]] and outcome.entry is None
    assert len(file.entries) == entries and file.open["answered"] == [first["seat"]]
    outcome = play.adjudicate(file, [second], keeper)
    assert outcome.entry["n"] == entries + 1
    assert verify(file).problems == []


@pytest.mark.parametrize("change", ["draw", "answer", "fact", "board", "step", "rest"])
def test_an_alteration_is_named(change):
    file, _ = played("i")
    document = loads(render(file.document))
    alter(document, change)
    problems = verify_or_break(document)
    assert problems and all(str(problem) for problem in problems)


def alter(document, change):
    entry = next(entry for entry in document["entries"] if entry["draws"])
    if change == "draw":
        entry["draws"][0]["result"][0] = "x"
    elif change == "answer":
        entry["answers"][0]["value"] = "wait"
    elif change == "fact":
        document["steps"][1]["facts"][0]["turn"] = 7
    elif change == "board":
        entry["board"] = "0" * 64
    elif change == "step":
        del document["steps"][1]
    elif change == "rest":
        document["result"] = {"winner": "south", "by": "points", "rule": "4"}


def verify_or_break(document):
    try:
        return verify(check(document)).problems
    except BrokenFile as broken:
        return broken.problems
