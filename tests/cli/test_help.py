"""The help: every command is listed once, has an example that can be parsed, and completes in a shell."""

import shlex

import click
import pytest

from pbem.cli.commands import COMMANDS, SECTIONS
from pbem.cli.group import pbem as group
from tests.cli.tools import pbem, pbem_alone


def commands():
    """(words, command) of every command and subcommand."""
    for name in COMMANDS:
        command = group.get_command(None, name)
        if isinstance(command, click.Group):
            for inner in command.list_commands(None):
                yield f"{name} {inner}", command.get_command(None, inner)
        else:
            yield name, command


ALL = dict(commands())


@pytest.mark.parametrize("words", sorted(ALL))
def test_the_example_of_a_command_is_one_that_it_takes(words):
    """The example is parsed by click as it stands: every option is known, every argument has its place."""
    epilog = ALL[words].epilog or ""
    assert epilog.startswith("Example: "), f"{words} has no example"
    text = epilog.removeprefix("Example: ")
    if text.startswith('eval "$('):
        text = text.removeprefix('eval "$(').removesuffix(')"')
    parts = [part.split(" < ")[0].split(" > ")[0] for part in text.split(" | ")]
    line = shlex.split(next((part for part in parts if part.startswith(f"pbem {words}")), ""))
    assert line, epilog
    given = line[1 + len(words.split()) :]
    context = ALL[words].make_context(words, given, parent=click.Context(group, info_name="pbem"))
    assert context.params


@pytest.mark.parametrize("words", sorted(ALL))
def test_the_help_of_a_command_says_what_it_does_and_shows_the_example(words):
    run = pbem(*words.split(), "--help")
    assert run.code == 0 and "Example: pbem" in run.out.replace('eval "$(', "")
    assert ALL[words].help and all(
        parameter.help for parameter in ALL[words].params if isinstance(parameter, click.Option)
    ), f"{words}: an option without help"


def test_every_command_stands_once_in_the_list_for_people():
    assert sum(map(len, SECTIONS.values())) == len(COMMANDS)
    listed = pbem("--help").out
    assert "To begin:" in listed and "To referee:" in listed
    for name, text in COMMANDS.items():
        assert f"  {name} " in listed and text.split()[0] in listed


@pytest.mark.parametrize(
    "shell, words", [("bash", "complete -o nosort"), ("zsh", "#compdef pbem"), ("fish", "complete --")]
)
def test_the_script_for_a_shell_is_printed_and_nothing_is_said_where_a_shell_begins(shell, words):
    run = pbem("completion", shell)
    assert run.code == 0 and words in run.out and "_PBEM_COMPLETE" in run.out
    assert run.err == "" and "~/." in " ".join(pbem("completion", "--help").out.split())


@pytest.mark.parametrize(
    "typed, offered",
    [
        ("pbem wha", "whatif"),
        ("pbem adj", "adjudicate"),
        ("pbem whatif --rep", "--repeat"),
        ("pbem orders c", "convert"),
    ],
)
def test_a_shell_is_offered_commands_and_options(typed, offered):
    words = f"_PBEM_COMPLETE=bash_complete COMP_CWORD={len(typed.split()) - 1}"
    setting = "; ".join(
        f"os.environ[{name!r}] = {value!r}"
        for name, value in [*(pair.split("=") for pair in words.split()), ("COMP_WORDS", typed)]
    )
    run = pbem_alone(before=f"import os; {setting}")
    assert f"plain,{offered}" in run.out.split()


def test_a_misspelt_command_is_answered_with_the_near_one():
    run = pbem("adjudikate")
    assert run.code == 2 and "Did you mean adjudicate?" in run.err


def test_json_asked_for_once_is_not_printed_the_next_time():
    assert pbem("status", "nowhere.json", "--json").out
    assert pbem("form", "nowhere.json", "prc").out == ""
