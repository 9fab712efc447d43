"""pbem seat: a seat's own chain of envelopes."""

import click

from .output import json_option, print_json, say


@click.group("seat")
def command():
    """A seat's own chain of envelopes."""


@command.command("init", epilog="Example: pbem seat init -o ann.secret")
@click.option("-o", "--output", "path", required=True, type=click.Path(), help="The secret file to make (mode 0600).")
@click.option("--links", "length", type=click.IntRange(64, 1 << 20), default=16384, show_default=True,
              help="How many envelopes the chain holds: one a stop of the game.")
@json_option
def init(path, length, as_json):
    """Make a chain of envelopes in a secret file of your own, and print its anchor.

    Send the anchor to whoever makes the game; keep the file to yourself.
    """
    from pbem.core.secret import Secret

    secret = Secret.create(path, length=length)
    anchor = secret.anchor["first"]
    if as_json:
        print_json({"anchor": anchor, "n": length, "file": path})
    else:
        click.echo(anchor)
        say(f"The chain of {length} envelopes is in {path}. Send only the anchor; keep the file to yourself.")
