"""pbem plot: a game as curves."""

import click

from .options import GAME, load_game
from .output import say


@click.command("plot", epilog="Example: pbem plot malaya-7.json -o malaya-7.svg")
@GAME
@click.option(
    "-o", "--output", "path", required=True, type=click.Path(allow_dash=True), help="The picture; - prints SVG."
)
@click.option("--words", is_flag=True, help="Write what the pictures show as text instead.")
def command(game, path, words):
    """Draw GAME as curves: what its title measures of each power (points, production, strength, resources), entry by
    entry; the luck of all dice with the band that chance gives; and how long the game waited for whom.

    The picture needs one more library: pip install 'pbem[plots]'. Every chart tells the same in words.
    """
    from pbem.core.data import store
    from pbem.site.plots import charts, heading_of, svg_of

    file = load_game(game)
    found = charts(file)
    if not found:
        raise click.UsageError("There is nothing to draw yet: no entry has changed what is measured.")
    if words:
        store.write(path, "".join(f"{chart.told()}\n" for chart in found))
        return
    try:
        text = svg_of(found, heading_of(file))
    except ImportError:
        raise click.UsageError("Plots need one more library: pip install 'pbem[plots]'.") from None
    store.write(path, text)
    if path != "-":
        say(f"{len(found)} charts are in {path}.")
