"""The outbox: recipient by recipient, with patience, and nobody in another's way."""

import os
from datetime import timedelta
from email import message_from_bytes
from email.policy import SMTP

import pytest

from pbem.core.data import schemas, store
from pbem.core.data.problems import BrokenFile
from pbem.mail.compose import message
from pbem.mail.letterbox import Letterbox
from pbem.mail.outbox import GIVEN_UP, outgoing_rows, put, send
from tests.cli.tools import pbem

from .desk import NOW
from .hall import Listening


@pytest.fixture
def server():
    with Listening() as running:
        yield running


class File:
    name = "malaya-7"


@pytest.fixture
def outbox(tmp_path):
    box = Letterbox(str(tmp_path / "g.json"))
    box.address = "pbem@club.example"
    folder = str(tmp_path / "out")

    def fill(*recipients):
        put(
            folder,
            [
                message(box, File.name, to, "s", f"{number}\n", f"<malaya-7/{number}@club.example>")
                for number, to in enumerate(recipients)
            ],
        )
        return folder

    return fill


def test_each_recipient_has_it_once_whatever_becomes_of_the_others(server, outbox):
    folder = outbox(["ann@a", "bob@b", "cat@c"], ["dora@d"])
    server.answers = {"bob@b": "550 no such user", "cat@c": "451 come again"}
    count, refused = send(folder, server.name, NOW)
    assert count == 2 and [problem.fields["recipient"] for problem in refused] == ["bob@b"]
    assert [to for to, _ in server.got] == ["ann@a", "dora@d"]
    assert send(folder, server.name, NOW) == (0, [])  # patience: not before the pause is over
    server.answers = {}
    assert send(folder, server.name, NOW + timedelta(hours=1)) == (1, [])
    assert [to for to, _ in server.got] == ["ann@a", "dora@d", "cat@c"]
    assert send(folder, server.name, NOW + timedelta(hours=9)) == (0, [])
    row = outgoing_rows(folder)[0]
    assert (row["delivered"], list(row["refused"]), row["deferred"]) == (["ann@a", "cat@c"], ["bob@b"], {})
    for path in (folder + "/told/malaya-7.0.json",):
        assert schemas.problems("outgoing", store.read_json(path)) == []


def test_whoever_is_never_taken_is_given_up_after_days(server, outbox):
    folder = outbox(["ann@a"])
    server.answers = {"ann@a": "421 later"}
    time = NOW
    while outgoing_rows(folder)[0]["refused"] == {}:
        send(folder, server.name, time)
        time += timedelta(hours=6)
        assert time < NOW + GIVEN_UP + timedelta(days=1)
    assert time > NOW + GIVEN_UP and send(folder, server.name, time) == (0, [])


def test_a_connection_that_breaks_at_one_message_carries_the_next(server, outbox):
    folder = outbox(["ann@a"], ["bob@b"])
    server.answers = {"ann@a": "drop"}
    assert send(folder, server.name, NOW) == (1, [])
    server.answers = {}
    assert send(folder, server.name, NOW + timedelta(hours=1)) == (1, [])
    assert [to for to, _ in server.got] == ["bob@b", "ann@a"]


def test_the_command_tells_who_is_refused_and_has_sent_the_rest(server, outbox):
    folder = outbox(["ann@a"], ["bob@b"])
    server.answers = {"ann@a": "550 no such user"}
    done = pbem("mail", "send", folder, "--smtp", server.name)
    assert done.code == 4 and "refuses ann@a for good: 550 no such user" in done.err, done
    assert [to for to, _ in server.got] == ["bob@b"]
    assert pbem("mail", "send", folder, "--smtp", server.name).code == 0


def test_what_was_sent_is_not_put_there_again(server, outbox):
    folder = outbox(["ann@a"])
    send(folder, server.name, NOW)
    outbox(["ann@a"])
    assert send(folder, server.name, NOW) == (0, []) and len(server.got) == 1
    with pytest.raises(BrokenFile):
        send(outbox(["ann@a"], ["bob@b"]), "127.0.0.1:1", NOW)


def test_a_message_whose_id_is_longer_than_a_line_is_sent_too(server, tmp_path):
    """An id that fits into a line, but not beside its field, is written below it, and read back with a space before."""
    box, folder = Letterbox(str(tmp_path / "g.json")), str(tmp_path / "out")
    box.address = "pbem@club.example"
    lengths = range(1, 65)
    for letters in lengths:
        made = message(box, File.name, ["ann@a"], "s", "t\n", f"<{'g' * letters}/receipt/1/{'0' * 32}@club.example>")
        put(folder, [message_from_bytes(made.as_bytes(), policy=SMTP)])
        put(folder, [made])
    assert len(os.listdir(f"{folder}/new")) == len(lengths)
    assert send(folder, server.name, NOW) == (len(lengths), [])
    assert len({row["id"] for row in outgoing_rows(folder)}) == len(server.got) == len(lengths)
