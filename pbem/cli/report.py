"""pbem report: what happened."""

import json
from collections.abc import Sequence

from pbem.interface.files import seat_of

from .games import single
from .options import load_game
from .output import write
from .pages import Page, pages
from .parameters import declared
from .usage import WrongUsage

SUFFIXES = {
    "text": ".txt",
    "short": ".txt",
    "markdown": ".md",
    "html": ".html",
    "film": ".html",
    "speak": ".txt",
    "json": ".json",
}


@declared("report")
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

    Several games, or all games of a folder, are each reported below the name of their file (with --json: JSON Lines),
    or with -o in a file each in a folder; the exit code is the worst of all.
    """
    from pbem.interface.reading import known, rendered

    form = "json" if as_json else form
    if entry is not None and since is not None:
        raise WrongUsage("step-or-since")
    if form == "film" and (entry, since, seat, secret) != (None, None, None, None):
        raise WrongUsage("film")
    game = single(games)
    if game is None:
        if secret:
            raise WrongUsage("of-one-game", options="--secret")
        named = {"format": form, "entry": entry, "since": since, "seat": seat, "verified": verified}
        page = Page("report", SUFFIXES[form], json=json.loads, alone=form in ("html", "film"))
        return pages(games, jobs, page, "tell", to=path, as_json=form == "json" and path == "-", **named)
    file = load_game(game)
    known(file, entry, since)
    seat = seat_of(file, seat) if seat else None
    write(path, rendered(file, form, entry, since, seat, secret, verified))
    return 0
