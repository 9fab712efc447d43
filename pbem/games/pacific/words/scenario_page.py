"""What the page of a scenario says: how it is won, and where its set-up is from."""

from pbem.core.data.components import load_raw
from pbem.core.data.json_types import Json
from pbem.core.data.text import listed
from pbem.core.rules.scenario_pages import PageLine, page_line

from ..board.board import Board
from ..board.parts import PACKAGE
from .printed import Say

# -- how it is won ---------------------------------------------------------------------------------------------------


def victory(board: Board) -> list[PageLine]:
    """How a game on this board is won (VIC-1 to VIC-7), by what its group has agreed on."""
    return [*_by_points(board), *_by_capital(board), *_by_income(board), _by_agreement()]


def _by_points(board: Board) -> list[PageLine]:
    values = board.parts.turn["victory"]
    told = [
        ("Japan wins with {points} victory points at the end of a turn of its own.", "VIC-1"),
        ("It gets one at the end of its turn for each {each} IPCs that it has collected and plundered in it.", "VIC-2"),
        ("It loses one for each {each} IPCs that one bombing raid costs it.", "VIC-3"),
        ("It loses one for each {each} IPCs that are plundered when its capital falls.", "VIC-4"),
    ]
    fields = {"points": values["points"], "each": values["ipc_per_point"]}
    return [page_line(text.format(**fields), rule) for text, rule in told]


def _by_capital(board: Board) -> list[PageLine]:
    say, values = Say(board), board.parts.turn["victory"]
    fields = {
        "capitals": listed([say.area(area) for area in values["capitals_for_japan"]], "or"),
        "japan": say.area(values["capital_for_allies"]),
        "china": say.area(board.parts.capitals["china"]),
    }
    held = (
        "A power that has taken an enemy capital wins for its side at the start of its next turn, if the side still "
        "holds it and the power's own capital is not in enemy hands."
    )
    which = "For Japan {capitals} count, for the Allies {japan}; {china} wins nothing."
    both = "Britain must hold both of its capitals for that."
    return [
        page_line(held, "VIC-5"),
        page_line(which.format(**fields), "VIC-6"),
        page_line(both, "VIC-5", "ruling", "R-VIC-5-two-capitals"),
    ]


def _by_income(board: Board) -> list[PageLine]:
    if board.option("allied-income-victory") == "no":
        told = "A low income of Japan ends nothing: the group has agreed so."
        return [page_line(told, "VIC-7", "ruling", "R-VIC-7-income")]
    told = "The Allies win when Japan collects {limit} IPCs or less."
    limit = board.parts.turn["victory"]["allied_income_limit"]
    return [page_line(told.format(limit=limit), "VIC-7", "ruling", "R-VIC-7-income")]


def _by_agreement() -> PageLine:
    told = "A side may give up if all its players agree, and both sides may agree on a draw."
    return page_line(told, "VIC-1", "ruling", "R-VIC-1-agreed-end")


# -- what it adds to the book ----------------------------------------------------------------------------------------


def added(charter: Json) -> list[PageLine]:
    """Where the set-up of a charter's scenario is from, and how it differs from the printed one."""
    record = load_raw(PACKAGE, f"scenarios/{charter['scenario']}")
    told = {
        "balanced": "The set-up is the printed one with the changes of the questions and answers for groups in which "
        "Japan wins too often: French Indochina has two infantry and Hainan six, one transport less in sea zone 37, no "
        "fighter in the Mariana Islands, and a submarine in sea zone 22 instead of 20.",
    }.get(charter["scenario"], "The set-up is the printed one.")
    units = record["units"]
    return [page_line(told, "ORD-1", units["from"], units["cite"])]
