"""Chapters 7 to 10 and 12 as sentences: every fact type, and the attack on Poland as it reads."""

from cataclysm_table import board, run, unit

from pbem.games.cataclysm.words import telling
from pbem.games.cataclysm.rules.deployment import deployment
from pbem.games.cataclysm.rules.operations import operation


def story(made, facts):
    say = telling.say(made)
    shown = [telling.words.fact(fact, say) for fact in facts]
    return [line["text"] if isinstance(line, dict) else line for line in shown if line]


def test_the_attack_on_poland_reads_like_a_story():
    made = board(
        "silesia: ge tank, ge army; east-prussia: ge air; poland: minor",
        cubes={"poland": "france", "czechoslovakia": "germany"},
        allies="france uk",
    )
    tank, army = unit(made, "silesia", "tank"), unit(made, "silesia", "army")
    play = {
        "act": "operation",
        "form": "land",
        "target": "poland",
        "units": [tank, army],
        "support": ["ge-air-1"],
    }
    facts = run(
        made,
        operation,
        "germany",
        play,
        dice=[[6, 6, 4], [3]],
        answers=[("regroup", "germany", {"moves": {army: "czechoslovakia", "ge-air-1": "silesia"}})],
    )
    lines = story(made, facts)
    assert lines[0].startswith(
        "Germany attacks Poland with a German tank army and a German army from Silesia. No units of France"
    )
    assert "so Poland defends itself." in lines[0]
    combat = next(line for line in lines if line.startswith("Land combat"))
    assert combat == (
        "Land combat in Poland. Germany, 3 dice (2, +1 air superiority [10.3]): 6 6 4, so 7."
        " Poland, 1 die (2, -1 armor superiority [10.4]): 3, so 3. Germany wins; 2 losses for Poland."
    )
    assert "Germany conquers Poland from France." in lines
    assert "2 losses where 1 could be taken: a triumph for Germany." in lines


def test_a_repulsed_surprise_attack_and_a_cancelled_one():
    made = board(
        "ruhr: ge army; bavaria: ge army; lorraine: fr army, fr fortress",
        commitment={"germany": "mobilization"},
    )
    play = {
        "act": "operation",
        "form": "land",
        "target": "lorraine",
        "units": ["ge-army-1"],
        "surprise": True,
    }
    facts = run(
        made,
        operation,
        "germany",
        play,
        dice=[[2, 1], [3, 1]],
        answers=[
            ("combat-reply", "germany", {"retreat": True, "to": {"ge-army-1": "ruhr"}}),
            ("regroup", "france", {"moves": {}}),
        ],
    )
    lines = story(made, facts)
    assert any("It is a surprise attack on France." in line for line in lines)
    assert "Germany declares a retreat and takes one fewer loss." in lines
    assert "Germany's attack on Lorraine is repulsed." in lines


def test_units_that_move_are_named_by_the_side_that_is_up():
    made = board("berlin: ge tank; ruhr: ge carrier; silesia: ge army")
    plan = {"act": "deploy", "moves": [{"unit": "ge-army-1", "to": "bavaria"}, {"unit": "ge-fleet-1", "to": "berlin"}]}
    facts = run(made, deployment, "germany", plan)
    assert story(made, facts) == [
        "The German tank army deploys from Berlin to Bavaria.",
        "The German carrier fleet deploys from the Ruhr to Berlin.",
    ]
