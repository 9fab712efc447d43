"""Folders of messages that wait to be sent: a Maildir, or an mbox file; and handing them to a mail server.

A message lies under a name made of its Message-ID, so that making a step's mails twice leaves one of each.
"""

import os
import re

from pbem.core.data import store
from pbem.core.data.problems import BrokenFile, Problem, messages

messages(
    {
        "smtp-refused": "The mail server {server} did not take {count} of {all} messages: {reason}",
        "smtp-unreachable": "The mail server {server} cannot be reached: {reason}",
        "outbox-odd": "This is no Maildir: it has no folder new.",
    }
)

TIMEOUT = 30


def put(folder, messages_):
    """Write messages into a Maildir, made if missing; the paths.

    A message that lies there already, or was sent from there, is left as it is: nothing is sent twice.
    """
    try:
        for name in ("tmp", "new", "cur"):
            os.makedirs(os.path.join(folder, name), mode=0o700, exist_ok=True)
    except OSError as error:
        raise BrokenFile(Problem("file-not-written", where=folder, reason=error.strerror)) from None
    paths = []
    for made in messages_:
        name = _name_of(made)
        path = os.path.join(folder, "new", name)
        if not any(os.path.exists(place) for place in (path, os.path.join(folder, "cur", f"{name}:2,S"))):
            store.write(path, made.as_bytes(), mode=0o600)
        paths.append(path)
    return paths


def mbox_of(messages_, now=None):
    """Messages as the bytes of an mbox file (RFC 4155); without a time the separators bear the first of 1970."""
    parts = []
    for made in messages_:
        stamp = now.strftime("%a %b %d %H:%M:%S %Y") if now else "Thu Jan 01 00:00:00 1970"
        body = made.as_bytes().replace(b"\r\n", b"\n")
        body = re.sub(rb"(?m)^(>*From )", rb">\1", body)
        parts.append(f"From {_bare(made['From'])} {stamp}\n".encode() + body.rstrip(b"\n") + b"\n\n")
    return b"".join(parts)


def _bare(address):
    return str(address).split("<")[-1].rstrip(">")


def _name_of(made):
    """A file name of a Message-ID of ours: the characters of an id, and dots."""
    return re.sub(r"[^a-z0-9._+-]", ".", str(made["Message-ID"]).strip("<>").rpartition("@")[0])


def send(folder, server, login=None, starttls=False):
    """Hand every message in ``folder/new`` to a mail server (RFC 6409) and move it to ``cur``; how many went.

    server    "host:port"
    login     (user, password) or None
    A message that has no Date is stamped now: sending is the moment that a Date tells.
    Raises BrokenFile, after all others were tried, if one was not taken; it stays in ``new``.
    """
    waiting = _waiting(folder)
    if not waiting:
        return 0
    with store.Lock(os.path.join(folder, "sending")):
        return _send(folder, [path for path in waiting if os.path.exists(path)], server, login, starttls)


def _send(folder, waiting, server, login, starttls):
    """The same, while no other run sends from this folder."""
    import smtplib

    host, _, port = server.rpartition(":")
    failed, reason = [], ""
    try:
        with smtplib.SMTP(host or server, int(port or 25), timeout=TIMEOUT) as connection:
            if starttls:
                import ssl

                connection.starttls(context=ssl.create_default_context())
            if login:
                connection.login(*login)
            for path in waiting:
                try:
                    connection.send_message(_stamped(path))
                    os.replace(path, os.path.join(folder, "cur", f"{os.path.basename(path)}:2,S"))
                except (smtplib.SMTPRecipientsRefused, smtplib.SMTPSenderRefused, smtplib.SMTPDataError) as error:
                    failed.append(path)
                    reason = str(error)[:200]
    except (OSError, smtplib.SMTPException) as error:
        raise BrokenFile(Problem("smtp-unreachable", where=folder, server=server, reason=str(error)[:200])) from None
    if failed:
        raise BrokenFile(Problem("smtp-refused", where=failed[0], server=server, count=len(failed), all=len(waiting),
                                 reason=reason))  # fmt: skip
    return len(waiting)


def _waiting(folder):
    try:
        names = sorted(os.listdir(os.path.join(folder, "new")))
    except OSError:
        raise BrokenFile(Problem("outbox-odd", where=folder)) from None
    return [os.path.join(folder, "new", name) for name in names if not name.startswith(".")]


def _stamped(path):
    from email import message_from_bytes
    from email.policy import SMTP
    from email.utils import localtime

    made = message_from_bytes(store.read_bytes(path), policy=SMTP)
    if made["Date"] is None:
        made["Date"] = localtime()
    return made


def read(path):
    """The messages of a Maildir folder or of one file, as ``[(path, bytes)]``, for a desk that polls."""
    if not os.path.isdir(path):
        return [(path, store.read_bytes(path))]
    return [(name, store.read_bytes(name)) for name in _waiting(path)]
