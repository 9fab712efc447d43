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


def test_a_function_that_there_is_none_of_is_refused_before_any_game_is_looked_at():
    with pytest.raises(package.NoSuchThing, match="nonsense"):
        package.each(["nowhere.json"], "nonsense")


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


PAGES = {
    "report": ("report", ()),
    "show": ("query", ("control", "taiwan")),
    "diff": ("diff", ()),
    "position": ("scenario", ()),
    "due": ("due", ("--now", "2026-12-01")),
    "plot": ("written", ("--words", "-o", "-")),
    "map": ("written", ("-o", "-")),
}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("command", PAGES)
def test_json_lines_of_every_reading_command_and_the_worst_code(club, command, jobs):
    kind, words = PAGES[command]
    run = pbem(command, club, *words, "--jobs", jobs, "--json")
    rows = [json.loads(line) for line in run.out.splitlines()]
    assert run.code == 4 and [row["file"] for row in rows] == names(club), run
    assert [row["pbem"].partition("/")[0] for row in rows][2] == "problems" and rows[2]["exit"] == 4
    for row in rows:
        found = "problems" if row["pbem"].startswith("problems/") else kind
        assert [str(problem) for problem in schemas.problems(found, row)] == [], row
    assert not (command not in ("plot", "map") and rows[1]["pbem"].startswith("problems/"))
    wanted = pbem(command, names(club)[1], *words, "--json").json
    alone = {key: value for key, value in rows[1].items() if key != "file"}
    assert alone == ({**wanted, "game": None} if kind == "written" else wanted)


@pytest.mark.parametrize("command", ["report", "diff"])
def test_a_page_stands_below_the_name_of_its_file_and_a_broken_one_is_a_line(club, command):
    run = pbem(command, club)
    assert run.code == 4, run
    heads = [line for line in run.out.splitlines() if line.startswith("==> ")]
    assert heads == [f"==> {name} <==" for name in names(club)[:2]]
    page = pbem(command, names(club)[0]).out.strip("\n")
    assert f"{heads[0]}\n{page}\n\n{heads[1]}" in run.out
    (broken,) = [line for line in run.out.splitlines() if line.startswith(names(club)[2])]
    assert len(broken) > len(names(club)[2]) + 10


def test_an_answer_of_one_line_stands_behind_its_file(club):
    run = pbem("show", *names(club), "control", "taiwan")
    assert run.code == 4, run
    told = pbem("show", names(club)[0], "control", "taiwan").out
    assert "\n" in told.strip() or run.out.splitlines()[0] == f"{names(club)[0]}: {told.strip()}"
    assert pbem("show", club).code == 2 and pbem("show", *names(club)).code == 2
    lost = pbem("show", *names(club)[:2], "control", "atlantis")
    assert lost.code == 3 and lost.out.count("tlantis") == 2
    assert pbem("show", club / "a.json", f"{club}{os.sep}spring", "control", "taiwan").code == 4


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "command, words, suffix",
    [
        ("report", (), ".txt"),
        ("report", ("--format", "html"), ".html"),
        ("report", ("--json",), ".json"),
        ("position", (), ".json"),
        ("plot", ("--words",), ".txt"),
        ("plot", (), ".svg"),
        ("map", ("--focus", "taiwan"), ".svg"),
    ],
)
def test_a_file_each_in_a_folder(club, tmp_path, command, words, suffix):
    out = tmp_path / "out"
    run = pbem(command, club, *words, "-o", out, "--jobs", "2")
    assert run.code == 4 and names(club)[2] in run.err, run
    made = sorted(str(path.relative_to(out)) for path in out.glob("**/*") if path.is_file())
    assert made and set(made) <= {f"a{suffix}", f"b{suffix}"} and f"{len(made)} file" in run.err
    assert command == "plot" or len(made) == 2
    for name in made:
        alone = tmp_path / "alone"
        assert pbem(command, club / f"{name[0]}.json", *words, "-o", alone).code == 0
        assert alone.read_bytes() == (out / name).read_bytes()


def test_a_game_below_a_folder_keeps_its_place_and_two_never_lie_in_one(club, tmp_path):
    league, out = tmp_path / "league", tmp_path / "out"
    for name in ("spring/a.json", "autumn/a.json"):
        (league / name).parent.mkdir(parents=True)
        (league / name).write_bytes((club / "b.json").read_bytes())
    assert pbem("position", league, "-o", out).code == 0
    assert (out / "spring" / "a.json").is_file() and (out / "autumn" / "a.json").is_file()
    both = pbem("report", league / "spring", league / "autumn", "-o", tmp_path / "other")
    assert both.code == 2 and "would both be written to" in both.err and not (tmp_path / "other").exists()
    before = (league / "spring" / "a.json").read_bytes()
    over = pbem("position", league, "-o", league)
    assert over.code == 2 and "would be overwritten" in over.err
    assert pbem("position", league, "-o", league / "spring" / "a.json").code == 2
    assert (league / "spring" / "a.json").read_bytes() == before


def test_a_place_that_cannot_be_written_costs_no_other_game_its_page(club, tmp_path):
    """A precious file, and a file where a folder should be, are in the way of one page each."""
    out = tmp_path / "out"
    out.mkdir()
    (out / "a.json").write_bytes((club / "b.json").read_bytes())
    run = pbem("position", *names(club)[:2], "-o", out)
    assert run.code == 4 and "1 file is in" in run.err and (out / "b.json").is_file(), run
    assert (out / "a.json").read_bytes() == (club / "b.json").read_bytes()
    league = tmp_path / "league"
    (league / "x").mkdir(parents=True)
    (league / "x" / "a.json").write_bytes((club / "b.json").read_bytes())
    (out / "x").write_text("in the way")
    assert pbem("report", league, "-o", out).code == 4


@pytest.mark.parametrize(
    "words",
    [
        ("report", "--format", "html"),
        ("report", "--secret", "some.secret"),
        ("report", "--step", "0", "--since", "0"),
        ("plot", "-o", "-"),
        ("position", "--id", "one"),
        ("diff", "--since-my-last-order"),
        ("due", "--now", "2026-12-01", "--jobs", "0"),
    ],
)
def test_what_is_of_one_game_is_refused_of_many(club, words):
    command, *rest = words
    assert pbem(command, club, *rest).code == 2


def test_an_entry_or_a_seat_that_one_game_does_not_have_is_its_line(club):
    """--step 1 is of the game that was played; the others have it or not, and are named."""
    for words in (
        ("report", "--step", "99"),
        ("diff", "--since", "99"),
        ("position", "--step", "99"),
        ("map", "-o", "-", "--at", "99"),
    ):
        run = pbem(*words, *names(club)[:2], "--json")
        rows = [json.loads(line) for line in run.out.splitlines()]
        assert run.code == 2 and [row["exit"] for row in rows] == [2, 2], run
        assert all("The game has" in row["problems"][0]["text"] for row in rows)
    assert pbem("diff", names(club)[0], "--seat", "nobody").code == 2
    assert pbem("diff", names(club)[0], "--since", "99", "--json").json["exit"] == 2


def test_lines_of_who_is_late_come_past_the_broken_game(club):
    run = pbem("due", club, "--now", "2026-12-01", "--jobs", "2")
    assert run.code == 4 and "still has to answer" in run.out and names(club)[2] in run.out
    late = pbem("due", club, "--now", "2026-12-01", "--late")
    assert late.code == 4 and "Nobody is late." in late.out


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
