"""What happens for a player who stays away: drawn counters are not thrown away, no resource is wasted (combat:
test_who_decides.py)."""

import pytest
from cataclysm_table import board

from pbem.core.rules.cases import board_at
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
