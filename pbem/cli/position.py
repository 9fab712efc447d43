"""pbem position: the board as a position file."""

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

from .games import single
from .options import load_game
from .output import write
from .pages import Page, pages
from .parameters import declared
from .usage import WrongUsage

if TYPE_CHECKING:
    from pbem.core.data.json_types import Json


def as_text(position: "Json") -> str:
    """A position as its file has it."""
    return json.dumps(position, ensure_ascii=False, indent=1) + "\n"


PAGE = Page("position", ".json", text=as_text)


@declared("position")
def command(games: Sequence[str], entry: int | None, name: str | None, path: str, as_json: bool, jobs: int) -> int:
    """Write the board of GAME as a position: for pbem new --position, for cases, or to read in an editor.

    Only rest points are positions: in the middle of a step you get the board before that step. Several games, or all
    games of a folder, give JSON Lines, or with -o a file each in a folder; the exit code is the worst of all.
    """
    from pbem.interface.reading import position

    game = single(games)
    if game is None:
        if name:
            raise WrongUsage("of-one-game", options="--id")
        return pages(games, jobs, PAGE, "position", to=path, as_json=path == "-", entry=entry)
    write(path, as_text(position(load_game(game), entry, name)))
    return 0
