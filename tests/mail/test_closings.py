"""An order below a greeting, a name, a signature or in what a mail quotes, in every title: docs/mail.md says which of
them counts, which is asked about and which is told as not read; none is carried out or lost without a word.

And orders as keyboards and mail programs change them: all in capitals, and quoted.
"""

import re
import shutil
from email import message_from_bytes
from email.policy import default
from pathlib import Path

import pytest

from tests.cli.tools import done, new_game, orders, pbem, set_up_desk, waits_for

from .desk import kept_lines

TITLES = {
    "red-dragon": ("prc", ["pass"], ["concede", "always intercept: no interception"]),
    "pacific": ("japan", ["buy 3 infantry, submarine"], ["offer draw", "move 2 infantry manchuria -> suiyuan"]),
    "cataclysm": (
        "democracies",
        ["uk: flag for a test no", "france: flag for a test no"],
        ["uk: offer draw", "france: construct army"],
    ),
}
"""{title: (a seat that is asked, what it answers, orders that it may give besides)}"""

COUNTS = {
    "below greetings and a name": "\nGreetings,\nAnn\n{order}",
    "directly below greetings": "\nGreetings\n{order}",
    "below thanks": "\nThanks, Bob\n\n{order}",
    "below regards": "\nBest regards,\nAnn\n\n{order}",
    "below Grüße": "\nMit freundlichen Grüßen\n{order}",
    "below a phone's mark": "\nSent from my iPhone\n{order}",
}
ASKED = {
    "below two dashes": "--\n{order}",
    "below a signature's mark": "\n-- \nAnn\n{order}",
    "below a signature's mark and an office": "\n-- \nAnn Example\nMinistry of War\n{order}",
}
UNREAD = {
    "quoted": "\nOn Sunday Bob wrote:\n> {order}",
    "quoted twice": "\nOn Sunday Bob wrote:\n>> {order}\n> fine",
    "below an original message": "\n-----Original Message-----\nFrom: Bob\nSent: Sunday\n\n{order}",
}


@pytest.fixture(scope="module", params=TITLES)
def begun(request, tmp_path_factory):
    """``(folder of a game with a desk, title)``."""
    folder = tmp_path_factory.mktemp(request.param)
    seat, path = TITLES[request.param][0], folder / "g.json"
    if request.param == "red-dragon":
        path = new_game(folder)
    else:
        done("new", {"cataclysm": "cataclysm/c2"}.get(request.param, request.param), "-o", path)
        pbem("adjudicate", path, "-o", path)
    assert set(waits_for(path)) == {seat}
    set_up_desk(path, "--referee", "cora@example.com", **{seat: "ann@example.org"})
    return folder, request.param


@pytest.fixture
def desk(begun, tmp_path):
    """``(game, seat, its answers, two orders besides)`` of a title: as it began, for a desk answers only so often."""
    shutil.copytree(begun[0], tmp_path / "desk")
    return tmp_path / "desk" / "g.json", *TITLES[begun[1]]


def sent(path, text):
    """``(verdict, receipt, orders that are kept)`` of a mail of Ann with this text."""
    number = len(list(path.parent.glob("*.eml"))) + 1
    mail = path.parent / f"{number}.eml"
    fields = f"From: ann@example.org\nTo: pbem+g@club.example\nMessage-ID: <{number}@x>\n"
    kind = "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n"
    mail.write_text(f"{fields}{kind}\n{text}\n", encoding="utf-8")
    found = done("mail", "in", path, "--from", mail, "--json").json
    (receipt,) = [message_from_bytes(text.encode(), policy=default) for text in found["mails"]]
    kept = kept_lines(Path(f"{path}.mail", "inbox", found["orders"])) if found["orders"] else []
    return found["verdict"], " ".join(receipt.get_body(("plain",)).get_content().split()), kept


def letter(path, seat, answers, closing, order):
    """An order text without the dashes at its end, and a closing with another order in it."""
    return orders(path, seat, *answers).replace("\n--\n", "\n") + closing.format(order=order)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("which", [0, 1])
@pytest.mark.parametrize("place", COUNTS)
def test_an_order_below_a_closing_counts_and_is_told_back(desk, place, which):
    """People remember one more when they have taken leave."""
    path, seat, answers, besides = desk
    verdict, receipt, kept = sent(path, letter(path, seat, answers, COUNTS[place], besides[which]))
    assert verdict == "accepted", receipt
    assert besides[which] in kept and all(answer in kept for answer in answers)
    assert f"| {besides[which]} " in receipt and "Read as chat, and skipped: line" in receipt


@pytest.mark.parametrize("which", [0, 1])
@pytest.mark.parametrize("place", ASKED)
def test_an_order_in_a_signature_is_asked_about_and_nothing_counts_until_then(desk, place, which):
    path, seat, answers, besides = desk
    verdict, receipt, kept = sent(path, letter(path, seat, answers, ASKED[place], besides[which]))
    assert (verdict, kept) == ("unsure", [])
    assert f"«{besides[which]}» not understood: This may be an order, but it is where we read none" in receipt


@pytest.mark.parametrize("which", [0, 1])
@pytest.mark.parametrize("place", UNREAD)
def test_an_order_that_is_quoted_does_not_count_and_that_is_told(desk, place, which):
    path, seat, answers, besides = desk
    verdict, receipt, kept = sent(path, letter(path, seat, answers, UNREAD[place], besides[which]))
    assert verdict == "accepted" and besides[which] not in kept and all(answer in kept for answer in answers)
    assert "Not read, in a quotation: line" in receipt and f"({besides[which]})" in receipt


def test_an_order_in_the_line_that_takes_leave_is_asked_about_or_refused(desk):
    path, seat, answers, besides = desk
    for order in besides:
        verdict, receipt, kept = sent(path, letter(path, seat, answers, "\nThanks, {order}", order))
        assert verdict in ("unsure", "refused") and kept == [] and "«Thanks" in receipt


def test_capitals_are_read_as_small_letters(desk):
    """Header and all, in a mail and in a file."""
    path, seat, answers, besides = desk
    text = orders(path, seat, *answers, *besides)
    small, large = sent(path, text), sent(path, text.upper())
    assert small[0] == large[0] == "accepted", large[1]
    (path.parent / "small.txt").write_text(text)
    (path.parent / "large.txt").write_text(text.upper())
    sentences = [
        [row for row in done("check", path, path.parent / name).out.split("\n") if not row.startswith("      > ")]
        for name in ("small.txt", "large.txt")
    ]
    small, large = (re.sub("(small|large).txt", "", "\n".join(rows)).casefold() for rows in sentences)
    assert small == large and len(sentences[0]) > 4


def test_a_quoted_form_is_an_answer_and_orders_quoted_beside_a_header_are_told(desk):
    """Where the header is quoted as well, what stands in it are the orders: so does a reply look.  Where the header is
    not, nothing that is quoted counts, and in a file neither."""
    path, seat, answers, besides = desk
    text = orders(path, seat, *answers)
    verdict, receipt, kept = sent(path, "\n".join(f"> {line}" for line in text.rstrip("\n").split("\n")))
    assert verdict == "accepted" and all(answer in kept for answer in answers), receipt
    head, rest = orders(path, seat).removesuffix("--\n"), "\n".join(f"> {answer}" for answer in answers)
    verdict, receipt, kept = sent(path, f"{head}\n{rest}")
    assert verdict in ("unsure", "refused") and kept == []
    assert all(answer in receipt for answer in answers)
    (path.parent / "quoted.txt").write_text(f"{head}{rest}\n--\n")
    ran = pbem("check", path, path.parent / "quoted.txt")
    told = " ".join((ran.out + ran.err).split())
    assert "in a quotation" in told and all(f"({answer})" in told for answer in answers)
    assert "No line is refused." not in told
