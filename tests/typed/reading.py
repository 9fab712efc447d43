"""What is made of lines in players' own words: ``python -m tests.typed.reading [FOLDER]`` counts and shows them.

NAME.json        [{power, kind, position, about, lines: [[typed, meant], …]}]: meant is the order in the words of
                 docs/orders.md, or "?" where the line must not be read as anything
held/NAME.json   the same, never looked at while the reading is built
phone/NAME.json  whole mails, as somebody tired types them on a phone; written before their reader was looked at
later/NAME.json  the same, written with them, and looked at after those were read
third/NAME.json  20 mails a title, the same by another hand, which had seen neither those nor their reader
fourth/NAME.json  20 mails a title, from forms and sheets alone
fifth/NAME.json   20 mails a title of two to eight lines each, from sheets alone
sixth/NAME.json   sentences of somebody tired, several orders in one, from sheets alone
seventh/NAME.json  the same by another hand, from sheets and papers; of its unseen lines those that read or are asked
eighth/NAME.json  short answers, declines, and lines that say what is not to be done ("?"); of its last unseen lines
                 those that read or are asked
"""

import json
import re
import sys
from pathlib import Path

from tests.order_corpus import understood
from tests.thorough import some

from .mailed import mailed

HERE = Path(__file__).resolve().parent
TITLES = ("red-dragon", "pacific", "cataclysm")
READ, ASKED, REFUSED, MISREAD = "read", "asked back", "refused", "misread"
DOUBTS = {"!read-otherwise"}
MAILS, KEPT_APART = ("phone", "later", "third", "fourth", "fifth", "sixth", "seventh", "eighth"), ("held",)


def results(title, folder="", every=1):
    """``[(outcome, typed, meant, what was made of it)]`` of each line of a title."""
    path = HERE / folder / f"{title}.json"
    for group in json.loads(path.read_text(encoding="utf-8")):
        place = group["power"], group["kind"], group["position"], group["about"]
        for typed, meant in some(group["lines"], every):
            made, asks = mailed(title, *place, typed) if folder in MAILS else (understood(title, *place, typed), False)
            wanted = meant if meant == "?" else understood(title, *place, meant)
            found = outcome(made, wanted)
            yield ASKED if asks and (found == READ or meant == "?") else found, typed, wanted, made


def outcome(made, wanted):
    if made.startswith("!") and wanted in ("?", made):
        return READ
    if made.startswith("!"):
        return ASKED if made in DOUBTS else REFUSED
    return READ if _clauses(made) == _clauses(wanted) else MISREAD


def _clauses(line):
    """The words of each clause of an order, in any order: units are the same ones however they are listed."""
    return [sorted(re.findall(r"[^ ,]+", clause)) for clause in line.split(";")]


def main(folder):
    for title in TITLES:
        rows = list(results(title, folder))
        print(title, {name: sum(row[0] == name for row in rows) for name in (READ, ASKED, REFUSED, MISREAD)})
        for row in rows:
            if row[0] != READ and folder not in KEPT_APART:
                print("   ", *row, sep=" | ")


if __name__ == "__main__":
    main("".join(sys.argv[1:2]))
