"""Nobody is asked where every answer comes to the same board.  The toy title, with a roll-call before each turn: at
`attack` whoever is called loses a unit on the hill, if he has one there; in the third turn a die is cast before."""

import pytest

from pbem.core.data.canon import encode
from pbem.core.play.feed import Replay
from pbem.core.play.gamefile import render
from pbem.core.play.running import Run
from pbem.core.play.verify import verify
from pbem.core.rules.engine import Session
from pbem.core.rules.requests import Ask, Roll, dice
from pbem.core.seat.sheet import item_of
from pbem.core.title import game as games
from pbem.core.trial import robots
from pbem.core.trial.selfplay import Chance
from pbem.report.build import build, line_sentence
from tests.thorough import THOROUGH
from tests.toy.game import CHARTER, GAME
from tests.verifier.small import here

SEEDS = range(60 if THOROUGH else 8)


def roll_call(t):
    power = t.board.powers[t.board.turn % 3]
    answer = yield Ask("act", power, options=["wait", "attack"], rule="2")
    if answer == "attack" and t.board.turn == 2:
        yield Roll("2/call", dice(1))
    elif answer == "attack":
        for unit in t.board.of(power, "hill")[:1]:
            t.emit("unit-lost", rule="2", unit=unit)
    t.emit("turn-begun", rule="2", turn=t.board.turn + 1)


@pytest.fixture(autouse=True)
def toy_calls_the_roll(monkeypatch):
    monkeypatch.setitem(games.TITLES, "toy", "tests.toy")
    monkeypatch.setitem(GAME.procedures, "turn-start", roll_call)


def begun(seed, fairness="sealed"):
    club = robots.Club({**CHARTER, "options": {"turns": 9}}, f"alike/{seed}", fairness, True)
    return club.new_game(), club


def played(seed, fairness="sealed", entries=1000):
    return robots.play_on(*begun(seed, fairness), Chance(f"alike/{seed}"), entries)


def inputs(file):
    """``(draws, [[question, answer, by]])`` of a whole game."""
    uses = [use for entry in file.entries for use in entry["used"]]
    values = [use["value"] if "value" in use else item_of(file, use)["value"] for use in uses]
    draws = [draw for entry in file.entries for draw in entry["draws"]]
    return draws, [[use["question"], value, use["by"]] for use, value in zip(uses, values)]


class UpTo(Replay):
    """What a game had come to when it was asked for one more answer; that is given, and then nothing."""

    def __init__(self, file, at, answer):
        draws, given = inputs(file)
        super().__init__(draws, [row[:2] for row in given[:at]] + [[given[at][0], answer]])
        self.session, self.at, self.asked = Session(file.game, file.first_board()), at, None

    def roll(self, request):
        return None if self._answered > self.at else super().roll(request)

    def answer(self, board, ask):
        if self._answered == self.at:
            self.asked, self.closed = ask, len(self.session.closed)
        return super().answer(board, ask)


def ends(file, at):
    """The boards on which the step closes with each legal answer to a question; None where it asks for more."""
    _, given = inputs(file)
    found, options = [], [given[at][1]]
    for answer in options:
        feed, boards = UpTo(file, at, answer), []
        feed.session.on_close = lambda session: boards.append(encode(file.game.rest(session.board)))  # noqa: B023
        feed.session.run(feed)
        options += [one for one in feed.asked.options if one not in options]
        found.append(boards[feed.closed] if len(boards) > feed.closed else None)
    return found


def holds(file):
    """How many answers were taken because all are alike; each of them is."""
    taken = [at for at, (_, _, by) in enumerate(inputs(file)[1]) if by == "alike"]
    for at in taken:
        found = ends(file, at)
        assert len(found) > 1 and found[0] and found == found[:1] * len(found), inputs(file)[1][at]
    return len(taken)


def asked_in_vain(file):
    """Roll-calls that somebody answered though it made no difference, and no die was to be cast."""
    rows = [(at, row) for at, row in enumerate(inputs(file)[1]) if row[0].startswith("2/act/") and row[2] != "alike"]
    found = [ends(file, at) for at, _ in rows]
    return [one for one in found if None not in one and len({*one}) == 1]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("fairness", ["sealed", "shared"])
def test_an_answer_is_taken_without_asking_only_where_all_come_to_the_same_board(fairness, tmp_path):
    taken = 0
    for seed in SEEDS:
        file = played(seed, fairness)
        taken += holds(file)
        assert not asked_in_vain(file)
    assert taken >= len(SEEDS)
    assert not verify(file).problems
    path = tmp_path / "g.json"
    path.write_bytes(render(file))
    assert here(path).returncode == 0


def test_what_is_taken_without_looking_is_found(monkeypatch):
    monkeypatch.setattr(Run, "is_all_one", lambda self, ask: not ask.is_open)
    with pytest.raises(AssertionError):
        [holds(played(seed)) for seed in SEEDS]


def set_up(*standing):
    """A game after its set-up, in which nobody of Blue stands on the hill."""
    file, club = begun("set-up")
    while file.state["rest"]["next"] == "set-up":
        orders = robots.random_orders(file, Chance("set-up"))
        for order in orders:
            for answer in order["answers"]:
                answer["value"] = [{**item, "area": "dale"} for item in answer["value"]]
            order["standing"] = [one for one in standing if order["seat"] == "blue"]
        file = club.adjudicate(file, orders).file
    return file


ASKS = {"power": "north", "when": "act", "ask": True, "line": 9, "text": "north: always act: ask me"}


def test_whoever_wants_to_be_asked_is_asked():
    assert [one["question"].split("#")[0] for one in set_up(ASKS).waiting] == ["2/act/north"]


def test_it_is_told():
    file = set_up()
    assert {one["kind"] for one in file.waiting} == {"bid"}
    report = build(file)
    told = [line_sentence(report, line) for line in report["lines"] if line["fate"] == "alike"]
    assert ["led to the same board" in " ".join(one) for one in told] == [True]
