"""10 Combat: the examples of the book, losses, retreat, regroup, triumph and disaster."""

import pytest
from cataclysm_table import board, of_type, only, run, unit

from pbem.core.rules.requests import Ask
from pbem.games.cataclysm.rules.checks import highest
from pbem.games.cataclysm.rules.combat import dice_of
from pbem.games.cataclysm.rules.losses import allocations, losses_inflicted, steps
from pbem.games.cataclysm.rules.operations import operation
from pbem.games.cataclysm.orders.military import KINDS
from pbem.games.cataclysm.rules.retreat import retreat_spots

EDITIONS = ["2018", "2022"]


def attack(made, power, form, target, units, dice, answers=(), **more):
    play = {"act": "operation", "form": form, "target": target, "units": units, **more}
    return run(made, operation, power, play, dice=dice, answers=answers)


# -- 2.8, 10.7, 10.8 -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("rolled, score", [([6, 6, 6], 8), ([3, 6, 6], 7), ([1, 2], 2), ([4], 4)])
def test_2_8_further_sixes_count_one_each(rolled, score):
    assert highest(rolled) == score


@pytest.mark.parametrize("winner, loser, losses", [(7, 2, 3), (5, 3, 1), (5, 2, 2), (7, 1, 7), (3, 1, 3)])
def test_10_7_losses_are_the_quotient(winner, loser, losses):
    assert losses_inflicted(winner, loser) == losses


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


def test_10_7_a_tie_costs_both_one_loss_and_nobody_retreats():
    made = board("ruhr: ge army; lorraine: fr army; brittany: fr army", war=("germany", "france"))
    facts = attack(made, "germany", "land", "lorraine", [unit(made, "ruhr", "army")], [[4, 4], [4, 1]])
    assert only(facts, "combat-rolled")["losses"] == {"attack": 1, "defence": 1}
    assert [fact["power"] for fact in of_type(facts, "unit-destroyed")] == ["france", "germany"]
    assert made.controller("lorraine") == "france" and not of_type(facts, "retreat-declared")


# -- 10.5, 10.6 ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", EDITIONS)
def test_10_5_a_strategic_air_force_attacks_sicily(edition):
    """EX-10.5-1: tied in the air, the Italian is destroyed, the British flips; two dice each at sea; no air
    losses."""
    made = board("sicily: it fleet, it air; central-mediterranean: uk strategic", edition, war=("italy", "uk"))
    strategic = unit(made, "central-mediterranean", "strategic")
    facts = attack(
        made,
        "uk",
        "naval",
        "sicily",
        [strategic],
        [[5, 2], [5, 1], ("combat/naval/attack", [3, 2]), [4, 2]],
        [("regroup", "italy", {"moves": {}})],
    )
    assert (
        only(facts, "unit-destroyed")["unit"].startswith("it-air") and only(facts, "unit-reduced")["unit"] == strategic
    )
    assert only(facts, "air-superiority")["side"] == "attack"
    assert [len(fact["attack"]["dice"]) for fact in of_type(facts, "combat-rolled")] == [2, 2]
    assert made.at(strategic) in ("central-mediterranean",)


@pytest.mark.parametrize("edition", EDITIONS)
def test_10_6_the_air_operation_against_ruhr(edition):
    """EX-10.6-1: 3 + 2 against 4, a retreat to Bavaria takes the one loss, the attackers go home."""
    made = board(
        "ruhr: ge air, ge air, ge army, ge fleet; london: us strategic, uk strategic; bavaria: ge army",
        edition,
        war=("germany", "uk usa"),
        allies="uk usa",
        commitment={"usa": "total-war"},
    )
    bombers = [unit(made, "london", "strategic"), unit(made, "london", "strategic", 1)]
    fighters = made.units_in("ruhr", kind="air")
    home = {"moves": {"us-air-1": "london"}}
    facts = attack(
        made,
        "usa",
        "air",
        "ruhr",
        bombers,
        [("combat/air/attack", [3, 1]), [4, 2]],
        [
            ("combat-reply", "germany", {"retreat": True, "to": dict.fromkeys(fighters, "bavaria")}),
            ("regroup", "usa", home),
            ("regroup", "uk", {"moves": {"uk-air-1": "london"}}),
        ],
        augment=2,
    )
    rolled = only(facts, "combat-rolled")
    assert (rolled["attack"]["score"], rolled["defence"]["score"], rolled["losses"]["defence"]) == (5, 4, 1)
    assert not of_type(facts, "unit-destroyed") and not of_type(facts, "unit-reduced")
    assert all(made.at(unit) == "bavaria" for unit in fighters)
    assert all(made.at(unit) == "london" for unit in bombers)
    assert made.units_in("ruhr") == ["ge-army-1", "ge-fleet-1"]


# -- 10.2 ----------------------------------------------------------------------------------------------------


def test_10_2_london_supports_paris_as_far_as_there_is_room():
    """EX-10.2-1, A58: one Democratic air unit in Paris already, so one of the two from London."""
    made = board(
        "ruhr: ge army; lorraine: ge tank, ge air; paris: fr army, fr air; london: uk air, uk air; brittany: fr army",
        war=("germany", "france uk"),
        allies="france uk",
        cubes={"lorraine": "germany"},
    )
    tank, air = unit(made, "lorraine", "tank"), unit(made, "lorraine", "air")
    facts = attack(
        made,
        "germany",
        "land",
        "paris",
        [tank],
        [[4, 1], [5, 1], ("combat/land/attack", [2, 1]), [3, 3]],
        [
            ("support", "france", {"units": ["uk-air-1"]}),
            ("combat-reply", "germany", {"retreat": True, "to": {air: "lorraine"}}),
            ("combat-reply", "germany", {"retreat": True, "to": {tank: "lorraine"}}),
            ("regroup", "uk", {"moves": {}}),
            ("regroup", "france", {"moves": {}}),
        ],
        support=[air],
    )
    committed = [fact["units"] for fact in of_type(facts, "support-committed")]
    assert committed == [[air], ["fr-air-1"], ["uk-air-1"]]
    about = {"area": "paris", "units": ["uk-air-1", "uk-air-2"], "form": "land"}
    both = {"units": ["uk-air-1", "uk-air-2"]}
    before = board("paris: fr air; london: uk air, uk air", war=("germany", "france uk"), allies="france uk")
    ask = Ask("support", "france", about=about)
    assert [problem.code for problem in KINDS["support"].check(before, ask, both)] == ["ca-too-many-supporters"]


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
def test_10_10_no_retreat_when_everything_would_be_lost_anyway(edition):
    """EX-10.10-1: three losses on one carrier; the Japanese is not even asked."""
    made = board("carolines: jp carrier; guam: uk carrier", edition, war=("japan", "uk"))
    made.bases["guam"] = "uk"
    made.version += 1
    facts = attack(
        made,
        "japan",
        "naval",
        "guam",
        ["jp-fleet-1"],
        [[1, 1], [3, 2], ("check/stability/japan", [5] * 2)],
        [("regroup", "uk", {"moves": {}})],
    )
    assert only(facts, "combat-rolled")["losses"] == {"attack": 3, "defence": 0}
    assert only(facts, "unit-destroyed")["unit"] == "jp-fleet-1"
    assert only(facts, "disaster")["powers"] == ["japan"]
    assert only(facts, "triumph")["power"] == "uk"


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


# -- 10.12 ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", EDITIONS)
def test_10_12_1_four_losses_on_one_tank_army_are_a_disaster(edition):
    """EX-10.12.1-1."""
    made = board(
        "manchuria: jp army; maritime-territory: su tank",
        edition,
        cubes={"manchuria": "japan"},
        war=("japan", "ussr"),
    )
    facts = attack(
        made,
        "japan",
        "land",
        "maritime-territory",
        ["jp-army-1"],
        [[4], [1, 1], ("check/stability/ussr", [5] * 3), ("check/stability/ussr", [5] * 3)],
        [("regroup", "japan", {"moves": {}})],
    )
    assert only(facts, "combat-rolled")["losses"]["defence"] == 4
    assert only(facts, "unit-reduced") and only(facts, "unit-destroyed")["unit"] == "su-army-1"
    assert ("japan", "triumph") in [(fact["power"], fact["why"]) for fact in of_type(facts, "flag-gained")]
    assert [fact["why"] for fact in of_type(facts, "stability-tested")][-1] == "disaster"


@pytest.mark.parametrize("edition", EDITIONS)
def test_10_12_1_only_powers_with_units_in_the_combat_suffer(edition):
    """EX-10.12.1-2: Germany with Italy against a British and an American army in a French home area."""
    made = board(
        "bavaria: ge army, it army; lorraine: uk army, us army",
        edition,
        war=("germany italy", "france uk usa"),
        allies=("germany italy", "france uk usa"),
    )
    tests = [(fact["power"]) for fact in of_type(_triumph(made), "stability-tested") if fact["why"] == "disaster"]
    assert sorted(tests) == ["uk", "usa"]
    assert not made.units_in("lorraine", "uk") and not made.units_in("lorraine", "usa")


def _triumph(made):
    return attack(
        made,
        "germany",
        "land",
        "lorraine",
        ["ge-army-1", "it-army-1"],
        [
            [6, 6],
            [2, 1],
            [5] * made.effectiveness("france"),
            *[[5] * made.effectiveness(power) for power in made.in_order(["uk", "usa"], increasing=True)],
        ],
        [("regroup", "germany", {"moves": {}}), ("regroup", "italy", {"moves": {}})],
        against="uk",
    )


@pytest.mark.parametrize("edition", EDITIONS)
def test_10_12_2_no_triumph_over_an_air_force_alone(edition):
    """EX-10.12.2-1: Italy attacks a British strategic air force in the Central Mediterranean."""
    made = board(
        "rome: it fleet, it fleet, it air; sicily: it air; central-mediterranean: uk strategic",
        edition,
        war=("italy", "uk"),
    )
    facts = attack(
        made,
        "italy",
        "naval",
        "central-mediterranean",
        ["it-fleet-1", "it-fleet-2"],
        [[3, 3], [5, 5], ("combat/naval/attack", [6, 6]), [1, 1]],
        [
            ("combat-reply", "italy", {"retreat": True}),
            ("retreat", "uk", {"to": {"uk-air-1": "egypt"}}),
            ("regroup", "italy", {"moves": {"it-fleet-1": "rome", "it-fleet-2": "rome"}}),
        ],
        support=["it-air-2"],
    )
    assert not of_type(facts, "triumph") and not of_type(facts, "stability-tested")
    assert not of_type(facts, "unit-destroyed")


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
