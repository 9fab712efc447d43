"""The tables of a title say nothing of what is not there: fields, ways of printing, parts, facts and kinds."""

from pathlib import Path
from string import Formatter

import pytest

from pbem.core.data.components import folder_of
from pbem.core.data.sentences import HOW, PLAIN, Words
from pbem.core.record.charter import make
from pbem.core.title.game import load, titles
from pbem.core.title.published import Published

from .titles import ANCHORS

BESIDE = {
    "by": set(),
    "if": {"else"},
    "each": {"none"},
    "listed": {"none", "last", "with", "most"},
    "joined": {"with", "last"},
    "alike": {"of", "one", "many"},
    "in": set(),
    "as": set(),
    "detail": set(),
    "bare": set(),
}
ITEM = {"key", "value", "item"}


class Table:
    """The sentences of some words under test.

    words      the vocabulary of the title: what the items of a field may hold
    faults     what is wrong, with its place
    used       the parts and the computed fields that sentences name
    """

    def __init__(self, words, ways, vocabulary):
        self.words, self.ways, self.vocabulary = words, ways, set(vocabulary)
        self.faults, self.used, self.seen = [], set(), set()

    def check(self, place, sentence, known):
        """Look at a sentence where these fields are known; None: whatever a title computed."""
        if isinstance(sentence, str):
            for _, name, how, _ in Formatter().parse(sentence):
                if name is not None:
                    self.field(place, name, known)
                    self.way(place, name, how)
        elif isinstance(sentence, list):
            for one in sentence:
                self.check(place, one, known)
        elif isinstance(sentence, dict):
            self.row(place, sentence, known)
        elif sentence is not None:
            self.faults.append(f"{place}: {sentence!r} is no sentence")

    def field(self, place, name, known):
        name = name.partition("[")[0]
        if known is not None and name in known:
            return
        if name in self.words.parts:
            self.part(place, name, known)
        elif name in self.words.computed:
            self.used.add(name)
        elif known is not None:
            self.faults.append(f"{place}: there is no field {name}")

    def part(self, place, name, known):
        self.used.add(name)
        if name not in self.words.parts:
            self.faults.append(f"{place}: there is no part {name}")
        elif (name, frozenset(known or ())) not in self.seen:
            self.seen.add((name, frozenset(known or ())))
            self.check(f"{place}, {name}", self.words.parts[name], known)

    def way(self, place, name, how):
        bare = how[:1].lower() + how[1:]
        if how and "|" not in how and bare not in PLAIN and bare not in self.ways:
            self.faults.append(f"{place}: {name} has an unknown way {how}")

    def row(self, place, row, known):
        how, _, name = next(iter(row)).partition(" ")
        if how not in BESIDE:
            self.faults.append(f"{place}: {how} is no way to choose a sentence")
            return
        extra = set(row) - {f"{how} {name}".strip()} - BESIDE[how]
        self.faults += [f"{place}: {one} stands beside {how}" for one in sorted(extra)]
        if how == "as":
            return self.part(place, row["as"], known)
        if how == "if" and known is not None:  # whether it is there, too
            self.field(place, name, known | self.vocabulary)
        elif name:
            self.field(place, name, known)
        inner, (first, *_) = known, row.values()
        if how == "if" and known is not None:
            inner = known | {name.partition("[")[0]} & self.vocabulary
        if how in ("each", "listed", "in"):
            inner = None if name in self.words.computed or known is None else known | self.vocabulary | ITEM
        if how == "alike":
            for one in (*row["alike"], *row.get("of", ())):
                self.field(place, one, known)
            first, inner = row["one"], known | {"facts"}
            self.check(place, row.get("many"), inner)
        for one in first.values() if how == "by" else [first]:
            self.check(place, one, inner)
        for other in ("else", "none"):
            self.check(place, row.get(other), known)


def board_of(game):
    return game.new_board(make(game, "words", next(iter(game.scenarios)), anchors=ANCHORS))


def table_of(game):
    telling, published = game.telling, Published(game)
    table = Table(telling.words, telling.say(board_of(game)).ways, game.facts.words.words)
    for type, sentence in telling.words.facts.items():
        table.check(type, sentence, {*game.facts.fields[type].names, "type", "rule"})
    answers = {name for kind in game.kinds for name in answered(published.schema(f"answer-{kind}"))}
    for kind, says in telling.words.tables["questions"].items():
        known = {*published.about(kind).names, "power"}
        table.check(f"{kind}, asked", says.get("asked"), {*known, "options"})
        known |= {*answers, "answer"}  # of all kinds, which have parts in common
        table.check(f"{kind}, answer", says["answer"], known)
        table.check(f"{kind}, doubts", says.get("doubts"), known)
    for verb, sentence in telling.words.tables["petitions"].items():
        table.check(verb, sentence, {*answered(published.schema(f"petition-{verb}")), "answer", "power"})
    leads = telling.words.tables["leads"]
    for type, row in leads.items():
        of = [one for one in leads if type in groups(leads[one].get("in", one))]  # of a row for several, what they have
        known = {"type", "rule", "cause", "own", "mine", "stretch", "nth"}
        known |= {name for one in of if one in game.facts.fields for name in game.facts.fields[one].names}
        if "in" in row:
            known |= {*game.facts.fields[type].names}
            assert groups(row["in"]) <= {*leads}
            table.check(f"{type}, in", row["in"], known)
        assert type in game.facts.fields or of, type
        table.check(f"{type}, weight", row.get("weight"), known)
        table.check(f"{type}, cause", row.get("cause"), known)
        for one in (*row.get("alike", ()), *row.get("of", ())):
            table.field(f"{type}, alike", one, known)
        table.check(f"{type}, lead", row.get("told"), {*known, "facts", "short"})
        table.check(f"{type}, brief", row.get("brief"), {*known, "facts", "short"})
        assert ("brief" in row) == ("main" in groups(row.get("is"))), type
    for name, text in telling.words.texts.items():
        table.check(name, text, None)
    return table


def groups(named):
    """The rows that a row says its facts are told with."""
    if isinstance(named, str):
        return {named}
    inner = named if isinstance(named, list) else list((named or {}).values())
    return set().union(*map(groups, inner))


def answered(schema):
    """The fields that a schema names, at every depth."""
    if isinstance(schema, list):
        return {name for one in schema for name in answered(one)}
    if not isinstance(schema, dict):
        return set()
    return {*schema.get("properties", ()), *(name for one in schema.values() for name in answered(one))}


@pytest.mark.parametrize("title", titles())
def test_sentences_name_what_is_there(title):
    game = load(title)
    table = table_of(game)
    words = game.telling.words
    unused = {*words.parts, *words.computed} - table.used
    assert [*table.faults, *(f"nothing names {name}" for name in sorted(unused))] == []
    assert not {*words.parts, *words.computed} & {*game.facts.words.words}, "fields come before these"
    paths = [*Path(folder_of(game.package)).rglob("words/*.py"), Path(game.telling.__file__)]
    code = "".join(path.read_text("utf-8") for path in paths)
    assert [name for name in words.texts if f'"{name}"' not in code] == []
    for kind, says in words.tables["questions"].items():
        assert {"answer", "default"} <= set(says) <= {"answer", "asked", "default", "doubts", "wasteful"}, kind


@pytest.mark.parametrize(
    "sentence, fault",
    [
        ("{aera} is lost.", "there is no field aera"),
        ("{area:erea} is lost.", "area has an unknown way erea"),
        ({"by why": {"time": "{tiem} is up."}}, "there is no field tiem"),
        ({"if why": "Yes.", "els": "No."}, "els stands beside if"),
        ({"when why": "Yes."}, "when is no way to choose a sentence"),
        ({"as": "lost"}, "there is no part lost"),
        ([{"each areas": "{area:area}: {odd}"}], "there is no field odd"),
        (3, "3 is no sentence"),
    ],
)
def test_a_fault_of_a_table_is_named(sentence, fault):
    table = Table(Words({}), {"area": "area"}, {"area"})
    table.check("lost", sentence, {"area", "areas", "why"})
    assert table.faults == [f"lost: {fault}"] and set(BESIDE) - {"alike"} == set(HOW)
