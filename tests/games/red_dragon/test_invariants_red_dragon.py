"""Positions that no rule can bring about are refused."""

import json

from tests.cli.tools import new_game, pbem


def test_nothing_is_aboard_in_a_land_area(tmp_path):
    """9.9 What a ship carries goes ashore as it enters."""
    game, patch = new_game(tmp_path), tmp_path / "patch.json"
    patch.write_text(json.dumps({"pbem": "patch/1", "units": "china-central: prc amph-1(prc armor-1)"}))
    ran = pbem("correct", game, patch, "--reason", "why", "-o", tmp_path / "n.json")
    assert ran.code != 0 and "goes ashore there at once" in ran.err, ran
