"""What a player of Pacific who is away decides: what a sensible one would want (battles: tests/cases/pacific/found.json)."""

from pbem.core.rules.cases import board_at
from pbem.core.rules.requests import Ask
from pbem.games.pacific import GAME
from pbem.games.pacific.rules import placement


def placed(power, nation, units, bought, control=None):
    """Where the published default places what a nation has bought: ``{area: units}``."""
    given = {
        "base": "empty",
        "at": {"round": 2, "power": power, "phase": "placement"},
        "units": units,
        "control": control or {},
        "set": {f"{nation}.bought": bought},
    }
    made, problems = board_at(GAME, given, None, None)
    assert not problems
    about = {"units": {nation: dict(made.bought[nation]) for nation in placement.waiting(made)}}
    ask = Ask("placement", power, about=about, rule="PLC-1")
    answer = GAME.kinds["placement"].default(made, ask)
    assert GAME.kinds["placement"].check(made, ask, answer) == []
    return {item["area"]: item["units"] for item in answer}


def test_plc_3_ships_appear_where_no_enemy_waits_for_them():
    assert placed("us", "usa", "SZ9: japan battleship", "transport*2") == {"sz5": {"transport": 2}}
    assert placed("us", "usa", "SZ5: japan battleship", "transport*2") == {"sz9": {"transport": 2}}


def test_plc_3_they_appear_among_enemies_where_there_is_no_other_zone():
    ships = "SZ5: japan battleship; SZ9: japan battleship"
    assert sum(units["transport"] for units in placed("us", "usa", ships, "transport").values()) == 1


def test_plc_2_units_appear_at_home_before_a_complex_that_was_taken():
    taken = {"india": "japan", "hawaiian-islands": "japan"}
    assert placed("japan", "japan", "", "infantry*3", taken) == {"japan": {"infantry": 3}}


def test_plc_4_a_new_complex_stands_on_the_richest_land():
    [site] = placed("us", "usa", "", "industrial-complex", {"philippines": "usa", "guam": "usa", "midway": "usa"})
    assert site == "philippines"
