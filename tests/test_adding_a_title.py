"""docs/adding-a-title.md is true: a title in a package of its own is found, played, told, proven and tested.

The title is that of tests/toy, put together as the page says, beside the checkout and not in it.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from pbem.core.data.problems import BrokenFile
from pbem.core.title import game
from tests.toy.game import GAME

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "docs" / "adding-a-title.md").read_text("utf-8")
ID, PACKAGE = "hill-and-dale", "hill_and_dale"
CASES = [
    {
        "id": "3.1-an-attack-that-scores",
        "rules": ["2.1", "3.1"],
        "editions": ["first"],
        "given": {"base": "empty", "units": "hill: north foot; dale: south horse"},
        "play": [{"north": "bid 2"}, {"south": "bid 0"}, {"isles": "bid 0"}, {"north": "act attack"}],
        "dice": {"3.1/north": [6]},
        "expect": {"board": {"north.vp": "+1"}},
    },
]


@pytest.fixture(scope="module")
def club(tmp_path_factory):
    """A folder like the one of a club: its title, installed, and a place to play."""
    folder = tmp_path_factory.mktemp("club")
    declared = re.search(r"(?ms)^```toml\n(.*?)^```", PAGE)[1]
    name, version = (re.search(rf'(?m)^{key} = "(.*)"', declared)[1] for key in ("name", "version"))
    points = re.search(r'(?ms)^\[project\.entry-points\."(.*?)"\]\n(.*?)(?:\n\n|\Z)', declared)
    assert points[2].strip() == f'{ID} = "{PACKAGE}"'
    about = folder / f"{PACKAGE}-{version}.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    (about / "entry_points.txt").write_text(f"[{points[1]}]\n" + points[2].replace('"', ""))
    put_together(folder / PACKAGE)
    return folder


def put_together(package):
    shutil.copytree(ROOT / "tests" / "toy", package, ignore=shutil.ignore_patterns("five", "__pycache__"))
    text = (package / "game.py").read_text("utf-8")
    (package / "game.py").write_text(text.replace('"tests.toy"', f'"{PACKAGE}"').replace('    "toy",', f'    "{ID}",'))


def in_club(club, *arguments):
    env = {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{club}", "PBEM_MEMORY": str(club / "memory")}
    return subprocess.run([sys.executable, *map(str, arguments)], cwd=club, env=env, capture_output=True, text=True)


def pbem(club, *arguments, code=0):
    ran = in_club(club, "-m", "pbem", *arguments)
    assert ran.returncode == code, (arguments, ran.stdout, ran.stderr)
    return ran.stdout + ran.stderr


def test_it_is_found_and_played_to_its_end_and_verified(club):
    assert f"{ID} Hill and Dale" in pbem(club, "titles")
    assert "hill-and-dale" in pbem(club, "titles", "zoo", code=2)
    pbem(club, "selfplay", ID, "--no-census", "-o", "games")
    (path,) = (club / "games").iterdir()
    assert "Everything holds." in pbem(club, "verify", path)
    small = in_club(club, ROOT / "verifier" / "pbem_verify.py", path)
    assert small.returncode == 0, small.stdout + small.stderr
    assert "HILL AND DALE" in pbem(club, "report", path)


def test_a_turn_is_played_by_form_page_and_mail(club):
    pbem(club, "new", ID, "-o", "g.json")
    (club / "blue.txt").write_text(re.sub(r"(?m)^# (?=\S)", "", pbem(club, "form", "g.json", "blue"), count=1))
    pbem(club, "form", "g.json", "blue", "--format", "html", "-o", "turn.html")
    assert "place north-cannon-1 in hill" in (club / "turn.html").read_text("utf-8")
    assert "North Cannon 1 to Hill." in pbem(club, "check", "g.json", "blue.txt")
    pbem(club, "adjudicate", "g.json", "blue.txt", "-o", "g.json")
    assert "What can I do" not in pbem(club, "ask", "g.json", "red", "what can I do now")
    for command in ("status", "show", "site", "archive"):
        words = {"status": ["--seat", "red"], "site": ["-o", "web"]}.get(command, [])
        first = ["archive", "load", "club.db"] if command == "archive" else [command]
        pbem(club, *first, "g.json", *words)


def test_what_it_has_not_is_said(club):
    pbem(club, "new", ID, "-o", "m.json")
    assert "Hill and Dale has no maps." in pbem(club, "map", "m.json", "-o", "map.svg", code=3)
    assert "no battles" in pbem(club, "odds", ID, "foot", "horse", code=2)


def test_its_numbers_lead_to_functions_and_cases(club):
    place = club / "tests" / "cases" / ID
    place.mkdir(parents=True)
    (place / "first.json").write_text(json.dumps({"shows": "An attack that scores.", "cases": CASES}))
    assert "3.1-an-attack-that-scores" in pbem(club, "case", place / "first.json", "--title", ID)
    told = json.loads(pbem(club, "rules", ID, "3.1", "--json"))
    assert told["functions"] == [f"{PACKAGE}/game.py:{line_of(club, 'def attack')} attack"]
    assert told["cases"] == [f"tests/cases/{ID}/first.json:1 3.1-an-attack-that-scores"]


def line_of(club, text):
    lines = (club / PACKAGE / "game.py").read_text("utf-8").splitlines()
    return next(number for number, line in enumerate(lines, 1) if line.startswith(text)) - 1  # its @rule


@pytest.mark.longer
def test_every_contract_runs_for_it(club):
    ran = in_club(
        club, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", ROOT, ROOT / "tests" / "contracts", "-k", ID
    )
    passed = re.search(r"(\d+) passed", ran.stdout)
    assert ran.returncode == 0 and int(passed[1]) > 20, ran.stdout[-3000:]


def test_a_package_that_cannot_be_used_is_named(club):
    other = club / "broken"
    about = other / "broken-1.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1\n")
    (about / "entry_points.txt").write_text("[pbem.titles]\nbroken = broken_title\nlost = lost_title\n")
    (other / "broken_title.py").write_text("from nowhere import GAME\n")
    env = {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{other}"}
    for title, said in (
        ("broken", "The package broken_title of the title broken cannot be used: ModuleNotFoundError: No module"),
        ("lost", "There is no title lost"),
    ):
        ran = subprocess.run(
            [sys.executable, "-m", "pbem", "new", title, "-o", club / "b.json"], env=env, capture_output=True, text=True
        )
        assert ran.returncode in (2, 4) and said in ran.stderr and "bug" not in ran.stderr, ran.stderr
        assert "mean lost" not in ran.stderr and ", lost" not in ran.stderr, ran.stderr  # what there is not


# -- the parts of a title ------------------------------------------------------------------------------------------


def parts():
    return {name: value for name, value in GAME.__dict__.items() if name in game.PARTS | game.OPTIONAL}


@pytest.mark.parametrize("name", game.PARTS)
def test_a_part_that_is_missing_is_told_in_words(name):
    with pytest.raises(BrokenFile) as caught:
        game.Game(**{part: value for part, value in parts().items() if part != name})
    (problem,) = caught.value.problems
    assert name in str(problem) and game.PARTS[name] in str(problem)


@pytest.mark.parametrize("name", game.TELLING)
def test_a_part_of_telling_that_is_missing_is_told_too(name):
    class Telling:
        pass

    for part in (*game.TELLING, *game.TELLING_MAY):
        if part != name and hasattr(GAME.telling, part):
            setattr(Telling, part, getattr(GAME.telling, part))
    with pytest.raises(BrokenFile, match=f"telling.{name}"):
        game.Game(**{**parts(), "telling": Telling})


def test_a_part_that_nothing_reads_is_refused():
    with pytest.raises(BrokenFile, match="sentences that nothing reads"):
        game.Game(**parts(), sentences={})


@pytest.mark.longer
def test_every_part_that_is_read_is_listed():
    """What core, commands, reports, mails and pages ask of a title is a part that the page of parts lists."""
    read, told = set(), set()
    for path in (ROOT / "pbem").rglob("*.py"):
        if "games" not in path.parts:
            text = path.read_text("utf-8")
            read |= set(re.findall(r"\b(?:file\.|self\.|t\.)?game\.([a-z_]+)\b(?!\()", text))
            told |= set(re.findall(r"\btelling\.([a-z_]+)\b", text))
            told |= set(re.findall(r'getattr\([a-z_.]*telling, "([a-z_]+)"', text))
    listed = {*game.PARTS, *game.OPTIONAL}
    assert listed - read <= {"next_procedure"} | called()
    assert told <= {*game.TELLING, *game.TELLING_MAY} and set(game.TELLING_MAY) <= told


def called():
    """Parts that are called where they are read."""
    text = "".join(path.read_text("utf-8") for path in (ROOT / "pbem").rglob("*.py") if "games" not in path.parts)
    return {
        name
        for name in (*game.PARTS, *game.OPTIONAL)
        if re.search(rf"\bgame\.{name}\(", text)
        or f'(game, "{name}"' in text
        or f'(title, "{name}"' in text
        or f"title.{name}" in text
    }
