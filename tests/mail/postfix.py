"""Postfix and Dovecot as docs/recipes have them, in a copy of the system that is gone afterwards (tools/throwaway.sh).

Everything stands where the recipes say: /srv/pbem with the program and the scripts, owned by the user pbem; the lines
of postfix.txt at the end of main.cf and master.cf; dovecot.sieve as the script of the mailbox pbem, and crontab as that
user's, and fdm.conf too.  Postfix listens on port 25; mailboxes are Dovecot's, filled by LMTP and read by IMAP; that
which fdm fetches from is one of them, by the name imap.club.example, with a certificate that this system trusts.

A desk at pbem@club.example is reached through Postfix's pipe, one at pbem@sieve.example through Dovecot's Sieve.
"""

import contextlib
import imaplib
import os
import pwd
import shutil
import smtplib
import subprocess
import time
from email import message_from_bytes
from email.policy import default
from pathlib import Path

from . import server as servers

HOME = Path("/srv/pbem")
STARTS_WITHIN = 40  # seconds
IMAP, FETCHED = "imap.club.example", "club"  # whence fdm fetches: the server and the mailbox that fdm.conf names
SETTINGS = {
    "myhostname": "mx.club.example",
    "mydestination": "club.example, localhost",
    "inet_interfaces": "loopback-only",
    "inet_protocols": "ipv4",
    "message_size_limit": "36700160",
    "mailbox_size_limit": "0",
    "maillog_file": "/var/log/mail.log",
    "virtual_mailbox_domains": "people.example, gone.example, sieve.example",
    "virtual_transport": "lmtp:inet:127.0.0.1:24",
    "smtpd_peername_lookup": "no",
    "alias_maps": "",
}
DOVECOT = """\
protocols = imap lmtp
listen = 127.0.0.1
ssl = yes
ssl_cert = </srv/dovecot/imap.pem
ssl_key = </srv/dovecot/imap.key
disable_plaintext_auth = no
log_path = /var/log/dovecot.log
mail_location = maildir:~/Maildir
first_valid_uid = 1
recipient_delimiter = +
auth_username_format = %n
passdb {
  driver = passwd-file
  args = /srv/dovecot/users
}
userdb {
  driver = passwd-file
  args = /srv/dovecot/users
}
service lmtp {
  inet_listener lmtp {
    address = 127.0.0.1
    port = 24
  }
}
protocol lmtp {
  mail_plugins = sieve
  postmaster_address = postmaster@club.example
}
plugin {
  sieve = file:~/sieve;active=~/.dovecot.sieve
  sieve_plugins = sieve_extprograms
  sieve_extensions = +vnd.dovecot.pipe
  sieve_pipe_bin_dir = /srv/pbem/sieve
}
"""


def missing():
    """Why the servers cannot be started here, or ""."""
    if not os.environ.get("PBEM_THROWAWAY"):
        return "this changes the system it runs on; it runs in a copy: make mail-postfix"
    return ""


def alone():
    """No lock is needed: the copy of the system holds nothing else."""
    return contextlib.nullcontext()


class Box:
    """A mailbox by IMAP that is read once: `mails` are all messages in it so far, the earliest first."""

    wait = servers.Box.wait

    def __init__(self, name, folder):
        self.folder, self.mails, self._name = folder, [], name

    def look(self):
        with imaplib.IMAP4("127.0.0.1") as connection:
            connection.login(self._name, "x")
            _, (count,) = connection.select("INBOX", readonly=True)
            if int(count) > len(self.mails):
                _, rows = connection.fetch(f"{len(self.mails) + 1}:*", "(RFC822)")
                self.mails += [message_from_bytes(row[1], policy=default) for row in rows if isinstance(row, tuple)]
        return self.mails


def waiting_game(server, name, **people):
    """A game with a desk at pbem@club.example and the address of each seat, played to its first question; its path."""
    game = server.games / f"{name}.json"
    server.desk("new", "red-dragon/standard", "-o", game, "--days", "7", "--now", "2026-01-01")
    seats = [word for seat, person in people.items() for word in ("--seat", f"{seat}={person}@people.example")]
    server.desk("mail", "set-up", game, "--address", "pbem@club.example", *seats)
    server.desk("adjudicate", game, "-o", game, "--now", "2026-01-01")
    return game


def crontab(server):
    """The crontab's two jobs, run as cron runs them: a sentence; raises AssertionError."""
    waiting_game(server, "cron", prc="dan", allied="dora")
    boxes = [server.box(name) for name in ("dan", "dora")]
    new = HOME / "Maildir" / "new"
    new.mkdir(parents=True, exist_ok=True)
    (new / "1").write_text("From: dora@people.example\nTo: pbem+cron@club.example\nMessage-ID: <1@x>\n\nstatus\n")
    server.give_away()
    for _ in range(2):
        for number in range(2):
            done = server.cron(number)
            assert done.returncode == 0, f"{done}\n{server.log()}"
    boxes[1].wait(lambda mail: "receipt 1: status" in str(mail["Subject"]), "receipt")
    waited = [box for box in boxes if any("receipt" not in str(mail["Subject"]) for mail in box.look())]
    assert len(waited) == 1, [[str(mail["Subject"]) for mail in box.look()] for box in boxes]
    (box,) = waited
    reminders = [mail for mail in box.look() if "receipt" not in str(mail["Subject"])]
    assert len(reminders) == 1 and not (new / "1").exists()
    return f"crontab: the mail in the Maildir is answered once, and one reminder went out: {reminders[0]['Subject']}"


def fdm(server):
    """fdm.conf, run as its user runs it, against a mailbox that is read by IMAP over TLS: a sentence; raises
    AssertionError."""
    waiting_game(server, "fetched", prc="fay", allied="gil")
    boxes = {name: server.box(name) for name in ("fay", "gil")}
    elsewhere = server.box(FETCHED)
    header = "From: {}@people.example\nTo: {}\nSubject: {}\nMessage-ID: <{}@fdm>\n\n{}\n"
    letters = (
        ("fay", "pbem+fetched@club.example", "by its address", "status"),
        ("gil", f"{FETCHED}@club.example", "Re: [pbem fetched e1] by its subject", "status"),
        ("fay", f"{FETCHED}@club.example", "the cellar key", "It is below the stone."),
    )
    new = elsewhere.folder / "Maildir" / "new"
    kept = HOME / "Maildir" / "new"
    for place in (new, kept):
        place.mkdir(parents=True, exist_ok=True)
    for number, (sender, to, subject, text) in enumerate(letters):
        (new / str(number)).write_text(header.format(sender, to, subject, number, text))
    before = set(kept.iterdir())
    server.give_away()
    subprocess.run(["chown", "-R", server.user, elsewhere.folder], check=True)
    for _ in range(2):
        done = server.fdm()
        assert done.returncode == 0, f"{done}\n{server.log()}"
    for box in boxes.values():
        box.wait(lambda mail: "status" in str(mail["Subject"]), "receipt for a mail that fdm fetched")
    subjects = {name: [str(mail["Subject"]) for mail in box.look()] for name, box in boxes.items()}
    assert [len(told) for told in subjects.values()] == [1, 1], subjects
    (rest,) = set(kept.iterdir()) - before
    assert "the cellar key" in rest.read_text() and not list(new.iterdir())
    return "fdm: three mails are fetched by IMAP over TLS; two are answered by the desk, once each, and one is kept"


class Server(servers.Server):
    """``with Server(folder) as server``: as server.Server, with the games in /srv/pbem."""

    user, port = "pbem", 25

    def __init__(self, folder):
        subprocess.run(["useradd", "--system", "--home-dir", str(HOME), "--shell", "/bin/sh", "pbem"], check=True)
        super().__init__(HOME)
        self.port = 25

    def __enter__(self):
        self._lay_out()
        subprocess.run(["dovecot"], check=True)
        subprocess.run(["postfix", "start"], check=True, capture_output=True)
        until = time.monotonic() + STARTS_WITHIN
        while not self._answers():
            if time.monotonic() > until:
                raise RuntimeError(f"postfix did not start:\n{self.log()}")
            time.sleep(0.1)
        return self

    def __exit__(self, *_):
        subprocess.run(["postfix", "stop"], capture_output=True)
        subprocess.run(["doveadm", "stop"], capture_output=True)

    def _lay_out(self):
        recipes = servers.ROOT / "docs" / "recipes"
        self.copy_program(HOME / "lib")
        programs, srv = HOME / "venv" / "bin", HOME.parent
        for place in (self.games, self.outbox, programs, HOME / "sieve", srv / "dovecot", srv / "mail"):
            place.mkdir(parents=True)
        self._write(programs / "pbem", servers.SHIM.format(lib=HOME / "lib", python=self.python, folder=HOME))
        for name in ("pbem-deliver", "pbem-poll", "pbem-remind"):
            shutil.copy(recipes / name, HOME / name)
        script = (recipes / "dovecot.sieve").read_text()
        words = next(line for line in script.split("\n") if "exec" in line).lstrip("# ")
        self._write(HOME / "sieve" / "pbem-desk", f"#!/bin/sh\n{words}\n")
        shutil.copy(recipes / "dovecot.sieve", HOME / ".dovecot.sieve")
        shutil.copy(recipes / "fdm.conf", HOME / ".fdm.conf")
        (HOME / ".fdm.conf").chmod(0o600)
        main, master = (recipes / "postfix.txt").read_text().split("\n\n")
        for name, value in SETTINGS.items():
            subprocess.run(["postconf", f"{name} = {value}"], check=True)
        for name, lines in (("main.cf", main), ("master.cf", master)):
            with open(f"/etc/postfix/{name}", "a", encoding="utf-8") as file:
                file.write(f"\n{lines}\n")
        Path("/etc/dovecot/dovecot.conf").write_text(DOVECOT)
        Path("/srv/dovecot/users").touch()
        self._certify(srv / "dovecot")
        self._owner = pwd.getpwnam(self.user)
        self.box("pbem", HOME)
        self.give_away()
        subprocess.run(["crontab", "-u", self.user, str(recipes / "crontab")], check=True)

    def box(self, person, home=None):
        """Somebody's mailbox, made for them."""
        home, users = home or Path("/srv/mail") / person, Path("/srv/dovecot/users")
        if f"\n{person}:" not in f"\n{users.read_text()}":
            password = "…" if person == FETCHED else "x"  # as fdm.conf has it
            with open(users, "a", encoding="utf-8") as file:
                file.write(f"{person}:{{PLAIN}}{password}:{self._owner.pw_uid}:{self._owner.pw_gid}::{home}\n")
            home.mkdir(exist_ok=True)
            os.chown(home, self._owner.pw_uid, self._owner.pw_gid)
        return Box(person, home)

    @staticmethod
    def _certify(folder):
        """A certificate for the mailbox that fdm fetches from, its name known and its word believed in this system."""
        made, trusted = folder / "imap.pem", "/usr/local/share/ca-certificates/imap.crt"
        words = f"req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN={IMAP} -addext subjectAltName=DNS:{IMAP}"
        places = ["-keyout", str(folder / "imap.key"), "-out", str(made)]
        subprocess.run(["openssl", *words.split(), *places], check=True, capture_output=True)
        shutil.copy(made, trusted)
        subprocess.run(["update-ca-certificates"], check=True, capture_output=True)
        with open("/etc/hosts", "a", encoding="utf-8") as file:
            file.write(f"127.0.0.1 {IMAP}\n")

    def hand_in(self, sender, to, data):
        with smtplib.SMTP("127.0.0.1", self.port, timeout=20) as connection:
            connection.sendmail(sender, [to], data)

    def cron(self, number):
        """Run the job of a number in the user's crontab now, as cron does."""
        text = subprocess.run(["crontab", "-u", self.user, "-l"], check=True, capture_output=True, text=True).stdout
        lines = [line for line in text.split("\n") if line and not line.startswith("#")]
        path = next(line.removeprefix("PATH=") for line in lines if line.startswith("PATH="))
        job = [line.split(None, 5)[5] for line in lines if not line.startswith("PATH=")][number]
        return self._as_user(["/bin/sh", "-c", job], path)

    def fdm(self):
        """Fetch mail once, as the user does by fdm.conf."""
        return self._as_user(["fdm", "-v", "fetch"], "/usr/bin:/bin")

    def _as_user(self, words, path):
        owner = self._owner
        return subprocess.run(
            words,
            env={"HOME": str(HOME), "SHELL": "/bin/sh", "USER": self.user, "PATH": path},
            cwd=HOME,
            user=owner.pw_uid,
            group=owner.pw_gid,
            extra_groups=[],
            capture_output=True,
            text=True,
            timeout=120,
        )

    def log(self):
        parts = [Path("/var/log/mail.log"), Path("/var/log/dovecot.log"), HOME / "outbox.log", HOME / "deliver.log"]
        return "\n".join(f"{path}:\n{path.read_text(errors='replace')[-3000:]}" for path in parts if path.exists())
