"""Names as people write them: from what was typed to an id, and back to the printed name.

Case, accents, hyphens and spaces do not matter.  An id, a printed name or a listed alias is taken exactly; so
is a prefix of four letters or more, if all names of the title that begin with it mean the same thing.  The
board plays no part: what a line means must not change with what is legal now.  Near misses are suggested,
never taken.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache

from ..data.meant import perhaps
from ..data.tables import Sentences
from .errors import ParseError

MIN_PREFIX = 4
Categories = Mapping[str, Mapping[str, Sequence[str]]]
"""{category: {id: [its names, the printed one first]}}"""
Entry = tuple[str, str]
"""(category, id): what a name may mean."""


_say = Sentences(__name__)
_IGNORED = str.maketrans("", "", " \t-_.'\u2019")


@lru_cache(4096)
def key(text: str) -> str:
    """What is compared of a name: small letters without accents, hyphens, spaces, dots and apostrophes.

    >>> key("The Côte-d’Ivoire")
    'cotedivoire'
    """
    return _without_accents(text.strip()).removeprefix("the ").translate(_IGNORED)


def as_id(text: str) -> str:
    """Text as a kebab id, without accents.

    >>> as_id("  Côte d'Ivoire, East ")
    'cote-divoire-east'
    """
    return re.sub(r"[^a-z0-9]+", "-", _without_accents(text).replace("'", "").replace("\u2019", "")).strip("-")


def _without_accents(text: str) -> str:
    """Small letters, without accents."""
    text = text.casefold()
    if text.isascii():
        return text
    import unicodedata

    return "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))


def near_hint(text: str, spelled: dict[str, str]) -> str:
    """A question about up to three of `spelled` {key: as it is written} that look like `text`; or ``""``.

    Near is what begins so, or is one slip away (a letter too many, missing, wrong, or two exchanged); of words of more
    than five letters two slips.  A short name that merely shares letters is no near miss.
    """
    wanted = key(text)[:60]
    begun = [name for name in spelled if wanted and name.startswith(wanted)][:3]
    slips = 1 if len(wanted) <= 5 else 2
    close = sorted((slip, name) for name in spelled if (slip := distance(wanted, name, slips)) <= slips)
    near = [spelled[found] for found in [*begun, *(name for slip, name in close if slip == close[0][0])]]
    return perhaps(list(dict.fromkeys(near))[:3])


def distance(one: str, other: str, most: int) -> int:
    """How many slips of the pen lie between two words: letters added, missing, wrong, or exchanged with the next one.
    More than `most` is told as ``most + 1``.

    >>> distance("berlni", "berlin", 2), distance("belgium", "berlin", 2)
    (1, 3)
    """
    if abs(len(one) - len(other)) > most or len(set(one) ^ set(other)) > 2 * most:
        return most + 1
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        last, before, row = before, row, [i]
        for j, its in enumerate(other, 1):
            row.append(min(row[-1] + 1, before[j] + 1, before[j - 1] + (letter != its)))
            if i > 1 and j > 1 and (one[i - 2], letter) == (its, other[j - 2]):
                row[j] = min(row[j], last[j - 2] + 1)
        if min(row) > most:
            return most + 1
    return min(row[-1], most + 1)


def hint(name: str, names: Sequence[object]) -> str:
    """A hint about `names`, by its own name in sentences.json; an empty text if there are none."""
    return _say(name, names=names) if names else ""


class Names:
    """The names of one title: ``Names({"area": {"poland": ["Poland", "PL"], …}, "unit-type": {…}})``.

    The first name of each list is the printed one; an id without names is printed as it is.  The index is
    made at the first question.

    meant  {what people write: id}: names in other languages, of today, of a part of it; suggested, never taken
    glue   marks that may stand within a name and between two names alike, "-" and "()" say: with them "PAR-BUR" is two
           names and an arrow, "Mid-Atlantic" one name, and "STP(SC)" another
    """

    def __init__(self, categories: Categories, meant: Mapping[str, str] | None = None, glue: str = "") -> None:
        self.categories, self.meant = categories, {key(name): id for name, id in (meant or {}).items()}
        self.glue = glue

    def find(self, text: str, *categories: str) -> str:
        """The id that `text` names in one of `categories` (in any, without).

        Raises ParseError: ``no-name``, ``unknown-name`` with near misses, ``ambiguous-name``, or
        ``other-name`` for the name of something else.
        """
        wanted = key(text)
        if not wanted:
            raise ParseError("no-name", quote=text, wanted=_in_words(categories))
        found = self.index.get(wanted) or self._by_prefix(text.strip(), categories)
        ids = ids_of(found, categories)
        if len(ids) == 1:
            return ids[0]
        shown = text.strip()
        if ids:
            raise ParseError("ambiguous-name", quote=shown, name=shown, candidates=self.listed(ids))
        if found:
            others = self.listed(ids_of(found, ()))
            raise ParseError("other-name", quote=shown, name=shown, found=others, wanted=_in_words(categories))
        suggested = self.hint(text, *categories)
        raise ParseError("unknown-name", quote=shown, name=shown, wanted=_in_words(categories), hint=suggested)

    def known(self, text: str, *categories: str) -> str | None:
        """The id that `text` names, or None."""
        entries, whole = self.named(key(text))
        ids = ids_of(entries, categories)
        return ids[0] if len(ids) == 1 and (whole or len(ids_of(entries, ())) == 1) else None

    def ids(self, category: str) -> list[str]:
        """All ids of a category, in its order."""
        return list(self.categories.get(category, ()))

    def show(self, id: str, category: str | None = None) -> str:
        """The printed name of an id; the id itself where none is printed."""
        for name in (category,) if category else self.categories:
            if id in self.categories[name]:
                printed = self.categories[name][id]
                return printed[0] if printed else id
        return id

    def within(self, id: str) -> str:
        """The printed name of an id in a sentence, with its article: the United Kingdom."""
        from ..data.text import the

        return the(self.show(id))

    def leads(self, category: str) -> list[str]:
        """The words with which names of many things of a category begin, of one in four at least: A, Army, F, Fleet."""
        things = self.categories.get(category, {})
        firsts = Counter(word for names in things.values() for word in {name.split(" ")[0] for name in names})
        return [word for word, count in firsts.items() if 4 * count >= len(things)]

    def hint(self, text: str, *categories: str) -> str:
        """Up to three printed names that look like `text`, as a sentence; or an empty text."""
        spelled = {}
        for name, found in self.index.items():
            ids = ids_of(found, categories)
            if ids:
                spelled[name] = self.show(ids[0])
        id = self.meant.get(key(text))
        if id and ids_of(self.index[key(id)], categories):
            return perhaps([self.show(id)])
        return near_hint(text, spelled)

    def named(self, wanted: str) -> tuple[Sequence[Entry], bool]:
        """``(entries, whole)`` of a key: ``[(category, id), …]`` of the names that are it, and True; else of those that
        begin with it, four letters or more, and False."""
        found = self.index.get(wanted)
        if found is not None:
            return found, True
        return (self._begun(wanted) if len(wanted) >= MIN_PREFIX and wanted in self.beginnings else ()), False

    @cached_property
    def beginnings(self) -> set[str]:
        """All beginnings of all keys."""
        return {name[:end] for name in self.index for end in range(1, len(name) + 1)}

    @cached_property
    def index(self) -> dict[str, list[Entry]]:
        """``{key: [(category, id), …]}`` of every id, printed name and alias."""
        return _index(self.categories)

    @cached_property
    def _sorted(self) -> list[str]:
        return sorted(self.index)

    def _by_prefix(self, text: str, categories: Sequence[str]) -> list[Entry]:
        """What every name that begins with `text` means, if it is one thing only; else nothing.

        Raises ParseError ``ambiguous-name`` if some of several things are of `categories`.
        """
        wanted = key(text)
        if len(wanted) < MIN_PREFIX:
            return []
        found = self._begun(wanted)
        ids = ids_of(found, ())
        if len(ids) <= 1:
            return found
        if not ids_of(found, categories):
            return []
        raise ParseError("ambiguous-name", quote=text, name=text, candidates=self.listed(ids))

    def _begun(self, wanted: str) -> list[Entry]:
        """``[(category, id)]`` of all names that begin with a key."""
        from bisect import bisect_left

        found: list[Entry] = []
        place = bisect_left(self._sorted, wanted)
        while place < len(self._sorted) and self._sorted[place].startswith(wanted):
            found += self.index[self._sorted[place]]
            place += 1
        return found

    def listed(self, ids: Iterable[str]) -> str:
        """Up to six printed names as a sentence has them."""
        from ..data.text import listed

        shown = list(dict.fromkeys(self.show(id) for id in ids))
        return listed(shown if len(shown) <= 6 else [*shown[:5], f"{len(shown) - 5} more"], "or")


def seat_called(
    text: str, powers: Mapping[str, Sequence[str]], names: Names, persons: Mapping[str, str] | None = None
) -> str | None:
    """The seat that people mean by its id, by who holds it, or by one of its powers; None for nobody or several.

    powers   {seat: [powers]};  names  the title's Names;  persons  {seat: name of who holds it}
    """
    wanted, power = key(text), names.known(text, "power")
    ways = (
        [seat for seat in powers if key(seat) == wanted],
        [seat for seat, name in (persons or {}).items() if wanted and key(name) == wanted],
        [seat for seat, held in powers.items() if power in held],
    )
    found = next((seats for seats in ways if seats), [])
    return found[0] if len(found) == 1 else None


def _index(categories: Categories) -> dict[str, list[Entry]]:
    index: dict[str, list[Entry]] = {}
    for category, names in categories.items():
        for id, printed in names.items():
            for name in {key(text): None for text in (id, *printed)}:
                index.setdefault(name, []).append((category, id))
    return index


def ids_of(found: Iterable[Entry], categories: Collection[str]) -> list[str]:
    """The different ids among (category, id) pairs that are of one of `categories`, in order."""
    return list(dict.fromkeys(id for category, id in found if not categories or category in categories))


def _in_words(categories: Sequence[str]) -> str:
    from ..data.text import listed

    return listed([name.replace("-", " ") for name in categories], "or") if categories else "thing"
