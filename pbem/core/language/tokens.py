"""An order line as tokens, each with its place: words, numbers, and the marks that divide.

Nothing is dropped here.  What a token means is found out by the forms (templates.py), which must use every one.
"""

import re
from collections.abc import Iterator, Sequence

from .names import key

MAX_TOKENS = 1000  # of one line; a longer one is refused before it is read
NUMBERS = dict(zip("zero one two three four five six seven eight nine ten eleven twelve".split(), range(13)))
MARKS = (";", ",", ":", "->", "(", ")", "*", "#")
ARROWS = ("->", "to", "into")
FILLERS = ("the", "my", "our")  # words that mean nothing, and only before a name

_TOKEN = re.compile(r"->|[;,:()*\u00d7#]|[!~^%=+@]\d?[!~^%=+@#]*|-(?=\s|$)|(?<!\S)-|[^\s\"_;,:()*\u00d7#!~^%=+@-]+")
_GLUED = re.compile(r"(\d{1,4})([xX](?=[^\W\d_]))?([^\W\d].*)|([^\W\d_]+)(\d{1,4})")


class Token:
    """One word or mark.

    text        as it was typed
    start, end  where it stands in the line
    key         what is compared: small letters without accents, hyphens and dots; a mark is its own key
    number      the number that it is, in digits or as a word; or None
    glued       whether a hyphen ties it to the token before: a name does not end there, unless a number follows
    """

    __slots__ = ("text", "start", "end", "key", "number", "glued")

    def __init__(self, text: str, start: int, glued: bool = False) -> None:
        self.text, self.start, self.end, self.glued = text, start, start + len(text), glued
        self.key = text if text in MARKS else text.lower() if text.isascii() and text.isalnum() else key(text)
        self.number = int(text) if text.isascii() and text.isdigit() and len(text) < 10 else NUMBERS.get(self.key)

    def __repr__(self) -> str:
        return f"Token({self.text!r}, {self.start})"


def tokens_of(text: str) -> list[Token]:
    """The tokens of a line; quotation marks are passed over.  Numbers and what hyphens join are tokens of their own.
    Of a line that is too long, a few more than MAX_TOKENS.

    >>> [token.text for token in tokens_of("op14 a -> b with 3armor, 2xsu-30-1")]
    ['op', '14', 'a', '->', 'b', 'with', '3', 'armor', ',', '2', 'x', 'su', '30', '1']
    """
    found: list[Token] = []
    for match in _TOKEN.finditer(text):
        if len(found) > MAX_TOKENS:
            break
        glued = _GLUED.fullmatch(match[0])
        if glued:
            parts = [n for n in range(1, 6) if glued[n]]
            found += [Token(glued[n], match.start() + glued.start(n)) for n in parts]
        else:
            tied = match.start() > 1 and text[match.start() - 1] in "-_" and not text[match.start() - 2].isspace()
            word = match[0].replace("\u00d7", "*").strip("'")
            if word:
                found.append(Token(word, match.start() + (match[0][0] == "'"), tied))
    return found


def joined(tokens: Sequence[Token], at: int, most: int) -> Iterator[tuple[str, int]]:
    """``(key, end)`` of the first, the first two, … of up to `most` words from `at`, written as one.

    ``China Central`` and ``china-central`` are the same word here.  A mark ends a word.
    """
    text = ""
    for end in range(at, min(at + most, len(tokens))):
        token = tokens[end]
        if token.key in MARKS or not token.key:
            return
        text += token.key
        after = tokens[end + 1] if end + 1 < len(tokens) else None
        if after is None or not after.glued or after.key.isdigit():
            yield text, end + 1
