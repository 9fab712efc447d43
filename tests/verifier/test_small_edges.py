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


@edge("line 0, openers: must be all persons")
def openers_that_lack_one():
    game = hand.Hand(referee=False)
    game.lines[0][0]["charter"] = {**game.charter, "openers": ["a", "b"]}
    return game


@edge("line 0, seats: must be names, and differ")
def one_seat_twice():
    return charter_with(seats=["a", "b", "c", "c"])


@edge("line 2: has fields that say nothing, or other ones than such a line")
def a_play_line_with_more():
    game = mustered()
    game.play([game.orders("b")], asked=["b"], more=1)
    return game


@edge("line 2: has fields that say nothing, or other ones than such a line")
def a_field_that_says_nothing():
    game = mustered()
    game.play([game.orders("b")], asked=["b"], absent=[])
    return game


@edge("line 1, asked: must be persons, in order")
def asked_in_another_order():
    game = hand.Hand()
    game.play([game.orders(seat) for seat in game.seats], asked=["b", "a"], muster=True)
    return game


@edge("line 2, word of referee: says what cannot stand so in such a line")
def a_note_within_play():
    game = mustered()
    game.play([game.orders("b"), game.word("referee", {"what": "ended", "why": "so"})], asked=["b"])
    return game


@edge("line 2: calls somebody silent who is not, or not so")
def silent_without_being_asked():
    game = mustered()
    game.play([game.orders("b"), game.word("referee", silent=["c"])], asked=["b"])
    return game


@edge("line 2: has documents that do not carry one and the same sealed document")
def carried_where_none_is_due():
    game = mustered(referee=False)
    mark, _ = game.sealed("a")
    game.play([game.orders("b", carries=mark)], asked=["b"], opener="a")
    return game


@edge("line 2: has words of a muster where none is")
def words_where_there_is_no_muster():
    game = hand.Hand(("a", "b"), "sealed")
    game.play([game.orders("a"), game.orders("b")], muster=True)
    game.play([game.orders("a", pinch="cat")], asked=["a"])
    return game


@edge("line 2: has documents that do not carry one and the same sealed document of the opener")
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


@edge("line 2, used 1: stands in no document that acts here")
def a_sealed_document_of_another_number():
    return sealed_with(n=7)


@edge("line 2, used 1: stands in no document that acts here")
def a_sealed_document_with_an_envelope():
    return sealed_with(envelope="0" * 64)


@edge("line 2: has fields that say nothing, or other ones than such a line")
def a_note_with_more():
    game = mustered()
    game.note(["referee"], what="correction", why="so", patch=[])["more"] = 1
    return game


@edge("line 2: does not stand on words that say the same")
def a_note_called_otherwise():
    game = mustered()
    game.note(["referee"], what="correction", why="so", patch=[])["what"] = "redo"
    return game


@edge("line 2: opens what is closed")
def a_correction_that_opens():
    game = hand.Hand()
    first = game.orders("a", lines=[{"do": "x"}], close=[1])
    game.play([first, game.orders("b"), game.orders("c")], muster=True)
    line = game.note(["referee"], what="correction", why="so", patch=[])
    line["opened"] = [game.opening(first[0], 1, {"do": "x"})]
    return game


@edge("line 2: a says something twice")
def a_note_with_two_words_of_one():
    game = mustered(referee=False)
    line = game.note(["a", "b", "c"], what="redo", why="so", to=0)
    line["documents"].insert(1, line["documents"][0])
    return game


@edge("line 1, document 1, signature: is none of a")
def a_signature_of_a_seat_without_a_key():
    game = hand.Hand(("a", "b"), "sealed")
    game.play([[game.orders("a")[0], "0" * 128], game.orders("b")], muster=True)
    return game


@edge("line 2, document 1: has parts, or names of them, that cannot be")
def a_document_with_too_many_lines():
    game = mustered()
    game.play([game.orders("b", lines=[{}] * 301)], asked=["b"])
    return game


@edge("line 2, document 1: has parts, or names of them, that cannot be")
def a_closed_petition():
    game = mustered()
    game.play([game.orders("b", petitions=[{"x": 1}], close=[1])], asked=["b"])
    return game


@edge("line 1, document 1: has an order for a power of another seat")
def an_order_for_another_s_power():
    game = hand.Hand()
    game.charter["powers"] = {"x": "a", "y": "b", "a": "a"}
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


@edge("line 2, to: is no line to go to")
def back_to_a_line_to_come():
    game = mustered()
    game.note(["referee"], what="redo", why="so", to=2)
    return game


@edge("line 2: anchor cannot be said of 'd'")
def a_new_key_of_nobody():
    game = mustered()
    statement = {"what": "anchor", "why": "so", "who": "d", "anchor": hand.person("d").anchor}
    game.play([game.orders("b"), game.word("referee", statement)], asked=["b"])
    return game


@edge("line 2, openers: must be all persons")
def openers_that_are_no_persons():
    game = mustered()
    game.play(
        [game.orders("b"), game.word("referee", {"what": "departed", "why": "so", "openers": ["a", "b"]})], asked=["b"]
    )
    return game


@edge("line 2, document 1, carries: has no say, or is of another kind")
def an_order_carried_as_a_seal():
    game = mustered(referee=False)
    row = game.orders("a", envelope=False)
    game.play([game.orders(seat, carries=row) for seat in ("b", "c")], asked=["a", "b", "c"], opener="a")
    return game


@edge("line 2, used 1: has other fields, or is of no seat")
def a_default_from_a_document():
    game = mustered()
    game.play([game.orders("b")], asked=["b"], used=[hand.use("default", "b", 2, 2, 1)])
    return game


@edge("line 1, document 1: has parts, or names of them, that cannot be")
def a_name_that_only_a_later_document_can_have():
    game = hand.Hand()
    game.play([game.orders("a", kept=[[1, 1]]), game.orders("b"), game.orders("c")], muster=True)
    return game


@edge("line 1, document 1: has parts, or names of them, that cannot be")
def an_answer_with_a_first_name():
    game = hand.Hand()
    game.numbers["a"] = 4
    document = game.orders("a", answers=[{"x": 1}], first=[[1, 2, 1]])
    game.play([document, game.orders("b"), game.orders("c")], asked=["a"], muster=True)
    return game


@edge(r"line 2, over: does not name \[\('a', 1, 1\)\]")
def a_line_left_out_that_is_not_told():
    game = hand.Hand()
    game.play([game.orders("a", lines=[{"do": "x"}]), game.orders("b"), game.orders("c")], muster=True)
    game.play([game.orders("a")], asked=["a"])
    return game


@edge("line 3, used 1: stands in no document that acts here")
def a_name_that_comes_again():
    game = mustered()
    game.play([game.orders("b", lines=[{"do": "x"}])], asked=["b"], used=[hand.use("line", "b", 2, 2, 1)])
    again = game.orders("b", lines=[{"do": "x"}], first=[[1, 2, 1]])
    game.play([again], asked=["b"], used=[hand.use("line", "b", 3, 3, 1)])
    return game


@edge("line 2, over: names what did not stand")
def over_that_never_stood():
    game = mustered()
    game.play([game.orders("b")], asked=["b"], left=[hand.name("b", 1, 1)])
    return game


@edge("line 2: says two things of one seat")
def two_new_keys_of_one_seat():
    game = mustered()
    anchors = [hand.person("b", generation).anchor for generation in (2, 3)]
    says = [{"what": "anchor", "who": "b", "anchor": one, "why": "so"} for one in anchors]
    game.play([game.orders("b"), game.word("referee", *says)], asked=["b"])
    return game


@edge("line 2, signature: is of nobody whose word stands in it")
def a_note_signed_by_a_stranger():
    game = mustered()
    game.note(["a", "b", "c"], what="redo", why="so", to=0)
    game.sign_last("referee")
    return game


@edge("line 3, proof 1: does not prove that one key signed two")
def a_proof_of_one_document():
    game = mustered()
    document = game.orders("b")
    game.play([document], asked=["b"])
    game.play(proofs=[game.proof("documents", "b", 2, [document, document])])
    return game


@edge("line 4, proof 1: does not prove that one key signed two")
def a_proof_told_twice():
    game = mustered()
    two = [game.orders("b", answers=[{"x": x}]) for x in (1, 2)]
    game.play(two[:1], asked=["b"])
    game.play(proofs=[game.proof("documents", "b", 2, two)])
    game.play(proofs=[game.proof("documents", "b", 2, two)])
    return game


@edge("line 2: does not stand on words that say the same, or two seals of the opener")
def two_seals_that_are_one():
    game = mustered(referee=False)
    mark, _ = game.sealed("a")
    game.seals([game.orders(seat, carries=mark) for seat in "bc"])
    return game


@edge("line 3, muster")
def no_muster_after_a_new_key():
    game = mustered()
    statement = {"what": "anchor", "who": "c", "anchor": hand.person("c", 2).anchor, "why": "so"}
    game.play([game.orders("b"), game.word("c", statement)], asked=["b"])
    game.play([game.orders("b")], asked=["b"])
    return game


@pytest.mark.parametrize("make, words", EDGES, ids=[make.__name__ for make, _ in EDGES])
def test_it_is_named(make, words):
    wrong, _ = said(make())
    assert re.search(words, "\n".join(wrong)), wrong


def test_it_knows_the_fields_that_a_charter_may_have():
    schema = json.loads((SCHEMAS / "charter.schema.json").read_text(encoding="utf-8"))
    assert schema["additionalProperties"] is False
    assert set(small.module().CHARTER.split()) == set(schema["properties"])
