"""Stop anywhere, in any order of mails, in any process: the game is the same."""

import os
import subprocess
import sys
from itertools import permutations

import pytest

from pbem.core.data.canon import dumps, loads
from pbem.core.play import robots
from pbem.core.play.feed import Feed
from pbem.core.play.selfplay import Chance
from pbem.core.record.gamefile import GameFile, check, render
from pbem.core.rules.engine import Session

from .digest import digest_of
from .titles import CONTRACTS

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def test_a_file_written_and_read_at_every_stop_goes_on_as_if_it_had_stayed_in_memory(contract):
    assert render(contract.play_file("stop", reload=True).document) == render(contract.play_file("stop").document)


def test_one_uninterrupted_run_makes_the_same_facts_as_one_that_stopped_at_every_question(contract):
    file = contract.play_file("stop")
    assert len(file.entries) > 3 and all(entry["answers"] for entry in file.entries if entry["asked"])
    assert not any(answer["by"] == "default" for entry in file.entries for answer in entry["answers"])
    session = Session(file.game, file.first_board())
    session.run(Feed(*file.inputs([1, 0, 0])))
    facts = [fact for step in session.closed for fact in step["facts"]]
    facts += session.step["facts"] if session.step else []
    assert facts == file.facts_from(0)
    assert session.board.to_json() == file.current_board().to_json()


def test_the_order_in_which_mails_arrive_changes_nothing(contract):
    """Everybody writes at every stop, who is not asked only to say so; and those who are asked may come one by one."""
    met = 0
    for file, club, chance in contract.stops_of("mails"):
        public, orders = render(file.document), robots.random_orders(file, chance)
        sent = {order["seat"] for order in orders}
        others = [robots.blank_order(file, seat) for seat in file.charter["seats"] if seat not in sent]
        arrivals = list(permutations([*orders, *others]))[:6]
        assert len({render(played(public, club, [mails]).document) for mails in arrivals}) == 1
        asked = [order for order in orders if order["answers"]]  # a petition alone waits for nobody and nobody for it
        if asked:
            one_by_one = [played(public, club, [[order] for order in mails]) for mails in permutations(asked)]
            assert len({render(file.document) for file in one_by_one}) == 1
            together = played(public, club, [asked])
            assert {(dumps(file.facts_from(0)), dumps(file.entries[-1]["draws"])) for file in one_by_one} == {
                (dumps(together.facts_from(0)), dumps(together.entries[-1]["draws"]))
            }
        met += len(arrivals) > 1
    assert met


def played(public, club, runs):
    """A stop played on from the written file: one run of adjudication for each list of mails."""
    file = GameFile(loads(public))
    for orders in runs:
        club.adjudicate(file, [dict(order) for order in orders])
    return file


def test_a_file_at_any_stop_is_whole(contract):
    """Each file that is mailed around passes the checks of loading, and its copy of the board is the fold."""
    for file, _, _ in contract.stops_of("whole"):
        again = check(loads(render(file.document)))
        assert again.rest_board().to_json() == again.board_after(len(again.steps)).to_json()


@pytest.mark.parametrize("contract", CONTRACTS, ids=repr)
def test_the_order_of_sets_in_a_process_changes_nothing(contract):
    """PYTHONHASHSEED decides how sets are iterated; no rule may notice."""
    found = {digest_of(contract)}
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": ROOT}
        command = [sys.executable, "-m", "tests.contracts.digest", str(CONTRACTS.index(contract))]
        done = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=ROOT, timeout=300)
        assert done.returncode == 0, done.stderr
        found.add(done.stdout.strip())
    assert len(found) == 1


def test_chance_is_the_only_thing_that_makes_two_games_differ(contract):
    one, same, other = (render(contract.play_file(seed, entries=4).document) for seed in ("one", "one", "two"))
    assert one == same and one != other
    assert Chance("one").below(1000) == Chance("one").below(1000)
