"""The report as text: 72 columns, to be mailed, read on a phone, or read aloud."""

from collections.abc import Callable, Iterable, Sequence
from textwrap import wrap
from typing import Any

from .blocks import Figure, Heading, Item, Lines, Proof, Sentence, Sheet, Table

WIDTH = 72
LEAD = 14  # columns of a lead


def render(sheet: Sheet) -> str:
    """A sheet as text."""
    title, entry = f"{sheet.title.upper()} ({sheet.edition})", f"entry {sheet.entry}"
    lines = [title + entry.rjust(WIDTH - len(title)), f"Game {sheet.game} · {sheet.moment}"]
    for block in sheet.blocks:
        lines += ["", *([_rule(block.title), ""] if block.title else []), *lines_of(block.items)]
    return _finished(lines)


def brief(sheet: Sheet) -> str:
    """A short sheet as text: without room between what belongs together; what has no title begins at the edge."""
    lines = [*_plain(f"{sheet.title.upper()} · {sheet.game} · entry {sheet.entry}"), *_plain(sheet.moment)]
    for block in sheet.blocks:
        if block.title:
            lines += ["", _rule(block.title), *lines_of(block.items, is_tight=True)]
        else:
            lines += ["", *(line for item in block.items for line in _at_the_edge(item))]
    return _finished(lines)


def _at_the_edge(item: Item) -> list[str]:
    if isinstance(item, Sentence):
        lead = item.lead if item.lead.endswith((".", ":")) or not item.lead else f"{item.lead}:"
        return _plain(f"{lead} {item.text}".lstrip())
    return _PRINTERS[type(item)](item)


def _finished(lines: Iterable[str]) -> str:
    return "\n".join(line.rstrip() for line in lines).rstrip() + "\n"


def _rule(title: str) -> str:
    return f"--- {title} ".ljust(WIDTH, "-")


def lines_of(items: Iterable[Item], is_tight: bool = False) -> list[str]:
    """The items of a block as lines; an empty line before each heading and each table, unless it `is_tight`."""
    lines: list[str] = []
    for item in items:
        if lines and not is_tight and isinstance(item, (Heading, Table)):
            lines.append("")
        lines += _PRINTERS[type(item)](item)
    return lines


def _sentence(sentence: Sentence) -> list[str]:
    """A sentence with its rule number at the right edge of its last line, and what it quotes below it."""
    if sentence.lead:
        return _led(sentence)
    rows = _wrap(sentence.text, "    " if sentence.is_detail else "  ", room=8 if sentence.rule else 0)
    if sentence.rule and rows:
        tag = f"[{sentence.rule}]"
        if len(rows[-1]) + len(tag) + 1 > WIDTH:
            rows.append("")
        rows[-1] = rows[-1] + tag.rjust(WIDTH - len(rows[-1]))
    return rows + [row for line in sentence.quoted for row in _wrap(line, " " * 6)]


def _led(sentence: Sentence) -> list[str]:
    """A sentence whose lead stands in a column of its own, if there is room for it."""
    quoted = f" {'; '.join(sentence.quoted)}." if sentence.quoted else ""
    text = f"{sentence.text}{quoted}{f' [{sentence.rule}]' if sentence.rule else ''}"
    lead = sentence.lead.rstrip(":")
    if len(lead) >= LEAD:
        return wrap(f"{lead} {text}", WIDTH, break_long_words=False, break_on_hyphens=False)
    indent = " " * LEAD
    return wrap(text, WIDTH, initial_indent=lead.ljust(LEAD), subsequent_indent=indent, break_on_hyphens=False)


def _proof(proof: Proof) -> list[str]:
    """A sentence about the draws; a command in it stands on lines of its own, so that it can be copied."""
    before, _, rest = proof.text.partition("`")
    command, _, after = rest.partition("`")
    if len(command) < WIDTH // 2:
        return [*_plain(proof.text), ""]
    return [*_plain(before), *command.replace(" | ", " |\n  ", 1).split("\n"), *_plain(after.lstrip(" ,")), ""]


def _table(table: Table) -> list[str]:
    """Columns aligned where they fit; otherwise a row a paragraph, the first column its head."""
    rows = [table.columns, *table.rows]
    widths = [max(len(row[place]) for row in rows) for place in range(len(table.columns))]
    title = [table.title] if table.title else []
    if not table.is_aligned or sum(widths) + 2 * len(widths) > WIDTH:
        return [*title, *(line for row in table.rows for line in _paragraph(table.columns, row))]
    shown = rows if any(table.columns) else table.rows
    return [*title, *("  " + "  ".join(cell.ljust(width) for cell, width in zip(row, widths)) for row in shown)]


def _paragraph(columns: Sequence[str], row: Sequence[str]) -> list[str]:
    """A row as a paragraph; of two columns the second needs no name.  A row without a head goes on with that above."""
    heads = columns[1:] if len(columns) > 2 else ("",)
    rest = "; ".join(f"{head} {cell}".strip() for head, cell in zip(heads, row[1:]) if cell)
    told, indent = (f"{row[0]}: {rest}", "  ") if row[0] else (rest, "      ")
    return wrap(told, WIDTH, initial_indent=indent, subsequent_indent="      ", break_on_hyphens=False)


def _wrap(text: str, indent: str, room: int = 0) -> list[str]:
    return wrap(
        text,
        WIDTH - room,
        initial_indent=indent,
        subsequent_indent=indent + "  ",
        break_long_words=False,
        break_on_hyphens=False,
    )


def _plain(text: str) -> list[str]:
    return wrap(text, WIDTH, break_long_words=False, break_on_hyphens=False)


_PRINTERS: dict[type[Item], Callable[[Any], list[str]]] = {
    Sentence: _sentence,
    Proof: _proof,
    Heading: lambda heading: _plain(heading.text.upper()),
    Table: _table,
    Figure: lambda figure: _wrap(figure.caption, "  "),
    Lines: lambda item: ["  " + line for line in item.lines],
}
