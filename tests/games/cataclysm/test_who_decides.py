"""Who decides: an ally's army, the order of equals, the coast of a ship; and published answers that give nothing away."""

import json

import pytest
from cataclysm_table import board, unit
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.games.cataclysm.rules.operations import operation
from pbem.games.cataclysm.rules.sequence import equals
from pbem.games.cataclysm.orders.kinds import KINDS
from tests.cli.tools import pbem

TOGETHER, APART = "3", "4-fascists"
ALLIES = {
    "pbem": "position/1",
    "title": "cataclysm",
    "id": "allies",
    "base": "empty",
    "at": {"scenario": "c1", "turn": "1939-40", "now": "play", "drawn": "germany/offensive"},
    "units": ["Bavaria: ge army", "Lombardy: it army", "Provence: fr army", "Berlin: ge-army-9", "Rome: it army"],
    "control": {"austria": ["germany"]},
    "set": {
        "germany.enemies": ["france"],
        "italy.enemies": ["france"],
        "fascist.alliance": ["germany", "italy"],
        "germany.commitment": "mobilization",
        "italy.commitment": "mobilization",
        "war-status": "limited",
        "counters.cup": ["crisis-1", "crisis-2", "crisis-3", "crisis-4"],
    },
}


def waiting(game):
    return [(row["power"], row["kind"]) for row in pbem("status", game, "--json").json["waiting"]]


def attack_with_the_ally(tmp_path, seats):
    """A German attack in which an Italian army takes part, sent by mail; the game file."""
    position, game = tmp_path / "allies.json", tmp_path / "g.json"
    position.write_text(json.dumps({**ALLIES, "units": [*ALLIES["units"], "Lombardy: ge army"]}))
    made = pbem("new", "cataclysm/C.1", "--position", position, "--seats", seats, "-o", game)
    assert made.code == 0, made.err
    seat = "fascists" if seats == TOGETHER else "germany"
    if not waiting(game):  # equals in different seats draw first for their order
        assert pbem("adjudicate", game, "-o", game).code == 0
    send(tmp_path, game, seat, "germany: operation land lombardy -> provence with army, italy army")
    return game


def send(folder, game, *mails):
    """Seats and their order lines by turns, as one mailbox each; adjudicated."""
    status = pbem("status", game, "--json").json
    paths = []
    for place, (seat, order) in enumerate(zip(mails[::2], mails[1::2])):
        paths.append(folder / f"mail-{status['entry']}-{place}.txt")
        paths[-1].write_text(f"game g\nseat {seat}\nentry {status['entry']}\nhead {status['head'][:32]}\n{order}\n")
    played = pbem("adjudicate", game, *paths, "-o", game)
    assert played.code == 0, played.err


def test_9_1_an_ally_in_another_seat_is_asked_for_its_army(tmp_path):
    assert waiting(attack_with_the_ally(tmp_path, APART)) == [("italy", "permit")]


def test_9_1_nobody_is_asked_where_one_seat_holds_both(tmp_path):
    assert ("italy", "permit") not in waiting(attack_with_the_ally(tmp_path, TOGETHER))


@pytest.mark.parametrize("form, answer", [("support", "yes"), ("land", "no"), ("naval", "no")])
def test_9_1_a_silent_ally_defends_and_does_not_attack(form, answer):
    from pbem.core.rules.requests import Ask

    ask = Ask("permit", "italy", options=["yes", "no"], about={"to": "germany", "units": [], "form": form})
    assert KINDS["permit"].default(None, ask) == answer


def test_3_1_the_lot_of_the_turn_orders_equals_and_no_others():
    made = board(commitment={"uk": "civilian", "france": "mobilization"}, options={"ties": "drawn"})
    assert made.effectiveness("uk") == made.effectiveness("france")
    assert made.in_order(["uk", "france"]) == ["france", "uk"] and equals(made) == ["france", "uk"]
    made.special["lots"] = {"turn": made.turn, "order": ["uk", "france"]}
    assert made.in_order(["france", "uk", "germany"]) == ["germany", "uk", "france"] and not equals(made)
    assert made.in_order(["france", "uk"], increasing=True) == ["uk", "france"]
    made.special["lots"]["turn"] = "another"
    assert made.in_order(["uk", "france"]) == ["france", "uk"] and equals(made) == ["france", "uk"]


TREATY = {
    "pbem": "position/1",
    "title": "cataclysm",
    "id": "treaty",
    "base": "empty",
    "at": {"scenario": "c1", "turn": "1939-40", "now": "play", "drawn": "uk/offensive"},
    "units": ["London: uk fleet", "Scotland: uk-fleet-2", "California: us-army-1", "Tokyo: jp fleet"],
    "set": {
        "uk.commitment": "total-war",
        "marker.washington-naval-treaty": "play",
        "uk.reserve": "army",
        "usa.reserve": "army",
        "counters.cup": ["crisis-1", "crisis-2", "crisis-3", "crisis-4"],
    },
}


def test_12_1_3_japan_ends_the_treaty_in_the_middle_of_a_british_offensive(tmp_path):
    """What is sent to a game that waits for the United Kingdom is heard before the military action that is sent with
    it, in the order that everybody who makes the game again comes to."""
    position, game = tmp_path / "treaty.json", tmp_path / "g.json"
    position.write_text(json.dumps(TREATY))
    made = pbem("new", "cataclysm/C.1", "--position", position, "-o", game)
    assert made.code == 0, made.err
    send(tmp_path, game, "democracies", "uk: deploy fleet london -> scotland")
    assert waiting(game) == [("uk", "military-action")]
    send(tmp_path, game, "democracies", "uk: deploy fleet scotland -> london", "fascists", "japan: end treaty")
    told = pbem("report", game).out
    assert told.index("The Washington Naval Treaty is over") < told.index("surface fleet deploys from Scotland")
    assert waiting(game) == [("uk", "military-action")]
    send(tmp_path, game, "democracies", "uk: forfeit")
    (tmp_path / "g.json.state").unlink(missing_ok=True)
    checked = pbem("verify", game)
    assert checked.code == 0, checked


def test_2_2_1_a_position_names_the_coast_of_a_ship(tmp_path):
    path = tmp_path / "p.json"
    path.write_text(json.dumps({**ALLIES, "units": ["Lombardy: it fleet"]}))
    refused = pbem("new", "cataclysm/C.1", "--position", path, "-o", tmp_path / "g.json")
    assert refused.code == 3 and "!adriatic or !tyrrhenian" in refused.err.replace("\n    ", " ")
    path.write_text(json.dumps({**ALLIES, "units": ["Lombardy: it fleet!adriatic"]}))
    assert pbem("new", "cataclysm/C.1", "--position", path, "-o", tmp_path / "g.json").code == 0


# -- published answers ---------------------------------------------------------------------------------------


class Absent:
    """A feed of given faces, in which everybody is away; `stand` makes the loser of the first combat stand."""

    def __init__(self, faces, stand=False):
        self.faces, self.stand = list(faces), stand

    def petition(self, made):
        return None

    def heard(self, *_):
        return None

    def roll(self, request):
        return [self.faces.pop(0) if self.faces else 4 for _ in range(request.of["count"])]

    def answer(self, made, ask):
        if ask.kind == "place-flag":
            return "cup"
        answer = KINDS[ask.kind].default(made, ask)
        if ask.kind == "combat-reply" and self.stand:
            answer = {"retreat": False, "losses": ask.about["allocations"][0], "to": {}}
        assert not KINDS[ask.kind].check(made, ask, answer)
        return answer


def fought(defenders, attackers, faces, stand):
    """Who controls Lorraine after a German attack in which everybody takes the published answers (or stands)."""
    from pbem.core.rules.engine import Session
    from pbem.core.title.game import Game
    from pbem.games.cataclysm import GAME

    stacks = f"lorraine: {defenders}; ruhr: {attackers}; paris: fr army; berlin: ge army"
    made = board(stacks, war=("germany", "france"), commitment={"germany": "mobilization"})
    units = [each for each in made.units_in("ruhr", "germany", "army")]
    play = {"act": "operation", "form": "land", "target": "lorraine", "units": units}
    steps = iter([("it", {})])
    procedures = {"it": lambda t: operation(t, "germany", play)}
    game = Game(**{**vars(GAME), "procedures": procedures, "next_procedure": lambda board: next(steps, None)})
    stop = Session(game, made).run(Absent(faces, stand))
    assert stop.why == "over", stop.asks
    return made.controller("lorraine")


DEFENDERS = [
    "fr army",
    "fr tank",
    "fr army, fr army",
    "fr tank, fr army",
    "fr army, fr fortress",
    "fr fortress",
    "fr tank, fr fortress",
    "fr army, fr air",
    "fr tank, fr air, fr air",
]
ATTACKERS = ["ge army", "ge tank", "ge army, ge army", "ge tank, ge army"]


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(DEFENDERS), st.sampled_from(ATTACKERS), st.lists(st.integers(1, 6), min_size=4, max_size=8))
def test_the_published_answer_of_a_combat_never_gives_up_an_area_that_standing_keeps(defenders, attackers, faces):
    if fought(defenders, attackers, faces, stand=True) == "france":
        assert fought(defenders, attackers, faces, stand=False) == "france"


def test_a_fortress_that_holds_is_not_given_up():
    """One loss for two units, and a retreat would leave the fortress behind."""
    assert fought("fr army, fr fortress", "ge army, ge army", [5, 4, 2, 2], stand=False) == "france"


def test_10_11_by_default_what_must_leave_goes_next_door_and_not_over_the_sea():
    made = board("paris: fr air, fr air", war=("germany", "france"))
    from pbem.games.cataclysm.rules.retreat import in_favour

    first = unit(made, "paris", "air")
    assert in_favour(made, first, ["london", "brittany", "lorraine"], "paris")[-1] == "london"


def test_10_8_the_minor_army_falls_before_an_army_that_costs_a_build():
    from pbem.games.cataclysm.rules.losses import allocations

    units = [("fr-army-1", "france", False), ("rumania-minor", "france", False)]
    assert allocations(units, 1, "france")[0] == ["rumania-minor"]
