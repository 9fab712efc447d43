"""What is wrong with something that a person sent: collected, never raised one at a time.

A `Problem` is a code and named fields; its sentence is a template in the problems.json of the room that tells it,
``{subject: {code: sentence}}``, or ``[sentence, hint]`` where what to do is always the same.  Exceptions are for bugs
and for files that do not hold.
"""

import json
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any

NOT_UNDERSTOOD = "not understood"
NOT_ALLOWED = "not allowed"
DOUBT = "in doubt"  # nothing of it counts before its sender has said that the reading is meant which it shows
ODD = "note"
TOLD = "understood so"  # what went without saying; told with what was understood, and never a reason to look again

HOME = os.path.dirname(os.path.dirname(os.path.dirname(__file__)))
TABLE = "problems.json"
_TEMPLATES: dict[str, str] = {}
_HINTS: dict[str, str] = {}
_SPELLED: list[
    tuple[str, tuple[str, ...], Callable[[str, object], str]]
] = []  # (prefix of codes, prefixes that are left out, function)


def messages(templates: Mapping[str, str | list[str]]) -> None:
    """Register the sentences of problem codes: ``{code: "template with {fields}"}``, or with their hints.  Codes are
    never re-used.

    What agrees with a number says so in both forms, with # for the number: ``{count:# unit is|# units are}``.  A list
    is ``a, b and c``, or has the last word that the field names: ``{areas:or}``.
    """
    for code, said in templates.items():
        template, _HINTS[code] = (said, "") if isinstance(said, str) else said
        if _TEMPLATES.setdefault(code, template) != template:
            raise ValueError(f"problem code {code} has two sentences")


def templates() -> Mapping[str, str]:
    """``{code: sentence}`` of all rooms of pbem, and what other packages have registered (`messages`)."""
    _read_all()
    return _TEMPLATES


def hints() -> Mapping[str, str]:
    """``{code: what stands beside its sentence}``."""
    _read_all()
    return _HINTS


@cache
def _read_all() -> None:
    for folder, _, names in os.walk(HOME):
        if TABLE in names:
            read_messages(folder)


def read_messages(folder: str) -> None:
    """Register the sentences of a room, or of a title: the problems.json in its folder."""
    with open(os.path.join(folder, TABLE), encoding="utf-8") as file:
        for sentences in json.load(file).values():
            messages(sentences)


def spelled(prefix: str, function: Callable[[str, object], str], but: Iterable[str] = ()) -> None:
    """From now on what fills the sentences of codes that begin with `prefix`, and with none of `but`, is written by
    ``function(field, value)``: rules tell ids, and people read names."""
    _SPELLED.append((prefix, tuple(but), function))


class Problem:
    """One thing that is wrong, odd or not understood.

    code   stable kebab-case id, a key of the message catalogue
    rule   the number of the rule that forbids it, if one does
    hint   what would be legal or what to do, as a sentence; if not given, what stands beside the sentence of the code
    level  NOT_UNDERSTOOD, NOT_ALLOWED, DOUBT, ODD or TOLD
    where  file:line:column, or a JSON pointer, or a seat; filled in by whoever knows it
    quote  the text complained about, as the person typed it
    is_numbered  whether `rule` is the number in the book of the edition that is played (core.rules.numbers)
    Other keyword arguments fill the template.
    """

    def __init__(
        self,
        code: str,
        rule: str = "",
        hint: str = "",
        level: str = NOT_ALLOWED,
        where: str = "",
        quote: str = "",
        **fields: object,
    ) -> None:
        self.code, self.rule, self._hint, self.level = code, rule, hint, level
        self.where, self.quote = where, quote
        self.fields: dict[str, Any] = fields
        self.is_numbered = False

    def __reduce__(self) -> tuple[Callable[..., "Problem"], tuple[str, str | None, dict[str, Any]]]:
        """A problem that is sent takes its sentence along: the module that knows it may not be loaded there."""
        return _sent, (self.code, templates().get(self.code), {**vars(self), "_hint": self.hint})

    def at(self, where: str, quote: str = "") -> "Problem":
        """The same problem with its place filled in, if it had none."""
        if not self.where:
            self.where = where
        if quote and not self.quote:
            self.quote = quote
        return self

    def told_as(self, code: str, level: str = NOT_ALLOWED, **fields: object) -> "Problem":
        """Another problem at the same place, with the same rule and hint; its `reason` is the sentence of this one."""
        fields |= {"reason": self.text}
        return Problem(code, self.rule, self.hint, level, self.where, self.quote, **fields)

    @property
    def hint(self) -> str:
        return self._hint or hints().get(self.code, "").format_map(as_said(self.fields)).strip()

    @hint.setter
    def hint(self, text: str) -> None:
        self._hint = text

    @property
    def line(self) -> int:
        """The number of the line that `where` names, 0 if it names none."""
        parts = self.where.rsplit(":", 2)
        return int(parts[1]) if len(parts) == 3 and parts[1].isdigit() else 0

    @property
    def text(self) -> str:
        """The sentence, without place and hint."""
        template = templates().get(self.code)
        if template is None:
            raise KeyError(f"no sentence for the problem code {self.code}")

        spell = self._spelling()
        if spell is None:
            return template.format_map(as_said(self.fields))
        told = {name: spell(name, value) for name, value in self.fields.items()}
        text = template.format_map(as_said(told))
        return text[:1].upper() + text[1:]

    def _spelling(self) -> Callable[[str, object], str] | None:
        for prefix, but, function in _SPELLED:
            if self.code.startswith(prefix) and not self.code.startswith(but):
                return function
        return None

    @property
    def is_refusal(self) -> bool:
        return self.level not in (ODD, TOLD)

    def to_json(self) -> dict[str, str]:
        """The problem as --json prints it (schemas/problems.schema.json)."""
        shown = {"code": self.code, "level": self.level, "text": self.text}
        for name in ("where", "rule", "hint", "quote"):
            if getattr(self, name):
                shown[name] = getattr(self, name)
        return shown

    def __str__(self) -> str:
        place = f"{self.where}: " if self.where else ""
        rule = f" [{self.rule}]" if self.rule else ""
        hint = f" {self.hint}" if self.hint else ""
        return f"{place}{self.level}{rule}: {self.text}{hint}"

    def __repr__(self) -> str:
        return f"Problem({self.code!r}, rule={self.rule!r}, {self.fields})"


class _Count(int):
    """A number that its sentence agrees with: ``{count:# loss has|# losses have}`` says ``1 loss has``."""

    def __format__(self, form: str) -> str:
        from .text import agreeing

        return agreeing(int(self), form) if "|" in form else super().__format__(form)


class _List(list[object]):
    """A list as people write it: ``{areas}`` says ``a, b and c``, ``{areas:or}`` says ``a, b or c``."""

    def __format__(self, form: str) -> str:
        from .text import listed

        return listed(self, form or "and")


_AS_SAID = {int: _Count, list: _List, tuple: _List}


def as_said(fields: Mapping[str, object]) -> dict[str, object]:
    """Fields as a sentence takes them: numbers that it agrees with, lists with their last word."""
    return {name: _AS_SAID.get(type(value), lambda same: same)(value) for name, value in fields.items()}


def refusals(problems: Iterable[Problem]) -> list[Problem]:
    """Those that stop an order, without the merely odd."""
    return [problem for problem in problems if problem.is_refusal]


def by_place(problems: Sequence[Problem]) -> list[Problem]:
    """File by file, in the order of their lines."""
    files = [one.where.partition(":")[0] for one in problems]
    return sorted(problems, key=lambda one: (files.index(one.where.partition(":")[0]), one.line))


def _sent(code: str, template: str | None, kept: dict[str, Any]) -> Problem:
    if template is not None:
        _TEMPLATES.setdefault(code, template)
    problem = Problem(code)
    vars(problem).update(kept)
    return problem


class _OfProblems(Exception):
    """What is raised for all problems that were found."""

    problems: "list[Problem]"

    @classmethod
    def if_any(cls, problems: "Iterable[Problem]") -> None:
        """Raise it for problems, if there are any."""
        if found := [*problems]:
            raise cls(found)


class Refused(_OfProblems):
    """Orders are refused (exit code 3); nothing was drawn or written.

    fates    what became of every line all the same, ``{seat: [a row of schemas/check.schema.json]}``, or None where
             nobody looked (a file was not understood)
    """

    def __init__(self, problems: "list[Problem]", fates: dict[str, list[object]] | None = None) -> None:
        super().__init__("; ".join(str(problem) for problem in problems))
        self.problems, self.fates = by_place(problems), fates

    def __reduce__(self) -> tuple[type["Refused"], tuple[list[Problem], dict[str, list[object]] | None]]:
        return Refused, (self.problems, self.fates)


class BrokenFile(_OfProblems):
    """A file does not hold: damaged, altered, of another version, unreadable (exit code 4)."""

    def __init__(self, problems: "Problem | list[Problem]") -> None:
        if isinstance(problems, Problem):
            problems = [problems]
        super().__init__("; ".join(str(problem) for problem in problems))
        self.problems = list(problems)

    def __reduce__(self) -> tuple[type["BrokenFile"], tuple[list[Problem]]]:
        return BrokenFile, (self.problems,)
