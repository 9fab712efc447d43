"""Fields declared by words: what they allow, what they refuse, and that every title declares all it tells."""

import pytest

from pbem.core.data.fields import Vocabulary
from pbem.core.title.game import load, titles
from pbem.core.title.published import Published

WORDS = Vocabulary(
    {
        "area": ("id", "where"),
        "by": ("number", "how much"),
        "from": ("id~", "from where"),
        "lost": ("{[id]}", "by power, what it loses"),
        "parts": ("[(by why?)]", "what it is made of"),
        "why": ("text", "for what reason"),
        "won": ("bool", "it is won"),
    }
)


@pytest.mark.parametrize(
    "line, value",
    [
        ("", {}),
        ("area by", {"area": "hill", "by": -1}),
        ("area by?", {"area": "hill"}),
        ("from", {"from": None}),
        ("lost", {"lost": {"north": ["foot"], "south": []}}),
        ("parts", {"parts": [{"by": 1}, {"by": 2, "why": "fog"}]}),
        ("area:[id] won:{number}", {"area": ["hill"], "won": {"north": 1}}),
        ("by:(area won)~", {"by": None}),
        ("by:<id number>", {"by": ["hill", 2]}),
        ("area:id/[id]", {"area": "hill"}),
        ("area:id/[id]", {"area": ["hill"]}),
        ("area:[id/number~]", {"area": ["hill", 1, None]}),
        ("parts:(by? *:bool)", {"parts": {"by": 1, "fog": True}}),
    ],
)
def test_what_fits(line, value):
    assert WORDS.fields(line).misfit(value) == ""


@pytest.mark.parametrize(
    "line, value, told",
    [
        ("area", {}, "/area is missing"),
        ("area", {"area": "hill", "by": 1}, "/by has no meaning here"),
        ("by", {"by": "1"}, "/by is no integer"),
        ("by", {"by": True}, "/by is no integer"),
        ("area", {"area": None}, "/area is no string"),
        ("parts", {"parts": [{"by": 1}, {"why": "fog"}]}, "/parts/1/by is missing"),
        ("lost", {"lost": {"north": "foot"}}, "/lost/north is no array"),
        ("area", [], "it is no object"),
        ("by:<id number>", {"by": ["hill", "2"]}, "/by/1 is no integer"),
        ("by:<id number>", {"by": ["hill"]}, "/by has 1 parts"),
        ("by:<id number>", {"by": ["hill", 1, 1]}, "/by has 3 parts"),
        ("area:id/[id]", {"area": [1]}, "/area is no string"),
        ("parts:(by? *:bool)", {"parts": {"fog": 1}}, "/parts/fog is no boolean"),
    ],
)
def test_what_does_not_fit_is_told_with_its_place(line, value, told):
    assert WORDS.fields(line).misfit(value) == told


@pytest.mark.parametrize(
    "line",
    [
        "weather",
        "area:",
        "area:[id",
        "area:(by",
        "area by;",
        "area:colour",
        "area?? by",
        ")",
        "area:<id",
        "area:id/",
        "*",
        "*:",
    ],
)
def test_a_line_that_declares_nothing_is_refused(line):
    with pytest.raises(ValueError):
        WORDS.schema(line)


@pytest.mark.parametrize("title", titles())
def test_every_fact_and_every_question_of_a_title_is_declared_in_words_that_mean_something(title):
    game, published = load(title), Published(load(title))
    facts = game.facts
    assert set(facts.fields) == set(facts.reducers)
    used = set()
    for fields in [
        *(one for type, one in facts.fields.items() if type != "corrected"),
        *map(published.about, game.kinds),
        *map(published.arguments, game.procedures),
    ]:
        used |= set(_words(fields.schema))
    for one in game.table.state.attributes().values():
        used |= set(_words(one.schema(facts.words)))
    assert set(facts.words.words) == used, "words that nothing uses"
    assert all(meaning and meaning[-1] not in ".;" for _, meaning in facts.words.words.values())


def _words(schema):
    for name, inner in schema.get("properties", {}).items():
        yield name
        yield from _words(inner)
    for part in filter(None, [*schema.get("anyOf", ()), schema.get("items"), schema.get("additionalProperties")]):
        yield from _words(part)


def test_a_reference_is_looked_up_elsewhere():
    fields = WORDS.fields("area:[@answer-op]")
    assert fields.schema["properties"]["area"]["items"] == {"$ref": "#/$defs/answer-op"}
    elsewhere = {"answer-op": {"type": "integer"}}.__getitem__
    assert fields.misfit({"area": [1]}, elsewhere) == ""
    assert fields.misfit({"area": [1, "2"]}, elsewhere) == "/area/1 is no integer"
    with pytest.raises(KeyError):
        fields.misfit({"area": [1]})
