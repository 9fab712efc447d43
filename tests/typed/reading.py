"""What is made of lines in players' own words: ``python -m tests.typed.reading [held]`` counts and shows them.

NAME.json        [{power, kind, position, about, lines: [[typed, meant], …]}]: meant is the order in the words of
                 docs/orders.md, or "?" where the line must not be read as anything
held/NAME.json   the same, never looked at while the reading is built
"""

import json
import re
import sys
from pathlib import Path

from tests.order_corpus import understood

HERE = Path(__file__).resolve().parent
TITLES = ("red-dragon", "pacific", "cataclysm")
READ, ASKED, REFUSED, MISREAD = "read", "asked back", "refused", "misread"
DOUBTS = {"!read-otherwise"}


def results(title, held=False):
    """``[(outcome, typed, meant, what was made of it)]`` of each line of a title."""
    path = HERE / ("held" if held else "") / f"{title}.json"
    for group in json.loads(path.read_text(encoding="utf-8")):
        place = group["power"], group["kind"], group["position"], group["about"]
        for typed, meant in group["lines"]:
            made = understood(title, *place, typed)
            wanted = meant if meant == "?" else understood(title, *place, meant)
            yield outcome(made, wanted), typed, wanted, made


def outcome(made, wanted):
    if made.startswith("!") and wanted in ("?", made):
        return READ
    if made.startswith("!"):
        return ASKED if made in DOUBTS else REFUSED
    return READ if sorted(re.findall(r"[^ ,]+", made)) == sorted(re.findall(r"[^ ,]+", wanted)) else MISREAD


def main(held):
    for title in TITLES:
        rows = list(results(title, held))
        print(title, {name: sum(row[0] == name for row in rows) for name in (READ, ASKED, REFUSED, MISREAD)})
        for row in rows:
            if row[0] != READ and not held:
                print("   ", *row, sep=" | ")


if __name__ == "__main__":
    main("held" in sys.argv[1:])
