"""Functions that look at how a game went: what is different since, and its curves."""

from .files import seat_of
from .reading import Game, known, opened
from .wrong import Wrong


def diff(game: Game, since: int | None = None, seat: str | None = None, mine: bool = False) -> dict:
    """What is different on the board of a game since an entry (by default the last one), and who is asked now
    (schemas/diff.schema.json).

    seat   whose questions stand first
    mine   since the last entry in which `seat` itself answered something, instead of `since`
    Raises Wrong for an entry or a seat that there is none of."""
    from pbem.report.build import build

    file = opened(game)
    seat = seat_of(file, seat) if seat else None
    if mine:
        if not seat or since is not None:
            raise Wrong("Since the last order of a seat: name the seat, and no entry.")
        since = _last_order(file, seat)
    known(file, since)
    report = build(file, max(file.n - 1, 0) if since is None else since, seat=seat)
    kept = ("since", "entry", "moment", "changes")
    waiting = sorted(report["waiting"], key=lambda row: row["seat"] != seat)
    return {"pbem": "diff/1", "game": file.name, **{name: report[name] for name in kept}, "waiting": waiting}


def _last_order(file, seat):
    """The last entry in which the seat itself answered something; 0 if it never did."""
    return max(
        (
            entry["n"]
            for entry in file.entries
            for answer in entry.get("used", ())
            if answer["seat"] == seat and answer["by"] == "answer"
        ),
        default=0,
    )


def plot(game: Game, format: str = "svg") -> str:
    """A game as curves: an SVG document, or (``"words"``) what its charts show as text.

    Raises Wrong if there is nothing to draw yet, for a format that there is none of, and for a picture without the
    library that draws it (pip install 'pbem[plots]')."""
    from pbem.site.plots import charts, heading_of, svg_of

    if format not in ("svg", "words"):
        raise Wrong(f"There is no format {format}; there are svg, words.")
    file = opened(game)
    found = charts(file)
    if not found:
        raise Wrong("There is nothing to draw yet: no entry has changed what is measured.")
    if format == "words":
        return "".join(f"{chart.told()}\n" for chart in found)
    try:
        return svg_of(found, heading_of(file))
    except ImportError:
        raise Wrong("Plots need one more library: pip install 'pbem[plots]'.") from None
