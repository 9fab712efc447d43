"""What to say of a line that no form reads: the word where it stops making sense, and what could stand there.

Looked for after a refusal only.
"""

from typing import Any

from ..data.text import listed, translate
from .lines import LineError
from .tokens import MARKS


def refusal(text: str, reader: Any, explain: bool = True) -> LineError:
    """The LineError of a line, from the furthest place that any form reached; without `explain` the bare fact."""
    at, expected = reader.furthest, [one for one in reader.expected if one]
    words = list(dict.fromkeys(one if isinstance(one, str) else one.wanted for one in expected))
    if reader.faults:
        fault: LineError = reader.faults[0]
        return fault
    if not explain:
        ended = at >= len(reader.tokens)
        return LineError("line-ends", wanted="") if ended else LineError("not-read", text="")
    if at >= len(reader.tokens):
        return LineError("line-ends", wanted=listed(words[:6], "or"), hint=_form_of(reader))
    quote = _quote(text, reader, at)
    if reader.word(at) == "if":
        hint = translate("A condition stands before its order: if CONDITION: order; else order.")
        return LineError("not-read", quote=quote, text=quote, hint=hint)
    named = [one for one in expected if not isinstance(one, str) and one.categories]
    for field in named:
        error: LineError | None = field.misnamed(reader.names, quote)
        if error is not None:
            return error
    hint = translate("Here may stand: {words}.").format(words=listed(words[:8], "or")) if words else _form_of(reader)
    return LineError("not-read", quote=quote, text=quote, hint=hint)


def _form_of(reader: Any) -> str:
    """How the order is written, where only one form came so far."""
    if len(reader.reached) != 1:
        return ""
    return translate("Write: {form}").format(form=reader.reached[0].shown())


def _quote(text: str, reader: Any, at: int) -> str:
    """The words from a place to the next mark, as typed."""
    tokens, end = reader.tokens, at + 1
    while end < len(tokens) and tokens[end].key not in MARKS and tokens[at].key not in MARKS and end < at + 6:
        if tokens[end].key in ("with", "via", "at", "in", "to", "on", "and", "from"):
            break
        end += 1
    return text[tokens[at].start : tokens[end - 1].end]
