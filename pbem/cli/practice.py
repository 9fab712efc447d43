"""pbem practice: a game against robots."""

import os
import shlex
from typing import TYPE_CHECKING

from pbem.core.data.problems import BrokenFile, Problem, Refused
from pbem.core.data.tables import Sentences

from .output import print_json, say, shown, warn
from .parameters import declared

if TYPE_CHECKING:
    from pbem.core.data.json_types import Json
    from pbem.interface.practice import Practice

_say = Sentences(__name__)

PAGE, ORDERS = "turn.html", "orders.txt"


@declared("practice")
def command(
    scenario: str | None, seat: str | None, level: str | None, folder: str | None, terminal: bool, as_json: bool
) -> None:
    """Play TITLE/SCENARIO against robots, which answer at once; without a name, the game in the folder, or a first game
    of Red Dragon Rising.

    Your turn opens in the browser, served to this computer alone. The game is in the current folder, or in DIR, and
    is a game like any other: report, verify and report --format film work on it. A game that was begun is continued;
    when it is over, the next one begins.
    """
    from pbem.interface.practice import begun

    game = begun(folder or ".", scenario, seat, level)
    file = game.file()
    say(_say("begun", title=file.game.name, seat=game.seat, path=game.path))
    if terminal:
        _at_terminal(game)
    elif folder is not None:
        _in_folder(game, folder)
    else:
        _in_browser(game, as_json)
        return
    if as_json:
        print_json(_as_json(game))


def _as_json(game: "Practice", address: str | None = None) -> "Json":
    file = game.file()
    row = {"pbem": "practice/1", "game": file.name, "file": game.path, "seat": game.seat}
    return {**row, "entry": file.next, "over": file.result, "address": address}


def _in_folder(game: "Practice", folder: str) -> None:
    """Answer the orders that lie in the folder, and write the page of the turn that follows."""
    from pbem.core.data import store

    orders, page = os.path.join(folder, ORDERS), os.path.join(folder, PAGE)
    if os.path.exists(orders):
        since = game.file().n
        file = game.carry_on(orders)
        os.remove(orders)
        say(_say("read", path=orders, told=game.done(file, since)))
    store.write(page, game.page(f"./{ORDERS}"))
    charter = game.file().charter
    again = shlex.join(["pbem", "practice", f"{charter['title']}/{charter['scenario']}", "--folder", folder])
    say(_say("turn", page=page, orders=orders, again=again))


def _at_terminal(game: "Practice") -> None:
    """Questions and answers, until the person gives up or the game is over."""
    from .order import GivenUp, composed

    since = 0
    while True:
        file = game.file()
        print(game.told(file, since))
        since = file.n
        if file.is_over:
            return
        try:
            game.answer(composed(file, game.seat).text(), asks_on=True)
        except GivenUp:
            say(_say("waits"))
            return
        except Refused as refused:
            for problem in refused.problems:
                warn(shown(problem))


def _in_browser(game: "Practice", as_json: bool) -> None:
    """Serve the pages until somebody ends it."""
    import signal

    from pbem.page.serving import Local

    refused, tried = list[Problem](), [""]

    def page() -> str:
        told, refused[:] = [shown(one) for one in refused], []
        orders, tried[0] = tried[0], ""
        try:
            return game.page("./", told, orders)
        except Refused as refusal:
            return game.page("./", [*told, *map(shown, refusal.problems)])

    def take(fields: dict[str, str]) -> str:
        if "try" in fields:
            tried[0] = fields.get("orders", "")
            return "#after"
        try:
            game.answer(fields.get("orders", ""))
        except (Refused, BrokenFile) as refusal:
            refused[:] = refusal.problems
        return ""

    with Local({"": page, "film": lambda: game.film()}, take) as server:
        if as_json:
            print_json(_as_json(game, server.address))
        else:
            say(_say("served", address=server.address))
        door = f"{game.path}.open.html"
        signal.signal(signal.SIGTERM, signal.default_int_handler)  # whoever is told to end ends as by Ctrl-C
        try:
            _open(server.address, door)
            server.serve_until_it_fails()
        finally:
            server.busy.acquire()  # what is being played is written first
            os.remove(door)


def _open(address: str, door: str) -> None:
    """Open the browser, by a file that only this person can read: what a browser is started with, others see."""
    import webbrowser
    from html import escape
    from pathlib import Path
    from threading import Thread

    from pbem.core.data import store

    if os.path.exists(door):
        os.remove(door)  # whoever could read it once might still
    store.write(door, f'<meta http-equiv="refresh" content="0;url={escape(address)}">', mode=0o600, lasting=False)
    try:
        is_console = type(webbrowser.get()) is webbrowser.GenericBrowser and "BROWSER" not in os.environ
    except webbrowser.Error:
        return
    if not is_console:
        Thread(target=webbrowser.open, args=(Path(door).resolve().as_uri(),), daemon=True).start()
