"""The report for screen readers: sentences, no tables, no marks to be spelt out."""

from pbem.core.data.text import translate

from .blocks import Figure, Heading, Lines, Proof, Sentence, Table

_SENTENCES = {
    "title": "{title} ({edition}), game {game}, entry {entry}. {moment}.",
    "rule": "{text} Rule {rule}.",
}


def render(sheet):
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


def _say(name, **fields):
    return translate(_SENTENCES[name]).format(**fields)


def _ended(text):
    """A text with a stop at its end."""
    return text if text.endswith((".", "!", "?", ":")) else f"{text}."


def _sentence(sentence):
    quoted = "; ".join(sentence.quoted)
    text = _ended(" ".join(part for part in (sentence.lead, sentence.text, quoted) if part))
    return [_say("rule", text=text, rule=sentence.rule) if sentence.rule else text]


def _proof(proof):
    return [proof.text]


def _heading(heading):
    return [_ended(heading.text)]


def _table(table):
    return list(table.told)


def _figure(figure):
    return [_ended(figure.caption)]


def _order_lines(item):
    return list(item.lines)


_PRINTERS = {
    Sentence: _sentence,
    Proof: _proof,
    Heading: _heading,
    Table: _table,
    Figure: _figure,
    Lines: _order_lines,
}
