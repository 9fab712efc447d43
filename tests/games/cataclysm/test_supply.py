"""2.3.9 production sites, 4.3 lines of communications, 9.6 supply."""

import pytest
from cataclysm_table import board, only, run, unit

from pbem.games.cataclysm.rules.operations import operation
from pbem.games.cataclysm.rules.supply import has_loc, is_supplied, loc_reach

EDITIONS = ["2018", "2022"]


@pytest.mark.parametrize("edition, reached", [("2018", True), ("2022", False)])
def test_4_3_mixed_areas_that_are_not_friendly(edition, reached):
    """EX-4.3-1: 2018 a line may pass a mixed area that no enemy controls; 2022 it must be friendly (D029)."""
    made = board("", edition)
    assert has_loc(made, "germany", "denmark") == reached
    hostile = board("", edition, cubes={"denmark": "uk"}, war=("germany", "uk"))
    assert not has_loc(hostile, "germany", "denmark")


def test_4_3_a_belligerent_needs_a_port_within_two_areas():
    made = board("", war=("germany", "uk"))
    reach = loc_reach(made, "germany")
    assert "norwegian-sea" in reach and "north-atlantic" not in reach
    assert "north-atlantic" in loc_reach(board(), "germany")


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
