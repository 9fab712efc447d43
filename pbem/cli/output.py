"""How commands print: results on standard output, talk on standard error, JSON where it was asked for."""

import sys
from contextlib import contextmanager

import click

from pbem.core.data.problems import messages
from pbem.interface.files import problems_json

_AS_JSON = [False]
USAGE, BROKEN = 2, 4

messages({"usage": "{text}"})


@contextmanager
def visible():
    """A context in which nothing that people typed reaches a terminal raw: what controls a screen is written out.

    Results and talk are JSON or sentences, and pictures and pages go to files; so all that is printed goes this way."""
    kept = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = map(_Visible, kept)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = kept


class _Visible:
    """A text stream that writes out what controls a terminal (core.data.text.visible)."""

    def __init__(self, stream):
        self._stream = stream

    def write(self, text):
        from pbem.core.data.text import visible

        return self._stream.write(visible(text))

    def __getattr__(self, name):
        return getattr(self._stream, name)


def json_option(function):
    """Add --json to a command; problems are then printed as JSON as well."""

    def remember(context, parameter, value):
        _AS_JSON[0] = bool(value)
        return value

    return click.option(
        "--json",
        "as_json",
        is_flag=True,
        callback=remember,
        is_eager=True,
        expose_value=True,
        help="Print the result as JSON.",
    )(function)


def forget():
    """A new run: nobody has asked for JSON yet."""
    _AS_JSON[0] = False


def print_json(value):
    """A value as JSON on standard output, readable and in a fixed order."""
    import json

    click.echo(json.dumps(value, ensure_ascii=False, indent=1, sort_keys=True))


def say(text):
    """Talk: a sentence on standard error."""
    click.echo(text, err=True)


def wrapped(text, first="", others="", width=92):
    """A text in lines of at most so many characters, never broken inside a word or a name with hyphens."""
    import textwrap

    return textwrap.fill(
        text, width, initial_indent=first, subsequent_indent=others, break_long_words=False, break_on_hyphens=False
    )


def print_problems(problems, code):
    """Every problem, a line each, on standard error; with --json also on standard output."""
    for problem in problems:
        print(shown(problem, code == BROKEN), file=sys.stderr)
    if _AS_JSON[0]:
        print_json({"pbem": "problems/1", "exit": code, "problems": problems_json(problems)})


def usage_as_json(error, arguments):
    """Wrong usage as JSON on standard output, where --json was asked for: the option itself may not be read by then."""
    if not _AS_JSON[0] and "--json" not in arguments:
        return
    from pbem.core.data.problems import Problem

    print_json(
        {
            "pbem": "problems/1",
            "exit": USAGE,
            "problems": problems_json([Problem("usage", level="not understood", text=_sentence(error))]),
        }
    )


def _sentence(error):
    text = error.format_message().strip()
    return text if text.endswith((".", "?", "!")) else f"{text}."


def shown(problem, is_of_file=False):
    """A problem as people read it: place and quote, level and rule, sentence and hint, wrapped.

    That something is not allowed is said of orders, not of a file that does not hold.
    """
    head = f"{problem.where}: " if problem.where else ""
    rule = f" [{problem.rule}]" if problem.rule else ""
    first = f"{head}{problem.quote}".rstrip(": ") if problem.quote else ""
    level = "" if is_of_file and problem.level == "not allowed" else f"{problem.level}{rule}: "
    body = f"{level}{problem.text} {problem.hint}".strip()
    if first:
        return first + "\n" + wrapped(body, "    ", "    ", 88)
    return wrapped(head + body, "", "    ")
