"""pbem.core.play.answers, standing and feed: who answers a question, and what becomes of every line."""

import json

import pytest

from pbem.core.data.problems import refusals
from pbem.core.draws.draws import RecordedSource, ThrowawaySource
from pbem.core.orders.orders import read
from pbem.core.play.answers import Finder
from pbem.core.play.feed import Feed
from pbem.core.rules.engine import Divergence, Session, fold
from pbem.core.rules.requests import Ask, Roll, dice
from tests.toy.board import Board
from tests.toy.game import CHARTER, GAME, new_board

POWERS = {"blue": ["north", "isles"], "red": ["south"]}
HEAD = "0123456789abcdef" * 2


def orders(seat, lines, entry=3):
    header = f"game toy-1\nseat {seat}\nentry {entry}\nhead {HEAD}\n"
    file, problems = read(header + lines, GAME, POWERS, f"{seat}.txt")
    assert refusals(problems) == []
    return {**file.to_json(), "file": f"{seat}.txt"}


def finder(red="", blue="", **more):
    given = {"red": orders("red", red)} if red else {}
    given |= {"blue": orders("blue", blue)} if blue else {}
    return Finder(GAME, CHARTER, given, **more)


def lodged(lines, entry=1):
    """Lines of red as they are kept in a game: answers, and standing lines."""
    document = orders("red", lines, entry)
    items = [*document["answers"], *document["standing"]]
    items = [{**item, "entry": entry, "n": number} for number, item in enumerate(items, 1)]
    queued = {"red": [item for item in items if "when" not in item]}
    return {"queued": queued, "standing": {"red": [item for item in items if "when" in item]}}


def act(power="south", **about):
    return Ask("act", power, ["wait", "attack"], about=about, rule="3.1")


def intervene(power="south", dice=2, area="hill"):
    return Ask("intervene", power, about={"area": area, "dice": dice}, rule="3.2")


def board(turn=1, **areas):
    made = Board()
    made.turn = turn
    for id, area in areas.items():
        made.units[id.replace("_", "-")]["area"] = area
    return made


def value(found):
    return found and (found.value, found.by)


def fates(finder):
    return [(fate.text, fate.fate) for fate in finder.fates["red"]]


# -- the order in which answers are looked for ------------------------------------------------------------


def test_the_only_legal_answer_is_forced():
    assert value(finder("act attack").find(board(), Ask("act", "south", ["wait"]))) == ("wait", "forced")


def test_this_entrys_lines_come_before_those_lodged():
    found = finder("act attack", **lodged("act wait"))
    first, second, third = (found.find(board(), act()) for _ in range(3))
    assert value(first) == ("attack", "seat")
    assert (second.value, second.by, second.entry, second.line) == ("wait", "queue", 1, 1)
    assert third is None


def test_queue_lines_come_before_standing_lines_and_those_before_the_default():
    found = finder("intervene no\nwhen intervene: intervene with south-foot-1")
    place = board(south_foot_1="hill")
    assert value(found.find(place, intervene())) == ("no", "seat")
    assert value(found.find(place, intervene())) == ({"claim": {"unit": "south-foot-1"}}, "standing")
    assert value(finder().find(place, intervene())) == ("no", "default")


def test_a_covered_kind_waits_where_windows_are_asked():
    assert finder(windows="ask").find(board(), intervene()) is None
    assert finder(windows="none").find(board(), intervene()) is None


def test_an_uncovered_kind_takes_its_default_only_for_an_absent_seat():
    assert finder().find(board(), act()) is None
    assert value(finder(absent=["red"]).find(board(), act())) == ("wait", "default")
    assert value(finder(absent=["red"], windows="ask").find(board(), intervene())) == ("no", "default")
    assert finder(absent=["red"]).find(board(), act("north")) is None


def test_ask_me_keeps_the_default_away_but_not_from_an_absent_seat():
    assert finder("when intervene: ask me").find(board(), intervene()) is None
    assert value(finder("when intervene: ask me", absent=["red"]).find(board(), intervene())) == (
        "no",
        "default",
    )


def test_each_power_has_lines_of_its_own():
    found = finder(red="act attack", blue="isles: act wait\nnorth: act attack")
    assert value(found.find(board(), act("north"))) == ("attack", "seat")
    assert value(found.find(board(), act("isles"))) == ("wait", "seat")
    assert found.find(board(), act("north")) is None


def test_an_answer_is_settled_on_the_board():
    found = finder("place 2 foot in hill\nplace horse in dale").find(board(), Ask("set-up", "south"))
    assert found.value == [
        {"units": ["south-foot-1", "south-foot-2"], "area": "hill"},
        {"units": ["south-horse-1"], "area": "dale"},
    ]


def test_a_line_answers_every_kind_that_shares_its_verb():
    found = finder("place foot in hill")
    assert found.find(board(), Ask("reinforce", "south")).value == [
        {"units": ["south-foot-1"], "area": "hill"}
    ]


def test_peeking_uses_nothing_up():
    found = finder("act attack")
    assert found.peek(board(), act()).value == found.peek(board(), act()).value == "attack"
    assert found.find(board(), act()).value == "attack"
    assert found.peek(board(), act()) is None


# -- queues -----------------------------------------------------------------------------------------------


def test_a_line_whose_condition_fails_is_passed_over_and_its_else_taken():
    lines = "if turn 2: act attack\nact wait\nif turn 9: act attack; else act wait\nact attack"
    found = finder(lines)
    assert [found.find(board(turn), act()).value for turn in (1, 1, 2)] == ["wait", "wait", "attack"]
    assert fates(found) == [
        ("if turn 2: act attack", "passed over"),
        ("act wait", "used"),
        ("if turn 9: act attack", "used"),
        ("act attack", "used"),
    ]


def test_a_condition_that_holds_is_used():
    assert finder("if turn 2 and hill is south: act attack; else act wait").find(
        board(2, south_foot_1="hill"), act()
    ).value == "attack"  # fmt: skip


def test_a_line_that_became_illegal_is_refused_and_the_later_ones_fall_with_it():
    found = finder("act flee\nbid 2\nact wait", **lodged("act attack"))
    assert found.find(board(), act()) is None
    assert found.find(board(), act()) is None
    assert value(found.find(board(), Ask("bid", "south", [0, 1, 2]))) == (2, "seat")
    assert fates(found) == [
        ("act flee", "refused"),
        ("bid 2", "used"),
        ("act wait", "not reached"),
        ("act attack", "not reached"),
    ]
    (problem,) = found.problems()
    assert str(problem) == (
        "red.txt:5: not allowed [3.1]: flee is not one of the answers to this question. Legal now: wait or attack."
    )
    assert problem.quote == "act flee"


def test_a_refused_line_of_an_absent_seat_leaves_the_default():
    found = finder("act flee", absent=["red"])
    assert value(found.find(board(), act())) == ("wait", "default")
    assert fates(found) == [("act flee", "refused")]


def test_a_refused_line_keeps_even_a_covered_question_open():
    found = finder("intervene with south-foot-1")
    assert found.find(board(), intervene()) is None
    assert [problem.rule for problem in found.problems()] == ["3.2"]


def test_a_lodged_line_that_falls_is_a_note_and_no_refusal():
    found = finder(**lodged("act flee"))
    assert found.find(board(), act()) is None
    assert [(problem.code, problem.level) for problem in found.problems()] == [
        ("queue-fell", "odd but accepted")
    ]
    assert [item["text"] for item in found.spent_lines()] == ["act flee"]


def test_what_was_not_reached_is_kept():
    found = finder("act attack\nact wait\nwhen intervene: no")
    found.find(board(), act())
    assert [(seat, item["text"]) for seat, item in found.left_over()] == [
        ("red", "act wait"),
        ("red", "when intervene: no"),
    ]


def test_a_branch_decided_for_another_kind_is_kept_as_decided():
    found = finder("if turn 9: act attack; else bid 2")
    assert value(found.find(board(), Ask("bid", "south", [0, 1, 2]))) == (2, "seat")
    found = finder("if turn 2: bid 1; else act attack")
    assert found.find(board(2), act()) is None
    ((seat, item),) = found.left_over()
    assert (item["kind"], item["value"], item.get("if"), item.get("else")) == ("bid", "1", None, None)


def test_rewinding_forgets_what_was_found():
    found = finder("act flee")
    found.find(board(), act())
    found.rewind()
    assert fates(found) == [("act flee", "kept")] and found.problems() == []


def test_lines_meant_for_one_stop_never_answer_a_later_question():
    found = finder("intervene with south-foot-1\nact attack", blue="north: intervene no")
    place = board(south_foot_1="hill")
    for power in ("north", "south"):
        assert found.find(place, intervene(power))
    found.end_of_stop()
    assert found.find(place, intervene("north")).value == "no"
    assert value(found.find(place, intervene("north"))) == ("no", "default")  # the next window
    assert value(found.find(place, intervene("south"))) == ("no", "default")
    assert fates(found) == [("intervene with south-foot-1", "not needed"), ("act attack", "kept")]


def test_revoked_lines_are_taken_back():
    held = lodged("act attack\nwhen intervene in hill: no\nwhen intervene: no")
    found = finder("revoke when intervene in hill", **held)
    assert [item["text"] for item in found.spent_lines()] == ["when intervene in hill: no"]
    assert [item["text"] for item in finder("revoke queue", **held).spent_lines()] == ["act attack"]
    assert len(finder("revoke standing", **held).spent_lines()) == 2
    assert finder("bid 1", **held).spent_lines() == []


def test_a_standing_line_for_the_same_replaces_the_older_one():
    held = lodged("when intervene in hill: no\nwhen intervene: no")
    found = finder("when intervene in hill: ask me", **held)
    assert [item["text"] for item in found.spent_lines()] == ["when intervene in hill: no"]


# -- standing lines ---------------------------------------------------------------------------------------


STANDING = """when intervene: intervene with south-foot-1
when intervene in hill: intervene with south-foot-2
when intervene in hill: intervene with south-horse-1 if strength 2
when intervene: intervene with south-horse-2 if strength 2 and turn 1
"""


def unit(found):
    return found.value["claim"]["unit"]


def test_the_most_specific_standing_line_answers():
    place = board(**{f"south_{name}": "dale" for name in ("foot_1", "foot_2", "horse_1", "horse_2")})
    found = finder(STANDING)
    assert unit(found.find(place, intervene())) == "south-horse-1"
    assert unit(found.find(place, intervene(dice=1))) == "south-foot-2"
    assert unit(found.find(place, intervene(area="dale"))) == "south-horse-2"
    assert unit(found.find(place, intervene(area="dale", dice=1))) == "south-foot-1"


def test_of_equal_lines_the_youngest_answers_and_in_a_file_the_first():
    place = board(south_foot_1="dale", south_foot_2="dale")
    old = lodged("when intervene: no if turn 1")
    young = "when intervene: intervene with south-foot-2 if strength 2\n"
    found = finder(f"{young}when intervene: intervene with south-foot-1 if turn 1", **old)
    assert unit(found.find(place, intervene())) == "south-foot-2"
    assert unit(finder(young, **old).find(place, intervene())) == "south-foot-2"
    older = {
        "red": [
            *lodged(young, 1)["standing"]["red"],
            *lodged("when intervene: no if turn 1", 2)["standing"]["red"],
        ]
    }
    assert finder(standing=older).find(place, intervene()).value == "no"


def test_a_standing_line_that_is_illegal_now_falls_and_the_next_is_looked_at():
    found = finder("when intervene in hill: intervene with south-foot-1\nwhen intervene: no")
    given = found.find(board(), intervene())
    assert (given.value, given.by, given.entry, given.line) == ("no", "standing", 3, 6)
    (note,) = found.problems()
    assert (note.code, note.level, note.where) == ("standing-fell", "odd but accepted", "red.txt:5")
    assert "[3.2] south-foot-1 is not there to intervene." in note.text


def test_a_standing_line_is_in_force_from_and_until():
    place = board(south_foot_1="dale")
    lines = "when intervene from turn 2 until turn 3: intervene with south-foot-1"
    found = finder(**lodged(lines, 2))
    answers = []
    for turn in (1, 2, 3):
        place.turn = turn
        answers.append(found.find(place, intervene()).by)
    assert answers == ["default", "standing", "default"]
    assert fates(found) == [(lines, "expired")]
    assert [item["text"] for item in found.spent_lines()] == [lines]


def test_standing_lines_count_how_often_they_fired():
    found = finder("when intervene: no\nwhen act: ask me")
    for _ in range(3):
        found.find(board(), intervene())
    found.peek(board(), intervene())
    found.find(board(), act())
    assert [(item["when"], count) for item, count in found.fired()] == [("intervene", 3), ("act", 1)]
    assert [fate.to_json().get("count") for fate in found.fates["red"]] == [3, 1]


def test_secret_lines_that_fired_are_to_be_opened():
    found = finder(**lodged("act attack\nsecret when intervene: no\nwhen act: wait", 2))
    found.find(board(), intervene())
    assert [item["text"] for item in found.used_secret()] == ["secret when intervene: no"]
    found.find(board(), act())
    assert [item["text"] for item in found.used_secret()] == ["act attack", "secret when intervene: no"]


# -- hostile values, petitions ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "value", [None, 3, "x", [], {}, [[]], [{"units": 3, "area": "hill"}], {"claim": 7}, True]
)
@pytest.mark.parametrize("kind", ["set-up", "intervene", "bid", "act"])
def test_values_of_any_shape_are_refused_or_taken_but_never_raise(kind, value):
    document = {
        "entry": 3,
        "answers": [{"power": "south", "kind": kind, "value": value, "line": 1, "text": kind}],
    }
    found = Finder(GAME, CHARTER, {"red": document})
    options = {"bid": [0, 1, 2], "act": ["wait", "attack"]}.get(kind)
    given = found.find(board(), Ask(kind, "south", options, rule="1"))
    assert (given is None) == bool(found.problems())
    assert all(str(problem) for problem in found.problems())


def test_petitions_are_taken_up_one_by_one():
    found = finder("concede\nact wait")
    row = found.petition(board())
    assert row == {"seat": "red", "question": "petition/concede/south", "value": {}, "by": "seat"}
    assert found.petition(board()) is None


def test_an_illegal_petition_is_refused(monkeypatch):
    from pbem.core.data.problems import Problem

    refusal = Problem("toy-no-guard", rule="5", unit="south")
    monkeypatch.setattr(type(GAME.petitions["concede"]), "check", lambda *_: [refusal])
    found = finder("concede")
    assert found.petition(board()) is None
    assert [(problem.rule, problem.where) for problem in found.problems()] == [("5", "red.txt:5")]


# -- the feed ---------------------------------------------------------------------------------------------


class Everybody:
    """A finder that answers every question by rule of thumb."""

    def peek(self, board, ask):
        return _Given(self._value(board, ask))

    find = peek

    def petition(self, board):
        return None

    def lapse(self):
        """Nothing is kept."""

    @staticmethod
    def _value(board, ask):
        if ask.kind == "set-up":
            return [{"units": board.of(ask.power, "pool")[:3], "area": "hill"}]
        if ask.kind == "bid":
            return (board.turn + len(ask.power)) % 3
        if ask.kind == "act":
            return ask.options[-1]
        return {"claim": {"unit": board.of(ask.power)[0]}} if board.turn % 2 else "no"


class OneRequest(Everybody):
    """The same for the questions of the first request that comes, and nothing after it."""

    def __init__(self):
        self.peeked, self.found = [], 0

    def peek(self, board, ask):
        self.peeked.append(ask.question)
        return None if self.found else super().peek(board, ask)

    def find(self, board, ask):
        if self.found and ask.question not in self.peeked:
            return None
        self.found += 1
        return _Given(self._value(board, ask))


class _Given:
    def __init__(self, value):
        self.value = value

    def row(self, ask):
        return {"seat": ask.power, "question": ask.question, "value": self.value, "by": "seat"}


def whole_game():
    """A game played in one go: its facts, its draws, its answers and the board."""
    feed = Feed([], [], ThrowawaySource("ab" * 8), Everybody())
    facts = []
    session = Session(
        GAME, new_board(CHARTER), on_close=lambda session, facts=facts: facts.extend(session.step["facts"])
    )
    assert session.run(feed).why == "over"
    return facts, feed.source.records, feed.answers, session.board


def stop_by_stop(draws):
    """The same game, replayed from its start at every stop through JSON, a request further each time.

    Yields ``(stop, facts of closed steps, draws, answers, board)``.
    """
    drawn, answered = [], []
    while True:
        source = RecordedSource(draws)
        for record in drawn:
            source.draw(record["label"], record["kind"], record["of"])
        feed = Feed(json.loads(json.dumps(drawn)), json.loads(json.dumps(answered)), source, OneRequest())
        facts = []
        session = Session(
            GAME,
            new_board(CHARTER),
            on_close=lambda session, facts=facts: facts.extend(session.step["facts"]),
        )
        stop = session.run(feed)
        drawn, answered = source.records, answered + feed.answers
        yield stop, facts, drawn, answered, session.board
        if stop.why == "over":
            return


def test_a_game_stopped_at_every_question_is_the_same_game():
    facts, draws, answers, board = whole_game()
    assert len(answers) > 10 and len(draws) > 3
    stops = list(stop_by_stop(draws))
    assert len(stops) > 8
    _, again, drawn, answered, last = stops[-1]
    assert (again, drawn, answered) == (facts, draws, answers)
    assert last.to_json() == board.to_json() == fold(GAME, new_board(CHARTER), facts).to_json()


def test_replay_without_source_and_finder_stops_where_the_record_ends():
    _, draws, _, _ = whole_game()
    for stop, _, drawn, answered, board in stop_by_stop(draws):
        feed = Feed(drawn, answered)
        session = Session(GAME, new_board(CHARTER))
        again = session.run(feed)
        assert feed.is_live and feed.used == (len(drawn), len(answered))
        assert (again.why, [ask.question for ask in again.asks]) == (
            stop.why,
            [ask.question for ask in stop.asks],
        )
        assert session.board.to_json() == board.to_json()


def test_replay_notices_another_question_draw_or_order():
    _, draws, answers, _ = whole_game()

    def run(draws, answers):
        Session(GAME, new_board(CHARTER)).run(Feed(draws, answers))

    other = [{**answers[0], "question": "1.1/set-up/south"}, *answers[1:]]
    with pytest.raises(Divergence) as caught:
        run(draws, other)
    assert (caught.value.rules_ask, caught.value.record_holds) == ("1.1/set-up/north", "1.1/set-up/south")
    with pytest.raises(Divergence) as caught:
        run([{**draws[0], "of": {"items": ["x"], "count": 1}}, *draws[1:]], answers)
    assert "3.3/guard" in caught.value.rules_ask
    with pytest.raises(Divergence):
        run([{**draws[0], "label": "3.1/else"}, *draws[1:]], answers)
    with pytest.raises(Divergence) as caught:
        run(draws[1:2], answers[:3])  # an answer is wanted while the record goes on with a draw
    assert "bid" in caught.value.rules_ask
    with pytest.raises(Divergence) as caught:
        run([], answers)  # a draw is wanted while the record goes on with an answer
    assert "3.3/guard" in caught.value.rules_ask


def test_peeking_finds_the_next_answer_to_the_same_question():
    row = {"seat": "red", "question": act().question, "value": "wait", "by": "seat"}
    other = {**row, "question": act("north").question, "value": "attack"}
    feed = Feed([], [other, row, {**row, "value": "attack"}])
    assert feed.peek(board(), act()) == "wait"
    assert feed.answer(board(), act("north")) == "attack"
    assert feed.answer(board(), act()) == "wait"
    assert feed.peek(board(), act()) == "attack"
    with pytest.raises(Divergence):
        feed.peek(board(), intervene())


def test_nobody_may_draw_without_a_source():
    assert Feed([], []).roll(Roll("3.1/north", dice(1))) is None
    assert Feed([], []).answer(board(), act()) is None


def test_new_answers_are_collected_as_an_entry_holds_them():
    found = finder("act attack\nwhen intervene: no", **lodged("bid 2"))
    feed = Feed([], [], ThrowawaySource("00"), found, entry=3)
    feed.answer(board(), act())
    feed.answer(board(), Ask("bid", "south", [0, 1, 2], rule="2.1"))
    feed.answer(board(), intervene())
    feed.answer(board(), Ask("act", "north", ["wait"], rule="3.1"))
    assert [{key: row[key] for key in row if key != "question"} for row in feed.answers] == [
        {"seat": "red", "value": "attack", "by": "seat"},
        {"seat": "red", "value": 2, "by": "queue", "entry": 1, "line": 1},
        {"seat": "red", "value": "no", "by": "standing", "entry": 3, "line": 6},
        {"seat": "blue", "value": "wait", "by": "forced"},
    ]
    assert feed.position() == [3, 0, 4]
