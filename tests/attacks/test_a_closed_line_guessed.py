"""A reader guesses a secret line by trying: 47 tries sufficed where its digest had no salt."""

import itertools

from tests.attacks.kit import lines_of, secret_of
from tests.verifier import hand


def closed_lines(game):
    lines = lines_of(game.people["north"].game)
    documents = [document for line, _ in lines for document, _ in line.get("documents", [])]
    return [part["closed"] for document in documents for part in document.get("lines", ()) if "closed" in part]


def said(form):
    """A standing line of North as its reading makes it, after one line more."""
    return {"no": [2], "power": "north", "value": {"fields": {}, "form": form}, "when": "intervene"}


def test_no_digest_of_any_likely_line_is_in_the_record(table):
    game = table()
    game.turn(north=[*game.answers("north"), "always intervene: no"])
    (mark,) = closed_lines(game)
    guesses = [said("no"), said("yes")]
    forger = game.forger("south")
    places = itertools.product(range(1, 4), range(1, 4), range(1, 5))
    for guess, (entry, document, part) in itertools.product(guesses, places):
        for nonce in (b"", bytes(32), forger.people["south"].nonce(forger.game, entry, document, part, guess)):
            assert hand.closed(forger.game, "north", entry, document, part, nonce, guess) != mark


def test_the_owner_can_open_it(table):
    game = table()
    game.turn(north=[*game.answers("north"), "always intervene: no"])
    (mark,) = closed_lines(game)
    opened = secret_of(game.people["north"].secret)
    forger = game.forger("north")
    assert forger.people["north"].secret == opened
    whole, found = said("no"), []
    for part in range(1, 4):
        nonce = forger.people["north"].nonce(forger.game, 1, 1, part, whole)
        found.append(hand.closed(forger.game, "north", 1, 1, part, nonce, whole))
    assert mark in found


def test_the_same_line_twice_gives_two_marks(table):
    """Nonces that repeat would show that two closed parts are the same."""
    game = table()
    game.turn(
        north=[*game.answers("north"), "always intervene: no", "always act: wait"],
        south=["ready", "always intervene: no"],
    )
    game.until("bid").turn(north=["bid 1", "always intervene: no"])
    marks = closed_lines(game)
    assert len(marks) >= 3 and len(set(marks)) == len(marks)
