"""What make fuzz found once is tried again; and the fuzzer itself notices what it is there to notice."""

import json
import os
import random

import pytest

from pbem.cli import group
from tests import fuzz

FINDINGS = sorted(os.listdir(fuzz.FINDINGS))


@pytest.mark.parametrize("name", FINDINGS)
def test_what_was_found_once_ends_as_documented(name):
    argv, files = fuzz.read_finding(os.path.join(fuzz.FINDINGS, name))
    code, fault = fuzz.attempt(argv, files)
    assert fault == ""
    assert code in fuzz.DOCUMENTED


@pytest.fixture(scope="module")
def seeds():
    return fuzz.Seeds("red-dragon", 1, games=1, stops=3)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("surface", fuzz.SURFACES)
def test_a_few_strange_inputs_of_every_kind(surface, seeds):
    chance = random.Random(surface)
    for _ in range(12):
        argv, files = fuzz.SURFACES[surface](seeds, chance)
        code, fault = fuzz.attempt(argv, files)
        assert fault == "", (argv, files)
        assert code in fuzz.DOCUMENTED


def test_what_is_right_is_accepted(seeds):
    moment = seeds.moments[0]
    files = {"g.json": moment.bytes, "o.txt": moment.texts[0].encode(), "g.json.secret": moment.secret}
    assert fuzz.attempt(["adjudicate", "g.json", "o.txt", "-o", "next.json"], files) == (0, "")


def main_of(behaviour):
    """A command line that does something wrong."""

    def main(arguments, **_):
        return behaviour()

    return main


def leave(name, text="half"):
    with open(name, "w", encoding="utf-8") as file:
        file.write(text)
    return 0


@pytest.mark.parametrize(
    "behaviour, told",
    [
        (lambda: 1 / 0, "ZeroDivisionError"),
        (lambda: 7, "exit code 7"),
        (lambda: leave("next.json.1.part"), "next.json.1.part was left behind"),
        (lambda: leave("g.json"), "g.json was only to be read"),
        (lambda: leave("next.json") or 3, "without a word"),
        (lambda: leave("next.json"), "does not hold"),
    ],
)
def test_a_fault_is_noticed(behaviour, told, monkeypatch):
    monkeypatch.setattr(group.pbem, "main", main_of(behaviour))
    _, fault = fuzz.attempt(["adjudicate", "g.json", "-o", "next.json"], {"g.json": b"{}"})
    assert told in fault


def test_a_command_without_end_is_noticed(monkeypatch):
    def for_ever():
        while True:
            pass

    monkeypatch.setattr(fuzz, "PATIENCE", 1)
    monkeypatch.setattr(group.pbem, "main", main_of(for_ever))
    code, fault = fuzz.attempt(["status", "g.json"], {})
    assert (code, fault.splitlines()[0]) == (group.BUG, "no end after 1 s:")


def test_a_finding_is_kept_whole(tmp_path):
    files = {"g.json": b'{"a": 1}', "o.txt": b"\xff\xfe"}
    name = fuzz.keep(tmp_path, "text", ["check", "g.json", "o.txt"], files, "Traceback\nKeyError: 'x'")
    assert fuzz.read_finding(tmp_path / name) == (["check", "g.json", "o.txt"], files)
    assert json.loads((tmp_path / name).read_text())["fault"] == "KeyError: 'x'"
