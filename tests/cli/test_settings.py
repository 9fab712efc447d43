"""Settings of a desk: pbem.toml gives options their defaults, the command line goes before, faults have their line."""

import json
import os

import pytest

from pbem.core.data import schemas
from tests.cli.tools import new_game, pbem, pbem_alone


@pytest.fixture
def desk(tmp_path, monkeypatch):
    """A function that writes the settings of the folder in which commands are then called."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PBEM_CONFIG", raising=False)
    return lambda text: (tmp_path / "pbem.toml").write_text(text)


def test_a_table_gives_options_their_defaults_and_the_command_line_goes_before(desk, tmp_path):
    new_game(tmp_path)
    desk('[report]\nformat = "json"\n[status]\njson = true\n')
    assert pbem("status", "g.json").json["pbem"] == "status/1"
    assert pbem("report", "g.json").json["pbem"].startswith("report/")
    assert not pbem("report", "g.json", "--format", "short").out.startswith("{")


def test_a_key_at_the_top_holds_for_every_command_that_has_it_and_a_table_before_it(desk, tmp_path, monkeypatch):
    new_game(tmp_path)
    desk('address = "pbem@club.example"\njobs = 2\n[verify]\njobs = 3\n')
    assert pbem("mail", "set-up", "g.json", "--seat", "prc=ann@example.org").code == 0
    assert json.loads((tmp_path / "g.json.mail" / "desk.json").read_text())["address"] == "pbem@club.example"
    held = {name: pbem("config", name, "--json").json["rows"] for name in ("status", "verify", "site")}
    jobs = {
        name: next((row["value"], row["from"]) for row in rows if row["option"] == "jobs")
        for name, rows in held.items()
    }
    assert jobs == {"status": (2, "pbem.toml:2"), "verify": (3, "pbem.toml:4"), "site": (2, "pbem.toml:2")}
    monkeypatch.setenv("PBEM_SECRET", "mine.secret")
    rows = pbem("config", "adjudicate", "--json").json["rows"]
    assert [(row["value"], row["from"]) for row in rows if row["option"] == "secret"] == [
        ("mine.secret", "PBEM_SECRET")
    ]


def test_a_game_that_is_named_goes_before_the_folder_of_the_settings(desk, tmp_path):
    new_game(tmp_path)
    desk('games = "none"\noutbox = "out"\n')
    assert pbem("mail", "set-up", "g.json", "--address", "pbem@club.example").code == 0
    assert pbem("mail", "log", "g.json", "--json").code == 0
    assert pbem("mail", "log", "g.json", "--games", "none", "--json").code != 0
    assert pbem("mail", "out", "g.json").code == 0 and (tmp_path / "out" / "new").is_dir()
    assert "Name the file for --mbox" in pbem("mail", "out", "g.json", "--mbox").err


def test_the_folder_of_the_settings_is_taken_by_every_command_that_takes_many_games(desk, tmp_path):
    (tmp_path / "games").mkdir()
    new_game(tmp_path / "games")
    other = new_game(tmp_path)
    missing = pbem("status")
    assert missing.code == 2 and "Missing argument 'GAME...'" in missing.err
    desk('games = "games"\n')
    takes = [
        ("site", "-o", "public"),
        ("archive", "load", "club.db"),
        ("map", "-o", "maps"),
        ("plot", "-o", "-", "--words"),
    ]
    asks = [
        ("due", "--now", "2027-01-01"),
        ("position", "-o", "there"),
        ("diff",),
        ("report",),
        ("verify",),
        ("status",),
    ]
    for words in (*takes, *asks):
        ran = pbem(*words)
        assert ran.code == 0, ran
    assert f"games{os.sep}g.json: " in ran.out and "g.json: " in pbem("verify").out
    assert pbem("status", other).out.startswith("Red Dragon Rising, game g")
    assert pbem("config", "status", "--json").json["rows"][0] == {
        "command": "status", "option": "games", "value": ["games"], "from": "pbem.toml:1"
    }  # fmt: skip
    desk('[status]\ngames = "games"\n')
    assert "games is a list, each a text in quotes" in pbem("status").err


def test_paths_are_as_seen_from_the_file_and_an_empty_variable_is_no_file(desk, tmp_path, monkeypatch):
    (tmp_path / "far").mkdir()
    (tmp_path / "far" / "desk.toml").write_text('outbox = "out"\n')
    monkeypatch.setenv("PBEM_CONFIG", "far/desk.toml")
    rows = pbem("config", "mail", "out", "--json").json["rows"]
    assert [row["value"] for row in rows if row["option"] == "output"] == ["far/out"]
    desk("what = 1\n")
    monkeypatch.setenv("PBEM_CONFIG", "")
    assert pbem("titles").code == 0
    assert pbem("config").out.startswith("There are no settings")


FAULTS = {
    "jbs = 3\n": ("pbem.toml:1: There is no setting jbs. Did you mean jobs?", "titles"),
    '\njobs = "3"\n': (
        'pbem.toml:2: jobs is a whole number: how many processes to use for many games; this is "3".',
        "titles",
    ),
    "jobs = true\n": ("pbem.toml:1: jobs is a whole number", "titles"),
    'games = "a\n': ("pbem.toml:1:11: this is not TOML", "titles"),
    "jobs = 1\njobs = 2\n": ("this is not TOML", "titles"),
    "a = " + "[" * 5000: ("pbem.toml:1: this is not TOML", "titles"),
    "status = true\n": ("pbem.toml:1: status is a command: write it as a table, [status].", "titles"),
    "[status]\njosn = true\n": ("pbem.toml:2: pbem status has no option --josn. Did you mean json?", "status"),
    "[status]\njson = 1\n": ("pbem.toml:2: json is true or false; this is 1.", "status"),
    "[status]\njobs = 0\n": ("pbem.toml:2: jobs: 0 is not in the range", "status"),
    '[report]\nformat = "pdf"\n': ("pbem.toml:2: format: 'pdf' is not one of", "report"),
    '[due]\nnow = "2026-11-21"\n': ("pbem.toml:2: --now is for one run only, and cannot be a setting.", "due"),
    "[mail.lgo]\njson = true\n": ("pbem.toml:1: pbem mail has no command lgo. Did you mean log?", "mail"),
    "[mail]\nin = 3\n": ("pbem.toml:2: in is a command: write it as a table, [mail.in].", "mail"),
    '[check]\nreceipt = "a"\n': ("pbem.toml:2: receipt is a list, each a text in quotes", "check"),
}


@pytest.mark.parametrize("text", FAULTS, ids=[text[:24].strip() for text in FAULTS])
def test_a_fault_has_its_line_and_exit_code_2(desk, text):
    said, command = FAULTS[text]
    desk(text)
    for words in ([command, "list"] if command == "mail" else [command, "x"], ["config"]):
        run = pbem(*words)
        assert run.code == 2 and said in run.err and not run.out, run
    run = pbem("config", "--json")
    assert run.code == 2 and run.json["exit"] == 2 and run.json["problems"][0]["code"] == "usage"
    assert [str(problem) for problem in schemas.problems("problems", run.json)] == []


@pytest.mark.parametrize("data", [b"\xff = 1\n", b"#" * 70000])
def test_what_is_no_text_or_too_large(desk, tmp_path, data):
    (tmp_path / "pbem.toml").write_bytes(data)
    run = pbem("titles")
    assert run.code == 2 and run.err.startswith("Error: pbem.toml")


def test_nobody_waits_for_a_pipe_in_the_place_of_the_file(desk, tmp_path):
    desk("")
    (tmp_path / "pbem.toml").unlink()
    os.mkfifo(tmp_path / "pbem.toml")
    ran = pbem_alone("status", "g.json", cwd=tmp_path)
    assert ran.code == 2 and "settings are a file" in ran.err


def test_a_folder_or_nothing_in_the_place_of_the_file(desk, tmp_path, monkeypatch):
    for name in (str(tmp_path), "none.toml"):
        monkeypatch.setenv("PBEM_CONFIG", name)
        run = pbem("titles")
        assert run.code == 2 and run.err.startswith(f"Error: {name}: "), run


def test_what_the_file_says_fits_its_schema(desk):
    desk('jobs = 2\n[verify]\njobs = 1\n[tournament.new]\nplayer = ["Ann", "Bob"]\n')
    for words in ([], ["verify"], ["tournament", "new"]):
        run = pbem("config", *words, "--json")
        assert run.code == 0 and [str(problem) for problem in schemas.problems("config", run.json)] == []
    told = pbem("config").out.splitlines()
    assert [line.split()[-1] for line in told] == ["pbem.toml:1", "pbem.toml:3", "pbem.toml:5"]
    assert pbem("config", "mail").code == 2 and pbem("config", "nothing").code == 2


@pytest.mark.parametrize("words", [["status"], ["status", "--what"], ["verify", "x", "y", "--head", "0"], ["none"]])
def test_wrong_usage_is_json_where_json_is_asked_for(desk, words):
    run = pbem(*words, "--json")
    assert run.code == 2 and [str(problem) for problem in schemas.problems("problems", run.json)] == []
    assert run.json["exit"] == 2 and run.json["problems"][0]["text"].rstrip(".?") in run.err
    assert pbem(*words).out == ""
