"""Words on a line of a mail that ask the desk for something and are no order: status, yes, extend 3 days.

What changes the game and is said in a person's own words is a wish: "I resign", "please cancel my last order".
"""

import re
from collections.abc import Callable
from typing import Any

from pbem.core.data.tables import beside

KINDS = ("short", "full", "speech", "plain", "html", "default")  # what may stand behind prefer (delivery_prefs.py)
MOST_DIGITS = 15  # of a number that is looked at; nothing here has so many
MOST_WISH = 200  # characters of a line that may be a wish
_SAID = beside(__file__, "commands")  # how it is said
_NUMBERS = _SAID["numbers"]
_PIECES = {**_SAID["pieces"], "KINDS": "|".join(KINDS), "NUMBERS": "|".join(_NUMBERS)}
_OF_EARLIER = re.compile(r"\b(?:last|latest|previous|earlier|pending)\b", re.IGNORECASE)
_OF_ITSELF = re.compile(r"\bthis (?:e?-?mail|message)\b", re.IGNORECASE)
WISHES = tuple(name for name in _SAID["wishes"] if name != "away")  # done for the word yes; an absence of dates at once


def _pattern(*ways: str) -> str:
    """Several ways to say the same as one pattern, with the pieces of which they are made."""
    return re.sub("<([A-Z ]+)>", lambda found: _pattern(_PIECES[found[1]]), "|".join(ways))


def _shape(*ways: str) -> Callable[..., Any]:
    return re.compile(_pattern(*ways), re.IGNORECASE).fullmatch


_IS_ASKED, _IS_PREFER, _IS_SEND, _IS_SAID = (_shape(_SAID[name]) for name in ("asked", "prefer", "send", "says"))
_IS_EXTEND = [_shape(one) for one in _SAID["extend"]]
_AROUND = re.compile("|".join(_SAID["around"]), re.IGNORECASE)  # a wish; whoever takes leave with an order wishes none
_IS_WISH = {name: _shape(*ways) for name, ways in _SAID["wishes"].items()}
_WORDS = {"yes": "accept", "no": "decline"}  # about the mail that waits for it


def command_of(text: str) -> tuple[str, Any] | None:
    """``(name, argument)`` of a line that is a command, or None.

    The argument is a number, or None; of prefer the words behind it, separated by one blank.
    """
    bare = text.strip().rstrip(".!?").rstrip()
    if found := _IS_ASKED(bare):
        return found[1].lower(), int(found[2][:MOST_DIGITS]) if found[2] else None
    if found := _IS_SAID(bare):
        return _WORDS[found[1].lower()], None
    if _IS_SEND(bare):
        return "send", None
    if found := _IS_PREFER(bare):
        return ("prefer", _kinds(found[1])) if _kinds(found[1]) else None
    found = next((found for match in _IS_EXTEND if (found := match(bare))), None)
    return ("extend", _number(found[1])) if found else _wish_of(bare)


def _wish_of(text: str) -> tuple[str, Any] | None:
    """``(name, the days that are named, or None)`` of a wish."""
    bare = _AROUND.sub("", " ".join(text.replace("\u2019", "'").split())) if len(text) <= MOST_WISH else ""
    found = next(((name, match) for name, is_one in _IS_WISH.items() if (match := is_one(bare))), None)
    return (found[0], next(iter(found[1].groups()), None)) if found else None


def takes_back(text: str, is_below: bool) -> bool:
    """True for a wish to cancel that may mean the orders of its own mail: it stands below them, `is_below`, and speaks
    of no earlier ones, or it says "this mail"."""
    found = command_of(text)
    is_own = _OF_ITSELF.search(text) or (is_below and not _OF_EARLIER.search(text))
    return found is not None and found[0] == "cancel" and bool(is_own)


def _kinds(text: str) -> Any:
    return " ".join(word for word in re.findall(r"[a-z]+", text.lower()) if word in KINDS)


def _number(text: str) -> int:
    return _NUMBERS.get(text.lower()) or int(text)
