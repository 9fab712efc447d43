"""The report as Markdown, for forums and wikis."""

import re
from collections.abc import Callable
from typing import Any

from .blocks import Figure, Heading, Item, Lines, Proof, Sentence, Sheet, Table


def render(sheet: Sheet) -> str:
    """A sheet as Markdown."""
    lines = [
        f"# {sheet.title} ({sheet.edition}): entry {sheet.entry}",
        "",
        f"Game **{sheet.game}** · {_escape(sheet.moment)}",
        "",
    ]
    for block in sheet.blocks:
        lines += ["", f"## {block.title}", ""] if block.title else []
        lines += [line for item in block.items for line in _PRINTERS[type(item)](item)]
    return "\n".join(lines).rstrip() + "\n"


def _sentence(sentence: Sentence) -> list[str]:
    lead = f"**{_escape(sentence.lead)}** " if sentence.lead else ""
    quoted = f" {_code('; '.join(sentence.quoted))}" if sentence.quoted else ""
    rule = f" [{sentence.rule}]" if sentence.rule else ""
    return [f"{'  ' if sentence.is_detail else ''}- {lead}{_escape(sentence.text)}{quoted}{rule}"]


def _table(table: Table) -> list[str]:
    title = ["", f"**{_escape(table.title)}**", ""] if table.title else []
    head = [f"| {' | '.join(_escape(column) or ' ' for column in table.columns)} |", f"|{'---|' * len(table.columns)}"]
    return [*title, *head, *(f"| {' | '.join(map(_escape, row))} |" for row in table.rows)]


def _order_lines(item: Lines) -> list[str]:
    fence = "`" * max([3, *(len(marks) + 1 for line in item.lines for marks in re.findall("`+", line))])
    return [fence, *item.lines, fence]


def _code(text: str) -> str:
    """A text as code, whatever it holds."""
    fence = "`" * (max(map(len, re.findall("`+", text)), default=0) + 1)
    return f"{fence} {text} {fence}" if len(fence) > 1 else f"`{text}`"


def _escape(text: str) -> str:
    for mark in "\\*_`|<>[]":
        text = text.replace(mark, "\\" + mark)
    return text


_PRINTERS: dict[type[Item], Callable[[Any], list[str]]] = {
    Sentence: _sentence,
    Proof: lambda proof: [proof.text, ""],
    Heading: lambda heading: ["", f"### {_escape(heading.text)}", ""],
    Table: _table,
    Figure: lambda figure: [f"*{_escape(figure.caption)}*"],
    Lines: _order_lines,
}
