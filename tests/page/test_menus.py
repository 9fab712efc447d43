"""The menu as data: what its walks compose is accepted, it writes the lines of recorded answers, and the browser's
interpreter says the same as Python's, of every menu, field, choice and line of random games."""

import json
import shutil
import subprocess
from collections import Counter
from pathlib import Path

import pytest

from pbem.core.data.canon import dumps
from pbem.core.data.problems import refusals
from pbem.core.language.errors import ParseError
from pbem.core.language.fields import Order
from pbem.page import menulines, menus
from pbem.page.told import sentences as sentences_of_page
from tests.contracts.titles import CONTRACTS, SettledFeed
from tests.page.offered import unreachable
from tests.thorough import THOROUGH

from .walks import countable, inner_forms, needs_a_look, walked

MENU_JS = Path(__file__).resolve().parents[2] / "tools" / "turn_page" / "menu.js"
LEAST = 95  # of 100 lines that the menu does not mark are accepted
TITLES = [contract for contract in CONTRACTS if contract.title != "toy"]
LEAST_TOLD = {"cataclysm": 30, "pacific": 0, "red-dragon": 30}  # lines of random games that the page can tell; those of
# Pacific gather into answers of their own, and are told with names, and a title from outside may have few or none
EACH = 3  # walks of a form of a menu

ASK_NODE = """
const Menu = require(process.argv[1]);
const rows = JSON.parse(require("fs").readFileSync(0, "utf8"));
const answers = rows.map(([menu, form, values]) => {
  const part = menu.forms[form];
  const skipped = part.fields.filter((field) => !(field.name in values)).map((field) => field.name);
  return {
    line: Menu.lineOf(part, values), look: Menu.needsALook(menu, part, values), open: Menu.isOpen(menu, part, {}),
    next: part.fields.map((field) => {
      const before = Object.fromEntries(Object.entries(values).filter(([name]) => name !== field.name));
      const next = Menu.nextField(part, before, skipped);
      return next && next.name;
    }),
    due: part.fields.map((field) => Menu.isDue(menu, part, field, values, skipped)),
    offered: part.fields.map((field) => (field.is === "parts" ? null : Menu.offered(menu, field, values))),
    counted: part.fields.map((field) => (field.is === "counts" && field.name in values && ("room" in field)
      ? Menu.countable(menu, field, values, values[field.name]) : null)),
    whole: part.fields.map((field) => (field.is === "list" && Array.isArray(values[field.name])
      ? Menu.isComplete(menu, field, values, values[field.name]) : null)),
    taken: part.fields.map((field) => (field.is === "list" && Array.isArray(values[field.name])
      ? Menu.offered(menu, field, values, values[field.name].slice(0, 1)) : null)),
    full: part.fields.map((field) => (field.is === "list" && Array.isArray(values[field.name])
      ? Menu.offered(menu, field, values, values[field.name]) : null)),
    grown: part.fields.map((field) => (field.is === "list" && Array.isArray(values[field.name])
      ? Menu.viable(menu, part, field, values, values[field.name].slice(0, 1), values[field.name].slice(1)) : null)),
    inner: part.fields.map((field) => Menu.innerForms(field, values).map((form) => form.form)),
    viable: part.fields.map((field) => (field.is === "parts" ? null : Menu.viable(menu, part, field, values))),
  };
});
console.log(JSON.stringify(answers));
"""


def in_node(program, rows):
    """What a program that reads rows says, in Node."""
    done = subprocess.run(
        ["node", "-e", program, str(MENU_JS)], input=json.dumps(rows), capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def python_says(menu, form, values):
    part = menu["forms"][form]
    skipped = [field["name"] for field in part["fields"] if field["name"] not in values]
    nexts = [
        menulines.next_field(part, {name: one for name, one in values.items() if name != field["name"]}, skipped)
        for field in part["fields"]
    ]
    return {
        "line": menulines.line_of(part, values),
        "look": needs_a_look(menu, part, values),
        "open": menulines.is_open(menu, part, {}),
        "next": [field and field["name"] for field in nexts],
        "due": [menulines.is_due(menu, part, field, values, skipped) for field in part["fields"]],
        "offered": [_unless_parts(menulines.offered, menu, field, values) for field in part["fields"]],
        "counted": [
            countable(menu, field, values, values[field["name"]])
            if field["is"] == "counts" and field["name"] in values and "room" in field
            else None
            for field in part["fields"]
        ],
        "whole": [
            menulines.is_complete(menu, field, values, values[field["name"]])
            if field["is"] == "list" and isinstance(values.get(field["name"]), list)
            else None
            for field in part["fields"]
        ],
        "taken": [
            menulines.offered(menu, field, values, values[field["name"]][:1])
            if field["is"] == "list" and isinstance(values.get(field["name"]), list)
            else None
            for field in part["fields"]
        ],
        "full": [
            menulines.offered(menu, field, values, values[field["name"]])
            if field["is"] == "list" and isinstance(values.get(field["name"]), list)
            else None
            for field in part["fields"]
        ],
        "grown": [
            menulines.viable(menu, part, field, values, values[field["name"]][:1], values[field["name"]][1:])
            if field["is"] == "list" and isinstance(values.get(field["name"]), list)
            else None
            for field in part["fields"]
        ],
        "inner": [[inner["form"] for inner in inner_forms(field, values)] for field in part["fields"]],
        "viable": [_unless_parts(menulines.viable, menu, part, field, values) for field in part["fields"]],
    }


def _unless_parts(function, *arguments):
    field = arguments[-2]
    return None if field["is"] == "parts" else function(*arguments)


def _as_chosen(field, value):
    """A value as a walk has it: a part apart, an order inside the order as its words."""
    if isinstance(field, Order):
        return field.write(value)
    return field.split(value) if hasattr(field, "split") else value


class MenuFeed(SettledFeed):
    """Walks the exported menu of every question, and writes the recorded answer by it."""

    def __init__(self, game, seed, most):
        super().__init__(game, seed, most)
        self.rows, self.faults, self.told = [], [], []
        self.inside, self.inside_taken = Counter(), Counter()
        self.walks, self.taken = Counter(), Counter()

    def sample(self, board, ask):
        answer = super().sample(board, ask)
        kind = self.game.kinds[ask.kind]
        if ask.is_open:
            menu = json.loads(dumps(menus.export(kind, board, ask)))
            self.patterns = json.loads(dumps(sentences_of_page(self.game, board, ask, menu)))
            items = kind.items_of(answer)
            for place, item in enumerate(items):
                is_first = not kind.is_multiline or _has_words_for(menu, kind, item)
                behind = menu if is_first else json.loads(dumps(menus.export(kind, board, ask, items[:place])))
                self.rewrite(kind, behind, item)
            for place, form in enumerate(menu["forms"]):
                for _ in range(EACH):
                    self.walk(board, ask, kind, menu, place, form)
        return answer

    def silently_added(self, kind, place, values, answer):
        """What the rules add to a line that has a sentence, though its form does not say that they may."""
        pattern = self.patterns and self.patterns["forms"][place]
        form, settled = kind.dismantle(answer) if pattern else (None, {})
        known = {*values, *(rule.rpartition(">")[2] for rule in pattern["filled"])} if pattern else ()
        return [f"{kind.name}: {form.name} gains {name}" for name in settled if settled[name] and name not in known]

    def rewrite(self, kind, menu, item):
        """The line of a recorded answer, made from the menu alone."""
        form, values = kind.dismantle(item)
        place = next((place for place, one in enumerate(menu["forms"]) if one["form"] == form.name), None)
        if place is None:
            return
        split = {name: _as_chosen(form.fields[name], value) for name, value in values.items()}
        line = menulines.line_of(menu["forms"][place], split)
        if line != form.text(values):
            self.faults.append(f"{kind.name}: {line!r} for {form.text(values)!r}")
        self.rows.append((menu, place, json.loads(dumps(split))))

    def walk(self, board, ask, kind, menu, place, form):
        values = walked(menu, form, self.chance) if menulines.is_open(menu, form, {}) else None
        if values is None:
            return
        self.rows.append((menu, place, values))
        line = menulines.line_of(form, values)
        inside = [field["name"] for field in form["fields"] if field["is"] == "order" and field["name"] in values]
        try:
            reading = kind.read(line, self.game.names)
        except ParseError as error:
            self.faults.append(f"{kind.name}: {line!r} is not read: {error}")
            return
        is_marked = kind.is_multiline or needs_a_look(menu, form, values)
        if is_marked and not inside:
            return
        answer, problems = kind.settle(board, ask, reading)
        problems = refusals(problems) or refusals(kind.check(board, ask, answer))
        for _ in inside:
            self.inside[kind.name, form["form"]] += 1
            self.inside_taken[kind.name, form["form"]] += not problems
        if is_marked:
            return
        self.walks[kind.name] += 1
        self.taken[kind.name] += not problems
        if not problems:
            said = " ".join(self.game.told(board, ask, answer))
            self.told.append((kind.name, [menu, self.patterns, place, values], said))
            self.faults += self.silently_added(kind, place, values, answer)
        if problems and problems[0].code not in kind.may_fail_with:
            self.faults.append(f"{kind.name}: {line!r} is refused and was not marked: {problems[0]}")


def _has_words_for(menu, kind, item):
    """Whether the menu of the first line offers an item, with the words of what it counts."""
    form = next((one for one in menu["forms"] if one["form"] == kind.dismantle(item)[0].name), {"fields": []})
    counted = [field for field in form["fields"] if field["is"] == "counts"]
    return all("room" in field for field in counted) and not unreachable(menu, kind, kind.join([item]))


TELL_NODE = """
const Menu = require(process.argv[1]);
const rows = JSON.parse(require("fs").readFileSync(0, "utf8"));
console.log(JSON.stringify(rows.map(([menu, told, form, values]) => Menu.sentenceOf(menu, told, form, values))));
"""


@pytest.fixture(scope="module", params=TITLES, ids=repr)
def feed(request):
    contract = request.param
    made = MenuFeed(contract.game, contract.seeds[0], contract.decisions if THOROUGH else contract.decisions // 2)
    contract.play(contract.seeds[0], made)
    return made


@pytest.mark.sampled(3)
def test_a_menu_writes_what_was_recorded_and_what_it_does_not_mark_is_accepted(feed):
    """Walks of kinds that take several lines are not settled, and a title from outside may have no others."""
    assert not feed.faults, "\n".join(feed.faults[:8])
    assert len(feed.rows) >= 10 and (sum(feed.walks.values()) >= 10 or feed.game.id not in LEAST_TOLD)
    for kind, count in feed.walks.items():
        assert count < 20 or 100 * feed.taken[kind] >= LEAST * count, f"{kind}: {feed.taken[kind]} of {count}"


@pytest.mark.sampled(3)
def test_orders_inside_orders_are_chosen_by_the_menu(feed):
    """A walk inside is marked, for its board is that of the moment; more than half are accepted all the same."""
    assert (feed.game.id == "cataclysm") == bool(feed.inside)
    taken, walked = sum(feed.inside_taken.values()), sum(feed.inside.values())
    assert 2 * taken >= walked, f"{taken} of {walked}: {feed.inside_taken} of {feed.inside}"


@pytest.mark.sampled(3)
@pytest.mark.skipif(not shutil.which("node"), reason="node is not installed")
def test_the_browser_tells_a_line_as_check_tells_it(feed):
    """Or not at all: where the rules add something, or a sentence hangs on more than what was chosen."""
    rows = feed.told[:: max(1, len(feed.told) // 600)]
    told = zip(rows, in_node(TELL_NODE, [row for _, row, _ in rows]), strict=True)
    told = [(kind, said, expected) for (kind, _, expected), said in told if said]
    assert len(told) >= LEAST_TOLD.get(feed.game.id, 0), len(told)
    for kind, said, expected in told:
        assert said == expected, kind


@pytest.mark.skipif(not shutil.which("node"), reason="node is not installed")
def test_the_browser_counts_how_many_of_a_list_may_stand_together_as_python_does():
    """Two units with a price and ships that cost nothing, by the rows of a table; beyond it nothing is bounded."""
    units = {"name": "units", "is": "list", "needed": True, "by": ["to"], "table": {"a": 1, "b": 1}}
    units |= {"price": {"ship": 0, "tank": 2}, "purse": {"a": 3, "b": None}}
    to = {"name": "to", "is": "one", "needed": True, "values": 0}
    form = {"form": "go", "shows": "go", "line": ["go", "$to", "$units"], "fields": [to, units]}
    lists = [["a", "b"], ["ship", "army", "marine", "tank"]]
    menu = {"kind": "go", "marks": [], "left_out": [], "lists": lists, "forms": [form]}
    expected = {
        ("a", "army"): ["ship", "marine", "tank"],
        ("a", "tank"): ["ship", "army", "marine"],
        ("a", "army", "tank"): ["ship"],
        ("b", "army", "tank"): ["ship", "marine"],
    }
    rows = [(menu, 0, {"to": goal, "units": list(taken)}) for goal, *taken in expected]
    answers = [answer["full"][1] for answer in in_node(ASK_NODE, rows)]
    assert answers == list(expected.values()) == [python_says(*row)["full"][1] for row in rows]


@pytest.mark.sampled(3)
@pytest.mark.skipif(not shutil.which("node"), reason="node is not installed")
def test_the_browser_says_the_same_of_a_menu_as_python(feed):
    rows = feed.rows[:: max(1, len(feed.rows) // 400)]
    for row, answer in zip(rows, in_node(ASK_NODE, rows), strict=True):
        expected = json.loads(json.dumps(python_says(*row)))
        assert answer == expected, row[1:]
