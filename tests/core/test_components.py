"""Reading components, and component packs: what they change, what is refused, what a charter keeps."""

import json
import os

import pytest

from pbem.core.data import components
from pbem.core.data.canon import CanonError
from pbem.core.data.problems import BrokenFile, Refused

PACKAGE = "pbem.games.red_dragon"


class Title:
    """What of a title the packs need."""

    id = "red-dragon"
    package = PACKAGE

    @staticmethod
    def check_components(plain):
        from pbem.games.red_dragon.views import component_checks

        return component_checks.check(plain)


ABOUT = {
    "pbem": "pack/1",
    "name": "my-copy",
    "version": "1",
    "title": "red-dragon",
    "author": "Ann",
    "rights": "hers",
}


def own(value):
    return {"value": value, "from": "owner", "cite": "my copy"}


def pack_of(folder, about=ABOUT, **files):
    """A pack folder with these changes, or texts, by component file."""
    (folder / "pack.json").write_text(json.dumps(about))
    for name, changes in files.items():
        text = changes if isinstance(changes, str) else json.dumps(changes, indent=1)
        (folder / f"{name}.json").write_text(text)
    return str(folder)


def refused(folder):
    with pytest.raises(Refused) as caught:
        components.read_pack(folder, Title)
    return caught.value.problems


# -- reading -----------------------------------------------------------------------------------------------


def test_all_component_files_are_found():
    found = components.names(PACKAGE)
    assert found == sorted(found)
    assert {"map", "units", "tables", "scenarios/empty", "scenarios/ready", "scenarios/standard"} <= set(found)


@pytest.mark.parametrize("name", components.names(PACKAGE))
def test_values_come_without_their_wrappers(name):
    document, raw = components.load(PACKAGE, name), components.load_raw(PACKAGE, name)
    assert document == components.plain(raw)
    assert list(components.provenance(document)) == []


def test_provenance_names_place_value_and_origin():
    raw = components.load_raw(PACKAGE, "map")
    origins = {path: (value, origin, cite) for path, value, origin, cite in components.provenance(raw)}
    assert origins["/areas/taiwan/vp"] == (6, "rulebook", "4.5")
    assert origins["/links/taiwan~1taiwan-strait/type"] == ("coast", "rulebook", "7.5")


def test_the_digest_is_that_of_the_canonical_form():
    # printf '{"a":[1,"K\\xc3\\xb6ln"],"b":true}' | sha256sum
    expected = "fffc0095a2e29b27bb7ac8031692a61f2c96f6f4aa1e0e6198f3477fd1719ec2"
    one, other = {"b": True, "a": [1, "K\u00f6ln"]}, {"a": [1, "K\u00f6ln"], "b": True}
    assert components.digest(one) == components.digest(other) == expected
    with pytest.raises(CanonError):
        components.digest({"a": 1.5})


# -- merging -----------------------------------------------------------------------------------------------


def test_objects_merge_by_key_and_all_else_is_replaced_whole():
    base = {"a": {"b": own(1), "c": [1, 2], "d": {"e": 1, "f": 2}}, "g": 3}
    changes = {"a": {"b": {"value": 2, "from": "owner"}, "c": [3], "d": {"e": None}, "h": {"i": 1, "j": None}}}
    assert components.merged(base, changes) == {
        "a": {"b": {"value": 2, "from": "owner"}, "c": [3], "d": {"f": 2}, "h": {"i": 1}},
        "g": 3,
    }
    assert base["a"]["c"] == [1, 2] and base["a"]["d"] == {"e": 1, "f": 2}


def test_effective_changes_are_those_that_change_something():
    base = {"a": {"b": own(1), "c": [1, 2]}, "d": 4}
    changes = {"a": {"b": own(1), "c": [2]}, "d": None, "e": None, "f": {"g": 1}}
    real = components.effective(base, changes)
    assert real == {"a": {"c": [2]}, "d": None, "f": {"g": 1}}
    assert components.merged(base, real) == components.merged(base, changes)


def test_null_where_the_component_file_holds_null_is_no_change():
    base = {"a": {"owner": None, "b": 1}}
    assert components.merged(base, base) == base
    assert components.effective(base, base) == {}
    assert components.merged(base, {"a": {"owner": None, "b": None}}) == {"a": {"owner": None}}


# -- packs -------------------------------------------------------------------------------------------------


def test_a_pack_changes_values_and_the_charter_part_is_enough_to_play(tmp_path):
    folder = pack_of(
        tmp_path,
        map={"areas": {"taiwan": {"vp": own(7), "landing": own(True), "notes": ["as printed"]}}},
        units={"units": {"prc-j-10-1": {"factors": own({"land": 3, "air": 4, "asw": 0, "surface": 2})}}},
    )
    pack = json.loads(json.dumps(components.read_pack(folder, Title)))
    assert (pack["name"], pack["version"], pack["author"]) == ("my-copy", "1", "Ann")
    assert sorted(pack["changes"]) == ["map", "units"]
    assert pack["digest"] == components.digest(pack["changes"])
    map_ = components.load(PACKAGE, "map", pack)
    assert map_["areas"]["taiwan"]["vp"] == 7 and map_["areas"]["taiwan"]["notes"] == ["as printed"]
    assert map_["areas"]["kyushu"] == components.load(PACKAGE, "map")["areas"]["kyushu"]
    assert components.load(PACKAGE, "units", pack)["units"]["prc-j-10-1"]["factors"]["air"] == 4
    assert components.load(PACKAGE, "tables", pack) == components.load(PACKAGE, "tables")


def test_null_removes_and_new_ids_are_allowed(tmp_path):
    unit = components.load_raw(PACKAGE, "units")["units"]["prc-j-10-1"] | {"name": "J-11"}
    folder = pack_of(tmp_path, units={"units": {"prc-j-11-1": unit, "prc-j-6-1": None}})
    pack = components.read_pack(folder, Title)
    units = components.load(PACKAGE, "units", pack)["units"]
    assert units["prc-j-11-1"]["name"] == "J-11" and "prc-j-6-1" not in units


def test_an_exported_pack_is_complete_and_changes_nothing(tmp_path):
    folder = str(tmp_path / "copy")
    written = components.export(folder, Title)
    assert sorted(os.path.relpath(path, folder) for path in written) == sorted(
        ["pack.json", *(f"{name}.json" for name in components.names(PACKAGE))]
    )
    pack = components.read_pack(folder, Title)
    assert pack["changes"] == {}
    with pytest.raises(BrokenFile, match="already holds"):
        components.export(folder, Title)


def test_all_problems_of_a_pack_are_told_at_once_with_their_lines(tmp_path):
    folder = pack_of(
        tmp_path,
        map='{"areas": {\n "tiawan": {"vp": 5},\n "taiwan": {"vp": 5,\n  "lnading": true},\n "luzn": null}}',
        unit="{}",
        tables='{"combat": {"port_bonus": {"value": 1.5}}}',
    )
    problems = {problem.code: problem for problem in refused(folder)}
    places = {code: os.path.relpath(problem.where, folder) for code, problem in problems.items()}
    assert places == {
        "pack-unknown-id": "map.json:2",
        "schema-wrong-type": "map.json:3",
        "schema-unknown-field": "map.json:4",
        "pack-removes-nothing": "map.json:5",
        "pack-unknown-file": "unit.json",
        "file-not-json": "tables.json:1:37",
    }
    assert problems["pack-unknown-id"].hint.startswith("Did you mean taiwan?")
    assert problems["pack-removes-nothing"].hint == "Did you mean luzon?"
    assert "landing" in problems["schema-unknown-field"].hint
    assert "units" in problems["pack-unknown-file"].hint


def test_what_the_title_wants_to_hold_is_checked_when_the_schemas_are_content(tmp_path):
    folder = pack_of(tmp_path, map={"areas": {"kyushu": {"base": own(False)}}, "links": {"taiwan/taiwan-strait": None}})
    codes = [problem.code for problem in refused(folder)]
    assert set(codes) == {"rd-data-no-base"} and len(codes) == 4


@pytest.mark.parametrize(
    ("about", "code"),
    [
        (ABOUT | {"title": "pacific"}, "pack-wrong-title"),
        ({key: value for key, value in ABOUT.items() if key != "rights"}, "schema-missing-field"),
        (ABOUT | {"pbem": "pack/2"}, "schema-wrong-value"),
    ],
)
def test_a_pack_for_something_else_is_refused(tmp_path, about, code):
    assert [problem.code for problem in refused(pack_of(tmp_path, about))] == [code]


def test_a_folder_without_pack_json_is_refused(tmp_path):
    assert [problem.code for problem in refused(str(tmp_path))] == ["pack-missing"]
    assert [problem.code for problem in refused(str(tmp_path / "nowhere"))] == ["pack-missing"]
