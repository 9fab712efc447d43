"""pbem plot: a game as curves."""

from collections.abc import Sequence

import click

from .games import GAMES, JOBS, single
from .options import load_game, output_option
from .output import json_option, put, written
from .pages import Page, pages

WHAT = {"svg": "plots", "words": "plots in words"}
SUFFIXES = {"svg": ".svg", "words": ".txt"}


@click.command("plot", epilog="Example: pbem plot malaya-7.json -o malaya-7.svg")
@GAMES
@output_option("The picture; - prints SVG; of several games a folder, in which each has a file.", required=True)
@click.option("--words", is_flag=True, help="Write what the pictures show as text instead.")
@JOBS
@json_option
def command(games: Sequence[str], path: str, words: bool, jobs: int, as_json: bool) -> int:
    """Draw GAME as curves: what its title measures of each power (points, production, strength, resources), entry by
    entry; the luck of all dice with the band that chance gives; and how long the game waited for whom.

    The picture needs one more library: pip install 'pbem[plots]'. Every chart tells the same in words. Of several
    games, or of all in a folder, a file each; the exit code is the worst of all.
    """
    from pbem.interface.looking import plot

    form, game = "words" if words else "svg", single(games)
    if game is None:
        page = Page(WHAT[form], SUFFIXES[form], json=lambda text: written([], WHAT[form], text=text), alone=not words)
        return pages(games, jobs, page, "plot", form, to=path, as_json=as_json)
    file = load_game(game)
    put(path, plot(file, form), as_json, WHAT[form], file.name, f"The {WHAT[form]} are in {path}.")
    return 0
