"""Where data come from, and component packs from export to a verified game."""

import json
import os
import shutil

import pytest

from pbem.core.play.gamefile import read
from pbem.core.title import evidence
from tests.cli.tools import pbem, waits_for, write_orders

OWN = {"from": "owner", "cite": "my copy"}


def pack(folder, **files):
    """A component pack with these files of changes."""
    folder.mkdir(exist_ok=True)
    about = {
        "pbem": "pack/1",
        "name": "my-copy",
        "version": "2",
        "title": "red-dragon",
        "author": "Ann",
        "rights": "mine alone",
    }
    for name, changes in {"pack": about, **files}.items():
        (folder / f"{name}.json").write_text(changes if isinstance(changes, str) else json.dumps(changes, indent=1))
    return folder


def test_the_files_of_a_title_and_the_origins_of_their_values():
    found = pbem("data", "red-dragon", "--json").json
    rows = {row["file"]: row["origins"] for row in found["files"]}
    assert {"map", "units", "tables", "scenarios/ready"} <= set(rows)
    assert rows["units"]["reconstructed"] > 100 and rows["tables"]["rulebook"] > 100
    text = pbem("data", "red-dragon").out
    assert f"{rows['map']['reconstructed']} reconstructed" in text


def test_every_value_that_is_not_verified_is_listed_and_no_other():
    found = pbem("data", "red-dragon", "--unverified", "--json").json
    count = sum(row["origins"]["reconstructed"] + row["origins"]["recalled"] for row in found["files"])
    assert len(found["values"]) == count
    assert {row["from"] for row in found["values"]} <= {"reconstructed", "recalled"}
    assert "units/units/prc-su-27-2/factors" in pbem("data", "red-dragon", "--unverified").out


def test_what_one_volunteer_published_is_not_verified():
    found = pbem("data", "pacific", "--unverified", "--json").json
    count = {origin: sum(row["origins"][origin] for row in found["files"]) for origin in evidence.ORIGINS}
    assert count["volunteer"] > 590 and count["public"] < 5
    assert len(found["values"]) == count["volunteer"] + count["recalled"] + count["reconstructed"]
    assert {row["from"] for row in found["values"] if row["cite"].startswith("TripleA map")} == {"volunteer"}
    assert "scenarios/standard" in {row["file"] for row in found["values"]}
    text = " ".join(pbem("data", "pacific", "--unverified").out.split())
    assert f"Not checked against a printed copy: {count['volunteer']} volunteer" in text
    assert "six published differences undone" in text
    assert "volunteer" not in pbem("data", "red-dragon").out


def test_a_value_of_an_owner_is_no_volunteer_s(tmp_path):
    changed = {"areas": {"guam": {"ipc": {"value": 0, "from": "owner", "cite": "TripleA map is wrong"}}}}
    folder = pack(tmp_path / "pack", map=changed)
    about = json.loads((folder / "pack.json").read_text())
    (folder / "pack.json").write_text(json.dumps({**about, "title": "pacific"}))
    game = tmp_path / "g.json"
    assert pbem("new", "pacific", "--components", folder, "-o", game).code == 0
    values = pbem("data", game, "--unverified", "--json").json["values"]
    assert "/areas/guam/ipc" not in {row["pointer"] for row in values}
    assert "/areas/guam/colour" in {row["pointer"] for row in values}


def test_an_exported_pack_that_nobody_edits_changes_nothing(tmp_path):
    assert pbem("data", "red-dragon", "--export", tmp_path / "copy").code == 0
    game = tmp_path / "g.json"
    assert pbem("new", "red-dragon/ready", "--components", tmp_path / "copy", "-o", game).code == 0
    assert read(str(game)).charter["pack"]["changes"] == {}
    assert pbem("data", "red-dragon", "--export", tmp_path / "copy").code == 4, "nothing is overwritten"


def test_a_game_made_with_a_pack_plays_by_it_and_verifies_without_the_folder(tmp_path):
    """A counter that only this pack has is named in orders, and its factors decide."""
    from pbem.core.data.components import load_raw

    strong = load_raw("pbem.games.red_dragon", "units")["units"]["prc-jh-7-1"]
    strong = {**strong, "factors": {"value": {"land": 5, "air": 5, "asw": 5, "surface": 5}, **OWN}}
    ready = load_raw("pbem.games.red_dragon", "scenarios/ready")["units"]
    folder = pack(
        tmp_path / "pack",
        units={"units": {"prc-jh-7-9": strong}},
        map={"areas": {"taiwan": {"vp": {"value": 5, **OWN}}}},
    )
    (folder / "scenarios").mkdir()
    (folder / "scenarios" / "ready.json").write_text(json.dumps({"units": [*ready, "China Central: prc-jh-7-9"]}))
    game = tmp_path / "g.json"
    run = pbem("new", "red-dragon/ready", "--components", folder, "-o", game)
    assert run.code == 0 and "Component pack my-copy 2" in run.err
    shutil.rmtree(folder)
    charter = read(str(game)).charter
    assert charter["pack"]["changes"]["map"] == {"areas": {"taiwan": {"vp": {"value": 5, **OWN}}}}
    assert len(charter["pack"]["digest"]) == 64
    told = pbem("data", game).out
    assert charter["pack"]["digest"] in told and "map/areas/taiwan/vp: 6 -> 5" in told
    while waits_for(game) != ["prc"] or pbem("status", game, "--json").json["waiting"][0]["kind"] != "op":
        assert pbem("adjudicate", game, "-o", game, "--deadlines-passed").code == 0
    strike = write_orders(game, "prc", "op 5 with prc jh-7 9")
    assert pbem("adjudicate", game, strike, "-o", game).code == 0
    facts = [line["fact"] for part in pbem("report", game, "--json").json["story"] for line in part["lines"]]
    assert [fact["base"] for fact in facts if fact.get("shooter") == "prc-jh-7-9"] == [5]
    run = pbem("verify", game)
    assert run.code == 0 and "Everything holds." in run.out


def test_a_pack_that_breaks_schemas_and_rules_gets_every_problem_with_its_line(tmp_path):
    folder = pack(
        tmp_path / "bad",
        units='{"units": {\n "us-cvn-1": {"steps": {"value": "two"}},\n "us-cnv-2": {}}}',
        map='{"areas": {\n "taiwan": {"vp": {"value": 1.5, "from": "owner"}}}}',
        tabels={},
    )
    run = pbem("new", "red-dragon/ready", "--components", folder, "-o", tmp_path / "g.json", "--json")
    places = {os.path.basename(problem["where"]): problem["code"] for problem in run.json["problems"]}
    assert run.code == 3 and {"units.json:2", "units.json:3", "tabels.json"} <= set(places)
    assert any(place.startswith("map.json:2") for place in places)
    assert sorted(os.listdir(tmp_path)) == ["bad"], "no game and no secret is left"


def test_what_must_hold_between_the_files_is_checked(tmp_path):
    folder = pack(tmp_path / "bad", map={"areas": {"kyushu": {"base": {"value": False, **OWN}}}})
    run = pbem("new", "red-dragon/ready", "--components", folder, "-o", tmp_path / "g.json", "--json")
    assert run.code == 3 and {problem["code"] for problem in run.json["problems"]} == {"rd-data-no-base"}


@pytest.mark.parametrize("make", ["nothing", "no pack.json", "another title"])
def test_a_folder_that_is_no_pack_for_this_title(tmp_path, make):
    folder = tmp_path / "pack"
    if make != "nothing":
        pack(folder)
    if make == "no pack.json":
        (folder / "pack.json").unlink()
    elif make == "another title":
        (folder / "pack.json").write_text((folder / "pack.json").read_text().replace("red-dragon", "pacific"))
    run = pbem("new", "red-dragon/ready", "--components", folder, "-o", tmp_path / "g.json")
    assert run.code == 3 and "pack" in run.err and not (tmp_path / "g.json").exists()


def test_other_data_than_the_charter_says_stop_adjudication(tmp_path, monkeypatch):
    from pbem.core.record import charter as charters

    game = tmp_path / "g.json"
    assert pbem("new", "red-dragon/ready", "-o", game).code == 0
    before = game.read_bytes()
    installed = charters.component_digests
    monkeypatch.setattr(charters, "component_digests", lambda title: {**installed(title), "map": "0" * 64})
    for run in (pbem("adjudicate", game, "-o", game), pbem("verify", game)):
        told = " ".join((run.out + run.err).split())
        assert run.code == 5 and "The component data map differ" in told and "Install the version" in told
    assert game.read_bytes() == before
    assert pbem("status", game).code == pbem("report", game).code == 0, "to look at it needs no rules"


def test_other_data_of_another_scenario_stops_nothing(tmp_path, monkeypatch):
    from pbem.core.record import charter as charters

    game = tmp_path / "g.json"
    assert pbem("new", "red-dragon/ready", "-o", game, "--secret", tmp_path / "s").code == 0
    installed = charters.component_digests
    changed = {"scenarios/standard": "0" * 64}
    monkeypatch.setattr(charters, "component_digests", lambda title: {**installed(title), **changed})
    assert pbem("verify", game).code == 0
    changed["scenarios/ready"] = "0" * 64
    assert "The component data scenarios/ready differ" in pbem("verify", game).out


def test_a_title_that_does_not_exist():
    run = pbem("data", "chess")
    assert run.code == 2 and "red-dragon" in run.err


def test_a_game_with_a_pack_knows_the_names_that_the_pack_gives(tmp_path):
    folder = pack(tmp_path / "pack", map={"areas": {"taiwan": {"name": "Formosa"}}})
    game = tmp_path / "g.json"
    assert pbem("new", "red-dragon/ready", "--components", folder, "-o", game).code == 0
    assert pbem("show", game, "control", "formosa").out == pbem("show", game, "control", "taiwan").out == "allied\n"
