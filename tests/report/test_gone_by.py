"""A report on a time gone by says who was asked then, and waits for nobody."""

import pytest

from pbem.report import markdown, speak, text
from pbem.report.build import build
from pbem.report.sheet import sheet
from pbem.site.pages import report_page
from tests.report.golden import TITLES, game_of


@pytest.mark.parametrize("title", TITLES)
def test_who_was_asked_then(title):
    file = game_of(title)
    last = len(file.entries)
    names = [file.charter["names"].get(seat) or seat for seat in file.entry(last)["asked"]]
    report = build(file, until=last - 1, with_places=True)
    assert report["asked"] == names and report["waiting"] == []
    for page in (*(form.render(sheet(report)) for form in (text, markdown, speak)), report_page(file, report)):
        assert "adjudicator" not in page and all(name in page for name in names)
        assert "gone by" in " ".join(page.split())
    assert build(file)["asked"] == [] and build(file)["waiting"]
