"""Units of others on the command line: who may not name a unit is told whose it is, or that it acts without a word."""

import json
import re

import pytest

from tests.cli.tools import done, pbem, write_orders

POSITION = {
    "pbem": "position/1",
    "title": "cataclysm",
    "edition": "2022",
    "id": "told",
    "base": "empty",
    "at": {"turn": "1939-40", "now": "play", "drawn": "france/offensive"},
    "control": {"austria": ["germany"]},
    "units": "Provence: fr army, fr army, uk air; Lombardy: it army, ge air; Austria: ge air; Rome: it army; "
    "Berlin: ge-army-9; Paris: fr-army-7; London: uk-army-7",
    "set": {
        "counters.cup": ["crisis-1", "crisis-2"],
        **{f"{power}.commitment": "mobilization" for power in ("france", "uk", "italy", "germany")},
        "france.enemies": ["germany", "italy"],
        "uk.enemies": ["germany", "italy"],
        "alliance.democratic": ["france", "uk"],
        "alliance.fascist": ["germany", "italy"],
    },
}


@pytest.fixture(scope="module")
def game(tmp_path_factory):
    """Four seats, each with one power; France is asked for its offensive."""
    folder = tmp_path_factory.mktemp("told")
    (folder / "position.json").write_text(json.dumps(POSITION))
    path = folder / "c.json"
    done("new", "cataclysm/c2", "-o", path, "--seats", "4", "--position", folder / "position.json")
    done("adjudicate", path, "-o", path)
    return path


@pytest.fixture(scope="module")
def attacked(game, tmp_path_factory):
    """The same where France attacks Lombardy, and Italy is asked whether others join the defence."""
    path = tmp_path_factory.mktemp("attacked") / "c.json"
    order = write_orders(game, "france", "operation land provence -> lombardy with 2 army")
    done("adjudicate", game, order, "-o", path, "--secret", f"{game}.secret")
    return path


def refused(path, seat, line):
    ran = pbem("check", path, write_orders(path, seat, line))
    assert ran.code == 3, ran
    return " ".join((ran.out + ran.err).split())


def test_whose_unit_it_is_is_told(game):
    assert "uk-air-1 is a unit of the United Kingdom." in refused(game, "france", "deploy air provence -> paris")
    enemy = "operation land provence -> lombardy with fr-army-1, it-army-1"
    assert "[9.1]: it-army-1 is a unit of Italy." in refused(game, "france", enemy)
    support = "operation land provence -> lombardy with 2 army; support air lombardy"
    assert "is a unit of Germany." in refused(game, "france", support)


def test_who_stands_in_the_target_area_supports_without_a_word(attacked):
    assert "supports by itself, for it stands in the target area" in refused(attacked, "italy", "commit air lombardy")
    bound = re.search(r"(ge-air-\d) supports by itself", refused(attacked, "italy", "commit air lombardy"))[1]
    by_id = refused(attacked, "italy", f"commit {bound}")
    assert "[10.2]" in by_id and "stands in the target area, and supports by itself" in by_id


def test_yes_without_a_meaning_says_what_to_write(attacked):
    said = refused(attacked, "italy", "always support: yes")
    assert "'yes' does not say how to commit support" in said and "no support or commit UNITS AREA" in said


def test_a_name_that_is_right_is_not_suggested(attacked):
    assert "Did you mean Italy" not in refused(attacked, "italy", "commit air italy")
    assert "supports by itself" in refused(attacked, "italy", "support air lombardy")
