"""A draw by agreement, by mail and in every title: one offers it, all others accept, and the reports say so; one who
refuses is enough for the game to go on."""

from email import message_from_bytes
from email.policy import default

import pytest

from pbem.core.play.gamefile import read
from pbem.core.record.outcome import scores
from pbem.core.seat.short_forms import spoken_form
from tests.cli.tools import done, new_game, pbem, set_up_desk, waits_for, write_orders

SEATS = {
    "red-dragon": ["prc", "allied"],
    "pacific": ["japan", "uk", "us"],
    "cataclysm": ["ussr", "fascists", "democracies"],
}


@pytest.fixture(params=SEATS)
def table(request, tmp_path):
    """``(game with a desk, {seat: address})`` of a title with all its seats."""
    path = tmp_path / "g.json"
    if request.param == "red-dragon":
        path = new_game(tmp_path)
    else:
        done("new", request.param, "-o", path)
        pbem("adjudicate", path, "-o", path)
    addresses = {seat: f"{seat}@people.example" for seat in SEATS[request.param]}
    assert set(read(path).charter["seats"]) == addresses.keys()
    set_up_desk(path, "--referee", "cora@example.com", **addresses)
    return path, addresses


def mail(path, address, *lines):
    """The receipt of a mail with these orders, which must be accepted."""
    number = len(list(path.parent.glob("*.eml"))) + 1
    status = pbem("status", path, "--json").json
    header = f"game g\nseat {address.partition('@')[0]}\nentry {status['entry']}\nhead {status['head']}\n"
    text = f"From: {address}\nTo: pbem+g@club.example\nMessage-ID: <{number}@x>\n\n{header}" + "\n".join(lines) + "\n"
    (path.parent / f"{number}.eml").write_text(text)
    found = done("mail", "in", path, "--from", path.parent / f"{number}.eml", "--json").json
    receipt = message_from_bytes(found["mails"][0].encode(), policy=default).get_body(("plain",)).get_content()
    assert found["verdict"] == "accepted", receipt
    return " ".join(receipt.split())


def adjudicated(path):
    """What the game waits for after a run over what lies at the desk."""
    kept = done("mail", "inbox", path).out.split()
    done("adjudicate", path, *kept, "-o", path)
    return pbem("status", path, "--json").json["waiting"]


def reported(path):
    """``{address: text}`` of the mails on what has not been told yet."""
    folder = path.parent / "out"
    before = set(folder.glob("*/*"))
    done("mail", "out", path, "-o", folder)
    made = [message_from_bytes(one.read_bytes(), policy=default) for one in set(folder.glob("new/*")) - before]
    return {one["To"]: " ".join(one.get_body(("plain",)).get_content().split()) for one in made}


def offered(path, addresses):
    """``(who offered a draw, {each other seat})``, who are asked now."""
    by = waits_for(path)[0]
    assert "draw is offered" in mail(path, addresses[by], "offer draw")
    asked = {row["seat"] for row in adjudicated(path) if row["kind"] == "agree-end"}
    assert asked == addresses.keys() - {by}
    told = reported(path)
    assert told.keys() == set(addresses.values()) and all("a draw is offered." in text for text in told.values())
    assert all("refuse offer # " in told[addresses[seat]] and "accept offer" in told[addresses[seat]] for seat in asked)
    assert not any("More answers are legal" in text for text in told.values())  # there are these two
    return by, asked


def test_a_draw_that_all_accept_ends_the_game_and_every_report_says_it(table):
    path, addresses = table
    _, asked = offered(path, addresses)
    for seat in sorted(asked):
        assert not pbem("status", path, "--json").json["over"]
        assert "the game may end" in mail(path, addresses[seat], "accept draw")
    assert adjudicated(path) == []
    assert pbem("status", path, "--json").json["over"]["by"] == "agreed-draw"
    assert scores(read(path)) == dict.fromkeys(addresses, "drawn")
    told = reported(path)
    assert told.keys() == set(addresses.values())
    assert all("Game over: It is a draw." in text and "agreed" in text for text in told.values())
    assert done("verify", path)


def test_a_draw_that_one_refuses_ends_nothing_and_the_report_says_who(table):
    path, addresses = table
    by, asked = offered(path, addresses)
    *willing, last = sorted(asked)
    for seat in willing:
        mail(path, addresses[seat], "accept draw")
    mail(path, addresses[last], "refuse draw")
    waiting = adjudicated(path)
    assert not pbem("status", path, "--json").json["over"] and by in {row["seat"] for row in waiting}
    told = reported(path)
    assert told.keys() == set(addresses.values())
    assert all("the game goes on." in text and "It is a draw" not in text for text in told.values())


def test_a_seat_of_several_powers_is_asked_once_in_each_form(tmp_path):
    """One line answers for Germany, Italy and Japan, so that forms show one line; the whole seat agrees by it."""
    path = tmp_path / "g.json"
    done("new", "cataclysm", "-o", path)
    done("adjudicate", path, "-o", path)
    while waits_for(path)[0] == "fascists":
        done("adjudicate", path, "--deadlines-passed", "-o", path)
    done("adjudicate", path, write_orders(path, waits_for(path)[0], "offer draw"), "--deadlines-passed", "-o", path)
    for words in (["form", path, "fascists"], ["report", path, "--format", "short", "--seat", "fascists"]):
        told = done(*words).out
        assert told.count("accept offer") == told.count("refuse offer") == 1 and "Germany, Italy and Japan" in told
    assert spoken_form(read(path), "fascists").count("You may write: accept offer") == 1
    lines = [
        line.removeprefix("# ") if "accept offer" in line else line
        for line in done("form", path, "fascists").out.split("\n")
    ]
    (tmp_path / "form.txt").write_text("\n".join(lines))
    answered = done("check", path, tmp_path / "form.txt", "--json").json["fates"]["fascists"]
    assert [row["fate"] for row in answered] == ["used"] * 3
