"""A line that came by mail is poisoned: it must not stop the genuine one, nor reach the game."""

import pytest

from tests.attacks.kit import lines_of


def poisons(game):
    """Lines that claim to be the next one, each wrong in its way."""
    line = lines_of(game.people["referee"].game)[-1]
    forger = game.forger("referee")
    yield "other state", forger.again(state="1" * 64).splitlines(keepends=True)[-1]
    raw = game.last_line("referee")
    yield "no signature", raw[: raw.rindex(b',"')] + b',""]\n'
    yield "cut", raw[: len(raw) // 2]
    yield "a space", raw.replace(b":", b": ", 1)
    yield "CR", raw.replace(b"\n", b"\r\n")
    yield "nonsense", b"[{}]\n"
    yield "another number", raw.replace(b'"n":%d,"opener"' % line[0]["n"], b'"n":9,"opener"')
    yield "deep", b"[" * 100_000
    yield "not UTF-8", b"\xff\xfe" + raw


@pytest.mark.parametrize("which", range(9))
def test_it_is_refused_by_name_and_the_genuine_one_is_taken(table, which):
    game = table().until("act")
    game.turn(share=False)
    name, poison = [*poisons(game)][which]
    before = game.people["south"].game.read_bytes()
    ran = game.take("south", poison)
    if name == "CR":
        assert ran.code in (0, 4)
    else:
        assert ran.code in (3, 4) and game.people["south"].game.read_bytes() == before, (name, ran)
        assert "Traceback" not in ran.err and ran.err.strip()
    assert game.take("south", game.last_line("referee")).code == 0
    game.holds(game.people["south"].game.read_bytes())


def test_together_with_the_genuine_one_it_does_not_keep_it_out(table):
    game = table().until("act")
    game.turn(share=False)
    poison = game.forger("referee").again(state="1" * 64).splitlines(keepends=True)[-1]
    genuine = game.last_line("referee")
    ran = game.take("south", poison, genuine)
    assert ran.code in (3, 4), ran
    assert game.last_line("south") == genuine


def test_lines_in_any_order_and_with_a_gap(table):
    game = table()
    opener = game.opener
    for _ in range(3):
        game.turn()
    other = game.people["south"]
    lines = other.game.read_bytes().splitlines(keepends=True)
    fresh = type(other)(game.folder, "newcomer")
    game.people["newcomer"] = fresh
    fresh.game.write_bytes(lines[0])
    ran = game.take("newcomer", lines[3])
    assert ran.code == 3 and "2" in ran.err
    assert game.take("newcomer", lines[3], lines[1], lines[2]).code == 0
    assert fresh.game.read_bytes() == b"".join(lines) and opener


def test_pipes_and_folders_are_refused(table, tmp_path):
    import os

    game = table()
    os.mkfifo(tmp_path / "pipe")
    person = game.people["south"]
    for path in (tmp_path / "pipe", tmp_path):
        ran = person.pbem("take", person.game, path)
        assert ran.code in (2, 3, 4) and "Traceback" not in ran.err, ran
        ran = person.pbem("verify", path)
        assert ran.code in (2, 4) and "Traceback" not in ran.err, ran
