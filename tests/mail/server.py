"""A real mail server (OpenSMTPD) on loopback, with a desk behind a pipe and Maildirs for people.

It needs root and the package opensmtpd (Debian: apt-get install opensmtpd).  The desk runs as `nobody`, from a copy of
the program, because the checkout may lie where only its owner can look.
"""

import importlib
import os
import pwd
import resource
import shutil
import smtplib
import socket
import subprocess
import sys
import tempfile
import time
from email import message_from_bytes
from email.policy import default
from pathlib import Path

from pbem.core.data.store import Lock
from pbem.mail.arrivals import Arrivals

ROOT = Path(__file__).resolve().parents[2]
USER = "nobody"
STARTS_WITHIN, COMES_WITHIN = 40, 60  # seconds
CONFIGURATION = """\
listen on 127.0.0.1 port {port} hostname mx.club.example
smtp max-message-size "35M"
table nobody {{ "@" = "{user}" }}
table desk {{ "pbem" = "{user}" }}
action "desk" mda "{deliver}" virtual <desk>
action "people" maildir "{boxes}/%{{rcpt.user}}" virtual <nobody>
action "gone" mda "/bin/sh -c 'exit 67'" virtual <nobody>
match from any for domain "club.example" action "desk"
match from any for domain "people.example" action "people"
match from any for domain "gone.example" action "gone"
"""
SHIM = """\
#!/bin/sh
PYTHONPATH={lib} PYTHONDONTWRITEBYTECODE=1 exec {python} -m known_dice "$@" 2>>{folder}/deliver.log
"""
RECIPE = """\
#!/bin/sh
PATH={lib}/bin:$PATH exec {recipe} {arguments}
"""


def missing():
    """Why the server cannot be started here, or ""."""
    if os.geteuid() != 0:
        return "a mail server needs root"
    if not program():
        return "opensmtpd is not installed (apt-get install opensmtpd)"
    if _is_running():
        return "a mail server runs here already"
    if not python():
        return f"{USER} can run no Python from 3.10 on"
    return ""


def alone():
    """A lock: there is one server at a time on a machine, for its control socket has one place."""
    return Lock(os.path.join(tempfile.gettempdir(), "pbem-mail-server"), seconds=900)


def program():
    return shutil.which("smtpd", path="/usr/sbin:/usr/local/sbin:/sbin")


def python():
    """A Python that the desk's user may run: this one, or that of the system; None if there is neither."""
    asks = "import sys; sys.exit(sys.version_info < (3, 10))"
    for path in (os.path.realpath(sys.executable), "/usr/bin/python3"):
        try:
            if subprocess.run([path, "-c", asks], user=pwd.getpwnam(USER).pw_uid, cwd="/").returncode == 0:
                return path
        except OSError:
            continue
    return None


class Box:
    """A Maildir that is read once: `mails` are all messages in it so far, the earliest first."""

    def __init__(self, folder):
        self.folder, self.mails, self._seen = Path(folder), [], set()

    def look(self):
        new = self.folder / "new"
        for name in sorted(os.listdir(new)) if new.is_dir() else ():
            if name not in self._seen:
                self._seen.add(name)
                self.mails.append(message_from_bytes((new / name).read_bytes(), policy=default))
        return self.mails

    def wait(self, fits, what):
        """The first message that fits, within the time that a mail may take."""
        until = time.monotonic() + COMES_WITHIN
        while True:
            found = next((mail for mail in self.look() if fits(mail)), None)
            if found is not None:
                return found
            if time.monotonic() > until:
                raise AssertionError(f"{self.folder.name} got no {what}; but {[str(m['Subject']) for m in self.mails]}")
            time.sleep(0.05)


class Server:
    """``with Server(folder) as server``: games in server.games, mailboxes under server.boxes."""

    user = USER

    def __init__(self, folder):
        self.folder = Path(folder)
        self.games, self.boxes, self.outbox = (self.folder / name for name in ("games", "boxes", "outbox"))
        self.port, self.python = _free_port(), python()
        self.process = None

    def __enter__(self):
        self._lay_out()
        log = open(self.folder / "smtpd.log", "wb")
        self.process = subprocess.Popen(
            [program(), "-d", "-f", str(self.folder / "smtpd.conf")],
            stdout=log,
            stderr=subprocess.STDOUT,
            preexec_fn=_few_files,
        )
        until = time.monotonic() + STARTS_WITHIN
        while not self._answers():
            if self.process.poll() is not None or time.monotonic() > until:
                self.__exit__()
                raise RuntimeError(f"smtpd did not start:\n{self.log()}")
            time.sleep(0.1)
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait(10)
        until = time.monotonic() + 10
        while _is_running() and time.monotonic() < until:  # its children end a little later
            time.sleep(0.05)

    def _lay_out(self):
        lib = self.folder / "lib"
        self.copy_program(lib)
        for place in (self.games, self.boxes, self.outbox):
            place.mkdir(parents=True)
        (lib / "bin").mkdir()
        self._write(lib / "bin" / "pbem", SHIM.format(lib=lib, python=self.python, folder=self.folder))
        for name, words in (("pbem-deliver", ()), ("pbem-poll", (self.folder / "maildir",)), ("pbem-remind", ())):
            shutil.copy(ROOT / "docs" / "recipes" / name, lib / "bin" / f"{name}.recipe")
            words = [*words, self.games, self.outbox, f"127.0.0.1:{self.port}"]
            self._write(
                self.folder / name,
                RECIPE.format(lib=lib, recipe=lib / "bin" / f"{name}.recipe", arguments=" ".join(map(str, words))),
            )
        (self.folder / "smtpd.conf").write_text(
            CONFIGURATION.format(port=self.port, user=USER, deliver=self.folder / "pbem-deliver", boxes=self.boxes)
        )
        (self.folder / "smtpd.conf").chmod(0o600)
        self.give_away()

    @staticmethod
    def copy_program(lib):
        """The program and what it needs, where the desk's user may read it."""
        shutil.copytree(ROOT / "pbem", lib / "pbem", ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copytree(ROOT / "schemas", lib / "schemas")
        shutil.copy(ROOT / "tests" / "known_dice.py", lib)
        for name in (
            "authres",
            "click",
            "cffi",
            "jinja2",
            "markupsafe",
            "nacl",
            "selectolax",
            "tinycss2",
            "webencodings",
        ):
            place = Path(importlib.import_module(name).__file__).parent
            shutil.copytree(place, lib / name, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(importlib.import_module("_cffi_backend").__file__, lib)  # what nacl stands on

    @staticmethod
    def _write(path, script):
        path.write_text(script)
        path.chmod(0o755)

    def give_away(self):
        """Everything belongs to the user that the desk runs as, and the way to it is open."""
        owner = pwd.getpwnam(self.user)
        for place, folders, files in os.walk(self.folder):
            for name in (".", *folders, *files):
                os.chown(os.path.join(place, name), owner.pw_uid, owner.pw_gid)
        if (self.folder / "smtpd.conf").exists():
            os.chown(self.folder / "smtpd.conf", 0, 0)
        for place in [self.folder, *self.folder.parents]:
            if not os.stat(place).st_mode & 0o001:
                os.chmod(place, os.stat(place).st_mode | 0o011)

    def _answers(self):
        try:
            with socket.create_connection(("127.0.0.1", self.port), 1) as connection:
                return connection.recv(100).startswith(b"220")
        except OSError:
            return False

    def desk(self, *arguments):
        """Run the program as the desk's user; its standard output."""
        owner = pwd.getpwnam(self.user)
        done = subprocess.run(
            [self.python, "-m", "known_dice", *map(str, arguments)],
            text=True,
            env={"PYTHONPATH": str(self.folder / "lib"), "PATH": "/usr/bin:/bin", "PYTHONDONTWRITEBYTECODE": "1"},
            cwd=self.folder,
            user=owner.pw_uid,
            group=owner.pw_gid,
            extra_groups=[],
            capture_output=True,
            timeout=60,
        )
        assert done.returncode == 0, f"{arguments}: exit {done.returncode}\n{done.stderr}\n{self.log()}"
        return done.stdout

    def run(self, name):
        """Run one of the recipes as the desk's user."""
        owner = pwd.getpwnam(self.user)
        done = subprocess.run(
            [str(self.folder / name)],
            cwd=self.folder,
            user=owner.pw_uid,
            group=owner.pw_gid,
            extra_groups=[],
            timeout=60,
        )
        assert done.returncode == 0, self.log()

    def send(self, outbox=None, to=None):
        """Send what lies in an outbox, by default the desk's; or what is for one address, straight to the server."""
        if to is None:
            self.desk("mail", "send", outbox or self.outbox, "--smtp", f"127.0.0.1:{self.port}")
            return
        for path in (Path(outbox) / "new").iterdir():
            mail = message_from_bytes(path.read_bytes(), policy=default)
            if to in str(mail["To"]):
                self.hand_in(str(mail["From"]), to, path.read_bytes())

    def hand_in(self, sender, to, data):
        """Give the bytes of a message to the server."""
        with smtplib.SMTP("127.0.0.1", self.port, timeout=20) as connection:
            connection.sendmail(sender, [to], data)

    def box(self, person):
        """Somebody's mailbox."""
        return Box(self.boxes / person)

    def submit(self, message):
        """Send a message as a person's mail program does."""
        with smtplib.SMTP("127.0.0.1", self.port, timeout=20) as connection:
            connection.send_message(message)

    def mails(self, person):
        """What lies in a person's mailbox, the earliest first."""
        new = self.boxes / person / "new"
        paths = sorted(new.iterdir(), key=lambda path: path.stat().st_mtime_ns) if new.is_dir() else []
        return [message_from_bytes(path.read_bytes(), policy=default) for path in paths]

    def wait_for(self, person, text):
        """The first mail in a person's box with a text in its subject, within the time that a mail may take."""
        until = time.monotonic() + COMES_WITHIN
        while time.monotonic() < until:
            found = [mail for mail in self.mails(person) if text in str(mail["Subject"])]
            if found:
                return found[0]
            time.sleep(0.1)
        raise AssertionError(f"{person} got no mail about {text!r}\n{self.log()}")

    def wait_for_arrival(self, game, number):
        """Until the desk of a game has dealt with so many messages."""
        until, arrivals = time.monotonic() + COMES_WITHIN, Arrivals(f"{game}.mail/arrivals.db")
        while time.monotonic() < until:
            if arrivals.of_number(number):
                return
            time.sleep(0.1)
        raise AssertionError(f"message {number} did not arrive\n{self.log()}")

    def log(self):
        parts = [self.folder / "smtpd.log", self.folder / "deliver.log"]
        return "\n".join(path.read_text(errors="replace")[-4000:] for path in parts if path.exists())


def _is_running():
    """True if an smtpd answers on its control socket."""
    with socket.socket(socket.AF_UNIX) as probe:
        return probe.connect_ex("/var/run/smtpd.sock") == 0


def _few_files():
    """smtpd closes every file that it might have open, one by one; of a million that takes a while."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (4096, 4096))


def _free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
