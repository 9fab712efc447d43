"""Every form of every declared kind of every title: its example is read by it, its name is its own, and what a line
means does not depend on what is asked."""

import pytest

from pbem.core.data.problems import refusals
from pbem.core.orders.orders import read
from pbem.core.rules.game import load, titles

HEADER = "game g\nseat one\nentry 1\nhead 0123456789abcdef0123456789abcdef\n"
KINDS = [
    (title, name, kind)
    for title in titles()
    for name, kind in [*load(title).kinds.items(), *load(title).petitions.items()]
]
FORMS = [
    pytest.param(title, kind, form, id=f"{title}-{name}-{form.name}")
    for title, name, kind in KINDS
    for form in kind.declared
]


@pytest.mark.parametrize(("title", "kind", "form"), FORMS)
def test_the_example_of_a_form_is_read_by_it_and_by_no_other(title, kind, form):
    assert form.meaning and form.example
    assert kind.read(form.example, load(title).names)["form"] == form.name


@pytest.mark.parametrize(("title", "name", "kind"), KINDS, ids=lambda one: str(one)[:40])
def test_forms_have_names_of_their_own(title, name, kind):
    names = [form.name for form in kind.declared]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize(("title", "kind", "form"), FORMS)
def test_what_is_asked_does_not_change_what_a_line_means(title, kind, form):
    game = load(title)
    power, kinds = game.powers[0], list(game.kinds)
    said = [_read(game, power, form.example, asked) for asked in ([], [kind.name], kinds, kinds[::-1])]
    assert all(one == said[0] for one in said)


def _read(game, power, line, asked):
    orders, problems = read(HEADER + line, game, {"one": [power]}, asked=asked)
    return [problem.code for problem in refusals(problems)], orders.answers, orders.petitions
