"""The corpora of typed lines once more, each through the hands of other people: Japanese and German keyboards, phones,
mail programs.  A line means what it meant, or it is refused; it never means anything else."""

import pytest

from tests.order_corpus import CORPORA, lines, understood
from tests.thorough import some

WIDE = {number: number + 0xFEE0 for number in range(0x21, 0x7F)}
MARKS = {ord(","): "、", ord("."): "。", ord(";"): "；", ord(":"): "："}


def _japanese(text):
    return text.replace("->", "→").translate(WIDE).replace(" ", "\u3000")


def _soft(text):
    """A hyphenation mark that nobody sees in every longer word."""
    words = text.split(" ")
    return " ".join(f"{word[:3]}\u00ad{word[3:]}" if len(word) > 6 and word.isalpha() else word for word in words)


HANDS = {
    "a Japanese keyboard, full width": _japanese,
    "a Japanese keyboard, its marks only": lambda text: text.translate(MARKS),
    "a German word processor: dashes for hyphens": lambda text: text.replace("->", "→").replace("-", "–"),
    "a German mail program: hard spaces": lambda text: text.replace(" ", "\u00a0"),
    "a phone: a capital and a full stop": lambda text: f"{text[:1].upper()}{text[1:].rstrip('.')}.",
    "a phone: two spaces, and one at the end": lambda text: text.replace(" ", "  ") + " ",
    "a phone: hyphens that do not break": lambda text: text.replace("->", "→").replace("-", "\u2011"),
    "a mail program: a bullet": lambda text: f"• {text}",
    "a mail program: marks that nobody sees": _soft,
    "a mail program: entities": lambda text: text.replace("->", "-&gt;").replace(" ", "&nbsp;", 1),
    "a loud hand": str.upper,
    "a typist: an arrow of equals signs": lambda text: text.replace("->", "=>"),
}
PLAIN = [
    (title, *row)
    for title in CORPORA
    for row in lines(title)
    if row[5].isascii() and "\\" not in row[5] and "#" not in row[5]
]
NAMES = list(HANDS)


def test_the_corpora_are_large_enough_and_many_hands_are_in_them():
    assert sum(len(lines(title)) for title in CORPORA) >= 800
    assert len(PLAIN) > 550 and len(HANDS) >= 12


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", NAMES)
def test_in_another_hand_a_line_means_the_same_or_is_refused(name):
    """Each line by one hand in make test, by three in make thorough."""
    for step in some((0, 5, 9), 3):
        for title, _, *asked, typed, expected in PLAIN[(NAMES.index(name) - step) % len(NAMES) :: len(NAMES)]:
            found = understood(title, *asked, HANDS[name](typed))
            assert found == expected or found.startswith("!"), f"{typed!r} by {name}"


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", NAMES)
def test_most_lines_are_understood_in_every_hand(name):
    """Tolerance, not only caution: what differs in its surface alone is no reason to refuse a line."""
    rows = [row for row in PLAIN if not row[-1].startswith("!")][::5]
    same = 0
    for title, _, *asked, typed, expected in rows:
        same += understood(title, *asked, HANDS[name](typed)) == expected
    assert same >= 0.95 * len(rows), f"{name}: {same} of {len(rows)}"
