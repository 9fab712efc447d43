"""Every seat its own kind of mail: wished for by a line in a mail or by the referee, told back, kept with the desk."""

import json
from email import message_from_bytes
from email.policy import default
from pathlib import Path

import pytest

from pbem.mail.commands import command_of
from pbem.mail.delivery_prefs import kind_of
from tests.cli.tools import new_game, orders, pbem, set_up_desk

from .desk import kept_lines

ANN = "ann@example.org"


@pytest.fixture
def game(tmp_path):
    path = new_game(tmp_path)
    set_up_desk(path, "--referee", "cora@example.com", prc=ANN, allied="bob@example.net")
    return path


def write(game, text, number=1, **headers):
    """A mail of Ann with this text."""
    more = "".join(f"{name.replace('_', '-')}: {value}\n" for name, value in headers.items())
    path = game.parent / f"{number}.eml"
    path.write_text(f"From: {ANN}\nTo: pbem+g@club.example\nMessage-ID: <{number}@x>\n{more}\n{text}\n")
    done = pbem("mail", "in", game, "--from", path, "--json")
    assert done.code == 0, done
    mails = [message_from_bytes(text.encode(), policy=default) for text in done.json["mails"]]
    return done.json, next((mail.get_body(("plain",)).get_content() for mail in mails if mail["To"] == ANN), "")


def kinds_of(game):
    return json.loads(Path(f"{game}.mail/desk.json").read_text()).get("kinds", {})


def mailed(game, folder, *options):
    """What `mail out` writes, by address."""
    done = pbem("mail", "out", game, "-o", folder, *options)
    assert done.code == 0, done
    found = [message_from_bytes(path.read_bytes(), policy=default) for path in (folder / "new").iterdir()]
    return {mail["To"]: mail for mail in found}


def text_of(mail):
    return mail.get_body(("plain",)).get_content()


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("prefer short", ("prefer", "short")),
        ("Prefer full, plain text.", ("prefer", "full plain")),
        ("prefer the short and html reports", ("prefer", "short html")),
        ("prefer default", ("prefer", "default")),
        ("prefer peace", None),
        ("I prefer short wars", None),
        ("prefer", None),
        ("extend 3 days", ("extend", 3)),
        ("extension of two days please", ("extend", 2)),
        ("Can I have two more days?", ("extend", 2)),
        ("3 more days, please", ("extend", 3)),
        ("extend the war", None),
        ("status", ("status", None)),
        ("report entry 7", ("report", 7)),
    ],
)
def test_a_line_is_a_wish_or_it_is_none(line, meant):
    assert command_of(line) == meant


@pytest.mark.parametrize(
    ("wish", "has_pages", "kind"),
    [
        ({}, True, ("short", "html")),
        ({}, False, ("full", "plain")),
        ({"style": "plain"}, True, ("full", "plain")),
        ({"length": "short"}, False, ("short", "plain")),
        ({"length": "speech"}, True, ("speech", "plain")),
        ({"length": "speech", "style": "html"}, True, ("speech", "html")),
        ({"length": "full"}, True, ("full", "html")),
    ],
)
def test_whoever_has_the_page_gets_the_short_report(wish, has_pages, kind):
    assert kind_of(wish, has_pages) == kind


def test_a_wish_is_told_back_and_kept(game):
    told, receipt = write(game, "Hi Cora,\n\nprefer short\nprefer plain\n\nAnn")
    assert told["verdict"] == "question" and "From now on you get short reports" in " ".join(receipt.split())
    assert kinds_of(game) == {"prc": {"length": "short", "style": "plain"}}
    assert not Path(f"{game}.calendar").exists() and b"short" not in game.read_bytes()
    write(game, "prefer full", 2)
    assert kinds_of(game) == {"prc": {"length": "full", "style": "plain"}}
    told, receipt = write(game, "prefer default", 3)
    assert kinds_of(game) == {} and "what everybody gets" in receipt


def test_a_wish_beside_orders_is_no_order(game):
    told, receipt = write(game, f"prefer speech\n{orders(game, 'prc', 'pass')}\n")
    assert told["verdict"] == "accepted" and "plain sentences" in " ".join(receipt.split()), receipt
    text = (Path(f"{game}.mail/inbox") / told["orders"]).read_text()
    assert "prefer" not in text and "pass" in text
    assert kinds_of(game) == {"prc": {"length": "speech"}}


def test_a_wish_inside_a_quoted_form_is_no_order_either(game):
    quoted = "\n".join(f"> {line}" for line in orders(game, "prc", "pass", "prefer plain").split("\n"))
    told, receipt = write(game, quoted)
    assert told["verdict"] == "accepted" and kinds_of(game) == {"prc": {"style": "plain"}}, receipt


def test_a_wish_as_the_subject(game):
    told, _ = write(game, "", Subject="Re: [pbem g e1] prefer plain")
    assert kinds_of(game) == {"prc": {"style": "plain"}}


def test_what_excludes_itself_is_refused_with_what_there_is(game):
    _, receipt = write(game, "prefer short full")
    assert "short and full exclude each other" in receipt and kinds_of(game) == {}


def test_the_referee_sets_and_shows_the_kind_of_a_seat(game):
    done = pbem("mail", "prefer", game, "allied", "full", "plain")
    assert done.code == 0 and "full reports" in done.err, done
    assert kinds_of(game) == {"allied": {"length": "full", "style": "plain"}}
    assert pbem("mail", "prefer", game, "Mars", "full").code == 2
    done = pbem("mail", "prefer", game, "allied", "brief")
    assert done.code == 3 and "brief is not a kind of mail" in done.err and "speech" in done.err
    shown = pbem("mail", "prefer", game, "--json")
    assert shown.json["kinds"] == {
        "prc": {"length": "short", "style": "html"},
        "allied": {"length": "full", "style": "plain"},
    }


def test_each_seat_gets_what_it_wished_for(game, tmp_path):
    pbem("mail", "prefer", game, "allied", "speech")
    mails = mailed(game, tmp_path / "one")
    short, speech = text_of(mails[ANN]), text_of(mails["bob@example.net"])
    of_turn = short[short.index("RED DRAGON RISING") :]  # below the greeting of a first mail
    assert len(of_turn.split("\n")) <= 60 and len(short.split("\n")) <= 140
    assert "The board now" not in short and "# pass" in short
    assert mails[ANN].get_body(("html",)) is not None
    assert "The board now." in speech and "#" not in speech and mails["bob@example.net"].get_body(("html",)) is None
    pbem("mail", "prefer", game, "prc", "full", "plain")
    mails = mailed(game, tmp_path / "two", "--step", 1)
    assert "The board now" in text_of(mails[ANN]) and mails[ANN].get_body(("html",)) is None
    assert not [part for part in mails[ANN].iter_attachments() if part.get_content_type() == "text/html"]


@pytest.mark.parametrize("kind", ["short", "speech", "full"])
def test_every_kind_can_be_answered_above_it_without_marks_of_quotation(game, tmp_path, kind):
    pbem("mail", "prefer", game, "prc", kind)
    mail = mailed(game, tmp_path / "out")[ANN]
    told, receipt = write(game, f"Hi,\n\npass\n\nAnn\n\n{text_of(mail)}", In_Reply_To=mail["Message-ID"])
    assert told["verdict"] == "accepted", receipt
    assert kept_lines(Path(f"{game}.mail/inbox") / told["orders"]) == ["pass"]


def test_the_answer_in_the_brief_form_holds(game, tmp_path):
    mail = mailed(game, tmp_path / "out")[ANN]
    text = text_of(mail).replace("  # pass", "  pass")
    quoted = "\n".join(f"> {line}" for line in text.split("\n"))
    told, receipt = write(game, f"On Monday the desk wrote:\n{quoted}", In_Reply_To=mail["Message-ID"])
    assert told["verdict"] == "accepted", receipt
