"""Reports in every format, letter by letter (golden.py writes them anew)."""

from functools import cache

import pytest

from tests.report.golden import FOLDER, FORMATS, TITLES, game_of, told


@cache
def pages(title):
    """The pages of one title: where its rules are broken those of the others are still looked at."""
    return told(game_of(title))


@pytest.mark.parametrize("ending", FORMATS)
@pytest.mark.parametrize("title", TITLES)
def test_the_report_is_the_golden_one(title, ending):
    assert pages(title)[ending] == (FOLDER / f"{title}.{ending}").read_text(encoding="utf-8")


@pytest.mark.parametrize("title", TITLES)
def test_no_page_hangs_on_the_revision(title, monkeypatch):
    """Nor on anything else in a charter that decides nothing."""
    monkeypatch.setattr(game_of(title).game, "revision", game_of(title).game.revision + 1)
    assert told(game_of.__wrapped__(title)) == pages(title)
