"""Where a quotation begins that no mark shows: below an announcement, or at the header of another mail.

Both are known by their structure, in any language.  An announcement is a few lines that end with a colon or dashes and
hold an address, a date with its time, or a word for writing.  A header is a block of lines ``Word: value``, three or
more, of which one holds an address and one a date; of the common languages fewer will do, for their words are known.
"""

import re
import unicodedata
from collections.abc import Callable, Sequence
from typing import Protocol

from .talk import phrases

MOST_ANNOUNCEMENT = 4  # lines over which a mail program may break one
MOST_HEADER = 10  # lines of the header of a quoted mail

_FIELD = re.compile(r"\W*[^\W\d_][^:\uff1a]{0,24}[:\uff1a]\W*\S.*")
_DATE = re.compile(r"\d{1,2}[:.h]\d\d(?!\d)|(?<!\d)(?:19|20)\d\d(?!\d)|\d{1,2}[./-]\d{1,2}[./-]\d{2}")
_TIME = re.compile(r"(?<!\d)\d{1,2}[:.h]\d\d(?!\d)")
_WHEN_OR_WHO = re.compile(r"\d{1,2}[:.h]\d\d|\d{4}|@|\d{1,2}[./]\d{1,2}[./]")
_ADDRESS = re.compile(r"\S@[^\s@]+\.\w")
_STARTS = re.compile(r"\W*(?:on|am|le|el|il|op|den|em|at|in|\d+)\b", re.IGNORECASE)


class Quotable(Protocol):
    """A line of a mail: how deep it is quoted, its text, how it is known as the desk's, its label."""

    depth: int
    text: str
    own: str
    label: str | None


Rows = Sequence[Quotable]
IsOrder = Callable[[str], bool]


def quotation_from(rows: Rows, is_order: IsOrder) -> int | None:
    """The row from which on everything is a quotation without marks, or None."""
    for n, row in enumerate(rows):
        if row.depth or row.own or not row.text.strip():
            continue
        if is_headline(rows, n, is_order):
            return n
        if announced_from(rows, n, is_order) is not None and _goes_on_unmarked(rows, n):
            return n + 1
    return None


def announced_from(rows: Rows, last: int, is_order: IsOrder) -> int | None:
    """The first row of an announcement whose last row this is; None if it is none."""
    if not ends_announcement(rows[last].text):
        return None
    first = last
    for n in range(last - 1, max(-1, last - MOST_ANNOUNCEMENT), -1):
        row = rows[n]
        if row.label or row.depth or row.own or not row.text.strip() or is_order(row.text):
            break
        if tells_when_or_who(row.text) or _STARTS.match(row.text):
            first = n
    words = " ".join(plain(row.text) for row in rows[first : last + 1])
    return first if _announces(words) and not is_order(rows[last].text) else None


def ends_announcement(text: str) -> bool:
    return plain(text).endswith((":", "\uff1a", "--"))


def tells_when_or_who(text: str) -> bool:
    return bool(_WHEN_OR_WHO.search(text))


def plain(text: str) -> str:
    """A line without the marks of direction that programs put around what is written from right to left."""
    if text.isascii():
        return text.strip()
    return "".join(letter for letter in text if unicodedata.category(letter) != "Cf").strip()


def _announces(words: str) -> bool:
    """Whether words tell who wrote, or when to the minute; a word for writing alone only where such a line has it."""
    if _ADDRESS.search(words) or (_TIME.search(words) and len(re.findall(r"\d+", words)) > 2):
        return True
    bare = words.casefold().rstrip(":\uff1a- ")
    verbs = phrases()["attributions"]
    if any(bare.endswith(one) for one in verbs):
        return True
    found = any(re.search(rf"(?:\b|(?<=\W)){re.escape(one)}", bare) for one in verbs)
    return found and bool(_STARTS.match(words) or tells_when_or_who(words))


def _goes_on_unmarked(rows: Rows, last: int) -> bool:
    """Whether the first words below a row are neither marked as a quotation nor known as the desk's."""
    below = next((row for row in rows[last + 1 :] if row.text.strip()), None)
    return below is not None and not below.depth and not below.own


def is_headline(rows: Rows, n: int, is_order: IsOrder) -> bool:
    """Whether the header of another mail begins at a row, or a rule that programs draw above one."""
    text, known = rows[n].text.strip().strip("*"), phrases()
    if re.fullmatch(r"_{20,}", text):
        return True
    bare = " ".join(text.split()).lstrip("-> ").rstrip("-: ").casefold()
    if bare in known["separators"] and (text.startswith("-") or bare.startswith(("begin", "anfang", "d\u00e9but"))):
        return True
    if not _FIELD.fullmatch(plain(text)):
        return False
    following = [_field(row.text) for row in rows[n + 1 : n + 4]]
    if _field(text) in known["from"] and any(other in known["sent"] for other in following):
        return True
    block = _block(rows, n, is_order)
    return len(block) >= 3 and any(map(_ADDRESS.search, block)) and any(map(_DATE.search, block))


def _block(rows: Rows, n: int, is_order: IsOrder) -> list[str]:
    """The lines ``Word: value`` from a row on."""
    block = []
    for row in rows[n : n + MOST_HEADER]:
        text = plain(row.text)
        if row.depth or row.own or not _FIELD.fullmatch(text) or is_order(row.text):
            break
        block.append(text)
    return block


def _field(text: str) -> str:
    """The word before a colon, as mail programs head quoted messages: "From", "Gesendet", "\u5dee\u51fa\u4eba"."""
    word, colon, rest = plain(text).strip("*").replace("\uff1a", ":").partition(":")
    return word.strip().strip("*").strip().casefold() if colon and rest.strip() else ""
