"""How players write military actions, replies, retreats and regroups, and what their lines come to."""

import pytest
from cataclysm_table import KINDS, board, unit

from pbem.core.language.errors import ParseError
from pbem.core.rules.requests import Ask
from pbem.core.orders.normalize import match_verb, verbs_of
from pbem.games.cataclysm import GAME
from pbem.games.cataclysm.rules.deployment import deployment_problems

VERBS = verbs_of(GAME)[0]


def read(made, ask, text):
    """``(settled answer, problems)`` of one order line."""
    kind = GAME.kinds[ask.kind]
    _, names, _ = match_verb(text, VERBS)
    assert ask.kind in names
    answer, problems = kind.settle(made, ask, kind.combine([kind.read(text, GAME.names)]))
    return answer, [problem.code for problem in problems or kind.check(made, ask, answer)]


def action(power, left=2, **about):
    return Ask("military-action", power, about={"left": left, "source": "offensive", **about})


def fall_weiss():
    return board(
        "silesia: ge tank, ge army; east-prussia: ge air; poland: minor; berlin: ge army",
        cubes={"poland": "france"},
    )


def test_the_order_of_the_attack_on_poland():
    made = fall_weiss()
    text = "operation land silesia -> poland with tank, army; support air east-prussia; augment 1"
    answer, problems = read(made, action("germany"), text)
    assert not problems
    assert answer == {
        "act": "operation",
        "form": "land",
        "target": "poland",
        "units": [unit(made, "silesia", "tank"), unit(made, "silesia", "army")],
        "support": ["ge-air-1"],
        "augment": 1,
    }


@pytest.mark.parametrize(
    "text, noted",
    [
        ("op land Silesia to Poland with 1 tank and army; support 1 air from East Prussia", []),
        ("attack land -> poland with ge-army-1, ge-army-2; support ge-air-1", []),
        ("operation land silesia -> poland with tank; from berlin with army", ["unsaid"]),
    ],
)
def test_other_ways_to_write_it(text, noted):
    answer, problems = read(fall_weiss(), action("germany"), text)
    assert problems == noted and answer["target"] == "poland" and len(answer["units"]) == 2


def test_what_is_not_there_is_told():
    made = fall_weiss()
    answer, problems = read(made, action("germany"), "operation land silesia -> poland with 2 tank")
    assert problems == ["ca-too-few-units"]
    answer, problems = read(made, action("germany"), "operation land berlin -> rumania with army")
    assert problems == ["ca-not-adjacent"]
    with pytest.raises(ParseError):
        read(made, action("germany"), "operation silesia -> poland with tank")
    with pytest.raises(ParseError):
        read(made, action("germany"), "operation land silesia -> poland with tank; hurry")


def test_allied_units_are_named_by_their_power():
    made = board(
        "bavaria: ge army, it army; lorraine: fr army",
        war=("germany italy", "france"),
        allies="germany italy",
    )
    text = "operation land bavaria -> lorraine with army, italian army"
    answer, problems = read(made, action("germany"), text)
    assert problems == ["picked"] and answer["units"] == ["ge-army-1", "it-army-1"]


def test_an_invasion_takes_its_only_path():
    made = board(
        "london: uk army; north-sea: uk fleet; benelux: ge army",
        war=("germany", "uk"),
        cubes={"benelux": "germany"},
    )
    answer, problems = read(made, action("uk"), "operation invasion london -> benelux with army")
    assert problems in ([], ["unsaid"]) and answer["path"] == ["north-sea"]


def test_deployments_with_coasts_and_withdrawals():
    made = board("rome: it fleet, it army; lombardy: it fortress")
    text = "deploy fleet rome -> lombardy adriatic; army rome -> lombardy; withdraw fortress lombardy"
    answer, problems = read(made, action("italy"), text)
    assert not problems
    assert [(move["unit"], move["to"]) for move in answer["moves"]] == [
        ("it-fleet-1", "lombardy/adriatic"),
        ("it-army-1", "lombardy"),
        ("it-fortress-1", "cup"),
    ]


def reply_ask(made, **about):
    from pbem.core.language.decision import Decision

    assert isinstance(KINDS["combat-reply"], Decision)
    told = {
        "combat": "land",
        "area": "lorraine",
        "side": "defence",
        "losses": 2,
        "may_retreat": True,
        "leaves": False,
        "keeps": False,
        "allocations": [["fr-army-1", "fr-army-2"], ["fr-army-1", "fr-army-1"]],
        "retreating": [["fr-army-1"]],
        "to": {"fr-army-1": ["paris", "provence"], "fr-army-2": ["paris", "provence"]},
    }
    return Ask("combat-reply", "france", about={**told, **about})


def test_a_combat_reply_in_one_line():
    made = board("lorraine: fr tank, fr army", war=("germany", "france"))
    answer, problems = read(made, reply_ask(made), "retreat; losses tank; tank -> paris; army -> provence")
    # the tank army is an army again once it has taken the loss, and both go where they are sent
    assert not problems
    assert answer == {
        "retreat": True,
        "losses": ["fr-army-1"],
        "to": {"fr-army-1": "paris", "fr-army-2": "provence"},
    }
    answer, problems = read(made, reply_ask(made), "stand; losses tank, army")
    assert not problems and answer == {"retreat": False, "losses": ["fr-army-1", "fr-army-2"], "to": {}}
    answer, problems = read(made, reply_ask(made), "stand; losses army")
    assert problems


def test_a_reply_without_details_takes_the_published_ones():
    made = board("lorraine: fr tank, fr army", war=("germany", "france"))
    answer, problems = read(made, reply_ask(made), "stand")
    assert not problems and answer["losses"] == ["fr-army-1", "fr-army-2"]
    answer, problems = read(made, reply_ask(made), "retreat")
    assert not problems and answer["to"] == {}  # where they go is asked, for nobody has said it


def test_the_default_reply_stands_where_that_keeps_the_area_or_a_retreat_saves_nothing():
    made = board("lorraine: fr tank, fr army", war=("germany", "france"))
    kind = KINDS["combat-reply"]
    assert kind.default(made, reply_ask(made))["retreat"] is True
    light = reply_ask(made, losses=1, allocations=[["fr-army-1"]], retreating=[[]], keeps=True)
    assert kind.default(made, light) == {"retreat": False, "losses": ["fr-army-1"], "to": {}}
    cornered = reply_ask(made, to={"fr-army-1": [], "fr-army-2": []})
    assert kind.default(made, cornered)["retreat"] is False


def test_a_regroup_in_one_line():
    made = board("poland: ge army, ge air", cubes={"poland": "germany", "czechoslovakia": "germany"})
    made.operation_if_any = {"origins": {}, "extended": [], "target": "poland"}
    about = {
        "area": "poland",
        "to": {"ge-army-1": ["berlin", "czechoslovakia"], "ge-air-1": ["silesia"]},
        "later": [],
    }
    ask = Ask("regroup", "germany", about=about)
    answer, problems = read(made, ask, "regroup army -> czechoslovakia; air -> silesia")
    assert not problems and answer["moves"] == {"ge-air-1": "silesia", "ge-army-1": "czechoslovakia"}
    assert read(made, ask, "no regroup") == ({"moves": {}}, [])
    assert read(made, ask, "regroup air -> rome")[1] == ["ca-not-there"]


def test_examples_of_a_deployment_name_no_move_twice():
    made = board("lombardy: it army, it army; sicily: it army")
    shown = KINDS["deploy"].examples(made, Ask("deploy", "italy", about={"source": "home-front"}))
    assert len(shown) > 2 and shown[0]["moves"] == []
    assert all(plan not in shown[:place] for place, plan in enumerate(shown))


def test_a_unit_is_placed_where_there_is_room_by_default():
    kind, about = GAME.kinds["play-unit"], {"counter": "ge-army-3", "source": "drawn", "reserve": None}
    ask = Ask("play-unit", "germany", about=about)
    first = kind.default(board("lombardy: it army"), ask)["area"]
    made = board(f"{first}: ge army, ge army")
    default = kind.default(made, ask)
    assert default["area"] != first and "deploy" not in default and kind.examples(made, ask)[0] == default


def test_a_unit_placed_over_the_limit_moves_on_by_default():
    """3.7.2, 7.1 The first spot that has room; without a deployment the answer is refused."""
    made = board("lombardy: it army, it army")
    kind, about = GAME.kinds["play-unit"], {"counter": "it-army-3", "source": "drawn", "reserve": None}
    ask = Ask("play-unit", "italy", about=about)
    plans = [plan for plan in kind.plays(made, ask) if plan["area"] == "lombardy"]
    assert [len(plan["deploy"]["moves"]) for plan in plans] == [1]
    assert kind.check(made, ask, plans[0]) == []
    assert [problem.code for problem in kind.check(made, ask, {"act": "place", "area": "lombardy"})] == [
        "ca-no-room-to-stay"
    ]
    assert kind.check(made, ask, {"act": "place", "area": "lombardy", "deploy": {"act": "deploy", "moves": []}}) == []


def test_8_4_where_a_unit_stands_is_not_offered_as_a_way():
    made = board("moscow: su army")
    unit = made.units_in("moscow")[0]
    [problem] = deployment_problems(made, "ussr", [{"unit": unit, "to": "berlin"}])
    assert "Smolensk" in problem.hint and "Moscow" not in problem.hint
