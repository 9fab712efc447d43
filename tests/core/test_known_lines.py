"""Lines that this machine knows again (record/lines.py): a file is read as if each line had been looked at anew."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pbem.core.data.problems import BrokenFile
from pbem.core.play import gamefile
from pbem.core.play.replay import remember
from pbem.core.play.verify import verify
from pbem.core.record import lines, log
from pbem.core.title import game as games
from pbem.core.trial import robots
from pbem.core.trial.selfplay import Chance
from pbem.interface import status
from tests.toy.game import CHARTER

SUBSTITUTE = {"what": "substitute", "why": "Ann has left.", "seat": "blue", "person": "Bea", "anchor": None}
AGAIN = {"silent": [], "what": "again", "why": "A disk is gone."}
MARKS = [b'"what":"substitute"', b'"opened":[', b'"kind":"play"', b'"charter"', b"{", b"nowhere"]


pytestmark = pytest.mark.usefixtures("toy_is_a_title")


@pytest.fixture
def seen(tmp_path):
    """A game file that this machine has made, where it lies; with a note in it."""
    club = robots.Club(CHARTER, "known", "sealed", True)
    chance = Chance("known")
    file = robots.play_on(club.new_game(), club, chance, 2)
    file = club.noted(file, AGAIN)
    club.said(file, SUBSTITUTE)
    file = robots.play_on(file, club, chance, 2)
    file.path = str(tmp_path / "g.json")
    gamefile.write(file, file.path)
    remember(file)
    return file


def told(read):
    """The lines that reading gives, each with its place, or what is wrong."""
    try:
        return [(line.raw, line.head, line.where, line.signature) for line in read()]
    except BrokenFile as broken:
        return [str(problem) for problem in broken.problems]


def alike(path, data):
    """What this machine reads, which remembers the game, after it was seen to be what any other reads."""
    with open(path, "wb") as file:
        file.write(data)
    here = told(lambda: gamefile.read(path).lines)
    assert here == told(lambda: log.split(data, path))
    return here


def test_a_file_that_was_seen_is_known_again_by_its_bytes(seen):
    data = gamefile.render(seen)
    again = gamefile.read(seen.path)
    assert again.lines.known == seen.n + 1 and gamefile.render(again) == data
    assert len(alike(seen.path, data)) == seen.n + 1
    assert again.lines.mark == lines.Lines(log.split(data)).mark
    for mark in MARKS:
        found = [line.head for line in lines.Lines(log.split(data)).holding(mark)]
        assert [line.head for line in again.lines.holding(mark)] == found
        assert [line.head for line in again.lines.holding(mark)] == found, "asked a second time"
    assert [entry["n"] for entry in again.entries[1:4]] == [2, 3, 4] and len(again.entries) == seen.n
    assert verify(again).problems == []


def test_a_line_more_stands_behind_those_that_are_known(seen):
    club = robots.Club(CHARTER, "known", "sealed", True)
    known = gamefile.read(seen.path)
    longer = robots.play_on(known, club, Chance("on"), 1)
    assert longer.lines.known == seen.n + 1 and longer.n == seen.n + 1
    data = gamefile.render(longer)
    assert data.startswith(gamefile.render(seen))
    assert longer.lines.mark == lines.Lines(log.split(data)).mark
    assert len(alike(seen.path, data)) == longer.n + 1
    alike(seen.path, data[:-1])
    alike(seen.path, gamefile.render(seen) + data[data.rindex(b"\n", 0, -1) + 2 :])
    alike(seen.path, gamefile.render(seen) + gamefile.render(seen).splitlines(keepends=True)[-1])


@settings(max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_no_altered_file_is_taken_for_the_one_that_was_seen(seen, data):
    """Bytes changed, lines taken out, doubled, exchanged: all is read as on a machine that remembers nothing."""
    whole = gamefile.render(seen)
    pieces = whole.splitlines(keepends=True)
    place = data.draw(st.integers(0, len(pieces) - 1))
    at = data.draw(st.integers(0, len(whole) - 1))
    altered = data.draw(
        st.sampled_from(
            [
                whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :],
                whole[:at] + whole[at + 1 :],
                whole[:at],
                b"".join(pieces[:place] + pieces[place + 1 :]),
                b"".join([*pieces[: place + 1], *pieces[place:]]),
                b"".join([*pieces[:place], pieces[-1], *pieces[place + 1 :]]),
            ]
        )
    )
    alike(seen.path, altered)


def test_status_needs_no_title_and_no_line_but_the_first_and_the_last(seen, monkeypatch):
    before = status(gamefile.read(seen.path))
    monkeypatch.setattr(games, "load", None)
    monkeypatch.setattr(log, "split", None)
    assert status(seen.path) == before
    assert {row["name"] for row in before["waiting"] if row["seat"] == "blue"} == {"Bea"}


def test_status_sees_what_was_altered_in_an_old_line(seen):
    whole = gamefile.render(seen)
    at = whole.index(b'"n":2')
    with open(seen.path, "wb") as file:
        file.write(whole[:at] + b'"n":3' + whole[at + 5 :])
    with pytest.raises(BrokenFile):
        status(seen.path)


def test_another_program_tells_it_anew(seen, monkeypatch):
    file = gamefile.read(seen.path)
    kept = file.reached.stand
    assert file.stand is kept
    monkeypatch.setattr("pbem.core.record.now.__version__", "0")
    assert file.stand["by"] != kept["by"] and file.stand["moment"] == kept["moment"]
