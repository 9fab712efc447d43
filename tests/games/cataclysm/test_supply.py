"""2.3.9 production sites, 4.3 lines of communications, 9.6 supply."""

import pytest
from cataclysm_table import board, only, run, unit

from pbem.games.cataclysm.rules.operations import operation
from pbem.games.cataclysm.rules.supply import has_loc, is_supplied, loc_reach, needs_supply, production_sites

EDITIONS = ["2018", "2022"]


def test_2_3_9_limited_resources_and_foreign_owners_make_no_site():
    """EX-2.3.9-1 and -2."""
    made = board("", cubes={"paris": "germany"})
    made.limited = ["rome"]
    assert production_sites(made, "italy") == ["lombardy"]
    assert "paris" not in production_sites(made, "france") + production_sites(made, "germany")


def test_12_1_1_the_ruhr_is_no_site_while_demilitarized():
    made = board()
    assert production_sites(made, "germany") == ["berlin", "ruhr"]
    made.place["ge-rhineland-demilitarized"] = "ruhr"
    made.version += 1
    assert production_sites(made, "germany") == ["berlin"]


@pytest.mark.parametrize("edition, reached", [("2018", True), ("2022", False)])
def test_4_3_mixed_areas_that_are_not_friendly(edition, reached):
    """EX-4.3-1: 2018 a line may pass a mixed area that no enemy controls; 2022 it must be friendly (D029)."""
    made = board("", edition)
    assert has_loc(made, "germany", "denmark") == reached
    hostile = board("", edition, cubes={"denmark": "uk"}, war=("germany", "uk"))
    assert not has_loc(hostile, "germany", "denmark")


@pytest.mark.parametrize("edition", EDITIONS)
def test_4_3_moscow_lies_behind_restricted_land(edition):
    """EX-4.3-2."""
    cubes = dict.fromkeys(("poland", "belorussia", "smolensk", "moscow", "ukraine"), "germany")
    made = board("", edition, cubes=cubes)
    assert has_loc(made, "germany", "belorussia") and not has_loc(made, "germany", "moscow")


@pytest.mark.parametrize("edition", EDITIONS)
def test_4_3_enemy_ships_cut_the_sea_and_neutral_ones_do_not(edition):
    """EX-4.4.1: German units at Iceland and in the North Atlantic."""
    units = "iceland: ge submarine; north-atlantic: ge submarine; norwegian-sea: ge submarine; mid-atlantic: ge fleet"
    cut = board(units, edition, war=("uk", "germany"))
    open_sea = board(units, edition)
    assert not has_loc(cut, "uk", "canada") and has_loc(open_sea, "uk", "canada")


def test_4_3_a_belligerent_needs_a_port_within_two_areas():
    made = board("", war=("germany", "uk"))
    reach = loc_reach(made, "germany")
    assert "norwegian-sea" in reach and "north-atlantic" not in reach
    assert "north-atlantic" in loc_reach(board(), "germany")


@pytest.mark.parametrize("edition, exempt", [("2018", True), ("2022", False)])
def test_9_6_rice_and_water(edition, exempt):
    """12.1.3: Japanese infantry and fortresses need no supply in 2018, tank armies do."""
    made = board("burma: jp army; siam: jp tank", edition, cubes={"burma": "japan", "siam": "japan"})
    assert needs_supply(made, unit(made, "burma", "army")) != exempt
    assert needs_supply(made, unit(made, "siam", "tank"))


def moscow(edition):
    """9.6: a tank army in Smolensk without a line, an air force in Leningrad supplied over the Baltic."""
    cubes = dict.fromkeys(("smolensk", "leningrad"), "germany")
    return board(
        "smolensk: ge tank; leningrad: ge air; moscow: su army, su air; urals: su army",
        edition,
        cubes=cubes,
        war=("germany", "ussr"),
        commitment={"germany": "total-war"},
    )


@pytest.mark.parametrize("edition", EDITIONS)
def test_9_6_only_the_combat_of_the_unsupplied_unit_suffers(edition):
    """EX-9.6-1: no penalty in the air combat, -1 in the land combat."""
    made = moscow(edition)
    tank, air = unit(made, "smolensk", "tank"), unit(made, "leningrad", "air")
    assert not is_supplied(made, tank) and is_supplied(made, air)
    play = {"act": "operation", "form": "land", "target": "moscow", "units": [tank], "support": [air]}
    facts = run(
        made,
        operation,
        "germany",
        play,
        dice=[[5, 4], [4, 4], ("combat/land/attack", [3, 1, 1]), [3]],
        answers=[
            ("combat-reply", "ussr", {"retreat": False, "losses": ["su-air-1"], "to": {}}),
            ("combat-reply", "germany", {"retreat": False, "to": {tank: "smolensk", air: "leningrad"}}),
            ("regroup", "ussr", {"moves": {}}),
        ],
    )
    air_combat, land_combat = [fact for fact in facts if fact["type"] == "combat-rolled"]
    assert air_combat["attack"]["modifiers"] == []
    assert [each["why"] for each in land_combat["attack"]["modifiers"]] == ["limited-supply"]
    assert only(facts, "supply-limited")["units"] == [tank]


@pytest.mark.parametrize("edition, marked", [("2018", False), ("2022", True)])
def test_9_6_supporting_units_need_supply_since_2022(edition, marked):
    """D094: an air force in cut-off Leningrad."""
    made = moscow(edition)
    made.place["su-submarine-1"] = "baltic-sea"
    made.place["ge-air-2"] = "smolensk"
    made.version += 1
    play = {
        "act": "operation",
        "form": "land",
        "target": "moscow",
        "units": [unit(made, "smolensk", "tank")],
        "support": ["ge-air-2"],
    }
    facts = run(
        made,
        operation,
        "germany",
        play,
        dice=[[5, 5], [3, 3], [3, 1, 1], [3]],
        answers=[
            ("combat-reply", "ussr", {"retreat": False, "losses": ["su-air-1"], "to": {}}),
            ("combat-reply", "germany", {"retreat": False}),
            ("regroup", "ussr", {"moves": {}}),
        ],
    )
    air_combat = next(fact for fact in facts if fact["type"] == "combat-rolled")
    assert bool(air_combat["attack"]["modifiers"]) == marked
