"""A seat signs nonsense by hand: it is refused, or counts for nothing; never a bug, a stuck game or a lost envelope."""

import json
import shutil

import pytest

from tests.attacks.kit import lines_of
from tests.attacks.test_an_opening_held_back import packed
from tests.attacks.test_stateful import paths_of

ODD = [None, True, -1, 2**53 - 1, "", "x", "\u202e", "0" * 64, [], {}, {"n": {}}, [["if"]], {"claim": {"unit": 7}}]
PART = {"if": [["turn", 1]], "kind": "bid", "power": "north", "value": 1, "else": [{"kind": "bid", "value": 0}]}
STANDING = {"power": "north", "when": "bid", "value": 2, "until": [["turn", 2]]}


def whole(forger):
    """A document with something in every field."""
    return forger.orders(
        "north",
        answers=[{"kind": "act", "power": "north", "value": "wait"}, dict(PART)],
        lines=[dict(PART), dict(STANDING)],
    )[0]


def changed(document, path, odd):
    copy = json.loads(json.dumps(document))
    inner = copy
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = odd
    return copy


@pytest.mark.sampled(3)
@pytest.mark.parametrize("first", range(3))
def test_every_field_of_a_document_may_be_nonsense(table, first):
    game = table().until("act")
    referee = game.people["referee"]
    forger = game.forger("north")
    document = whole(forger)
    kept = game.folder / "kept"
    shutil.copytree(referee.folder, kept)
    played, refused, raw = 0, 0, False
    for number, path in enumerate(list(paths_of(document))[1 + first :: 3]):
        altered = changed(document, path, ODD[number % len(ODD)])
        if altered.get("seat") != "north":
            continue
        shutil.rmtree(referee.folder)
        shutil.copytree(kept, referee.folder)
        before = referee.game.read_bytes()
        ran = referee.pbem(
            "adjudicate",
            referee.game,
            packed(game.people["north"], forger.signed(altered)),
            "-o",
            referee.game,
            "--secret",
            referee.secret,
        )
        assert ran.code in (0, 3), (path, altered, ran)
        raw = raw or "\u202e" in ran.err + ran.out
        if referee.game.read_bytes() == before:
            refused += 1
        else:
            played += 1
            game.holds(referee.game.read_bytes())
    assert played + refused > 8 and refused and not raw


def test_an_answer_that_is_none_is_the_published_default(table):
    """Signed and with its envelope it has spoken; what cannot be an answer is the default, and the game goes on."""
    game = table().until("act")
    forger = game.forger("north")
    row = forger.orders("north", answers=[{"kind": "act", "power": "north", "value": {"claim": [1, {"a": None}]}}])
    game.adjudicate([packed(game.people["north"], row)])
    line = lines_of(game.people["referee"].game)[-1][0]
    assert line["used"][0]["by"] == "default" and line["fell"]
    game.share("referee")
    game.holds()


def test_orders_for_another_s_power_are_refused(table):
    game = table().until("act")
    forger = game.forger("south")
    row = forger.orders("south", envelope=False, petitions=[{"power": "north", "value": {}, "verb": "concede"}])
    game.adjudicate([packed(game.people["south"], row), game.seal("north", "act wait")], code=3)
    game.adjudicate([game.seal("north", "act wait")])


def test_words_beside_an_order_that_say_something_else_are_refused(table):
    """Reports tell what an order says, made from it: a document that brings its own words for it has not come."""
    game = table().until("act")
    forger = game.forger("north")
    order = {"kind": "act", "power": "north", "value": "wait"}
    branch = {"else": [{"kind": "act", "value": "wait", "text": "bid 9"}]}
    for name, beside in (("text", {"text": "act attack"}), ("line", {"line": 1}), ("text", branch)):
        row = forger.orders("north", answers=[{**order, **beside}])
        ran = game.adjudicate([packed(game.people["north"], row)], code=3)
        assert f"this one has {name}" in " ".join(ran.err.split()), ran
    game.adjudicate([packed(game.people["north"], forger.orders("north", answers=[order]))])
    game.share("referee")
    game.holds()


def test_a_list_that_holds_nothing_is_left_out(table):
    """One way to write a document: an empty list and none would be two."""
    game = table().until("act")
    forger = game.forger("north")
    order = {"kind": "act", "power": "north", "value": "wait"}
    for name in ("lines", "petitions", "withdrawn"):
        row = forger.orders("north", answers=[order], **{name: []})
        ran = game.adjudicate([packed(game.people["north"], row)], code=3)
        assert name in ran.err, ran
