"""How the political part is told: names with their articles, what belongs together in one sentence."""

import pytest

import pbem.games.cataclysm.views.component_checks  # noqa: F401  its sentences: loaded by few commands
from pbem.core.data.problems import Problem
from pbem.games.cataclysm.words import telling
from pbem.games.cataclysm.rules.setup import set_up
from pbem.report.build import told


@pytest.fixture(scope="module")
def game():
    from pbem.games.cataclysm import GAME

    return GAME


def story(game, procedure, *facts):
    """The heading and the sentences of a step with these facts."""
    board = set_up("c1", "2022")
    step = {"procedure": procedure, "args": {}, "facts": list(facts)}
    return [
        (part["heading"], [line["text"] for line in part["lines"]])
        for part in told(game, [(step, list(facts))], telling.say(board))
    ]


def gained(power, to="cup", **fields):
    why = {"why": "commitment", "by": "ussr", **fields}
    return {"type": "flag-gained", "rule": "5.2.2", "power": power, "to": to, **why}


def test_flags_for_one_reason_are_one_sentence(game):
    [(_, lines)] = story(game, "draw", gained("germany"), gained("uk"), gained("usa", why="crisis"))
    assert lines == [
        "Germany and the United Kingdom gain a flag each (provoked: the Soviet Union increases its commitment), "
        "into the cup.",
        "The United States gains a flag (by the event), into the cup.",
    ]
    [(_, lines)] = story(game, "draw", gained("germany", "reserve"), gained("italy"))
    assert lines[0].endswith("; Germany into reserve and Italy into the cup.")


def test_a_counter_is_told_by_its_heading_even_if_nothing_has_come_of_it_yet(game):
    drawn = {"type": "counter-drawn", "rule": "3.3", "number": 7, "counter": "it-il-duce-1", "power": "italy"}
    drawn["counter"] = next(id for id in set_up("c1", "2022").parts.counters if "il-duce" in id)
    assert story(game, "draw", drawn) == [("Counter 7: Il Duce flag", [])]


def test_what_a_power_builds_is_one_sentence_and_only_dear_things_have_a_price(game):
    def built(counter, cost, to="box"):
        return {"type": "unit-built", "rule": "4.6", "power": "uk", "counter": counter, "cost": cost, "to": to}

    facts = [
        built("uk-army-1", 1),
        built("uk-army-2", 1),
        built("uk-upgrade-tank-1", 2),
        built("uk-fortress-1", 1, "track:1935-36"),
    ]
    [(_, lines)] = story(game, "production", *facts)
    assert lines == [
        "The United Kingdom builds 2 armies and a tank upgrade (tank upgrade: 2 builds).",
        "The United Kingdom builds a fortress for the next turn.",
    ]


def test_a_check_tells_what_was_needed_where_it_fails(game):
    def checked(dice, score, passed):
        return {
            "type": "effectiveness-checked",
            "rule": "5.3",
            "power": "ussr",
            "what": "diplomacy",
            "area": "gansu",
            "dice": dice,
            "score": score,
            "passed": passed,
            "modifiers": [{"why": "resistance", "by": -1, "rule": "2.3.7"}],
        }

    [(_, lines)] = story(game, "draw", checked([2, 5], 4, False), checked([1, 6], 5, True))
    assert lines == [
        "The Soviet Union rolls 5 2, -1 resistance [2.3.7], so 4. It fails; 5 is needed.",
        "The Soviet Union rolls 6 1, -1 resistance [2.3.7], so 5. It passes.",
    ]


def test_a_collapse_is_no_level_like_others(game):
    def changed(before, now):
        return {"type": "stability-changed", "rule": "5.5", "power": "uk", "from": before, "to": now}

    [(_, lines)] = story(
        game, "draw", changed("steady", "wavering"), changed("unstable", "collapse"), changed("collapse", "wavering")
    )
    assert lines == [
        "The United Kingdom is now wavering, no longer steady.",
        "The United Kingdom's stability is gone.",
        "The United Kingdom begins again as wavering.",
    ]


def test_sudden_death_counts_who_is_left(game):
    counts = {"germany": 0, "ussr": 3, "uk": 2}
    emptied = {"type": "cup-emptied", "rule": "3.7.5", "counts": counts, "continues": True, "enough": ["ussr", "uk"]}
    [(_, lines)] = story(game, "draw", emptied)
    assert lines == [
        "Left in the cup: Soviet Union 3 and United Kingdom 2. The Soviet Union and the United Kingdom have "
        "enough, and the turn goes on."
    ]


def test_the_board_tells_what_is_in_force():
    board = set_up("c1", "2022")
    board.powers["france"]["failed"] = {"propaganda": 2}
    rows = dict(telling.tables(board, telling.say(board))[1]["rows"])
    assert "Status Quo" in rows["in force"] and "Trans-Siberian" not in rows["in force"]
    assert rows["posture"] == "Soviet Union: Military Reforms"
    assert rows["failed before"] == "France +2 to propaganda"


@pytest.mark.parametrize(
    "problem, text",
    [
        (
            Problem("ca-no-interest", power="ussr", area="maritime-territory"),
            "The Soviet Union has no interest in the Maritime Territory.",
        ),
        (
            Problem("ca-no-way", unit="su-air-1", area="MOSCOW", spot="lombardy/adriatic"),
            "The Soviet air force su-air-1 cannot get from Moscow to Lombardy (adriatic coast).",
        ),
        (
            Problem("ca-no-such-units", what="air", there=0, count=1),
            "There is no air force that you could use here.",
        ),
        (
            Problem("ca-war-targets-apart", targets="germany, ussr"),
            "Germany and the Soviet Union are not allied with each other.",
        ),
        (Problem("ca-data-capital", power="uk", areas="london"), "Capitals of uk: london. It has one."),
    ],
)
def test_messages_name_what_rules_know_by_id(problem, text):
    assert problem.text == text
