"""Orders written at the terminal: only what is legal gets into the file, and looking ahead shows no draw."""

import pytest

from pbem.core.record import charter as charters
from pbem.core.title.game import load
from pbem.core.trial import robots
from pbem.core.trial.composing import Composer
from pbem.core.trial.selfplay import Chance
from tests.cli.tools import new_game, pbem, pbem_alone


def asked_seat(path):
    return pbem("status", path, "--json").json["waiting"][0]["seat"]


def test_a_number_a_line_of_ones_own_and_a_second_thought(tmp_path):
    path, out = new_game(tmp_path), tmp_path / "o.txt"
    seat = asked_seat(path)
    typed = "?\nop 99\n99\n2\nn\npass\ny\n\n"
    ran = pbem_alone("order", path, seat, "-o", out, input=typed)
    assert ran.code == 0, ran
    assert (
        "(the default)" in ran.err
        and "op 12 AREA -> SEA" in ran.err
        and "Send this?" in ran.err
        and "Choose 1 to" in ran.err
    )
    assert "not understood" in ran.err or "not allowed" in ran.err
    lines = out.read_text().splitlines()
    assert [line for line in lines if line.startswith(("op", "pass"))] == ["pass"]
    assert pbem("check", path, out).code == 0
    assert pbem("adjudicate", path, out, "-o", path).code == 0


def test_an_empty_line_takes_the_published_default(tmp_path):
    path = new_game(tmp_path)
    ran = pbem_alone("order", path, asked_seat(path), input="\n\n\n")
    assert ran.code == 0 and "\npass\n" in ran.out


def test_giving_up_writes_nothing(tmp_path):
    path, out = new_game(tmp_path), tmp_path / "o.txt"
    assert pbem_alone("order", path, asked_seat(path), "-o", out, input="").code == 2
    assert not out.exists()
    assert pbem("order", path, "nobody").code == 2


@pytest.mark.parametrize("typed", ["quit\n", "pass\nquit\n", "op 99\nQUIT\n", "\n\nq\n", "?\nexit\n"])
def test_a_word_gives_up_at_every_prompt(tmp_path, typed):
    path, out = new_game(tmp_path), tmp_path / "o.txt"
    ran = pbem_alone("order", path, asked_seat(path).upper(), "-o", out, input=typed)
    assert ran.code == 0 and ran.err.endswith("Nothing is written.\n") and not out.exists() and not ran.out


def test_a_seat_of_several_powers_need_not_say_for_whom_it_answers(tmp_path):
    """The question says which power is asked; what is typed in answer is for that power."""
    path = tmp_path / "c.json"
    assert pbem("new", "cataclysm/c2", "-o", path).code == 0 and pbem("adjudicate", path, "-o", path).code == 0
    kinds = {row["power"]: row["kind"] for row in pbem("status", path, "--json").json["waiting"]}
    ran = pbem_alone("order", path, asked_seat(path), input="n\ny\nn\ny\n\n")
    assert len(kinds) > 1 and ran.code in (0, 2)
    assert "does not say which of them" not in ran.err and "which-power" not in ran.err


def test_no_line_of_the_wizard_is_broken_inside_a_word(tmp_path):
    path = new_game(tmp_path)
    ran = pbem_alone("order", path, asked_seat(path), input="?\nop 5 with us-cvn-1, us-cvn-2, us-cvn-3\nquit\n")
    words = {word for line in ran.err.splitlines() for word in line.split()}
    assert not [word for word in words if word.endswith("-") and len(word) > 1]
    assert max(len(line) for line in ran.err.splitlines() if not line.startswith("Answer")) <= 92


@pytest.mark.parametrize("entries", [1, 4, 9])
def test_every_choice_shown_is_legal_and_looking_ahead_draws_nothing(entries):
    game = load("red-dragon")
    charter = charters.make(game, "o", "ready", anchors={"referee": {"first": "0" * 64, "key": "0" * 64, "n": 1}})
    club = robots.Club(charter, "order")
    file = robots.play_on(club.new_game(), club, Chance("at the terminal"), entries)
    composer = Composer(file, next(iter({file.charter["powers"][row["power"]] for row in file.waiting})))
    for ask in composer.questions():
        choices = composer.choices(ask)
        assert [is_default for _, is_default in choices].count(True) == 1
        for lines, _ in choices:
            assert [problem for problem in composer.problems(lines) if problem.is_refusal] == []
            before = file.head
            facts, stop = composer.follows(lines)
            assert file.head == before and stop is not None
            assert all("dice" not in fact and "die" not in fact for fact in facts)
