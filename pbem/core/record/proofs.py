"""Proofs: two signatures of one key on one place, which nobody makes by chance (docs/record.md).

A proof changes nothing in the game.  It stands in a line once, put there by anybody, and every footer since tells it.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from ..data.canon import encode
from ..data.json_types import Json
from ..data.problems import Problem, Refused
from . import documents as docs
from .charter import is_digest
from .state import State

KINDS = {"documents": "orders", "seals": "sealed"}


def problems_of_proofs(
    state: State, heads: Callable[[int], str], proofs: Sequence[Json], game_id: bytes
) -> Iterator[Problem]:
    """What is wrong with the proofs of the line after a state."""
    places = [[one["entry"], one["seat"], one["what"]] for one in proofs]
    marks = [encode(one) for one in proofs]
    if marks != sorted(marks) or any(places.count(place) > 1 for place in places):
        yield Problem("proof-order")
    for proof, place in zip(proofs, places):
        fields = {"entry": proof["entry"], "seat": proof["seat"]}
        if place in state["proofs"]:
            yield Problem("proof-known", what=proof["what"], **fields)
        reason = _fault(state, heads, proof, game_id)
        if reason:
            yield Problem("proof-none", reason=reason, **fields)


def _fault(state: State, heads: Callable[[int], str], proof: Json, game_id: bytes) -> str:
    entry, two = proof["entry"], proof["two"]
    if entry > state["n"] or proof["before"] != heads(entry - 1):
        return "it is not of a line of this game"
    if encode(two[0][0]) == encode(two[1][0]) or encode(two[0]) > encode(two[1]):
        return "the two are the same, or do not stand in order"
    key = key_at(state, proof["seat"], entry)
    if key is None or not all(_is_signed(proof, item, key, game_id) for item in two):
        return "the key of that time has not signed both"
    return ""


def _is_signed(proof: Json, item: Sequence[Any], key: str, game_id: bytes) -> bool:
    """True for one of the two that stands at the place of the proof and is signed."""
    what, (signed, signature) = proof["what"], item
    if what == "lines":
        before = bytes.fromhex(proof["before"])
        return is_digest(signed) and docs.fits_head(key, game_id, before, bytes.fromhex(signed), signature)
    return _is_placed(proof, signed) and docs.fits(docs.Document(signed, signature), key, game_id)


def _is_placed(proof: Json, object: Any) -> bool:
    try:
        docs.check_shape(object)
    except Refused:
        return False
    place = {"entry": proof["entry"], "head": proof["before"], "kind": KINDS[proof["what"]], "seat": proof["seat"]}
    has_envelope = "envelope" in object or proof["what"] == "seals"
    return has_envelope and all(object[name] == value for name, value in place.items())


def key_at(state: State, who: str, entry: int) -> str | None:
    """The key (hex) that a participant had before a line of the past, or has now; None for none."""
    rows = [row for row in chains_of(state, who) if row["base"] < entry <= row.get("until", entry)]
    return rows[0]["key"] if rows else None


def chains_of(state: State, who: str) -> list[Json]:
    """The rows of the state of every chain that a participant has had, the one in force last."""
    gone = [row for row in state["gone"] if row["who"] == who]
    return [*gone, *([state["anchors"][who]] if who in state["anchors"] else [])]


def proof(what: str, seat: str, entry: int, before: str, one: Sequence[Any], other: Sequence[Any]) -> Json:
    return {"before": before, "entry": entry, "seat": seat, "two": sorted([[*one], [*other]], key=encode), "what": what}


def worth_telling(state: State, heads: Callable[[int], str], proofs: Iterable[Json], game_id: bytes) -> list[Json]:
    """Of what somebody holds, the proofs that the next line may hold, in order and each once."""
    found: dict[tuple[int, str, str], Json] = {}
    for one in sorted(proofs, key=encode):
        if not [*problems_of_proofs(state, heads, [one], game_id)]:
            found.setdefault((one["entry"], one["seat"], one["what"]), one)
    return sorted(found.values(), key=encode)
