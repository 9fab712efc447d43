"""What a player of Pacific who is away decides: what a sensible one would want (battles: tests/cases/pacific)."""

from pbem.core.bench.cases import board_at
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


# -- aircraft come down --------------------------------------------------------------------------------------


def answered(kind, power, units, flying=None, options=None, **about):
    """The published default of a question, which the check takes; `flying` adds pieces in the air, ``[(area, key)]``."""
    phase = "noncombat-movement" if kind == "noncombat-moves" else "combat"
    given = {"base": "empty", "at": {"round": 2, "power": power, "phase": phase}, "units": units}
    made, problems = board_at(GAME, given, None, None)
    assert not problems
    for area, key in flying or ():
        made.add(area, power, key, 1)
    ask = Ask(kind, power, options=options, about=about)
    answer = GAME.kinds[kind].default(made, ask)
    assert GAME.kinds[kind].check(made, ask, answer) == []
    return answer


def diverted(units, options):
    return answered("stranded", "japan", f"SZ35: japan fighter; {units}", None, options, zone="sz35", force="japan")


def landings(power, units, *flying):
    """Where the published default lands aircraft: ``[(where they are, where they go)]``, sorted."""
    items = answered("noncombat-moves", power, units, flying)
    return sorted((item["path"][0], item["path"][-1]) for item in items)


def test_sea_10_a_fighter_without_a_deck_comes_down_among_troops():
    """Not on the empty island that comes first by name, if there are others."""
    options = ["bonin-islands", "japan", "mariana-islands"]
    assert diverted("Japan: japan infantry", options) == "japan"
    assert diverted("Mariana Islands: japan infantry", options) == "mariana-islands"
    assert diverted("Japan: japan fighter; Mariana Islands: japan infantry", options) == "mariana-islands"
    assert diverted("Japan: japan fighter", options) == "japan"
    assert diverted("", options) == "bonin-islands"


def test_sea_10_it_takes_a_deck_before_an_empty_island():
    assert diverted("SZ36: japan carrier", ["bonin-islands", "sz36"]) == "sz36"


def test_cap_5_a_patrol_comes_down_among_troops():
    """Formosa comes first by name and is empty."""
    landed = answered("land-patrol", "japan", "Hainan: japan infantry", [("sz45", "fighter^")], patrols={"sz45": 1})
    assert landed == [{"zone": "sz45", "area": "hainan", "count": 1}]


def test_mov_7_aircraft_land_among_troops_though_it_is_farther():
    far, air = "Japan: japan infantry", ("sz25", "fighter@3")
    assert landings("japan", "", air) == [("sz25", "mariana-islands")]
    assert landings("japan", far, air) == [("sz25", "japan")]
    assert landings("japan", f"{far}; Mariana Islands: japan infantry", air) == [("sz25", "mariana-islands")]


def test_car_1_a_deck_is_left_to_the_fighter_that_has_no_land():
    """Both are next to the only free place on a deck; the one over SZ17 can go on to Wake Island."""
    units, air = (
        "SZ19: us carrier, us fighter; Wake Island: us infantry",
        [("sz17", "fighter@2"), ("sz18", "fighter@1")],
    )
    assert landings("us", units, *air) == [("sz17", "wake-island"), ("sz18", "sz19")]


def test_car_1_decks_are_shared_out_so_that_all_find_one():
    """The one over SZ17 reaches both decks, the one over SZ25 that of SZ19 alone."""
    units = "SZ16: us carrier, us fighter; SZ19: us carrier, us fighter"
    found = landings("us", units, ("sz17", "fighter@1"), ("sz25", "fighter@1"))
    assert found == [("sz17", "sz16"), ("sz25", "sz19")]
