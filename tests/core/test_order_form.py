"""pbem.core.seat.order_form: forms of what a seat is asked, and forms that come back in replies."""

import textwrap

import pytest

from pbem.core.data.canon import encode
from pbem.core.data.problems import refusals
from pbem.core.orders.normalize import unquoted
from pbem.core.orders.orders import read
from pbem.core.play.entry import first_line
from pbem.core.play.gamefile import GameFile
from pbem.core.record.log import Line, written
from pbem.core.record.state import Reached, first_state
from pbem.core.rules.requests import Ask
from pbem.core.seat.order_form import form
from pbem.core.title.game import load
from tests.toy.decisions import said
from tests.toy.game import CHARTER, GAME

POWERS = {"blue": ["north", "isles"], "red": ["south"]}
ASKS = [
    Ask("set-up", "north", rule="1.1"),
    Ask("act", "isles", ["wait", "attack"], rule="3.1"),
    Ask("intervene", "isles", about={"area": "hill"}, rule="3.2"),
]


AGREED = {**CHARTER, "anchors": {}}
FILE = GameFile([Line(written(encode(first_line(AGREED))))])
FILE.game = GAME


def blue_form(asks=ASKS, **changed):
    state = {**first_state(GAME, AGREED, FILE.game_id), "asked": [ask.to_json() for ask in asks], **changed}
    FILE.reached = Reached(state)
    return form(FILE, "blue")


def test_a_form_says_what_is_asked_and_what_may_be_answered():
    text = blue_form()
    assert text.splitlines()[:9] == [
        "## Hill and Dale, game toy-1, entry 1: order form for blue",
        "## blue plays The Isles and North.",
        "## To answer, remove the # before a line, or write your own, in",
        "##   plain words if you like. Lines with # and > are not read, nor",
        "##   is anything after the two dashes.",
        "game toy-1",
        "seat blue",
        "entry 1",
        f"head {FILE.head[:32]}",
    ]
    assert "## 1. North: to set up. [1.1]" in text
    assert "# north: place north-cannon-1 in hill" in text
    assert "# isles: act wait" in text and "# isles: act attack" in text
    assert "place UNITS in AREA: one line for each area" in text
    assert max(map(len, text.splitlines())) <= 70


def test_an_empty_form_reads_as_no_orders():
    orders, problems = read(blue_form(), GAME, POWERS)
    assert problems == [] and orders.is_empty


def test_every_answer_of_a_form_is_an_order_once_its_mark_is_taken_away():
    filled = blue_form().replace("\n# ", "\n")
    orders, problems = read(filled, GAME, POWERS)
    assert problems == []
    assert [item["kind"] for item in orders.answers] == ["set-up", "act", "act", "intervene"]
    assert said(orders.answers[0]["value"]) == [{"units": ["north-cannon-1"], "area": "hill"}]


def test_a_seat_that_is_asked_nothing_still_gets_a_form():
    text = blue_form([], muster=True, anchors={"blue": {}})
    assert "blue has nothing to answer now." in text and "# ready" in text and "pbem seal" in text
    assert read(text.replace("# ready", "ready"), GAME, POWERS)[0].ready


ORDERS = [
    "north: place north-foot-1 in hill",
    "north: place north-horse-1, north-cannon-2 in dale",
    "isles: act attack",
]


def filled(lines):
    head, foot = blue_form().split("## 1.", 1)
    return f"{head}{lines}\n## 1.{foot}"


def quoted(text, mark="> "):
    return "\n".join(f"{mark}{line}".rstrip() for line in text.split("\n"))


def answers(text):
    orders, problems = read(text, GAME, POWERS)
    assert [str(problem) for problem in refusals(problems)] == []
    assert (orders.seat, orders.entry) == ("blue", 1)
    return [(item["kind"], item["value"]) for item in orders.answers]


PLAIN = answers(filled("\n".join(ORDERS)))


@pytest.mark.parametrize(
    "mangled",
    [
        filled("\n".join(ORDERS)).replace("\n", "\r\n"),
        filled("\n".join(ORDERS)).replace(" ", "\u00a0"),
        filled("\n\n".join(f"  *  {line}." for line in ORDERS)),
        quoted(filled("\n".join(ORDERS))),
        quoted(filled("\n".join(ORDERS)), ">"),
        quoted(filled("\n".join(ORDERS)), " >  "),
        "On Tuesday, the referee\n<ref@example.org> wrote:\n" + quoted(filled("\n".join(ORDERS))) + "\n-- \nAnn\n",
        quoted(blue_form()).replace("> ## 1.", "\n".join(ORDERS) + "\n> ## 1."),
        "\n".join(ORDERS) + "\n-- \nAnn\n\nThe referee wrote:\n\n" + quoted(blue_form()),
        quoted("old mail: game x\n> game toy-0\n", "> > ") + "\n" + quoted(filled("\n".join(ORDERS))),
    ],
    ids="crlf nbsp bullets quoted tight spaced reply between above nested".split(),
)
def test_a_filled_form_is_read_as_mail_programs_mangle_it(mangled):
    assert len(PLAIN) == 2
    assert answers(mangled) == PLAIN


def test_nothing_typed_above_a_quoted_form_is_lost_in_silence():
    _, problems = read("Please wait for me\n\nAnn wrote:\n" + quoted(blue_form()), GAME, POWERS)
    assert [(problem.code, problem.where) for problem in problems] == [("unknown-verb", "orders:1:1")]


def test_lines_keep_their_numbers():
    text = quoted(filled("north: plaze foot in hill"))
    _, problems = read(text, GAME, POWERS)
    number = next(n for n, line in enumerate(text.split("\n"), 1) if "plaze" in line)
    assert [problem.where.split(":")[1] for problem in problems] == [str(number)]
    assert unquoted(filled("x")) == filled("x")


def test_a_broken_line_is_joined_with_a_note():
    long = "north: place north-foot-1, north-foot-2, north-horse-1, north-horse-2 in the hill"
    broken = "\n".join(textwrap.wrap(long, 70))
    assert "\n" in broken
    orders, problems = read(filled(broken), GAME, POWERS)
    assert [(problem.code, problem.level) for problem in problems] == [("joined-lines", "note")]
    [said_at_once] = said(orders.answers[0]["value"])
    assert len(said_at_once["units"]) == 4 and said_at_once["area"] == "hill"
    _, problems = read(filled("north: act wait\nin the hill"), GAME, POWERS)
    assert [problem.code for problem in problems] == ["unknown-verb"]


@pytest.mark.parametrize(
    ("end", "told"), [("", ["else-never", "broken-or-not"]), (",", ["else-never", "joined-lines"])]
)
def test_what_is_odd_in_a_line_is_told_once_however_often_one_looks_where_it_ends(end, told):
    answer = "increase commitment; count ruhr"
    line = f"always play-flag: {answer}; else {answer}{end}\nreserve"
    _, problems = read(f"seat germany\n{line}", load("cataclysm"), {"germany": ["germany"]}, require=())
    assert [problem.code for problem in problems] == told


def test_a_comment_that_was_broken_stays_a_comment_but_a_slip_of_the_pen_is_told():
    comment = "# north: place north-foot-1, north-foot-2, north-horse-1, north-horse-2"
    orders, problems = read(filled(f"{comment}\nin hill and on and on"), GAME, POWERS)
    assert [problem.code for problem in problems] == ["joined-lines"] and orders.is_empty
    orders, problems = read(filled(f"{comment}\nplaze foot in hill"), GAME, POWERS)
    assert [problem.code for problem in problems] == ["misspelt"] and orders.is_empty
    _, problems = read(filled("# short\nin hill"), GAME, POWERS)
    assert [problem.code for problem in problems] == ["unknown-verb"]
