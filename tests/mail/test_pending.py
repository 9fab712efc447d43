"""What lies at the desk and no entry has taken yet: a seat is told it, with the numbers of its own lines, by a line in
a mail and by command; nobody else is."""

import pytest

from pbem.mail.incoming import receive
from tests.cli.tools import pbem

from .desk import NOW, Desk

OP = "op 5 with prc-jh-7-1"
WAITS = "always return-fire in taiwan-strait: return fire default"
GREETING = "Hello referee,\n\n"


@pytest.fixture
def desk(tmp_path):
    return Desk(tmp_path)


def wrote(desk, body, seat="prc"):
    """The text that the desk answers to a mail of a seat."""
    number = len(list(desk.box.arrivals)) + 1
    head = f"From: {desk.box.seats[seat][0]}\nTo: pbem+malaya-7@club.example\nSubject: x\nMessage-ID: <{number}@x>\n\n"
    decision = receive(desk.file, desk.box, f"{head}{body}".encode(), NOW)
    return decision.answer.get_body(("plain",)).get_content()


def orders(desk, *lines, seat="prc"):
    header = f"game malaya-7\nseat {seat}\nentry {desk.file.next}\nhead {desk.file.head}\n"
    return GREETING + header + "\n".join(lines) + "\n"


def line_of(body, text):
    return body.split("\n").index(text) + 1


def queue_of(answer):
    return " ".join(answer.partition("my queue -")[2].partition("--- This mail")[0].split())


def test_the_queue_holds_what_lies_at_the_desk(desk):
    body = orders(desk, OP, WAITS)
    wrote(desk, body)
    told = queue_of(wrote(desk, "my queue\n"))
    assert f"{OP} arrival 1, line {line_of(body, OP)}: lies here for entry {desk.file.next}; answers:" in told
    assert f"{WAITS} arrival 1, line {line_of(body, WAITS)}: lies here" in told


def test_another_mail_takes_its_place(desk):
    wrote(desk, orders(desk, OP, WAITS))
    wrote(desk, orders(desk, "pass"))
    told = queue_of(wrote(desk, "my queue\n"))
    assert "pass arrival 2, line" in told and OP not in told and WAITS not in told


def test_a_question_beside_orders_is_answered_with_them(desk):
    wrote(desk, orders(desk, OP))
    told = queue_of(wrote(desk, orders(desk, "pass", "my queue")))
    assert "pass arrival 2, line" in told and OP not in told


def test_orders_that_were_refused_lie_nowhere(desk):
    wrote(desk, orders(desk, "op 5 with us-cvn-1"))
    assert "No line of prc is in force." in wrote(desk, "my queue\n")


def test_nobody_else_is_told(desk):
    wrote(desk, orders(desk, OP, WAITS))
    assert "No line of allied is in force." in wrote(desk, "my queue\n", "allied")


def test_standing_lists_it_with_the_numbers_of_its_mail(desk):
    body = orders(desk, OP, WAITS)
    wrote(desk, body)
    shown = pbem("standing", desk.path, "prc").out
    assert f"arrival 1, line {line_of(body, WAITS)}: lies at the desk for entry {desk.file.next}; waits" in shown
    rows = pbem("standing", desk.path, "prc", "--json").json["lines"]
    assert [(row["lies"], row["now"], row["typed"]["line"]) for row in rows] == [
        ("arrival 1", "answers", line_of(body, OP)),
        ("arrival 1", "waits", line_of(body, WAITS)),
    ]
    assert OP in pbem("ask", desk.path, "prc", "my queue").out


def test_a_line_in_force_has_the_number_of_its_mail_and_may_be_taken_back(desk):
    body = orders(desk, "pass", f"public {WAITS}")
    wrote(desk, body)
    desk.play_on([desk.order("pass", f"public {WAITS}")])
    assert f"(arrival 1, line {line_of(body, f'public {WAITS}')})" in wrote(desk, "my queue\n")
    wrote(desk, orders(desk, "cancel 2"))
    [row, *_] = pbem("standing", desk.path, "prc", "--json").json["lines"]
    assert row["now"] == "revoked" and "lies" not in row
    assert "revoked" in queue_of(wrote(desk, "my queue\n"))


def test_a_mail_that_no_longer_fits_is_told_as_that(desk):
    """The game went on without it, as when the referee has another file."""
    wrote(desk, orders(desk, OP))
    row = next(iter(desk.box.arrivals))
    path = desk.box.path("inbox", row["orders"])
    with open(path, encoding="utf-8") as file:
        text = file.read()
    with open(path, "w", encoding="utf-8") as file:
        file.write(text.replace(desk.file.head[:32], "0" * 32))
    [row] = pbem("standing", desk.path, "prc", "--json").json["lines"]
    assert row["now"] == "falls" and "the head of this game file is" in row["answer"]


def test_a_signed_document_lies_too(tmp_path):
    desk = Desk(tmp_path, "taiwan-1", "shared")
    head = "From: ann@example.org\nTo: pbem+taiwan-1@club.example\nSubject: x\nMessage-ID: <1@x>\n\n"
    assert receive(desk.file, desk.box, f"{head}{desk.sealed('pass')}".encode(), NOW).verdict == "accepted"
    [row] = pbem("standing", desk.path, "prc", "--json").json["lines"]
    assert (row["lies"], row["now"], row["kind"]) == ("arrival 1", "answers", "op")
