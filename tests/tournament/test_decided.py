"""What a director decided is what a game came to, in every command that tells of games."""

import json

import pytest

import pbem as package
from pbem.core.data import schemas
from tests.cli.tools import done, pbem

ACTS = {
    "agreed": (["--mark", "prc=drawn", "--mark", "allied=drawn"], {"prc": "drawn", "allied": "drawn"}),
    "adjudicated": (["--mark", "prc=won", "--mark", "allied=lost"], {"prc": "won", "allied": "lost"}),
    "abandoned": ([], {}),
    "disputed": ([], None),
    "forfeit": (["--seat", "prc"], {"prc": "lost", "allied": "won"}),
}
STATES = {"forfeit": "forfeited"}
NOW = "2027-06-01"
ZOE = ("--referee", "zoe=Zoe", "--days", "7")


@pytest.fixture(scope="module")
def club_of_twelve(tmp_path_factory):
    """Six games of one round that nobody plays on, of which the director decides all but the last: ``(cup, games)``."""
    folder = tmp_path_factory.mktemp("club")
    cup, games = folder / "cup.json", folder / "games"
    games.mkdir()
    people = [word for n in range(12) for word in ("--player", f"p{n}=P{n}")]
    done("tournament", "new", cup, "--name", "c", "--title", "red-dragon/ready", "--rounds", "1", *people, *ZOE)
    done("tournament", "pair", cup, "--games", games, "-o", cup)
    done("tournament", "games", cup, "--games", games, "--now", "2027-01-01")
    for path in sorted(games.glob("*.json")):
        done("adjudicate", path, "-o", path, "--now", "2027-01-01")
    return cup, games


@pytest.fixture(scope="module")
def decided(club_of_twelve):
    cup, games = club_of_twelve
    for n, (act, (words, _)) in enumerate(ACTS.items(), 1):
        done("tournament", "decide", cup, f"c-1-{n}", act, *words, "--reason", f"because {n}", "-o", cup)
    return cup, games


def waiting(games, *words):
    """The rows of pbem due of all games."""
    lines = done("due", games, "--now", NOW, "--json", *words).out.splitlines()
    return [row for line in lines for row in json.loads(line)["waiting"]]


def test_due_waits_for_the_undecided_game_alone(decided, tmp_path):
    cup, games = decided
    without = {row["game"] for row in waiting(games)}
    assert without == {f"c-1-{n}" for n in range(1, 7)}
    under = waiting(games, "--cup", cup)
    assert {row["game"] for row in under} == {"c-1-6"}
    assert done("due", games, "--now", NOW, "--cup", cup).out.count("still has to answer") == len(under)
    forfeits = done("tournament", "forfeits", cup, "--games", games, "--now", NOW, "--json").json
    assert forfeits["forfeits"] == []


def test_no_reminder_is_written_in_a_decided_game(decided, tmp_path):
    cup, games = decided
    for n in (1, 6):
        seats = ("--seat", "prc=a@example.org", "--seat", "allied=b@example.org")
        done("mail", "set-up", games / f"c-1-{n}.json", "--address", "pbem@club.example", *seats)
    done("due", games, "--now", NOW, "--cup", cup, "--messages", tmp_path / "outbox")
    made = [path.read_text() for path in (tmp_path / "outbox" / "new").iterdir()]
    assert made and all("c-1-6" in text and "c-1-1" not in text for text in made)


def test_status_tells_what_was_decided(decided):
    cup, games = decided
    for n, (act, (_, scores)) in enumerate(ACTS.items(), 1):
        path = games / f"c-1-{n}.json"
        found = done("status", path, "--json", "--cup", cup).json
        assert [str(one) for one in schemas.problems("status", found)] == []
        assert found["decided"] == {"state": STATES.get(act, act), "scores": scores, "by": f"because {n}"}
        assert found["waiting"] == found["deadlines"] == [] and found["over"] is None
        told = done("status", path, "--cup", cup).out
        assert f"(because {n})." in told and "still has to answer" not in told
    rows = [json.loads(line) for line in done("status", games, "--json", "--cup", cup, "--jobs", "2").out.splitlines()]
    assert [bool(row["decided"]) for row in rows] == [True] * 5 + [False]
    assert rows[5]["waiting"]
    lines = done("status", games, "--cup", cup).out.splitlines()
    assert "Adjudicated: prc won, allied lost (because 2)." in lines[1]
    assert package.status(games / "c-1-2.json", package.decisions([cup]))["decided"]["state"] == "adjudicated"


def test_a_file_of_other_people_is_no_game_of_the_act(decided, tmp_path):
    cup, _ = decided
    names = ("--seat", "prc=Mallory", "--seat", "allied=Eve")
    done("new", "red-dragon/ready", "-o", tmp_path / "c-1-1.json", *names)
    for command in ("status", "due", "site"):
        words = {"due": ("--now", NOW), "site": ("-o", tmp_path / "public")}.get(command, ())
        ran = pbem(command, tmp_path / "c-1-1.json", "--cup", cup, *words)
        assert ran.code == 4 and "decides a game c-1-1 with another title" in ran.err, ran
    done("status", tmp_path / "c-1-1.json")


def test_two_tournaments_with_a_game_of_one_name_are_refused(decided, tmp_path):
    cup, games = decided
    other = tmp_path / "other.json"
    other.write_text(json.dumps({**json.loads(cup.read_text()), "name": "d"}))
    ran = pbem("status", games, "--cup", cup, "--cup", other)
    assert ran.code == 3 and "both have a game c-1-1" in ran.err


def asked(database, sql):
    return json.loads(done("archive", "query", database, sql, "--format", "json").out)["rows"]


def test_the_archive_knows_a_tournament_from_then_on(decided, tmp_path):
    cup, games = decided
    database, paths = tmp_path / "club.db", sorted(games.glob("*.json"))
    done("archive", database, *paths)
    assert len(asked(database, "select * from unfinished")) == 6
    again = done("archive", "load", database, paths[0], "--cup", cup, "--json").json
    assert len(again["read"]) == 5 and len(again["unchanged"]) == 1  # those of the tournament that were not named too
    assert [row["game"] for row in asked(database, "select game from unfinished")] == ["c-1-6"]
    assert [row["state"] for row in asked(database, "select state from decided order by game")] == [
        STATES.get(act, act) for act in ACTS
    ]
    acts = asked(database, "select game, what, why from acts where tournament = 'c'")
    assert [(row["game"], row["what"], row["why"]) for row in acts] == [
        (f"c-1-{n}", act, f"because {n}") for n, act in enumerate(ACTS, 1)
    ]
    points = asked(database, "select person, points, games from standings")
    table = done("tournament", "standings", cup, "--games", games, "--json").json["players"]
    assert {row["person"]: row["points"] for row in points} == {
        row["name"]: row["points"] for row in table if row["played"]
    }
    assert len(done("archive", "load", database, *paths, "--json").json["unchanged"]) == 6
    done("archive", database, *paths, "--rebuild")
    assert [row["game"] for row in asked(database, "select game from unfinished")] == ["c-1-6"]


@pytest.mark.longer
def test_the_site_shows_results_and_asks_nobody_in_a_decided_game(decided, tmp_path):
    cup, games = decided
    paths = sorted(games.glob("*.json"))
    done("site", *paths, "-o", tmp_path)
    assert list((tmp_path / "c-1-1").glob("turn-*.html"))
    done("site", *paths, "-o", tmp_path, "--cup", cup)
    index = (tmp_path / "index.html").read_text()
    for said in ("Agreed: prc", "Abandoned: no points (because 3)", "open until the director decides (because 4)"):
        assert said in index
    for n in range(1, 6):
        assert not list((tmp_path / f"c-1-{n}").glob("turn-*.html"))
        assert "A director decided." in (tmp_path / f"c-1-{n}" / "index.html").read_text()
    assert list((tmp_path / "c-1-6").glob("turn-*.html"))
    assert index.count("<td>1</td><td>0</td><td>1</td><td>1</td>") == 2  # the two who agreed on a draw
