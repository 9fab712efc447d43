"""Words on a line of a mail that ask the desk for something and are no order: status, yes, extend 3 days."""

import re
from collections.abc import Callable
from typing import Any

KINDS = ("short", "full", "speech", "plain", "html", "default")  # what may stand behind prefer (delivery_prefs.py)
_NUMBERS = {"a": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7}
_NUMBER = rf"([0-9]{{1,4}}|{'|'.join(_NUMBERS)})"

_SEND = r"send\s+(?:it|them|this)(?:,?\s+please)?"
_SAYS = r"(yes|no)(?:,?\s+(?:please|thanks|thank\s+you))?"
_ASKED = r"(status|form|help|report|accept)(?:\s+(?:entry\s+|arrival\s+)?([0-9]{1,9}))?"
_PREFER = rf"prefer\s+((?:(?:{'|'.join(KINDS)}|the|and|mails?|reports?|text)[\s,]*)+)"
_EXTEND = (
    rf"(?:please\s+)?(?:extend|extension)(?:\s+(?:by|of))?\s+{_NUMBER}(?:\s+(?:more\s+)?days?)?(?:,?\s+please)?",
    rf"(?:can|may|could)\s+(?:i|we)\s+(?:please\s+)?have\s+{_NUMBER}\s+(?:more\s+)?days?(?:\s+more)?(?:,?\s+please)?",
    rf"{_NUMBER}\s+more\s+days?(?:,?\s+please)?",
)


def _shape(pattern: str) -> Callable[..., Any]:
    return re.compile(pattern, re.IGNORECASE).fullmatch


_IS_ASKED, _IS_PREFER, _IS_EXTEND = _shape(_ASKED), _shape(_PREFER), [_shape(one) for one in _EXTEND]
_IS_SEND, _IS_SAID = _shape(_SEND), _shape(_SAYS)
_WORDS = {"yes": "accept", "no": "decline"}  # about the mail that waits for it


def command_of(text: str) -> tuple[str, Any] | None:
    """``(name, argument)`` of a line that is a command, or None.

    The argument is a number, or None; of prefer the words behind it, separated by one blank.
    """
    bare = text.strip().rstrip(".!?").rstrip()
    if found := _IS_ASKED(bare):
        return found[1].lower(), int(found[2]) if found[2] else None
    if found := _IS_SAID(bare):
        return _WORDS[found[1].lower()], None
    if _IS_SEND(bare):
        return "send", None
    if found := _IS_PREFER(bare):
        return ("prefer", _kinds(found[1])) if _kinds(found[1]) else None
    found = next((found for match in _IS_EXTEND if (found := match(bare))), None)
    return ("extend", _number(found[1])) if found else None


def _kinds(text: str) -> Any:
    return " ".join(word for word in re.findall(r"[a-z]+", text.lower()) if word in KINDS)


def _number(text: str) -> int:
    return _NUMBERS.get(text.lower()) or int(text)
