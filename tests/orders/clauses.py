"""Which case shows that an optional clause of a form matters: the table clauses.json, made by

    python -m tests.orders.clauses [TITLE …]

A clause matters in a case that holds as it is written and does not hold when the clause is taken out of one of its
lines.  Rows are ``{"TITLE KIND FORM FIELD": id of the case}``.
"""

import copy
import json
import sys
from pathlib import Path

from pbem.core.bench import cases
from pbem.core.data.problems import refusals
from pbem.core.orders.orders import parse_line
from pbem.core.title.game import load, titles
from tests.case_files import case_files

TABLE = Path(__file__).with_name("clauses.json")


SAYS_NOTHING_MORE = {("play-unit", "place", "stay")}  # that the unit stays is what a line without it says too


def clauses(game):
    """``[(kind or verb, form, field)]`` of every clause that may be left out of a line and says something."""
    kinds = {**game.kinds, **game.petitions}
    return [
        (kind.name, form.name, field)
        for kind in kinds.values()
        for form in kind.forms
        for field in form.fields
        if field not in form.needed and (kind.name, form.name, field) not in SAYS_NOTHING_MORE
    ]


def scripted(case):
    """``[(step of the play, or None for what is checked, power, text)]`` of the orders of a case in words."""
    steps = [*enumerate(case.get("play", ())), (None, case.get("check", {}))]
    return [
        (step, power, "\n".join(text) if isinstance(text, list) else text)
        for step, said in steps
        for power, text in said.items()
        if isinstance(text, str) or (isinstance(text, list) and all(isinstance(line, str) for line in text))
    ]


def readings(item):
    """``[(kinds, number or None, reading)]`` of the lines of an item."""
    kinds = [item.get("kind") or item.get("verb"), *item.get("also", ())]
    value = item["value"]
    rows = enumerate(value) if isinstance(value, list) else [(None, value)]
    return [(kinds, number, row) for number, row in rows if isinstance(row, dict) and "form" in row]


def without(case, step, power, item, number, field):
    """The case with a field taken out of one of its lines."""
    less = copy.deepcopy({key: item[key] for key in ("kind", "verb", "value", "also") if key in item})
    reading = less["value"] if number is None else less["value"][number]
    del reading["fields"][field]
    changed = copy.deepcopy(case)
    (changed["check"] if step is None else changed["play"][step])[power] = less
    return changed


def said_in(game, case):
    """``[(clause, case without it)]`` of the clauses that a case says."""
    found = []
    for step, power, text in scripted(case):
        item, problems = parse_line(text, game, power, ())
        if item is None or refusals(problems):
            continue
        for kinds, number, reading in readings(item):
            for field in reading["fields"]:
                less = without(case, step, power, item, number, field)
                found += [((kind, reading["form"], field), less) for kind in kinds]
    return found


def matters(game, case, less):
    """Whether a case holds, and does not without a clause."""
    return cases.run(case, game).ok and not cases.run(less, game).ok


def shown(game):
    """``{clause: case}`` of the cases that show that a clause matters, the first for each."""
    wanted, found = set(clauses(game)), {}
    for path in case_files(game.id):
        for case in cases.read(path.read_bytes()):
            for clause, less in said_in(game, case):
                if clause in wanted and clause not in found and matters(game, case, less):
                    found[clause] = case["id"]
    return found


def rows(game):
    found = shown(game)
    return {" · ".join((game.id, *clause)): found.get(clause, "") for clause in clauses(game)}


def main(names):
    table = json.loads(TABLE.read_text("utf-8")) if TABLE.exists() else {}
    for name in names or titles():
        table = {key: case for key, case in table.items() if not key.startswith(f"{name} · ")}
        table.update(rows(load(name)))
    TABLE.write_text(json.dumps(dict(sorted(table.items())), indent=1, ensure_ascii=False) + "\n", "utf-8")
    print("\n".join(key for key, case in table.items() if not case))


if __name__ == "__main__":
    main(sys.argv[1:])
