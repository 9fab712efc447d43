"""pbem.core.orders.names and the clauses of pbem.core.orders.lines."""

import pytest

from pbem.core.orders.lines import Line, LineError
from pbem.core.orders.names import Names, key

NAMES = Names(
    {
        "area": {
            "poland": ["Poland"],
            "east-prussia": ["East Prussia", "EP"],
            "cote-divoire": ["Côte d’Ivoire"],
            "china-central": ["China Central"],
            "china-north": ["China North"],
            "tanka": ["Tanka"],
        },
        "unit-type": {"tank": ["Tank"], "armor": ["Armor", "armour"]},
        "power": {"germany": ["Germany"], "poland": ["Poland"]},
    }
)


def code_of(text, *categories):
    with pytest.raises(LineError) as caught:
        NAMES.find(text, *categories)
    return caught.value.problem


@pytest.mark.parametrize(
    "text, id",
    [
        ("Poland", "poland"),
        ("  east   prussia", "east-prussia"),
        ("EastPrussia", "east-prussia"),
        ("ep", "east-prussia"),
        ("COTE D'IVOIRE", "cote-divoire"),
        ("Cote-d’Ivoire", "cote-divoire"),
        ("china-central", "china-central"),
        ("the Poland", "poland"),
    ],
)
def test_case_accents_hyphens_and_spaces_do_not_matter(text, id):
    assert NAMES.find(text, "area") == id


def test_a_prefix_of_four_letters_is_taken_if_unique_among_all_names():
    assert NAMES.find("germ", "power") == "germany"
    assert NAMES.find("pola", "area") == "poland"
    assert NAMES.find("armo", "unit-type") == "armor"
    assert code_of("ger", "power").code == "unknown-name"


def test_a_prefix_shared_with_another_category_is_not_taken():
    assert NAMES.find("tank", "unit-type") == "tank"
    names = Names({"area": {"tankstelle": ["Tankstelle"]}, "unit-type": {"tanker": ["Tanker"]}})
    with pytest.raises(LineError) as caught:
        names.find("tank", "area")
    assert caught.value.problem.text == "tank may be Tanker or Tankstelle."


def test_an_ambiguous_prefix_names_its_candidates():
    problem = code_of("china", "area")
    assert problem.code == "ambiguous-name"
    assert problem.text == "china may be China Central or China North."


def test_near_misses_are_suggested_and_not_taken():
    problem = code_of("Polnad", "area")
    assert (problem.code, problem.quote, problem.hint) == ("unknown-name", "Polnad", "Did you mean Poland?")


def test_a_name_of_something_else_is_told():
    assert code_of("tank", "area").text == "tank names Tank, not an item of the kind area."
    assert code_of(" ", "area").code == "no-name"


def test_show_gives_the_printed_name():
    assert NAMES.show("east-prussia") == "East Prussia"
    assert NAMES.show("nowhere") == "nowhere"


def test_key_ignores_what_does_not_matter():
    assert key("Ōsaka-Bay") == key("osaka bay") == "osakabay"


def op(text, **more):
    return Line("op", text, **more)


def test_a_line_falls_into_head_clauses_and_parts():
    line = op("12 china-central->Taiwan Strait with amph, 3 armor and mech, via a ; attack; fire x at y")
    assert line.words == ["12", "china-central"]
    assert line.clause("->") == line.clause("to") == "Taiwan Strait"
    assert line.items(line.clause("with")) == ["amph", "3 armor", "mech"]
    assert line.need("via", "the path") == "a"
    assert [part.verb for part in line.parts] == ["attack", "fire"]
    assert line.clause("in") is None
    assert line.option("fire") == "x at y"
    assert line.unread() == []


def test_what_nobody_looked_at_is_told():
    line = op("12 a to b with c; attack; fire d at e; wait")
    assert line.head == "12 a"
    assert line.option("fire") == "d at e"
    assert line.unread() == ["-> b", "with c", "wait"]


def test_an_option_may_stand_in_the_line_or_in_a_part():
    inline = op("4 fire a, b at x", keywords=("fire",))
    assert inline.words == ["4"]
    assert inline.option("fire") == "a, b at x"
    assert inline.unread() == []
    assert op("4; fire a, b at x").option("fire") == "a, b at x"
    assert op("4 attack", keywords=("attack",)).option("attack") == ""
    assert op("4").option("attack") is None


def test_a_part_may_be_read_without_a_verb():
    line = Line("return fire", "a at x; b c, d at y")
    part = line.parts[0].without_verb()
    assert (part.head, part.clause("at")) == ("b c, d", "y")
    assert (line.head, line.clause("at")) == ("a", "x")
    assert line.unread() == []


@pytest.mark.parametrize(
    "item, expected",
    [
        ("3 armor", (3, "armor")),
        ("3x armor", (3, "armor")),
        ("armor*3", (3, "armor")),
        ("three armor", (3, "armor")),
        ("armor", (None, "armor")),
        ("prc-j-10-1", (None, "prc-j-10-1")),
        ("sz 36", (None, "sz 36")),
        ("12", (None, "12")),
    ],
)
def test_counts_stand_before_types(item, expected):
    assert op("").count_and_name(item) == expected


def test_a_number_is_a_number():
    assert op("").number("14") == 14
    assert op("").number("two") == 2
    for text in ("x", "", None, "-1", "1" * 10, "²"):
        with pytest.raises(LineError):
            op("").number(text)


def test_a_line_may_fail_with_its_own_code():
    with pytest.raises(LineError) as caught:
        op("12").need("with", "The list of units")
    assert caught.value.problem.text == "The list of units is missing."
