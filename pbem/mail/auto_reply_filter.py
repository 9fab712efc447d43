"""Whom never to answer, and whose words order nothing (RFC 3834): robots, lists, bounces, and ourselves.

A mail programme that answers such a message makes a loop or a nuisance, and a note on somebody's leave may hold a line
that is an order.  What shows it is data with its sources (robots.json): header fields, subjects, addresses.
"""

import re
from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING, Any

from pbem.core.data.tables import beside

from .mailboxes import fields

if TYPE_CHECKING:
    from email.message import Message


LOOP = "pbem"  # what our own messages carry as X-Loop

_ENDS = re.compile(r"\s*(?:[:：\-–—(\[|].*)?", re.DOTALL).fullmatch
_OURS = re.compile(r"\s*[:：]\s*.*\[pbem\b.*", re.DOTALL | re.IGNORECASE).fullmatch


@cache
def robots() -> dict[str, Any]:
    """The table of robots.json."""
    table: dict[str, Any] = beside(__file__, "robots")
    return table


def automatic(message: "Message", sender: str, subject: str) -> str:
    """Why a message orders nothing and must not be answered, or "".

    message   as parsed by the email package
    sender    the address in From, "" if there is none
    subject   decoded
    """
    table = robots()
    for row in table["fields"]:
        wanted = row.get("value", ".*").replace("{sender}", re.escape(sender) or "(?!)")
        if any(
            re.fullmatch(wanted, value.strip(), re.IGNORECASE | re.DOTALL) for value in fields(message, row["name"])
        ):
            return str(row["why"])
    if re.fullmatch(table["nobody"], sender.partition("@")[0]):
        return "nobody reads that address"
    if says(subject, "subjects") or says(subject, "bounces"):
        return "its subject is that of a robot"
    if any(_OURS(rest) for rest in _rests(subject, table["before_ours"])):
        return "its subject is ours, behind the word of a mail program"
    return ""


def says(subject: str, kind: str) -> bool:
    """True if a subject begins with a phrase of this list of robots.json and a mark behind it, or is one."""
    return any(_ENDS(rest) for rest in _rests(subject, robots()[kind]))


def _rests(subject: str, phrases: Iterable[str]) -> list[str]:
    """What stands behind a phrase at the beginning of a subject, for each phrase that stands there."""
    text = " ".join(subject.replace("’", "'").casefold().split())
    return [text[len(one) :] for one in phrases if text.startswith(one)]
