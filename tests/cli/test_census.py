"""pbem selfplay as a user meets it."""

import json

from pbem.core.data import schemas
from tests.cli.tools import pbem


def test_a_few_games_are_counted_and_what_is_missing_fails_the_run():
    ran = pbem("selfplay", "red-dragon/ready", "--games", 2, "--json")
    assert ran.code == 5 and ran.json["games"] == 2
    assert [str(problem) for problem in schemas.problems("census", ran.json, "census", ran.out)] == []
    assert ran.json["missing"] and not set(ran.json["missing"]) & set(ran.json["excused"])
    assert ran.json["counts"]["fact:game-ended"] == 2


def test_the_census_may_be_left_out_and_the_same_draws_give_the_same_games():
    one, same = (pbem("selfplay", "red-dragon/standard", "--no-census", "--draws", "07") for _ in range(2))
    assert one.code == 0 and one.out == same.out and "never occurred" not in one.out


def test_the_arrangement_of_seats_is_chosen_as_for_a_new_game():
    refused = pbem("selfplay", "cataclysm/C.1", "--seats", "7")
    assert refused.code == 2 and "3, 2, 4-democracies, 4-fascists and 5" in refused.err
    played = pbem("selfplay", "cataclysm/C.2", "--seats", "4", "--no-census", "--no-check", "--json")
    assert played.code == 0 and played.json["counts"]["kind:ally"]


def test_games_written_to_a_folder_verify_and_are_counted_alike(tmp_path):
    ran = pbem("selfplay", "red-dragon/ready", "--games", 2, "--no-census", "--json", "-o", tmp_path)
    assert ran.code == 0 and ran.json["counts"]["fact:game-ended"] == 2
    assert {name.partition(":")[0] for name in ran.json["counts"]} >= {"kind", "choice", "op", "fact", "rule", "ending"}
    files = sorted(tmp_path.glob("*.json"))
    assert [file.name for file in files] == ["selfplay-1.json", "selfplay-2.json"]
    for file in files:
        assert json.loads(file.read_text().splitlines()[-1])[0]["ended"]
        assert pbem("verify", file).code == 0
