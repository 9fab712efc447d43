"""Folders of messages that wait to be sent: a Maildir, or an mbox file; and handing them to a mail server.

A message lies under a name made of its Message-ID, so that making a step's mails twice leaves one of each; the report
on an entry that somebody else gets, who has taken the seat since, lies beside that of the first.  What became of it
stands in the folder ``told``, one file a message, recipient by recipient: delivered, refused for good, or deferred and
tried again with growing patience.  One that nobody takes stands in no other's way.
"""

import os
import re
from collections.abc import Sequence
from datetime import datetime, timedelta
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from pbem.core.data import store
from pbem.core.data.canon import dumps
from pbem.core.data.problems import BrokenFile, Problem

from .message_ids import id_of

if TYPE_CHECKING:
    from email.message import EmailMessage
    from smtplib import SMTP

    from pbem.core.data.json_types import Json


TIMEOUT = 30
FIRST_PAUSE, LONGEST_PAUSE = timedelta(minutes=5), timedelta(hours=4)
GIVEN_UP = timedelta(days=5)


def put(folder: store.Folder, messages_: "Sequence[EmailMessage]") -> list[str]:
    """Write messages into a Maildir, made if missing; the paths.

    A message that lies there already, or was sent from there, is left as it is: nothing is sent twice.
    """
    for name in ("tmp", "new", "cur", "told"):
        store.make_folder(os.path.join(folder, name), store.PRIVATE)
    paths = []
    for made in messages_:
        name = _name_of(made)
        lies = _lying(folder, name)
        if lies and _recipients(store.read_bytes(lies)) != _recipients(made.as_bytes()):
            name = f"{name}.{sha256(repr(_recipients(made.as_bytes())).encode()).hexdigest()[:16]}"
            lies = _lying(folder, name)
        path = os.path.join(folder, "new", name)
        if not lies:
            store.write(path, made.as_bytes(), mode=0o600)
        paths.append(path)
    return paths


def _lying(folder: store.Folder, name: str) -> str | None:
    """Where a message of a name lies, to be sent or sent; or None."""
    places = (os.path.join(folder, "new", name), os.path.join(folder, "cur", f"{name}:2,S"))
    return next((place for place in places if os.path.exists(place)), None)


def _recipients(message: bytes) -> list[str]:
    """The addresses that a message goes to, sorted."""
    from email import message_from_bytes
    from email.policy import SMTP
    from email.utils import getaddresses

    head = message_from_bytes(re.split(rb"\r?\n\r?\n", message, maxsplit=1)[0] + b"\r\n\r\n", policy=SMTP)
    return sorted(address for _, address in getaddresses([str(head["To"])]))


def mbox_of(messages_: "Sequence[EmailMessage]", now: datetime | None = None) -> bytes:
    """Messages as the bytes of an mbox file (RFC 4155); without a time the separators bear the first of 1970."""
    parts = []
    for made in messages_:
        stamp = now.strftime("%a %b %d %H:%M:%S %Y") if now else "Thu Jan 01 00:00:00 1970"
        body = made.as_bytes().replace(b"\r\n", b"\n")
        body = re.sub(rb"(?m)^(>*From )", rb">\1", body)
        parts.append(f"From {_bare(made['From'])} {stamp}\n".encode() + body.rstrip(b"\n") + b"\n\n")
    return b"".join(parts)


def _bare(address: str) -> str:
    return str(address).split("<")[-1].rstrip(">")


def _name_of(made: "EmailMessage") -> str:
    """A file name of a Message-ID of ours: the characters of an id, and dots."""
    return re.sub(r"[^a-z0-9._+-]", ".", id_of(made).strip("<>").rpartition("@")[0])


# -- sending -------------------------------------------------------------------------------------------------


def send(
    folder: store.Folder, server: str, now: datetime, login: tuple[str, str] | None = None, starttls: bool = False
) -> tuple[int, list[Problem]]:
    """Hand every message in ``folder/new`` to a mail server (RFC 6409): ``(deliveries, [Problem of refusals])``.

    server    "host:port"
    now       the time as an aware datetime; a message that has no Date is stamped with it
    login     (user, password) or None
    A message moves to ``cur`` when every recipient has taken it or has been refused for good.  Raises BrokenFile if the
    server cannot be reached; then all that was not sent stays where it is.
    """
    if not _waiting(folder):
        return 0, []
    store.make_folder(os.path.join(folder, "told"), store.PRIVATE)
    with store.Lock(os.path.join(folder, "sending")):
        waiting = [_Waiting(path, folder) for path in _waiting(folder)]
        waiting = [one for one in waiting if one.is_due(now)]
        return _send(waiting, server, now, login, starttls) if waiting else (0, [])


def _send(
    waiting: "list[_Waiting]", server: str, now: datetime, login: tuple[str, str] | None, starttls: bool
) -> tuple[int, list[Problem]]:
    """The same, while no other run sends from this folder; a connection that breaks is made once more a message."""
    import smtplib

    sent, problems = 0, []
    try:
        connection = _connected(server, login, starttls)
        for one in waiting:
            if connection.sock is None:  # it broke, or the server hung up with a 421
                connection = _connected(server, login, starttls)
            try:
                delivered, refused = one.hand_over(connection, now)
            except smtplib.SMTPServerDisconnected:
                connection.close()
                one.defer(one.left(), "the connection broke", now)
                continue
            sent += delivered
            problems += [
                Problem("smtp-refused", where=one.path, server=server, recipient=recipient, reason=reason)
                for recipient, reason in refused.items()
            ]
        if connection.sock is not None:
            connection.quit()
    except (OSError, ValueError, smtplib.SMTPException) as error:
        place = os.path.dirname(os.path.dirname(waiting[0].path))
        raise BrokenFile(Problem("smtp-unreachable", where=place, server=server, reason=str(error)[:200])) from None
    return sent, problems


def _connected(server: str, login: tuple[str, str] | None, starttls: bool) -> "SMTP":
    import smtplib

    host, _, port = server.rpartition(":")
    connection = smtplib.SMTP(host or server, int(port or 25), timeout=TIMEOUT)
    if starttls:
        import ssl

        connection.starttls(context=ssl.create_default_context())
    if login:
        connection.login(*login)
    return connection


class _Waiting:
    """A message that waits, and what has become of it: ``told`` is the document schemas/outgoing.schema.json."""

    def __init__(self, path: str, folder: store.Folder) -> None:
        self.path, name = path, os.path.basename(path).partition(":")[0]
        self.done = os.path.join(folder, "cur", f"{name}:2,S")
        self.place = os.path.join(folder, "told", f"{name}.json")
        self.told: Json = (
            store.read_json(self.place)
            if os.path.exists(self.place)
            else {
                "pbem": "outgoing/1",
                "delivered": [],
                "refused": {},
                "deferred": {},
                "tries": 0,
                "first": None,
                "next": None,
            }
        )

    def is_due(self, now: datetime) -> bool:
        return self.told["next"] is None or datetime.fromisoformat(self.told["next"]) <= now

    def left(self) -> list[str]:
        """The recipients that have neither taken it nor been refused."""
        from email.utils import getaddresses

        to = [address for _, address in getaddresses([str(self.message()["To"])]) if address]
        return [one for one in to if one not in self.told["delivered"] and one not in self.told["refused"]]

    def message(self, now: datetime | None = None) -> Any:
        from email import message_from_bytes
        from email.policy import SMTP
        from email.utils import format_datetime

        made = message_from_bytes(store.read_bytes(self.path), policy=SMTP)
        if made["Date"] is None and now is not None:
            made["Date"] = format_datetime(now)
        return made

    def hand_over(self, connection: "SMTP", now: datetime) -> tuple[int, dict[str, str]]:
        """Try every recipient that is left: ``(number delivered, {recipient: reason} refused for good)``."""
        import smtplib

        failed: dict[str, tuple[int, Any]]
        to, made = self.left(), self.message(now)
        try:
            failed = connection.sendmail(_bare(made["From"]), to, made.as_bytes()) if to else {}
        except smtplib.SMTPRecipientsRefused as error:
            failed = error.recipients
        except smtplib.SMTPResponseException as error:
            failed = dict.fromkeys(to, (error.smtp_code, error.smtp_error))
        refused = {one: _words(answer) for one, answer in failed.items() if answer[0] >= 500}
        self.told["refused"].update(refused)
        self.told["delivered"] += [one for one in to if one not in failed]
        self.defer([one for one in failed if one not in refused], "", now, failed)
        return len(to) - len(failed), refused

    def defer(self, recipients: list[str], reason: str, now: datetime, answers: Any = None) -> None:
        """Note who is tried again, and when; give up after days; put the message away when nobody is left."""
        told = self.told
        told["first"] = told["first"] or now.isoformat(timespec="seconds")
        told["deferred"] = {one: reason or _words(answers[one]) for one in recipients}
        if recipients and now - datetime.fromisoformat(told["first"]) > GIVEN_UP:
            told["refused"].update(told["deferred"])
            told["deferred"] = {}
        pause = min(FIRST_PAUSE * 2 ** min(told["tries"], 10), LONGEST_PAUSE)
        told["tries"] += 1
        told["next"] = (now + pause).isoformat(timespec="seconds") if told["deferred"] else None
        store.write(self.place, dumps(told) + b"\n", mode=0o600)
        if not told["deferred"]:
            os.replace(self.path, self.done)


def _words(answer: Any) -> str:
    """What a server answered, as one line."""
    code, words = answer
    words = words.decode("utf-8", "replace") if isinstance(words, bytes) else str(words)
    return f"{code} {' '.join(words.split())}"[:200]


def outgoing_rows(folder: store.Folder) -> "list[Json]":
    """What became of the messages of a Maildir: ``[{"id", "to", "subject", "delivered", "deferred", "refused"}]``."""
    from email import message_from_bytes

    rows = []
    for place in ("new", "cur"):
        inside = os.path.join(folder, place)
        for name in sorted(os.listdir(inside)) if os.path.isdir(inside) else ():
            if name.startswith("."):
                continue
            one = _Waiting(os.path.join(folder, place, name), folder)
            head = message_from_bytes(store.read_bytes(one.path).partition(b"\r\n\r\n")[0])
            rows.append(
                {
                    "id": id_of(head),
                    "to": str(head["To"]),
                    "subject": str(head["Subject"]),
                    **{word: one.told[word] for word in ("delivered", "deferred", "refused")},
                }
            )
    return rows


def _waiting(folder: store.Folder) -> list[str]:
    try:
        names = sorted(os.listdir(os.path.join(folder, "new")))
    except OSError:
        raise BrokenFile(Problem("outbox-odd", where=os.fspath(folder))) from None
    return [os.path.join(folder, "new", name) for name in names if not name.startswith(".")]


def read(path: str) -> list[tuple[str, bytes]]:
    """The messages of a Maildir folder or of one file, as ``[(path, bytes)]``, for a desk that polls."""
    if not os.path.isdir(path):
        return [(path, store.read_bytes(path))]
    return [(name, store.read_bytes(name)) for name in _waiting(path)]
