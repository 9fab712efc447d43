"""Orders as different people type them, right and wrong: order_corpus.txt, a line each.

    typed by somebody  |  canonical order, or ! and the code of the refusal

A line ``[power kind] POSITION, ABOUT`` says who is asked what, on which board, and about what.
``\\n`` in a typed line is a new line, ``\\s`` a space at the end, ``\\u00a0`` and the like are characters.
"""

import functools
import json
import re
from pathlib import Path

from pbem.core.data.problems import NOT_ALLOWED, refusals
from pbem.core.orders.orders import read
from pbem.core.play.answers import judge
from pbem.core.record.charter import make
from pbem.core.rules.requests import Ask, Asked
from pbem.core.title import positions
from pbem.core.title.game import load

GAMES = Path(__file__).resolve().parent / "games"
CORPORA = {  # the scenario on whose board the lines of a title stand, if a position does not say otherwise; the corpus
    "red-dragon": ("ready", GAMES / "red_dragon" / "order_corpus.txt"),
    "cataclysm": ("c2", GAMES / "cataclysm" / "order_corpus.txt"),
    "pacific": ("standard", GAMES / "pacific" / "order_corpus.txt"),
}
HEADER = "game g\nseat {seat}\nentry 1\nhead 0123456789abcdef0123456789abcdef\n"


def lines(title):
    """``[(line number, power, kind, position, about, typed, expected)]`` of the corpus of a title."""
    found, now = [], ()
    for number, line in enumerate(CORPORA[title][1].read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("["):
            head, _, rest = line[1:].partition("] ")
            now = *head.split(), *json.loads(f"[{rest}]")
        elif line.strip() and not line.startswith("##"):
            typed, _, expected = line.rpartition(" | ")
            found.append((number, *now, typed.strip(), expected.strip()))
    return found


def board_of(game, base, position):
    scenario = position["base"] if position.get("base") in game.scenarios else base
    charter = make(game, "g", scenario, anchors={"referee": {"first": "0" * 64, "n": 1}})
    board = game.new_board(charter)
    assert positions.apply(board, {"base": base, **position}, game) == []
    return board


@functools.lru_cache(100)
def board_at(title, position):
    """The board on which a line stands, by its position as JSON, for who changes nothing."""
    return board_of(load(title), CORPORA[title][0], json.loads(position))


def understood(title, power, kind, position, about, typed):
    """What is made of a typed line: the canonical lines of its legal answer, or ``!`` and the code of the refusal."""
    game, about = load(title), dict(about)
    orders, problems = read_at(title, power, kind, position, typed_text(typed))
    if refusals(problems):
        return f"!{refusals(problems)[0].code}"
    if kind == "standing":
        [item] = orders.standing
        return f"when {item['when']}" + (f" in {item['where']}" if "where" in item else "")
    if not orders.answers:
        return "nothing"
    board, ask = board_at(title, json.dumps(position)), Ask(kind, power, about.pop("options", None), about)
    return " + ".join(answer_text(game, board, ask, item) for item in orders.answers)


def read_at(title, power, kind, position, text):
    """``(orders, problems)`` of a text of a power that is asked something on a board."""
    asked = Asked({kind: [power]})
    asked.board = lambda: board_at(title, json.dumps(position))
    return read(HEADER.format(seat=power) + text, load(title), {power: [power]}, power, asked=asked)


def typed_text(typed):
    """The text that a line of the corpus stands for."""
    return re.sub(r"\\(u[0-9a-f]{4}|[nst])", lambda match: _character(match[1]), typed)


def answer_text(game, board, ask, item):
    kind = game.kinds[ask.kind if ask.kind in item.get("also", ()) else item["kind"]]  # a verb may be of several
    if kind.name != ask.kind:
        return "!no-such-question"
    value, problems = judge(kind, board, ask, item["value"])
    for problem in refusals(problems):
        assert problem.rule or problem.level != NOT_ALLOWED, problem  # what the rules refuse names its rule
        return f"!{problem.code}"
    return " / ".join(kind.text(value, ask))


def _character(code):
    return {"n": "\n", "s": " ", "t": "\t"}.get(code) or chr(int(code[1:], 16))
