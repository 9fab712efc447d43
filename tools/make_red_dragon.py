#!/usr/bin/env python3
"""Make pbem/games/red_dragon/data from a folder with the sources map.json, units.json and tables.json.

usage: python3 tools/make_red_dragon.py SOURCES [--check] [--out FOLDER]

The sources are collected by hand, each value with its origin.  This script turns them into component files:
kebab-case ids, one shape of provenance, whole numbers only.  Everything that it reads is taken out of the
source; what is left over at the end would be lost, is reported, and makes the script fail, unless `DROPPED`
says why it may go; so does an origin that no component file cites.  --check writes nothing and says whether
the component files are what the script would write.
Exit codes: 0 done, 1 something would be lost or (--check) differs, 2 wrong usage.
"""

import argparse
import itertools
import json
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
DATA = os.path.join(HERE, "..", "pbem", "games", "red_dragon", "data")
WIDTH = 118

COUNTRIES = {
    "PRC": ("prc", "China", "prc"),
    "US": ("us", "United States", "allied"),
    "Jpn": ("jpn", "Japan", "allied"),
    "Twn": ("twn", "Taiwan", "allied"),
    "Aus": ("aus", "Australia", "allied"),
    "UK": ("uk", "United Kingdom", "allied"),
    "SK": ("sk", "South Korea", "allied"),
    "NK": ("nk", "North Korea", "prc"),
    "Ru": ("ru", "Russia", "prc"),
    "Phi": ("phi", "Philippines", "allied"),
    "Sng": ("sng", "Singapore", "allied"),
}
WITHOUT_UNITS = {"indonesia": "Indonesia", "vietnam": "Vietnam", "malaysia": "Malaysia"}
NATIONS = {
    "PRC": "prc",
    "Taiwan": "twn",
    "North Korea": "nk",
    "South Korea": "sk",
    "Russia": "ru",
    "Japan": "jpn",
    "USA": "us",
    "Philippines": "phi",
    "Vietnam": "vietnam",
    "Malaysia": "malaysia",
    "Singapore": "sng",
    "Indonesia": "indonesia",
    "none": None,
}
TYPE_NAMES = {
    "armor": ("armor", ["tank"]),
    "mechanized": ("mechanized infantry", ["mech"]),
    "artillery": ("artillery", ["arty"]),
    "airmobile": ("airmobile", []),
    "airborne": ("airborne", ["para"]),
    "marine": ("marines", ["marine"]),
    "infantry": ("infantry", ["inf"]),
    "recon": ("reconnaissance", ["recon"]),
    "stryker": ("Stryker", []),
    "combined-arms": ("combined arms", []),
    "amph": ("amphibious ships", ["amph"]),
    "cvl": ("light carrier", ["cvl"]),
    "cvn": ("nuclear carrier", ["cvn", "carrier"]),
    "sag": ("surface action group", ["sag"]),
    "ssk": ("attack submarines", ["ssk"]),
    "ssn": ("nuclear submarines", ["ssn"]),
    "ssgn": ("cruise missile submarine", ["ssgn"]),
}
DROPPED = {
    "map/meta/note": "says in prose what the origin of each value says",
    "map/meta/provenance_values": "the list of origins is the same for all titles",
    "units/meta/caution": "says in prose what the origin of each value says",
    "tables/meta/note": "says in prose what the origin of each value says",
}


# -- the origin of values --------------------------------------------------------------------------------


def wrap(value, source):
    """A value with its origin; a source that reconstructs any part of it makes all of it reconstructed."""
    first = re.match(r"rulebook|public|recalled|reconstructed", source)
    if not first:
        raise SystemExit(f"unknown origin: {source}")
    origin = "reconstructed" if "reconstructed" in source else first.group()
    cite = source
    if source.startswith(origin):
        cite = source[len(origin) :].lstrip()
        if cite.startswith("(") and cite.endswith(")"):
            cite = cite[1:-1]
    return {"value": value, "from": origin, "cite": cite}


def rule(value, number):
    """A value that stands in the rulebook under this number."""
    return {"value": value, "from": "rulebook", "cite": number}


def kebab(name):
    """Lower-case id: PRC-J-10-1 -> prc-j-10-1, china_north -> china-north, F/A-18 -> fa-18."""
    return re.sub(r"[ _]", "-", name.replace("/", "")).lower()


def present(record):
    """The record without what is None: an absent value is absent, because null means removal in a pack."""
    return {key: value for key, value in record.items() if value is not None}


# -- map.json --------------------------------------------------------------------------------------------


def make_map(source):
    document = {
        "title": "red-dragon",
        "name": source["meta"].pop("game"),
        "areas": dict(map(make_area, source["areas"])),
        "links": dict(sorted(map(make_link, source["adjacency"]))),
        "passages": dict(map(make_passage, source["through_island"])),
        "straits": {"kanmon": make_strait(source["restrictions"].pop("kanmon"))},
        "mainland": make_mainland(source["restrictions"].pop("mainland")),
        "distance": make_distance(source.pop("distance")),
        "boxes": BOXES,
        "unused": {
            kebab(u.pop("id")): {"kind": u.pop("kind"), "reason": wrap(u.pop("reason"), u.pop("src"))}
            for u in source["unused"]
        },
    }
    document["groups"] = make_groups(source.pop("groups"), document["areas"])
    for area, key in (("java", "java"), ("us-base", "us_base")):
        document["areas"][area]["prc_forbidden"] = prose_rule(source["restrictions"].pop(key))
    return document


BOXES = {
    "pool": {
        "name": "Reinforcement pool",
        "in_play": False,
        "rule": rule("units that Op 8 may draw", "3.2, 8.10"),
    },
    "middle-east": {
        "name": "Middle East",
        "in_play": False,
        "rule": rule("units sent away by event 2-3/2-4; event 2-5/2-6 brings them back", "6.7, 6.8"),
    },
    "out-of-play": {
        "name": "Out of play",
        "in_play": False,
        "rule": rule("British units before they arrive; units sent away by event 3-3/3-4", "6.4, 6.10"),
    },
    "eliminated": {"name": "Eliminated", "in_play": False, "rule": rule("never returns", "2.13")},
}


def make_area(area):
    src = area.pop("src")
    tenths = [round(10 * degree) for degree in area.pop("pos_lonlat")]
    record = {"name": area.pop("name"), "kind": wrap(area.pop("kind"), src.pop("exists"))}
    if record["kind"]["value"] == "land":
        stacking = area.pop("stacking")
        record |= {
            "nation": NATIONS[area.pop("nation")],
            "start_control": wrap(area.pop("start_status"), src.pop("start_status")),
            "base": wrap(area.pop("base"), src.pop("base")),
            "landing": wrap(area.pop("amphibious_mark"), src.pop("amphibious_mark")),
            "vp": wrap(area.pop("vp_to_prc"), src.pop("vp")),
            "stacking": wrap(stacking, src.pop("stacking")) if stacking else None,
            "off_map": area.pop("off_map", None),
            "prc_forbidden": area.pop("prc_forbidden", None),
            "coasts": {coast: kebab(sea) for coast, sea in area.pop("coasts", {}).items()} or None,
        }
    else:
        record["east_edge"] = area.pop("east_edge")
    record |= {"position": tenths, "notes": area.pop("notes", None), "src": src or None}
    if "src" in present(record):
        raise SystemExit(f"origin without a value in area {area['id']}: {src}")
    return kebab(area.pop("id")), present(record)


LINK_TYPES = {"sea_edge": "sea", "sea_corner": "corner", "coast": "coast", "land_border": "border"}


def make_link(edge):
    ends = sorted((kebab(edge.pop("a")), kebab(edge.pop("b"))))
    return "/".join(ends), present(
        {
            "type": wrap(LINK_TYPES[edge.pop("type")], edge.pop("src")),
            "coast": edge.pop("coast", None),
            "strait": edge.pop("restriction", None),
        }
    )


def make_passage(passage):
    seas = passage.pop("seas")
    if passage.pop("pairs") != [list(pair) for pair in itertools.combinations(seas, 2)]:
        raise SystemExit(f"{passage['island']}: the pairs are not simply all pairs of its seas")
    src = passage.pop("src")
    return kebab(passage.pop("island")), {
        "seas": wrap([kebab(sea) for sea in seas], src),
        "condition": wrap(passage.pop("condition"), src.split(" (rule)")[0]),
    }


def make_strait(strait):
    before = "forbidden until event 6-2 has happened, allowed after"
    after = "allowed until event 6-2 has happened, forbidden after"
    if (strait.pop("prc_side"), strait.pop("allied_side")) != (before, after):
        raise SystemExit("the strait rule of the source has changed; read it again")
    src = strait.pop("src")
    return {
        "name": "Kanmon Strait",
        "between": wrap([kebab(sea) for sea in strait.pop("between")], src),
        "until_event": wrap("japan-out", src),
        "closed_before": wrap(["prc"], src),
        "closed_after": wrap(["allied"], src),
    }


def make_mainland(mainland):
    src = mainland.pop("src")
    access = {
        "may not enter or attack": "nothing",
        "may attack from an adjacent sea, may not enter": "attack",
        "may enter and attack within its Op": "enter and attack",
    }
    return {
        "areas": wrap([kebab(area) for area in mainland.pop("areas")], src),
        "allied_access": wrap(
            {kind: access[mainland.pop(f"allied_{kind}")] for kind in ("land", "naval", "air")}, src
        ),
    }


def make_groups(groups, areas):
    """Named lists of areas; those of the start are checked and left out: each area carries its control."""
    made = {kebab(name): [kebab(area) for area in groups.pop(name)] for name in list(groups)}
    for side in ("allied", "prc"):
        start = [
            name
            for name, area in areas.items()
            if area.get("start_control", {}).get("value") == side and "off_map" not in area
        ]
        if sorted(made.pop(f"{side}-start")) != sorted(start):
            raise SystemExit(f"the group of {side} areas at the start is not what the areas say")
    return made | {"taiwan": ["taiwan"], "russia": ["russia"]}


def make_distance(distance):
    src = distance.pop("src")
    return {"metric": wrap(distance.pop("metric"), src), "passages_count": wrap(False, src)}


def prose_rule(text):
    """``PRC may never enter (rulebook 3.5); ...`` as a wrapped True with the whole text as its citation."""
    return {"value": True, "from": "rulebook", "cite": text}


# -- units.json ------------------------------------------------------------------------------------------


def make_units(source):
    meta = source["meta"]
    types, units = {}, {}
    pool = [kebab(unit) for unit in source.pop("us_reinforcement_pool")]
    printed = {}
    for unit in source["units"]:
        printed.setdefault(kebab(unit["type"]), (unit["type"], unit["category"]))
        name, record = make_unit(unit)
        units[name] = record
    for name, (text, category) in printed.items():
        long, aliases = TYPE_NAMES.get(name, (text, []))
        types[name] = {"name": long, "category": category, "aliases": aliases}
    if pool != [name for name, unit in units.items() if unit["setup"]["value"]["default"] == "pool"]:
        raise SystemExit("the pool is not the list of the units whose place is the pool")
    return {
        "title": "red-dragon",
        "totals": {
            "counters": rule(meta.pop("total_counters"), "2.1"),
            "units": wrap(meta.pop("combat_units"), "reconstructed (the split of the 176 counters)"),
            "markers": wrap(meta.pop("markers"), "reconstructed (the split of the 176 counters)"),
            "pool": wrap(meta.pop("pool"), "reconstructed"),
        },
        "countries": make_countries(meta),
        "factors": {name: rule(text, "2.12") for name, text in meta.pop("factors").items()},
        "types": types,
        "setup_places": make_places(meta.pop("setup_tokens")),
        "setup_order": wrap(meta.pop("setup_order"), meta.pop("set_up_src")),
        "random_choice": rule(meta.pop("random_choice"), "2.11"),
        "units": units,
        "markers": dict(map(make_marker, source["markers"])),
    }


def make_countries(meta):
    colors, counts = meta.pop("colors"), meta.pop("by_country")
    countries = {}
    for printed, (name, long, leans) in COUNTRIES.items():
        countries[name] = {
            "name": long,
            "abbreviation": printed,
            "color": rule(colors.pop(printed), "2.5"),
            "leans": leans,
            "units": wrap(counts.pop(printed), "rulebook 6.4" if name == "uk" else "reconstructed"),
        }
    if colors or counts:
        raise SystemExit(f"countries left over: {colors} {counts}")
    for name, long in WITHOUT_UNITS.items():
        countries[name] = {"name": long, "leans": "allied"}
    return countries


def make_unit(unit):
    src, setup = unit.pop("src"), unit.pop("setup")
    join = re.fullmatch(r"(allied|prc)(?: \(by (.+)\))?", unit.pop("joins", "") or "allied")
    reduced = unit.pop("reduced")
    factors = src.pop("factors")
    joins = unit["side"] not in ("allied", "prc")
    kind = unit.pop("type")
    record = {
        "name": TYPE_NAMES.get(kebab(kind), (kind,))[0] if kebab(kind) in TYPE_NAMES else kind,
        "country": COUNTRIES[unit.pop("country")][0],
        "side": unit.pop("side"),
        "joins": join.group(1) if joins else None,
        "joins_by": join.group(2) if joins else None,
        "category": unit.pop("category"),
        "type": wrap(kebab(kind), src.pop("exists")),
        "variant": unit.pop("variant", None),
    }
    for flag in (
        "weight",
        "size",
        "fixed",
        "at_sea_side",
        "needs_amph",
        "special_move_only",
        "stealth",
        "long_range",
        "vessel_class",
        "protected_target",
        "carries_heavy_land",
        "steps",
    ):
        record[flag] = unit.pop(flag, None)
    record |= {
        "back_face": kebab(unit.pop("back_face")),
        "factors": wrap(unit.pop("factors"), factors),
        "reduced": wrap(reduced, factors) if reduced else None,
        "setup": wrap(make_setup(setup), src.pop("setup")),
        "notes": make_notes(unit.pop("notes", None)),
    }
    if src or setup:
        raise SystemExit(f"{unit['id']}: left over {src} {setup}")
    return kebab(unit.pop("id")), present(record)


def make_setup(setup):
    default = setup.pop("default")
    return present(
        {
            "mode": setup.pop("mode"),
            "areas": [place_id(area) for area in setup.pop("areas", [])] or None,
            "default": "out-of-play" if default == "off_board" else place_id(default),
            "chosen_by": setup.pop("chosen_by", None),
            "event": setup.pop("event", None),
            "fallback": kebab(setup.pop("fallback", "")) or None,
        }
    )


def place_id(place):
    """An area, an @place, a box, or a coast as north-korea/west."""
    return kebab(place).replace(":", "/")


def make_notes(notes):
    reworded = {"printed_air_factor=1": "the counter prints air factor 1; the errata make it 4"}
    return [reworded.get(note, note) for note in notes] if notes else None


def make_places(tokens):
    """The places that set-up entries name with @, as rules for finding areas."""
    found = {
        "any_sea": {"kind": "sea"},
        "mainland_china": {"group": "mainland-china"},
        "japan": {"group": "japan"},
        "seas_next_to_japan": {"seas_next_to": "japan"},
        "allied_controlled_land": {"start_control": "allied", "except": ["taiwan", "us-base"]},
        "allied_controlled_base": {"start_control": "allied", "except": ["taiwan", "us-base"], "base": True},
        "seas_next_to_mainland_without_allied_naval": {
            "seas_next_to": "mainland-china",
            "without": "allied naval",
        },
    }
    made = {}
    for token, text in tokens.items():
        origin = "reconstructed" if "reconstructed" in text else "rulebook 3.2, 3.4"
        made[kebab(token[1:])] = {"text": kebab_ids(text), "where": wrap(found.pop(token[1:]), origin)}
    tokens.clear()
    return made


def kebab_ids(text):
    """Ids inside a text, in kebab case."""
    return re.sub(r"\b[a-z]+(?:_[a-z]+)+\b", lambda match: match.group().replace("_", "-"), text)


def make_marker(marker):
    src = marker.pop("src")
    record = {
        "name": marker.pop("name"),
        "type": wrap(marker.pop("type"), src.pop("exists")),
        "results": marker.pop("event").split("/") if "event" in marker else None,
        "faces": marker.pop("faces", None),
        "notes": marker.pop("notes", None),
    }
    if marker.pop("category") != "marker" or src:
        raise SystemExit("a marker that is none, or an origin without a value")
    return kebab(marker.pop("id")), present(record)


# -- tables.json -----------------------------------------------------------------------------------------

EVENT_IDS = {
    "phil_join": "phil-join",
    "uk_arrives": "uk-arrives",
    "sing_join": "sing-join",
    "viet_join": "viet-join",
    "iran": "iran",
    "india": "india",
    "sinkiang": "sinkiang",
    "caribbean": "caribbean",
    "mideast": "mideast",
    "panama": "panama",
    "taiwan_out": "taiwan-out",
    "tibet": "tibet",
    "double": "double",
    "ceasefire": "ceasefire",
    "russia_out": "russia-out",
    "japan_out": "japan-out",
    "australia_out": "australia-out",
    "us_sof": "us-sof",
    "rods": "rods",
    "prc_sof": "prc-sof",
}
SEND_AWAY = {"dice": 1, "halved_up": True, "rolled_by": "allied", "out_of": ["pool", "map"]}
REVOLT = {"dice": 1, "halved_up": True, "rolled_by": "prc", "categories": ["air", "land"], "to": "eliminated"}
EVENT_DATA = {
    "phil-join": {"joins": "phi"},
    "uk-arrives": {"country": "uk", "areas": ["singapore", "guam-saipan"], "fallback": "us-base"},
    "sing-join": {"joins": "sng"},
    "viet-join": {"opens": "vietnam", "to": ["air", "naval"]},
    "iran": SEND_AWAY | {"to": "middle-east", "unless": "india"},
    "india": {"out_of": ["middle-east"], "to": "us-base"},
    "sinkiang": REVOLT,
    "caribbean": SEND_AWAY | {"to": "out-of-play"},
    "taiwan-out": {"removes": "twn", "evacuate_to": ["guam-saipan", "us-base"]},
    "tibet": REVOLT,
    "double": {"activities": 2},
    "russia-out": {"removes": "ru", "closes": "russia", "prc_units_to": "china-north", "forbids_op": 1},
    "japan-out": {
        "removes": "jpn",
        "closes": "japan",
        "evacuate_to": ["guam-saipan", "us-base"],
        "prc_land_units_to": ["china-central", "china-north"],
        "keeps_vp_of": "okinawa",
    },
    "australia-out": {"removes": "aus"},
    "us-sof": {"chosen_by": "allied", "categories": ["air", "naval"], "units": 1},
    "rods": {"chosen_by": "allied", "categories": ["air", "land", "naval"], "units": 1},
    "prc-sof": {
        "chosen_by": "prc",
        "categories": ["air", "naval"],
        "units": 1,
        "not_in": ["us-base"],
        "starts_war_if_hit": "sk",
    },
}
SECOND_TIME = {False: "no effect", True: "applies again"}
REWORDED = {
    "Allied units there go at once to Allied-controlled Guam/Saipan or the US off-map base, unit by unit"
    " (the translation says Chinese; see NOTES)": (
        "Allied units there go at once to Allied-controlled Guam/Saipan or the US off-map base, unit by unit"
    ),
    "(decision) PRC already holds Taiwan's 6 VP: the VP are not given twice": (
        "PRC already holds Taiwan's 6 VP: they are not given twice"
    ),
    "Philippines already Allied (decision; text speaks only of a second roll)": "Philippines already Allied",
}
ENDS = {
    "prc_sd_cvn": {},
    "prc_sd_taiwan_spratly": {"areas": ["taiwan", "spratly"]},
    "prc_sd_guam": {"areas": ["guam-saipan"]},
    "russia_roll": {"die_at_least": 6, "plus": {"mideast": 1}},
    "prc_vp": {"vp": 12},
    "no_prc_units": {},
    "prc_resigns": {},
    "thirty": {"prc_actions": 30},
    "nuclear_draw": {"die_at_least": 6, "plus": {"iran": 1}},
}
END_IDS = {
    "prc_sd_cvn": "no-cvn",
    "prc_sd_taiwan_spratly": "taiwan-and-spratly",
    "prc_sd_guam": "guam-saipan",
    "thirty": "thirty-actions",
}
COMBAT = {
    "die": rule(6, "2.1, 2.12"),
    "least_factor": rule(0, "2.12"),
    "greatest_factor": rule(5, "10.5"),
    "port_bonus": rule(1, "10.5"),
    "prc_air_against_cvn": rule(-1, "10.3"),
    "factor_against_stealth": rule(1, "10.6"),
    "shots_per_unit": rule(1, "10.2"),
}
LIMITS = {
    "at_sea_units_per_side": rule(3, "9.8"),
    "heavy_units_per_amph": rule(3, "9.9"),
    "assault_land_units": rule({"okinawa": 3, "singapore": 3, "spratly": 1}, "7.3"),
}
MAINLAND = ["china-north", "china-central", "china-south"]
KOREAN_WATERS = {
    "rule": "7.8",
    "land": ["north-korea", "south-korea"],
    "seas": ["sea-of-japan", "yellow-sea"],
}
SPECIAL = {
    "carrier": rule({"country": "us", "type": "cvn"}, "2.7, 4.2, 10.3"),
    "operates": {
        "twn": rule({"rule": "7.5", "land": ["taiwan"], "seas": ["taiwan-strait", "east-china-sea"]}, "7.5"),
        "sng": rule({"rule": "7.6", "land": ["singapore"], "seas_next_to": ["singapore"]}, "7.6"),
        "phi": rule(
            {
                "rule": "7.7",
                "land": ["luzon", "leyte", "palawan", "mindanao"],
                "seas_next_to": ["luzon", "leyte", "palawan", "mindanao"],
            },
            "7.7",
        ),
        "sk": rule(KOREAN_WATERS, "7.8"),
        "nk": rule(KOREAN_WATERS, "7.8"),
        "ru": rule({"rule": "7.9", "land": ["russia"]}, "7.9"),
    },
    "acts_alone": rule({"nk": "7.8", "ru": "7.9"}, "7.8, 7.9"),
    "russia": rule({"country": "ru", "op": 1}, "4.3, 8.3"),
    "closed_while_neutral": rule({"indonesia": "7.14"}, "7.14"),
    "op3": rule({"from": MAINLAND, "to": [*MAINLAND, "north-korea"], "no_return": ["north-korea"]}, "8.5"),
    "op4": rule({"from": "china-central", "to": "taiwan", "types": ["airborne", "airmobile"]}, "8.6"),
    "op5": rule({"from": "china-central", "to": "taiwan"}, "8.7"),
    "op10": rule({"country": "us", "categories": ["air"], "types": ["cvn"], "during": [16, 18]}, "8.12"),
    "op18": rule({"prc": MAINLAND, "ru": ["russia"], "allied": ["us-base"]}, "8.20"),
    "korea": rule(
        {
            "areas": ["north-korea", "south-korea"],
            "countries": ["nk", "sk"],
            "hosts": {"north-korea": "prc", "south-korea": "us"},
        },
        "11.2, 11.3",
    ),
}


def make_tables(source):
    return {
        "title": "red-dragon",
        "sequence": make_sequence(source.pop("sequence")),
        "events": dict(map(make_event, source["random_events"].pop("events"))),
        "event_lookup": make_lookup(source["random_events"]),
        "ops": dict(map(make_op, source["ops"])),
        "korean_war": make_korea(source["korean_war"]),
        "victory": make_victory(source),
        "game_end": dict(map(make_end, source["game_end"])),
        "combat": COMBAT,
        "limits": LIMITS,
        "special": SPECIAL,
        "half_round_up": rule(source.pop("half_round_up"), "6.7"),
    }


STEPS = {
    "prc-event-check": "I PRC event check: d6, 1-2 event, 3-6 none",
    "prc-event": "II PRC event (if any)",
    "prc-action": "III PRC action",
    "allied-event-check": "IV Allied event check: d6, 1-2 event, 3-6 none",
    "allied-event": "V Allied event (if any)",
    "allied-action": "VI Allied action",
}


def make_sequence(sequence):
    texts, src = sequence.pop("steps"), sequence.pop("src")
    if texts != list(STEPS.values()):
        raise SystemExit("the sequence of the source has changed")
    names = {name: re.fullmatch(r"(\w+) ([^:(]+).*", text) for name, text in STEPS.items()}
    return {
        "order": wrap(list(STEPS), src),
        "steps": {
            name: {"number": match[1], "name": match[2].strip(), "side": name.split("-")[0]}
            for name, match in names.items()
        },
        "event_on": wrap(sequence.pop("event_on"), src),
    }


def make_lookup(table):
    lookup = {roll: EVENT_IDS[event] for roll, event in table.pop("lookup").items()}
    return {"dice": rule(table.pop("dice"), "6.2"), "results": wrap(lookup, table.pop("src"))}


def make_event(event):
    src, repeatable = event.pop("src"), event.pop("repeatable")
    if event.pop("second_time") != SECOND_TIME[repeatable]:
        raise SystemExit(f"event {event['id']}: what a second time does is not what repeatable says")
    name = EVENT_IDS[event.pop("id")]
    data = dict(EVENT_DATA.get(name, {}))
    for key in ("vp", "draw_on"):
        if key in event:
            data[key] = event.pop(key)
    for modifier in event.pop("modifiers", []):
        data["plus"] = {modifier.pop("if_").split()[0]: modifier.pop("add")}
    if event.pop("dice", None):
        data["dice"] = 1
    texts = [REWORDED.get(text, text) for text in event.pop("effects")]
    return name, present(
        {
            "name": event.pop("name"),
            "rule": event.pop("section"),
            "results": wrap(event.pop("results"), src),
            "repeatable": wrap(repeatable, src),
            "affects": wrap(event.pop("affects"), src),
            "data": wrap(data, src) if data else None,
            "effects": texts,
            "no_effect_if": [REWORDED.get(text, text) for text in event.pop("also_no_effect_if", [])] or None,
        }
    )


OP_RULES = {"8.18 (printed 8.19)": "8.18", "8.4, 11.3": "8.4", "8.13, 11.4-11.6": "8.13"}


def make_op(op):
    src, section = op.pop("src"), op.pop("section")
    countries = {"philippines": "phi", "singapore": "sng"}
    nations = [countries.get(name, name) for name in op.pop("countries", [])]
    join_on = op.pop("join_on", None)
    return str(op.pop("op")), present(
        {
            "name": op.pop("name"),
            "rule": OP_RULES.get(section, section),
            "sides": wrap(op.pop("who"), src),
            "once": wrap(op.pop("once_per_game"), src),
            "dice": 1 if op.pop("dice", None) else None,
            "join_on": wrap(join_on, src) if join_on else None,
            "countries": wrap(nations, src) if nations else None,
            "requires": op.pop("requires", None),
            "blocked_if": op.pop("blocked_if", None),
            "summary": op.pop("summary"),
            "combat": op.pop("combat"),
        }
    )


def make_korea(table):
    if table.pop("die") != "d6" or table.pop("modifiers") != {
        "prc": "+1 per full 5 land factors",
        "allied": "-1 per full 5 land factors",
    }:
        raise SystemExit("the Korean War modifiers of the source have changed")
    after = table.pop("after")
    return {
        "dice": 1,
        "modifiers": rule({"factors": 5, "prc": 1, "allied": -1}, "11.5"),
        "counted": make_counted(table),
        "least": rule(0, "11.6"),
        "most": rule(7, "11.6"),
        "results": dict(map(make_row, table["results"])),
        "losses": make_losses(table.pop("losses")),
        "after": {key: wrap(text, after["src"]) for key, text in after.items() if key != "src"},
        "example": make_example(table.pop("worked_example")),
    }


LOSSES_FROM = {
    "prc": ("NK and PRC units in North Korea", {"countries": ["nk", "prc"], "areas": ["north-korea"]}),
    "allied": ("US and SK units in South Korea", {"countries": ["us", "sk"], "areas": ["south-korea"]}),
}


def make_losses(losses):
    src = losses.pop("src")
    if losses.pop("chosen_by") != "the side that loses them":
        raise SystemExit("who chooses Korean losses has changed in the source")
    made = {"chosen_by": {"value": "owner", "from": "rulebook", "cite": src}, "of": {}}
    for side, (text, selection) in LOSSES_FROM.items():
        if losses["from_"].pop(f"{side}_side") != text:
            raise SystemExit("whose units are Korean losses has changed in the source")
        made["of"][side] = {"units": rule(selection, "11.5"), "text": text}
    made["notes"] = [losses.pop("two_step").removesuffix(" (decision)")]
    return made


def make_counted(table):
    """Whose land factors count, as selections and in words."""
    prc = [
        {"countries": ["nk", "prc"], "areas": ["north-korea"]},
        {"countries": ["prc"], "category": "air", "areas": ["china-north"]},
    ]
    allied = [
        {"countries": ["us", "sk"], "areas": ["south-korea"]},
        {"side": "allied", "category": "air", "areas": ["kyushu", "honshu"]},
        {"type": "cvn", "areas": ["yellow-sea", "sea-of-japan"]},
    ]
    return {
        "prc": {"units": rule(prc, "11.5"), "text": table.pop("prc_sum")},
        "allied": {"units": rule(allied, "11.5"), "text": table.pop("allied_sum")},
    }


def make_row(row):
    src, outcome = row.pop("src"), kebab(row.pop("outcome"))
    total = row.pop("value") if "value" in row else row.pop("max") if "max" in row else row.pop("min")
    record = {"outcome": outcome}
    if outcome == "losses":
        record |= {"prc": row.pop("prc_side"), "allied": row.pop("allied_side")}
    else:
        record["vp"] = row.pop("vp")
    return str(total), wrap(record, src)


def make_example(example):
    src = example.pop("src")
    made = wrap(dict(example), src)
    example.clear()
    return made


VP_ITEMS = {
    "area": (1, "each area Allied or neutral at start"),
    "panama": (1, "Panama event"),
    "cvn": (2, "each US CVN"),
    "korea": (4, "Korean ground war"),
    "spratly": (4, "Spratly gained"),
    "taiwan": (6, "Taiwan gained"),
    "okinawa-kept": (1, "Okinawa point"),
    "raided": (0, "area emptied by event 6-4"),
}


def make_victory(source):
    items = {}
    for (name, (points, start)), item in zip(VP_ITEMS.items(), source["victory_points"], strict=True):
        text, vp, src = item.pop("item"), item.pop("vp"), item.pop("src")
        if not text.startswith(start) or (points and str(points) not in vp):
            raise SystemExit(f"the victory point list of the source has changed: {text}")
        text = text.replace(" (and, by decision, 6-5)", " or 6-5")
        items[name] = {"vp": wrap(points, src), "lost_again": wrap("/-" in vp, src), "text": text}
    del items["raided"]["lost_again"]
    return {
        "start": rule(source.pop("victory_start"), "4.4"),
        "may_be_negative": rule(source.pop("may_be_negative"), "4.4"),
        "items": items,
    }


def make_end(end):
    src, name = end.pop("src"), end.pop("id")
    return END_IDS.get(name, kebab(name)), {
        "when": end.pop("when"),
        "winner": wrap(end.pop("winner"), src),
        "test": end.pop("test"),
        **{key: wrap(value, src) for key, value in ENDS[name].items()},
    }


# -- scenarios -------------------------------------------------------------------------------------------


def make_scenarios(map_document, units):
    """The empty board, the board that players set up themselves, and one set up from the default places."""
    places = {}
    for name, unit in units["units"].items():
        place = unit["setup"]["value"]["default"].split("/")[0]
        places.setdefault(place, []).append(name)
    names = {
        place: record["name"] for place, record in (map_document["areas"] | map_document["boxes"]).items()
    }
    order = [place for place in names if place in places]
    start = {"step": "prc-event-check", "action": 0}
    common = {"pbem": "position/1", "title": "red-dragon"}
    return {
        "empty": common
        | {
            "id": "empty",
            "name": "Empty board",
            "summary": "No unit in play, control as at the start.",
            "at": start,
            "set": {"vp": 0},
        },
        "standard": common
        | {
            "id": "standard",
            "name": "The coming war",
            "summary": "The game of the rulebook: the Allied player sets up, then the PRC player.",
            "base": "empty",
            "at": {"step": "allied-set-up", "action": 0},
            "setup": SETUP_STEPS,
            "units": [f"{names[place]}: " + ", ".join(places[place]) for place in ("pool", "out-of-play")],
        },
        "ready": common
        | {
            "id": "ready",
            "name": "The coming war, set up",
            "summary": "The same game with both sides set up in the places that the counters suggest.",
            "base": "empty",
            "at": start,
            "set": {"nk-ssk-1.coast": "west"},
            "units": [f"{names[place]}: " + ", ".join(places[place]) for place in order],
        },
    }


SETUP_STEPS = [
    {
        "by": "allied",
        "rule": "3.2",
        "units": {"sides": ["allied"]},
        "text": "US units outside the pool and Japanese, Taiwanese and Australian units, each in its places",
    },
    {
        "by": "allied",
        "rule": "3.3",
        "units": {"sides": ["neutral"], "chosen_by": "allied"},
        "text": "all neutral units, each in one of its places",
    },
    {
        "by": "prc",
        "rule": "3.3",
        "units": {"sides": ["neutral"], "chosen_by": "prc"},
        "text": "the coast of the North Korean submarine",
    },
    {"by": "prc", "rule": "3.4", "units": {"sides": ["prc"]}, "text": "PRC units, each in one of its places"},
]


# -- writing ---------------------------------------------------------------------------------------------


def pretty(value, indent=0, used=0):
    """JSON that people can read: whatever fits a line stands on one, `used` characters of which are taken."""
    flat = json.dumps(value, ensure_ascii=False)
    if used + len(flat) < WIDTH or not isinstance(value, (dict, list)) or not value:
        return flat
    pad, end = " " * (indent + 1), " " * indent
    if isinstance(value, dict):
        keys = [f"{pad}{json.dumps(key)}: " for key in value]
        lines = [key + pretty(part, indent + 1, len(key)) for key, part in zip(keys, value.values())]
        return "{\n" + ",\n".join(lines) + f"\n{end}}}"
    lines = [pad + pretty(part, indent + 1, len(pad)) for part in value]
    return "[\n" + ",\n".join(lines) + f"\n{end}]"


def leftovers(value, path):
    """The paths of everything in a source that no one has taken out."""
    if isinstance(value, dict):
        return [found for key, part in value.items() for found in leftovers(part, f"{path}/{key}")]
    if isinstance(value, list):
        return [found for index, part in enumerate(value) for found in leftovers(part, f"{path}/{index}")]
    return [path]


def origins(source):
    """Every text under a key ``src`` of a source, with repetitions."""
    if isinstance(source, list):
        return [text for part in source for text in origins(part)]
    if not isinstance(source, dict):
        return []
    own = source.get("src", [])
    own = list(own.values()) if isinstance(own, dict) else [own] if own else []
    return own + [text for key, part in source.items() if key != "src" for text in origins(part)]


def cites(document):
    """Every citation in the component files."""
    if isinstance(document, list):
        return {cite for part in document for cite in cites(part)}
    if not isinstance(document, dict):
        return set()
    own = {document["cite"]} if "cite" in document else set()
    return own.union(*(cites(part) for part in document.values()))


def make_all(folder):
    """All component files by name, what of the sources would be lost, and how many origins they gave."""
    sources = {}
    for name in ("map", "units", "tables"):
        with open(os.path.join(folder, f"{name}.json"), encoding="utf-8") as file:
            sources[name] = json.load(file)
    given = [text for source in sources.values() for text in origins(source)]
    files = {
        "map": make_map(sources["map"]),
        "units": make_units(sources["units"]),
        "tables": make_tables(sources["tables"]),
    }
    for name, scenario in make_scenarios(files["map"], files["units"]).items():
        files[f"scenarios/{name}"] = scenario
    lost = [path for name, source in sources.items() for path in leftovers(source, name)]
    lost = [path for path in lost if not path.startswith(tuple(DROPPED))]
    kept = cites(files)
    lost += [f"origin {text!r}" for text in dict.fromkeys(given) if not {text, wrap(0, text)["cite"]} & kept]
    return files, lost, len(given)


def main(arguments=None):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("sources", help="folder with map.json, units.json and tables.json")
    parser.add_argument(
        "--check", action="store_true", help="write nothing; compare with the component files"
    )
    parser.add_argument("--out", default=DATA, help="where the component files lie")
    chosen = parser.parse_args(arguments)
    files, lost, given = make_all(chosen.sources)
    for path in lost:
        print(f"lost: {path}")
    differing = [name for name, document in files.items() if not put(chosen, name, pretty(document) + "\n")]
    for name in differing:
        print(f"differs: {name}.json")
    print(f"{len(files)} files; {given} origins in the sources; lost: {len(lost)}; dropped: {len(DROPPED)}")
    return 1 if lost or differing else 0


def put(chosen, name, text):
    """Write a file, or with --check only compare it; False if it differs."""
    path = os.path.join(chosen.out, f"{name}.json")
    if chosen.check:
        if not os.path.exists(path):
            return False
        with open(path, encoding="utf-8") as file:
            return file.read() == text
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path + ".new", "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(path + ".new", path)
    return True


if __name__ == "__main__":
    sys.exit(main())
