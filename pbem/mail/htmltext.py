"""The words of an HTML mail as plain text: lines where the page breaks them, ``>`` before what is not its sender's.

The mark stands before quotations and signatures, as the large mail programs make them (Gmail, Outlook, Apple Mail,
Thunderbird, Yahoo, Proton), so that one reader of quotations serves text and HTML.  Nothing is fetched, no script is
read, and of style sheets only what they hide (stylesheet.py).  The tree is made by lexbor, which is linear but for the
two shapes that are refused beforehand.
"""

import re
from functools import cache
from typing import Any

from pbem.core.data.tables import Sentences, beside

from .stylesheet import Sheet, Style

_say = Sentences(__name__)

MOST_HTML = 2**18  # characters
MOST_TAGS = 12_000
MOST_QUOTES = 50  # marks before a line: an answer is never that deep, and each would be written before each line
MOST_STRUCK = 200  # pieces of text that are struck out or hidden, and looked for among what counts
MOST_TAG = 8_000  # characters of one tag: attributes are where HTML parsers are quadratic

_RULE_ABOVE = re.compile(r"border:\s*none;\s*border-top:\s*solid\s+(?:#E1E1E1|#B5C4DF|windowtext)", re.IGNORECASE)
_NO_BORDER = re.compile(r"border(?:-left)?:\s*(?:none|0)", re.IGNORECASE)
_NOTHING = re.compile(r"0[a-z%]*")
_CLIPPED = ("height", "max-height", "width", "max-width")
_INKED = ("color", "background-color", "background")
_RGB = re.compile(r"rgba?\((\d+),(\d+),(\d+)")
_NAMED = {"white": "ffffff", "black": "000000"}
_PAPER, _INK = "ffffff", "000000"  # what a mail is shown on and with, where it says nothing
_LONG_TAG = re.compile(rf"<[^<>]{{{MOST_TAG},}}")


@cache
def marks() -> dict[str, Any]:
    """The tables of marks.json, with their sources."""
    tables: dict[str, Any] = beside(__file__, "marks")
    return tables


class Unreadable(Exception):
    """A part of a mail whose words cannot be read; `why` says what it is."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


def text_of_html(markup: str) -> tuple[str, list[str], list[str]]:
    """``(text, notes, struck)`` of an HTML page; `struck` are the pieces of its sender's words that are struck out or
    hidden, or may be: no order with one of them counts unasked.  Raises Unreadable for a page that no person's mail
    program made, and where the library is missing."""
    notes = []
    if len(markup) > MOST_HTML:
        notes.append(_say("characters", size=len(markup), most=MOST_HTML))
        markup = markup[:MOST_HTML]
    if markup.count("<") > MOST_TAGS or _LONG_TAG.search(markup):
        raise Unreadable(_say("strange"))
    try:
        from selectolax.lexbor import LexborHTMLParser
    except ImportError:  # the program in one file has no compiled parts
        raise Unreadable(_say("no-library")) from None
    page = LexborHTMLParser(markup)
    lines = _Lines(_sheet(page))
    text = lines.read(page.body or page.root) if page.root else ""
    return text, notes + [hidden_note()] * lines.is_cut, lines.struck()


def hidden_note() -> str:
    """The note on words that are struck out or hidden: all others say that something was cut off."""
    return _say("hidden")


def _sheet(page: Any) -> Sheet:
    """The style sheets that stand in a page."""
    found = page.css("style") if page.root else []
    media = [(node.attributes.get("media") or "all").strip().casefold() for node in found]
    texts = [(node.text() or "", one in ("all", "screen")) for node, one in zip(found, media)]
    return Sheet(texts, {*marks()["unseen"], "overflow", *_CLIPPED, *_INKED})


def reads_html() -> bool:
    """Whether the library is there that reads HTML."""
    try:
        text_of_html("")
    except Unreadable:
        return False
    return True


def _hides(style: Style) -> bool:
    cut = style.get("overflow") == "hidden" and any(_NOTHING.fullmatch(style.get(name, "")) for name in _CLIPPED)
    return cut or any(name in style and re.fullmatch(values, style[name]) for name, values in marks()["unseen"].items())


def _inline(node: Any) -> Style:
    """The style that an element gives itself."""
    text = re.sub(r"\s+|!important", "", node.attributes.get("style") or "").casefold()
    return dict(one.split(":", 1) for one in text.split(";") if ":" in one)


def _inks(node: Any, given: Style, around: tuple[str, str]) -> tuple[str, str]:
    """``(colour, colour of the ground)`` in an element."""
    attributes = node.attributes
    ground = given.get("background-color") or given.get("background") or attributes.get("bgcolor") or ""
    ink = given.get("color") or (attributes.get("color") or "" if node.tag == "font" else "")
    return _colour(ink) or around[0], _colour(ground) or around[1]


def _colour(text: str) -> str:
    """A colour as six hexadecimal digits; "" for none, or one that is not known."""
    text = text.strip().casefold()
    if found := _RGB.match(text):
        return "".join(f"{min(int(one), 255):02x}" for one in found.groups())
    digits = re.fullmatch(r"#?([0-9a-f]{6}|[0-9a-f]{3})", text)
    if digits:
        return digits[1] if len(digits[1]) == 6 else "".join(one * 2 for one in digits[1])
    return _NAMED.get(text, "")


def _linked(node: Any) -> str:
    """The address behind a name that is a link to it, as programs head quotations."""
    href = node.attributes.get("href") or ""
    found = re.fullmatch(r"mailto:([^\s?<>@]+@[^\s?<>@]+)", href)
    return f" <{found[1]}>" if found and "@" not in (node.text() or "") else ""


class _Lines:
    """The lines of a page, made in one walk.

    depth      in how many quotations the walk is
    rest       1 from where everything that follows is a quotation (Outlook), else 0
    inks       [(colour, colour of the ground)] of the elements around
    may_hide   [whether it may be that nobody sees them] of the same elements
    is_cut     True if words were left out that its reader does not see, or sees struck out
    pieces     words that are struck out or hidden, or may be
    """

    def __init__(self, sheet: Sheet) -> None:
        self.sheet, self.may_hide, self.pieces = sheet, [False], []  # type: Sheet, list[bool], list[str]
        self.lines: list[str] = []
        self.line, self.depth, self.rest = "", 0, 0
        self.inks = [(_INK, _PAPER)]
        self.is_cut = False

    def read(self, root: Any) -> str:
        """Walk the tree without recursion, for it may be as deep as a stranger likes."""
        node, entering, top = root, True, root.mem_id
        quotes: list[Any] = []
        while node is not None:
            if entering:
                goes_in = self._enter(node, quotes)
                if goes_in and node.child is not None:
                    node = node.child
                    continue
            self._leave(node, quotes)
            if node.mem_id == top:
                break
            entering = node.next is not None
            node = node.next if entering else node.parent
        self._break()
        return self._text()

    def _enter(self, node: Any, quotes: list[int]) -> bool:
        """What stands at the beginning of an element; True if its inside is read."""
        tag = node.tag
        if tag in marks()["silent"]:
            quotes.append(0)
            return False
        if tag == "-text":
            quotes.append(0)
            words = node.text_content or ""
            is_seen = self.inks[-1][0] != self.inks[-1][1] or not words.strip()
            if is_seen:
                self._words(node)
            if self.may_hide[-1] or not is_seen:
                self._strike(words, is_seen)
            return False
        style, more = self.sheet.of(node, _inline(node))
        self.inks.append(_inks(node, style, self.inks[-1]))
        self.may_hide.append(self.may_hide[-1] or any(_hides({**style, **one}) for one in more))
        if tag in marks()["struck"] or "hidden" in node.attributes or _hides(style):
            quotes.append(0)
            self._strike(node.text(separator="\n") or "", False)
            return False
        if tag in marks()["blocks"] or tag in ("br", "hr"):
            self._break(tag == "br")
        elif tag in ("td", "th") and self.line and not self.line.endswith(" "):
            self.line += " "
        quotes.append(self._quotes(node, tag))
        self.depth += quotes[-1]
        return True

    def _leave(self, node: Any, quotes: list[int]) -> None:
        if node.tag in marks()["blocks"]:
            self._break()
        elif node.tag == "a":
            self.line += _linked(node)
        if node.tag != "-text" and node.tag not in marks()["silent"]:
            self.inks.pop()
            self.may_hide.pop()
        self.depth -= quotes.pop() if quotes else 0

    def _strike(self, text: str, is_seen: bool) -> None:
        """Note words that are struck out or hidden, or may be, if they are their sender's."""
        pieces = [" ".join(one.split()) for one in text.split("\n") if re.search(r"\w", one)]
        self.is_cut = self.is_cut or bool(pieces and not is_seen)
        self.pieces += pieces if not self.depth and not self.rest and len(self.pieces) <= MOST_STRUCK else []

    def struck(self) -> list[str]:
        """The pieces; "", which stands in every line, if they are too many, or nobody can say what a sheet hides."""
        found = list(dict.fromkeys(self.pieces))
        return found if len(found) <= MOST_STRUCK and self.sheet.is_judged else [""]

    def _quotes(self, node: Any, tag: str) -> int:
        """1 for an element that is a quotation or a signature."""
        attributes = node.attributes
        style = attributes.get("style") or ""
        own = {mark.removeprefix("x_") for name in ("class", "id") for mark in (attributes.get(name) or "").split()}
        if own.intersection(marks()["rest_not_his"]) or _RULE_ABOVE.search(style):
            self.rest = 1
            return 0
        if tag == "blockquote":
            plain = not own and attributes.get("type") != "cite" and _NO_BORDER.search(style)
            return 0 if plain or self._inside_container(node) else 1
        return 1 if own.intersection(marks()["not_his"]) else 0

    @staticmethod
    def _inside_container(node: Any) -> bool:
        """True for a blockquote that stands directly in the box which already counts as its quotation."""
        above = (node.parent.attributes.get("class") or "") if node.parent is not None else ""
        return any(mark in above.split() for mark in ("gmail_quote", "gmail_quote_container", "yahoo_quoted"))

    def _words(self, node: Any) -> None:
        text = (node.text_content or "").replace("\xa0", " ")
        if node.parent is not None and node.parent.tag == "pre":
            first, *others = text.split("\n")
            self.line += first
            for part in others:
                self._break(True)
                self.line = part
            return
        words = " ".join(re.split(r"[ \t\r\n\f]+", text))
        if not self.line or self.line.endswith(" "):
            words = words.lstrip(" ")
        self.line += words

    def _break(self, is_forced: bool = False) -> None:
        line, self.line = self.line.rstrip(), ""
        if line.strip() or is_forced:
            depth = min(self.depth + self.rest, MOST_QUOTES)
            self.lines.append(">" * depth + " " * bool(depth) + line)

    def _text(self) -> str:
        kept: list[str] = []
        for line in self.lines:
            if line.strip("> ") or (kept and kept[-1].strip("> ")):
                kept.append(line)
        return "\n".join(kept).strip("\n") + "\n"
