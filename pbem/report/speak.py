"""The report for screen readers: sentences, no tables, no marks to be spelt out."""

from collections.abc import Callable
from typing import Any

from pbem.core.data.tables import Sentences

from .blocks import Figure, Heading, Item, Lines, Proof, Sentence, Sheet, Table

_say = Sentences(__name__)


def render(sheet: Sheet) -> str:
    """A sheet as plain sentences, a line each; an empty line before each block and each heading."""
    moment = sheet.moment.replace(" · ", ", ")
    head = {"title": sheet.title, "edition": sheet.edition, "game": sheet.game, "entry": sheet.entry}
    parts = [[_say("title", **head, moment=moment)]]
    for block in sheet.blocks:
        parts.append([_ended(block.title)] if block.title else [])
        for item in block.items:
            if isinstance(item, Heading):
                parts.append([])
            parts[-1] += _PRINTERS[type(item)](item)
    return "\n\n".join("\n".join(lines) for lines in parts if lines) + "\n"


def _ended(text: str) -> str:
    """A text with a stop at its end."""
    return text if text.endswith((".", "!", "?", ":")) else f"{text}."


def _sentence(sentence: Sentence) -> list[str]:
    quoted = "; ".join(sentence.quoted)
    text = _ended(" ".join(part for part in (sentence.lead, sentence.text, quoted) if part))
    return [_say("rule", text=text, rule=sentence.rule) if sentence.rule else text]


_PRINTERS: dict[type[Item], Callable[[Any], list[str]]] = {
    Sentence: _sentence,
    Proof: lambda proof: [proof.text],
    Heading: lambda heading: [_ended(heading.text)],
    Table: lambda table: list(table.told),
    Figure: lambda figure: [_ended(figure.caption)],
    Lines: lambda item: list(item.lines),
}
