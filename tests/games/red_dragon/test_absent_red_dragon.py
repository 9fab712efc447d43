"""What a player of Red Dragon Rising who is away decides: what a sensible one would want."""

from pbem.core.rules.cases import board_at
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
