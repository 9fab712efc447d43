"""pbem form: an order form for exactly what a seat is asked, as text or as a page to click."""

from pbem.interface.files import seat_of

from .options import load_game
from .output import write
from .parameters import declared


@declared("form")
def command(game: str, seat: str, kind: str, address: str, path: str, as_json: bool) -> None:
    """Write an order form for what SEAT is asked now: the questions, legal answers, and the published default.

    The page (--format html) is one file that needs no network: it works from a mail or a folder, on a phone too, and
    writes the orders for you. Without scripts it still shows the map, the story, and answers as links.
    """
    from pbem.interface.reading import form

    file = load_game(game)
    seat = seat_of(file, seat)
    text = form(file, seat, "json" if as_json else kind, address=address)
    write(path, text)
