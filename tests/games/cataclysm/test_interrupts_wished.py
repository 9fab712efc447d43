"""3.5 Interrupts that are wished for in advance: with a condition, by a line that asks once, at every draw, or never."""

import json

import pytest

from pbem.core.play.gamefile import read
from tests.cli.tools import done, pbem, write_orders

BEGINS = {
    "at": {"now": "counter"},
    "control": {"czechoslovakia": ["germany"]},
    "set": {
        "counters.cup": ["crisis-1", "crisis-2"],
        "uk.cup": ["flag", "flag"],
        "france.cup": ["flag", "flag"],
        "germany.reserve": "flag",
        "marker.stresa-front": "removed",
    },
}
WISH = "interrupt with flag: diplomacy hungary"


@pytest.fixture
def game(tmp_path):
    """Before a draw of 1937-38; Germany, whom nobody asks, has a flag in reserve."""
    position = tmp_path / "position.json"
    position.write_text(json.dumps({"pbem": "position/1", "id": "t", "title": "cataclysm", "base": "c2", **BEGINS}))
    path = tmp_path / "g.json"
    done("new", "cataclysm/c2", "--position", position, "-o", path)
    return path


def plays(game, *lines):
    """Lines of Germany, and so many entries; who is asked what then."""
    files = [write_orders(game, "fascists", *(f"germany: {line}" for line in lines))] if lines else []
    done("adjudicate", game, *files, "-o", game)
    return asked(game)


def asked(game):
    return [(row["power"], row["kind"]) for row in done("status", game, "--json").json["waiting"]]


def types(game):
    return [fact["type"] for entry in read(str(game)).entries for step in entry["steps"] for fact in step["facts"]]


def test_nobody_is_asked_at_a_draw_who_says_nothing(game):
    assert ("germany", "interrupt") not in plays(game)
    assert "counter-drawn" in types(game)


@pytest.mark.parametrize("condition", ["hungary is uncontrolled", "no enemy in silesia and berlin holds"])
def test_an_interrupt_is_made_when_what_it_waits_for_has_come(game, condition):
    plays(game, f"if {condition}: {WISH}")
    facts = types(game)
    assert "counter-drawn" not in facts[: facts.index("interrupted")]


@pytest.mark.parametrize("condition", ["hungary is france", "war on me", "silesia lost", "enemy in silesia"])
def test_it_is_kept_while_that_has_not_come(game, condition):
    plays(game, f"if {condition}: {WISH}")
    assert "counter-drawn" in types(game) and "interrupted" not in types(game)
    lines = done("status", game, "--seat", "fascists", "--secret", f"{game}.secret").out
    assert WISH in " ".join(lines.replace("| ", "").split())


@pytest.mark.parametrize("condition", [" if berlin holds", ""])
def test_one_moment_is_asked_for_and_asks_once(game, condition):
    assert plays(game, f"interrupt: ask me{condition}") == [("germany", "interrupt")]
    assert "counter-drawn" not in types(game)
    after = plays(game, "no interrupt")
    assert ("germany", "interrupt") not in after and "counter-drawn" in types(game)
    assert "ask me" not in done("status", game, "--seat", "fascists", "--secret", f"{game}.secret").out


@pytest.mark.parametrize("condition", [" if berlin holds", ""])
def test_whoever_was_asked_goes_on_as_if_nothing_had_been_said(game, condition):
    order = write_orders(game, "fascists", f"germany: interrupt: ask me{condition}")
    assert ("This is true already" in done("check", game, order).out) == bool(condition)
    done("adjudicate", game, order, "-o", game)
    done("adjudicate", game, write_orders(game, "fascists", "go on"), "-o", game)
    assert ("germany", "interrupt") not in asked(game) and "counter-drawn" in types(game)


@pytest.mark.parametrize(
    "condition", ["hungary changed", "war on me", "stability lost", "berlin lost", "enemy in berlin"]
)
def test_a_moment_that_does_not_come_asks_nobody(game, condition):
    assert ("germany", "interrupt") not in plays(game, f"interrupt: ask me if {condition}")


def test_a_line_for_all_questions_of_the_turn_does_not_ask_where_nobody_would_be_waited_for(game):
    assert ("germany", "interrupt") not in plays(game, "ask me if berlin holds")


def test_every_draw_asks_whoever_wants_that(game):
    assert plays(game, "always interrupt: ask me") == [("germany", "interrupt")]
    plays(game, "no interrupt")
    used = done("status", game, "--seat", "fascists", "--secret", f"{game}.secret").out
    assert "always interrupt: ask me" in used


def test_such_a_line_is_read_back_as_it_is_told(game):
    order = write_orders(game, "fascists", "germany: next: interrupt: ask me if hungary changed")
    told = done("check", game, order).out
    assert "The next time in its turn that we ask Germany to interrupt the counter draw or not." in told
    assert "germany: next: interrupt: ask me if hungary changed" in " ".join(told.split())
    assert pbem("check", game, write_orders(game, "fascists", "germany: nothing: ask me if hungary changed")).code == 3
