"""A line that one word makes whole is refused with that line, wherever the word stands; shorthand is read."""

import pytest

from pbem.core.orders.ordertext import read_text
from pbem.core.title.game import load, titles
from tests.mail.test_forms import FORMS

GAMES = {title: load(title) for title in titles()}


def read(title, line):
    """``(what it orders, problems)`` of a line by itself."""
    game = GAMES[title]
    orders, problems = read_text(f"seat one\n{line}", game, {"one": [game.powers[0]]}, prose=False)
    items = [*orders.answers, *orders.standing, *orders.petitions]
    said = [{name: value for name, value in one.items() if name not in ("line", "places", "text")} for one in items]
    return said, [one for one in problems if one.is_refusal and one.code != "which-power"]


@pytest.mark.parametrize(
    ("short", "whole"),
    [
        ("op5 with 2xsu30", "op 5 with 2 su-30"),
        ("op-5 with 2 x su-30", "op 5 with 2 su-30"),
        ("op 5 w/ 2 su-30", "op 5 with 2 su-30"),
        ("Op 5 w/2 Su30", "op 5 with 2 su-30"),
    ],
)
def test_shorthand_is_read(short, whole):
    assert read("red-dragon", short) == read("red-dragon", whole) and read("red-dragon", whole)[0]


def test_the_word_that_is_missing_is_told():
    said, (problem,) = read("red-dragon", "op 5 & 2 su-30")
    assert not said and "Did you mean op 5 with 2 su-30?" in str(problem)


def test_what_is_read_without_its_word_is_told_in_a_note():
    game = GAMES["red-dragon"]
    _, [note] = read_text("seat one\nop5 2xsu30", game, {"one": [game.powers[0]]}, prose=False)
    assert note.code == "read-as" and "op 5 with 2xsu30" in str(note)
    assert read("red-dragon", "op5 2xsu30") == read("red-dragon", "op5 with 2xsu30")


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("title", "example"), FORMS)
def test_a_line_that_lacks_a_word_is_mended_into_an_order_or_not_at_all(title, example):
    words = example.split(" ")
    for n in range(1, len(words)):
        for problem in read(title, " ".join(words[:n] + words[n + 1 :]))[1]:
            assert "meant" not in problem.fields or read(title, problem.fields["meant"])[0], problem


def test_a_misspelt_name_before_a_number_is_told():
    (problem,) = read("pacific", "split inda 9, australia 3")[1]
    assert problem.quote == "inda" and "Did you mean India?" in str(problem)
