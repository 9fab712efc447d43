"""Templates: what a form of an order looks like, read side by side over the tokens of a line, and written back.

    op/operation 12 [from] FROM {-> TO} {with UNITS} [; load LOAD]... [; (attack | fire FIRE)]

Small letters stand for themselves, ``/`` between words that mean the same; capitals are fields; ``[ ]`` may be left
out, ``...`` may come again; ``( | )`` are alternatives; neighbours in ``{ }`` and ``[ ]`` may change places.  A
semicolon may be written as a comma, or left out; a colon may stand before any field, and behind the first words of a
line any mark of DIVIDERS.

A *partial* is ``(place of the next token, {field: raw value})``.  Every node maps partials to partials, so all readings
of a line are found together; none is preferred.  `write` is given `said`: the words of a field, by its name.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import product

from .name_scanner import arrow_at
from .names import key
from .reader import MARKS, Reader, Token
from .types import Partial, Pieces, Values

Said = Callable[[str], str]
"""The words of a field, by its name."""

DIVIDERS = (":", ",", ";", "-", "=")  # between what an order is and what it is about: "op 5: …", "op 5 - …"

_PIECE = re.compile(r"\.\.\.|->|[\[\](){}|;:,]|[A-Z][A-Z0-9_]*(?![a-z])|[^\s\[\](){}|;:,]+")


class Node:
    """What a template is made of; `inside` are the nodes of which it is made itself."""

    inside: "Sequence[Node]" = ()

    def read(self, reader: Reader, partials: Sequence[Partial]) -> list[Partial]:
        raise NotImplementedError

    def write(self, values: Values, said: Said) -> str:
        texts = [node.write(values, said) for node in self.inside]
        return " ".join(text for text in texts if text)

    def names(self) -> list[str]:
        """The fields in it."""
        return [name for node in self.inside for name in node.names()]

    def needs(self) -> list[str]:
        """Those that must be said for it to be written."""
        return [name for node in self.inside for name in node.needs()]


class Phrase(Node):
    """Words that stand for themselves; case, hyphens and blanks do not matter.  The first of synonyms is written."""

    def __init__(self, words: Sequence[str]) -> None:
        spelled = list(product(*(word.split("/") for word in words)))
        self.spellings = [" ".join(one) for one in spelled]
        self.text, self.keys = self.spellings[0], {key("".join(one)) for one in spelled}
        self.is_first, self.longest = False, 2 * max(len(one) for one in spelled)
        self.firsts = {key(one[0]) for one in spelled}
        self.begun = {one[:end] for one in self.keys for end in range(1, len(one) + 1)}
        parted = [(one[:n], one[n:]) for one in spelled[::-1] for n in range(1, len(one))]
        self.rests = {key("".join(said)): " ".join(rest) for said, rest in parted}  # of words that stand there already

    def read(self, reader: Reader, partials: Sequence[Partial]) -> list[Partial]:
        return [(end, values) for at, values in partials for end in self.ends(reader, at)]

    def ends(self, reader: Reader, at: int) -> list[int]:
        """The places behind the words, if they stand at a place."""
        tokens, text, reached, rest = reader.tokens, "", at, self.text
        for end in range(at, min(at + self.longest, len(tokens))):
            token = tokens[end]
            if text and (token.key == "#" or self._divides(tokens, end)):
                reached = end + 1
                continue
            longer = text + token.key
            if longer not in self.begun:
                longer = f"{text}{token.number}"
            split = text[-1:].isdigit() and token.key[:1].isdigit()  # "op 1 2" is not "op 12"
            if longer not in self.begun or split or token.key in MARKS:
                break
            text = longer
            if text in self.keys:
                return self._after(tokens, end + 1)
            if text in self.rests:
                reached, rest = end + 1, self.rests[text]
        reader.expect(reached, rest)
        return []

    def _divides(self, tokens: Sequence[Token], at: int) -> bool:
        """Whether a mark stands beside a number within the first words of a line: "op 5: with …", "op - 5"."""
        beside = (tokens[at - 1], tokens[min(at + 1, len(tokens) - 1)])
        return self.is_first and tokens[at].text in DIVIDERS and any(one.number is not None for one in beside)

    def _after(self, tokens: Sequence[Token], end: int) -> list[int]:
        """The places behind the words; behind the first of a line a mark may stand that divides them from what follows,
        and a dash may be an arrow, too."""
        mark = tokens[end].text if self.is_first and end < len(tokens) else ""
        return [end] * (mark not in DIVIDERS or mark == "-") + [end + 1] * (mark in DIVIDERS)

    def write(self, values: Values, said: Said) -> str:
        return self.text


class Mark(Node):
    """A mark that divides: ``->`` (or "to"), ``;`` (or nothing), ``:`` and ``,``."""

    def __init__(self, text: str) -> None:
        self.text = text

    def read(self, reader: Reader, partials: Sequence[Partial]) -> list[Partial]:
        return [(end, values) for at, values in partials for end in self._ends(reader, at)]

    def _ends(self, reader: Reader, at: int) -> list[int]:
        if self.text == "->" and (end := arrow_at(reader, at)):
            return [end]
        if self.text in (";", ":", ","):
            return [at + (reader.word(at) in ((";", ",") if self.text == ";" else (self.text,)))]
        reader.expect(at, self.text)
        return []

    def write(self, values: Values, said: Said) -> str:
        return self.text


class Place(Node):
    """A field: its readings are the field's own; a colon may stand before it."""

    def __init__(self, name: str) -> None:
        self.name = name

    def read(self, reader: Reader, partials: Sequence[Partial]) -> list[Partial]:
        field = reader.fields[self.name]
        found: list[Partial] = []
        for at, values in partials:
            for raw, end in reader.once(field, at + (reader.word(at) == ":")):
                if self.name in values:
                    raw = field.more(values[self.name], raw)
                    if raw is None:
                        continue
                found.append((end, {**values, self.name: raw}))
        return found

    def write(self, values: Values, said: Said) -> str:
        return said(self.name)

    def names(self) -> list[str]:
        return [self.name]

    needs = names


class Row(Node):
    """Nodes one after the other."""

    def __init__(self, nodes: Sequence[Node]) -> None:
        self.inside = nodes

    def read(self, reader: Reader, partials: Sequence[Partial]) -> list[Partial]:
        found = list(partials)
        for node in self.inside:
            found = reader.bounded(node.read(reader, found))
            if not found:
                break
        return found


class Either(Node):
    """Alternatives; written as the first of those that say most, of the ones whose fields are there."""

    def __init__(self, rows: list[Row]) -> None:
        self.inside = self.rows = rows

    def read(self, reader: Reader, partials: Sequence[Partial]) -> list[Partial]:
        return [found for row in self.rows for found in row.read(reader, partials)]

    def write(self, values: Values, said: Said) -> str:
        there = {name for name in self.names() if values.get(name) not in (None, [], {})}
        fitting = [row for row in self.rows if there.issuperset(row.needs())]
        fitting.sort(key=lambda row: -len(there.intersection(row.names())))
        return fitting[0].write(values, said) if fitting else ""

    def needs(self) -> list[str]:
        return [name for name in self.rows[0].needs() if all(name in row.needs() for row in self.rows)]


class Clause(Node):
    """A part of a line that may be left out (not `needed`), or come again (`again`)."""

    def __init__(self, row: "Whole", needed: bool = False, again: bool = False) -> None:
        self.row, self.needed, self.again = row, needed, again
        self.inside = [row]

    def write(self, values: Values, said: Said) -> str:
        is_said = self.needed or any(values.get(name) not in (None, [], {}) for name in self.names())
        return self.row.write(values, said) if is_said else ""

    def needs(self) -> list[str]:
        return self.row.needs() if self.needed else []


class Clauses(Node):
    """Clauses that stand side by side, which may come in any order, each once."""

    def __init__(self, parts: list[Clause]) -> None:
        self.inside = self.parts = parts

    def read(self, reader: Reader, partials: Sequence[Partial]) -> list[Partial]:
        states: list[tuple[int, Values, frozenset[int]]] = [(at, values, frozenset()) for at, values in partials]
        needed = frozenset(place for place, part in enumerate(self.parts) if part.needed)
        done: list[Partial] = []
        while states:
            done += [(at, values) for at, values, used in states if needed <= used]
            states = [
                (end, more, used | ({place} if not part.again else set()) | ({place} & needed))
                for at, values, used in states
                for place, part in enumerate(self.parts)
                if place not in used
                for end, more in part.row.read(reader, [(at, values)] + _behind_comma(reader, at, values))
                if end > at
            ]
            reader.bounded(states)
        return done


def _behind_comma(reader: Reader, at: int, values: Values) -> list[Partial]:
    """A comma may stand before any clause."""
    return [(at + 1, values)] if reader.word(at) == "," else []


Whole = Row | Either
"""What a template, or the inside of brackets, is."""


# -- from the text of a template ---------------------------------------------------------------------------------


def template(text: str) -> Whole:
    """The node that a template stands for; raises ValueError for one that is malformed."""
    pieces = _PIECE.findall(text)
    node, rest = _alternatives(pieces)
    if rest:
        raise ValueError(f"{text!r} has {rest[0]!r} too many")
    _mark_first(node)
    return node


def _mark_first(node: Node) -> bool:
    """Mark the words with which a line may begin; True if something else may begin it, too, for these may be left
    out."""
    if isinstance(node, Phrase):
        node.is_first = True
        return False
    if isinstance(node, Row):
        return all(map(_mark_first, node.inside))
    if isinstance(node, Either):
        return max(map(_mark_first, node.rows))
    return isinstance(node, Clauses) and min(_mark_first(part.row) or not part.needed for part in node.parts)


def _alternatives(pieces: list[str]) -> tuple[Whole, list[str]]:
    row, pieces = _row(pieces)
    rows = [row]
    while pieces[:1] == ["|"]:
        row, pieces = _row(pieces[1:])
        rows.append(row)
    return (rows[0] if len(rows) == 1 else Either(rows)), pieces


_CLOSING = {"[": "]", "(": ")", "{": "}"}


def _row(pieces: list[str]) -> tuple[Row, list[str]]:
    nodes: list[Node] = []
    words: list[str] = []
    while pieces and pieces[0] not in ("]", ")", "}", "|"):
        piece, pieces = pieces[0], pieces[1:]
        if piece in _CLOSING or piece in MARKS or piece[0].isupper():
            if words:
                nodes.append(Phrase(words))
            words = []
        if piece in _CLOSING:
            node, pieces = _bracket(piece, pieces)
            nodes.append(node)
        elif piece in MARKS:
            nodes.append(Mark(piece))
        elif piece[0].isupper():
            nodes.append(Place(piece.lower()))
        else:
            words.append(piece)
    if words:
        nodes.append(Phrase(words))
    return Row(_side_by_side(nodes)), pieces


def _bracket(opening: str, pieces: list[str]) -> tuple[Node, list[str]]:
    node, pieces = _alternatives(pieces)
    if pieces[:1] != [_CLOSING[opening]]:
        raise ValueError(f"{opening!r} is not closed")
    pieces = pieces[1:]
    if opening == "(":
        return node, pieces
    again = pieces[:1] == ["..."]
    return Clause(node, needed=opening == "{", again=again), pieces[again:]


def _side_by_side(nodes: Sequence[Node]) -> list[Node]:
    """Neighbouring clauses as one node that reads them in any order."""
    found: list[Node] = []
    for node in nodes:
        before = found[-1] if found else None
        if isinstance(node, Clause) and isinstance(before, Clauses):
            before.parts.append(node)
        else:
            found.append(Clauses([node]) if isinstance(node, Clause) else node)
    return found


def needed_names(node: Node) -> list[str]:
    """The fields without which a line of this template cannot be."""
    if isinstance(node, Place):
        return [node.name]
    if isinstance(node, Either) or isinstance(node, Clause) and not node.needed:
        return []
    return [name for one in node.inside for name in needed_names(one)]


def alternatives(node: Node) -> list[list[list[str]]]:
    """``[[fields of one alternative, …], …]`` of every choice in a template."""
    own = [[row.names() for row in node.rows]] if isinstance(node, Either) else []
    return [*own, *(found for one in node.inside for found in alternatives(one))]


def together(node: Node) -> dict[str, list[str]]:
    """``{field: [fields]}`` of those that stand in one clause that may be left out: all of them or none."""
    inner = needed_names(node.row) if isinstance(node, Clause) and not node.needed else []
    found = dict.fromkeys(inner, inner) if len(inner) > 1 else {}
    for one in () if isinstance(node, Either) else node.inside:
        found.update(together(one))
    return found


def inner_words(node: Node) -> set[str]:
    """The keys of the first words of all phrases in a template, the leading one apart."""
    if isinstance(node, Phrase):
        return set() if node.is_first else node.firsts
    return {word for one in node.inside for word in inner_words(one)}


def spare_words(node: Node) -> list[str]:
    """The words, each way of writing them, that a line of this template may have or leave out and mean the same."""
    said = [words for row in _free(node) if not row.names() for words in _spellings(row)]
    return list(dict.fromkeys([*said, *(words for one in node.inside for words in spare_words(one))]))


def _free(node: Node) -> Sequence[Whole]:
    """What may be left out in a node."""
    if isinstance(node, Clauses):
        return [part.row for part in node.parts if not part.needed]
    return node.rows if isinstance(node, Either) and any(not row.inside for row in node.rows) else []


def _spellings(node: Whole) -> list[str]:
    """The ways of writing words, of alternatives each; none of marks."""
    if isinstance(node, Either):
        return [words for row in node.rows for words in _spellings(row)]
    phrases = [one.spellings for one in node.inside if isinstance(one, Phrase)]
    return [" ".join(words) for words in product(*phrases)] if phrases else []


def leading_words(node: Node) -> list[str]:
    """The words with which a line of this template begins, each way of writing them; "" where a field begins it."""
    return list(dict.fromkeys(words or "" for words in _begun(node)))


def _begun(node: Node) -> Iterator[str | None]:
    """The same; None where it begins with a field, and "" where nothing of the node need be there."""
    if isinstance(node, Phrase):
        yield from node.spellings
    elif isinstance(node, Either):
        yield from (words for row in node.rows for words in _begun(row))
    elif isinstance(node, Row):
        for one in node.inside:
            begun = list(_begun(one))
            yield from (words for words in begun if words != "")
            if "" not in begun:
                return
        yield ""
    else:
        yield None


def as_data(node: Node) -> Pieces:
    """A template as plain JSON, for programs that write lines without it: a list of words and marks, ``"$field"``,
    ``["?", …]`` for what may be left out, ``["|", row, row]`` for alternatives."""
    if isinstance(node, (Phrase, Mark)):
        return [node.text]
    if isinstance(node, Place):
        return [f"${node.name}"]
    if isinstance(node, Either):
        return [["|", *map(as_data, node.rows)]]
    pieces = [piece for one in node.inside for piece in as_data(one)]
    return [["?", *pieces]] if isinstance(node, Clause) and not node.needed else pieces
