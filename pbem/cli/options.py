"""Arguments that several commands share."""

import os

import click

GAME = click.argument("game", type=click.Path(allow_dash=True))
ORDERS = click.argument("orders", nargs=-1, type=click.Path(allow_dash=True))
SECRET = click.option("--secret", "secret", type=click.Path(), envvar="PBEM_SECRET",
                      help="The secret file; by default GAME.secret, or what PBEM_SECRET names.")


def secret_path(game, given):
    """Where the secret file of whoever adjudicates lies."""
    return given or f"{game}.secret"


def pairs(values, what):
    """``K=V`` arguments as a dict; raises a usage error for one without ``=``."""
    found = {}
    for value in values:
        key, equals, rest = value.partition("=")
        if not equals or not key:
            raise click.BadParameter(f"{value!r} is not of the form {what}")
        found[key.strip()] = rest.strip()
    return found


def load_game(path):
    """The game file at `path` with its chains checked."""
    from pbem.core.gamefile import read

    return read(path)


def read_orders(file, paths):
    """Order files against a game: ``(order documents, problems)``; every problem of every file."""
    from pbem.core import orders as order_files
    from pbem.core.charter import powers_of
    from pbem.core.store import read_bytes

    powers = {seat: powers_of(file.charter, seat) for seat in file.charter["seats"]}
    asked = [question["kind"] for question in file.waiting]
    found, problems = [], []
    for path in paths:
        orders, faults = order_files.read(read_bytes(path, order_files.MAX_BYTES + 1), file.game, powers,
                                          name=os.path.basename(path) if path != "-" else "standard input",
                                          asked=asked)
        problems += faults
        if orders is not None:
            found.append({**orders.to_json(), "file": orders.name})
    return found, problems
