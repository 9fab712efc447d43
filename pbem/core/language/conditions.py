"""The closed vocabulary of conditions after ``if``, ``from`` and ``until``, joined by ``and`` only.

A title lists its forms; there is no expression language.

    CONDITIONS = Conditions({
        "control": ("{area} is {power}", "the area is controlled by the power", control_holds),
        "losses": ("losses {number}", "that many losses are to be taken", losses_hold),
    })

A placeholder names categories of core.names (``{area|box}``), or is ``{number}`` or ``{word}``.  The function
gets ``(board, ask, *arguments)`` and returns a bool; it may read named board queries and the question's
`about`, no more. A condition is held as ``["control", "poland", "germany"]``.

What has changed since is a `Change`: it compares marks (rules/turns.py) of two boards, that at the end of the last own
turn of the power that is asked, and the one now. Over two equal ones no change has come about.
"""

import re
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any, NamedTuple, TypeGuard

from ..data.meant import perhaps
from ..rules.requests import Ask
from ..rules.turns import OWN, word_of
from .errors import ParseError
from .names import Names, hint

Marks = Mapping[str, str]
"""{id of what a power sees of a board: the mark of it}."""


class Change(NamedTuple):
    """A condition of two boards: `came` gets the marks of both, then the arguments."""

    came: Callable[..., bool]


Condition = list[Any]
"""The name of a form and its arguments, ids and numbers, as JSON: ``["control", "poland", "germany"]``."""
ConditionForm = tuple[str, str, Callable[..., object] | Change]
"""(form, meaning, function): `function(board, ask, *arguments)`, or a Change, tells whether it holds."""
Categories = list[str]
"""The categories of names that a place of a form takes, or "number", or "word"."""

_PLACE = re.compile(r"\{([a-z|-]+)\}")
_IS_SO = r"(?i)\s+(?:is|are|gets?|has been)\s+(lost|changed)$"  # "burma is lost"
_CHANGES = r"(?i)\s+changes?\s+(?:hands?|sides?|owners?)$"  # "burma changes hands"
_LINKS = {"is", "in", "on", "at", "than", "with", "has", "most", "least", "no", "me"}
MEANT_BY = {
    "lost": ("lose", "loses", "losing", "fall", "falls", "fallen", "taken", "captured", "conquered"),
    "holds": ("hold", "held", "keep", "keeps", "kept", "mine", "ours", "safe"),
    "changed": ("change", "changes", "moved", "moves"),
    "fewer": ("less", "below", "under"),
    "enemy": ("enemies", "attack", "attacks", "attacked", "invaded"),
}
"""Other words of people for a word of a condition; suggested, never taken."""


LOST = Change(lambda then, now, place: word_of(then, place) == OWN != word_of(now, place))
HELD = Change(lambda then, now, place: word_of(now, place) == OWN)
CHANGED = Change(lambda then, now, name: then.get(name) != now.get(name))
"""What can be asked of the places and units of every title."""


class Conditions:
    """The conditions of one title: ``{name: (form, meaning, function)}``, tried in this order."""

    def __init__(self, forms: Mapping[str, ConditionForm]) -> None:
        self.forms = forms

    @cached_property
    def _patterns(self) -> dict[str, tuple[re.Pattern[str], list[Categories]]]:
        """What each form is read by, made when a condition is read first."""
        return {name: _pattern(form) for name, (form, _, _) in self.forms.items()}

    def parse(self, text: str, names: Names) -> list[Condition]:
        """The conditions of a text, joined by "and", as a list; raises ParseError for what is none."""
        parts = re.split(r"\s+and\s+", text.strip(), flags=re.IGNORECASE)
        return [self._parse(part.strip(), names) for part in parts]

    def _parse(self, text: str, names: Names) -> Condition:
        failed: ParseError | None = None
        closest, most, is_name = "", -1, False
        for name, (pattern, categories) in self._patterns.items():
            match = pattern.fullmatch(text)
            if match:
                try:
                    return [name, *map(_argument, match.groups(), categories, [names] * len(categories))]
                except ParseError as error:  # "italy stability is good" is no area that is a power
                    literal = len(_PLACE.sub("", self.forms[name][0]))
                    if literal > most:
                        failed, closest, most = error, name, literal
                        is_name = not _LINKS.intersection(" ".join(match.groups()).split())
        if (shorter := re.sub(_CHANGES, " changed", re.sub(_IS_SO, r" \1", text))) != text:
            return self._parse(shorter, names)
        near = self._near(text)
        if failed and (not near or is_name and closest in near):
            raise failed
        shown = [_shown(self.forms[name][0]) for name in near[:3] or self.forms]
        suggested = perhaps(shown) if near else hint("there", shown)
        raise ParseError("unknown-condition-form", quote=text, text=text[:80], hint=suggested)

    def _near(self, text: str) -> list[str]:
        """The conditions that have a word in common with a text, or that people call by a word of it."""
        said = set(re.findall(r"[a-z]+", text.casefold()))
        said |= {word for word, others in MEANT_BY.items() if said.intersection(others)}
        return [name for name, (form, _, _) in self.forms.items() if said.intersection(_words(form))]

    def knows(self, condition: object, names: Names) -> TypeGuard[Condition]:
        """True if a JSON value is a condition of this title, about ids that there are."""
        if not isinstance(condition, list) or not condition or condition[0] not in self._patterns:
            return False
        categories = self._patterns[condition[0]][1]
        return len(categories) == len(condition) - 1 and all(
            _fits(argument, wanted, names) for argument, wanted in zip(condition[1:], categories)
        )

    def holds(self, board: Any, ask: Ask, condition: Condition, marks: Callable[[], tuple[Marks, Marks]]) -> bool:
        """True if the condition holds on the board, for this question.

        marks   gives what the power that is asked saw at the end of its last turn, and what it sees now
        """
        found = self.forms[condition[0]][2]
        if isinstance(found, Change):
            return found.came(*marks(), *condition[1:])
        return bool(found(board, ask, *condition[1:]))

    def text(self, condition: Condition, names: Names) -> str:
        """The condition as people write it; parsing it gives the same."""
        arguments = iter(condition[1:])
        return _PLACE.sub(lambda _: str(next(arguments)), self.forms[condition[0]][0])

    def grammar(self) -> list[tuple[str, str]]:
        """``[(form, meaning)]`` for the orders page and the help."""
        return [(_shown(form), meaning) for form, meaning, _ in self.forms.values()]


def _words(form: str) -> set[str]:
    """The words of a form by which it can be told from others."""
    return set(_PLACE.sub("", form).split()) - _LINKS


def _pattern(form: str) -> tuple[re.Pattern[str], list[Categories]]:
    """A form as ``(regular expression, [categories of each place])``."""
    literal = _PLACE.split(form)[::2]
    spaced = [r"\s+".join(map(re.escape, part.split(" "))) for part in literal]
    expression = spaced[0] + "".join(f"(.+?){part}" for part in spaced[1:])
    return re.compile(expression, re.IGNORECASE), [found.split("|") for found in _PLACE.findall(form)]


def _fits(argument: object, categories: Categories, names: Names) -> bool:
    """Whether an argument in JSON is of one of the categories of its place."""
    if categories == ["number"]:
        return type(argument) is int
    return type(argument) is str and (
        categories == ["word"] or any(argument in names.categories.get(category, ()) for category in categories)
    )


def _argument(text: str, categories: Categories, names: Names) -> str | int:
    if categories == ["number"]:
        if not re.fullmatch(r"[0-9]{1,6}", text):
            raise ParseError("not-a-number", quote=text, text=text)
        return int(text)
    if categories == ["word"]:
        return text.casefold()
    return names.find(text, *categories)


def _shown(form: str) -> str:
    return _PLACE.sub(lambda match: match[1].upper().replace("|", " or "), form)
