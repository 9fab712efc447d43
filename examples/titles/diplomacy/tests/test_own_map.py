"""A map of one's own, in a folder elsewhere: what is wrong with it is told by file, place and the nearest name."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import pbem

HOME = Path(__file__).resolve().parent.parent
PATH = os.pathsep.join([str(Path(pbem.__file__).parent.parent), str(HOME)])


class Club:
    """Somebody who has a title `strait`, made of Four Bays, and what the commands tell of it."""

    def __init__(self, folder):
        self.folder, self.package = folder, folder / "strait"
        shutil.copytree(HOME / "four_bays", self.package, ignore=shutil.ignore_patterns("__pycache__"))
        for name in ("data/map.json", "points.json", "layouts.json"):
            self.change(name, '"four-bays"', '"strait"')
        about = folder / "strait-1.dist-info"
        about.mkdir()
        (about / "METADATA").write_text("Metadata-Version: 2.1\nName: strait\nVersion: 1\n")
        (about / "entry_points.txt").write_text("[pbem.titles]\nstrait = strait\n")

    def change(self, name, old, new):
        """Change a file of the title; how it was before."""
        path = self.package / name
        text = path.read_text("utf-8")
        assert old in text, old
        path.write_text(text.replace(old, new, 1))
        return text

    def pbem(self, *arguments, code=0):
        env = {**os.environ, "PYTHONPATH": os.pathsep.join([PATH, str(self.folder)]), "PBEM_MEMORY": str(self.folder)}
        words = [sys.executable, "-m", "pbem", *map(str, arguments)]
        ran = subprocess.run(words, cwd=self.folder, env=env, capture_output=True, text=True)
        told = " ".join((ran.stdout + ran.stderr).split())
        assert ran.returncode == code, told
        return told

    def play(self, **orders):
        """A step with these orders; whoever has none here is silent."""
        stands = json.loads(self.pbem("status", "g", "--json"))
        for seat, text in orders.items():
            head = f"game {stands['game']}\nseat {seat}\nentry {stands['entry']}\nhead {stands['head']}\n\n"
            (self.folder / seat).write_text(f"{head}{text}\n")
        return self.pbem("adjudicate", "g", *orders, "-o", "g", "--deadlines-passed")


@pytest.fixture(scope="module")
def club(tmp_path_factory):
    return Club(tmp_path_factory.mktemp("club"))


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('"army": ["alm", "alp"]', '"army": ["almm", "alp"]',
         "map.json:51: areas/fro/army: there is no province on land almm. Did you mean alm?"),
        ('"A fro"]', '"A froo"]', "start/aldmark: there is no province on land froo. Did you mean fro?"),
        ('"F alp"', '"F fro"', "start/aldmark: there is no place of a fleet fro."),
        ('"F brm"', '"F mar"', "start/brennia: there is no place of a fleet mar. Did you mean mar-"),
        ('"centre": "aldmark"', '"centre": "aldmrk"', "fro/centre: there is no power aldmrk. Did you mean aldmark?"),
        ('"A brh"', '"brh"', 'start/brennia, item 3 is "brh", which does not have the right form.'),
        ('"year": 1,', '"year": "1",', 'map.json:10: year is "1"; expected a whole number.'),
        ('"aliases": [], ', "", "map.json:51: areas/fro lacks the field aliases."),
        ('"fro": {"name"', '"fro" {"name"', "map.json:51:9: not understood: This is not JSON that pbem can read"),
        ('"name": "Aldmoor"', '"name": "Frostfell"', "the name Frostfell was given before, in areas/fro/name."),
        ('"A alm", "A fro"', '"A alm", "A alm"', "a unit in alm was given before, in start/aldmark."),
        ('"F est", "A brh"', '"F est", "F alm"', "a unit in alm was given before, in start/aldmark."),
        ('"default": "8"', '"default": "9"', "publishes 9 for the option centres, which is not one of its values."),
        ('"army": ["alm", "alp"]', '"army": ["alp"]', "alm/army leads to fro, but nothing leads back from fro to alm."),
        ('"mar-nc", "mid"', '"mar", "mid"', "eab/coasts/eab: there is no place of a fleet mar. Did you mean mar-"),
        ('"mar-nc": ["brm"', '"mar-xc": ["brm"', "mar-xc cannot be a name in areas/mar/coasts."),
        ('"coasts": {"hig"', '"coasts": {"higg"', "hig/coasts: there is no coast of hig higg. Did you mean hig or"),
        ('"hig": {', '"Hig": {', "map.json:53: Hig cannot be a name in areas."),
        ('"corvia": [', '"new corvia": [', "new corvia cannot be a name in start."),
        ('"kind": "sea"', '"kind": "see"', 'areas/nob/kind is "see"; expected one of "land", "sea".'),
        ('"hold": "A ALM H",', "", "map.json:37: examples lacks the field hold."),
    ],
)  # fmt: skip
def test_a_slip_in_the_map_is_told_where_it_is_read(club, old, new, told):
    before = club.change("data/map.json", old, new)
    found = club.pbem("title", "check", "strait", code=4)
    (club.package / "data" / "map.json").write_text(before)
    assert told in found and "Error:" not in found and "a bug" not in found


def changed(document, path, value):
    *way, last = path
    for step in way:
        document = document[step]
    document[last] = value


@pytest.mark.parametrize(
    ("path", "value", "told"),
    [
        (("areas", "fro", "near"), ["alm", "xyz"], "areas/fro/near: there is no area xyz."),
        (("areas", "alm", "at"), [80, 75], "areas/alm/at: the point 80, 75 was given before, in areas/fro/at."),
        (("areas", "alm", "name"), "Frostfell", "the name Frostfell was given before, in areas/fro/name."),
        (("areas", "fro", "at"), [-3, 75], "areas/fro/at: -3, 75 is not on the map."),
        (("symbols", "f"), "shipp", "symbols/f: there is no symbol shipp. Did you mean ship?"),
        (("areas", "fro", "near"), ["alm"], "areas/alp/near leads to fro, but nothing leads back from fro to alp."),
    ],
)
def test_points_that_make_no_map_are_refused(club, path, value, told):
    points = json.loads((club.package / "points.json").read_text("utf-8"))
    changed(points, path, value)
    (club.folder / "points.json").write_text(json.dumps(points))
    assert told in club.pbem("title", "map", "points.json", code=3)


def test_neighbours_whose_cells_do_not_touch_are_told(club):
    points = json.loads((club.package / "points.json").read_text("utf-8"))
    points["areas"]["fro"]["near"].append("tol")
    points["areas"]["tol"]["near"].append("fro")
    (club.folder / "points.json").write_text(json.dumps(points))
    told = club.pbem("title", "map", "points.json", "-o", "made.json")
    assert "fro borders tol, but its cell does not touch theirs: move a point." in told
    assert "touch" not in club.pbem("title", "map", club.package / "points.json", "-o", "made.json")


def test_layouts_are_looked_at_when_a_map_is_drawn(club):
    club.pbem("new", "strait", "-o", "l")
    before = club.change("layouts.json", '"f":"ship"', '"f":"shipp"')
    assert "layouts.json:1: symbols/f: there is no symbol shipp." in club.pbem("map", "l", "-o", "l.svg", code=4)
    layouts = json.loads(before)
    plan = layouts["maps"]["main"]
    del plan["areas"]["fro"]
    plan["borders"] = [row for row in plan["borders"] if "fro" not in (row["a"], row["b"])]
    plan["borders"][0]["kind"] = "gap"
    (club.package / "layouts.json").write_text(json.dumps(layouts))
    told = club.pbem("title", "check", "strait", "--entries", 1, code=5)
    assert "layouts.json has no area fro" in told and "border each other in the game only" in told
    (club.package / "layouts.json").write_text(before)


def test_an_island_is_land_that_armies_reach_by_sea(tmp_path):
    club = Club(tmp_path)
    map_ = json.loads((club.package / "data" / "map.json").read_text("utf-8"))
    del map_["areas"]["ter"]["army"]
    for area in map_["areas"].values():
        if "ter" in area.get("army", ()):
            area["army"].remove("ter")
    (club.package / "data" / "map.json").write_text(json.dumps(map_))
    club.pbem("new", "strait", "-o", "g")
    club.play(aldmark="F ALP-NOB\nA ALM H")
    assert "waits for aldmark" in club.play(aldmark="A ALM-NOB-TER\nF NOB C A ALM-TER"), "it builds"
    assert club.pbem("show", "g", "ter.unit") == "aldmark a ter" and club.pbem("show", "g", "ter.owner") == "aldmark"


def test_after_a_change_of_the_map_its_games_say_what_has_changed(tmp_path):
    club = Club(tmp_path)
    club.pbem("new", "strait", "-o", "g")
    club.change("data/map.json", "Frostfell", "Frostfall")
    told = club.pbem("verify", "g", code=5)
    assert "The data of strait have changed since the game was made: map." in told
    assert "put the files back as they were, or make a new game" in told and "version of pbem" not in told


def test_it_is_said_how_many_centres_win_and_on_which_coast_a_fleet_stands(tmp_path):
    club = Club(tmp_path)
    club.pbem("new", "strait", "-o", "g", "--option", "centres=7")
    assert "Whoever has 7 centres" in club.pbem("show", "g", "victory")
    assert "Whoever has 8 centres" in club.pbem("titles", "strait/full")
    club.play(brennia="F EST-MAR(SC)")
    assert "Brennia has Fleet Marrow (south coast)." in club.pbem("diff", "g")
    club.pbem("map", "g", "-o", "g.svg")
    assert "a fleet at the south coast" in (tmp_path / "g.svg").read_text("utf-8")
