"""The turn page without its scripts: well formed, closed, small, and every link in it is an order that is accepted."""

import gzip
import re
from base64 import b64encode
from hashlib import sha256
from urllib.parse import parse_qs, urlsplit

import pytest

from pbem.core.data.problems import refusals
from pbem.core.orders import orders
from pbem.core.record import charter as charters
from pbem.core.record.charter import powers_of
from pbem.core.record.now import asked_seats, asks_of
from pbem.core.seat import checking
from pbem.core.seat.order_form import sections
from pbem.core.title.game import load, titles
from pbem.core.trial.robots import Club, random_orders
from pbem.core.trial.selfplay import Chance
from pbem.page.links import MOST, mailto
from pbem.page.turn import turn_page
from tests.cli import tools
from tests.maps.test_map_pages import Page
from tools import page_program

TITLES = titles()
STOPS = 6
ADDRESS = "desk+club@example.org"
LARGEST, LARGEST_MAP = 200_000, 120_000
SENT = 50_000  # bytes, compressed as web servers do


def stops(title, fairness="sealed", seed="turn"):
    """A random game at each of its first stops."""
    game = load(title)
    charter = charters.make(game, "turn", next(iter(game.scenarios)), anchors={"referee": {"first": "0" * 64, "n": 1}})
    club, chance = Club(charter, seed, fairness), Chance(seed)
    file = club.new_game()
    for _ in range(STOPS):
        yield file
        file = club.adjudicate(file, random_orders(file, chance)).file


@pytest.fixture(scope="module", params=TITLES)
def pages(request):
    """``[(file, seat, page)]`` of every seat at some stops of a game."""
    return [
        (file, seat, turn_page(file, seat, ADDRESS)) for file in stops(request.param) for seat in file.charter["seats"]
    ]


def links_of(text):
    return [attributes["href"] for attributes in Page(text).all("a")]


def body_of(link):
    return parse_qs(urlsplit(link).query)["body"][0]


def problems_of(file, seat, text):
    """What reading and checking an order text finds against it."""
    powers = {one: powers_of(file.charter, one) for one in file.charter["seats"]}
    order, problems = orders.read(text.encode(), file.game, powers)
    return refusals(problems) or refusals(checking.check_orders(file, [{**order.to_json(), "file": "link"}]).problems)


@pytest.mark.sampled(3)
def test_a_page_is_well_formed_and_names_what_it_refers_to(pages):
    for _, _, text in pages:
        page = Page(text)
        ids = [attributes["id"] for _, attributes in page.elements if "id" in attributes]
        assert not page.faults
        assert len(ids) == len(set(ids))
        bare = re.sub(r"<script.*?</script>", "", text, flags=re.S)
        wanted = set(re.findall(r'href="#([^"]*)"', bare)) | set(re.findall(r"url\(#([^)]*)\)", bare))
        assert wanted <= set(ids)


@pytest.mark.sampled(3)
def test_a_page_asks_for_nothing_and_holds_its_own_policy(pages):
    for _, _, text in pages:
        page = Page(text)
        policy = next(one["content"] for one in page.all("meta") if one.get("http-equiv") == "Content-Security-Policy")
        for name in ("script", "style"):
            found = re.findall(rf"<{name}>(.*?)</{name}>", text, re.S)
            digests = [b64encode(sha256(one.encode()).digest()).decode() for one in found]
            assert re.findall(rf"{name}-src 'sha256-([^']*)'", policy) == digests
        assert policy.startswith("default-src 'none'; ") and "unsafe" not in policy
        for name, attributes in page.elements:
            assert not [one for one in attributes if one == "style" or one.startswith("on")], (name, attributes)
            assert "src" not in attributes
        assert all(link.startswith("mailto:") for link in links_of(text))
        assert not re.findall(r"https?://(?!www\.w3\.org/2000/svg)", text)


def test_a_page_is_small(pages):
    for file, seat, text in pages:
        maps = sum(map(len, re.findall(r"<figure.*?</figure>", text, re.S)))
        assert len(text.encode()) <= LARGEST and maps <= LARGEST_MAP, (file.next, seat, len(text.encode()), maps)


@pytest.mark.longer
def test_a_page_is_small_as_a_web_server_sends_it():
    """Of the title whose maps and menus are largest, late in a long game too."""
    for seed, stop in (("b", 139), ("b", 11)):
        game = load("cataclysm")
        charter = charters.make(game, "turn", "c1", anchors={"referee": {"first": "0" * 64, "n": 1}})
        club, chance = Club(charter, seed, "sealed"), Chance(seed)
        file = club.new_game()
        for _ in range(stop):
            file = club.adjudicate(file, random_orders(file, chance)).file
        for seat in asked_seats(file):
            assert len(gzip.compress(turn_page(file, seat, ADDRESS).encode(), mtime=0)) <= SENT, (seed, stop, seat)


def test_small_pages_of_every_title_are_small_as_they_are_sent(pages):
    for file, seat, text in pages:
        assert len(gzip.compress(text.encode(), mtime=0)) <= SENT, (file.next, seat)


def test_the_program_is_made_of_the_sources_beside_it():
    assert page_program.SMALL.read_text(encoding="ascii").startswith(page_program.preamble()), "tools/page_program.py"


@pytest.mark.sampled(3)
def test_every_section_of_the_form_is_on_the_page(pages):
    for file, seat, text in pages:
        asked = [ask.kind for ask in asks_of(file, seat)]
        kinds = [row.kind for row in sections(file.game, file.current_board(), powers_of(file.charter, seat), asked)]
        found = [one["data-kind"] for one in Page(text).all("section") + Page(text).all("div") if "data-kind" in one]
        assert {*kinds, *asked} == set(found)
        assert f"head {file.head[:32]}" in text and "<pre>" in text


@pytest.mark.sampled(6)
def test_every_link_is_an_order_that_is_accepted(pages):
    count = 0
    for file, seat, text in pages:
        for link in links_of(text):
            assert len(link) <= MOST
            assert link.isascii() and link.startswith(f"mailto:{ADDRESS}?")
            faults = problems_of(file, seat, body_of(link))
            assert not faults, (body_of(link), str(faults[0]))
            count += 1
    assert count >= 8


def test_a_link_that_would_be_too_long_opens_a_mail_with_the_header():
    asked = {"game": "g", "seat": "prc", "entry": 3, "head": "0" * 32, "is_draft": False}
    short, is_whole = mailto(asked, "a@example.org", ["pass"])
    assert is_whole and body_of(short).splitlines()[5] == "pass"
    long, is_whole = mailto(asked, "a@example.org", ["op 12 east-china-sea -> taiwan-strait with us-sag-1"] * 60)
    assert not is_whole and len(long) <= MOST
    assert body_of(long).splitlines()[:4] == ["game g", "seat prc", "entry 3", "head " + "0" * 32]
    assert "with us-sag-1" not in long and "\r\n" in body_of(long) and "+" not in long.partition("?")[2]


def test_where_everybody_draws_the_page_never_says_that_it_makes_an_order():
    file = next(stops("red-dragon", "shared"))
    text = turn_page(file, next(iter(asked_seats(file))), ADDRESS)
    warning = re.search(r'<p class="warn">(.*?)</p>', text)[1]
    assert "a draft, not an order yet" in warning and "pbem seal" in warning
    assert links_of(text) and all("draft%20of" in link for link in links_of(text))
    assert "orders%20of" not in text


def test_a_name_cannot_break_out_of_the_page():
    file = next(stops("red-dragon"))
    for seat in file.charter["seats"]:
        file.charter["names"][seat] = "</script><script>alert(1)</script><!--"
    text = turn_page(file, "prc")
    assert "alert(1)</script>" not in text and not Page(text).faults


def test_the_command_writes_the_page_and_finds_the_desk(tmp_path):
    path = tools.new_game(tmp_path)
    tools.pbem("mail", "set-up", path, "--address", ADDRESS, "--seat", "prc=ann@example.org")
    ran = tools.pbem("form", path, "prc", "--format", "html", "-o", tmp_path / "turn.html")
    assert ran.code == 0, ran
    text = (tmp_path / "turn.html").read_text(encoding="utf-8")
    desk = "desk%2Bclub" if "desk%2Bclub" in text else "desk+club"
    assert f"mailto:{desk}" in text and "g@example.org" in text
    other = tools.pbem("form", path, "prc", "--format", "html", "--to", "other@example.org")
    assert "mailto:other@example.org?" in other.out and "example.org" in other.out
