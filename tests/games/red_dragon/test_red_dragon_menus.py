"""What the menu of Ops offers: nobody who must stay where he is."""

import pytest

from pbem.core.data import positions
from pbem.core.orders.menudata import domain_of
from pbem.core.orders.menus import export
from pbem.core.rules.game import load
from pbem.core.rules.requests import Ask
from pbem.games.red_dragon.board.board import blank

GAME = load("red-dragon")


def offered(units, form, field, power="prc", coasts=None, given=None, **values):
    """What a field of a form of Ops offers a power behind some choices, where these units stand."""
    board = blank()
    assert not positions.apply(board, {"base": "empty", "units": units, **(given or {})}, GAME)
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


@pytest.mark.parametrize("coast, legal", [("east", ["us-marine-2"]), ("west", [])])
def test_who_came_ashore_on_one_coast_is_not_offered_the_sea_of_the_other(coast, legal):
    chosen = {"from": "north-korea", "to": "sea-of-japan"}
    coasts = {"us-marine-2": coast}
    assert offered("north-korea: us marine-2", "op 12", "units", "allied", coasts, **chosen) == legal


@pytest.mark.parametrize("place, legal", [("russia", ["russia"]), ("china-central", [])])
def test_russian_aircraft_that_have_left_russia_are_not_offered_a_start(place, legal):
    given = {"set": {"country.ru": "prc"}, "control": {place: "prc"}}
    assert offered(f"{place}: ru su-27-1", "op 16", "from", given=given) == legal
