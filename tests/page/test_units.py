"""A unit first: what the page finds that a unit can do, of a small menu, as Node runs it."""

import json
import subprocess
from pathlib import Path

FILES = Path(__file__).resolve().parents[2] / "tools" / "turn_page"
PLACES = ["home", "sea", "shore", "japan"]
PROGRAM = """
const [, menuFile, unitsFile] = process.argv;
globalThis.Menu = require(menuFile);
const Units = require(unitsFile);
const { menu, where, places, asked } = JSON.parse(require("fs").readFileSync(0, "utf8"));
const isPlace = (value) => places.includes(value);
const shown = ({ form, inside, values, taken, goal }) => ({ form, inside, values, taken, goal });
console.log(JSON.stringify(asked.map(({ area, things }) => (things
  ? Units.ways(menu, { area, things }, isPlace).map(shown)
  : [Units.things(menu, area, where, isPlace), Units.hasAny(menu, area, where, isPlace)]))));
"""
AREA = {"is": "one", "needed": True, "takes": "area"}
MENU = {
    "marks": [],
    "lists": [["home", "sea"], ["sail-1", "sail-2"], ["sea"], ["shore"], ["japan/army"], [2], ["sail-2"], ["enemy-1"]],
    "forms": [
        {  # from, to, and then the units
            "form": "sail",
            "line": ["sail", "$from", "->", "$to", "with", "$units"],
            "fields": [
                {**AREA, "name": "from", "values": 0},
                {**AREA, "name": "to", "by": ["from"], "table": {"home": 2, "sea": 3}},
                {"name": "units", "is": "list", "needed": True, "by": ["from"], "table": {"home": 1, "sea": 6}},
                {"name": "fire", "is": "one", "needed": False, "values": 7},
            ],
        },
        {  # so many of a type, and then where they go
            "form": "move",
            "line": ["move", "$units", "$from", "->", "$to"],
            "fields": [
                {**AREA, "name": "from", "values": 0},
                {
                    "name": "units",
                    "is": "counts",
                    "needed": True,
                    "by": ["from"],
                    "table": {"home": 4},
                    "room": {"home": 5},
                },
                {**AREA, "name": "to", "by": ["from", "units"], "table": {"home|japan/army": 3}},
            ],
        },
    ],
}
WHERE = {"sail-1": "home", "sail-2": "home", "enemy-1": "shore"}


def found(*asked):
    given = {"menu": MENU, "where": WHERE, "places": PLACES, "asked": list(asked)}
    words = ["node", "-e", PROGRAM, str(FILES / "menu.js"), str(FILES / "units.js")]
    done = subprocess.run(words, input=json.dumps(given), capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_units_stand_where_they_can_be_ordered_and_enemies_do_not():
    home, sea, shore = found({"area": "home"}, {"area": "sea"}, {"area": "shore"})
    assert home == [["sail-1", "sail-2", "japan/army"], True]
    assert sea == [[], False] and shore == [[], False]


def test_a_ship_sails_to_the_place_that_is_named_before_it():
    [ways] = found({"area": "home", "things": {"sail-1": 1, "sail-2": 1}})
    assert ways == [
        {
            "form": 0,
            "inside": None,
            "values": {"from": "home", "to": "sea", "units": ["sail-1", "sail-2"]},
            "taken": None,
            "goal": "sea",
        }
    ]


def test_so_many_of_a_type_go_where_all_of_them_can():
    two, three = found({"area": "home", "things": {"japan/army": 2}}, {"area": "home", "things": {"japan/army": 3}})
    [way] = two
    assert way["values"] == {"from": "home", "units": {"japan/army": 2}, "to": "shore"} and way["goal"] == "shore"
    assert three == []


def test_what_cannot_go_together_can_do_nothing():
    assert found({"area": "home", "things": {"sail-1": 1, "japan/army": 1}}) == [[]]
