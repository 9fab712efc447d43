"""What a charter must agree on for the draws: who has a chain, who opens, at which level (docs/fairness.md)."""

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from ..data.problems import BrokenFile, Problem
from ..draws.chain import related
from .charter import Anchor, Charter, is_anchor, people_of
from .participation import REFEREE

BROKEN = "does not hold"


def check_charter(charter: Charter, where: str = "") -> None:
    """Raise BrokenFile with everything in a charter that no game can be played by."""
    from ..data.schemas import problems

    found = problems("charter", charter, where) or [*charter_problems(charter)]
    if found:
        raise BrokenFile(found)


def charter_problems(charter: Charter) -> Iterator[Problem]:
    """What is wrong with the parts of a charter, of the shape of its schema, that concern the draws."""
    yield from _seats_problems(charter)
    yield from _chain_problems(charter)
    people, openers = people_of(charter), charter["openers"]
    if charter["fairness"] == "shared" and not charter["muster"]:
        yield _problem("shared-muster")
    if charter["fairness"] == "sealed" and not charter["referee"]:
        yield _problem("no-referee")
    if charter["referee"] and "answers" in charter:
        yield _problem("answers-referee")
    if charter["referee"] and openers:
        yield _problem("charter-field", field="openers", wanted="empty where there is a referee")
    if not charter["referee"] and sorted(openers) != sorted(people):
        yield _problem("openers-wrong", wanted=", ".join(people))


def _seats_problems(charter: Charter) -> Iterator[Problem]:
    seats = charter["seats"]
    odd = [seat for seat in seats if seat == REFEREE or seat.isdigit() or seat == "__proto__"]
    if odd:
        yield _problem("charter-field", field="seats", wanted=f"ids, {odd[0]} not among them")
    if not set(charter.get("bots", ())) <= set(seats):
        yield _problem("charter-field", field="bots", wanted="a list of seats")
    if not set(charter["powers"].values()) <= set(seats):
        yield _problem("charter-field", field="powers", wanted="held by seats")


def _chain_problems(charter: Charter) -> Iterator[Problem]:
    anchors, people = charter["anchors"], people_of(charter)
    for name, anchor in sorted(anchors.items()):
        if not is_anchor(anchor):
            wanted = "first and key (64 hex digits), and n"
            yield _problem("charter-field", field=f"anchors/{name}", wanted=wanted)
            return
    if charter["fairness"] == "sealed":
        if charter["referee"] and set(anchors) != {REFEREE}:
            yield _problem("sealed-chains")
    else:
        needed = people + [REFEREE] * bool(charter["referee"])
        lacking = [name for name in needed if name not in anchors]
        if lacking:
            yield _problem("chain-lacking", names=", ".join(lacking))
        for name in sorted(set(anchors) - set(needed)):
            yield _problem("charter-field", field=f"anchors/{name}", wanted="left out")
    yield from _related_problems(anchors)


def _related_problems(anchors: dict[str, Anchor]) -> Iterator[Problem]:
    pairs = related({name: bytes.fromhex(anchor["first"]) for name, anchor in anchors.items()})
    pairs += [pair for pair in combinations(sorted(anchors), 2) if len({anchors[name]["key"] for name in pair}) == 1]
    for one, other in sorted(set(pairs)):
        yield _problem("chains-related", one=one, other=other)


def _problem(code: str, **fields: Any) -> Problem:
    return Problem(code, level=BROKEN, where="charter", **fields)
