"""The man pages, from the commands: one for pbem and one for each command, its subcommands in it.

`tools/pages.py` (make docs) writes them into man/.  They carry no date, so that they change only with the program.
"""

import importlib
import re


def pages(exit_codes):
    """``{file name: text}`` of every man page; `exit_codes` are the rows ``| code | meaning |`` of a table."""
    from pbem.cli.commands import COMMANDS

    commands = {name: importlib.import_module(f"pbem.cli.{name.replace('-', '_')}").command for name in COMMANDS}
    status = _exit_status(exit_codes)
    made = {f"pbem-{name}.1": _page(name, command, status) for name, command in commands.items()}
    return {"pbem.1": _main(status), **made}


def _main(status):
    from pbem.cli.commands import SECTIONS
    from pbem.cli.group import pbem

    lines = [
        *_head("pbem", "the referee for board wargames played by mail"),
        ".SH SYNOPSIS",
        r"\fBpbem\fR \fICOMMAND\fR [\fIARGUMENT\fR ...]",
        ".SH DESCRIPTION",
        *_prose(_until_exit_codes(pbem.help)),
    ]
    for title, commands in SECTIONS.items():
        lines += [f".SH {_text(title).upper()}"]
        for name, line in commands.items():
            lines += [".TP", rf"\fBpbem\-{_text(name)}\fR(1)", _text(line)]
    return "\n".join([*lines, *_options(pbem, "pbem"), *status, *_example(pbem)]) + "\n"


def _page(name, command, status):
    from pbem.cli.commands import COMMANDS

    words = f"pbem {name}"
    lines = [*_head(f"pbem-{name}", COMMANDS[name].rstrip("."))]
    inner = getattr(command, "commands", {})
    rows = {f"{words} {sub}": subcommand for sub, subcommand in inner.items()} or {words: command}
    lines.append(".SH SYNOPSIS")
    for number, (full, each) in enumerate(rows.items()):
        lines += [*([".br"] if number else []), _usage(each, full)]
    lines += [".SH DESCRIPTION", *_prose(command.help), *_options(command, words), *_example(command)]
    for full, each in rows.items() if inner else ():
        lines += [
            f".SH {_text(full.removeprefix('pbem ')).upper()}",
            _usage(each, full),
            ".PP",
            *_prose(each.help),
            *_options(each, full, ".PP"),
            *_example(each, ".PP"),
        ]
    return "\n".join([*lines, *status, ".SH SEE ALSO", r"\fBpbem\fR(1)"]) + "\n"


def _head(name, meaning):
    from pbem import __version__

    return [
        r".\" Made from the code by `make docs`. Do not edit.",
        f'.TH {name.upper()} 1 "" "pbem {__version__}" "pbem"',
        ".SH NAME",
        rf"{_text(name)} \- {_text(meaning)}",
    ]


def _usage(command, words):
    pieces = " ".join(command.collect_usage_pieces(_context(command, words)))
    return rf"\fB{_text(words)}\fR {_text(pieces)}"


def _options(command, words, heading=".SH OPTIONS"):
    """The options of a command, except those that every command has."""
    import click

    records = [
        parameter.get_help_record(_context(command, words))
        for parameter in command.params
        if isinstance(parameter, click.Option)
    ]
    lines = [heading]
    for form, meaning in filter(None, records):
        lines += [".TP", rf"\fB{_text(form)}\fR", _text(meaning)]
    return lines if len(lines) > 1 else []


def _exit_status(table):
    lines = [".SH EXIT STATUS"]
    for code, meaning in re.findall(r"(?m)^\| (\d) \| (.*) \|$", table):
        lines += [".TP", rf"\fB{code}\fR", _text(meaning)]
    return lines


def _example(command, heading=".SH EXAMPLE"):
    text = (command.epilog or "").removeprefix("Example: ")
    return [heading, ".nf", _text(text), ".fi"] if text else []


def _until_exit_codes(text):
    return text.partition("Exit codes:")[0]


def _prose(text):
    """Paragraphs; one that click was told not to wrap keeps its lines."""
    lines = []
    for paragraph in re.split(r"\n\s*\n", (text or "").strip()):
        rows = [_text(row.strip()) for row in paragraph.splitlines()]
        kept = rows[0] == "\b"
        lines += [*([".PP"] if lines else []), *([".nf", *rows[1:], ".fi"] if kept else [" ".join(rows)])]
    return lines


def _text(text):
    """A text as roff takes it: hyphens that can be copied, ASCII alone, no line that begins like a request."""
    text = text.replace("\\", r"\e").replace("-", r"\-")
    text = "".join(sign if sign.isascii() else rf"\[u{ord(sign):04X}]" for sign in text)
    return r"\&" + text if text[:1] in (".", "'") else text


def _context(command, words):
    import click

    return click.Context(command, info_name=words)
