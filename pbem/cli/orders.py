"""pbem orders: order files from one form into the other."""

import os
from collections.abc import Collection
from typing import TYPE_CHECKING

import click

from pbem.core.data.problems import Refused, refusals
from pbem.interface.choices import game_of
from pbem.interface.files import order_bytes

from .options import load_game
from .output import put, shown, warn
from .parameters import declared
from .usage import WrongUsage

if TYPE_CHECKING:
    from pbem.core.orders.orderfile import OrderFile
    from pbem.core.title.game import Game


@click.group("orders")
def command() -> None:
    """Order files: from text to canonical JSON and back."""


@declared("orders convert", command)
def convert(orders: str, form: str | None, game: str | None, title: str | None, path: str, as_json: bool) -> None:
    """Read an order file in either form and write it in the other; converting back gives the same orders.

    Only the words are checked; pbem check says what the orders mean on the board. The line that names the seat must be
    there.
    """
    from pbem.core.orders import orders as order_files

    named, powers, asked = _title(game, title)
    name = os.path.basename(orders) if orders != "-" else "standard input"
    data = order_bytes(orders)
    found, problems = order_files.read(data, named, powers, name, require=("seat",), asked=asked)
    if refusals(problems):
        raise Refused(problems)
    for problem in problems:
        warn(shown(problem))
    form = form or ("text" if data.lstrip()[:1] == b"{" else "json")
    put(path, found.to_text() if form == "text" else _json(found), as_json, "orders")


def _title(game: str | None, title: str | None) -> "tuple[Game, dict[str, list[str]] | None, Collection[str]]":
    """``(title, {seat: [powers]}, kinds asked now)`` of a game file or of a title's id."""
    if game:
        file = load_game(game)
        return file.game, file.powers, file.asked_kinds
    if not title:
        raise WrongUsage("game-or-title")
    return game_of(title), None, ()


def _json(orders: "OrderFile") -> str:
    import json

    return json.dumps(orders.to_json(), ensure_ascii=False, indent=1) + "\n"
