"""pbem site: a static site of a club's games."""

import click

from .options import load_game
from .output import say


@click.command("site", epilog="Example: pbem site games/*.json -o public")
@click.argument("games", metavar="GAME...", nargs=-1, required=True, type=click.Path())
@click.option("-o", "--output", "folder", required=True, type=click.Path(), help="The folder to write into.")
def command(games, folder):
    """Write pages of GAMES into a folder: an index with standings, every report with its map, the last one as JSON, and
    for each seat that is asked something its turn page."""
    from pbem.interface.reading import address_of_desk
    from pbem.site.pages import site

    files = [load_game(path) for path in games]
    addresses = {file.name: address_of_desk(path, file) for path, file in zip(games, files)}
    names = [file.name for file in files]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise click.UsageError(f"Two files hold the game {twice[0]}.")
    written = site(files, folder, addresses)
    say(f"{len(written)} files are in {folder}; open {written[0]}.")
