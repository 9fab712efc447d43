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
    file = load_game(game)
    queries = file.game.queries
    if not what:
        _list(file.game, as_json)
        return
    value = answered(file, what, queries)
    if as_json:
        print_json({"pbem": "query/1", "query": " ".join(what), "value": value})
    else:
        click.echo(as_text(value))


def answered(file, words, queries):
    """The value of a query; names are understood as people write them.  Usage errors name what there is."""
    from pbem.core.data.queries import ask

    return ask(file.game, file.current_board(), " ".join(words))


def _list(game, as_json):
    from pbem.core.data.queries import described

    rows = described(game)
    if as_json:
        print_json({"pbem": "queries/1", "queries": rows})
        return
    for row in rows:
        click.echo(f"{row['query']:<28} {row['text']}")


def as_text(value):
    """A JSON value in words: lists one a line, objects as name and value."""
    if isinstance(value, dict):
        return "\n".join(f"{key}: {_short(part)}" for key, part in value.items()) or "nothing"
    if isinstance(value, list):
        return "\n".join(_short(part) for part in value) or "nothing"
    return _short(value)


def _short(value):
    if isinstance(value, dict):
        return ", ".join(f"{key} {_short(part)}" for key, part in value.items())
    if isinstance(value, list):
        return ", ".join(_short(part) for part in value) or "nothing"
    return (
        {True: "yes", False: "no", None: "nothing"}.get(value, str(value))
        if not isinstance(value, int) or isinstance(value, bool)
        else str(value)
    )
