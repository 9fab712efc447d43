"""Fields of an order: what stands in a place of a template, how it is read, made concrete, written, chosen, checked.

A field has a *domain*: what is legal in it now, given the board, the question and the fields chosen before
(`OrderContext.values`).  A domain is a function of the scope that gives a list; large sets are grown one by
one (units.py).
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

from ..data.json_types import Json
from ..data.problems import NOT_UNDERSTOOD, Problem
from ..rules.requests import Ask
from .decision import Decision
from .errors import ParseError
from .field import Field
from .form import Form, resolved
from .name_scanner import arrow_at, list_at, names_at
from .names import Names as AllNames
from .names import key
from .order_context import NOTHING, OrderContext, is_reading
from .random_answers import some_fields
from .reader import Reader
from .rng import Rng
from .templates import Phrase
from .types import Found, Values


class Name(Field):
    """One id of certain categories of names."""

    def __init__(self, *categories: str, known: Callable[[Any], Collection[str]] | None = None, **options: Any) -> None:
        super().__init__(**options)
        self.categories, self.known = categories, known
        self.wanted = options.get("wanted") or f"the name of {_article(categories[0].replace('-', ' '))}"

    def scan(self, reader: Reader, at: int) -> Found:
        found = names_at(reader, at, self.categories)
        if not found:
            reader.expect(at, self)
        return found

    def misnamed(self, names: AllNames, text: str) -> ParseError | None:
        """The ParseError of a text that should be such a name; None if it is one."""
        try:
            names.find(text, *self.categories)
        except ParseError as error:
            return error
        return None

    def schema(self) -> Json:
        return {"type": "string"}

    def shown(self, name: str) -> str:
        return self.categories[0].upper()

    def leads(self, names: AllNames) -> list[str]:
        return names.leads(self.categories[0])

    def problems(self, scope: OrderContext, value: Any) -> Iterable[Problem]:
        if self.known is not None and value not in self.known(scope.board):
            yield Problem("no-such-thing", NOT_UNDERSTOOD, wanted=self.categories[0].replace("-", " "), name=value)
            return
        yield from super().problems(scope, value)


class Area(Name):
    """An area."""

    def __init__(self, **options: Any) -> None:
        super().__init__("area", **options)


class Names(Name):
    """A list of ids, each once unless `twice`; with `arrows` a way: ``guam -> sz25 -> japan``."""

    def __init__(
        self,
        *categories: str,
        least: int = 1,
        most: int | None = None,
        twice: bool = False,
        arrows: bool = False,
        **options: Any,
    ) -> None:
        super().__init__(*categories, **options)
        self.least, self.most, self.twice, self.arrows = least, most, twice or arrows, arrows

    def scan(self, reader: Reader, at: int) -> Found:
        if not self.arrows:
            return list_at(reader, at, super().scan)
        found = list_at(reader, at, super().scan, arrow_at)
        for _, end in found:
            if arrow_at(reader, end) is None:
                reader.expect(end, "->")
        return [(names, end) for names, end in found if len(names) >= self.least]

    def more(self, before: Any, raw: Any) -> Any:
        return [*before, *raw]

    def write(self, value: Any) -> str:
        return (" -> " if self.arrows else ", ").join(value)

    def schema(self) -> Json:
        shape: Json = {"type": "array", "items": {"type": "string"}}
        return {**shape, "minItems": self.least} if self.least else shape

    def shown(self, name: str) -> str:
        one = super().shown(name)
        return f"{one} -> {one} …" if self.arrows else f"{one}, {one} …" if self.most != 1 else one

    def pick(self, scope: OrderContext, draw: Rng) -> Any:
        legal = self.legal(scope)
        return draw.some(legal, self.most) if legal else NOTHING

    def problems(self, scope: OrderContext, value: Any) -> Iterable[Problem]:
        for one in dict.fromkeys(value):
            if value.count(one) > 1 and not self.twice:
                yield Problem("said-twice", rule=scope.ask.rule or scope.kind.rule, name=one)
            yield from Name.problems(self, scope, one)


class Number(Field):
    """A whole number; ``all`` and ``both`` mean the greatest of the domain."""

    wanted = "a number"

    def scan(self, reader: Reader, at: int) -> Found:
        place = at + (reader.word(at) == "#")
        if place < len(reader.tokens) and reader.tokens[place].number is not None:
            return [(reader.tokens[place].number, place + 1)]
        if reader.word(place) == "all" and self.of is not None:
            return [("all", place + 1)]
        reader.expect(at, self)
        return []

    def resolve(self, scope: OrderContext, raw: Any) -> Any:
        return max(self.legal(scope) or (), default=0) if raw == "all" else raw

    def shown(self, name: str) -> str:
        return "N"

    def schema(self) -> Json:
        return {"type": "integer", "minimum": 0}


class Word(Field):
    """One of several words, each with a value: ``Word({"west": "west", "attack now": True})``.

    The first word of a value is the canonical one.
    """

    def __init__(self, words: Mapping[str, Any] | Iterable[str], **options: Any) -> None:
        super().__init__(**options)
        self.words: Mapping[str, Any] = words if isinstance(words, Mapping) else {word: word for word in words}
        self.of = self.of or list(dict.fromkeys(self.words.values()))
        self.wanted = options.get("wanted") or " or ".join(self._canonical())
        self._phrases: list[tuple[Phrase, Any]] | None = None

    def _canonical(self) -> Iterable[str]:
        first: dict[Any, str] = {}
        for word, value in self.words.items():
            first.setdefault(value, word)
        return first.values()

    def scan(self, reader: Reader, at: int) -> Found:
        if self._phrases is None:
            self._phrases = [(Phrase(word.split()), value) for word, value in self.words.items()]
        return [(value, end) for phrase, value in self._phrases for end in phrase.ends(reader, at)]

    def inner_words(self) -> set[str]:
        return {key(word.split()[0]) for word in self.words}

    def write(self, value: Any) -> str:
        said = [word for word, meant in self.words.items() if meant == value]
        if not said:
            raise ValueError(f"{value!r} is none of {list(self.words)}")
        return said[0]

    def schema(self) -> Json:
        return {"enum": list(dict.fromkeys(self.words.values()))}

    def shown(self, name: str) -> str:
        return "|".join(self._canonical())


class Flag(Word):
    """A word that is said or not: the value is true, or the field is missing."""

    def __init__(self, *words: str, **options: Any) -> None:
        super().__init__(dict.fromkeys(words, True), **options)

    def schema(self) -> Json:
        return {"const": True}


class Repeated(Field):
    """A part that may come several times, with fields of its own: ``fire SHOOTERS at TARGET; SHOOTERS at TARGET``.

    join   makes one value of the list of its parts ({field: value}); split takes it apart again
    begun  the word with which every part begins; it may be left out between them
    """

    def __init__(
        self,
        template: str,
        fields: Mapping[str, Field],
        join: Callable[[OrderContext, list[Values]], Any] | None = None,
        split: Callable[[Any], Iterable[Values]] | None = None,
        begun: str = "",
        least: int = 1,
        most: int | None = None,
        shape: Json | None = None,
        separators: Sequence[str] = (";",),
        **options: Any,
    ) -> None:
        super().__init__(**options)
        self.form = Form(template, fields=fields)
        self.join: Callable[[OrderContext, list[Values]], Any] = join or (lambda scope, parts: parts)
        self.split: Callable[[Any], Iterable[Values]] = split or (lambda value: value)
        self.begun, self.least, self.most, self.shape, self.separators = begun, least, most, shape, separators

    def scan(self, reader: Reader, at: int) -> Found:
        inner = reader.within(self.form.fields)
        found: list[tuple[list[Values], int]] = []
        edge = self._part(inner, at, [])
        while edge:
            found += edge
            nexts: list[tuple[list[Values], int]] = []
            for parts, end in edge:
                for behind in self._between(inner, end):
                    nexts += self._part(inner, behind, parts)
            edge = reader.bounded(nexts)
        return found

    def _part(self, inner: Reader, at: int, parts: Sequence[Values]) -> list[tuple[list[Values], int]]:
        return [([*parts, values], end) for end, values in self.form.node.read(inner, [(at, {})])]

    def _between(self, inner: Reader, end: int) -> list[int]:
        """Where the next part may begin: behind a mark, and behind the first word if that is said again."""
        if inner.word(end) not in self.separators:
            inner.expect(end, self.separators[0])
            return []
        return [end + 1, end + 2] if self.begun and inner.word(end + 1) == self.begun else [end + 1]

    def inner_words(self) -> set[str]:
        return self.form.inner_words() | ({self.begun} if self.begun else set())

    def spare_words(self) -> list[str]:
        return self.form.spare_words()

    def more(self, before: Any, raw: Any) -> Any:
        return [*before, *raw]

    def resolve(self, scope: OrderContext, raw: Any) -> Any:
        parts: list[Values] = []
        for one in raw:
            inner = scope.within(one, {"parts": list(parts)})
            resolved(inner, self.form)
            parts.append({name: value for name, value in inner.values.items() if name != "parts"})
        return self.join(scope, parts)

    def write(self, value: Any) -> str:
        parts = value if _are_raw(value, self.form) else self.split(value)
        return f"{self.separators[0]} ".join(self.form.text(part) for part in parts)

    def schema(self) -> Json:
        if self.shape:
            return self.shape
        return {"type": "array", "items": self.form.schema(), "minItems": self.least}

    def pick(self, scope: OrderContext, draw: Rng) -> Any:
        parts: list[Values] = []
        for _ in range(1 + draw.below(self.most or 3)):
            inner = scope.within(values={"parts": list(parts)})
            if not some_fields(inner, self.form, draw):
                break
            parts.append({name: value for name, value in inner.values.items() if name != "parts"})
        return self.join(scope, parts) if len(parts) >= self.least else NOTHING

    def problems(self, scope: OrderContext, value: Any) -> Iterable[Problem]:
        return ()

    def shown(self, name: str) -> str:
        return self.form.shown() + "; …"


class Order(Field):
    """An order of another kind inside an order: ``interrupt with flag: ORDER``.

    kind   the Decision, or a function that gives it (where the kinds name each other)
    under  scope → ``(board, ask)`` on which it is judged: the board as it will be then
    but    names of forms that cannot stand inside
    some   (scope, draw) → a random order, or NOTHING; a walk of its kind by default
    """

    wanted = "an order"

    def __init__(
        self,
        kind: Decision | Callable[[], Decision],
        under: Callable[[OrderContext], tuple[Any, Ask]],
        but: Collection[str] = (),
        some: Callable[[OrderContext, Rng], Any] | None = None,
        **options: Any,
    ) -> None:
        super().__init__(**options)
        self._kind, self.under, self.but, self.some = kind, under, but, some

    @property
    def kind(self) -> Decision:
        return self._kind() if callable(self._kind) else self._kind

    def scan(self, reader: Reader, at: int) -> Found:
        found: list[tuple[Any, int]] = []
        for form in self.kind.forms:
            if form.name in self.but:
                continue
            inner = reader.within(form.fields)
            for end, values in form.node.read(inner, [(at, {})]):
                raw = {"form": form.name, "fields": values}
                if (raw, end) not in found:
                    found.append((raw, end))
        return found

    def inner_words(self) -> set[str]:
        return {key(verb.split()[0]) for verb in self.kind.verbs} | self.kind.inner_words()

    def spare_words(self) -> list[str]:
        return self.kind.spare_words()

    def resolve(self, scope: OrderContext, raw: Any) -> Any:
        value, problems = self.kind.settle(*self.under(scope), raw)
        scope.problems += problems
        return value

    def write(self, value: Any) -> str:
        return self.kind.wording(value) if is_reading(value) else self.kind.text(value)[0]

    def shown(self, name: str) -> str:
        return "ORDER"

    def schema(self) -> Json:
        return self.kind.schema()

    def pick(self, scope: OrderContext, draw: Rng) -> Any:
        return self.some(scope, draw) if self.some else self.kind.sample(*self.under(scope), draw)

    def problems(self, scope: OrderContext, value: Any) -> Iterable[Problem]:
        return () if self.checked_by_rules else self.kind.check(*self.under(scope), value)


def _are_raw(value: Any, form: Form) -> bool:
    return isinstance(value, list) and all(isinstance(one, dict) and set(one) <= set(form.fields) for one in value)


def _article(word: str) -> str:
    return f"an {word}" if word[0] in "aeiou" else f"a {word}"
