"""Commands that take many games: what they are given, and a line for each."""

import sys

import click

GAMES = click.argument("games", metavar="GAME...", nargs=-1, required=True, type=click.Path(allow_dash=True))
JOBS = click.option(
    "--jobs",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    help="How many processes share many games.",
)


def _there(context, parameter, address):
    """The address, if the library is installed."""
    if address:
        from importlib.util import find_spec

        if not find_spec("distributed"):
            raise click.UsageError("A cluster needs one more library: pip install 'pbem[cluster]'.")
    return address


CLUSTER = click.option(
    "--cluster",
    metavar="ADDRESS",
    callback=_there,
    help="Let the Dask cluster at this address work, tcp://HOST:8786 (docs/scale.md).",
)


def single(games):
    """The one game that is named, or None where there are several, or a folder of them."""
    import os

    return games[0] if len(games) == 1 and not os.path.isdir(games[0]) else None


def many(games, jobs, as_json, function, sentence, cluster=None, **named):
    """Print a line for every game, also for one that does not hold; the worst exit code.

    function   of the interface;  sentence   its result in one line of text, without the name of the file
    """
    from pbem.interface.many import each, games_in, worst

    paths, codes = games_in(games), []
    for row in each(paths, function, jobs=jobs, cluster=cluster, **named):
        codes.append(row["exit"])
        click.echo(_as_json(row) if as_json else f"{row['file']}: {_as_text(row, sentence)}")
        _progress(len(codes), len(paths))
    return worst(codes)


def _as_json(row):
    """A line of JSON Lines: the JSON of the command, or problems/1, each with the file."""
    from pbem.core.data.text import readable_json

    value = row["result"] or {"pbem": "problems/1", "exit": row["exit"], "problems": row["problems"]}
    return readable_json({**value, "file": row["file"]}, None)


def _as_text(row, sentence):
    told = [sentence(row["result"])] if row["result"] else []
    told += [f"{one['text']} {one.get('hint', '')}".strip() for one in row["problems"]]
    return " ".join(" ".join(told).split())


def _progress(done, due):
    """How far it is, on a terminal that does not show the lines themselves."""
    terminal = sys.__stderr__
    if due > 9 and terminal and terminal.isatty() and not sys.__stdout__.isatty():
        terminal.write(f"\r{done} of {due} games" + ("\n" if done == due else ""))
        terminal.flush()
