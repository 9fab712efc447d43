"""Golden mail sessions: messages as mail programs make them, and what the desk says of them, word for word.

`python -m tests.mail.rewrite` writes the answers anew; then read the difference.
"""

import pytest

from .desk import GOLDEN, Desk, played, sessions


@pytest.mark.parametrize("name", sessions())
def test_a_session_goes_as_it_went(name, tmp_path):
    assert played(name, tmp_path) == (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")


def test_every_message_is_kept_as_it_came(tmp_path):
    desk = Desk(tmp_path)
    for number, path in enumerate(sorted(GOLDEN.glob("*malaya*.eml"))[:5], 1):
        data = desk.filled(path.read_bytes())
        desk.receive(data)
        assert open(desk.box.path("raw", f"{number:06}.eml"), "rb").read() == data
