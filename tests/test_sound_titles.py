"""A title that cannot be loaded is named here; tests/sound.py leaves it out everywhere else."""

import pytest

from pbem.core.rules import game
from tests import sound


@pytest.mark.parametrize("title", sorted(sound.TITLES))
def test_a_title_can_be_loaded(title):
    if title in sound.BROKEN:
        raise sound.BROKEN[title]
    assert game.load(title).id == title


def test_a_title_that_cannot_be_loaded_is_left_out_and_told(monkeypatch):
    loaded = game.load

    def load(title):
        if title == "pacific":
            raise SyntaxError("a fault")
        return loaded(title)

    monkeypatch.setattr(game, "TITLES", dict(sound.TITLES))
    monkeypatch.setattr(game, "load", load)
    assert list(sound.broken()) == ["pacific"]
    assert "pacific" not in game.titles() and len(game.titles()) == len(sound.TITLES) - 1
