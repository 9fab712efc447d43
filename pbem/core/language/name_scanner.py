"""Names and counts in the tokens of a line: which things may be meant by the words from a place on.

Everything that a form can name goes through here, so that a name means the same in every order of every title.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Literal, TypeVar

from .errors import ParseError
from .names import Entry, Names, ids_of
from .names import key as as_key
from .reader import ARROWS, FILLERS, Reader, Span, joined

T = TypeVar("T")
Count = int | Literal["all"]
"""How many things are meant: so many, or as many as there are."""

LONGEST = 9  # parts of a name
COUNTS: dict[str, Count] = {"a": 1, "an": 1, "both": 2, "all": "all", "every": "all"}


def bare(reader: Reader, at: int) -> int:
    """The place behind words that mean nothing before a name (``the``)."""
    while reader.word(at) in FILLERS:
        at += 1
    return at


def names_at(reader: Reader, at: int, categories: Collection[str], plural: bool = False) -> list[tuple[str, int]]:
    """``[(id, end)]``: what the words from a place on may name, in one word, two, three …

    `plural`: the name may stand with an s behind it.
    """
    found: list[tuple[str, int]] = []
    for key, end, entries, whole in _spans(reader, bare(reader, at)) if categories else ():
        ids = _among(reader, at, entries, whole, categories)
        if not ids and plural:
            ids = next((ids for one in _singulars(key) if (ids := _exactly(reader.names, one, categories))), ())
        found += [(id, end) for id in ids]
    return found


def in_plural(reader: Reader, at: int, found: tuple[str, int], categories: Collection[str]) -> bool:
    """Whether an ``(id, end)`` of `names_at` is named in the plural, and not as it is printed: without a number that is
    all of them, where it can be known how many there are, and else nobody knows how many."""
    id, end = found
    name = next((key for key, after, *_ in _spans(reader, bare(reader, at)) if after == end), "")
    printed = [one for category in categories for one in reader.names.categories[category].get(id, ())[:1]]
    singulars = (id in _exactly(reader.names, one, categories) for one in _singulars(name))
    return name not in map(as_key, printed) and any(singulars)


def how_many(name: str) -> ParseError:
    """What a plural without a number is refused with, where there is no all."""
    return ParseError("how-many", name, name=name)


def _spans(reader: Reader, at: int) -> list[Span]:
    """``[(key, end, entries, whole)]`` of the first word from a place on, the first two, … while names begin so."""
    if at not in reader.spans:
        found: list[Span] = []
        beginnings = reader.names.beginnings
        for key, end in joined(reader.tokens, at, LONGEST, reader.names.glue):
            if found and key not in beginnings and key[:-1] not in beginnings:
                break
            entries, whole = reader.names.named(key)
            is_split = end - at > 1 and len(reader.tokens[end - 1].key) == 1  # "MAR S" is not short for Marseilles
            found.append((key, end, entries if whole or not is_split else (), whole))
        reader.spans[at] = found
    return reader.spans[at]


def _among(
    reader: Reader, at: int, entries: Sequence[Entry], whole: bool, categories: Collection[str]
) -> Collection[str]:
    """The one id of `categories` that entries mean.  A beginning must mean one thing among all names; a name that
    several things share is noted as a fault of the line."""
    ids = ids_of(entries, categories)
    if len(ids) > 1:
        text, shown = reader.tokens[at].text, reader.names.listed(ids)
        reader.fault(at, ParseError("ambiguous-name", quote=text, name=text, candidates=shown))
        return ()
    if ids and not whole and len({id for _, id in entries}) > 1:
        return ()
    return ids


def _exactly(names: Names, key: str, categories: Collection[str]) -> list[str]:
    return ids_of(names.index.get(key, ()), categories)


def _singulars(key: str) -> Iterator[str]:
    """What a plural may be the plural of."""
    if key.endswith("ies"):
        yield key[:-3] + "y"
    if key.endswith("men"):
        yield key[:-3] + "man"
    if key.endswith("s") and len(key) > 2:
        yield key[:-1]


def count_at(reader: Reader, at: int) -> tuple[Count | None, int]:
    """``(count, end)`` of ``3``, ``three``, ``3 x``, ``a``, ``both`` or ``all`` at a place; ``(None, at)`` without."""
    at = bare(reader, at)
    token = reader.tokens[at] if at < len(reader.tokens) else None
    if token is None:
        return None, at
    count = token.number if token.number is not None else COUNTS.get(token.key)
    if not count:
        return None, at
    at += 1 + (token.number is not None and reader.word(at + 1) in ("x", "*"))
    return count, bare(reader, at) if count == "all" else at


def separator_at(reader: Reader, at: int) -> int | None:
    """The place behind what divides a list: a comma, "and", "&", "+", a comma and "and"; or None."""
    end = at
    if reader.word(end) == ",":
        end += 1
    if reader.word(end) in ("and", "&", "+"):
        end += 1
    return end if end > at else None


def arrow_at(reader: Reader, at: int) -> int | None:
    """The place behind an arrow between two names of a way; or None."""
    return at + 1 if reader.word(at) in ARROWS or at < len(reader.tokens) and reader.tokens[at].text == "-" else None


def list_at(
    reader: Reader,
    at: int,
    item: Callable[[Reader, int], Iterable[tuple[T, int]]],
    separator: Callable[[Reader, int], int | None] = separator_at,
) -> list[tuple[list[T], int]]:
    """``[(raw items, end)]`` of every list from a place on; `item(reader, at)` reads one."""
    found: list[tuple[list[T], int]] = []
    edge = [([raw], end) for raw, end in item(reader, at)]
    while edge:
        found += edge
        nexts: list[tuple[list[T], int]] = []
        for items, end in edge:
            behind = separator(reader, end)
            if behind is not None:
                nexts += [([*items, raw], after) for raw, after in item(reader, behind)]
        reader.bounded(nexts)
        edge = nexts
    return found
