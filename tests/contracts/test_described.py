"""Every question says in one sentence, or some, what the answer needs to know."""

import pytest

from pbem.core.rules.engine import Session
from pbem.core.rules.game import load
from tests.thorough import THOROUGH

from .case_plays import play_cases
from .test_paraphrase import SLIPS

TITLES = ("cataclysm", "pacific", "red-dragon")  # another title may begin with the few words of its kinds


@pytest.mark.parametrize("title", TITLES)
def test_no_kind_says_nothing_of_its_question(title):
    game = load(title)
    assert [name for name in game.kinds if not game.telling.words.of_kind(name).get("asked")] == []


@pytest.mark.parametrize("title", TITLES)
def test_what_is_said_of_a_question_are_sentences(title, monkeypatch):
    """Of each kind that is asked in the cases of a title, on each board."""
    said, usual = {}, Session._answer

    def describing(self, ask, feed):
        kind = self.game.kinds[ask.kind]
        said.setdefault(ask.kind, set()).add(kind.describe(self.board, ask))
        return usual(self, ask, feed)

    monkeypatch.setattr(Session, "_answer", describing)
    play_cases(title)
    odd = {
        (kind, text)
        for kind, texts in said.items()
        for text in texts
        if SLIPS.search(text) or not (text.endswith((".", "?", ")")) and text[:1] == text[:1].upper())
    }
    assert not odd, "\n".join(f"{kind}: {text}" for kind, text in sorted(odd)[:12])
    if THOROUGH:  # a sample does not ask all
        assert {*load(title).kinds} - {*said} <= {"agree-end"}
