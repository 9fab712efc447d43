"""A run that is killed at any step leaves nothing lost and nothing twice: the next run makes up for it.

Where mails are taken in, every seventeenth step, in acts every twelfth; with PBEM_THOROUGH
(make thorough) every one.
"""

import json
import os
import shutil
from email import message_from_bytes
from email.policy import default

import pytest

from pbem.core.record.secret import Secret
from pbem.mail.compose import message
from pbem.mail.letterbox import Letterbox
from pbem.mail.outbox import put
from tests.cli.tools import new_game, pbem, set_up_desk
from tests.thorough import THOROUGH

from .kills import killed_at
from .test_outbox import File, server  # noqa: F401

pytestmark = pytest.mark.forked

MOST_STEPS = 400
SOME, SOME_OF_AN_ACT = (1, 1) if THOROUGH else (17, 12)


def kills(apart=1):
    """The numbers of steps at which a command may be killed, until the caller has seen one that is not."""
    yield from range(1, MOST_STEPS, apart)
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


@pytest.mark.longer
def test_every_order_is_kept_once_and_every_answer_lies_in_the_outbox_once(kept, tmp_path):
    for count in kills(SOME):
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
        assert len(sent) == 3 and "g.press.1.allied" in sent[0] and "unsorted" in sent[2], (count, sent)
        assert not list((folder / "g.json.mail" / "answers").glob("*.eml")), count
        shutil.rmtree(folder)
        if not was_killed:
            assert count > 60  # so many steps there are, or the counting is broken
            return


@pytest.mark.longer
def test_what_a_killed_run_answered_to_a_message_that_comes_no_more_is_never_sent(kept, tmp_path):
    """Its number goes to the next message, and so would its words to others, if they stayed."""
    seen = 0
    for count in kills(SOME):
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
    assert seen > 5 // SOME


ACTS = {
    "replace": ("seat", "replace", "{game}", "prc", "--person", "Dora", "--address", "dora@d.example"),
    "leave": ("desk", "leave", "{game}", "prc"),
}
ANN, BOB, CORA, DORA = "ann@example.org", "bob@example.net", "cora@example.com", "dora@d.example"


@pytest.fixture(scope="module")
def ordered(kept, tmp_path_factory):
    """The game with a report sent on its entry, and the orders of a seat accepted; the receipt lies in the outbox."""
    folder = tmp_path_factory.mktemp("ordered") / "games"
    shutil.copytree(kept, folder)
    assert pbem("mail", "out", folder / "g.json", "-o", folder / "out").code == 0
    assert pbem(*taking(folder)).code == 0
    return folder


def sent_to(folder):
    """The addresses of the mails in an outbox with their Message-IDs, in order."""
    mails = [message_from_bytes(path.read_bytes(), policy=default) for path in (folder / "out" / "new").glob("*")]
    return sorted((str(mail["To"]), str(mail["Message-ID"])) for mail in mails)


@pytest.mark.longer
@pytest.mark.parametrize("act", ACTS)
def test_a_seat_that_gets_another_holder_or_none_gets_it_with_its_addresses_or_not_at_all(
    ordered, tmp_path, act, monkeypatch
):
    """Between the word in the secret and the desk's addresses a kill may come at any step: the next run of whatever
    command makes up for it.  The orders that had come lie there once, and every mail that comes then is answered once,
    to whoever speaks for the seat then.  Mails come after the first kill of each kind; with PBEM_THOROUGH (make
    attacks) after all that leave other files."""
    met, left, memory = set(), set(), os.environ["PBEM_MEMORY"]
    for count in kills(SOME_OF_AN_ACT):
        folder = tmp_path / str(count)
        shutil.copytree(ordered, folder)
        shutil.copytree(memory, folder / "memory")
        monkeypatch.setenv("PBEM_MEMORY", str(folder / "memory"))
        game, before = folder / "g.json", sent_to(folder)
        words = [word.format(game=game) for word in ACTS[act]]
        was_killed = killed_at(count, *words, "--reason", "gone to sea")
        desk = (folder / "g.json.mail" / "desk.json").read_bytes()
        is_noted = bool(Secret.read(f"{game}.secret").kept)
        speaks = SPEAKS[act if is_noted else ""]
        met.add((is_noted, ANN not in json.loads(desk)["seats"].get("prc", ())))
        kind = files_in(folder) if THOROUGH else (is_noted, desk)
        if kind not in left:
            left.add(kind)
            check_that_it_is_made_up_for(folder, before, act if is_noted else "")
            if not is_noted:  # nothing stands in the way of doing it now
                assert pbem(*words, "--reason", "gone to sea").code == 0, count
                speaks = SPEAKS[act]
        assert Letterbox.open(game).seats.get("prc", []) == speaks, count
        shutil.rmtree(folder)
        if not was_killed:
            assert count > 30 and len(left) >= 4
            break
    assert met == {(False, False), (True, False), (True, True)}


def files_in(folder):
    """What stands in all files of a folder, under their names but for those of files that are not finished."""
    held = ((path.relative_to(folder), path) for path in folder.rglob("*") if path.is_file())
    return frozenset(("." if name.name.startswith(".") else str(name), path.read_bytes()) for name, path in held)


SPEAKS = {"": [ANN], "replace": [DORA], "leave": []}


def check_that_it_is_made_up_for(folder, before, act):
    """What stands after the next run, and after the next line; `act` is what the secret keeps a word of, or ""."""
    game, box = folder / "g.json", folder / "box" / "new"
    for number, sender in enumerate((ANN, DORA, BOB)):
        words = f"From: {sender}\nTo: pbem+g@club.example\nMessage-ID: <later{number}@x>\n\nstatus\n"
        (box / str(number)).write_text(words)
    for _ in range(2):  # the second run finds all done
        assert pbem(*taking(folder)).code == 0 and not list(box.iterdir())
    assert Letterbox.open(game).seats.get("prc", []) == SPEAKS[act]
    came = pbem("mail", "log", "--games", folder, "--json").json["came"]
    verdicts = {row["from"]: row["verdict"] for row in came if row["game"] == "g"}
    assert len(came) == 2 + 3
    assert {one for one in (ANN, DORA, BOB) if verdicts[one] == "question"} == {*SPEAKS[act], BOB}
    orders = list((folder / "g.json.mail" / "inbox").glob("*.txt"))
    inbox = pbem("mail", "inbox", game).out.split()
    assert len(orders) == len(inbox) == 1
    added = [row for row in sent_to(folder) if row not in before]
    assert len(sent_to(folder)) == len(before) + len(added)
    receipts = [to for to, name in added if "receipt" in name]
    assert sorted(receipts) == sorted([*SPEAKS[act], BOB]), added
    if act:
        ran = pbem("adjudicate", game, *inbox, "-o", game)
        assert ran.code == 0 and game.read_text().count("gone to sea") == 1, ran
    for _ in range(2):
        assert pbem("mail", "out", game, "-o", folder / "out").code == 0
    told = [to for to, name in sent_to(folder) if (to, name) not in before and (to, name) not in added]
    assert told == (sorted({ANN, BOB, *SPEAKS[act]}) if act else []), told


def filled(folder):
    """An outbox with three messages, one of them to two people."""
    box = Letterbox(str(folder / "g.json"))
    box.address = "pbem@club.example"
    given = (["ann@a"], ["bob@b", "cat@c"], ["dora@d"])
    put(
        str(folder / "out"),
        [
            message(box, File.name, to, "s", f"{number}\n", f"<malaya-7/{number}@club.example>")
            for number, to in enumerate(given)
        ],
    )
    return folder / "out"


@pytest.mark.longer
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
