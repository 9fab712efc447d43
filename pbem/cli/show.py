"""pbem show: look at the board."""

import click

from .options import GAME, load_game
from .output import json_option, print_json


@click.command("show", epilog="Example: pbem show malaya-7.json units taiwan")
@GAME
@click.argument("what", nargs=-1)
@click.option("--seat", help="As this seat may see it.")
@json_option
def command(game, what, seat, as_json):
    """Ask the board a named query: control, units, pools, what can be built, what borders what.

    Without WHAT, the queries of the title are listed.
    """
    from pbem.core.data.queries import ask, told

    file = load_game(game)
    if not what:
        _list(file.game, as_json)
        return
    value = ask(file.game, file.current_board(), " ".join(what))
    if as_json:
        print_json({"pbem": "query/1", "query": " ".join(what), "value": value})
    else:
        click.echo(told(value))


def _list(game, as_json):
    from pbem.core.data.queries import described

    rows = described(game)
    if as_json:
        print_json({"pbem": "queries/1", "queries": rows})
        return
    for row in rows:
        click.echo(f"{row['query']:<28} {row['text']}")
