"""The corpus: mails as people and their programs write them, each with what must come of it.

X-Expect is the verdict; X-Orders is what the orders must begin with, and then they are all that was ordered.  A fault
that is found becomes a file here.
"""

from pathlib import Path

import pytest

from pbem.mail.compose import outgoing

from .desk import Desk

CORPUS = Path(__file__).parent / "corpus"
NAMES = sorted(path.stem for path in CORPUS.glob("*.eml"))
HEADER = ("game", "seat", "entry", "head", "--")


@pytest.fixture(scope="module")
def desk(tmp_path_factory):
    made = Desk(tmp_path_factory.mktemp("corpus"))
    outgoing(made.box, made.file, made.file.n)  # what went out is known when it comes back
    return made


def held(name, desk):
    """``(bytes, expected verdict, expected order or None)``."""
    data = desk.filled((CORPUS / f"{name}.eml").read_bytes())
    fields = dict(line.split(b": ", 1) for line in data.split(b"\n\n")[0].split(b"\n") if line.startswith(b"X-"))
    return data, fields[b"X-Expect"].decode(), fields.get(b"X-Orders", b"").decode() or None


@pytest.mark.parametrize("name", NAMES)
def test_a_mail_is_read_as_its_sender_meant_it(desk, name):
    data, verdict, orders = held(name, desk)
    Path(desk.box.path("arrivals.db")).unlink(missing_ok=True)
    decision = desk.receive(data)
    told = decision.answer.get_content() if decision.answer is not None else ""
    assert decision.verdict == verdict, f"{decision.why}\n{told}"
    kept = decision.arrival["orders"]
    assert (kept is not None) == (orders is not None)
    if orders:
        lines = [
            line
            for line in Path(desk.box.path("inbox", kept)).read_text().split("\n")
            if line and line.split()[0] not in HEADER
        ]
        assert len(lines) == 1 and lines[0].lower().startswith(orders), lines


def test_the_corpus_is_as_large_as_it_should_be():
    assert len(NAMES) >= 150
