"""Which functions do which numbered rule of a title.

A function bears the numbers of its `rulebook.rule` marks and those that its docstring begins with (``10.7, 10.8 The
loser chooses``).  A class whose docstring begins with numbers, or that has one as its ``rule``, gives them to the
method that judges an answer.
"""

import inspect
from collections.abc import Container, Iterable, Iterator
from types import FunctionType, ModuleType
from typing import Any

from ..data.collecting import grouped
from ..rules.rulebook import implementations

DOING = ("board", "rules", "orders")  # rooms of a title; the others tell and hold data
LOOKING = ("queries", "computes", "census", "invariants")  # modules that only look at the board
TELLING = ("telling", "mapping", "positions", "names")  # modules that only tell
JUDGING = ("check", "problems", "faults")  # the methods of a kind of question that judge an answer


class RuleFunction:
    """A function that bears numbers.

    name       its name, with that of its class: CombatReply.check
    module     the name of its module
    function   the function itself, below its decorators
    numbers    the numbers, those of its marks first
    package    that of its title
    mark       the number that facts and questions of it take by themselves, or ""
    """

    def __init__(
        self, name: str, function: FunctionType, numbers: tuple[str, ...], package: str, mark: str = ""
    ) -> None:
        self.name, self.function, self.numbers, self.package, self.mark = name, function, numbers, package, mark

    @property
    def module(self) -> str:
        return self.function.__module__

    @property
    def does(self) -> bool:
        """Whether it carries the rule out on the board or judges an answer, rather than tell of it."""
        room, _, module = self.module.removeprefix(f"{self.package}.").partition(".")
        if not module:  # of a small title that has no rooms
            return room not in (*LOOKING, *TELLING)
        return room in DOING and module not in LOOKING

    @property
    def where(self) -> str:
        """Its file below the checkout and its line: pbem/games/pacific/rules/sea.py:40."""
        return f"{self.module.replace('.', '/')}.py:{self.function.__code__.co_firstlineno}"


def rule_functions(package: str, modules: Iterable[ModuleType], numbers: Container[str]) -> list[RuleFunction]:
    """Every RuleFunction among the `modules` of a title, in the order of their text.

    package   the name of the title's package, such as pbem.games.red_dragon
    numbers   the numbers that there are
    """
    marked: dict[FunctionType, list[str]] = grouped(
        (function, number)
        for number, functions in implementations(package).items()
        for function in map(inspect.unwrap, functions)
    )
    found = []
    for module in modules:
        for name, function, said in _functions(module):
            marks = marked.pop(function, [])
            borne = (*marks, *(number for text in said for number in leading(text, numbers)))
            if borne:
                found.append(RuleFunction(name, function, tuple(dict.fromkeys(borne)), package, "".join(marks[:1])))
    found += [
        RuleFunction(function.__name__, function, tuple(marks), package, marks[0]) for function, marks in marked.items()
    ]
    return sorted(found, key=lambda bearer: (bearer.module, bearer.function.__code__.co_firstlineno))


def leading(text: object, numbers: Container[str]) -> list[str]:
    """The numbers that a docstring begins with: ``10.7, 10.8 The loser`` gives both."""
    found: list[str] = []
    for word in text.split() if isinstance(text, str) else ():
        word = word.rstrip(",.:;")
        if word == "and" and found:
            continue
        if word not in numbers:
            break
        found.append(word)
    return found


def _functions(module: ModuleType) -> Iterator[tuple[str, FunctionType, list[object]]]:
    """``(name, function, docstrings)`` of the functions and methods that a module defines."""
    for name, value in list(vars(module).items()):
        if inspect.isclass(value) and value.__module__ == module.__name__:
            for part, method in vars(value).items():
                function = _function(method)
                if function is not None:
                    judged: list[object] = [value.__doc__, vars(value).get("rule")] * (part in JUDGING)
                    yield f"{value.__name__}.{part}", function, [function.__doc__, *judged]
        elif (function := _function(value)) is not None and value.__module__ == module.__name__:
            yield name, function, [value.__doc__]


def _function(value: Any) -> FunctionType | None:
    """The function behind a name of a module or class, below decorators, or None."""
    if isinstance(value, property):
        value = value.fget
    elif isinstance(value, (staticmethod, classmethod)):
        value = value.__func__
    value = inspect.unwrap(value) if callable(value) and not inspect.isclass(value) else None
    return value if inspect.isfunction(value) else None
