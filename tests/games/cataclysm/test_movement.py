"""7 Occupation, movement and range; 8.4 deployment."""

import pytest
from cataclysm_table import board, only, run, unit

from pbem.games.cataclysm.rules.deployment import deployment, deployment_problems
from pbem.games.cataclysm.rules.movement import (
    deployment_reach,
    is_adjacent_for,
    may_occupy,
    naval_steps,
    operation_range,
    within,
)
from pbem.games.cataclysm.rules.occupation import Stacks, occupation_problems, sea_limits, special_base_for
from pbem.games.cataclysm.rules.retreat import excess_units, expel

EDITIONS = ["2018", "2022"]
AT_WAR = ("germany", "france uk")


def codes(problems):
    return [problem.code for problem in problems]


def numbers(problems):
    return [problem.rule for problem in problems]


def reach_of(board, unit):
    """Where a deployment brings a unit from where it stands."""
    return deployment_reach(board, unit, (board.at(unit), board.coast.get(unit)))


# -- 7.1 -----------------------------------------------------------------------------------------------------


def test_2_2_a_fleet_may_occupy_benelux_and_not_bavaria():
    made = board("berlin: ge fleet", cubes={"benelux": "germany"})
    fleet = unit(made, "berlin", "fleet")
    assert may_occupy(made, fleet, "benelux")
    assert not may_occupy(made, fleet, "bavaria")


@pytest.mark.parametrize(
    "stack, wrong",
    [
        ("ge army, ge tank", []),
        ("ge army, ge army, ge army", ["7.1.1"]),
        ("ge army, ge fortress", []),
        ("ge fortress, ge fortress", ["7.1.1"]),
        ("ge air, ge strategic, ge fleet, ge submarine, ge logistics", []),
        ("ge air, ge air, ge air", ["7.1.1"]),
        ("ge fleet, ge fleet, ge submarine", ["7.1.1"]),
        ("ge logistics", []),
    ],
)
def test_7_1_1_land_areas(stack, wrong):
    made = board(f"berlin: {stack}")
    assert numbers(occupation_problems(made, Stacks(made), "berlin", "fascist")) == wrong


def test_7_1_1_a_minor_army_takes_room_of_its_controller():
    made = board("poland: minor, ge army, ge army", cubes={"poland": "germany"})
    assert numbers(occupation_problems(made, Stacks(made), "poland", "fascist")) == ["7.1.1"]


def test_2_2_8_a_remote_area_holds_any_number_of_its_controller_only():
    many = ", ".join(["uk army"] * 5)
    made = board(f"canada: {many}", war=AT_WAR, allies="france uk")
    assert not occupation_problems(made, Stacks(made), "canada", "democratic")
    made = board("canada: fr army", war=AT_WAR, allies="france uk")
    assert codes(occupation_problems(made, Stacks(made), "canada", "democratic")) == ["ca-remote"]


def test_7_1_same_ideology_shares_only_as_belligerent_allies():
    """R-7.1-stacking: an alliance alone is not enough."""
    assert occupation_problems(*_franco_british(war=(), allies="france uk"))
    assert occupation_problems(*_franco_british(war=AT_WAR, allies=()))
    assert not occupation_problems(*_franco_british(war=AT_WAR, allies="france uk"))


def _franco_british(**how):
    made = board("paris: fr army, uk army", **how)
    return made, Stacks(made), "paris", "democratic"


@pytest.mark.parametrize("edition", EDITIONS)
def test_7_1_2_beside_a_port_one_naval_unit_and_one_strategic_air_force(edition):
    """The example of Scotland and the Norwegian Sea (EX-7.1.2-1)."""
    made = board("", edition, war=AT_WAR)
    limits = sea_limits(made, "norwegian-sea", "uk")
    assert limits["naval"] == 1 and limits["strategic"] == 1 and limits["air"] == 0
    at_peace = board("", edition)
    assert not any(sea_limits(at_peace, "norwegian-sea", "uk").values())


def test_7_1_2_a_base_holds_one_of_each_and_nothing_adds_up():
    made = board("", war=AT_WAR)
    limits = sea_limits(made, "eastern-mediterranean", "uk")
    assert (limits["naval"], limits["air"], limits["logistics"]) == (1, 1, 1) and "strategic" not in limits


def test_7_1_2_submarines_reach_two_areas_from_a_port():
    """EX-7.1.2-3: the Western Approaches from Ruhr; with Brittany fleets and air forces come nearer."""
    made = board("western-approaches: ge submarine", war=AT_WAR)
    assert not occupation_problems(made, Stacks(made), "western-approaches", "fascist")
    limits = sea_limits(made, "western-approaches", "germany")
    assert limits["submarine"] == 1 and limits["naval"] == 0 and "strategic" not in limits
    made = board("", war=AT_WAR, cubes={"brittany": "germany"})
    limits = sea_limits(made, "western-approaches", "germany")
    assert limits["naval"] == 1 and limits["strategic"] == 1
    for area in ("north-atlantic", "mid-atlantic"):
        assert sea_limits(made, area, "germany")["submarine"] == 1


def test_7_1_4_a_logistics_unit_doubles_a_base():
    """EX-7.1.4-1, the Carolines."""
    made = board("carolines: jp logistics, jp fleet, jp fleet, jp air, jp air")
    assert not occupation_problems(made, Stacks(made), "carolines", "fascist")
    made = board("carolines: jp fleet, jp fleet")
    assert numbers(occupation_problems(made, Stacks(made), "carolines", "fascist")) == ["7.1.2"]


def test_7_1_3_restricted_terrain_halves_the_limits_unless_supplied():
    made = board("libya: it army, it army, it air, it air")
    assert numbers(occupation_problems(made, Stacks(made), "libya", "fascist")) == ["7.1.3", "7.1.3"]
    made = board("libya: it army, it army, it air, it air, it logistics")
    assert not occupation_problems(made, Stacks(made), "libya", "fascist")


def test_12_3_1_general_winter_frees_soviet_home_areas():
    made = board("ukraine: su army, su army; libya: it army")
    assert not occupation_problems(made, Stacks(made), "ukraine", "communist")
    made = board("ukraine: ge army, ge army", cubes={"ukraine": "germany"})
    assert occupation_problems(made, Stacks(made), "ukraine", "fascist")


@pytest.mark.parametrize("edition, barred", [("2018", False), ("2022", True)])
def test_12_1_1_no_german_units_in_the_ruhr_since_2022(edition, barred):
    made = board("ruhr: ge army", edition)
    made.place["ge-rhineland-demilitarized"] = "ruhr"
    assert ("ca-demilitarized" in codes(occupation_problems(made, Stacks(made), "ruhr", "fascist"))) == barred


def test_2_3_3_gibraltar_holds_what_a_naval_base_holds():
    made = board("spain: uk fleet south, uk air")
    made.bases["spain"] = "uk"
    made.version += 1
    assert special_base_for(made, "uk", "spain") and not special_base_for(made, "france", "spain")
    assert not occupation_problems(made, Stacks(made), "spain", "democratic")
    made = board("spain: uk army")
    made.bases["spain"] = "uk"
    made.version += 1
    assert occupation_problems(made, Stacks(made), "spain", "democratic")


@pytest.mark.parametrize("edition, answers", [("2018", False), ("2022", True)])
def test_2_2_4_displaced_units_retreat_or_since_2022_return_to_the_cup(edition, answers):
    made = board("poland: fr army, fr air; czechoslovakia: fr army", edition, cubes={"czechoslovakia": "france"})
    army, air = unit(made, "poland", "army"), unit(made, "poland", "air")
    if answers:
        run(made, expel, answers=[("retreat", "france", {"to": {army: "cup", air: "czechoslovakia"}})])
        assert made.at(army) == "cup" and made.at(air) == "czechoslovakia"
    else:
        run(made, expel)
        assert made.at(army) == "czechoslovakia" and made.at(air) == "czechoslovakia"


def test_7_1_2_excess_after_a_lost_port_leaves():
    made = board("western-approaches: ge fleet, ge submarine", war=AT_WAR, cubes={"brittany": "germany"})
    assert excess_units(made, "western-approaches", "fascist") == [unit(made, "western-approaches", "submarine")]


# -- 7.2 and 7.3 ---------------------------------------------------------------------------------------------


def test_2_2_1_coasts_are_not_connected():
    made = board("lombardy: it fleet adriatic")
    fleet = unit(made, "lombardy", "fleet")
    assert naval_steps(made, fleet, ("lombardy", "adriatic")) == [("adriatic-sea", None)]
    assert ("lombardy", "tyrrhenian") in reach_of(made, fleet)


def test_2_2_1_egypt_is_passed_only_when_friendly():
    """EX-2.2.1-1."""
    made = board("egypt: uk fleet; eastern-mediterranean: uk fleet")
    assert {("eastern-mediterranean", None), ("arabian-sea", None)} <= set(
        naval_steps(made, unit(made, "egypt", "fleet"), ("egypt", None))
    )
    fleet = unit(made, "eastern-mediterranean", "fleet")
    assert "arabian-sea" in within(made, fleet, 2)
    made.cubes["egypt"] = {"italy": 1}
    made.version += 1
    assert "arabian-sea" not in within(made, fleet, 2)


def test_7_2_2_black_arrows_carry_ships_and_mere_borders_do_not():
    """EX-7.2.2-1 and -2."""
    made = board("hokkaido: jp fleet; ruhr: ge fleet", cubes={"maritime-territory": "japan", "denmark": "germany"})
    assert ("maritime-territory", None) in naval_steps(made, unit(made, "hokkaido", "fleet"), ("hokkaido", None))
    assert "denmark" not in [area for area, _ in naval_steps(made, unit(made, "ruhr", "fleet"), ("ruhr", None))]


def test_7_2_2_enemy_fleets_bar_the_way_but_not_to_submarines():
    made = board("ruhr: ge fleet, ge submarine; north-sea: uk fleet", war=AT_WAR)
    fleet, pack = unit(made, "ruhr", "fleet"), unit(made, "ruhr", "submarine")
    assert ("north-sea", None) not in naval_steps(made, fleet, ("ruhr", None))
    assert ("north-sea", None) in naval_steps(made, pack, ("ruhr", None))
    assert "north-sea" in within(made, fleet, 1, "north-sea")
    assert deployment_problems(made, "germany", [{"unit": pack, "to": "north-sea"}])


def test_2_3_4_blue_arrows_are_for_aircraft():
    """EX-2.3.4-1: Java and Siam."""
    made = board("java: jp air", cubes={"java": "japan", "siam": "japan"})
    air = unit(made, "java", "air")
    assert is_adjacent_for(made, air, "siam") and "siam" in within(made, air, 1)
    assert "siam" not in made.near("java", "land") and "bay-of-bengal" not in made.near("siam")


@pytest.mark.parametrize("edition", EDITIONS)
def test_7_3_1_targets_from_the_central_mediterranean(edition):
    """EX-7.3.1-1: exactly the sixteen areas of the list."""
    made = board("central-mediterranean: uk fleet", edition)
    fleet = unit(made, "central-mediterranean", "fleet")
    found = [
        area for area in made.parts.areas if area != made.at(fleet) and operation_range(made, fleet, area) == "normal"
    ]
    assert sorted(found) == sorted(
        "aegean-sea greece turkey eastern-mediterranean egypt libya north-africa tyrrhenian-sea western-mediterranean"
        " provence lombardy rome sicily adriatic-sea yugoslavia albania".split()
    )


def test_7_2_3_neutral_land_is_closed_and_enemy_land_open_in_operations_only():
    at_war = board("london: uk strategic", war=("uk", "germany"), cubes={"benelux": "germany"})
    assert "benelux" in within(at_war, unit(at_war, "london", "strategic"), 1)
    neutral = board("london: uk strategic", war=("uk", "germany"))
    assert "benelux" not in within(neutral, unit(neutral, "london", "strategic"), 1)


# -- 8.4 -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", EDITIONS)
def test_7_2_3_the_flight_from_gibraltar_to_egypt(edition):
    """EX-7.2.3-1: by sea to the Central Mediterranean, by air over one sea to Egypt."""
    made = board("spain: uk air", edition)
    made.bases["spain"] = "uk"
    made.version += 1
    air = unit(made, "spain", "air")
    assert ("egypt", None) in reach_of(made, air)
    run(made, deployment, "uk", plan={"act": "deploy", "moves": [{"unit": air, "to": "egypt"}]})
    assert made.at(air) == "egypt"


def test_8_4_land_sea_and_land_again_in_one_deployment():
    """EX-8.4-1."""
    made = board("lorraine: fr army", cubes={"yugoslavia": "france", "rumania": "france"})
    army = unit(made, "lorraine", "army")
    assert ("rumania", None) in reach_of(made, army)
    assert not deployment_problems(made, "france", [{"unit": army, "to": "rumania"}])


def test_8_4_limits_bind_whenever_a_unit_stops():
    made = board("berlin: ge army, ge army; silesia: ge army")
    one, two = made.units_in("berlin")
    third = unit(made, "silesia", "army")
    into = [{"unit": third, "to": "berlin"}, {"unit": one, "to": "silesia"}]
    assert codes(deployment_problems(made, "germany", into)) == ["ca-over-limit"]
    assert not deployment_problems(made, "germany", list(reversed(into)))
    through = [{"unit": third, "to": "berlin"}, {"unit": third, "to": "bavaria"}]
    assert not deployment_problems(made, "germany", through)
    assert two in made.units_in("berlin")


def test_8_4_allied_units_and_fortresses_do_not_deploy():
    made = board("paris: uk army, fr fortress", war=AT_WAR, allies="france uk")
    assert codes(deployment_problems(made, "france", [{"unit": unit(made, "paris", "army"), "to": "lorraine"}]))
    fortress = unit(made, "paris", "fortress")
    assert numbers(deployment_problems(made, "france", [{"unit": fortress, "to": "lorraine"}])) == ["8.4.1"]


@pytest.mark.parametrize("edition", EDITIONS)
def test_8_4_1_a_fortress_is_withdrawn_to_the_cup_along_a_line(edition):
    made = board("lorraine: fr fortress; sicily: ge fortress", edition)
    fortress = unit(made, "lorraine", "fortress")
    facts = run(made, deployment, "france", plan={"act": "deploy", "moves": [{"unit": fortress, "to": "cup"}]})
    assert only(facts, "unit-withdrawn")["rule"] == "8.4.1" and made.at(fortress) == "cup"
    cut_off = unit(made, "sicily", "fortress")
    assert codes(deployment_problems(made, "germany", [{"unit": cut_off, "to": "cup"}])) == ["ca-no-line"]


def test_2_3_5_a_delay_box_ends_the_move():
    made = board("south-africa: uk fleet; london: uk fleet")
    fleet = unit(made, "london", "fleet")
    moves = [{"unit": fleet, "to": "south-africa"}, {"unit": fleet, "to": "arabian-sea"}]
    assert "ca-not-yours-to-deploy" in codes(deployment_problems(made, "uk", moves))
    made.place.update({id: "storage" for id in made.place if made.at(id) == "egypt"})
    made.cubes["egypt"] = {"italy": 1}
    made.version += 1
    assert ("arabian-sea", None) not in reach_of(made, fleet)


def test_12_2_2_isolationism_keeps_american_armies_at_home_since_2022():
    where = {"unit": "us-army-1", "to": "philippines"}
    for edition, wrong in (("2018", []), ("2022", ["ca-barred"])):
        made = board("california: us army", edition)
        assert codes(deployment_problems(made, "usa", [where])) == wrong


def test_12_1_3_nobody_deploys_beyond_the_treaty_line():
    made = board("tokyo: jp fleet")
    fleet = unit(made, "tokyo", "fleet")
    spots = [area for area, _ in reach_of(made, fleet) if made.area(area).wnt == "line"]
    made.place["jp-washington-naval-treaty"] = "play"
    made.version += 1
    assert spots and deployment_problems(made, "japan", [{"unit": fleet, "to": spots[0]}])[0].rule == "12.1.3"
