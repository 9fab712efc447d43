"""The desk: who is believed, who is answered, what is kept, and what goes out."""

import mailbox
import os
import sys
from pathlib import Path

import pytest

from pbem.core.data.problems import BrokenFile, Refused
from pbem.core.orders.orderfile import text_of_item
from pbem.core.orders.orders import read
from pbem.core.play.gamefile import read as read_game
from pbem.core.record import calendar
from pbem.core.record.documents import part_of
from pbem.core.trial.robots import random_orders
from pbem.core.trial.selfplay import Chance
from pbem.desk.deadlines import time_of
from pbem.mail.compose import outgoing
from pbem.mail.incoming import game_for
from pbem.mail.letter import letter_of
from pbem.mail.letterbox import Letterbox, games_in
from pbem.mail.message_ids import report_id, report_of_id
from pbem.mail.on_its_way import MOST_ANSWERS
from pbem.mail.outbox import mbox_of, put, send

from .desk import NOW, SEATS, Desk


def mail(text, number=1, sender="ann@example.org", **headers):
    lines = [f"From: {sender}", "To: pbem+malaya-7@club.example", f"Message-ID: <{number}@example.org>"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return ("\n".join(lines) + f"\n\n{text}\n").encode()


def plain(made):
    """The text of a mail that has attachments."""
    return made.get_body(("plain",)).get_content()


def told(file, use):
    """The words of the part that answered a question."""
    documents = [object for object, _ in file.entry(file.n)["documents"] if object["seat"] == use["seat"]]
    part = part_of(documents[0], use["line"])
    return text_of_item(part, file.game)


@pytest.fixture
def desk(tmp_path):
    return Desk(tmp_path)


PASSED = "dmarc=pass header.from=example.org"


@pytest.mark.parametrize(
    ("results", "verdict"),
    [
        (f"mx.club.example; {PASSED}", "question"),
        ("mx.club.example 1; spf=pass smtp.mailfrom=ann@example.org; dkim=none", "question"),
        ("mx.club.example; dkim=pass header.d=example.org", "question"),
        (None, "unauthenticated"),
        (f"mx.evil.example; {PASSED}", "unauthenticated"),
        ("mx.club.example; dmarc=fail header.from=example.org", "unauthenticated"),
        ("mx.club.example; dkim=pass header.d=evil.example", "unauthenticated"),
        ("mx.club.example; spf=fail smtp.mailfrom=example.org", "unauthenticated"),
    ],
)
def test_a_desk_that_trusts_a_server_believes_what_that_server_says(tmp_path, results, verdict):
    desk = Desk(tmp_path, authserv="mx.club.example")
    headers = {"Authentication_Results": results} if results else {}
    decision = desk.receive(mail("status", **headers))
    assert decision.verdict == verdict and (decision.answer is None) == (verdict != "question")


def test_only_the_topmost_result_counts_for_the_others_came_with_the_message(tmp_path):
    desk = Desk(tmp_path, authserv="mx.club.example")
    forged = mail("status", Authentication_Results=f"mx.club.example; {PASSED}")
    data = b"Authentication-Results: mx.club.example; dmarc=fail header.from=example.org\n" + forged
    assert desk.receive(data).verdict == "unauthenticated"


def test_an_address_gets_no_more_than_so_many_answers_while_the_game_stands(desk):
    answers = [desk.receive(mail("status", number)).answer for number in range(MOST_ANSWERS + 3)]
    assert [answer is None for answer in answers] == [False] * MOST_ANSWERS + [True] * 3
    says_last = ["the last, except for receipts" in " ".join(one.get_content().split()) for one in answers if one]
    assert says_last == [False] * (MOST_ANSWERS - 1) + [True]
    accepted = desk.receive(mail(f"game malaya-7\nseat prc\nentry {desk.file.next}\nhead {desk.file.head}\npass", 99))
    assert accepted.verdict == "accepted" and accepted.answer is not None
    assert desk.receive(mail("status", 999, "bob@example.net")).answer is not None
    desk.play_on(random_orders(desk.file, Chance("x")))
    assert desk.receive(mail("status", 1000)).answer is not None


def test_orders_that_came_by_mail_are_those_that_are_played(desk):
    head = f"game malaya-7\nseat prc\nentry {desk.file.next}\nhead {desk.file.head}\n"
    assert desk.receive(mail(head + "op 5 with prc-jh-7-1", 1)).verdict == "accepted"
    assert desk.receive(mail(head + "pass", 2)).verdict == "accepted"
    paths = desk.box.inbox(desk.file.next)
    assert [os.path.basename(path) for path in paths] == ["000001-prc.txt", "000002-prc.txt"]
    orders = [read(open(path, "rb").read(), desk.file.game)[0].to_json() for path in paths]
    desk.play_on(orders[-1:])
    (answer,) = [row for row in desk.file.entries[-1]["used"] if row["by"] == "answer"]
    assert told(desk.file, answer) == "pass"  # the later of the two
    assert desk.box.inbox(desk.file.next) == []


def test_the_folder_is_private_and_a_desk_that_others_can_read_is_refused(desk):
    assert os.stat(desk.box.folder).st_mode & 0o777 == 0o700
    for name in ("desk.json",):
        assert os.stat(desk.box.path(name)).st_mode & 0o777 == 0o600
    os.chmod(desk.box.path("desk.json"), 0o644)
    with pytest.raises(BrokenFile) as broken:
        Letterbox.open(desk.path)
    assert broken.value.problems[0].code == "desk-open"


@pytest.mark.parametrize(
    ("seats", "code"),
    [
        ({"mars": ["a@b.c"]}, "desk-seat"),
        ({"prc": ["a@b.c"], "allied": ["a@b.c"]}, "desk-shared"),
        ({"prc": ["ann"]}, "desk-address"),
        ({"prc": ["pbem@club.example"]}, "desk-own"),
    ],
)
def test_addresses_that_cannot_be_are_refused(desk, seats, code):
    box = desk.box
    box.seats = seats
    with pytest.raises(Refused) as refused:
        box.save_desk(desk.file)
    assert [problem.code for problem in refused.value.problems] == [code]


def test_no_address_stands_in_the_game_file(desk):
    desk.receive(mail("status"))
    text = open(desk.path).read()
    assert all(address not in text for known in SEATS.values() for address in known)


def test_the_game_is_found_by_what_a_mail_answers_and_no_name_becomes_a_path(desk, tmp_path):
    games = games_in(tmp_path)
    assert games == {"malaya-7": desk.path}
    answered = report_id(desk.file, 1, "prc", "club.example")
    data = b"From: ann@example.org\nTo: pbem@club.example\nIn-Reply-To: " + answered.encode() + b"\n\nx"
    assert game_for(letter_of(data), games) == "malaya-7"
    assert report_of_id(answered) == ("malaya-7", 1, "prc", desk.file.head_of(1)[:32])
    assert game_for(letter_of(b"To: pbem+..%2f..%2fetc@c\nSubject: [pbem /etc/passwd]\n\nx"), games) is None


def test_reports_go_to_every_seat_in_threads_and_are_the_same_when_made_again(desk):
    first = [made.as_bytes() for made in outgoing(desk.box, desk.file, 1)]
    assert first == [made.as_bytes() for made in outgoing(desk.box, desk.file, 1)]
    desk.play_on(random_orders(desk.file, Chance("x")))
    one, other = outgoing(desk.box, desk.file, 1), outgoing(desk.box, desk.file, 2)
    assert [made["To"] for made in other] == ["ann@example.org", "bob@example.net"]
    for earlier, later in zip(one, other):
        assert later["In-Reply-To"] == earlier["Message-ID"] and earlier["Message-ID"] in later["References"]
        assert later["References"].startswith(earlier["References"].split()[0])
    assert len({made["Message-ID"] for made in one + other}) == 4
    asked = [made for made in other if "your orders" in made["Subject"]]
    assert len(asked) == 1 and f"entry {desk.file.next}" in plain(asked[0])
    assert all(made["Auto-Submitted"] == "auto-generated" and made["Date"] is None for made in other)


def test_a_form_below_a_report_can_be_answered_as_it_stands(desk):
    report = next(made for made in outgoing(desk.box, desk.file, 1) if made["To"] == "ann@example.org")
    quoted = "\n".join(f"> {line}" for line in plain(report).split("\n"))
    answer = quoted.replace("> # pass", "> pass").replace(">   # pass", ">   pass")
    decision = desk.receive(mail(f"On Monday Cora wrote:\n{answer}", In_Reply_To=report["Message-ID"]))
    assert decision.verdict == "accepted", decision.answer.get_content()


def test_a_maildir_and_an_mbox_hold_each_message_once(desk, tmp_path):
    made = outgoing(desk.box, desk.file, 1, time_of("2027-01-04T10:00"))
    for _ in range(2):
        paths = put(str(tmp_path / "out"), made)
    assert len(os.listdir(tmp_path / "out" / "new")) == len(paths) == 2
    assert {message["To"] for message in mailbox.Maildir(tmp_path / "out")} == {"ann@example.org", "bob@example.net"}
    (tmp_path / "out.mbox").write_bytes(mbox_of(made, time_of("2027-01-04T10:00")))
    held = list(mailbox.mbox(tmp_path / "out.mbox"))
    assert [message["Message-ID"] for message in held] == [message["Message-ID"] for message in made]
    assert all(message["Date"] for message in held)


def test_a_server_that_does_not_answer_leaves_everything_to_be_sent(desk, tmp_path):
    folder = str(tmp_path / "out")
    put(folder, outgoing(desk.box, desk.file, 1))
    with pytest.raises(BrokenFile) as broken:
        send(folder, "127.0.0.1:1", NOW)
    assert broken.value.problems[0].code == "smtp-unreachable"
    assert len(os.listdir(os.path.join(folder, "new"))) == 2
    with pytest.raises(BrokenFile):
        send(str(tmp_path / "none"), "127.0.0.1:1", NOW)


def test_the_doctor_finds_what_is_wrong(desk):
    from pbem.mail.doctor import examine, greets

    box = desk.box
    box.authserv = "mx.club.example"
    box.save_desk(desk.file)
    assert all(row["fine"] for row in examine(desk.file, desk.path))
    box.seats = {"prc": ["ann@example.org"]}
    box.save_desk(desk.file)
    desk.receive(mail("status", Authentication_Results="mx.club.example; dmarc=pass header.from=example.org"))
    os.unlink(desk.box.path("raw", "000001.eml"))
    wrong = [row["hint"] for row in examine(desk.file, desk.path) if not row["fine"]]
    assert wrong == ["Lacking: allied.", "Lost: 1."] and not greets("127.0.0.1:1")["fine"]
    os.unlink(desk.box.path("desk.json"))
    assert [row["fine"] for row in examine(desk.file, desk.path)] == [False]


def test_the_doctor_tells_that_no_html_is_read(desk, monkeypatch):
    from pbem.mail.doctor import examine

    monkeypatch.setitem(sys.modules, "selectolax.lexbor", None)
    wrong = {row["check"]: row["hint"] for row in examine(desk.file, desk.path) if not row["fine"]}
    assert "selectolax" in wrong["Mails in HTML only can be read."]


@pytest.fixture
def shared(tmp_path):
    return Desk(tmp_path, "taiwan-1", "shared")


def beside(text, desk, sealed):
    return mail(text + sealed + "\n-- \nprefer speech\n> prefer html\n").replace(b"malaya-7", b"taiwan-1")


def test_wishes_beside_a_signed_document_are_heard(shared):
    sealed = shared.sealed("pass")
    decision = shared.receive(beside("Hi Cora,\n\nprefer short\nextend 2 days\n\n", shared, sealed))
    told = " ".join(plain(decision.answer).split())
    assert decision.verdict == "accepted" and "Accepted, and final" in told
    assert shared.box.kinds == {"prc": {"length": "short"}}
    assert "1 remark" in told and "days" in told.partition("1 remark")[2], told


def test_wishes_beside_a_signed_document_that_does_not_count_are_heard_too(shared):
    sealed = shared.sealed("pass")
    shared.play_on([shared.order("pass")])
    decision = shared.receive(beside("prefer short\n\n", shared, sealed))
    assert decision.verdict == "refused" and shared.box.kinds == {"prc": {"length": "short"}}


@pytest.mark.forked
def test_days_are_granted_beside_a_signed_document_that_counts(tmp_path):
    agreed = {"days": 7, "grace": 2, "windows": 3, "window_days": 14}
    limits = {"once": 3, "seat": 6, "game": 12, "late": False}
    shared = Desk(tmp_path, "taiwan-1", "shared", calendar={**agreed, "extensions": limits})
    shared.file.calendar["stops"][str(shared.file.next)] = "2027-01-02T12:00"
    calendar.write(shared.file.calendar, shared.path)
    decision = shared.receive(beside("extend 2 days\n\n", shared, shared.sealed("pass")))
    assert decision.verdict == "accepted" and "Granted: 2 days more" in plain(decision.answer)
    (row,) = read_game(shared.path).calendar["extensions"]
    assert (row["seat"], row["days"], row["arrival"]) == ("prc", 2, 1)
    assert sorted(str(made["To"]) for made in decision.mails) == ["ann@example.org", "bob@example.net"]
    (kept,) = shared.box.inbox(shared.file.next)
    assert "extend" not in Path(kept).read_text()


@pytest.mark.sampled(2)
@pytest.mark.parametrize("last", ["", "psas\n"])
def test_a_receipt_for_thousands_of_orders_shows_the_first_and_how_many_there_are(desk, last):
    report = report_id(desk.file, desk.file.n, "prc", "club.example")
    decision = desk.receive(mail("pass\n" + "if us-cvn-1 is reduced: pass\n" * 290 + last, In_Reply_To=report))
    told = plain(decision.answer)
    assert decision.verdict == ("unsure" if last else "accepted")
    assert " rows more are left out here" in told and len(told) < 100_000
    assert desk.receive(mail("op 1\nop 2\n" * 995 + last, 2, In_Reply_To=report)).verdict == (
        "refused" if last else "unsure"
    )


def test_words_to_oneself_go_nowhere_and_are_told_so(desk):
    told = " ".join(plain(desk.receive(mail("to prc: note to myself\n")).answer).split())
    assert "would go only to the seat that sent them (prc)" in told and "Your words went on" not in told


def test_orders_that_do_not_name_their_seat_are_those_of_the_only_one_of_their_sender(desk):
    """The header came back without its line, and the mail answers nothing."""
    text = f"game {desk.file.name}\nentry {desk.file.next}\nhead {desk.file.head}\npass\n--"
    assert desk.receive(mail(text)).verdict == "accepted"
    (row,) = desk.box.arrivals.accepted(desk.file.next)
    assert row["seat"] == "prc"
