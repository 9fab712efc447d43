"""What is legal in an Op is written twice: a rule refuses an order, and the domains of its fields offer it.  On small
boards the two are the same, choice by choice: of all Ops that the rule takes, whichever fields are chosen already."""

from collections import Counter

import pytest

from pbem.core.orders import menulines
from pbem.core.orders.menus import export
from pbem.core.rules.requests import Ask
from tests.thorough import some

from tests.games.red_dragon.op_boards import OP, legal_ops, small_board

BOARDS = range(600)
PIECE = 50  # boards of one test
FORMS = OP.declared[1:]
HELD = ("unit", "country", "from", "to", "at", "units", "attack")  # what else an Op says goes without saying


class Held:
    """The menu of one form on a board, held against the Ops of it that the rule takes."""

    def __init__(self, board, ask, form):
        self.form, self.faults = form, []
        self.menu = export(OP, board, ask)
        self.legal = legal_ops(board, ask, form)
        shown = next((one for one in self.menu["forms"] if one["form"] == form.name), None)
        if shown is not None and form.name == "op 3":
            shown = shown["fields"][0]
        if shown is None or not menulines.is_open(self.menu, shown, {}):
            self.hold({}, "form", set(), {form.name} if self.legal else set())
            return
        self.part = shown
        self.fields = [field for field in shown["fields"] if field["name"] in HELD and field.get("asked") != "never"]
        self.follow(0, {}, self.legal)

    def hold(self, values, name, offered, legal):
        """Note what is offered and illegal, and what is legal and not offered."""
        for what, rest in (("is offered", offered - legal), ("is not offered", legal - offered)):
            self.faults += [f"{self.form.name} {values}: {name} {one} {what}" for one in sorted(map(str, rest))]

    def offered(self, field, values, taken=()):
        return set(menulines.viable(self.menu, self.part, field, values, taken) or ())

    def follow(self, place, values, legal):
        """Every choice of the fields from one on, behind the values chosen."""
        if place == len(self.fields) or not legal:
            return
        field = self.fields[place]
        if field["is"] == "list":
            self.follow_units(place, field, values, legal)
            return
        name, offered = field["name"], self.offered(field, values)
        self.hold(values, name, offered, {row[name] for row in legal if name in row})
        for value in offered:
            self.follow(place + 1, {**values, name: value}, [row for row in legal if row.get(name) == value])
        if not field["needed"]:
            self.follow(place + 1, values, [row for row in legal if name not in row])

    def follow_units(self, place, field, values, legal):
        """One unit, and a second one beside it."""
        name, offered = field["name"], self.offered(field, values)
        self.hold(values, name, offered, {unit for row in legal for unit in row.get(name, ())})
        for unit in offered:
            beside = [row for row in legal if unit in row.get(name, ())]
            more = self.offered(field, values, [unit])
            self.hold({**values, name: [unit]}, name, more, {one for row in beside for one in row[name]} - {unit})
            for units in ([unit], *([unit, other] for other in more)):
                chosen = {**values, name: units}
                rows = [row for row in beside if set(row[name]) == set(units)]
                if menulines.is_complete(self.menu, field, chosen, units):
                    self.hold(values, name, {str(units)}, {str(units)} if rows else set())
                self.follow(place + 1, chosen, rows)


@pytest.mark.parametrize("first", some(BOARDS[::PIECE], 4))
def test_a_menu_of_ops_offers_what_the_rules_take_and_nothing_else(first):
    faults = []
    for number in range(first, first + PIECE):
        board = small_board(f"small-{number}")
        for side in ("prc", "allied"):
            for form in FORMS:
                faults += [f"small-{number}, {side}: {one}" for one in Held(board, Ask("op", side), form).faults]
    assert faults == []


def test_the_small_boards_have_legal_ops_of_every_form():
    found = Counter()
    for number in BOARDS[::4]:
        board = small_board(f"small-{number}")
        for side in ("prc", "allied"):
            for form in FORMS:
                found[form.name] += len(legal_ops(board, Ask("op", side), form))
    assert [form.name for form in FORMS if not found[form.name]] == [], found
