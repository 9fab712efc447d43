"""10 Combat: losses, support, retreat and regroup; the examples of the book are cases."""

import pytest
from cataclysm_table import board, only, run, unit

from pbem.core.rules.requests import Ask
from pbem.games.cataclysm.rules.combat import dice_of
from pbem.games.cataclysm.rules.losses import allocations, steps
from pbem.games.cataclysm.rules.operations import operation
from pbem.games.cataclysm.orders.kinds import KINDS
from pbem.games.cataclysm.rules.retreat import retreat_spots

EDITIONS = ["2018", "2022"]


def attack(made, power, form, target, units, dice, answers=(), **more):
    play = {"act": "operation", "form": form, "target": target, "units": units, **more}
    return run(made, operation, power, play, dice=dice, answers=answers)


# -- 2.8, 10.8 -----------------------------------------------------------------------------------------------


def test_2_8_a_side_without_dice_rolls_one_at_minus_one():
    """A44: the sum counts, and the penalty once."""
    number, penalty = dice_of([{"by": 1}, {"by": -1}, {"by": -1}])
    assert number == 1 and [each["by"] for each in penalty] == [-1]
    assert dice_of([{"by": 1}, {"by": 1}, {"by": -1}]) == (1, [])


def test_10_8_an_upgraded_unit_flips_before_any_is_destroyed():
    units = [("a", "germany", False), ("b", "germany", True)]
    assert allocations(units, 1, "germany") == [["b"]]
    assert allocations(units, 2, "germany") == [["b", "a"], ["b", "b"]]
    assert steps(units) == 3 and allocations(units, 9, "germany") == [["b", "a", "b"]]


def test_10_8_half_of_the_losses_fall_on_the_primary_power():
    units = [("a", "france", False), ("b", "uk", False)]
    assert allocations(units, 1, "france") == [["a"]]
    assert allocations(units, 1, "uk") == [["b"]]
    assert allocations(units, 2, "france") == [["a", "b"]]


def test_10_8_the_flip_comes_before_the_half():
    """A45: the only upgraded unit belongs to an ally."""
    units = [("a", "france", False), ("b", "uk", True)]
    assert allocations(units, 1, "france") == [["b"]]
    assert allocations(units, 2, "france") == [["b", "a"]]


# -- 10.2 ----------------------------------------------------------------------------------------------------


def test_10_2_nobody_who_is_not_at_war_helps_a_country():
    """A32, Fall Weiss: French-controlled Poland gets no French air support while France is at peace."""
    units = "silesia: ge army; czechoslovakia: fr air; poland: minor"
    cubes = {"poland": "france", "czechoslovakia": "france"}
    made = board(units, cubes=cubes)
    attack(
        made,
        "germany",
        "land",
        "poland",
        [unit(made, "silesia", "army")],
        [[3, 3], [5, 5]],
        [("combat-reply", "germany", {"retreat": True})],
    )
    made = board(units, cubes=cubes, war=("germany", "france"))
    facts = attack(
        made,
        "germany",
        "land",
        "poland",
        [unit(made, "silesia", "army")],
        [[3, 3], [5, 5, 1]],
        [
            ("support", "france", {"units": ["fr-air-1"]}),
            ("combat-reply", "germany", {"retreat": True}),
            ("regroup", "france", {"moves": {}}),
        ],
    )
    assert only(facts, "support-committed")["units"] == ["fr-air-1"]


def test_9_1_an_ally_that_wants_to_be_asked_is_asked():
    made = board(
        "silesia: ge army, it army; poland: minor",
        cubes={"poland": "france"},
        war=("germany italy", "france"),
        allies="germany italy",
    )
    made.support = {"italy": {"germany": "ask"}}
    facts = attack(
        made,
        "germany",
        "land",
        "poland",
        ["ge-army-1", "it-army-1"],
        [[3, 3], [5, 5]],
        [("permit", "italy", "no"), ("combat-reply", "germany", {"retreat": True})],
    )
    assert only(facts, "permission-refused")["units"] == ["it-army-1"]
    assert only(facts, "operation-declared")["units"] == ["ge-army-1"]


# -- 10.10 ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", EDITIONS)
def test_10_10_1_land_units_go_next_door_and_fortresses_nowhere(edition):
    made = board("paris: fr army, fr fortress, fr air, fr fleet; lorraine: fr army, fr army", edition)
    assert retreat_spots(made, unit(made, "paris", "army")) == ["brittany", "provence"]
    assert retreat_spots(made, unit(made, "paris", "fortress")) == []
    assert "lorraine" in retreat_spots(made, unit(made, "paris", "air"))
    assert "paris" not in retreat_spots(made, unit(made, "paris", "fleet"))


def test_10_10_2_a_tactical_air_force_two_areas_from_an_airfield():
    """SW-10.10.2: 2018 it goes to the nearest airfields, 2022 within two areas: the same ones."""
    for edition in EDITIONS:
        made = board("western-approaches: fr air", edition, cubes={"brittany": "germany"}, war=("france", "germany"))
        assert retreat_spots(made, "fr-air-1") == ["paris", "provence", "north-africa"]


@pytest.mark.parametrize("edition, lost", [("2018", False), ("2022", True)])
def test_10_10_2_no_airfield_in_reach(edition, lost):
    """SW-10.10.2b: four areas from the nearest airfield; 2018 it gets there, 2022 it is destroyed."""
    made = board("norwegian-sea: it air", edition)
    assert (retreat_spots(made, "it-air-1") == []) == lost


def test_10_2_too_much_support_is_told_how_much_has_room():
    made = board("lorraine: fr army, fr air; paris: fr air; provence: fr air", war=("germany", "france"))
    ask = Ask("support", "france", about={"area": "lorraine", "units": ["fr-air-2", "fr-air-3"], "defender": "france"})
    problems = KINDS["support"].check(made, ask, {"units": ["fr-air-2", "fr-air-3"]})
    assert [problem.code for problem in problems] == ["ca-too-many-supporters"]
    assert problems[0].hint == "There is room for 1 air unit."
    assert KINDS["support"].check(made, ask, {"units": ["fr-air-3"]}) == []


@pytest.mark.parametrize("form, asked", [("one-form", ["france"]), ("owner", ["uk", "france"])])
def test_10_11_allies_in_one_hand_regroup_in_one_form(form, asked):
    """R-10.10-one-form"""
    made = board("ruhr: ge army; lorraine: fr army; paris: uk army", war=("germany", "france uk"), allies="france uk")
    made.options["allied-units"] = form
    attack(
        made,
        "germany",
        "land",
        "lorraine",
        ["ge-army-1"],
        [[2, 1], [5, 4], [6, 1, 1]],
        [("regroup", power, {"moves": {}}) for power in asked],
    )
    assert made.at("uk-army-1") == "paris"
