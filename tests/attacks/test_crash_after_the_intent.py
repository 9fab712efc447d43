"""A kill between two writes: nothing is lost, played twice or opened twice.  make test kills at every third call."""

import os
import shutil

import pytest

from tests.attacks.kit import TITLES, lines_of
from tests.cli.tools import pbem_alone
from tests.thorough import some

KILL = """
import os
from tests import toy
sys.modules["pbem.games.toy"] = toy
from pbem.core.title import game
game.TITLES.update({titles})
left = [{count}]
def stop(real):
    def dying(*a, **k):
        if left[0] == 0:
            os._exit(9)
        left[0] -= 1
        return real(*a, **k)
    return dying
for name in ("replace", "rename", "fsync", "link", "unlink"):
    setattr(os, name, stop(getattr(os, name)))
"""


def killed(person, count, *arguments):
    os.environ["PBEM_MEMORY"] = str(person.folder / "memory")
    try:
        return pbem_alone(*arguments, before=KILL.format(count=count, titles=TITLES))
    finally:
        del os.environ["PBEM_MEMORY"]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("level", ["shared", "sealed"])
def test_adjudicate_is_killed_at_every_call_and_run_again(table, level):
    game = table(level=level).until("act")
    referee = game.people["referee"]
    file = game.seal("north", "act attack") if level == "shared" else game.text("north", "act attack")
    kept = game.folder / "kept"
    shutil.copytree(referee.folder, kept)
    game.adjudicate([file])
    due = referee.game.read_bytes()
    for count in some(range(60), 3):
        shutil.rmtree(referee.folder)
        shutil.copytree(kept, referee.folder)
        command = ["adjudicate", referee.game, file, "-o", referee.game, "--secret", referee.secret]
        ran = killed(referee, count, *command)
        assert ran.code in (0, 9), ran
        again = referee.pbem(*command)
        assert again.code in (0, 3), (count, again)  # 3: the orders were for the entry that is there now
        assert referee.game.read_bytes() == due, (count, again)
        left = {path.name for path in referee.folder.iterdir()} - {path.name for path in kept.iterdir()}
        assert not [name for name in left if "secret" in name and "lock" not in name], left
        if ran.code == 0:
            break
    assert ran.code == 0 and count > 3


def test_seal_is_killed_at_every_call_and_run_again(table):
    game = table().until("act")
    north = game.people["north"]
    text = game.text("north", "act attack")
    kept = game.folder / "kept"
    shutil.copytree(north.folder, kept)
    for count in some(range(60), 3):
        shutil.rmtree(north.folder)
        shutil.copytree(kept, north.folder)
        command = ["seal", north.game, text, "--secret", north.secret, "--confirm", "-o", north.path("sealed")]
        ran = killed(north, count, *command)
        assert ran.code in (0, 9), ran
        again = north.pbem(*command)
        assert again.code == 0, (count, again)
        other = game.text("north", "act wait")
        late = north.pbem("seal", north.game, other, "--secret", north.secret, "--confirm", "-o", north.path("other"))
        assert late.code == 3 and not north.path("other").exists()
        if ran.code == 0:
            break
    assert ran.code == 0 and count > 1


def test_a_game_that_was_lost_is_made_good_from_the_secret(table):
    game = table().until("act")
    referee = game.people["referee"]
    before = referee.game.read_bytes()
    game.adjudicate([game.seal("north", "act attack")])
    after = referee.game.read_bytes()
    referee.game.write_bytes(before)
    ran = referee.pbem("adjudicate", referee.game, "-o", referee.game, "--secret", referee.secret)
    assert ran.code == 0, ran
    assert referee.game.read_bytes() == after
    assert len(lines_of(referee.game)) == len(after.splitlines())
