"""A line as it may be meant: with misspelt words mended, or without what is said beside an order.  Nothing of it is
taken: whoever asks reads such a line as any other, and asks back."""

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import chain, product
from typing import TYPE_CHECKING

from ..language.names import distance, key
from ..language.reader import NUMBERS
from .power_prefix import LEADS
from .sayings import Table, table_of

if TYPE_CHECKING:
    from ..title.game import Game

MOST_WAYS, MOST_MENDED, SHORT, MOST_WORDS, SHORTEST_LEAD = 12, 3, 5, 40, 2
_WORD = r"[^\W\d_]{3,}"
_FACE = r"\s*([:;]-?[)(DP]+)$"
_COUNTS = NUMBERS.keys() - {"one"}  # "two men", but "the good one"
_COMMON = {"the", "its"}  # of the names of things, what stands in every sentence
_PARTS = r"(?<=[,.;:!?])\s+|\s+(?=\(|(?:because|since|so that|in case)\b)"
_ENDINGS = r"([a-z]+)\(\?:([a-z|]+)\)"


@lru_cache(16)
def spelling_of(game: "Game") -> "Spelling":
    """The words of a title: made once."""
    return Spelling(game)


class Spelling:
    """The words of a title and its sayings, and what may be meant by others.

    near   word → the known words that are nearest to it, a slip or two away; nothing for a known one; remembered
    """

    def __init__(self, game: "Game") -> None:
        self.names, self.shape, self.negations = game.names, table_of(game).shape, table_of(game).negations
        rows = [row for names in game.names.categories.values() for row in names.items()]
        told = " ".join(" ".join((id, *printed)) for id, printed in rows)
        verbs = " ".join(verb for kind in game.kinds.values() for verb in kind.verbs)
        inner = " ".join(word for kind in game.kinds.values() for word in kind.inner_words())
        self.named = set(re.findall(_WORD, f"{told} {verbs}".casefold()))
        more = f"{inner} {' '.join(LEADS)} {_said(table_of(game))}"
        self.words = sorted(self.named | set(re.findall(_WORD, more.casefold())))
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

    def meant(self, text: str, is_said: bool) -> Iterator[tuple[str, str, str]]:
        """``(code, words that are not understood, the line with others or without them)``; `is_said`: of a sentence,
        which begins as no order does."""
        yield from (("misspelt", *row) for row in chain(self._mended(text), self._renamed(text)))
        if (found := re.search(_FACE, text)) and any(map(str.isalpha, text[: found.start()])):
            yield "beside-order", found[1], text[: found.start()]
        if found := self.shape("aim").search(text):  # "attacks the battleships in sz9": are they all that is there?
            aimed = f"{found[1] or 'attack'}{found[2]} {found[4]}"
            yield "beside-order", found[3].strip(), f"{text[: found.start()]}{aimed}{text[found.end() :]}"
        for left, bare in self.parts(text):
            yield "beside-order", left, bare
            yield from (("beside-order", left, line) for _, line in self._mended(bare))
        words = text.split(" ")  # the first says what is done
        is_idle = self.shape("idle").fullmatch
        known = {one for one in words if one.casefold() in self.known or self.near(one.casefold())}
        idle = [one for one in words[1:] if one not in known and is_idle(one)]
        if is_said and 0 < len(idle) <= MOST_MENDED and not self.negations(text):  # "no shooting" is no "no"
            yield "beside-order", ", ".join(idle), " ".join(one for one in words if one not in idle)

    def _mended(self, text: str) -> Iterator[tuple[str, str]]:
        found = [one for one in re.finditer(_WORD, text) if self.near(one[0].casefold())]
        if not found or len(found) > MOST_MENDED or text.count(" ") > MOST_WORDS:
            return
        ways = product(*(self.near(one[0].casefold()) for one in found))
        for words, _ in zip(ways, range(MOST_WAYS)):
            line, end = "", 0
            for one, word in zip(found, words):
                line, end = f"{line}{text[end : one.start()]}{word}", one.end()
            yield ", ".join(one[0] for one in found), line + text[end:]

    def _renamed(self, text: str) -> Iterator[tuple[str, str]]:
        """With the names of the title for those that people have for them."""
        words, found, line = text.split(" "), list[str](), list[str]()
        while words:
            known = [n for n in (2, 1) if key(" ".join(words[:n]).strip(",.;:!?")) in self.names.meant]
            said, words = words[: max(known, default=1)], words[max(known, default=1) :]
            name = " ".join(said).rstrip(",.;:!?")
            found += [name] if known else []
            line.append(self.names.meant[key(name)] + " ".join(said)[len(name) :] if known else said[0])
        if 0 < len(found) <= MOST_MENDED:
            yield ", ".join(found), " ".join(line)

    def parts(self, text: str) -> Iterator[tuple[str, str]]:
        """A line without its first and last parts, behind those, if nothing of the game is named there."""
        parts = re.split(_PARTS, text)
        for first, last in product(range(3), range(3)):
            kept, behind = parts[first : len(parts) - last], parts[len(parts) - last :]
            left = [*parts[:first], *behind]
            is_kept = kept and left and first + last < len(parts) and not kept[-1].endswith(":")
            if not is_kept or any(map(self.shape("second thought").match, behind)):
                continue
            words = parts[0].casefold().split(" ") if first else ()  # "purchase:" and "if …:" are no talk
            is_lead = words and words[-1].endswith(":") and (len(words) <= SHORTEST_LEAD or words[0] in LEADS)
            if not is_lead and not any(self._says_something(part) for part in left):
                yield left[-1].strip(" ,.;!"), " ".join(kept).strip(" ,.;:!")

    def _says_something(self, part: str) -> bool:
        said = {*re.findall(_WORD, part.casefold())}
        words = said.union(*(self.near(word) for word in said if len(word) >= SHORT))
        is_told = re.search(r"\d|->", part) or not said.isdisjoint(_COUNTS) or words & self.named - _COMMON
        return bool(is_told) and not part.endswith("?") and not self.shape("stays").fullmatch(part.strip(" ,.;!"))


def _said(table: Table) -> str:
    """The words in the patterns of a table."""
    words, answers = (pattern for pattern, _ in table.words), (one for rows in table.answers.values() for one in rows)
    patterns = [*(table.shapes[name] for name in ("polite", "ends", "not")), *words, *table.verbs, *answers]
    text = re.sub(r"\?P<\w+>|\\.", " ", " ".join(patterns))
    endings = [f"{stem}{end}" for stem, ends in re.findall(_ENDINGS, text) for end in ends.split("|")]
    verbs = [verb for verbs, _, _ in table.moves for verb in verbs]
    links = [word for words in table.links.values() for word in words]
    shorter = re.findall(r"([a-z]+)[a-z]\?", text)
    return " ".join(
        [text.replace(" ?", "").replace("?", ""), text.replace("?", ""), *endings, *verbs, *links, *shorter]
    )
