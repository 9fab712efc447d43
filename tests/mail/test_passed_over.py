"""An order in a part of a mail that is passed over: it counts, it is asked about, or the receipt tells that it was not
read; it never vanishes."""

import itertools
from pathlib import Path

import pytest

from .desk import OP, Desk

PASS = "pass"
OTHER = "op 5 with prc-j-10-1"
PLACES = {
    "below two dashes": f"{PASS}\n--\n{OP}",
    "below a signature mark, behind a name": f"{PASS}\n\n-- \nAnn\n{OP}",
    "below thanks": f"{PASS}\n\nThanks a lot!\n{OP}",
    "below regards": f"{PASS}\n\nViele Grüße\nAnn\n{OP}",
    "below a phone's mark": f"{PASS}\n\nVon meinem iPhone gesendet\n{OP}",
    "directly below a phone's mark": f"{PASS}\nSent from my iPhone\n{OP}",
    "above the order": f"Hi Bob,\n{OP}\n\n{PASS}",
    "in a quotation": f"{PASS}\n\nAm 3. Januar schrieb Bob:\n> {OP}",
    "in a quotation of a quotation": f"{PASS}\n\nOn Sunday Bob wrote:\n> > {OP}\n> good luck",
    "in a quotation above": f"> {OP}\n\n{PASS}",
    "below an original message": f"{PASS}\n\n----- Original Message -----\nFrom: Bob\nSent: Sunday\n\n{OP}",
    "among words to another": f"{PASS}\n\nto allied: have a nice day\n{OP}",
    "as the announcement of a quotation": f"{PASS}\n\n{OP}:\n> words\n",
    "as words to another": f"to allied: {OP}\n\n{PASS}",
    "as a question": f"{PASS}\n\n{OP}?",
}

ASKED = (
    "always return fire at carriers",
    "If carriers attack us we always fire back at them.",
    "The SAGs in China Central sail wherever the carriers go.",
    "Never intercept over Taiwan.",
    "Everything returns to where it came from.",
)
TOLD = (
    "The carriers were lucky.",
    "Nice attack on my carriers!",
    "I hope the carriers return soon.",
    "Always a pleasure to play against you.",
    "The weather is bad here.",
    "Will the carriers attack Taiwan?",
    "If you attack Taiwan I shall cry.",
)


@pytest.fixture(scope="module")
def desk(tmp_path_factory):
    return Desk(tmp_path_factory.mktemp("not-read"))


def told_of(desk, body):
    """``(verdict, receipt, orders that were kept)`` of a mail."""
    Path(desk.box.path("arrivals.db")).unlink(missing_ok=True)
    header = f"game {desk.file.name}\nseat prc\nentry {desk.file.next}\nhead {desk.file.head}\n"
    fields = "From: ann@example.org\nTo: pbem+malaya-7@club.example\nMessage-ID: <n1@example.org>\n"
    fields += "MIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n"
    decision = desk.receive(f"{fields}\n{header}\n{body}\n".encode())
    kept = decision.arrival["orders"]
    orders = Path(desk.box.path("inbox", kept)).read_text() if kept else ""
    receipt = decision.answer.get_body(("plain",)).get_content() if decision.answer is not None else ""
    return decision.verdict, " ".join(receipt.split()), orders


@pytest.mark.parametrize("place", PLACES)
def test_an_order_that_was_passed_over_is_told(desk, place):
    verdict, receipt, orders = told_of(desk, PLACES[place])
    assert verdict in ("accepted", "unsure", "refused")
    if verdict == "accepted" and OP not in orders:
        assert "Not read" in receipt and OP in receipt or "went on to" in receipt, receipt
    if verdict == "refused":
        assert "line 8 " in receipt, receipt


@pytest.mark.parametrize("first, second", [*itertools.permutations([PASS, OTHER, "if taiwan is prc: pass"], 2)])
def test_quoted_orders_are_told_beside_others(desk, first, second):
    verdict, receipt, orders = told_of(desk, f"{first}\n\nBob wrote:\n> {second}\n")
    assert verdict in ("accepted", "refused") and f"\n{second}\n" not in orders
    assert f"({second})" in receipt and "Not read, in a quotation" in receipt


@pytest.mark.parametrize("sentence", ASKED)
def test_a_sentence_that_sounds_ordered_is_never_skipped(desk, sentence):
    assert told_of(desk, f"{OP}\n\n{sentence}")[0] == "unsure"


@pytest.mark.parametrize("sentence", TOLD)
def test_what_tells_of_the_game_is_talk(desk, sentence):
    assert told_of(desk, f"{OP}\n\n{sentence}")[0] == "accepted"
