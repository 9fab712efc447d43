"""pbem map: the board as a picture."""

from collections.abc import Sequence
from typing import Any

import click

from .games import GAMES, JOBS, single
from .options import ENTRY, load_game, output_option, seat_named
from .output import json_option, put, written
from .pages import Page, pages

PAGE = Page("map", ".svg", json=lambda text: written([], "map", text=text), alone=True)


@click.command("map", epilog="Example: pbem map malaya-7.json -o malaya-7.svg --focus taiwan")
@GAMES
@output_option(
    "The picture: FILE.svg, or FILE.png (needs pip install 'pbem[png]'); - prints SVG; of several games a folder, "
    "in which each has a FILE.svg.",
    required=True,
)
@click.option("--at", metavar="ENTRY[.EVENT]", help="The board then; the present one by default.")
@click.option("--since", type=ENTRY, help="Arrows for the moves from this entry on; by default of the last one.")
@click.option("--seat", help="As this seat may see it; no title hides anything on the board yet.")
@click.option("--map", "name", help="One map of the title (a theatre); by default all on which the game is played.")
@click.option("--focus", metavar="AREA", help="Only the surroundings of an area.")
@click.option("--scale", type=click.FloatRange(0.25, 4), default=2, show_default=True, help="Points per unit of a PNG.")
@JOBS
@json_option
def command(
    games: Sequence[str],
    path: str,
    at: str | None,
    since: int | None,
    seat: str | None,
    name: str | None,
    focus: str | None,
    scale: float,
    jobs: int,
    as_json: bool,
) -> int:
    """Draw the board of GAME on our own schematic map, with the last moves as arrows.

    All of it, one theatre (--map), or the surroundings of an area (--focus). Several games, or all games of a folder,
    get a file each; the exit code is the worst of all.
    """
    from pbem.interface.looking import draw

    named: dict[str, Any] = {"at": at, "since": since, "name": name, "focus": focus}
    game = single(games)
    if game is None:
        return pages(games, jobs, PAGE, "draw", to=path, as_json=as_json, **named)
    file = load_game(game)
    if seat:
        seat_named(file, seat)
    text = draw(file, **named)
    picture = _png(text, scale) if path.lower().endswith(".png") else text
    put(path, picture, as_json, "map", file.name, f"The map is in {path}.")
    return 0


def _png(text: str, scale: float) -> bytes:
    """A picture of SVG text in points; the library is asked for only here."""
    try:
        import resvg_py
    except ImportError:
        raise click.UsageError("A PNG needs one more library: pip install 'pbem[png]'.") from None
    return bytes(resvg_py.svg_to_bytes(svg_string=text, zoom=max(1, round(scale)), font_family="DejaVu Sans"))
