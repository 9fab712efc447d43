"""What whoever keeps the chain of a robot may try, by the command line: it is refused, or found by everybody."""

import shutil

import pytest

from tests.cli.tools import done, pbem, write_orders
from tests.robots.test_seated import answers_of, hasty  # noqa: F401
from tests.verifier import small


@pytest.fixture
def game(tmp_path):
    """A game in which the robot of the PRC, whose chain lies at the desk, is asked for an Op and has not answered."""
    for number in range(20):  # until nothing else is asked first
        path = tmp_path / str(number) / "g.json"
        path.parent.mkdir()
        done("new", "red-dragon/ready", "-o", path, "--robot", "prc=quick", "--seat", "allied=Bob")
        chain(path).rename(path.parent / "away")
        done("adjudicate", path, "-o", path)
        (path.parent / "away").rename(chain(path))
        if asked(path, "prc"):
            return path
    raise AssertionError("nobody is asked for an Op")


def asked(path, seat):
    return any(row["seat"] == seat and row["kind"] == "op" for row in done("status", path, "--json").json["waiting"])


def sheet_of(path, *more):
    """The sheet of the robot of the PRC."""
    done("robot", path, "prc", *more, "-o", path.parent / "prc.txt")
    return path.parent / "prc.txt"


def chain(path):
    return path.parent / "g.json.robot-prc.secret"


def verified(path, code):
    """Both verifiers take the lines; with --robots this is the exit code."""
    assert pbem("verify", path).code == small.here(path).returncode == 0
    ran = pbem("verify", path, "--robots")
    assert ran.code == code, ran
    return " ".join(ran.out.split())


def test_a_sheet_that_is_edited_is_found(game):
    """Its Op is another one, another level thought of it, or a word is said at a muster."""
    sheet = sheet_of(game, "--secret", chain(game))
    text = sheet.read_text()
    [op] = [line for line in text.splitlines() if line.startswith("op ") or line == "pass"]
    sheet.write_text(text.replace(f"\n{op}", "\npass" if op != "pass" else "\nop 2"))
    done("adjudicate", game, sheet, "-o", game)
    assert "Somebody helped prc's robot" in verified(game, 4)


def test_a_word_that_stirs_the_draws_is_found(game):
    done("desk", "again", game, "--reason", "why", "-o", game)
    sheet = sheet_of(game, "--secret", chain(game))
    sheet.write_text(sheet.read_text().replace("\nlink ", "\npinch of salt\nlink "))
    done("adjudicate", game, sheet, write_orders(game, "allied", "ready"), "-o", game)
    assert "pinch" in game.read_text() and "Somebody helped prc's robot" in verified(game, 4)


def test_no_default_is_taken_in_place_of_a_robot_and_none_unseen(game):
    ran = pbem("adjudicate", game, "-o", game, "--deadline-passed", "prc")
    assert ran.code == 3 and "it answers by itself" in " ".join(ran.err.split())
    chain(game).rename(game.parent / "away")
    done("adjudicate", game, "-o", game, "--deadline-passed", "prc")
    (game.parent / "away").rename(chain(game))
    assert "The default was taken for prc's robot" in verified(game, 5)


@pytest.mark.longer
def test_what_is_replayed_or_thought_at_another_level_shows_no_link(game):
    old, sheet = game.parent / "old.txt", sheet_of(game, "--level", "steady")
    assert pbem("adjudicate", game, sheet, "-o", game).code == 3
    shutil.copy(sheet_of(game, "--secret", chain(game)), old)
    done("adjudicate", game, "-o", game)
    while not asked(game, "allied"):
        done("adjudicate", game, "-o", game)
    done("adjudicate", game, write_orders(game, "allied", "pass"), "-o", game)
    assert pbem("adjudicate", game, old, "-o", game).code == 3
    lines = old.read_text().splitlines()
    head = next(line for line in lines if line.startswith("head "))
    now = done("status", game, "--json").json
    text = old.read_text().replace(head, f"head {now['head'][:32]}")
    old.write_text("\n".join(f"entry {now['entry']}" if one.startswith("entry ") else one for one in text.splitlines()))
    ran = pbem("adjudicate", game, old, "-o", game)
    assert ran.code == 3, ran
    verified(game, 0)


def test_a_chain_that_is_chosen_after_a_look_answers_nothing_now(game):
    """Another robot, or another level, is said in this line and holds from the next one on: what is asked now is
    answered by the link of the first.  No two have one chain."""
    done("seat", "robot", game, "prc", "--level", "steady", "--reason", "why")
    other = game.parent / "g.json.robot-prc-2.secret"
    assert pbem("robot", game, "prc", "--secret", other, "-o", game.parent / "prc.txt").code == 3
    anchor = done("seat", "init", "-o", game.parent / "c.secret").out.strip()
    done("adjudicate", game, "-o", game)
    shown = answers_of(game, "prc")[-1]["link"]
    assert shown and "quick" in game.read_text() and "steady" in game.read_text()
    verified(game, 0)
    for seat in ("prc", "allied"):  # two robots of one chain
        done("seat", "robot", game, seat, "--chain", anchor, "--held", "Carl", "--reason", "why")
    ran = pbem("adjudicate", game, write_orders(game, "allied", "next pass"), "-o", game, "--deadlines-passed")
    assert ran.code == 3 and "chain" in ran.err, ran


def test_a_copy_of_the_desk_does_not_play_an_entry_again(game):
    copies = {name: (game.parent / name).read_bytes() for name in ("g.json", "g.json.secret")}
    done("adjudicate", game, "-o", game)
    for name, data in copies.items():
        (game.parent / name).write_bytes(data)
    assert pbem("adjudicate", game, "-o", game).code in (3, 4)
