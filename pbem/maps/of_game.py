"""Maps of a game file: its board, or the board of a report, with the moves that are told."""

from pbem.core.problems import Problem, Refused, messages
from pbem.core.text import listed

from . import drawing

messages(
    {
        "no-map": "{title} has no map {name}.",
        "not-on-the-map": "{area} is no area of the map.",
    }
)


def map_of(file, board, facts=(), name=None, focus=None):
    """One map of a board as SVG text.

    facts   what happened: moves and fights become arrows and bursts
    name    which map of the title; by default the first one, or the one that has `focus`
    Raises Refused for a map or an area that is not there.
    """
    plans = drawing.plans(file.game.id)
    if name is not None and name not in plans:
        raise Refused([Problem("no-map", title=file.game.name, name=name, hint=f"There are {listed(plans)}.")])
    name = name or next((key for key, plan in plans.items() if focus in plan["areas"]), next(iter(plans)))
    if focus and focus not in plans[name]["areas"]:
        raise Refused([Problem("not-on-the-map", area=focus)])
    return drawing.svg(file.game.id, _view(file, board, facts), name, focus)


def maps_of(file, board, facts=()):
    """Every map of the title as ``[(name, SVG text)]``."""
    view = _view(file, board, facts)
    return [(name, drawing.svg(file.game.id, view, name)) for name in drawing.plans(file.game.id)]


def _view(file, board, facts):
    return {**file.game.mapped(board, facts), "heading": f"{file.game.name} · {file.name}"}
