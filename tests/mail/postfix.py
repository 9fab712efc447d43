"""Postfix and Dovecot as docs/recipes have them, in a copy of the system that is gone afterwards (tools/throwaway.sh).

Everything stands where the recipes say: /srv/pbem with the program and the scripts, owned by the user pbem; the lines
of postfix.txt at the end of main.cf and master.cf; dovecot.sieve as the script of the mailbox pbem, and crontab as that
user's.  Postfix listens on port 25; mailboxes are Dovecot's, filled by LMTP and read by IMAP.

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
ssl = no
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


def crontab(server):
    """The crontab's two jobs, run as cron runs them: a sentence; raises AssertionError."""
    game = server.games / "cron.json"
    server.desk("new", "red-dragon/standard", "-o", game, "--days", "7", "--now", "2026-01-01")
    server.desk(
        "mail",
        "set-up",
        game,
        "--address",
        "pbem@club.example",
        "--seat",
        "prc=dan@people.example",
        "--seat",
        "allied=dora@people.example",
    )
    server.desk("adjudicate", game, "-o", game, "--now", "2026-01-01")
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
        main, master = (recipes / "postfix.txt").read_text().split("\n\n")
        for name, value in SETTINGS.items():
            subprocess.run(["postconf", f"{name} = {value}"], check=True)
        for name, lines in (("main.cf", main), ("master.cf", master)):
            with open(f"/etc/postfix/{name}", "a", encoding="utf-8") as file:
                file.write(f"\n{lines}\n")
        Path("/etc/dovecot/dovecot.conf").write_text(DOVECOT)
        Path("/srv/dovecot/users").touch()
        self._owner = pwd.getpwnam(self.user)
        self.box("pbem", HOME)
        self.give_away()
        subprocess.run(["crontab", "-u", self.user, str(recipes / "crontab")], check=True)

    def box(self, person, home=None):
        """Somebody's mailbox, made for them."""
        home, users = home or Path("/srv/mail") / person, Path("/srv/dovecot/users")
        if f"{person}:" not in users.read_text():
            with open(users, "a", encoding="utf-8") as file:
                file.write(f"{person}:{{PLAIN}}x:{self._owner.pw_uid}:{self._owner.pw_gid}::{home}\n")
            home.mkdir(exist_ok=True)
            os.chown(home, self._owner.pw_uid, self._owner.pw_gid)
        return Box(person, home)

    def hand_in(self, sender, to, data):
        with smtplib.SMTP("127.0.0.1", self.port, timeout=20) as connection:
            connection.sendmail(sender, [to], data)

    def cron(self, number):
        """Run the job of a number in the user's crontab now, as cron does."""
        text = subprocess.run(["crontab", "-u", self.user, "-l"], check=True, capture_output=True, text=True).stdout
        lines = [line for line in text.split("\n") if line and not line.startswith("#")]
        path = next(line.removeprefix("PATH=") for line in lines if line.startswith("PATH="))
        job = [line.split(None, 5)[5] for line in lines if not line.startswith("PATH=")][number]
        owner, environment = self._owner, {"HOME": str(HOME), "SHELL": "/bin/sh", "PATH": path}
        return subprocess.run(
            ["/bin/sh", "-c", job],
            env=environment,
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
