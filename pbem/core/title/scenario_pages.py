"""What the page of a scenario says: how it is won, which rules it adds to the book or changes, and where that is from.

A title tells it by two functions (`OPTIONAL` in game.py): ``victory(board)`` and ``added(charter)``.  Both give lines:

    page_line("The Fascists win at once with 17 points.", "1.7", "reconstructed")

From these are made what ``pbem titles TITLE/SCENARIO`` prints, the query ``victory``, a block of the first report, and
docs/generated/scenarios-TITLE.md.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Protocol, TypedDict

from ..data.boards import Board
from ..data.json_types import Json


class PageLine(TypedDict):
    """A sentence of the page of a scenario.

    rule    the number that it is about, as the book of the edition has it; "" if none
    origin  where it is from: an origin of component values (core.title.evidence) or ``ruling``
    cite    the place there: an address, the id of a ruling; "" if none
    """

    text: str
    rule: str
    origin: str
    cite: str


class Told(Protocol):
    """What a page needs of a title (game.py)."""

    victory: Callable[[Board], Iterable[PageLine]]
    added: Callable[[Json], Iterable[PageLine]]
    would_win: Callable[[Board], Json | None]
    result: Callable[[Board], Json | None]
    new_board: Callable[[Json], Board]


Page = dict[str, list[PageLine]]
"""{section: its lines}; every section of HEADINGS."""
HEADINGS = {"victory": "How it is won", "added": "What this scenario adds to the book"}
ORIGINS = {
    "rulebook": "",
    "ruling": "by ruling {cite}",
    "public": "published: {cite}",
    "owner": "from somebody's own copy",
    "volunteer": "from one volunteer's file: {cite}",
    "recalled": "from memory, not checked against a printed page",
    "reconstructed": "our reconstruction; a printed page may differ",
}


def page_line(text: str, rule: str = "", origin: str = "rulebook", cite: str = "") -> PageLine:
    """A line of a page."""
    return {"text": text, "rule": rule, "origin": origin, "cite": cite}


def page(game: Told, charter: Json, board: Board | None = None) -> Page:
    """The page of the scenario of a charter, or of as much of one as names scenario and edition."""
    board = game.new_board(charter) if board is None else board
    return {"victory": list(game.victory(board)), "added": list(game.added(charter))}


def said(line: PageLine) -> str:
    """A line with its origin, if it is not from the book."""
    origin = ORIGINS[line["origin"]].format(cite=line["cite"])
    return f"{line['text']} ({origin})" if origin else line["text"]


def ruled(line: PageLine) -> str:
    """A line with its origin and the number of its rule."""
    rule = f" [{line['rule']}]" if line["rule"] else ""
    return f"{said(line)}{rule}"


def sections(page: Mapping[str, Iterable[PageLine]]) -> list[tuple[str, list[PageLine]]]:
    """``[(heading, lines)]`` of the sections that say something."""
    return [(HEADINGS[name], list(lines)) for name, lines in page.items() if lines]


def queries(game: Told) -> dict[str, Callable[[Board], object]]:
    """The queries that every title has: how the game is won, and who would win if it ended now."""

    def victory(board: Board) -> list[str]:
        """How the game is won, in sentences."""
        return [ruled(line) for line in game.victory(board)]

    def would_win(board: Board) -> Json | None:
        """Who would win if the game ended now, by what, and the rule; who has won, when it is over."""
        return game.result(board) or game.would_win(board)

    return {"victory": victory, "would-win": would_win}
