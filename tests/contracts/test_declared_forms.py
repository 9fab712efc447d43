"""Every form of every declared kind of every title: its example is read by it, its name is its own, and what a line
means does not depend on what is asked."""

import pytest

from pbem.core.data.problems import refusals
from pbem.core.language.decision import Decision
from pbem.core.language.fields import Number
from pbem.core.language.form import Form
from pbem.core.language.names import key
from pbem.core.language.parser import NOTHING
from pbem.core.language.templates import Clauses, Either, Phrase, Row
from pbem.core.orders.normalize import verb_index
from pbem.core.orders.orders import parse_line, read
from pbem.core.title.game import load, titles

HEADER = "game g\nseat one\nentry 1\nhead 0123456789abcdef0123456789abcdef\n"
KINDS = [
    (title, name, kind)
    for title in titles()
    for name, kind in [*load(title).kinds.items(), *load(title).petitions.items()]
]
FORMS = [
    pytest.param(title, kind, form, id=f"{title}-{name}-{form.name}")
    for title, name, kind in KINDS
    for form in kind.forms
]


@pytest.mark.parametrize(("title", "kind", "form"), FORMS)
def test_the_example_of_a_form_is_read_by_it_and_by_no_other(title, kind, form):
    meaning, example = kind.said(form)
    assert meaning and example
    assert kind.read(example, load(title).names)["form"] == form.name


@pytest.mark.parametrize(("title", "name", "kind"), KINDS, ids=lambda one: str(one)[:40])
def test_forms_have_names_of_their_own(title, name, kind):
    names = [form.name for form in kind.forms]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize(("title", "kind", "form"), FORMS)
def test_each_way_of_writing_an_example_is_read_as_a_line(title, kind, form):
    """By the words that the line begins with, whatever is asked, and as what the form itself reads."""
    game = load(title)
    said = kind.read(kind.said(form)[1], game.names)
    for line in [kind.said(form)[1], *lines_of(form, said["fields"])]:
        item, problems = parse_line(line, game, game.powers[0])
        assert item and not refusals(problems), f"{line}: {problems}"
        assert kind.name in {item.get("kind"), *item.get("also", ()), f"petition-{item.get('verb')}"} or (
            item.get("verb") in game.petitions and game.petitions[item["verb"]] is kind
        ), f"{line}: {item}"
        assert kind.read(line, game.names)["form"] == form.name, line


@pytest.mark.parametrize("mark", [": ", " : ", " - ", " \N{EN DASH} ", ", ", "; ", " = "])
@pytest.mark.parametrize("title", titles())
def test_a_mark_behind_the_first_words_of_an_order_says_nothing(title, mark):
    """ "op 5: …", "buy - …": in every form that has something to say behind the words by which it is known.  One that
    begins with what it is about, "A PAR - BUR", is known by no words."""
    game, tried = load(title), 0
    verbs = [*verb_index(game.kinds), *verb_index(game.petitions)]
    forms = [one.values[1:] for one in FORMS if one.values[0] == title]
    for example in dict.fromkeys(kind.said(form)[1] for kind, form in forms if form.fields):
        words = example.split(" ")
        count = next((n for n in range(4, 0, -1) if key("".join(words[:n])) in verbs and words[n:]), 0)
        if count and words[count] not in NOTHING:
            line = f"{' '.join(words[:count])}{mark}{' '.join(words[count:])}"
            assert said_of(line, game) == said_of(example, game), line
            tried += 1
    assert tried > sum(bool(form.fields) and form.opener is None for _, form in forms) // 2


def said_of(line, game):
    item, problems = parse_line(line, game, game.powers[0])
    assert item and not refusals(problems), f"{line}: {problems}"
    return {name: value for name, value in item.items() if name not in ("text", "places")}


def lines_of(form, fields):
    """The lines that say these fields: each synonym, alternative and optional word of the template, one at a time."""

    def said(name):
        return form.fields[name].write(fields[name])

    yield from dict.fromkeys(ways(form.node, fields, said))


def ways(node, fields, said):
    """The canonical way of writing a node, and then each other one that differs from it in one place."""
    yield node.write(fields, said)
    if isinstance(node, Phrase):
        yield from node.spellings[1:]
    elif isinstance(node, Row):
        yield from _row(node.inside, fields, said)
    elif isinstance(node, Clauses):
        yield from _row([part if part.write(fields, said) else Left(part) for part in node.parts], fields, said)
    elif isinstance(node, Either):
        there = set(node.names()) & set(fields)
        yield from (way for row in node.rows if set(row.names()) >= there for way in _able(row, fields, said))
    elif hasattr(node, "row"):
        yield from _able(node.row, fields, said)


class Left:
    """A clause that the canonical line leaves out: without fields it may be written."""

    def __init__(self, clause):
        self.clause = clause

    def write(self, fields, said):
        return ""


def _able(node, fields, said):
    return ways(node, fields, said) if set(fields).issuperset(node.needs()) else ()


def _row(nodes, fields, said):
    texts = [node.write(fields, said) for node in nodes]
    for place, node in enumerate(nodes):
        if isinstance(node, Left):
            others = () if node.clause.names() else ways(node.clause.row, fields, said)
        else:
            others = ways(node, fields, said)
        for other in others:
            yield " ".join(filter(None, [*texts[:place], other, *texts[place + 1 :]]))


def test_a_synonym_in_a_template_is_a_verb():
    """What a form says once is said nowhere else: the words that begin a line are made of the templates."""

    class Reply(Decision):
        name, forms = "reply", (Form("stand/hold"), Form("(give | yield) way"), Form("(move | ) N", n=Number()))

    assert Reply.verbs == ("stand", "hold", "give", "yield", "move") and Reply.begins_open
    assert "hold" in verb_index({"reply": Reply()})


@pytest.mark.parametrize(("title", "kind", "form"), FORMS)
def test_what_is_asked_does_not_change_what_a_line_means(title, kind, form):
    game = load(title)
    power, kinds = game.powers[0], list(game.kinds)
    said = [_read(game, power, kind.said(form)[1], asked) for asked in ([], [kind.name], kinds, kinds[::-1])]
    assert all(one == said[0] for one in said)


def _read(game, power, line, asked):
    orders, problems = read(HEADER + line, game, {"one": [power]}, asked=asked)
    return [problem.code for problem in refusals(problems)], orders.answers, orders.petitions
