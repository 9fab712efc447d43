"""9 Operations and 10 combat, by the examples of the rulebook and the smallest boards that show a rule."""

import pytest
from cataclysm_table import board, of_type, only, run, unit

from pbem.games.cataclysm.rules.operations import operation

EDITIONS = ["2018", "2022"]


def fall_weiss(edition):
    """The Land Operation Example after 10.12.2, before the German attack."""
    made = board(
        "silesia: ge tank, ge army; east-prussia: ge air; poland: minor; berlin: ge army",
        edition,
        cubes={"poland": "france", "czechoslovakia": "germany"},
        allies="france uk",
    )
    return made


@pytest.mark.parametrize("edition", EDITIONS)
def test_fall_weiss_the_attack_on_poland(edition):
    """EX-FW-2, 3, 5: 7 against 3, two losses, conquest, points, regroup, triumph; no test for France."""
    made = fall_weiss(edition)
    before = {power: made.points(power) for power in ("germany", "france")}
    tank, army, air = (
        unit(made, *where) for where in (("silesia", "tank"), ("silesia", "army"), ("east-prussia", "air"))
    )
    play = {"act": "operation", "form": "land", "target": "poland", "units": [tank, army], "support": [air]}
    regroup = {"moves": {army: "czechoslovakia", air: "silesia"}}
    facts = run(
        made,
        operation,
        "germany",
        play,
        dice=[("combat/land/attack", [6, 6, 4]), ("combat/land/defence", [3])],
        answers=[("regroup", "germany", regroup)],
    )
    rolled = only(facts, "combat-rolled")
    assert (rolled["attack"]["score"], rolled["defence"]["score"]) == (7, 3)
    assert rolled["losses"] == {"attack": 0, "defence": 2}
    assert [part["why"] for part in rolled["attack"]["parts"]] == ["base", "air-superiority"]
    assert [part["why"] for part in rolled["defence"]["parts"]] == ["base", "armor-superiority"]
    assert not of_type(facts, "supply-limited")
    flags = [(fact["power"], fact["why"]) for fact in of_type(facts, "flag-gained")]
    assert sorted(flags[:3]) == [("france", "operation"), ("uk", "operation"), ("ussr", "operation")]
    assert sorted(flags[3:6]) == [("france", "control"), ("uk", "control"), ("ussr", "control")]
    assert flags[6:] == [("germany", "triumph")]
    assert made.controller("poland") == "germany" and made.minor_army("poland") is None
    assert made.points("germany") - before["germany"] == 1 and made.points("france") - before["france"] == -1
    assert made.at(tank) == "poland" and made.at(army) == "czechoslovakia" and made.at(air) == "silesia"
    assert not of_type(facts, "stability-tested") and not of_type(facts, "disaster")
    assert not made.wars and made.operation_if_any is None


def test_9_1_1_a_country_without_land_unit_rolls_one_die():
    """A43: no land unit at all, one die; armor superiority then costs 1 from the result (2.8 example)."""
    made = board("silesia: ge tank, ge army", cubes={"poland": "france"})
    play = {"act": "operation", "form": "land", "target": "poland", "units": [unit(made, "silesia", "tank")]}
    facts = run(
        made,
        operation,
        "germany",
        play,
        dice=[[5, 2], [4]],
        answers=[("regroup", "germany", {"moves": {}})],
    )
    rolled = only(facts, "combat-rolled")
    assert rolled["defence"]["score"] == 3
    assert [each["why"] for each in rolled["defence"]["modifiers"]] == ["no-die-left"]
    assert not of_type(facts, "triumph")  # 10.12.1: a land unit on both sides
