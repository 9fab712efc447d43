"""Rows of a title and the code beside them know each other: nothing is written that no row has, and no row lacks it."""

import inspect
from importlib import import_module

import pytest

from pbem.core.data.tables import beside
from pbem.core.title.conditions import EVERYWHERE
from pbem.core.title.decisions import TabledDecision
from pbem.core.title.game import TITLES, load
from pbem.core.title.table import Field

ARGUMENTS = inspect.signature(Field).parameters.keys() - {"name"}


def module_of(title, name):
    return import_module(f"{TITLES[title]}.{name}")


def own_functions(module):
    """The public functions that a module defines."""
    found = {name: value for name, value in vars(module).items() if not name.startswith("_")}
    return {name for name, value in found.items() if inspect.isfunction(value) and value.__module__ == module.__name__}


def below(kind):
    """All classes that are built on a class."""
    return {one for sub in kind.__subclasses__() for one in (sub, *below(sub))}


@pytest.mark.parametrize("title", TITLES)
def test_every_class_of_a_decision_is_among_the_kinds(title):
    kinds, base = load(title).kinds, module_of(title, "orders.decision").Decision
    classes = {one for one in below(base) if one.name in base.rows}
    assert base.rows.keys() <= kinds.keys()
    assert classes == {type(kinds[name]) for name in base.rows}


@pytest.mark.parametrize("title", TITLES)
def test_every_function_of_a_condition_has_its_row(title):
    module = module_of(title, "orders.conditions")
    rows = {name.replace("-", "_") for name in module.CONDITIONS.forms.keys() - EVERYWHERE.keys()}
    assert own_functions(module) - {"in_play"} <= rows  # a decorator
    assert rows <= vars(module).keys()


@pytest.mark.parametrize("title", TITLES)
def test_whatever_puts_a_value_on_a_board_is_named_by_a_row(title):
    module = module_of(title, "views.setters" if title == "cataclysm" else "views.table")
    puts = {name: value for name, value in vars(module).items() if name.startswith("put_")}
    used = [field.put for field in load(title).table.fields.values()]
    inside = {"put_drawn_number", "put_in_hand"}  # parts of put_drawn
    assert {name for name, put in puts.items() if put not in used} <= inside


@pytest.mark.parametrize("title", TITLES)
def test_a_row_says_nothing_that_nobody_reads(title):
    decisions = module_of(title, "orders.decision").Decision.rows
    assert {part for row in decisions.values() for part in row if not hasattr(TabledDecision, part)} == set()
    table = beside(module_of(title, "views.table").__file__, "table")
    assert {part for row in table.values() for part in row} <= {*ARGUMENTS, "said", "rule", "by", "else"}


def test_a_row_that_says_too_little_is_refused():
    class Base(TabledDecision):
        rows = {"bare": {"rule": "1.1"}}

    with pytest.raises(KeyError, match="bare"):
        Base.all(())
