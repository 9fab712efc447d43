"""The public test cases for adjudicators of Diplomacy, each as a game: position, typed lines, check, board."""

import contextlib
import io
import json
import os
import re
from pathlib import Path

import pytest

import pbem
from pbem.cli import main

CASES = json.loads(Path(__file__).with_name("datc.json").read_text("utf-8"))["cases"]
# every third; the others where PBEM_THOROUGH is set (make thorough)
SAMPLE = [case for number, case in enumerate(CASES) if bool(number % 3) == ("PBEM_THOROUGH" in os.environ)]
MISPRINTS = {"Germnay": "Germany"}
# What five retreat cases contradict themselves in, see `mended` in datc.json.
RESULTS = {
    "6.H.5": {"F con S A ruh-hol": "F con S F bla-ank"},
    "6.H.5.mod": {"F con S A ruh-hol": "F con S F bla-ank"},
    "6.H.16": {"F mid-spa": "F mid-spa/sc"},
}
AFTER = {
    "6.H.14": {"France: A par": "France: A pic", "Germany: A mar": "Germany: A bur"},
    "6.H.15": {"France: F spa/sc": "France: F por"},
}
NOTHING = {"orders": "all hold", "retreats": "all disband", "builds": "waive", "removals": "remove any"}
STEPS = {"Movement": "movement", "Retreat": "movement", "Adjustment": "adjustments"}


def spoken(line):
    """(power, what stands behind it) of a line of a case."""
    power, said = re.match(r"(\w+):?\s*(.*)", line).groups()
    return MISPRINTS.get(power, power).lower(), said


def units_of(lines):
    """``{province: (power, type, place)}`` of lines like "Russia: F stp/sc"."""
    from classic_diplomacy.parts import NAMES, province

    found = {}
    for power, said in map(spoken, lines):
        type, _, at = said.partition(" ")
        place = NAMES.find(at, "area", "place")
        found[province(place)] = (power, type.lower(), place)
    return found


def ordered(lines):
    found = {}
    for power, said in map(spoken, lines):
        found.setdefault(power, []).append(said)
    return found


def before_retreats(case):
    """The units that were moved when others were dislodged, and the lines that were written for them."""
    lines = [line.partition(":")[2].strip() for line in case["prestate_results"]]
    for old, new in RESULTS.get(case["id"], {}).items():
        lines = [line.replace(old, new) for line in lines]
    stood = [re.match(r"(?i)(\w+): ([AF]) (\w+(?:/\w\w)?)", line) for line in lines]
    return [f"{one[1]}: {one[2]} {one[3]}" for one in stood], lines


class Table:
    """A game that begins at a position."""

    def __init__(self, folder):
        self.folder, self.path = folder, folder / "g.json"

    def begin(self, units, step, owners=()):
        position = {
            "pbem": "position/1",
            "title": "diplomacy",
            "id": "case",
            "base": "empty",
            "at": {"step": step, "year": 1901, "season": "fall" if step == "adjustments" else "spring"},
            "control": {area: [power] for area, (power, _, _) in owners.items()} if owners else {},
        }
        if units:
            position["units"] = "; ".join(f"{place}: {power} {type}" for power, type, place in units.values())
        (self.folder / "position.json").write_text(json.dumps(position))
        with contextlib.redirect_stdout(io.StringIO()):
            code = main(["new", "diplomacy", "--position", str(self.folder / "position.json"), "-o", str(self.path)])
        assert code == 0

    def play(self, lines):
        """Send what is not refused, and go on without the others; the lines that are refused."""
        game = pbem.read(self.path)
        asked = {row["seat"]: row["kind"] for row in pbem.status(game)["waiting"]}
        if not lines and "orders" in asked.values():
            return []
        refused = [said for power in lines.keys() - asked.keys() for said in lines[power]]
        sent = []
        for power, kind in asked.items():
            path, given = self.folder / f"{power}.txt", lines.get(power, [])
            kept = given if given and self.is_taken(path, game, power, given) else []
            if given and not kept:
                for said in given:
                    kept = [*kept, said] if self.is_taken(path, game, power, [*kept, said]) else kept
            refused += [said for said in given if said not in kept]
            self.write(path, game, power, kept or [NOTHING[kind]])
            sent.append(path)
        pbem.adjudicate(self.path, sent)
        return refused

    def is_taken(self, path, game, power, said):
        """Whether a file of these lines is refused nowhere."""
        self.write(path, game, power, said)
        try:
            pbem.check(game, [path])
        except pbem.Refused:
            return False
        return True

    @staticmethod
    def write(path, game, power, said):
        head = f"game {game.name}\nseat {power}\nentry {game.n + 1}\nhead {game.head}\n\n".splitlines()
        path.write_text("\n".join([*head, *said]) + "\n")

    @property
    def board(self):
        return pbem.read(self.path).current_board()


def on(units):
    return {(unit["power"], unit["type"], unit["at"]) for unit in units}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("case", SAMPLE, ids=[case["id"] for case in SAMPLE])
def test_a_case_comes_out_as_its_author_says(case, tmp_path):
    table = Table(tmp_path)
    step = STEPS[case["phase"].split()[-1]]
    lines, units = case["orders"], case["prestate"]
    after = [AFTER.get(case["id"], {}).get(line, line) for line in case.get("poststate", case["prestate"])]
    beaten = units_of(case.get("poststate_dislodged", ()))
    if "Retreat" in case["phase"]:
        stood, moved = before_retreats(case)
        table.begin(units_of(stood), step)
        table.play(ordered(moved))
        table.play(ordered(lines))
    else:
        table.begin(units_of(units), step, units_of(case.get("prestate_supplycenter_owners", ())))
        table.play(ordered(lines))
    assert on(table.board.units.values()) == set(units_of(after).values())
    if step == "movement" and "Retreat" not in case["phase"]:
        assert on(unit for unit in table.board.dislodged.values() if unit["to"]) == set(beaten.values())
