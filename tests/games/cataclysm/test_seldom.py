"""What random play seldom or never meets in C.2 (census.py names it): played here, in the format of cases."""

import pytest

from pbem.core.bench import cases
from pbem.core.title.game import load
from pbem.core.rules.requests import Ask

SELDOM = [
    {
        "id": "aid-spent",
        "rules": ["9.7.1"],
        "editions": ["2022", "2018"],
        "given": {
            "base": "empty",
            "at": {"turn": "1939-40", "now": "play", "drawn": "germany/offensive"},
            "units": "Portugal: ge army",
            "control": {"portugal": ["germany"]},
            "set": {
                "spain.civil-war": True,
                "aid.spain.left": ["germany", "france"],
                "aid.spain.right": ["italy"],
                "germany.commitment": "rearmament",
            },
        },
        "play": [{"germany": "operation land portugal -> spain with army"}, {"germany": "no regroup"}],
        "dice": {"combat/land/attack": [6, 5], "combat/land/defence": [2, 1]},
        "expect": {"facts": [{"type": "aid-spent", "area": "spain"}], "board": {"spain.control": ["germany"]}},
    },
    {
        "id": "take-over",
        "rules": ["5.5.4"],
        "editions": ["2022", "2018"],
        "given": {
            "base": "empty",
            "at": {"turn": "1941-42", "now": "draw"},
            "units": "Provence: uk army",
            "set": {
                "counters.cup": ["fr-home-front"],
                "france.stability": "unstable",
                "france.commitment": "mobilization",
                "uk.commitment": "mobilization",
                "democratic.alliance": ["france", "uk"],
                "wars": ["france, uk against germany"],
                "war-status": "limited",
            },
        },
        "play": [{"uk": "take over take"}],
        "dice": {
            "draw/1941-42": ["fr-home-front"],
            "check/stability/france": [2, 1],
            "collapse/france": [1],
            "check/stability/uk": [6, 6, 6],
            "check/opportunity/uk": [1, 1, 1] * 3,
        },
        "expect": {
            "board": {"provence.control": ["uk"]},
            "facts": [{"type": "control-changed", "area": "provence", "power": "uk", "why": "taken-over"}],
        },
    },
    {
        "id": "aid-side",
        "rules": ["11.1"],
        "editions": ["2022"],
        "given": {
            "base": "c2",
            "at": {"now": "draw"},
            "clear": ["units"],
            "set": {
                "counters.cup": ["crisis-1"],
                "yugoslavia.influence": True,
                "influence.yugoslavia": ["italy"],
                "yugoslavia.cubes": [],
            },
        },
        "play": [{"italy": "assign aid right"}],
        "dice": {"draw/1937-38": ["crisis-1"], "crisis/event/1937-38": [5, 4], "crisis/area/1937-38": [5, 2]},
        "expect": {"board": {"aid yugoslavia right": ["italy"], "yugoslavia.civil-war": True}},
    },
    {
        "id": "permission-refused",
        "rules": ["9.1", "10.2"],
        "editions": ["2022", "2018"],
        "given": {
            "base": "empty",
            "at": {"turn": "1939-40", "now": "play", "drawn": "germany/offensive"},
            "units": "Ruhr: ge army, it air",
            "set": {
                "permit.italy.germany": "ask",
                "fascist.alliance": ["germany", "italy"],
                "wars": ["france against germany, italy"],
                "war-status": "limited",
                "germany.commitment": "rearmament",
            },
        },
        "play": [
            {"germany": "operation land ruhr -> lorraine with army; support it air ruhr"},
            {"italy": "permit no"},
            {"germany": "no regroup"},
        ],
        "dice": {"combat/land/attack": [6, 6], "combat/land/defence": [1], "check/stability/france": [6]},
        "expect": {
            "facts": [{"type": "permission-refused", "power": "italy", "to": "germany"}],
            "board": {"lorraine.control": ["germany"]},
        },
    },
    {
        "id": "operation-left",
        "rules": ["9.8", "6.1.3"],
        "editions": ["2022"],
        "given": {
            "base": "empty",
            "at": {"turn": "1939-40", "now": "play", "drawn": "germany/offensive"},
            "units": "Ruhr: ge army, it army",
            "set": {
                "fascist.alliance": ["germany", "italy"],
                "wars": ["ussr against germany, italy"],
                "war-status": "limited",
                "germany.commitment": "mobilization",
                "italy.commitment": "rearmament",
            },
        },
        "play": [
            {"germany": "operation land ruhr -> lorraine with ge army, it army; surprise"},
            {"germany": "no regroup"},
            {"germany": "pass"},
        ],
        "dice": {"combat/land/attack": [6, 6], "combat/land/defence": [1], "check/stability/france": [6]},
        "expect": {"facts": [{"type": "operation-left", "power": "germany"}]},
    },
    {
        "id": "declaration-cancelled",
        "rules": ["6.2"],
        "editions": ["2018"],
        "given": {
            "base": "empty",
            "at": {"turn": "1939-40", "now": "play", "drawn": "france/flag"},
            "set": {"france.commitment": "mobilization", "france.failed": ["declare-war"]},
        },
        "play": [{"france": "declare war on germany"}],
        "dice": {"check/declare-war/france": [5, 1]},
        "expect": {
            "facts": [{"type": "declaration-cancelled", "power": "france"}],
            "board": {"wars": [], "war-status": "peace", "germany.reserve": None},
        },
    },
]


def test_influence_leaves_with_the_diplomacy_that_it_helped():
    case = {
        "id": "influence-removed",
        "rules": ["6.3", "2.2.4"],
        "editions": ["2022", "2018"],
        "given": {
            "base": "empty",
            "at": {"turn": "1939-40", "now": "play", "drawn": "italy/flag"},
            "set": {"yugoslavia.influence": True, "influence.yugoslavia": ["italy"]},
        },
        "play": [{"italy": "diplomacy yugoslavia"}],
        "dice": {"check/diplomacy/italy": [5]},
        "expect": {
            "facts": [{"type": "influence-removed", "area": "yugoslavia"}],
            "board": {"yugoslavia.control": ["italy"]},
        },
    }
    result = cases.run(case, load("cataclysm"))
    assert result.ok, "\n".join(result.failures)


@pytest.mark.parametrize("case", SELDOM, ids=[case["id"] for case in SELDOM])
def test_seldom(case):
    result = cases.run(case, load("cataclysm"))
    assert result.ok, "\n".join(result.failures)


@pytest.mark.parametrize(("action", "allowed"), [("any", ["propaganda", "maneuvers"]), ("maneuvers", ["maneuvers"])])
def test_a_free_political_action_is_the_one_that_the_event_names(action, allowed):
    game = load("cataclysm")
    charter = {"scenario": "c1", "edition": "2018", "options": {}}
    board = game.new_board(charter)
    kind = game.kinds["free-action"]
    ask = Ask("free-action", "usa", about={"event": "An event", "action": action})
    for act in ("propaganda", "maneuvers"):
        assert (kind.check(board, ask, {"act": act}) == []) == (act in allowed)
    assert kind.check(board, ask, kind.default(board, ask)) == []
    assert [problem.code for problem in kind.check(board, ask, {"act": "reserve"})] == ["answer-shape-of"]
