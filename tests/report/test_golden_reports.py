"""Reports in every format, letter by letter (golden.py writes them anew)."""

import pytest

from tests.report.golden import FOLDER, FORMATS, TITLES, game_of, told


@pytest.fixture(scope="module")
def pages():
    return {title: told(game_of(title)) for title in TITLES}


@pytest.mark.parametrize("ending", FORMATS)
@pytest.mark.parametrize("title", TITLES)
def test_the_report_is_the_golden_one(pages, title, ending):
    assert pages[title][ending] == (FOLDER / f"{title}.{ending}").read_text(encoding="utf-8")
