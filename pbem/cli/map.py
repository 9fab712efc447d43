"""pbem map: the board as a picture."""

import click

from .options import GAME, load_game, place_of, seat_named
from .output import json_option, put, say


@click.command("map", epilog="Example: pbem map malaya-7.json -o malaya-7.svg --focus taiwan")
@GAME
@click.option(
    "-o",
    "--output",
    "path",
    required=True,
    type=click.Path(allow_dash=True),
    help="The picture: FILE.svg, or FILE.png (needs pip install 'pbem[png]'); - prints SVG.",
)
@click.option("--at", metavar="ENTRY[.EVENT]", help="The board then; the present one by default.")
@click.option(
    "--since", type=click.IntRange(1), help="Arrows for the moves from this entry on; by default of the last one."
)
@click.option("--seat", help="As this seat may see it; the titles of today hide nothing on the board.")
@click.option("--map", "name", help="One map of the title (a theatre); by default all on which the game is played.")
@click.option("--focus", metavar="AREA", help="Only the surroundings of an area.")
@click.option("--scale", type=click.FloatRange(0.25, 4), default=2, show_default=True, help="Points per unit of a PNG.")
@json_option
def command(game, path, at, since, seat, name, focus, scale, as_json):
    """Draw the board of GAME on our own schematic map, with the last moves as arrows.

    The whole of it, one theatre (--map), or the surroundings of an area (--focus).
    """
    from pbem.core.orders.names import as_id

    file = load_game(game)
    seat = seat_named(file, seat) if seat else None
    text = drawn(file, at, since, name, as_id(focus) if focus else None)
    if path.lower().endswith(".png"):
        put(path, _png(text, scale), as_json, "map", file.name)
    else:
        put(path, text, as_json, "map", file.name)
    if path != "-" and not as_json:
        say(f"The map is in {path}.")


def drawn(file, at=None, since=None, name=None, focus=None):
    """The map of a game file as SVG text."""
    from pbem.maps.of_game import map_of

    entry, event = place_of(file, at) if at else (file.n, None)
    board = file.board_at(entry, event)
    facts = [fact for number, step in file.story(entry, (since or entry) - 1) for fact in step["facts"]]
    return map_of(file, board, facts, name, focus)


def _png(text, scale):
    """A picture of SVG text in points; the library is asked for only here."""
    try:
        import resvg_py
    except ImportError:
        raise click.UsageError("A PNG needs one more library: pip install 'pbem[png]'.") from None
    return bytes(resvg_py.svg_to_bytes(svg_string=text, zoom=max(1, round(scale)), font_family="DejaVu Sans"))
