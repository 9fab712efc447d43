"""Rows of parameters (pbem/cli/parameters.json) and the functions that take them are held to each other."""

import json
from collections.abc import Iterator
from inspect import signature
from typing import Any

import click
import pytest

from pbem.cli.group import pbem
from pbem.cli.notes import Act
from pbem.cli.parameters import COMMANDS, SHARED
from pbem.cli.report import SUFFIXES


def commands(group: Any = pbem, *words: str) -> Iterator[tuple[str, click.Command]]:
    """``(words, command)`` of every command that is no group."""
    context = click.Context(group)
    for name in group.list_commands(context):
        found = group.get_command(context, name)
        if isinstance(found, click.Group):
            yield from commands(found, *words, name)
        else:
            yield " ".join([*words, name]), found


EVERY = dict(commands())


def test_every_command_has_a_row_and_every_row_is_of_a_command():
    assert set(EVERY) == set(COMMANDS)


def test_every_shared_row_is_taken():
    taken: set[str] = set()

    def take(one: Any) -> None:
        if isinstance(one, list):
            for inner in one:
                take(inner)
        elif name := one if isinstance(one, str) else one.get("like"):
            taken.add(name)
            take(SHARED[name])

    take([row["takes"] for row in COMMANDS.values()])
    assert taken == set(SHARED)


def test_what_two_commands_take_in_the_same_words_is_shared():
    own = [json.dumps(one) for row in COMMANDS.values() for one in row["takes"] if len(one) > 1 and "help" in one]
    assert [one for one in own if own.count(one) > 1] == []


@pytest.mark.parametrize("words", EVERY)
def test_a_function_takes_what_its_row_says(words):
    command = EVERY[words]
    given = {parameter.name for parameter in command.params if parameter.expose_value}
    takes = dict(signature(command.callback).parameters)
    takes.pop("context", None)
    if takes.pop("file", None):  # of a note: how it is said is taken before
        given -= {*Act._fields, "again"}
    named = {name for name, one in takes.items() if one.kind is not one.VAR_KEYWORD}
    assert named <= given
    assert named == given or len(named) < len(takes), given - named


@pytest.mark.parametrize("words", COMMANDS)
def test_an_example_is_of_its_command(words):
    assert f"pbem {words}" in COMMANDS[words]["example"]


def test_a_report_is_written_in_every_form_that_has_a_suffix():
    (form,) = (one for one in COMMANDS["report"]["takes"] if isinstance(one, dict) and one["name"] == "--format form")
    assert form["type"] == list(SUFFIXES)
