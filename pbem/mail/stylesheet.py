"""What the style sheets of an HTML mail say of its elements, as far as it can be judged, by the rules of CSS 2.2.

A selector that is a name, an id, classes, or those together, is judged.  Of all others, of rules for some media and of
what is nested in another rule, it is not said whether they hold: they may, for whatever their last part names.  Sheets
are tokens of tinycss2, which is linear and slow, so that a longer one is not judged at all.
"""

from collections.abc import Collection, Iterable, Iterator
from typing import Any, NamedTuple

MOST_SHEET = 2**16  # characters, of all sheets of a mail
MOST_CHECKS = 2**18  # rules that are held against elements; beyond it nothing is judged
MOST_TOKENS = 30  # of a value that is looked at

_COMBINATORS = (">", "+", "~")
Style = dict[str, str]


class Rule(NamedTuple):
    """One selector and what it gives.

    name       of elements, or ""; with `ids` and `classes` all that an element must have
    is_judged  False if it is not known whether the rule holds for all such elements
    """

    name: str
    ids: frozenset[str]
    classes: frozenset[str]
    given: Style
    urgent: Style
    is_judged: bool

    @property
    def weight(self) -> tuple[int, int, int]:
        return len(self.ids), len(self.classes), bool(self.name)

    @property
    def place(self) -> str:
        """The one property of an element by which the rule is found."""
        return [*(f"#{one}" for one in self.ids), *(f".{one}" for one in self.classes), self.name][0]

    def names(self, name: str, ids: Collection[str], classes: Collection[str]) -> bool:
        return self.name in ("", name) and self.ids.issubset(ids) and self.classes.issubset(classes)


class Sheet:
    """The sheets of one mail.

    texts   [(text, whether it holds on every medium)]
    wanted  the properties that are looked at
    """

    def __init__(self, texts: Iterable[tuple[str, bool]], wanted: Collection[str]) -> None:
        texts = [one for one in texts if "{" in one[0]]
        self.is_judged = sum(len(text) for text, _ in texts) <= MOST_SHEET
        self.places: dict[str, list[tuple[tuple[int, int, int], int, Rule]]] = {}
        self.checks = 0
        for number, rule in enumerate(_rules(texts, wanted) if texts and self.is_judged else ()):
            self.places.setdefault(rule.place, []).append((rule.weight, number, rule))

    def of(self, node: Any, inline: Style) -> tuple[Style, list[Style]]:
        """``(style of an element, [what it may be given besides])``; `inline` as its own attribute says it."""
        if not self.places:
            return inline, []
        ids, classes = ((node.attributes.get(name) or "").casefold().split() for name in ("id", "class"))
        places = ["", node.tag, *(f"#{one}" for one in ids), *(f".{one}" for one in classes)]
        known = [row for place in dict.fromkeys(places) for row in self.places.get(place, ())]
        self.checks += len(known)
        self.is_judged = self.is_judged and self.checks <= MOST_CHECKS
        if not self.is_judged:
            return inline, []
        rules = [rule for *_, rule in sorted(known, key=lambda row: row[:2]) if rule.names(node.tag, ids, classes)]
        style: Style = {}
        for rule in (one for one in rules if one.is_judged):
            style |= rule.given
        style |= inline
        for rule in (one for one in rules if one.is_judged):
            style |= rule.urgent
        return style, [rule.given | rule.urgent for rule in rules if not rule.is_judged]


def _rules(texts: Iterable[tuple[str, bool]], wanted: Collection[str]) -> Iterator[Rule]:
    """The rules in their order, each selector on its own."""
    import tinycss2

    how = {"skip_comments": True, "skip_whitespace": True}
    found = [(one, is_sure) for text, is_sure in texts for one in tinycss2.parse_stylesheet(text, **how)]
    stack = found[::-1]
    while stack:
        node, is_sure = stack.pop()
        if node.type not in ("qualified-rule", "at-rule") or not node.content:
            continue
        inside = tinycss2.parse_blocks_contents(node.content, **how)
        stack += [(one, False) for one in reversed(inside)]
        given, urgent = _given(inside, wanted)
        if node.type == "qualified-rule" and (given or urgent):
            for tokens in _parted(node.prelude):
                yield _rule(tokens, given, urgent, is_sure)


def _given(inside: Iterable[Any], wanted: Collection[str]) -> tuple[Style, Style]:
    """``(what declarations give, what is important of it)``."""
    found: tuple[Style, Style] = {}, {}
    for one in inside:
        if one.type == "declaration" and one.lower_name in wanted:
            found[one.important][one.lower_name] = _value(one.value)
    return found


def _value(tokens: list[Any]) -> str:
    """A value as one word in small letters; "" for one that is nested or long, as none of those looked for is."""
    simple = [*tokens, *(inner for one in tokens if one.type == "function" for inner in one.arguments)]
    is_nested = any(one.type.endswith("block") for one in simple) or any(
        one.type == "function" for one in simple[len(tokens) :]
    )
    if is_nested or len(simple) > MOST_TOKENS:
        return ""
    return "".join("".join(one.serialize() for one in tokens).split()).casefold()


def _parted(tokens: Iterable[Any]) -> list[list[Any]]:
    """A list of selectors at its commas."""
    found: list[list[Any]] = [[]]
    for one in tokens:
        if one.type == "literal" and one.value == ",":
            found.append([])
        else:
            found[-1].append(one)
    return found


def _rule(tokens: list[Any], given: Style, urgent: Style, is_sure: bool) -> Rule:
    """The rule of one selector, by its last part."""
    while tokens and tokens[-1].type == "whitespace":
        tokens = tokens[:-1]
    first = next(
        (
            n + 1
            for n in range(len(tokens) - 1, -1, -1)
            if tokens[n].type == "whitespace" or (tokens[n].type == "literal" and tokens[n].value in _COMBINATORS)
        ),
        0,
    )
    is_whole = all(one.type == "whitespace" for one in tokens[:first])
    name, ids, classes, before = "", set(), set(), ""
    for one in tokens[first:]:
        kind = f"{before}{one.type}"
        before = one.value if one.type == "literal" else ""
        if kind == ".ident":
            classes.add(one.lower_value)
        elif one.type == "hash":
            ids.add(one.value.casefold())
        elif kind == "ident" and one is tokens[first]:
            name = one.lower_value
        elif one.type != "literal" or before not in (".", "*"):
            is_whole = False
    return Rule(name, frozenset(ids), frozenset(classes), given, urgent, is_sure and is_whole and bool(tokens))
