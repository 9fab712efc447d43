"""The archive: made of files, made again the same, asked and searched."""

import functools
import json
import sqlite3

import pytest

from pbem.archive import db, questions
from pbem.archive.rows import purpose
from pbem.archive.tables import OF_A_GAME, TABLES, VIEWS
from pbem.core.play.gamefile import facts_of, read, render
from pbem.core.play.replay import opening
from pbem.core.record import calendar
from pbem.core.record import charter as charters
from pbem.core.title.game import load
from pbem.core.trial.robots import Club, play_on
from pbem.core.trial.selfplay import Chance
from tests.cli.tools import pbem


@pytest.fixture(scope="module")
def games(tmp_path_factory):
    """One game to its end, and what it was after three entries: (path, path)."""
    charter = charters.make(
        load("red-dragon"),
        "taiwan-1",
        "ready",
        names={"prc": "Ann", "allied": "Bob"},
        anchors={"referee": {"first": "0" * 64, "key": "0" * 64, "n": 1}},
    )
    club = Club(charter, "archive")
    file = play_on(club.new_game(), club, Chance("archive"))
    assert file.is_over and file.result["winner"]
    folder = tmp_path_factory.mktemp("games")
    over, early = folder / "over.json", folder / "early.json"
    over.write_bytes(render(file))
    early.write_bytes(b"".join(render(file).splitlines(keepends=True)[:4]))
    return over, early


@pytest.fixture
def OVER(games):
    return games[0]


@pytest.fixture
def EARLY(games):
    return games[1]


@pytest.fixture(scope="module")
def place(games, tmp_path_factory):
    OVER, place = games[0], None
    place = str(tmp_path_factory.mktemp("archive") / "club.db")
    loaded = db.load(db.open_archive(place), [str(OVER)])
    assert loaded.read == [str(OVER)] and not loaded.problems
    return place


@pytest.fixture
def archive(place):
    return db.open_archive(place, must_exist=True)


def one(archive, sql, *arguments):
    return db.ask(archive, sql, arguments)[1][0][0]


def test_every_row_of_the_file_is_there_and_no_other(archive, OVER):
    file = read(OVER)
    assert one(archive, "select count(*) from entries") == file.n
    assert one(archive, "select count(*) from draws") == sum(len(entry["draws"]) for entry in file.entries)
    facts = [fact for step in opening(file) for fact in step["facts"]]
    facts += [fact for entry in file.entries for fact in facts_of(entry)]
    found = [json.loads(row[0]) for row in db.ask(archive, "select fact from facts")[1]]
    assert sorted(map(str, found)) == sorted(map(str, facts))
    used = [row for entry in file.entries for row in entry["used"]]
    assert one(archive, "select count(*) from questions") == len(used)
    for by in ("answer", "default", "forced"):
        assert one(archive, f"select count(*) from questions where by = '{by}'") == sum(row["by"] == by for row in used)


def test_the_result_is_told_for_people(archive, OVER):
    row = db.ask(archive, "select name, winner, ended_by, corrections, over from games")[1]
    winner, by = read(OVER).result["winner"], read(OVER).result["by"]
    assert row == [("taiwan-1", winner, by, 0, 1)]
    won, drawn, lost = (1, 0, 0, 2), (0, 1, 0, 1), (0, 0, 1, 0)
    ann, bob = {"prc": (won, lost), "allied": (lost, won), "draw": (drawn, drawn)}[winner]
    assert sorted(questions.standings(archive)[1]) == [("Ann", 1, *ann), ("Bob", 1, *bob)]
    assert questions.standings(archive, "pacific")[1] == []


def test_every_reference_leads_somewhere_and_every_view_answers(place, archive):
    connection = sqlite3.connect(place)
    assert connection.execute("pragma foreign_key_check").fetchall() == []
    for name in TABLES:
        keys = connection.execute(f"pragma foreign_key_list({name})").fetchall()
        assert name == "tournaments" or keys, name
    for name in VIEWS.keys() - {
        "unfinished",
        "acts",
        "decided",
    }:  # the one game is over by its rules, and nobody wrote a note
        assert connection.execute(f"select * from {name}").fetchall(), name
    fared = connection.execute("select seat, games, won + drawn + lost from fortunes order by seat").fetchall()
    assert fared == [("allied", 1, 1), ("prc", 1, 1)]
    assert set(OF_A_GAME) | {"games", "tournaments", "director"} == set(TABLES)


def test_dice_are_held_against_what_chance_gives(archive, OVER):
    columns, rows = questions.luck(archive)
    checks = next(dict(zip(columns, row)) for row in rows if row[1] == "6.1/prc")
    rolled = [
        die
        for entry in read(OVER).entries
        for label, what, result in entry["draws"]
        if purpose(label.partition("#")[0]) == "6.1/prc"
        for die in result
    ]
    assert checks["dice"] == f"{len(rolled)}d6" and checks["mean"] == round(sum(rolled) / len(rolled), 2)
    assert checks["expected"] == 3.5
    off = (sum(rolled) - 3.5 * len(rolled)) / (35 / 12 * len(rolled)) ** 0.5
    assert checks["deviations"] == round(off, 2) and checks["verdict"]
    assert {row[-1] for row in rows if int(row[2].split("d")[0]) < 10} == {"too few to tell"}


def test_the_purpose_of_a_draw_names_no_single_unit():
    assert purpose("10.2/taiwan/us-cvn-1") == "10.2/taiwan"
    assert purpose("6.1/prc") == "6.1/prc" and purpose("8.10") == "8.10"


def test_words_of_the_reports_are_found(archive):
    (columns, rows), count = questions.search(archive, '"South China" sailed')
    assert rows and all("«sailed»" in row[3] for row in rows) and count == len(rows)
    assert questions.search(archive, "no-such-word") == ((columns, []), 0)
    assert questions.search(archive, "sail*")[1] > questions.search(archive, "sail")[1] == 0
    for odd in ('sailed "South China', '"', "*", "sailed*", "a:b", "NEAR(", "a AND", "^x", "-"):
        questions.search(archive, odd)


def test_search_tells_how_many_more_there_are(place):
    few = pbem("archive", "search", place, "the", "--most", "1")
    many = few.err.split()[2]
    assert f"1 of {many} are shown" in few.err and len(few.out.splitlines()) == 2
    assert not pbem("archive", "search", place, "the", "--most", many).err
    assert "beginning of one with a star" in pbem("archive", "search", place, "no-such-word").err


def test_a_file_that_has_not_changed_is_passed_over_and_one_that_has_is_read_anew(tmp_path, OVER, EARLY):
    place, path = str(tmp_path / "a.db"), tmp_path / "g.json"
    path.write_bytes(EARLY.read_bytes())
    archive = db.open_archive(place)
    assert db.load(archive, [str(path)]).read == [str(path)]
    assert db.load(archive, [str(path)]).unchanged == [str(path)]
    assert db.load(archive, [str(path)], rebuild=True).read == [str(path)]
    path.write_bytes(OVER.read_bytes())
    assert db.load(archive, [str(path)]).read == [str(path)]
    assert one(archive, "select count(*) from games") == 1 and one(archive, "select entries from games") == read(OVER).n
    assert db.load(archive, [str(EARLY)]).unchanged == [str(EARLY)]  # the archive knows this game further
    assert one(archive, "select count(*) from stories_fts where stories_fts match 'Taiwan'") == one(
        archive, "select count(*) from stories where text like '%Taiwan%' or heading like '%Taiwan%'"
    )


def test_a_game_that_is_not_over_is_told_as_waiting(tmp_path, EARLY):
    archive = db.open_archive(str(tmp_path / "a.db"))
    db.load(archive, [str(EARLY)])
    assert db.ask(archive, "select game, entries from unfinished")[1] == [("taiwan-1", read(EARLY).n)]
    people = db.ask(archive, "select person, games, unfinished, absences from silent order by person")[1]
    assert people == [("Ann", 1, 1, 0), ("Bob", 1, 1, 0)]
    assert db.ask(archive, "select * from acts")[1] == []


def test_made_again_from_the_files_it_is_the_same(tmp_path, OVER):
    dumps = []
    for name in ("one.db", "two.db"):
        archive = db.open_archive(str(tmp_path / name))
        db.load(archive, [str(OVER)])
        dumps.append([line for line in archive.conn.iterdump() if "_fts" not in line])
    assert dumps[0] == dumps[1]


def test_a_wait_ends_when_the_own_orders_come_and_each_stop_counts_once(tmp_path, EARLY):
    path = tmp_path / "g.json"
    path.write_bytes(EARLY.read_bytes())
    stops = {"2": "2027-01-01T00:00", "3": "2027-01-03T12:00"}
    archive = db.open_archive(str(tmp_path / "a.db"))
    days = "select entries.n, days from waits join entries on entries.id = entry order by 1"
    asked = [entry["n"] for entry in read(path).entries for _ in entry["asked"]]
    seats = {str(entry["n"]): entry["asked"][0] for entry in read(path).entries if entry["asked"]}
    for came in ({}, {"2": "2027-01-02T00:00", "3": None}, {"3": "2027-01-05T00:00"}):
        times = {n: {seats[n]: time} for n, time in came.items()}
        told = {"pbem": "calendar/1", "stops": stops, "came": times, "absences": [], "notes": []}
        calendar.write(told, str(path))
        db.load(archive, [str(path)])
        expected = {2: 1.0} if "2" in came else {3: 1.5} if came else {}
        assert db.ask(archive, days)[1] == [(n, expected.get(n)) for n in asked]
    assert asked and one(archive, "select asked_at from entries where n = 3") == "2027-01-03T12:00"
    assert one(archive, "select answered_at from entries where n = 2") == "2027-01-03T12:00"
    slow = db.ask(archive, "select sum(stops), sum(timed) from slow")[1]
    assert slow == [(len(asked), 1)]


def test_options_in_force_stand_beside_those_agreed_and_steps_have_their_round(tmp_path, archive, OVER):
    file = read(OVER)
    assert dict(db.ask(archive, "select option, value from options")[1]) == {
        name: value if isinstance(value, str) else json.dumps(value) for name, value in file.state["options"].items()
    }
    turns = [int(row[0]) for row in db.ask(archive, "select turn from steps where turn is not null order by n")[1]]
    assert turns == sorted(turns) and len(set(turns)) > 2
    assert one(archive, "select turn from games") == str(turns[-1])


def test_a_file_that_does_not_hold_is_told_and_the_others_are_read(tmp_path, OVER):
    bad = tmp_path / "bad.json"
    bad.write_bytes(OVER.read_bytes().replace(b'"taiwan-1"', b'"taiwan-2"'))
    ran = pbem("archive", tmp_path / "a.db", bad, OVER, "--json")
    assert ran.code == 4 and ran.json["read"] == [str(OVER)]
    assert ran.json["problems"]


def test_the_command_line_asks_and_never_writes(place):
    assert pbem("archive", "query", place, "select count(*) as n from games", "--format", "csv").out == "n\n1\n"
    assert pbem("archive", "query", place, "select name from games", "--format", "json").json["rows"] == [
        {"name": "taiwan-1"}
    ]
    assert pbem("archive", "query", place, "delete from games").code == 3
    assert pbem("archive", "query", place, "selec").code == 3
    for name in ("luck", "slow", "standings"):
        ran = pbem("archive", name, place)
        assert ran.code == 0 and len(ran.out.splitlines()) > 1
    assert "taiwan-1" in pbem("archive", "search", place, "sailed").out


@pytest.mark.parametrize("sql", ["attach '{}' as other", "vacuum into '{}'"])
def test_a_question_makes_no_file(place, tmp_path, sql):
    new = tmp_path / "new.db"
    assert pbem("archive", "query", place, sql.format(new)).code == 3 and not new.exists()


def test_what_is_no_archive_is_not_touched(tmp_path, OVER):
    other = tmp_path / "other.db"
    sqlite3.connect(other).execute("create table music (title text)").connection.commit()
    before = other.read_bytes()
    assert pbem("archive", other, OVER).code == 4 and other.read_bytes() == before
    text = tmp_path / "text.db"
    text.write_text("this is no database, but it is long enough to look like one " * 20)
    assert pbem("archive", text, OVER).code == 4
    assert pbem("archive", "luck", tmp_path / "none.db").code == 4


def test_what_keeps_an_archive_from_being_read_is_told_as_that(tmp_path, OVER, monkeypatch):
    place = tmp_path / "a.db"
    assert pbem("archive", place, OVER).code == 0
    busy = sqlite3.connect(place, isolation_level=None)
    busy.execute("begin exclusive")
    with monkeypatch.context() as patch:
        patch.setattr(sqlite3, "connect", functools.partial(sqlite3.connect, timeout=0.1))  # nobody waits here
        ran = pbem("archive", "luck", place)
    busy.close()
    assert ran.code == 4 and "Another program is working on this archive" in " ".join(ran.err.split())
    for odd in ("/dev/null", tmp_path):
        assert pbem("archive", odd, OVER).code == 4
    ran = pbem("archive", tmp_path / "none" / "a.db", OVER)
    assert ran.code == 4 and "No database can be opened or created here" in " ".join(ran.err.split())
    (tmp_path / "text.db").write_text("no database " * 100)
    ran = pbem("archive", tmp_path / "text.db", OVER)
    assert ran.code == 4 and "This is not a pbem archive" in " ".join(ran.err.split())


def test_odd_values_are_json_and_csv(place):
    ask = ("archive", "query", place, "select x'00ff' as bytes, 1e400 as big, null as none")
    assert pbem(*ask, "--format", "json").json["rows"] == [{"bytes": "00ff", "big": "inf", "none": None}]
    assert pbem(*ask, "--format", "csv").out == "bytes,big,none\n00ff,inf,\n"
