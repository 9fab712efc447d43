"""Order lines as different people type them: each is understood, or refused with the code and, if the rules refuse it,
the number of a rule (orders-as-typed.txt)."""

from pathlib import Path

import pytest

from pbem.core.data import positions
from pbem.core.play.answers import judge
from pbem.core.orders.orders import parse_line
from pbem.core.data.problems import NOT_ALLOWED, refusals
from pbem.core.rules.requests import Ask
from pbem.games.pacific import GAME
from pbem.games.pacific.board.board import Board
from pbem.games.pacific.board.options import agreed

CORPUS = Path(__file__).with_name("orders-as-typed.txt")
CHINA = "Suiyuan: china infantry; Szechwan: china infantry; Anhwe: china infantry"
POSITIONS = {
    "japan-buys": ("purchase", {"power": "japan", "phase": "purchase"}, ""),
    "britain-buys": ("purchase", {"power": "uk", "phase": "purchase"}, ""),
    "japan-moves": (
        "combat-moves",
        {"power": "japan", "phase": "combat-movement"},
        "Manchuria: japan infantry*6, japan armor; Japan: japan infantry*4, japan fighter, japan bomber, japan aa-gun; "
        f"SZ36: japan destroyer, japan battleship, japan transport, japan transport(japan infantry*2); "
        f"Guam: us marine; {CHINA}",
    ),
    "us-noncombat": (
        "noncombat-moves",
        {"power": "us", "phase": "noncombat-movement"},
        "Hawaiian Islands: us bomber, us fighter; Shan State: us infantry, china infantry; "
        "SZ9: us carrier, us fighter, us destroyer",
    ),
}


def lines():
    place = ""
    for line in CORPUS.read_text("utf-8").splitlines():
        if line.startswith("== "):
            place = line[3:]
        elif "::" in line and place:
            text, _, expected = line.rpartition(" :: ")
            yield pytest.param(place, text, expected, id=f"{place}: {text}")


def question(place):
    """The board and the question of a group."""
    kind, at, units = POSITIONS[place]
    board = Board(agreed({}, 3))
    problems = positions.apply(board, {"base": "empty", "at": {"round": 2, **at}, "units": units}, GAME)
    assert not problems
    return board, Ask(kind, at["power"], about={"money": board.money}, rule=GAME.kinds[kind].rule)


def outcome(place, text):
    """What becomes of a line: ``(code, problem, answer)``, the code "ok" or "none" without a problem."""
    board, ask = question(place)
    item, problems = parse_line(text, GAME, ask.power, [ask.kind])
    problems, value = refusals(problems), None
    if not problems and item is None:
        return "none", None, None
    if not problems:
        value, problems = judge(GAME.kinds[ask.kind], board, ask, item["value"])
        problems = refusals(problems)
    return (problems[0].code, problems[0], None) if problems else ("ok", None, value)


def meant(place, text):
    """``(code, answer)`` of a line."""
    code, _, answer = outcome(place, text)
    return code, answer


@pytest.mark.parametrize("place, text, expected", list(lines()))
def test_a_line_as_typed(place, text, expected):
    code, problem, _ = outcome(place, text)
    assert code == expected, problem
    if problem and problem.level == NOT_ALLOWED:
        assert problem.rule


def test_the_corpus_is_large_enough():
    found = list(lines())
    assert len(found) >= 60
    assert sum(param.values[2] == "ok" for param in found) >= 30
