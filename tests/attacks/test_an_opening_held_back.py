"""A player closes a line and holds its opening back, to let it act or not when it suits."""

import base64

import pytest

from tests.attacks.kit import lines_of
from tests.verifier import hand


def packed(person, row):
    """A sealed order file, written by hand."""
    letters = base64.b64encode(hand.canonical(row)).decode()
    path = person.path("by-hand.sealed")
    path.write_text(f"-----BEGIN PBEM DOCUMENT-----\n{letters}\n-----END PBEM DOCUMENT-----\n")
    return path


def test_a_document_without_its_openings_has_not_come(table):
    game = table().until("act")
    north = game.people["north"]
    forger = game.forger("north")
    later = {"power": "north", "value": 2, "when": "bid"}
    row = forger.orders("north", answers=[{"kind": "act", "power": "north", "value": "wait"}], lines=[later], close=[2])
    before = game.people["referee"].game.read_bytes()
    ran = game.adjudicate([packed(north, row)], code=3)
    assert "north" in ran.err
    assert game.people["referee"].game.read_bytes() == before
    game.adjudicate([game.seal("north", "act wait")])
    assert len(lines_of(game.people["referee"].game)) == len(before.splitlines()) + 1


def test_nor_one_whose_opening_is_of_another_text(table):
    game = table().until("act")
    north = game.people["north"]
    forger = game.forger("north")
    later = {"power": "north", "value": 2, "when": "bid"}
    document, signature = forger.orders(
        "north", answers=[{"kind": "act", "power": "north", "value": "wait"}], lines=[later], close=[2]
    )
    nonce = forger.opening(document, 2, later)["nonce"]
    shown = {**document, "lines": [{"nonce": nonce, "open": {**later, "value": 1}}]}
    game.adjudicate([packed(north, [shown, signature])], code=3)
    whole = {**document, "lines": [{"nonce": nonce, "open": later}]}
    game.adjudicate([packed(north, [whole, signature])])
    game.share("referee")
    game.holds()


NO_ORDERS = [
    {"kind": "bid", "power": "south", "value": 2},
    {"power": "south", "value": "attack", "when": "act"},
    {"if": -1, "kind": "bid", "power": "north", "value": 2},
    {"if": [["no-such"]], "kind": "bid", "power": "north", "value": 1},
    {"power": "north", "until": [["turn"]], "value": 2, "when": "bid"},
    {"power": "north", "value": {}, "verb": "concede"},
    {"else": 7, "kind": "bid", "power": "north", "value": 2},
    {"kind": "no-such", "power": "north", "value": 2},
    [],
    7,
    None,
    {"closed": "0" * 64},
    {},
]


@pytest.mark.parametrize("number", range(len(NO_ORDERS)))
def test_what_is_no_order_of_the_seat_cannot_be_closed(table, number):
    """For another's power, nonsense, a petition: refused by whoever can open it."""
    game = table().until("act")
    north, reading = game.people["north"], NO_ORDERS[number]
    forger = game.forger("north")
    document, signature = forger.orders(
        "north", answers=[{"kind": "act", "power": "north", "value": "wait"}], lines=[reading], close=[2]
    )
    whole = {**document, "lines": [{"nonce": forger.opening(document, 2, reading)["nonce"], "open": reading}]}
    before = game.people["referee"].game.read_bytes()
    game.adjudicate([packed(north, [whole, signature])], code=3)
    assert game.people["referee"].game.read_bytes() == before


def test_nor_does_it_act_in_a_record_that_a_referee_wrote_with_it(table):
    """The referee and North agree: a closed line of North for South's question stands in the record and is opened."""
    game = table().until("act")
    north = game.forger("north")
    reading = {"power": "south", "value": 2, "when": "bid"}
    answer = {"kind": "act", "power": "north", "value": "wait"}
    row = north.orders("north", answers=[answer], lines=[reading], close=[2])
    game.adjudicate([game.seal("north", "act wait")])
    forger = game.forger("referee")
    line = forger.lines[-1][0]
    acted = {
        "by": "standing",
        "document": row[0]["n"],
        "entry": line["n"],
        "line": 2,
        "question": "2.1/bid/south",
        "seat": "north",
    }
    opening = north.opening(row[0], 2, reading)
    forged = forger.again(documents=[row], opened=[opening], used=[*line["used"], acted])
    game.everybody_refuses(forged, "referee")
