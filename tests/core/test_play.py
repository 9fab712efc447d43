"""Adjudication from stop to stop, shown with the toy title."""

import pytest

from pbem.core.data.canon import loads
from pbem.core.data.problems import BrokenFile, Problem, Refused
from pbem.core.play import play, robots
from pbem.core.play.selfplay import Chance
from pbem.core.record.gamefile import check, render
from pbem.core.record.verify import verify
from pbem.core.rules import game as games
from tests.toy.game import CHARTER


@pytest.fixture(autouse=True)
def toy_is_a_title(monkeypatch):
    monkeypatch.setitem(games.TITLES, "toy", "tests.toy")


CHARTER = {**CHARTER, "names": {}, "components": {}, "hold": 0, "deadline": "", "muster": False, "openers": []}


LEVELS = [("sealed", True), ("shared", True), ("shared", False)]


def played(seed="a", entries=1000, reload=False, fairness="sealed", referee=True):
    club = robots.Club(CHARTER, seed, fairness, referee)
    return robots.play_on(club.new_game(), club, Chance(seed), entries, reload), club


@pytest.mark.parametrize("fairness, referee", LEVELS)
def test_a_whole_game_ends_and_verifies(fairness, referee):
    file, _ = played("a", fairness=fairness, referee=referee)
    assert file.is_over
    report = verify(file)
    assert report.problems == [] and report.exit_code == 0
    assert report.counts["entries"] == len(file.entries) > 2


def test_writing_and_reading_at_every_stop_changes_nothing():
    assert render(played("b")[0].document) == render(played("b", reload=True)[0].document)


def test_the_same_orders_and_secret_give_the_same_bytes():
    one, club = played("c", 2)
    other, same_club = played("c", 2)
    orders = robots.random_orders(one, Chance("d"))
    club.adjudicate(one, orders)
    same_club.adjudicate(other, [dict(order) for order in orders])
    assert render(one.document) == render(other.document)


def test_an_illegal_answer_refuses_the_file_and_changes_nothing():
    file, club = played("e", 0)
    before = render(file.document)
    orders = robots.random_orders(file, Chance("f"))
    orders[0]["answers"][0]["value"] = "nonsense"
    with pytest.raises(Refused):
        club.adjudicate(file, orders)
    assert render(file.document) == before


def test_while_a_seat_is_missing_nothing_is_drawn_and_what_came_is_kept():
    file, club = played("g", 0)
    while len({file.charter["powers"][question["power"]] for question in file.waiting}) < 2:
        club.adjudicate(file, robots.random_orders(file, Chance("h")))
    first, second = robots.random_orders(file, Chance("h"))
    entries = len(file.entries)
    outcome = club.adjudicate(file, [first])
    assert outcome.missing == [second["seat"]] and outcome.entry is None
    assert len(file.entries) == entries and file.open["answered"] == [first["seat"]]
    outcome = club.adjudicate(file, [second])
    assert outcome.entry["n"] == entries + 1
    assert verify(file).problems == []


def test_a_line_of_a_kind_that_shares_its_verb_counts_as_an_answer_at_the_deadline():
    """`also` names further kinds that a line may answer: a seat that wrote one is not absent."""
    file, club = played("j", 0)
    (seat,) = {file.charter["powers"][question["power"]] for question in file.waiting}
    (order,) = robots.random_orders(file, Chance("k"))
    for line in order["answers"]:
        line.update(kind="reinforce", also=["set-up"])
    entry = club.adjudicate(file, [order], silent=[seat]).entry
    assert entry["absent"] == [] and {row["by"] for row in entry["answers"]} == {"seat"}


def test_a_petition_that_is_illegal_now_refuses_the_file(monkeypatch):
    file, club = played("l", 0)
    (order,) = robots.random_orders(file, Chance("m"))
    power = order["answers"][0]["power"]
    order["petitions"] = [{"verb": "concede", "power": power, "value": {}, "line": 9, "text": "concede"}]
    monkeypatch.setattr(file.game.petitions["concede"], "check",
                        lambda board, ask, answer: [Problem("toy-no-guard", rule="5", unit="none")])
    problems, _ = play.check_orders(file, [order])
    assert [(problem.code, problem.where) for problem in problems] == [("toy-no-guard", f"{order['seat']}:9")]
    with pytest.raises(Refused, match="toy|none"):
        club.adjudicate(file, [order])
    assert file.entries == []


def test_a_seat_that_is_not_asked_may_petition():
    file, club = played("l", 0)
    asked = {file.charter["powers"][question["power"]] for question in file.waiting}
    (seat,) = [seat for seat in file.charter["seats"] if seat not in asked]
    order = robots.blank_order(file, seat)
    power = next(power for power, holder in file.charter["powers"].items() if holder == seat)
    order["petitions"] = [{"verb": "concede", "power": power, "value": {}, "line": 1, "text": "concede"}]
    club.adjudicate(file, [order, *robots.random_orders(file, Chance("m"))])
    assert file.is_over and verify(file).problems == []


def test_the_record_is_walked_once_and_goes_on_with_the_game():
    file, club = played("n", 0)
    record = file.record
    club.adjudicate(file, robots.random_orders(file, Chance("o")))
    assert file.record is record and record.n == 1 and record.head.hex() == file.head
    file.document["entries"] = []
    assert file.record is not record and file.record.n == 0


@pytest.mark.parametrize("secret", [False, True])
def test_a_standing_line_that_is_illegal_when_met_is_told_and_stays_in_force(secret):
    file, club = played("q", 0)
    line = {"power": "south", "when": "intervene", "value": {"claim": {"unit": "north-foot-1"}}, "line": 5,
            "text": "when …: nobody"}
    (seat,) = {file.charter["powers"]["south"]}
    file.document["standing"][seat] = [{**line, "entry": 1, "n": 1, **({"secret": True} if secret else {})}]
    while not (file.entries and _fell_through(file.entries[-1])) and not file.is_over:
        club.adjudicate(file, robots.random_orders(file, Chance("r")))
        asked = any("/intervene/south" in row["question"] for row in file.entries[-1]["answers"])
        assert bool(_fell_through(file.entries[-1])) == (asked and not secret)
    if not secret:
        (row,) = _fell_through(file.entries[-1])
        assert "north-foot-1" in row["reason"] and (row["text"], row["lodged"]) == ("when …: nobody", 1)
        assert file.document["standing"][seat]


def _fell_through(entry):
    return [row for row in entry["fates"] if row["fate"] == "fell through"]


def test_when_the_game_is_over_nothing_is_kept():
    file, club = played("l", 0)
    orders = robots.random_orders(file, Chance("m"))
    power, seat = orders[0]["answers"][0]["power"], orders[0]["seat"]
    orders[0]["petitions"] = [{"power": power, "verb": "concede", "value": {}, "line": 9, "text": "concede"}]
    orders[0]["answers"].append({"power": power, "kind": "bid", "value": 1, "line": 10, "text": "bid 1"})
    entry = club.adjudicate(file, orders).entry
    assert file.is_over
    assert [row["fate"] for row in entry["fates"] if row["seat"] == seat and row["line"] == 10] == ["not needed"]


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
        document["result"] = {"winner": "nobody", "by": "points", "rule": "4"}


def verify_or_break(document):
    try:
        return verify(check(document)).problems
    except BrokenFile as broken:
        return broken.problems


def test_a_passed_deadline_covers_what_was_asked_and_nothing_that_play_asks_later():
    file, club = played("absent", 1)
    for _ in range(40):
        asked = play.asked_seats(file)
        questions = {row["question"] for row in file.waiting}
        club.adjudicate(file, [], asked)
        taken = [row["question"] for row in file.entries[-1]["answers"] if row["by"] == "default"]
        assert taken and set(taken) <= questions and len(taken) <= len(questions)
        if file.is_over:
            break
    assert file.is_over and verify(file).problems == []


def test_enough_silent_seats_hold_the_turn():
    charter = {**CHARTER, "hold": 2}
    club = robots.Club(charter, "hold")
    file = club.new_game()
    while len(play.asked_seats(file)) < 2:
        club.adjudicate(file, robots.random_orders(file, Chance("hold")))
    before = render(file.document)
    with pytest.raises(Refused) as refused:
        club.adjudicate(file, [], play.asked_seats(file))
    assert [problem.code for problem in refused.value.problems] == ["silent-hold"]
    assert render(file.document) == before
    orders = robots.random_orders(file, Chance("hold"))
    club.adjudicate(file, orders[:1], play.asked_seats(file)[1:])
    assert len(file.entries[-1]["absent"]) == 1


def test_steps_that_close_before_the_first_question_are_kept(monkeypatch):
    game = games.load("toy")
    start = game.new_board

    def later(charter):
        board = start(charter)
        board.next = "turn-start"
        return board

    monkeypatch.setattr(game, "new_board", later)
    club = robots.Club(CHARTER, "later")
    file = club.new_game()
    assert [step["procedure"] for step in file.steps] == ["turn-start"]
    robots.play_on(file, club, Chance("later"), 2, reload=True)
    assert verify(check(loads(render(file.document)))).problems == []
