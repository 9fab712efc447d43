"""8 Military actions, 9.1 to 9.8 operations: what is legal, what it costs, what it provokes."""

import pytest
from cataclysm_table import KINDS, board, of_type, only, run, unit

from pbem.core.rules.requests import Ask
from pbem.games.cataclysm.rules.actions import action_problems
from pbem.games.cataclysm.rules.military import military_actions
from pbem.games.cataclysm.rules.operations import operation
from pbem.games.cataclysm.rules.declaration import after_declaration
from pbem.games.cataclysm.rules.possible_operations import possible_against

EDITIONS = ["2018", "2022"]


def op(form, target, units, **more):
    return {"act": "operation", "form": form, "target": target, "units": units, **more}


def wrong(made, power, play, left=1, **more):
    """``[(code, rule)]`` of what is wrong with a play."""
    return [(problem.code, problem.rule) for problem in action_problems(made, power, play, left, **more)]


# -- 8.1 to 8.5 ----------------------------------------------------------------------------------------------


def test_8_1_actions_one_after_the_other_and_the_rest_is_forfeited():
    """EX-8.1-1: the Soviet Union at total war has three."""
    made = board("moscow: su army, su army; volga: su army", commitment={"ussr": "total-war"})
    assert made.column("ussr")["militaryActionsPerOffensive"] == 3
    deploy = {"act": "deploy", "moves": [{"unit": unit(made, "volga", "army"), "to": "ukraine"}]}
    facts = run(
        made,
        military_actions,
        "ussr",
        3,
        "offensive",
        first=deploy,
        answers=[
            ("military-action", "ussr", deploy | {"moves": [{"unit": "su-army-1", "to": "volga"}]}),
            ("military-action", "ussr", {"act": "forfeit"}),
        ],
    )
    assert only(facts, "actions-begun")["left"] == 3 and only(facts, "actions-ended")["forfeited"] == 1
    assert made.offensive_if_any is None


def test_8_1_an_action_named_in_advance_that_has_become_impossible_is_asked_for_again():
    made = board("berlin: ge army")
    gone = op("land", "poland", ["ge-army-7"])
    run(
        made,
        military_actions,
        "germany",
        1,
        "maneuvers",
        first=gone,
        answers=[("military-action", "germany", {"act": "forfeit"})],
    )


def test_8_2_two_augmentations_give_plus_two():
    """EX-8.2-1: three actions, one operation augmented twice."""
    made = board(
        "silesia: ge army, ge army; poland: minor",
        cubes={"poland": "france"},
        commitment={"germany": "total-war"},
    )
    play = op("land", "poland", ["ge-army-1"], augment=2)
    assert not wrong(made, "germany", play, 3) and wrong(made, "germany", play, 2) == [("ca-actions", "8.2")]
    facts = run(
        made,
        military_actions,
        "germany",
        3,
        "offensive",
        first=play,
        dice=[[3, 1], [2, 1]],
        answers=[("regroup", "germany", {"moves": {}})],
    )
    rolled = only(facts, "combat-rolled")
    assert rolled["attack"]["score"] == 5 and rolled["attack"]["modifiers"] == [
        {"why": "augmentation", "by": 2, "rule": "8.2"}
    ]
    assert only(facts, "actions-spent")["count"] == 3


@pytest.mark.parametrize("edition, reserved", [("2018", True), ("2022", False)])
def test_8_3_builds_go_to_the_cup_and_in_2018_one_to_the_reserve(edition, reserved):
    """SW-8.3."""
    made = board("", edition, war=("germany", "france"), commitment={"germany": "mobilization"})
    made.place.update({"ge-army-1": "available", "ge-fleet-1": "available"})
    made.version += 1
    assert not wrong(made, "germany", {"act": "build", "names": ["army"]})
    assert wrong(made, "germany", {"act": "build", "names": ["fleet"]}) == [("ca-actions", "8.3")]
    play = {"act": "build", "names": ["army"], "reserve": "army"}
    assert (wrong(made, "germany", play) == []) == reserved
    if reserved:
        run(made, military_actions, "germany", 1, "offensive", first=play)
        assert made.at("ge-army-1") == "reserve"
    else:
        run(made, military_actions, "germany", 2, "offensive", first={"act": "build", "names": ["fleet"]})
        assert made.at("ge-fleet-1").startswith("track:")


def test_8_3_only_a_belligerent_builds():
    made = board()
    made.place["ge-army-1"] = "available"
    assert wrong(made, "germany", {"act": "build", "names": ["army"]}) == [("ca-not-belligerent", "8.3")]


@pytest.mark.parametrize("edition", EDITIONS)
def test_8_4_2_what_deployed_cannot_attack_but_support(edition):
    """EX-8.4.2-1: the army and two air forces come to Poland; then the tank army attacks Ukraine with their
    support."""
    made = board(
        "berlin: ge army, ge air, ge air; poland: ge tank; ukraine: su army; volga: su army",
        edition,
        cubes={"poland": "germany"},
        war=("germany", "ussr"),
    )
    moves = [{"unit": each, "to": "poland"} for each in ("ge-army-1", "ge-air-1", "ge-air-2")]
    seen = {}

    def check_then(t, *args, **kwargs):
        made.offensive_if_any = {"power": "germany", "source": "offensive", "left": 1, "deployed": []}
        yield from _deploy(t, made, moves)
        for name in ("tank", "army"):
            plays = [
                op("land", "ukraine", [unit(made, "poland", name)], support=[air]) for air in ("ge-air-1", "ge-air-2")
            ]
            seen[name] = [wrong(made, "germany", play) for play in plays]

    run(made, check_then)
    # Ukraine is restricted terrain in the component data, so that one air force at a time fits (7.1.3)
    assert seen["tank"] == [[], []] and seen["army"] == [[("ca-deployed", "8.4.2")]] * 2


def _deploy(t, made, moves):
    from pbem.games.cataclysm.rules.deployment import deployment

    yield from deployment(t, "germany", {"act": "deploy", "moves": moves})


@pytest.mark.parametrize("edition", EDITIONS)
def test_8_5_intervention_needs_a_line_and_one_faction(edition):
    made = board("", edition)
    made.civil_wars = ["spain"]
    made.version += 1
    assert not wrong(made, "france", {"act": "intervene", "area": "spain", "side": "left"})
    made.place["fr-offensive-1"] = "aid:spain:right"
    made.version += 1
    assert wrong(made, "france", {"act": "intervene", "area": "spain", "side": "left"}) == [
        ("ca-other-faction", "11.2.1")
    ]
    assert not wrong(made, "france", {"act": "intervene", "area": "spain", "side": "right"})
    assert wrong(made, "france", {"act": "intervene", "area": "poland", "side": "left"}) == [("ca-no-civil-war", "8.5")]


def test_6_2_after_a_declaration_only_an_operation_that_hits_its_target():
    made = board(
        "ruhr: ge army; lorraine: fr army; bavaria: ge army",
        war=("germany", "france"),
        commitment={"germany": "mobilization"},
    )
    about = {"targets": ["france"]}
    assert wrong(made, "germany", {"act": "forfeit"}, **about) == [("ca-only-operation", "6.2")]
    assert not wrong(made, "germany", op("land", "lorraine", ["ge-army-1"]), **about)
    assert wrong(made, "germany", op("land", "benelux", ["ge-army-1"]), **about) == [("ca-declared-on", "6.2")]
    both = op("land", "lorraine", ["ge-army-1", "ge-army-2"])
    assert wrong(made, "germany", both, **about) == [("ca-actions", "9.1")]


def test_6_2_possible_against_looks_for_one_action():
    made = board("ruhr: ge army; lorraine: fr army; london: uk army", commitment={"germany": "mobilization"})
    declared = {target: after_declaration(made, "germany", [target]) for target in ("france", "uk")}
    assert possible_against(declared["france"], "germany", ["france"])
    assert not possible_against(declared["uk"], "germany", ["uk"])
    assert made.war_status == "peace" and not made.wars


# -- 9.1 -----------------------------------------------------------------------------------------------------


def test_9_7_garrisoned_countries_only_of_enemies_and_democracies_only_at_war():
    made = board("silesia: ge army; poland: fr army; lorraine: fr army", cubes={"poland": "france"})
    assert wrong(made, "germany", op("land", "poland", ["ge-army-1"])) == [("ca-no-target", "9.1")]
    assert wrong(made, "france", op("land", "benelux", ["fr-army-2"])) == [("ca-no-target", "9.7")]
    made = board("lorraine: fr army", war=("germany", "france"))
    assert not wrong(made, "france", op("land", "benelux", ["fr-army-1"]))


@pytest.mark.parametrize("edition", EDITIONS)
def test_9_7_a_democracy_checks_before_it_attacks_a_country(edition):
    made = board("lorraine: fr army; benelux: minor", edition, war=("germany", "france"))
    facts = run(made, operation, "france", op("land", "benelux", ["fr-army-1"]), dice=[("check/attack/france", [4])])
    assert only(facts, "operation-cancelled")["why"] == "check-failed" and not of_type(facts, "flag-gained")
    assert made.at("fr-army-1") == "lorraine" and made.operation_if_any is None


@pytest.mark.parametrize("edition", EDITIONS)
def test_9_7_the_flags_of_an_attack_on_poland(edition):
    """EX-9.7-1: France for control, the United Kingdom as its ally, the Soviet Union next door; no war."""
    made = board("silesia: ge army; poland: minor", edition, cubes={"poland": "france"}, allies="france uk")
    facts = run(
        made,
        operation,
        "germany",
        op("land", "poland", ["ge-army-1"]),
        dice=[[3, 2], [5, 1]],
        answers=[("combat-reply", "germany", {"retreat": True})],
    )
    assert sorted(fact["power"] for fact in of_type(facts, "flag-gained")) == ["france", "uk", "ussr"]
    assert not made.wars and only(facts, "operation-declared")["defender"] is None
    assert not of_type(facts, "opportunity-opened")  # 9.7.2: a controlled country brings none


@pytest.mark.parametrize("edition", EDITIONS)
def test_9_7_2_a_failed_attack_on_an_uncontrolled_country_is_an_opportunity(edition):
    made = board("silesia: ge army; poland: minor", edition, war=("germany", "france"))
    facts = run(
        made,
        operation,
        "germany",
        op("land", "poland", ["ge-army-1"]),
        dice=[[3, 2], [5, 1], ("check/opportunity/france", [5])],
        answers=[("combat-reply", "germany", {"retreat": True})],
    )
    assert made.controller("poland") == "france"
    assert only(facts, "opportunity-opened")["powers"] == ["france"]


# -- 9.3.2, 9.4, 9.5 -----------------------------------------------------------------------------------------


def channel():
    return board(
        "london: uk army; scotland: uk army; north-sea: uk fleet; benelux: ge army; ruhr: ge fleet",
        war=("germany", "uk"),
        cubes={"benelux": "germany"},
    )


def test_9_3_2_an_invasion_takes_two_actions_and_a_path_with_fleets():
    made = channel()
    play = op("invasion", "benelux", ["uk-army-1"], path=["north-sea"])
    assert not wrong(made, "uk", play, 2) and wrong(made, "uk", play, 1) == [("ca-actions", "9.3.2")]
    assert wrong(made, "uk", {**play, "path": ["western-approaches"]}, 2) == [("ca-path", "9.3.2")]
    assert ("ca-not-activated", "9.3.2") in wrong(made, "uk", {**play, "units": ["uk-army-1", "uk-army-2"]}, 3)


@pytest.mark.parametrize("edition", EDITIONS)
def test_9_3_2_an_invasion_at_extended_range_and_its_retreat(edition):
    """+1 for the defender, -1 for two sea areas; the force goes back where it came from."""
    made = board(
        "london: uk army; scotland: uk army; north-sea: uk fleet; norwegian-sea: uk fleet; norway: ge army",
        edition,
        war=("germany", "uk"),
        cubes={"norway": "germany"},
    )
    play = op("invasion", "norway", ["uk-army-1"], path=["north-sea", "norwegian-sea"])
    assert wrong(made, "uk", play, 2) == []
    facts = run(
        made,
        operation,
        "uk",
        play,
        dice=[[4, 2], [4, 1]],
        answers=[("combat-reply", "uk", {"retreat": True})],
    )
    rolled = only(facts, "combat-rolled")
    assert [each["why"] for each in rolled["attack"]["modifiers"]] == ["extended-invasion"]
    assert [each["why"] for each in rolled["defence"]["modifiers"]] == ["limited-supply", "adverse-terrain"]
    assert made.at("uk-army-1") == "london"


@pytest.mark.parametrize("edition, by", [("2018", []), ("2022", ["naval-infantry"])])
def test_12_1_3_naval_infantry(edition, by):
    """SW-12.1.3."""
    made = board("tokyo: jp army; east-china-sea: jp fleet; shaanxi: jp army", edition, war=("japan", "uk"))
    made.operation_if_any = {"power": "japan", "form": "invasion", "defender": "uk"}
    from pbem.games.cataclysm.rules.special_rules import combat_modifiers

    assert [each["why"] for each in combat_modifiers(made, "attack", "land")] == by
    assert combat_modifiers(made, "attack", "air") == [] and combat_modifiers(made, "defence", "land") == []


def test_9_4_1_fleets_on_patrol_and_submarines_are_not_activated():
    made = board("norwegian-sea: uk fleet; scotland: uk submarine; north-sea: ge fleet", war=("germany", "uk"))
    assert wrong(made, "uk", op("naval", "north-sea", ["uk-fleet-1"])) == [("ca-not-activated", "9.4.1")]
    assert wrong(made, "uk", op("naval", "north-sea", ["uk-submarine-1"])) == [("ca-not-activated", "9.4.1")]


@pytest.mark.parametrize("edition", EDITIONS)
def test_9_4_2_an_undefended_base_falls_without_a_roll(edition):
    """Germany takes unowned Iceland from a Norwegian port; the base is German then."""
    made = board("norway: ge fleet", edition, cubes={"norway": "germany"}, war=("germany", "uk"))
    play = op("base", "iceland", ["ge-fleet-1"])
    assert wrong(made, "germany", play) == []
    facts = run(made, operation, "germany", play, answers=[("regroup", "germany", {"moves": {}})])
    assert made.base_owner("iceland") == "germany" and made.at("ge-fleet-1") == "iceland"
    assert only(facts, "combat-unopposed")["power"] == "germany" and not of_type(facts, "combat-rolled")


def test_9_4_2_gibraltar_is_removed_and_not_captured():
    made = board(
        "western-mediterranean: it fleet; lombardy: it fleet tyrrhenian; sicily: it fleet",
        war=("italy", "uk"),
        cubes={"north-africa": "italy"},
    )
    made.bases["spain"] = "uk"
    made.place["it-fleet-3"] = "north-africa"
    made.version += 1
    play = op("base", "spain", ["it-fleet-3"])
    assert wrong(made, "italy", play) == []
    run(made, operation, "italy", play)
    assert made.base_owner("spain") is None and made.at("it-fleet-3") == "north-africa"


@pytest.mark.parametrize("edition", EDITIONS)
def test_9_5_2_bombing_damages_a_resource_and_destroys_a_limited_one(edition):
    made = board("london: uk strategic", edition, war=("germany", "uk"), cubes={"benelux": "germany"})
    play = op("bombing", "ruhr", ["uk-air-1"])
    assert wrong(made, "uk", play) == []
    facts = run(
        made,
        operation,
        "uk",
        play,
        dice=[[5, 4], ("combat/air/defence", [2])],
        answers=[("regroup", "uk", {"moves": {"uk-air-1": "london"}})],
    )
    assert made.damage == {"ruhr": 1} and only(facts, "resource-damaged")["area"] == "ruhr"
    assert wrong(made, "uk", play) == []  # a damaged resource is a resource still
    made.limited = ["ruhr"]
    run(
        made,
        operation,
        "uk",
        play,
        dice=[[5, 4], [2]],
        answers=[("regroup", "uk", {"moves": {"uk-air-1": "london"}})],
    )
    assert made.limited == []


def test_9_5_2_the_guns_may_drive_bombers_off():
    made = board("london: uk strategic", war=("germany", "uk"))
    facts = run(
        made,
        operation,
        "uk",
        op("bombing", "ruhr", ["uk-air-1"]),
        dice=[[2, 1], [3]],
        answers=[("combat-reply", "uk", {"retreat": False, "to": {"uk-air-1": "london"}})],
    )
    assert only(facts, "unit-reduced") and made.at("uk-air-1") == "london" and only(facts, "bombing-missed")


# -- 9.8 -----------------------------------------------------------------------------------------------------


def hawaii(edition="2022", **how):
    return board(
        "carolines: jp fleet; hawaii: us fleet; california: us fleet",
        edition,
        commitment={"japan": how.pop("level", "mobilization")},
        **how,
    )


def test_9_8_must_be_meant_and_allowed():
    made = hawaii()
    quiet = op("naval", "hawaii", ["jp-fleet-1"])
    assert wrong(made, "japan", quiet) == [("ca-surprise", "9.8")]
    assert wrong(hawaii(level="rearmament"), "japan", quiet | {"surprise": True}) == [("ca-no-surprise", "9.8")]
    made = board("ruhr: ge army; lorraine: fr army", commitment={"france": "mobilization"})
    assert wrong(made, "france", op("land", "ruhr", ["fr-army-1"], surprise=True)) == [("ca-no-surprise", "9.8")]


# -- special rules -------------------------------------------------------------------------------------------


def test_12_1_stresa_keeps_germany_and_italy_out_of_each_other_s_way():
    made = board("bavaria: ge army; lombardy: it army")
    made.place["stresa-front"] = "play"
    made.version += 1
    assert wrong(made, "germany", op("land", "austria", ["ge-army-1"])) == [("ca-no-target", "12.1")]
    made.place["stresa-front"] = "removed"
    made.version += 1
    assert not wrong(made, "germany", op("land", "austria", ["ge-army-1"]))


@pytest.mark.parametrize("edition", EDITIONS)
def test_12_1_1_remilitarization(edition):
    """2022: a military action; 2018: moving in.  France is provoked and the Ruhr gets its limited resource."""
    made = board("berlin: ge army", edition)
    made.place["ge-rhineland-demilitarized"] = "ruhr"
    made.version += 1
    play = {"act": "rhineland"}
    if edition == "2018":
        assert wrong(made, "germany", play) == [("ca-no-rhineland", "12.1.1")]
        play = {"act": "deploy", "moves": [{"unit": "ge-army-1", "to": "ruhr"}]}
    assert wrong(made, "germany", play) == []
    facts = run(made, military_actions, "germany", 1, "offensive", first=play)
    assert made.limited == ["ruhr"] and made.at("ge-rhineland-demilitarized") == "removed"
    assert [fact["power"] for fact in of_type(facts, "flag-gained")] == ["france"]


@pytest.mark.parametrize("faces, success", [([4, 2], False), ([5, 1], True)])
def test_12_1_2_abyssinia_in_2018_rolls_a_die_for_each_action(faces, success):
    made = board("", "2018", commitment={"italy": "mobilization"})
    made.place["it-abyssinian-adventure"] = "available"
    made.version += 1
    before = made.points("italy")
    play = {"act": "abyssinia", "actions": 2}
    assert wrong(made, "italy", play, 2) == [] and wrong(made, "italy", play, 1) == [("ca-actions", "8.0")]
    facts = run(made, military_actions, "italy", 2, "offensive", first=play, dice=[("special/abyssinia", faces)])
    assert sorted(fact["power"] for fact in of_type(facts, "flag-gained")) == ["france", "uk"]
    assert (made.limited == ["rome"], made.points("italy") - before) == (success, 1 if success else 0)


def test_12_2_status_quo_ends_when_germany_mobilizes():
    from pbem.games.cataclysm.rules.special_rules import after_change

    made = board(commitment={"germany": "mobilization"})
    made.place["status-quo"] = "play"
    made.version += 1
    facts = run(made, after_change)
    assert only(facts, "marker-changed")["marker"] == "status-quo"
    assert sorted(fact["power"] for fact in of_type(facts, "flag-gained")) == ["france", "uk", "usa"]


# -- the kinds -----------------------------------------------------------------------------------------------


def test_a_declaration_has_a_legal_default_and_examples():
    made = board("ruhr: ge army; lorraine: fr army", war=("germany", "france"), commitment={"germany": "mobilization"})
    ask = Ask("military-action", "germany", about={"left": 1, "source": "declaration", "targets": ["france"]})
    kind = KINDS["military-action"]
    assert not kind.check(made, ask, kind.default(made, ask)) and kind.default(made, ask)["act"] == "operation"


def test_bad_shapes_are_refused_without_an_exception():
    made = board("ruhr: ge army")
    ask = Ask("military-action", "germany", about={"left": 1, "source": "offensive"})
    for answer in (
        "x",
        {},
        {"act": "dance"},
        op("land", "poland", "ge-army-1"),
        op("land", 3, []),
        op("land", "atlantis", ["ge-army-1"]),
        op("duel", "poland", ["ge-army-1"]),
        {"act": "deploy"},
        {"act": "deploy", "moves": [{"unit": "x", "to": "y"}]},
        {"act": "build"},
        {"act": "build", "names": ["dragon"]},
        {"act": "intervene", "area": "mars"},
        {"act": "deploy", "moves": [{"unit": "ge-army-1", "to": "nowhere"}]},
    ):
        found = KINDS["military-action"].check(made, ask, answer)
        assert found and all(problem.text for problem in found), answer
