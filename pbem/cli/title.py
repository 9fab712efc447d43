"""pbem title: a title of one's own."""

import click

from pbem.core.data.tables import Sentences
from pbem.interface.choices import game_of

from .output import done, put, shown, tell, warn, written
from .parameters import declared

_say = Sentences(__name__)


@click.group("title")
def command() -> None:
    """Your own title: write a first one, make its map, check what it promises."""


@declared("title new", command)
def new(title: str, folder: str | None, as_json: bool) -> None:
    """Write a small, whole title called TITLE: a board, one question, one rule, its sentences, a map of three areas."""
    from pbem.interface.own_title import new_title

    folder = folder or title
    paths = new_title(title, folder)
    done(as_json, written(paths, "title"), *paths, _say("next", folder=folder, title=title))


@declared("title check", command)
def check(title: str, entries: int, as_json: bool) -> int:
    """Check what an installed TITLE promises, in random games; exit code 5 if something does not hold."""
    from pbem.core.trial import contracts
    from pbem.interface.own_title import check_title

    found = check_title(game_of(title).id, entries)
    tell(as_json, contracts.as_json(title, found), as_text, found)
    return 5 if any(found.values()) else 0


def as_text(found: dict[str, list[str]]) -> str:
    """The same for people."""
    lines = []
    for contract, faults in found.items():
        lines += [f"{'holds' if not faults else 'FAILS'}  {contract}", *(f"       {fault}" for fault in faults)]
    return "\n".join(lines)


@declared("title map", command)
def layout(points: str, path: str, as_json: bool) -> None:
    """Make the layouts.json of a title from POINTS: where each area is, what it is called, what it borders."""
    import json

    from pbem.interface.own_title import layouts_of

    made, doubts = layouts_of(points)
    for doubt in doubts:
        warn(shown(doubt))
    put(path, json.dumps(made, ensure_ascii=False, separators=(",", ":"), sort_keys=True) + "\n", as_json, "layouts")
