"""pbem.core.language.names: what was typed, as ids."""

import pytest

from pbem.core.language.errors import ParseError
from pbem.core.language.names import Names, key
from pbem.core.play.parts import Part
from pbem.core.rules.requests import Ask
from pbem.core.seat.paraphrase import kept_for
from pbem.core.title.game import load, titles
from pbem.mail.receipt import lacking
from tests.cli.tools import ROOT

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


@pytest.mark.parametrize("title", titles())
def test_a_power_has_its_article_wherever_it_stands_in_a_sentence(title):
    game = load(title)
    for power in game.powers:
        shown, within = game.names.show(power), game.names.within(power)
        assert within in (shown, f"the {shown}") and not within.startswith("the the ")
        has_article = shown.split()[-1] in ("Kingdom", "Union", "States", "Empire", "Allies", "PRC")
        assert within.startswith("the ") == has_article
        for kind in game.kinds:
            told = kept_for(
                game, Part("seat", 1, 1, 0, {"power": power, "kind": kind, "value": []}, "lines", None, True)
            )
            assert f"When we ask {within} " in told
            (lack,) = lacking(game, [Ask(kind, power, rule="1")])
            assert f"we ask {within} " in lack


def test_no_name_goes_into_a_sentence_as_it_is_printed():
    """Printed names are for lists, tables, and what stands before a colon; a sentence asks for `Names.within`."""
    labels = {
        "page/turn.py",
        "page/asking.py",
        "interface/choices.py",
        "desk/questions.py",
        "cli/whatif.py",
        "cli/titles.py",
    }
    labels |= {"core/seat/dry_run.py", "core/seat/order_form.py", "core/seat/paraphrase.py", "core/language/names.py"}
    files = [path for path in ROOT.joinpath("pbem").rglob("*.py") if "games" not in path.parts]
    found = {str(path.relative_to(ROOT / "pbem")) for path in files if "names.show(" in path.read_text()}
    assert found <= labels
