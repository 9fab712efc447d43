"""The HTML page and the report for screen readers say what the canonical report says."""

import re
import xml.etree.ElementTree as tree
from html.parser import HTMLParser

import pytest

from pbem.core.record import charter as charters
from pbem.core.title.game import load, titles
from pbem.core.title.places import places
from pbem.core.trial.robots import Club, play_on
from pbem.core.trial.selfplay import Chance
from pbem.maps import drawing, svg
from pbem.report import html, speak
from pbem.report.build import build, history
from pbem.report.sheet import sheet
from tests.spoken import printed

TITLES = titles()
EMPTY = {"meta", "br", "link", "input", "hr", "img"}


class Page(HTMLParser):
    """A page as a list of elements, with what is not closed or nested wrongly."""

    def __init__(self, text):
        super().__init__()
        self.open, self.elements, self.faults, self.text = [], [], [], []
        self.feed(text)
        self.faults += [f"{name} is not closed" for name in self.open]

    def handle_starttag(self, name, attributes):
        self.elements.append((name, dict(attributes)))
        if name not in EMPTY:
            self.open.append(name)

    def handle_startendtag(self, name, attributes):
        self.elements.append((name, dict(attributes)))

    def handle_endtag(self, name):
        if not self.open or self.open.pop() != name:
            self.faults.append(f"{name} is closed where it is not open")

    def handle_data(self, data):
        self.text.append(data)

    def all(self, name):
        return [attributes for found, attributes in self.elements if found == name]


def played(title, entries):
    game = load(title)
    charter = charters.make(game, "page", next(iter(game.scenarios)), anchors={"referee": {"first": "0" * 64, "n": 1}})
    club = Club(charter, "page")
    return play_on(club.new_game(), club, Chance("page"), entries)


@pytest.fixture(scope="module", params=TITLES)
def told(request):
    """A file, its report, and the page that a player gets."""
    file = played(request.param, 6)
    report = build(file, 2, with_places=True)
    view = file.game.mapped(file.current_board())
    maps = [("the board", svg.of_title(request.param, view, name)) for name in drawing.plans(request.param)]
    shown = sheet(report, "seat <prc> & form", [*maps, *maps], history(file, 2), "Everything holds.")
    return file, report, html.render(shown)


def test_the_page_is_well_formed_and_asks_for_nothing_from_elsewhere(told):
    page = Page(told[2])
    assert not page.faults
    assert not page.all("script") and not page.all("link") and not page.all("img")
    addresses = re.findall(r"(?:href|src)=\"([^\"]*)\"|url\(([^)]*)\)", told[2])
    assert addresses and all((one or other).startswith("#") for one, other in addresses)
    assert set(re.findall(r"https?://[^\s\"<]*", told[2])) <= {"http://www.w3.org/2000/svg"}


def test_ids_are_unique_and_what_is_referred_to_is_there(told):
    ids = [attributes["id"] for _, attributes in Page(told[2]).elements if "id" in attributes]
    assert len(ids) == len(set(ids))
    wanted = set(re.findall(r"href=\"#([^\"]*)\"|url\(#", told[2])) | set(re.findall(r"url\(#([^)]*)\)", told[2]))
    assert wanted - {""} <= set(ids)


def test_headings_go_down_one_level_at_a_time_and_tables_have_headers(told):
    page = Page(told[2])
    levels = [int(name[1]) for name, _ in page.elements if re.fullmatch("h[1-6]", name)]
    assert levels[0] == 1 and levels.count(1) == 1
    assert all(after <= before + 1 for before, after in zip(levels, levels[1:]))
    assert page.all("html")[0]["lang"] == "en"
    assert len(page.all("table")) == len(page.all("caption"))
    assert all("scope" in cell for cell in page.all("th")) and page.all("th")
    for picture in page.all("svg"):
        assert picture["role"] == "img" and picture["aria-labelledby"]


def test_the_page_tells_the_whole_story_and_escapes_what_people_wrote(told):
    _, report, text = told
    words = " ".join(Page(text).text)
    for part in report["story"]:
        assert all(one in words for one in printed(part))
    assert all(change in words for change in report["changes"])
    assert "seat &lt;prc&gt; &amp; form" in text and "Everything holds." in words
    for draw in report["draws"]:
        assert draw["label"] in words


def test_a_name_cannot_break_out_of_the_page():
    file = played("red-dragon", 3)
    file.charter["names"]["prc"] = "<script>alert(1)</script>"
    text = html.render(sheet(build(file)))
    assert "<script" not in text
    assert not Page(text).faults


def test_spoken_reports_tell_the_board_after_story_and_changes_and_have_no_tables(told):
    _, report, _ = told
    text = speak.render(sheet(report))
    assert "|" not in text.partition("Can you trust")[0] and "\t" not in text and "::" not in text
    lines = text.splitlines()
    order = [lines.index(line) for line in ("What happened.", "What changed.", "The board now.") if line in lines]
    assert order == sorted(order) and len(order) == 2 + bool(report["changes"])
    assert all(line["text"] in text for part in report["story"] for line in part["lines"])
    assert all(place["text"] in lines for place in report["places"])


def test_places_name_their_neighbours_and_the_enemies_there():
    file = played("red-dragon", 2)
    rows = {row["place"]: row["text"] for row in build(file, with_places=True)["places"]}
    assert "Next to it: the East China Sea and the Taiwan Strait." in rows["taiwan"]
    assert rows["taiwan"].startswith("Taiwan, held by the Allies. The Allies there: ")
    assert "No enemy is next to it." in rows["shikoku"]


def test_a_place_tells_who_is_there_next_to_it_and_against_it():
    piece = {"side": "a", "name": "tank", "count": 2, "worn": 1}
    gun = {"side": "a", "name": "gun", "count": 1}
    view = {
        "sides": {"a": {"name": "the Reds", "enemies": ["b"]}, "b": {"name": "the Blues", "enemies": ["a"]}},
        "areas": {
            "hill": {"owner": "a", "pieces": [piece, gun], "near": ["dale"]},
            "dale": {"owner": None, "pieces": [{"side": "b", "name": "ship", "count": 1}], "near": ["hill", "sea"]},
            "sea": {"owner": None, "pieces": [], "near": ["dale"]},
        },
    }
    assert [row["text"] for row in places(view, {"hill": "the Hill", "dale": "Dale", "sea": "the Sea"})] == [
        "The Hill, held by the Reds. The Reds there: 2 tank (1 damaged) and gun. Next to it: Dale. "
        "Enemies next to it: ship in Dale.",
        "Dale. The Blues there: ship. Next to it: the Hill and the Sea. "
        "Enemies next to it: 2 tank (1 damaged) and gun in the Hill.",
    ]


def test_each_map_of_a_page_is_a_picture_of_its_own(told):
    file, _, text = told
    pictures = re.findall(r"<svg .*?</svg>", text, re.S)
    assert len(pictures) == 2 * len(drawing.plans(file.game.id))
    for picture in pictures:
        tree.fromstring(picture)
