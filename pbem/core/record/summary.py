"""Where a game stands, in words: what is told of its board, and who is asked what.

It is made with the title, once, when this machine comes to a line, and kept beside the game with the state.  So whoever
wants to know only whom a game waits for needs neither its title nor its older lines, at any age of the game.
"""

from pbem import __version__

from ..data.json_types import Json
from .files import File
from .now import question_rows

Summary = Json
"""{"by", "title", "moment", "waiting"}: who told it (`teller`), the printed name of the title, where the game stands in
a few words, and rows of `now.question_rows`."""


def summary_of(file: File) -> Summary:
    """Where a read game stands; its rules are needed for it."""
    board, telling = file.current_board(), file.game.telling
    say = telling.say(board)
    rows = [row for row, _, _ in question_rows(file, board, say)]
    return {"by": teller(), "title": file.game.name, "moment": telling.moment(board, say), "waiting": rows}


def teller() -> str:
    """The program that tells something: another one may say it in other words."""
    return f"pbem {__version__}"
