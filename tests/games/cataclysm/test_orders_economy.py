"""How players write production plans, the force pool and transfers, and what their lines come to: on made-up questions,
for random games ask them seldom."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.core.data.problems import refusals
from pbem.page.menus import export
from pbem.core.orders.orders import parse_line
from pbem.core.play.answers import judge
from pbem.core.trial.selfplay import Chance
from pbem.core.title.game import load
from pbem.core.rules.requests import Ask
from tests.page.offered import unreachable

GAME = load("cataclysm")
BOARDS = [
    GAME.new_board({"scenario": name, "edition": edition, "options": {}})
    for name in ("c1", "c2")
    for edition in ("2018", "2022")
]
RESOURCES = [
    {"area": "paris", "kind": "industrial", "limited": False},
    {"area": "lorraine", "kind": "natural", "limited": False},
    {"area": "benelux", "kind": "industrial", "limited": True},
]
GIFTS = [
    {"area": "california", "kind": "natural", "limited": False},
    {"area": "california", "kind": "industrial", "limited": False},
    {"area": "washington-dc", "kind": "industrial", "limited": False},
]
PRODUCE = {"resources": RESOURCES, "markers": 4, "kept": 1, "boxed": ["flag"], "rate": [1, 1], "war": False}
QUESTIONS = [
    ("produce", "germany", PRODUCE),
    ("produce", "italy", {**PRODUCE, "war": True}),
    ("force-pool", "germany", {"add": 2}),
    ("force-pool", "germany", {"remove": 3}),
    ("transfer", "usa", {"to": ["uk", "france"], "resources": GIFTS}),
]


def understood(board, ask, text):
    """``(answer, codes of refusals)`` of order lines."""
    item, problems = parse_line(text, GAME, ask.power, [ask.kind])
    if refusals(problems):
        return None, [problem.code for problem in refusals(problems)]
    answer, problems = judge(GAME.kinds[ask.kind], board, ask, item["value"])
    return answer, [problem.code for problem in refusals(problems)]


@settings(max_examples=200, deadline=None)
@given(st.sampled_from(BOARDS), st.sampled_from(QUESTIONS), st.integers(0, 10_000))
def test_a_random_answer_is_legal_offered_by_the_menu_and_read_back_as_it_was(board, question, seed):
    name, power, about = question
    kind, ask = GAME.kinds[name], Ask(name, power, about=about)
    if power not in board.active():
        return
    answer = kind.sample(board, ask, Chance(f"economy-{seed}"))
    assert not refusals(kind.check(board, ask, answer))
    assert unreachable(export(kind, board, ask), kind, answer) == []
    assert understood(board, ask, "\n".join(kind.text(answer, ask))) == (answer, [])


PLANS = [
    ("offensives 2\nconstruct army", {"offensives": 2, "build": ["army"]}),
    ("construct army\noffensives two\nconstruct air", {"offensives": 2, "build": ["army", "air"]}),
    ("offensives all", {"offensives": 4, "build": []}),
    ("keep flag in reserve", {"offensives": 0, "build": [], "reserve": "flag"}),
    ("keep 1\nkeep in reserve resource", {"offensives": 0, "build": [], "keep": 1, "reserve": "resource"}),
    ("leave Benelux", {"offensives": 0, "build": [], "leave": ["benelux"]}),
    ("offensives 1\noffensives 2", ["said-twice"]),
    ("keep 2", ["ca-keep-one"]),
    ("offensives", ["line-ends"]),
    ("offensives 5", ["ca-too-many-offensives"]),
    ("offensives 2 attacks", ["not-read"]),
    ("keep offensive in reserve", ["ca-reserve-missing"]),
    ("leave berlin", ["ca-not-collected"]),
]


@pytest.mark.parametrize(("typed", "meant"), PLANS)
def test_4_2_the_lines_of_a_production_plan(typed, meant):
    answer, problems = understood(BOARDS[-1], Ask("produce", "germany", about=PRODUCE), typed)
    assert (problems or answer) == meant


def test_4_2_a_plan_out_of_a_program_is_tidied():
    kind, ask = GAME.kinds["produce"], Ask("produce", "germany", about=PRODUCE)
    plan = {"offensives": 1, "build": [], "leave": []}
    assert kind.settle(BOARDS[-1], ask, plan) == ({"offensives": 1, "build": []}, [])
    for wrong in ({"offensives": 1}, {"offensives": -1, "build": []}, {"offensives": 1, "build": "army"}, [], None):
        answer, _ = kind.settle(BOARDS[-1], ask, wrong)
        assert answer != wrong or refusals(kind.check(BOARDS[-1], ask, answer))


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("remove ge-army-1, ge-air-1, ge-air-2", ["ge-army-1", "ge-air-1", "ge-air-2"]),
        ("add army", ["ca-force-pool-other-way"]),
        ("remove 2 army", ["ca-force-pool-count"]),
        ("remove 3 logistics", ["ca-force-pool-none-left"]),
    ],
)
def test_4_1_2_what_leaves_the_force_pool(typed, meant):
    answer, problems = understood(BOARDS[-1], Ask("force-pool", "germany", about={"remove": 3}), typed)
    assert (problems or answer) == meant


def test_4_1_2_counters_that_leave_are_found_by_their_type_unbuilt_ones_first():
    board = BOARDS[-1]
    answer, problems = understood(board, Ask("force-pool", "germany", about={"remove": 3}), "remove 2 army*1, army")
    assert problems == ["not-read"]
    answer, problems = understood(board, Ask("force-pool", "germany", about={"remove": 3}), "remove 2 army, air")
    assert not problems and [board.type_of(id) for id in answer] == ["army", "army", "air"]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("transfer california natural -> uk", [{"to": "uk", "area": "california", "kind": "natural"}]),
        (
            "transfer california -> uk\ntransfer california natural to france",
            [
                {"to": "uk", "area": "california", "kind": "industrial"},
                {"to": "france", "area": "california", "kind": "natural"},
            ],
        ),
        ("no transfer", []),
        ("transfer california -> japan", ["ca-transfer-to"]),
        ("transfer california -> uk\ntransfer washington-dc -> uk", ["ca-transfer-twice"]),
        ("transfer washington-dc natural -> uk", ["ca-transfer-from"]),
    ],
)
def test_4_4_1_what_is_transferred(typed, meant):
    answer, problems = understood(
        BOARDS[-1], Ask("transfer", "usa", about={"to": ["uk", "france"], "resources": GIFTS}), typed
    )
    assert (problems or answer) == meant
