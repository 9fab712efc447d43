#!/usr/bin/env python3
"""Make pbem/games/pacific/data and rulebook.json from a folder with map, edges, units, setup and turn .json.

usage: python3 tools/make_pacific.py SOURCES [--check] [--out FOLDER]

The sources are collected by hand, each value with its origin.  This script turns them into component files:
kebab-case ids, one shape of provenance, whole numbers only.  Everything that it reads is taken out of the source;
what is left over at the end would be lost, is reported, and makes the script fail, unless `DROPPED` says why it
may go.  --check writes nothing and says whether the files are what the script would write.
Exit codes: 0 done, 1 something would be lost or (--check) differs, 2 wrong usage.
"""

import argparse
import json
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
TITLE = os.path.join(HERE, "..", "pbem", "games", "pacific")

FORCES = {"commonwealth": "uk", "usa": "us", "japan": "japan", "china": "china"}
POWERS = {
    "japan": {"name": "Japan", "nations": ["japan"], "forces": ["japan"], "side": "axis"},
    "uk": {"name": "United Kingdom", "nations": ["india", "australia"], "forces": ["uk"], "side": "allies"},
    "us": {"name": "United States", "nations": ["usa", "china"], "forces": ["us", "china"], "side": "allies"},
}
NATION_NAMES = {"japan": "Japan", "india": "India", "australia": "Australia", "usa": "USA", "china": "China"}
CATEGORIES = {"land": "land", "land (special)": "special", "sea": "sea", "air": "air"}
ALIASES = {
    "aa-gun": ["aa", "antiaircraft gun", "flak"],
    "industrial-complex": ["complex", "factory", "ic"],
    "artillery": ["art", "arty"],
    "infantry": ["inf"],
    "marine": ["marines", "mar"],
    "armor": ["armour", "tank", "tanks", "arm"],
    "transport": ["transports", "trn", "tran"],
    "submarine": ["sub", "subs", "submarines"],
    "destroyer": ["destroyers", "dd"],
    "carrier": ["carriers", "ac", "cv", "aircraft carrier"],
    "battleship": ["battleships", "bb"],
    "fighter": ["fighters", "ftr", "fig"],
    "bomber": ["bombers", "bmb", "bom"],
}
CARRIES = {
    "transport": ({"capacity": 2, "size": {"infantry": 1, "marine": 1, "artillery": 1, "aa-gun": 1, "armor": 2}}, "TRN-1"),
    "destroyer": ({"capacity": 1, "size": {"infantry": 1}, "only": "japan"}, "JDD-1"),
}
BOMBARDS = {"battleship": 4, "destroyer": 2}
LOSS_ORDERS = {
    "land-attack": ["infantry", "marine", "artillery", "armor", "fighter", "bomber"],
    "land-defence": ["infantry", "marine", "artillery", "armor", "bomber", "fighter"],
    "sea-attack": ["battleship", "transport", "submarine", "destroyer", "fighter", "bomber", "carrier", "battleship!"],
    "sea-defence": ["battleship", "transport", "submarine", "destroyer", "fighter", "carrier", "battleship!"],
    "raid": ["fighter", "bomber"],
    "raid-defence": ["fighter"],
}
CONVENTION = (
    "order of loss of A&A by e-mail players (IAAPA), with the unit types of this game and the free first hit of a"
    " battleship put in"
)
DROPPED = {
    "map/meta": "says in prose what the origin of each value says, or repeats the records",
    "edges/meta": "says in prose what the origin of each value says",
    "units/meta": "says in prose what the rules say",
    "turn/meta": "says in prose what the origin of each value says",
    "setup/meta": "what it says on origins is cited by the scenarios",
    "turn/turn_owners": "the same as the nations of each power",
}


def wrap(value, source):
    """A value with its origin; `source` begins with the word that the sources use for it."""
    word = re.match(r"rulebook|triplea|manual|recalled|reconstructed|encyclopedia|forum|official", source).group()
    origin = word if word in ("rulebook", "recalled", "reconstructed") else "public"
    return {"value": value, "from": origin, "cite": source.replace("triplea", "TripleA map")}


def rule(value, number):
    return {"value": value, "from": "rulebook", "cite": number}


def kebab(name):
    return name.replace("_", "-").lower()


def lines(source):
    """``{"rulebook_lines": [[1, 2], [3, 3]]}`` as a citation; empty for none."""
    found = source.get("rulebook_lines") or source.get("seed_lines") or []
    return ", ".join(f"{a}-{b}" if a != b else str(a) for a, b in found)


# -- map.json ------------------------------------------------------------------------------------------------


def make_map(source, edges):
    areas = {}
    for territory in source["territories"].values():
        name, record = make_territory(territory)
        areas[name] = record
    for zone in source["sea_zones"].values():
        name, record = make_zone(zone)
        areas[name] = record
    extra = [make_extra_route(route) for route in source["meta"].pop("convoy_routes_missing").pop("candidates")]
    return {
        "title": "pacific",
        "name": source["meta"].pop("game"),
        "areas": areas,
        "links": dict(sorted(make_link(edge) for edge in edges["edges"])),
        "extra_routes": dict(extra),
    }


def make_territory(one):
    src = one.pop("provenance")
    for redundant in ("triplea_name", "control_at_start", "coastal", "adjacent_sea_zones", "adjacent_land"):
        one.pop(redundant)
    capital = src.pop("capital/industrial_complex", "rulebook (Q&A)")
    island = one.pop("island_in_sea_zone")
    printed = src.pop("name")
    record = {
        "name": one.pop("name"),
        "aliases": one.pop("aliases"),
        "kind": one.pop("kind"),
        "ipc": wrap(one.pop("ipc"), src.pop("ipc")),
        "owner": wrap(one.pop("original_owner"), src.pop("original_owner")),
        "colour": wrap(re.split(r" \(| with ", one.pop("colour"))[0].rstrip("?"), "triplea"),
        "air_base": wrap(one.pop("air_base"), src.pop("air_base")),
        "naval_base": wrap([kebab(zone) for zone in one.pop("naval_base_sea_zones")], src.pop("naval_base")),
        "chinese": one.pop("chinese_territory"),
        "capital_of": one.pop("capital_of"),
        "complex": wrap(one.pop("industrial_complex_at_start"), capital),
        "in_zone": kebab(island) if island else None,
        "capture": {"to_china": "china", "siam_fic": "captor", None: None}[one.pop("capture_rule")],
        "passable": not one.pop("impassable"),
        "printed_name_from": printed,
        "doubt": one.pop("doubt", None),
    }
    if bool(one.pop("naval_base")) != bool(record["naval_base"]["value"]) or src:
        raise SystemExit(f"{record['name']}: naval base or origin does not fit {src}")
    return kebab(one.pop("id")), {key: value for key, value in record.items() if value not in (None, [])}


def make_zone(one):
    src = one.pop("provenance")
    for redundant in ("triplea_name", "adjacent_sea_zones", "adjacent_land", "naval_base_territories"):
        one.pop(redundant)
    centre, route = one.pop("convoy_centre"), one.pop("convoy_route")
    record = {
        "name": f"Sea Zone {one.pop('number')}",
        "kind": "sea",
        "centre": wrap({"owner": centre["owner"], "ipc": centre["ipc"]}, src["convoy"]) if centre else None,
        "route": wrap(make_route(route), src["convoy"]) if route else None,
        "kamikaze": wrap(one.pop("kamikaze"), src.pop("kamikaze")),
    }
    one.pop("islands")
    src.pop("adjacency"), src.pop("convoy")
    return kebab(one.pop("id")), {key: value for key, value in record.items() if value is not None}


def make_route(route):
    return {"of": kebab(route.pop("territory")), "ipc": route.pop("ipc"), "holder": route.pop("controller_at_start")}


def make_extra_route(one):
    why = one.pop("why")
    return kebab(one.pop("sea_zone")), wrap(make_route(one), f"reconstructed ({why})")


def make_link(edge):
    ends = "/".join(sorted((kebab(edge.pop("a")), kebab(edge.pop("b")))))
    source = edge.pop("provenance")
    note = edge.pop("rulebook_ref", None) or edge.pop("doubt", None)
    edge.pop("map_border_px")
    record = wrap(edge.pop("type"), f"{source} ({note})" if note else source)
    return ends, record | ({"impassable": True} if edge.pop("impassable", False) else {})


# -- units.json ----------------------------------------------------------------------------------------------


def make_units(source):
    return {"title": "pacific", "types": dict(make_type(unit) for unit in source["units"].values())}


def make_type(unit):
    name, src = kebab(unit.pop("id")), unit.pop("provenance")
    place = lines(unit.pop("source")) + (", " + lines(unit.pop("extra_source")) if "extra_source" in unit else "")
    cite = f"{src} text lines {place}"
    doubt = unit.pop("doubt", None)
    record = {
        "name": unit.pop("name"),
        "aliases": ALIASES[name],
        "category": CATEGORIES[unit.pop("class")],
        **{key: wrap(unit.pop(key) or 0, cite) for key in ("move", "attack", "defence", "cost")},
        "buyers": wrap(unit.pop("buyers"), cite),
        "notes": unit.pop("abilities"),
    }
    if name in CARRIES:
        record["carries"] = rule(*CARRIES[name])
    if name == "carrier":
        record["decks"] = rule(2, "carrier")
    if name in BOMBARDS:
        record["bombards"] = rule(BOMBARDS[name], "AMP-4")
    if name == "battleship":
        record["hits"] = rule(2, "SEA-6")
    if doubt:
        record["doubt"] = doubt
    return name, record


# -- turn.json -----------------------------------------------------------------------------------------------


def make_turn(turn, setup):
    victory, kamikaze = turn.pop("victory"), turn.pop("kamikaze")
    order = [{"britain": "uk", "usa": "us"}.get(name, name) for name in turn.pop("order_of_play")]
    money = setup.pop("starting_ipcs")
    levels = setup.pop("production_levels")
    proof = money.pop("provenance")
    pool = money.pop("uk_convoy_pool")
    money.pop("uk_convoy_rule")
    checks = {key: value for key, value in levels.items() if key not in ("uk_convoy", "provenance")}
    if checks | {"china": 0} != money or levels["uk_convoy"] != pool:
        raise SystemExit("starting money and production levels differ")
    levels.clear()
    markers = setup.pop("markers")
    source = victory.pop("provenance")
    kamikaze.pop("zones"), kamikaze.pop("zones_provenance")
    return {
        "title": "pacific",
        "order": wrap(order, "manual (page 10 excerpt)"),
        "powers": POWERS,
        "nations": NATION_NAMES,
        "phases": {str(one.pop("n")): make_phase(one) for one in turn.pop("phases")},
        "start": {
            "money": wrap(dict(sorted(money.items())), proof),
            "uk_convoys": wrap(pool, proof),
            "vp": wrap(markers.pop("japan_victory_points"), markers["provenance"]),
            "kamikazes": wrap(markers.pop("kamikaze"), markers.pop("provenance")),
        },
        "victory": {
            "points": wrap(victory.pop("japan_points"), "rulebook (VIC-1) " + source),
            "capitals_for_japan": wrap([kebab(one) for one in victory.pop("japan_capitals")], "rulebook (VIC-6)"),
            "capital_for_allies": wrap(victory.pop("allies_capital"), "rulebook (VIC-5)"),
            "allied_income_limit": wrap(victory.pop("allies_income_limit"), "encyclopedia excerpt and TripleA (VIC-7)"),
            "ipc_per_point": rule(10, "VIC-2"),
        },
        "kamikaze": {"total": rule(kamikaze.pop("total"), "KAM-1"), "hit_on": rule(kamikaze.pop("hit_on"), "KAM-3")},
        "combat": {
            "surprise": rule(1, "LND-4"),
            "antiaircraft": rule(1, "LND-1"),
            "interceptor": rule(2, "SBR-4"),
            "escort": rule(1, "SBR-4"),
            "base_run": rule(3, "NAV-1"),
        },
        "loss_orders": {name: wrap(order, f"recalled ({CONVENTION})") for name, order in LOSS_ORDERS.items()},
    }


def make_phase(phase):
    return {"name": phase.pop("name"), **({"steps": phase.pop("substeps")} if "substeps" in phase else {})}


# -- scenarios -----------------------------------------------------------------------------------------------


def make_scenarios(setup, map_document):
    control = {kebab(area): owner for area, owner in setup.pop("control_at_start").items()}
    for area, owner in control.items():
        if map_document["areas"][area]["owner"]["value"] != owner:
            raise SystemExit(f"{area} does not start with its printed owner")
    changes = setup.pop("balanced_changes")
    made = {"empty": position("empty", "Empty board", "No unit in play; control and money as at the start.", {})}
    for name, text in (("standard", "Set-up as printed"), ("balanced", "Balanced set-up of the questions and answers")):
        block = setup.pop(f"setup_{name}")
        units = block.pop("units")
        check_totals(units, block.pop("totals"))
        made[name] = position(name, text, block.pop("description"), units)
        if block:
            raise SystemExit(f"left over in {name}: {block}")
    for change in changes:
        for name, key in (("standard", "printed"), ("balanced", "changed")):
            check_change(made[name], change, change[key])
    return made


def position(name, title, summary, units):
    return {
        "pbem": "position/1",
        "title": "pacific",
        "id": name,
        "name": title,
        "summary": summary,
        "at": {"round": 1, "power": "japan", "phase": "purchase"},
        "units": wrap(notation(units), "triplea (figures that the rulebook gives agree; see the notes of the data)"),
    }


def notation(units):
    places = {}
    for force, stacks in units.items():
        for area, counts in stacks.items():
            for kind, number in counts.items():
                if kind != "industrial_complex":
                    text = f"{FORCES[force]} {kebab(kind)}" + (f"*{number}" if number > 1 else "")
                    places.setdefault(kebab(area), []).append(text)
    return "; ".join(f"{area}: {', '.join(sorted(places[area]))}" for area in sorted(places, key=natural))


def natural(area):
    number = re.fullmatch(r"sz(\d+)", area)
    return (1, int(number[1]), "") if number else (0, 0, area)


def check_totals(units, totals):
    for force, stacks in units.items():
        counted = {}
        for counts in stacks.values():
            for kind, number in counts.items():
                counted[kind] = counted.get(kind, 0) + number
        if counted != totals.pop(force):
            raise SystemExit(f"totals of {force} do not fit")


def check_change(scenario, change, number):
    area, unit = kebab(change["location"]), kebab(change["unit"])
    places = dict(part.split(": ") for part in scenario["units"]["value"].split("; "))
    counted = 0
    for item in places.get(area, "").split(", "):
        kind, _, count = item.removeprefix("japan ").partition("*")
        if kind == unit:
            counted += int(count or 1)
    if counted != number:
        raise SystemExit(f"{scenario['id']} has {counted} {unit} in {area}, the text says {number}")


# -- rulebook.json ---------------------------------------------------------------------------------------------


def make_rulebook(turn):
    rules = {}
    for one in turn.pop("rules"):
        record = {"title": one.pop("title"), "summary": one.pop("rule"), "from": one.pop("provenance")}
        cite = lines(one.pop("source"))
        if cite:
            record["cite"] = cite
        for key in ("doubt", "note"):
            if key in one:
                record[key] = one.pop(key)
        record["status"] = "not needed" if one["id"] == "TSK-1" else "done"
        rules[one.pop("id")] = record
        if one:
            raise SystemExit(f"left over in a rule: {one}")
    return {"title": "pacific", "rules": rules}


# -- writing -----------------------------------------------------------------------------------------------


def make(sources):
    """Every file to write, by path below the title, and what would be lost."""
    read = reader(sources)
    parts = {name: read(name) for name in ("map", "edges", "units", "setup", "turn")}
    area_map = make_map(parts["map"], parts["edges"])
    parts["turn"].pop("options")
    files = {"data/map": area_map, "data/units": make_units(parts["units"])}
    files["rulebook"] = make_rulebook(parts["turn"])
    files["data/turn"] = make_turn(parts["turn"], parts["setup"])
    for name, scenario in make_scenarios(parts["setup"], area_map).items():
        files[f"data/scenarios/{name}"] = scenario
    lost = sorted(path for path in leftovers(parts) if not any(path == d or path.startswith(d + "/") for d in DROPPED))
    return files, lost


def reader(sources):
    """A function that reads one of the source files."""

    def read(name):
        with open(os.path.join(sources, name + ".json"), encoding="utf-8") as file:
            return json.load(file)

    return read


def leftovers(value, path=""):
    """The paths of values that nobody has taken out."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield from leftovers(item, f"{path}/{key}" if path else key)
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from leftovers(item, f"{path}/{index}")
    else:
        yield path


def dumped(document, indent=0):
    """JSON with short objects and lists on one line."""
    flat = json.dumps(document, ensure_ascii=False)
    pad = " " * (indent + 1)
    if len(flat) + indent <= 118 or not isinstance(document, (dict, list)) or not document:
        return flat
    if isinstance(document, list):
        inner = [pad + dumped(item, indent + 1) for item in document]
        return "[\n" + ",\n".join(inner) + "\n" + " " * indent + "]"
    inner = [f"{pad}{json.dumps(key, ensure_ascii=False)}: {dumped(item, indent + 1)}" for key, item in document.items()]
    return "{\n" + ",\n".join(inner) + "\n" + " " * indent + "}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sources")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--out", default=TITLE)
    arguments = parser.parse_args()
    files, lost = make(arguments.sources)
    for path in lost:
        print(f"would be lost: {path}", file=sys.stderr)
    different = False
    for name, document in files.items():
        path, text = os.path.join(arguments.out, name + ".json"), dumped(document) + "\n"
        if arguments.check:
            same = os.path.exists(path) and open(path, encoding="utf-8").read() == text
            different |= not same
            print(f"{'same' if same else 'differs'}: {name}")
            continue
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
    return 1 if lost or different else 0


if __name__ == "__main__":
    sys.exit(main())
