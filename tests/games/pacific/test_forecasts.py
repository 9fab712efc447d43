"""What is told of battles before they are fought is what is told when they begin.

Random games are played.  At each set of combat moves the battles that these bring about are forecast; then, on a copy
of the board, they are fought with dice that always favour the attacker, so that those come which wait for others.
"""

from collections import Counter

import pytest

from pbem.core.draws.draws import ThrowawaySource
from pbem.core.trial.selfplay import Chance, RandomFeed, throwaway_seed
from pbem.core.orders.orders import parse_line
from pbem.core.record import charter as charters
from pbem.core.bench import cases
from pbem.core.rules.engine import Session
from pbem.core.title.game import load
from pbem.core.rules.requests import Ask
from pbem.games.pacific.board.board import Board
from pbem.games.pacific.rules import battle
from pbem.games.pacific.words import forecast
from pbem.games.pacific.words.asked import chance
from pbem.games.pacific.words.shares import odds
from tests.thorough import THOROUGH

GAMES = 100 if THOROUGH else 2
GAME = load("pacific")
LONG = 5  # rounds
AS_ANNOUNCED = {"kamikaze": [], "landing": "land", "intercept": 0, "submerge": 0}


class Fought(Exception):
    """All battles of a turn have been fought."""


class Favoured(RandomFeed):
    """Fights the battles that an answer brings about: attackers hit with every die, defenders with none until the
    battle has dragged on, for attackers who can hit nothing would fight for ever."""

    def __init__(self, answer, chance):
        super().__init__(GAME, None, chance)
        self.moves = answer

    def roll(self, request):
        step = request.label.split("/")
        mine = step[-1] not in ("defence", "intercept") and step[0] not in ("lnd-1", "sbr-3")
        hits = mine or (step[-1] == "defence" and int(step[-2]) > LONG)
        return [1 if hits else 6] * request.of["count"]

    def sample(self, board, ask):
        if ask.kind == "combat-moves":
            return self.moves
        if ask.kind == "noncombat-moves":
            raise Fought
        if ask.kind == "press":
            return GAME.kinds["press"].default(board, ask)
        return AS_ANNOUNCED[ask.kind] if ask.kind in AS_ANNOUNCED else super().sample(board, ask)


class Foreteller(RandomFeed):
    """Random play that compares what is forecast at each set of combat moves with what comes of it."""

    def __init__(self, seed, counts):
        super().__init__(GAME, ThrowawaySource(throwaway_seed(seed)), Chance(seed))
        self.counts = counts

    def sample(self, board, ask):
        answer = super().sample(board, ask)
        if ask.kind == "combat-moves":
            compare(board, ask, answer, self.counts)
            met_at_sea = with_enemies_at_sea(board, ask, answer)
            if met_at_sea:
                compare(met_at_sea, ask, answer, self.counts)
        return answer


def with_enemies_at_sea(board, ask, answer):
    """The board with an enemy transport in every zone from which an answer lands troops, if that is still legal."""
    zones = sorted({item["zone"] for item in answer if item["go"] == "unload"})
    changed = copied(board)
    for zone in zones:
        changed.add(zone, "us" if board.power == "japan" else "japan", "transport", 1)
    return changed if zones and not GAME.kinds[ask.kind].check(changed, ask, answer) else None


def copied(board):
    copy = Board(board.options)
    copy.replace(board.to_json())
    return copy


def compare(board, ask, answer, counts):
    after = forecast.after_combat_moves(board.sketch(), ask, answer)
    announced = {area: forecast.met(GAME, after.sketch(), area) for area in battle.due(after)}
    if not announced:
        return
    behind = {one["area"]: set() for one in after.landings if one["zone"] in announced}
    for one in after.landings:
        behind.get(one["area"], set()).add(one["zone"])
    begun, end = fought(board, answer)
    for area, fact in announced.items():
        if any(end.blocks(zone, end.enemy) or not end.of_side(zone, end.side) for zone in behind.get(area, ())):
            counts["waits for a battle that is not won"] += 1
            continue
        met = begun[area]
        assert met == fact, (area, fact, met)
        counts["behind a sea battle" if area in behind else "others"] += 1
        if fact and counts["told"] < 2 * GAMES:  # the odds are made of the fact alone
            counts["told"] += 1
            assert odds(after.parts, met) in forecast.of_battle(GAME, after, area)


def fought(board, answer):
    """``({area: how its battle began}, the board behind the battles)``; None where nobody met."""
    copy = copied(board)
    session = Session(GAME, copy)
    try:
        session.run(Favoured(answer, Chance("favoured")))
    except Fought:
        pass
    begun, area = {}, None
    for fact in [fact for step in [*session.closed, session.step] if step for fact in step["facts"]]:
        if fact["type"] == "battle-begun":
            area = fact["area"]
            begun[area] = None
        elif fact["type"] == "forces-met":
            begun[area] = fact
    return begun, copy


@pytest.mark.longer
def test_battles_begin_as_they_were_announced():
    counts = Counter()
    for number in range(GAMES):
        seed = f"forecast-{number}"
        charter = charters.make(
            GAME,
            seed,
            ("standard", "balanced")[number % 2],
            names={},
            anchors={"referee": {"first": "0" * 64, "key": "0" * 64, "n": 1}},
        )
        assert Session(GAME, GAME.new_board(charter)).run(Foreteller(seed, counts)).why == "over"
    landings, others = counts["behind a sea battle"], counts["others"]
    assert landings >= 2 * GAMES and landings + others >= 10 * GAMES, counts


def test_a_landing_behind_a_sea_battle_has_no_bombardment():
    fleet = "SZ25: us battleship*2, us destroyer, us transport(us marine); SZ35: japan transport"
    at, units = {"round": 3, "power": "us", "phase": "combat-movement"}, f"{fleet}; Ryukyu Islands: japan infantry"
    given = {"base": "empty", "at": at, "units": units}
    board, problems = cases.board_at(GAME, given)
    assert problems == []
    lines = "move 2 battleship, destroyer, transport(marine) sz25 -> sz35\nunload marine sz35 -> ryukyu-islands"
    ask, kind = Ask("combat-moves", "us"), GAME.kinds["combat-moves"]
    answer, problems = kind.settle(board, ask, parse_line(lines, GAME, "us", ["combat-moves"])[0]["value"])
    assert problems == []
    told = chance(GAME, board, ask, answer)
    assert told[1].endswith("attacker 40.0%, no one 20.0%."), told


def test_equal_ships_of_two_zones_bombard_together():
    zones = "; ".join(f"SZ{zone}: us battleship, us transport(us marine)" for zone in (36, 37))
    at, units = {"round": 3, "power": "us", "phase": "combat-movement"}, f"{zones}; Korea: japan infantry*2"
    board, ask = cases.board_at(GAME, {"base": "empty", "at": at, "units": units})[0], Ask("combat-moves", "us")
    item, _ = parse_line("unload marine sz36 -> korea\nunload marine sz37 -> korea", GAME, "us", ["combat-moves"])
    after = forecast.after_combat_moves(board, ask, GAME.kinds["combat-moves"].settle(board, ask, item["value"])[0])
    assert forecast.met(GAME, after, "korea")["bombard"] == {"battleship": 2}


def test_a_battle_is_reckoned_as_what_it_still_is():
    """Marines of a landing fight on with 2, and in Japan's first turn the defender hits with 1."""
    about = {"area": "guam", "round": 1, "kind": "land", "amphibious": True}
    given = {"base": "empty", "units": "Guam: us marine, japan infantry", "control": {"guam": "japan"}}
    board, _ = cases.board_at(GAME, {**given, "at": {"round": 3, "power": "us", "phase": "combat"}})
    [landed] = chance(GAME, board, Ask("press", "us", about=about), {"do": "fight"})
    [marched] = chance(GAME, board, Ask("press", "us", about={**about, "amphibious": False}), {"do": "fight"})
    assert "attacker 40.0%, no one 20.0%" in landed and "attacker 25.0%, no one 12.5%" in marched
    board, _ = cases.board_at(GAME, {**given, "at": {"round": 1, "power": "japan", "phase": "combat"}, "control": {}})
    [surprised] = chance(GAME, board, Ask("press", "japan", about={**about, "amphibious": False}), {"do": "fight"})
    assert "attacker 45.5%, no one 9.1%" in surprised
