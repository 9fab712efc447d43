"""The surface of order text: what mail programs and thumbs do to a line; verbs, spelling, columns."""

import re
from collections.abc import Mapping
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from ..language.names import key

if TYPE_CHECKING:
    from ..language.decision import Decision
    from ..title.game import Game


class Verbs(dict[str, tuple[str, list[str]]]):
    """{key: (verb, names of the kinds that have it)}"""

    @cached_property
    def beginnings(self) -> tuple[str, ...]:
        """With what the keys begin, two letters of each."""
        return tuple({name[:2] for name in self})


Begun = tuple[str, list[str], str]
"""(verb, kind names, the rest) of a line that begins with a verb."""

MOST_VERB = 4  # words of a verb

_SPACES = re.compile(r"[ \t\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+")
_INVISIBLE = re.compile(r"[\u200b-\u200f\u2060\ufeff\u00ad]")
_ARROW = re.compile(r"-{1,3}>|[\u2010-\u2015]>|={1,2}>|[\u2192\u21d2\u27f6\u21e8\u279c\u2794]")
_WITH = re.compile(r"(?<!\S)w/ ?(?=[^\W_])(?!o\b)", re.IGNORECASE)  # "w/ 2 armor"; "w/o" is another word
_MARKS = str.maketrans(
    {
        **dict.fromkeys("\u2018\u2019\u201a\u201b\u2032\u00b4\u0060", "'"),
        **dict.fromkeys("\u201c\u201d\u201e\u00ab\u00bb\u300c\u300d\u300e\u300f", '"'),
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u30fc", "-"),
        **{"\u3001": ",", "\u3002": ".", "\uff64": ",", "\uff61": ".", "\u30fb": " "},
    }
)  # quotation marks, dashes and minus signs, the marks of a Japanese keyboard
_ENTITIES = (("&nbsp;", " "), ("&gt;", ">"), ("&lt;", "<"), ("&amp;", "&"))
_GLUED = re.compile(r"([:;])(?=[^ ])")  # a mark that divides, before what it divides
_BULLET = re.compile(r"^(?:[*\u2022\u00b7\u25e6\u25cf\u25aa\u2023]|-(?=\s)|\(?\d{1,2}[.)](?=\s))\s*")
_COMMENT = re.compile(r"^#.*|\s#(?!\d).*")  # "army #2" is no comment


@lru_cache(2**12)
def tidy(raw: str) -> str:
    """A line as it is read: one kind of space, arrow, mark and letter (NFKC: full-width ones too); no comment, bullet
    or full stop."""
    if not raw.isascii() or "&" in raw:
        import unicodedata

        raw = unicodedata.normalize("NFKC", _ARROW.sub(" -> ", _INVISIBLE.sub("", raw)))
        for entity, character in _ENTITIES:
            raw = raw.replace(entity, character)
    text = _SPACES.sub(" ", _ARROW.sub(" -> ", raw)).strip()
    if text.startswith("--") or text == "\u2014":
        return "--"
    text = _WITH.sub("with ", text.translate(_MARKS))
    text = _COMMENT.sub("", _BULLET.sub("", text)).strip()
    ends = ".\u2026 " if " " in text else ".\u2026! "  # "Pass!", but a battleship! that is damaged keeps its mark
    return text.rstrip(ends).rstrip(",;").rstrip(ends)


def verb_index(kinds: "Mapping[str, Decision]") -> Verbs:
    index = Verbs()
    for name, kind in kinds.items():
        for verb in kind.verbs:
            index.setdefault(key(verb), (verb, []))[1].append(name)
    return index


@lru_cache(16)
def verbs_of(game: "Game") -> tuple[Verbs, Verbs]:
    """What orders and petitions of a title begin with: made once, not for each text that is read."""
    return verb_index(game.kinds), verb_index(game.petitions)


def match_verb(text: str, verbs: Verbs) -> Begun | None:
    """``(verb, kind names, the rest)`` if the text begins with a verb, the longest one; else None.

    A number may follow without a space, ``op14``, ``op-14``, and anything behind a mark that divides, ``coast:east``.
    """
    if not key("".join(text.split(" ", MOST_VERB)[:MOST_VERB])).startswith(verbs.beginnings):
        return None
    words = _GLUED.sub(r"\1 ", text).split(" ")
    for count in range(min(MOST_VERB, len(words)), 0, -1):
        found = verbs.get(key("".join(words[:count]).rstrip(":,;!")))
        if found:
            rest = " ".join(words[count:])
            return found[0], found[1], f"; {rest}" if words[count - 1].endswith(";") else rest
    glued = re.match(r"([^\W\d_]+)[.-]?(\d.*)", text)
    if glued and key(glued[1]) in verbs:
        verb, names = verbs[key(glued[1])]
        return verb, names, glued[2]
    return None


def column_of(raw: str, quote: str) -> int:
    """Where in a line the words of `quote` stand, from 1; its first word if they cannot be found."""
    first = len(raw) - len(raw.lstrip()) + 1
    words = [re.escape(word) for word in (quote or "").split()[:8]]
    if not words or len(raw) > 10_000:
        return first
    pattern = r"\W{0,4}".join(words)
    found = re.search(pattern, raw, re.IGNORECASE) or re.search(pattern, _letter_by_letter(raw), re.IGNORECASE)
    return found.start() + 1 if found else first


def _letter_by_letter(raw: str) -> str:
    """A line with the marks and letters as they are read, each in its place."""
    if raw.isascii():
        return raw
    import unicodedata

    plain = [unicodedata.normalize("NFKC", letter) for letter in raw]
    return "".join(new if len(new) == 1 else old for new, old in zip(plain, raw)).translate(_MARKS)
