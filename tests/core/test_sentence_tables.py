"""Sentences as data: how fields are printed, which sentence is told, and what of an answer."""

import pytest

from pbem.core.data.sentences import answers, choice, detail, each, either, sentences, told
from pbem.core.rules.requests import Ask


class Names:
    """The Say of no title."""

    def area(self, id):
        return f"the {id.title()}"

    def units(self, ids):
        return " and ".join(ids)


SAY = Names()


@pytest.mark.parametrize(
    "template, fields, sentence",
    [
        ("{area:area} is lost.", {"area": "strait"}, "The Strait is lost."),
        ("to {path[-1]:area} by {path[0]}", {"path": ["a", "b"]}, "To the B by a"),
        ("{sums[north]} to {sums[south]}", {"sums": {"north": 2, "south": 1}}, "2 to 1"),
        ("{lost:# unit is|# units are} lost.", {"lost": 1}, "1 unit is lost."),
        ("{lost:# unit is|# units are} lost.", {"lost": 0}, "0 units are lost."),
        ("{units:units} {units:meets|meet} nobody.", {"units": ["one"]}, "One meets nobody."),
        ("{units:units} {units:meets|meet} nobody.", {"units": ["one", "two"]}, "One and two meet nobody."),
        ("{units:# thing|# things}", {"units": {"tank": 2, "army": 1}}, "3 things"),
        ("{units:{goes}} on", {"units": ["one"], "goes": "sails|sail"}, "Sails on"),
    ],
)
def test_a_field_is_printed_as_its_template_says(template, fields, sentence):
    assert told(template, SAY, fields) == sentence


def test_a_field_that_the_fact_lacks_is_an_error():
    with pytest.raises(KeyError):
        told("{area:area}", SAY, {})


def test_a_table_tells_each_fact_by_its_own_sentence():
    table = sentences(
        {
            "begun": None,
            "lost": "{area:area} is lost.",
            "ended": choice("why", {"time": "Time is up.", "rest": detail("Nobody is left.")}),
            "moved": either(lambda fact: fact["by"] > 1, "It moved far.", "It moved."),
            "counted": lambda fact, say: f"{fact['by']}!",
        }
    )
    assert table["begun"]({}, SAY) is None
    assert table["lost"]({"area": "hill"}, SAY) == "The Hill is lost."
    assert table["ended"]({"why": "time"}, SAY) == "Time is up."
    assert table["ended"]({"why": "rest"}, SAY) == {"text": "Nobody is left.", "level": 1}
    assert [table["moved"]({"by": by}, SAY) for by in (1, 2)] == ["It moved.", "It moved far."]
    assert table["counted"]({"by": 3}, SAY) == "3!"


def test_an_answer_is_told_with_what_was_asked():
    ask = Ask("move", "north", about={"area": "hill"})
    table = answers(
        {
            "go": "{power} goes from {area:area} to {answer:area}.",
            "name": "{power} calls {area:area} {called}.",
            "send": each("{count:# unit|# units} to {to:area}.", "{power} sends nobody."),
        }
    )
    assert table["go"]("river", ask, SAY) == "North goes from the Hill to the River."
    assert table["name"]({"called": "home"}, ask, SAY) == "North calls the Hill home."
    assert table["send"]([], ask, SAY) == "North sends nobody."
    items = [{"count": 1, "to": "sea"}, {"count": 2, "to": "hill"}]
    assert table["send"](items, ask, SAY) == ["1 unit to the Sea.", "2 units to the Hill."]
