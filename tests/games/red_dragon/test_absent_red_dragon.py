"""What a player of Red Dragon Rising who is away decides: what a sensible one would want."""

from pbem.core.bench.cases import board_at
from pbem.core.rules.requests import Ask
from pbem.games.red_dragon import GAME

ISLANDS = ["guam-saipan", "us-base"]


def board(units, **values):
    """A bare table with units on it, as cases write them."""
    made, problems = board_at(GAME, {"base": "empty", "units": units, "set": values}, "2008", None)
    assert not problems
    return made


def decided(kind, power, made, options=None, **about):
    """The published default, which the check takes as it takes an order, without a doubt."""
    ask = Ask(kind, power, options=options, about=about)
    answer = GAME.kinds[kind].default(made, ask)
    assert GAME.kinds[kind].check(made, ask, answer) == []
    return answer


def test_6_20_the_strongest_enemy_unit_is_struck():
    units = ["prc-j-6-1", "prc-sag-1", "prc-ssk-1", "prc-su-30-1"]
    made = board("china-central: prc j-6-1, prc sag-1, prc ssk-1, prc su-30-1")
    struck = decided("strike-unit", "allied", made, units)
    assert made.strength(struck) == max(map(made.strength, units)) > made.strength(units[0])


def test_6_20_what_a_ship_carries_counts():
    made = board("east-china-sea: prc amph-1, prc amph-2(prc armor-1)")
    assert decided("strike-unit", "allied", made, ["prc-amph-1", "prc-amph-2"]) == "prc-amph-2"


def test_6_22_a_carrier_is_struck_before_all_others():
    made = board("guam-saipan: us b-52-1, us sag-1; philippine-sea: us cvn-1")
    assert decided("strike-unit", "prc", made, ["us-b-52-1", "us-cvn-1", "us-sag-1"]) == "us-cvn-1"


def test_6_22_a_neutral_is_struck_only_if_there_is_no_other():
    """6.22 Its country joins the Allies for it, and South Korea's begins a war."""
    made = board("south-korea: sk f-16-1; guam-saipan: us ssn-1")
    assert made.side["sk-f-16-1"] == "neutral"
    assert decided("strike-unit", "prc", made, ["sk-f-16-1", "us-ssn-1"]) == "us-ssn-1"
    assert decided("strike-unit", "prc", made, ["sk-f-16-1"]) == "sk-f-16-1"


def test_6_13_what_leaves_a_country_stays_on_the_map():
    made = board("taiwan: us marine-1, us f-16-1")
    units = ["us-f-16-1", "us-marine-1"]
    answer = decided("relocate-units", "allied", made, units=units, areas=ISLANDS, **{"from": ["taiwan"]})
    assert answer == [{"units": units, "area": "guam-saipan"}]


def test_6_4_the_british_arrive_where_there_is_room_for_all():
    """7.1 Singapore holds three ships of a side; Guam/Saipan has no limit."""
    made, units = board(""), ["uk-cvl-1", "uk-sag-1", "uk-ssn-1"]
    answer = decided("place-uk", "allied", made, units=units, areas=["singapore", "guam-saipan"])
    assert answer == [{"units": units, "area": "guam-saipan"}]


def removed(made, count, *units, first=()):
    about = {"why": "stacking", "count": count, "from": sorted(units), "first": list(first)}
    return decided("remove-units", "prc", made, **about)


def test_7_2_the_last_land_unit_of_an_area_holds_it():
    made = board("okinawa: prc infantry-1; honshu: prc armor-1, prc armor-2")
    units = ["prc-infantry-1", "prc-armor-1", "prc-armor-2"]
    assert made.strength("prc-infantry-1") < made.strength("prc-armor-1")
    assert removed(made, 1, *units) == ["prc-armor-1"]
    assert removed(made, 2, *units) == ["prc-armor-1", "prc-infantry-1"], "one of each area would be lost in any case"
    assert removed(made, 1, *units, first=["prc-infantry-1"]) == ["prc-infantry-1"], "the rule comes before the default"


def test_7_2_who_holds_alone_is_judged_behind_those_that_go_before():
    """Two of the three hold one area together: when one of them is gone the other holds it alone."""
    made = board("okinawa: prc infantry-1, prc infantry-2; china-central: prc armor-1, prc armor-2")
    units = ["prc-armor-1", "prc-armor-2", "prc-infantry-1", "prc-infantry-2"]
    assert removed(made, 2, *units) == ["prc-armor-1", "prc-infantry-1"]


def test_11_5_korea_is_a_matter_of_strength():
    made = board("south-korea: us armor-1, us f-16-1")
    about = {"why": "korea", "count": 1, "from": ["us-armor-1", "us-f-16-1"], "first": []}
    assert decided("remove-units", "allied", made, **about) == ["us-armor-1"]


def test_7_2_landing_ships_are_kept():
    made = board("china-central: prc amph-1, prc sag-1, prc sag-2")
    assert made.strength("prc-amph-1") < made.strength("prc-sag-1")
    assert removed(made, 1, "prc-amph-1", "prc-sag-1", "prc-sag-2") != ["prc-amph-1"]


def test_7_2_among_equals_those_stay_that_attack_from_the_air():
    made = board("china-central: prc airborne-1, prc airmobile-1, prc infantry-1, prc armor-1")
    equal = ["prc-airborne-1", "prc-airmobile-1", "prc-infantry-1"]
    assert len({made.strength(id) for id in equal}) == 1
    assert removed(made, 1, *equal) == ["prc-infantry-1"]


def rebased(made, units, bases):
    return decided("rebase-tie", "prc", made, bases, **{"from": "south-korea", "units": units})


def test_9_7_the_enemy_is_driven_where_he_is_too_many():
    """7.1 Okinawa holds three aircraft of a side; the fourth is lost."""
    made = board("okinawa: us f-35-1, us f-16-1, us f-15-1; south-korea: us f-16-2; china-north: prc armor-1")
    assert rebased(made, ["us-f-16-2"], ["honshu", "okinawa"]) == "okinawa"


def test_9_7_else_he_is_driven_out_of_reach():
    made = board("south-korea: us f-16-2; china-central: prc armor-1")
    assert rebased(made, ["us-f-16-2"], ["okinawa", "taiwan", "guam-saipan"]) == "guam-saipan"
