"""Deadlines, grace and absences, at times that the caller gives."""

import json

import pytest

from pbem.core.data.problems import Refused
from pbem.core.play.gamefile import from_bytes, render
from pbem.core.record import charter as charters
from pbem.core.record.deadlines import is_absent, note_stop, shown, time_of, times
from pbem.core.title.game import load
from pbem.core.trial.robots import Club
from pbem.desk import deadlines
from tests.cli import tools

ANCHORS = {"referee": {"first": "0" * 64, "key": "0" * 64, "n": 1}}
CALENDAR = {"days": 7, "grace": 2, "windows": 2, "window_days": 10}


def waiting_game(calendar=CALENDAR):
    """A game that waits for one seat since 1 March 2027."""
    game = load("red-dragon")
    charter = charters.make(game, "g", "standard", anchors=ANCHORS, calendar=calendar)
    file = Club(charter, "desk").new_game()
    assert [question["power"] for question in file.waiting] == ["allied"]
    note_stop(file, time_of("2027-03-01"))
    return file


def codes(refused):
    return [problem.code for problem in refused.value.problems]


def test_a_seat_has_its_days_and_its_grace_and_not_a_minute_less():
    file = waiting_game()
    assert shown(times(file, "allied")[1]) == "2027-03-08T00:00"
    assert deadlines.late_seats(file, time_of("2027-03-09T23:59")) == []
    assert deadlines.late_seats(file, time_of("2027-03-10")) == ["allied"]
    deadlines.check_late(file, ["allied"], time_of("2027-03-10"))
    with pytest.raises(Refused) as refused:
        deadlines.check_late(file, ["allied"], time_of("2027-03-09T23:59"))
    assert codes(refused) == ["not-late"]


@pytest.mark.parametrize(
    ("start", "end", "due"),
    [
        ("2027-03-02", "2027-03-05", "2027-03-13"),  # three days inside
        ("2027-02-25", "2027-03-03", "2027-03-12"),  # two of its days fall into the waiting
        ("2027-03-09", "2027-03-12", "2027-03-13"),  # it begins in the grace
        ("2027-03-10", "2027-03-15", "2027-03-10"),  # it begins too late
        ("2027-02-20", "2027-02-25", "2027-03-10"),  # it was over
    ],
)
def test_an_absence_moves_the_deadline_by_the_days_it_takes_away(start, end, due):
    file = waiting_game()
    deadlines.announce(file, "allied", time_of(start), time_of(end), time_of("2027-02-01"))
    assert times(file, "allied")[2] == time_of(due)
    assert times(file, "prc")[2] == time_of("2027-03-10")


def test_two_absences_that_overlap_count_once():
    file = waiting_game()
    for start, end in (("2027-03-02", "2027-03-05"), ("2027-03-04", "2027-03-06")):
        deadlines.announce(file, "allied", time_of(start), time_of(end), time_of("2027-02-01"))
    assert times(file, "allied")[2] == time_of("2027-03-14")


def test_an_absence_shows_while_it_lasts():
    file = waiting_game()
    deadlines.announce(file, "allied", time_of("2027-03-02"), time_of("2027-03-05"), time_of("2027-02-01"))
    days = ("2027-03-01", "2027-03-02", "2027-03-05")
    assert [is_absent(file, "allied", time_of(day)) for day in days] == [False, True, False]


def test_everything_wrong_with_an_absence_is_said_at_once():
    file = waiting_game()
    for _ in range(2):
        deadlines.announce(file, "prc", time_of("2027-03-02"), time_of("2027-03-05"), time_of("2027-02-01"))
    with pytest.raises(Refused) as refused:
        deadlines.announce(file, "prc", time_of("2027-03-01"), time_of("2027-04-01"), time_of("2027-03-20"))
    assert codes(refused) == ["absence-long", "absence-many", "absence-past"]
    with pytest.raises(Refused) as refused:
        deadlines.announce(file, "china", time_of("2027-03-05"), time_of("2027-03-05"), time_of("2027-02-01"))
    assert codes(refused) == ["no-seat", "absence-order"]
    assert len(file.calendar["absences"]) == 2


def test_without_days_in_the_charter_the_caller_decides():
    file = waiting_game(calendar=None)
    deadlines.check_late(file, ["allied"], None)
    assert times(file, "allied")[2] is None and deadlines.late_seats(file, time_of("2030-01-01")) == []
    with pytest.raises(Refused) as refused:
        deadlines.announce(file, "allied", time_of("2027-03-02"), time_of("2027-03-05"), time_of("2027-02-01"))
    assert codes(refused) == ["no-calendar"]


def test_a_stop_keeps_its_first_time_and_time_does_not_go_back():
    file = waiting_game()
    note_stop(file, time_of("2027-03-04"))
    assert file.calendar["stops"] == {"1": "2027-03-01T00:00"}
    with pytest.raises(Refused) as refused:
        note_stop(file, time_of("2027-02-28"))
    assert codes(refused) == ["time-goes-back"]


@pytest.mark.parametrize("text", ["", "tomorrow", "2027-13-01", "2027-02-30", "1", "2027-03-01T25:00"])
def test_what_is_no_time_is_refused(text):
    with pytest.raises(Refused) as refused:
        time_of(text)
    assert codes(refused) == ["bad-time"]


def test_times_with_a_zone_are_brought_to_utc():
    assert time_of("2027-03-01T18:30+02:00") == time_of("2027-03-01T16:30") == time_of("2027-03-01T16:30Z")


def test_the_calendar_is_no_part_of_what_is_hashed():
    file = waiting_game()
    head, kept = file.head, from_bytes(render(file))
    deadlines.announce(kept, "prc", time_of("2027-03-02"), time_of("2027-03-05"), time_of("2027-02-01"))
    assert kept.head == head


def run(folder, *arguments):
    ran = tools.pbem(*(argument.replace("GAME", str(folder / "g.json")) for argument in arguments))
    return ran.code, ran.out, ran.err


def test_a_default_is_taken_only_after_the_deadline(tmp_path):
    assert run(tmp_path, "new", "red-dragon/standard", "-o", "GAME", "--days", "7", "--now", "2027-03-01")[0] == 0
    before = (tmp_path / "g.json").read_bytes()
    code, _, told = run(tmp_path, "adjudicate", "GAME", "-o", "GAME", "--deadline-passed", "allied")
    assert code == 3 and "--now" in told
    early = ("--deadline-passed", "allied", "--now", "2027-03-09")
    code, _, told = run(tmp_path, "adjudicate", "GAME", "-o", "GAME", *early)
    assert code == 3 and "Wednesday, 10 March 2027, 00:00 UTC" in told
    assert (tmp_path / "g.json").read_bytes() == before
    code, out, _ = run(tmp_path, "due", "GAME", "--now", "2027-03-10", "--json")
    [row] = json.loads(out)["waiting"]
    assert (code, row["seat"], row["late"], row["due"]) == (0, "allied", True, "2027-03-10T00:00")
    code, _, _ = run(tmp_path, "adjudicate", "GAME", "-o", "GAME", "--deadlines-passed", "--now", "2027-03-10")
    lines = (tmp_path / "g.json").read_text().splitlines()
    assert code == 0 and json.loads(lines[1])[0]["absent"] == ["allied"]
    calendar = json.loads((tmp_path / "g.json.calendar").read_text())
    assert calendar["stops"]["2"] == "2027-03-10T00:00"


def test_the_whole_table_in_one_list(tmp_path):
    agreed = ("--days", "7", "--now", "2027-03-01", "--seat", "allied=Ben")
    run(tmp_path, "new", "red-dragon/standard", "-o", "GAME", *agreed)
    away = ("allied", "2027-03-02", "2027-03-05")
    run(tmp_path, "absence", "GAME", *away, "--now", "2027-03-01")
    code, out, _ = run(tmp_path, "due", "GAME", "--now", "2027-03-04")
    assert code == 0
    assert out == (
        "g: allied (Ben) still has to answer, since Monday, 1 March 2027, 00:00 UTC, is away now, has time until "
        "Thursday, 11 March 2027, 00:00 UTC, with grace until Saturday, 13 March 2027, 00:00 UTC.\n"
    )
    assert run(tmp_path, "due", "GAME", "--now", "2027-03-04", "--late")[1] == "Nobody is late.\n"
