"""How commands print: results on standard output, talk on standard error, JSON where it was asked for."""

import io
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TextIO

import click

from pbem.core.data.problems import Problem
from pbem.core.data.tables import Sentences
from pbem.interface.files import problems_json

from .usage import WrongUsage

if TYPE_CHECKING:
    from pbem.core.data.json_types import Json
    from pbem.core.play.gamefile import GameFile

_say = Sentences(__name__)


_AS_JSON, _QUIET, _BEGUN, _COUNTED = [False], [False], [0.0], [False]  # of the run that is under way
USAGE, BROKEN = 2, 4
PATIENCE = 2  # seconds for which a run is no long one


@contextmanager
def visible() -> Iterator[None]:
    """A context in which nothing that people typed reaches a terminal raw: what controls a screen is written out.

    Results and talk are JSON or sentences, and pictures and pages go to files; so all that is printed goes this way."""
    kept = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = (_Visible(_Nowhere() if stream is None else _in_code(stream)) for stream in kept)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = kept


def _in_code(stream: Any) -> Any:
    """A stream that takes every character: what is read from it is UTF-8 with plain line ends, as in every file that
    is written, whatever the system would choose; on a terminal, what that cannot show is spelled out."""
    if isinstance(stream, io.TextIOWrapper):
        code, ends = (None, None) if stream.isatty() else ("utf-8", "\n")
        stream.reconfigure(encoding=code, errors="backslashreplace", newline=ends)
    return stream


class _Nowhere(io.TextIOBase):
    """A stream that whoever called has closed (``>&-``): what is printed there is lost, as was wished."""

    def write(self, text: str) -> int:
        return len(text)


class _Visible:
    """A text stream that writes out what controls a terminal (core.data.text.visible)."""

    def __init__(self, stream: TextIO | _Nowhere) -> None:
        self._stream = stream

    def write(self, text: Any) -> Any:
        from pbem.core.data.text import visible

        try:
            return self._stream.write(visible(text))
        except OSError:
            if self is not sys.stderr:
                raise
            return len(text)  # talk to nobody keeps nothing from being done

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def remember(context: click.Context, parameter: click.Parameter, value: Any) -> Any:
    """Keep in mind whether JSON was asked for: problems are then printed as JSON as well."""
    _AS_JSON[0] = bool(value)
    return value


def forget() -> None:
    """A new run: nobody has asked for JSON yet, or for quiet."""
    _AS_JSON[0], _QUIET[0], _BEGUN[0], _COUNTED[0] = False, False, time.monotonic(), False


def be_quiet(context: click.Context, parameter: click.Parameter, value: bool) -> None:
    """Say nothing from now on but results and what is wrong."""
    _QUIET[0] = value


def progress(done: int, due: int, what: str, hidden: bool = False) -> None:
    """How far a run is that has taken longer than two seconds, on a terminal; `hidden` if that shows other lines."""
    terminal = sys.__stderr__  # which is to move to the beginning of its line
    is_seen = due > 1 and not hidden and not _QUIET[0] and terminal and terminal.isatty()
    if is_seen and (_COUNTED[0] or time.monotonic() - _BEGUN[0] > PATIENCE):
        _COUNTED[0] = done < due
        print(f"\r{done} of {due} {what}", end="\n" if done == due else "", file=terminal, flush=True)


def print_json(value: Any) -> None:
    """A value as JSON on standard output, readable and in a fixed order."""
    from pbem.core.data.text import readable_json

    print(readable_json(value))


def tell(as_json: bool, value: Any, as_text: Callable[..., str], *arguments: Any) -> None:
    """What a command came to, on standard output: as JSON, or what `as_text` makes of the arguments for people."""
    print_json(value) if as_json else print(as_text(*arguments))


def done(as_json: bool, value: Any, *sentences: str) -> None:
    """What a command has done: as JSON on standard output, or as talk."""
    if as_json:
        print_json(value)
    for sentence in () if as_json else sentences:
        say(sentence)


def answered_with(as_json: bool, file: "GameFile", seat: str, question: str, lines: list[str]) -> None:
    """The answer to a question of a seat, in lines."""
    found = {"pbem": "answer/1", "game": file.name, "seat": seat, "question": question, "answer": lines}
    tell(as_json, found, "\n".join, lines)


def put(path: str, content: bytes | str, as_json: bool, what: str, game: str | None = None, sentence: str = "") -> None:
    """Write what a command has made, and with --json tell of it (written/1); a text for standard output then stands in
    the JSON.

    what      it is, in a few words;  game  the name of the game that it belongs to
    sentence  said of a file otherwise
    """
    if not as_json or path != "-":
        write(path, content)
    if as_json:
        print_json(written([path], what, game, None if path != "-" else content))
    elif sentence and path != "-":
        say(sentence)


def write(path: str, content: bytes | str) -> None:
    """Write what a command has made to a file, or to standard output for ``-``: a text as everything else is printed
    there, with what controls a screen written out."""
    from pbem.core.data import store
    from pbem.core.data.text import visible

    store.write(path, visible(content) if path == "-" and isinstance(content, str) else content)


def apart(as_json: bool, *paths: str | None) -> None:
    """A usage error if the JSON of a command and a file that it writes would both go to standard output."""
    if as_json and "-" in paths:
        raise WrongUsage("json-only")


def wrote(as_json: bool, path: str, what: str, game: str, sentence: str) -> None:
    """Say that something was written: in a sentence, or with its path as JSON."""
    done(as_json, written([path], what, game), sentence)


def written(paths: list[str], what: str, game: str | None = None, text: str | bytes | None = None) -> "Json":
    """What was written, as JSON (schemas/written.schema.json); `text` is what was meant for standard output."""
    files = [path for path in paths if path != "-"]
    return {"pbem": "written/1", "what": what, "game": game, "files": files, "text": text}


def say(text: str) -> None:
    """Talk: a sentence on standard error, unless quiet was asked for."""
    if not _QUIET[0]:
        warn(text)


def warn(text: str) -> None:
    """A sentence on standard error that is said in any case: something is wrong, or odd."""
    print(text, file=sys.stderr)


def what_was_written() -> str:
    """What a run that ends early has written, in a sentence; each file is whole."""
    from pbem.core.data.store import WRITTEN

    told = list(dict.fromkeys(WRITTEN))
    name = "many-files" if told[3:] else "files" if told[1:] else "file" if told else "no-file"
    return _say(name, count=len(told), files=told, last=told[-1] if told else "")


def wrapped(text: str, first: str = "", others: str = "", width: int = 92) -> str:
    """A text in lines of at most so many characters, never broken inside a word or a name with hyphens."""
    import textwrap

    return textwrap.fill(
        text, width, initial_indent=first, subsequent_indent=others, break_long_words=False, break_on_hyphens=False
    )


def print_problems(problems: list[Problem], code: int, fates: "Json | None" = None) -> int:
    """Every problem, a line each, on standard error; with --json also on standard output, with the fates of lines where
    a check has looked at them.  The exit code again."""
    for problem in problems:
        print(shown(problem, code == BROKEN), file=sys.stderr)
    if _AS_JSON[0]:
        found = {"pbem": "problems/1", "exit": code, "problems": problems_json(problems)}
        print_json(found if fates is None else {**found, "fates": fates})
    return code


def usage_as_json(error: click.ClickException, arguments: list[str]) -> None:
    """Wrong usage as JSON on standard output, where --json was asked for: the option itself may not be read by then."""
    if not _AS_JSON[0] and "--json" not in arguments:
        return

    print_json(
        {
            "pbem": "problems/1",
            "exit": USAGE,
            "problems": problems_json([Problem("usage", level="not understood", text=_sentence(error))]),
        }
    )


def _sentence(error: click.ClickException) -> str:
    text = error.format_message().strip()
    return text if text.endswith((".", "?", "!")) else f"{text}."


def shown(problem: Problem, is_of_file: bool = False) -> str:
    """A problem as people read it: place and quote, level and rule, sentence and hint, wrapped.

    That something is not allowed is said of orders, not of a file that does not hold.
    """
    head = f"{problem.where}: " if problem.where else ""
    rule = f" [{problem.rule}]" if problem.rule else ""
    first = f"{head}{problem.quote}".rstrip() if problem.quote else ""
    level = "" if is_of_file and problem.level == "not allowed" else f"{problem.level}{rule}: "
    body = f"{level}{problem.text} {problem.hint}".strip()
    if first:
        return first + "\n" + wrapped(body, "    ", "    ", 88)
    return wrapped(head + body, "", "    ")
