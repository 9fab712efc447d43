"""A whole turn of a game through a real mail server: three mailboxes, pipe delivery in, submission out.

Only where PBEM_MAIL_SERVER=required is set, as by `make mail-test` and so in CI: it takes a minute, and root.
"""

import os
import subprocess
import tempfile
from email.message import EmailMessage
from pathlib import Path

import pytest

from pbem.core.play.gamefile import read

from . import server as servers

NEEDED = os.environ.get("PBEM_MAIL_SERVER") == "required"


@pytest.fixture(scope="module")
def server():
    if not NEEDED:
        pytest.skip("make mail-test starts a mail server")
    with servers.alone():
        reason = servers.missing()
        assert not reason, reason
        with tempfile.TemporaryDirectory(prefix="pbem-mail-") as folder, servers.Server(folder) as running:
            yield running


def letter(sender, to, subject, text, answers=None):
    made = EmailMessage()
    made["From"], made["To"], made["Subject"] = f"{sender}@people.example", to, subject
    made["Message-ID"] = f"<{abs(hash((sender, subject, text)))}@people.example>"
    if answers is not None:
        made["In-Reply-To"] = made["References"] = answers["Message-ID"]
    made.set_content(text)
    return made


def answer(server, person, mail, text, keep_quotation=True):
    """What a person's mail program makes of an answer to a mail, sent."""
    body = mail.get_body(("plain",)).get_content()
    quoted = "\n".join(f"> {line}".rstrip() for line in body.split("\n")) if keep_quotation else ""
    server.submit(letter(person, mail["From"], f"Re: {mail['Subject']}", f"{text}\n\nCora wrote:\n{quoted}", mail))


def step(server, game):
    """The referee plays on with what has come, and mails go out."""
    files = server.desk("mail", "inbox", game).split("\n")[:-1]
    server.desk("adjudicate", game, *files, "-o", game)
    server.desk("mail", "out", game, "-o", server.outbox)
    server.desk("mail", "send", server.outbox, "--smtp", f"127.0.0.1:{server.port}")
    return read(str(game))


def test_a_whole_turn_goes_through_the_server(server):
    game = server.games / "malaya-7.json"
    server.desk("new", "red-dragon/ready", "-o", game, "--seat", "prc=Ann", "--seat", "allied=Bob", "--muster")
    server.desk(
        "mail",
        "set-up",
        game,
        "--address",
        "pbem@club.example",
        "--seat",
        "prc=ann@people.example",
        "--seat",
        "allied=bob@people.example",
        "--watcher",
        "cora@people.example",
    )
    server.desk("mail", "set-up", game, "--authserv", "mx.club.example")  # which this server writes nothing of
    assert "NOT SO" not in server.desk("mail", "doctor", game, "--smtp", f"127.0.0.1:{server.port}")
    server.desk("mail", "set-up", game, "--authserv", "")
    server.desk("mail", "out", game, "-o", server.outbox)
    server.desk("mail", "send", server.outbox, "--smtp", f"127.0.0.1:{server.port}")
    # everybody is ready: one answers below the report, one with the answer alone
    answer(server, "ann", server.wait_for("ann", "malaya-7 e0"), "ready\npinch the junks sail at dawn")
    answer(server, "bob", server.wait_for("bob", "malaya-7 e0"), "ready", keep_quotation=False)
    assert "Accepted" in server.wait_for("ann", "e0] receipt").get_body().get_content()
    assert "Accepted" in server.wait_for("bob", "e0] receipt").get_body().get_content()
    file = step(server, game)
    assert [entry["kind"] for entry in file.entries] == ["play"] and [
        document["seat"] for document, _ in file.entries[0]["documents"]
    ] == ["allied", "prc"]
    # whoever is asked passes; the next report is an answer to the last one
    asked = file.waiting[0]["power"]
    person = {"prc": "ann", "allied": "bob"}[asked]
    report = server.wait_for(person, "malaya-7 e1] your orders")
    assert report["In-Reply-To"] == server.wait_for(person, "malaya-7 e0]")["Message-ID"]
    page = next(part for part in report.iter_attachments())
    assert page.get_content_type() == "text/html" and "</svg>" in page.get_content()
    kind = file.game.kinds[file.waiting[0]["kind"]]
    from pbem.core.rules.requests import ask_from

    default = kind.text(kind.default(file.current_board(), ask_from(file.waiting[0])), ask_from(file.waiting[0]))
    answer(server, person, report, "\n".join(default))
    assert "Accepted" in server.wait_for(person, "e1] receipt").get_body().get_content()
    file = step(server, game)
    assert len(file.entries) == 2 and file.entries[1]["used"][0]["by"] == "answer"
    for person in ("ann", "bob", "cora"):
        assert server.wait_for(person, "malaya-7 e2]")
    server.desk("verify", game)  # raises unless all holds


def test_the_server_carries_large_mails_and_refusals_to_the_desk_and_back(server):
    game = server.games / "malaya-8.json"
    server.desk("new", "red-dragon/ready", "-o", game)
    server.desk("mail", "set-up", game, "--address", "pbem@club.example", "--seat", "prc=ann@people.example")
    server.desk("adjudicate", game, "-o", game)
    made = letter("ann", "pbem+malaya-8@club.example", "my holiday", "op 21 launch everything\n")
    made.add_attachment(b"\0" * 20 * 2**20, maintype="image", subtype="jpeg", filename="beach.jpg")
    server.submit(made)
    told = server.wait_for("ann", "malaya-8 e1] receipt").get_body().get_content()
    assert "not understood: '21 launch everything' does not fit here" in told
    assert "NOT READ: beach.jpg (a picture)" in told
    assert Path(f"{game}.mail/raw/000001.eml").stat().st_size > 20 * 2**20


def test_a_maildir_that_is_polled_is_read_once_and_answered(server):
    game = server.games / "malaya-6.json"
    server.desk("new", "red-dragon/ready", "-o", game)
    server.desk("mail", "set-up", game, "--address", "pbem@club.example", "--seat", "prc=ann@people.example")
    box = server.folder / "maildir"
    for name in ("new", "cur", "tmp"):
        (box / name).mkdir(parents=True)
    (box / "new" / "1.eml").write_bytes(letter("ann", "pbem+malaya-6@club.example", "hi", "status\n").as_bytes())
    server.give_away()
    for _ in range(2):
        server.run("pbem-poll")
    told = server.wait_for("ann", "malaya-6 e0] receipt 1").get_body().get_content()
    assert "Orders are for entry 1, head" in told
    assert not list((box / "new").iterdir()) and len(list((box / "cur").iterdir())) == 1


def test_a_robot_and_a_stranger_get_no_answer(server):
    game = server.games / "malaya-9.json"
    server.desk("new", "red-dragon/ready", "-o", game)
    server.desk("mail", "set-up", game, "--address", "pbem@club.example", "--seat", "prc=ann@people.example")
    away = letter("ann", "pbem+malaya-9@club.example", "Out of office", "status\n")
    away["Auto-Submitted"] = "auto-replied"
    server.submit(away)
    server.wait_for_arrival(game, 1)
    server.submit(letter("eve", "pbem+malaya-9@club.example", "hello", "status\n"))
    server.wait_for_arrival(game, 2)
    server.submit(letter("ann", "pbem+malaya-9@club.example", "now", "status\n"))
    server.wait_for("ann", "malaya-9 e0] receipt 3")
    told = [str(mail["Subject"]) for person in ("ann", "eve") for mail in server.mails(person)]
    assert [subject for subject in told if "malaya-9" in subject] == ["[pbem malaya-9 e0] receipt 3: status"]


def test_the_configuration_in_the_recipe_is_one(server):
    done = subprocess.run(
        [servers.program(), "-n", "-f", str(servers.ROOT / "docs" / "recipes" / "smtpd.conf")],
        capture_output=True,
        text=True,
        timeout=20,
    )
    assert done.returncode == 0 and "configuration OK" in done.stderr, done.stderr
