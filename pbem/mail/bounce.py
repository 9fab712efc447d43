"""Mails of ours that came back: which, from whom, and why.

A report on delivery (RFC 3464, or with other alphabets RFC 6533) names recipients; a server that writes none sends text
alone, with what it could not deliver below.  Whose mail it was is in its Message-ID, which is ours, wherever it stands:
an address that was passed on elsewhere is not that of the seat any more.
"""

import re
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

from .auto_reply_filter import robots, says
from .mailboxes import address, all_fields, fields, on_one_line
from .size_limits import MOST_PARTS

if TYPE_CHECKING:
    from email.message import Message

    from pbem.core.data.json_types import Json


MOST_RECIPIENTS = 20
MOST_VALUE = 400  # characters of a field
MOST_TEXT = 2**16  # characters of a part that are looked at

_OURS = r"<[a-z0-9._-]{1,64}/[a-z0-9._-]{1,64}/[^<>\s]{1,200}@[^<>\s]{1,253}>"
_IN_A_TEXT = (re.compile(rf"(?im)^[> \t]*message-id:\s*({_OURS})"), re.compile(f"({_OURS})"))
_NAMES = re.compile(r"(?im)^(?:original|final)-recipient:[ \t]*(?:[^;\r\n]{0,40};)?[ \t]*([^\r\n]{1,320})")
_ADDRESS = re.compile(r"[^\s<>@,;:()\"]{1,64}@[^\s<>@,;:()\"]{1,253}")
_STATUS = re.compile(r"\b[45]\.\d{1,3}\.\d{1,3}\b")
_REPORTS = ("message/delivery-status", "message/global-delivery-status")


def bounced(message: "Message", sender: str, subject: str) -> "Json | None":
    """``{"recipients": [{"address", "status", "why"}], "message_id"}`` of a mail of ours that came back, or None.

    message   as parsed by the email package
    sender    the address in From
    subject   decoded

    The recipients are those that a report says failed, under each address that it gives them; of a text, all
    addresses that stand in it.
    """
    if not _is_of_a_server(message, sender, subject):
        return None
    parts = list(islice(message.walk(), MOST_PARTS))
    reports = [part for part in parts if part.get_content_type() in _REPORTS]
    texts = [] if reports else [_text(part) for part in parts if not part.is_multipart()]
    ours = _ours(parts)
    failed = [row for part in reports for block in _blocks(part) for row in _reported(block)]
    recipients = failed if reports else list(_named(texts))
    if not recipients or not (reports or ours):
        return None
    return {"recipients": recipients[:MOST_RECIPIENTS], "message_id": ours}


def _is_of_a_server(message: "Message", sender: str, subject: str) -> bool:
    """True for what a mail server may have written about a mail: a note on somebody's leave has an empty return path
    too, and says that it was sent in reply."""
    if any(value.strip().lower().startswith("auto-replied") for value in fields(message, "Auto-Submitted")):
        return message.get_content_type() == "multipart/report"
    is_daemon = bool(re.match(robots()["daemon"], sender.partition("@")[0]))
    is_empty = any(value.replace(" ", "") == "<>" for value in fields(message, "Return-Path"))
    is_report = message.get_content_type() == "multipart/report" or bool(fields(message, "X-Failed-Recipients"))
    return is_daemon or is_empty or is_report or says(subject, "bounces")


def _ours(parts: list[Any]) -> str:
    """The Message-ID of ours in what a server sends back of a mail, or quotes of it; "" if none is there."""
    ids = [value for part in parts[1:] for value in fields(part, "Message-ID")]
    texts = [_text(part) for part in parts if not part.is_multipart()]
    found = [match for form in _IN_A_TEXT for text in (*ids, *texts) if (match := form.search(text))]
    return found[0][1] if found else ""


def _text(part: Any) -> str:
    """A part as text, as far as it is looked at."""
    data = part.get_payload(decode=True) or b""
    return str(data[:MOST_TEXT].decode("utf-8", "replace"))


def _blocks(report: Any) -> list[str]:
    """The groups of fields of a report, each field cut; a message written out again is folded anew, in quadratic
    time."""
    parts, rows = report.get_payload(), []
    for part in parts if isinstance(parts, list) else [report]:
        fields = [f"{name}: {on_one_line(value[:MOST_VALUE])}" for name, value in all_fields(part)]
        rows += ["\n".join(fields), *([] if part.is_multipart() else re.split(r"\r?\n[ \t]*\r?\n", _text(part)))]
    return rows


def _reported(block: str) -> Iterator[dict[str, str]]:
    """A row for each address under which a group of fields names somebody whom a mail did not reach."""
    if _field(block, "action").lower() != "failed":
        return
    why = _field(block, "diagnostic-code")
    told = {"status": _field(block, "status"), "why": why.partition(";")[2].strip() or why}
    names = [address(name) or name.strip() for name in _NAMES.findall(block)]
    yield from ({"address": one, **told} for one in dict.fromkeys(names))


def _field(block: str, name: str) -> str:
    found = re.search(
        rf"(?im)^{name}:[ \t]*([^\r\n]{{1,{MOST_VALUE}}}(?:\r?\n[ \t][^\r\n]{{1,{MOST_VALUE}}}){{0,5}})", block
    )
    return " ".join(found[1].split()) if found else ""


def _named(texts: list[str]) -> Iterator[dict[str, str]]:
    """A row for each address in the text of a server that writes no report."""
    found = [one for text in texts for name in _ADDRESS.findall(text) if (one := address(name))]
    status = next((match[0] for text in texts if (match := _STATUS.search(text))), "")
    yield from ({"address": one, "status": status, "why": ""} for one in dict.fromkeys(found))
