"""The surface of order text: what mail programs and thumbs do to it; verbs, spelling, columns.

Text comes back in a reply quoted, broken, or as a mail program encoded it, and is made an order file again.  A program
breaks a line between two words, some behind a hyphen too, when what follows would stand beyond its margin, at 40
columns or more.  So a line may be the rest of the one above only if that one and its first word are longer than this
together.  The rest of an order that begins like no order belongs to the line above.  Where the next line is an order by
itself, and both together are one as well, nobody can know: that is refused, with both.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from ..data.problems import NOT_UNDERSTOOD, ODD, Problem
from ..language.names import key

if TYPE_CHECKING:
    from ..language.decision import Decision
    from ..language.names import Names
    from ..title.game import Game


class Verbs(dict[str, tuple[str, list[str]]]):
    """{key: (verb, names of the kinds that have it)}"""

    @cached_property
    def beginnings(self) -> tuple[str, ...]:
        """With what the keys begin, two letters of each."""
        return tuple({name[:2] for name in self})


class Rare:
    """A pattern of what few lines say, small or capital: it is looked for where one of its `words` stands, or begins
    the line for a match, and compiled for the first of them."""

    def __init__(self, words: str, pattern: str) -> None:
        self.words, self.text = tuple(words.split()), pattern

    @cached_property
    def pattern(self) -> "re.Pattern[str]":
        return re.compile(self.text, re.IGNORECASE)

    def _stands_in(self, text: str) -> bool:
        small = text.casefold()
        return any(word in small for word in self.words)

    def match(self, text: str) -> "re.Match[str] | None":
        return self.pattern.match(text) if text.casefold().startswith(self.words) else None

    def search(self, text: str) -> "re.Match[str] | None":
        return self.pattern.search(text) if self._stands_in(text) else None

    def fullmatch(self, text: str) -> "re.Match[str] | None":
        return self.pattern.fullmatch(text) if self._stands_in(text) else None

    def split(self, text: str) -> list[str]:
        return self.pattern.split(text) if self._stands_in(text) else [text]

    def sub(self, new: str, text: str, count: int = 0) -> str:
        return self.pattern.sub(new, text, count) if self._stands_in(text) else text


Begun = tuple[str, list[str], str]
"""(verb, kind names, the rest) of a line that begins with a verb."""

MOST_VERB = 4  # words of a verb

_SPACES = re.compile(r"[ \t]+")
_INVISIBLE = r"[\u200b-\u200f\u2060\ufeff\u00ad]"
_ARROW = re.compile(r"-{1,3}>|={1,2}>")
_ARROWS = r"[\u2010-\u2015]>|[\u2192\u21d2\u27f6\u21e8\u279c\u2794]"  # as mail programs and thumbs make them
_WITH = Rare("w/", r"(?<!\S)w/ ?(?=[^\W_])(?!o\b)")  # "w/ 2 armor"; "w/o" is another word
_MARKS = str.maketrans(
    {
        **dict.fromkeys("\u2018\u2019\u201a\u201b\u2032\u00b4\u0060", "'"),
        **dict.fromkeys("\u201c\u201d\u201e\u00ab\u00bb\u300c\u300d\u300e\u300f", '"'),
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u30fc", "-"),
        **{"\u3001": ",", "\u3002": ".", "\uff64": ",", "\uff61": ".", "\u30fb": " "},
    }
)  # quotation marks, dashes and minus signs, the marks of a Japanese keyboard
_QUOTES = tuple('"\u201c\u201d\u201e\u00ab\u00bb')
_IN_QUOTES = r'^"([^"]+)"$'  # a line that stands in quotation marks as a whole
_ENTITIES = (("&nbsp;", " "), ("&gt;", ">"), ("&lt;", "<"), ("&amp;", "&"))
_GLUED = re.compile(r"([:;])(?=[^ ])")  # a mark that divides, before what it divides
_BULLETS = "*\u2022\u00b7\u25e6\u25cf\u25aa\u2023"
_NUMBERED = re.compile(r"(?:-|\(?\d{1,2}[.)])\s+")  # a point of a list
_COMMENT = Rare("#", r"^#.*|\s#(?!\d).*")  # "army #2" is no comment


@lru_cache(2**12)
def tidy(raw: str) -> str:
    """A line as it is read: one kind of space, arrow, mark and letter (NFKC: full-width ones too); no comment, bullet
    or full stop."""
    if not raw.isascii() or "&" in raw:
        import unicodedata

        raw = unicodedata.normalize("NFKC", re.sub(_ARROWS, " -> ", re.sub(_INVISIBLE, "", raw))).replace("\u1680", " ")
        for entity, character in _ENTITIES:
            raw = raw.replace(entity, character)
        raw = re.sub(_ARROWS, " -> ", raw)
    text = _SPACES.sub(" ", _ARROW.sub(" -> ", raw)).strip()
    text = re.sub(_IN_QUOTES, r"\1", text.translate(_MARKS)) if text[-1:] in _QUOTES else text
    if text.startswith("--") or text == "\u2014":
        return "--"
    text = _WITH.sub("with ", text.translate(_MARKS))
    bullet = _NUMBERED.match(text)
    text = text[bullet.end() :] if bullet else text[1:].lstrip() if text[:1] in _BULLETS else text
    text = _COMMENT.sub("", text).strip()
    ends = ".\u2026 " if " " in text else ".\u2026! "  # "Pass!", but a battleship! that is damaged keeps its mark
    return text.rstrip(ends).rstrip(",;").rstrip(ends)


def verb_index(kinds: "Mapping[str, Decision]", names: "Names | None" = None) -> Verbs:
    index = Verbs()
    for name, kind in kinds.items():
        for verb in (*kind.verbs, *(kind.begun_by(names) if names else ())):
            index.setdefault(key(verb), (verb, []))[1].append(name)
    return index


@lru_cache(16)
def verbs_of(game: "Game") -> tuple[Verbs, Verbs]:
    """What orders and petitions of a title begin with: made once, not for each text that is read."""
    return verb_index(game.kinds, game.names), verb_index(game.petitions)


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
    words = (quote or "").split()[:8]
    if not words or len(raw) > 10_000:
        return first
    place = raw.find(" ".join(words))
    if place >= 0 and raw.isascii() and place == raw.lower().find(words[0].lower()):  # as nearly all do, word for word
        return place + 1
    pattern = r"\W{0,4}".join(map(re.escape, words))
    found = re.search(pattern, raw, re.IGNORECASE) or re.search(pattern, _letter_by_letter(raw), re.IGNORECASE)
    return found.start() + 1 if found else first


def _letter_by_letter(raw: str) -> str:
    """A line with the marks and letters as they are read, each in its place."""
    if raw.isascii():
        return raw
    import unicodedata

    plain = [unicodedata.normalize("NFKC", letter) for letter in raw]
    return "".join(new if len(new) == 1 else old for new, old in zip(plain, raw)).translate(_MARKS)


# -- text that comes back in a reply -----------------------------------------------------------------------------


MARGIN = 40  # no program breaks lines before this column
LONGEST = 20_000  # characters of a line that is put together
MOST_PIECES = 30  # of one line: each piece more is read together with all before it
SURELY = "surely"
Line = tuple[int, str, str]
"""Its number, what was typed, and its text without a comment."""


def unwrapped(
    lines: Iterable[Line],
    begins: Callable[[str, bool], bool | str],
    state: Callable[[str], str],
    suspects: Callable[[str, str], bool],
    tell: Callable[[Problem, int, str], object],
) -> Iterator[Line]:
    """The order lines, each whole, one after the other, so that whoever has enough of them can stop.

    lines   ``[(number, raw, text)]``; the text of a comment is empty
    tell    (Problem, number, raw): told what is wrong
    begins  (text, nearly) → whether it begins like an order; `nearly`: or like a mistyped one.  SURELY for a word of
            the grammar (if, else, when, a power and a colon): such a line means the same or is refused by itself
    suspects  (above, text) → whether the text could go on with an order that ends so, as far as single words tell
    state   text → "order", "begun" (an order could go on behind it) or "none"
    """
    whole: Line | None = None
    end, before, pieces = 0, "", 1
    for number, raw, text in lines:
        may_be_rest = end == number - 1 and text and was_broken(before, text)
        last, end, before = before, number, raw
        if whole and may_be_rest and len(whole[1]) < LONGEST and pieces < MOST_PIECES:
            first, first_raw, first_text = whole
            gap = "" if _ends_in_a_name(last) else " "
            open_end = not gap or last.rstrip()[-1:] in (",", ";", ":", ">")
            suspected = open_end or not first_text or suspects(first_text, text)
            mark = last.rstrip()[-1:] if first_text and last.rstrip().endswith((",", ";")) else ""
            answer = _belongs(f"{first_text}{mark}", f"{gap}{text}", begins, state, suspected)
            if answer:
                together = f"{first_text}{mark}{gap}{text}" if first_text else ""
                whole, pieces = (first, f"{first_raw} {raw.strip()}", together), pieces + 1
                tell(Problem("joined-lines", level=ODD, quote=text[:60], line=first), number, raw)
                continue
            if answer is None:
                problem = Problem("broken-or-not", level=NOT_UNDERSTOOD, quote=text[:60], line=first)
                tell(problem, number, raw)
        if whole and whole[2]:
            yield whole
        whole, pieces = (number, raw, text), 1
    if whole and whole[2]:
        yield whole


def was_broken(raw: str, text: str) -> bool:
    """Whether a program may have broken a line: the first word of the text below would have stood beyond the margin."""
    return len(raw.rstrip()) + 1 + len(text.split(None, 1)[0]) > MARGIN


def _ends_in_a_name(raw: str) -> bool:
    """Whether a line breaks off behind the hyphen of a name ("prc-" above "amph-2"): there stood no blank."""
    end = raw.rstrip()[-2:]
    return end[1:] == "-" and end[0].isalnum()


def _belongs(
    above: str, text: str, begins: Callable[[str, bool], bool | str], state: Callable[[str], str], suspected: bool
) -> bool | None:
    """Whether a text is the rest of the line above: True, False, or None where it cannot be known.  It begins with the
    blank that parts the two, if there is one."""
    begun = begins(text.lstrip(), not above)
    if not begun or not above or begun == SURELY:
        return not begun
    if not suspected:
        return False
    together = f"{above}{text}"
    if _ends_in_a_name(together):  # half a name is none: what stands before it tells
        together = together.rpartition(" ")[0].rstrip(" ,;")
    if state(together) == "none":
        return False
    return None if state(above) == "order" else True


_ENCODED = r"(?i)=\r?\n|=3D|=20(?=\r?\n|$)|=C2=A0|=E2=80="
_OWN_EQUALS = r"(?im)^[> \t]*(?:game|seat|entry|head|pinch)[ \t]*=[^\n]*$"


def decoded(text: str) -> str:
    """Text that a mail program left in quoted-printable (``=20`` at ends of lines, ``=`` where it broke one).

    A header line with an ``=`` of its own (``entry=20``) is no sign of it; text without such signs is left as it is.
    """
    if "=" not in text or not re.search(_ENCODED, re.sub(_OWN_EQUALS, "", text)):
        return text
    from quopri import decodestring

    kept = re.sub(_OWN_EQUALS, lambda match: match[0].replace("=", "=3D", 1), text) if "=3D" not in text else text
    try:
        return decodestring(kept.encode()).decode()
    except UnicodeDecodeError:
        return text


_QUOTED = r"^\s*((?:>\s?)+)(.*)$"
_HEADER = r"(?i)\s*(?:game|seat)\b\s*[:=]?\s*\S+\s*$"
_END = r"(?i)\s*(?:--+|end)\s*$"


def unquoted(text: str) -> str:
    """Order text of which the header came back quoted, without those quotation marks; other text as it is.

    Lines keep their numbers.  What stands between or above the quoted lines is kept, for it may be orders;
    the line that
    a mail program puts before a quotation, a signature above it, and deeper quotations are not.
    """
    lines = text.split("\n")
    if ">" not in text or any(re.match(_HEADER, line) for line in lines):
        return text
    depths = [_depth(line) for line in lines]
    headers = [(depth, n) for n, (depth, rest) in enumerate(depths) if depth and re.match(_HEADER, rest)]
    if not headers:
        return text
    depth, start = min(headers)
    end = next(
        (n for n in range(start, len(lines)) if depths[n][0] == depth and re.match(_END, depths[n][1])), len(lines)
    )
    kept = _above(lines[:start], depths)
    kept += [rest if found in (0, depth) else "" for found, rest in depths[start:end]]
    return "\n".join([*kept, "--"])


def taken_out(text: str, bare: str) -> list[tuple[int, str]]:
    """``[(number, line)]`` of what `unquoted` has left out of a text."""
    lines, kept = text.split("\n"), bare.split("\n")
    if text == bare:
        return []
    kept += [""] * len(lines)
    return [(n, line) for n, (line, one) in enumerate(zip(lines, kept), 1) if line.strip() and not one.strip(" -")]


def _above(lines: Sequence[str], depths: Sequence[tuple[int, str]]) -> list[str]:
    """The unquoted lines above a quoted form, without signature and without the line that announces it."""
    kept = ["" if depths[n][0] else line for n, line in enumerate(lines)]
    signature = next((n for n, line in enumerate(kept) if line.startswith("--")), len(kept))
    kept[signature:] = [""] * len(kept[signature:])
    last = next((n for n in range(len(kept) - 1, -1, -1) if kept[n].strip()), None)
    if last is not None and kept[last].rstrip().endswith(":"):
        while last >= 0 and kept[last].strip():  # the announcement may itself be broken into lines
            kept[last] = ""
            last -= 1
    return kept


def _depth(line: str) -> tuple[int, str]:
    """``(number of quotation marks, the rest)`` of a line."""
    match = re.match(_QUOTED, line)
    return (match[1].count(">"), match[2]) if match else (0, line)
