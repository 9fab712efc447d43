"""A standing line may say a plain yes or no wherever the kind has such an answer, in all titles."""

import pytest

from pbem.core.orders.orders import read
from pbem.core.title.game import load, titles

HEAD = "0" * 32
WORDS = ("yes", "no")
# kinds that have no such answer: what they ask for is a place, a unit, a number or a plan
WITHOUT = {
    "red-dragon": {
        "set-up",
        "nk-coast",
        "place-uk",
        "remove-units",
        "strike-unit",
        "relocate-units",
        "evacuate-to",
        "rebase-tie",
    },
    "pacific": {"split-convoys", "land-patrol", "next-battle", "losses", "press", "stranded", "claim", "placement"},
    "cataclysm": {
        "play-flag",
        "play-offensive",
        "play-unit",
        "play-upgrade",
        "place-flag",
        "produce",
        "force-pool",
        "set-reserve",
        "civil-war-order",
        "spend-aid",
        "opportunity-order",
        "take-flag",
        "aid-side",
        "military-action",
        "combat-reply",
        "equals",
        "retreat",
        "china-attack",
        "china-retreat",
    },
}
KINDS = [(title, name) for title in titles() if title in WITHOUT for name in load(title).kinds]


def standing(title, line):
    """(items, codes of problems) of one line of an order file of the first power of a title."""
    game = load(title)
    text = f"game g-1\nseat one\nentry 1\nhead {HEAD}\n{line}\n"
    orders, problems = read(text, game, {"one": game.powers[:1]}, "one.txt")
    return orders.standing, [problem.code for problem in problems]


def meaning(items):
    """What standing items say, without how they are written."""
    (item,) = items
    return {key: value for key, value in item.items() if key not in ("text", "line", "places")}


@pytest.mark.parametrize(("title", "name"), KINDS)
def test_a_kind_has_plain_words_or_is_known_to_have_none(title, name):
    plain = load(title).kinds[name].plain
    assert bool(plain) == (name not in WITHOUT[title])
    assert set(plain) <= set(WORDS)


@pytest.mark.parametrize(("title", "name"), KINDS)
def test_whoever_can_decline_in_words_can_say_no(title, name):
    kind = load(title).kinds[name]
    declines = [verb for verb in kind.verbs if verb.startswith("no ") or verb.endswith(" nothing")]
    if declines and name not in ("play-offensive", "military-action"):  # there `no deployment` is one order of many
        assert kind.plain["no"] == declines[0]


@pytest.mark.parametrize(
    ("title", "name", "word"), [(title, name, word) for title, name in KINDS for word in load(title).kinds[name].plain]
)
@pytest.mark.parametrize("spelling", ["{}", "{}.", "{} if round 2"])
def test_the_plain_word_is_the_line_it_stands_for(title, name, word, spelling):
    if "if" in spelling and title != "pacific":
        spelling = {"red-dragon": "{} if taiwan is prc", "cataclysm": "{} if spain is germany"}[title]
    full = load(title).kinds[name].plain[word]
    for written in (word, word.capitalize()):
        mine, problems = standing(title, f"when {name}: {spelling.format(written)}")
        theirs, others = standing(title, f"when {name}: {spelling.format(full).rstrip('.')}")
        assert problems == others == []
        assert meaning(mine) == meaning(theirs)


@pytest.mark.parametrize(
    ("title", "name"),
    [(title, name) for title, name in KINDS if name in ("losses", "set-up", "remove-units", "retreat", "placement")],
)
def test_elsewhere_a_plain_no_is_not_understood(title, name):
    assert standing(title, f"when {name}: no")[1]


def test_both_ways_to_decline_an_interception():
    (plain,), problems = standing("red-dragon", "always intercept: no")
    (spelt,), others = standing("red-dragon", "always intercept: no interception")
    assert problems == others == []
    assert plain["value"] == spelt["value"] == {"form": "no interception", "fields": {}}
