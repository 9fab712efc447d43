"""pbem position: the board as a position file."""

import json
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

import click

from .games import GAMES, JOBS, single
from .options import ENTRY, load_game, output_option
from .output import json_option, write
from .pages import FOLDER, Page, pages

if TYPE_CHECKING:
    from pbem.core.data.json_types import Json


def as_text(position: "Json") -> str:
    """A position as its file has it."""
    return json.dumps(position, ensure_ascii=False, indent=1) + "\n"


PAGE = Page("position", ".json", text=as_text)


@click.command("position", epilog="Example: pbem position malaya-7.json --step 4 -o taiwan-falls.json")
@GAMES
@click.option("--step", "entry", type=ENTRY, help="At the end of this entry; 0 is the start.")
@click.option("--id", "name", help="A name for the position; by default that of the game and the entry.")
@output_option(FOLDER, default="-")
@partial(json_option, text="A position is JSON; so are problems then.")
@JOBS
def command(games: Sequence[str], entry: int | None, name: str | None, path: str, as_json: bool, jobs: int) -> int:
    """Write the board of GAME as a position: for pbem new --position, for cases, for a look with an editor.

    Only rest points are positions: in the middle of a step it is the board before that step. Of several games, or of
    all in a folder, JSON Lines, or with -o a file each in a folder; the exit code is the worst of all.
    """
    from pbem.interface.reading import position

    game = single(games)
    if game is None:
        if name:
            raise click.UsageError("--id is the name of one position; name one game alone.")
        return pages(games, jobs, PAGE, "position", to=path, as_json=path == "-", entry=entry)
    write(path, as_text(position(load_game(game), entry, name)))
    return 0
