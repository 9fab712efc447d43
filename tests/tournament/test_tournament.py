"""A tournament from the command line: pairing, games, results, forfeits, table; and one by self-play, of eight players
in make test and of sixteen in make thorough."""

import json
from pathlib import Path

import pytest

from pbem.core.play.gamefile import read, render
from pbem.core.record.now import asked_seats
from pbem.core.record.signer import open_signer
from pbem.core.signing.adjudication import adjudicate
from pbem.core.trial.robots import blank_order, random_orders
from pbem.core.trial.selfplay import Chance
from tests.cli.tools import pbem
from tests.thorough import THOROUGH

SIXTEEN = [
    f"{name.lower()}={name}"
    for name in (
        "Ann",
        "Bob",
        "Cora",
        "Dora",
        "Emil",
        "Fay",
        "Gus",
        "Hal",
        "Ida",
        "Jon",
        "Kim",
        "Leo",
        "Mia",
        "Ned",
        "Ole",
        "Pia",
    )
]


def started(folder, players=SIXTEEN, *options):
    """A tournament with its first round paired and its games made: ``(cup, games)``."""
    cup, games = folder / "cup.json", folder / "games"
    games.mkdir()
    words = [word for player in players for word in ("--player", player)]
    ran = pbem("tournament", "new", cup, "--name", "spring", "--title", "red-dragon/ready", *words, *options)
    assert ran.code == 0, ran
    assert next_round(cup, games).code == 0
    return cup, games


def next_round(cup, games):
    ran = pbem("tournament", "pair", cup, "--games", games, "-o", cup)
    return ran if ran.code else pbem("tournament", "games", cup, "--games", games, "--now", "2027-01-01")


def play_on(path, chance):
    """Robots answer everything that is asked, at random, until the game is over; the referee's secret is used."""
    file = read(path)
    signer = open_signer(f"{path}.secret", file)
    while not file.is_over:
        file = adjudicate(file, random_orders(file, chance), signer).file
    _written(path, file, signer)
    return file


def _written(path, file, signer):
    assert file.is_over
    Path(path).write_bytes(render(file))
    signer.save(file)


def concede(path):
    """The PRC gives the game up at its first stop."""
    file = read(path)
    signer = open_signer(f"{path}.secret", file)
    while asked_seats(file) != ["prc"]:
        file = adjudicate(file, random_orders(file, Chance(Path(path).name)), signer).file
    line = {"power": "prc", "verb": "concede", "value": {}, "line": 1, "text": "concede"}
    order = {**blank_order(file, "prc"), "petitions": [{**line, "value": _concession(file)}]}
    file = adjudicate(file, [order], signer).file
    while not file.is_over:  # a petition waits for the next rest point
        file = adjudicate(file, random_orders(file, Chance(Path(path).name)), signer).file
    _written(path, file, signer)


def _concession(file):
    from pbem.core.orders.orders import read as read_orders

    orders, problems = read_orders("game g\nseat prc\nentry 1\nhead " + "0" * 32 + "\nconcede\n", file.game)
    assert not problems
    return orders.petitions[0]["value"]


def table_of(cup, games):
    return pbem("tournament", "standings", cup, "--games", games, "--json").json


PLAYERS, ROUNDS = (SIXTEEN, 4) if THOROUGH else (SIXTEEN[:6], 2)
PLAYED = len(PLAYERS) // 2 * ROUNDS


@pytest.mark.longer
def test_a_tournament_from_pairing_to_the_final_table_by_self_play(tmp_path):
    cup, games = started(tmp_path, PLAYERS, "--rounds", str(ROUNDS), "--referee", "ann=Ann", "--referee", "zoe=Zoe")
    for number in range(1, ROUNDS + 1):
        paths = sorted(games.glob(f"spring-{number}-*.json"))
        assert len(paths) == len(PLAYERS) // 2
        for path in paths:
            play_on(path, Chance(path.name))
        if number < ROUNDS:
            assert next_round(cup, games).code == 0
    found = table_of(cup, games)
    assert pbem("tournament", "check", cup, "--games", games, "--json").json == {
        "pbem": "checked/1",
        "games": PLAYED,
        "problems": {},
    }
    # file by file, each verified by check: every point in the table was won on the board
    points = dict.fromkeys((row["player"] for row in found["players"]), 0)
    for pairing in json.loads(cup.read_text())["pairings"]:
        file = read(games / f"{pairing['game']}.json")
        winner = file.result["winner"]
        for seat, player in pairing["seats"].items():
            assert file.charter["names"][seat].lower() == player != pairing["referee"]
            points[player] += 2 if winner == seat else 0 if winner in pairing["seats"] else 1
    assert {row["player"]: row["points"] for row in found["players"]} == points
    assert sum(points.values()) == 2 * PLAYED and all(row["played"] == ROUNDS for row in found["players"])
    ranked = [(-row["points"], -row["buchholz_cut_1"], -row["buchholz"]) for row in found["players"]]
    assert ranked == sorted(ranked)
    meetings = [frozenset(pairing["seats"].values()) for pairing in found["games"]]
    assert len(set(meetings)) == PLAYED
    assert all(abs(row["sides"]["prc"] - row["sides"]["allied"]) <= 2 for row in found["players"])
    assert pbem("tournament", "pair", cup, "--games", games, "-o", cup).code == 3


def test_a_small_tournament_by_the_command_line(tmp_path):
    cup, games = started(tmp_path, SIXTEEN[:4], "--rounds", "2", "--referee", "zoe=Zoe", "--days", "7")
    charter = read(games / "spring-1-1.json").charter
    assert charter["names"] == {"prc": "Ann", "allied": "Cora"} and charter["calendar"]["days"] == 7
    assert (games / "spring-1-1.json.secret").stat().st_mode & 0o777 == 0o600
    ran = pbem("tournament", "pair", cup, "--games", games, "-o", cup)
    assert ran.code == 3 and "spring-1-1, spring-1-2" in ran.err
    for path in games.glob("*.json"):
        concede(path)
    assert next_round(cup, games).code == 0
    found = table_of(cup, games)
    winners = {one["seats"]["allied"] for one in found["games"] if one["round"] == 1}
    assert {row["player"] for row in found["players"] if row["points"] == 2} == winners and len(winners) == 2
    assert {one["state"] for one in found["games"] if one["round"] == 2} == {"open"}
    for form, sign in (("text", "Round 2"), ("markdown", "## Round 2"), ("csv", "rank,player"), ("html", "<table>")):
        assert sign in pbem("tournament", "standings", cup, "--games", games, "--format", form).out
    assert pbem("tournament", "check", cup, "--games", games).code == 0


def test_whoever_lets_deadlines_pass_forfeits(tmp_path):
    cup, games = started(
        tmp_path, SIXTEEN[:2], "--rounds", "1", "--referee", "zoe=Zoe", "--days", "7", "--forfeit-after", "2"
    )
    path = games / "spring-1-1.json"
    file = read(path)
    signer = open_signer(f"{path}.secret", file)
    seen = dict.fromkeys(("prc", "allied"), 0)
    while max(seen.values()) < 2:
        silent = asked_seats(file)
        file = adjudicate(file, [], signer, silent).file
        for seat in silent:
            seen[seat] += 1
    path.write_bytes(render(file))
    loser = max(seen, key=seen.get)
    ran = pbem("tournament", "forfeits", cup, "--games", games, "--json")
    assert [(row["game"], row["seat"], row["reason"]) for row in ran.json["forfeits"]] == [
        ("spring-1-1", loser, "let 2 deadlines pass")
    ]
    assert table_of(cup, games)["games"][0]["state"] == "open"
    assert pbem("tournament", "forfeits", cup, "--games", games, "--record", "-o", cup).code == 0
    found = table_of(cup, games)
    assert found["games"][0]["state"] == "forfeited" and found["players"][0]["points"] == 2
    assert pbem("tournament", "forfeits", cup, "--games", games, "--json").json["forfeits"] == []
    assert pbem("tournament", "forfeits", cup, "--games", games, "--record").code == 2


def test_a_game_that_was_agreed_otherwise_is_no_result(tmp_path):
    cup, games = started(tmp_path, SIXTEEN[:2], "--rounds", "1", "--referee", "zoe=Zoe")
    path = games / "spring-1-1.json"
    path.unlink()
    (games / "spring-1-1.json.secret").unlink()
    made = pbem("new", "red-dragon/standard", "-o", path, "--seat", "prc=Ann", "--seat", "allied=Mallory")
    assert made.code == 0
    ran = pbem("tournament", "standings", cup, "--games", games)
    assert ran.code == 4 and "standard" in ran.err and "Mallory" in ran.err
    assert pbem("tournament", "check", cup, "--games", games).code == 4


def test_a_tournament_file_that_does_not_hold_is_explained_with_its_lines(tmp_path):
    cup, games = started(tmp_path, SIXTEEN[:4], "--rounds", "2", "--referee", "zoe=Zoe")
    cup.write_text(cup.read_text().replace('"referee": "zoe"', '"referee": "ann"'))
    ran = pbem("tournament", "standings", cup, "--games", games)
    assert ran.code == 3 and "cannot referee" in ran.err
    cup.write_text(cup.read_text().replace('"swiss"', '"knock-out"'))
    ran = pbem("tournament", "standings", cup, "--games", games)
    assert ran.code == 3 and f"{cup}:" in ran.err and "knock-out" in ran.err


def test_anchors_of_both_seats_make_a_shared_game(tmp_path):
    cup, games = started(tmp_path, SIXTEEN[:2], "--rounds", "1", "--referee", "zoe=Zoe")
    document = json.loads(cup.read_text())
    anchors = {seat: pbem("seat", "init", "-o", tmp_path / seat).out.strip() for seat in ("prc", "allied")}
    document["pairings"][0]["anchors"] = anchors
    cup.write_text(json.dumps(document))
    for path in games.iterdir():
        path.unlink()
    ran = pbem("tournament", "games", cup, "--games", games, "--json")
    assert ran.code == 0 and ran.json["games"][0]["referee"] == "zoe"
    assert read(games / "spring-1-1.json").charter["fairness"] == "shared"


def test_nothing_is_overwritten(tmp_path):
    cup, games = started(tmp_path, SIXTEEN[:2], "--rounds", "1", "--referee", "zoe=Zoe")
    before = (games / "spring-1-1.json").read_bytes()
    assert pbem("tournament", "games", cup, "--games", games).code == 0
    assert (games / "spring-1-1.json").read_bytes() == before
    assert pbem("tournament", "new", cup, "--name", "x", "--title", "red-dragon").code == 2


def test_a_league_of_tables_of_three_with_every_act_by_the_command_line(tmp_path):
    cup, games = tmp_path / "cup.json", tmp_path / "games"
    games.mkdir()
    base = ("tournament", "new", cup, "--name", "spring", "--title", "cataclysm/c1", "--system", "league")
    words = [word for player in SIXTEEN[:6] for word in ("--player", player)] + ["--referee", "zoe=Zoe"]
    refused = pbem(*base, *words, "--rounds", "3")
    assert refused.code == 3 and "4-fascists" in refused.err and not cup.exists()
    assert pbem(*base, *words, "--rounds", "3", "--tables", "3").code == 0
    assert next_round(cup, games).code == 0
    assert {len(read(path).charter["seats"]) for path in games.glob("*.json")} == {3}

    def act(*words):
        return pbem("tournament", words[0], cup, *words[1:], "--now", "2027-02-03", "-o", cup)

    seats = json.loads(cup.read_text())["pairings"][0]["seats"]
    marks = [word for seat in seats for word in ("--mark", f"{seat}={'won' if seat == 'ussr' else 'lost'}")]
    assert act("decide", "spring-1-1", "disputed", "--reason", "two say they won").code == 0
    assert next_round(cup, games).code == 3
    assert act("decide", "spring-1-1", "adjudicated", *marks, "--reason", "the ussr led by six").code == 0
    assert act("decide", "spring-1-1", "adjudicated", *marks[:2], "--reason", "x").code == 3
    assert act("decide", "spring-1-1", "agreed", "--mark", "ussr=best", "--reason", "x").code == 3
    assert act("withdraw", "bob", "--reason", "moved\thouse").code == 0
    assert act("withdraw", "nobody", "--reason", "x").code == 3
    assert act("enter", "gus=Gus", "--reason", "asked on Monday").code == 0
    pairing = ("tournament", "pair", cup, "--games", games, "-o", cup)
    assert pbem(*pairing).code == 3
    assert pbem(*pairing, "--despite", "the holidays").code == 0
    found = pbem("tournament", "standings", cup, "--games", games, "--rating", "--json").json
    assert [one["act"] for one in found["acts"]] == ["disputed", "adjudicated", "withdraw", "enter", "paired-on"]
    assert found["acts"][1]["on"] == "2027-02-03"
    assert found["players"][0]["player"] == seats["ussr"] and found["players"][0]["rating"]["rating"] > 0
    second = {id for one in found["games"] if one["round"] == 2 for id in one["seats"].values()}
    assert "gus" in second and "bob" not in second
    text = pbem("tournament", "standings", cup, "--games", games, "--rating").out
    assert "adjudicated: the ussr led by six" in text and "5. round 2 is paired while spring-1-2 has no result" in text
    assert "moved house" in text
