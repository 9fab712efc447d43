"""pbem plot: a game as curves."""

import click

from .options import GAME, load_game
from .output import json_option, put, say


@click.command("plot", epilog="Example: pbem plot malaya-7.json -o malaya-7.svg")
@GAME
@click.option(
    "-o", "--output", "path", required=True, type=click.Path(allow_dash=True), help="The picture; - prints SVG."
)
@click.option("--words", is_flag=True, help="Write what the pictures show as text instead.")
@json_option
def command(game, path, words, as_json):
    """Draw GAME as curves: what its title measures of each power (points, production, strength, resources), entry by
    entry; the luck of all dice with the band that chance gives; and how long the game waited for whom.

    The picture needs one more library: pip install 'pbem[plots]'. Every chart tells the same in words.
    """
    from pbem.site.plots import charts, heading_of, svg_of

    file = load_game(game)
    found = charts(file)
    if not found:
        raise click.UsageError("There is nothing to draw yet: no entry has changed what is measured.")
    if words:
        put(path, "".join(f"{chart.told()}\n" for chart in found), as_json, "plots in words", file.name)
        return
    try:
        text = svg_of(found, heading_of(file))
    except ImportError:
        raise click.UsageError("Plots need one more library: pip install 'pbem[plots]'.") from None
    put(path, text, as_json, "plots", file.name)
    if path != "-" and not as_json:
        say(f"{len(found)} charts are in {path}.")
