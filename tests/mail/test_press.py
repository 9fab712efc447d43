"""Words from player to player: sent on at once with the sender's name, never read as orders, not part of the record;
one mail brings nobody more than one; a charter may forbid them."""

from email import message_from_string
from email.policy import default
from pathlib import Path

import pytest

from tests.cli.tools import done, new_game, orders, set_up_desk

from .desk import kept_lines

ANN, BOB, CORA = "ann@example.org", "bob@example.net", "cora@example.com"
PEOPLE = ("--seat", "prc=Ann", "--seat", "allied=Bob")


def made(folder, *options):
    path = new_game(folder, options=(*PEOPLE, *options))
    set_up_desk(path, "--referee", CORA, prc=ANN, allied=BOB)
    return path


@pytest.fixture
def game(tmp_path):
    return made(tmp_path)


def write(game, text, sender=ANN, number=1):
    """What becomes of a mail, and ``{address: (subject, text)}`` of what it sets off."""
    path = game.parent / f"{number}.eml"
    path.write_text(f"From: {sender}\nTo: pbem+g@club.example\nMessage-ID: <{number}@x>\n\n{text}\n")
    told = done("mail", "in", game, "--from", path, "--json").json
    mails = [message_from_string(one, policy=default) for one in told["mails"]]
    assert len({mail["To"] for mail in mails}) == len(mails)
    return told, {
        mail["To"]: (mail["Subject"], mail.get_body(("plain",)).get_content().replace("\r\n", "\n")) for mail in mails
    }


@pytest.mark.parametrize("to", ["all", "allied", "Bob", "Bob and the referee", "ALLIED, referee"])
def test_words_go_on_at_once_with_the_senders_name(game, to):
    before = game.read_bytes()
    told, mails = write(game, f"Hi!\n\nto {to}: shall we stop\nbefore the spring?\n\nBest\nAnn")
    assert BOB in mails, told
    subject, text = mails[BOB]
    assert told["verdict"] == "press" and subject.startswith("[pbem g e1] Ann (prc) writes to allied")
    assert "| shall we stop\n| before the spring?\n" in text and ANN not in text
    assert "Your words were sent to" in mails[ANN][1]
    assert (CORA in mails) == ("referee" in to)
    assert game.read_bytes() == before


def test_words_beside_orders_are_none_and_both_count(game):
    told, mails = write(game, f"to all: my op 5 was dear\n\n{orders(game, 'prc', 'pass')}")
    assert told["verdict"] == "accepted" and "| my op 5 was dear" in mails[BOB][1]
    assert kept_lines(Path(f"{game}.mail/inbox") / told["orders"]) == ["pass"]


def test_words_that_come_back_order_nothing(game):
    told, mails = write(game, "to all: pass it on:\nop 5 would be dear\n\n")
    assert BOB in mails, told
    quoted = mails[BOB][1]
    told, again = write(game, quoted, BOB, 2)
    assert told["orders"] is None and told["verdict"] in ("talk", "question"), again


def test_a_mail_brings_nobody_more_than_one(game):
    """Found by the fuzzer: four thousand lines were four thousand mails to the other player."""
    told, mails = write(game, "\n\n".join(["to all: a", "to allied: b"] * 490 + ["to referee: c"]))
    assert told["verdict"] == "press" and set(mails) == {ANN, BOB, CORA}
    assert mails[BOB][1].count("| a") == mails[BOB][1].count("| b") == 490
    assert mails[BOB][1].count("writes to") == 1 and "| c" not in mails[BOB][1]
    told, mails = write(game, "\n\n".join(["to all: many words of many"] * 900), number=2)
    assert told["verdict"] == "refused" and set(mails) == {ANN} and "have at most 8000 characters" in mails[ANN][1]


def test_who_is_named_first_sees_what_is_for_others_too_and_nothing_else(game):
    _, mails = write(game, "to all and referee: one\n\nto referee: two")
    assert "writes to allied and referee" in mails[BOB][0] and "| two" not in mails[BOB][1]
    assert mails[CORA][0].endswith("writes to referee") and "| one" in mails[CORA][1] and "| two" in mails[CORA][1]


def test_a_charter_may_forbid_them(tmp_path):
    game = made(tmp_path, "--no-press")
    told, mails = write(game, "to all: hello")
    assert told["verdict"] == "refused" and set(mails) == {ANN}
    assert "allows no words from player to player" in " ".join(mails[ANN][1].split())


def test_words_for_nobody_go_nowhere(game):
    told, mails = write(game, "to prc: hello")
    assert set(mails) == {ANN} and "only to the seat that sent them" in " ".join(mails[ANN][1].split()), told


@pytest.mark.parametrize("line", ["seat allied", "entry 2", "game g", "seat prc\nentry 2\npass"])
def test_words_with_a_line_of_a_header_go_to_nobody_unasked(game, line):
    told, mails = write(game, f"to allied: look at this\n{line}\n")
    assert told["verdict"] == "unsure" and set(mails) == {ANN}


def test_an_arrow_between_names_goes_to_nobody_unasked(game):
    told, mails = write(game, "to allied: I see\nsu-30 -> taiwan\n")
    assert told["verdict"] == "unsure" and set(mails) == {ANN}
