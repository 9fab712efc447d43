"""The short report over recorded games of every title: 80 lines at most with all that stands around it in a mail, and
60 kB of HTML; and what must stand in it.

The recorded games are those of the examples, as they stood after each entry.  LONGER names the mails that are longer,
by title, entry and seat; it is empty.
"""

import gzip
import re
from pathlib import Path

import pytest

from pbem.core.play.gamefile import from_bytes
from pbem.core.record import charter as charters
from pbem.core.record.now import waited_seats
from pbem.core.title.game import load
from pbem.core.trial.robots import Club, play_on
from pbem.core.trial.selfplay import Chance
from pbem.interface.carrying_on import pages_of
from pbem.mail.compose import report_message
from pbem.mail.letterbox import Letterbox
from pbem.report import short
from pbem.report.build import build
from tests.thorough import some

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
GAMES = {
    path.parent.name: max((path / name for name in ("11.json", "12.json", "14.json") if (path / name).exists()))
    for path in EXAMPLES.glob("*/games")
}
MOST_LINES, MOST_HTML = 80, 60_000
MOST_OF_ASKED, MOST_OF_OTHERS, MOST_OF_PAGE = 200_000, 30_000, 50_000  # bytes as sent; as a web server sends it
LONGER = set()


def stops(name):
    """The game as it stood after each of its entries."""
    lines = GAMES[name].read_bytes().splitlines(keepends=True)
    return [from_bytes(b"".join(lines[: n + 1]), name) for n in range(1, len(lines))]


def mails_of(file, folder):
    """``(seat, mail)`` of the mails on the last entry of a game."""
    box = Letterbox(str(folder / "g.json"))
    box.address, box.referee = "pbem@club.example", "cora@example.com"
    box.seats = {seat: [f"{seat}@people.example"] for seat in file.charter["seats"]}
    for seat in box.seats:
        yield seat, report_message(box, file, file.n, seat, None, pages_of(file, box, ""))


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", sorted(GAMES))
def test_a_mail_of_a_recorded_game_keeps_to_its_measure(name, tmp_path):
    longer, most, count = set(), 0, 0
    for file in some(stops(name), 3):
        for seat, made in mails_of(file, tmp_path):
            text, body = (part and part.get_content() for part in map(made.get_body, (("plain",), ("html",))))
            lines = text.rstrip("\n").count("\n") + 1
            most, count = max(most, lines), count + 1
            assert len((body or "").encode()) <= MOST_HTML
            if lines > MOST_LINES:
                longer.add((name, file.n, seat))
    assert longer == {row for row in LONGER if row[0] == name}
    assert count >= 8 and most > 25  # there is something in it


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("title", "scenario"), [("red-dragon", "ready"), ("pacific", "standard"), ("cataclysm", "c2")])
def test_mails_of_the_middle_of_a_game_are_no_larger_than_they_may_be(title, scenario, tmp_path):
    """With all that goes with them. A seat that is asked nothing gets no page."""
    asked, others, pages = set(), set(), set()
    for file in middle(title, scenario):
        for seat, made in mails_of(file, tmp_path):
            found = [part for part in made.iter_attachments() if part.get_content_type() == "text/html"]
            assert len(found) == (seat in waited_seats(file))
            (asked if found else others).add(len(made.as_bytes()))
            pages |= {len(gzip.compress(page.get_payload(decode=True))) for page in found}
            assert all(page["Content-Transfer-Encoding"] == "7bit" for page in found)
            assert max(map(len, made.as_bytes().split(b"\r\n"))) <= 998
    assert asked and max(asked) <= MOST_OF_ASKED
    assert others and max(others) <= MOST_OF_OTHERS
    assert max(pages) <= MOST_OF_PAGE


def middle(title, scenario):
    """A game of robots at four stops, some 30 entries from its start."""
    game = load(title)
    anchors = {"referee": {"first": "0" * 64, "key": "0" * 64, "n": 1}}
    club = Club(charters.make(game, "middle", scenario, anchors=anchors), "middle")
    file, chance = club.new_game(), Chance("middle")
    for entries in (30, 1, 2, 3):
        file = play_on(file, club, chance, entries)
        yield file


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", sorted(GAMES))
def test_a_short_mail_has_news_question_answers_and_form(name, tmp_path):
    file = next(file for file in reversed(stops(name)) if file.waiting)
    for seat, made in mails_of(file, tmp_path):
        text = made.get_body(("plain",)).get_content()
        asked = [question for question in file.waiting if file.charter["powers"][question["power"]] == seat]
        assert "--- What happened" in text and "The board now" not in text and "Every draw" not in text
        for question in asked:
            assert file.game.kinds[question["kind"]].waiting in text and f"entry {file.next}" in text
            assert re.search(r"(?m)^  # \S", text) and "  --\n" in text
        assert bool(made.get_body(("html",))) == bool(asked)


def test_of_a_long_story_the_heaviest_lines_are_told_and_the_rest_is_counted(monkeypatch):
    monkeypatch.setattr(short, "MOST", 26)
    for name in ("red-dragon", "pacific"):
        report = build(stops(name)[-1], since=0)
        text = short.render(report)
        left = int(re.search(r"and (\d+) lines? more", text)[1])
        lines = [line for part in report["story"] for line in short._without_details(part)]
        told = " ".join(text.partition("--- What happened")[2].split())
        heaviest = sorted(lines, key=lambda line: -line["weight"])[: len(lines) - left]
        assert heaviest and all(line["text"] in told for line in heaviest)
        assert left > len(lines) / 2 and text.count("\n") <= 26


def test_notes_that_are_left_out_are_counted():
    report = build(stops("red-dragon")[-1])
    report["notes"] = [{"entry": 1, "what": "a word to everybody", "why": f"Word {n}."} for n in range(6)]
    text = short.render(report)
    assert "Word 3." in text and "Word 4." not in text and "… and 2 notes more in the full report." in text
