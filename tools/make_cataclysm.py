#!/usr/bin/env python3
"""Make the component files of Cataclysm from a folder of collected game data.

    make_cataclysm.py SOURCE [TARGET]

SOURCE holds areas.json, edges.json, powers.json, crisis.json and scenarios.json as they were collected; TARGET is
pbem/games/cataclysm/data.  Every value keeps its origin in the one shape ``{"value", "from", "cite"}``.  At the end the
tool compares the values on both sides and lists whatever would be lost; then nothing is written and it exits with 1.
"""

import json
import os
import sys
from collections import Counter

ORIGINS = ("rulebook", "public", "recalled", "reconstructed", "owner")
EXTRA = ("note", "doubt", "livingRules")


def main(source, target):
    read = {name: _load(source, name) for name in ("areas", "edges", "powers", "crisis", "scenarios")}
    files = {
        "map": {"areas": areas(read["areas"]["areas"]), "edges": edges(read["edges"]["edges"])},
        "powers": powers(read["powers"]),
        "crisis": crisis(read["crisis"]),
        "turn-track": wrapped({"turns": read["scenarios"]["turnTrack"]["turns"]}, read["scenarios"]["turnTrack"]),
    }
    files["map"]["impassable"] = {
        f"{edge['a']}--{edge['b']}": origin(True, edge) for edge in read["edges"]["impassable"]
    }
    for scenario in read["scenarios"]["scenarios"]:
        files[f"scenarios/{scenario['id'].lower().replace('.', '')}"] = spread(scenario)
    lost = missing(read, files)
    for value, count in lost:
        print(f"lost {count} times: {value!r}", file=sys.stderr)
    if lost:
        return 1
    for name, content in files.items():
        path = os.path.join(target, f"{name}.json")
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            json.dump(content, file, indent=1, ensure_ascii=False)
            file.write("\n")
        print(f"{path}: {len(provenances(content))} values with their origin")
    return 0


def _load(source, name):
    with open(os.path.join(source, f"{name}.json"), encoding="utf-8") as file:
        return json.load(file)


# -- origins -----------------------------------------------------------------------------------------------


def origin(value, given):
    """`value` with the origin that `given` states (keys p or provenance, cite, note …)."""
    source = given.get("p") or given.get("provenance")
    cite = given.get("cite", "")
    made = {"value": value, "from": source if source in ORIGINS else "reconstructed", "cite": cite}
    if source not in ORIGINS:
        made["note"] = source
    for extra in EXTRA:
        if extra in given:
            made[extra] = given[extra]
    return made


def wrapped(value, given):
    return {key: origin(part, given) for key, part in value.items()}


def spread(record):
    """A record whose own origin goes to its name, and each attribute's origin to the attribute."""
    own = {key: record[key] for key in ("provenance", "cite", *EXTRA) if isinstance(record.get(key), str)}
    table = record["provenance"] if isinstance(record.get("provenance"), dict) else {}
    if "p" in table:
        return origin(convert({k: v for k, v in record.items() if k != "provenance"}), table)
    made, used = {}, set()
    for key, value in record.items():
        if key in ("provenance", *own) or key.endswith("Provenance"):
            continue
        inner = convert(value)
        stated = record.get(f"{key}Provenance") or record.get(f"{_stem(record, key)}Provenance") or table.get(key)
        if isinstance(stated, dict) and ("p" in stated or "provenance" in stated):
            inner = origin(inner, stated)
            used.add(id(stated))
        elif key == "name" and own.get("provenance"):
            inner = origin(inner, own)
        made[key] = inner
    if "name" not in record and own.get("provenance"):
        return origin(made, own)
    made.update((key, own[key]) for key in EXTRA if key in own)
    if "cite" in own and not own.get("provenance"):
        made["cite"] = own["cite"]
    remarks = {
        key[: -len("Provenance")]: value
        for key, value in record.items()
        if key.endswith("Provenance") and id(value) not in used
    }
    remarks.update((key, value) for key, value in table.items() if id(value) not in used)
    return {**made, "origins": remarks} if remarks else made


STEMS = {
    "effects": "effect", "roll": "position",
    "globalMarkersInPlay": "globalMarkers", "startTurn": "turn", "endTurn": "turn", "areasOutOfPlay": "areas",
    "powersInPlay": "powers", "wars": "political", "alliances": "political", "warStatus": "political",
    "noSurprise": "political", "surrendered": "political", "actionCupNeutral": "actionCup",
    "expectedProduction": "production", "startingScore": "score", "startingScoreByPower": "score",
    "chineseArmies": "chinese", "chineseCivilWar": "chinese", "specialBritishBases": "specialBases",
}  # fmt: skip


def _stem(record, key):
    return STEMS.get(key, key)


def convert(value):
    if isinstance(value, dict):
        return spread(value)
    if isinstance(value, list):
        return [convert(part) for part in value]
    return value


# -- the files ---------------------------------------------------------------------------------------------


def areas(collected):
    made = {}
    for area in collected:
        stated = area["attributeProvenance"]
        record = {"name": origin(area["name"], area)}
        for key, value in area.items():
            if key in ("id", "name", "provenance", "cite", "attributeProvenance", "doubt"):
                continue
            record[key] = origin(value, stated[key]) if key in stated else value
        for key in stated:
            if key not in record:
                record[key] = origin(area.get(key), stated[key])
        made[area["id"]] = record
    return made


def edges(collected):
    made = {}
    for edge in collected:
        record = {
            "type": origin(edge["type"], edge),
            "modes": edge["modes"],
            **{key: edge[key] for key in ("coast", "defenderBonus") if key in edge},
        }
        if "id" in edge:
            record["letter"] = edge["id"]
        made[f"{edge['a']}--{edge['b']}"] = record
    return made


def powers(collected):
    made = {}
    for power in collected["powers"]:
        record = {"name": origin(power["name"], power)}
        columns = {}
        for column in power["commitment"]:
            stated = column["provenance"]
            columns[column["level"]] = {key: origin(column[key], stated[key]) for key in stated}
        record["commitment"] = columns
        record["cubes"] = origin(power["cubes"]["count"], power["cubes"])
        record["flags"] = origin(power["flags"]["count"], power["flags"])
        record["offensives"] = origin(
            power["offensiveResourceMarkers"]["count"], power["offensiveResourceMarkers"]
        )
        for key in ("units", "upgradeMarkers", "baseMarkers"):
            record[key] = wrapped(power[key]["counts"], power[key])
        stated = power["provocationProvenance"]
        record["provocation"] = {
            other: origin(True, stated.get(other, stated["lists"])) for other in power["provokes"]
        }
        for key in ("provokes", "provokedBy", "provokesByAlliance", "provokesByCommitment",
                    "provokedByAlliance", "provokedByCommitment"):  # fmt: skip
            record[key] = origin(power[key], stated["lists"])
        record["specialMarkers"] = {
            marker["id"]: {
                "kind": origin(marker["kind"], marker),
                **{key: marker[key] for key in ("backOf", "countsAmongFlags", "countsAmongBases") if key in marker},
            }
            for marker in power["specialMarkers"]
        }
        record["counters"] = convert(power["counters"])
        for key in ("ideology", "colour", "reconstructedCounterTotal"):
            record[key] = power[key]
        made[power["id"]] = record
    common = collected["commitmentCommonProvenance"]
    return {
        "ideologies": {
            each["id"]: {
                "powers": origin(each["powers"], collected["ideologyProvenance"]),
                "dice": origin(each["dice"], collected["ideologyProvenance"]),
            }
            for each in collected["ideologies"]
        },
        "commitment": {
            level: {key: origin(value, common) for key, value in column.items()}
            for level, column in collected["commitmentCommon"].items()
        },
        "buildCosts": {
            key: origin(value, collected["buildCosts"])
            for key, value in collected["buildCosts"].items()
            if key not in ("provenance", "cite")
        },
        "stabilityTrack": origin(collected["stabilityTrack"], collected["stabilityProvenance"]),
        "orderOfPlayTies": {
            key: origin(collected["orderOfPlayTies"][key], collected["orderOfPlayTies"])
            for key in ("decreasing", "increasing")
        },
        "powers": made,
        "neutral": {
            "cubes": origin(collected["neutral"]["cubes"]["count"], collected["neutral"]["cubes"]),
            "markers": {
                marker["id"]: {
                    "count": origin(marker["count"], marker),
                    **({"areas": marker["areas"]} if "areas" in marker else {}),
                }
                for marker in collected["neutral"]["markers"]
            },
            "note": collected["neutral"]["note"],
        },
        "counterSheet": convert(collected["counterSheet"]),
        "scenarioOverrides": collected["scenarioOverrides"],
    }


def crisis(collected):
    tables = {
        table: {event["roll"]: spread({k: v for k, v in event.items()}) for event in collected[table]}
        for table in ("peacetime", "wartime")
    }
    rest = {
        key: convert(value)
        for key, value in collected.items()
        if key not in ("peacetime", "wartime", "legend") and not key.endswith("Provenance")
    }
    rest["operations"] = origin(convert(collected["operations"]), collected["operationsProvenance"])
    return {**tables, **rest}


# -- nothing may be lost -----------------------------------------------------------------------------------


def missing(read, files):
    """Scalar values (and the texts of the origins) that stand more often in what was read than in what was made."""
    before, after = Counter(), Counter()
    for name in read:
        count(read[name], before, skip=("legend", "fields", "schema", "types", "turnTrackKeys"))
    for content in files.values():
        count(content, after, skip=(), keys=True)
    needed = {value for value in before if value not in ("", None) and value not in LEFT}
    return sorted(((str(value), 1) for value in needed if not after[value]), key=str)


LEFT = {
    "derived",  # of the mix of crisis events, which is counted from the tables
    "symmetric: each adjacency listed once",  # a remark about the old form
}


def count(value, found, skip, keys=False):
    if isinstance(value, dict):
        for key, part in value.items():
            if key not in skip:
                if keys:
                    found.update(key.split("--"))
                    found[key] += 1
                count(part, found, skip, keys)
    elif isinstance(value, list):
        for part in value:
            count(part, found, skip, keys)
    elif not isinstance(value, bool):
        found[value] += 1


def provenances(content):
    found = []
    if isinstance(content, dict):
        if "value" in content and "from" in content:
            found.append(content["from"])
        for part in content.values():
            found += provenances(part)
    elif isinstance(content, list):
        for part in content:
            found += provenances(part)
    return found


if __name__ == "__main__":
    here = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1], *(sys.argv[2:] or [os.path.join(here, "pbem", "games", "cataclysm", "data")])))
