"""The page of one game: whom it waits for, its film, its curves, its record, and what a verification found."""

import os
from base64 import b64encode
from collections.abc import Iterator, Sequence
from importlib.util import find_spec

from pbem.core.data.store import Folder
from pbem.core.data.tables import Sentences
from pbem.core.data.text import listed, visible
from pbem.core.play.gamefile import GameFile
from pbem.core.record.now import asked_seats
from pbem.core.record.outcome import Outcome, outcome, outcome_told
from pbem.core.record.seat_history import names_of, persons
from pbem.maps.small import small_map
from pbem.page.inline import beside, inside
from pbem.page.turn import Beside, legend_html, story_html, turn_page
from pbem.report.asked import asked_block
from pbem.report.blocks import Proof
from pbem.report.build import build
from pbem.report.html import block_html, items_html
from pbem.report.noted import all_noted, in_force
from pbem.report.shapes import Report
from pbem.report.sheet import board_block, with_blocks

from . import common
from .film import Film, boards, film_script
from .parts import as_json, template, write
from .plots import Chart, Measured, charts_of, heading_of, svg_of, view_of
from .shapes import Around, Comments, Link

_say = Sentences(__name__)

HAS_PLOTS = find_spec("pygal") is not None  # an extra: without it pages have the words of plots alone


def verdict(file: GameFile) -> str:
    """What a verification of the whole game comes to, in a sentence; where the file stands is then known, too."""
    from pbem.core.play.verify import verify

    if not file.n:
        return ""
    report = verify(file)
    return _say("broken" if report.problems else "holds", count=file.n, problems=report.problems)


def write_game(
    file: GameFile,
    folder: Folder,
    found: Outcome,
    verified: str,
    comments: Comments | None = None,
    cup: Link | None = None,
) -> Iterator[str]:
    """Write the page of one game, its film, its pictures and its report into a folder; the paths.

    found     what the game came to (core.record.outcome.Outcome)
    verified  what a verification found (verdict)
    comments  {entry: [paragraphs]} that explain it, for an annotated game
    cup       (text, address from the index) of the page of its tournament, or None
    """
    measured = Measured(file)
    film = Film(file, common.filming(file.game.id), comments, measured.looked_at(boards(file)))
    report, plots = build(file), charts_of(file, measured)
    around: Around = {
        "links": list(_links(file, found, cup)),
        "board": "board.svg",
        "pictures": [f"plots.svg#svgView(viewBox({_view(place)}))" for place in range(len(plots))] if HAS_PLOTS else [],
        "parts": beside(
            common.address("page.css"), ["film.js", common.address(f"map-{file.game.id}.js"), common.address("film.js")]
        ),
    }
    page = game_page(file, report, film, found, verified, plots, comments or {}, around)
    yield write(folder, "index.html", page)
    if plots and HAS_PLOTS:
        yield write(folder, "plots.svg", svg_of(plots, heading_of(file)))
    yield write(folder, "board.svg", _still(file, film))
    yield write(folder, "film.js", film_script(film.data))
    yield write(folder, "report.json", as_json(with_blocks(report)))


def one_page(file: GameFile, verified: str = "") -> str:
    """The page of a game in one file that needs no other and no network: its film, curves, record.

    verified  what a verification found (verdict), or "" if none was made
    """
    measured, kept = Measured(file), common.filming(file.game.id)
    film = Film(file, kept, seen=measured.looked_at(boards(file)))
    plots = charts_of(file, measured)
    around: Around = {
        "links": [],
        "board": _as_address(_still(file, film)),
        "pictures": [_as_address(svg_of([chart], heading_of(file))) for chart in plots] if HAS_PLOTS else [],
        "parts": inside(
            common.text_of("page.css"),
            [film_script(film.data), common.text_of(f"map-{file.game.id}.js"), common.text_of("film.js")],
        ),
    }
    page = game_page(file, build(file), film, outcome(file), verified, plots, {}, around)
    kept.forget()
    return visible(page)


def _as_address(svg: str) -> str:
    """A picture as an address that holds it."""
    return f"data:image/svg+xml;base64,{b64encode(visible(svg).encode()).decode()}"


def _still(file: GameFile, film: Film) -> str:
    """The board at the end as a small map."""
    return small_map(film.pictures, f"{heading_of(file)}: the board after entry {file.n}")


def _view(place: int) -> str:
    """The box of a curve among all of plots.svg, as an address has it."""
    return ",".join(map(str, view_of(place)))


def game_page(
    file: GameFile,
    report: Report,
    film: Film,
    found: Outcome,
    verified: str,
    plots: Sequence[Chart],
    comments: Comments,
    around: Around,
) -> str:
    """The page of a game as HTML text: without scripts with a small map, the last board in words and the last entry;
    with scripts a film.

    film   site.film.Film
    verified  what a verification found, as a sentence, or ""
    plots  site.plots.Charts
    comments  {entry: [paragraphs]}
    around    what stands beside or inside the page: "links" [(text, address)], "board" and "pictures" (of plots, or
              none) by their addresses, and the "parts" of page.inline
    """
    board = board_block(report)
    places = {area["id"]: area["tip"] for picture in film.pictures for area in picture.cells + picture.discs}
    return template("game.html").render(
        r=report,
        legend=legend_html(film.pictures),
        story=story_html(report),
        places=sorted(places.values()),
        asked=block_html(asked_block(report, decision_told(file, found))),
        tables=items_html(board.items, board.title),
        trust=items_html(map(Proof, report["fairness"])),
        verified=verified,
        plots=[chart.told() for chart in plots],
        comments=sorted(comments.items()),
        seats=_seats(file),
        entries=list(_entries(file)),
        options=in_force(file),
        **around,
    )


def _seats(file: GameFile) -> list[tuple[str, str]]:
    """``[(person, powers in words)]``"""
    show, people = file.game.names.show, persons(file)
    return [(_since(file, seat, people[seat]), listed([show(one) for one in file.powers[seat]])) for seat in people]


def _since(file: GameFile, seat: str, name: str) -> str:
    """Who holds a seat, with those before."""
    taken = [number for number, said in file.statements("substitute") if said["seat"] == seat]
    before = [f"{persons(file, number - 1)[seat]} until entry {number}" for number in taken]
    return f"{name} ({', '.join(before)})" if before else name


def _entries(file: GameFile) -> Iterator[tuple[int, str, str, str, int | str]]:
    """What the record has of each entry: ``[number, when it was made, who was asked, whose orders were used, draws]``;
    when is what the calendar tells, and proven by nothing."""
    stops = file.calendar["stops"]
    for entry, noted in all_noted(file):
        people = persons(file, entry["n"])
        when = stops.get(str(entry["n"]), "")[:16].replace("T", " ")
        if entry["kind"] == "note":
            yield entry["n"], when, f"a note: {'. '.join(map(': '.join, noted))}", "", ""
            continue
        used = {use["seat"] for use in entry["used"] if use["by"] in ("answer", "line", "petition", "standing")}
        asked = [people[seat] for seat in entry.get("asked", ()) if seat in people]
        answered = [people[seat] for seat in people if seat in used]
        yield entry["n"], when, ", ".join(asked), ", ".join(answered), len(entry.get("draws", ())) or ""


def write_turns(file: GameFile, folder: Folder, address: str, found: Outcome) -> Iterator[str]:
    """Write the turn pages of a game; the paths.  A seat that is asked nothing now has none, and loses the one that it
    had."""
    title = file.game.id
    asked = asked_seats(file) if found.waits else []
    shared: Beside = {
        "style": common.address("turn.css"),
        "scripts": [common.address(f"map-{title}.js"), common.address("turn.js")],
        "pictures": common.filming(title).pictures,
    }
    for seat in file.charter["seats"]:
        if seat in asked:
            yield write(folder, turn_name(seat), turn_page(file, seat, address, shared))
        elif os.path.exists(os.path.join(folder, turn_name(seat))):
            os.remove(os.path.join(folder, turn_name(seat)))


def turn_name(seat: str) -> str:
    """The file name of the turn page of a seat."""
    return f"turn-{seat}.html"


def _links(file: GameFile, found: Outcome, cup: Link | None) -> Iterator[Link]:
    """Where one may go from the page of a game: the club, its tournament, the pages of those who are asked."""
    yield _say("all-games"), "../index.html"
    if cup:
        yield cup[0], f"../{cup[1]}"
    yield from ((_say("orders", who=persons(file)[seat]), turn_name(seat)) for seat in asked_seats(file) if found.waits)
    yield _say("report"), "report.json"


def decision_told(file: GameFile, found: Outcome) -> str:
    """What a director decided on a game, as a sentence, or ""."""
    return outcome_told(found, names_of(file)) if found.decided else ""
