"""Sentences as data: how fields are printed, which sentence is told, and what of an answer."""

import pytest

from pbem.core.data.sentences import Words
from pbem.core.rules.requests import Ask


class Names:
    """The Say of no title."""

    ways = {"area": "area", "to": "area", "units": "units", "power": "power"}

    def area(self, id):
        return f"the {id.title()}"

    def units(self, ids):
        return " and ".join(ids)

    def power(self, id):
        return id.title()


SAY = Names()


def told(template, fields):
    (line,) = Words({"petitions": {"x": template}}).petition("x", fields, Ask("x", "north"), SAY)
    return line


@pytest.mark.parametrize(
    "template, fields, sentence",
    [
        ("{area:area} is lost.", {"area": "strait"}, "The Strait is lost."),
        ("{area} is lost.", {"area": "strait"}, "The Strait is lost."),
        ("Lost: {area:Area}.", {"area": "strait"}, "Lost: The Strait."),
        ("{area:text} is lost.", {"area": "strait"}, "Strait is lost."),
        ("to {path[-1]:area} by {path[0]}", {"path": ["a", "b"]}, "To the B by a"),
        ("{sums[north]} to {sums[south]}", {"sums": {"north": 2, "south": 1}}, "2 to 1"),
        ("{by:signed} and {less:signed}", {"by": 1, "less": -1}, "+1 and -1"),
        ("{lost:# unit is|# units are} lost.", {"lost": 1}, "1 unit is lost."),
        ("{by:# point|# points}", {"by": -1}, "-1 point"),
        ("{lost:# unit is|# units are} lost.", {"lost": 0}, "0 units are lost."),
        ("{units:units} {units:meets|meet} nobody.", {"units": ["one"]}, "One meets nobody."),
        ("{units:units} {units:meets|meet} nobody.", {"units": ["one", "two"]}, "One and two meet nobody."),
        ("{units:# thing|# things}", {"units": {"tank": 2, "army": 1}}, "3 things"),
    ],
)
def test_a_field_is_printed_as_its_template_says(template, fields, sentence):
    assert told(template, fields) == sentence


@pytest.mark.parametrize("template", ["{area:area}", "{lost:erea}"])
def test_a_field_that_is_not_there_and_an_unknown_way_are_errors(template):
    with pytest.raises(LookupError, match="area|erea"):
        told(template, {"lost": 1})


FACTS = {
    "begun": None,
    "lost": "{area} is lost.",
    "ended": {"by why": {"time": "Time is up.", "rest": {"detail": "nobody is left."}, "*": "So it is."}},
    "moved": {"if far": "It moved far.", "else": "It moved."},
    "met": ["{units} met.", {"if area": "It was at {area}."}, {"if why": "Why, {why}."}],
    "won": {"by who": {"yes": "Somebody won.", "no": "Nobody won.", "none": "It is open.", "1": "One won."}},
    "seen": {"each seen": "{count} at {to}.", "none": "Nothing was seen."},
    "shared": "Shared: {the shares}.",
    "in turn": {"listed units": "{item}", "last": "then"},
    "noted": {"joined": [{"if a": "{a}"}, {"if b": "{b}"}], "with": "; "},
    "built": {
        "alike": ["power"],
        "of": {"to": "box"},
        "one": "{power} builds {all}.",
        "many": "{power} builds many: {all}.",
    },
    "drawn": {"alike": [], "one": {"each facts": {"detail": "{power} draws."}}},
}
PARTS = {"the shares": {"listed share": {"if value": "{key:power} {value}"}, "none": "nothing"}}
COMPUTED = {
    "far": lambda fields, say: fields["by"] > 1,
    "all": lambda fields, say: "+".join(fact["what"] for fact in fields["facts"]),
}
WORDS = Words({"facts": {"all": FACTS}, "parts": PARTS}, COMPUTED)


@pytest.mark.parametrize(
    "type, fields, sentence",
    [
        ("begun", {}, None),
        ("lost", {"area": "hill"}, "The Hill is lost."),
        ("ended", {"why": "time"}, "Time is up."),
        ("ended", {"why": "rest"}, {"text": "Nobody is left.", "level": 1}),
        ("ended", {"why": "else"}, "So it is."),
        ("ended", {}, "So it is."),
        ("moved", {"by": 1}, "It moved."),
        ("moved", {"by": 2}, "It moved far."),
        ("met", {"units": ["one"], "area": "hill", "why": ""}, "One met. It was at the Hill."),
        ("won", {"who": True}, "Somebody won."),
        ("won", {"who": False}, "Nobody won."),
        ("won", {"who": None}, "It is open."),
        ("won", {"who": 1}, "One won."),
        ("seen", {"seen": []}, "Nothing was seen."),
        ("seen", {"seen": [{"count": 1, "to": "sea"}, {"count": 2, "to": "hill"}]}, "1 at the Sea. 2 at the Hill."),
        ("shared", {"share": {"north": 2, "south": 0, "isles": 1}}, "Shared: North 2 and Isles 1."),
        ("shared", {"share": {}}, "Shared: nothing."),
        ("in turn", {"units": ["a", "b", "c"]}, "A, b then c"),
        ("noted", {"a": "one", "b": ""}, "One"),
        ("noted", {"a": "one", "b": "two"}, "One; two"),
        ("built", {"power": "north", "to": "cup", "what": "tank"}, "North builds tank."),
    ],
)
def test_a_fact_is_told_by_its_own_sentence(type, fields, sentence):
    assert WORDS.fact({"type": type, **fields}, SAY) == sentence


def test_facts_that_are_alike_are_told_together():
    facts = [{"type": "built", "power": "north", "to": "box", "what": what} for what in ("tank", "army")]
    assert WORDS.together(facts, SAY) == ["North builds many: tank+army."]
    assert WORDS.alike(facts[0]) == ["north"]
    assert (
        WORDS.alike({**facts[0], "to": "cup"})
        is WORDS.alike({"type": "lost"})
        is WORDS.alike({"type": "begun"})
        is None
    )
    drawn = [{"type": "drawn", "power": power} for power in ("north", "south")]
    assert [line["text"] for line in WORDS.together(drawn, SAY)] == ["North draws.", "South draws."]


QUESTIONS = {
    "go": {
        "answer": "{power} goes from {area} to {answer:area}.",
        "asked": "{power}: where from {area}, of {options:#|#}?",
    },
    "name": {"answer": "{power} calls {area} {called}.", "doubts": {"if called": "Called."}},
    "send": {"answer": {"each answer": "{count:# unit|# units} to {to}.", "none": "{power} sends nobody."}},
    "play": {"answer": ["{power} plays.", {"in next": {"as": "the play"}}]},
}
ANSWERED = Words(
    {
        "questions": QUESTIONS,
        "petitions": {"peace": "{power} wants peace."},
        "parts": {"the play": "{power}: {answer[power]:power}, {card}."},
    }
)


@pytest.mark.parametrize(
    "kind, answer, sentences",
    [
        ("go", "river", ["North goes from the Hill to the River."]),
        ("name", {"called": "home"}, ["North calls the Hill home."]),
        ("send", [], ["North sends nobody."]),
        (
            "send",
            [{"count": 1, "to": "sea"}, {"count": 2, "to": "hill"}],
            ["1 unit to the Sea.", "2 units to the Hill."],
        ),
        ("play", {"card": 1}, ["North plays."]),
        ("play", {"card": 1, "next": {"card": 2, "power": "south"}}, ["North plays.", "North: South, 2."]),
    ],
)
def test_an_answer_is_told_with_what_was_asked(kind, answer, sentences):
    assert ANSWERED.answer(kind, answer, Ask(kind, "north", about={"area": "hill"}), SAY) == sentences


def test_what_else_a_kind_says():
    ask = Ask("go", "north", ["sea", "hill"], about={"area": "hill"})
    assert ANSWERED.asked(ask, SAY) == "North: where from the Hill, of 2?"
    assert ANSWERED.asked(Ask("send", "north"), SAY) == ""
    assert ANSWERED.petition("peace", True, Ask("peace", "north"), SAY) == ["North wants peace."]
    assert ANSWERED.doubts("name", {"called": "x"}, Ask("name", "north"), SAY) == ["Called."]
    assert ANSWERED.doubts("go", "river", Ask("go", "north"), SAY) == []
