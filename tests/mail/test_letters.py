"""Mails of a seed as people and their programs write them: no order is invented, none is lost, few are asked about."""

from collections import Counter

import pytest

from .letter_desks import desks
from .letters import counted, faults, told

SEED, MAILS = "letters", 1000


@pytest.fixture(scope="module")
def places(tmp_path_factory):
    return desks(tmp_path_factory.mktemp("letters"))


def test_no_order_is_invented_or_lost_and_few_are_asked_about(places):
    found, odd = counted(places, SEED, MAILS)
    shown = "\n".join(
        [*told(found), *(f"{row} {verdict} {lines} {made.parts}" for row, verdict, lines, made in odd[:9])]
    )
    assert sum(found.values()) == MAILS and faults(found) == [], shown
    assert {row[0] for row in found} == {"orders count", "nothing counts"}
    assert found["orders count", "as meant"] > MAILS / 2 and found["nothing counts", "doubt"] > 0, shown


@pytest.mark.parametrize(
    ("broken", "outcome"),
    [("pbem.mail.reply.quotation_from", "invented"), ("pbem.mail.talk.Talk.is_rest", "doubt")],
)
def test_what_would_be_misread_is_noticed(places, broken, outcome, monkeypatch):
    monkeypatch.setattr(broken, lambda *what: None)
    found, _ = counted(places, SEED, 100)
    assert outcome in {row[1] for row in faults(found)}, told(found)


def test_the_measure_is_one():
    assert faults(Counter({("orders count", "as meant"): 97, ("orders count", "doubt"): 3})) == []
    assert faults(Counter({("orders count", "as meant"): 96, ("orders count", "doubt"): 4}))
    assert faults(Counter({("orders count", "as meant"): 98, ("orders count", "refused"): 2}))
    for outcome in ("lost", "invented"):
        for expected in ("orders count", "nothing counts"):
            assert faults(Counter({("orders count", "as meant"): 9999, (expected, outcome): 1}))
