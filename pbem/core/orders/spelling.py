"""A line as it may be meant: with misspelt words mended, or without what is said beside an order.  Nothing of it is
taken: whoever asks reads such a line as any other, and asks back."""

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING

from ..language.names import distance
from .sayings import Table, table_of

if TYPE_CHECKING:
    from ..title.game import Game

MOST_WAYS, MOST_MENDED, SHORT, MOST_WORDS = 12, 3, 5, 40
_WORD = re.compile(r"[^\W\d_]{3,}")
_FACE = re.compile(r"\s*([:;]-?[)(DP]+)$")
_AIM = re.compile(r"\b(attacks?|hits?|strikes?) (the (?:(?!(?:with|from|to|and|via|in)\b)[\w-]+ )+)in ([^,;:]+)$", re.I)
_PARTS = re.compile(r"(?<=[,.;!])\s+")
_SECOND_THOUGHT = re.compile(r"(?:or|unless|but)\b|.*\bnot\b", re.IGNORECASE)  # behind an order: not beside it
_ENDINGS = re.compile(r"([a-z]+)\(\?:([a-z|]+)\)")


@lru_cache(16)
def spelling_of(game: "Game") -> "Spelling":
    """The words of a title: made once."""
    return Spelling(game)


class Spelling:
    """The words of a title and its sayings, and what may be meant by others.

    near   word → the known words that are nearest to it, a slip or two away; nothing for a known one; remembered
    """

    def __init__(self, game: "Game") -> None:
        self.names = game.names
        rows = [row for names in game.names.categories.values() for row in names.items()]
        told = " ".join(" ".join((id, *printed)) for id, printed in rows)
        verbs = " ".join(verb for kind in game.kinds.values() for verb in kind.verbs)
        inner = " ".join(word for kind in game.kinds.values() for word in kind.inner_words())
        self.named = set(_WORD.findall(f"{told} {verbs}".casefold()))
        self.words = sorted(self.named | set(_WORD.findall(f"{inner} {_said(table_of(game))}".casefold())))
        self.known = set(self.words)
        self.near: Callable[[str], tuple[str, ...]] = lru_cache(1000)(self._nearest)

    def _nearest(self, word: str) -> tuple[str, ...]:
        if word in self.known:
            return ()
        most = 1 if len(word) <= SHORT else 2
        likely = [known for known in self.words if len(word) > SHORT or known[0] == word[0]]
        slips = [(distance(word, known, most), known) for known in likely] or [(most + 1, "")]
        least = min(slips)[0]
        return tuple(known for slip, known in slips if slip == least)[:MOST_MENDED] if least <= most else ()

    def meant(self, text: str) -> Iterator[tuple[str, str, str]]:
        """``(code, words that are not understood, the line with others or without them)``."""
        yield from (("misspelt", *row) for row in self._mended(text))
        if (found := _FACE.search(text)) and any(map(str.isalpha, text[: found.start()])):
            yield "beside-order", found[1], text[: found.start()]
        if found := _AIM.search(text):  # "attacks the battleships in sz9": they may be all that is there, or not
            yield "beside-order", found[2].strip(), f"{text[: found.start()]}{found[1]} {found[3]}"
        for left, bare in self.parts(text):
            yield "beside-order", left, bare
            yield from (("beside-order", left, line) for _, line in self._mended(bare))

    def _mended(self, text: str) -> Iterator[tuple[str, str]]:
        found = [one for one in _WORD.finditer(text) if self.near(one[0].casefold())]
        if not found or len(found) > MOST_MENDED or text.count(" ") > MOST_WORDS:
            return
        ways = product(*(self.near(one[0].casefold()) for one in found))
        for words, _ in zip(ways, range(MOST_WAYS)):
            line, end = "", 0
            for one, word in zip(found, words):
                line, end = f"{line}{text[end : one.start()]}{word}", one.end()
            yield ", ".join(one[0] for one in found), line + text[end:]

    def parts(self, text: str) -> Iterator[tuple[str, str]]:
        """A line without its first and last parts, behind those, if nothing of the game is named there."""
        parts = _PARTS.split(text)
        for first, last in product(range(3), range(3)):
            kept, behind = parts[first : len(parts) - last], parts[len(parts) - last :]
            left = [*parts[:first], *behind]
            if not (kept and left and first + last < len(parts)) or any(map(_SECOND_THOUGHT.match, behind)):
                continue
            if not any(self._says_something(part) for part in left):
                yield left[-1].strip(" ,.;!"), " ".join(kept).strip(" ,.;!")

    def _says_something(self, part: str) -> bool:
        words = {*_WORD.findall(part.casefold())}
        return bool(re.search(r"\d|->", part) or words & self.named)


def _said(table: Table) -> str:
    """The words in the patterns of a table."""
    words, answers = (pattern for pattern, _ in table.words), (one for rows in table.answers.values() for one in rows)
    patterns = [table.polite, table.ends, *words, *table.verbs, *answers]
    text = re.sub(r"\?P<\w+>|\\.", " ", " ".join(patterns))
    endings = [f"{stem}{end}" for stem, ends in _ENDINGS.findall(text) for end in ends.split("|")]
    verbs = [verb for verbs, _, _ in table.moves for verb in verbs]
    links = [word for words in table.links.values() for word in words]
    shorter = re.findall(r"([a-z]+)[a-z]\?", text)
    return " ".join(
        [text.replace(" ?", "").replace("?", ""), text.replace("?", ""), *endings, *verbs, *links, *shorter]
    )
