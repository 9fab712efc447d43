"""What follows a change of control, a war, an alliance or a fall: work that is named here by those who make it due, and
done by those whose chapter it is.

Whoever changes the map knows the name of what follows, not the function: collapse (5.5.3) makes wars end and areas
change hands, and each of these makes units leave and powers fall.  So the chapters need not know each other.
"""

from collections.abc import Callable, Generator
from typing import Any

WORK: dict[str, Callable[..., Generator[Any, Any, Any]]] = {}
"""{name: rule} of what can be due."""


def does(name: str) -> Callable[[Any], Any]:
    """Register the rule below as the one that does the work `name`."""

    def register(rule: Callable[..., Generator[Any, Any, Any]]) -> Callable[..., Generator[Any, Any, Any]]:
        WORK[name] = rule
        return rule

    return register


def due(t: Any, name: str, *args: Any) -> Generator[Any, Any, Any]:
    """Do at once what is due by that name; raises KeyError where no rule does it.

    ``tests``    the stability tests in `args` (5.5.1), then ``falls``
    ``markers``  special markers whose case has come leave play (12.0)
    ``falls``    whoever waits for its collapse or surrender, one after the other (5.5.3); then perhaps the end (1.7)
    """
    return (yield from WORK[name](t, *args))
