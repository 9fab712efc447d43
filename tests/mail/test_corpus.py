"""The corpus: mails as people and their programs write them, each with what must come of it.

X-Expect is the verdict; X-Orders is what the orders must begin with, and then they are all that was ordered.  A fault
that is found becomes a file here.
"""

from pathlib import Path

import pytest

from pbem.mail.compose import outgoing
from tests.cli.tools import done

from .desk import Desk, kept_lines

CORPUS = Path(__file__).parent / "corpus"
NAMES = sorted(path.stem for path in CORPUS.glob("*.eml"))
BY_COMMAND = """
    alternative-with-a-stub announced-in-hebrew attached-bare-file body-in-markdown body-with-a-name charset-gbk
    charset-iso-2022-jp charset-windows-1252 closing-cdlt closing-kindest-regards closing-norwegian-below-quotation
    html-deleted html-hidden html-of-no-size html-struck-out html-white-on-white html-windows-mail-russian
    order-in-the-subject pgp-clear-signed press-carries-a-comment press-carries-a-misspelt-order
    press-carries-the-signature unmarked-german unmarked-header-polish unmarked-old-order unmarked-outlook-phone
    unmarked-words-of-the-opponent unmarked-zoho unread-smime unread-winmail-dat
""".split()  # mails after public reports of other mail systems


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


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", NAMES)
def test_a_mail_is_read_as_its_sender_meant_it(desk, name):
    data, verdict, orders = held(name, desk)
    Path(desk.box.path("arrivals.db")).unlink(missing_ok=True)
    decision = desk.receive(data)
    told = decision.answer.get_content() if decision.answer is not None else ""
    assert decision.verdict == verdict, f"{decision.why}\n{told}"
    assert kept_as(orders, desk, decision.arrival["orders"])


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", BY_COMMAND)
def test_it_is_read_so_by_the_command_too(desk, name, tmp_path):
    data, verdict, orders = held(name, desk)
    Path(desk.box.path("arrivals.db")).unlink(missing_ok=True)
    (tmp_path / "m.eml").write_bytes(data)
    told = done("mail", "in", desk.path, "--from", tmp_path / "m.eml", "--now", "2027-01-04T10:00", "--json").json
    assert told["verdict"] == verdict and kept_as(orders, desk, told["orders"]), told
    assert all("bob@example.net" not in one for one in told["mails"]) or verdict == "accepted"


def kept_as(orders, desk, kept):
    """Whether the orders that were kept are one line that begins so; or none, if none should be."""
    if orders is None or kept is None:
        return orders is kept
    lines = kept_lines(desk.box.path("inbox", kept))
    return len(lines) == 1 and lines[0].lower().startswith(orders)


def test_the_corpus_is_as_large_as_it_should_be():
    assert len(NAMES) >= 150
