"""pbem report: what happened."""

import click

from .options import GAME, load_game, seat_named

FORMATS = ["text", "short", "markdown", "html", "speak", "json"]


@click.command("report", epilog="Example: pbem report malaya-7.json --since 4 --seat prc")
@GAME
@click.option("--step", "entry", type=click.IntRange(0), help="Report on this entry; by default on the last.")
@click.option("--since", type=click.IntRange(0), help="Report on everything after this entry.")
@click.option("--seat", help="For this seat: with its order form below.")
@click.option("--secret", type=click.Path(), help="The seat's own secret file: its secret lines are told too.")
@click.option(
    "--format",
    "form",
    type=click.Choice(FORMATS),
    default="text",
    show_default=True,
    help="How it is written; short is news, questions and the date, speak for screen readers.",
)
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
@click.option("--verified", is_flag=True, help="Verify the game first, and say so on the page (html).")
@click.option("-o", "--output", "path", default="-", type=click.Path(allow_dash=True), help="Where to write it.")
def command(game, entry, since, seat, secret, form, as_json, verified, path):
    """Tell what happened in GAME: the story, every draw with its label, what changed, who is asked what next."""
    from pbem.core.data.store import write
    from pbem.interface.reading import rendered

    file = load_game(game)
    last = file.n
    if max(entry or 0, since or 0) > last:
        raise click.UsageError(f"The game has {last} entries.")
    seat = seat_named(file, seat) if seat else None
    if entry is not None and since is not None:
        raise click.UsageError("Give --step or --since, not both.")
    text = rendered(file, "json" if as_json else form, entry, since, seat, secret, verified)
    write(path, text)
