"""What is said of a line that is refused: the words that are wrong, at their place, and what was meant."""

import pytest

from pbem.core.data.problems import refusals
from pbem.core.orders.orders import parse_line, read
from pbem.core.play.answers import judge
from pbem.core.rules.requests import Ask
from pbem.core.title.game import load
from tests.order_corpus import CORPORA, HEADER, board_of, lines

REFUSED = [
    (
        "red-dragon",
        "prc",
        "op",
        "airstike on taiwan with 2 su-30",
        1,
        "airstike",
        "mean “airstrike on taiwan with 2 su-30”?",
    ),
    ("red-dragon", "prc", "op", "pass, whatever that is worth", 7, "whatever that is worth", "Did you mean “pass”?"),
    (
        "pacific",
        "japan",
        "purchase",
        "I'd like to buy two fighers",
        21,
        "fighers",
        "mean “I'd like to buy two fighters”?",
    ),
    ("red-dragon", "prc", "op", "op 12 china central -> taiwan straight with sag-1", 24, "taiwan straight", "Strait?"),
    (
        "red-dragon",
        "prc",
        "op",
        "op 12 with sag-1 china central -> taiwan straight",
        42,
        "straight",
        "-> taiwan strait”?",
    ),
    (
        "red-dragon",
        "prc",
        "op",
        "op 12 china-south -> south-china-sea with sag-3：",
        1,
        "op 12 china-south -> south-china-sea with sag-3：",
        "load UNITS on UNIT",
    ),
    ("pacific", "japan", "combat-moves", "move infantry kwangsi -> hong-kong：", 31, "kong:", "via or with"),
    (
        "pacific",
        "japan",
        "combat-moves",
        "program in sz9: press until won",
        17,
        "press until won",
        "You can put here: ",
    ),
    ("pacific", "japan", "combat-moves", "program in sz9 press", 16, "press", "You can put here: stance,"),
    ("pacific", "japan", "combat-moves", "program in sz9 stance won", 23, "won", "You can put here: SA,"),
    (
        "cataclysm",
        "ussr",
        "produce",
        "Soviets: construct army",
        1,
        "Soviets",
        "mean Soviet Union? Powers of this",
    ),
    ("cataclysm", "uk", "produce", "English: construct army", 1, "English", "Did you mean United Kingdom?"),
    ("cataclysm", "germany", "produce", "Soviets: construct army", 1, "Soviets", "Did you mean Soviet Union?"),
    ("cataclysm", "italy", "deploy", "deploy army Rom -> lombardy", 13, "Rom", "Did you mean ROME?"),
    ("cataclysm", "italy", "deploy", "italy: deploy army rome -> lombardy：", 28, "lombardy:", "You can put here"),
]


@pytest.mark.parametrize(("title", "power", "kind", "line", "column", "quote", "hint"), REFUSED)
def test_the_wrong_words_are_told_at_their_place(title, power, kind, line, column, quote, hint):
    text = f"{HEADER.format(seat=power)}{line}\n"
    problem = refusals(read(text, load(title), {power: [power]}, "o.txt", asked=[kind])[1])[0]
    assert (problem.where, problem.quote) == (f"o.txt:5:{column}", quote)
    assert hint in problem.hint


@pytest.mark.parametrize(
    ("title", "power", "line", "told"),
    [
        ("pacific", "japan", "move 2 infantry kwangsi", "short: -> should follow. For example: ncm fighter sz25 -> "),
        ("pacific", "japan", "place", "short: units, all or the rest should follow. For example: place 2 infantry in"),
        ("red-dragon", "prc", "op 12 china-south ->", "the name of a sea area should follow. Write: op 12 AREA -> SEA"),
        ("cataclysm", "ussr", "o", "No order begins with 'o'. "),  # one letter of "offer draw" is none of its words
    ],
)
def test_an_order_that_breaks_off_is_told_what_follows_and_one_line_to_type(title, power, line, told):
    problem = refusals(parse_line(line, load(title), power)[1])[0]
    assert told in f"{problem}"


@pytest.mark.parametrize("title", CORPORA)
def test_a_standing_line_says_default_of_every_question_in_every_title(title):
    game, seen = load(title), set()
    for _, power, kind, position, about, _, expected in lines(title):
        if kind == "standing" or kind in seen or expected.startswith("!"):
            continue
        seen.add(kind)
        text = f"{HEADER.format(seat=power)}when {kind}: default\n"
        orders, problems = read(text, game, {power: [power]}, "o.txt")
        assert not refusals(problems) and orders.standing[0]["when"] == kind
        board = board_of(game, CORPORA[title][0], position)
        if kind == "placement":
            board.bought.update(about["units"])  # a corpus tells it by the question alone
        ask = Ask(kind, power, about.get("options"), {key: value for key, value in about.items() if key != "options"})
        settled, problems = judge(game.kinds[kind], board, ask, orders.standing[0]["value"])
        assert not refusals(problems), (kind, problems)
    assert seen == set(game.kinds)
