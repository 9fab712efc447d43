"""The chances that forms tell: each is that of pbem odds for the order beside it, few enough, and true to the dice."""

import re
from pathlib import Path
from shutil import copy

import pytest

from pbem.core.data.problems import Refused
from pbem.core.orders.prospects import MOST, prospects_of, prospects_told
from pbem.core.play.gamefile import read
from pbem.core.record import charter as charters
from pbem.core.record.now import asks_of
from pbem.core.rules.requests import Ask
from pbem.core.seat.order_form import form, questions_json
from pbem.core.title.game import load
from pbem.core.trial.robots import Club, random_orders
from pbem.core.trial.selfplay import Chance
from pbem.desk.questions import chance_of
from pbem.page.turn import turn_page

EXAMPLES = Path(__file__).parents[2] / "examples"
GAMES = 6  # at most, until operations of every sort have been seen
LARGEST_FORM = 14_000  # characters: a mail of some four pages
ROW = re.compile(r"((?:interrupt with offensive: )?[^#]+) # (.*)")
ORDERS = ("op ", "move ", "ship ", "operation ", "interrupt ")


def waiting_for(title, kind, seed="chances", stops=60, scenario=None, windows="default"):
    """A random game at its first stop that asks for answers of a kind, at each such stop: ``(file, seat, ask)``."""
    game = load(title)
    anchors = {"referee": {"first": "0" * 64, "n": 1}}
    charter = charters.make(game, "chances", scenario or next(iter(game.scenarios)), anchors=anchors, windows=windows)
    club, chance = Club(charter, seed, "sealed"), Chance(seed)
    file = club.new_game()
    for _ in range(stops):
        for seat in file.charter["seats"]:
            yield from ((file, seat, ask) for ask in asks_of(file, seat) if ask.kind == kind)
        file = club.adjudicate(file, random_orders(file, chance)).file


def told(file, ask):
    """The rows of a form that begin with an order, as ``[(order, chance)]``."""
    rows = prospects_told(file.game, file.current_board(), ask)
    return [ROW.fullmatch(row).groups() for row in rows if row.startswith(ORDERS)]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("number", ["02", "05", "06", "08", "10", "11", "12"])
def test_a_form_of_red_dragon_rising_says_what_odds_says_of_the_same_order(tmp_path, number):
    file = read(copy(EXAMPLES / f"red-dragon/games/{number}.json", tmp_path))
    [(seat, ask)] = [(seat, ask) for seat in file.charter["seats"] for ask in asks_of(file, seat)]
    rows = told(file, ask)
    attacks = [order for order, _ in rows if order not in ("op 8", "op 11")]
    assert 3 <= len(attacks) <= MOST
    for order, chance in rows:
        assert "; ".join(chance_of(file, seat, [order])) == chance


def test_a_form_of_pacific_says_what_odds_says_of_the_same_order():
    from pbem.core.data.tables import Sentences

    seen, no_room = 0, Sentences("pbem.games.pacific.words.forecast")("no-room")
    for file, seat, ask in waiting_for("pacific", "combat-moves", stops=25):
        rows = told(file, ask)
        assert len(rows) <= MOST
        for order, chance in rows:
            against, _, figures = chance.partition(", won ")
            win, _, draw = figures.removesuffix(".").partition(", nobody ")
            long = f"{against}. Odds, fought to the end: attacker {win}, no one {draw}."
            reckoned = chance_of(file, seat, [order])
            assert chance.endswith(no_room) or any(line.endswith(long) for line in reckoned), (order, reckoned)
        seen += len(rows)
    assert seen >= 20


def test_a_form_of_cataclysm_says_what_odds_says_of_the_same_order():
    from pbem.games.cataclysm.rules.attempts import possible_actions

    seen = 0
    for file, seat, ask in waiting_for("cataclysm", "play-flag", stops=30):
        board, kind = file.current_board(), file.game.kinds["play-flag"]
        rows = prospects_told(file.game, board, ask)
        for plan in possible_actions(board, ask.power):
            [line] = chance_of(file, seat, [f"{ask.power}: {kind.text(plan, ask)[0]}"])
            action, colon, share = line.rpartition(": ")
            name = action.split(" in ")[-1].split(" on ")[-1]
            assert not colon or any(name in row and row.endswith((f": {share}", f" # {share}")) for row in rows), (
                line,
                rows,
            )
            seen += bool(colon)
    assert seen >= 10


@pytest.mark.sampled(2)
@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "kind, scenario, stops", [("military-action", "c6", 36), ("play-offensive", "c6", 30), ("interrupt", "c4", 60)]
)
def test_a_form_of_cataclysm_says_what_odds_says_of_the_same_operation(kind, scenario, stops):
    """Each row is a legal operation; among them some with an air combat before the main one, and some over the sea."""
    from pbem.games.cataclysm.words.telling import words

    seen = []
    for seed in range(GAMES):
        for file, seat, ask in waiting_for("cataclysm", kind, f"chances-{seed}", stops, scenario, windows="ask"):
            rows = told(file, ask)
            assert len(rows) <= MOST and len({order for order, _ in rows}) == len(rows)
            for order, chance in rows:
                assert " ".join(chance_of(file, seat, [f"{ask.power}: {order}"])) == chance, order
            if rows:
                assert prospects_told(file.game, file.current_board(), ask)[0] == words.told("strongest", None)
            seen += rows
        if len(seen) >= 10 and is_of_every_sort(kind, seen):
            return
    raise AssertionError(f"{len(seen)} operations in {GAMES} games, and not of every sort")


def is_of_every_sort(kind, rows):
    sorts = {order.partition("operation ")[2].split()[0] for order, _ in rows}
    twice = any(chance.count("combat the attacker wins") == 2 for _, chance in rows)
    return sorts >= {"naval", "land"} and (twice or kind == "interrupt")


def test_an_event_that_brings_a_political_action_and_an_interrupt_tell_its_chances():
    """With the flag in reserve as with one that is drawn, and with no flag where an event is the reason (3.7.4)."""
    game = load("cataclysm")
    board = game.new_board(charters.make(game, "chances", "c1", anchors={"referee": {"first": "0" * 64, "n": 1}}))
    board.place["it-il-duce"] = "reserve"
    board.version += 1
    about = {"counter": "it-il-duce", "source": "drawn", "reserve": None}
    drawn = prospects_told(game, board, Ask("play-flag", "italy", about=about))
    reserved = prospects_told(game, board, Ask("interrupt", "italy", about={"last": None, "drawn": 0}))
    event = prospects_told(game, board, Ask("free-action", "italy", about={"event": "x", "action": "any"}))
    assert drawn == reserved and drawn != event
    [with_flag] = [row for row in drawn if row.startswith("Maneuvers")]
    [without] = [row for row in event if row.startswith("Maneuvers")]
    assert (without, with_flag) == ("Maneuvers: 33 %", "Maneuvers: 56 %")
    only = prospects_told(game, board, Ask("free-action", "italy", about={"event": "x", "action": "maneuvers"}))
    assert only == [without]


@pytest.mark.sampled(3)
@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "title, kind", [("red-dragon", "op"), ("pacific", "combat-moves"), ("cataclysm", "military-action")]
)
def test_form_page_and_json_tell_the_same_chances_and_stay_small(title, kind):
    whole = 0
    scenario = "c6" if title == "cataclysm" else None  # a war with many operations
    for file, seat, ask in waiting_for(title, kind, stops=14, scenario=scenario):
        chances = prospects_told(file.game, file.current_board(), ask)
        text = form(file, seat)
        plain = " ".join(line.removeprefix("##").strip() for line in text.splitlines())
        page = " ".join(turn_page(file, seat).split())
        [row] = [row for row in questions_json(file, seat) if row["kind"] == kind]
        assert row["chances"] == chances
        for chance in chances:
            assert chance in plain
        for chance in prospects_of(file.game, file.current_board(), ask).rows:
            shown = chance.line or ("" if chance.is_head else chance.told)
            assert shown.replace(">", "&gt;").replace("<", "&lt;") in page
        assert len(text) <= LARGEST_FORM and max(map(len, text.splitlines())) <= 400
        whole += len(chances)
    assert whole


def test_a_form_says_how_many_targets_it_leaves_out():
    from pbem.games.pacific.words.telling import words

    rows = [
        prospects_told(file.game, file.current_board(), ask)
        for file, _, ask in waiting_for("pacific", "combat-moves", stops=8)
    ]
    full = [row for row in rows if len([line for line in row if " -> " in line]) == MOST]
    assert full
    for row in full:
        assert row[0] == words.told("by one line", None)
    assert any("more: pbem odds" in row[-1] for row in full)


def test_lines_of_one_answer_have_a_chance_together():
    file, seat, ask = next(waiting_for("pacific", "combat-moves"))
    lines = [order for order, _ in told(file, ask) if order.startswith("move")]
    alone = [chance_of(file, seat, [line]) for line in lines[:2]]
    assert set(chance_of(file, seat, lines[:2])) == {*alone[0], *alone[1]} and alone[0] != alone[1]


def test_lines_that_answer_different_questions_have_none(tmp_path):
    file = read(copy(EXAMPLES / "red-dragon/games/05.json", tmp_path))
    with pytest.raises(Refused, match="only if they answer one question"):
        chance_of(file, "prc", ["op 5 with su-30-1", "then: pass"])
