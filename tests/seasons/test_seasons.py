"""The seasons of examples/seasons: tables by hand and by another count; their scripts, and a game by mail as a sample.

The whole of them is played by `make season`; what it came to is kept in played/ (tests/seasons/keep.py).
"""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from pbem.core.record.outcome import Outcome
from pbem.tournament.cup import new
from pbem.tournament.results import _result
from pbem.tournament.standings import standings
from tests.cli.tools import pbem
from tests.seasons import recount
from tests.seasons.season import SCRIPTS, prepared

PLAYED = Path(__file__).parent / "played"
NAMES = sorted(path.stem for path in PLAYED.glob("*.json"))


def kept(name):
    """``(tournament file, {game: marks}, table of the program)`` of a season that was played."""
    document = json.loads((PLAYED / f"{name}.json").read_text())
    cup, found = new(document["cup"]), {}
    for pairing in cup.pairings:
        found[pairing["game"]] = _result(cup, pairing, Ended(document["marks"].get(pairing["game"])))
    rows = {row["player"]: row for row in standings(cup, found)}
    return document["cup"], document["marks"], rows


class Ended:
    """As much of a game file as its result is read from."""

    def __init__(self, marks):
        self.result = marks and {"by": "kept", "winner": "won"}  # who is on the side of that name
        self.charter = {"seats": dict.fromkeys(marks or ()), "powers": {seat: seat for seat in marks or ()}}
        self.marks, self.game = marks, self

    def side_of(self, power):
        return self.marks[power]


@pytest.mark.parametrize("name", NAMES)
def test_another_count_comes_to_the_same_table(name, monkeypatch):
    cup, marks, rows = kept(name)
    monkeypatch.setattr(recount, "ended", lambda path: marks.get(path.stem))
    again = recount.table(cup, list(recount.results(cup, "")))
    ours = [
        (row["player"], row["points"], float(row["sonneborn_berger"]), row["buchholz"], row["won"])
        for row in rows.values()
    ]
    assert again == ours and len(ours) == len(cup["players"])


def numbers(row):
    return row["points"], row["sonneborn_berger"], row["buchholz"]


def test_three_rows_by_hand():
    """Each worked out on paper from who met whom; the points of the others are those at the end."""
    _, _, swiss = kept("red-dragon-swiss")
    others = {id: swiss[id]["points"] for id in ("cal", "uma", "pia", "bea", "wim", "mia", "leo", "ole")}
    assert others == {"cal": 2, "uma": 4, "pia": 6, "bea": 6, "wim": 7, "mia": 6, "leo": 4, "ole": 5}
    # Ned drew with Cal and beat Uma, Pia, Bea and Wim:
    #   points 1+2+2+2+2 = 9;  Buchholz 2+4+6+6+7 = 25;  Sonneborn-Berger 2/2 + 4+6+6+7 = 24
    assert numbers(swiss["ned"]) == (9, "24", 25)
    # Bea beat Mia, drew with Leo (adjudicated), beat Ole, lost to Ned, drew with Pia (agreed):
    #   points 2+1+2+0+1 = 6;  Buchholz 6+4+5+9+6 = 30;  Sonneborn-Berger 6 + 4/2 + 5 + 0 + 6/2 = 16
    assert numbers(swiss["bea"]) == (6, "16", 30)
    _, _, league = kept("cataclysm-league")
    people = ("ann", "bob", "cem", "eve", "leo", "ida", "fay", "hal", "gus", "jon", "kim")
    assert [league[id]["points"] for id in people] == [7, 4, 4, 4, 6, 4, 5, 1, 4, 2, 7]
    # Dora, six tables:              the others                 Buchholz   Sonneborn-Berger
    #   1-1 drawn  Ann 7, Bob 4, Cem 4, Eve 4                         19   half of 19 = 9.5
    #   2-1 drawn  Leo 6, Ida 4, Eve 4, Fay 5                         19   9.5
    #   3-2 lost   Bob 4 and Hal 1 lost too, Ida 4 won                 9   0
    #   4-2 won    with Ann 7, of Leo 6 and Gus 4                     17   6+4 = 10
    #   5-3 won    of Jon 2 and Cem 4                                  6   6
    #   6-1 drawn  Gus 4, Ida 4, Kim 7, Jon 2                         17   8.5
    # points 1+1+0+2+2+1 = 7                                sum       87   43.5
    assert numbers(league["dora"]) == (7, "43.5", 87)


@pytest.mark.parametrize("name", NAMES)
def test_every_act_of_a_season_has_its_reason_and_day(name):
    cup, _, _ = kept(name)
    script = (SCRIPTS / f"{name}.sh").read_text()
    for act in cup.get("acts", ()):
        assert f'"{act["reason"]}"' in script, act
        assert "on" in act or act["act"] == "paired-on"


def test_a_disputed_and_an_abandoned_game_are_no_result():
    cup, _, _ = kept("red-dragon-swiss")
    kinds = [act["act"] for act in cup["acts"]]
    assert kinds.count("enter") == kinds.count("withdraw") == 2
    assert {"disputed", "paired-on", "abandoned", "adjudicated", "forfeit", "agreed"} <= set(kinds)
    assert kinds.index("disputed") < kinds.index("paired-on") < kinds.index("adjudicated")
    before = new({**cup, "acts": cup["acts"][: kinds.index("adjudicated")]})
    pairing = next(one for one in before.pairings if one["game"] == "swiss-2-5")
    assert _result(before, pairing, None) == Outcome(
        None, "disputed", cup["acts"][kinds.index("disputed")]["reason"], True
    )


def test_tables_of_the_league_are_of_three_four_and_five_and_seats_go_round():
    cup, _, rows = kept("cataclysm-league")
    assert {len(one["seats"]) for one in cup["pairings"]} == {3, 4, 5} and cup["pairings"][-1]["round"] == 6
    for row in rows.values():
        held = [count for count in row["sides"].values() if count]
        assert max(held) <= 3 and len(held) >= 3, row


@pytest.mark.parametrize("path", sorted(SCRIPTS.rglob("*.sh")), ids=lambda path: path.stem)
def test_a_script_is_one_for_a_shell(path):
    assert subprocess.run(["sh", "-n", path], capture_output=True).stderr == b""


@pytest.mark.longer
def test_the_first_round_of_a_season_with_one_game_by_mail(tmp_path):
    """The script up to its first games, and of these one, ended by agreement: the sample of what make season plays."""
    script = (SCRIPTS / "pacific-match.sh").read_text()
    head, rest = script.split('\n"$PLAYERS"', 1)
    assert rest.startswith(" --give-up-after")
    shutil.copytree(SCRIPTS / "common", tmp_path / "common")
    (tmp_path / "head.sh").write_text(head + '\n"$PLAYERS" --jobs 1 --give-up-after 0 games/match-1-1.json\n')
    ran = subprocess.run(["sh", "head.sh"], cwd=tmp_path, env=prepared(tmp_path), capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "over, by agreement" in (tmp_path / "log.txt").read_text()
    cup = json.loads((tmp_path / "cup.json").read_text())
    marks = recount.ended(tmp_path / "games" / "match-1-1.json")
    found = pbem("tournament", "standings", tmp_path / "cup.json", "--games", tmp_path / "games", "--json").json
    assert found["games"][0]["scores"] == {cup["pairings"][0]["seats"][seat]: mark for seat, mark in marks.items()}
