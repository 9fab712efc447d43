"""What the page of a scenario says: how it is won, and where its set-up is from."""

from typing import Any

from pbem.core.data.components import load_raw
from pbem.core.data.json_types import Json
from pbem.core.data.text import listed
from pbem.core.title.scenario_pages import PageLine, page_line

from ..board.board import Board
from ..board.parts import PACKAGE
from ..board.printed import Say
from .telling import words


def victory(board: Board) -> list[PageLine]:
    """How a game on this board is won (VIC-1 to VIC-7), by what its group has agreed on."""
    say, values = Say(board), board.parts.turn["victory"]

    def line(name: str, rule: str, ruling: str = "", **fields: Any) -> PageLine:
        return page_line(words.told(name, say, **fields), rule, *(("ruling", ruling) if ruling else ()))

    capitals = listed([say.area(area) for area in values["capitals_for_japan"]], "or")
    japan, china, each = values["capital_for_allies"], board.parts.capitals["china"], values["ipc_per_point"]
    income = "no win by income" if board.option("allied-income-victory") == "no" else "by income"
    return [
        line("by points", "VIC-1", points=values["points"]),
        line("points for income", "VIC-2", each=each),
        line("points lost to bombs", "VIC-3", each=each),
        line("points plundered", "VIC-4", each=each),
        line("by a capital", "VIC-5"),
        line("which capitals", "VIC-6", capitals=capitals, japan=japan, china=china),
        line("both capitals", "VIC-5", "R-VIC-5-two-capitals"),
        line(income, "VIC-7", "R-VIC-7-income", limit=values["allied_income_limit"]),
        line("by agreement", "VIC-1", "R-VIC-1-agreed-end"),
    ]


def added(charter: Json) -> list[PageLine]:
    """Where the set-up of a charter's scenario is from, and how it differs from the printed one."""
    units = load_raw(PACKAGE, f"scenarios/{charter['scenario']}")["units"]
    told = words.told("set-up", None, scenario=charter["scenario"])
    return [page_line(told, "ORD-1", units["from"], units["cite"])]
