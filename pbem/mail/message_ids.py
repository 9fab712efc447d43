"""Message-IDs of reports: an answer that quotes one says which entry it is about."""

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from email.message import Message

    from pbem.core.play.gamefile import GameFile


_REPORT_ID = re.compile(r"<([a-z0-9._-]{1,64})/([0-9]{1,9})/([a-z0-9._-]{1,64})/([0-9a-f]{32})@[^>]+>").fullmatch


def report_id(file: "GameFile", entry: int, seat: str, host: str) -> str:
    """The Message-ID of the report on an entry to a seat."""
    return f"<{file.name}/{entry}/{seat}/{file.head_of(entry)[:32]}@{host}>"


def report_of_id(message_id: str) -> tuple[str, int, str, str] | None:
    """``(game, entry, seat, head)`` of a Message-ID that `report_id` made, or None."""
    match = _REPORT_ID(message_id)
    return (match[1], int(match[2]), match[3], match[4]) if match else None


def id_of(made: "Message") -> str:
    """The Message-ID of a message; a long one is written on its own line, and read back with a space before it."""
    return str(made["Message-ID"]).strip()
