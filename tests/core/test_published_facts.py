"""The published shapes (docs/generated/facts-TITLE.json) hold for every fact, question, answer, petition and step of
the golden games, and for the boards of random ones, by a library that knows nothing of ours; what is altered in a leaf
is refused.
"""

from pathlib import Path

import pytest

from pbem.core.record import charter as charters
from pbem.core.rules.engine import Session
from pbem.core.title.game import TITLES, load
from pbem.core.trial.selfplay import play_one
from tests.shapes import Judges, published_by
from tests.thorough import THOROUGH, some
from tools import golden

ANCHORS = {"referee": {"first": "0" * 64, "key": "0" * 64, "n": 1}}


@pytest.fixture
def judging(monkeypatch):
    """From now on a Judges holds every question that is put, and what answers it, against its shape."""
    answer = Session._answer

    def begin(judges):
        def answered(self, ask, feed):
            judges.hold(f"about-{ask.kind}", ask.about)
            given = answer(self, ask, feed)
            if given is not None:
                judges.hold(f"answer-{ask.kind}", given)
            return given

        monkeypatch.setattr(Session, "_answer", answered)
        return judges

    return begin


@pytest.mark.sampled(3)
@pytest.mark.parametrize("title", TITLES)
def test_all_that_golden_games_record_is_as_it_is_published_and_nothing_else_would_be(title, judging):
    judges = judging(Judges(published_by(title)))
    for path in some(sorted((Path(golden.FOLDER) / title).glob("*.json")), 3):
        for _, step in golden.replay(golden.read(path)).story():
            judges.hold(f"step-{step['procedure']}", step["args"])
            for fact in step["facts"]:
                judges.hold(f"fact-{fact['type']}", fact)
    seen = {name for name, _ in judges.seen}
    for what, least in ({"fact": 20, "about": 5, "answer": 5, "step": 5}).items():
        assert len([name for name in seen if name.startswith(f"{what}-")]) >= least
    assert not list(judges.let_pass())


@pytest.mark.sampled(3)
@pytest.mark.parametrize("title", TITLES)
def test_the_boards_of_a_random_game_are_as_they_are_published(title):
    """As for facts of random games: tests/contracts/test_published.py."""
    judges, game, seen = Judges(published_by(title)), load(title), []

    def watch(board, fact):
        seen.append(fact["type"])
        if len(seen) % (50 if THOROUGH else 200) == 0:
            judges.of("board").validate(board.to_json())

    play_one(
        game, charters.make(game, "published", next(iter(game.scenarios)), anchors=ANCHORS), "published", watch=watch
    )
    assert len(seen) > 100


@pytest.mark.sampled(3)
@pytest.mark.parametrize("title", TITLES)
def test_what_is_no_fact_is_refused(title):
    judges = Judges(published_by(title))
    for name in judges.schemas:
        if name.startswith("fact-") and name != "fact-corrected":
            type, judge = name.removeprefix("fact-"), judges.of(name)
            assert not judge.is_valid({"type": type, "rule": "99.99"}), "no number of the book"
            assert not judge.is_valid({"type": type}) and not judge.is_valid({"type": type, "rule": "1", "fog": 1})
