"""Component packs of Pacific and Cataclysm, from export to a verified game; every problem of a bad one at once."""

import json
import shutil

import pytest

from pbem.core.data.components import load_raw
from pbem.core.play.gamefile import read
from tests.cli.tools import pbem

OWN = {"from": "owner", "cite": "my copy"}
START = {"pacific": "pacific/standard", "cataclysm": "cataclysm/c2"}
PACKAGES = {title: f"pbem.games.{title}" for title in START}


def own(value):
    return {"value": value, **OWN}


def pack(folder, title, **files):
    """A component pack of a title with these files of changes."""
    folder.mkdir(exist_ok=True)
    about = {"pbem": "pack/1", "name": "my-copy", "version": "2", "title": title, "author": "Ann", "rights": "mine"}
    for name, changes in {"pack": about, **files}.items():
        (folder / f"{name.replace('_', '-')}.json").write_text(json.dumps(changes, indent=1))
    return folder


def begun(tmp_path, title, folder):
    """(run, path) of `pbem new` with a pack."""
    game = tmp_path / "g.json"
    return pbem("new", START[title], "--components", folder, "-o", game, "--json"), game


def codes(run):
    assert run.code == 3, run
    return {problem["code"] for problem in run.json["problems"]}


def played(game, entries):
    for _ in range(entries):
        assert pbem("adjudicate", game, "-o", game, "--deadlines-passed").code == 0
    run = pbem("verify", game)
    assert run.code == 0 and "Everything holds." in run.out, run


@pytest.mark.parametrize("title", sorted(START))
def test_an_exported_pack_that_nobody_edits_changes_nothing(tmp_path, title):
    assert pbem("data", title, "--export", tmp_path / "copy").code == 0
    run, game = begun(tmp_path, title, tmp_path / "copy")
    assert run.code == 0, run
    assert read(str(game)).charter["pack"]["changes"] == {}


def test_pacific_is_played_by_the_values_of_a_pack(tmp_path):
    """Money, what a unit costs, where it stands and what an area is called; the folder may go."""
    units = load_raw(PACKAGES["pacific"], "scenarios/standard")["units"]["value"]
    folder = pack(
        tmp_path / "pack",
        "pacific",
        map={"areas": {"guam": {"name": "Guahan", "ipc": own(2)}}},
        units={"types": {"infantry": {"cost": own(2)}}},
        turn={"start": {"money": own({"australia": 20, "china": 0, "india": 15, "japan": 31, "usa": 75})}},
    )
    (folder / "scenarios").mkdir()
    changed = {"units": own(units.replace("guam: us marine", "guam: us marine*3"))}
    (folder / "scenarios" / "standard.json").write_text(json.dumps(changed))
    run, game = begun(tmp_path, "pacific", folder)
    assert run.code == 0, run
    shutil.rmtree(folder)
    assert pbem("show", game, "money", "japan").out == "31\n"
    assert pbem("show", game, "control", "guahan").out == pbem("show", game, "control", "guam").out == "usa\n"
    plain = tmp_path / "plain.json"
    assert pbem("new", START["pacific"], "-o", plain).code == 0
    for query, more in ((("production", "usa"), 2), (("count", "marine", "us"), 2)):
        mine, usual = (int(pbem("show", path, *query).out) for path in (game, plain))
        assert mine - usual == more
    assert "units/types/infantry/cost: 3 -> 2" in pbem("data", game).out
    assert read(str(game)).current_board().parts.types["infantry"].cost == 2
    played(game, 4)


def test_cataclysm_is_played_by_the_values_of_a_pack(tmp_path):
    folder = pack(
        tmp_path / "pack",
        "cataclysm",
        map={"areas": {"spain": {"name": own("Hispania")}}},
        powers={"powers": {"germany": {"commitment": {"rearmament": {"forcePoolLimit": own(19)}}}}},
        crisis={"peacetime": {"1-1": {"name": own("Quiet days")}}},
    )
    (folder / "scenarios").mkdir()
    (folder / "scenarios" / "c2.json").write_text(json.dumps({"warStatus": own("limited")}))
    run, game = begun(tmp_path, "cataclysm", folder)
    assert run.code == 0, run
    shutil.rmtree(folder)
    board = read(str(game)).current_board()
    assert board.parts.cards["germany"]["commitment"]["rearmament"]["forcePoolLimit"] == 19
    assert board.parts.crisis["peacetime"]["1-1"]["name"] == "Quiet days"
    assert board.war_status == "limited"
    assert "pack" not in board.to_json(), "the charter holds the pack, once"
    assert pbem("show", game, "kind", "hispania").out == "land\n"
    assert 'map/areas/spain/name: "Spain" -> "Hispania"' in pbem("data", game).out
    played(game, 3)


def test_a_pack_that_breaks_the_schemas_of_pacific_gets_every_problem(tmp_path):
    folder = pack(
        tmp_path / "bad",
        "pacific",
        units={"types": {"infantry": {"cost": {"value": "two", **OWN}}}},
        map={"areas": {"guam": {"ipc": 2}, "gaum": {"ipc": own(1)}}},
        turn={"victory": {"points": own(0)}},
    )
    run, game = begun(tmp_path, "pacific", folder)
    assert codes(run) == {"schema-wrong-type", "schema-out-of-range", "pack-unknown-id"}
    assert len(run.json["problems"]) == 4 and not game.exists()
    assert all(":" in problem["where"] for problem in run.json["problems"]), "each has its line"


def test_a_pack_that_breaks_the_schemas_of_cataclysm_gets_every_problem(tmp_path):
    folder = pack(
        tmp_path / "bad",
        "cataclysm",
        map={"areas": {"spain": {"resistance": own(9), "adverse": None}}},
        turn_track={"turns": own(["1933"])},
        crisis={"wartime": {"1-1": {"category": "calm"}}},
    )
    run, game = begun(tmp_path, "cataclysm", folder)
    assert codes(run) == {"schema-out-of-range", "schema-missing-field", "schema-wrong-form", "schema-wrong-value"}
    assert len(run.json["problems"]) == 4 and not game.exists()


def an_island():
    """Another island, with all that one of the map has."""
    return {"areas": {"atlantis": {**load_raw("pbem.games.pacific", "map")["areas"]["guam"], "name": "Atlantis"}}}


PACIFIC = [
    ("map", {"areas": {"guam": None}}, {"pac-data-gone", "pac-data-unknown"}),
    ("map", {"links": {"guam/sz99": own("land-sea")}}, {"pac-data-unknown"}),
    ("map", {"links": {"sz54/india": own("land-sea")}}, {"pac-data-link-order"}),
    ("map", {"links": {"burma/india": own("land-sea")}}, {"pac-data-link-kind"}),
    ("map", {"areas": {"india": {"naval_base": own(["sz1"])}}}, {"pac-data-not-beside"}),
    ("map", an_island, {"pac-data-cut-off", "pac-data-not-beside"}),
    ("map", {"areas": {"burma": {"capital_of": "india"}}}, {"pac-data-capital"}),
    ("units", {"types": {"infantry": None}}, {"pac-data-gone", "pac-data-unknown"}),
    ("turn", {"powers": {"us": {"nations": ["usa", "china", "india"]}}}, {"pac-data-nation"}),
    ("turn", {"victory": {"capital_for_allies": own("tokyo")}}, {"pac-data-unknown"}),
    ("turn", {"loss_orders": {"land-attack": own(["infantry", "armor"])}}, {"pac-data-loss-order"}),
    ("scenarios/empty", {"units": own("guam: us battleship")}, {"pac-data-place"}),
    ("scenarios/empty", {"units": own("sz1: us infantry")}, {"pac-data-place"}),
    ("scenarios/empty", {"units": own("atlantis: us infantry")}, {"unknown-name"}),
]


@pytest.mark.parametrize(("file", "changes", "expected"), PACIFIC)
def test_what_must_hold_between_the_files_of_pacific(tmp_path, file, changes, expected):
    folder = pack(tmp_path / "bad", "pacific")
    (folder / "scenarios").mkdir()
    (folder / f"{file}.json").write_text(json.dumps(changes() if callable(changes) else changes))
    assert codes(begun(tmp_path, "pacific", folder)[0]) == expected


EDGE = {"type": own("border"), "modes": ["land", "air"]}
CATACLYSM = [
    ("map", {"areas": {"spain": None}}, {"ca-data-gone", "ca-data-unknown"}),
    ("map", {"edges": {"spain--atlantis": EDGE}}, {"ca-data-unknown"}),
    ("map", {"edges": {"spain--spain": EDGE}}, {"ca-data-edge"}),
    ("map", {"edges": {"london--north-sea": {**EDGE, "modes": ["naval"]}}}, {"ca-data-edge-twice"}),
    ("map", {"edges": {"north-sea--london": {"modes": ["land"]}}}, {"ca-data-edge-kind"}),
    ("map", {"impassable": {"london--north-sea": own(True)}}, {"ca-data-impassable"}),
    ("map", {"edges": {"western-approaches--spain": {"coast": {"spain": "west"}}}}, {"ca-data-coast"}),
    (
        "map",
        {"areas": {"spain": {"capital": own(True), "owner": own({"type": "home", "power": "uk"})}}},
        {"ca-data-capital"},
    ),
    ("powers", {"powers": {"uk": {"ideology": "communist"}}}, {"ca-data-ideology"}),
    ("powers", {"powers": {"uk": {"provokes": own([])}}}, {"ca-data-provokes"}),
    ("powers", {"powers": {"uk": {"units": {"army": own(1)}}}}, {"ca-data-too-many"}),
    ("crisis", {"peacetime": {"1-1": None}}, {"ca-data-no-event"}),
    ("crisis", {"peacetime": {"1-1": {"roll": own("2-1")}}}, {"ca-data-roll"}),
    (
        "crisis",
        {"wartime": {"1-1": {"effects": own([{"op": "loyalty-check", "areas": ["atlantis"]}])}}},
        {"ca-data-unknown"},
    ),
    ("scenarios/c2", {"endTurn": own("1935-36")}, {"ca-data-turns"}),
    ("scenarios/c2", {"startTurn": own("1951-52")}, {"ca-data-unknown"}),
    ("scenarios/c2", {"maps": ["pacific"]}, {"ca-data-unknown"}),
    ("scenarios/c2", {"powersInPlay": own(["germany", "italy", "france", "uk", "japan"])}, {"ca-data-powers"}),
]


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("file", "changes", "expected"), CATACLYSM)
def test_what_must_hold_between_the_files_of_cataclysm(tmp_path, file, changes, expected):
    folder = pack(tmp_path / "bad", "cataclysm")
    (folder / "scenarios").mkdir()
    (folder / f"{file}.json").write_text(json.dumps(changes))
    assert codes(begun(tmp_path, "cataclysm", folder)[0]) == expected
