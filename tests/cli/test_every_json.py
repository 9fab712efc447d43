"""Every command with --json, as click knows them: what it prints fits its schema, done well, called wrongly, and with
a file that does not hold.  A new command without --json, or without an example here, fails."""

import io
import json
import os
import re
import shutil
import sys

import click
import pytest

from pbem.cli.group import pbem as group
from pbem.core.data import schemas
from tests.cli.tools import ROOT, done, finished_game, new_game, pbem, set_up_desk, write_orders

SCRIPT = {"completion"}  # prints a script for a shell, and nothing else
ELSEWHERE = {"desk seals"}  # done well in tests/attacks/test_a_seal_withheld_or_doubled.py: it takes three at a table
EXAMPLES = {  # command: (the kind of its JSON, its words)
    "titles": ("titles", ""),
    "title new": ("written", "hill-and-dale"),
    "title check": ("title-check", "red-dragon --entries 2"),
    "title map": ("written", "points.json -o layouts.json"),
    "practice": ("practice", "red-dragon --folder practice"),
    "new": ("new", "red-dragon/ready -o made.json"),
    "seat init": ("chain", "-o new.secret"),
    "seat moved": ("written", "g.json"),
    "seat renew": ("note", "g.json referee --anchor {anchor} --again -o n.json"),
    "seat robot": ("written", "g.json prc --reason why -o w"),
    "robot": ("robot", "g.json prc"),
    "seat replace": ("written", "g.json prc --person Dora --reason why -o w"),
    "seal": ("written", "s.json ready.txt --secret allied.secret -o sealed.txt"),
    "status": ("status", "g.json"),
    "show": ("query", "g.json units taiwan"),
    "ask": ("answer", "g.json prc prices"),
    "form": ("form", "g.json prc"),
    "orders convert": ("written", "prc.txt --game g.json -o prc.json"),
    "order": ("written", "g.json prc -o typed.txt"),
    "check": ("check", "g.json prc.txt"),
    "whatif": ("rehearsal", "g.json prc.txt"),
    "take": ("taken", "over.json last.line"),
    "pass-over": ("written", "d.json prc --secret d.json.secret -o word"),
    "word": ("written", "s.json proposal --secret allied.secret -o word"),
    "adjudicate": ("outcome", "g.json prc.txt -o n.json"),
    "run": ("run", "days.json -o outbox --now 2027-01-01"),
    "receipt": ("written", "days.json pass.txt -o r.txt"),
    "due": ("due", "days.json --now 2027-01-01"),
    "absence": ("written", "days.json prc 2027-02-01 2027-02-09 --now 2027-01-01"),
    "tournament check": ("checked", "cup.json --games games"),
    "tournament decide": ("written", "cup.json c-1-1 abandoned --reason why -o cup.json"),
    "tournament desks": ("written", "cup.json --games games --address pbem@club.example --people people.txt"),
    "tournament enter": ("written", "cup.json dora=Dora --reason why -o cup.json"),
    "tournament forfeits": ("forfeits", "cup.json --games games --record -o cup.json"),
    "tournament games": ("games", "cup.json --games games"),
    "tournament new": ("written", "two.json --name d --title red-dragon --rounds 1 --player a=A --player b=B"),
    "tournament pair": ("round", "young.json --games games -o young.json"),
    "tournament standings": ("standings", "cup.json --games games -o table.txt"),
    "tournament unpair": ("written", "cup.json --games elsewhere --reason why -o cup.json"),
    "tournament withdraw": ("written", "cup.json ann --reason why -o cup.json"),
    "archive load": ("archive", "club.db g.json"),
    "archive luck": ("rows", "club.db"),
    "archive query": ("rows", "club.db select(1)"),
    "archive search": ("rows", "club.db Taiwan"),
    "archive slow": ("rows", "club.db"),
    "archive standings": ("rows", "club.db"),
    "desk change": ("note", "g.json --option interception-area=goal --reason why -o n.json"),
    "desk again": ("note", "g.json --reason why -o n.json"),
    "desk depart": ("written", "d.json --reason why -o w"),
    "desk end": ("note", "g.json --reason why -o n.json"),
    "desk extend": ("written", "days.json prc 2 --now 2026-11-21"),
    "desk handover": ("written", "g.json --to Dora --anchor {anchor} --reason why -o w"),
    "desk leave": ("written", "g.json prc --reason why -o w"),
    "desk note": ("written", "g.json Hello --now 2027-01-01"),
    "desk seals": ("note", "s.json ready.txt ready.txt -o n.json"),
    "desk restart": ("written", "s.json prc --reason why -o w --secret allied.secret"),
    "desk stands": ("note", "g.json --reason why -o n.json"),
    "desk takeback": ("note", "g.json --agreed prc --agreed allied --reason why -o n.json"),
    "mail doctor": ("doctor", "g.json"),
    "mail in": ("mail", "g.json --from m.eml"),
    "mail inbox": ("inbox", "g.json"),
    "mail log": ("mail-log", "g.json"),
    "mail out": ("mails", "g.json -o outbox"),
    "mail prefer": ("kinds", "g.json prc short"),
    "mail send": ("sent", "empty"),
    "mail set-up": ("desk", "g.json --watcher club@club.example"),
    "report": ("report", "g.json -o report.json"),
    "position": ("position", "g.json -o position.json"),
    "correct": ("note", "g.json patch.json --reason why -o n.json"),
    "reopen": ("note", "over.json --reason why -o n.json"),
    "diff": ("diff", "g.json"),
    "explain": ("explanation", "over.json 1"),
    "map": ("written", "g.json -o map.svg"),
    "plot": ("written", "over.json --words -o plot.txt"),
    "site": ("written", "g.json -o site"),
    "openings": ("opened", "over.json"),
    "verify": ("verification", "g.json"),
    "data": ("data", "g.json"),
    "rules": ("rules", "red-dragon"),
    "rulings": ("ruled", "cataclysm"),
    "odds": ("odds", "pacific 3-infantry,artillery,fighter 2-infantry"),
    "case": ("cases", "{cases}"),
    "selfplay": ("census", "red-dragon/ready --no-census"),
    "config": ("config", "status"),
}


def leaves(command=group, words=()):
    """``(words, command)`` of all that can be called."""
    if not isinstance(command, click.Group):
        yield words, command
        return
    for name in command.list_commands(None):
        yield from leaves(command.get_command(None, name), (*words, name))


LEAVES = {" ".join(words): command for words, command in leaves()}
NAMES = sorted(LEAVES.keys() - SCRIPT)


def test_the_paper_names_the_schema_of_every_command():
    paper = (ROOT / "docs" / "json.md").read_text(encoding="utf-8")
    told = {}
    for kind, cell in re.findall(r"(?m)^\| \[([\w-]+)\]\(../schemas/\1.schema.json\) \| (.*) \|$", paper):
        told |= dict.fromkeys(re.findall(r"`([^`]+)`", cell), kind)
    known = {name: kind for name, (kind, _) in EXAMPLES.items()}
    assert known.items() <= told.items()
    assert {name.split()[0] for name in told} <= {name.split()[0] for name in LEAVES}
    assert set(told.values()) <= set(schemas.kinds())


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A folder with files for every command, and what this machine remembers of its games."""
    folder, before = tmp_path_factory.mktemp("every"), os.environ.get("PBEM_MEMORY")
    os.environ["PBEM_MEMORY"] = str(folder / "memory")
    try:
        _games(folder)
        _words_of_seats(folder)
        _tournament(folder)
    finally:
        os.environ.pop("PBEM_MEMORY") if before is None else os.environ.update(PBEM_MEMORY=before)
    return folder


def _games(folder):
    game, over = new_game(folder), finished_game(folder)
    days = ("--days", "7", "--absences", "3", "--extensions", "3/6/12", "--now", "2026-11-20")
    new_game(folder, "days.json", options=days)
    beside = json.loads((folder / "days.json.calendar").read_text())
    beside["stops"] = {str(n): "2026-11-20T12:00" for n in range(3)}
    (folder / "days.json.calendar").write_text(json.dumps(beside))
    write_orders(game, "prc", "op 5 with prc-jh-7-1", "then: pass")
    write_orders(folder / "days.json", "prc", "pass", name="pass.txt")
    (folder / "last.line").write_bytes(over.read_bytes().splitlines(keepends=True)[-1])
    shutil.copy(ROOT / "tests" / "schemas" / "good" / "points" / "hill-and-dale.json", folder / "points.json")
    (folder / "patch.json").write_text('{"pbem": "patch/1", "set": {"vp": 4}}')
    (folder / "broken.json").write_bytes(game.read_bytes()[:-40])
    set_up_desk(game, "--authserv", "mx.club.example", prc="ann@example.org", allied="bob@example.org")
    (folder / "m.eml").write_text("From: ann@example.org\nTo: pbem@club.example\nMessage-ID: <1@x>\n\nstatus\n")
    for name in ("cur", "new", "tmp"):
        (folder / "empty" / name).mkdir(parents=True)
    done("archive", folder / "club.db", over)


def _words_of_seats(folder):
    """A game without a referee, where each seat has its chain, and what one proposes."""
    seats = {seat: folder / f"{seat}.secret" for seat in ("prc", "allied")}
    anchors = [f"{seat}={done('seat', 'init', '-o', path, '--json').json['anchor']}" for seat, path in seats.items()]
    shared = folder / "s.json"
    done("new", "red-dragon/ready", "-o", shared, "--no-referee", *[w for one in anchors for w in ("--anchor", one)])
    done("new", "red-dragon/ready", "-o", folder / "d.json", *[w for one in anchors for w in ("--anchor", one)])
    form = done("form", shared, "allied", "--json").json["text"]
    (folder / "ready.txt").write_text(form.replace("# ready", "ready"))
    end = ("desk", "end", shared, "--reason", "done", "-o", shared, "--secret", seats["prc"])
    done(*end, "--propose", folder / "proposal")
    (folder / "anchor").write_text(done("seat", "init", "-o", folder / "next.secret", "--json").json["anchor"])


def _tournament(folder):
    cup, games = folder / "cup.json", folder / "games"
    games.mkdir()
    people = [word for one in ("ann=Ann", "bob=Bob") for word in ("--player", one)]
    for path, name in ((cup, "c"), (folder / "young.json", "y")):
        title = ("--name", name, "--title", "red-dragon/ready", "--rounds", "2", "--forfeit-after", "2", "--days", "7")
        done("tournament", "new", path, *title, *people, "--referee", "zoe=Zoe")
    done("tournament", "pair", cup, "--games", games, "-o", cup)
    done("tournament", "games", cup, "--games", games)
    (folder / "people.txt").write_text("ann ann@example.org\nbob bob@example.org\nzoe zoe@example.org\n")


@pytest.fixture
def desk(made, tmp_path, monkeypatch):
    """A copy of the folder, in which commands are called; gives the words of an example."""
    folder = tmp_path / "here"
    shutil.copytree(made, folder)
    monkeypatch.chdir(folder)
    monkeypatch.setenv("PBEM_MEMORY", str(folder / "memory"))
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n" * 9))
    known = {"anchor": (folder / "anchor").read_text(), "cases": ROOT / "tests/cases/red-dragon/04-victory.json"}
    return lambda name: [*name.split(), *[word.format(**known) for word in EXAMPLES[name][1].split()]]


def fits(kind, text):
    """The one JSON document that a text is, which fits its schema."""
    document = json.loads(text)
    assert document["pbem"].partition("/")[0] == kind
    assert [str(problem) for problem in schemas.problems(kind, document)] == []
    return document


def test_every_command_has_json_and_an_example():
    without = [name for name in NAMES if not any("--json" in option.opts for option in LEAVES[name].params)]
    assert without == []
    assert set(EXAMPLES) == set(NAMES)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", sorted(set(NAMES) - ELSEWHERE))
def test_what_is_done_well(desk, name):
    words = desk(name)
    run = pbem(*words, "--json")
    assert run.code == 0, run
    if name in ("report", "position"):  # with -o their JSON is what is written
        assert run.out == ""
        run.out = open(words[-1], encoding="utf-8").read()
    fits(EXAMPLES[name][0], run.out)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", NAMES)
def test_what_is_called_wrongly(desk, name):
    for words in ([*desk(name), "--no-such-option"], ["--no-such-option"], *[[]] * _needs_words(name)):
        words = words if words[:1] == name.split()[:1] else [*name.split(), *words]
        for typed in ([*words, "--json"], [*name.split(), "--json", *words[len(name.split()) :]]):
            run = pbem(*typed)
            assert run.code == 2 and run.err, (typed, run)
            assert fits("problems", run.out)["exit"] == 2


def _needs_words(name):
    return any(one.required for one in LEAVES[name].params)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", [name for name in NAMES if EXAMPLES[name][1].split()[:1]])
def test_a_file_that_does_not_hold(desk, name):
    """What a command reads first is broken: one document tells of it, or of the output that would be lost."""
    words = desk(name)
    first = len(name.split())
    if words[first].startswith("-") or not os.path.isfile(words[first]):
        words[-1:] = ["broken.json"]
    else:
        words = ["broken.json" if word == words[first] else word for word in words]
    run = pbem(*words, "--json")
    assert run.code != 1, run
    if run.code:
        assert fits("problems", run.out)["exit"] == run.code


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", [name for name in NAMES if "-o" in EXAMPLES[name][1]])
def test_an_output_that_goes_where_the_json_goes(desk, name):
    """Standard output holds one document, or the command is used wrongly."""
    words = desk(name)
    words[words.index("-o") + 1] = "-"
    run = pbem(*words, "--json")
    assert run.code in (0, 2), run
    json.loads(run.out)
