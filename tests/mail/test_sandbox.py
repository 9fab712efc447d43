"""What hangs, grows or breaks does so in a process of its own; the desk goes on, and the next message is read."""

import os
import time

import pytest

from pbem.mail.letter import letter_of
from pbem.mail.sandbox import Stopped, run_in_sandbox
from tests.cli.tools import new_game, pbem

from .desk import Desk

pytestmark = pytest.mark.forked

WITHIN = 4  # seconds of processor time for the child and for what the desk itself does with a message


def grow():
    held = []
    while True:
        held.append(bytearray(2**20))


def deep(n=0):
    return deep(n + 1)


def spin():
    while True:
        pass


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("work", "why"),
    [
        (spin, "too long"),
        (grow, "too much memory"),
        (deep, "without end"),
        (lambda: os._exit(1), "broke down"),
        (lambda: 1 // 0, "ZeroDivisionError"),
        (lambda: {1, 2}, "TypeError"),
    ],
)
def test_each_way_to_break_a_reader_is_told(work, why):
    with pytest.raises(Stopped) as stopped:
        run_in_sandbox(work, seconds=1)
    assert why in stopped.value.why


def test_what_was_worked_out_comes_back():
    assert run_in_sandbox(lambda: {"text": "ä\n", "list": [1, None]}) == {"text": "ä\n", "list": [1, None]}
    large = "x" * 10**6
    assert run_in_sandbox(lambda: large) == large


def head(*lines):
    given = ["From: ann@example.org", "To: pbem+malaya-7@club.example", "Message-ID: <1@x>"]
    return "\n".join([*given, *lines]).encode()


def typed(kind, body):
    return head(f"Content-Type: {kind}") + b"\n\n" + body


NESTED = b"".join(b'Content-Type: multipart/mixed; boundary="n%d"\n\n--n%d\n' % (n, n) for n in range(300))
HOSTILE = {
    "comments in From": b"From: " + b"(" * 2000 + b"\nTo: pbem+malaya-7@club.example\n\nstatus",
    "a folded From": b"From: a\n" + b" (a\n" * 50_000 + b"\n\nstatus",
    "numbered parameters": typed("text/plain; " + "name*999999999999*=x; " * 3, b"status"),
    "numbered parameters of a part": typed(
        "multipart/mixed; boundary=b", b"--b\nContent-Disposition: attachment; filename*99999*=a\n\nx\n--b--"
    ),
    "a long list of recipients": head("Cc: " + "a" * 400_000) + b"\n\nstatus",
    "a long list of addresses": head("To: " + "a@b, " * 80_000) + b"\n\nstatus",
    "parameters": typed("text/plain" + "; a=b" * 40_000, b"status"),
    "parameters of a part": typed(
        "multipart/mixed; boundary=b", b"--b\nContent-Type: text/plain" + b"; a=b" * 100_000 + b"\n\nx\n--b--"
    ),
    "references": head("References: " + "<a@b> " * 60_000) + b"\n\nstatus",
    "encoded words": head("Subject: " + "=?utf-8?q?a?= " * 30_000) + b"\n\nstatus",
    "many fields": head(*["X-A: b"] * 20_000) + b"\n\nstatus",
    "many parts": typed("multipart/mixed; boundary=b", b"--b\n\nx\n" * 50_000),
    "parts in parts": head() + b"\n" + NESTED,
    "attributions": typed("text/plain", b"wrote " * 50_000),
    "attributions on lines": typed("text/plain", b"On " * 100_000 + b"\nwrote:"),
    "empty lines": typed("text/plain", b"\n" * 900_000),
    "quotation marks": typed("text/plain", (b">" * 7000 + b"\n") * 100),
    "a list of units": typed("text/plain", b"op 5 with " + b"sag-1, " * 100_000),
    "lists of units": typed("text/plain", (b"op 5 with " + b"sag-1, " * 1000 + b"\n") * 30),
    "ones that go on": typed("text/plain", b"op 5 with a-1,\n" + b"prc-jh-7-1, prc-jh-7-2, prc-jh-7-3,\n" * 2000),
    "equals": typed("text/plain", b"=\n" * 300_000),
    "base64": typed("text/plain; charset=utf-7\nContent-Transfer-Encoding: base64", b"=" * 900_000),
    "beginnings of documents": typed("text/plain", b"-----BEGIN PBEM DOCUMENT-----\n" * 20_000),
    "documents": typed("text/plain", b"-----BEGIN PBEM DOCUMENT-----\nA\n-----END PBEM DOCUMENT-----\n" * 12_000),
    "quotation marks in From": b"From: " + b'"' * 4000 + b"\nTo: pbem+malaya-7@club.example\n\nstatus",
    "encoded words in From": head("Sender: x").replace(b"ann@", b"=?q?q?a?= " * 400 + b"<ann@", 1) + b">\n\nstatus",
    "recipients of a report": typed(
        "multipart/report; boundary=b",
        b"--b\nContent-Type: message/delivery-status\n\n"
        + b"Final-Recipient: rfc822; a@b\nAction: failed\n\n" * 15_000,
    ),
    "addresses of a bounce": b"From: mailer-daemon@x.org\nTo: pbem+malaya-7@club.example\n\n" + b"a@b " * 200_000,
    "a document": typed("text/plain", b"-----BEGIN PBEM DOCUMENT-----\n" + b"A" * 700_000),
    "json": typed("text/plain", b'{"pbem": "orders/1", "a": ' + b"[" * 200_000),
    "results": head("Authentication-Results: mx.club.example; " + "dkim=pass header.d=a; " * 20_000) + b"\n\nstatus",
    **{
        f"html {markup.decode()[:10]}": typed("text/html", markup * (900_000 // len(markup)))
        for markup in (b"<!--", b"<", b"<div>", b"<a><b>", b"<table>a<b>", b"&", b"<blockquote>a")
    },
    "html attributes": typed("text/html", b"<div " + b"a=b " * 200_000 + b">"),
}


@pytest.fixture(scope="module")
def desk(tmp_path_factory):
    return Desk(tmp_path_factory.mktemp("hostile"))


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", HOSTILE)
def test_no_message_keeps_the_desk_from_the_next_one(desk, name):
    box = desk.box
    box.authserv = "mx.club.example" if name == "results" else ""
    box.save_desk(desk.file)
    before = os.times()
    decision = desk.receive(HOSTILE[name].replace(b"<1@x>", f"<{list(HOSTILE).index(name)}@x>".encode(), 1))
    after = os.times()
    assert sum(after[:4]) - sum(before[:4]) < WITHIN
    assert decision.verdict not in ("accepted", "draft", "press", "duplicate")


def test_a_message_that_kills_its_reader_is_set_aside_and_the_maildir_goes_on(tmp_path, monkeypatch):
    game = new_game(tmp_path)
    pbem("mail", "set-up", game, "--address", "pbem@club.example", "--seat", "prc=ann@example.org")
    for name in ("new", "cur", "tmp"):
        (tmp_path / "box" / name).mkdir(parents=True)
    mail = "From: ann@example.org\nTo: pbem+g@club.example\nMessage-ID: <{}@x>\n\n{}\n"
    for number, text in enumerate(("status", "a killer", "status"), 1):
        (tmp_path / "box" / "new" / f"{number}.eml").write_text(mail.format(number, text))

    def kills(message):
        if b"a killer" in message.encode() if isinstance(message, str) else "a killer" in message.get_payload():
            time.sleep(0)
            os.kill(os.getpid(), 9)
        return ""

    from pbem.mail import letter

    monkeypatch.setattr(letter, "automatic", lambda message, sender, subject: kills(message))
    done = pbem("mail", "in", "--games", tmp_path, "--from", tmp_path / "box", "--out", tmp_path / "out")
    assert done.code == 0, done
    assert not list((tmp_path / "box" / "new").iterdir()) and len(list((tmp_path / "out" / "new").iterdir())) == 3
    told = [path.read_text() for path in (tmp_path / "out" / "new").iterdir() if ".broken.2" in path.name]
    assert len(told) == 1 and "could not be read" in told[0]  # a player hears of it; there is no referee's address


def test_the_desk_knows_who_sent_what_it_could_not_read():
    letter = letter_of(
        b"From: ann@example.org\nTo: pbem+malaya-7@club.example\nContent-Type: text/html\n\n" + b"x" * 2**21
    )
    assert letter.sender == "ann@example.org" and letter.games == ["malaya-7"] and not letter.stopped
