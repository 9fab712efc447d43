"""Orders as links that open a mail program: one tap, and "send".

A link holds at most 2,000 characters, for more are cut by some programs; order lines stand in it with ids in ASCII.
"""

from collections.abc import Iterable
from urllib.parse import quote

from pbem.core.data.json_types import Json

MOST = 2000  # characters of a link in all
SERVED = "./"  # the address of whoever adjudicates, where that is the server that gives the page
BREAK = "\r\n"


def header(asked: Json) -> list[str]:
    """The lines with which the orders of a seat begin."""
    return [f"game {asked['game']}", f"seat {asked['seat']}", f"entry {asked['entry']}", f"head {asked['head']}"]


def order_text(asked: Json, lines: Iterable[str]) -> str:
    """An order file of some lines."""
    return BREAK.join([*header(asked), "", *lines, "--", ""])


def subject(asked: Json) -> str:
    """The subject of an order: what the desk and other people's mail programs sort by."""
    return f"[pbem {asked['game']} e{asked['entry']}] {'draft' if asked['is_draft'] else 'orders'} of {asked['seat']}"


def mailto(asked: Json, address: str, lines: Iterable[str]) -> tuple[str, bool]:
    """``(link, is whole)``: a link to a mail with these order lines; with the header alone where they are too long.
    Where no mail is sent, a link to where orders are written."""
    if address.startswith(SERVED):
        return "#by-hand", True
    link = _link(asked, address, lines)
    return (link, True) if len(link) <= MOST else (_link(asked, address, []), False)


def _link(asked: Json, address: str, lines: Iterable[str]) -> str:
    fields = f"subject={quote(subject(asked), safe='')}&body={quote(order_text(asked, lines), safe='')}"
    return f"mailto:{quote(address, safe='@+.-_')}?{fields}"
