"""The seven scenarios as set up: points, production, seats, and that random play of each begins without fault."""

import pytest

from pbem.core.bench import cases
from pbem.core.record import charter
from pbem.core.data.components import load as component
from pbem.core.draws.draws import ThrowawaySource
from pbem.core.rules.engine import Session
from pbem.core.title.game import load
from pbem.core.trial.selfplay import Chance, RandomFeed, throwaway_seed, watcher
from pbem.games.cataclysm.rules import america
from pbem.games.cataclysm.views.invariants import invariants
from pbem.games.cataclysm.rules.production import collectable
from pbem.games.cataclysm.board.seating import seats_of
from pbem.games.cataclysm.rules.setup import set_up
from pbem.tournament.cup import Cup
from tests.told_numbers import strange

SCENARIOS = ("c1", "c2", "c3", "c4", "c5", "c6", "c7")
EDITIONS = ("2018", "2022")


def record(scenario):
    return component("pbem.games.cataclysm", f"scenarios/{scenario}")


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_1_3_the_points_are_those_of_the_scenario(scenario, edition):
    board = set_up(scenario, edition)
    expected = {
        name: points for name, points in record(scenario)["startingScore"].items() if name in board.parts.ideologies
    }
    assert {name: board.ideology_points(name) for name in board.parts.ideologies} == expected
    assert [str(problem) for problem in invariants(board)] == []


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_4_4_2_the_first_production_is_that_of_the_scenario(scenario, edition):
    board = set_up(scenario, edition)
    if "usa" in board.powers and america.transfers_due(board):
        board.special["transfers"] = america.trade(board)
        board.version += 1
    found = {power: shown(collectable(board, power)) for power in board.active()}
    expected = {
        power: value[edition] if isinstance(value, dict) else value
        for power, value in record(scenario)["expectedProduction"].items()
    }
    assert found == expected


def shown(resources):
    """``2i1n``: how many industrial and natural resources."""
    kinds = [each["kind"] for each in resources]
    counts = [(kinds.count(kind), kind[0]) for kind in ("industrial", "natural")]
    return "".join(f"{count}{letter}" for count, letter in counts if count)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_1_2_every_power_has_one_seat(scenario, edition):
    game = load("cataclysm")
    arrangements = seats_of(scenario, edition)
    for seats in arrangements.values():
        held = [power for powers in seats.values() for power in powers]
        assert sorted(held) == sorted(game.scenarios[scenario]["powers"])
        assert charter.make(game, "seats", scenario, edition, seats=seats, referee=True)["seats"] == list(seats)


def test_1_2_the_democracies_divide_by_edition():
    assert seats_of("c1", "2018")[5]["france-usa"] == ["france", "usa"]
    assert seats_of("c1", "2022")[5]["france-uk"] == ["france", "uk"]


DIVISIONS = {
    2: (("germany", "italy", "japan"), ("ussr", "france", "uk", "usa")),
    3: (("germany", "italy", "japan"), ("ussr",), ("france", "uk", "usa")),
    "4-fascists": (("germany",), ("italy", "japan"), ("ussr",), ("france", "uk", "usa")),
}


@pytest.mark.parametrize(
    "edition, democracies", (("2018", [("uk",), ("france", "usa")]), ("2022", [("france", "uk"), ("usa",)]))
)
def test_1_2_all_arrangements_of_the_world(edition, democracies):
    """1.2: three ideologies, either or both divided for four or five, and Democracies with Communists for two."""
    fascists, ussr = [("germany",), ("italy", "japan")], [("ussr",)]
    wanted = {key: list(seats) for key, seats in DIVISIONS.items()}
    wanted["4-democracies"] = [("germany", "italy", "japan"), *ussr, *democracies]
    wanted[5] = [*fascists, *ussr, *democracies]
    found = {key: [tuple(powers) for powers in seats.values()] for key, seats in seats_of("c1", edition).items()}
    assert found == wanted


class Enough(Exception):
    """The random player has decided often enough."""


class Beginner(RandomFeed):
    """Random legal play of the first 120 decisions, if the game does not end before; `asked` are their questions."""

    def __init__(self, *parts):
        super().__init__(*parts)
        self.asked = []

    def sample(self, board, ask):
        self.asked.append(ask)
        if self.decisions >= 120:
            raise Enough
        return super().sample(board, ask)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_random_play_begins_without_fault(scenario, edition):
    """Every invariant after every fact, and no number that the book of the edition does not have; whole games are for
    pbem selfplay."""
    game = load("cataclysm")
    seed = f"world-{scenario}-{edition}"
    feed = Beginner(game, ThrowawaySource(throwaway_seed(seed)), Chance(seed))
    session = Session(game, game.new_board(cases.charter(game, scenario, edition)), watcher(game))
    try:
        session.run(feed)
    except Enough:
        pass
    else:
        assert session.board.over, "neither 120 decisions nor the end of the game"
    assert [str(problem) for problem in invariants(session.board)] == []
    assert session.closed
    facts = [fact for step in session.closed for fact in step["facts"]]
    assert strange(game, session.board, facts, asks=feed.asked) == []


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_list_of_scenarios_agrees_with_their_set_ups(scenario):
    listed, found = load("cataclysm").scenarios[scenario], record(scenario)
    assert listed["name"] == found["name"] and listed["powers"] == found["powersInPlay"]
    assert listed["turns"] == f"{found['startTurn']} to {found['endTurn']}"
    counts = {len(seats) for edition in EDITIONS for seats in seats_of(scenario, edition).values()}
    numbers = {2: "two", 3: "three", 4: "four", 5: "five"}
    assert all(numbers[count] in listed["summary"] for count in counts)


def test_a_tournament_has_the_seats_of_its_scenario():
    cup = Cup({"title": "cataclysm", "scenario": "c3", "name": "cup", "system": "round-robin"})
    assert cup.kinds == {"2": {"germany": ["germany"], "ussr": ["ussr"]}}
