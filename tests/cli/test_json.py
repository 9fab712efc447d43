"""What commands print with --json fits its schema (schemas/<what "pbem" says>.schema.json), in many situations; each
command at least once in test_every_json."""

import json
from pathlib import Path

import pytest

from pbem.core.data import schemas
from tests.cli.tools import ROOT, finished_game, new_game, pbem, write_orders

STRIKE = ("op 5 with prc-jh-7-1", "then: pass", "always return-fire: return fire default")
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
        "days": new_game(folder, "days.json", options=("--days", "7", "--absences", "3", "--now", "2026-11-20")),
        "over": finished_game(folder),
        "cases": CASES,
        "head": "",
    }
    files["letter"] = write_orders(files["days"], "prc", "pass", name="letter.txt")
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
    ("position", "position {game}"),
    ("form", "form {game} prc"),
    ("form", "form {over} prc"),
    ("written", "orders convert {orders} --game {game}"),
    ("written", "orders convert {orders} --game {game} -o {folder}/prc.json"),
    ("written", "map {game} -o {folder}/map.svg"),
    ("written", "map {game} -o -"),
    ("written", "plot {over} -o {folder}/plot.svg --words"),
    ("written", "site {third} -o {folder}/site"),
    ("written", "receipt {days} {letter}"),
    ("written", "desk note {third} Hello --now 2027-01-01"),
    ("written", "absence {days} prc 2027-02-01 2027-02-09 --now 2027-01-01"),
    ("written", "tournament new {folder}/cup.json --name cup --title red-dragon --rounds 1 --player a=A --player b=B"),
    ("odds", "odds pacific 3-infantry,artillery,fighter 2-infantry"),
    ("status", "status {game} --seat prc"),
    ("data", "data red-dragon"),
    ("data", "data red-dragon --unverified"),
    ("data", "data pacific --unverified"),
    ("data", "data cataclysm --unverified"),
    ("export", "data red-dragon --export {folder}/pack"),
    ("cases", "case {cases}"),
    ("rules", "rules red-dragon"),
    ("rule", "rules red-dragon 9.7"),
    ("ruled", "rulings red-dragon 9.7"),
    ("outcome", "adjudicate {game} {orders} -o {next}"),
    ("taken", "take {over} {lines}"),
    ("chain", "seat init -o {folder}/ann.secret"),
    ("census", "selfplay red-dragon/ready --no-census"),
]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("kind, command", COMMANDS, ids=[command for _, command in COMMANDS])
def test_the_json_of_a_command_fits_its_schema(table, kind, command):
    run = pbem(*[word.format(**table) for word in command.split()], "--json")
    assert run.code in ((3, 4) if kind == "problems" else (0,)), run
    document = json.loads(run.out)
    assert document["pbem"].startswith(f"{kind}/")
    if kind == "written":
        at_output = "-o" in command and " -o -" not in command
        assert all(Path(path).is_file() for path in document["files"])
        assert bool(document["files"]) == (document["text"] is None), command
        assert document["files"] or not at_output
    assert [str(problem) for problem in schemas.problems(kind, document, command)] == []


def fits(kind, ran, code=0):
    """The JSON of a run, which fits its schema."""
    assert ran.code == code, ran
    assert [str(problem) for problem in schemas.problems(kind, ran.json)] == []
    return ran.json


def test_what_is_sealed_and_said_in_json(tmp_path):
    """Sealed orders, a word on a silent seat and a word on another's: the text stands in the JSON."""
    seats = ("prc", "allied")
    anchors = [f"{seat}={pbem('seat', 'init', '-o', tmp_path / seat, '--json').json['anchor']}" for seat in seats]
    game, orders = tmp_path / "g.json", tmp_path / "prc.txt"
    words = [word for anchor in anchors for word in ("--anchor", anchor)]
    assert pbem("new", "red-dragon/ready", "-o", game, *words, "--no-referee").code == 0
    orders.write_text(pbem("form", game, "allied", "--json").json["text"].replace("# ready", "ready"))
    sealed = fits("written", pbem("seal", game, orders, "--secret", tmp_path / "allied", "--json"))
    assert sealed["what"] == "sealed orders" and "-----" in sealed["text"] and sealed["files"] == []
    refereed = tmp_path / "r.json"
    assert pbem("new", "red-dragon/ready", "-o", refereed, *words).code == 0
    word = fits("written", pbem("pass-over", refereed, "prc", "--secret", f"{refereed}.secret", "--json"))
    assert word["text"].startswith("The word of referee")
    proposal = tmp_path / "proposal"
    note = ("desk", "again", game, "--reason", "x", "-o", game, "--secret", tmp_path / "prc", "--propose", proposal)
    assert pbem(*note).code == 0
    path = tmp_path / "allied.word"
    agreed = pbem("word", game, proposal, "--secret", tmp_path / "allied", "-o", path, "--json")
    assert fits("written", agreed)["files"] == [str(path)] and path.is_file()


def test_a_form_lists_the_answers_that_are_legal(table):
    """Whatever the form offers is understood and not refused, in text and as JSON."""
    form = fits("form", pbem("form", table["game"], "prc", "--json"))
    assert form["head"] == pbem("status", table["game"], "--json").json["head"]
    (question,) = form["questions"]
    assert question["kind"] == "op" and len(question["answers"]) > 3
    for number, answer in enumerate(question["answers"]):
        orders = write_orders(table["game"], "prc", *answer["lines"], name=f"offered-{number}.txt")
        assert pbem("check", table["game"], orders).code == 0, answer
    assert pbem("form", table["game"], "prc", "--format", "json").json == form


def test_a_refused_check_tells_of_every_line(table):
    orders = write_orders(
        table["game"], "prc", "op 5 with us-cvn-1", "always return-fire: return fire default", name="half.txt"
    )
    found = fits("problems", pbem("check", table["game"], orders, "--json"), 3)
    assert found["problems"] and len(found["fates"]["prc"]) == 2


def test_rows_of_the_archive_in_json(table):
    place = table["folder"] / "club.db"
    assert pbem("archive", "load", place, table["over"]).code == 0
    for words in (("query", "select name, 1.5 as x, null as y from games"), ("luck",), ("slow",), ("search", "Taiwan")):
        name, *rest = words
        found = fits("rows", pbem("archive", name, place, *rest, "--format", "json"))
        assert all(list(row) == sorted(found["columns"]) for row in found["rows"])


def test_an_option_does_not_take_a_file_for_its_value(table):
    """What xargs appends behind the options is an order file, and none is the seat of a deadline."""
    game, orders = table["days"], table["letter"]
    run = pbem("adjudicate", game, "-o", table["next"], "--now", "2027-01-01", "--deadlines-passed", orders)
    assert run.code == 0, run
    assert pbem("adjudicate", game, "-o", table["next"], "--deadline-passed").code == 2
    assert pbem("adjudicate", game, "-o", table["next"], "--deadline-passed", "prc", "--deadlines-passed").code == 2


def test_no_option_may_do_without_its_value():
    """An option with a value that may be missing takes the next word, be it a file."""
    import click

    from pbem.cli.group import pbem as group

    def options(command):
        yield from command.params
        if isinstance(command, click.Group):
            for name in command.list_commands(None):
                yield from options(command.get_command(None, name))

    found = [one for one in options(group) if isinstance(one, click.Option)]
    assert len(found) > 200
    assert [one.opts for one in found if not one.is_flag and getattr(one, "_flag_needs_value", False)] == []


def test_whatever_people_are_called_json_stays_json(tmp_path):
    name = "Ann\u202e\u200b\U000e0041"
    path = new_game(tmp_path, options=("--seat", f"prc={name}"))
    for words in (
        ("status", path, "--json"),
        ("report", path, "--format", "json"),
        ("due", path, "--now", "2027-01-01", "--json"),
    ):
        ran = pbem(*words)
        assert ran.code == 0 and not {"\u202e", "\u200b", "\U000e0041"} & {*ran.out}, words
        assert json.dumps(name) in json.dumps(ran.json), words


def test_a_new_game_in_json(table):
    assert [str(problem) for problem in schemas.problems("new", table["made"].json)] == []


def test_standing_lines_in_json(table):
    played = table["folder"] / "played.json"
    secret = ("--secret", f"{table['game']}.secret")
    for _ in range(2):  # twice the same run: each line is kept once
        assert pbem("adjudicate", table["game"], table["orders"], "-o", played, *secret).code == 0
    run = pbem("status", played, "--seat", "prc", *secret, "--json")
    numbers = [row["no"] for row in run.json["stands"]["lines"]]
    assert len(numbers) == len(set(numbers)) == 2 and run.json["stands"]["closed"] == 0
    assert [str(problem) for problem in schemas.problems("status", run.json)] == []


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
