"""What robots of Pacific do with ships that nobody stands in the way of."""

import pytest

from tests.robots.positions import answered


def lines_of(phase, kind, units, power="us", markers=None):
    """What the robot answers where these units stand."""
    at = {"round": 2, "power": power, "phase": phase}
    given = {"base": "empty", "at": at, "units": units, **({"markers": markers} if markers else {})}
    return "\n".join(answered("pacific", {"id": "fleets", "given": given, "power": power, "kind": kind})[0])


def combat(units, power="us"):
    return lines_of("combat-movement", "combat-moves", units, power)


def noncombat(units, power="us"):
    return lines_of("noncombat-movement", "noncombat-moves", units, power)


LAND = "Japan: japan infantry*4; USA: us infantry*4; India: uk infantry*2; New South Wales: uk infantry*2"


def test_a_convoy_that_nobody_guards_is_taken():
    assert "submarine sz38 -> sz37" in combat(f"{LAND}; sz38: us submarine*1")


def test_each_convoy_gets_one_ship_the_cheapest_first():
    found = combat(f"{LAND}; sz38: us submarine*1, us battleship*1")
    assert "submarine sz38 -> sz37" in found and "battleship sz38 -> sz45" in found, found


def test_a_fleet_goes_on_to_the_front_together_and_troops_over_sea():
    found = noncombat(f"{LAND}; sz5: us destroyer*2, us carrier*1, us transport*1")
    assert "2 destroyer" in found and "carrier" in found, found
    assert "unload" in found, found


@pytest.mark.parametrize("enemy, goes", [("", True), ("; sz16: japan battleship*2; sz20: japan battleship*2", False)])
def test_a_transport_goes_nowhere_that_the_enemy_reaches(enemy, goes):
    found = noncombat(f"{LAND}; sz4: us transport*1{enemy}")
    assert ("transport" in found) == goes, found
