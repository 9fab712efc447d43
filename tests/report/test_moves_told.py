"""What changed tells where units went, in every title: net, grouped by from and to, in names as they are printed."""

from pbem.core.record.charter import make
from pbem.core.rules.engine import fold
from pbem.core.title.game import load
from tests.contracts.titles import ANCHORS


def told(title, scenario, *facts):
    """The sentences on what is different after some facts at the start of a game."""
    game = load(title)
    charter = make(game, "moves", scenario, anchors=ANCHORS)
    before, after = game.new_board(charter), game.new_board(charter)
    fold(game, after, [{"rule": "1", **fact} for fact in facts])
    return game.telling.changes(before, after, game.telling.say(after))


def test_nothing_is_told_where_nothing_moved():
    assert not [told(title, scenario) for title, scenario in SCENARIOS if told(title, scenario)]


SCENARIOS = (("cataclysm", "c1"), ("pacific", "standard"), ("red-dragon", "ready"))


def cataclysm(unit, *way):
    """Facts of a unit that goes through areas one after the other."""
    row = {"type": "unit-moved", "power": "germany", "unit": unit, "coast": None, "why": "deployment"}
    return [{**row, "from": start, "to": end} for start, end in zip(way, way[1:])]


def test_cataclysm_tells_moves_losses_and_what_is_new():
    lost = {"type": "unit-destroyed", "why": "losses", "power": "germany", "unit": "ge-fleet-1", "area": "berlin"}
    new = {"type": "unit-placed", "power": "germany", "unit": "ge-army-3", "area": "ruhr", "coast": None}
    facts = [
        *cataclysm("ge-army-1", "berlin", "silesia", "ruhr"),
        *cataclysm("ge-army-2", "bavaria", "ruhr"),
        lost,
        new,
    ]
    assert told("cataclysm", "c1", *facts) == [
        "Lost in Berlin: a German surface fleet.",
        "New in the Ruhr: a German army.",
        "From Bavaria to the Ruhr: a German army.",
        "From Berlin to the Ruhr: a German army.",
    ]


def test_who_goes_and_comes_back_has_made_no_journey():
    assert told("cataclysm", "c1", *cataclysm("ge-army-1", "berlin", "silesia", "berlin")) == []


def pacific(start, end, **units):
    changes = [[f"japan/{type}", count, f"{type}+"] for type, count in units.items()]
    return {"type": "units-moved", "path": [start, end], "units": changes}


def test_pacific_tells_moves_and_where_it_cannot_know_each_place():
    assert told("pacific", "standard", pacific("formosa", "caroline-islands", fighter=2)) == [
        "From Formosa to Caroline Islands: 2 Japanese fighters."
    ]
    crossing = [
        pacific("formosa", "bonin-islands", fighter=1),
        pacific("caroline-islands", "french-indochina", fighter=1),
    ]
    assert told("pacific", "standard", *crossing) == [
        "Japanese fighters: Bonin Islands +1, Caroline Islands -1, Formosa -1 and French Indochina +1."
    ]


def test_red_dragon_tells_moves_and_what_is_eliminated():
    found = told(
        "red-dragon",
        "ready",
        {
            "type": "units-moved",
            "side": "allied",
            "units": ["us-sag-1"],
            "from": "east-china-sea",
            "to": "taiwan-strait",
        },
        {"type": "unit-eliminated", "unit": "us-sag-2", "why": "fire"},
    )
    assert found == [
        "Lost in the East China Sea: US SAG 2.",
        "From the East China Sea to the Taiwan Strait: US SAG 1.",
    ]
