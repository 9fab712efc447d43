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


def arrangement(game, count, scenario, edition):
    """The seats of the arrangement that people call `count`, or None for the first one; else a usage error."""
    if count is None:
        return None
    from pbem.core.record.charter import arrangements, scenario_id

    offered = arrangements(game, scenario_id(game, scenario), edition)
    for key, seats in offered.items():
        if str(key) == count:
            return seats
    raise click.BadParameter(f"{game.id} has the arrangements {', '.join(map(str, offered))}.", param_hint="--seats")


def load_game(path, to_play=False):
    """The game file at `path` with its chains checked; `to_play` only with the data that it was agreed with."""
    from pbem.core.record.gamefile import read

    file = read(path)
    if to_play:
        from pbem.core.record.charter import check_installed

        check_installed(file.game, file.charter)
    return file


def read_orders(file, paths):
    """Order files against a game: ``(order documents, problems)``; every problem of every file.

    A file with something that is not understood is not among the documents.
    """
    from pbem.core.data.problems import refusals
    from pbem.core.orders import orders as order_files
    from pbem.core.record.charter import powers_of

    powers = {seat: powers_of(file.charter, seat) for seat in file.charter["seats"]}
    asked = [question["kind"] for question in file.waiting]
    found, problems = [], []
    for path in paths:
        name = os.path.basename(path) if path != "-" else "standard input"
        orders, faults = order_files.read(order_bytes(path), file.game, powers, name=name, asked=asked)
        problems += faults
        if not refusals(faults):
            found.append({**orders.to_json(), "file": orders.name})
    return found, problems


def locked(*paths):
    """A context in which no other run of pbem works on these files; standard input and output need none."""
    from contextlib import ExitStack

    from pbem.core.data.store import Lock

    with ExitStack() as opening:
        for path in dict.fromkeys(path for path in paths if path != "-"):
            opening.enter_context(Lock(path))
        return opening.pop_all()


def repaired(game, path, secret, repair, as_json):
    """Read a game, repair it by ``repair(file, keeper)``, write it, and say what came of it."""
    from pbem.core.data import store
    from pbem.core.record import gamefile

    from .output import print_json, say

    with locked(game, path):
        file = load_game(game)
        keeper = _keeper_of_note(file, secret_path(game, secret), bool(secret))
        after = repair(file, keeper)
        store.write(path, gamefile.render(after.document))
        if keeper:
            keeper.pending = {}
            keeper.save()
    entry = after.entries[-1]
    if as_json:
        told = {key: entry[key] for key in ("what", "why", "spent")}
        print_json({"pbem": "note/1", "game": after.name, "entry": entry["n"], "head": after.head, **told,
                    "undone": _undone(after, entry), "patch": entry.get("patch", []), "waiting": after.waiting})
        return
    say(f"Entry {entry['n']} is a note: {entry['what']}, {entry['why']}. Head {after.head[:32]}.")
    if entry["what"] == "redo":
        say(f"Undone, and kept on record: entries {', '.join(map(str, _undone(after, entry))) or 'none'}.")
    say("The next entry is a muster: every seat sends its orders, or says ready.")


def _undone(file, entry):
    from pbem.core.record.entries import undone_by

    return [taken["n"] for taken in undone_by(file.entries).get(entry["n"], ())]


def _keeper_of_note(file, path, is_named):
    """Whoever writes a note, with the orders that have come for its number; None where there is no secret file.

    A game in which only the referee has a chain keeps no envelopes of others, so that a note needs no secret.
    """
    from pbem.core.record.keeper import open_keeper

    if not is_named and not os.path.exists(path) and file.charter["fairness"] == "sealed":
        return None
    return open_keeper(path, file)


def orders_or_refusal(file, paths):
    """``(order documents, notes)``; raises Refused if a file is not understood, with what is illegal in the others."""
    from pbem.core.data.problems import Refused, refusals
    from pbem.core.play.play import check_orders

    found, problems = read_orders(file, paths)
    if refusals(problems):
        raise Refused(problems + refusals(check_orders(file, found, links=False)[0]))
    return found, problems


def order_bytes(path):
    """The bytes of an order file; Refused for one that is too large to be one, before it is read."""
    from pbem.core.data.problems import BrokenFile, Refused
    from pbem.core.data.store import read_bytes
    from pbem.core.orders import orders as order_files

    try:
        return read_bytes(path, order_files.MAX_BYTES)
    except BrokenFile as error:
        if error.problems[0].code != "file-too-large":
            raise
        raise Refused([error.problems[0]]) from None


def title_named(name):
    """The title of that id, or a usage error that names those there are."""
    from pbem.core.rules.game import load

    title_known(name)
    return load(name)


def title_known(name):
    """Nothing if there is a title of that id, or a usage error; no title is imported."""
    from pbem.core.rules.game import titles

    if name not in titles():
        from difflib import get_close_matches

        near = get_close_matches(name, titles(), 1)
        meant = f" Did you mean {near[0]}?" if near else ""
        raise click.UsageError(f"There is no title {name}; there are {', '.join(titles())}.{meant}")


def seat_named(file, seat):
    """The seat, or a usage error that names the seats of the game."""
    if seat not in file.charter["seats"]:
        raise click.UsageError(f"There is no seat {seat}; there are {', '.join(file.charter['seats'])}.")
    return seat
