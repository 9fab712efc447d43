"""What reasons in tools/survivors.json take for granted of the tables of events and of the maps of the scenarios."""

import pytest

from pbem.core.title.game import load
from pbem.games.cataclysm.board.parts import parts_of

SCENARIOS = (*load("cataclysm").scenarios, "empty")
CRISIS = parts_of("empty").crisis
EFFECTS = [
    effect for table in ("peacetime", "wartime") for event in CRISIS[table].values() for effect in event["effects"]
]
TABLES = [effect["table"] for effect in EFFECTS if "table" in effect]


def test_the_rows_of_each_table_of_areas_are_the_scores_of_two_dice():
    assert len(TABLES) > 1
    assert all(list(table) == [str(row) for row in range(1, 8)] for table in TABLES)


def test_no_event_puts_a_civil_war_or_a_coup_into_a_home_area_or_a_remote_one():
    areas = parts_of("empty").areas
    named = [areas[area] for table in TABLES for area in table.values()]
    assert [area.id for area in named if area.status == "home" or area.remote] == []


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_home_area_on_the_map_is_of_a_power_of_the_scenario(scenario):
    parts = parts_of(scenario)
    assert [area.id for area in parts.areas.values() if area.status == "home" and area.owner not in parts.powers] == []


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_no_transfer_is_barred_but_those_of_the_united_states(scenario):
    assert all("usa" in each["powers"] for each in parts_of(scenario).special("no-transfer"))


def test_the_bases_on_land_are_the_special_british_ones():
    areas = parts_of("empty").areas.values()
    assert {bool(area.base.get("special")) for area in areas if area.base and not area.is_sea} == {True}
