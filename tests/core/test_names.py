"""pbem.core.language.names: what was typed, as ids."""

import pytest

from pbem.core.language.errors import ParseError
from pbem.core.language.names import Names, key

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
    with pytest.raises(ParseError) as caught:
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
    with pytest.raises(ParseError) as caught:
        names.find("tank", "area")
    assert caught.value.problem.text == "tank could be Tanker or Tankstelle."


def test_an_ambiguous_prefix_names_its_candidates():
    problem = code_of("china", "area")
    assert problem.code == "ambiguous-name"
    assert problem.text == "china could be China Central or China North."


def test_near_misses_are_suggested_and_not_taken():
    problem = code_of("Polnad", "area")
    assert (problem.code, problem.quote, problem.hint) == ("unknown-name", "Polnad", "Did you mean Poland?")


def test_a_name_of_something_else_is_told():
    assert code_of("tank", "area").text == "No area is called tank."
    assert code_of(" ", "area").code == "no-name"


def test_show_gives_the_printed_name():
    assert NAMES.show("east-prussia") == "East Prussia"
    assert NAMES.show("nowhere") == "nowhere"


def test_key_ignores_what_does_not_matter():
    assert key("Ōsaka-Bay") == key("osaka bay") == "osakabay"
