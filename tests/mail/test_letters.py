"""Mails of a seed as people and their programs write them: no order is invented, none is lost, few are asked about."""

from collections import Counter

import pytest

from tests.thorough import THOROUGH

from .letter_desks import desks
from .letters import ASKED, CARRIERS, NOTHING, ORDERS, TABLES, counted, faults, told

SEED, MAILS = "letters", 1000 if THOROUGH else 250  # of the 10,000 of make mail-fuzz


@pytest.fixture(scope="module")
def places(tmp_path_factory):
    return desks(tmp_path_factory.mktemp("letters"))


def test_no_order_is_invented_or_lost_and_few_are_asked_about(places):
    found, odd = counted(places, SEED, MAILS)
    shown = "\n".join(
        [*told(found), *(f"{row} {verdict} {lines} {made.parts}" for row, verdict, lines, made in odd[:9])]
    )
    assert sum(found.values()) == MAILS and faults(found) == [], shown
    assert {row[0] for row in found} == {ORDERS, NOTHING, ASKED}
    assert {row[2] for row in found} == {"plain", *CARRIERS}
    as_meant = sum(count for row, count in found.items() if row[:2] == (ORDERS, "as meant"))
    assert as_meant > MAILS / 2 and any(row[:2] == (NOTHING, "doubt") for row in found), shown


def test_every_way_to_send_and_every_table_has_its_origin():
    assert {*CARRIERS, "plain", "marks"} | set(TABLES) - {
        "about",
        "origins",
        "names",
        "foreign",
        "above headed",
    } == set(TABLES["origins"]) | {"robots"}


@pytest.mark.sampled(2)
@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("broken", "outcome"),
    [("pbem.mail.reply.quotation_from", "invented"), ("pbem.mail.talk.Talk.is_rest", "doubt")],
)
def test_what_would_be_misread_is_noticed(places, broken, outcome, monkeypatch):
    monkeypatch.setattr(broken, lambda *what: None)
    found, _ = counted(places, SEED, 100)
    assert outcome in {row[1] for row in faults(found)}, told(found)


def test_the_measure_is_one():
    assert faults(Counter({(ORDERS, "as meant", "plain"): 97, (ORDERS, "doubt", "stub"): 3})) == []
    assert faults(
        Counter({(ORDERS, "as meant", "plain"): 96, (ORDERS, "doubt", "plain"): 2, (ORDERS, "doubt", "stub"): 2})
    )
    assert faults(Counter({(ORDERS, "as meant", "plain"): 98, (ORDERS, "refused", "plain"): 2}))
    for outcome in ("lost", "invented"):
        for expected in (ORDERS, NOTHING, ASKED):
            assert faults(Counter({(ORDERS, "as meant", "plain"): 9999, (expected, outcome, "plain"): 1}))


def test_no_mail_is_left_out_of_the_table():
    found = Counter(
        {(ORDERS, "as meant", "plain"): 7, (NOTHING, "doubt", "stub"): 2, (ASKED, "refused", "two files"): 1}
    )
    rows = told(found)
    assert rows[-1].split() == ["10", "mails", "7", "2", "1", "0", "0"] and len(rows) == 5
