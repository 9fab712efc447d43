"""Sentences as data: what a title says stands in tables of JSON, whole templates with named fields.

The folder ``words`` of a title has ``facts.json``, ``{subject: {type of fact: sentence}}``; ``questions.json`` and
``petitions.json``, what each kind of question and each petition says (`Words.of_kind`); ``headings.json``,
``{procedure: heading}``; ``texts.json``, ``{subject: {name: sentence}}``, what else the title's code tells by name; and
``parts.json``, sentences and parts of them that others name.  ``orders.json`` tells each form of an order, ``{kind:
{name of the form: [what it does, a line of it]}}``; of forms that many kinds have, under "*".  ``leads.json`` has what
a report begins with, ``{type of fact: {"weight": …, "alike": [fields], "told": sentence}}``: a sentence that is a
number, how much such a fact matters; those that agree in the fields are told as one, with all of them as ``facts``, and
weigh what they weigh together, more where a field of "of" names a power of the reader (``own``), but never more than
what is great, 100 and above, whoever's it is; without "told" the fact is told as in the story.  "in" names the row, or
several, that facts of several types are told with.  What "is" main is told first; where there is less room it is told
once more, as ``short``, and if there is none it is named by its "brief": who, what and where.  What is score stands
behind the score.  "cause" is a sentence that says something of a fact which the facts behind it come from: they have
it as ``cause``.  Of what was told before they see nothing else: the facts that are new are their ``stretch``, each
with its place there, ``nth``.  A sentence is one of

    "{nation} buys {units:types} for {cost:# IPC|# IPCs}."     a template
    null                                                       silence: others tell it
    [sentence, …]                                              several
    {"detail": sentence}                  what reports leave out unless somebody asks for details
    {"bare": sentence}                    of a fact, without the number of its rule behind it
    {"by why": {"income": sentence, …}}   by the value of a field; "yes", "no", "none" are values, "*" is every other
    {"if road": sentence, "else": …}      by whether a field holds something
    {"each units": sentence, "none": …}   one for each item of a field, which is told with the fields of the item; an
                                          item without fields is ``item``, one of an object has ``key`` and ``value``
    {"listed units": "…", "none": …}      the same as one list, a, b and c: with another "last" word, or joined "with";
                                          the first "most" of them, and how many more
    {"joined": [sentence, …], "with": …}  parts as one text, those that are not silent; with a "last" word as a list
    {"in claim": sentence}                with the fields of an answer inside the answer, if there is one
    {"as": name}                          the sentence of that name in parts.json
    {"alike": [fields], "one": …, "many": …}   facts that follow each other and agree in these fields are told together:
                                          ``facts`` are all, other fields those of the first.  One is told by itself,
                                          and so are many if it is not said how; "of": {field: value} are told so alone

A field stands in braces, ``{path[0]:area}``: what it holds, a part of that name, or what the title computes of other
fields.  Behind the colon stands how it is printed: one of the ``ways`` of the title's Say, "signed" for +1, "text"
for what stands there, or both forms of what agrees with a number, with # for the number.  Without a colon the way is
that of the field's own name, if there is one.  A way with a capital, ``{units:Units}``, prints with a capital, as every
sentence begins with one.
"""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from types import FunctionType
from typing import Any, NamedTuple

from .components import file_of
from .json_types import Json
from .tables import read_table
from .text import agreeing, capital, listed, some

Sentence = Any
Fields = Json
Line = str | Json
"""A sentence as it is told; of a detail ``{"text", "level"}``, of a bare one ``{"text", "rule"}``."""
Computed = Callable[[Fields, Any], Any]
"""(fields, say) → the value of a field that a title computes."""
OWN = 6  # how many times its weight the reader's own has in a lead
ALONE: Fields = {"own": (), "stretch": (), "nth": 0}  # what a fact by itself is given beside its fields
GREAT = 100  # what weighs so much by itself comes before all that does not, whoever's that is
TABLES = ("facts", "questions", "petitions", "headings", "texts", "parts", "leads", "orders")


def tables(package: str) -> dict[str, Json]:
    """The tables of a package that has a folder of words."""
    found = {}
    for name in TABLES:
        path = file_of(package, os.path.join("words", f"{name}.json"))
        if os.path.exists(path):
            found[name] = read_table(path)
    return found


def computed_by(module: Mapping[str, Any]) -> dict[str, Computed]:
    """What the functions of a module that take ``(fields, say)`` compute, by their names in words, `the_losers` as
    ``the losers``; those with an underscore before them are the module's own."""
    functions = ((name, one) for name, one in module.items() if isinstance(one, FunctionType) and name[0] != "_")
    return {
        name.replace("_", " "): one
        for name, one in functions
        if one.__code__.co_varnames[: one.__code__.co_argcount] == ("fields", "say")
    }


def each_of(name: str) -> Computed:
    """A computed field: what facts that are told together have in a field, each once."""
    return lambda fields, say: list(dict.fromkeys(fact[name] for fact in fields["facts"]))


def what_became(type: str, place: str, now: str, before: str) -> Computed:
    """A computed field of an item, a place that changed hands in facts that are told together: ``lost`` if it did so
    again in the stretch, ``back`` if its holder had it at the beginning, else "".

    type                 the facts by which a place changes hands
    place, now, before   their fields: which it is, and who holds it
    """

    def changes(fields: Fields, name: str) -> list[Fields]:
        return [fact for fact in fields[name] if fact["type"] == type and fact[place] == fields["item"]]

    def became(fields: Fields, say: Any) -> str:
        taken, all = changes(fields, "facts"), changes(fields, "stretch")
        if taken and taken[-1][now] and all and all[-1][now] != taken[-1][now]:
            return "lost"
        return "back" if taken and len(all) > 1 and all[0][before] == taken[-1][now] else ""

    return became


class Lead(NamedTuple):
    """Facts that are alike, as a report begins with them: what they weigh together, the sentence, what it is: main,
    news or score; the same sentence where room is short, and what is named where there is none."""

    weight: float
    text: str
    what: str
    facts: Sequence[Fields] = ()
    is_great: bool = False
    short: str = ""
    brief: str = ""


class Words:
    """What a title says.

    source     its package, the tables of which are read when they are asked for, or the tables
    computed   {field: function(fields, say)}: fields that templates name and no fact or answer holds
    beside     further tables: what every title says alike (title.game.Game gives those of agreed ends)
    """

    def __init__(self, source: str | Json, computed: Mapping[str, Computed] | None = None) -> None:
        self.source, self.computed = source, computed or {}
        self.beside: Json = {}

    @cached_property
    def tables(self) -> dict[str, Json]:
        own: Json = tables(self.source) if isinstance(self.source, str) else self.source
        return {name: {**self.beside.get(name, {}), **own.get(name, {})} for name in TABLES}

    @cached_property
    def facts(self) -> dict[str, Sentence]:
        """{type of fact: sentence} of all subjects."""
        found = {type: told for subject in self.tables["facts"].values() for type, told in subject.items()}
        return {"corrected": "The referee corrected the board.", **found}

    @cached_property
    def texts(self) -> dict[str, Sentence]:
        """{name: text} of all subjects."""
        return {name: told for subject in self.tables["texts"].values() for name, told in subject.items()}

    @property
    def parts(self) -> dict[str, Sentence]:
        return self.tables["parts"]

    @property
    def headings(self) -> dict[str, str]:
        return self.tables["headings"]

    def of_kind(self, kind: str) -> Json:
        """What a kind of question says: ``asked``, to whoever is asked; ``answer``, told back; ``default``, why what an
        absent player is given is what one would want; ``doubts`` on answers that nobody would want; ``wasteful``,
        ``{words of a line: why it would waste something}``."""
        found: Json = self.tables["questions"].get(kind, {})
        return found

    def of_form(self, kind: str, form: str) -> tuple[str, str]:
        """What an order does that is given by a form, and a line of it; "" and "" of one that is not told."""
        told = self.tables["orders"]
        meaning, example = {**told.get("*", {}), **told.get(kind, {})}.get(form, ("", ""))
        return meaning, example

    # -- telling ---------------------------------------------------------------------------------------------------

    def fact(self, fact: Fields, say: Any) -> Line | None:
        """A fact by itself; None if it needs no words."""
        told = self.facts[fact["type"]]
        if _is_gathered(told):
            told, fact = told["one"], {**fact, "facts": [fact]}
        return _joined(self._lines(told, fact, say))

    def alike(self, fact: Fields) -> list[Any] | None:
        """In what the facts agree that are told together with this one; None of one that is told by itself."""
        told = self.facts[fact["type"]]
        if not _is_gathered(told) or any(fact.get(name) != value for name, value in told.get("of", {}).items()):
            return None
        return [fact.get(name) for name in told["alike"]]

    def together(self, facts: Sequence[Fields], say: Any) -> list[Line]:
        """Facts that are alike."""
        told = self.facts[facts[0]["type"]]
        return self._lines(told.get("many", told["one"]), {**facts[0], "facts": facts}, say)

    def weight(self, fact: Fields, say: Any) -> float:
        """How much a fact matters beside others of its title; 0 of most."""
        row = self.tables["leads"].get(fact["type"])
        return float(Told(self, {**ALONE, **fact}, say).text(row["weight"]) or 0) if row else 0.0

    def leads(self, facts: Sequence[Fields], say: Any, own: Sequence[str] = (), since: int = 0) -> list[Lead]:
        """What matters among facts, each kind once; those of one weight in the order of the facts.

        own     the powers of the reader: what they did, or suffered, weighs more
        since   how many of the facts have been told before, and may be the cause of others
        """
        rows, alike = self.tables["leads"], dict[tuple[Any, ...], list[tuple[float, Fields]]]()
        for fact in self.with_causes(facts, say, own, since):
            if weight := self.weight(fact, say):
                told, row = Told(self, fact, say), rows[fact["type"]]
                mine = any(_names(told.value(name), own) for name in row.get("of", ()))
                for group in map(_text, told.lines(row.get("in", fact["type"]))):
                    names = rows[group].get("alike", ["nth"])
                    found = alike.setdefault((group, *(told.value(name) for name in names)), [])
                    found.append((weight, {**fact, "mine": mine}))
        leads = [self._lead(key[0], group, say) for key, group in alike.items()]
        return [one for one in leads if one.text]

    def with_causes(self, facts: Sequence[Fields], say: Any, own: Sequence[str], since: int) -> Iterator[Fields]:
        """The facts that are new, each with the one that it comes from, new or not."""
        cause, stretch = None, facts[since:]
        for place, fact in enumerate(facts):
            row = self.tables["leads"].get(fact["type"], {})
            if "cause" in row:
                cause = fact if Told(self, fact, say).text(row["cause"]) else None
            if place >= since:
                yield {**fact, "cause": cause, "own": own, "stretch": stretch, "nth": place - since}

    def _lead(self, group: str, weighed: Sequence[tuple[float, Fields]], say: Any) -> Lead:
        """Facts that are alike, the reader's own first."""
        row, weight = self.tables["leads"][group], sum(weight for weight, _fact in weighed)
        lifted = sum(weight * (OWN if fact["mine"] else 1) for weight, fact in weighed)
        facts = sorted((fact for _weight, fact in weighed), key=lambda fact: not fact["mine"])
        told = Told(self, {**facts[0], "facts": facts}, say)
        short_told, brief = (
            told.within({"short": True}),
            told.within({"short": True, "brief": True}).text(row.get("brief")),
        )
        if "told" in row:
            texts = [one.text(row["told"]) for one in (told, short_told)]
        else:
            texts = [_text(self.fact(facts[0], say) or "")] * 2  # as the story has it: no template any more
        what = told.text(row.get("is", "news"))
        text, short = map(str if what == "score" else capital, texts)  # which stands behind a colon
        return Lead(lifted, text, what, facts, weight >= GREAT, short, brief)

    def asked(self, ask: Any, say: Any) -> str:
        """A question: its fields are what it tells, its ``power`` and its ``options``.  "" where it needs no words."""
        fields = {**ask.about, "power": ask.power, "options": () if ask.is_open else ask.options}
        return " ".join(map(str, self._lines(self.of_kind(ask.kind).get("asked"), fields, say)))

    def answer(self, kind: str, answer: Any, ask: Any, say: Any) -> list[str]:
        """An answer told back: its fields are what the question tells, what the answer says, its ``power``, and
        ``answer``."""
        return self._answered(self.tables["questions"][kind]["answer"], answer, ask, say)

    def petition(self, verb: str, value: Any, ask: Any, say: Any) -> list[str]:
        """A petition told back, in the same way."""
        return self._answered(self.tables["petitions"][verb], value, ask, say)

    def doubts(self, kind: str, answer: Any, ask: Any, say: Any) -> list[str]:
        """What hardly anybody wants of a legal answer, as sentences."""
        return self._answered(self.of_kind(kind).get("doubts"), answer, ask, say)

    def told(self, name: str, say: Any, **fields: Any) -> str:
        """A text, as it stands there."""
        return Told(self, fields, say).text(self.texts[name])

    def _answered(self, sentence: Sentence, answer: Any, ask: Any, say: Any) -> list[Any]:
        named = answer if isinstance(answer, Mapping) else {}
        return self._lines(sentence, {**ask.about, **named, "power": ask.power, "answer": answer}, say)

    def _lines(self, sentence: Sentence, fields: Fields, say: Any) -> list[Line]:
        lines = Told(self, fields, say).lines(sentence)
        return [capital(line) if isinstance(line, str) else {**line, "text": capital(line["text"])} for line in lines]


class Told:
    """Fields, with what a table makes of them."""

    __slots__ = ("words", "fields", "say")

    def __init__(self, words: Words, fields: Fields, say: Any) -> None:
        self.words, self.fields, self.say = words, fields, say

    def __getitem__(self, name: str) -> "_Printed":
        return _Printed(self.value(name), name, self.say)

    def value(self, name: str) -> Any:
        """What a field holds, a part says, or the title computes.  Raises KeyError for what is none of these."""
        if name.endswith("]"):
            outer, _, key = name[:-1].rpartition("[")
            held = self.value(outer)
            return held[int(key) if isinstance(held, list) else key]
        if name in self.fields:
            return self.fields[name]
        if name in self.words.parts:
            return self.text(self.words.parts[name])
        return self.words.computed[name](self.fields, self.say)

    def has(self, name: str) -> bool:
        """Whether there is such a field."""
        if name.endswith("]"):
            try:
                return self.value(name) is not None
            except (KeyError, IndexError, TypeError):
                return False
        return name in self.fields or name in self.words.parts or name in self.words.computed

    def holds(self, name: str) -> bool:
        """Whether there is such a field, and it holds something."""
        return self.has(name) and bool(self.value(name))

    def text(self, sentence: Sentence) -> str:
        """A part of a sentence."""
        return " ".join(map(_text, self.lines(sentence)))

    def lines(self, sentence: Sentence) -> list[Line]:
        """The sentences, each as it stands within another."""
        if not sentence:
            return []
        if isinstance(sentence, str):
            text = sentence.format_map(self)
            return [text] if text else []
        if isinstance(sentence, list):
            return [line for one in sentence for line in self.lines(one)]
        how, _, name = next(iter(sentence)).partition(" ")
        return HOW[how](self, name, sentence)

    def by(self, name: str, row: Json) -> list[Line]:
        """One of several, by a value."""
        return self.lines(self.chosen(name, row[f"by {name}"]))

    def chosen(self, name: str, sentences: Mapping[str, Sentence]) -> Sentence:
        key = _key(self.value(name) if self.has(name) else None)
        return sentences[key if key in sentences or "*" not in sentences else "*"]

    def whether(self, name: str, row: Json) -> list[Line]:
        return self.lines(row[f"if {name}"] if self.holds(name) else row.get("else"))

    def each(self, name: str, row: Json) -> list[Line]:
        found = [line for one in self.items(name) for line in one.lines(row[f"each {name}"])]
        return found or self.lines(row.get("none"))

    def listed(self, name: str, row: Json) -> list[Line]:
        """One list; what is silent is left out."""
        found = [text for one in self.items(name) if (text := one.text(row[f"listed {name}"]))]
        if not found:
            return self.lines(row.get("none"))
        shown = some(found, row.get("most", len(found)))
        return [row["with"].join(shown) if "with" in row else listed(shown, row.get("last", "and"))]

    def items(self, name: str) -> Iterator["Told"]:
        """What is told of each item of a field."""
        held = self.value(name) if self.holds(name) else ()
        if isinstance(held, Mapping):
            held = [{"key": key, "value": value} for key, value in held.items()]
        for item in held:
            yield self.within(item if isinstance(item, dict) else {"item": item})

    def inside(self, name: str, row: Json) -> list[Line]:
        if not self.holds(name):
            return []
        inner = self.value(name)
        told = self.within({**inner, "answer": inner, "power": self.fields["power"]})
        return told.lines(row[f"in {name}"])

    def within(self, fields: Fields) -> "Told":
        """With more fields.  Of facts that are told together, one has not what it leaves out from the first of them."""
        together = self.fields.get("facts", ())
        lacked = together[0].keys() - fields.keys() if any(fields is one for one in together) else ()
        return Told(self.words, {**self.fields, **dict.fromkeys(lacked), **fields}, self.say)

    def named(self, name: str, row: Json) -> list[Line]:
        return self.lines(self.words.parts[row["as"]])

    def joined(self, name: str, row: Json) -> list[Line]:
        parts = [text for one in row["joined"] if (text := self.text(one))]
        if not parts:
            return []
        return [row["with"].join(parts) if "with" in row else listed(parts, row["last"])]

    def detail(self, name: str, row: Json) -> list[Line]:
        return [{"text": text, "level": 1} for text in [self.text(row["detail"])] if text]

    def bare(self, name: str, row: Json) -> list[Line]:
        return [{"text": text, "rule": ""} for text in [self.text(row["bare"])] if text]


PLAIN = {"signed": "{:+d}", "text": "{}"}
"""Ways that need no title."""
HOW: dict[str, Callable[[Told, str, Json], list[Line]]] = {
    "by": Told.by,
    "if": Told.whether,
    "each": Told.each,
    "listed": Told.listed,
    "in": Told.inside,
    "as": Told.named,
    "joined": Told.joined,
    "detail": Told.detail,
    "bare": Told.bare,
}


class _Printed:
    """A value that is printed as its field in a template says."""

    __slots__ = ("value", "name", "say")

    def __init__(self, value: Any, name: str, say: Any) -> None:
        self.value, self.name, self.say = value, name, say

    def __getitem__(self, key: str) -> "_Printed":
        return _Printed(self.value[int(key) if isinstance(self.value, list) else key], "", self.say)

    def __format__(self, how: str) -> str:
        if "|" in how:
            return agreeing(_number(self.value), how)
        if how in PLAIN:
            return PLAIN[how].format(self.value)
        if how[:1].isupper():
            return capital(format(self, how[0].lower() + how[1:]))
        way = self.say.ways.get(how or self.name)
        if way is None and how:
            raise LookupError(f"{type(self.say).__module__}.Say has no way {how!r}")
        return getattr(self.say, way)(self.value) if way else str(self.value)


def _names(value: Any, powers: Sequence[str]) -> bool:
    """Whether a field names some of these powers."""
    return any(one in powers for one in (value if isinstance(value, (list, tuple)) else [value]))


def _is_gathered(sentence: Sentence) -> bool:
    """Whether facts of a type are told together."""
    return isinstance(sentence, dict) and "alike" in sentence


def _joined(lines: list[Line]) -> Line | None:
    """The lines of one fact as one."""
    if len(lines) < 2:
        return lines[0] if lines else None
    return " ".join(map(_text, lines))


def _text(line: Line) -> str:
    return line if isinstance(line, str) else str(line["text"])


def _number(value: Any) -> Any:
    if isinstance(value, Mapping):
        return sum(value.values())
    return len(value) if isinstance(value, (list, tuple)) else value


def _key(value: Any) -> Any:
    """The name of a value in a table."""
    if value is None or isinstance(value, bool):
        return {None: "none", True: "yes", False: "no"}[value]
    return str(value) if isinstance(value, int) else value if isinstance(value, str) else "*"
