"""The answer to orders that hold brings a signed receipt as a file, where the secret of whoever adjudicates lies."""

from email import message_from_string
from email.policy import default

import pytest

from tests.cli.tools import new_game, pbem, set_up_desk, write_orders


@pytest.fixture
def game(tmp_path):
    game = new_game(tmp_path)
    set_up_desk(game, prc="ann@example.org", allied="bob@example.net")
    return game


def answered(game, text, number=1):
    """What `pbem mail in` answers to a mail of Ann with this text."""
    path = game.parent / f"mail-{number}"
    path.write_text(
        f"From: ann@example.org\nTo: pbem+{game.stem}@club.example\nSubject: orders\n"
        f"Message-ID: <{number}@example.org>\n\n{text}"
    )
    ran = pbem("mail", "in", game, "--from", path, "--json")
    assert ran.code == 0, ran
    return ran, message_from_string(ran.json["mails"][0], policy=default)


def attached(mail):
    return [part.get_content() for part in mail.iter_attachments()]


def seat_asked(game):
    (row,) = pbem("status", game, "--json").json["waiting"][:1]
    return row["seat"]


def test_it_says_later_whether_the_record_holds_the_orders(game):
    assert seat_asked(game) == "prc"
    orders = write_orders(game, "prc", "pass", "always return-fire: return fire default")
    _, mail = answered(game, orders.read_text())
    (text,) = attached(mail)
    receipt = game.parent / "receipt.txt"
    receipt.write_text(text)
    (inbox,) = (game.parent / f"{game.name}.mail" / "inbox").iterdir()
    assert pbem("adjudicate", game, inbox, "-o", game).code == 0
    ran = pbem("check", game, "--receipt", receipt)
    assert ran.code == 0 and "it stands in entry 2" in ran.out, ran
    assert "always return-fire" in ran.out


def test_the_receipt_of_a_second_mail_is_for_all_that_came(game):
    """The desk holds both together, and the record does."""
    _, _ = answered(game, write_orders(game, "prc", "pass", "always return-fire: return fire default").read_text())
    _, mail = answered(game, write_orders(game, "prc", "always intercept: no").read_text(), number=2)
    receipt = game.parent / "receipt.txt"
    receipt.write_text(attached(mail)[0])
    inbox = sorted((game.parent / f"{game.name}.mail" / "inbox").iterdir())
    assert len(inbox) == 2 and pbem("adjudicate", game, *inbox, "-o", game).code == 0
    ran = pbem("check", game, "--receipt", receipt)
    assert ran.code == 0 and "it stands in entry 2" in ran.out, ran


def test_what_does_not_count_is_not_signed_for(game):
    _, mail = answered(game, write_orders(game, "prc", "op 5 with us-cvn-1").read_text())
    assert attached(mail) == []


def test_where_there_is_no_secret_nothing_is_signed_and_the_mail_is_dealt_with(game):
    secret = game.parent / f"{game.name}.secret"
    secret.rename(game.parent / "elsewhere")
    ran, mail = answered(game, write_orders(game, "prc", "pass").read_text())
    assert attached(mail) == [] and ran.json["verdict"] == "accepted"


def test_a_secret_that_does_not_fit_stops_no_mail(game):
    (game.parent / f"{game.name}.secret").write_text("{}")
    ran, mail = answered(game, write_orders(game, "prc", "pass").read_text())
    assert attached(mail) == [] and ran.json["verdict"] == "accepted" and "No receipt was signed" in ran.err
