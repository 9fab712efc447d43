"""The component data of Red Dragon Rising against what the rulebook, and what is known of the map, says.

Numbers in names are rule numbers.  The facts are written out here, not read from the data.
"""

import collections
import itertools
import re

import pytest

from pbem.core.data import components
from pbem.games.red_dragon.views import component_checks

PACKAGE = "pbem.games.red_dragon"
MAP, UNITS, TABLES = (components.load(PACKAGE, name) for name in ("map", "units", "tables"))
AREAS, GROUPS = MAP["areas"], MAP["groups"]
LAND = {name for name, area in AREAS.items() if area["kind"] == "land"}
SEAS = {name for name, area in AREAS.items() if area["kind"] == "sea"}
BESIDE = component_checks.neighbours(MAP)
MAINLAND = {"china-north", "china-central", "china-south"}
JAPAN = {"honshu", "kyushu", "shikoku", "okinawa"}
PHILIPPINES = {"luzon", "leyte", "palawan", "mindanao"}
COUNTERS = UNITS["units"]


def seas_of(area):
    return {near for near in BESIDE[area] if near in SEAS}


def land(*names):
    return set(names) <= LAND


def steps(one, other):
    return component_checks.reachable(one, BESIDE)[other]


def of_country(country, **wanted):
    return {
        name
        for name, unit in COUNTERS.items()
        if unit["country"] == country and all(unit.get(key) == value for key, value in wanted.items())
    }


def place(unit):
    return COUNTERS[unit]["setup"]["default"].split("/")[0]


# -- the files ---------------------------------------------------------------------------------------------


def test_the_components_fit_together():
    assert component_checks.check({"map": MAP, "units": UNITS, "tables": TABLES}) == []


@pytest.mark.parametrize("name", components.names(PACKAGE))
def test_ids_are_kebab_case_and_numbers_whole(name):
    components.digest(components.load(PACKAGE, name))  # raises for a float
    for table in ("areas", "groups", "boxes", "units", "markers", "events", "types", "countries"):
        records = components.load(PACKAGE, name).get(table, {})
        if isinstance(records, dict):
            assert [key for key in records if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", key)] == []


@pytest.mark.parametrize("name", ["map", "units", "tables"])
def test_every_origin_has_the_one_shape(name):
    found = list(components.provenance(components.load_raw(PACKAGE, name)))
    assert len(found) > 50
    assert {origin for _, _, origin, _ in found} <= {"rulebook", "public", "recalled", "reconstructed"}
    for path, _, origin, cite in found:
        assert cite or origin == "reconstructed", f"{path} is from the {origin} without saying where"


def test_areas_and_counters_all_carry_their_origins():
    raw_map, raw_units = (components.load_raw(PACKAGE, name) for name in ("map", "units"))
    for name, area in raw_map["areas"].items():
        fields = ("kind", "base", "landing", "vp", "start_control") if name in LAND else ("kind",)
        assert all(components.is_wrapped(area[field]) for field in fields), name
    assert all(components.is_wrapped(link["type"]) for link in raw_map["links"].values())
    for name, unit in raw_units["units"].items():
        assert all(components.is_wrapped(unit[field]) for field in ("type", "factors", "setup")), name


# -- the map as a graph ------------------------------------------------------------------------------------


def test_2_2_areas_are_land_or_sea():
    assert LAND | SEAS == set(AREAS)
    assert (len(LAND), len(SEAS), len(MAP["links"])) == (25, 14, 89)
    assert len({area["name"] for area in AREAS.values()}) == len(AREAS)


def test_links_are_symmetric_and_of_the_right_kind():
    for link, record in MAP["links"].items():
        one, other = link.split("/")
        assert one < other
        assert other in BESIDE[one] and one in BESIDE[other]
        assert (
            sorted((AREAS[one]["kind"], AREAS[other]["kind"]))
            == {
                "sea": ["sea", "sea"],
                "corner": ["sea", "sea"],
                "coast": ["land", "sea"],
                "border": ["land", "land"],
            }[record["type"]]
        )
    for area, near in BESIDE.items():
        assert len(near) == len(set(near)) and area not in near


def test_the_map_and_the_seas_by_themselves_hang_together():
    assert set(component_checks.reachable("sea-of-japan", BESIDE)) == set(AREAS)
    by_sea = {sea: sorted(seas_of(sea)) for sea in SEAS}
    assert set(component_checks.reachable("north-pacific", by_sea)) == SEAS


@pytest.mark.parametrize("area", sorted(LAND))
def test_7_4_every_land_area_touches_a_sea(area):
    assert seas_of(area)


# -- what the book says of places --------------------------------------------------------------------------


def test_3_3_countries_and_their_areas():
    assert land("russia", "singapore", "south-korea", "north-korea")
    assert set(GROUPS["philippines"]) == PHILIPPINES <= LAND
    assert AREAS["north-korea"]["coasts"] == {"west": "yellow-sea", "east": "sea-of-japan"}
    coasts = {sea: MAP["links"]["/".join(sorted(("north-korea", sea)))].get("coast") for sea in seas_of("north-korea")}
    assert coasts == {"yellow-sea": "west", "sea-of-japan": "east"}


def test_3_5_control_at_the_start():
    start = collections.defaultdict(set)
    for name in LAND - {"us-base"}:
        start[AREAS[name]["start_control"]].add(name)
    assert start["prc"] == MAINLAND
    assert start["allied"] == JAPAN | {"taiwan", "guam-saipan"}
    assert start["neutral"] == LAND - MAINLAND - JAPAN - {"taiwan", "guam-saipan", "us-base"}
    assert not any("start_control" in AREAS[sea] for sea in SEAS)


def test_3_5_the_off_map_base_touches_the_seas_of_the_east_edge_and_nothing_else():
    assert AREAS["us-base"]["off_map"] is True and AREAS["us-base"]["prc_forbidden"] is True
    assert set(BESIDE["us-base"]) == {sea for sea in SEAS if AREAS[sea]["east_edge"]}
    assert [name for name, area in AREAS.items() if area.get("off_map")] == ["us-base"]


def test_3_6_peculiar_places():
    assert any(record["kind"] == "sea" and "Celebes" in record["reason"] for record in MAP["unused"].values())
    assert not set(MAP["unused"]) & set(AREAS)
    assert not any("hainan" in name for name in AREAS)
    assert any("Hainan" in note for note in AREAS["china-south"]["notes"])
    assert [name for name in AREAS if "guam" in name or "saipan" in name] == ["guam-saipan"]


def test_4_5_points():
    worth = {name: AREAS[name]["vp"] for name in LAND}
    assert (worth.pop("taiwan"), worth.pop("spratly")) == (6, 4)
    nothing = MAINLAND | {"north-korea", "south-korea", "russia", "java", "us-base"}
    assert {name for name, points in worth.items() if points == 0} == nothing
    assert {name for name, points in worth.items() if points == 1} == set(worth) - nothing


def test_6_3_to_6_6_and_9_5_bases():
    based = "singapore vietnam honshu kyushu okinawa guam-saipan taiwan us-base russia java".split()
    assert all(AREAS[name]["base"] for name in (*based, *MAINLAND, "north-korea", "south-korea"))
    assert any(AREAS[name]["base"] for name in PHILIPPINES)
    assert not AREAS["spratly"]["base"]


def test_6_18_japan_has_four_areas():
    assert set(GROUPS["japan"]) == JAPAN <= LAND


def test_7_1_and_7_3_stacking_limits():
    limits = {name: AREAS[name]["stacking"] for name in LAND if "stacking" in AREAS[name]}
    three = {"per_side": True, "land": 3, "air": 3, "naval": 3}
    one = {"per_side": True, "land": 1, "air": 0, "naval": 1}
    assert limits == {"okinawa": three, "singapore": three, "spratly": one}
    assert TABLES["limits"]["assault_land_units"] == {"okinawa": 3, "singapore": 3, "spratly": 1}
    assert all(AREAS[name]["landing"] for name in limits)


def test_7_5_taiwan_touches_its_two_seas_only():
    assert seas_of("taiwan") == {"taiwan-strait", "east-china-sea"} == set(GROUPS["taiwan-ops-seas"])


@pytest.mark.parametrize("korea", ["north-korea", "south-korea"])
def test_7_8_korea_touches_its_two_seas_only(korea):
    assert seas_of(korea) == {"sea-of-japan", "yellow-sea"} == set(GROUPS["korea-ops-seas"])


def test_7_11_the_mainland():
    assert set(MAP["mainland"]["areas"]) == MAINLAND == set(GROUPS["mainland-china"])
    assert MAP["mainland"]["allied_access"] == {
        "land": "nothing",
        "naval": "attack",
        "air": "enter and attack",
    }
    assert not any(AREAS[name]["landing"] for name in MAINLAND)


def test_7_12_one_link_goes_through_the_strait():
    through = [link for link, record in MAP["links"].items() if "strait" in record]
    assert through == ["north-pacific/sea-of-japan"]
    strait = MAP["straits"]["kanmon"]
    assert set(strait["between"]) == {"sea-of-japan", "north-pacific"}
    assert (strait["until_event"], strait["closed_before"], strait["closed_after"]) == (
        "japan-out",
        ["prc"],
        ["allied"],
    )
    for shore in ("honshu", "kyushu"):
        assert {"sea-of-japan", "north-pacific"} <= seas_of(shore)


def test_7_13_and_7_14_indonesia():
    assert not {"sarawak", "brunei"} & set(AREAS)
    assert set(GROUPS["indonesia"]) == {"borneo", "celebes", "java", "sumatra"}
    java = AREAS["java"]
    assert java["base"] and java["prc_forbidden"] and not java["landing"]


def test_8_5_to_8_7_across_the_strait():
    assert "china-central" in BESIDE["taiwan-strait"] and "taiwan" in BESIDE["taiwan-strait"]
    assert "north-korea" in BESIDE["china-north"]


def test_8_11_the_countries_of_diplomacy_start_neutral():
    countries = TABLES["ops"]["9"]["countries"]
    assert countries == ["indonesia", "vietnam", "phi", "malaysia", "sng"]
    for country in countries:
        areas = [name for name in LAND if AREAS[name].get("nation") == country]
        assert areas and all(AREAS[name]["start_control"] == "neutral" for name in areas)


def test_9_2_corners_join_seas_that_meet_between_two_others():
    corners = [link.split("/") for link, record in MAP["links"].items() if record["type"] == "corner"]
    assert corners
    for one, other in corners:
        assert len(seas_of(one) & seas_of(other)) >= 2


def test_9_3_each_passage_opens_a_way_that_does_not_exist_otherwise():
    assert set(MAP["passages"]) == {"okinawa", "singapore", "spratly"}
    for island, passage in MAP["passages"].items():
        assert set(passage["seas"]) == seas_of(island)
        assert any(other not in BESIDE[one] for one, other in itertools.combinations(passage["seas"], 2))


def test_public_remarks_on_distances():
    assert not seas_of("taiwan") & seas_of("kyushu")
    assert not seas_of("taiwan") & seas_of("guam-saipan")
    assert (steps("taiwan", "kyushu"), steps("taiwan", "guam-saipan"), steps("taiwan", "okinawa")) == (
        3,
        3,
        2,
    )
    assert not any("kanto" in name or "hokkaido" in name for name in AREAS)
    for name in ("singapore", "malaysia", "palawan", "borneo", "celebes"):
        assert AREAS[name]["base"] and AREAS[name]["vp"] == 1


# -- counters ----------------------------------------------------------------------------------------------


def test_2_1_counters_add_up():
    assert (len(COUNTERS), len(UNITS["markers"])) == (154, 22)
    assert len(set(COUNTERS) | set(UNITS["markers"])) == 176 == UNITS["totals"]["counters"]
    assert UNITS["totals"] == {"counters": 176, "units": 154, "markers": 22, "pool": 26}


def test_2_5_units_of_each_country():
    counted = collections.Counter(unit["country"] for unit in COUNTERS.values())
    assert counted == {
        "prc": 54,
        "us": 48,
        "jpn": 13,
        "twn": 9,
        "aus": 4,
        "uk": 3,
        "sk": 5,
        "nk": 4,
        "ru": 7,
        "phi": 3,
        "sng": 4,
    }
    written = {name: country["units"] for name, country in UNITS["countries"].items() if "units" in country}
    assert written == counted
    colors = [country["color"] for country in UNITS["countries"].values() if "color" in country]
    assert len(colors) == len(set(colors)) == 11


@pytest.mark.parametrize("name", sorted(COUNTERS))
def test_2_13_steps_and_factors(name):
    unit = COUNTERS[name]
    carrier = unit["country"] == "us" and unit["type"] == "cvn"
    fortress = unit["category"] == "land" and unit["country"] in ("sng", "twn")
    assert (unit["steps"] == 2) == (carrier or fortress) == ("reduced" in unit)
    for factors in (unit["factors"], unit.get("reduced", unit["factors"])):
        assert set(factors) == {"land", "air", "asw", "surface"}
        assert all(0 <= factor <= 5 for factor in factors.values())
    if "reduced" in unit:  # 10.3
        assert unit["reduced"] != unit["factors"]
        assert all(unit["reduced"][key] <= unit["factors"][key] for key in unit["factors"])


LAND_UNITS = sorted(name for name, unit in COUNTERS.items() if unit["category"] == "land")


@pytest.mark.parametrize("name", LAND_UNITS)
def test_2_9_2_15_and_9_8_land_units(name):
    unit = COUNTERS[name]
    light = "airmobile airborne marine infantry recon stryker combined-arms".split()
    assert unit["weight"] == ("light" if unit["type"] in light else "heavy")
    assert unit["type"] in (*light, "artillery", "armor", "mechanized")
    assert unit["size"] == {"sng": "army", "twn": "corps", "phi": "corps"}.get(unit["country"], "brigade")  # 1.2
    assert unit["fixed"] == (unit["country"] in ("sng", "twn", "phi"))
    assert not (unit["at_sea_side"] and (unit["weight"] == "heavy" or unit["fixed"]))
    assert unit["type"] != "recon" or unit["country"] == "prc"
    assert unit["type"] != "stryker" or unit["country"] == "us"
    special = unit["country"] == "prc" and unit["type"] in ("airborne", "airmobile")
    assert (unit["back_face"] == "special-move") == special == unit.get("special_move_only", False)  # errata


NAVAL_UNITS = sorted(name for name, unit in COUNTERS.items() if unit["category"] == "naval")


@pytest.mark.parametrize("name", NAVAL_UNITS)
def test_2_11_9_9_and_10_4_naval_units(name):
    unit = COUNTERS[name]
    assert unit["type"] in ("amph", "cvl", "cvn", "sag", "ssk", "ssgn", "ssn")
    assert unit["type"] != "cvn" or unit["country"] == "us"
    assert (unit["vessel_class"] == "submarine") == (unit["type"] in ("ssk", "ssn", "ssgn"))
    assert unit["protected_target"] == (unit["type"] in ("cvn", "amph"))
    assert unit.get("carries_heavy_land", 0) == (3 if unit["type"] == "amph" else 0)


def test_8_20_and_10_6_aircraft():
    stealth = {unit["country"] for unit in COUNTERS.values() if unit.get("stealth")}
    long_range = {unit["country"] for unit in COUNTERS.values() if unit.get("long_range")}
    assert stealth == {"us"}
    assert long_range == {"us", "prc", "ru"}
    assert of_country("us", type="b-2") and of_country("us", type="f-35")
    assert any(unit["type"] == "su-27" for unit in COUNTERS.values())


def test_what_the_book_counts():
    assert len(of_country("uk")) == 3  # 6.4
    assert [COUNTERS[name]["factors"]["air"] for name in of_country("uk", type="sag")] == [4]  # errata
    assert len(of_country("prc", type="ssn")) == 2  # 3.4
    assert len(of_country("sng", category="land")) == 1  # 1.2
    assert of_country("nk", type="ssk") == {"nk-ssk-1"}  # 3.3
    for country in ("nk", "sk", "ru", "uk"):
        assert not of_country(country, category="land")
    assert not of_country("phi", category="air")  # 7.7


# -- set-up ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", sorted(COUNTERS))
def test_3_2_to_3_4_where_units_start(name):
    unit, where = COUNTERS[name], place(name)
    home = {"ru": "russia", "sk": "south-korea", "nk": "north-korea", "sng": "singapore", "twn": "taiwan"}
    assert where == home.get(unit["country"], where)
    assert where in AREAS or where in MAP["boxes"]
    assert (where == "pool") == (unit["setup"]["mode"] == "pool")
    if unit["country"] == "phi":
        assert set(unit["setup"]["areas"]) <= {"luzon", "mindanao"} and where in ("luzon", "mindanao")
    if unit["country"] == "prc" and unit["category"] != "naval":
        assert where in MAINLAND
    if where in AREAS and unit["category"] == "air":
        assert AREAS[where]["base"]
    if where in AREAS and unit["category"] == "land":
        assert where in LAND
    if unit["country"] == "us" and unit.get("long_range"):
        assert where in ("us-base", "pool")


def test_3_2_the_pool():
    pool = {name for name in COUNTERS if place(name) == "pool"}
    assert len(pool) == 26 and pool <= of_country("us")
    carriers = of_country("us", type="cvn")
    assert len(carriers - pool) == 3 and carriers & pool


def test_3_3_and_3_4_choices():
    assert COUNTERS["nk-ssk-1"]["setup"]["areas"] == ["north-korea/west", "north-korea/east"]
    assert COUNTERS["nk-ssk-1"]["setup"]["chosen_by"] == "prc"
    for name in of_country("prc", type="ssn"):
        assert COUNTERS[name]["setup"]["areas"] == ["@any-sea"]


def placed(scenario):
    """{place name: [unit ids]} of the units of a scenario file."""
    lines = components.load(PACKAGE, f"scenarios/{scenario}")["units"]
    return {line.split(": ")[0]: line.split(": ")[1].split(", ") for line in lines}


def test_the_ready_set_up_is_legal_and_complete():
    ready = placed("ready")
    assert sorted(itertools.chain(*ready.values())) == sorted(COUNTERS)
    ids = {record["name"]: name for name, record in (AREAS | MAP["boxes"]).items()}
    for printed, units in ready.items():
        where = ids[printed]
        assert all(place(name) == where for name in units)
        sides = collections.Counter(
            (UNITS["countries"][COUNTERS[name]["country"]]["leans"], COUNTERS[name]["category"]) for name in units
        )
        for (side, category), count in sides.items():  # 7.1
            assert count <= AREAS.get(where, {}).get("stacking", {}).get(category, count), (where, side)
        for name in units:  # 3.2-3.4, 7.5-7.9
            assert where in allowed(name)


def allowed(name):
    """The places that the set-up list allows a unit, worked out from its words."""
    setup, places = COUNTERS[name]["setup"], set()
    for entry in setup.get("areas", [setup["default"]]):
        places |= expand(entry[1:]) if entry.startswith("@") else {entry.split("/")[0]}
    return places | ({"pool", "out-of-play"} & {setup["default"]})


def expand(entry):
    ours = JAPAN | {"guam-saipan"}
    mainland_seas = set().union(*map(seas_of, MAINLAND))
    japanese_seas = set().union(*map(seas_of, JAPAN))
    return {
        "any-sea": SEAS,
        "mainland-china": MAINLAND,
        "japan": JAPAN,
        "seas-next-to-japan": japanese_seas,
        "allied-controlled-land": ours,
        "allied-controlled-base": {name for name in ours if AREAS[name]["base"]},
        "seas-next-to-mainland-without-allied-naval": mainland_seas - {place(name) for name in of_country("us")},
    }[entry]


def test_the_standard_scenario_leaves_to_players_what_is_not_in_the_pool_or_still_to_come():
    standard = placed("standard")
    waiting = {name for name in COUNTERS if place(name) in ("pool", "out-of-play")}
    assert sorted(itertools.chain(*standard.values())) == sorted(waiting)
    steps = components.load(PACKAGE, "scenarios/standard")["setup"]
    assert [step["by"] for step in steps] == ["allied", "allied", "prc", "prc"]  # 3.1


# -- tables ------------------------------------------------------------------------------------------------


def test_6_2_thirty_six_results():
    results = TABLES["event_lookup"]["results"]
    assert list(results) == [f"{tens}-{ones}" for tens in range(1, 7) for ones in range(1, 7)]
    listed = [dice for event in TABLES["events"].values() for dice in event["results"]]
    assert sorted(listed) == sorted(results)
    assert all(results[dice] == name for name, event in TABLES["events"].items() for dice in event["results"])
    assert TABLES["sequence"]["event_on"] == [1, 2]  # 6.1


def test_6_3_to_6_22_events():
    events = TABLES["events"]
    again = {name for name, event in events.items() if event["repeatable"]}
    assert again == {"mideast", "double", "ceasefire", "us-sof", "rods", "prc-sof"}
    assert [event["rule"] for event in events.values()] == [f"6.{number}" for number in range(3, 23)]
    assert (events["panama"]["data"]["vp"], events["taiwan-out"]["data"]["vp"]) == (1, 6)
    assert events["mideast"]["data"] == {"draw_on": 6, "plus": {"iran": 1}, "dice": 1}
    assert TABLES["half_round_up"] == {"1": 1, "2": 1, "3": 2, "4": 2, "5": 3, "6": 3}  # 6.7


def test_6_23_a_marker_for_every_event_that_lasts():
    marked = {
        TABLES["event_lookup"]["results"][marker["results"][0]]
        for marker in UNITS["markers"].values()
        if marker["type"] == "event"
    }
    lasting = {name for name, event in TABLES["events"].items() if not event["repeatable"]}
    assert marked == lasting | {"mideast"}  # which changes the Russia roll, 4.3


def test_8_twenty_ops():
    ops = TABLES["ops"]
    assert list(ops) == [str(number) for number in range(1, 21)]
    assert {number for number, op in ops.items() if op["once"]} == {"1", "2", "4"}
    assert {number for number, op in ops.items() if op["sides"] == ["prc"]} == set("12345")
    assert {number for number, op in ops.items() if op["sides"] == ["allied"]} == {"6", "7", "8", "9", "10"}
    assert ops["9"]["join_on"] == [1, 2, 3]  # 8.11


def test_4_points_and_ends():
    ends = TABLES["game_end"]
    assert (ends["prc-vp"]["vp"], ends["thirty-actions"]["prc_actions"]) == (12, 30)
    assert (ends["russia-roll"]["die_at_least"], ends["russia-roll"]["plus"]) == (6, {"mideast": 1})
    assert (ends["nuclear-draw"]["die_at_least"], ends["nuclear-draw"]["plus"]) == (6, {"iran": 1})
    items = {name: item["vp"] for name, item in TABLES["victory"]["items"].items()}
    assert {name: items[name] for name in ("area", "panama", "cvn", "korea", "spratly", "taiwan")} == {
        "area": 1,
        "panama": 1,
        "cvn": 2,
        "korea": 4,
        "spratly": 4,
        "taiwan": 6,
    }
    assert TABLES["victory"]["start"] == 0 and TABLES["victory"]["may_be_negative"]


def test_9_and_10_figures_of_movement_and_combat():
    combat, limits = TABLES["combat"], TABLES["limits"]
    assert (limits["at_sea_units_per_side"], limits["heavy_units_per_amph"]) == (3, 3)
    assert (combat["least_factor"], combat["greatest_factor"], combat["port_bonus"]) == (0, 5, 1)
    assert (combat["prc_air_against_cvn"], combat["factor_against_stealth"]) == (-1, 1)


def test_11_the_korean_war_table():
    korea = TABLES["korean_war"]
    assert korea["modifiers"] == {"factors": 5, "prc": 1, "allied": -1}
    assert list(korea["results"]) == [str(total) for total in range(8)]
    assert (korea["least"], korea["most"]) == (0, 7)
    assert korea["results"]["0"] == {"outcome": "allied-win", "vp": -4}
    assert korea["results"]["7"] == {"outcome": "prc-win", "vp": 4}
    middle = [(korea["results"][str(total)]["prc"], korea["results"][str(total)]["allied"]) for total in range(1, 7)]
    assert middle == [(allied, prc) for prc, allied in reversed(middle)]  # symmetric, as reconstructed
    example = korea["example"]
    for side in ("prc", "allied"):
        full = example[side] // korea["modifiers"]["factors"]
        assert example[f"{side}_mod"] == full * korea["modifiers"][side]
    assert example["net"] == example["prc_mod"] + example["allied_mod"] == 1


# -- what the checks find ----------------------------------------------------------------------------------


def changed(file, path, value):
    """The components with one value changed: what `check` says of them, as codes."""
    documents = {name: components.plain(components.load_raw(PACKAGE, name)) for name in ("map", "units", "tables")}
    record = documents[file]
    *way, last = path
    for step in way:
        record = record[step]
    record[last] = value
    return [problem.code for problem in component_checks.check(documents)]


@pytest.mark.parametrize(
    ("file", "path", "value", "code"),
    [
        ("map", ("links", "taiwan/taiwan-straight"), {"type": "coast"}, "rd-data-unknown"),
        ("map", ("links", "taiwan/china-central"), {"type": "border"}, "rd-data-link-order"),
        ("map", ("links", "taiwan/taiwan-strait", "type"), "border", "rd-data-link-kind"),
        ("map", ("areas", "atlantis"), {"kind": "sea"}, "rd-data-cut-off"),
        ("map", ("areas", "nepal"), {"kind": "land"}, "rd-data-no-sea"),
        ("map", ("passages", "spratly", "seas"), ["sulu-sea"], "rd-data-passage"),
        ("map", ("areas", "kyushu", "base"), False, "rd-data-no-base"),
        ("map", ("areas", "okinawa", "stacking", "land"), 2, "rd-data-over-stack"),
        ("map", ("straits", "kanmon", "until_event"), "japan-in", "rd-data-unknown"),
        ("units", ("units", "us-cvn-1", "steps"), 1, "rd-data-steps"),
        ("units", ("units", "us-cvn-1", "type"), "cvx", "rd-data-unknown"),
        ("units", ("units", "us-cvn-1", "type"), "f-16", "rd-data-category"),
        ("units", ("units", "us-cvn-1", "setup", "default"), "east-china", "rd-data-unknown"),
        ("tables", ("event_lookup", "results", "1-1"), "panama", "rd-data-lookup"),
        ("tables", ("korean_war", "most"), 8, "rd-data-korea"),
    ],
)
def test_the_checks_find_what_does_not_fit(file, path, value, code):
    assert code in changed(file, path, value)
