"""The group of commands: each is imported only when it is called, and every failure ends in an exit code."""

import importlib
import os
import sys
from typing import Any

import click

from pbem.core.data.problems import BrokenFile, Problem, Refused
from pbem.core.data.tables import Sentences

from .commands import COMMANDS, SECTIONS
from .output import be_quiet, forget, print_problems, usage_as_json, visible, warn, what_was_written
from .usage import WrongUsage

_say = Sentences(__name__)

USAGE, REFUSED, BROKEN, INCOMPLETE, BUG, INTERRUPTED = 2, 3, 4, 5, 1, 130
VARIABLE = "_PBEM_COMPLETE"  # set by the script of `pbem completion` while a shell asks
NO_GAME = ("not-a-game", "file-not-json", "file-too-large", "file-unreadable")


def _completing(command: click.Command) -> click.Command:
    """The command as a shell asks for it, with what can stand in its places."""
    from .complete import completing

    return completing(command)


class NobodyReads(Exception):
    """Nobody reads any more what is being printed (``pbem verify games | head``): no error."""


class LazyGroup(click.Group):
    """A group that knows its commands by name and one line of help, and imports the module of the one invoked."""

    def list_commands(self, context: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        command = importlib.import_module(f"pbem.cli.{name.replace('-', '_')}").command
        return _completing(command) if VARIABLE in os.environ else command

    def invoke(self, context: click.Context) -> Any:
        """Run the command, and print all of what it said; what the system refuses is no bug."""
        from pbem.core.data.system import is_closed_pipe

        try:
            code = super().invoke(context)
            sys.stdout.flush()
            return code
        except OSError as error:
            if is_closed_pipe(error):
                raise NobodyReads from None
            place = str(error.filename or "standard output")
            raise BrokenFile(Problem("file-refused", where=place, reason=error.strerror or str(error))) from None

    def format_commands(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        for title, commands in SECTIONS.items():
            with formatter.section(title):
                formatter.write_dl(list(commands.items()))

    def resolve_command(
        self, context: click.Context, arguments: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            name, command, rest = super().resolve_command(context, arguments)
        except click.UsageError as error:
            from pbem.core.data.meant import did_you_mean

            text = f"{error.message} {did_you_mean(arguments[0], COMMANDS)}".rstrip()
            raise click.UsageError(text, error.ctx) from None
        if VARIABLE not in os.environ and command is not None and name is not None and name != "config":
            context.default_map = _settings(command, name)
        return name, command, rest


def _settings(command: click.Command, name: str) -> dict[str, Any] | None:
    """``{command: {option: value}}``: what the settings of the desk say for a command (pbem.toml)."""
    if not os.path.exists("pbem.toml") and "PBEM_CONFIG" not in os.environ:
        return None  # nothing is imported for nothing
    from .settings import read

    return {name: read(COMMANDS).defaults(command, (name,))}


@click.group(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Example: pbem new red-dragon/ready -o malaya-7.json",
)
@click.version_option(package_name="pbem", message="pbem %(version)s")
@click.option(
    "-q",
    "--quiet",
    is_flag=True,
    expose_value=False,
    callback=be_quiet,
    help="Print only results and what is wrong; goes before the command.",
)
def pbem() -> None:
    """The referee for board wargames played by mail: reads a game file and order files, knows the rules,
    rolls fair dice, and writes the next game file and a report.

    Results go to standard output, messages to standard error; - is standard input.
    Exit codes: 0 done, 1 a bug in pbem, 2 wrong usage, 3 orders refused, 4 a file does not hold,
    5 evidence incomplete, 130 interrupted.
    """


def run(arguments: list[str]) -> int:
    """Run the command line; returns the exit code.  No traceback reaches a user."""
    forget()
    with visible():
        return _run(arguments)


def _run(arguments: list[str]) -> int:
    try:
        _refuse_what_is_no_text(arguments)
        code = pbem.main(arguments, prog_name="pbem", standalone_mode=False)
        return code if isinstance(code, int) else 0
    except click.ClickException as error:
        return _wrong_usage(error, arguments)
    except click.Abort as stop:
        return _stopped(stop)
    except Refused as refusal:
        return print_problems(refusal.problems, REFUSED, refusal.fates)
    except BrokenFile as broken:
        from pbem.interface.many import broken_code

        return print_problems(broken.problems, broken_code(broken.problems))
    except NobodyReads:
        return 0
    except Exception as error:
        from pbem.interface.no_such_thing import NoSuchThing

        if isinstance(error, NoSuchThing):
            return _wrong_usage(click.UsageError(str(error)), arguments)
        faults = _faults_of_files(arguments)
        return print_problems(faults, BROKEN) if faults else _bug(error)


def _refuse_what_is_no_text(arguments: list[str]) -> None:
    """A usage error for an argument in bytes of another encoding: it can stand in no file."""
    for one in arguments:
        if any("\ud800" <= letter <= "\udfff" for letter in one):
            raise WrongUsage("argument", text=one[:60])


def _stopped(stop: click.Abort) -> int:
    """The end of a run that was interrupted, or whose questions nobody answers any more, with what it has written."""
    if isinstance(stop.__cause__ or stop.__context__, EOFError):
        warn(_say("ended", written=what_was_written()))
        return USAGE
    warn(_say("interrupted", written=str(stop) or what_was_written()))
    return INTERRUPTED


def _wrong_usage(error: click.ClickException, arguments: list[str]) -> int:
    """What was typed wrongly, as a sentence; as JSON where --json was asked for."""
    if isinstance(error, click.NoSuchOption) and error.option_name in ("-q", "--quiet") and error.ctx:
        told = _say("quiet", error=error.format_message(), command=arguments[0])
        error = click.UsageError(told, error.ctx)
    error.show()
    usage_as_json(error, arguments)
    return USAGE


def _faults_of_files(arguments: list[str]) -> list[Problem]:
    """What does not hold in the game files that are named, where a command stumbled: reading one does not look into
    all of it, so that the fault may be the file's."""
    from pbem.interface.many import faults_of

    for path in filter(os.path.isfile, arguments):
        problems = [problem for problem in faults_of(path) if problem.code not in NO_GAME]
        if problems:
            return problems
    return []


def _bug(error: Exception) -> int:
    """A fault of ours: one sentence, and the traceback in a file that can be sent to us."""
    import tempfile
    import traceback

    handle, path = tempfile.mkstemp(prefix="pbem-bug-", suffix=".txt")
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        traceback.print_exc(file=file)
    print(_told_of(error, path), file=sys.stderr)
    return BUG


def _told_of(error: Exception, path: str) -> str:
    """Whose fault it is, and to whom the traceback at a path is of use."""
    from pbem.core.title.game import at_fault

    found, what = at_fault(error), type(error).__name__
    if found is None:
        return _say("bug", what=what, path=path)
    title, place = found
    return _say("bug-in" if place else "bug-of", title=title, place=place, what=what, error=error, path=path)
