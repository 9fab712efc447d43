"""The maps: the classic one, and Four Bays, which stands on the same rules."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from test_game import Game

import pbem

HOME = Path(__file__).resolve().parent.parent
MAPS = {"diplomacy": "classic_diplomacy", "four-bays": "four_bays"}


def data(package, name):
    return json.loads((HOME / package / name).read_text("utf-8"))


def province(map_, place):
    return next(id for id, area in map_["areas"].items() if place == id or place in area["coasts"])


@pytest.mark.parametrize("package", MAPS.values())
def test_a_power_begins_with_a_unit_in_each_of_its_homes(package):
    map_ = data(package, "data/map.json")
    for power, units in map_["start"].items():
        homes = [id for id, area in map_["areas"].items() if area.get("centre") == power]
        assert {province(map_, unit.split()[1].lower()) for unit in units} == set(homes)


@pytest.mark.parametrize(("title", "package"), MAPS.items())
def test_layouts_are_made_of_the_points(title, package, tmp_path):
    map_, points = data(package, "data/map.json"), data(package, "points.json")
    assert points["title"] == title
    assert {id: area["name"] for id, area in points["areas"].items()} == {
        id: area["name"] for id, area in map_["areas"].items()
    }
    told = Game(tmp_path).run("title", "map", HOME / package / "points.json", "-o", tmp_path / "made.json")
    unseen = ["note: mao borders wes, but its cell does not touch theirs: move a point."] * (title == "diplomacy")
    assert [line for line in told.splitlines() if "touch" in line] == unseen
    assert json.loads((tmp_path / "made.json").read_text("utf-8")) == data(package, "layouts.json")


@pytest.mark.parametrize("title", MAPS)
def test_it_promises_what_every_title_does(title):
    from pbem.interface.own_title import check_title

    assert {contract: faults for contract, faults in check_title(title, 4).items() if faults} == {}


def test_a_season_of_four_bays(tmp_path):
    game = Game(tmp_path)
    pbem.new("four-bays", game.path)
    game.play({"aldmark": "F ALP-NOB\nA ALM-HIG\nA FRO-ALM", "brennia": "F EST-MAR(SC)", "corvia": "all hold"})
    assert game.board.units["mar"]["at"] == "mar-sc" and "Army Highgate" in pbem.diff(game.path, 0)["changes"][0]
    game.play({"aldmark": "A ALM-NOB-TER\nF NOB C A ALM-TER", "brennia": "all hold", "corvia": "all hold"})
    assert game.board.owner["ter"] == "aldmark" and game.waiting == {"aldmark": "builds", "brennia": "builds"}
    game.run("map", game.path, "-o", tmp_path / "map.svg")
    assert "Marrow" in (tmp_path / "map.svg").read_text("utf-8")


def test_a_variant_runs_without_the_classic_title_having_been_loaded(tmp_path):
    told = subprocess.run(
        [sys.executable, "-c", "import four_bays, sys; print(four_bays.GAME.id, 'classic_diplomacy' in sys.modules)"],
        env={"PYTHONPATH": f"{HOME}:{Path(pbem.__file__).parent.parent}"},
        capture_output=True,
        text=True,
    )
    assert told.stdout.split() == ["four-bays", "False"], told.stderr


def test_it_is_as_small_as_it_says():
    """At most 1,300 lines besides maps and tests."""
    lines = sum(
        len(path.read_text("utf-8").splitlines()) for package in MAPS.values() for path in (HOME / package).glob("*.py")
    )
    assert lines <= 1300


def test_the_program_names_neither_the_game_nor_what_is_its_own():
    program = Path(pbem.__file__).parent
    found = [path for room in ("core", "mail", "page", "report", "maps") for path in (program / room).rglob("*.py")]
    assert not [path for path in found if re.search(r"(?i)\bdiplomacy\b|convoy|four.bays", path.read_text("utf-8"))]
