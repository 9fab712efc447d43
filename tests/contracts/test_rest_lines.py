"""A line for all the rest (`place all`, `land the rest`): alone it is the published default; behind lines of the
default it comes to a legal answer that has all that the default has; and what it came to is told back in full."""

import pytest

from pbem.core.data.problems import refusals
from pbem.core.orders.orders import parse_line
from pbem.core.play.answers import judge
from pbem.core.title.game import load

from .titles import PIECES, SettledFeed

DECLARED = {
    "red-dragon": {"set-up", "place-uk", "relocate-units"},
    "pacific": {"placement", "noncombat-moves", "land-patrol"},
}


def rests(kind):
    return [form for form in kind.forms if form.is_rest]


class RestLines(SettledFeed):
    """Types a line for the rest at each question that has one, behind none, some and all lines of the default."""

    def __init__(self, game, seed, most):
        super().__init__(game, seed, most)
        self.faults, self.seen = [], {}

    def sample(self, board, ask):
        kind = self.game.kinds[ask.kind]
        for form in rests(kind) if ask.is_open else ():
            self.typed(board, ask, kind, form)
        return super().sample(board, ask)

    def typed(self, board, ask, kind, form):
        default = judge(kind, board, ask, kind.default(board, ask))[0]
        lines = kind.text(default, ask) if default else []
        self.seen[kind.name] = self.seen.get(kind.name, 0) + 1
        for count in {0, 1, len(lines) // 2, len(lines)} if len(lines) else {0}:
            typed = [*lines[:count], form.name.replace(" all", " the rest") if count % 2 else form.name]
            item, problems = parse_line("\n".join(typed), self.game, ask.power, [kind.name])
            if refusals(problems):
                self.faults.append(f"{kind.name}: {typed} is not read: {problems[0]}")
                continue
            value, problems = judge(kind, board, ask, item["value"])
            if refusals(problems) or not count and value != default:
                self.faults.append(f"{kind.name}: {typed} is {value!r}, not {default!r} {problems}")
            elif told(self.game, board, ask, value) < told(self.game, board, ask, default):
                self.faults.append(f"{kind.name}: {typed} comes to less than {lines}")


def told(game, board, ask, value):
    """How much is told back of an answer: the numbers and names in its sentences, sorted."""
    said = [word.strip(".,") for one in game.told(board, ask, value) for word in one.split()]
    return sum(int(word) for word in said if word.isdigit())


@pytest.mark.sampled(3)
@pytest.mark.parametrize("piece", PIECES)
def test_a_line_for_the_rest_is_the_default_for_all_that_other_lines_leave_open(contract, piece):
    seeds, decisions = contract.piece(piece, 3)
    seen = set()
    for seed in seeds:
        feed = RestLines(contract.game, seed, decisions)
        contract.play(seed, feed)
        assert not feed.faults, "\n".join(feed.faults[:8])
        seen |= feed.seen.keys()
    assert contract.title != "pacific" or {"placement", "noncombat-moves"} <= seen


@pytest.mark.parametrize("title", DECLARED)
def test_which_questions_have_such_a_line(title):
    kinds = load(title).kinds.values()
    assert {kind.name for kind in kinds if rests(kind)} == DECLARED[title]
