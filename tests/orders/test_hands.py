"""The corpora of typed lines once more, each through the hands of other people: Japanese and German keyboards, phones,
mail programs.  A line means what it meant, or it is refused; it never means anything else."""

from pathlib import Path

import pytest

from pbem.core.rules.game import load
from tests.games.pacific.test_order_text import lines as pacific_lines
from tests.games.pacific.test_order_text import meant
from tests.order_corpus import lines, understood

GAMES = Path(__file__).parent.parent / "games"
CORPORA = {
    "red-dragon": ("ready", GAMES / "red_dragon" / "order_corpus.txt"),
    "cataclysm": ("c2", GAMES / "cataclysm" / "order_corpus.txt"),
}
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
    for title, (_, path) in CORPORA.items()
    for row in lines(path)
    if row[5].isascii() and "\\" not in row[5] and "#" not in row[5]
]
PACIFIC = [row.values for row in pacific_lines() if row.values[1].isascii() and "#" not in row.values[1]]
NAMES = list(HANDS)


def test_the_corpora_are_large_enough_and_many_hands_are_in_them():
    typed = [row[5] for _, path in CORPORA.values() for row in lines(path)]
    assert len(typed) + len(list(pacific_lines())) >= 450
    assert len(PLAIN) > 250 and len(PACIFIC) > 75 and len(HANDS) >= 12


@pytest.mark.parametrize(("number", "row"), list(enumerate(PLAIN)), ids=lambda one: str(one)[:30])
def test_in_another_hand_a_line_means_the_same_or_is_refused(number, row):
    title, _, power, kind, position, about, typed, expected = row
    for name in (NAMES[number % len(NAMES)], NAMES[(number // 5 + 3) % len(NAMES)]):
        found = understood(load(title), CORPORA[title][0], power, kind, position, dict(about), HANDS[name](typed))
        assert found == expected or found.startswith("!"), f"{typed!r} by {name}"


@pytest.mark.parametrize(("number", "row"), list(enumerate(PACIFIC)), ids=lambda one: str(one)[:50])
def test_in_another_hand_a_line_of_pacific_means_the_same_or_is_refused(number, row):
    """In three hands each; what is refused may be refused for another reason, and is never understood."""
    place, typed, expected = row
    plain = meant(place, typed)
    assert (plain[0] == "ok") == (expected == "ok")
    for name in {NAMES[(number + step) % len(NAMES)] for step in (0, 5, 9)}:
        found = meant(place, HANDS[name](typed))
        assert found == plain or found[0] not in ("ok", "none"), f"{typed!r} by {name}"


@pytest.mark.parametrize("name", NAMES)
def test_most_lines_of_pacific_are_understood_in_every_hand(name):
    rows = [row for row in PACIFIC if row[2] == "ok"]
    same = sum(meant(place, HANDS[name](typed)) == meant(place, typed) for place, typed, _ in rows[::3])
    assert same >= 0.95 * len(rows[::3]), f"{name}: {same} of {len(rows[::3])}"


@pytest.mark.parametrize("name", NAMES)
def test_most_lines_are_understood_in_every_hand(name):
    """Tolerance, not only caution: what differs in its surface alone is no reason to refuse a line."""
    rows = [row for row in PLAIN if not row[7].startswith("!")][::7]
    same = 0
    for title, _, power, kind, position, about, typed, expected in rows:
        text = HANDS[name](typed)
        same += understood(load(title), CORPORA[title][0], power, kind, position, dict(about), text) == expected
    assert same >= 0.95 * len(rows), f"{name}: {same} of {len(rows)}"
