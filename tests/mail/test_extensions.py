"""A seat asks for more days: granted as the charter allows, told to everybody at once; or refused with the limit."""

import json
from email import message_from_bytes
from email.policy import default
from pathlib import Path

import pytest

from tests.cli.tools import new_game, orders, pbem

pytestmark = pytest.mark.forked

SEATS = (
    "--seat",
    "prc=ann@example.org",
    "--seat",
    "allied=bob@example.net",
    "--watcher",
    "eve@example.org",
    "--referee",
    "cora@example.com",
)


def made(folder, *options):
    """A game that waits for the PRC since 1 March 2027, with days to ask for."""
    path = new_game(folder, options=("--days", "7", "--extensions", "3/5/6", "--now", "2027-03-01", *options))
    assert pbem("mail", "set-up", path, "--address", "pbem@club.example", *SEATS).code == 0
    stops = {str(pbem("status", path, "--json").json["entry"]): "2027-03-01T12:00"}
    calendar = json.loads(Path(f"{path}.calendar").read_text())
    Path(f"{path}.calendar").write_text(json.dumps({**calendar, "stops": stops}))
    return path


@pytest.fixture
def game(tmp_path):
    return made(tmp_path)


def asks(game, text, now, number=1, sender="ann@example.org"):
    """What becomes of a mail: its answer, and all mails by address."""
    path = game.parent / f"{number}.eml"
    path.write_text(f"From: {sender}\nTo: pbem+g@club.example\nMessage-ID: <{number}@x>\n\n{text}\n")
    done = pbem("mail", "in", game, "--from", path, "--now", now, "--json")
    assert done.code == 0, done
    mails = [message_from_bytes(one.encode(), policy=default) for one in done.json["mails"]]
    return done.json, {mail["To"]: " ".join(mail.get_body(("plain",)).get_content().split()) for mail in mails}


def due(game):
    (row,) = pbem("status", game, "--json").json["deadlines"]
    return row["first"], row["until"]


def granted(game):
    return json.loads(Path(f"{game}.calendar").read_text()).get("extensions", [])


def test_days_are_granted_and_told_to_everybody_at_once(game):
    assert due(game) == ("2027-03-08T12:00", "2027-03-10T12:00")
    told, mails = asks(game, "Hi Cora,\n\nextend 3 days\n\nAnn", "2027-03-05")
    assert due(game) == ("2027-03-11T12:00", "2027-03-13T12:00")
    assert mails.keys() == {"ann@example.org", "bob@example.net", "cora@example.com", "eve@example.org"}
    assert "Granted: 3 days more" in mails["ann@example.org"]
    assert all("Thursday, 11 March 2027, 12:00 UTC" in text for text in mails.values()), mails
    assert told["verdict"] == "question" and granted(game) == [
        {"seat": "prc", "days": 3, "at": "2027-03-05T00:00", "entry": told["entry"], "arrival": told["arrival"]}
    ]
    report = " ".join(pbem("report", game).out.split())
    assert "Thursday, 11 March 2027, 12:00 UTC, with grace until Saturday, 13 March 2027, 12:00 UTC" in report


@pytest.mark.parametrize(
    "text",
    [
        "Can I have two more days?",
        "2 more days, please",
        "extension of 2 days",
        "Sorry, I am busy.\n\nplease extend by 2 days\n\nBest\nAnn",
    ],
)
def test_people_ask_in_their_own_words(game, text):
    asks(game, text, "2027-03-05")
    assert due(game)[0] == "2027-03-10T12:00"


def test_a_line_beside_orders_is_no_order_and_both_count(game):
    told, mails = asks(game, f"extend 1 day\n\n{orders(game, 'prc', 'pass')}", "2027-03-05")
    assert told["verdict"] == "accepted" and due(game)[0] == "2027-03-09T12:00"
    text = (Path(f"{game}.mail/inbox") / told["orders"]).read_text()
    assert "extend" not in text and "pass" in text


def test_a_line_beside_orders_that_are_refused_counts_all_the_same(game):
    told, mails = asks(game, f"extend 1 day\n\n{orders(game, 'prc', 'op 5 with nobody')}", "2027-03-05")
    assert told["verdict"] == "refused" and due(game)[0] == "2027-03-09T12:00"
    assert "Granted: 1 day more" in mails["ann@example.org"]


@pytest.mark.parametrize(
    ("text", "now", "said"),
    [
        ("extend 4 days", "2027-03-05", "The charter grants at most 3 days at once"),
        ("extend 0 days", "2027-03-05", "a whole number of days, 1 or more"),
        ("extend 3 days", "2027-03-08T12:00", "Ask for more days before your time is over"),
        ("extend 3 days", "2027-03-20", "prc's ended on Monday, 8 March 2027, 12:00 UTC"),
    ],
)
def test_what_the_charter_forbids_is_refused_with_the_limit(game, text, now, said):
    told, mails = asks(game, text, now)
    assert said in mails["ann@example.org"] and list(mails) == ["ann@example.org"]
    assert granted(game) == [] and due(game)[0] == "2027-03-08T12:00"


def test_a_seat_and_a_game_have_only_so_many(game):
    asks(game, "extend 3 days", "2027-03-05", 1)
    _, mails = asks(game, "extend 3 days", "2027-03-05", 2)
    assert "The charter grants prc 5 days in the whole game; of these 2 days are left." in mails["ann@example.org"]
    asks(game, "extend 2 days", "2027-03-05", 3)
    _, mails = asks(game, "extend 1 day", "2027-03-05", 4)
    assert "of these 0 days are left" in mails["ann@example.org"] and due(game)[0] == "2027-03-13T12:00"
    assert pbem("adjudicate", game, orders_file(game), "-o", game, "--now", "2027-03-06").code == 0
    waited = [row["seat"] for row in pbem("status", game, "--json").json["deadlines"]]
    if waited == ["allied"]:
        _, mails = asks(game, "extend 2 days", "2027-03-07", 5, "bob@example.net")
        assert "of these 1 day is left" in mails["bob@example.net"]


def orders_file(game):
    path = game.parent / "orders.txt"
    path.write_text(orders(game, "prc", "pass"))
    return path


def test_nobody_gets_days_who_is_not_waited_for(game):
    _, mails = asks(game, "extend 2 days", "2027-03-05", 1, "bob@example.net")
    assert "allied has nothing to answer" in mails["bob@example.net"] and granted(game) == []


def test_the_same_mail_twice_gets_them_once(game):
    for _ in range(2):
        asks(game, "extend 2 days\nextend 2 days", "2027-03-05")
    assert [row["days"] for row in granted(game)] == [2]


def test_a_stranger_gets_nothing(game):
    told, mails = asks(game, "extend 2 days", "2027-03-05", 1, "mallory@evil.example")
    assert told["verdict"] == "stranger" and not mails and granted(game) == []


def test_a_charter_may_grant_late_days_but_none_that_are_over(tmp_path):
    game = made(tmp_path, "--late-extensions")
    _, mails = asks(game, "extend 2 days", "2027-03-20", 1)
    assert "time would have ended on Friday, 12 March 2027, 12:00 UTC" in mails["ann@example.org"]
    asks(game, "extend 2 days", "2027-03-11", 2)
    assert due(game)[1] == "2027-03-12T12:00"


def test_without_the_charter_nobody_gets_any(tmp_path):
    path = new_game(tmp_path, options=("--days", "7", "--now", "2027-03-01"))
    pbem("mail", "set-up", path, "--address", "pbem@club.example", *SEATS)
    _, mails = asks(path, "extend 2 days", "2027-03-02")
    assert "This game's charter grants nobody more days." in mails["ann@example.org"]


def test_the_referee_grants_them_by_a_command(game, tmp_path):
    done = pbem("desk", "extend", game, "prc", "2", "--now", "2027-03-05", "--messages", tmp_path / "out")
    assert done.code == 0 and "prc has time until Wednesday, 10 March 2027" in done.err, done
    to = sorted(message_from_bytes(path.read_bytes())["To"] for path in (tmp_path / "out" / "new").iterdir())
    assert to == ["ann@example.org", "bob@example.net", "cora@example.com", "eve@example.org"]
    before = Path(f"{game}.calendar").read_bytes()
    done = pbem("desk", "extend", game, "prc", "9", "--now", "2027-03-05")
    assert done.code == 3 and "extension" not in done.out and "at most 3 days" in done.err
    assert Path(f"{game}.calendar").read_bytes() == before


@pytest.mark.parametrize("text", ["3", "3/2/9", "0/1/1", "a/b/c", "3/6/5", "400/500/600", "3/6/12/1"])
def test_a_charter_with_limits_that_are_none_is_refused(tmp_path, text):
    done = pbem("new", "red-dragon/ready", "-o", tmp_path / "x.json", "--days", "7", "--extensions", text)
    assert done.code == 2 and "ONCE/SEAT/GAME" in done.err and not (tmp_path / "x.json").exists()


def test_days_of_a_predecessor_are_not_those_of_a_successor(game):
    asks(game, "extend 3 days", "2027-03-05")
    note = ("--again", "-o", game, "--now", "2027-03-06")
    assert pbem("seat", "replace", game, "prc", "--person", "Dora", "--reason", "left", *note).code == 0
    rows = {row["seat"]: row for row in pbem("status", game, "--json").json["deadlines"]}
    assert rows["prc"]["name"] == "Dora" and rows["prc"]["first"] == "2027-03-13T00:00"  # seven days of her own
    assert rows["allied"]["first"] == "2027-03-13T00:00"  # called to the muster by the note


def test_days_that_a_killed_run_granted_are_written_when_the_mail_comes_again(game, monkeypatch):
    from pbem.core.record import calendar

    with monkeypatch.context() as killed:
        killed.setattr(calendar, "write", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
        with pytest.raises((KeyboardInterrupt, AssertionError)):
            asks(game, "extend 2 days", "2027-03-05")
    assert granted(game) == []
    told, mails = asks(game, "extend 2 days", "2027-03-05")
    assert told["verdict"] == "duplicate" and [row["days"] for row in granted(game)] == [2]
    assert "Granted: 2 days more" in mails["ann@example.org"] and "bob@example.net" in mails
