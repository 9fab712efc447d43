"""An output that names a game or a secret never takes its place, whatever the command."""

import pytest

from tests.cli.tools import finished_game, pbem, write_orders

OUTPUTS = [
    "report {game} -o {target}",
    "map {game} -o {target}",
    "position {game} -o {target}",
    "orders {orders} --game {game} -o {target}",
    "adjudicate {game} {orders} -o {target} --report {target}",
    "seal {game} {orders} --secret {secret} -o {target}",
    "receipt {game} {orders} -o {target}",
    "desk end {game} --reason why -o {game} --propose {target}",
]


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    folder = tmp_path_factory.mktemp("outputs")
    game = finished_game(folder)
    return {
        "game": game,
        "secret": folder / f"{game.name}.secret",
        "orders": write_orders(game, "prc", "pass"),
        "other": folder / "other.json",
    }


@pytest.mark.parametrize("target", ["game", "other", "secret"])
@pytest.mark.parametrize("command", OUTPUTS)
def test_it_stays_as_it_is(table, command, target):
    table["other"].write_bytes(table["game"].read_bytes())
    before = {name: table[name].read_bytes() for name in ("game", "other", "secret")}
    ran = pbem(*[word.format(**table, target=table[target]) for word in command.split()])
    assert ran.code in (0, 2, 3, 4), ran
    assert {name: table[name].read_bytes() for name in before} == before, ran
    assert ran.code != 0, ran
