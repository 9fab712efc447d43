"""Who wrote a mail, and whether it came before: read from raw headers, decided before anything is done."""

import json
import os
from email.header import Header
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.core.play.gamefile import read
from pbem.mail.incoming import receive
from pbem.mail.letter import read_letter
from pbem.mail.letterbox import registered
from pbem.mail.mailboxes import ascii_host, recipients, sender
from pbem.mail.on_its_way import MOST_ANSWERS
from pbem.mail.sent_by import MOST_TOLD
from tests.cli.tools import done, new_game, pbem, set_up_desk

from .desk import NOW, OP, Desk
from .test_corpus import CORPUS
from .test_extensions import granted, made

ANN = "ann@example.org"
UNICODE, ASCII = "ann@münchen.example", "ann@xn--mnchen-3ya.example"


@pytest.fixture
def desk(tmp_path):
    made = Desk(tmp_path)
    box = made.box
    box.referee = "cora@example.com"
    box.save_desk(made.file)
    return made


def mail(text, sender=ANN, number=1, **fields):
    lines = [f"From: {sender}", "To: pbem+malaya-7@club.example", f"Message-ID: <{number}@example.org>"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in fields.items()]
    return ("\n".join(lines) + f"\n\n{text}\n").encode()


def set_desk(desk, **values):
    box = desk.box
    for name, value in values.items():
        setattr(box, name, value)
    box.save_desk(desk.file)


# -- names, encodings, hosts -----------------------------------------------------------------------------------------

ODD = ', ; : < > [ ] ( ) " \\ . ! # = ? _ é ü ß 明 \U0001f3b2 Ann Lee Müller Jr van'.split(" ")
names = st.lists(st.sampled_from(ODD), min_size=1, max_size=6).map(" ".join)
hosts = st.sampled_from(
    [
        ("example.org", "example.org"),
        ("Example.ORG", "example.org"),
        ("münchen.example", "xn--mnchen-3ya.example"),
        ("MÜNCHEN.example", "xn--mnchen-3ya.example"),
        ("xn--mnchen-3ya.example", "xn--mnchen-3ya.example"),
        ("straße.example", "xn--strae-oqa.example"),
        ("例え.テスト", "xn--r8jz45g.xn--zckzah"),
    ]
)


def quoted(name):
    return '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'


FORMS = {
    "base64": lambda name, address: f"{Header(name, 'utf-8', maxlinelen=900).encode()} <{address}>",
    "q": lambda name, address: f"=?utf-8?Q?{''.join(f'={byte:02X}' for byte in name.encode())}?= <{address}>",
    "folded": lambda name, address: f"{Header(name, 'utf-8', maxlinelen=40).encode()}\n <{address}>",
    "quoted": lambda name, address: f"{quoted(name)} <{address}>",
    "bare": lambda name, address: "".join(c for c in name if c not in '<>"()\\') + f" <{address}>",
    "none": lambda name, address: address,
    "brackets": lambda name, address: f"<{address}>",
    "comment": lambda name, address: f"{address} ({''.join(c for c in name if c not in '()')})".replace("\\", ""),
}


@settings(max_examples=400, deadline=None)
@given(names, hosts, st.sampled_from(sorted(FORMS)))
def test_one_address_is_one_sender_however_its_name_is_written(name, host, form):
    typed, known = host
    field = FORMS[form](name, f"Ann.Lee@{typed}")
    found = read_letter(f"From: {field}\nTo: x@y\n\nx".encode())
    assert found["sender"] == f"ann.lee@{known}" == registered(f"Ann.Lee@{typed}"), field
    assert found["name"].isprintable()


@settings(max_examples=200, deadline=None)
@given(names, st.sampled_from(["base64", "q", "folded", "quoted", "bare", "comment"]))
def test_a_name_that_holds_another_address_is_nobodys(name, form):
    field = FORMS[form](f"{name} eve@evil.example ", "ann@example.org")
    assert read_letter(f"From: {field}\n\nx".encode())["sender"] == ""


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=200))
def test_whatever_stands_in_from_is_read_or_nobodys(text):
    name, address = sender([text])
    assert (not address or registered(address) == address) and name.isprintable()
    assert all(registered(one) == one for one in recipients(text))


def test_names_of_recipients_are_no_addresses():
    field = (
        '"pbem+other@x.org" <pbem+malaya-7@club.example>, =?utf-8?q?pbem+z=40x.org?= <b@c.org>, "pbem+g"@club.example'
    )
    assert recipients(field) == ["pbem+malaya-7@club.example", "b@c.org", "pbem+g@club.example"]


@pytest.mark.parametrize("host", ["", "a b", "ü" * 70 + ".org", "-\u200f.org", "xn--\ud800"])
def test_a_host_that_cannot_be_is_none(host):
    assert registered(f"ann@{host}") == f"ann@{host}".strip() or not ascii_host(host)


@pytest.mark.parametrize("typed", [UNICODE, ASCII, "Ann@MÜNCHEN.example"])
@pytest.mark.parametrize("given_to_the_desk", [UNICODE, ASCII])
def test_both_forms_of_a_host_are_one_on_both_sides(desk, typed, given_to_the_desk):
    box = desk.box
    box.give_address("prc", [given_to_the_desk])
    box.save_desk(desk.file)
    assert desk.box.seats["prc"] == [ASCII]
    told = desk.receive(mail("status", typed))
    assert told.verdict == "question" and told.answer["To"] == ASCII


def test_set_up_takes_the_form_that_people_write(tmp_path):
    game = new_game(tmp_path)
    set_up_desk(game, "--watcher", UNICODE, prc=UNICODE.upper())
    assert f"prc: {ASCII}" in pbem("mail", "set-up", game, "--address", "pbem@club.example").err
    assert pbem("mail", "set-up", game, "--seat", "prc=ann@a b").code != 0


# -- nobody's --------------------------------------------------------------------------------------------------------


def test_a_mail_that_answers_ours_and_is_nobodys_is_told_to_the_referee_once(desk):
    reply = {"In_Reply_To": desk._words()["report"]}
    first = desk.receive(mail("pass", "ann@home.example", 1, **reply))
    assert first.verdict == "stranger" and [one["To"] for one in first.mails] == ["cora@example.com"]
    text = " ".join(first.mails[0].get_content().split())
    assert "Arrival 1 answers a mail of the desk to prc" in text and "000001.eml" in text
    assert desk.receive(mail("pass again", "ann@home.example", 2, **reply)).mails == []
    assert desk.receive(mail("pass", "ann@elsewhere.example", 3)).mails == []  # it answers nothing of ours
    invented = "<malaya-7/1/prc/" + "0" * 32 + "@club.example>"
    assert desk.receive(mail("pass", "eve@evil.example", 4, In_Reply_To=invented)).mails == []


def test_so_many_of_nobodys_are_told_on_one_day(desk):
    reply = {"References": desk._words()["report"]}
    told = [desk.receive(mail("x", f"a{n}@home.example", n, **reply)).mails for n in range(MOST_TOLD + 3)]
    assert [len(one) for one in told] == [1] * MOST_TOLD + [0] * 3


def test_a_mail_of_a_player_that_nothing_confirms_is_told_too(desk):
    set_desk(desk, authserv="mx.club.example")
    told = desk.receive(mail("pass", In_Reply_To=desk._words()["report"]))
    assert told.verdict == "unauthenticated" and [one["To"] for one in told.mails] == ["cora@example.com"]


@settings(max_examples=30, deadline=None)
@given(names, st.sampled_from(sorted(FORMS)), st.booleans())
def test_the_right_seat_is_found_or_somebody_is_told(tmp_path_factory, name, form, is_strange):
    desk = _kept_desk(tmp_path_factory)
    Path(desk.box.path("arrivals.db")).unlink(missing_ok=True)
    field = FORMS[form](f"{name} {'eve@evil.example ' if is_strange else ''}", ANN)
    told = desk.receive(mail("status", field, In_Reply_To=desk._words()["report"]))
    if told.verdict == "question":
        assert told.arrival["seat"] == "prc"
    else:
        assert told.verdict == "stranger" and [one["To"] for one in told.mails] == ["cora@example.com"]
    assert (told.verdict == "question") == (not is_strange or form in ("none", "brackets"))


_DESKS = []


def _kept_desk(tmp_path_factory):
    if not _DESKS:
        _DESKS.append(Desk(tmp_path_factory.mktemp("senders")))
        set_desk(_DESKS[0], referee="cora@example.com")
    return _DESKS[0]


# -- whether it came before ------------------------------------------------------------------------------------------

CONFIRMED = {"Authentication_Results": "mx.club.example; dmarc=pass header.from=example.org"}
DATE = {"Date": "Sat, 21 Nov 2026 08:00:00 +0000"}


@pytest.mark.parametrize("fields", [{}, DATE])
def test_a_copy_that_nothing_confirms_swallows_no_true_mail(desk, fields):
    """A copy that comes first, by whoever was in Cc and is faster."""
    set_desk(desk, authserv="mx.club.example")
    orders = f"game malaya-7\nseat prc\nentry {desk.file.next}\nhead {desk.file.head}\n{OP}\n"
    assert desk.receive(mail(orders, **fields)).verdict == "unauthenticated"
    told = desk.receive(mail(orders, **CONFIRMED, **fields))
    assert told.verdict == "accepted" and told.answer is not None
    assert desk.receive(mail(orders, **CONFIRMED, **fields)).verdict == "duplicate"
    assert desk.receive(mail(orders, **fields)).verdict == "duplicate"
    assert len(desk.box.inbox(desk.file.next)) == 1


def test_a_strangers_mail_counts_when_its_address_is_registered_and_it_is_read_again(desk):
    data = mail("status", "ann@new.example")
    assert desk.receive(data).verdict == "stranger"
    set_desk(desk, seats={**desk.box.seats, "prc": [ANN, "ann@new.example"]})
    kept = Path(desk.box.path("raw", "000001.eml")).read_bytes()
    assert kept == data and desk.receive(kept).verdict == "question"
    assert desk.receive(kept).verdict == "duplicate"


def test_a_copy_by_a_mailing_list_swallows_no_mail_that_came_itself(desk):
    assert desk.receive(mail("status", List_Id="x")).verdict == "automatic"
    assert desk.receive(mail("status")).verdict == "question"


@pytest.mark.parametrize(
    ("first", "second", "verdict"),
    [
        ({"number": 1, **DATE}, {"number": 2, **DATE}, "duplicate"),
        ({"number": 1, **DATE}, {"number": 2, "Date": "Sat, 21 Nov 2026 09:00:00 +0100"}, "duplicate"),
        ({"number": 1, **DATE}, {"number": 1, "Date": "Sat, 28 Nov 2026 08:00:00 +0000"}, "question"),
        ({"number": 1}, {"number": 1}, "duplicate"),
        ({"number": 1, "Received": "by a"}, {"number": 1, "Received": "by b"}, "duplicate"),
        ({"number": 1}, {"number": 2}, "question"),
        ({"number": 1, "Date": "then"}, {"number": 2, "Date": "then"}, "duplicate"),
    ],
)
def test_sameness_is_by_sender_date_and_text(desk, first, second, verdict):
    assert desk.receive(mail("status", **first)).verdict == "question"
    assert desk.receive(mail("status \r\n\n", **second)).verdict == verdict
    assert desk.receive(mail("form", **second)).verdict == "question"
    assert desk.receive(mail("status", "bob@example.net", **first)).verdict == "question"


def test_the_same_mail_by_two_ways_grants_days_once_and_passes_words_on_once(tmp_path):
    """A relay on one of its ways wrote a Message-ID of its own."""
    game = made(tmp_path)
    told = []
    for number in ("1@example.org", "0100017d@relay.example"):
        path = tmp_path / "m.eml"
        path.write_text(
            f"From: {ANN}\nTo: pbem+g@club.example\nDate: Tue, 2 Mar 2027 08:00:00 +0000\n"
            f"Message-ID: <{number}>\n\nextend 3 days\n\nto allied: sorry!\n"
        )
        told.append(done("mail", "in", game, "--from", path, "--json", "--now", "2027-03-02T09:00").json)
    assert [one["verdict"] for one in told] == ["press", "duplicate"]
    assert sum("To: bob@example.net" in one for row in told for one in row["mails"]) == 2  # the days, and the words
    assert [row["days"] for row in granted(game)] == [3]


def test_a_run_that_was_killed_before_it_handed_a_notice_over_is_made_up_for(desk):
    data = mail("pass", "ann@home.example", In_Reply_To=desk._words()["report"])
    receive(read(desk.path), desk.box, data, NOW)  # and killed
    again = desk.receive(data)
    assert again.verdict == "duplicate" and [one["To"] for one in again.mails] == ["cora@example.com"]
    assert desk.receive(data).verdict == "stranger"


def test_a_mail_with_neither_date_nor_message_id_is_the_same_as_its_very_bytes_alone(desk):
    first = mail("status").replace(b"Message-ID", b"X-ID")
    assert [desk.receive(data).verdict for data in (first, first, b"Received: x\n" + first)] == [
        "question",
        "duplicate",
        "question",
    ]


# -- limits ----------------------------------------------------------------------------------------------------------


def test_a_stranger_who_writes_her_address_uses_up_none_of_the_answers_to_her_replies(desk):
    for number in range(MOST_ANSWERS + 2):
        told = desk.receive(mail("status", number=number))
    assert told.mails == [] and "too many" in told.why
    own = {"In_Reply_To": desk._words()["report"]}
    assert desk.receive(mail("status", number=99, **own)).answer is not None


def test_words_of_so_many_mails_go_on_while_the_game_stands(desk):
    sent = [desk.receive(mail(f"to allied: hello {n}", number=n)) for n in range(MOST_ANSWERS + 4)]
    went = [any(one["To"] == "bob@example.net" for one in told.mails) for told in sent]
    assert went == [True] * MOST_ANSWERS + [False] * 4


# -- belief ----------------------------------------------------------------------------------------------------------


def test_doctor_and_set_up_say_when_every_from_is_believed(tmp_path):
    game = new_game(tmp_path)
    told = pbem(
        "mail", "set-up", game, "--address", "pbem@club.example", "--seat", f"prc={ANN}", "--seat", "allied=b@c.org"
    )
    assert told.code == 0 and "believes every From" in told.err and "--authserv" in told.err
    examined = pbem("mail", "doctor", game)
    assert examined.code == 4 and "NOT SO: A mail counts only if something confirms its sender." in examined.out
    told = done("mail", "set-up", game, "--authserv", "mx.club.example")
    assert "believes" not in told.err
    assert done("mail", "doctor", game).code == 0


def test_the_doctor_examines_a_whole_desk_and_a_broken_game_is_a_line_in_its_place(tmp_path):
    for name in ("first", "second"):
        set_up_desk(
            new_game(tmp_path, f"{name}.json", options=("--game", name)),
            "--authserv",
            "mx.club.example",
            prc=ANN,
            allied="b@c.org",
        )
    assert done("mail", "doctor", tmp_path).out.count(" checks.\n") == 2
    (tmp_path / "hurt.json").write_text("[")
    told = pbem("mail", "doctor", tmp_path)
    rows = [one for one in told.out.splitlines() if ".json:" in one]
    assert told.code == 4 and [Path(one.partition(":")[0]).name for one in rows] == [
        "first.json",
        "hurt.json",
        "second.json",
    ]
    assert "0 checks" in rows[1] and len(rows[1]) > 60 and "NOT SO" not in told.out
    told = pbem("mail", "doctor", *sorted(tmp_path.glob("*.json")), "--json")
    found = [json.loads(one) for one in told.out.splitlines()]
    assert [one["pbem"] for one in found] == ["doctor/1", "problems/1", "doctor/1"] and told.code == 4
    assert [one["sound"] for one in (found[0], found[2])] == [True, True] and found[0]["game"] == "first"


def test_a_bounce_is_known_by_our_own_message_id_and_names_its_seat(desk):
    for name in ("bounce-forwarded-address", "bounce-angle-brackets", "bounce-qmail"):
        Path(desk.box.path("arrivals.db")).unlink(missing_ok=True)
        told = desk.receive(desk.filled((CORPUS / f"{name}.eml").read_bytes()))
        assert (told.verdict, told.arrival["seat"]) == ("bounce", "prc"), name
        assert list(desk.box.returned("prc")) == [ANN], name


GLOBAL = """From: postmaster@mx.example.net
To: pbem+malaya-7@club.example
Subject: x
Content-Type: multipart/report; report-type=global-delivery-status; boundary=b
Return-Path: <>

--b
Content-Type: message/global-delivery-status

Reporting-MTA: dns; mx.example.net

{fields}
Action: {action}
Status: 5.1.1
Diagnostic-Code: smtp; 550
 no such user

--b
Content-Type: message/global-headers

Message-ID: {ours}
--b--
"""


@pytest.mark.parametrize(
    ("fields", "action", "seats"),
    [
        ("Final-Recipient: utf-8; ann@example.org", "failed", ["prc"]),
        ("Final-Recipient: utf-8; <ann@example.org>", "Failed", ["prc"]),
        ("Final-Recipient: rfc822; x@y.org\nOriginal-Recipient: rfc822;ann@example.org", "failed", ["prc"]),
        ("Final-Recipient: utf-8; jürgen@else.example", "failed", ["prc"]),
        ("Final-Recipient: utf-8; ann@example.org", "delayed", []),
    ],
)
def test_reports_on_delivery_of_every_form_name_the_seat(desk, fields, action, seats):
    told = desk.receive(GLOBAL.format(fields=fields, action=action, ours=desk._words()["report"]).encode())
    assert told.verdict == ("bounce" if seats else "automatic")
    assert [seat for seat in ("prc", "allied") if desk.box.returned(seat)] == seats
    assert not seats or "550 no such user" in told.why


def test_a_note_on_leave_with_an_empty_return_path_is_no_bounce(desk):
    report = desk._words()["report"]
    told = desk.receive(mail("I am away. ann@example.org", Return_Path="<>", In_Reply_To=report))
    assert told.verdict == "automatic" and not desk.box.returned("prc")


# -- the fence -------------------------------------------------------------------------------------------------------


def maildir(folder, *messages):
    for name in ("new", "cur", "tmp"):
        (folder / name).mkdir(parents=True)
    for number, data in enumerate(messages):
        (folder / "new" / str(number)).write_bytes(data)
    return folder


def test_orders_that_could_not_be_read_again_are_refused_and_the_next_mail_is_read(tmp_path):
    """2,001 lines are more than an order file may have."""
    game = new_game(tmp_path, "malaya-7.json")
    set_up_desk(game, prc=ANN, allied="bob@example.net")
    box = maildir(tmp_path / "box", mail("op 1\nop 2\n" * 1001 + "--"), mail("status", "bob@example.net", 2))
    told = done("mail", "in", "--games", tmp_path, "--from", box, "--out", tmp_path / "out")
    assert os.listdir(box / "new") == [] and "refused" in told.err and "question" in told.err
    assert pbem("mail", "inbox", game).out == ""


def test_whatever_breaks_behind_the_reading_sets_that_message_aside_and_nothing_of_it_counts(desk):
    def breaks(path):
        raise ValueError("a fault of ours")

    told = receive(read(desk.path), desk.box, mail(OP, In_Reply_To=desk._words()["report"]), NOW, sign=breaks)
    assert told.verdict == "unreadable" and "broke down on it (ValueError)" in told.why
    assert sorted(str(one["To"]) for one in told.mails) == [ANN, "cora@example.com"]
    assert os.listdir(desk.box.path("inbox")) == [] and desk.box.inbox(desk.file.next) == []
    assert desk.receive(mail("status", number=2)).verdict == "question"


def test_a_row_that_could_not_be_read_again_is_not_written(desk, monkeypatch):
    with monkeypatch.context() as changed:
        row = {"arrival": {"verdict": "question", "seat": 7}, "mails": [], "text": None, "kinds": {}}
        changed.setattr("pbem.mail.incoming._told_apart", lambda *given: row)
        told = desk.receive(mail("status"))
    assert told.verdict == "unreadable" and [row["verdict"] for row in desk.box.arrivals] == ["unreadable"]
    assert desk.receive(mail("status", number=2)).verdict == "question"


def test_what_breaks_one_message_in_the_command_keeps_no_other_back(tmp_path, monkeypatch):
    game = new_game(tmp_path, "malaya-7.json")
    set_up_desk(game, prc=ANN)
    box = maildir(tmp_path / "box", mail("status", number=1), mail("form", number=2))
    from pbem.mail import incoming

    real = incoming.game_for
    monkeypatch.setattr(
        incoming, "game_for", lambda letter, games: 1 / 0 if letter.text == "status\n" else real(letter, games)
    )
    told = pbem("mail", "in", "--games", tmp_path, "--from", box, "--out", tmp_path / "out")
    assert told.code == 4 and "ZeroDivisionError" in told.err and "Traceback" not in told.err
    assert os.listdir(box / "new") == ["0"] and len(os.listdir(tmp_path / "out" / "new")) == 1
