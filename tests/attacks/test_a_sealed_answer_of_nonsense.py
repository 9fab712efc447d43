"""An opener seals what is no orders document, or one with parts that are no orders: nobody could refuse it before it
was open, so it counts for nothing, or without those parts, and both verifiers say so."""

import copy
import json

import pytest

from pbem.core.record import documents
from tests.attacks.kit import lines_of
from tests.attacks.test_an_opening_held_back import packed
from tests.verifier import hand, small

ANSWER = {"kind": "bid", "power": "north", "value": 2}


def sealed(game, change):
    """``(file with the sealed document, what is sealed)`` of north; `change` alters its whole before it is closed."""
    north, forger = game.people["north"], game.forger("north")
    whole = forger.orders("north", envelope=False, answers=[dict(ANSWER)])[0]
    place = {name: whole[name] for name in ("entry", "head", "n", "seat")}
    whole = change(whole)
    nonce = forger.people["north"].nonce(forger.game, place["entry"], place["n"], 0, whole)
    mark = hand.closed(forger.game, "north", place["entry"], place["n"], 0, nonce, whole)
    opening = {
        "document": place["n"],
        "entry": place["entry"],
        "nonce": nonce.hex(),
        "part": 0,
        "seat": "north",
        "whole": whole,
    }
    secret = json.loads(north.secret.read_text())
    secret["openings"].append(opening)
    north.secret.write_text(json.dumps(secret))
    row = forger.signed({**place, "closed": mark, "kind": "sealed"})
    return packed(north, row), whole


def played(game, change):
    """The line that is made with what north sealed; everybody takes it up, and both verifiers are content."""
    mark, _ = sealed(game, change)
    files = [game.seal(seat, "bid 0", options=["--confirm", "--carry", mark]) for seat in ("south", "isles")]
    game.adjudicate(files, opener="north")
    game.share("north")
    game.holds()
    return lines_of(game.people["south"].game)[-1][0]


def used(line):
    return [(row["by"], row.get("line")) for row in line["used"] if row["seat"] == "north"]


NO_DOCUMENT = {
    "nothing": lambda whole: None,
    "a text": lambda whole: "bid 2",
    "a list of it": lambda whole: [whole],
    "another seat": lambda whole: {**whole, "seat": "south"},
    "another entry": lambda whole: {**whole, "entry": whole["entry"] + 1},
    "another number": lambda whole: {**whole, "n": whole["n"] + 1},
    "true for one": lambda whole: {**whole, "n": True},
    "an envelope": lambda whole: {**whole, "envelope": "0" * 64},
    "a further field": lambda whole: {**whole, "more": 1},
    "an empty list": lambda whole: {**whole, "lines": []},
    "answers that are none": lambda whole: {**whole, "answers": {"a": 1}},
    "a part that is a text": lambda whole: {**whole, "answers": ["bid 2"]},
    "a closed part": lambda whole: {**whole, "lines": [{"closed": "0" * 64}]},
    "too many parts": lambda whole: {**whole, "lines": [{"when": "bid", "power": "north", "value": 1}] * 300},
    "too many bytes": lambda whole: {**whole, "lines": [{**ANSWER, "value": "x" * 2**16}]},
    "a name that is none": lambda whole: {**whole, "kept": [[1]]},
    "part 0 of a document": lambda whole: {**whole, "kept": [[1, 0]]},
    "a name of a document to come": lambda whole: {**whole, "kept": [[whole["n"] + 1, 1]]},
    "names out of order": lambda whole: {**whole, "kept": [[1, 2], [1, 1]]},
    "an answer that was sent before": lambda whole: {**whole, "first": [[1, 1, 1]]},
}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", NO_DOCUMENT)
def test_what_is_no_document_says_nothing(table, name):
    line = played(table(referee=False).until("bid"), NO_DOCUMENT[name])
    assert used(line) == [("default", None)] and line["opened"]


NO_ORDER = {
    "another's power": {**ANSWER, "power": "south"},
    "no power": {"kind": "bid", "value": 1},
    "an unknown kind": {**ANSWER, "kind": "invade"},
    "an unknown verb": {"power": "north", "verb": "flee", "value": {}},
    "words beside it": {**ANSWER, "text": "bid 9"},
    "nothing at all": {},
    "a standing line": {"power": "north", "value": 1, "when": "bid"},
    "a power that is a list": {**ANSWER, "power": [[]]},
}


@pytest.mark.parametrize("name", NO_ORDER)
def test_of_a_document_the_parts_that_are_no_orders_are_passed_over(table, name):
    """The parts keep their numbers: the second is the one that answers."""
    line = played(table(referee=False).until("bid"), lambda whole: {**whole, "answers": [NO_ORDER[name], ANSWER]})
    assert used(line) == [("answer", 2)]


def test_a_line_that_is_no_order_is_never_lodged(table):
    """It would be met in a later entry, where the rules ask for it."""
    odd = {"power": "north", "value": 1, "when": "invade"}
    game = table(referee=False).until("bid")
    played(game, lambda whole: {**whole, "lines": [odd, {"power": "south", "value": 1, "when": "bid"}]})
    game.turn()
    game.holds()


def test_a_name_that_does_not_stand_says_nothing(table):
    game = table(referee=False).until("bid")
    line = played(game, lambda whole: {**whole, "kept": [[1, 77]]})
    assert used(line) == [("answer", 1)]
    game.holds()


# -- one rule in both ------------------------------------------------------------------------------------------

WHOLE = {
    "answers": [dict(ANSWER)],
    "entry": 3,
    "head": "a" * 64,
    "kind": "orders",
    "lines": [{"power": "north"}],
    "n": 4,
    "petitions": [{"verb": "concede"}],
    "seat": "north",
    "kept": [[1, 2]],
    "first": [[2, 1, 3]],
}
ODD = [
    None,
    True,
    0,
    1,
    -1,
    "",
    "x",
    [],
    {},
    [None],
    [[]],
    [{}],
    {"closed": "0" * 64},
    [{"closed": 1}],
    [{}] * 301,
    [[1, True]],
    [[1, 3], [2, 1]],
    [[3, 1], [2, 1]],
    [[1, 3, 1]],
    [[4, 1]],
    [{"a": "x" * 2**16}],
]


def altered():
    """Wholes with each field changed into each odd value, doubled, and left out."""
    yield WHOLE
    yield from ODD
    for name in [*WHOLE, "carries", "envelope", "pinch", "silent"]:
        for odd in ODD:
            yield {**WHOLE, name: odd}
            if name in WHOLE:
                yield {key: value for key, value in WHOLE.items() if key != name}
                if isinstance(WHOLE[name], list):
                    yield {**WHOLE, name: WHOLE[name] + [odd]}


def test_both_verifiers_know_the_same_form():
    judge = object.__new__(small.module().Check)
    own = {"closed": "0" * 64, "entry": 3, "head": "a" * 64, "kind": "sealed", "n": 4, "seat": "north"}
    found = []
    for whole in altered():
        ours = documents.is_whole(copy.deepcopy(whole), own)
        theirs = isinstance(whole, dict) and judge.is_whole(copy.deepcopy(whole), own)
        assert ours is bool(theirs), whole
        found.append(ours)
    assert found.count(True) > 5 and found.count(False) > 100
