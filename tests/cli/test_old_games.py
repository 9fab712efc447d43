"""A game that is long costs what a young one does: old lines are hashed, and neither parsed nor played again."""

import pytest

from pbem.core.play import replay
from pbem.core.record import log
from tests.cli.tools import new_game, pbem, write_orders

ENTRIES = 8


@pytest.fixture(scope="module")
def old(tmp_path_factory):
    for first in range(20):  # a game may end by its own dice, or ask what is no Op
        game = new_game(tmp_path_factory.mktemp("old"), first=first)
        for _ in range(ENTRIES):
            asked = pbem("status", game, "--json").json["waiting"]
            if not asked or asked[0]["kind"] != "op":
                break
            assert pbem("adjudicate", game, write_orders(game, asked[0]["seat"], "pass"), "-o", game).code == 0
        else:
            if pbem("status", game, "--json").json["waiting"]:
                return game
    raise AssertionError(f"no game lasts {ENTRIES} entries")


@pytest.fixture
def looked_at(monkeypatch):
    """The numbers of lines that are parsed or made again, as a command goes on."""
    found = {"parsed": [], "made": []}
    parsed, make = log.parsed, replay.Replayer.make

    def watched(body, where=""):
        value = parsed(body, where)
        found["parsed"].append(value.get("n", 0))
        return value

    monkeypatch.setattr(log, "parsed", watched)
    monkeypatch.setattr(
        replay.Replayer, "make", lambda self, n, **how: (found["made"].append(n), make(self, n, **how))[1]
    )
    return found


@pytest.mark.parametrize("command", ["status", "form", "check", "adjudicate"])
def test_old_lines_are_neither_parsed_nor_made_again(command, old, looked_at, tmp_path):
    row = pbem("status", old, "--json").json
    seat, last = row["waiting"][0]["seat"], row["entry"] - 1
    orders = write_orders(old, seat, "pass")
    looked_at["parsed"].clear(), looked_at["made"].clear()
    more = {
        "form": [seat],
        "check": [orders],
        "adjudicate": [orders, "-o", tmp_path / "g.json", "--secret", f"{old}.secret"],
    }
    ran = pbem(command, old, *more.get(command, ()))
    assert ran.code == 0, ran
    assert looked_at["made"] == [] and set(looked_at["parsed"]) <= {0, last, last + 1} and last >= ENTRIES


def test_a_state_that_this_machine_did_not_make_is_not_believed(old, looked_at, tmp_path, monkeypatch):
    monkeypatch.setenv("PBEM_MEMORY", str(tmp_path / "another machine"))
    assert pbem("status", old).code == 0
    assert looked_at["made"] == sorted(set(looked_at["made"])) and len(looked_at["made"]) > ENTRIES
