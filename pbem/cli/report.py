"""pbem report: what happened."""

import json
from collections.abc import Sequence
from functools import partial

import click

from .games import GAMES, JOBS, single
from .options import ENTRY, choice_option, load_game, output_option, seat_named
from .output import json_option, write
from .pages import FOLDER, Page, pages

SUFFIXES = {
    "text": ".txt",
    "short": ".txt",
    "markdown": ".md",
    "html": ".html",
    "film": ".html",
    "speak": ".txt",
    "json": ".json",
}


@click.command("report", epilog="Example: pbem report malaya-7.json --since 4 --seat prc")
@GAMES
@click.option("--step", "entry", type=ENTRY, help="Report on this entry; by default on the last.")
@click.option("--since", type=ENTRY, help="Report on everything after this entry.")
@click.option("--seat", help="For this seat: with its order form below.")
@click.option("--secret", type=click.Path(), help="The seat's own secret file: its secret lines are told too.")
@choice_option(
    "--format",
    "form",
    of=list(SUFFIXES),
    default="text",
    help="How it is written; short is news, questions and the date, film a page of the whole game with its boards "
    "and curves, speak for screen readers.",
)
@partial(json_option, text="The same as --format json.")
@click.option("--verified", is_flag=True, help="Verify the game first, and say so on the page (html, film).")
@output_option(FOLDER, default="-")
@JOBS
def command(
    games: Sequence[str],
    entry: int | None,
    since: int | None,
    seat: str | None,
    secret: str | None,
    form: str,
    as_json: bool,
    verified: bool,
    path: str,
    jobs: int,
) -> int:
    """Tell what happened in GAME: the story, every roll with its label, what changed, and who is asked what next.

    Several games, or all games of a folder, get a page each below the name of their file (with --json: JSON Lines), or
    with -o a file each in a folder; the exit code is the worst of all.
    """
    from pbem.interface.reading import known, rendered

    form = "json" if as_json else form
    if entry is not None and since is not None:
        raise click.UsageError("Give --step or --since, not both.")
    if form == "film" and (entry, since, seat, secret) != (None, None, None, None):
        raise click.UsageError("A film is of the whole game: without --step, --since, --seat, --secret.")
    game = single(games)
    if game is None:
        if secret:
            raise click.UsageError("--secret is of one game; name that one alone.")
        named = {"format": form, "entry": entry, "since": since, "seat": seat, "verified": verified}
        page = Page("report", SUFFIXES[form], json=json.loads, alone=form in ("html", "film"))
        return pages(games, jobs, page, "tell", to=path, as_json=form == "json" and path == "-", **named)
    file = load_game(game)
    known(file, entry, since)
    seat = seat_named(file, seat) if seat else None
    write(path, rendered(file, form, entry, since, seat, secret, verified))
    return 0
