"""Which numbers of a rulebook are implemented where, and shown by which cases.

The release checklist of a title: every number has a status in rulebook.json; ``done`` needs a function that does what
the number says, rather than tell of it, and a case that enters it.
"""

import json
import os
import re
from collections.abc import Iterator
from linecache import getlines
from types import FunctionType, ModuleType

from ..data.components import file_of, folder_of
from ..data.json_types import Json
from ..data.problems import BrokenFile, Problem
from ..data.tables import Sentences, read_table
from ..rules.rulebook import implementations
from .game import Game, package_of
from .rule_index import RuleFunction, rule_functions
from .rulings import rulings_of

_say = Sentences(__name__)

STATUSES = ("done", "partial", "not needed", "open")


def numbers_of(title: str) -> dict[str, Json]:
    """``{number: {"title", "status", ...}}`` of a title's rulebook.json in the order of the book; imports no rule."""
    package = package_of(title)
    try:
        numbers: dict[str, Json] = read_table(file_of(package, "rulebook.json"))["rules"]
        return numbers
    except FileNotFoundError as error:
        problem = Problem("title-broken", title=title, package=package, reason="it has no rulebook.json")
        raise BrokenFile(problem) from error


class Coverage:
    """The numbers of a title's rulebook with what stands for them.

    numbers   {number: {"title", "status", ...}} in the order of the book
    bearers   the `rule_index.RuleFunction` functions of the title
    cases     {number: ["file:line id", ...]} of the cases that name it; empty for an installed package
    faults    sentences on what keeps the list from being whole
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.numbers = numbers_of(game.id)
        self.borne = _borne(self.numbers)
        self.modules = _modules(game.package)
        self.bearers = rule_functions(game.package, self.modules, self.numbers)
        self.cases = _cases(game)
        self.faults = list(self._faults())

    def functions(self, number: str, doing: bool = True) -> list[RuleFunction]:
        """The functions that bear a number: those that do it, or those that only tell of it."""
        wanted = self.borne[number]
        return [bearer for bearer in self.bearers if wanted & {*bearer.numbers} and bearer.does == doing]

    def rule(self, number: str) -> Json:
        """One number: its title, status, functions (file:line name), cases (file:line id), rulings and our summary.
        `telling` are functions that show what comes of it and do nothing on the board."""
        row = self.numbers[number]
        functions = self.functions(number)
        return {
            "number": number,
            "title": row["title"],
            "status": row["status"],
            "note": row.get("note", ""),
            "summary": "\n".join(_summary(bearer.function) for bearer in functions if bearer.function.__doc__),
            "functions": [_place(bearer) for bearer in functions],
            "telling": [_place(bearer) for bearer in self.functions(number, doing=False)],
            "cases": [case for borne in sorted(self.borne[number]) for case in self.cases.get(borne, [])],
            "rulings": [{**row, "code": self.naming(row)} for row in rulings_of(self.game) if number in row["rules"]],
            "defaults": self._defaults(number),
        }

    def naming(self, ruling: Json) -> list[str]:
        """Where the code names a ruling, by its id or by its option: file:line."""
        option = f'|"{ruling["option"]}"' if ruling["switchable"] else ""
        named = re.compile(rf"{re.escape(ruling['id'])}(?![\w-]){option}").search
        return [
            f"{module.__name__.replace('.', '/')}.py:{n}"
            for module in self.modules
            for n, line in enumerate(getlines(module.__file__ or ""), 1)
            if named(line)
        ]

    def _defaults(self, number: str) -> list[dict[str, str]]:
        """``[{"kind", "text"}]``: what the seat that is away decides in the questions of a number, and why."""
        words, kinds = self.game.telling.words, self.game.kinds
        return [{"kind": name, "text": words.of_kind(name)["default"]} for name in kinds if kinds[name].rule == number]

    def summary(self) -> str:
        """How many numbers have which status, and every fault."""
        counts = dict.fromkeys(STATUSES, 0)
        for row in self.numbers.values():
            counts[row["status"]] += 1
        needed = len(self.numbers) - counts["not needed"]
        shown = ", ".join(f"{count} {status}" for status, count in counts.items())
        share = 100 * counts["done"] // needed if needed else 100
        return "\n".join([_say("counts", numbers=len(self.numbers), shown=shown, share=share), *self.faults])

    def _faults(self) -> Iterator[str]:
        for number, row in self.numbers.items():
            if row["status"] not in STATUSES:
                yield f"{number}: no status is called {row['status']}"
            if row["status"] == "done" and not self.functions(number):
                yield f"{number} is called done, and {self._undone(number)}"
            if row["status"] == "done" and number not in self.cases:
                yield f"{number} is called done, and no case shows it"
            if row["status"] in ("partial", "open"):
                yield f"{number} is {row['status']}"
        for number in implementations(self.game.package):
            if number not in self.numbers:
                yield f"{number} is carried by a function, and stands in no rulebook.json"

    def _undone(self, number: str) -> str:
        telling = [bearer.name for bearer in self.functions(number, doing=False)]
        return f"only {', '.join(telling)} tells of it" if telling else "no function does it"


def _borne(numbers: dict[str, Json]) -> dict[str, set[str]]:
    """``{number: the numbers that functions bear for it}``: its own, and those that some edition calls so
    (core.rules.numbers)."""
    found = {number: {number} for number in numbers}
    for number, row in numbers.items():
        for called in row.get("called", {}).values():
            found[called].add(number)
    return found


def _modules(package: str) -> list[ModuleType]:
    """Every module of a title: a function ties itself to its number when its module is imported, and rules import
    modules only where they need them."""
    from importlib import import_module
    from pkgutil import walk_packages

    return [import_module(module.name) for module in walk_packages(import_module(package).__path__, f"{package}.")]


def _cases(game: Game) -> dict[str, list[str]]:
    """``{number: ["file:line id"]}`` of the cases that lie beside a checkout; empty for an installed package."""
    place = case_folder(game)
    found: dict[str, list[str]] = {}
    for name in sorted(os.listdir(place)) if place else ():
        if place and name.endswith(".json"):
            with open(os.path.join(place, name), encoding="utf-8") as file:
                text = file.read()
            lines = _lines_of_ids(text)
            document = json.loads(text)
            for case in document.get("cases", [document]):
                for number in case.get("rules", ()):
                    where = f"tests/cases/{game.id}/{name}:{lines[case['id']]} {case['id']}"
                    found.setdefault(number, []).append(where)
    return found


def case_folder(game: Game) -> str | None:
    """The folder tests/cases/TITLE of the checkout in which the package of a title lies, or None."""
    place = folder_of(game.package) or ""
    for _ in game.package.split("."):
        place = os.path.dirname(place)
        cases = os.path.join(place, "tests", "cases", game.id)
        if os.path.isdir(cases):
            return cases
    return None


def _lines_of_ids(text: str) -> dict[str, int]:
    """``{id: line}`` of everything with an id in a JSON text, the first of a name."""
    found: dict[str, int] = {}
    for number, line in enumerate(text.splitlines(), 1):
        for id in re.findall(r'"id"\s*:\s*"([^"]+)"', line):
            found.setdefault(id, number)
    return found


def _place(bearer: RuleFunction) -> str:
    return f"{bearer.where} {bearer.name}"


def _summary(function: FunctionType) -> str:
    import textwrap

    first, _, rest = (function.__doc__ or "").strip().partition("\n")
    return f"{first}\n{textwrap.dedent(rest)}".strip()
