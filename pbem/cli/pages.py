"""Commands that make a page of each of many games: below headings, as JSON Lines, or a file each in a folder."""

import os
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from pbem.core.data.problems import BrokenFile
from pbem.core.data.tables import Sentences

from .games import faults, print_row, rows
from .output import say, warn, written
from .usage import WrongUsage

if TYPE_CHECKING:
    from pbem.core.data.json_types import Json

_say = Sentences(__name__)


class Page(NamedTuple):
    """What a command makes of a game.

    what     it is, in a word or two
    suffix   of its file;  "" if it is never written into one
    text     the page as text, of what the function of the interface gave
    json     the same as JSON, in a line of many games
    alone    a page is a document of its own, and does not stand below another
    """

    what: str
    suffix: str = ""
    text: Callable[..., Any] = str
    json: Callable[..., Any] = dict
    alone: bool = False


def pages(
    games: Sequence[str],
    jobs: int,
    page: Page,
    function: str,
    *arguments: object,
    to: str = "-",
    as_json: bool = False,
    **named: Any,
) -> int:
    """Print or write a page of every game, and a line for one that cannot be told of; the worst exit code.

    to        a folder for a file each, or -
    as_json   JSON Lines; of files what was written (written/1)
    """
    from pbem.interface.many import worst

    if to != "-":
        return worst(_into_folder(games, jobs, page, (function, *arguments), named, to, as_json))
    if page.alone and not as_json:
        raise WrongUsage("folder-of-pages")
    codes = []
    for row in rows(games, jobs, function, *arguments, **named):
        codes.append(row["exit"])
        if as_json:
            print_row(row, None if _failed(row) else page.json(row["result"]))
        else:
            _print_page(row, page)
    return worst(codes)


def _failed(row: "Json") -> bool:
    return row["result"] is None and bool(row["exit"])


def _print_page(row: "Json", page: Page) -> None:
    """A page below the name of its file, or behind it if it is one line."""
    if _failed(row):
        print(f"{row['file']}: {faults(row)}")
        return
    if row["problems"]:
        warn(f"{row['file']}: {faults(row)}")
    text = page.text(row["result"]).strip("\n")
    print(f"==> {row['file']} <==\n{text}\n" if "\n" in text else f"{row['file']}: {text}")


def _into_folder(
    games: Sequence[str],
    jobs: int,
    page: Page,
    call: tuple[Any, ...],
    named: dict[str, Any],
    folder: str,
    as_json: bool,
) -> Iterator[int]:
    """Write a file of each game; gives the exit codes."""
    places, made = places_of(games, folder, page.suffix), 0
    for (path, place), row in zip(places, rows(games, jobs, *call, silent=not as_json, **named)):
        assert path == row["file"], path
        row = row if _failed(row) else _kept(row, place, page)
        made += not _failed(row)
        if as_json:
            print_row(row, None if _failed(row) else written([place], page.what))
        elif row["problems"]:
            warn(f"{row['file']}: {faults(row)}")
        yield row["exit"]
    if not as_json:
        say(_say("made", count=made, folder=folder))


def _kept(row: "Json", place: str, page: Page) -> "Json":
    """The row, with the page written; or what kept it from being written."""
    from pbem.core.data.store import make_folder, write
    from pbem.interface.many import told_broken

    try:
        make_folder(os.path.dirname(place))
        write(place, page.text(row["result"]))
    except BrokenFile as broken:
        return told_broken(row["file"], broken.problems)
    return row


def places_of(games: Sequence[str], folder: str, suffix: str) -> list[tuple[str, str]]:
    """``[(game file, where its page lies)]``: in the folder under the name of the game's file, or below it as the game
    lies below the folder that was named; a usage error if two would lie in one place, or one in the place of a game."""
    from pbem.interface.many import places_in

    if os.path.exists(folder) and not os.path.isdir(folder):
        raise WrongUsage("no-folder-of-pages", folder=folder)
    found: list[tuple[str, str]] = []
    taken: dict[str, str] = {}
    for path, place in places_in(games):
        target = os.path.join(folder, place.removesuffix(".json") + suffix)
        if taken.setdefault(target, path) != path:
            raise WrongUsage("both", one=taken[target], other=path, path=target)
        found.append((path, target))
    played = {os.path.realpath(path) for path, _ in found}
    for target in taken:
        if os.path.realpath(target) in played:
            raise WrongUsage("is-a-game", path=target)
    return found
