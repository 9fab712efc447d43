"""What every command prints with --json fits its schema (schemas/<what "pbem" says>.schema.json)."""

import json

import pytest

from pbem.core.data import schemas
from tests.cli.tools import ROOT, finished_game, new_game, pbem, write_orders

STRIKE = ("op 5 with prc-jh-7-1", "pass", "when return-fire: return fire default")
CASES = ROOT / "tests" / "cases" / "red-dragon" / "04-victory.json"


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    """Files for every command: a game, orders, a patch, a pack."""
    folder = tmp_path_factory.mktemp("json")
    game = new_game(folder)
    files = {
        "game": game,
        "orders": write_orders(game, "prc", *STRIKE),
        "next": folder / "next.json",
        "folder": folder,
        "bad": write_orders(game, "prc", "op 5 with us-cvn-1", name="bad.txt"),
        "patch": folder / "patch.json",
        "third": new_game(folder, "third.json"),
        "over": finished_game(folder),
        "cases": CASES,
        "head": "",
    }
    files["lines"] = folder / "last.line"
    files["lines"].write_bytes(files["over"].read_bytes().splitlines(keepends=True)[-1])
    files["patch"].write_text('{"pbem": "patch/1", "set": {"vp": 4}}')
    files["head"] = pbem("status", files["over"], "--json").json["head"]
    run = pbem("new", "red-dragon/ready", "-o", folder / "other.json", "--json")
    assert run.code == 0
    files["made"] = run
    return files


COMMANDS = [
    ("titles", "titles"),
    ("title", "titles red-dragon"),
    ("title", "titles pacific"),
    ("title", "titles cataclysm"),
    ("status", "status {game}"),
    ("status", "status {over}"),
    ("queries", "show {game}"),
    ("query", "show {game} units taiwan"),
    ("check", "check {game} {orders}"),
    ("problems", "check {game} {bad}"),
    ("problems", "adjudicate {game} {bad} -o {next}"),
    ("problems", "status {patch}"),
    ("outcome", "adjudicate {game} -o {next}"),
    ("rehearsal", "whatif {game} {orders}"),
    ("rehearsal", "whatif {game} {orders} --repeat 4"),
    ("rehearsal", "whatif {game} {orders} --dice 6.1/allied=1 --dice 9.9/none=4"),
    ("report", "report {game}"),
    ("report", "report {over} --since 0"),
    ("report", "report {game} --seat allied"),
    ("verification", "verify {game}"),
    ("verification", "verify {over} --head {head}"),
    ("lookback", "check {over} --secret {over}.secret"),
    ("opened", "openings {over} --secret {over}.secret"),
    ("note", "correct {third} {patch} --reason why -o {third}"),
    ("note", "reopen {over} --reason why -o {over}"),
    ("answer", "ask {game} prc prices"),
    ("answer", "ask {game} prc"),
    ("scenario", "position {game}"),
    ("standing", "standing {game} prc"),
    ("data", "data red-dragon"),
    ("data", "data red-dragon --unverified"),
    ("data", "data pacific --unverified"),
    ("data", "data cataclysm --unverified"),
    ("export", "data red-dragon --export {folder}/pack"),
    ("cases", "case {cases}"),
    ("rules", "rules red-dragon"),
    ("rule", "rules red-dragon 9.7"),
    ("outcome", "adjudicate {game} {orders} -o {next}"),
    ("taken", "take {over} {lines}"),
    ("chain", "seat init -o {folder}/ann.secret"),
    ("census", "selfplay red-dragon/ready --no-census"),
]


@pytest.mark.parametrize("kind, command", COMMANDS, ids=[command for _, command in COMMANDS])
def test_the_json_of_a_command_fits_its_schema(table, kind, command):
    run = pbem(*[word.format(**table) for word in command.split()], "--json")
    assert run.code in ((3, 4) if kind == "problems" else (0,)), run
    document = json.loads(run.out)
    assert document["pbem"].startswith(("position/" if kind == "scenario" else f"{kind}/"))
    assert [str(problem) for problem in schemas.problems(kind, document, command)] == []


def test_a_new_game_in_json(table):
    assert [str(problem) for problem in schemas.problems("new", table["made"].json)] == []


def test_standing_lines_in_json(table):
    played = table["folder"] / "played.json"
    secret = ("--secret", f"{table['game']}.secret")
    for _ in range(2):  # twice the same run: each line is kept once
        assert pbem("adjudicate", table["game"], table["orders"], "-o", played, *secret).code == 0
    run = pbem("standing", played, "prc", *secret, "--json")
    places = [(row["entry"], row["document"], row["line"]) for row in run.json["lines"]]
    assert len(places) == len(set(places)) == 2 and run.json["sealed"] == 0
    assert [str(problem) for problem in schemas.problems("standing", run.json)] == []


def test_the_data_of_a_game_with_a_pack_in_json(table):
    folder = table["folder"] / "mine"
    folder.mkdir()
    about = {"pbem": "pack/1", "name": "mine", "version": "1", "title": "red-dragon", "author": "A", "rights": "mine"}
    (folder / "pack.json").write_text(json.dumps(about))
    (folder / "map.json").write_text('{"areas": {"taiwan": {"vp": {"value": 5, "from": "owner", "cite": "copy"}}}}')
    game = table["folder"] / "packed.json"
    assert pbem("new", "red-dragon/ready", "--components", folder, "-o", game).code == 0
    run = pbem("data", game, "--json")
    assert run.json["pack"]["changes"] == [{"file": "map", "pointer": "/areas/taiwan/vp", "value": 5, "was": 6}]
    assert [str(problem) for problem in schemas.problems("data", run.json)] == []


def test_game_files_charters_and_orders_fit_their_schemas(table):
    from pbem.core.data.canon import loads

    for name in ("game", "over"):
        first, *lines = [loads(line)[0] for line in table[name].read_bytes().splitlines()]
        assert schemas.problems("game", first) == [] and schemas.problems("charter", first["charter"]) == []
        assert lines and not any(schemas.problems(f"{line['kind']}-line", line) for line in lines)
    document = json.loads(pbem("orders", "convert", table["orders"], "--game", table["game"]).out)
    assert schemas.problems("orders", document) == []


def test_every_command_with_json_is_tried_here():
    """A command that prints JSON of its own stands in the list above, or its room tests it."""
    from pbem.cli import COMMANDS as NAMES

    elsewhere = {
        "due",
        "absence",
        "config",
        "mail",
        "diff",
        "explain",
        "map",
        "plot",
        "order",
        "desk",
        "archive",
        "odds",
        "tournament",
    }
    here = {command.split()[0] for _, command in COMMANDS} | {"new"}
    for name in set(NAMES) - here - elsewhere:
        text = (ROOT / "pbem" / "cli" / f"{name.replace(chr(45), chr(95))}.py").read_text(encoding="utf-8")
        assert "print_json(" not in text, f"{name} prints JSON that no test holds against a schema"
