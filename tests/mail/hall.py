"""A mail server in this process: it takes what the desk sends, reads mail for the desk, and has mailboxes for people.

    Conversation   what it says on a connection; test_outbox.py tells it to refuse and to defer
    Hall           with the doors of the real servers (server.py, postfix.py), for a club (club.py) without root

What comes for the desk goes through `pbem mail in` and `pbem mail send` as the recipe pbem-deliver does it.
"""

import socketserver
import threading
from contextlib import ExitStack
from email.message import EmailMessage
from email.policy import default
from hashlib import sha256
from pathlib import Path

from tests.cli.tools import pbem

from .server import Box


class Conversation(socketserver.StreamRequestHandler):
    """A mail server that answers for each recipient what the test says."""

    def handle(self):
        self.say("220 test")
        to = []
        while line := self.rfile.readline().decode().strip():
            word = line.split(":")[0].split(" ")[0].upper()
            if word == "RCPT":
                address = line.partition("<")[2].rstrip(">").partition(">")[0]
                answer = self.server.answers.get(address, "250 ok")
                if answer == "drop":
                    return
                to += [address] if answer.startswith("250") else []
                self.say(answer)
            elif word == "DATA":
                self.say("354 go on")
                lines = self.lines()
                if lines is None:
                    return
                self.server.got += [(one, b"".join(lines)) for one in to]
                to = []
                self.say("250 taken")
            elif word == "QUIT":
                self.say("221 bye")
                return
            else:
                self.say("250 ok")

    def lines(self):
        """Those of a message, up to the dot; None where the connection ends before it."""
        found = []
        while (row := self.rfile.readline()) != b".\r\n":
            if not row:
                return None
            found.append(row)
        return found

    def say(self, line):
        self.wfile.write(f"{line}\r\n".encode())


class Listening(socketserver.ThreadingTCPServer):
    """A server on a free port.  `got` are ``(recipient, bytes)``; `answers` is what it says to a recipient."""

    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Conversation)
        self.answers, self.got = {}, []
        self.name = f"127.0.0.1:{self.server_address[1]}"
        threading.Thread(target=self.serve_forever, args=(0.01,), daemon=True).start()

    def __exit__(self, *_):
        self.shutdown()
        self.server_close()


class Hall:
    """``with Hall(folder) as server``: games in server.games, mailboxes under server.boxes."""

    def __init__(self, folder):
        self.folder = Path(folder)
        self.games, self.boxes, self.outbox = (self.folder / name for name in ("games", "boxes", "outbox"))
        self._stack, self._number = ExitStack(), 0

    def __enter__(self):
        for place in (self.games, self.boxes):
            place.mkdir()
        return self._entered()

    def _entered(self):
        self._smtp = self._stack.enter_context(Listening())
        return self

    def __exit__(self, *_):
        self._stack.close()

    def give_away(self):
        """Everything belongs to whoever runs the test."""

    def box(self, person):
        return Box(self.boxes / person)

    def desk(self, *arguments):
        done = pbem(*arguments)
        assert done.code == 0, f"{arguments}: {done}"
        return done.out

    def send(self, outbox=None, to=None):
        """Send what lies in an outbox; or what is for one address, straight to the server."""
        if to is not None:
            for path in (Path(outbox) / "new").iterdir():
                if to.encode() in path.read_bytes():
                    self.hand_in("", to, path.read_bytes())
            return
        self.desk("mail", "send", outbox or self.outbox, "--smtp", self._smtp.name)
        while self._smtp.got:
            self.hand_in("", *self._smtp.got.pop(0))

    def hand_in(self, sender, to, data):
        """Give the bytes of a message to the server."""
        self._number += 1
        if to.endswith("@club.example"):
            path = self.folder / "message"
            path.write_bytes(data)
            self.desk("mail", "in", "--games", self.games, "--from", path, "--out", self.outbox)
            self.send()
        elif to.endswith("@gone.example"):
            self.hand_in("", str(_read(data)["From"]), _bounce(to, data))
        else:
            new = self.boxes / to.partition("@")[0] / "new"
            new.mkdir(parents=True, exist_ok=True)
            (new / f"{self._number:06}").write_bytes(data)

    def log(self):
        return "(the server is the test itself)"


def _read(data):
    from email import message_from_bytes

    return message_from_bytes(data, policy=default)


def _bounce(to, data):
    """A report on delivery that failed (RFC 3464), as servers write it."""
    head = data.replace(b"\r\n", b"\n").partition(b"\n\n")[0].decode()
    made = EmailMessage()
    made["From"], made["To"], made["Subject"] = "MAILER-DAEMON@mx.club.example", _read(data)["From"], "Undelivered mail"
    made["Auto-Submitted"], made["Message-ID"] = "auto-replied", f"<{sha256(data).hexdigest()[:20]}@mx.club.example>"
    made["Content-Type"] = 'multipart/report; report-type=delivery-status; boundary="b"'
    made.set_payload(
        f"--b\n\nI could not deliver it.\n--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx\n\n"
        f"Final-Recipient: rfc822; {to}\nAction: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 no such user\n\n"
        f"--b\nContent-Type: text/rfc822-headers\n\n{head}\n\n--b--\n"
    )
    return made.as_bytes()
