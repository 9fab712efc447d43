"""Maps of a game file: its board, or the board of a report, with the moves that are told."""

from collections.abc import Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING

from pbem.core.data.problems import Problem, Refused
from pbem.core.data.tables import Sentences

from . import drawing, svg

if TYPE_CHECKING:
    from pbem.core.data.boards import Board
    from pbem.core.data.json_types import Json
    from pbem.core.play.gamefile import GameFile
    from pbem.core.rules.facts import Fact
    from pbem.maps.drawing import Picture

_say = Sentences(__name__)


def map_of(
    file: "GameFile", board: "Board", facts: "Sequence[Fact]" = (), name: str | None = None, focus: str | None = None
) -> str:
    """The map of a board as SVG text.

    facts   what happened: moves and fights become arrows and bursts
    name    which map of the title; by default the one that has `focus`, or all on which the game is played
    focus   an area: only its surroundings are drawn
    Raises Refused for a map or an area that is not there.
    """
    plans = drawing.plans(file.game.id)
    if not plans:
        raise Refused([Problem("no-maps", title=file.game.name)])
    if name is not None and name not in plans:
        raise Refused([Problem("no-map", title=file.game.name, name=name, plans=[*plans])])
    having = [key for key, plan in plans.items() if focus in plan["areas"] and name in (None, key)]
    if focus and not having:
        raise Refused([Problem("not-on-the-map", area=focus, hint=_near(plans, name, focus))])
    return svg.of_title(file.game.id, _view(file, board, facts), having[0] if focus else name, focus)


def _near(plans: "dict[str, Json]", name: str | None, focus: str) -> str:
    """The areas that were perhaps meant."""
    areas = [id for key, plan in plans.items() if name in (None, key) for id in plan["areas"]]
    near = get_close_matches(focus, areas, 3) or [id for id in areas if focus in id][:3]
    return _say("near", names=near) if near else ""


def maps_of(file: "GameFile", board: "Board", facts: "Sequence[Fact]" = ()) -> list[tuple[str, str]]:
    """Every map on which the game is played as ``[(name, SVG text)]``."""
    view = _view(file, board, facts)
    names = drawing.plans_in_play(drawing.plans(file.game.id), view)
    return [(name, svg.of_title(file.game.id, view, name)) for name in names]


def pictures_of(file: "GameFile", board: "Board", facts: "Sequence[Fact]" = ()) -> "list[Picture]":
    """The Pictures of the maps on which the game is played, for pages that frame them themselves."""
    return drawing.pictures(file.game.id, _view(file, board, facts))


def _view(file: "GameFile", board: "Board", facts: "Sequence[Fact]") -> "Json":
    return {**file.game.mapped(board, facts), "heading": f"{file.game.name} · {file.name}"}
