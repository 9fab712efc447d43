"""From a number in the book to a function and back.

`@rule("10.8", "Losses")` ties a function to a numbered rule.  Facts that it emits and questions that it asks take
that number; `implementations` lists which functions stand for which numbers; `watching` tells which of them ran.
"""

from collections.abc import Callable
from typing import Any

GENERATOR = 0x20  # inspect.CO_GENERATOR, without importing inspect

_MARKED: list[tuple[str, Callable[..., Any]]] = []  # (number, function) in the order of their definition
_WATCH: list[set[str] | None] = [None]


def rule(number: str, title: str = "", also: tuple[str, ...] = ()) -> Callable[[Any], Any]:
    """Mark a function as the implementation of the rule `number` of its title, and of the numbers in `also`.

    `title` is our own short title of the rule.  A generator function, and any function whose first parameter is
    called ``t``, also pushes its number on the table's stack of rules while it runs.
    """
    numbers = (number, *also)

    def mark(function: Any) -> Any:
        _MARKED.extend((number, function) for number in numbers)
        wrapped = _wrap(function, numbers)
        wrapped.__wrapped__ = function
        wrapped.__name__, wrapped.__doc__ = function.__name__, function.__doc__
        wrapped.__module__, wrapped.__qualname__ = function.__module__, function.__qualname__
        wrapped.rule_numbers = numbers
        wrapped.rule_title = title
        return wrapped

    return mark


def _wrap(function: Any, numbers: tuple[str, ...]) -> Any:
    number = numbers[0]
    code = function.__code__
    has_table = code.co_argcount and code.co_varnames[0] == "t"
    if code.co_flags & GENERATOR:

        def procedure(t: Any, *args: Any, **kwargs: Any) -> Any:
            if _WATCH[0] is not None:
                _WATCH[0].update(numbers)
            t.rules.append(number)
            try:
                return (yield from function(t, *args, **kwargs))
            finally:
                t.rules.pop()

        return procedure
    if has_table:

        def act(t: Any, *args: Any, **kwargs: Any) -> Any:
            if _WATCH[0] is not None:
                _WATCH[0].update(numbers)
            t.rules.append(number)
            try:
                return function(t, *args, **kwargs)
            finally:
                t.rules.pop()

        return act

    def compute(*args: Any, **kwargs: Any) -> Any:
        if _WATCH[0] is not None:
            _WATCH[0].update(numbers)
        return function(*args, **kwargs)

    return compute


class watching:
    """``with watching() as ran:`` collects the numbers of the rule functions that are entered.  For cases and
    censuses."""

    def __enter__(self) -> set[str]:
        ran: set[str] = set()
        self.before, _WATCH[0] = _WATCH[0], ran
        return ran

    def __exit__(self, *_: object) -> None:
        ran, _WATCH[0] = _WATCH[0], self.before
        if self.before is not None and ran is not None:
            self.before.update(ran)


def implementations(package: str) -> dict[str, list[Any]]:
    """``{number: [function, ...]}`` of the title in a Python package, such as ``pbem.games.red_dragon``."""
    found: dict[str, list[Any]] = {}
    for number, function in _MARKED:
        if f"{function.__module__}.".startswith(f"{package}."):
            found.setdefault(number, []).append(function)
    return found
