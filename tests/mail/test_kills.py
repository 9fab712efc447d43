"""A run that is killed at any step leaves nothing lost and nothing twice: the next run makes up for it."""

import os
import shutil

import pytest

from pbem.mail.compose import message
from pbem.mail.letterbox import Letterbox
from pbem.mail.outbox import put
from tests.cli.tools import new_game, pbem, set_up_desk

from .kills import killed_at
from .test_outbox import File, server  # noqa: F401

MOST_STEPS = 400


def kills():
    """The numbers of steps at which a command may be killed, until the caller has seen one that is not."""
    yield from range(1, MOST_STEPS)
    raise AssertionError("there are more steps than the test looks at")


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    """A game with a desk, and a Maildir in which lie orders with words to another, and a mail for no game."""
    folder = tmp_path_factory.mktemp("kept")
    path = new_game(folder)
    set_up_desk(path, prc="ann@example.org", allied="bob@example.net")
    status = pbem("status", path, "--json").json
    text = f"to allied: hello\n\ngame g\nseat prc\nentry {status['entry']}\nhead {status['head']}\npass\n"
    for name in ("new", "cur", "tmp"):
        (folder / "box" / name).mkdir(parents=True)
    header = "From: ann@example.org\nTo: {}\nMessage-ID: <{}@x>\n\n{}"
    (folder / "box" / "new" / "1").write_text(header.format("pbem+g@club.example", 1, text))
    (folder / "box" / "new" / "2").write_text(header.format("pbem+nothing@club.example", 2, "pass\n"))
    return folder


def taking(folder):
    """The command that takes what lies in the Maildir."""
    return "mail", "in", "--games", folder, "--from", folder / "box", "--out", folder / "out"


def test_every_order_is_kept_once_and_every_answer_lies_in_the_outbox_once(kept, tmp_path):
    for count in kills():
        folder = tmp_path / str(count)
        shutil.copytree(kept, folder)
        was_killed = killed_at(count, *taking(folder))
        done = pbem(*taking(folder))
        assert done.code == 0, (count, done)
        assert not list((folder / "box" / "new").iterdir())
        assert len(list((folder / "g.json.mail" / "inbox").glob("*.txt"))) == 1, count
        assert len(pbem("mail", "inbox", folder / "g.json").out.split()) == 1, count
        assert len(pbem("mail", "log", "--games", folder, "--json").json["came"]) == 2, count
        sent = sorted(path.name for path in (folder / "out" / "new").iterdir() if not path.name.startswith("."))
        assert len(sent) == 3 and "g.press.1.1.allied" in sent[0] and "unsorted" in sent[2], (count, sent)
        assert not list((folder / "g.json.mail" / "answers").glob("*.eml")), count
        shutil.rmtree(folder)
        if not was_killed:
            assert count > 60  # so many steps there are, or the counting is broken
            return


def test_what_a_killed_run_answered_to_a_message_that_comes_no_more_is_never_sent(kept, tmp_path):
    """Its number goes to the next message, and so would its words to others, if they stayed."""
    seen = 0
    for count in kills():
        folder = tmp_path / str(count)
        shutil.copytree(kept, folder)
        was_killed = killed_at(count, *taking(folder))
        is_between = list((folder / "g.json.mail" / "answers").glob("0*")) if was_killed else ()
        if is_between and not (folder / "g.json.mail" / "arrivals.db").exists():
            seen += 1
            for path in (folder / "box" / "new").iterdir():
                path.unlink()
            bob = "From: bob@example.net\nTo: pbem+g@club.example\nMessage-ID: <3@x>\n\nstatus\n"
            (folder / "box" / "new" / "3").write_text(bob)
            assert pbem(*taking(folder)).code == 0
            sent = [path.read_text() for path in (folder / "out" / "new").iterdir()]
            assert len(sent) == 1 and "hello" not in sent[0], count
            assert not list((folder / "g.json.mail" / "answers").glob("*.eml")), count
        elif seen:
            break
        shutil.rmtree(folder)
    assert seen > 5


def test_a_seat_that_is_given_to_another_is_given_with_its_addresses_or_not_at_all(kept, tmp_path):
    """Between the note in the game and the desk's addresses a kill may come: the next run makes up for it."""
    met = set()
    for count in (one for one in kills() if one % 4 == 1):
        folder = tmp_path / str(count)
        shutil.copytree(kept, folder)
        game = folder / "g.json"
        words = "seat", "replace", game, "prc", "--person", "Dora", "--reason", "moved", "--address", "dora@d.example"
        was_killed = killed_at(count, *words, "-o", game)
        desk = (folder / "g.json.mail" / "desk.json").read_text()
        is_noted = "Dora takes the seat" in game.read_text()
        assert pbem("mail", "inbox", game).code == 0
        (speaks,) = Letterbox.open(game).seats["prc"]
        assert speaks == ("dora@d.example" if is_noted else "ann@example.org"), count
        met.add((is_noted, '"prc":["dora' in desk))
        assert pbem("mail", "set-up", game, "--referee", "cora@example.com").code == 0
        assert Letterbox.open(game).seats["prc"] == [speaks]
        shutil.rmtree(folder)
        if not was_killed:
            break
    assert met == {(False, False), (True, False), (True, True)}


def filled(folder):
    """An outbox with three messages, one of them to two people."""
    box = Letterbox(str(folder / "g.json"))
    box.address = "pbem@club.example"
    given = (["ann@a"], ["bob@b", "cat@c"], ["dora@d"])
    put(
        str(folder / "out"),
        [
            message(box, File, to, "s", f"{number}\n", f"<malaya-7/{number}@club.example>")
            for number, to in enumerate(given)
        ],
    )
    return folder / "out"


def test_every_answer_is_sent_and_twice_only_where_smtp_cannot_tell(server, tmp_path):  # noqa: F811
    """Between the server's yes to a whole message and the note of it nobody can know; such a message goes out again
    under its own Message-ID.  Everywhere else each recipient has it once."""
    doubled = []
    for count in kills():
        folder = tmp_path / str(count)
        folder.mkdir()
        out = filled(folder)
        server.got.clear()
        was_killed = killed_at(count, "mail", "send", out, "--smtp", server.name)
        before = list(server.got)
        done = pbem("mail", "send", out, "--smtp", server.name)
        assert done.code == 0, (count, done)
        assert not list((out / "new").iterdir())
        had = sorted(to for to, _ in server.got)
        assert set(had) == {"ann@a", "bob@b", "cat@c", "dora@d"}, count
        twice = {to for to in had if had.count(to) > 1}
        if twice:
            # it was the message that the server had taken last, and nothing had been noted of it
            assert twice == {to for to, data in before if data == before[-1][1]}, count
            assert max(had.count(to) for to in had) == 2
            doubled.append(count)
        ids = {
            to: {data.split(b"Message-ID: ")[1].split(b"\r\n")[0] for one, data in server.got if one == to}
            for to in had
        }
        assert all(len(found) == 1 for found in ids.values())
        shutil.rmtree(folder)
        if not was_killed:
            assert count > 35
            break
    # three messages; from the end of each to the note of it a handful of steps, and no other
    assert 3 <= len(doubled) <= 3 * 6, doubled
    stretches = 1 + sum(later - earlier > 1 for earlier, later in zip(doubled, doubled[1:]))
    assert stretches == 3, doubled


def test_a_kill_is_a_kill(tmp_path):
    """The counting itself: a command that writes nothing cannot be killed at a write."""
    assert killed_at(1, "titles") is False
    assert not os.listdir(tmp_path)
