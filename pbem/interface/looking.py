"""Functions that look at how a game went: what is different since, its board as a picture, and its curves."""

from typing import TYPE_CHECKING

from pbem.core.data.json_types import Json

from .files import seat_of
from .no_such_thing import NoSuchThing
from .reading import Game, known, opened

if TYPE_CHECKING:
    from pbem.core.play.gamefile import GameFile


def diff(game: Game, since: int | None = None, seat: str | None = None, mine: bool = False) -> Json:
    """What is different on the board of a game since an entry (by default the last one), and who is asked now
    (schemas/diff.schema.json).

    seat   whose questions stand first
    mine   since the last entry in which `seat` itself answered something, instead of `since`
    Raises NoSuchThing for an entry or a seat that there is none of."""
    from pbem.report.build import build

    file = opened(game)
    seat = seat_of(file, seat) if seat else None
    if mine:
        if not seat or since is not None:
            raise NoSuchThing("since-order")
        since = file.last_answer(seat)
    known(file, since)
    report = build(file, max(file.n - 1, 0) if since is None else since, seat=seat)
    return {
        "pbem": "diff/1",
        "game": file.name,
        "since": report["since"],
        "entry": report["entry"],
        "moment": report["moment"],
        "changes": report["changes"],
        "waiting": sorted(report["waiting"], key=lambda row: row["seat"] != seat),
    }


def draw(
    game: Game, at: str | None = None, since: int | None = None, name: str | None = None, focus: str | None = None
) -> str:
    """The board of a game on our own schematic map, with the moves of the last entry as arrows, as SVG text.

    at     the board then: ENTRY, or ENTRY.EVENT for the middle of one
    since  arrows for the moves from this entry on
    name   one map of the title (a theatre);  focus  an area: only its surroundings
    Raises NoSuchThing for a place that the game does not have, and Refused for a map or an area."""
    from pbem.core.language.names import as_id
    from pbem.maps.of_game import map_of

    file = opened(game)
    entry, event = place_in(file, at) if at else (file.n, None)
    board = file.board_at(entry, event)
    facts = [fact for _, step in file.story(entry, (since or entry) - 1) for fact in step["facts"]]
    return map_of(file, board, facts, name, as_id(focus) if focus else None)


def place_in(file: "GameFile", text: str) -> tuple[int, int | None]:
    """``(entry, event or None)`` of ENTRY[.EVENT] as people type it."""
    entry, _, event = text.partition(".")
    if not entry.isdigit() or (event and not event.isdigit()):
        raise NoSuchThing("place", text=text)
    known(file, int(entry))
    return int(entry), int(event) if event else None


def plot(game: Game, format: str = "svg") -> str:
    """A game as curves: an SVG document, or (``"words"``) what its charts show as text.

    Raises NoSuchThing if there is nothing to draw yet, for a format that there is none of, and for a picture without
    the     library that draws it (pip install 'pbem[plots]')."""
    from pbem.site.plots import charts, heading_of, svg_of

    if format not in ("svg", "words"):
        raise NoSuchThing("format", name=format, there=["svg", "words"])
    file = opened(game)
    found = charts(file)
    if not found:
        raise NoSuchThing("no-plots")
    if format == "words":
        return "".join(f"{chart.told()}\n" for chart in found)
    try:
        return svg_of(found, heading_of(file))
    except ImportError:
        raise NoSuchThing("plots-library") from None
