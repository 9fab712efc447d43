"""Orders as different people type them, right and wrong: order_corpus.txt, a line each.

    typed by somebody  |  canonical order, or ! and the code of the refusal

A line ``[power kind] POSITION, ABOUT`` says who is asked what, on which board (base c2), and about what.
``\\n`` in a typed line is a new line, ``\\s`` a space at the end, ``\\u00a0`` and the like are characters.
"""

import json
import re
from pathlib import Path

import pytest

from pbem.core import positions
from pbem.core.answers import judge
from pbem.core.charter import make
from pbem.core.game import load
from pbem.core.orders import read
from pbem.core.problems import refusals
from pbem.core.requests import Ask

CORPUS = Path(__file__).parent / "order_corpus.txt"
GAME = load("cataclysm")
HEADER = "game g\nseat {seat}\nentry 1\nhead 0123456789abcdef0123456789abcdef\n"


def lines():
    """``[(line number, power, kind, position, about, typed, expected)]`` of the corpus."""
    found, now = [], ()
    for number, line in enumerate(CORPUS.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("["):
            head, _, rest = line[1:].partition("] ")
            now = *head.split(), *json.loads(f"[{rest}]")
        elif line.strip() and not line.startswith("##"):
            typed, _, expected = line.rpartition(" | ")
            found.append((number, *now, typed.strip(), expected.strip()))
    return found


def board_of(position):
    charter = make(GAME, "g", "c2", anchors={"referee": {"first": "0" * 64, "n": 1}})
    board = GAME.new_board(charter)
    assert positions.apply(board, {"base": "c2", **position}, GAME) == []
    return board


def understood(power, kind, position, about, typed):
    """What is made of a typed line: the canonical lines of its legal answer, or ``!`` and the code of the refusal."""
    text = re.sub(r"\\(u[0-9a-f]{4}|[nst])", lambda match: _character(match[1]), typed)
    orders, problems = read(HEADER.format(seat=power) + text, GAME, {power: [power]}, power, asked=[kind])
    if refusals(problems):
        return f"!{refusals(problems)[0].code}"
    if kind == "standing":
        [item] = orders.standing
        return f"when {item['when']}" + (f" in {item['where']}" if "where" in item else "")
    if not orders.answers:
        return "nothing"
    [item] = orders.answers
    board, ask = board_of(position), Ask(kind, power, about.pop("options", None), about)
    value, problems = judge(GAME.kinds[item["kind"]], board, ask, item["value"])
    if refusals(problems):
        return f"!{refusals(problems)[0].code}"
    return " / ".join(GAME.kinds[item["kind"]].text(value, ask))


def _character(code):
    return {"n": "\n", "s": " ", "t": "\t"}.get(code) or chr(int(code[1:], 16))


@pytest.mark.parametrize(
    "number, power, kind, position, about, typed, expected", lines(), ids=lambda one: str(one)[:40]
)
def test_a_line_is_understood_or_refused(number, power, kind, position, about, typed, expected):
    assert understood(power, kind, position, dict(about), typed) == expected, f"line {number}"


def test_canonical_orders_mean_themselves():
    """Every canonical order of the corpus, typed again, is understood as itself."""
    canonical = {(line[1], line[2], json.dumps(line[3]), json.dumps(line[4]), line[6]) for line in lines()}
    canonical = sorted(line for line in canonical if line[4][0] != "!" and line[4] != "nothing"
                       and line[1] != "standing")  # fmt: skip
    assert len(canonical) > 20
    for power, kind, position, about, text in canonical:
        assert understood(power, kind, json.loads(position), json.loads(about), text.replace(" / ", "\n")) == text


def test_the_corpus_is_large_and_mixed():
    wrong = [line for line in lines() if line[6].startswith("!")]
    assert len(lines()) >= 60 and 15 <= len(wrong) <= len(lines()) - 30
