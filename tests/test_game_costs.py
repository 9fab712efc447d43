"""tools/game_costs.py: a game is played by mail and looked at in the night, and each step has its cost."""

import json

from tools import game_costs


def test_every_step_has_its_cost(tmp_path, capsys):
    told = tmp_path / "costs.json"
    assert game_costs.main(["red-dragon", "--games", "1", "--turns", "1", "--json", str(told)]) == 0
    found = json.loads(told.read_text())["red-dragon"]
    kinds = {"reminder", "mail read", "turn made", "mails of a turn", "verified", "pages made", "read into the archive"}
    assert set(found) == kinds | {"load"}
    assert all(found[kind]["mean"] > 0 and found[kind]["of"] >= 1 for kind in kinds)
    assert capsys.readouterr().out.startswith("red-dragon")
