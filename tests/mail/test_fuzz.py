"""A sample of hostile messages, and every one that did harm once; `make mail-fuzz` sends ten thousand."""

import pytest

from tests.fuzz import forgetful

from . import fuzz

SAMPLE = 40
FINDINGS = sorted(fuzz.FINDINGS.glob("*.eml"))


@pytest.fixture(scope="module")
def target(tmp_path_factory):
    with forgetful():
        yield fuzz.Target(tmp_path_factory.mktemp("hostile"), "sample")


@pytest.mark.parametrize("path", FINDINGS, ids=lambda path: path.stem)
def test_what_did_harm_once_does_none(target, path):
    assert target.attempt(path.name, path.read_bytes()) == ""


def test_a_sample_of_hostile_messages_does_no_harm(target):
    assert target.take(SAMPLE).faults == []
    assert len(target.told.verdicts) >= 8, "the messages reach few places of the desk"


def mail(words):
    return f"From: ann@example.org\nTo: pbem+malaya-7@club.example\nMessage-ID: <{words}@x>\n\nhelp".encode()


def test_harm_is_noticed(target, monkeypatch):
    with monkeypatch.context() as changed:
        changed.setattr("pbem.mail.letterbox.Letterbox.seats_of", lambda self, address: 1 / 0)
        changed.setattr("pbem.mail.incoming.run_in_sandbox", lambda work, seconds: work())
        assert "ZeroDivisionError" in target.attempt("a bug", mail("bug"))
    with monkeypatch.context() as changed:
        changed.setattr(fuzz, "SECONDS", 0.0)
        assert "slow" in target.attempt("slow", mail("slow"))
    with monkeypatch.context() as changed:
        changed.setattr(fuzz, "MEGABYTES", -1)
        assert "large" in target.attempt("large", mail("large"))
    with monkeypatch.context() as changed:
        changed.setattr(fuzz, "PEOPLE", {"bob@example.net"})
        assert "an answer to" in target.attempt("told", mail("told"))
    with monkeypatch.context() as changed:
        changed.setattr("pbem.mail.compose.visible", lambda text: text + "\x1b[2J")
        assert "the character 0x1b" in target.attempt("red", mail("red"))
    with monkeypatch.context() as changed:
        changed.setattr("pbem.mail.letterbox.store.write", lambda *given, **named: None)
        assert "it was not kept" in target.attempt("lost", mail("lost"))
    assert target.attempt("harmless", mail("harmless")) == ""
