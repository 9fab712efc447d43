"""pbem site: a static site of a club's games."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from pbem.core.data.tables import Sentences

from .options import say_if_past
from .output import done, progress, written
from .parameters import declared

if TYPE_CHECKING:
    from pbem.core.play.gamefile import GameFile

_say = Sentences(__name__)


@declared("site")
def command(
    games: Sequence[str],
    folder: str,
    jobs: int | None,
    name: str,
    about: str,
    contact: str,
    cluster: str | None,
    cups: Sequence[str],
    as_json: bool,
) -> None:
    """Write pages of GAMES, and of those in folders, into a folder: an index with standings; for each game a page with
    its film (the board, the story and the rolls of every entry), its last report as JSON, and a turn page for each seat
    that is asked something.

    With --cup, a game that the director of the tournament decided is shown with that result. A game in which nothing
    has changed since the last run is not made again. The pages can be opened from disk, or put on any web server."""
    import os

    from pbem.interface.many import games_in
    from pbem.interface.reading import address_of_desk
    from pbem.site.pages import site
    from pbem.site.shapes import Club
    from pbem.tournament.cup import read

    games = games_in(games)
    agreed = [read(cup) for cup in cups]
    known = made = 0

    def address_of(file: "GameFile") -> str:
        nonlocal known
        known += 1
        say_if_past(file)
        return address_of_desk(file.path, file)

    def told(done: int, due: int) -> None:
        nonlocal made
        made = done
        progress(done, due, "games")

    try:
        processes, club = jobs or os.cpu_count() or 1, Club(name, about, contact)
        made_files = site(games, folder, address_of, processes, told, agreed, cluster=cluster, club=club)
    except KeyboardInterrupt:
        raise click.Abort(_say("stopped" if made else "stopped-before", games=made)) from None
    fields = {"count": len(made_files), "folder": folder, "kept": known - made, "first": made_files[0]}
    done(as_json, written(made_files, "site"), _say("made-anew" if known > made else "made", **fields))
