"""Ratings of players by their results: the Plackett-Luce model as the library openskill carries it out, which takes
tables of any number (Weng and Lin, A Bayesian Approximation Method for Online Ranking, JMLR 12, 2011).

Everybody begins at 25 ± 8.33; games count in the order of rounds and tables.  What is shown is the cautious estimate,
three deviations below the mean, which begins at 0.
"""

from pbem.core.data.problems import Problem, Refused

from .cup import Cup
from .results import Results
from .shapes import Rating
from .standings import ORDER


def ratings(cup: Cup, results: Results) -> dict[str, Rating]:
    """``{player: {"mean", "deviation", "rating"}}``, rounded to hundredths.

    Games that were given up, abandoned or have no result do not count.  Raises Refused if openskill is not installed.
    """
    try:
        from openskill.models import PlackettLuce
    except ImportError:
        raise Refused([Problem("rating-library")]) from None
    model = PlackettLuce()
    held = {id: model.rating() for id in cup.ids}
    for pairing in sorted(cup.pairings, key=lambda one: (one["round"], one["table"])):
        result = results[pairing["game"]]
        if result.scores is None or not result.is_played:
            continue
        players = list(result.scores)
        ranks = [2.0 - ORDER[result.scores[id]] for id in players]
        for id, (rated,) in zip(players, model.rate([[held[id]] for id in players], ranks=ranks)):
            held[id] = rated
    return {
        id: {"mean": round(one.mu, 2), "deviation": round(one.sigma, 2), "rating": round(one.mu - 3 * one.sigma, 2)}
        for id, one in held.items()
    }
