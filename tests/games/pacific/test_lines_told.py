"""Moves as people type them on the command line: each line that is wrong is told at its own line, for its true reason."""

import pytest

from tests.cli.tools import done, pbem, write_orders


@pytest.fixture(scope="module")
def game(tmp_path_factory):
    """A game in which Japan is asked for its first combat moves."""
    path = tmp_path_factory.mktemp("told") / "p.json"
    done("new", "pacific", "-o", path)
    done("adjudicate", path, write_orders(path, "uk", "split india 9, australia 3"), "-o", path)
    done("adjudicate", path, write_orders(path, "japan", "buy 6 infantry"), "-o", path)
    return path


def told(path, *lines):
    """``[(line of the orders, from 1; code)]`` of what is refused."""
    ran = pbem("check", path, write_orders(path, "japan", *lines), "--json")
    return [(row["line"] - 4, row["code"]) for row in ran.json["problems"] if row["level"] != "note"]


ATTACK = "move armor, 2 artillery, bomber, fighter, 4 infantry french-indochina -> yunnan"


def test_a_second_program_is_refused_at_its_line(game):
    """The first line moves land units and aircraft: two items, so that items and lines are counted apart."""
    found = told(game, ATTACK, "program yunnan stance SA", "program yunnan stance WI; after 2", "battles yunnan")
    assert found == [(3, "pac-two-programs")]


def test_a_program_for_no_battle_and_a_retreat_to_nowhere_are_refused_at_their_lines(game):
    found = told(game, ATTACK, "program guam stance SA", "program yunnan stance SA; retreat usa")
    assert found == [(2, "pac-no-battle"), (3, "pac-no-way-back")]


def test_every_wrong_line_is_told_at_once(game):
    """What is wrong with the wish of one line keeps nothing back of what is wrong with others."""
    found = told(game, "load fighter japan -> sz36", "infantry midway -> wake", "infantry manchuria -> suiyuan")
    assert found == [(1, "pac-no-carrier"), (2, "pac-no-way")]


def test_of_battles_to_come_nothing_is_said_while_a_move_is_refused(game):
    assert told(game, "infantry manchuria -> guam", "program guam stance SA") == [(1, "pac-no-way")]


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        (("raid infantry japan -> suiyuan",), "pac-raiders"),
        (("raid battleship sz20 -> guam",), "pac-raiders"),
        (("bombard submarine sz20 -> guam",), "pac-no-guns"),
        (("load fighter japan -> sz36",), "pac-no-carrier"),
    ],
)
def test_a_unit_of_a_wrong_type_is_told_its_type_before_anything_else(game, lines, code):
    assert told(game, *lines) == [(len(lines), code)]


@pytest.mark.parametrize(
    ("line", "unit"), [("patrol bomber japan -> sz36", "bomber"), ("patrol battleship sz20 -> sz20", "battleship")]
)
def test_a_patrol_of_a_wrong_type_waits_for_its_question_and_is_told_its_type_before_anything_else(game, line, unit):
    ran = pbem("check", game, write_orders(game, "japan", "no combat moves", line), "--json")
    (problem,) = ran.json["problems"]
    assert (problem["line"] - 4, problem["code"], problem["rule"]) == (2, "ahead-falls", "CAP-1")
    assert problem["text"].endswith(f"Only fighters go on patrol; {unit} cannot.")
