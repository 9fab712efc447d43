"""An order that a phone or a person breaks into several lines is read as the one that it is, or asked about; never as
another."""

import functools
from textwrap import wrap

import pytest

from pbem.core.data.problems import refusals
from pbem.core.orders.ordertext import read_text
from pbem.core.title.game import load, titles
from pbem.mail.reply import Reply
from pbem.mail.talk import Talk
from tests.growth import grows_in_proportion
from tests.thorough import some

from .desk import OP
from .test_forms import FORMS
from .test_wishes import of_copy, waiting

INDENTS = {"plain": "", "indented": "    ", "with a tab": "\t"}
COLUMNS = some((24, 27, 30, 33, 36, *range(40, 79, 2)), 6)


class Reader:
    """Reads mails of one power of a title."""

    def __init__(self, title):
        self.game, self.known = load(title), {}
        self.power = self.game.powers[0]
        self.talk = Talk(self.game, ["Ann", "Bob"])

    def text(self, text):
        orders, problems = read_text(f"seat one\n{text}", self.game, {"one": [self.power]}, prose=False)
        items = [*orders.answers, *orders.standing, *orders.petitions]
        said = [{name: value for name, value in one.items() if name not in ("line", "places", "text")} for one in items]
        return said, [one for one in refusals(problems) if one.code != "which-power"]

    def reads(self, text):
        if text not in self.known:
            said, refused = self.text(text)
            self.known[text] = bool(said) and not refused
        return self.known[text]

    def mail(self, text):
        """``(what it orders, whether the sender is asked)``."""
        reply = Reply(text, "", self.talk, reads=self.reads)
        said, refused = self.text(reply.order_text())
        return said, bool(refused or reply.of("doubtful"))


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    return waiting(tmp_path_factory.mktemp("broken"))


@pytest.fixture
def desk(made, tmp_path):
    return of_copy(made, tmp_path)


reader_of = functools.cache(Reader)


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("title", "example"), FORMS)
def test_an_order_is_the_same_wherever_it_is_broken(title, example):
    reader = reader_of(title)
    meant, is_asked = reader.mail(f"Hi Bob\n\n{example}\n\nKind regards\nAnn")
    assert meant and not is_asked
    tried = set()
    for columns in COLUMNS:
        for indent in INDENTS.values():
            rows = wrap(example, columns, break_long_words=False, break_on_hyphens=False, subsequent_indent=indent)
            text = "\n".join(["Hi Bob", "", *rows, "", "Kind regards", "Ann"])
            found, is_asked = reader.mail(text) if text not in tried else (meant, False)
            tried.add(text)
            assert found == meant and not is_asked, rows


@pytest.mark.parametrize("title", titles())
def test_two_orders_below_each_other_stay_two_however_they_are_broken(title):
    """Those of 40 columns and more, as programs break them: or the sender is asked."""
    reader = reader_of(title)
    examples = [one.values[1] for one in FORMS if one.values[0] == title]
    for first, second in zip(examples, examples[1:]):
        meant, is_asked = reader.mail(f"{first}\n{second}")
        for columns in () if is_asked else (30, 40, 50, 60, 78):
            rows = [row for one in (first, second) for row in wrap(one, columns, break_on_hyphens=False)]
            found, is_asked = reader.mail("\n".join(rows))
            assert found == meant or is_asked, rows


@pytest.mark.sampled(3)
@pytest.mark.parametrize("lines", ["pass\n", "op 5 with\n", "op 5 with prc-jh-7-1,\n", "buy\nAnn\n", "when op:\n"])
def test_time_is_linear_in_lines_that_may_go_on(lines):
    """Four times as many take some four times as long; what looks back at all of them each time would take sixteen."""
    reader = Reader("red-dragon")

    def read(size):
        Reply(lines * (size // len(lines)), "", reader.talk, reads=reader.reads)

    read(1_000)
    assert grows_in_proportion(read, 6_000, 24_000)


AGAIN = (
    " ",
    "a ",
    "1 2 ",
    "; ",
    ", please",
    "please ",
    "a@.",
    "-1",
    "a:",
    "> ",
    "op 5 ",
    "when op: ",
    "to all: ",
    "no wait, ",
)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("piece", AGAIN)
def test_a_long_line_of_one_thing_again_and_again_is_read_in_time(piece):
    """Ten lines as long as any that is read, behind nothing, an order and a word."""
    reader = Reader("red-dragon")

    def read(length):
        line = piece * (length // len(piece))
        text = "\n".join(f"{('', 'op 5 with ', 'x ')[n % 3]}{line} {n}" for n in range(10))
        Reply(text, "", reader.talk, reads=reader.reads)

    assert grows_in_proportion(read, 1_975, 7_900)


@pytest.mark.parametrize("broken", ["op 5 with\nprc-jh-7-1", "op 5\n   with\n   prc-jh-7-1", "op 5 with prc-\njh-7-1"])
def test_the_receipt_tells_what_was_put_together(desk, broken):
    verdict, mails = desk.says(f"Hello\n\n{broken}\n\nAnn")
    assert verdict == "accepted" and desk.inbox == [OP], mails
    assert "This was read as part of line" in mails["ann@example.org"]


def test_what_is_signed_below_an_order_is_no_end_of_it(desk):
    for below in ("Ann", "Thanks!", "PRC", "# a note", "status", "-- "):
        verdict, mails = desk.says(f"{OP}\n{below}")
        assert verdict == "accepted" and set(desk.inbox) == {OP}, (below, mails)


SENTENCES = (
    ("pacific", "no combat moves"),
    ("pacific", "I would like to buy two infantry"),
    ("cataclysm", "I pass this time"),
)


@pytest.mark.parametrize("title, sentence", SENTENCES)
def test_a_sentence_that_is_broken_between_any_two_words_is_never_chat(title, sentence):
    reader, words = reader_of(title), sentence.split()
    whole = reader.mail(f"Hi Bob\n\n{sentence}\n\nAnn")
    assert any(whole)
    for place in range(2, len(words)):
        rows = [" ".join(words[:place]), " ".join(words[place:])]
        found = reader.mail("\n".join(["Hi Bob", "", *rows, "", "Ann"]))
        assert found == whole or any(found), rows
        assert not (whole[0] and found[0]) or found == whole, rows


def test_chat_that_is_broken_orders_nothing():
    said = (
        "We had a great time at the club on Saturday and I hope that you are all well, see you next week at the game."
    )
    for title in titles():
        for columns in (36, 44, 60):
            assert reader_of(title).mail("\n".join(["Hi Bob", "", *wrap(said, columns), "", "Ann"])) == ([], False)
