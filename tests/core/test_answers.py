"""pbem.core.play.answers, standing and feed: who answers a question, and what becomes of every line."""

import pytest

from pbem.core.data.problems import refusals
from pbem.core.draws.draws import KeyedSource, ThrowawaySource
from pbem.core.orders.orders import read
from pbem.core.play.answers import Finder, Part, Terms
from pbem.core.play.feed import Feed, Replay
from pbem.core.play.parts import Given
from pbem.core.rules.engine import Divergence, Session, fold
from pbem.core.rules.requests import Ask, Roll, dice
from pbem.core.seat.sheet import as_typed
from tests.toy.board import Board
from tests.toy.game import CHARTER, GAME, new_board

POWERS = {"blue": ["north", "isles"], "red": ["south"]}
HEAD = "0123456789abcdef" * 2


def orders(seat, lines, entry=3):
    header = f"game toy-1\nseat {seat}\nentry {entry}\nhead {HEAD}\n"
    file, problems = read(header + lines, GAME, POWERS, f"{seat}.txt")
    assert refusals(problems) == []
    return {**file.to_json(), "file": f"{seat}.txt"}


def parts_of(document, entry, is_own, first=1):
    """The Parts of an order document: lines for once and standing lines, then petitions."""
    seat, items = document["seat"], [*document["answers"], *document["standing"], *document["petitions"]]
    parts = [
        Part(
            seat,
            entry,
            1,
            number,
            item,
            "petitions" if "verb" in item else "lines",
            None,
            is_own,
            document.get("file", ""),
        )
        for number, item in enumerate(items, first)
    ]
    for part in parts:
        part.typed((), as_typed(part.item)[1])
        part.at = part.item["line"]
        if "kind" in part.item:
            part.item = {"turn": 1, **part.item}
    return parts


def finder(red="", blue="", lodged=(), now=(), withdrawn=(), **terms):
    """A Finder for lines that came for entry 3, after those that were lodged before."""
    given = [orders(seat, lines) for seat, lines in (("blue", blue), ("red", red)) if lines]
    parts = [part for document in given for part in parts_of(document, 3, True)]
    return Finder(GAME, CHARTER, [*parts, *lodged], now, Terms(**terms), withdrawn)


def lodged(lines, entry=1):
    """Lines of red that are in force from an entry before."""
    return parts_of(orders("red", lines, entry), entry, False)


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
    return [(part.text(GAME), part.fate) for part in finder.fates["red"]]


# -- the order in which answers are looked for ------------------------------------------------------------


def test_the_only_legal_answer_is_forced():
    assert value(finder("act attack").find(board(), Ask("act", "south", ["wait"]))) == ("wait", "forced")


def test_this_entrys_lines_come_before_those_lodged():
    found = finder("act attack", lodged=lodged("act wait"))
    first, second, third = (found.find(board(), act()) for _ in range(3))
    assert value(first) == ("attack", "line")
    assert (second.value, second.by, second.part.address) == ("wait", "line", ("red", 1, 1, 1))
    assert third is None


def test_queue_lines_come_before_standing_lines_and_those_before_the_default():
    found = finder("intervene no\nwhen intervene: intervene with south-foot-1")
    place = board(south_foot_1="hill")
    assert value(found.find(place, intervene())) == ("no", "line")
    assert value(found.find(place, intervene())) == ({"claim": {"unit": "south-foot-1"}}, "standing")
    assert value(finder().find(place, intervene())) == ("no", "default")


def test_a_covered_kind_waits_where_windows_are_asked():
    assert finder(windows="ask").find(board(), intervene()) is None


def test_an_uncovered_kind_takes_its_default_only_for_an_absent_seat():
    assert finder().find(board(), act()) is None
    now = [act().question, intervene().question, act("north").question]
    for who in ({"absent": ["red"]}, {"settled": ["red"]}):
        assert value(finder(now=now, **who).find(board(), act())) == ("wait", "default")
        assert value(finder(now=now, windows="ask", **who).find(board(), intervene())) == ("no", "default")
        assert finder(now=now, **who).find(board(), act("north")) is None
        assert finder(**who).find(board(), act()) is None, "what is asked later waits for its seat"
    assert value(finder(bots=["red"]).find(board(), act())) == ("wait", "default")


def test_ask_me_keeps_the_default_away_but_not_from_an_absent_seat():
    assert finder("always intervene: ask me").find(board(), intervene()) is None
    found = finder("always intervene: ask me", absent=["red"], now=[intervene().question])
    assert value(found.find(board(), intervene())) == ("no", "default")


def test_each_power_has_lines_of_its_own():
    found = finder(red="act attack", blue="isles: act wait\nnorth: act attack")
    assert value(found.find(board(), act("north"))) == ("attack", "line")
    assert value(found.find(board(), act("isles"))) == ("wait", "line")
    assert found.find(board(), act("north")) is None


def test_an_answer_is_settled_on_the_board():
    found = finder("place 2 foot in hill\nplace horse in dale").find(board(), Ask("set-up", "south"))
    assert found.value == [
        {"units": ["south-foot-1", "south-foot-2"], "area": "hill"},
        {"units": ["south-horse-1"], "area": "dale"},
    ]


def test_a_line_answers_every_kind_that_shares_its_verb():
    found = finder("place foot in hill")
    assert found.find(board(), Ask("reinforce", "south")).value == [{"units": ["south-foot-1"], "area": "hill"}]


def test_peeking_uses_nothing_up():
    found = finder("act attack")
    assert found.peek(board(), act()).value == found.peek(board(), act()).value == "attack"
    assert found.find(board(), act()).value == "attack"
    assert found.peek(board(), act()) is None


# -- queues -----------------------------------------------------------------------------------------------


def test_a_line_whose_condition_fails_waits_and_its_else_is_taken():
    lines = "if hill is south: act attack\nact wait\nif turn 9: act attack; else act wait\nact attack"
    found = finder(lines)
    assert [found.find(board(), act()).value for _ in range(3)] == ["wait", "wait", "attack"]
    assert fates(found) == [
        ("if hill is south: act attack", "kept"),
        ("act wait", "used"),
        ("if turn 9: act attack\nelse: act wait", "used"),
        ("act attack", "used"),
    ]
    assert value(found.find(board(south_foot_1="hill"), act())) == ("attack", "line")


def test_a_line_acts_in_no_turn_but_its_own():
    found = finder(lodged=lodged("act attack"))
    assert found.find(board(2), act()) is None
    assert fates(found) == [("act attack", "kept")]
    found.end_turns(board(2))
    assert fates(found) == [("act attack", "expired")]


def test_what_stands_behind_or_is_done_if_the_line_cannot_be():
    found = finder("act flee\nor act attack")
    assert value(found.find(board(), act())) == ("attack", "line")
    found = finder("act flee\nor act flee\nact wait")
    assert found.find(board(), act()) is None
    assert [fate for _, fate in fates(found)] == ["refused", "kept"]


def test_a_condition_that_holds_is_used():
    assert (
        finder("if turn 1 and hill is south: act attack; else act wait")
        .find(board(1, south_foot_1="hill"), act())
        .value
        == "attack"
    )


def test_a_line_that_became_illegal_is_refused_and_nothing_slides_to_its_question():
    found = finder("act flee\nbid 2\nact wait", lodged=lodged("act attack"))
    assert found.find(board(), act()) is None
    assert found.find(board(), act()) is None
    assert value(found.find(board(), Ask("bid", "south", [0, 1, 2]))) == (2, "line")
    assert fates(found) == [
        ("act flee", "refused"),
        ("bid 2", "used"),
        ("act wait", "kept"),
        ("act attack", "kept"),
    ]
    (problem,) = found.problems()
    assert str(problem) == (
        "red.txt:5: not allowed [3.1]: act flee is not one of the answers to this question. "
        "Legal now: act wait or act attack."
    )


def test_a_look_before_anything_is_played_lets_no_line_fall():
    """Whoever adjudicates can open closed lines that others, who make the entry again, cannot."""
    found = finder("act flee\nact wait")
    with found.leaving_no_mark():
        assert found.peek(board(), act()) is None
        assert fates(found) == [("act flee", "refused"), ("act wait", "kept")]
    assert fates(found) == [("act flee", "kept"), ("act wait", "kept")] and not found.problems()
    assert found.find(board(), act()) is None
    assert fates(found) == [("act flee", "refused"), ("act wait", "kept")]


@pytest.mark.parametrize(("open_to_all", "acts"), [("always act: wait", True), ("", False)])
def test_a_closed_line_that_falls_is_opened_only_if_it_alone_stops_play(open_to_all, acts):
    """Whoever makes the entry again, and does not know the line, must come to the same stop."""
    (closed,) = lodged("act flee")
    closed.closed = "c0"
    found = finder(lodged=[closed, *(lodged(open_to_all) if open_to_all else ())])
    feed, ask = Feed(None, found, False), act()

    def lacking():
        return [one for one in [ask] if feed.peek(board(), one) is None]

    assert feed.unmet(board(), [ask], lacking, False) == [ask]
    assert (closed.fate == "refused") == closed.is_shown == acts


def test_a_closed_line_that_has_acted_in_this_entry_is_known_to_all_who_make_it_again():
    """It stands opened in the line, so that questions which it answers once more do not stop play for anybody: what
    stops it is the closed line that falls, and that is opened."""
    falls, acted, open_to_all = *lodged("always bid: 1\nact flee"), *lodged("always act: wait")
    acted.closed, falls.closed = "c0", "c1"
    found = finder(lodged=[acted, falls, open_to_all])
    feed, bid, asks = Feed(None, found, False), Ask("bid", "south", [0, 1, 2]), [Ask("bid", "south", [0, 1, 2]), act()]
    assert feed.answer(board(), bid) == 1 and acted.is_shown

    def lacking():
        return [one for one in asks if feed.peek(board(), one) is None]

    assert feed.unmet(board(), asks, lacking, False) == [asks[1]]
    assert falls.is_shown


def test_a_refused_line_of_an_absent_seat_leaves_the_default():
    found = finder("act flee", absent=["red"], now=[act().question])
    assert value(found.find(board(), act())) == ("wait", "default")
    assert fates(found) == [("act flee", "refused")]


def test_a_refused_line_keeps_even_a_covered_question_open():
    found = finder("intervene with south-foot-1")
    assert found.find(board(), intervene()) is None
    assert [problem.rule for problem in found.problems()] == ["3.2"]


def test_a_lodged_line_that_falls_is_a_note_and_no_refusal():
    found = finder(lodged=lodged("act flee"))
    assert found.find(board(), act()) is None
    assert [(problem.code, problem.level) for problem in found.problems()] == [("line-fell", "note")]
    assert fates(found) == [("act flee", "refused")]


def test_what_was_not_reached_is_kept():
    found = finder("act attack\nact wait\nwhen intervene: no")
    found.find(board(), act())
    assert [text for text, fate in fates(found) if fate == "kept"] == ["act wait", "always intervene: no"]


def test_a_branch_waits_for_its_own_kind():
    found = finder("if turn 9: act attack; else bid 2")
    assert value(found.find(board(), Ask("bid", "south", [0, 1, 2]))) == (2, "line")
    found = finder("if turn 1: bid 1; else act attack")
    assert found.find(board(), act()) is None
    assert value(found.find(board(), Ask("bid", "south", [0, 1, 2]))) == (1, "line")


def test_answers_for_what_is_asked_now_never_answer_a_later_question():
    parts = parts_of(orders("red", "intervene with south-foot-1"), 3, True)
    parts[0].place = "answers"
    for rolled in (False, True):
        found = Finder(GAME, CHARTER, parts, [intervene("south").question], Terms())
        if rolled:
            found.lapse()  # a draw was made: what was asked at the head is over
        given = found.peek(board(south_foot_1="hill"), intervene("south"))
        assert given.by == ("default" if rolled else "answer")


def test_lines_in_force_answer_what_is_asked_at_the_head_only_where_all_send():
    held, now = lodged("act attack\nwhen act: wait"), [act().question]
    assert value(finder(lodged=held, now=now).find(board(), act())) == ("attack", "line")
    held = lodged("act attack\nwhen act: wait")
    assert finder(lodged=held, now=now, force_now=False).find(board(), act()) is None
    settled = finder(lodged=held, now=now, force_now=False, settled=["red"])
    assert value(settled.find(board(), act())) == ("wait", "default")
    assert value(finder("act attack", lodged=held, now=now, force_now=False).find(board(), act())) == ("attack", "line")


def test_of_a_seat_that_opens_alone_no_line_in_force_acts():
    found = finder(lodged=lodged("act attack"), muted=["red"])
    assert found.find(board(), act()) is None


def test_withdrawn_lines_do_not_answer():
    held = lodged("act attack\nwhen intervene in hill: no\nwhen intervene: no")
    found = finder(lodged=held, withdrawn=[held[0].address, held[1].address])
    assert fates(found) == [
        ("act attack", "revoked"),
        ("always intervene in hill: no", "revoked"),
        ("always intervene: no", "kept"),
    ]
    assert found.find(board(), act()) is None
    assert not held[0].is_shown, "a closed line that is withdrawn stays closed"


# -- standing lines ---------------------------------------------------------------------------------------


STANDING = """always intervene: intervene with south-foot-1
always intervene in hill: intervene with south-foot-2
always intervene in hill: intervene with south-horse-1 if strength 2
always intervene: intervene with south-horse-2 if strength 2 and turn 1
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
    old = lodged("always intervene: no if turn 1")
    young = "always intervene: intervene with south-foot-2 if strength 2\n"
    found = finder(f"{young}always intervene: intervene with south-foot-1 if turn 1", lodged=old)
    assert unit(found.find(place, intervene())) == "south-foot-2"
    assert unit(finder(young, lodged=old).find(place, intervene())) == "south-foot-2"
    older = [*lodged(young, 1), *lodged("always intervene: no if turn 1", 2)]
    assert finder(lodged=older).find(place, intervene()).value == "no"


def test_a_standing_line_that_is_illegal_now_falls_and_the_next_is_looked_at():
    found = finder("always intervene in hill: intervene with south-foot-1\nwhen intervene: no")
    given = found.find(board(), intervene())
    assert (given.value, given.by, given.part.entry, given.part.line) == ("no", "standing", 3, 2)
    (note,) = found.problems()
    assert (note.code, note.level, note.where) == ("standing-fell", "note", "red.txt:5")
    assert "[3.2] south-foot-1 is not there to intervene." in note.text


def test_a_standing_line_is_in_force_from_and_until():
    place = board(south_foot_1="dale")
    lines = "always intervene from turn 2 until turn 3: intervene with south-foot-1"
    found = finder(lodged=lodged(lines, 2))
    answers = []
    for turn in (1, 2, 3):
        place.turn = turn
        answers.append(found.find(place, intervene()).by)
    assert answers == ["default", "standing", "default"]
    assert fates(found) == [(lines, "expired")]


def test_standing_lines_count_how_often_they_fired():
    found = finder("always intervene: no\nwhen act: ask me")
    for _ in range(3):
        found.find(board(), intervene())
    found.peek(board(), intervene())
    found.find(board(), act())
    assert [part.to_json(GAME).get("count") for part in found.fates["red"]] == [3, 1]


def test_lines_that_acted_fell_or_went_are_shown():
    found = finder(lodged=lodged("act attack\nwhen intervene: no\nwhen act: wait\nbid 1", 2))
    found.find(board(), intervene())
    assert [part.text(GAME) for part in found.parts if part.is_shown] == ["always intervene: no"]
    found.find(board(), act())
    assert [part.text(GAME) for part in found.parts if part.is_shown] == ["act attack", "always intervene: no"]


# -- hostile values, petitions ----------------------------------------------------------------------------


@pytest.mark.parametrize("value", [None, 3, "x", [], {}, [[]], [{"units": 3, "area": "hill"}], {"claim": 7}, True])
@pytest.mark.parametrize("kind", ["set-up", "intervene", "bid", "act"])
def test_values_of_any_shape_are_refused_or_taken_but_never_raise(kind, value):
    item = {"power": "south", "kind": kind, "value": value, "line": 1, "text": kind, "turn": 1}
    found = Finder(GAME, CHARTER, [Part("red", 3, 1, 1, item, is_own=True)], [], Terms())
    options = {"bid": [0, 1, 2], "act": ["wait", "attack"]}.get(kind)
    given = found.find(board(), Ask(kind, "south", options, rule="1"))
    assert (given is None) == bool(found.problems())
    assert all(str(problem) for problem in found.problems())


def test_petitions_are_taken_up_one_by_one():
    found = finder("concede\nact wait")
    question, given = found.petition(board())
    assert (question, given.seat, given.value, given.by) == ("petition/concede/south", "red", {}, "petition")
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
        return Given(self._value(board, ask), "answer", ask.power)

    find = peek

    def petition(self, board, verbs=None):
        return None

    def lapse(self):
        """Nothing is kept."""

    note_look = lapse

    @staticmethod
    def _value(board, ask):
        if ask.kind == "set-up":
            return [{"units": board.of(ask.power, "pool")[:3], "area": "hill"}]
        if ask.kind == "bid":
            return (board.turn + len(ask.power)) % 3
        if ask.kind == "act":
            return ask.options[-1]
        return {"claim": {"unit": board.of(ask.power)[0]}} if board.turn % 2 else "no"


def whole_game():
    """A game played in one go: ``[(procedure, args, draws, answers, facts)]`` of its steps, and the board."""
    source = KeyedSource(bytes(32))
    feed, steps = Feed(source, Everybody()), []

    def close(session):
        draws = source.in_short()[feed.drawn :]
        answers = [[question, given.value] for question, given in feed.given[feed.answered :]]
        steps.append((session.step["procedure"], session.step["args"], draws, answers, session.step["facts"]))
        feed.note_rest()

    session = Session(GAME, new_board(CHARTER), on_close=close)
    assert session.run(feed).why == "over"
    return steps, session.board


def replayed(board, step, draws=None, answers=None):
    """One step played again from its recorded inputs: the Session and its stop."""
    procedure, args, *inputs, _ = step
    session = Session(GAME, board)
    session.open_step(procedure, args)
    replay = Replay(inputs[0] if draws is None else draws, inputs[1] if answers is None else answers)
    return session, session.run(replay), replay


def test_a_step_replays_from_its_draws_and_answers_to_the_same_facts():
    steps, last = whole_game()
    assert sum(len(step[2]) for step in steps) > 3 and sum(len(step[3]) for step in steps) > 10
    board = new_board(CHARTER)
    for step in steps:
        session, _, replay = replayed(Board.from_json(board.to_json()), step)
        assert (replay._drawn, replay._answered) == (len(step[2]), len(step[3])), "all of it was wanted"
        assert session.closed[0]["facts"] == step[4]
        fold(GAME, board, step[4])
    assert board.to_json() == last.to_json()


def test_replay_stops_where_the_record_ends():
    steps, _ = whole_game()
    board = new_board(CHARTER)
    for step in steps:
        for count in range(len(step[3])):
            session, stop, replay = replayed(Board.from_json(board.to_json()), step, answers=step[3][:count])
            assert stop.why in ("asks", "draw") and not session.closed
        fold(GAME, board, step[4])


def test_replay_notices_another_question_or_draw():
    steps, _ = whole_game()
    board = new_board(CHARTER)
    with pytest.raises(Divergence) as caught:
        replayed(board, steps[0], answers=[["1.1/set-up/south", []], *steps[0][3][1:]])
    assert (caught.value.rules_ask, caught.value.record_holds) == ("1.1/set-up/north", "1.1/set-up/south")
    place, step = next((place, step) for place, step in enumerate(steps) if step[2])
    for before in steps[:place]:
        fold(GAME, board, before[4])
    for label, what in (("3.1/else", step[2][0][1]), (step[2][0][0], "1of1")):
        with pytest.raises(Divergence) as caught:
            replayed(Board.from_json(board.to_json()), step, draws=[[label, what, [0]], *step[2][1:]])
        assert label in caught.value.record_holds


def test_peeking_finds_the_next_answer_to_the_same_question():
    rows = [[act("north").question, "attack"], [act().question, "wait"], [act().question, "attack"]]
    replay = Replay([], rows)
    assert replay.peek(board(), act()) == "wait"
    assert replay.answer(board(), act("north")) == "attack"
    assert replay.answer(board(), act()) == "wait"
    assert replay.peek(board(), act()) == "attack"
    assert replay.peek(board(), intervene()) is None
    with pytest.raises(Divergence):
        replay.answer(board(), intervene())


def test_nobody_may_draw_or_answer_beyond_the_record():
    assert Replay([], []).roll(Roll("3.1/north", dice(1))) is None
    assert Replay([], []).answer(board(), act()) is None
    assert Feed(None, finder()).roll(Roll("3.1/north", dice(1))) is None


def test_new_answers_are_rows_as_a_line_of_the_record_holds_them():
    found = finder("act attack\nwhen intervene: no", lodged=lodged("bid 2"))
    feed = Feed(ThrowawaySource("00"), found)
    feed.answer(board(), act())
    feed.answer(board(), Ask("bid", "south", [0, 1, 2], rule="2.1"))
    feed.answer(board(), intervene())
    feed.answer(board(), Ask("act", "north", ["wait"], rule="3.1"))
    rows = [given.row(question) for question, given in feed.given]
    assert [{key: row[key] for key in row if key != "question"} for row in rows] == [
        {"seat": "red", "value": "attack", "by": "line", "entry": 3, "document": 1, "line": 1},
        {"seat": "red", "value": 2, "by": "line", "entry": 1, "document": 1, "line": 1},
        {"seat": "red", "value": "no", "by": "standing", "entry": 3, "document": 1, "line": 2},
        {"seat": "blue", "value": "wait", "by": "forced"},
    ]
