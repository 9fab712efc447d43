"""What the desk itself wrote comes back unchanged, as mail programs quote, mark, break and forward it: nothing of it is
new.  And of every mail each line has a label, so that none is dropped unseen."""

from email import message_from_bytes, message_from_string
from email.message import EmailMessage
from email.policy import default
from html import escape
from pathlib import Path
from textwrap import wrap

import pytest

from pbem.core.play.gamefile import read
from pbem.mail.compose import outgoing
from pbem.mail.letter import letter_of
from pbem.mail.reading import Reading
from pbem.mail.remind import reminder_messages
from tests.cli.tools import done, new_game, set_up_desk
from tests.mail.test_corpus import CORPUS, NAMES
from tests.thorough import some

from .desk import NOW, OP, Desk, kept_lines

LABELS = {"header", "order", "command", "press", "question", "talk", "quote", "after", "doubtful", ""}


def quoted(text, mark="> "):
    return "\n".join(f"{mark}{line}".rstrip() for line in text.rstrip("\n").split("\n"))


def broken(text, width):
    return "\n".join(row for line in text.split("\n") for row in wrap(line, width, break_long_words=False) or [""])


def page(text):
    return "<html><body>" + "<br>\n".join(escape(line) for line in text.split("\n")) + "</body></html>"


FORMS = {
    "quoted": lambda text: (f"On Monday <pbem+malaya-7@club.example> wrote:\n{quoted(text)}", "plain"),
    "quoted-without-blanks": lambda text: (quoted(text, ">"), "plain"),
    "quoted-twice": lambda text: (quoted(quoted(text)), "plain"),
    "as-it-was": lambda text: (text, "plain"),
    "thanks-above": lambda text: (f"Thanks!\n\nAnn\n\n{quoted(text)}", "plain"),
    "thanks-below": lambda text: (f"{quoted(text)}\n\nVielen Dank!\n", "plain"),
    "broken-at-60": lambda text: (broken(text, 60), "plain"),
    "broken-at-72-and-quoted": lambda text: (quoted(broken(text, 72)), "plain"),
    "quoted-and-broken": lambda text: (broken(quoted(text), 60), "plain"),
    "outlook": lambda text: (f"-----Original Message-----\nFrom: the desk\nSent: Monday\n\n{text}", "plain"),
    "html": lambda text: (page(text), "html"),
    "html-quoted": lambda text: (f'<blockquote type="cite">{page(text)}</blockquote>', "html"),
    "base64": lambda text: (quoted(text), "base64"),
}


def returned(text, form, number):
    """The bytes of a mail that brings a text back."""
    body, how = FORMS[form](text)
    made = EmailMessage(policy=default)
    made["From"], made["To"] = "ann@example.org", "pbem+malaya-7@club.example"
    made["Message-ID"] = f"<{form}.{number}@example.org>"
    made["Subject"] = "Re: your mail"
    made.set_content(body, subtype="html" if how == "html" else "plain", cte="base64" if how == "base64" else None)
    return made.as_bytes()


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """``(desk, {what: text})``: a mail of each kind that the desk has written to the PRC."""
    calendar = {"days": 7, "grace": 2, "windows": 3, "window_days": 14}
    desk = Desk(tmp_path_factory.mktemp("returned"), calendar=calendar)
    texts = {}
    for length in ("short", "full", "speech"):
        box = desk.box
        box.kinds = {"prc": {"length": length}}
        texts[length] = body_of(outgoing(box, desk.file, desk.file.n)[0])
    texts["reminder"] = body_of(dict(reminder_messages(desk.file, desk.box, NOW))["prc"])
    for what, words in (
        ("accepted", "op 5 with prc-jh-7-1"),
        ("refused", "op 5 with us-cvn-1"),
        ("unsure", "op 5 with prc-jh-7-1\nand let prc-jh-7-2 strike taiwan too"),
        ("form", "form\nstatus\nhelp"),
    ):
        told = desk.receive(mail(what, f"{header(desk)}{words}" if what != "form" else words))
        assert told.verdict == {"form": "question"}.get(what, what), told.why
        texts[what] = body_of(told.answer)
    return desk, texts


def body_of(made):
    part = made.get_body(("plain",)) if hasattr(made, "get_body") else made
    return part.get_content().replace("\r\n", "\n")


def header(desk):
    return f"game malaya-7\nseat prc\nentry {desk.file.next}\nhead {desk.file.head}\n"


def mail(number, text):
    return f"From: ann@example.org\nTo: pbem+malaya-7@club.example\nMessage-ID: <{number}@x>\n\n{text}\n".encode()


@pytest.mark.sampled(3)
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("what", ["short", "full", "speech", "reminder", "accepted", "refused", "unsure", "form"])
def test_what_comes_back_unchanged_orders_nothing(written, what, form):
    desk, texts = written
    Path(desk.box.path("arrivals.db")).unlink()  # nobody sends a hundred mails while the game stands
    for number, text in enumerate(texts.values()):
        Path(desk.box.path("sent", f"{number:09}-prc.other")).write_text(text)
    decision = desk.receive(returned(texts[what], form, what))
    assert decision.arrival["orders"] is None
    assert decision.verdict in ("talk", "question"), (decision.why, decision.answer and body_of(decision.answer))


def test_every_line_of_every_mail_has_a_label(written):
    desk, texts = written
    mails = [desk.filled((CORPUS / f"{name}.eml").read_bytes()) for name in NAMES]
    mails += some([returned(text, form, what) for what, text in texts.items() for form in FORMS], 12)
    for data in mails:
        letter = letter_of(data)
        reading = Reading(desk.file, desk.box, letter, ["prc"])
        rows = reading.reply.rows
        assert [row.number for row in rows] == list(range(1, len(rows) + 1))
        assert {row.label for row in rows} <= LABELS
        assert not [row.text for row in rows if not row.label and row.text.strip()]
        kept = [*(row.text.strip() for row in rows), *(text for _, text, _ in reading.reply.joined)]
        lines = [line.lstrip("> \t").strip() for line in letter.text.replace("\r", "\n").split("\n")]
        assert len([one for one in kept if one]) >= len([one for one in lines if one]) * 0.99, Path(letter.subject)


def test_an_answer_to_a_receipt_is_a_change_of_mind_and_nothing_else_at_the_third_time_too(tmp_path):
    """Bare answers, each to the receipt before with its quotation: what was withdrawn is neither queued nor doubled,
    and the report that all of it is about is still known."""
    game = new_game(tmp_path)
    set_up_desk(game, prc="ann@example.org")
    done("mail", "out", game, "-o", tmp_path / "out")
    answered = message_from_bytes(next((tmp_path / "out" / "new").iterdir()).read_bytes(), policy=default)
    thread = []
    for number, words in enumerate((OP, "pass", OP, "pass")):
        thread.append(str(answered["Message-ID"]).strip())
        text = f"Sorry, rather:\n\n{words}\n\nAnn\n\nOn Monday the desk wrote:\n{quoted(body_of(answered))}\n"
        fields = f"In-Reply-To: {thread[-1]}\n" + (f"References: {' '.join(thread)}\n" if number % 2 else "")
        path = tmp_path / f"{number}.eml"
        path.write_text(f"From: ann@example.org\nTo: pbem+g@club.example\nMessage-ID: <{number}@x>\n{fields}\n{text}")
        told = done("mail", "in", game, "--from", path, "--json").json
        answered = message_from_string(told["mails"][0], policy=default)
        assert told["verdict"] == "accepted", body_of(answered)
        assert kept_lines(f"{game}.mail/inbox/{told['orders']}") == [words]
        assert f"| {words}" in body_of(answered)
        assert number == 0 or f"replaced {number} “" in " ".join(body_of(answered).split())
    done("adjudicate", game, *done("mail", "inbox", game).out.split(), "-o", game)
    answers = [row for row in read(str(game)).entry(2)["used"] if row["by"] == "answer"]
    assert [row["value"] for row in answers] == [{"op": 0}]  # the pass
