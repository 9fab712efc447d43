"""Many games at once: a line each, past the broken ones, the worst code; a killed process costs no other game."""

import json
import os
import signal

import pytest

import pbem as package
from pbem.core.data import schemas
from pbem.interface import many, reading
from tests.cli.tools import finished_game, new_game, pbem, pbem_alone


@pytest.fixture(scope="module")
def club(tmp_path_factory):
    """A folder of three games, one of them damaged, and files that are no games."""
    folder = tmp_path_factory.mktemp("club")
    (folder / "spring").mkdir()
    new_game(folder, "a.json")
    over = finished_game(folder, "b.json")
    (folder / "spring" / "c.json").write_bytes(over.read_bytes().replace(b'"n":1', b'"n":7', 1))
    (folder / "pack.json").write_text("{}")
    (folder / "a.json.mail").mkdir()
    (folder / "a.json.mail" / "d.json").write_text("[]")
    return folder


def names(club):
    return [str(club / name) for name in ("a.json", "b.json", os.path.join("spring", "c.json"))]


def test_a_folder_stands_for_the_games_below_it(club, tmp_path):
    assert package.games_in([club]) == names(club)
    assert package.games_in([tmp_path, club / "b.json"]) == [str(tmp_path), str(club / "b.json")]


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("command, kind", [("status", "status"), ("verify", "verification")])
def test_a_line_each_and_the_worst_code(club, command, kind, jobs):
    run = pbem(command, club, "--jobs", jobs)
    assert run.code == 4, run
    lines = run.out.splitlines()
    assert [line.partition(": ")[0] for line in lines] == names(club)
    assert all(line.partition(": ")[2] for line in lines)
    rows = [json.loads(line) for line in pbem(command, club, "--jobs", jobs, "--json").out.splitlines()]
    assert [row["file"] for row in rows] == names(club)
    assert [row["pbem"] for row in rows[:2]] == [f"{kind}/1"] * 2
    for row in rows:
        assert [str(problem) for problem in schemas.problems(row["pbem"].partition("/")[0], row)] == []
    assert rows[2]["exit"] == 4 and rows[2]["problems"]
    good = names(club)[:2]
    assert pbem(command, *good, "--jobs", jobs).code == 0


def test_one_game_is_told_as_before_and_a_head_is_of_one_game(club):
    assert len(pbem("status", club / "a.json").out.splitlines()) > 1
    assert pbem("verify", club, "--head", "0" * 32).code == 2


def test_a_folder_without_games_and_a_file_that_is_not_there(tmp_path, club):
    run = pbem("status", tmp_path, club / "none.json", club / "a.json")
    assert run.code == 4, run
    assert [line.startswith(str(where)) for where, line in zip((tmp_path, club / "none.json"), run.out.splitlines())]
    assert len(run.out.splitlines()) == 3


def test_who_is_late_in_a_folder(club):
    run = pbem("due", club, "--now", "2026-12-01", "--json")
    assert run.code == 4 and run.out


def kill(file, marks=None):
    """In the place of a function of the interface: one game kills whoever reads it, or (with marks) only at first."""
    if os.path.basename(file.path) == "b.json":
        if marks is None or not os.path.exists(marks):
            if marks:
                open(marks, "w").close()
            os.kill(os.getpid(), signal.SIGKILL)
    return {"game": file.name}


@pytest.mark.skipif(not hasattr(os, "fork"), reason="children know the function that the test puts there")
def test_a_pipe_among_games_is_refused_and_more_processes_than_work_do_no_harm(club):
    pipe = club / "pipe.json"
    os.mkfifo(pipe)
    ran = pbem_alone("status", club / "a.json", club / "b.json", pipe, "--jobs", "100000")
    pipe.unlink()
    assert ran.code == 4 and len(ran.out.splitlines()) == 3 and "a pipe" in ran.out


def test_a_killed_process_costs_no_other_game_anything(club, tmp_path, monkeypatch):
    monkeypatch.setattr("pbem.interface.status", kill, raising=False)
    paths = [str(club / "a.json"), str(club / "b.json")] * 4
    rows = list(package.each(paths, "status", jobs=2))
    assert [row["file"] for row in rows] == paths
    assert [row["exit"] for row in rows] == [0, 5] * 4
    assert rows[1]["problems"][0]["code"] == "game-ended-process"
    once = list(package.each(paths, "status", jobs=2, marks=str(tmp_path / "killed")))
    assert [row["exit"] for row in once] == [0] * 8


def test_a_fault_of_ours_at_one_game_is_named_and_the_others_go_on(club, monkeypatch):
    def fail(file):
        raise ZeroDivisionError

    monkeypatch.setattr("pbem.interface.status", fail, raising=False)
    rows = list(package.each(names(club), "status"))
    assert [row["exit"] for row in rows] == [1, 1, 4] and many.worst([0, 5, 4, 1]) == 1
    assert reading.status(club / "a.json")["entry"] == 2
