"""From a number in the book to a function and back.

`@rule("10.8", "Losses")` ties a function to a numbered rule.  Facts that it emits and questions that it asks take
that number; `implementations` lists which functions stand for which numbers; `watching` tells which of them ran.
"""

from collections.abc import Callable
from types import FunctionType
from typing import Any, TypeVar, cast

F = TypeVar("F", bound=Callable[..., Any])
GENERATOR = 0x20  # inspect.CO_GENERATOR, without importing inspect

_MARKED: list[tuple[str, Callable[..., Any]]] = []  # (number, function) in the order of their definition
_LOOKING: list["_Looking"] = []  # those of them that are not wrapped
_WATCH: list[set[str] | None] = [None]


def rule(number: str, title: str = "", also: tuple[str, ...] = ()) -> Callable[[F], F]:
    """Mark a function as the implementation of the rule `number` of its title, and of the numbers in `also`.

    `title` is our own short title of the rule.  A generator function, and any function whose first parameter is
    called ``t``, also pushes its number on the table's stack of rules while it runs.  Any other only looks at the
    board, hundreds of times for one decision, and stays what it is: a function around it would cost a tenth of a game.
    """
    numbers = (number, *also)

    def mark(function: F) -> F:
        _MARKED.extend((number, function) for number in numbers)
        wrapped = _wrap(function, numbers)
        if wrapped is function:
            return function
        wrapped.__wrapped__ = function
        wrapped.__name__, wrapped.__doc__ = function.__name__, function.__doc__
        wrapped.__module__, wrapped.__qualname__ = function.__module__, function.__qualname__
        return cast(F, wrapped)

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
    if function.__closure__ is None:
        _LOOKING.append(_Looking(function, numbers))
        return function

    def compute(*args: Any, **kwargs: Any) -> Any:
        if _WATCH[0] is not None:
            _WATCH[0].update(numbers)
        return function(*args, **kwargs)

    return compute


class _Looking:
    """A function that is not wrapped.  While somebody watches, code that tells stands in the place of its own, until
    it has told: what is looked at thousands of times costs nothing from the second time on."""

    def __init__(self, function: Any, numbers: tuple[str, ...]) -> None:
        self.function, self.numbers = function, numbers
        self.own: Any = None  # what is put back: code, defaults, defaults of keywords
        self.told: Any = None

    def swap(self) -> None:
        """Put the code that tells in the place of its own."""
        own = self.function.__code__, self.function.__defaults__, self.function.__kwdefaults__
        if self.own is None or self.own[0] is not own[0]:
            self.own, self.told = own, {"doing": self._telling(*own)}
        self.function.__code__, self.function.__defaults__ = _STAND_IN, None
        self.function.__kwdefaults__ = self.told

    def put_back(self) -> None:
        if self.own is None:
            return
        self.function.__code__, self.function.__defaults__, self.function.__kwdefaults__ = self.own

    def _telling(self, code: Any, defaults: Any, named: Any) -> Any:
        numbers, own = self.numbers, FunctionType(code, self.function.__globals__, code.co_name, defaults)
        own.__kwdefaults__ = named

        def doing(*args: Any, **kwargs: Any) -> Any:
            if _WATCH[0] is not None:
                _WATCH[0].update(numbers)
            self.put_back()
            return own(*args, **kwargs)

        return doing


def _stand_in(*args: Any, doing: Any, **kwargs: Any) -> Any:
    return doing(*args, **kwargs)


_STAND_IN = _stand_in.__code__


class watching:
    """``with watching() as ran:`` collects the numbers of the rule functions that are entered.  For cases and
    censuses."""

    def __enter__(self) -> set[str]:
        ran: set[str] = set()
        self.before, _WATCH[0] = _WATCH[0], ran
        self.swapped: list[_Looking] = []
        try:
            for one in [*_LOOKING]:
                if one.function.__code__ is not _STAND_IN:  # else somebody watches already, and has not been told
                    self.swapped.append(one)
                    one.swap()
        except BaseException:  # a signal, say: who does not get in does not come out either
            self.__exit__()
            raise
        return ran

    def __exit__(self, *_: object) -> None:
        for one in self.swapped:
            one.put_back()
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
