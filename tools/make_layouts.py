"""Make the map layouts of pbem/maps/layouts from hand-made ones: python tools/make_layouts.py FOLDER.

FOLDER holds `red-dragon-layout.json`, `pacific-layout.json` and `cataclysm-layout.json`: schematic maps of our own,
drawn after ordinary geography.  Ids become those of the titles' map data, and what is computed elsewhere is left out.
"""

import json
import os
import sys

TITLES = ("cataclysm", "pacific", "red-dragon")
HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def main(folder):
    for title in TITLES:
        with open(os.path.join(folder, f"{title}-layout.json"), encoding="utf-8") as file:
            found = json.load(file)
        maps = {name: plan(drawn) for name, drawn in found["maps"].items()}
        document = {"pbem": "layout/1", "title": title, "maps": maps}
        path = os.path.join(HERE, "pbem", "maps", "layouts", f"{title}.json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump(document, file, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
            file.write("\n")


def plan(drawn):
    """One map with the ids of our data."""
    areas = {as_id(name): area_of(area) for name, area in drawn["areas"].items()}
    return {
        "width": drawn["width"], "height": drawn["height"], "areas": areas, "gaps": drawn["gaps"],
        "borders": [{"a": as_id(row["a"]), "b": as_id(row["b"]), "kind": row["kind"], "lines": row["lines"]}
                    for row in drawn["borders"]],
        "connectors": [{"type": row["type"], "points": row["points"]} for row in drawn["connectors"]],
        "exits": [{**row, "area": as_id(row["area"]), "to": as_id(row["to"])} for row in drawn["exits"]],
    }  # fmt: skip


def area_of(area):
    kept = {key: value for key, value in area.items() if key not in ("offMap", "in")}
    if area.get("offMap"):
        kept["off_map"] = True
    if "in" in area:
        kept["in"] = as_id(area["in"])
    return kept


def as_id(name):
    return name if name.startswith("gap:") else name.replace("_", "-").lower()


if __name__ == "__main__":
    main(sys.argv[1])
