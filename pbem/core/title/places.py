"""The board place by place, in sentences: who holds it, who is there, what is next to it and who threatens it.

Made from what a title shows on its map (`mapped`): nothing is ruled here.  A threat is an enemy unit in a place that
borders; whether it may come is for the rules.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import TypedDict

from ..data.collecting import grouped
from ..data.json_types import Json
from ..data.tables import Sentences
from ..data.text import capital, listed, piece_told

_say = Sentences(__name__)


class Place(TypedDict):
    """A place of the board, in sentences."""

    place: str
    text: str


def places(view: Json, names: Mapping[str, str]) -> list[Place]:
    """``[{"place", "text"}]`` for every place that is held or occupied, in the reading order of the map.

    view    what `mapped` gave; its areas have "near" (ids) and its sides "enemies" (sides)
    names   {area: printed name}
    """
    rows: list[Place] = []
    for id, area in view["areas"].items():
        if area["pieces"] or area.get("owner"):
            text = " ".join(_say(name, **fields) for name, fields in _about(view, names, id))
            rows.append({"place": id, "text": text})
    return rows


def _about(view: Json, names: Mapping[str, str], id: str) -> Iterator[tuple[str, dict[str, str]]]:
    area, sides = view["areas"][id], view["sides"]
    owner = area.get("owner")
    if owner:
        yield "held", {"name": capital(names[id]), "owner": sides[owner]["name"]}
    else:
        yield "open", {"name": capital(names[id])}
    for side, units in _by_side(area["pieces"]).items():
        yield "there", {"who": capital(sides[side]["name"]), "units": units}
    near = [other for other in area.get("near", ()) if other in names]
    if near:
        yield "near", {"places": listed([names[other] for other in near])}
    own = owner or next((piece["side"] for piece in area["pieces"]), None)
    threats = [
        f"{units} in {names[other]}"
        for other in near
        for side, units in _by_side(view["areas"][other]["pieces"]).items()
        if side in sides[own].get("enemies", ())
    ]
    if threats:
        yield "threat", {"units": listed(threats)}
    elif near and sides[own].get("enemies"):
        yield "quiet", {}


def _by_side(pieces: Iterable[Json]) -> dict[str, str]:
    """``{side: "2 PRC J-10 and PRC armor"}`` in the order of the pieces."""
    found = grouped((piece["side"], piece_told(piece)) for piece in pieces)
    return {side: listed(units) for side, units in found.items()}
