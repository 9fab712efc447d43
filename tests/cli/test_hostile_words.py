"""What a stranger types or names, in every place of every command, as click knows them: documented exit codes, no
character that a terminal obeys, no file where none was named, whatever the format."""

import re
from itertools import islice
from pathlib import Path

import click
import pytest

from tests.cli import test_every_json as every
from tests.cli.tools import done, pbem
from tests.thorough import WHOLE

made, desk = every.made, every.desk  # the folder with files for every command, and a copy of it to work in
WORDS = {
    "an escape": "Ann\x1b]0;pwn\x07\x1b[31m",
    "two lines": "a\nb",
    "the folder above": "..",
    "a path above": "../../out/side",
    "marks of direction": "\u202egpj.\u2066exe",
    "very long": "A" * 300,
    "a number without end": "9" * 400,
    "nothing": "",
    "half a letter": "\udce9",
    "an option": "--help-me",
}
AT_ONCE = len(WORDS) if WHOLE else 2  # of WORDS in each place; the next place takes the next ones
FOLDERS = ("-o", "--games", "--out")  # behind these a folder is named, and may be any
OBEYED = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
CODES = {0, 2, 3, 4, 5}


def places(name):
    """``(number of a word, words that stand there instead)`` for each word of an example that is no option's name."""
    turn = every.NAMES.index(name) * AT_ONCE
    for number, word in enumerate(every.EXAMPLES[name][1].split()):
        if not word.startswith("-"):
            yield number, list(islice(list(WORDS.values()) * 2, turn % len(WORDS), turn % len(WORDS) + AT_ONCE))
            turn += AT_ONCE


def files_above(folder):
    return {path.name for path in folder.parent.parent.iterdir()} | {path.name for path in folder.parent.iterdir()}


def assert_clean(typed):
    run = pbem(*typed)
    assert run.code in CODES, (typed, run)
    assert not OBEYED.search(run.out + run.err), (typed, run)
    assert "Traceback" not in run.err and len(run.err) < 20_000, (typed, run)
    return run


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", every.NAMES)
def test_every_place_of_a_command_takes_any_word(desk, name):
    words, start, before = desk(name), len(name.split()), files_above(Path.cwd())
    for number, others in places(name):
        place = start + number
        for value in others:
            assert_clean([*words[:place], value, *words[place + 1 :]])
            assert words[place - 1] in FOLDERS or files_above(Path.cwd()) == before, (words, value)


def test_each_word_is_tried_in_many_places():
    tried = [value for name in every.NAMES for _, values in places(name) for value in values]
    assert all(tried.count(value) > 30 for value in WORDS.values())


CHOICES = [
    (name, (option.opts[-1], str(value)))
    for name in every.NAMES
    for option in every.LEAVES[name].params
    if isinstance(option, click.Option) and isinstance(option.type, click.Choice)
    for value in option.type.choices
]


@pytest.mark.sampled(6)
@pytest.mark.parametrize(("name", "choice"), CHOICES, ids=lambda one: " ".join(one) if isinstance(one, tuple) else one)
def test_what_people_typed_is_visible_in_every_format(desk, name, choice):
    """A reason in the record and a remark beside the game, as they come out of every option that is one of a few
    words."""
    words = desk(name)
    for path in ("g.json", "over.json"):
        agreed = ("--agreed", "prc", "--agreed", "allied", "--reason", WORDS["an escape"])
        done("desk", "note", path, WORDS["marks of direction"], "--now", "2027-01-01")
        pbem("desk", "takeback", path, *agreed, "-o", path)
    assert_clean([*words[: len(name.split())], *choice, *words[len(name.split()) :]])
    for path in Path.cwd().rglob("*.md"):
        assert not OBEYED.search(path.read_text(encoding="utf-8")), path
