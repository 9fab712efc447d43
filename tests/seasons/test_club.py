"""What a club lives through in a month of games: who is told what, and who is blamed for it."""

import json
from pathlib import Path

import pytest

from tests.cli.tools import done


def rows(database, sql):
    return json.loads(done("archive", "query", database, sql, "--format", "json").out)["rows"]


def flat(text):
    return " ".join(text.split())


@pytest.fixture
def club(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def begun(scenario, now, *words):
    done("new", scenario, "-o", "g.json", *words, "--now", now)
    done("adjudicate", "g.json", "-o", "g.json", "--now", now)


def test_a_rule_that_is_changed_is_told_everywhere_with_old_and_new_value(club):
    begun("red-dragon/ready", "2026-11-01", "--seat", "prc=Ann", "--seat", "allied=Bob")
    ran = done("desk", "change", "g.json", "--option", "op10-cost=free", "--reason", "a slip", "-o", "g.json")
    told = "op10-cost: activity → free; a slip; said by the referee"
    assert told in ran.err
    for form in ("text", "short", "markdown", "html", "speak", "json"):
        assert told in flat(done("report", "g.json", "--format", form).out.replace("\\u2192", "→")), form
    for command in (("verify", "g.json"), ("explain", "g.json", "2")):
        assert told in done(*command).out
    changed = "op10-cost: free (charter: activity)"
    for command in (("verify", "g.json"), ("status", "g.json"), ("rulings", "g.json")):
        assert changed in done(*command).out
    assert done("rulings", "g.json", "--json").json["options"]["op10-cost"] == "free"
    assert changed not in done("rulings", "red-dragon").out
    done("site", "g.json", "-o", "public")
    page = (club / "public/g/index.html").read_text("utf-8")
    assert changed in page and told in page and "op10-cost: activity<" not in page
    done("archive", "a.db", "g.json")
    assert rows("a.db", "select why from entries where kind = 'note'") == [{"why": told}]
    assert rows("a.db", "select value, agreed from options where option = 'op10-cost'") == [
        {"value": "free", "agreed": "activity"}
    ]


def test_the_options_in_force_are_told_whoever_agreed_on_them_and_when(club):
    """All in the first report; later those that are others than the title's own, as far as they went by then."""
    begun("red-dragon/ready", "2026-11-01", "--option", "russia-roll=each-op")
    first, now = "op10-cost: activity", "op10-cost: free (charter: activity)"
    done("desk", "change", "g.json", "--option", "op10-cost=free", "--reason", "why", "-o", "g.json")

    def options(*words):
        return json.loads(done("report", "g.json", "--format", "json", *words).out)["options"]

    assert first in options("--step", "0") and "russia-roll: each-op" in options("--step", "0")
    assert options("--step", "1") == ["russia-roll: each-op"] and options() == [now, "russia-roll: each-op"]
    for form in ("text", "markdown", "html", "speak"):
        assert f"{now}; russia-roll: each-op." in flat(done("report", "g.json", "--format", form).out)
    assert f"{now}; russia-roll: each-op." in done("verify", "g.json").out
    agreed = ("--agreed", "prc", "--agreed", "allied")
    done("desk", "takeback", "g.json", *agreed, "--step", "0", "--reason", "of old", "-o", "g.json")
    assert options() == ["russia-roll: each-op"]


def test_a_correction_and_a_step_back_are_told_with_what_they_change(club):
    begun("red-dragon/ready", "2026-11-01")
    Path("p.json").write_text('{"pbem": "patch/1", "set": {"vp": 1}}')
    done("correct", "g.json", "p.json", "--reason", "a point was forgotten", "-o", "g.json")
    told = "correction: vp: 0 → 1; a point was forgotten; said by the referee"
    assert told in done("verify", "g.json").out and told in flat(done("report", "g.json").out)
    agreed = ("--agreed", "prc", "--agreed", "allied")
    done("desk", "takeback", "g.json", *agreed, "--reason", "too late", "-o", "g.json")
    assert "entry 2 is undone; takeback, agreed by prc and allied: too late" in done("explain", "g.json", "3").out


def answered(seat):
    """A file of orders that answers what a seat is asked with words that its form offers."""
    found = done("form", "g.json", seat).out.splitlines()
    first = next(n for n, line in enumerate(found) if line.startswith("--"))
    offered = [line.removeprefix("# ") for line in found if line.startswith("# ")]
    kinds = ("offensives 0", "construct ", "keep in reserve ")
    lines = [line for line in offered if line.rpartition(": ")[2].startswith(kinds)]
    head = [line for line in found[:first] if not line.startswith("#")]
    Path(f"{seat}.txt").write_text("\n".join([*head, *dict.fromkeys(lines)]) + "\n")
    return f"{seat}.txt"


def test_nobody_waits_longer_in_the_archive_than_the_own_orders_took(club):
    people = ("--seat", "fascists=Bob", "--seat", "ussr=Ann", "--seat", "democracies=Cem", "--days", "20")
    begun("cataclysm/c5", "2026-11-01", *people)
    orders = answered("ussr")
    done("adjudicate", "g.json", orders, "-o", "g.json", "--now", "2026-11-02")
    assert "Ann" in done("due", "g.json", "--now", "2026-11-03").out
    passed = ("--deadline-passed", "fascists", "--deadline-passed", "democracies")
    done("adjudicate", "g.json", "-o", "g.json", *passed, "--now", "2026-11-26")
    done("archive", "a.db", "g.json")
    found = json.loads(done("archive", "slow", "a.db", "--json").out)["rows"]
    assert {row["person"]: (row["stops"], row["mean_days"], row["absences"]) for row in found} == {
        "Ann": (1, 1.0, 0),
        "Bob": (1, None, 1),
        "Cem": (1, None, 1),
    }


def test_a_substitute_inherits_no_missed_deadline(club):
    """In the archive, in reports, on the site, and for the rule by which a tournament gives games away."""
    (club / "games").mkdir()
    people = ("--player", "gus=Gus", "--player", "fay=Fay", "--referee", "zoe=Zoe")
    rule = ("--days", "5", "--grace", "1", "--forfeit-after", "2")
    done("tournament", "new", "cup.json", "--name", "t", "--title", "red-dragon/ready", "--rounds", "1", *people, *rule)
    done("tournament", "pair", "cup.json", "-o", "cup.json")
    done("tournament", "games", "cup.json", "--games", "games", "--now", "2026-11-01")
    game = "games/t-1-1.json"
    done("adjudicate", game, "-o", game, "--now", "2026-11-01")
    done("adjudicate", game, "-o", game, "--deadlines-passed", "--now", "2026-11-10")
    done("archive", "a.db", game)
    silent = rows("a.db", "select person, seat from waits where absent")
    seat, name = silent[0]["seat"].rpartition("/")[2], silent[0]["person"]
    done("seat", "replace", game, seat, "--person", "Kim", "--reason", "not heard of")
    for day in ("2026-11-20", "2026-11-30"):
        done("adjudicate", game, "-o", game, "--deadlines-passed", "--now", day)
    done("archive", "a.db", game)
    absences = {row["person"]: row["absences"] for row in rows("a.db", "select person, absences from silent")}
    assert absences[name] == 1 and absences["Kim"] == 1
    held = rows("a.db", f"select person from holders where seat like '%/{seat}' order by since")
    assert [row["person"] for row in held] == [name, "Kim"]
    assert "Nobody" in done("tournament", "forfeits", "cup.json", "--games", "games", "--now", "2026-12-30").err
    verified = done("verify", game).out
    assert f"substitute: Kim takes the seat {seat} from {name}: not heard of" in verified
    assert f"{seat} ({name}) was absent in entry 2" in verified and f"{seat} (Kim) was absent" in verified
    story = done("report", game, "--since", "0").out
    assert f"{name} did not answer" in story and "Kim did not answer" in story
    done("site", game, "-o", "public")
    assert f"Kim ({name} until entry " in (club / "public/t-1-1/index.html").read_text("utf-8")
