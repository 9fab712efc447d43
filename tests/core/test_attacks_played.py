"""The attacks on the draws that need a game to be played (docs/fairness.md), shown with the toy title."""

from itertools import combinations, permutations

import pytest

from pbem.core.data.canon import dumps, loads
from pbem.core.draws.draws import entry_key, mix
from pbem.core.play import robots
from pbem.core.play.selfplay import Chance
from pbem.core.record.gamefile import GameFile, render
from pbem.core.record.record import Record
from pbem.core.rules import game as games
from tests.core.test_play import CHARTER, LEVELS


@pytest.fixture(autouse=True)
def toy_is_a_title(monkeypatch):
    monkeypatch.setitem(games.TITLES, "toy", "tests.toy")


def stops(fairness, referee, seed="p", windows="default"):
    """Every stop of a whole game, with the club: (public bytes at the stop, club, game after the next entry)."""
    club = robots.Club({**CHARTER, "windows": windows}, seed, fairness, referee)
    file, chance = club.new_game(), Chance(seed)
    while not file.is_over:
        public = render(file.document)
        club.adjudicate(file, robots.random_orders(file, chance))
        yield public, club, file


@pytest.mark.parametrize("fairness, referee", LEVELS)
def test_what_is_public_at_a_stop_does_not_hold_the_next_envelopes(fairness, referee):
    """Attack 1: at every stop, in the middle of a step too, no byte of the public file is a secret or a link
    to come."""
    met_in_mid_step = 0
    for public, club, file in stops(fairness, referee):
        entry = file.entries[-1]
        before = loads(public)
        met_in_mid_step += bool(before["open"]["facts"])
        for keeper in club.keepers.values():
            assert keeper.chain.secret.hex().encode() not in public
            assert keeper.chain.link(entry["n"]).hex().encode() not in public
            assert keeper.chain.link(entry["n"] + 1).hex().encode() not in public
    assert met_in_mid_step


@pytest.mark.parametrize("fairness, referee", LEVELS)
def test_no_mix_of_public_envelopes_gives_the_next_draws(fairness, referee):
    """Attack 1: every key that can be made from links seen so far draws something else than what is drawn next."""
    tried = 0
    for public, _, file in stops(fairness, referee):
        entry = file.entries[-1]
        if not entry["draws"]:
            continue
        before = GameFile(loads(public))
        record = Record.of(before.document)
        seen = {}
        for old in before.entries:
            seen.update(old["envelopes"])
        links = {name: bytes.fromhex(link) for name, link in seen.items()}
        real = record.source({n: bytes.fromhex(v) for n, v in entry["envelopes"].items()}, entry["muster"])
        for size in range(1, len(links) + 1):
            for names in combinations(sorted(links), size):
                tried += 1
                guess = entry_key(mix({name: links[name] for name in names}), record.salt, record.next)
                assert guess != real._key
    assert tried


@pytest.mark.parametrize("fairness, referee", LEVELS)
def test_the_order_in_which_mails_arrive_changes_nothing(fairness, referee):
    """Attack 4: six orders of arrival, one key, the same bytes."""
    met = 0
    for public, club, _file in stops(fairness, referee, "q"):
        before = GameFile(loads(public))
        orders = robots.random_orders(before, Chance("r"))
        if len(orders) < 2:
            continue
        met += 1
        results = set()
        for arrival in permutations(orders):
            again = GameFile(loads(public))
            club.adjudicate(again, list(arrival))
            results.add(render(again.document))
        assert len(results) == 1
    assert met


@pytest.mark.parametrize("referee", [True, False])
def test_an_envelope_of_somebody_who_was_not_asked_is_never_mixed_in(referee):
    """Attack 4: contributors are a function of the published file; another file is kept out of the key."""
    met = 0
    for public, club, _ in stops("shared", referee, "s"):
        plain, crowded = GameFile(loads(public)), GameFile(loads(public))
        asked = {plain.charter["powers"][question["power"]] for question in plain.waiting}
        others = [seat for seat in plain.charter["seats"] if seat not in asked]
        if not others or Record.of(plain.document).muster_due:
            continue
        orders = robots.random_orders(plain, Chance("t"))
        club.adjudicate(plain, orders)
        club.adjudicate(crowded, [*orders, robots.blank_order(crowded, others[0])])
        one, other = plain.entries[-1], crowded.entries[-1]
        assert one["envelopes"] == other["envelopes"] and one["draws"] == other["draws"]
        met += 1
    assert met


def test_no_text_of_an_order_enters_the_key():
    """Attack 20: different answers, the same envelopes: dice of one label fall the same, as far as both roll them."""
    met = 0
    for public, club, _ in [stop for seed in "uvwxyz" for stop in stops("sealed", True, seed, "ask")]:
        rolled = {}
        for seed in range(20):
            again = GameFile(loads(public))
            orders = robots.random_orders(again, Chance(f"v{seed}"))
            club.adjudicate(again, orders)
            text = dumps([order["answers"] for order in orders])
            for draw in again.entries[-1]["draws"]:
                if draw["kind"] == "dice":
                    rolled.setdefault((draw["label"], draw["n"]), {})[text] = draw["result"]
        for results in rolled.values():
            met += len(results) > 1
            shortest = min(len(result) for result in results.values())
            assert len({tuple(result[:shortest]) for result in results.values()}) == 1
    assert met
