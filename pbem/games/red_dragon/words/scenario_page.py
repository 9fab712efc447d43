"""What the page of a scenario says: how it is won, and how it is set up."""

from pbem.core.data.json_types import Json
from pbem.core.data.text import listed
from pbem.core.rules.scenario_pages import PageLine, page_line

from ..board.board import Board
from .printed import Say


def victory(board: Board) -> list[PageLine]:
    """How a game on this board is won (4), in the order of the book."""
    return [*_at_once(board), *_by_count(board), *_by_dice(board), *_scoring(board), _by_agreement()]


def _ends(board: Board) -> Json:
    ends: Json = board.parts.tables["game_end"]
    return ends


def _at_once(board: Board) -> list[PageLine]:
    say, ends = Say(board), _ends(board)
    both, island = ([say.area(area) for area in ends[id]["areas"]] for id in ("taiwan-and-spratly", "guam-saipan"))
    alone = "The PRC wins at once when the only land units in {areas} are its own."
    return [
        page_line(
            "The PRC wins at once when no US carrier is left on the map; the off-map base is not on it.",
            "4.2",
        ),
        page_line(alone.format(areas=f"both {listed(both)}"), "4.2"),
        page_line(alone.format(areas=listed(island)), "4.2"),
        page_line("The Allies win at once when no PRC unit is left on the map.", "4.6"),
    ]


def _by_count(board: Board) -> list[PageLine]:
    ends = _ends(board)
    points = "The PRC wins with {vp} points at the end of an activity of its own."
    actions = "The Allies win when the PRC has made {actions} actions and has not won."
    return [
        page_line(points.format(vp=ends["prc-vp"]["vp"]), "4.4"),
        page_line(actions.format(actions=ends["thirty-actions"]["prc_actions"]), "4.1"),
    ]


def _by_dice(board: Board) -> list[PageLine]:
    ends = _ends(board)
    russia = (
        "The PRC loses when it uses Russian units, not for the first time, and a die shows {least} or more; 1 is added "
        "once event 3-5/3-6 has happened."
    )
    war = (
        "The game is drawn when a die for event 3-5/3-6 shows {least} or more; 1 is added once event 2-3/2-4 has "
        "happened."
    )
    return [
        page_line(russia.format(least=ends["russia-roll"]["die_at_least"]), "4.3"),
        page_line(war.format(least=ends["nuclear-draw"]["die_at_least"]), "4.7"),
    ]


def _scoring(board: Board) -> list[PageLine]:
    """4.5 What the PRC scores points for."""
    scored = {id: item["vp"] for id, item in board.parts.tables["victory"]["items"].items()}
    told = (
        "The PRC has {taiwan} points for Taiwan, {spratly} for Spratly and {area} for each other area that was Allied "
        "or neutral at the start, South Korea aside, while it alone controls them; {korea} for the Korean War won, and "
        "as many less for it lost; {cvn} for each US carrier destroyed; and {panama} for event 4-1 to 4-3."
    )
    return [page_line(told.format(**scored), "4.5")]


def _by_agreement() -> PageLine:
    told = "Either side may give up, and both may agree on a draw."
    return page_line(told, "4.6", "ruling", "R-4.6-allies-concede")


def added(charter: Json) -> list[PageLine]:
    """How the scenario of a charter is set up."""
    if charter["scenario"] == "ready":
        told = "Both sides are set up already, in places that their counters allow."
        return [page_line(told, "3.1", "reconstructed")]
    told = "The Allies set up first, neutral countries included, then the PRC."
    return [page_line(told, "3.1")]
