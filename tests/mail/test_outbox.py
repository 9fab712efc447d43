"""The outbox: recipient by recipient, with patience, and nobody in another's way."""

import socketserver
import threading
from datetime import timedelta

import pytest

from pbem.core.data import schemas, store
from pbem.core.data.problems import BrokenFile
from pbem.mail.compose import message
from pbem.mail.letterbox import Letterbox
from pbem.mail.outbox import GIVEN_UP, outgoing_rows, put, send
from tests.cli.tools import pbem

from .desk import NOW


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
                lines = []
                while (row := self.rfile.readline()) != b".\r\n":
                    lines.append(row)
                self.server.got += [(one, b"".join(lines)) for one in to]
                to = []
                self.say("250 taken")
            elif word == "QUIT":
                self.say("221 bye")
                return
            else:
                self.say("250 ok")

    def say(self, line):
        self.wfile.write(f"{line}\r\n".encode())


@pytest.fixture
def server():
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Conversation) as running:
        running.answers, running.got, running.daemon_threads = {}, [], True
        threading.Thread(target=running.serve_forever, args=(0.01,), daemon=True).start()
        running.name = f"127.0.0.1:{running.server_address[1]}"
        yield running
        running.shutdown()


class File:
    name = "malaya-7"


@pytest.fixture
def outbox(tmp_path):
    box = Letterbox(str(tmp_path / "g.json"))
    box.address = "pbem@club.example"
    folder = str(tmp_path / "out")

    def fill(*recipients):
        put(folder, [message(box, File, to, "s", f"{number}\n", f"<malaya-7/{number}@club.example>")
                     for number, to in enumerate(recipients)])  # fmt: skip
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
