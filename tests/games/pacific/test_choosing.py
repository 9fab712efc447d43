"""Between two rounds, and kamikazes: every walk through the menu is legal, is offered by the menu as data, and its line
gives the same answer; a stance is judged by the battle as it is."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.core.title import positions
from pbem.core.data.problems import refusals
from pbem.page import menus
from pbem.core.language.order_context import NOTHING
from pbem.core.language.errors import ParseError
from pbem.core.language.random_answers import attempt
from pbem.core.trial.selfplay import Chance
from pbem.core.rules.requests import Ask
from pbem.games.pacific import GAME
from pbem.games.pacific.board.board import Board
from tests.page.offered import unreachable

SHIPS = "SZ36: us carrier, us battleship*2, us battleship!damaged, uk destroyer; SZ26: us transport"
SEA = {
    "kind": "sea",
    "round": 1,
    "area": "sz25",
    "targets": {"us/destroyer": 1, "us/submarine": 2, "us/fighter": 1},
    "endangered": 0,
    "armed": 3,
    "sixths": {"ours": 9, "theirs": 6},
    "retreat": ["sz24", "sz36"],
    "may_retreat": True,
    "may_leave": True,
    "subs": 2,
}
BATTLES = {
    "sea": SEA,
    "no way back": {**SEA, "retreat": [], "may_retreat": False, "subs": 0},
    "one way back": {**SEA, "retreat": ["sz24"], "may_leave": False},
    "aircraft": {**SEA, "retreat": [], "targets": {"us/fighter": 2}, "subs": 0},
    "land": {**SEA, "kind": "land", "area": "guam", "retreat": [], "may_leave": True, "may_retreat": False, "subs": 0},
}


def board_with(units, power="us", phase="combat"):
    board = Board()
    given = {"base": "empty", "at": {"round": 2, "power": power, "phase": phase}, "units": units}
    assert not positions.apply(board, given, GAME)
    return board


def walked(kind, board, ask, draw):
    """The answers of walks through every open form."""
    for form in kind.forms:
        for _ in range(12):
            if form.is_open(board, ask) and (answer := attempt(kind, board, ask, form, draw)) is not NOTHING:
                yield [answer] if kind.is_multiline and isinstance(answer, dict) else answer


def holds(kind, board, ask, answer):
    assert refusals(kind.check(board, ask, answer)) == []
    assert unreachable(menus.export(kind, board, ask), kind, answer) == []
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
    with pytest.raises(ParseError):
        GAME.kinds["press"].read(line, GAME.names)


@pytest.mark.parametrize("line", ["kamikaze 2 at 3 us battleship in sz36", "kamikaze at all us battleship in sz36"])
def test_a_kamikaze_strikes_one_ship(line):
    with pytest.raises(ParseError):
        GAME.kinds["kamikaze"].read(line, GAME.names)


HITS = {
    "alone": {
        "units": {"us/infantry": 3, "us/armor": 1, "us/fighter@2": 1},
        "hits": {"any": 2},
        "order": "land-attack",
    },
    "mixed": {
        "units": {
            "us/battleship": 1,
            "us/battleship!": 1,
            "us/transport(us/infantry)": 1,
            "us/transport": 2,
            "us/submarine": 1,
            "uk/destroyer": 1,
            "us/fighter": 1,
            "us/fighter@1": 1,
        },
        "hits": {"any": 2, "sub": 1, "air": 1},
        "order": "sea-defence",
    },
    "joint": {
        "units": {"us/carrier": 1, "uk/destroyer": 1, "uk/fighter": 2},
        "hits": {"any": 1},
        "order": "sea-defence",
        "joint": True,
    },
}


@pytest.mark.parametrize("hits", HITS)
def test_losses_are_walked_written_with_and_without_their_question_and_read(hits):
    kind, board = GAME.kinds["losses"], board_with("")
    ask = Ask("losses", "us", about={"area": "sz25", "side": "defence", **HITS[hits]}, rule="LND-3")
    answers = [*walked(kind, board, ask, Chance(hits)), *(kind.sample(board, ask, Chance(str(n))) for n in range(40))]
    for answer in [*answers, kind.default(board, ask), kind.published(board, ask)]:
        holds(kind, board, ask, answer)
        short = kind.text(answer, ask)
        assert kind.settle(board, ask, kind.read(short[0], GAME.names)) == (answer, [])
    assert {token for answer in answers for token in answer} >= set(HITS[hits]["units"])


def test_losses_say_what_units_did_only_where_others_would_fall_else():
    kind, board = GAME.kinds["losses"], board_with("")
    room = {"us/fighter@1": 2, "us/fighter@3": 3}
    about = {"area": "sz25", "side": "attack", "units": room, "hits": {"any": 1}, "order": "sea-attack"}
    ask = Ask("losses", "us", about=about, rule="LND-3")
    assert kind.text(kind.default(board, ask), ask) == ["lose fighter"]
    assert kind.text({"us/fighter@3": 1}, ask) == ["lose fighter@3"]


TOKENS = (
    "us/battleship",
    "us/battleship!",
    "us/battleship+",
    "us/battleship!+",
    "us/battleship@1",
    "us/transport",
    "us/transport(us/infantry)",
    "us/transport+",
    "us/transport=",
    "us/submarine",
    "us/submarine@1",
    "uk/destroyer",
    "us/destroyer+",
    "us/fighter",
    "us/fighter@1",
    "us/fighter@1%",
    "us/bomber@2",
    "us/carrier",
    "us/carrier(us/fighter,us/fighter)",
    "us/carrier(uk/fighter)",
)
UNITS = st.dictionaries(st.sampled_from(TOKENS), st.integers(1, 2), min_size=2, max_size=8)
POOLS = st.dictionaries(st.sampled_from(["any", "sub", "air"]), st.integers(1, 2), min_size=1)


@given(UNITS, POOLS, st.booleans(), st.integers(0, 10**6))
@settings(max_examples=150, deadline=None)
def test_the_line_of_any_losses_means_these_losses_and_no_others(units, pools, ally, seed):
    kind, board = GAME.kinds["losses"], board_with("")
    about = {"area": "sz25", "side": "defence", "units": units, "hits": pools, "order": "sea-defence"}
    ask = Ask("losses", "us", about={**about, "bystanders": {"uk/battleship": 1}} if ally else about, rule="LND-3")
    for answer in (kind.published(board, ask), kind.sample(board, ask, Chance(str(seed)))):
        if answer:
            assert refusals(kind.check(board, ask, answer)) == []
            for text in (kind.text(answer, ask), kind.text(answer)):
                assert kind.settle(board, ask, kind.read(text[0], GAME.names)) == (answer, [])


def test_convoys_are_split_as_written():
    kind, board = GAME.kinds["split-convoys"], board_with("")
    ask = Ask("split-convoys", "uk", about={"pool": 12}, rule="ECO-3")
    answers = [kind.sample(board, ask, Chance(str(seed))) for seed in range(40)]
    for answer in [*answers, kind.default(board, ask)]:
        holds(kind, board, ask, answer)
    assert len({answer["india"] for answer in answers}) > 5
    for line, legal in (
        ("split india 7, australia 5", True),
        ("split india 7, india 5", True),
        ("split india 7, australia 6", False),
        ("split china 12", False),
    ):
        answer, problems = kind.settle(board, ask, kind.read(line, GAME.names))
        assert legal == (not refusals([*problems, *kind.check(board, ask, answer)])), line


@pytest.mark.parametrize(
    "answer", [{"default": True}, {"types": [{"type": "infantry"}]}, {"xx": 1}, {"us/infantry": True}, {}]
)
def test_what_is_no_selection_of_losses_is_refused(answer):
    kind, ask = GAME.kinds["losses"], Ask("losses", "us", about={"area": "guam", **HITS["alone"]}, rule="LND-3")
    assert refusals(kind.check(board_with(""), ask, answer))


@pytest.mark.parametrize(
    "line", ["lose order 2 infantry", "lose order transport(infantry)", "lose default now", "lose"]
)
def test_lines_of_losses_that_say_more_than_is_heard_are_refused(line):
    with pytest.raises(ParseError):
        GAME.kinds["losses"].read(line, GAME.names)
