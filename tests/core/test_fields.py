"""Fields declared by words: what they allow, what they refuse, and that every title declares all it tells."""

import pytest

from pbem.core.data.fields import Vocabulary
from pbem.core.rules.game import load, titles

WORDS = Vocabulary(
    {
        "area": ("id", "where"),
        "by": ("number", "how much"),
        "from": ("id~", "from where"),
        "lost": ("{[id]}", "by power, what it loses"),
        "parts": ("[(by why?)]", "what it is made of"),
        "why": ("text", "for what reason"),
        "won": ("yes", "it is won"),
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
    ],
)
def test_what_does_not_fit_is_told_with_its_place(line, value, told):
    assert WORDS.fields(line).misfit(value) == told


@pytest.mark.parametrize(
    "line", ["weather", "area:", "area:[id", "area:(by", "area by;", "area:colour", "area?? by", ")"]
)
def test_a_line_that_declares_nothing_is_refused(line):
    with pytest.raises(ValueError):
        WORDS.fields(line)


@pytest.mark.parametrize("title", titles())
def test_every_fact_and_every_question_of_a_title_is_declared_in_words_that_mean_something(title):
    facts, kinds = load(title).facts, load(title).kinds
    assert set(facts.fields) == set(facts.reducers)
    used = set()
    for fields in [
        *(one for type, one in facts.fields.items() if type != "corrected"),
        *(facts.words.fields(kind.about) for kind in kinds.values()),
    ]:
        used |= set(_words(fields.schema))
    for one in load(title).table.state.attributes().values():
        used |= set(_words(one.schema(facts.words)))
    assert set(facts.words.words) == used, "words that nothing uses"
    assert all(meaning and meaning[-1] not in ".;" for _, meaning in facts.words.words.values())


def _words(schema):
    for name, inner in schema.get("properties", {}).items():
        yield name
        yield from _words(inner)
    for part in filter(None, [*schema.get("anyOf", ()), schema.get("items"), schema.get("additionalProperties")]):
        yield from _words(part)
