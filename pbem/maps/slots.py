"""A map in parts that change one by one, for a film of it: the ground stands still, and everything else has a slot.

What stands in a slot is a list of *things*: ``(text, tip)`` where a thing has one place for ever, else
``(text, tip, x, y, scale)``.  `text` is SVG, `tip` says the same in words.
"""

from collections.abc import Sequence
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING

from . import drawing, svg
from .geometry import Region

if TYPE_CHECKING:
    from pbem.core.data.boards import Board
    from pbem.core.data.json_types import Json
    from pbem.core.rules.facts import Fact
    from pbem.core.title.game import Game


ARROWS, BURSTS = "arrows", "bursts"
Thing = tuple[str, str] | tuple[str, str, float, float, float]
"""What stands in a slot."""


class Filming:
    """The maps of a title, to be drawn again and again: what one drawing finds out serves the next.

    game   the title (core.title.game)
    """

    def __init__(self, game: "Game") -> None:
        read = drawing.read(game.id)
        self.game, self.symbols, self.plans = game, read.layouts["symbols"], read.drawn
        self.known = {name: {**found} for name, found in read.known.items()}

    def pictures(self, board: "Board", facts: "Sequence[Fact]" = ()) -> list[drawing.Picture]:
        """The Pictures of the maps on which the game is played, with the moves that `facts` tell."""
        view = {**self.game.mapped(board, facts), "heading": self.game.name}
        plans = drawing.plans_in_play(self.plans, view)
        return [
            drawing.Picture(plan, view, self.symbols, known=self.known[name]) for name, plan in sorted(plans.items())
        ]

    def forget(self) -> None:
        """Keep what is true of every game only: the insides and the small outlines of areas."""
        for known in self.known.values():
            for key in [key for key, found in known.items() if not isinstance(found, (Region, str))]:
                del known[key]


def slots(p: drawing.Picture) -> dict[str, tuple[Thing, ...]]:
    """``{slot: (thing, …)}`` of a picture; a slot that is left out is empty."""
    found: dict[str, tuple[Thing, ...]] = {}
    for area in p.cells:
        found[_name(p, "area", area["id"])] = ((svg.tinted(area), area["held"]),)
    for area in p.discs:
        rim = f'<use href="#{area["shape"]}" class="disc"/>'
        found[_name(p, "area", area["id"])] = ((svg.tinted(area) + rim, area["held"]),)
    for base in p.bases:
        found[_name(p, "base", base["area"])] = ((svg.untitled(svg.base(base)), base["tip"]),)
    for plate in p.plates:
        found[_name(p, "lead", plate["area"])] = ((svg.plate(plate), ""),)
    for area, marks in groupby(p.marks, key=itemgetter("area")):
        found[_name(p, "mark", area)] = tuple((svg.untitled(svg.mark(mark)), mark["name"]) for mark in marks)
    for area, standing in groupby(p.counters, key=itemgetter("area")):
        counters = list(standing)
        leaders = tuple((svg.leader(counter), "") for counter in counters if counter["leader"])
        if leaders:
            found[_name(p, "leader", area)] = leaders
        found[_name(p, "unit", area)] = tuple(map(_placed, counters))
    if p.arrows:
        found[_name(p, ARROWS, "")] = tuple((svg.untitled(svg.arrow(arrow)), arrow["tip"]) for arrow in p.arrows)
    if p.battles:
        found[_name(p, BURSTS, "")] = tuple((svg.burst(place), "") for place in p.battles)
    return found


def _name(p: drawing.Picture, what: str, id: str) -> str:
    return f"{p.name}/{what}/{id}"


def _placed(counter: "Json") -> Thing:
    return (svg.face(counter), counter["tip"], round(counter["x"], 1), round(counter["y"], 1), counter["scale"])
