"""Seals: an answer fixed now and read later.

A seal is the hash of a text together with a *nonce* of 32 bytes, so that nobody finds a short text
("stand", "no") by trying; and with game, seat, entry and line, so that nobody can copy it and open it as
his own.  Opening it means publishing nonce and text (docs/fairness.md).

Line 0 is the opener's own answer when everybody is asked; lines from 1 on are secret standing lines.
"""

import os
from hmac import compare_digest

from ..data.canon import lp, mac, th, u64


def seal(game_id, seat, entry, line, nonce, text):
    """The seal of a text, as 32 bytes; safe to publish while the text is not."""
    return th("seal", game_id, seat, u64(entry), u64(line), nonce, text)


def nonce_of(secret, game_id, entry, line):
    """The nonce of a participant with a chain: made from the secret, so that a rerun gives the same seal."""
    return mac(secret, lp("pbem/v1/nonce") + game_id + u64(entry) + u64(line))


def fresh_nonce():
    """The nonce of a seat that has no chain."""
    return os.urandom(32)


def fits(sealed, game_id, seat, entry, line, nonce, text):
    """True if nonce and text open the seal `sealed` (32 bytes) of this seat, entry and line."""
    return compare_digest(sealed, seal(game_id, seat, entry, line, nonce, text))
