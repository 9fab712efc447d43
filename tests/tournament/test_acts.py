"""What a director types: players from a file, a pairing taken back, acts that say nothing new, marks that cannot be."""

import json
import sys

import pytest

from pbem.core.data import schemas
from pbem.core.data.problems import Refused
from pbem.tournament.pairing import pair, remarks
from pbem.tournament.results import Result
from tests.cli.tools import done, pbem

from .test_pairing import codes, made
from .test_tables import ruled

ROSTER = "id,name,team\nann,Ann Li,Reds\nbob,Bob,\n cem , Cem ,Blues\ndora,Dora,\n"
NEW = ("--name", "c", "--title", "red-dragon/ready", "--referee", "zoe=Zoe")


@pytest.fixture
def cup(tmp_path):
    (tmp_path / "players.csv").write_text(ROSTER)
    (tmp_path / "games").mkdir()
    done("tournament", "new", tmp_path / "cup.json", *NEW, "--rounds", "3", "--players", tmp_path / "players.csv")
    return tmp_path / "cup.json"


def act(cup, *words):
    return pbem("tournament", words[0], cup, *words[1:], "-o", cup)


def next_round(cup, *words):
    return act(cup, "pair", "--games", cup.parent / "games", *words)


def test_players_come_from_a_file_in_their_order(cup):
    assert json.loads(cup.read_text())["players"] == [
        {"id": "ann", "name": "Ann Li", "team": "Reds"},
        {"id": "bob", "name": "Bob"},
        {"id": "cem", "name": "Cem", "team": "Blues"},
        {"id": "dora", "name": "Dora"},
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("name,club\nAnn,x\n", "The columns are name and club"),
        ("", "The columns are nothing"),
        ("id,name,id\na,A,b\n", "The columns are id, name and id"),
        ("id,name\nann\n", "players.csv:2"),
        ("id,name\nann,Ann\nbob,Bob,x\n", "players.csv:3"),
        ("id,name\nann,Ann\nann,Bob\n", "ann is listed twice"),
    ],
)
def test_a_file_of_players_that_does_not_hold_is_refused_with_its_line(tmp_path, text, said):
    (tmp_path / "players.csv").write_text(text)
    words = (*NEW, "--rounds", "1", "--players", tmp_path / "players.csv")
    ran = pbem("tournament", "new", tmp_path / "cup.json", *words)
    assert ran.code == 3 and said in " ".join(ran.err.split()) and not (tmp_path / "cup.json").exists()


def test_more_rounds_than_opponents_are_told_at_once_and_each_meeting_again_too(tmp_path):
    players = [word for n in range(4) for word in ("--player", f"p{n}=P{n}")]
    cup = tmp_path / "cup.json"
    ran = done("tournament", "new", cup, *NEW, "--rounds", "4", *players)
    assert "all met after 3 rounds" in ran.err + ran.out
    said = [done("tournament", "pair", cup, *more, "-o", cup) for more in ([], *[["--despite", "a test"]] * 3)]
    assert ["meet again" in ran.out + ran.err for ran in said] == [False, False, False, True]


def test_a_pairing_is_taken_back_while_no_game_has_a_file(cup):
    games = cup.parent / "games"
    first = json.loads(next_round(cup).out or cup.read_text())["pairings"]
    assert act(cup, "unpair", "--games", games, "--reason", "Dora wrote too late", "--now", "2027-01-02").code == 0
    found = json.loads(cup.read_text())
    assert found["pairings"] == [] and found["acts"] == [
        {"act": "unpaired", "round": 1, "on": "2027-01-02", "reason": "Dora wrote too late"}
    ]
    assert act(cup, "unpair", "--games", games, "--reason", "again").code == 2
    assert act(cup, "withdraw", "dora", "--reason", "wrote too late").code == 0
    ran = done("tournament", "pair", cup, "--games", games, "-o", cup, "--json")
    assert [str(one) for one in schemas.problems("round", ran.json)] == [] and len(ran.json["byes"]) == 1
    assert ran.json["pairings"] != first
    done("tournament", "games", cup, "--games", games)
    ran = act(cup, "unpair", "--games", games, "--reason", "x")
    assert ran.code == 3 and "c-1-1.json" in ran.err and "move it" in " ".join(ran.err.split())
    table = done("tournament", "standings", cup, "--games", games).out
    assert "the pairing of round 1 is undone (2027-01-02, Dora wrote too late)" in table


def test_the_round_of_a_game_that_was_decided_stays(cup):
    next_round(cup)
    assert act(cup, "decide", "c-1-1", "abandoned", "--reason", "both gone").code == 0
    ran = act(cup, "unpair", "--games", cup.parent / "games", "--reason", "x")
    assert ran.code == 3 and "c-1-1" in ran.err


def test_what_holds_already_is_not_written_again(cup):
    next_round(cup)
    for words in (
        ("withdraw", "bob", "--reason", "ill"),
        ("enter", "kim=Kim", "--reason", "late"),
        ("enter", "bob=Bob", "--reason", "well"),
        ("decide", "c-1-1", "disputed", "--reason", "both won"),
        ("decide", "c-1-1", "forfeit", "--seat", "prc", "--reason", "gone"),
    ):
        assert act(cup, *words).code == 0
        before = cup.read_text()
        ran = act(cup, *words)
        assert ran.code == 3 and "already holds" in ran.err and cup.read_text() == before, words
    assert act(cup, "decide", "c-1-1", "forfeit", "--seat", "allied", "--reason", "gone too").code == 0
    assert act(cup, "decide", "c-1-1", "disputed", "--reason", "after all").code == 0


def test_standings_after_a_round_are_those_of_that_round(cup):
    games = cup.parent / "games"
    marks = {1: "won", 2: "lost"}
    tables = {}
    for number in (1, 2):
        assert next_round(cup).code == 0
        for table in (1, 2):
            mark = marks[number]
            both = ("--mark", f"prc={mark}", "--mark", f"allied={'lost' if mark == 'won' else 'won'}")
            assert act(cup, "decide", f"c-{number}-{table}", "agreed", *both, "--reason", "by mail").code == 0
        tables[number] = done("tournament", "standings", cup, "--games", games, "--json").json
        if number == 1:
            assert act(cup, "enter", "kim=Kim", "--reason", "late").code == 0
    again = done("tournament", "standings", cup, "--games", games, "--json", "--after", "1").json
    assert again == tables[1] and tables[2] != tables[1]
    assert pbem("tournament", "standings", cup, "--games", games, "--after", "3").code == 2


def test_enemies_do_not_win_together_and_allies_do(cup):
    next_round(cup)
    both = ("--mark", "prc=won", "--mark", "allied=won")
    ran = act(cup, "decide", "c-1-1", "adjudicated", *both, "--reason", "x")
    assert ran.code == 3 and "allies win together" in ran.err
    three = pair(made(3, title="pacific", scenario="standard", tables=["3"], rounds=1), {})
    seats = three.pairings[0]["seats"]
    lost = ruled(three, {"act": "forfeit", "seat": "uk"}).scores
    assert lost == {seats["japan"]: "won", seats["uk"]: "lost", seats["us"]: "lost"}
    lost = ruled(three, {"act": "forfeit", "seat": "japan"}).scores
    assert lost == {seats["japan"]: "lost", seats["uk"]: "won", seats["us"]: "won"}
    for winners in ({"uk"}, {"uk", "japan"}):
        marks = {seat: "won" if seat in winners else "lost" for seat in seats}
        with pytest.raises(Refused) as refused:
            ruled(three, {"act": "adjudicated", "scores": marks})
        assert codes(refused) == ["cup-act-winners"]


def test_without_the_library_a_swiss_round_says_how_to_get_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "networkx", None)
    with pytest.raises(Refused) as refused:
        pair(made(4), {})
    assert codes(refused) == ["pair-library"] and "pbem[swiss]" in refused.value.problems[0].hint
    robin = pair(made(4, system="round-robin"), {})
    assert len(robin.pairings) == 2


def test_nobody_leads_the_same_powers_for_the_third_time_where_seats_can_go_round():
    cup, results = made(9, title="cataclysm", scenario="c1", tables=["3"], system="swiss", rounds=6), {}
    for number in range(1, 7):
        cup = pair(cup, results)
        assert remarks(cup, number) == []
        for one in cup.pairings:
            best = min(one["seats"].values(), key=lambda id: int(id[1:]))
            marks = {id: "won" if id == best else "lost" for id in one["seats"].values()}
            results[one["game"]] = Result(marks, "over", "x")
