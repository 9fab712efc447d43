"""Reading messages: whatever arrives, something is read or nothing, and nothing is raised."""

import functools
import random
import sys
from email.message import EmailMessage

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.core.title.game import load
from pbem.mail.auto_reply_filter import automatic
from pbem.mail.echo_filter import EchoFilter
from pbem.mail.htmltext import Unreadable, text_of_html
from pbem.mail.letter import letter_of, read_letter
from pbem.mail.parts import unflowed
from pbem.mail.reply import Reply
from pbem.mail.talk import Talk

from .desk import GOLDEN

OWN = EchoFilter(["(Answer this mail to send orders; or write one of these.)"])


@functools.cache
def talk():
    return Talk(load("red-dragon"), ["Ann"])


def message(**headers):
    made = EmailMessage()
    for name, value in headers.items():
        made[name.replace("_", "-")] = value
    return made


@pytest.mark.parametrize(
    ("headers", "why"),
    [
        ({"Auto_Submitted": "auto-generated"}, "no person"),
        ({"Auto_Submitted": "auto-replied; x=y"}, "no person"),
        ({"Return_Path": "<>"}, "bounce"),
        ({"Precedence": "Bulk"}, "Precedence"),
        ({"Precedence": "list"}, "Precedence"),
        ({"Precedence": "junk"}, "Precedence"),
        ({"List_Id": "x"}, "list"),
        ({"List_Post": "x"}, "list"),
        ({"List_Unsubscribe": "x"}, "list"),
        ({"X_Loop": "pbem malaya-7"}, "went out"),
        ({"X_Autorespond": "x"}, "robot"),
        ({"X_Failed_Recipients": "a@b"}, "robot"),
        ({"Content_Type": "multipart/report"}, "delivery"),
    ],
)
def test_each_sign_of_a_robot_keeps_the_desk_silent(headers, why):
    assert why in automatic(message(**headers), "ann@example.org", "")


@pytest.mark.parametrize(
    "sender",
    [
        "MAILER-DAEMON@x.org",
        "postmaster@x.org",
        "no-reply@x.org",
        "noreply@x.org",
        "owner-list@x.org",
        "list-request@x.org",
        "list-bounces@x.org",
    ],
)
def test_addresses_that_nobody_reads_are_not_answered(sender):
    assert automatic(message(), sender.lower(), "")


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Auto_Submitted": "no"},
        {"Precedence": "first-class"},
        {"X_Loop": "other"},
        {"Return_Path": "<ann@example.org>"},
    ],
)
def test_a_person_is_answered(headers):
    assert automatic(message(**headers), "ann@example.org", "") == ""


@pytest.mark.parametrize(
    ("value", "sender"),
    [
        ("Ann <ann@Example.org>", "ann@example.org"),
        ("ann@example.org", "ann@example.org"),
        ('"ann@example.org" <ann@example.org>', "ann@example.org"),
        ("=?utf-8?q?=C3=84nn?= <ann@example.org>", "ann@example.org"),
        ('"ann@example.org" <eve@evil.org>', ""),
        ("ann@example.org, eve@evil.org", ""),
        ("Ann", ""),
        ("", ""),
        ("ann@example.org (eve@evil.org)", ""),
        ("<ann@example.org>(comment)eve@evil.org", ""),
    ],
)
def test_the_sender_is_one_clear_address_or_nobody(value, sender):
    assert read_letter(f"From: {value}\n\nx".encode())["sender"] == sender


@pytest.mark.parametrize(
    ("header", "games"),
    [
        ("To: Desk <pbem+Malaya-7@club.org>", ["malaya-7"]),
        ("Subject: Re: [pbem malaya-7 t12] hi", ["malaya-7"]),
        ("Subject: [PBEM malaya-7]", ["malaya-7"]),
        ("Delivered-To: pbem+a.b@c\nTo: pbem+other@c", ["a.b", "other"]),
        ("To: pbem+../../etc@c", []),
        ("Subject: [pbem ../x]", []),
        ("To: pbem@club.org", []),
    ],
)
def test_the_game_is_named_by_address_or_subject(header, games):
    assert read_letter(f"{header}\n\nx".encode())["games"] == games


def test_flowed_lines_are_whole_again_at_each_depth_of_quotation():
    assert unflowed("one \ntwo\n> three \n> four\n>> five \n> six\n-- \nAnn") == (
        "one two\n> three four\n>> five \n> six\n-- \nAnn"
    )
    assert unflowed(" >not a quotation\none  \ntwo", drops_space=True) == ">not a quotation\none two"


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("<p>pass</p><p>status</p>", "pass\nstatus\n"),
        ("op&nbsp;5 with&#32;x<br>pass", "op 5 with x\npass\n"),
        ("<style>x</style><script>game y</script>pass", "pass\n"),
        ("<b>op</b> <i>12</i>, a -&gt; b", "op 12, a -> b\n"),
        ("<pre>a\n  b</pre>", "a\n  b\n"),
        ("pass<blockquote>game g<br>seat s</blockquote>", "pass\n> game g\n> seat s\n"),
        ('x<div class="gmail_quote">On<blockquote>y</blockquote></div>z', "x\n> On\n> y\nz\n"),
        ("<ul><li>pass<li>status</ul>", "pass\nstatus\n"),
        ("<p>one\ntwo</p>", "one two\n"),
        ("<<<>>&&#x110000;", None),
    ],
)
def test_html_is_read_as_its_reader_sees_it(markup, text):
    found, _, _ = text_of_html(markup)
    assert found == text if text is not None else isinstance(found, str)


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("<s>pass</s>", ""),
        ("<strike>pass</strike>x", "x"),
        ("<del>pass</del>", ""),
        ("<p hidden>pass</p>", ""),
        ('<p style="DISPLAY : none !important">pass</p>', ""),
        ('<p style="visibility:hidden">pass</p>', ""),
        ('<p style="mso-hide:all">pass</p>', ""),
        ('<p style="opacity:0">pass</p>', ""),
        ('<p style="font-size:0">pass</p>', ""),
        ('<p style="font-size:1px">pass</p>', ""),
        ('<p style="text-indent:-9999px">pass</p>', ""),
        ('<p style="max-height:0px; overflow:hidden">pass</p>', ""),
        ('<p style="text-decoration: underline line-through">pass</p>', ""),
        ('<p style="color:#fff">pass</p>', ""),
        ('<p style="color:rgb(255, 255, 255)">pass</p>', ""),
        ('<div style="background-color:#ffe"><font color="#FFFFEE">pass</font></div>', ""),
        ('<div style="background:black"><p style="color:white">pass</p></div>', "pass"),
        ('<table bgcolor="#000000"><tr><td><font color="white">pass</font></td></tr></table>', "pass"),
        ('<p style="font-size:100%">pass</p>', "pass"),
        ('<p style="font-size:0.9em">pass</p>', "pass"),
        ('<p style="margin-left:-100px; max-height:0">pass</p>', "pass"),
        ('<p style="opacity:0.9; display:block">pass</p>', "pass"),
        ('<p>From <a href="mailto:ann@example.org">Ann</a></p>', "From Ann <ann@example.org>"),
        ('<p><a href="mailto:ann@example.org">ann@example.org</a></p>', "ann@example.org"),
    ],
)
def test_what_nobody_sees_is_not_read(markup, text):
    found, notes, _ = text_of_html(f"<html><body>{markup}</body></html>")
    assert found.strip() == text
    assert ("What is struck out or hidden in the HTML was not read." in notes) == (
        "pass" in markup and "pass" not in found
    )


def test_html_may_be_nested_without_end():
    assert "pass" in text_of_html("<div>" * 2_000 + "pass")[0]


@settings(max_examples=40, deadline=None)
@given(st.binary(max_size=2000))
def test_no_bytes_are_too_odd_to_be_read(data):
    letter = letter_of(data)
    assert isinstance(letter.text, str) and len(letter.digest) == 64 and letter.subject.isprintable()
    Reply(letter.text, letter.subject, talk(), OWN)


@pytest.mark.parametrize("seed", range(20))
def test_no_damaged_message_is_too_odd_to_be_read(seed):
    chance = random.Random(seed)
    paths = sorted(GOLDEN.glob("*.eml"))
    data = bytearray(chance.choice(paths).read_bytes())
    for _ in range(chance.randrange(1, 30)):
        place = chance.randrange(len(data))
        if chance.random() < 0.5:
            data[place] = chance.randrange(256)
        else:
            odd = chance.choice([b"", b"\n\n", b"--b1\n", b"\xff\xfe", b"=?utf-8?q?"])
            data[place : place + chance.randrange(20)] = odd
    letter = letter_of(bytes(data))
    Reply(letter.text, letter.subject, talk(), OWN)


def test_where_no_compiled_library_is_html_is_told_and_not_guessed(monkeypatch):
    monkeypatch.setitem(sys.modules, "selectolax.lexbor", None)
    with pytest.raises(Unreadable, match="which this desk cannot read"):
        text_of_html("<p>pass</p>")
    read = read_letter(b"From: ann@example.org\nContent-Type: text/html\n\n<p>pass</p>")
    assert (read["text"], read["source"]) == ("", "")
    assert read["parts"] == [{"name": "text/html", "state": "unread", "why": "HTML, which this desk cannot read"}]


DEFAULT = "op 5 with prc-jh-7-1"
REPORT = f"""(Answer this mail to send orders; or write one of these.)

If the PRC does not answer, its published default is:
{DEFAULT}; op 5
with prc-jh-7-2.

game malaya-7
seat prc
entry 3
head 0123456789abcdef0123456789abcdef
## What is asked
# {DEFAULT}
--
"""


def quoted(text):
    return "\n".join(f"> {line}".rstrip() for line in text.split("\n"))


@pytest.mark.parametrize(
    "text",
    [
        f"{DEFAULT}\n\nOn Monday Cora wrote:\n{quoted(REPORT)}",
        f"Hi,\n{DEFAULT}\n",
        f"{quoted(REPORT)}\n\n{DEFAULT}\n",
        quoted(REPORT.replace("# op", "op")),
        REPORT.replace("# op", "op"),
        f"{REPORT}\n\nHello,\n{DEFAULT}\n",
        f"{REPORT}\n\n{DEFAULT}\n",
    ],
)
def test_an_order_that_the_report_itself_tells_at_the_beginning_of_a_line_counts(text):
    """Found by the club: who ordered the first half of a published default was told of everything but that line."""
    reads = lambda line: line.strip() == DEFAULT  # noqa: E731
    reply = Reply(text, "", talk(), EchoFilter([REPORT]), reads=reads)
    assert [row.text for row in reply.of("order")] == [DEFAULT]


@pytest.mark.parametrize("text", [REPORT, quoted(REPORT), quoted(quoted(REPORT)), f"Thanks!\n\n{REPORT}"])
def test_the_report_itself_orders_nothing(text):
    reply = Reply(text, "", talk(), EchoFilter([REPORT]), reads=lambda line: line.startswith(DEFAULT))
    assert reply.of("order", "doubtful") == []


@pytest.mark.parametrize("line", ["LG ann92", "Hi ann92!", "Thanks, ann92.", "LG Ann"])
def test_a_name_with_digits_is_a_name_below_a_greeting(line):
    assert Talk(load("red-dragon"), ["ann92", "Ann"]).reason(line) in ("closing", "greeting")
    assert line == "LG Ann" or Talk(load("red-dragon"), ["Ann"]).reason(line) == ""
