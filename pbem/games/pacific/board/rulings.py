"""What a group agrees on before the game (rulings.json), and which choices exclude one another."""

import os

from pbem.core.data.problems import Problem
from pbem.core.title.rulings import options_in, read_rulings

RULINGS = read_rulings(os.path.dirname(os.path.dirname(__file__)))
OPTIONS = options_in(RULINGS)


def check(edition: str, scenario: str, chosen: dict[str, str]) -> list[Problem]:
    """Combinations that are forbidden, as Problems.

    A bid needs a bidder and a bidder a bid.  The balanced set-up already is the Allies' compensation, so that a bid
    for one of them cannot be combined with it; a bid for Japan can (R-BID-1-balanced).
    """
    problems, bidder = [], chosen["bid-power"]
    amount = _number(chosen["bid"])
    if amount is None:
        problems.append(Problem("pac-no-number", text=f"bid {chosen['bid']}"))
    elif amount and bidder == "none":
        problems.append(Problem("pac-bid-nobody", rule="BID-1", amount=amount))
    elif not amount and bidder != "none":
        problems.append(Problem("pac-bid-nothing", rule="BID-1", power=bidder))
    elif scenario == "balanced" and bidder in ("uk", "us"):
        problems.append(Problem("pac-bid-balanced", rule="BID-1", power=bidder))
    return problems


def _number(value: object) -> int | None:
    text = str(value)
    return int(text) if text.isdigit() and len(text) < 4 else None
