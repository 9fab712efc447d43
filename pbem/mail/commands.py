"""Words on a line of a mail that ask the desk for something and are no order: status, yes, extend 3 days.

What changes the game and is said in a person's own words is a wish: "I resign", "please cancel my last order".
"""

import re
from collections.abc import Callable
from typing import Any

KINDS = ("short", "full", "speech", "plain", "html", "default")  # what may stand behind prefer (delivery_prefs.py)
MOST_DIGITS = 15  # of a number that is looked at; nothing here has so many
MOST_WISH = 200  # characters of a line that may be a wish
_NUMBERS = {"a": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7}
_NUMBER = rf"([0-9]{{1,4}}|{'|'.join(_NUMBERS)})"

_SEND = r"send\s+(?:it|them|this)(?:,?\s+please)?"
_SAYS = r"(yes|no)(?:,?\s+(?:please|thanks|thank\s+you))?"
_ASKED = r"(status|form|help|report|accept)(?:\s+(?:entry\s+|arrival\s+)?([0-9]+))?"
_PREFER = rf"prefer\s+((?:(?:{'|'.join(KINDS)}|the|and|mails?|reports?|text)[\s,]*)+)"
_EXTEND = (
    rf"(?:please\s+)?(?:extend|extension)(?:\s+(?:by|of))?\s+{_NUMBER}(?:\s+(?:more\s+)?days?)?(?:,?\s+please)?",
    rf"(?:can|may|could)\s+(?:i|we)\s+(?:please\s+)?have\s+{_NUMBER}\s+(?:more\s+)?days?(?:\s+more)?(?:,?\s+please)?",
    rf"(?:(?:i|we)(?:'d| would)?\s+(?:need|want|like|require)\s+)?(?:another\s+)?{_NUMBER}\s+(?:more\s+|extra\s+)days?"
    r"(?:\s+more)?(?:,?\s+please)?",
)
_I = (
    r"(?:(?:please|hereby|(?:i|we)(?:'d| would| do)?(?: (?:like|want|wish|have|need|must|intend))?(?: to)?|"
    r"(?:can|may|could) (?:i|we|you))[ ,]+)*"
)
_AM = r"(?:(?:i|we)(?:'m| am|'re| are|'ll be| will be| shall be) )?"
_MINE = r"(?: (?:from )?(?:the|this|my|our) (?:game|war|side))?"
_AFTER_ALL = r"(?:(?:on second thoughts?|no|wait|actually|sorry|oops|hold on)[,.:! ]+)*"
_DAY = (
    r"(?:the |this |next |coming |on )*"
    r"(?:\d|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun|tomorrow)"
)
_OTHER = r"(?:somebody|someone|an?|another)(?: (?:else|substitute|replacement|new player|player))?"
_STOP = r"i (?:quit|(?:have to|must) (?:quit|leave|stop|drop out))"
_WISHES = {
    "resign": rf"{_I}(?:resign|give up|concede|surrender|capitulate){_MINE}"
    r"(?:[,;:.!] (?:well played|good game|gg|you win|congratulations|thanks?|thank you)\b.{0,40})?",
    "draw": rf"{_I}(?:offer|propose|suggest|want|have|agree (?:to|on))(?: you| everybody| us| we)?"
    r"(?: call it| have)? a draw|"
    r"(?:(?:how|what) about|(?:shall|can|could) we (?:have|call it|agree (?:to|on)))(?: a)? draw|draw|"
    r"let(?:'s| us) (?:have|call it|agree on) a draw",
    "cancel": rf"{_AFTER_ALL}(?:{_I}(?:cancel|withdraw|retract|revoke|take back|scrap|ignore|disregard|forget|undo)|"
    r"(?:please )?(?:do not|don't) (?:count|take|use|play|carry out|execute)) (?:all )?(?:of )?"
    r"(?:(?:my|our|the|this|these|those) (?:(?:last|latest|previous|earlier|pending) )?"
    r"(?:orders?|moves?|turn|e?-?mails?|messages?)(?: (?:for|of) (?:this|the) turn)?|"
    r"(?:it|this|that|these|those)(?: yet)?)"
    r"(?:[,;:.] .{1,60})?",
    "time": rf"(?:{_I}|please )?"
    r"(?:extend (?:it |this |the deadline |my time )?|(?:give|grant|allow) (?:me|us) |take |need |have )?"
    r"(?:(?:some|a (?:bit|little)(?: of)?) )?"
    rf"(?:more time|(?:an|the) extension|(?:(?:some |more )*time )?((?:until|till) {_DAY}.*))",
    "away": rf"{_AM}(?:away|absent|abroad|on (?:vacation|holidays?|leave)|out of (?:town|office)|travell?ing|"
    r"vacation|holidays?|absence)[ :,]+"
    rf"((?:from |between |until |till )?{_DAY}.*)",
    "substitute": rf"(?:{_STOP}[,.;: ]+(?:and )?)?{_I}(?:find|get|look for|need|want|appoint)(?: me)? {_OTHER}"
    rf"(?: (?:to|who|for) .{{1,60}})?|{_STOP}|"
    r"(?:somebody|someone) else (?:should|must|can|could|may|has to|will have to) (?:take over|play|take my).{0,60}|"
    r"(?:can|could|may|should) (?:somebody|someone) else (?:please )?(?:take over|play|take my).{0,60}",
}
_OF_EARLIER = re.compile(r"\b(?:last|latest|previous|earlier|pending)\b", re.IGNORECASE)
_OF_ITSELF = re.compile(r"\bthis (?:e?-?mail|message)\b", re.IGNORECASE)
WISHES = tuple(name for name in _WISHES if name != "away")  # done for the word yes; an absence of dates at once


def _shape(pattern: str) -> Callable[..., Any]:
    return re.compile(pattern, re.IGNORECASE).fullmatch


_IS_ASKED, _IS_PREFER, _IS_EXTEND = _shape(_ASKED), _shape(_PREFER), [_shape(one) for one in _EXTEND]
_IS_SEND, _IS_SAID = _shape(_SEND), _shape(_SAYS)
_KIND = re.compile(
    r"^(?:(?:hi|hello|dear|thanks|thank you|sorry|ok|okay|well)(?: \w+)?[,.!:]+ )+"
    r"(?=(?:i|i'\w+|we|we'\w+|let's|please|can|may|could|how|what|shall|somebody|someone) )|"
    r"(?:,? (?:please|thanks|thank you|sorry))+$",
    re.IGNORECASE,
)  # what is said around a wish; an order that somebody takes leave with is none
_IS_WISH = {name: _shape(pattern) for name, pattern in _WISHES.items()}
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
    bare = _KIND.sub("", " ".join(text.replace("\u2019", "'").split())) if len(text) <= MOST_WISH else ""
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
