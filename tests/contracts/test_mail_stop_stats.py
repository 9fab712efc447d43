"""Stop anywhere, in any order of mails, in any process: the game is the same."""

import os
import subprocess
import sys
from itertools import permutations

import pytest

from pbem.core.play.feed import Replay, petition_step
from pbem.core.play.gamefile import GameFile, from_bytes, render
from pbem.core.rules.engine import Session
from pbem.core.seat.sheet import item_of
from pbem.core.trial import robots
from pbem.core.trial.selfplay import Chance
from pbem.report.build import build
from pbem.report.fairness import footer
from tests.robot_games import reloaded
from tests.thorough import some

from .digest import digest_of
from .titles import CONTRACTS, stops_read

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


@pytest.mark.sampled(3)
def test_a_file_written_and_read_at_every_stop_goes_on_as_if_it_had_stayed_in_memory(contract):
    assert render(contract.play_file("stop", reload=True)) == render(contract.play_file("stop"))


class Recorded(Replay):
    """The inputs of a whole game, petitions included, one after the other; `before` says how many draws had been made
    when the entry of each answer began, for a petition comes with its mail and not earlier."""

    def __init__(self, draws, answers, before):
        super().__init__(draws, answers)
        self._before = before

    def petition(self, board):
        if self._answered == len(self._answers) or not self._answers[self._answered][0].startswith("petition/"):
            return None
        if self._drawn < self._before[self._answered]:
            return None
        question, value = self._answers[self._answered]
        self._answered += 1
        return petition_step(question, value)


def value_of(file, use):
    return use["value"] if "value" in use else item_of(file, use)["value"]


@pytest.mark.sampled(3)
def test_one_uninterrupted_run_makes_the_same_facts_as_one_that_stopped_at_every_question(contract):
    file = contract.play_file("stop")
    used = [use for entry in file.entries for use in entry["used"]]
    assert file.n > 3 and all(entry["used"] for entry in file.entries if entry["asked"])
    assert not any(use["by"] == "default" for use in used)
    draws, before = [], []
    for entry in file.entries:
        before += [len(draws)] * len(entry["used"])
        draws += entry["draws"]
    session = Session(file.game, file.first_board())
    session.run(Recorded(draws, [[use["question"], value_of(file, use)] for use in used], before))
    facts = [fact for step in session.closed for fact in step["facts"]]
    facts += session.step["facts"] if session.step else []
    assert facts == [fact for _, step in file.story() for fact in step["facts"]]
    assert session.board.to_json() == file.current_board().to_json()


@pytest.mark.sampled(3)
def test_the_order_in_which_mails_arrive_changes_nothing(contract):
    """Everybody writes at every stop, who is not asked only to say so."""
    met = 0
    for file, _, chance in contract.stops_of("mails"):
        orders = robots.random_orders(file, chance)
        sent = {order["seat"] for order in orders}
        others = [robots.blank_order(file, seat) for seat in file.charter["seats"] if seat not in sent]
        arrivals = list(permutations([*orders, *others]))[:6]
        arrivals = some(arrivals, max(1, len(arrivals) - 1))  # the first and the last
        assert len({render(played(file, contract, mails)) for mails in arrivals}) == 1
        met += len(arrivals) > 1
    assert met


def played(file, contract, orders):
    """A stop played on from the written file, by a club that has not played it."""
    again = reloaded(file)
    return robots.Club(contract.charter, "mails").adjudicate(again, [dict(order) for order in orders]).file


@pytest.mark.sampled(3)
def test_a_file_at_any_stop_is_whole(contract):
    """Each file that is mailed around passes the checks of loading, and its board at rest is the fold."""
    for file in some(stops_read(contract, "whole"), 3):
        again = from_bytes(render(file))
        assert again.rest_board().to_json() == again.rest_board_after(again.n).to_json()


def test_a_report_tells_the_same_from_the_states_at_hand_as_from_all_the_facts(contract, monkeypatch):
    """Whoever adjudicates has the boards of the last two entries; whoever reads the game later folds them."""
    for file in some(stops_read(contract, "told"), 3, 1):
        if file.n and hasattr(file.game, "telling"):
            at_hand = build(file)
            with monkeypatch.context() as patch:
                patch.setattr(GameFile, "board_after", GameFile.folded_board)
                assert build(file) == at_hand


def test_what_is_counted_line_by_line_is_what_all_lines_together_come_to(contract):
    for file in some(stops_read(contract, "counted"), 3, 2):
        assert footer(file) == footer(from_bytes(render(file)))


@pytest.mark.sampled(3)
@pytest.mark.parametrize("contract", CONTRACTS, ids=repr)
def test_the_order_of_sets_in_a_process_changes_nothing(contract):
    """PYTHONHASHSEED decides how sets are iterated, here by a number drawn anew at every start; no rule may notice."""
    environment = {**os.environ, "PYTHONHASHSEED": "1", "PYTHONPATH": os.pathsep.join([ROOT, *sys.path])}
    command = [sys.executable, "-m", "tests.contracts.digest", str(CONTRACTS.index(contract))]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=ROOT, timeout=300)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == digest_of(contract)


def test_chance_is_the_only_thing_that_makes_two_games_differ(contract):
    one, same, other = (render(contract.play_file(seed, entries=4)) for seed in ("one", "one", "two"))
    assert one == same and one != other
    assert Chance("one").below(1000) == Chance("one").below(1000)
