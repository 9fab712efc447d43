"""Between two rounds, and kamikazes: every walk through the menu is legal, is offered by the menu as data, and its line
gives the same answer; a stance is judged by the battle as it is."""

import pytest

from pbem.core.data import positions
from pbem.core.data.problems import refusals
from pbem.core.orders import menus
from pbem.core.orders.fields import NOTHING
from pbem.core.orders.lines import LineError
from pbem.core.orders.walking import attempt
from pbem.core.play.selfplay import Chance
from pbem.core.rules.requests import Ask
from pbem.games.pacific import GAME
from pbem.games.pacific.board.board import Board
from pbem.games.pacific.board.options import agreed

SHIPS = "SZ36: us carrier, us battleship*2, us battleship!damaged, uk destroyer; SZ26: us transport"
SEA = {
    "kind": "sea", "round": 1, "area": "sz25", "targets": {"us/destroyer": 1, "us/submarine": 2, "us/fighter": 1},
    "shots": 2, "armed": 3, "sixths": {"ours": 9, "theirs": 6}, "retreat": ["sz24", "sz36"], "may_retreat": True,
    "may_leave": True, "subs": 2,
}  # fmt: skip
BATTLES = {
    "sea": SEA,
    "no way back": {**SEA, "retreat": [], "may_retreat": False, "subs": 0},
    "one way back": {**SEA, "retreat": ["sz24"], "may_leave": False},
    "aircraft": {**SEA, "retreat": [], "targets": {"us/fighter": 2}, "subs": 0},
    "land": {**SEA, "kind": "land", "area": "guam", "retreat": [], "may_leave": True, "may_retreat": False, "subs": 0},
}


def board_with(units, power="us", phase="combat"):
    board = Board(agreed({}, 3))
    given = {"base": "empty", "at": {"round": 2, "power": power, "phase": phase}, "units": units}
    assert not positions.apply(board, given, GAME)
    return board


def walked(kind, board, ask, draw):
    """The answers of walks through every open form."""
    for form in kind.declared:
        for _ in range(12):
            if form.is_open(board, ask) and (answer := attempt(kind, board, ask, form, draw)) is not NOTHING:
                yield [answer] if kind.many and isinstance(answer, dict) else answer


def holds(kind, board, ask, answer):
    assert refusals(kind.check(board, ask, answer)) == []
    assert menus.unreachable(menus.export(kind, board, ask), kind, answer) == []
    readings = [kind.read(line, GAME.names) for line in kind.text(answer)]
    assert kind.settle(board, ask, kind.combine(readings)) == (answer, [])
    for reading in readings:
        assert kind.read(kind.wording(reading), GAME.names) == reading


@pytest.mark.parametrize("battle", BATTLES)
def test_what_may_be_done_after_a_round(battle):
    kind, board = GAME.kinds["press"], board_with("")
    ask = Ask("press", "us", about=BATTLES[battle], rule="SEA-8")
    answers = list(walked(kind, board, ask, Chance(battle)))
    for answer in [*answers, kind.default(board, ask)]:
        holds(kind, board, ask, answer)
    state = BATTLES[battle]
    done = {answer["do"] for answer in answers}
    assert done == {"fight", *["retreat"] * state["may_retreat"], *["leave"] * state["may_leave"]}
    goals = {answer["to"] for answer in answers if "to" in answer}
    assert goals == set(state["retreat"] if state["may_retreat"] else ())


def test_kamikazes_reach_every_ship_and_never_more_than_there_are():
    kind, board = GAME.kinds["kamikaze"], board_with(SHIPS, power="us", phase="kamikaze")
    ask = Ask("kamikaze", "japan", rule="KAM-2")
    struck, draw = set(), Chance("kamikaze")
    for _ in range(60):
        answer = kind.sample(board, ask, draw)
        holds(kind, board, ask, answer)
        struck |= {(item["zone"], item["target"]) for item in answer}
    zones = {zone for zone in ("sz36", "sz26") if board.parts.areas[zone].kamikaze}
    assert {zone for zone, _ in struck} == zones and ("sz36", "us/battleship!") in struck


@pytest.mark.parametrize(
    "line, said",
    [
        ("stance SAAC, after 2", {"do": "fight"}),
        ("stance SAAC retreat sz24 after 1", {"do": "retreat", "to": "sz24"}),
        ("stance KAAC after 1; submerge 1", {"do": "retreat", "to": "sz24", "submerge": 1}),
        ("retreat to sz36", {"do": "retreat", "to": "sz36"}),
        ("fight on", {"do": "fight"}),
    ],
)
def test_a_stance_is_judged_by_the_battle(line, said):
    kind, ask = GAME.kinds["press"], Ask("press", "us", about=SEA, rule="SEA-8")
    assert kind.settle(None, ask, kind.read(line, GAME.names)) == (said, [])


@pytest.mark.parametrize("line", ["stance KAAC losses fighter", "stance KAAC retreat", "fight 2", "leave sz24"])
def test_what_would_mean_nothing_is_refused(line):
    with pytest.raises(LineError):
        GAME.kinds["press"].read(line, GAME.names)


@pytest.mark.parametrize("line", ["kamikaze 2 at 3 us battleship in sz36", "kamikaze at all us battleship in sz36"])
def test_a_kamikaze_strikes_one_ship(line):
    with pytest.raises(LineError):
        GAME.kinds["kamikaze"].read(line, GAME.names)
