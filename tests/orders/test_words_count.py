"""Properties of reading, for random answers of the made-up title: no word is passed over, none is read twice."""

import os

from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.core.data.problems import refusals
from pbem.core.language.errors import ParseError
from pbem.core.language.parser import nexts
from pbem.core.trial.selfplay import Chance

from .test_declared import ANSWER, ASK, MARCH, NAMES, PLACE, Board

KINDS = st.sampled_from([MARCH, ANSWER, PLACE])
WORDS = "with via at to and army fleet rome paris france 2 all both attack support fire halt no"
VOCABULARY = st.sampled_from(WORDS.split())
WIDE = int(os.environ.get("PBEM_WIDE", "1"))  # times as many examples (make wide)
SEEDS = st.integers(0, 10_000)


def line_of(kind, seed):
    """A random answer and the first of its lines, with the others behind it."""
    answer = kind.sample(Board(), ASK, Chance(f"words-{seed}"))
    first, *others = kind.text(answer)
    return answer, first, others


def meaning(kind, lines):
    """The answer of lines, None if anything is refused."""
    try:
        value = kind.combine([kind.read(line, NAMES) for line in lines])
    except ParseError:
        return None
    answer, problems = kind.settle(Board(), ASK, value)
    return None if refusals(problems) or refusals(kind.check(Board(), ASK, answer)) else answer


@settings(max_examples=300 * WIDE, deadline=None)
@given(KINDS, SEEDS, VOCABULARY, st.integers(0, 40))
def test_a_word_more_is_refused_or_changes_the_answer(kind, seed, word, place):
    answer, line, others = line_of(kind, seed)
    words = line.split(" ")
    place %= len(words) + 1
    divides = word in ("and", "support", "fire") and words[place - 1][-1] in ",;"  # "a, and b" is "a, b"
    counts = word in ("all", "both", "2")  # all of one is one
    if not divides and not counts:
        assert meaning(kind, [" ".join([*words[:place], word, *words[place:]]), *others]) != answer


@settings(max_examples=300 * WIDE, deadline=None)
@given(KINDS, SEEDS, st.integers(0, 40))
def test_a_word_less_or_a_word_twice_is_refused_or_changes_the_answer(kind, seed, place):
    answer, line, others = line_of(kind, seed)
    words = line.split(" ")
    place %= len(words)
    less = [*words[:place], *words[place + 1 :]]
    twice = [*words[: place + 1], *words[place:]]
    for changed in (less, twice):
        assert meaning(kind, [" ".join(changed), *others]) != answer


@settings(max_examples=200 * WIDE, deadline=None)
@given(KINDS, SEEDS, st.integers(1, 40))
def test_every_beginning_of_a_line_may_be_gone_on_with(kind, seed, place):
    _, line, _ = line_of(kind, seed)
    words = line.split(" ")
    following, whole = nexts(" ".join(words[: 1 + place % len(words)]), NAMES, [kind])
    assert following or whole


@settings(max_examples=300 * WIDE, deadline=None)
@given(st.text(max_size=200))
def test_no_text_makes_reading_raise(text):
    for kind in (MARCH, ANSWER, PLACE):
        try:
            reading = kind.read(text, NAMES)
        except ParseError as error:
            assert str(error.problem)
        else:
            assert kind.read(kind.wording(reading), NAMES) == reading
