"""What the desk, the archive and the tournament print with --json fits its schema."""

import json

import pytest

from pbem.core.data import schemas
from tests.cli.tools import new_game, pbem


def fits(run, kind, code=0):
    assert run.code == code, run
    document = json.loads(run.out)
    assert document["pbem"] == f"{kind}/1"
    assert [str(problem) for problem in schemas.problems(kind, document)] == []
    return document


@pytest.fixture(scope="module")
def game(tmp_path_factory):
    return new_game(tmp_path_factory.mktemp("desk"))


def test_the_desk(game, tmp_path):
    given = ("--address", "pbem@club.example", "--seat", "prc=ann@example.org,ann@work.example")
    desk = fits(
        pbem("mail", "set-up", game, *given, "--watcher", "club@club.example", "--authserv", "mx.x", "--json"), "desk"
    )
    assert desk["seats"] == {"prc": ["ann@example.org", "ann@work.example"]} and desk["authserv"] == "mx.x"
    fits(pbem("mail", "set-up", game, "--authserv", "", "--seat", "allied=bob@example.net", "--json"), "desk")
    mail = tmp_path / "mail.eml"
    mail.write_text("From: ann@example.org\nTo: pbem@club.example\nMessage-ID: <1@x>\n\nstatus\n")
    assert fits(pbem("mail", "in", game, "--from", mail, "--json"), "mail")["verdict"] == "question"
    assert fits(pbem("mail", "in", game, "--from", mail, "--json"), "mail")["verdict"] == "duplicate"
    found = fits(pbem("mail", "in", "--games", game.parent, "--from", mail, "--json"), "mail")
    assert (found["verdict"], found["game"]) == ("no-game", None)
    kept = json.loads((game.parent / "unsorted.mail" / "log.json").read_text())
    assert schemas.problems("unsorted", kept) == [] and len(kept["messages"]) == 1
    log = fits(pbem("mail", "log", "--games", game.parent, "--json"), "mail-log")
    assert sorted(row["verdict"] for row in log["came"]) == ["no-game", "question"] and log["went"] == []
    fits(pbem("mail", "inbox", game, "--json"), "inbox")
    mails = fits(pbem("mail", "out", game, "-o", tmp_path / "out", "--json"), "mails")["mails"]
    assert [mail["to"] for mail in mails] == [
        "ann@example.org, ann@work.example",
        "bob@example.net",
        "club@club.example",
    ]
    assert pbem("mail", "set-up", game, "--authserv", "mx.x").code == 0
    assert fits(pbem("mail", "doctor", game, "--json"), "doctor")["sound"]


def test_the_archive(game, tmp_path):
    assert fits(pbem("archive", tmp_path / "a.db", game, "--json"), "archive")["read"] == [str(game)]
    assert fits(pbem("archive", "load", tmp_path / "a.db", game, "--json"), "archive")["unchanged"] == [str(game)]


def test_the_tournament(tmp_path):
    cup = tmp_path / "cup.json"
    made = pbem(
        "tournament",
        "new",
        cup,
        "--name",
        "c",
        "--title",
        "red-dragon/ready",
        "--rounds",
        "1",
        "--player",
        "ann=Ann",
        "--player",
        "bob=Bob",
        "--referee",
        "zoe=Zoe",
    )
    assert made.code == 0
    where = ("--games", tmp_path, "--json")
    fits(pbem("tournament", "pair", cup, *where, "-o", cup), "round")
    fits(pbem("tournament", "games", cup, *where), "games")
    fits(pbem("tournament", "standings", cup, *where), "standings")
    fits(pbem("tournament", "forfeits", cup, *where), "forfeits")
    fits(pbem("tournament", "check", cup, *where), "checked")
    assert schemas.problems("tournament", json.loads(cup.read_text())) == []


def test_the_acts_of_the_desk(tmp_path):
    path = new_game(tmp_path)
    given = ("--person", "Dora", "--reason", "r", "-o", tmp_path / "n", "--json")
    fits(pbem("seat", "replace", path, "prc", *given), "note")
    agreed = ("--agreed", "prc", "--agreed", "allied", "--reason", "r")
    fits(pbem("desk", "takeback", path, *agreed, "-o", tmp_path / "n", "--json"), "note")
    anchor = pbem("seat", "init", "-o", tmp_path / "s").out.strip()
    given = ("--anchor", anchor, "--reason", "r", "-o", tmp_path / "n", "--json")
    fits(pbem("desk", "handover", path, "--to", "Dora", *given), "note")
    fits(pbem("seat", "renew", path, "referee", *given), "note")
