"""`import pbem` for programs: what each function gives is the JSON of its command, or text; trouble is raised."""

import importlib
import inspect
import json
import pickle
import pkgutil
import re

import pytest

import pbem
from pbem import interface
from pbem.core.data import schemas
from tests.cli.tools import ROOT, finished_game, new_game, write_orders
from tests.cli.tools import pbem as command

FUNCTIONS = [name for name in interface.NAMES if name.islower()]
ORDERS = ("op 5 with prc-jh-7-1", "then: pass")


@pytest.fixture
def game(tmp_path):
    return new_game(tmp_path)


def fits(kind, value):
    assert [str(problem) for problem in schemas.problems(kind, value)] == []
    return value


def test_what_is_read_is_what_the_commands_print(game):
    assert fits("status", pbem.status(game)) == command("status", game, "--json").json
    assert fits("verification", pbem.verify(game)) == command("verify", game, "--json").json
    assert fits("scenario", pbem.position(game)) == command("position", game).json
    assert pbem.tell(game) == command("report", game).out
    assert pbem.form(game, "prc") == command("form", game, "prc").out
    assert pbem.show(game, "units taiwan") == command("show", game, "units", "taiwan", "--json").json["value"]
    assert fits("titles", pbem.titles()) == command("titles", "--json").json
    assert fits("title", pbem.title("pacific")) == command("titles", "pacific", "--json").json
    assert fits("due", pbem.due(game, "2026-12-01")) == command("due", game, "--now", "2026-12-01", "--json").json
    assert fits("diff", pbem.diff(game)) == command("diff", game, "--json").json
    assert pbem.draw(game, focus="taiwan") == command("map", game, "-o", "-", "--focus", "taiwan").out
    assert pbem.plot(game, "words") == command("plot", game, "-o", "-", "--words").out
    orders = write_orders(game, "prc", *ORDERS)
    assert fits("check", pbem.check(game, [orders])) == command("check", game, orders, "--json").json


def test_a_document_names_its_schema_which_is_whole_and_has_an_id(game, tmp_path, monkeypatch):
    import jsonschema

    for value in (pbem.status(game), pbem.titles(), pbem.position(game)):
        jsonschema.validate(value, pbem.schema(value["pbem"]))
    for kind in schemas.kinds():
        made = pbem.schema(kind)
        assert made["$id"] == f"urn:pbem:schema:{kind}" and "$ref" not in str(made)
        assert made == pbem.schema(made["$id"]) == pbem.schema(f"{kind}/1")
        jsonschema.Draft202012Validator.check_schema(made)
    assert r"\\Z" not in json.dumps([pbem.schema(kind) for kind in schemas.kinds()])
    with pytest.raises(pbem.NoSuchThing, match="There is no schema nonsense; there are answer, "):
        pbem.schema("nonsense")
    page = (ROOT / "docs" / "json.md").read_text()
    monkeypatch.chdir(tmp_path)
    (tmp_path / "status.json").write_text(json.dumps(pbem.status(game)))
    exec(page.partition("```python\n")[2].partition("```")[0], {})


@pytest.mark.longer
def test_an_archive_a_table_and_random_games_are_those_of_the_commands(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    over = finished_game(tmp_path)
    loaded = fits("archive", pbem.load_archive("club.db", [over]))
    assert loaded["read"] == [str(over)] and pbem.load_archive("club.db", ["over.json"])["unchanged"] == ["over.json"]
    sql = "select name, title, 1e999, x'00ff' from games"
    assert fits("rows", pbem.ask_archive("club.db", sql)) == command("archive", "query", "club.db", sql, "--json").json
    with pytest.raises(pbem.Refused, match="no such table"):
        pbem.ask_archive("club.db", "select * from nowhere")
    people = ("--player", "a=Ann", "--player", "b=Bob", "--rounds", "1")
    command("tournament", "new", "cup.json", "--name", "cup", "--title", "red-dragon/ready", *people)
    table = fits("standings", pbem.standings("cup.json"))
    assert table == command("tournament", "standings", "cup.json", "--json").json and len(table["players"]) == 2
    played = fits("census", pbem.selfplay("red-dragon", "ready", games=2, draws="07", folder="robots", check=False))
    words = ("selfplay", "red-dragon/ready", "--games", "2", "--draws", "07", "--no-check", "-o", "others", "--json")
    told = command(*words).json
    assert played == told and len(pbem.games_in(["robots"])) == 2
    with pytest.raises(pbem.NoSuchThing):
        pbem.selfplay("chess")


def test_a_game_that_was_read_serves_every_function(game):
    read = pbem.read(game)
    assert (read.name, read.n, read.is_over) == ("g", 1, False)
    assert pbem.status(read) == pbem.status(game) and pbem.verify(read) == pbem.verify(str(game))


def test_a_game_is_made_and_played(tmp_path):
    path = tmp_path / "a.json"
    made = fits("new", pbem.new("red-dragon", path, names={"allied": "Ann"}))
    assert made["head"] == pbem.read(path).head
    assert [(row["seat"], row["name"]) for row in pbem.status(path)["waiting"]] == [("allied", "Ann")]
    outcome = fits("outcome", pbem.adjudicate(path))
    assert (outcome["entry"], outcome["missing"], pbem.read(path).n) == (None, ["allied"], 0)
    outcome = fits("outcome", pbem.adjudicate(path, passed=["allied"], report=tmp_path / "r.txt"))
    assert outcome["missing"] == [] and pbem.read(path).n == outcome["entry"] == 1
    assert (tmp_path / "r.txt").read_text() == pbem.tell(path)
    assert pbem.verify(path)["exit"] == 0
    with pytest.raises(pbem.NoSuchThing, match="exists"):
        pbem.new("red-dragon", path)


def test_lines_of_another_are_taken_up(tmp_path):
    over = finished_game(tmp_path)
    lines = over.read_bytes().splitlines(keepends=True)
    behind, last = tmp_path / "behind.json", tmp_path / "last.line"
    behind.write_bytes(b"".join(lines[:-1]))
    last.write_bytes(lines[-1])
    taken = fits("taken", pbem.take(behind, [last]))
    assert taken["taken"] == [len(lines) - 1] and behind.read_bytes() == over.read_bytes()


def test_trouble_is_raised_with_its_problems(game, tmp_path):
    with pytest.raises(pbem.Refused) as refused:
        pbem.check(game, [write_orders(game, "prc", "op 5 with us-cvn-1")])
    assert refused.value.problems[0].code
    again = pickle.loads(pickle.dumps(refused.value))  # trouble travels between processes
    assert [str(one) for one in again.problems] == [str(one) for one in refused.value.problems]
    broken = tmp_path / "broken.json"
    broken.write_bytes(game.read_bytes()[:100])
    with pytest.raises(pbem.BrokenFile):
        pbem.status(broken)
    before = game.read_bytes()
    for call in (
        lambda: pbem.form(game, "nobody"),
        lambda: pbem.form(game, "prc", "pdf"),
        lambda: pbem.tell(game, "pdf"),
        lambda: pbem.tell(game, entry=0, since=0),
        lambda: pbem.tell(game, since=99),
        lambda: pbem.diff(game, 99),
        lambda: pbem.diff(game, mine=True),
        lambda: pbem.draw(game, "99"),
        lambda: pbem.draw(game, "soon"),
        lambda: pbem.plot(game, "pdf"),
        lambda: pbem.position(game, -1),
        lambda: pbem.title("chess"),
        lambda: pbem.adjudicate(game, passed=["nobody"]),
        lambda: pbem.adjudicate(game, report=game),
        lambda: pbem.adjudicate(game, output=f"{game}.secret"),
    ):
        with pytest.raises(pbem.NoSuchThing):
            call()
    assert game.read_bytes() == before


def test_every_function_is_documented_typed_and_in_the_stub():
    stub = (ROOT / "pbem" / "__init__.pyi").read_text()
    page = (ROOT / "docs" / "python.md").read_text()
    assert set(re.findall(r" as (\w+)", stub)) == set(interface.NAMES) <= set(dir(pbem))
    for name in FUNCTIONS:
        function = getattr(pbem, name)
        assert inspect.getdoc(function), name
        signature = inspect.signature(function)
        assert signature.return_annotation is not inspect.Signature.empty, name
        assert all(one.annotation is not inspect.Parameter.empty for one in signature.parameters.values()), name
        assert f"pbem.{name}(" in page, name


def test_no_function_has_the_name_of_a_room():
    """A room that is imported becomes an attribute of the package, and would take the place of the function."""
    rooms = {module.name for module in pkgutil.iter_modules(importlib.import_module("pbem").__path__)}
    assert not rooms & set(interface.NAMES)
    with pytest.raises(AttributeError):
        pbem.nothing_of_that_name  # noqa: B018


def test_the_examples_of_the_page_run(game, tmp_path, monkeypatch, capsys):
    page = (ROOT / "docs" / "python.md").read_text()
    monkeypatch.chdir(tmp_path)
    orders = write_orders(game, "prc", *ORDERS)
    names = {"game": str(game), "orders": [str(orders)]}
    blocks = re.findall(r"```python\n(.*?)```", page, re.S)
    assert len(blocks) >= 3
    for block in blocks:
        exec(compile(block, "docs/python.md", "exec"), names)  # one after the other, as in a notebook
    assert "prc" in capsys.readouterr().out
