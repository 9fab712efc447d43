"""pbem position: the board as a position file."""

import click

from .options import GAME, load_game


@click.command("position", epilog="Example: pbem position malaya-7.json --step 4 -o taiwan-falls.json")
@GAME
@click.option("--step", "entry", type=click.IntRange(0), help="At the end of this entry; 0 is the start.")
@click.option("--id", "name", help="A name for the position; by default that of the game and the entry.")
@click.option("-o", "--output", "path", default="-", type=click.Path(allow_dash=True), help="Where to write it.")
@click.option("--json", "as_json", is_flag=True, help="A position is JSON; this changes nothing.")
def command(game, entry, name, path, as_json):
    """Write the board of GAME as a position: for pbem new --position, for cases, for a look with an editor.

    Only rest points are positions: in the middle of a step it is the board before that step.
    """
    import json

    from pbem.core.data.positions import rest_position
    from pbem.core.data.store import write

    file = load_game(game)
    if entry is not None and entry > file.n:
        raise click.UsageError(f"The game has {file.n} entries.")
    position = rest_position(file, entry, name)
    write(path, json.dumps(position, ensure_ascii=False, indent=1) + "\n")
