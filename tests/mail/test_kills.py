"""A run that is killed at any write leaves nothing lost and nothing twice: the next run makes up for it."""

import os
import shutil
import signal

import pytest

from tests.cli.tools import new_game, pbem

MOST_WRITES = 40


def killed_at(count, *arguments):
    """Run a command in a child that is killed just before its write of the number `count`; True if it came to that."""
    child = os.fork()
    if not child:
        left = [count]

        def counted(function):
            def wrapper(*given, **named):
                left[0] -= 1
                if not left[0]:
                    os.kill(os.getpid(), signal.SIGKILL)
                return function(*given, **named)

            return wrapper

        for name in ("replace", "unlink", "makedirs"):
            setattr(os, name, counted(getattr(os, name)))
        try:
            pbem(*arguments)
        finally:
            os._exit(0)
    return os.WIFSIGNALED(os.waitpid(child, 0)[1])


@pytest.fixture
def kept(tmp_path):
    folder = tmp_path / "kept"
    folder.mkdir()
    path = new_game(folder)
    assert pbem("mail", "set-up", path, "--address", "pbem@club.example", "--seat", "prc=ann@example.org", "--seat",
                "allied=bob@example.net").code == 0  # fmt: skip
    status = pbem("status", path, "--json").json
    text = f"to allied: hello\n\ngame g\nseat prc\nentry {status['entry']}\nhead {status['head']}\npass\n"
    for name in ("new", "cur", "tmp"):
        (folder / "box" / name).mkdir(parents=True)
    header = "From: ann@example.org\nTo: pbem+g@club.example\nMessage-ID: <1@x>\n"
    (folder / "box" / "new" / "1").write_text(f"{header}\n{text}")
    return folder


def test_every_order_is_kept_once_and_every_answer_lies_in_the_outbox_once(kept, tmp_path):
    for count in range(1, MOST_WRITES):
        folder = tmp_path / str(count)
        shutil.copytree(kept, folder)
        command = ("mail", "in", "--games", folder, "--from", folder / "box", "--out", folder / "out")
        was_killed = killed_at(count, *command)
        done = pbem(*command)
        assert done.code == 0, (count, done)
        assert not list((folder / "box" / "new").iterdir())
        assert len(list((folder / "g.json.mail" / "inbox").glob("*.txt"))) == 1, count
        assert len(pbem("mail", "inbox", folder / "g.json").out.split()) == 1, count
        sent = sorted(path.name for path in (folder / "out" / "new").iterdir() if not path.name.startswith("."))
        assert len(sent) == 2 and "g.press.1.1.allied" in sent[0], (count, sent)
        shutil.rmtree(folder)
        if not was_killed:
            assert count > 8
            return
    raise AssertionError("there are more writes than the test looks at")
