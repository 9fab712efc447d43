"""Seals (docs/fairness.md, "Seals")."""

from made_games import vectors

from pbem.core.record.seals import fits, fresh_nonce, nonce_of, seal

GIVEN = vectors()["seal"]
GAME = bytes.fromhex(GIVEN["game_id"])
NONCE = bytes.fromhex(GIVEN["nonce"])


def test_vector_seal():
    assert seal(GAME, "germany", 3, 0, NONCE, GIVEN["text"]).hex() == GIVEN["value"]
    assert seal(GAME, "japan", 3, 0, NONCE, GIVEN["text"]).hex() == GIVEN["same by japan"]


def test_a_seal_opens_for_its_own_seat_entry_line_nonce_and_text_only():
    sealed = bytes.fromhex(GIVEN["value"])
    right = (GAME, "germany", 3, 0, NONCE, GIVEN["text"])
    assert fits(sealed, *right)
    wrong = (bytes(32), "japan", 4, 1, bytes(32), "retreat\n")
    for place, other in enumerate(wrong):
        assert not fits(sealed, *right[:place], other, *right[place + 1 :])


def test_nonces_repeat_for_the_same_place_and_differ_elsewhere():
    """Attack 33: after a crash the same inputs must give the same bytes."""
    secret = bytes(range(32))
    assert nonce_of(secret, GAME, 3, 0) == nonce_of(secret, GAME, 3, 0)
    places = {nonce_of(secret, GAME, 3, 0), nonce_of(secret, GAME, 3, 1), nonce_of(secret, GAME, 4, 0)}
    assert len(places | {nonce_of(secret, bytes(32), 3, 0), nonce_of(bytes(32), GAME, 3, 0)}) == 5


def test_a_seat_without_a_chain_gets_a_nonce_that_cannot_be_guessed():
    assert len(fresh_nonce()) == 32
    assert fresh_nonce() != fresh_nonce()
