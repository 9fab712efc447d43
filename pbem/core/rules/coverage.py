"""Which numbers of a rulebook are implemented where, and shown by which cases.

The release checklist of a title: every number has a status in rulebook.json; ``done`` needs a function that carries
the number and a case that enters it.
"""

import json
import os

from .game import TITLES
from .rulebook import implementations

# where the package lies: a checkout has the tests beside it
ROOT = os.path.abspath(__file__)
for _ in range(4):  # out of pbem/core/rules
    ROOT = os.path.dirname(ROOT)
STATUSES = ("done", "partial", "not needed", "open")


def numbers_of(title):
    """``{number: {"title", "status", ...}}`` of a title's rulebook.json in the order of the book; imports no rule."""
    with open(os.path.join(_folder(TITLES[title].rpartition(".")[2]), "rulebook.json"), encoding="utf-8") as file:
        return json.load(file)["rules"]


def _folder(package):
    return os.path.join(ROOT, "pbem", "games", package)


class Coverage:
    """The numbers of a title's rulebook with what stands for them.

    numbers   {number: {"title", "status", ...}} in the order of the book
    faults    sentences on what keeps the list from being whole
    """

    def __init__(self, game):
        self.game = game
        self.numbers = numbers_of(game.id)
        _import_all(game.package)
        self.owners = implementations(game.package)
        self.cases = _cases(game.id)
        self.faults = list(self._faults())

    def rule(self, number):
        """One number: its title, status, functions (file:line), cases, rulings and our summary."""
        row = self.numbers[number]
        functions = self.owners.get(number, [])
        rulings = [{"id": name, **ruling} for name, ruling in self.game.rulings.items() if number in ruling["rules"]]
        return {
            "number": number, "title": row["title"], "status": row["status"], "note": row.get("note", ""),
            "summary": "\n".join(_summary(function) for function in functions if function.__doc__),
            "functions": [_place(function) for function in functions],
            "cases": self.cases.get(number, []), "rulings": rulings,
        }  # fmt: skip

    def summary(self):
        """How many numbers have which status, and every fault."""
        counts = dict.fromkeys(STATUSES, 0)
        for row in self.numbers.values():
            counts[row["status"]] += 1
        needed = len(self.numbers) - counts["not needed"]
        shown = ", ".join(f"{count} {status}" for status, count in counts.items())
        share = 100 * counts["done"] // needed if needed else 100
        return "\n".join([f"{len(self.numbers)} numbers: {shown}. Coverage {share} %.", *self.faults])

    def _faults(self):
        for number, row in self.numbers.items():
            if row["status"] not in STATUSES:
                yield f"{number}: no status is called {row['status']}"
            if row["status"] == "done" and number not in self.owners:
                yield f"{number} is called done, and no function carries it"
            if row["status"] == "done" and self.cases is not None and number not in self.cases:
                yield f"{number} is called done, and no case shows it"
            if row["status"] in ("partial", "open"):
                yield f"{number} is {row['status']}"
        for number in self.owners:
            if number not in self.numbers:
                yield f"{number} is carried by a function, and stands in no rulebook.json"


def _import_all(package):
    """Import every module of a title: a function ties itself to its number when its module is imported, and rules
    import modules only where they need them."""
    from importlib import import_module
    from pkgutil import walk_packages

    name = f"pbem.games.{package}"
    for module in walk_packages(import_module(name).__path__, f"{name}."):
        import_module(module.name)


def _cases(title):
    """``{number: [case ids]}`` of the cases that lie beside a checkout; empty for an installed package."""
    folder = os.path.join(ROOT, "tests", "cases", title)
    found = {}
    if not os.path.isdir(folder):
        return found
    for name in sorted(os.listdir(folder)):
        if name.endswith(".json"):
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                cases = json.load(file)
            for case in cases if isinstance(cases, list) else [cases]:
                for number in case.get("rules", ()):
                    found.setdefault(number, []).append(case["id"])
    return found


def _place(function):
    code = function.__code__
    return f"{os.path.relpath(code.co_filename, ROOT)}:{code.co_firstlineno} {function.__name__}"


def _summary(function):
    import textwrap

    first, _, rest = function.__doc__.strip().partition("\n")
    return f"{first}\n{textwrap.dedent(rest)}".strip()
