"""Chances of dice: how many hits so many dice score, and how lucky those of a battle were.  Integers only."""

from pbem.core.data.json_types import Json


def hit_weights(values: list[int]) -> list[int]:
    """How often so many of the dice hit, out of 6**len(values): a list of integers."""
    weights = [1]
    for value in values:
        hit, miss = value, 6 - value
        weights = [a * miss + b * hit for a, b in zip([*weights, 0], [0, *weights])]
    return weights


def scaled(weights: list[int], one: int) -> list[int]:
    """The same weights adding up to `one`; what rounding leaves is given to the most frequent number."""
    total = sum(weights)
    found = [weight * one // total for weight in weights]
    found[max(range(len(weights)), key=weights.__getitem__)] += one - sum(found)
    return found


def luck(facts: list[Json]) -> dict[str, dict[str, int]]:
    """How lucky each side's dice were in some facts: ``{side: {"hits", "sixths", "at_least", "at_most"}}``.

    `sixths` is six times the expected number of hits; `at_least` and `at_most` say how often, in thousandths, fair
    dice score that many hits or more, or fewer.
    """
    dice, hits = {}, {}
    for fact in facts:
        if fact["type"] == "dice-rolled":
            side = fact["side"]
            dice.setdefault(side, []).extend(value for _, count, value in fact["shots"] for _ in range(count))
            hits[side] = hits.get(side, 0) + fact["hits"]
    return {side: _band(values, hits[side]) for side, values in sorted(dice.items())}


def _band(values: list[int], hits: int) -> dict[str, int]:
    weights = hit_weights(values)
    total = sum(weights)
    return {
        "hits": hits,
        "sixths": sum(values),
        "at_least": sum(weights[hits:]) * 1000 // total,
        "at_most": sum(weights[: hits + 1]) * 1000 // total,
    }


def band(row: dict[str, int]) -> str:
    """How far from ordinary one side's dice were, as fair dice go: "very lucky" and "very unlucky" come once in 40
    battles each, "lucky" and "unlucky" about once in 7, "about average" in the rest."""
    for chance, word in ((row["at_least"], "lucky"), (row["at_most"], "unlucky")):
        if chance < 25:
            return f"very {word}"
        if chance < 160:
            return word
    return "about average"
