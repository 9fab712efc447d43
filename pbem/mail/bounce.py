"""Bounces (RFC 3464): which mail of ours came back, from whom, and why."""

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from email.message import Message

    from pbem.core.data.json_types import Json


MOST_RECIPIENTS = 20
MOST_VALUE = 400  # characters of a field

_OURS = re.compile(rb"(?im)^message-id:[ \t]*(<[a-z0-9._-]{1,64}/[^>\s]{1,200}>)")
_BY_A_SERVER = re.compile(r"(?i)\b(?:mailer-daemon|postmaster)@")  # OpenSMTPD's reports are multipart/mixed
_FIELD = re.compile(r"(?im)^(final-recipient|action|status|diagnostic-code):[ \t]*([^\r\n]{1,300})")


def bounced(message: "Message", data: bytes) -> "Json | None":
    """``{"recipients": [{"address", "status", "why"}], "message_id"}`` of a report on delivery that failed, or None.

    message   as parsed by the email package
    data      its bytes, at most as many as are read
    """
    if message.get_content_type() != "multipart/report" and not _BY_A_SERVER.search(str(message.get("From", ""))):
        return None
    status = next((part for part in _walk(message) if part.get_content_type() == "message/delivery-status"), None)
    if status is None:
        return None
    recipients = [row for row in _recipients(_text(status)) if row["action"] == "failed"]
    for row in recipients:
        del row["action"]
    own = _OURS.findall(data.partition(b"\n\n")[2] or data.partition(b"\r\n\r\n")[2])
    name = own[-1].decode("ascii", "replace") if own else ""
    return {"recipients": recipients[:MOST_RECIPIENTS], "message_id": name} if recipients else None


def _walk(message: "Message") -> list[Any]:
    """The parts of a report, one level deep."""
    parts = message.get_payload()
    return parts if isinstance(parts, list) else []


def _text(status: Any) -> str:
    """The fields of a report as lines, each cut; a message written out again is folded anew, in quadratic time."""
    parts, rows = status.get_payload(), []
    for part in parts if isinstance(parts, list) else [status]:
        rows += [f"{name}: {str(value)[:MOST_VALUE]}" for name, value in part.items()]
        rows += [part.get_payload()] if isinstance(part.get_payload(), str) else []
    return "\n".join(rows)


def _recipients(text: str) -> list[dict[str, str]]:
    rows = []
    for name, value in _FIELD.findall(text):
        word, name = value.strip(), name.lower()
        if name == "final-recipient":
            address = word.rpartition(";")[2].strip().lower()
            rows.append({"address": address[:320], "action": "", "status": "", "why": ""})
        elif rows:
            field = {"action": "action", "status": "status", "diagnostic-code": "why"}[name]
            rows[-1][field] = word.lower() if name == "action" else word.partition(";")[2].strip() or word
    return rows
