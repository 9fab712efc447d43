"""pbem odds: a battle in words, its odds in numbers and in words, and every fault at once."""

import json

import pytest
from click.testing import CliRunner

from pbem.cli.odds import command
from pbem.core.data.problems import Refused
from pbem.games.pacific import GAME
from pbem.games.pacific.words import assess
from pbem.games.pacific.rules.odds import ONE


def test_odds_in_words():
    told = CliRunner().invoke(command, ["pacific", "infantry", "infantry"]).output
    # a hit with 1, is hit with 2: win 1/6 * 4/6, both 1/6 * 2/6, loss 5/6 * 2/6, out of what ends a round: 16/36
    assert "The attacker wins 25.0%, nobody 12.5%, the defender 62.5%." in told


def test_odds_as_json_are_exact_integers():
    result = json.loads(CliRunner().invoke(command, ["pacific", "2 inf", "inf", "--json"]).output)
    assert result["of"] == ONE and sum(result["exactly"][name] for name in ("win", "draw", "loss")) <= ONE
    assert all(isinstance(number, int) for number in result["exactly"].values())


def test_guns_bombardment_stance_and_orders_of_loss_change_the_odds():
    def win(defenders="infantry, fighter", **how):
        return assess.assess(GAME.names, "2 infantry, 2 fighters", defenders, **how)["exactly"]

    plain = win()
    assert win("infantry, fighter, aa-gun")["win"] < plain["win"]
    assert win(bombard="battleship")["win"] > plain["win"]
    assert win(surprise=True)["win"] > plain["win"]
    assert win(stance="TAAC")["taken"] > plain["taken"]
    assert win(losses="fighter, infantry")["taken"] > plain["taken"]
    assert win(below=3)["loss"] > plain["loss"]


@pytest.mark.parametrize(
    "arguments, codes",
    [
        (("2 infntry", "", {}), ["unknown-name", "pac-odds-nobody", "pac-odds-nobody"]),
        (("submarine", "infantry", {}), ["pac-odds-unit"]),
        (("infantry", "infantry", {"bombard": "transport"}), ["pac-odds-unit"]),
        (("infantry", "infantry", {"stance": "WI"}), ["pac-odds-stance"]),
        (("infantry", "industrial complex, infantry", {}), ["pac-odds-unit"]),
    ],
)
def test_every_fault_is_told(arguments, codes):
    *texts, how = arguments
    with pytest.raises(Refused) as refused:
        assess.assess(GAME.names, *texts, **how)
    assert sorted(problem.code for problem in refused.value.problems) == sorted(codes)
