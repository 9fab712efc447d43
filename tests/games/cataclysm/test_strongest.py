"""Which operations a form tells the chances of: the strongest of each form against each place."""

from cataclysm_table import board

from pbem.core.rules.requests import Ask
from pbem.games.cataclysm import GAME
from pbem.games.cataclysm.orders.strongest import stake, strongest_operations
from pbem.games.cataclysm.rules.supply import is_supplied
from pbem.games.cataclysm.words.asked import prospects

WAR = {"war": ("germany", "france"), "commitment": {"germany": "mobilization", "france": "mobilization"}}


def ask(left=1, **more):
    return Ask("military-action", "germany", about={"left": left, "source": "offensive", **more}, rule="8.1")


def strongest(made, place, left=1, form="land", **more):
    """The operations that are compared of one form against one place."""
    found = strongest_operations(made, ask(left, **more))
    return next((plays for plays in found if (plays[0]["form"], plays[0]["target"]) == (form, place)), None)


def test_all_units_of_the_strongest_area_attack_with_own_support():
    made = board("ruhr: ge army, ge air; bavaria: ge tank, ge army; lorraine: fr army", **WAR)
    [play] = strongest(made, "lorraine")
    assert play["units"] == ["ge-army-2", "ge-army-3"] and made.at("ge-army-2") == "bavaria"
    assert play["support"] == ["ge-air-1"] and "augment" not in play


def test_more_actions_bring_another_area_or_an_augmentation():
    """8.2, 9.1 Each area costs an action; both ways of spending two are compared."""
    made = board("ruhr: ge army; bavaria: ge tank; lorraine: fr army", **WAR)
    one, two = strongest(made, "lorraine", left=2)
    assert (one["units"], one["augment"]) == (["ge-army-2"], 1)
    assert two["units"] == ["ge-army-2", "ge-army-1"] and "augment" not in two
    one, two = strongest(made, "lorraine", left=3)
    assert (one["augment"], two["augment"]) == (2, 1)


def test_units_without_supply_stay_out_where_others_can_attack():
    """9.6 They would cost the attack one: two armies in Brittany are cut off, that in Lorraine is not."""
    cut_off = board(
        "brittany: ge army, ge army; lorraine: ge army; paris: fr army", cubes={"lorraine": "germany"}, **WAR
    )
    assert [is_supplied(cut_off, f"ge-army-{number}") for number in (1, 2, 3)] == [False, False, True]
    [play] = strongest(cut_off, "paris")
    assert play["units"] == ["ge-army-3"]
    alone = board("brittany: ge army, ge army; paris: fr army", **WAR)
    assert len(strongest(alone, "paris")[0]["units"]) == 2


def test_units_at_extended_range_stay_out_where_others_can_attack():
    """7.3.3 They would cost the attack one."""
    made = board("berlin: ge air, ge air; bavaria: ge air; lorraine: fr air", **WAR)
    [play] = strongest(made, "lorraine", form="air")
    assert play["units"] == ["ge-air-3"] and "extended" not in play
    far = board("berlin: ge air; lorraine: fr air", **WAR)
    [play] = strongest(far, "lorraine", form="air")
    assert play["extended"] and play["units"] == ["ge-air-1"]


def test_neither_surprises_nor_the_units_of_allies_are_proposed():
    """9.8 A surprise attack begins a war, which is another decision; 9.1 an ally's units are not one's own."""
    made = board("ruhr: ge army; lorraine: fr army", commitment=WAR["commitment"])
    assert strongest(made, "lorraine") is None
    allied = board("ruhr: ge army, it army, it air; lorraine: fr army", allies="germany italy", **WAR)
    [play] = strongest(allied, "lorraine")
    assert play["units"] == ["ge-army-1"] and "support" not in play


def test_after_a_declaration_of_war_only_its_targets_are_attacked():
    """6.2 Denmark could be attacked at any time, and is no target of the declaration."""
    made = board("ruhr: ge army; berlin: ge army; lorraine: fr army", **WAR)
    assert strongest(made, "denmark") and not strongest(made, "denmark", targets=["france"])
    assert strongest(made, "lorraine", targets=["france"])


def test_the_weakest_defence_comes_first_and_the_row_of_which_most_is_to_be_hoped():
    made = board(
        "ruhr: ge army, ge tank; bavaria: ge army; lorraine: fr army, fr tank, fr fortress; benelux: minor", **WAR
    )
    order = [plays[0]["target"] for plays in strongest_operations(made, ask())]
    assert order.index("denmark") < order.index("lorraine")
    rows = [str(row) for row in prospects(GAME, made, ask()).rows[1:]]
    goals = [row.partition("-> ")[2].split(" ")[0] for row in rows]
    shares = [int(row.rpartition("attacker wins ")[2].split(" ")[0]) for row in rows]
    hopes = [share * stake(made, "germany", goal) for share, goal in zip(shares, goals)]
    assert hopes == sorted(hopes, reverse=True) and len(set(hopes)) > 1
    assert len({stake(made, "germany", goal) for goal in goals}) > 1


def test_of_the_operations_compared_the_likeliest_is_told():
    """An augmentation is worth more than an army of another area that brings no tank."""
    made = board("ruhr: ge army; bavaria: ge army; lorraine: fr army", **WAR)
    rows = [row for row in map(str, prospects(GAME, made, ask(left=2)).rows) if "-> lorraine" in row]
    assert len(rows) == 1 and "; augment 1 # In land combat" in rows[0]


def test_where_nobody_defends_no_augmentation_is_proposed():
    made = board("ruhr: ge fleet", war=("germany", "uk"), commitment={"germany": "mobilization"})
    [row] = [row for row in map(str, prospects(GAME, made, ask(left=2)).rows) if row.startswith("operation base")]
    assert row.endswith(" # Nobody defends: there is no combat.") and "augment" not in row
