"""What is legal in an Op is written twice: a rule refuses an order, and the domains of its fields offer it.  They are
held together here.  On small boards, choice by choice: a menu offers what belongs to an Op that the rule takes, and all
of it.  On the boards of random games, by samples: what a menu leads to is taken, and what is taken is offered."""

from itertools import product

import pytest

from pbem.core.language import menulines
from pbem.core.language.menudata import domain_of
from pbem.core.language.menus import export
from pbem.core.rules.requests import Ask
from pbem.core.trial.selfplay import Chance
from tests.contracts.titles import CONTRACTS, SettledFeed
from tests.games.red_dragon.op_boards import GAME, OP, answer_of, legal_ops, refused, small_board, some_op
from tests.page.walks import needs_a_look, walked
from tests.thorough import THOROUGH, WHOLE, some
from tests.page.offered import unreachable

FORMS = OP.forms[1:]
SMALL = [f"small-{number}" for number in (1, 8, 19, 23, 125, 174)]  # with legal Ops of every form among them
SEEDS = [*SMALL, *(f"small-{number}" for number in some(range(100, 700, 1 if WHOLE else 10), 12))]
SHOTS = 6  # Ops of a form of which every shot is tried
PAIRS = {  # fields that hold two units each: their value, and the codes that only all of them together decide
    "fire": (lambda shooter, target: [[shooter, target]], {"rd-factor-zero", "rd-protected"}),
    "load": (lambda cargo, ship: {ship: [cargo]}, set()),
}
HELD = ("unit", "country", "from", "to", "at", "units", "attack")  # what else an Op says goes without saying
READY = next(contract for contract in CONTRACTS if contract.title == "red-dragon" and contract.scenario == "ready")
EACH = 3 if not THOROUGH else 20  # walks of a form on a board
TRIES = 60 if not THOROUGH else 400  # Ops of a form on a board, most of them illegal


class Held:
    """The menu of one form on a board, held against the Ops of it that the rule takes."""

    def __init__(self, board, ask, form):
        self.form, self.faults = form, []
        self.menu, self.legal = export(OP, board, ask), legal_ops(board, ask, form)
        shown = next((one for one in self.menu["forms"] if one["form"] == form.name), None)
        self.part = shown["fields"][0] if shown and form.name == "op 3" else shown
        is_open = self.part is not None and menulines.is_open(self.menu, self.part, {})
        self.hold({}, "form", {form.name} if is_open else set(), {form.name} if self.legal else set())
        if not is_open or not self.legal:
            return
        self.fields = [one for one in self.part["fields"] if one["name"] in HELD and one.get("asked") != "never"]
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


@pytest.mark.sampled(3)
@pytest.mark.parametrize("seed", SEEDS)
def test_a_menu_of_ops_offers_what_the_rules_take_and_nothing_else(seed):
    board = small_board(seed)
    asks = [Ask("op", side) for side in ("prc", "allied")]
    assert [(ask.power, one) for ask in asks for form in FORMS for one in Held(board, ask, form).faults] == []


@pytest.mark.sampled(3)
@pytest.mark.parametrize("seed", SEEDS)
def test_a_menu_of_ops_has_whoever_fires_at_whom_and_sails_on_what(seed):
    """But for shots without a factor and those at who is protected, of which only the whole fire decides."""
    board = small_board(seed)
    for ask in (Ask("op", side) for side in ("prc", "allied")):
        menu = export(OP, board, ask)
        for shown in menu["forms"]:
            form, parts = OP.form(shown["form"]), {one["name"]: one for one in shown["fields"] if one["is"] == "parts"}
            for name in PAIRS.keys() & parts.keys():
                legal = [row for row in legal_ops(board, ask, form) if _may_have(form, row, name)]
                for row in Chance(seed).some(legal, SHOTS):
                    assert _misfits(board, ask, form, menu, parts[name], row) == []


def _may_have(form, row, name):
    """Whether an Op has units, and an attack if there is to be fire; those of Op 20 no menu asks for."""
    is_named = ("units" in row or "units" not in form.fields) if form.name != "op 20" else "units" not in row
    return is_named and (name != "fire" or "attack" in row or "attack" not in form.fields)


def _misfits(board, ask, form, menu, part, row):
    """The pairs of units that are offered in a field and illegal, and those that are legal and not offered."""
    make, codes_of_all = PAIRS[part["name"]]
    row = {name: value for name, value in row.items() if name != "attack"}
    standing, faults = [unit for unit in board.parts.units if board.area_of(unit)], []
    for pair in product(standing, standing):
        first, second = part["fields"]
        chosen = {**row, second["name"]: pair[1]}
        is_offered = pair[0] in domain_of(menu, first, chosen) and pair[1] in domain_of(menu, second, row)
        codes = refused(board, ask, answer_of(form, {**row, part["name"]: make(*pair)}))
        if bool(codes - codes_of_all) if is_offered else not codes:
            faults.append(f"{form.name} {row}: {pair} {'is' if is_offered else 'is not'} offered: {codes}")
    return faults


def test_the_small_boards_have_legal_ops_of_every_form():
    held = [(small_board(seed), Ask("op", side)) for seed in SMALL for side in ("prc", "allied")]
    assert [form.name for form in FORMS if not any(legal_ops(board, ask, form) for board, ask in held)] == []


class MenuFeed(SettledFeed):
    """Walks the menu of every question for an Op, and looks in it for Ops that the rules take."""

    def __init__(self, game, seed, most):
        super().__init__(game, seed, most)
        self.walks, self.found, self.faults = 0, 0, []

    def sample(self, board, ask):
        if ask.kind == "op" and not self.chance.below(1 if THOROUGH else 8):
            menu = export(OP, board, ask)
            for form in menu["forms"]:
                for _ in range(EACH):
                    self.walk(board, ask, menu, form)
            for form in FORMS:
                for _ in range(TRIES):
                    self.look(board, ask, menu, form)
        return super().sample(board, ask)

    def walk(self, board, ask, menu, form):
        values = walked(menu, form, self.chance) if menulines.is_open(menu, form, {}) else None
        if values is None or needs_a_look(menu, form, values):
            return
        self.walks += 1
        line = menulines.line_of(form, values)
        self.faults += [f"{line}: {code}" for code in refused(board, ask, OP.read(line, GAME.names))]

    def look(self, board, ask, menu, form):
        values = some_op(board, ask.power, form, self.chance)
        if values is None or refused(board, ask, answer := answer_of(form, values)):
            return
        self.found += 1
        self.faults += [f"{answer} is not offered: {what}" for what in unreachable(menu, OP, answer)]


@pytest.mark.parametrize("seed", some(READY.seeds, 2))
def test_in_a_game_what_a_menu_of_ops_leads_to_is_taken_and_what_is_taken_is_offered(seed):
    feed = MenuFeed(GAME, seed, READY.decisions)
    READY.play(seed, feed)
    assert feed.walks > 50 and feed.found > 100 and feed.faults == []
