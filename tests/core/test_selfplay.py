"""Random play: what it counts, what it forgives, and that it notices a broken board."""

import pytest

from pbem.core.language.form import Form
from pbem.core.title.game import Game
from pbem.core.trial.selfplay import (
    Census,
    Chance,
    Fault,
    RandomFeed,
    check_fold,
    excuses,
    expected,
    play_one,
    volunteered,
    watcher,
)
from tests.toy.decisions import Concede
from tests.toy.game import CHARTER, GAME


class EagerConcede(Concede):
    """South gives up whenever it may; the menu offers it to nobody else."""

    random_rate = 1
    forms = (Form("concede", when=lambda board, ask: ask.power == "south"),)


def toy(**changed):
    counted = {
        "census_of_answer": lambda ask, answer: [],
        "census_of_fact": lambda fact: [],
        "census_names": [],
        "excused": (),
    }
    return Game(**{**vars(GAME), **counted, **changed})


def test_the_same_seed_gives_the_same_game():
    one, same, other = (play_one(toy(), CHARTER, seed)[1] for seed in ("a", "a", "b"))
    assert one == same != other


def test_a_census_counts_kinds_choices_facts_rules_and_endings():
    census = Census()
    _, facts, decisions = play_one(toy(), CHARTER, "a", census)
    assert sum(count for name, count in census.counts.items() if name.startswith("kind:")) == decisions
    assert census.counts["fact:turn-begun"] == sum(fact["type"] == "turn-begun" for fact in facts) == 3
    assert census.counts["rule:2.1"] == census.counts["ending:points"] == 1
    assert 0 < census.counts["choice:bid"] <= census.counts["kind:bid"]


def test_what_never_occurred_is_missing_unless_it_is_excused_for_the_scenario():
    game = toy(
        excused=[
            {"reason": "nobody asks it", "names": ["kind:reinforce"]},
            {"reason": "too dark", "in": ["night"], "names": ["choice:reinforce"]},
        ]
    )
    census = Census()
    assert "kind:reinforce" in expected(game)
    unneeded = {"kind:reinforce", "fact:corrected"}
    assert census.missing(game, "standard") == [name for name in expected(game) if name not in unneeded]
    assert "choice:reinforce" not in census.missing(game, "night")
    assert excuses(game, "night")["choice:reinforce"] == "too dark" and "choice:reinforce" not in excuses(game, "day")
    census.counts["kind:reinforce"] += 1
    assert census.needless(game, "standard") == ["kind:reinforce"]


def test_a_kind_of_petition_that_is_volunteered_is_expected_and_taken_up():
    game, census = toy(petitions={"concede": EagerConcede()}), Census()
    assert "petition:concede" in expected(game) and "petition:concede" not in expected(toy())
    board, _, _ = play_one(game, CHARTER, "a", census)
    assert board.winner == "north" and census.counts["petition:concede"] == 1
    assert volunteered(toy(), board, Chance("a")) is None


def test_a_sample_that_is_refused_is_a_fault():
    class Wild(type(GAME.kinds["set-up"])):
        def sample(self, board, ask, draw):
            return [{"units": ["nobody"], "area": "hill"}]

    with pytest.raises(Fault, match="nobody"):
        play_one(toy(kinds={**GAME.kinds, "set-up": Wild()}), CHARTER, "a")


def test_a_board_that_is_changed_behind_the_facts_is_a_fault():
    board, facts, _ = play_one(toy(), CHARTER, "a")
    check_fold(toy(), CHARTER, board, facts)
    board.vp["north"] += 1
    with pytest.raises(Fault, match="fold"):
        check_fold(toy(), CHARTER, board, facts)


def test_an_invariant_that_breaks_names_the_fact():
    game = toy(invariants=lambda board: ["too late"] if board.turn == 2 else [])
    with pytest.raises(Fault, match="turn-begun.*too late"):
        play_one(game, CHARTER, "a", watch=watcher(game))


def test_a_question_that_is_peeked_at_keeps_its_answer():
    feed = RandomFeed(toy(), None, Chance("a"))
    from pbem.core.rules.requests import Ask

    ask = Ask("bid", "north", options=[0, 1, 2], about={"turn": 1})
    seen = {feed.peek(None, ask) for _ in range(9)}
    assert seen == {feed.answer(None, ask)}
