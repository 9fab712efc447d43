"""What stands (pbem status --seat), pbem orders convert, pbem case."""

import json
import shutil

import pytest

from pbem.core.play.gamefile import read
from pbem.core.title.game import load
from tests.cli.tools import ROOT, new_game, orders, pbem, write_orders

LINES = (
    "op 5 with prc-jh-7-1",
    "then: pass",
    "next: if taiwan is prc: pass",
    "public always return-fire: return fire default",
    "secret always return-fire in taiwan: return fire default",
)


def control():
    """The name of the condition that a power holds an area."""
    forms = load("red-dragon").conditions.forms
    return next(name for name, (form, *_) in forms.items() if form == "{area} is {power}")


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A game in which lines of China are in force: public, secret and kept for their moment."""
    game = new_game(tmp_path_factory.mktemp("standing"))
    assert pbem("adjudicate", game, write_orders(game, "prc", *LINES), "-o", game).code == 0
    return game


# -- what stands -------------------------------------------------------------------------------------------


def stands(game, seat, *options):
    return pbem("status", game, "--seat", seat, *options, "--json").json["stands"]


def test_without_the_secret_file_what_is_closed_is_counted(played, tmp_path):
    for suffix in (".secret", ""):  # the file alone: then with the secret, as its seat has it
        copy = shutil.copy(f"{played}{suffix}", tmp_path / f"g.json{suffix}")
    (tmp_path / "g.json.secret").rename(tmp_path / "own")
    found = stands(copy, "prc")
    assert [row["line"] for row in found["lines"]] == [LINES[3].replace("when", "always")] and found["closed"] == 3
    assert "3 closed lines cannot be read here" in pbem("status", copy, "--seat", "prc").out
    found = stands(copy, "prc", "--secret", tmp_path / "own")
    assert [row["section"] for row in found["lines"]] == ["coming turn"] * 2 + ["when others move"] * 2
    assert found["closed"] == 0


STRIKE = (
    "op 18 china-south at taiwan with prc-tu-16-2 via south-china-sea, east-china-sea; "
    "fire prc-tu-16-2 at twn-combined-arms-2"
)


def test_how_often_a_line_answered_is_counted(tmp_path):
    game = new_game(tmp_path, options=("--windows", "ask"))
    area = "taiwan"
    line = write_orders(
        game, "allied", f"public always intercept in {area}: no interception", "public always intercept: ask me"
    )
    assert pbem("adjudicate", game, line, write_orders(game, "prc", "pass"), "-o", game).code == 0
    for _ in range(40):
        kinds = [(row["seat"], row["kind"]) for row in pbem("status", game, "--json").json["waiting"]]
        strikes = kinds == [("prc", "op")]
        files = [write_orders(game, "prc", STRIKE)] if strikes else []
        assert pbem("adjudicate", game, *files, "-o", game, "--deadlines-passed").code == 0
        if strikes:
            break
    answers = [row for entry in read(str(game)).entries for row in entry["used"]]
    assert [row["by"] for row in answers if "/intercept/" in row["question"]].count("standing") == 1
    used = {row["line"]: row["used"] for row in stands(game, "allied")["lines"]}
    assert used[f"public always intercept in {area}: no"] == 1
    assert "used 1 time" in pbem("status", game, "--seat", "allied").out


def test_a_seat_without_lines_and_a_seat_that_does_not_exist(played):
    assert stands(played, "allied")["lines"] == []
    assert pbem("status", played, "--seat", "nobody").code == 2


# -- orders convert ----------------------------------------------------------------------------------------


def test_text_to_json_to_text_is_stable(played, tmp_path):
    text, as_json, back = tmp_path / "o.txt", tmp_path / "o.json", tmp_path / "back.txt"
    text.write_text(orders(played, "prc", *LINES))
    assert pbem("orders", "convert", text, "--game", played, "-o", as_json).code == 0
    assert pbem("orders", "convert", as_json, "--title", "red-dragon", "-o", back).code == 0
    assert back.read_text() == text.read_text()
    again = pbem("orders", "convert", back, "--to", "json", "--title", "red-dragon")
    assert again.out == as_json.read_text() and json.loads(again.out)["pbem"] == "orders/1"


def test_words_that_are_not_understood_are_told_and_nothing_is_written(played, tmp_path):
    bad = tmp_path / "bad.txt"
    bad.write_text(orders(played, "prc", "op 5 wiht prc-jh-7-1", "fly to the moon"))
    run = pbem("orders", "convert", bad, "--title", "red-dragon", "-o", tmp_path / "o.json")
    assert run.code == 3 and "bad.txt:5" in run.err and "bad.txt:6" in run.err
    assert not (tmp_path / "o.json").exists()


def test_orders_of_nobody_are_not_written(tmp_path):
    """A line has a power in JSON, and nobody knows whose these are."""
    bare = tmp_path / "bare.txt"
    bare.write_text("concede\nwhen intercept: no interception\n")
    run = pbem("orders", "convert", bare, "--title", "red-dragon", "-o", tmp_path / "o.json")
    assert run.code == 3 and "'seat'" in run.err
    assert not (tmp_path / "o.json").exists()


def test_neither_a_game_nor_a_title_is_wrong_usage(played, tmp_path):
    assert pbem("orders", "convert", write_orders(played, "prc", "pass")).code == 2


# -- case --------------------------------------------------------------------------------------------------


def test_a_file_of_cases_is_run_and_told():
    path = ROOT / "tests" / "cases" / "red-dragon" / "04-victory.json"
    found = pbem("case", path, "--json").json
    assert all(row["title"] == "red-dragon" and row["holds"] for row in found["cases"])
    assert any(row["story"] for row in found["cases"])
    one = found["cases"][-1]
    run = pbem("case", path, "--id", one["id"])
    assert run.code == 0 and run.out.startswith(f"{one['id']} (rule {', '.join(one['rules'])}): holds")
    assert " ".join(one["story"][0].split()) in " ".join(run.out.split())


def test_a_case_that_does_not_come_out_says_how(tmp_path):
    case = {
        "id": "2.12-hit",
        "rules": ["2.12"],
        "compute": "hit",
        "expect": {"value": True},
        "with": {"shooter": "prc-j-10-1", "target": "us-f-16-1", "place": "land", "die": 6},
    }
    path = tmp_path / "case.json"
    path.write_text(json.dumps(case))
    run = pbem("case", path, "--title", "red-dragon")
    assert run.code == 5 and "hit is False; expected True" in run.out and "does not hold" in run.out


@pytest.mark.parametrize("text, code", [("[", 3), ('{"id": "x"}', 3), ("[]", 3)])
def test_what_is_no_case_is_refused(tmp_path, text, code):
    path = tmp_path / "case.json"
    path.write_text(text)
    run = pbem("case", path, "--title", "red-dragon")
    assert run.code == code and "case.json" in run.err


def test_a_case_without_a_title_or_of_an_unknown_name_is_wrong_usage(tmp_path):
    path = ROOT / "tests" / "cases" / "red-dragon" / "04-victory.json"
    assert pbem("case", path, "--id", "nothing").code == 2
    (tmp_path / "case.json").write_text(path.read_text())
    assert pbem("case", tmp_path / "case.json").code == 2
