"""What the page of a scenario says: how it is won, and how it is set up."""

from typing import Any

from pbem.core.data.json_types import Json
from pbem.core.title.scenario_pages import PageLine, page_line

from ..board.board import Board
from ..board.printed import Say
from .telling import words


def victory(board: Board) -> list[PageLine]:
    """How a game on this board is won (4), in the order of the book."""
    ends, items = board.parts.tables["game_end"], board.parts.tables["victory"]["items"]

    def line(name: str, rule: str, **fields: Any) -> PageLine:
        return page_line(words.told(name, Say(board), **fields), rule)

    return [
        line("no carriers", "4.2"),
        line("alone in both", "4.2", areas=_areas(board, "taiwan-and-spratly")),
        line("alone in one", "4.2", areas=_areas(board, "guam-saipan")),
        line("no PRC units", "4.6"),
        line("by points", "4.4", **ends["prc-vp"]),
        line("by actions", "4.1", **ends["thirty-actions"]),
        line("by Russia", "4.3", **ends["russia-roll"]),
        line("nuclear war", "4.7", **ends["nuclear-draw"]),
        line("scoring", "4.5", **{id: item["vp"] for id, item in items.items()}),
        {**line("by agreement", "4.6"), "origin": "ruling", "cite": "R-4.6-allies-concede"},
    ]


def _areas(board: Board, end: str) -> list[str]:
    return [Say(board).area(area) for area in board.parts.tables["game_end"][end]["areas"]]


def added(charter: Json) -> list[PageLine]:
    """How the scenario of a charter is set up."""
    if charter["scenario"] == "ready":
        return [page_line(words.told("set up already", None), "3.1", "reconstructed")]
    return [page_line(words.told("set-up in turn", None), "3.1")]
