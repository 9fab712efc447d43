"""What stands for a seat is told to it in the same block wherever it asks; nobody else is told."""

import re

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


def blocks(text):
    """The rows of the block in a text."""
    rows = [line.removeprefix("## ") for line in text.split("\n")]
    start = next(at for at, row in enumerate(rows) if row.startswith("Your orders as they stand"))
    end = next((at for at, row in enumerate(rows[start:], start) if not row), len(rows))
    return rows[start:end]


def said(rows):
    """Rows of a block as one line of words."""
    return " ".join(" ".join(rows).replace("|", " ").split())


def asked(desk, seat="prc"):
    return blocks(wrote(desk, "my orders\n", seat))


def shown(desk, seat="prc"):
    return blocks(pbem("ask", desk.path, seat, "my orders").out)


def test_every_door_prints_the_same_block(desk, tmp_path, pages):
    receipt = blocks(wrote(desk, orders(desk, OP, WAITS)))
    assert receipt[0].startswith("Your orders as they stand (") and OP in receipt[1] and WAITS in said(receipt)
    assert "Waiting for you: nothing." in receipt
    assert asked(desk) == shown(desk) == blocks(pbem("status", desk.path, "--seat", "prc").out) == receipt
    page = tmp_path / "turn.html"
    assert pbem("form", desk.path, "prc", "--format", "html", "-o", page).code == 0
    written = page.read_text(encoding="utf-8").partition('<section id="stands">')[2].partition("</section>")[0]
    assert re.sub(r"<[^>]*>", " ", written).split() == said(receipt).split()
    assert said(blocks(pbem("form", desk.path, "prc").out)) == said(receipt)


def test_a_mail_that_changes_nothing_says_what_stands(desk):
    before = blocks(wrote(desk, orders(desk, OP, WAITS)))
    for lines in (["op 5 with us-cvn-1"], ["op 99"], ["pass", "op 1"]):
        answer = wrote(desk, orders(desk, *lines))
        assert "This mail changed nothing.\nYour orders as they stand" in answer
        assert blocks(answer)[: len(before) - 2] == before[:-2]


def test_check_says_what_would_stand_and_after_a_refusal_what_stands(desk, tmp_path):
    wrote(desk, orders(desk, OP))
    path = tmp_path / "more.txt"
    path.write_text(orders(desk, WAITS).removeprefix(GREETING))
    ran = pbem("check", desk.path, path)
    assert OP in said(blocks(ran.out)) and WAITS in said(blocks(ran.out))
    data = pbem("check", desk.path, path, "--json").json["stands"]
    assert [(row["no"], row["state"]) for row in data[0]["lines"]] == [(1, "in force"), (2, "in force")]
    path.write_text(orders(desk, "op 99").removeprefix(GREETING))
    ran = pbem("check", desk.path, path)
    assert ran.code == 3 and ran.out.startswith("This changes nothing.\nYour orders as they stand")
    assert OP in said(blocks(ran.out)) and "99" not in ran.out


def test_what_a_line_took_the_place_of_stands_in_its_row(desk):
    wrote(desk, orders(desk, OP))
    answer = wrote(desk, orders(desk, "pass"))
    assert f"in force; replaced 1 “{OP}”" in said(blocks(answer))
    assert "note" not in answer and "remark" not in answer


def test_orders_beside_the_question_are_told_with_it(desk):
    wrote(desk, orders(desk, OP))
    answer = wrote(desk, orders(desk, "pass", "my orders"))
    assert blocks(answer) == blocks(answer.partition("my orders -")[2])


def test_orders_that_were_refused_lie_nowhere_and_nobody_else_is_told(desk):
    wrote(desk, orders(desk, "op 5 with us-cvn-1"))
    assert asked(desk)[1] == "  nothing"
    wrote(desk, orders(desk, OP, WAITS))
    assert asked(desk, "allied")[1] == "  nothing" and "  nothing" in shown(desk, "allied")


def test_a_doubt_is_waited_for(desk):
    wrote(desk, orders(desk, OP, WAITS))
    answer = wrote(desk, orders(desk, "pass", "op 1"))
    assert "Waiting for you: your yes or no to arrival 2." in blocks(answer)
    assert "Waiting for you: your yes or no to arrival 2." in asked(desk)
    assert "Waiting for you: nothing." in blocks(wrote(desk, "no\n") + "\n" + "\n".join(asked(desk)))


def test_who_waits_is_told_that_a_ready_is_waited_for(desk):
    assert "Waiting for you: the line ready." in blocks(wrote(desk, orders(desk, OP, "wait")))
    assert "Waiting for you: nothing." in blocks(wrote(desk, orders(desk, "ready")))


def test_a_mail_that_no_longer_fits_does_not_stand(desk):
    """The game went on without it, as when the referee has another file."""
    wrote(desk, orders(desk, OP))
    row = next(iter(desk.box.arrivals))
    path = desk.box.path("inbox", row["orders"])
    with open(path, encoding="utf-8") as file:
        text = file.read()
    with open(path, "w", encoding="utf-8") as file:
        file.write(text.replace(desk.file.head[:32], "0" * 32))
    assert shown(desk)[1] == "  nothing"


def test_the_receipt_is_made_of_what_lies_in_the_inbox(desk):
    """What an order says beside its reading counts for nothing."""
    import json

    value = {"power": "prc", "kind": "op", "value": {"form": "pass", "fields": {}}, "text": "op 5 with prc-j-10-1"}
    known = {"pbem": "orders/1", "game": "malaya-7", "seat": "prc", "entry": desk.file.next, "head": desk.file.head}
    answer = wrote(desk, json.dumps({**known, "answers": [value]}))
    assert "1  pass" in blocks(answer)[1] and "j-10" not in answer
    assert shown(desk) == blocks(answer)


def test_a_signed_document_lies_too(tmp_path):
    desk = Desk(tmp_path, "taiwan-1", "shared")
    head = "From: ann@example.org\nTo: pbem+taiwan-1@club.example\nSubject: x\nMessage-ID: <1@x>\n\n"
    assert receive(desk.file, desk.box, f"{head}{desk.sealed('pass')}".encode(), NOW).verdict == "accepted"
    (row,) = pbem("status", desk.path, "--seat", "prc", "--json").json["stands"]["lines"]
    assert (row["line"], row["state"]) == ("pass", "sent and not in the record")
