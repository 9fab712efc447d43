"""Robots at the table, by the command line: they answer at once, nobody knows their answers, and a helped one is
found."""

import json
import os
import shlex
import subprocess
import sys
from unittest.mock import patch

import pytest

from pbem.core.language.random_answers import Steady
from pbem.core.record.now import asks_of
from pbem.core.trial import seated
from tests.cli.tools import ROOT, done, new_game, pbem, write_orders
from tests.verifier import small

NEW = ("--robot", "prc=quick", "--seat", "allied=Bob")


@pytest.fixture(autouse=True)
def hasty():
    """Robots of Red Dragon that think little, for they are not what is tested."""
    from pbem.core.title.game import load
    from pbem.core.trial.search import Pace

    game = load("red-dragon")
    with patch.object(game, "robot", game.robot._replace(paces={"op": Pace(3, 6, 1)})):
        yield


def answers_of(path, seat):
    """The answers of a seat in the lines of a game."""
    from pbem.core.play.gamefile import read

    pairs = [pair for entry in read(str(path)).entries for pair in entry["documents"]]
    return [object for object, _ in pairs if object["seat"] == seat and object["kind"] == "orders"]


def test_the_desk_answers_for_a_robot_until_a_person_is_waited_for(tmp_path):
    path = tmp_path / "g.json"
    done("new", "red-dragon/ready", "-o", path, *NEW)
    ran = done("adjudicate", path, "-o", path, "--report", tmp_path / "report.txt")
    assert "waits for allied" in ran.err
    assert answers_of(path, "prc") and not done("status", path, "--json").json["over"]
    told = " ".join((tmp_path / "report.txt").read_text().split())
    assert "A robot (quick) answered for prc" in told and "the referee, who keeps that chain, could know" in told
    assert done("verify", path, "--robots", "--json").json["counts"]["robots"] == len(answers_of(path, "prc"))
    assert small.here(path).returncode == 0


def test_a_robot_that_was_helped_is_found(tmp_path):
    def helped(file, seat, level, link=b""):
        order = honest(file, seat, level, link)
        kind, asks = file.game.kinds["op"], [ask for ask in asks_of(file, seat) if ask.kind == "op"]
        others = [kind.sample(file.current_board(), ask, Steady(number)) for ask in asks for number in range(9)]
        said = [one["value"] for one in order["answers"]]
        value = next((other for other in others if said and other not in said), None)
        return {**order, "answers": [{**one, "value": value} for one in order["answers"]]}

    path, honest = tmp_path / "g.json", seated.answered
    done("new", "red-dragon/ready", "-o", path, *NEW)
    with patch.object(seated, "answered", helped):
        done("adjudicate", path, "-o", path)
    assert pbem("verify", path).code == 0
    ran = pbem("verify", path, "--robots")
    assert ran.code == 4 and "Somebody helped prc's robot" in ran.out, ran


def test_a_person_makes_room_for_a_robot_and_takes_the_seat_again(tmp_path):
    path = new_game(tmp_path, options=("--seat", "allied=Bob"))
    done("seat", "robot", path, "allied", "--level", "steady", "--reason", "Bob is away")
    done("adjudicate", path, write_orders(path, "prc", "pass"), "-o", path)
    assert answers_of(path, "allied")[-1]["link"] and "link" not in answers_of(path, "prc")[-1]
    sent = pbem("adjudicate", path, write_orders(path, "allied", "next pass"), "-o", path)
    assert sent.code == 3 and "its document does not show its chain" in sent.err, sent
    done("seat", "replace", path, "allied", "--person", "Dora", "--reason", "back")
    assert "waits for allied" in done("adjudicate", path, write_orders(path, "prc", "pass"), "-o", path).err
    assert "allied (Dora)" in done("status", path).out
    assert done("verify", path, "--robots", "--json").json["counts"]["robots"] == 1
    assert small.here(path).returncode == 0


def test_whose_chain_somebody_else_keeps_is_answered_for_by_mail(tmp_path):
    path, secret, sheet = (
        new_game(tmp_path, options=("--seat", "allied=Bob")),
        tmp_path / "c.secret",
        tmp_path / "c.txt",
    )
    chain = done("seat", "init", "-o", secret).out.strip()
    assert pbem("seat", "robot", path, "allied", "--chain", chain, "--reason", "why").code == 2
    done("seat", "robot", path, "allied", "--chain", chain, "--held", "Carl", "--reason", "Bob is away")
    done("adjudicate", path, write_orders(path, "prc", "pass"), "-o", path)
    assert "waits for allied" in done("adjudicate", path, "-o", path).err
    assert pbem("robot", path, "prc", "--secret", secret, "-o", sheet).code == 3  # it is no robot's
    done("robot", path, "allied", "--secret", secret, "-o", sheet)
    text = sheet.read_text()
    link = next(line for line in text.splitlines() if line.startswith("link "))
    forged = tmp_path / "forged.txt"
    forged.write_text(text.replace(link, "link " + "0" * 64))
    assert pbem("adjudicate", path, forged, "-o", path).code == 3
    report = tmp_path / "report.txt"
    done("adjudicate", path, sheet, "-o", path, "--report", report)
    assert "Carl, who keeps that chain" in " ".join(report.read_text().split())
    assert done("verify", path, "--robots", "--json").json["counts"]["robots"] == 1
    assert small.here(path).returncode == 0


def test_what_a_robot_writes_for_a_person_stands_and_says_why(tmp_path):
    path, sheet = new_game(tmp_path), tmp_path / "prc.txt"
    found = done("robot", path, "prc", "-o", sheet, "--json").json
    assert done("check", path, sheet).code == 0 and "link" not in sheet.read_text()
    [row] = found["answers"]
    assert row["lines"] == row["candidates"][0]["lines"] and row["candidates"][0]["rehearsals"]
    assert found == done("robot", path, "prc", "--json").json
    assert pbem("robot", path, "prc", "--level", "genius").code == 3


def test_what_to_do_when_the_chain_of_a_robot_is_lost_is_told_and_works(tmp_path):
    """At the desk of a referee alone; days that are agreed hold for robots too."""
    path, sheet, days = tmp_path / "g.json", tmp_path / "o.txt", ("--days", "7", "--now", "2026-11-01")
    done("new", "red-dragon/ready", "-o", path, *NEW, *days)
    assert "prc: a robot, which needs no address" in done("mail", "set-up", path, "--address", "d@x.example").err
    done("adjudicate", path, "-o", path, "--now", "2026-11-01")
    chain = tmp_path / "g.json.robot-prc.secret"
    chain.rename(tmp_path / "backup")
    while "prc" not in done("status", path).out.splitlines()[1]:
        done("robot", path, "allied", "-o", sheet)
        done("adjudicate", path, sheet, "-o", path, "--now", "2026-11-01")
    [note] = done("status", path, "--json").json["notes"]
    told = [
        done("status", path).out,
        done("due", path, "--now", "2026-11-02").out,
        " ".join(done("run", path, "-o", tmp_path / "out", "--now", "2026-11-02").err.split()),
        " ".join(done("adjudicate", path, "-o", path).err.split()),
    ]
    assert all(note["hint"] in text for text in told), told
    early = note["hint"].split(" && ")[1].split()[1:]
    assert "prc has time until" in pbem(*early[:-1], "2026-11-02").err
    copy = tmp_path / "g.json.robot-prc-9.secret"  # whatever it is called
    (tmp_path / "backup").rename(copy)
    assert not done("status", path, "--json").json["notes"]
    copy.unlink()
    for command in note["hint"].split(" && "):
        done(*shlex.split(command)[1:])
    while not answers_of(path, "prc"):
        done("robot", path, "allied", "-o", sheet)
        done("adjudicate", path, sheet, "-o", path, "--now", "2026-11-20")
    found = pbem("verify", path, "--robots", "--json")  # the answer that the lost chain would have given is not known
    assert found.code == 5 and [one["code"] for one in found.json["missing"]] == ["robot-absent"]
    assert found.json["counts"]["robots"] and small.here(path).returncode == 0


@pytest.mark.longer
def test_by_charter_a_robot_takes_the_seat_of_whoever_is_late(tmp_path):
    path = new_game(tmp_path, options=("--seat", "allied=Bob", "--late-robot", "quick"))
    done("adjudicate", path, "-o", path, "--deadline-passed", "prc")
    done("adjudicate", path, write_orders(path, "allied", "pass"), "-o", path)  # in this line it is said
    assert "link" not in answers_of(path, "allied")[-1] and answers_of(path, "prc")[-1]["link"]
    assert "waits for allied" in done("adjudicate", path, write_orders(path, "allied", "pass"), "-o", path).err
    assert done("verify", path, "--robots", "--json").json["counts"]["robots"] == 2
    assert small.here(path).returncode == 0
    assert pbem("new", "red-dragon/ready", "-o", tmp_path / "h.json", "--late-robot", "genius").code == 3


@pytest.mark.longer
def test_a_robot_thinks_more_from_some_entry_on_and_musters_with_all(tmp_path):
    path = new_game(tmp_path, options=("--seat", "allied=Bob"))
    for level in ("quick", "steady"):
        done("seat", "robot", path, "allied", "--level", level, "--reason", "Bob is away")
        done("adjudicate", path, write_orders(path, "prc", "pass"), "-o", path)
    assert "robot (steady)" in path.read_text() and len([*tmp_path.glob("*robot-allied*")]) == 2
    done("desk", "again", path, "--reason", "why", "-o", path)
    done("adjudicate", path, write_orders(path, "prc", "pass"), "-o", path)
    assert done("verify", path, "--robots", "--json").json["counts"]["robots"] >= 3
    assert small.here(path).returncode == 0


@pytest.mark.longer
def test_another_process_makes_the_same_answer(tmp_path):
    """Whatever sets are iterated in: the seed of hashes is another one in each process."""
    path = new_game(tmp_path)
    command = [sys.executable, "-m", "pbem", "robot", str(path), "prc", "--json"]
    around = {**os.environ, "PYTHONPATH": str(ROOT)}
    ran = [subprocess.run(command, env={**around, "PYTHONHASHSEED": seed}, capture_output=True) for seed in "12"]
    assert ran[0].stdout == ran[1].stdout and json.loads(ran[0].stdout)["answers"]
