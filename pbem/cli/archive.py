"""pbem archive: many games in one database."""

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

import click

from pbem.core.data.tables import Sentences

from .output import BROKEN, done, print_json, print_problems, progress, say
from .parameters import declared

_say = Sentences(__name__)


class Loading(click.Group):
    """A group in which a first argument that is no command is the database to load games into."""

    def parse_args(self, context: click.Context, arguments: list[str]) -> list[str]:
        if arguments and arguments[0] not in self.commands and arguments[0] not in ("-h", "--help"):
            arguments = ["load", *arguments]
        return super().parse_args(context, arguments)


@click.group("archive", cls=Loading, epilog="Example: pbem archive club.db games/*.json")
def command() -> None:
    """Many games in one SQLite database, made from their files: pbem archive DB GAMES...

    You can rebuild it from the files at any time. It opens well in Datasette.
    """


@declared("archive load", command)
def load(
    database: str,
    games: Sequence[str],
    rebuild: bool,
    jobs: int,
    cluster: str | None,
    cups: Sequence[str],
    as_json: bool,
) -> int:
    """Read GAMES, and those in folders, into the archive DB; files that have not changed since are skipped.

    With a tournament, --cup, its director's decisions are in the archive too, from then on: an adjudicated game no
    longer counts as unfinished. Load a tournament again when it has changed.

    The word load may be left out: pbem archive DB GAMES...
    """
    from pbem.archive import db
    from pbem.interface.club import loaded_json
    from pbem.interface.many import games_in
    from pbem.tournament.cup import read

    agreed = [read(cup) for cup in cups]
    told = partial(progress, what="games")
    try:
        loaded = db.load(db.open_archive(database), games_in(games), rebuild, agreed, jobs, cluster, told)
    except KeyboardInterrupt:
        raise click.Abort(_say("unchanged", database=database)) from None
    done(as_json, loaded_json(loaded), _say("read", games=len(loaded.read), unchanged=len(loaded.unchanged)))
    if loaded.problems and not as_json:
        print_problems(loaded.problems, BROKEN)
    return BROKEN if loaded.problems else 0


@declared("archive query", command)
def query(database: str, sql: str, form: str, as_json: bool) -> None:
    """Query the archive in SQL, read only. Tables: games, options, seats, holders (of seats), entries, waits (for whom,
    how long), steps, questions, draws, facts, stories, results, tournaments, director (acts of directors); views: luck,
    slow, standings, unfinished, decided, fortunes, silent, acts."""
    from pbem.archive import db

    _print(*db.ask(db.open_archive(database, True), sql), "json" if as_json else form)


@declared("archive luck", command)
def luck(database: str, game: str | None, form: str, as_json: bool) -> None:
    """Dice by purpose: how many, their mean, the mean to expect, and how many standard deviations lie between."""
    from pbem.archive import db, questions

    _print(*questions.luck(db.open_archive(database, True), game), "json" if as_json else form)


@declared("archive slow", command)
def slow(database: str, form: str, as_json: bool) -> None:
    """How long people took to send orders after they were asked, where times are known (adjudicate --now), and how
    often none came; each stop counts once, for whoever held the seat then."""
    from pbem.archive import db, questions

    _print(*questions.slow(db.open_archive(database, True)), "json" if as_json else form)


@declared("archive standings", command)
def standings(database: str, title: str | None, form: str, as_json: bool) -> None:
    """Finished games by person: won, drawn, lost."""
    from pbem.archive import db, questions

    _print(*questions.standings(db.open_archive(database, True), title), "json" if as_json else form)


@declared("archive search", command)
def search(database: str, words: str, most: int, form: str, as_json: bool) -> None:
    """Steps of all games whose story contains all WORDS, the best match first. WORD* is any word that begins like that;
    words in quotation marks must stand together."""
    from pbem.archive import db, questions

    found, count = questions.search(db.open_archive(database, True), words, most)
    _print(*found, "json" if as_json else form)
    if not count:
        say(_say("nothing"))
    elif count > most:
        say(_say("shown", most=most, count=count))


def _print(columns: list[str], rows: Iterable[Sequence[Any]], form: str) -> None:
    from pbem.interface.club import plain, rows_json

    if form == "json":
        print_json(rows_json(columns, rows))
        return
    rows = [list(map(plain, row)) for row in rows]
    if form == "csv":
        import csv
        import sys

        writer = csv.writer(sys.stdout, lineterminator="\n")
        writer.writerows([columns, *rows])
    else:
        texts = [["" if cell is None else str(cell).replace("\n", " ") for cell in row] for row in [columns, *rows]]
        widths = [max(len(row[place]) for row in texts) for place in range(len(columns))]
        for row in texts:
            print("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip())
