"""Messages that name no game: kept beside the games of a folder, listed, and answered if their sender plays in one.

unsorted.mail/raw/          every such message as it came, by its digest
unsorted.mail/log.json      {"pbem": "unsorted/1", "messages": [{"at", "from", "subject", "digest", "why",
                            "answered"}]}
"""

import os
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from pbem.core.data import store
from pbem.core.data.canon import dumps
from pbem.core.data.problems import BrokenFile, Refused
from pbem.core.data.tables import Sentences
from pbem.core.data.text import listed

from .compose import host_of, message
from .letterbox import Letterbox

if TYPE_CHECKING:
    from datetime import datetime
    from email.message import EmailMessage

    from pbem.mail.letter import Letter


MOST_ANSWERS = 3  # to one address on one day

_say = Sentences(__name__)


class NoGameInbox:
    """The folder unsorted.mail of a folder of games."""

    def __init__(self, folder: str) -> None:
        self.folder = os.path.join(folder, "unsorted.mail")
        self.place = os.path.join(self.folder, "log.json")
        self.rows = store.read_json(self.place)["messages"] if os.path.exists(self.place) else []

    def take(self, letter: "Letter", games: Mapping[str, str], now: "datetime") -> "tuple[str, EmailMessage | None]":
        """``(why, the answer as a message or None)`` for a message that is for none of `games` {name: path}."""
        before = next((row for row in self.rows if row["digest"] == letter.digest), None)
        if before:
            return _say("before", at=before["at"]), None
        if letter.automatic:
            return _say("automatic", why=letter.automatic), None
        why = _say("why", games=listed(sorted(games)))
        held = list(_held(letter.sender, games))
        day = now.strftime("%Y-%m-%d")
        told = sum(row["answered"] and row["from"] == letter.sender and row["at"].startswith(day) for row in self.rows)
        if not letter.sender or not held or told >= MOST_ANSWERS:
            return why, None
        return why, _answer(letter, held, now)

    def keep(self, letter: "Letter", data: bytes, why: str, answered: bool, now: "datetime") -> None:
        """Keep the message, and what became of it."""
        if any(row["digest"] == letter.digest for row in self.rows):
            return
        store.make_folder(os.path.join(self.folder, "raw"), store.PRIVATE)
        store.write(os.path.join(self.folder, "raw", f"{letter.digest[:32]}.eml"), data, mode=0o600)
        self.rows.append(
            {
                "at": now.strftime("%Y-%m-%dT%H:%M:%SZ"),
                "from": letter.sender,
                "subject": letter.subject,
                "digest": letter.digest,
                "why": why,
                "answered": answered,
            }
        )
        store.write(self.place, dumps({"pbem": "unsorted/1", "messages": self.rows}) + b"\n", mode=0o600)


def _held(sender: str, games: Mapping[str, str]) -> Iterator[tuple[str, str, Letterbox]]:
    """``(game, seat, Letterbox)`` of what a sender holds in a folder's games."""
    for name, path in sorted(games.items()):
        try:
            box = Letterbox.open(path)
        except (BrokenFile, Refused):
            continue
        for seat in box.seats_of(sender):
            yield name, seat, box


def _answer(letter: "Letter", held: Sequence[tuple[str, str, Letterbox]], now: "datetime") -> "EmailMessage":
    name, _, box = held[0]
    rows = [_say("yours", seat=seat, game=game, address=box.own_address(game)) for game, seat, box in held]
    text = "\n".join([_say("answer"), "", *rows, ""])
    own_id = f"<unsorted/{letter.digest[:32]}@{host_of(box.address)}>"
    thread = [letter.message_id] if letter.message_id else ()
    subject = _say("subject")
    return message(box, name, [letter.sender], subject, text, own_id, thread, now, answers=True)
