"""What `pbem position` writes, `pbem new` reads; what a clumsy hand writes into a correction is refused by name."""

import json

import pytest

from pbem.core.play.gamefile import read
from tests.cli.tools import pbem

STARTS = ["red-dragon/ready", "pacific/standard", "cataclysm/c2", "cataclysm/c1"]


@pytest.mark.parametrize("start", STARTS)
def test_a_position_of_every_title_is_a_start_again(tmp_path, start):
    game, again, position = tmp_path / "g.json", tmp_path / "again.json", tmp_path / "p.json"
    assert pbem("new", start, "-o", game).code == 0
    assert pbem("adjudicate", game, "-o", game).code == 0
    written = pbem("position", game, "--step", 0)
    assert written.code == 0, written.err
    position.write_text(written.out)
    made = pbem("new", start, "--position", position, "-o", again)
    assert made.code == 0, made.err
    assert read(str(again)).first_board().to_json() == read(str(game)).first_board().to_json()


CLUMSY = [
    ("red-dragon/ready", {"at": {"turn": 3}}, "turn"),
    ("red-dragon/ready", {"set": {"japan.closed": "yes"}}, "japan.closed"),
    ("red-dragon/ready", {"set": {"vp": True}}, "vp"),
    ("red-dragon/ready", {"set": {"options": "all"}}, "options"),
    ("pacific/standard", {"set": {"flights": []}}, "flights"),
    ("pacific/standard", {"set": {"guam.held-since": "france 3"}}, "held-since"),
    ("pacific/standard", {"set": {"sz25.landings": ["nowhere 1 us/transport us/marine*1"]}}, "landings"),
    ("pacific/standard", {"at": {"phase": "tea"}}, "phase"),
    ("cataclysm/c2", {"set": {"winner": "fascist"}}, "winner"),
    ("cataclysm/c2", {"set": {"germany.commitment": "keen"}}, "commitment"),
    ("cataclysm/c2", {"set": {"permit.germany.germany": "all"}}, "permit"),
]


@pytest.mark.parametrize("start, patch, told", CLUMSY, ids=[f"{start} {told}" for start, _, told in CLUMSY])
def test_a_clumsy_position_is_refused_by_name_and_makes_nothing(tmp_path, start, patch, told):
    game, position = tmp_path / "g.json", tmp_path / "p.json"
    title, _, base = start.partition("/")
    position.write_text(json.dumps({"pbem": "position/1", "title": title, "id": "here", "base": base, **patch}))
    refused = pbem("new", start, "--position", position, "-o", game)
    assert refused.code == 3 and told in refused.err and not game.exists()
    assert "Traceback" not in refused.err
