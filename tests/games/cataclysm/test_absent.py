"""What happens for a player who stays away: drawn counters are not thrown away, no resource is wasted (combat:
test_who_decides.py)."""

import pytest
from cataclysm_table import board

from pbem.core.bench.cases import board_at
from pbem.core.rules.requests import Ask
from pbem.games.cataclysm import GAME
from pbem.games.cataclysm.orders.operations import open_operations
from pbem.games.cataclysm.rules.production import builds_of, cost_of
from pbem.games.cataclysm.rules.soviets import is_passive


def drawn(counter, reserve=None):
    return Ask("play-flag", "germany", about={"counter": counter, "source": "drawn", "reserve": reserve}, rule="3.7.1")


def test_a_drawn_counter_is_kept_where_there_is_room():
    assert GAME.kinds["play-flag"].default(board(""), drawn("ge-flag-1")) == {"act": "reserve"}


def test_of_two_counters_the_better_one_is_kept():
    """3.4 At peace a flag is worth more than an offensive; what is put back is the worse of the two."""
    made = board("")
    made.place["ge-offensive-1"] = "reserve"
    assert made.reserve("germany") == "ge-offensive-1"
    assert GAME.kinds["play-flag"].default(made, drawn("ge-flag-1", "ge-offensive-1")) == {"act": "reserve"}


def aided(power, aid=()):
    """The side to which an absent power's marker in Spain goes, where these are aided: ``(power, side)``."""
    made = board("")
    for other, side in aid:
        made.place[made.available(other, "offensive")[0]] = f"aid:spain:{side}"
    made.version += 1
    ask = Ask("aid-side", power, options=["left", "right"], about={"area": "spain"}, rule="11.1")
    return GAME.kinds["aid-side"].default(made, ask)


def test_11_1_aid_goes_to_the_side_that_stands_nearer_to_its_power():
    assert [aided(power) for power in ("germany", "italy", "ussr", "uk")] == ["right", "right", "left", "left"]


def test_11_1_nobody_aids_against_a_power_of_the_same_ideology():
    assert aided("germany", [("italy", "left")]) == "left"
    assert aided("germany", [("france", "left")]) == "right"
    assert aided("germany", [("italy", "left"), ("japan", "right")]) == "right"


def test_11_1_nobody_feeds_alone_whom_powers_of_other_ideologies_feed():
    """Germany aids the left: the Soviet Union and Great Britain, which would aid it else, aid the right; where each side
    has such a patron nothing is better than the usual one."""
    assert [aided(power, [("germany", "left")]) for power in ("ussr", "uk")] == ["right", "right"]
    assert [aided(power, [("germany", "right")]) for power in ("ussr", "uk")] == ["left", "left"]
    assert aided("uk", [("germany", "left"), ("ussr", "right")]) == "left"
    assert aided("italy", [("uk", "right"), ("ussr", "right")]) == "left"


def spender(power, patrons, war=()):
    """Whose aid is spent for a power that attacks and does not say whose."""
    ask = Ask("spend-aid", power, options=patrons, about={"area": "spain", "side": "left"}, rule="9.7.1")
    return GAME.kinds["spend-aid"].default(board("", war=war), ask)


def test_9_7_1_the_aid_of_an_enemy_is_spent_before_that_of_others_and_ones_own_last():
    assert spender("germany", ["germany", "italy", "ussr", "uk"], war=("germany", "uk")) == "uk"
    assert spender("germany", ["germany", "italy", "ussr"]) == "ussr"
    assert spender("germany", ["germany", "italy"]) == "italy"
    assert spender("france", ["italy", "germany"]) == "italy"


def agreement(by, power, *, enemies=None, flags=(), allies=()):
    """What an absent power says to an alliance that another attempts."""
    made = board("", war=enemies or (), allies=allies)
    for other in flags:
        made.place[made.available(other, "flag")[0]] = "reserve"
    made.version += 1
    return GAME.kinds["ally"].default(
        made, Ask("ally", power, options=["agree", "decline"], about={"by": by}, rule="6.1")
    )


def test_6_1_an_absent_power_agrees_to_an_alliance_but_to_no_war():
    """6.1.3 Whoever allies with a belligerent power joins its wars."""
    assert agreement("uk", "france", flags=["france"]) == "agree"
    assert agreement("uk", "france", flags=["france"], enemies=("uk", "germany")) == "decline"
    assert agreement("uk", "france", flags=["france"], enemies=("uk france", "germany")) == "agree"
    assert agreement("uk", "france", flags=["france"], enemies=("france", "germany")) == "agree"
    assert agreement("uk", "france", flags=["france", "usa"], enemies=("usa", "japan")) == "agree"


def reserved(*names):
    return GAME.kinds["set-reserve"].default(board(""), Ask("set-reserve", "italy", options=["nothing", *names]))


def test_3_2_4_the_reserve_takes_what_would_be_lost_then_a_flag():
    """A resource that does not go to the reserve returns to the status card (3.2.4); Il Duce's flag is one too."""
    assert reserved("army", "flag", "resource") == "resource"
    assert reserved("army", "flag", "il-duce", "offensive") == "il-duce"
    assert reserved("army", "flag") == "flag"
    assert reserved("army", "offensive") == "nothing"


def test_3_2_4_a_plan_for_the_whole_production_reserves_the_better_flag():
    made = board("", options={"production": "simultaneous"})
    about = {"resources": [], "markers": 5, "kept": 0, "war": False, "rate": []}
    for boxed, flag in ((["flag", "il-duce"], "il-duce"), (["flag"], "flag"), (["army"], None)):
        ask = Ask("produce", "italy", about={**about, "boxed": boxed})
        assert PRODUCE.default(made, ask).get("reserve") == flag


def battle(aid, pairs=("hebei>hubei", "hebei>shaanxi", "jiangsu>hubei")):
    """Which battle an absent patron of the Guomindang names; `aid` is ``{area: (side, markers)}``."""
    made = board("")
    for area, (side, count) in aid.items():
        for marker in made.available("usa", "offensive")[:count]:
            made.place[marker] = f"aid:{area}:{side}"
        made.version += 1
    ask = Ask("china-attack", "usa", options=list(pairs), about={"faction": "gmd"}, rule="11.4.5")
    return GAME.kinds["china-attack"].default(made, ask)


def test_11_4_5_an_absent_patron_attacks_where_the_aid_favours_the_attacker():
    """The army with more aid rolls a die more; a defender with aid survives a marginal victory."""
    assert battle({}) == "hebei>hubei"
    assert battle({"jiangsu": ("gmd", 1)}) == "jiangsu>hubei"
    assert battle({"hubei": ("chicom", 1)}) == "hebei>shaanxi"
    assert battle({"hebei": ("gmd", 2), "hubei": ("chicom", 1)}) == "hebei>shaanxi"
    assert battle({"hebei": ("gmd", 1), "hubei": ("chicom", 2), "shaanxi": ("chicom", 1)}) == "hebei>shaanxi"


def test_6_2_the_operation_that_a_declaration_needs_meets_the_fewest_units():
    made = board(
        "ruhr: ge army; lorraine: fr army; bavaria: ge tank; benelux: fr army, fr tank",
        war=("germany italy", "france"),
        commitment={"germany": "mobilization"},
    )
    ask = Ask("military-action", "germany", about={"left": 1, "source": "declaration", "targets": ["france"]})
    plays = list(open_operations(made, ask))
    answer = GAME.kinds["military-action"].default(made, ask)
    held = {play["target"]: len(made.units_in(play["target"])) for play in plays}
    assert held[answer["target"]] == min(held.values()) < max(held.values())
    assert answer["units"][0] in made.upgraded


# -- production ------------------------------------------------------------------------------------------------

PRODUCE = GAME.kinds["produce"]


def plan(made, power, count):
    """The published default for a power with so many resources, which the check takes."""
    resources = [{"area": f"area-{number}", "kind": "natural", "limited": False} for number in range(count)]
    about = {"resources": resources, "markers": 12, "kept": 0, "boxed": [], "war": False, "rate": []}
    answer = PRODUCE.default(made, Ask("produce", power, about=about))
    assert not [one for one in PRODUCE.check(made, Ask("produce", power, about=about), answer) if one.is_refusal]
    return answer


@pytest.mark.parametrize("scenario", sorted(GAME.scenarios))
def test_4_6_every_resource_makes_an_offensive_or_a_build(scenario):
    made, problems = board_at(GAME, scenario)
    assert not problems
    rates, seen = set(), 0
    for power in made.parts.powers:
        if is_passive(made, power):
            continue
        rates.add(tuple(made.column(power)["buildsPerResource"]))
        for count in range(1, 7):
            answer = plan(made, power, count)
            spent = count - answer["offensives"]
            cost = sum(cost_of(made, name) for name in answer["build"])
            assert cost <= builds_of(made, power, spent), (power, count)
            assert not spent or cost > builds_of(made, power, spent - 1), (
                f"{power}: {count}: {answer} wastes a resource"
            )
            seen += 1
    assert seen and rates
