"""pbem map: the board as a picture."""

from collections.abc import Sequence
from typing import Any

from pbem.core.data.tables import Sentences
from pbem.interface.files import seat_of

from .games import single
from .options import load_game
from .output import put, written
from .pages import Page, pages
from .parameters import declared
from .usage import WrongUsage

_say = Sentences(__name__)

PAGE = Page("map", ".svg", json=lambda text: written([], "map", text=text), alone=True)


@declared("map")
def command(
    games: Sequence[str],
    path: str,
    at: str | None,
    since: int | None,
    seat: str | None,
    name: str | None,
    focus: str | None,
    scale: float,
    jobs: int,
    as_json: bool,
) -> int:
    """Draw the board of GAME on our own schematic map, with the last moves as arrows.

    All of it, one theatre (--map), or an area and what is around it (--focus). Several games, or all games of a folder,
    get a file each; the exit code is the worst of all.
    """
    from pbem.interface.looking import draw

    named: dict[str, Any] = {"at": at, "since": since, "name": name, "focus": focus}
    game = single(games)
    if game is None:
        return pages(games, jobs, PAGE, "draw", to=path, as_json=as_json, **named)
    file = load_game(game)
    if seat:
        seat_of(file, seat)
    text = draw(file, **named)
    picture = _png(text, scale) if path.lower().endswith(".png") else text
    put(path, picture, as_json, "map", file.name, _say("made", path=path))
    return 0


def _png(text: str, scale: float) -> bytes:
    """A picture of SVG text in points; the library is asked for only here."""
    try:
        import resvg_py
    except ImportError:
        raise WrongUsage("library", what="A PNG", extra="png") from None
    return bytes(resvg_py.svg_to_bytes(svg_string=text, zoom=max(1, round(scale)), font_family="DejaVu Sans"))
