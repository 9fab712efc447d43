"""Somebody else takes a seat: both persons are told, the successor gets the whole game and no past, the predecessor's
address speaks for nobody.  And: mails go out once, with all that is new."""

import json
from email import message_from_bytes
from email.policy import default
from pathlib import Path

import pytest

from tests.cli.tools import new_game, orders, pbem, write_orders

ANN, BOB, DORA = "ann@example.org", "bob@example.net", "dora@example.org"


@pytest.fixture
def game(tmp_path):
    people = ("--seat", "prc=Ann", "--seat", "allied=Bob")
    path = new_game(tmp_path, options=(*people, "--days", "7", "--now", "2027-03-01"))
    done = pbem(
        "mail", "set-up", path, "--address", "pbem@club.example", "--seat", f"prc={ANN}", "--seat", f"allied={BOB}"
    )
    assert done.code == 0, done
    return path


def out(game, name="out", *options):
    """The mails that a run of `mail out` adds to an outbox, by address."""
    folder = game.parent / name
    before = set(folder.glob("new/*"))
    done = pbem("mail", "out", game, "-o", folder, "--now", "2027-03-02", *options)
    assert done.code == 0, done
    added = [message_from_bytes(path.read_bytes(), policy=default) for path in set(folder.glob("new/*")) - before]
    assert len({mail["To"] for mail in added}) == len(added)
    return {mail["To"]: mail for mail in added}


def files_of(mail):
    return {
        part.get_filename(): part
        for part in mail.iter_attachments()
        if part.get_content_type() == "application/octet-stream"
    }


def text_of(mail):
    return " ".join(mail.get_body(("plain",)).get_content().split())


def said(game, *options):
    """The referee says that Dora takes the seat of the PRC; the word is kept for the next line."""
    done = pbem("seat", "replace", game, "prc", "--person", "Dora", "--reason", "Ann has left", *options)
    assert done.code == 0, done


def played(game):
    """The next line: whoever is asked passes."""
    (seat,) = {row["seat"] for row in pbem("status", game, "--json").json["waiting"]}
    answer = write_orders(game, seat, "pass")
    done = pbem("adjudicate", game, answer, "-o", game, "--now", "2027-03-04")
    assert done.code == 0 and "is written" in done.err, done


def replaced(game, *options):
    """Dora takes the seat of the PRC, and the line stands in which that is said."""
    said(game, *options)
    played(game)


def test_both_persons_are_told_and_the_successor_gets_the_whole_game(game):
    out(game)
    replaced(game, "--address", DORA)
    mails = out(game)
    assert mails.keys() == {ANN, BOB, DORA}
    assert "You hold the seat prc of g no longer" in text_of(mails[ANN])
    assert "Dora takes the seat prc" in text_of(mails[ANN])
    assert "You hold the seat prc of g from now on" in text_of(mails[DORA])
    whole = files_of(mails[DORA])["g.json"].get_content()
    assert whole == game.read_bytes()
    assert list(files_of(mails[BOB])) == ["g-2.line"]
    assert "Dora" in text_of(mails[BOB]) and not out(game)  # once


def test_nobody_is_told_of_a_word_before_its_line_and_then_both_are(game):
    out(game)
    said(game, "--address", DORA)
    (mail,) = out(game).values()
    assert mail["To"] == DORA and files_of(mail)["g.json"].get_content() == game.read_bytes()
    assert "You hold the seat" not in text_of(mail) and not out(game)
    played(game)
    mails = out(game)
    assert mails.keys() == {ANN, BOB, DORA}
    assert "You hold the seat prc of g no longer" in text_of(mails[ANN])
    assert "You hold the seat prc of g from now on: Dora takes the seat prc" in text_of(mails[DORA])
    assert list(files_of(mails[DORA])) == ["g-2.line"] and not out(game)


def test_a_word_that_is_a_file_changes_the_addresses_with_its_line(game):
    word = game.parent / "cora.word"
    said(game, "--address", DORA, "-o", word)
    assert not out(game).keys() - {ANN, BOB}
    done = pbem("adjudicate", game, write_orders(game, "prc", "pass"), word, "-o", game, "--now", "2027-03-04")
    assert done.code == 0, done
    assert out(game).keys() == {ANN, BOB, DORA}


def test_the_predecessor_speaks_for_nobody_and_the_successor_does(game):
    text = orders(game, "prc", "ready")
    said(game, "--address", DORA)  # she may answer what is asked now
    for number, (address, verdict) in enumerate(((ANN, "stranger"), (DORA, "accepted"))):
        path = game.parent / "m.eml"
        path.write_text(
            f"From: {address}\nTo: pbem+g@club.example\nMessage-ID: <{number}@x>\n\n{orders(game, 'prc', 'ready')}"
        )
        assert pbem("mail", "in", game, "--from", path, "--json").json["verdict"] == verdict
    assert text


def test_an_address_may_be_named_later_and_then_gets_the_whole_game(game):
    out(game)
    replaced(game)
    assert out(game).keys() == {ANN, BOB}
    assert pbem("mail", "set-up", game, "--seat", f"prc={DORA}").code == 0
    mails = out(game)
    assert list(mails) == [DORA] and "g.json" in files_of(mails[DORA])


def test_a_bad_address_is_refused_before_anything_is_written(game):
    before, secret = game.read_bytes(), Path(f"{game}.secret").read_bytes()
    for address in ("dora", BOB, "pbem@club.example"):
        given = ("--person", "Dora", "--reason", "x", "--address", address)
        done = pbem("seat", "replace", game, "prc", *given)
        assert done.code == 3 and game.read_bytes() == before, done
        assert Path(f"{game}.secret").read_bytes() == secret
    assert ANN in Path(f"{game}.mail/desk.json").read_text()


def test_names_are_those_of_who_sits_there_now(game, pages):
    pbem("absence", game, "prc", "2027-03-10", "2027-03-12", "--now", "2027-03-02")
    replaced(game, "--address", DORA)
    while pbem("status", game, "--json").json["waiting"][0]["seat"] != "prc":
        played(game)
    for told in (
        pbem("status", game).out,
        pbem("form", game, "prc", "--format", "html").out,
        pbem("due", game, "--now", "2027-03-05").out,
        pbem("ask", game, "prc", "who is waited for").out,
    ):
        assert "Dora" in told and "Ann" not in told, told
    report = pbem("report", game, "--json").json
    assert report["names"] == {"prc": "Dora", "allied": "Bob"} and report["waiting"][0]["name"] == "Dora"
    assert pbem("report", game, "--step", "1", "--json").json["names"] == {"prc": "Ann", "allied": "Bob"}
    (row,) = [row for row in pbem("due", game, "--now", "2027-03-11", "--json").json["waiting"] if row["seat"] == "prc"]
    assert not row["absent"] and row["asked"] == "2027-03-04T00:00"


def test_nothing_goes_out_twice_and_nothing_after_a_run_that_drew_nothing(game):
    assert out(game).keys() == {ANN, BOB}
    assert out(game) == {} and out(game, "another-outbox") == {}
    assert pbem("adjudicate", game, "-o", game).code == 0  # it waits for the PRC and draws nothing
    done = pbem("mail", "out", game, "-o", game.parent / "out")
    assert done.code == 0 and "Nothing is new" in done.err


def test_a_mail_tells_every_entry_that_was_not_told_and_brings_its_lines(game):
    out(game)
    for _ in range(2):
        seat = pbem("status", game, "--json").json["waiting"][0]["seat"]
        answer = write_orders(game, seat, "pass")
        done = pbem("adjudicate", game, answer, "-o", game, "--now", "2027-03-03", "--deadlines-passed")
        assert done.code == 0, done
    last = pbem("status", game, "--json").json["entry"] - 1
    mails = out(game)
    assert [list(files_of(mail)) for mail in mails.values()] == [[f"g-{n}.line" for n in range(2, last + 1)]] * 2
    assert last == 3


def test_whoever_keeps_the_mails_has_the_game_and_can_check(game, monkeypatch):
    own = game.parent / "ann" / "g.json"
    own.parent.mkdir()
    own.write_bytes(files_of(out(game)[ANN])["g.json"].get_content())
    answer = write_orders(game, "prc", "pass")
    with monkeypatch.context() as ann:
        ann.setenv("PBEM_MEMORY", str(game.parent / "ann-memory"))
        assert pbem("check", own, answer).code == 0
    assert pbem("adjudicate", game, answer, "-o", game, "--now", "2027-03-03").code == 0
    (line,) = files_of(out(game)[ANN]).values()
    (own.parent / "line").write_bytes(line.get_content())
    with monkeypatch.context() as ann:
        ann.setenv("PBEM_MEMORY", str(game.parent / "ann-memory"))
        done = pbem("take", own, own.parent / "line")
    assert done.code == 0 and own.read_bytes() == game.read_bytes(), done


def test_what_was_reported_is_kept_with_the_desk_and_has_its_shape(game):
    from pbem.core.data.schemas import problems

    out(game)
    kept = json.loads(Path(f"{game}.mail/reported.json").read_text())
    assert problems("reported", kept) == [] and {row["to"] for row in kept["reports"]} == {"prc", "allied"}
