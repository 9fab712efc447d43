"""A battle that goes on is told with the odds of the position as it stands, what is to be taken counted."""

import re
from collections import Counter

import pytest

from pbem.core.bench import cases
from pbem.core.rules.engine import Session
from pbem.games.pacific.rules import land, sea
from pbem.games.pacific.rules.casualties import can_be_hurt, hurt_token
from pbem.games.pacific.rules.rounds import tally
from pbem.games.pacific.words.shares import shares
from tests.contracts.titles import CONTRACTS, SettledFeed


class Asked(SettledFeed):
    """Random answers; what stood when losses were asked for, or whether to fight on: ``(ask, line told, odds)``."""

    def sample(self, board, ask):
        facts = [fact for step in (*self.session.closed, self.session.step) for fact in step["facts"]]
        if ask.kind in ("losses", "press") and self.game.telling.begun_at(facts) is not None:
            told = next(iter(self.game.telling.under_way(facts, self.game.telling.say(board), ())))
            self.seen.append((ask, told, self.odds(board, ask, facts)))
        return super().sample(board, ask)

    def odds(self, board, ask, facts):
        """How often the attacker wins from here, whose losses are taken by the published default."""
        area = ask.about["area"]
        is_sea, is_his = board.parts.areas[area].is_sea, ask.about.get("side") == "attack"
        ours = Counter(tally((sea if is_sea else land).attackers(board, area)))
        for token, hits in self.game.kinds["losses"].published(board, ask).items() if is_his else ():
            ours[token] -= hits
            ours.update({hurt_token(token): hits} if can_be_hurt(token) else {})
        held = sea.defenders(board, area) if is_sea else board.defenders(area, board.enemy)
        began = next(fact for fact in facts[::-1] if fact["type"] == "forces-met")
        more = {key: began[key] for key in ("amphibious", "surprise") if key in began}
        met = {"area": area, "attackers": dict(+ours), "defenders": tally(held), **more}
        return shares(board.parts, met) if +ours and held else None


@pytest.mark.parametrize("contract", [one for one in CONTRACTS if one.title == "pacific"], ids=repr)
def test_the_odds_of_a_battle_that_goes_on_are_those_of_the_position(contract):
    """With the attacker's losses taken, where he is asked; none where the defender is, who still fires."""
    feed, found = Asked(contract.game, "odds", 150), Counter[str]()
    session = feed.session = Session(contract.game, contract.game.new_board(contract.charter))
    feed.seen = []
    session.run(feed)
    for ask, told, odds in feed.seen:
        side = ask.about.get("side", "")
        if side == "defence":
            assert " wins " not in told and re.search(" still to take[;)]", told), told
        elif odds:
            assert re.search(f" wins {re.escape(odds[0])}[;)]", told), (told, odds)
        else:
            assert " wins " not in told, told
        found[side] += bool(odds)
    assert {*found} == {"attack", "defence", ""}


def test_who_has_entered_a_land_that_nobody_defends_is_told():
    game = next(one.game for one in CONTRACTS if one.title == "pacific")
    at, units = {"round": 3, "power": "uk", "phase": "combat"}, "Siam: uk infantry; Malaya: uk infantry"
    board = cases.board_at(game, {"base": "empty", "at": at, "units": units, "control": {"siam": "japan"}})[0]
    told = [*game.telling.under_way([], game.telling.say(board), ())]
    assert told == ["The United Kingdom stands in Siam, undefended."]
