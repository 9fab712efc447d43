"""Each check of the small verifier by itself: a record in which nothing else is wrong, or nothing that comes before."""

import json
import re
from pathlib import Path

import pytest

from . import hand, small
from .test_small import mustered, said

SCHEMAS = Path(__file__).resolve().parent.parent.parent / "schemas"

EDGES = []


def edge(words):
    return lambda make: EDGES.append((make, words)) or make


def charter_with(**changes):
    game = hand.Hand()
    game.lines[0][0]["charter"] = {**game.charter, **changes}
    return game


@edge("file: does not end with a whole line")
def an_end_that_is_cut():
    return mustered().bytes()[:-1]


@edge("line 0, kind: must be 'game'")
def a_first_line_of_another_kind():
    game = hand.Hand()
    game.lines[0][0]["kind"] = "note"
    return game


@edge("line 0: holds more than a charter")
def a_first_line_with_more():
    game = hand.Hand()
    game.lines[0][0]["more"] = 1
    return game


@edge("line 0: holds more than a charter")
def a_charter_with_more():
    return charter_with(remark="nobody agreed to this")


@edge("line 0: is malformed .*'the game before' is not 64 hex digits")
def a_game_that_is_another_again_without_its_id():
    return charter_with(again="the game before")


@edge("line 0, anchors: must be of all who have a chain")
def a_seat_without_an_anchor():
    game = hand.Hand()
    return charter_with(anchors={name: game.charter["anchors"][name] for name in ("a", "b", "referee")})


@edge("line 0, referee: must be there where the dice are sealed")
def sealed_without_a_referee():
    return charter_with(anchors={}, fairness="sealed", openers=["a", "b", "c"], referee=None)


@edge("line 0, openers: must name every person")
def openers_that_lack_one():
    game = hand.Hand(referee=False)
    game.lines[0][0]["charter"] = {**game.charter, "openers": ["a", "b"]}
    return game


@edge("line 0, seats: must differ")
def one_seat_twice():
    return charter_with(seats=["a", "b", "c", "c"])


@edge("line 2: has other fields than a play line")
def a_play_line_with_more():
    game = mustered()
    game.play([game.orders("b")], asked=["b"], more=1)
    return game


@edge("line 2: has fields that say nothing")
def a_field_that_says_nothing():
    game = mustered()
    game.play([game.orders("b")], asked=["b"], absent=[])
    return game


@edge("line 1, asked: must be persons, in order")
def asked_in_another_order():
    game = hand.Hand()
    game.play([game.orders(seat) for seat in game.seats], asked=["b", "a"], muster=True)
    return game


@edge("line 2: holds the word for a note")
def a_note_within_play():
    game = mustered()
    game.play([game.orders("b"), game.word("referee", note={"what": "ended", "why": ""})], asked=["b"])
    return game


@edge("line 2: calls somebody silent who need not speak")
def silent_without_being_asked():
    game = mustered()
    game.play([game.orders("b"), game.word("referee", silent=["c"])], asked=["b"])
    return game


@edge("line 2: carries what none needs")
def carried_where_none_is_due():
    game = mustered(referee=False)
    mark, _ = game.sealed("a")
    game.play([game.orders("b", carries=mark)], asked=["b"], opener="a")
    return game


@edge("line 2: has too many documents of")
def three_documents_with_one_envelope():
    game = mustered()
    game.play([game.orders("b", answers=[{"x": x}]) for x in (1, 2, 3)], asked=["b"])
    return game


@edge("line 2: has words of a muster where none is")
def words_where_there_is_no_muster():
    game = hand.Hand(("a", "b"), "sealed")
    game.play([game.orders("a"), game.orders("b")], muster=True)
    game.play([game.orders("a", pinch="cat")], asked=["a"])
    return game


@edge("line 2: has a sealed document of another seat")
def a_sealed_document_of_another_seat():
    game = mustered(referee=False)
    mark, opening = game.sealed("b", answers=[{"x": 1}])
    documents = [game.orders(seat, carries=mark) for seat in ("b", "c")]
    game.play(documents, asked=["a", "b", "c"], opener="a", opened=[opening])
    return game


@edge("line 2, opened: does not stand in order")
def openings_in_another_order():
    game = hand.Hand()
    later = [{"do": "x"}, {"do": "y"}]
    first = game.orders("a", lines=later, close=[1, 2])
    game.play([first, game.orders("b"), game.orders("c")], muster=True)
    game.play(opened=[game.opening(first[0], 2, later[1]), game.opening(first[0], 1, later[0])])
    return game


def sealed_with(**changes):
    """A sealed document whose whole has not the form of one, and is used all the same."""
    game = mustered(referee=False)
    whole = {**game.orders("a", envelope=False, answers=[{"x": 1}])[0], **changes}
    place = {"entry": 2, "head": game.head(), "n": 1, "seat": "a"}
    nonce = game.people["a"].nonce(game.game, 2, 1, 0, whole)
    mark = hand.closed(game.game, "a", 2, 1, 0, nonce, whole)
    row = game.signed({**place, "closed": mark, "kind": "sealed"})
    opening = {"document": 1, "entry": 2, "nonce": nonce.hex(), "part": 0, "seat": "a", "whole": whole}
    documents = [game.orders(seat, carries=row) for seat in ("b", "c")]
    used = [hand.use("answer", "a", 2, 1, 1)]
    game.play(documents, asked=["a", "b", "c"], opener="a", opened=[opening], used=used)
    return game


@edge("line 2, used 1: stands in no document that counts")
def a_sealed_document_of_another_number():
    return sealed_with(n=7)


@edge("line 2, used 1: stands in no document that counts")
def a_sealed_document_with_an_envelope():
    return sealed_with(envelope="0" * 64)


@edge("line 2: has other fields than a note")
def a_note_with_more():
    game = mustered()
    game.note(["referee"], what="correction", why="", patch=[])["more"] = 1
    return game


@edge("line 2, what: must be 'correction'")
def a_note_called_otherwise():
    game = mustered()
    game.note(["referee"], what="correction", why="", patch=[])["what"] = "redo"
    return game


@edge("line 2: opens what is closed")
def a_correction_that_opens():
    game = hand.Hand()
    first = game.orders("a", lines=[{"do": "x"}], close=[1])
    game.play([first, game.orders("b"), game.orders("c")], muster=True)
    line = game.note(["referee"], what="correction", why="", patch=[])
    line["opened"] = [game.opening(first[0], 1, {"do": "x"})]
    return game


@edge("line 2: holds two words of one speaker")
def a_note_with_two_words_of_one():
    game = mustered(referee=False)
    line = game.note(["a", "b", "c"], what="redo", why="", to=0)
    line["documents"].insert(1, line["documents"][0])
    return game


@edge("line 1, document 1, signature: is of a seat without a key")
def a_signature_of_a_seat_without_a_key():
    game = hand.Hand(("a", "b"), "sealed")
    game.play([[game.orders("a")[0], "0" * 128], game.orders("b")], muster=True)
    return game


@edge("line 2, document 1: has more than 300 parts")
def a_document_with_too_many_lines():
    game = mustered()
    game.play([game.orders("b", lines=[{}] * 301)], asked=["b"])
    return game


@edge("line 2, document 1: has a closed petition")
def a_closed_petition():
    game = mustered()
    game.play([game.orders("b", petitions=[{"x": 1}], close=[1])], asked=["b"])
    return game


@edge("line 1, used 1: is an order for a power of another seat")
def an_order_for_another_s_power():
    game = hand.Hand()
    game.charter["powers"] = {"x": "a", "y": "b"}
    game.game = hand.tagged("charter", hand.canonical(game.charter))
    game.salt = hand.tagged("salt", game.game)
    documents = [game.orders("a", answers=[{"power": "y"}]), game.orders("b"), game.orders("c")]
    game.play(documents, asked=["a"], muster=True, used=[hand.use("answer", "a", 1, 1, 1)])
    return game


@edge("line 2, used 1: is not of that kind")
def a_line_for_once_that_says_it_stands():
    game = mustered()
    game.play([game.orders("b", lines=[{"do": "x"}])], asked=["b"], used=[hand.use("standing", "b", 2, 2, 1)])
    return game


@edge("line 2, to: is no line that stands")
def back_to_a_line_to_come():
    game = mustered()
    game.note(["referee"], what="redo", why="", to=2)
    return game


@edge("line 2: is about nobody")
def a_new_key_of_nobody():
    game = mustered()
    game.note(["referee"], what="anchor", why="", who="d", anchor=hand.person("d").anchor)
    return game


@edge("line 2: wrong openers")
def openers_that_are_no_persons():
    game = mustered()
    game.note(["referee"], what="departed", why="", openers=["a", "b"])
    return game


@edge("line 2, document 1, carries: must be a sealed document")
def an_order_carried_as_a_seal():
    game = mustered(referee=False)
    row = game.orders("a", envelope=False)
    game.play([game.orders(seat, carries=row) for seat in ("b", "c")], asked=["a", "b", "c"], opener="a")
    return game


@edge("line 2, envelope of b: is not one")
def two_documents_with_two_envelopes():
    game = mustered()
    other = game.orders("b", envelope=False)[0]
    other["envelope"] = game.people["b"].link(3).hex()
    game.play([game.orders("b"), game.signed(other)], asked=["b"])
    return game


@edge("line 2, used 1: names a document, or no seat")
def a_default_from_a_document():
    game = mustered()
    game.play([game.orders("b")], asked=["b"], used=[hand.use("default", "b", 2, 2, 1)])
    return game


@pytest.mark.parametrize("make, words", EDGES, ids=[make.__name__ for make, _ in EDGES])
def test_it_is_named(make, words):
    wrong, _ = said(make())
    assert re.search(words, "\n".join(wrong)), wrong


def test_it_knows_the_fields_that_a_charter_may_have():
    schema = json.loads((SCHEMAS / "charter.schema.json").read_text(encoding="utf-8"))
    assert schema["additionalProperties"] is False
    assert set(small.module().CHARTER.split()) == set(schema["properties"])
