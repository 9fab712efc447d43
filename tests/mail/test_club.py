"""A scripted club plays by mail, and what it meant is what the record holds (club.py); with every mishap there is.

Through OpenSMTPD a short game of each title; through a server in this process one of them, for who has no root.
`make mail-club` plays whole games, `make mail-postfix` through Postfix and Dovecot.
"""

from pathlib import Path

import pytest

from .club import MISHAPS, SCENARIOS, Club
from .hall import Hall
from .styles import STYLES
from .test_server import server  # noqa: F401

STOPS = -(-len(MISHAPS) // len(SCENARIOS))  # of each title, so that all together meet every mishap
AGAIN = 2  # stops of a game that is played again


def test_a_game_of_each_title_goes_through_a_real_server(server):  # noqa: F811
    happened, styles = set(), set()
    for number, title in enumerate(SCENARIOS):
        club = Club(server, title, STOPS + 1, offset=STOPS * number).play().check()
        happened |= set(club.happened)
        styles |= set(club.styles)
    assert happened == {*MISHAPS, "concedes"}
    assert len(styles) >= 11


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A game of Red Dragon Rising in this process, with every mishap."""
    with Hall(tmp_path_factory.mktemp("hall")) as hall:
        yield Club(hall, "red-dragon", len(MISHAPS) + 4).play()


@pytest.mark.longer
def test_a_game_with_every_mishap_is_recorded_as_it_was_meant(played):
    played.check()
    assert {*played.happened} == {*MISHAPS, "concedes"} and len({*played.styles}) >= 11
    assert len(STYLES) >= 11


@pytest.mark.longer
def test_a_game_is_played_again_by_its_seed(tmp_path):
    games = []
    for number, seed in enumerate(("one", "one", "other")):
        (tmp_path / str(number)).mkdir()
        with Hall(tmp_path / str(number)) as hall:
            club = Club(hall, "red-dragon", AGAIN, seed).play().check()
            games.append((Path(club.path).read_bytes(), club.styles))
    assert games[0] == games[1]
    assert games[0][0] != games[2][0]


def change(club):
    entry = next(n for n, seats in club.meant.items() if any(seats.values()))
    seat = next(seat for seat, answers in club.meant[entry].items() if answers)
    return club.meant[entry][seat]


@pytest.mark.longer
def test_an_order_that_was_not_meant_or_lost_or_doubled_is_noticed(played):
    answers = change(played)
    for wrong in (['"x"'], [], [*answers, *answers]):
        right = list(answers)
        answers[:] = wrong
        with pytest.raises(AssertionError):
            played.check()
        answers[:] = right
    played.check()


@pytest.mark.longer
def test_a_mail_too_many_or_with_anothers_address_is_noticed(played):
    one, other = list(played.people.values())[:2]
    mails = one.box.look()
    mails.append(mails[0])
    with pytest.raises(AssertionError, match="twice"):
        played.check()
    mails.pop()
    one.address, other.address = other.address, one.address
    with pytest.raises(AssertionError):
        played.check_box(one)
    one.address, other.address = other.address, one.address
    other.sent["<lost@people.example>"] = "accepted"
    with pytest.raises(AssertionError):
        played.check()
    del other.sent["<lost@people.example>"]
    played.check()
