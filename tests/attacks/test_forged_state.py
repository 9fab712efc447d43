"""A forged state draws an envelope out of a player, or passes for the game."""

import base64
import json

from tests.verifier import hand


def document_in(path):
    text = path.read_text()
    letters = text.partition("-----BEGIN PBEM DOCUMENT-----")[2].partition("-----END")[0]
    return json.loads(base64.b64decode("".join(letters.split())))[0]


def test_what_lies_beside_a_game_is_not_believed(table):
    """South is not asked; the file beside the game says so, with a perfect digest."""
    game = table()
    game.turn()
    game.turn()
    person = game.people["south"]
    assert "south" not in game.asked()
    beside = person.path("g.game.state")
    if beside.exists():
        value = json.loads(beside.read_text())
        state = value["state"]
        state["asked"] = [{"kind": "act", "power": "south", "question": "3.1/act/south", "rule": "3.1"}]
        beside.write_bytes(hand.canonical(value))
    sealed = game.seal("south", "bid 1")
    assert "envelope" not in document_in(sealed)


def test_a_line_with_an_invented_state_and_perfect_hashes_is_refused(table):
    game = table().until("bid")
    game.turn(share=False)
    forged = game.forger("referee").again(state="0" * 64)
    assert "/state" in game.everybody_refuses(forged, "referee", small_code=0)


def test_a_line_that_tells_of_other_facts_is_refused(table):
    game = table().until("bid")
    game.turn(share=False)
    forger = game.forger("referee")
    steps = forger.lines[-1][0]["steps"]
    steps[0]["facts"].append({"by": 3, "power": "north", "rule": "3.1", "type": "vp-changed"})
    assert "/steps" in game.everybody_refuses(forger.again(steps=steps), "referee", small_code=0)


def test_a_seat_is_not_asked_because_a_line_says_so(table):
    """A forged line in which another seat had been asked draws no envelope out of it."""
    game = table().until("act")
    game.turn(share=False)
    forged = game.forger("referee").again(asked=["south"])
    game.everybody_refuses(forged, "referee")
