"""pbem seat: a seat's own chain of envelopes."""

from typing import TYPE_CHECKING

import click

from .options import expect_change, note_command, seat_named, settle_change
from .output import apart, json_option, print_json, say

if TYPE_CHECKING:
    from pbem.core.data.json_types import Json
    from pbem.core.record.gamefile import GameFile


@click.group("seat")
def command() -> None:
    """A seat: its own chain of envelopes, and the person who holds it."""


@command.command("init", epilog="Example: pbem seat init -o ann.secret")
@click.option("-o", "--output", "path", required=True, type=click.Path(), help="The secret file to make (mode 0600).")
@click.option(
    "--links",
    "length",
    type=click.IntRange(64, 1 << 20),
    default=16384,
    show_default=True,
    help="How many envelopes the chain holds: one a stop of the game.",
)
@json_option
def init(path: str, length: int, as_json: bool) -> None:
    """Make a chain of envelopes in a secret file of your own, and print its anchor.

    Send the anchor as printed to whoever makes the game (pbem new --anchor SEAT=ANCHOR); keep the file to yourself. A
    chain that is not of the usual length has its length after a slash.
    """
    from pbem.core.record.charter import anchor_text
    from pbem.core.record.secret import Secret

    apart(as_json, path)
    secret = Secret.create(path, length=length)
    anchor = anchor_text(secret.anchor)
    if as_json:
        print_json({"pbem": "chain/1", "anchor": anchor, "n": length, "file": path})
    else:
        click.echo(anchor)
        say(
            f"The chain of {length} envelopes is in {path}. Send only the anchor; keep the file to yourself, "
            f"out of folders "
            "that are synced or on a network: there two programs may write it at once."
        )


@note_command(
    "replace",
    'pbem seat replace malaya-7.json prc --person Dora --reason "Ann has left" -o malaya-7.json',
    click.argument("seat"),
    click.option("--person", required=True, metavar="NAME", help="Who takes the seat."),
    click.option(
        "--anchor",
        metavar="ANCHOR",
        help="The anchor of the new person's chain (pbem seat init), where seats have chains.",
    ),
    click.option(
        "--address",
        metavar="ADDRESS",
        help="Where the new person reads mail, for the game's desk; several with commas.",
    ),
    of=command,
    then=settle_change,
)
def replace(file: "GameFile", seat: str, person: str, anchor: str | None, address: str | None, reason: str) -> "Json":
    """Another person takes SEAT in GAME, on record; the next entry is a muster.

    What the seat ordered ahead stays in force. Where the game has a desk, the addresses of the seat speak for it no
    more; the next pbem mail out tells both persons. The new one may be named later: pbem mail set-up GAME.
    """
    import os

    from pbem.core.record.charter import anchor_of
    from pbem.desk.acts import replace

    given = [one.strip() for one in (address or "").lower().split(",") if one.strip()]
    path = click.get_current_context().params["path"]
    if given and not os.path.exists(f"{path}.mail/desk.json"):
        raise click.UsageError(f"{path} has no desk that could keep an address; make one with pbem mail set-up.")
    note = replace(file, seat_named(file, seat), person, reason, anchor_of(anchor) if anchor else None)
    expect_change(file, seat_named(file, seat), given)
    return note


@note_command(
    "renew",
    "pbem seat renew malaya-7.json prc --anchor 5f0c… -o malaya-7.json",
    click.argument("who", metavar="SEAT|referee"),
    click.option("--anchor", required=True, metavar="ANCHOR", help="The anchor of the new chain (pbem seat init)."),
    of=command,
    reason=click.option("--reason", default="the old one is nearly used up", show_default=True, help="Why."),
)
def renew(file: "GameFile", who: str, anchor: str, reason: str) -> "Json":
    """SEAT, or the referee, uses a new chain of envelopes from now on, on record; the next entry is a muster."""
    from pbem.core.record.charter import anchor_of
    from pbem.desk.acts import renew

    return renew(file, who, reason, anchor_of(anchor))
