"""Random games watched fact by fact: units and money come and go by the facts that say so; income is the board's."""

import pytest

from pbem.core.record import charter as charters
from pbem.core.rules.engine import Session
from pbem.games.pacific import GAME
from pbem.games.pacific.rules.economy import production
from pbem.games.pacific.board.pieces import split
from tests.contracts.titles import SettledFeed

CHARTER = {
    scenario: charters.make(
        GAME,
        "conservation",
        scenario,
        options={"bid": "9", "bid-power": "japan"},
        anchors={"referee": {"first": "0" * 64, "key": "0" * 64, "n": 1}},
    )
    for scenario in ("standard", "balanced")
}


def inventory(board):
    """``{type: units}`` of each force, cargo included."""
    counts = {}
    for area in board.units:
        for force, one, count in board.stacks(area):
            for token in (f"{force}/{one.type}", *one.cargo):
                owner, unit = split(token)
                name = f"{owner}/{unit.type}"
                counts[name] = counts.get(name, 0) + count
    return counts


def tallied(units, sign, with_cargo=True):
    found = {}
    for token, count in units.items():
        force, one = split(token)
        for item in (f"{force}/{one.type}", *(one.cargo if with_cargo else ())):
            owner, unit = split(item)
            name = f"{owner}/{unit.type}"
            found[name] = found.get(name, 0) + sign * count
    return found


def expected_change(fact):
    if fact["type"] == "units-placed":
        return tallied(fact["units"], 1)
    if fact["type"] == "units-removed":
        return tallied(fact["units"], -1)
    return {}


def expected_money(fact):
    """``{nation: change}`` of a fact."""
    return {
        "money-changed": lambda: {fact["nation"]: fact["by"]},
        "units-bought": lambda: {fact["nation"]: -fact["cost"]},
        "complex-bombed": lambda: {fact["nation"]: -fact["lost"]} if fact["lost"] else {},
        "capital-plundered": lambda: {fact["from"]: -fact["amount"], fact["to"]: fact["amount"]},
    }.get(fact["type"], dict)()


class Watch:
    """Compares the board after every fact with the one before."""

    def __init__(self, board):
        self.units, self.money = inventory(board), dict(board.money)
        self.met = {}

    def __call__(self, board, fact):
        units, money = inventory(board), dict(board.money)
        names = {*units, *self.units}
        change = {n: units.get(n, 0) - self.units.get(n, 0) for n in names if units.get(n, 0) != self.units.get(n, 0)}
        assert change == expected_change(fact), fact
        paid = {nation: money[nation] - self.money[nation] for nation in money if money[nation] != self.money[nation]}
        assert paid == expected_money(fact), fact
        if fact["type"] == "income-collected":
            assert fact["amount"] == production(board, fact["nation"])
        assert not GAME.invariants(board), fact
        self.units, self.money = units, money
        self.met[fact["type"]] = self.met.get(fact["type"], 0) + 1


@pytest.mark.sampled(3)
@pytest.mark.parametrize("scenario, seed", [("standard", "a"), ("balanced", "b"), ("standard", "c")])
def test_nothing_comes_from_nowhere(scenario, seed):
    board = GAME.new_board(CHARTER[scenario])
    watch = Watch(board)
    Session(GAME, board, watch).run(SettledFeed(GAME, seed, 250))
    assert watch.met["units-removed"] > 5 and watch.met["income-collected"] > 5


def test_the_sides_of_a_random_game_land_or_lose_every_aircraft():
    """At the beginning of each turn nobody is in the air: the invariants of a turn's beginning hold."""
    board = GAME.new_board(CHARTER["standard"])
    flights = []

    def watch(board, fact):
        if fact["type"] == "turn-begun":
            flights.append([one for area in board.units for _, one, _ in board.stacks(area) if one.flying])

    Session(GAME, board, watch).run(SettledFeed(GAME, "d", 250))
    assert len(flights) > 10 and not any(flights)
