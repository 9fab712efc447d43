"""The cases of each title as pages for players, in build/cases: given this, when that is said and rolled, then so.

    python -m tools.case_pages [TITLE ...]

A part of `make docs` and `make site-docs`.  The sentences are the title's own: a board is told by the meanings of its
queries, what happens by the words of its reports.  The pages are not kept in the repository, for they say nothing that
the cases, some 5,000, do not say.
"""

import json
import re
import sys
from pathlib import Path

from pbem.core.bench.case_faults import editions_of, expected, verb_of
from pbem.core.bench.cases import board_at, matched, run
from pbem.core.data.problems import Refused
from pbem.core.data.text import capital, listed
from pbem.core.title.coverage import numbers_of
from pbem.core.title.game import TITLES, load
from pbem.core.title.queries import read

ROOT = Path(__file__).resolve().parent.parent
PLACE = ROOT / "build" / "cases"
CASES = ROOT / "tests" / "cases"


def main(titles):
    for title in titles or TITLES:
        for name, text in pages(load(title)).items():
            path = PLACE / title / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
        print(f"build/cases/{title}")


def pages(game):
    """``{file name: text}``: an index, and a page for each file of cases."""
    files = {path.stem: json.loads(path.read_text("utf-8")) for path in sorted((CASES / game.id).glob("*.json"))}
    files = {name: document for name, document in files.items() if "shows" in document}
    found = {f"{name}.md": page(game, name, document) for name, document in files.items()}
    rows = [
        f"- [{heading(name)}]({name}.md): {document['shows']} {len(document['cases'])} cases."
        for name, document in files.items()
    ]
    lead = (
        "Worked examples of the rules: the program is held to every one of them. What a case does not state is as on "
        "an empty board, or as at the start of the scenario that it names."
    )
    return {"index.md": "\n".join([f"# The cases of {game.name}", "", lead, "", *rows, ""]), **found}


def heading(name):
    """``05.01-interests`` as ``5.1 Interests``."""
    number = re.match(r"[\d.]*", name)[0].strip(".")
    words = name[len(number) :].strip("-").replace("-", " ")
    return f"{'.'.join(str(int(part)) for part in number.split('.') if part)} {capital(words)}".strip()


def page(game, name, document):
    """A file of cases, by the numbers of their rules."""
    lines = [f"# {heading(name)}", "", document["shows"], "", f"[All cases of {game.name}](index.md)", ""]
    told, numbers = None, numbers_of(game.id)
    for case in document["cases"]:
        number = number_of(case)
        if number != told:
            title = numbers.get(number, {}).get("title")
            lines += [f"## {number} {title}" if title else f"## {number}", ""]
            told = number
        lines += Told(game, case).lines()
    return "\n".join(lines)


def number_of(case):
    """The number of the rule, or of the scenario, with which the name of a case begins."""
    return re.match(r"(?:\d+(?:\.\d+)*|[A-Z]+-\d+|C\.\d)(?=-)", case["id"])[0]


class Told:
    """A case in sentences."""

    def __init__(self, game, case):
        self.game, self.case = game, case
        self.editions = editions_of(case, game)
        given = case.get("given")
        self.given = {"base": given} if isinstance(given, str) else given or {}
        self.board = board_at(game, given, self.editions[0], case.get("options"))[0]

    def lines(self):
        title = self.case["id"][len(number_of(self.case)) + 1 :]
        lines = [f"### {capital(title.replace('-', ' '))}", "", *self.place()]
        for name, rows in (("Given", self.givens()), ("When", self.whens()), *self.thens()):
            if rows := list(rows):
                lines += [f"**{name}**", "", *(f"- {row}" for row in rows), ""]
        return lines

    def place(self):
        """Rules, editions, rulings and the reason."""
        rules = f"Rule{'s' if len(self.case['rules']) > 1 else ''} {', '.join(self.case['rules'])}."
        held = "" if len(self.editions) == len(self.game.editions) else f" Edition {listed(self.editions)}."
        text = self.case.get("why", "")
        named = [name for name in self.game.rulings if re.search(rf"(?<![\w.-]){re.escape(name)}(?![\w-])", text)]
        link = f"../../../docs/generated/rulings-{self.game.id}.md"
        rulings = f" By {', '.join(f'[{name}]({link}#{anchor(name)})' for name in named)}." if named else ""
        return [f"{rules}{held}{rulings} {text}".rstrip(), ""]

    def givens(self):
        given = self.given
        base = given.get("base", "empty")
        if base != "empty":
            scenario = self.game.scenarios.get(base)
            yield f"{scenario['name'] if scenario else base} as it begins."
        for name, value in given.get("at", {}).items():
            yield f"{capital(name.replace('_', ' ').replace('-', ' '))}: {said(value)}."
        units = given.get("units", ())
        for row in units.split(";") if isinstance(units, str) else units:
            place, _, there = row.strip().partition(": ")
            yield f"{self.show(place)}: {there}."
        for area, power in given.get("control", {}).items():
            powers = power if isinstance(power, list) else [power]
            yield f"{self.show(area)} is controlled by {listed(map(self.show, powers)) or 'nobody'}."
        for query, value in given.get("set", {}).items():
            yield self.state(query, value)
        for name, value in {**given.get("options", {}), **self.case.get("options", {})}.items():
            yield f"The group has agreed on `{name}={said(value)}`."
        if given.get("clear"):
            yield f"First taken off the board: {listed(given['clear'])}."

    def whens(self):
        case = self.case
        if "compute" in case:
            of = "; ".join(f"{name} {said(value)}" for name, value in case.get("with", {}).items())
            yield f"`{case['compute']}` is computed of {of}."
        if "query" in case:
            yield f"Somebody asks: {self.asked(case['query'])}?"
        for power, text in case.get("check", {}).items():
            yield f"{self.show(power)} orders {order(text)}"
        for item in case.get("play", ()):
            for power, text in item.items():
                yield f"{self.show(power)}: {order(text)}"
        dice = case.get("dice", {})
        if isinstance(dice, list):
            yield f"The draws are {said(dice)}."
        else:
            for label, values in dice.items():
                yield f"The draws of `{label}`: {said(values)}."

    def thens(self):
        wanted = {edition: tuple(self.outcome(edition)) for edition in self.editions}
        for rows in dict.fromkeys(wanted.values()):
            held = [edition for edition in wanted if wanted[edition] == rows]
            yield ("Then" if len(held) == len(wanted) else f"Then, in the edition {listed(held)}", rows)

    def outcome(self, edition):
        """What must come out, told as the report tells it."""
        expect = expected(self.case, edition)
        if "value" in expect:
            yield f"It is {self.valued(expect['value'])}."
        if "refused" in expect:
            yield f"Rule {expect['refused']} refuses it." if expect["refused"] else "It is allowed."
        if verb_of(self.case) == "play":
            yield from self.story(expect, edition)
        for query, value in expect.get("board", {}).items():
            yield self.state(query, value)
        for part in expect.get("not", ()):
            yield f"Nothing of this kind happens: {self.fields(part)}."
        for ask in expect.get("asks", ()):
            yield f"{self.show(ask['power']) if 'power' in ask else 'Somebody'} is asked `{ask['kind']}`."
        for ask in expect.get("unasked", ()):
            yield f"{self.show(ask['power']) if 'power' in ask else 'Nobody'} is not asked `{ask['kind']}`."
        if "ends" in expect:
            yield f"The game ends: {self.fields(expect['ends'])}."

    def story(self, expect, edition):
        """The facts that are expected, in the words of the report; those that it passes over, by their fields."""
        result = run(self.case, self.game, edition)
        say = self.game.telling.say(result.board)
        for part, fact in zip(expect.get("facts", ()), matched(result.facts, expect.get("facts", ()))):
            told = self.game.telling.words.fact(fact, say)
            text = told if isinstance(told, str) else (told or {}).get("text")
            yield f"{text} [{fact['rule']}]" if text else f"{capital(self.fields(part))}."

    def state(self, query, value):
        """What a query gives, as a sentence."""
        if isinstance(value, str) and re.fullmatch(r"[+-]\d+", value):
            return f"{self.asked(query)}: changes by {value}."
        return f"{self.asked(query)}: {self.valued(value)}."

    def asked(self, query):
        """Of what a query is asked, and its meaning in short."""
        try:
            name, values = read(self.game, self.board, query)
        except Refused:
            return f"`{query}`"
        meaning = re.split(r"[:;.,]| \(", self.game.table.fields[name].text)[0]
        if not values:
            return meaning
        return f"{', '.join(self.show(str(value)) for value in values)}, {meaning[:1].lower()}{meaning[1:]}"

    def valued(self, value):
        """A value with the names of what it names."""
        if isinstance(value, list):
            return ", ".join(map(self.valued, value)) or "none"
        return self.show(value) if isinstance(value, str) else said(value)

    def fields(self, part):
        kind = part.get("type", "").replace("-", " ")
        rest = [f"{name} {said(value)}" for name, value in part.items() if name not in ("type", "rule")]
        return ": ".join(filter(None, (kind, ", ".join(rest))))

    def show(self, id):
        return self.game.names.show(id)


def anchor(name):
    return re.sub(r"[^\w -]", "", name.lower()).replace(" ", "-")


def order(text):
    """An order as it is typed; one in JSON by its kind and what it says."""
    if isinstance(text, dict):
        return f"`{text['kind']}` with {said(text['value'])} in JSON."
    return ", ".join(f"`{line}`" for line in ([text] if isinstance(text, str) else text)) or "nothing."


def said(value):
    """A value without the signs of JSON."""
    if value is None or value == []:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return "; ".join(f"{name}: {said(inner)}" for name, inner in value.items()) or "none"
    return ", ".join(map(said, value)) if isinstance(value, list) else str(value)


if __name__ == "__main__":
    main(sys.argv[1:])
