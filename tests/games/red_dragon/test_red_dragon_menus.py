"""What the menu of Ops offers: nobody who must stay where he is."""

import pytest

from pbem.core.title import positions
from pbem.page import menulines
from pbem.page.menudata import domain_of
from pbem.page.menus import export
from pbem.core.rules.engine import fold
from pbem.core.title.game import load
from pbem.core.rules.requests import Ask
from pbem.games.red_dragon.board.board import blank

GAME = load("red-dragon")


def offered(placed, form, field, power="prc", coasts=None, given=None, **values):
    """What a field of a form of Ops offers a power behind some choices, where these units stand."""
    board = blank()
    assert not positions.apply(board, {"base": "empty", "units": placed, **(given or {})}, GAME)
    board.coasts.update(coasts or {})
    menu = export(GAME.kinds["op"], board, Ask("op", power))
    shown = next(one for one in menu["forms"] if one["form"] == form)
    fields = [one for field in shown["fields"] for one in (field, *field.get("fields", ()))]
    found = next(one for one in fields if one["name"] == field)
    return domain_of(menu, found, values)


@pytest.mark.parametrize("place, legal", [("china-north", ["prc-armor-1"]), ("north-korea", [])])
def test_heavy_units_in_north_korea_do_not_board(place, legal):
    units = f"{place}: prc amph-1, prc armor-1"
    assert offered(units, "op 12", "cargo", **{"from": place, "ship": "prc-amph-1"}) == legal


@pytest.mark.parametrize("coast, legal", [("east", ["us-sag-1", "us-marine-2"]), ("west", ["us-marine-2"])])
def test_a_ship_is_not_offered_the_sea_of_the_other_coast_and_a_land_unit_either(coast, legal):
    chosen = {"from": "north-korea", "to": "sea-of-japan"}
    given = {"set": {"korea.war": "on"}, "control": {"north-korea": "allied"}}
    placed, coasts = "north-korea: us sag-1, us marine-2", {"us-sag-1": coast}
    assert offered(placed, "op 12", "units", "allied", coasts, given, **chosen) == legal


def test_a_land_unit_that_comes_ashore_lies_on_no_coast():
    board = blank()
    given = {"base": "empty", "units": "sea-of-japan: us sag-1, us marine-2"}
    assert not positions.apply(board, given, GAME)
    moved = {"side": "allied", "units": ["us-sag-1", "us-marine-2"], "from": "sea-of-japan", "to": "north-korea"}
    fold(GAME, board, [{"type": "units-moved", "rule": "8.15", **moved, "coast": "east"}])
    assert board.coasts == {"us-sag-1": "east"}


def test_op_13_offers_no_shore_that_a_unit_or_what_is_aboard_may_not_enter():
    given = {"set": {"country.vietnam": "allied", "limited.vietnam": True}, "control": {"vietnam": "allied"}}
    ships = "south-china-sea: us sag-1, us amph-1 (us armor-1), us marine-1"
    chosen = {"from": "south-china-sea"}
    assert offered(ships, "op 13", "units", "allied", given=given, **chosen) == ["us-sag-1"]
    assert offered(ships, "op 13", "to", "allied", given=given, **chosen, units=["us-sag-1"]) == ["vietnam"]


def test_an_airlift_and_a_putting_to_sea_offer_what_may_be_entered():
    given = {"set": {"country.vietnam": "allied", "limited.vietnam": True}, "control": {"vietnam": "allied"}}
    chosen = {"from": "us-base", "units": ["us-stryker-1"]}
    assert "vietnam" not in offered("us-base: us stryker-1", "op 7", "to", "allied", given=given, **chosen)
    chosen = {"from": "okinawa", "to": "east-china-sea"}
    given = {"set": {"country.phi": "allied"}, "control": {"okinawa": "allied"}}
    assert offered("okinawa: us sag-1, phi sag-1", "op 12", "units", "allied", given=given, **chosen) == ["us-sag-1"]


@pytest.mark.parametrize("place, legal", [("russia", ["russia"]), ("china-central", [])])
def test_russian_aircraft_that_have_left_russia_are_not_offered_a_start(place, legal):
    given = {"set": {"country.ru": "prc"}, "control": {place: "prc"}}
    assert offered(f"{place}: ru su-27-1", "op 16", "from", given=given) == legal


# -- at most so many of a list -----------------------------------------------------------------------------------


def beside(placed, form, taken, **values):
    """What a list of units still offers the Chinese beside those taken, as whoever walks the menu sees it."""
    board = blank()
    assert not positions.apply(board, {"base": "empty", "units": placed}, GAME)
    menu = export(GAME.kinds["op"], board, Ask("op", "prc"))
    shown = next(one for one in menu["forms"] if one["form"] == form)
    units = next(one for one in shown["fields"] if one["name"] == "units")
    return menulines.offered(menu, units, values, taken)


PORT = "china-central: prc sag-1, prc ssk-1, prc marine-1, prc marine-2, prc recon-1, prc infantry-1"
SAILING = {"from": "china-central", "to": "taiwan-strait"}


def test_9_8_of_many_land_units_three_go_to_sea_and_the_ships_besides():
    assert "prc-infantry-1" in beside(PORT, "op 12", ["prc-marine-1", "prc-sag-1", "prc-marine-2"], **SAILING)
    assert beside(PORT, "op 12", ["prc-marine-1", "prc-marine-2", "prc-recon-1"], **SAILING) == [
        "prc-sag-1",
        "prc-ssk-1",
    ]


def test_9_8_who_is_at_sea_already_counts():
    placed = f"{PORT}; south-china-sea: prc infantry-2, prc infantry-3"
    assert beside(placed, "op 12", ["prc-marine-1"], **SAILING) == ["prc-sag-1", "prc-ssk-1"]
    full = f"{placed.replace('prc marine-1, ', '')}, prc marine-1"
    assert beside(full, "op 12", [], **SAILING) == ["prc-sag-1", "prc-ssk-1"]


def test_7_3_on_okinawa_three_units_land_together_and_elsewhere_more():
    sea = "east-china-sea: prc amph-1 (prc armor-1), prc marine-1, prc marine-2, prc recon-1"
    landed = ["prc-marine-1", "prc-marine-2", "prc-recon-1"]
    assert beside(sea, "op 19", landed[:2], **{"from": "east-china-sea", "to": "okinawa"})
    assert beside(sea, "op 19", landed, **{"from": "east-china-sea", "to": "okinawa"}) == []
    assert beside(sea, "op 19", landed, **{"from": "east-china-sea", "to": "taiwan"}) == ["prc-armor-1"]


def test_no_menu_of_ops_is_marked():
    """What the menu offers for an Op is legal: nothing is left that only the rules know."""
    assert GAME.kinds["op"].may_fail_with == ()
