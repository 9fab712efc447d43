"""What holds of the map and the counters, and what reasons in tools/survivors.json rest on: where it changes, a case can
show what none can now."""

from itertools import combinations

from pbem.games.red_dragon.board.parts import installed

PARTS = installed()
AIRCRAFT = [unit for unit in PARTS.units.values() if unit.category == "air"]


def test_no_two_islands_let_ships_through_between_the_same_two_seas():
    ways = [set(map(frozenset, combinations(passage["seas"], 2))) for passage in PARTS.passages.values()]
    assert len(ways) > 1 and all(not one & other for one, other in combinations(ways, 2))


def test_no_long_range_counter_has_an_air_factor():
    bombers = [unit for unit in AIRCRAFT if unit.is_long_range]
    assert bombers and all(unit.factors["air"] == 0 for unit in bombers)


def test_aircraft_of_the_prc_s_side_are_not_stealthy():
    theirs = [unit for unit in AIRCRAFT if PARTS.countries[unit.country]["leans"] == "prc"]
    assert theirs and not any(unit.is_stealth for unit in theirs)


def test_whatever_an_amph_carries_has_a_factor_against_land_units():
    heavy = [unit for unit in PARTS.units.values() if unit.is_heavy]
    assert heavy and all(unit.factors["land"] > 0 for unit in heavy)


def test_where_long_range_units_start_no_enemy_can_stand():
    """Nobody lands there, and the other side may not enter: mainland China (7.11), Russia, the box (3.5)."""
    for side, starts in PARTS.special["op18"].items():
        for id in starts:
            area = PARTS.areas[id]
            assert not area.landing
            assert area.prc_forbidden if side == "allied" else area.mainland or area.nation == side
