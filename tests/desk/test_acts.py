"""The referee's acts: each stands in the record and in the next report, and the game still verifies."""

import pytest

from pbem.core.data.problems import Refused
from pbem.core.play.gamefile import from_bytes, render
from pbem.core.play.verify import verify
from pbem.core.record import charter as charters
from pbem.core.record.deadlines import note_stop, time_of
from pbem.core.title.game import load
from pbem.core.trial.robots import Club, RobotKeeper, play_on
from pbem.core.trial.selfplay import Chance
from pbem.desk import acts
from pbem.desk.reminders import lateness, reminders
from pbem.report.build import build
from pbem.report.sheet import sheet
from pbem.report.text import render as text_of
from tests.cli import tools

NOBODY = {"referee": {"first": "0" * 64, "key": "0" * 64, "n": 1}}  # the club brings its own
CALENDAR = {"days": 7, "grace": 2, "windows": 2, "window_days": 10}


def started(fairness="sealed", referee=True, entries=4, calendar=None):
    """A club of robots and its game after a few entries."""
    game = load("red-dragon")
    charter = charters.make(
        game, "g", "ready", anchors=NOBODY, names={"prc": "Ann", "allied": "Bob"}, calendar=calendar
    )
    club = Club({**charter, "windows": "ask"}, "acts", fairness, referee)
    return club, play_on(club.new_game(), club, Chance("acts"), entries=entries)


def again(file):
    return from_bytes(render(file))


def codes(refused):
    return [problem.code for problem in refused.value.problems]


def notes_of(file):
    return [(row["what"], row["why"]) for row in build(file)["notes"]]


def test_another_person_takes_a_seat_and_the_game_goes_on_and_verifies():
    club, file = started()
    club.said(file, acts.replace(file, "prc", "Dora", "Ann has left"))
    after = again(play_on(file, club, Chance("with"), entries=1))
    assert notes_of(after) == [("substitute", "Dora takes the seat prc from Ann: Ann has left; said by the referee")]
    assert "Dora takes the seat prc" in text_of(sheet(build(after)))
    assert acts.person_of(after, "prc") == "Dora" and acts.person_of(after, "allied") == "Bob"
    assert not after.state["muster"] and len(file.entries) == len(after.entries) - 1
    after = play_on(after, club, Chance("on"), entries=3)
    assert verify(again(after)).problems == []


def test_where_seats_have_chains_the_new_person_brings_one():
    club, file = started("shared")
    with pytest.raises(Refused) as refused:
        acts.replace(file, "prc", "Dora", "Ann has left")
    assert codes(refused) == ["act-anchor"]
    signer = RobotKeeper("prc", "dora")
    club.said(file, acts.replace(file, "prc", "Dora", "Ann has left", signer.anchor))
    after = again(play_on(file, club, Chance("with"), entries=1))
    signer.secret.last, club.signers["prc"] = after.state["documents"].get("prc", 0), signer
    assert after.state["muster"]
    after = play_on(after, club, Chance("on"), entries=3)
    assert verify(again(after)).problems == []


def test_a_chain_that_somebody_uses_already_is_refused():
    """Where it is said, before it can stop a line."""
    club, file = started("shared")
    with pytest.raises(Refused) as refused:
        club.said(file, acts.renew(file, "prc", "worn", club.signers["allied"].anchor))
    assert codes(refused) == ["note-related"]
    assert play_on(file, club, Chance("with"), entries=1).n == file.n + 1


@pytest.mark.parametrize("fairness", ["sealed", "shared"])
def test_another_referee_goes_on_with_a_chain_of_his_own(fairness):
    club, file = started(fairness)
    signer = RobotKeeper("referee", "dora")
    club.said(file, acts.hand_over(file, "Dora", "Cora is away", signer.anchor))
    after = again(play_on(file, club, Chance("with"), entries=1))
    club.signers["referee"] = signer
    assert after.state["muster"]
    after = play_on(after, club, Chance("on"), entries=3)
    assert notes_of(after) == [] and verify(again(after)).problems == []
    (note,) = build(after, since=4)["notes"]
    assert note["why"] == "Dora referees from the next entry on: Cora is away; said by the referee"


def test_without_a_referee_there_is_none_to_hand_over():
    _, file = started("shared", referee=False)
    with pytest.raises(Refused) as refused:
        acts.hand_over(file, "Dora", "", RobotKeeper("referee", "x").anchor)
    assert codes(refused) == ["act-reason", "act-no-referee"]


def test_a_takeback_needs_everybody_and_says_so_for_ever():
    club, file = started()
    with pytest.raises(Refused) as refused:
        acts.take_back(file, None, "a slip", ["prc"])
    assert codes(refused) == ["act-consent"] and "allied" in refused.value.problems[0].text
    after = again(club.noted(file, acts.take_back(file, None, "a slip", ["prc", "allied"])))
    assert notes_of(after) == [
        ("redo", "entry 4 is undone; takeback, agreed by prc and allied: a slip; said by the referee")
    ]
    after = play_on(after, club, Chance("on"), entries=2)
    assert verify(again(after)).problems == []


def test_a_word_to_everybody_stands_in_the_next_report_and_in_no_other():
    club, file = started()
    head = file.head
    acts.tell(file, "The club\n is closed in August.", time_of("2027-07-01"))
    assert file.head == head and not file.state["muster"]
    words, file = file.calendar, play_on(file, club, Chance("on"), entries=2)
    file.calendar = words
    told = [row["why"] for entry in range(1, 7) for row in build(file, until=entry)["notes"]]
    assert told == ["The club is closed in August."]
    assert [row["entry"] for row in build(file, since=0)["notes"]] == [5]
    with pytest.raises(Refused):
        acts.tell(file, " ", time_of("2027-07-01"))


def test_a_new_chain_is_found_by_the_secret_file_that_holds_it(tmp_path):
    """The command line: a referee hands over to a secret file beside it, and play goes on; closed lines are void."""
    game = tools.new_game(tmp_path)
    lines = tools.write_orders(game, "prc", "pass", "secret always return-fire in taiwan: return fire default")
    assert tools.pbem("adjudicate", game, lines, "-o", game).code == 0
    new = tmp_path / "dora.secret"
    assert tools.pbem("seat", "init", "-o", new).code == 0
    ran = tools.pbem("desk", "handover", game, "--to", "Dora", "--new-secret", new, "--reason", "away")
    assert ran.code == 0 and tools.pbem("adjudicate", game, "-o", game, "--deadlines-passed").code == 0, ran
    seats = [tools.write_orders(game, seat, "ready") for seat in ("prc", "allied")]
    old = tools.pbem("adjudicate", game, *seats, "-o", game, "--deadlines-passed")
    assert old.code == 3  # the old referee's chain is no longer that of the game
    ran = tools.pbem("adjudicate", game, *seats, "-o", game, "--secret", new, "--deadlines-passed")
    assert ran.code == 0, ran
    assert tools.pbem("verify", game).code == 0
    assert tools.pbem("status", game, "--seat", "prc", "--secret", new, "--json").json["stands"]["lines"] == []


def test_a_secret_file_that_only_knows_the_new_anchor_is_bound_at_its_first_use(tmp_path):
    game = tools.new_game(tmp_path)
    new = tmp_path / "dora.secret"
    anchor = tools.pbem("seat", "init", "-o", new).out.strip()
    ran = tools.pbem(
        "desk",
        "handover",
        game,
        "--to",
        "Dora",
        "--anchor",
        anchor,
        "--reason",
        "away",
        "--again",
        "-o",
        game,
        "--json",
    )
    assert ran.code == 0 and ran.json["what"] == "again"
    seats = [tools.write_orders(game, seat, "ready") for seat in ("prc", "allied")]
    ran = tools.pbem("adjudicate", game, *seats, "-o", game, "--secret", new, "--deadlines-passed")
    assert ran.code == 0, ran


def test_seat_replace_and_takeback_from_the_command_line(tmp_path):
    game = tools.new_game(tmp_path)
    ran = tools.pbem("seat", "replace", game, "prc", "--person", "Dora", "--reason", "left")
    assert ran.code == 0 and "Another person holds the seat prc" in ran.err
    assert tools.pbem("adjudicate", game, "-o", game, "--deadlines-passed").code == 0
    assert tools.pbem("seat", "replace", game, "mars", "--person", " ", "--reason", " ", "-o", game).code == 2
    ran = tools.pbem("desk", "takeback", game, "--agreed", "prc", "--reason", "slip", "-o", game)
    assert ran.code == 3 and "allied" in ran.err
    assert tools.pbem("desk", "handover", game, "--to", "X", "--anchor", "12", "--reason", "r").code == 3
    ran = tools.pbem("desk", "note", game, "Hello all", "--now", "2027-01-01")
    assert ran.code == 0
    assert tools.pbem("verify", game).code == 0


def test_what_was_said_on_a_person_outlives_a_note_and_gives_way_to_what_is_said_later(tmp_path):
    """A referee says that Dora takes a seat, then that Eve does, and takes an entry back before the next one."""
    game = tools.new_game(tmp_path)
    assert tools.pbem("adjudicate", game, "-o", game, "--deadlines-passed").code == 0
    for person in ("Dora", "Eve"):
        done = tools.pbem("seat", "replace", game, "prc", "--person", person, "--reason", "left")
        assert done.code == 0, done
    assert tools.pbem("reopen", game, "--reason", "misread", "-o", game).code == 0
    ran = tools.pbem("adjudicate", game, "-o", game, "--deadlines-passed")
    assert ran.code == 0, ran
    told = tools.pbem("report", game).out
    assert "Eve takes the seat prc" in told and "Dora" not in told, told


def test_reminders_say_how_far_the_deadline_has_come():
    from pbem.desk import deadlines

    _, file = started(entries=1, calendar=CALENDAR)
    note_stop(file, time_of("2027-03-01"))
    seat = deadlines.state(file, time_of("2027-03-02"))[0]["seat"]
    stages = {day: [row["stage"] for row in reminders(file, time_of(f"2027-03-{day:02}"))] for day in range(1, 12)}
    assert stages == {
        **dict.fromkeys((1, 2, 3, 4), []),
        **dict.fromkeys((5, 6), ["half"]),
        7: ["last"],
        **dict.fromkeys((8, 9), ["grace"]),
        10: ["late"],
        11: ["late"],
    }
    text = reminders(file, time_of("2027-03-05"))[0]["text"]
    assert text.endswith("your orders are due on Monday, 8 March 2027, 00:00 UTC.")
    deadlines.announce(file, seat, time_of("2027-03-03"), time_of("2027-03-05"), time_of("2027-03-02"))
    assert reminders(file, time_of("2027-03-04")) == []
    assert "is away" in lateness(file, time_of("2027-03-04"))
    assert "6 days left" in lateness(file, time_of("2027-03-06"))
    assert "1 day left" in lateness(file, time_of("2027-03-11")) and "5 hours left" in lateness(
        file, time_of("2027-03-11T18:30")
    )


def test_a_muster_reminds_those_too_whom_it_asks_nothing():
    club, file = started()
    after = club.noted(file, acts.again(file, [], "a disk is gone"))
    asked = {question["power"] for question in after.waiting}
    rows = {row["seat"]: row["text"] for row in reminders(after, time_of("2027-03-01"))}
    assert rows.keys() == {"prc", "allied"} and len(asked) == 1
    assert all(("answer: ready" in text) == (seat not in asked) for seat, text in rows.items())


def test_due_writes_reminders_for_those_who_have_an_address(tmp_path):
    from email import message_from_bytes

    game = tools.new_game(tmp_path, options=("--days", "7", "--now", "2027-03-01"))
    assert tools.pbem("mail", "set-up", game, "--address", "pbem@c.example", "--seat", "prc=ann@e.org").code == 0
    for _ in range(2):  # a second run on the same day makes the same message
        ran = tools.pbem("due", game, "--now", "2027-03-05", "--messages", tmp_path / "out")
        assert ran.code == 0, ran
    (path,) = sorted((tmp_path / "out" / "new").iterdir())
    message = message_from_bytes(path.read_bytes())
    assert message["To"] == "ann@e.org" and "reminder" in message["Subject"] and message["Auto-Submitted"]
