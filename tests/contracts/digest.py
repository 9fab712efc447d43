"""Prints one digest of the games of a contract: ``python -m tests.contracts.digest 1``."""

import sys
from hashlib import sha256

from pbem.core.data.canon import dumps
from pbem.core.play.gamefile import render
from pbem.core.title import game as games

from .titles import played


def digest_of(contract):
    """One digest over all facts and boards of the contract's random games, and over its game file."""
    made = sha256()
    for seed in contract.seeds:
        board, facts = played(contract, seed)
        made.update(dumps([facts, board.to_json()]))
    made.update(render(contract.play_file("digest", entries=12)))
    return made.hexdigest()


if __name__ == "__main__":
    from .titles import CONTRACTS

    games.TITLES["toy"] = "tests.toy"
    print(digest_of(CONTRACTS[int(sys.argv[1])]))
