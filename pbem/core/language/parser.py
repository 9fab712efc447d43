"""Reading one line by all forms at once: what was meant by its words alone, or where it stops making sense.

The board plays no part.  The result is a *reading*: ``{"form": name, "fields": {field: raw value}}``, plain JSON with
names as ids and units as counts and types, which may wait until its question comes (Decision.settle).

After a refusal, and only then, it is looked for what to say of the line: the word where it stops making sense, and what
could stand there.
"""

import re
from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

from ..data.meant import perhaps
from ..data.tables import Sentences
from ..data.text import listed
from .errors import ParseError, TooManyReadings
from .names import Names, hint, key
from .reader import ARROWS, MARKS, MAX_TOKENS, ReadableField, ReadableKind, Reader, tokens_of
from .types import Reading

K = TypeVar("K", bound=ReadableKind)


def read_forms(text: str, names: Names, kinds: Sequence[K], explain: bool = True) -> list[tuple[K, Reading]]:
    """``[(kind, reading)]``: every kind by whose forms the whole line can be read, in the order of `kinds`.

    Raises ParseError: where no form goes on, or for a line that one kind reads in two ways.  Without `explain` it does
    not say what may have been meant: looking for that costs more than reading.
    """
    tokens = tokens_of(text, names.glue)
    if len(tokens) > MAX_TOKENS:
        raise ParseError("line-too-long", limit=MAX_TOKENS)
    reader = Reader(tokens, names)
    found: list[tuple[K, Reading]] = []
    try:
        for kind in kinds:
            readings = _readings(reader, kind)
            if len(readings) > 1:
                raise _two(kind, readings)
            found += [(kind, reading) for reading in readings]
    except TooManyReadings:
        raise ParseError("too-many-readings") from None
    if not found:
        raise refusal(text, reader, kinds, (lambda other: _is_read(other, names, kinds)) if explain else None)
    return found


def _is_read(text: str, names: Names, kinds: Sequence[ReadableKind]) -> bool:
    """Whether the forms of the kinds read a line."""
    try:
        return bool(read_forms(text, names, kinds, explain=False))
    except ParseError:
        return False


class Readings(Generic[K]):
    """Lines that were read already: each is read once, however often it stands in a file, or is looked at to find out
    where an order ends."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self._known: dict[tuple[str, tuple[int, ...]], list[tuple[K, Reading]] | ParseError] = {}

    def read(self, text: str, kinds: Sequence[K], explain: bool = True) -> list[tuple[K, Reading]]:
        """As `read_forms`; what it gives is the caller's own."""
        place = text, tuple(map(id, kinds))  # a petition may have the name of a kind
        found = self._known.get(place)
        if found is None or (isinstance(found, ParseError) and explain):
            found = self._read(text, kinds, explain)
            if not (isinstance(found, ParseError) and explain):
                self._known[place] = found
        if isinstance(found, ParseError):
            raise found
        return [(kind, {"form": said["form"], "fields": _copied(said["fields"])}) for kind, said in found]

    def _read(self, text: str, kinds: Sequence[K], explain: bool) -> list[tuple[K, Reading]] | ParseError:
        try:
            return read_forms(text, self.names, kinds, explain)
        except ParseError as error:
            return error


def _copied(value: Any) -> Any:
    """A plain JSON value of its own."""
    if isinstance(value, dict):
        return {name: _copied(part) for name, part in value.items()}
    return [_copied(part) for part in value] if isinstance(value, list) else value


def nexts(text: str, names: Names, kinds: Sequence[ReadableKind]) -> tuple[list[str | ReadableField], bool]:
    """What may come behind the beginning of a line: words, and Fields; empty if nothing can.

    The second value tells whether the line may also end there.
    """
    reader = Reader(tokens_of(text, names.glue), names)
    whole = [reading for kind in kinds for reading in _readings(reader, kind)]
    rest, expected = reader.tokens[reader.furthest :], [one for one in reader.expected if one]
    if rest:  # it may be the beginning of a name
        begun = "".join(token.key for token in rest) in names.beginnings
        expected = [one for one in expected if begun and not isinstance(one, str) and one.categories]
    return expected, bool(whole)


def _readings(reader: Reader, kind: ReadableKind) -> list[Reading]:
    """All different complete readings of the line by the forms of a kind."""
    found: list[Reading] = []
    for form in kind.forms:
        reader.fields, reader.form = form.fields, form
        for at, values in form.node.read(reader, [(0, {})]):
            if reader.is_over(at):
                reading: Reading = {"form": form.name, "fields": values}
                if reading not in found:
                    found.append(reading)
            else:
                reader.expect(at, "")
    return found


def _two(kind: ReadableKind, readings: Sequence[Reading]) -> ParseError:

    one, other = map(kind.wording, readings[:2])
    return ParseError("two-readings", one=one, other=other)


# -- what to say of a line that no form reads --------------------------------------------------------------------


NOTHING = {"nothing", "none", "nobody", "nowhere", "noone", "no", "one", "nil", "pass", "skip"}
"""Words that say nothing where something has to be named; "one" is that of "no one"."""

_say = Sentences(__name__)
LINKS = {"with", "via", "from", "in", "at", "to", "->", "on", "of", "and", "by"}
"""Words that tie the parts of an order and mean nothing by themselves."""
SHORT = 60  # letters of a form, or of words, that fit into a sentence
_STRAY = r"[^\w\s,;:*#()/'\".!~^%=+@<>&|-]+|[:;]-?[)(DP](?=\s*$)"
"""Marks that no order has: of a question, of a mood."""
_COUNT = r"(?i)^\d+\s*x?\s+"
_NUMBERED = r"(?<=\w)\s+\d.*"
"""What stands from a number on: it need not belong to the name before it."""


def refusal(
    text: str, reader: Reader, kinds: Sequence[ReadableKind], is_read: Callable[[str], bool] | None = None
) -> ParseError:
    """The ParseError of a line of one of `kinds`, from the furthest place that any form reached; the bare fact without
    `is_read`, which tells whether the forms read another line."""
    if is_read is None:
        return _bare(reader)
    at, expected = reader.furthest, [one for one in reader.expected if one]
    words = list(dict.fromkeys(one if isinstance(one, str) else one.wanted for one in expected))
    nothing = _nothing_from(reader)
    if nothing:
        return _nothing_said(text, reader, kinds, nothing)
    without = re.sub(_STRAY, "", text)
    if without != text and is_read(without):
        return _stray_mark(text, without)
    if reader.faults:
        return reader.faults[0]
    if at >= len(reader.tokens):
        return _breaks_off(reader, kinds, words)
    named = [one for one in expected if not isinstance(one, str) and one.categories]
    begun = [f"the rest of {one.wanted}" for one in named if reader.word(at) in map(key, one.leads(reader.names))]
    if begun and at == len(reader.tokens) - 1:  # "A PAR S F"
        return _breaks_off(reader, kinds, list(dict.fromkeys(begun)))
    quote = _quote(text, reader, at)
    if reader.word(at) == "if":
        return ParseError("not-read", quote=quote, text=quote, hint=_say("condition"))
    declined = [row for kind in kinds for row in _declined_by(kind, reader)]
    if declined:
        return _behind_nothing(text[reader.tokens[at].start :], *declined[0])
    if named and (reader.word(at) in ARROWS or _goes_on_at(reader, at)):
        quote = reader.tokens[at].text
        return ParseError("name-before", quote, _form_of(reader), text=quote, wanted=listed(words[:6], "or"))
    for field in named:
        shorter = re.sub(_NUMBERED, "", quote), re.sub(_COUNT, "", quote)
        errors = [field.misnamed(reader.names, said) for said in dict.fromkeys((quote, *shorter))]
        if errors[0] is not None:
            return next((one for one in errors if one and one.problem.hint), errors[0])
    nearly = _mended(text, quote, reader, words, is_read) or _nearly_named(text, reader, at)
    if nearly is not None:
        return nearly
    hint = _say("here", words=words[:8]) if words else _form_of(reader)
    is_twice = at > 0 and quote in MARKS and (quote == ":" or text.count(quote) > 1)  # a power may have its colon too
    place = text[reader.tokens[at - 1].start : reader.tokens[at].end] if is_twice else quote
    return ParseError("not-read", quote=place, text=quote, hint=hint)


def _breaks_off(reader: Reader, kinds: Sequence[ReadableKind], wanted: Sequence[str]) -> ParseError:
    """The ParseError of a line that could go on: what with, and how it is written; of several forms a line of the one
    that is most used."""
    reached = [(form.weight, kind.said(form)[1]) for kind in kinds for form in kind.forms if form in reader.reached]
    line = max(reached, key=lambda row: row[0] if isinstance(row[0], int) else 1, default=(1, ""))[1]
    hint = _form_of(reader) or line and _say("example", line=line)
    return ParseError("line-ends", wanted=listed(wanted[:6], "or"), hint=hint)


def _goes_on_at(reader: Reader, at: int) -> bool:
    """Whether a word stands where a name should that goes on in every form which came so far: "op 12 with sag-1"."""
    forms = [reader.word(at) in form.inner_words() for form in reader.reached]
    return bool(forms) and all(forms)


def _nearly_named(text: str, reader: Reader, at: int) -> ParseError | None:
    """The ParseError of a name that is misspelled behind words which were taken: "taiwan straight", "army Rom"."""
    tokens = reader.tokens
    if not at or tokens[at].key in MARKS or len(tokens[at].key) < 2 or not reader.names.named(reader.word(at - 1))[0]:
        return None
    for start in range(max(at - 2, 0), at + 1):
        if tokens[start].key in MARKS or tokens[start].key in ARROWS:
            continue
        said = text[tokens[start].start : tokens[at].end]
        if reader.names.named(key(said))[1]:
            continue  # it is a name, and needs no mending
        hint = reader.names.hint(said)
        if hint:
            return ParseError("not-read", quote=said, text=said, hint=hint)
    return None


def _mended(
    text: str, quote: str, reader: Reader, words: Sequence[str], is_read: Callable[[str], bool]
) -> ParseError | None:
    """The ParseError of a line that one word makes whole, put in or in the place of another, if it is known which:
    "op 5 2 su-30", "op 5 using su-30".  Its field `meant` is that line, `typed` the one that it mends."""
    token = reader.tokens[reader.furthest]
    before = text[: token.start].rstrip()
    for end in (text[token.start :], text[token.end :]):
        lines = [line for word in words if word in LINKS and is_read(line := f"{before} {word} {end.lstrip()}")]
        if len(lines) == 1:
            return ParseError("not-read", quote, perhaps(lines), text=quote, meant=lines[0], typed=text)
    return None


def _bare(reader: Reader) -> ParseError:
    """The fact that a line is not read."""
    if reader.faults:
        return reader.faults[0]
    ended = reader.furthest >= len(reader.tokens)
    return ParseError("line-ends", wanted="") if ended else ParseError("not-read", text="")


def _stray_mark(text: str, without: str) -> ParseError:
    """The ParseError of a line that would be read without a mark: "op 5?" asks, and is not carried out."""
    mark = re.findall(_STRAY, text)[0]
    word = next(word for word in text.split() if mark in word)
    return ParseError("stray-mark", word, mark=mark, meant=" ".join(without.split()), typed=text)


def _nothing_from(reader: Reader) -> int:
    """The place from which on a line has words for nothing alone, 0 if it has none: not before the furthest that was
    reached, but for a word that was taken for another one ("no" of "no one")."""
    tokens, at = reader.tokens, len(reader.tokens)
    while at > 1 and (tokens[at - 1].key in NOTHING or tokens[at - 1].key in MARKS):
        at -= 1
    said = [token.key for token in tokens[at:] if token.key not in MARKS]
    is_meant = said and said != ["one"] and tokens[0].key not in NOTHING  # not "pass pass"
    return at if is_meant and at >= reader.furthest - len(said) else 0


def _nothing_said(text: str, reader: Reader, kinds: Sequence[ReadableKind], at: int) -> ParseError:
    """The ParseError of "retreat none": the rule of the question, and how it is declined, or else answered."""
    meant = [kind for kind in kinds if any(form in reader.reached for form in kind.forms)] or list(kinds)
    waiting = listed(dict.fromkeys(kind.waiting for kind in meant), "or")
    ways = [line for kind in meant for line in declining(kind)]
    lines = ways or [form.shown() for kind in meant for form in kind.forms]
    ways_told = hint("declines" if ways else "no-declining", list(dict.fromkeys(lines))[:4])
    quote = text[reader.tokens[at].start :].rstrip(" .!")
    return ParseError("says-nothing", quote, ways_told, meant[0].rule, text=quote, waiting=waiting)


def _declined_by(kind: ReadableKind, reader: Reader) -> list[tuple[ReadableKind, str]]:
    """``[(kind, line)]`` of a form that declines, if the line had it whole where it stops making sense."""
    lines = declining(kind) if "" in reader.expected else []
    return [(kind, form.name) for form in reader.reached if form in kind.forms and form.name in lines]


def _behind_nothing(quote: str, kind: ReadableKind, line: str) -> ParseError:
    """The ParseError of "no support air paris": one or the other."""
    others = [form.shown() for form in kind.forms if form.name != line and len(form.shown()) < SHORT]
    hint = _say("alone-or" if others else "alone", others=others[:3])
    return ParseError("behind-nothing", quote, hint, kind.rule, text=quote[:SHORT], line=line)


def no_plain_word(kind: ReadableKind, word: str) -> ParseError:
    """The ParseError of a plain yes or no where the kind has no line that it stands for."""
    lines = [form.shown() for form in kind.forms][:4]
    return ParseError("says-nothing", word, hint("write", lines), kind.rule, text=word, waiting=kind.waiting)


def declining(kind: ReadableKind) -> list[str]:
    """The lines by which a question is declined."""
    plain = [kind.plain["no"]] if "no" in kind.plain else []
    bare = [form.name for form in kind.forms if not form.fields]
    return plain or [name for name in bare if NOTHING.intersection(name.split())]


def _form_of(reader: Reader) -> str:
    """How the order is written, where only one form came so far."""
    if len(reader.reached) != 1:
        return ""
    return f"Write: {reader.reached[0].shown()}"


def _quote(text: str, reader: Reader, at: int) -> str:
    """The words from a place to the next mark, as typed."""
    tokens, end = reader.tokens, at + 1
    while end < len(tokens) and tokens[end].key not in MARKS and tokens[at].key not in MARKS and end < at + 6:
        if not tokens[end].key or tokens[end].key in ("with", "via", "at", "in", "to", "on", "and", "from"):
            break
        end += 1
    return text[tokens[at].start : tokens[end - 1].end]
