"""Practice: an ordinary game of one person, in which robots answer for everybody else, at once."""

import os
import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from pbem.core.data.store import make_folder, write
from pbem.core.data.tables import Sentences
from pbem.core.record.charter import arrangements, scenario_id
from pbem.core.record.now import asks_of

from .choices import game_of
from .files import load, locked, secret_path, settle
from .no_such_thing import NoSuchThing
from .playing import new, played
from .reading import rendered

if TYPE_CHECKING:
    from pbem.core.play.gamefile import GameFile

_say = Sentences(__name__)

FIRST = "red-dragon"
_IS_GAME = re.compile(r"practice-[a-z0-9-]+\.json").fullmatch
QUICK = "quick"  # the level of robots if nothing is said


class Practice:
    """A game of practice.

    path   of the game file;  seat  of the person;  level  of the robots
    """

    def __init__(self, path: str) -> None:
        self.path, charter = path, load(path).charter
        self.seat = next(seat for seat in charter["seats"] if seat not in charter["robots"])
        self.level = next(iter(charter["robots"].values()))["level"]

    def file(self) -> "GameFile":
        return load(self.path, to_play=True)

    def carry_on(self, orders: str | None = None, asks_on: bool = False) -> "GameFile":
        """Play until the person is asked something or the game is over; the game then.

        orders    a file of the person's, for what is asked now if it does not say for what; of what they do not answer
                  the published default is taken
        asks_on   they leave the rest of the turn open: it is asked for
        Raises Refused with all that is wrong with them; then nothing was played."""
        secret = secret_path(self.path, None)
        with locked(self.path, secret):
            file, _ = settle(self.path, secret)
            while orders or not (file.is_over or self.is_asked(file)):
                given, orders = [orders] if orders else [], None
                silent = [self.seat] if given and not asks_on else []
                own = {"game": file.name, "seat": self.seat, "entry": file.next, "head": file.head}
                file = played(file, given, self.path, None, secret, silent, None, own=own).file
        return file

    def answer(self, text: str, asks_on: bool = False) -> "GameFile":
        """The same with orders as text."""
        place = f"{self.path}.orders"
        write(place, text, lasting=False)
        try:
            return self.carry_on(place, asks_on)
        finally:
            os.remove(place)

    def is_asked(self, file: "GameFile") -> bool:
        return bool(asks_of(file, self.seat))

    def page(self, address: str, told: Iterable[str] = (), tried: str = "") -> str:
        """The page of the person's turn, with the boards to which `tried` orders may lead; `address` is where it sends
        orders (page.turn).  Raises Refused."""
        from pbem.mail.pending import stands_of
        from pbem.page.turn import turn_page

        file = self.file()
        over = [] if file.result is None else [_say("over")]
        stands = None if file.is_over else stands_of(file, self.seat)
        return turn_page(file, self.seat, address, stands=stands, told=[*over, *told], tried=tried)

    def film(self) -> str:
        return rendered(self.file(), "film")

    def told(self, file: "GameFile", since: int) -> str:
        """Where a game stands, and what happened after an entry, as text."""
        from pbem.report.build import build
        from pbem.report.sheet import story
        from pbem.report.text import lines_of

        report = build(file, since, seat=self.seat)
        return "\n".join(["", report["moment"], *lines_of(story(report["story"]))])

    def done(self, file: "GameFile", since: int) -> str:
        """What became of the person's orders, and in short what happened, after an entry, as text."""
        from pbem.report.build import build
        from pbem.report.sheet import done_blocks
        from pbem.report.text import lines_of

        return "\n".join(
            lines_of(item for block in done_blocks(build(file, since, seat=self.seat)) for item in block.items)
        )


def begun(folder: str, title: str | None, seat: str | None, level: str | None) -> Practice:
    """The game of TITLE/SCENARIO in a folder that is under way, or a new one; as far as the person is asked.

    title   by default that of the games which lie there, or a first game of Red Dragon Rising
    seat    of the person; by default the first one
    level   of the robots in a new game
    Raises NoSuchThing for a title or a seat that there is none of, and for others than those of the game; Refused for a
    level that there is none of."""
    title, _, scenario = (title or _played_in(folder)).partition("/")
    game = game_of(title)
    first = "ready" if "ready" in game.scenarios else next(iter(game.scenarios))
    scenario = scenario_id(game, scenario or first)
    if scenario not in game.scenarios:
        raise NoSuchThing("of-title", title=game.name, what="scenario", name=scenario, there=[*game.scenarios])
    for path in _paths(folder, f"practice-{title}-{scenario}"):
        if not os.path.exists(path):
            return _new(path, title, scenario, seat, level or QUICK)
        found = Practice(path)
        if not found.carry_on().is_over:
            now = {"seat": found.seat, "level": found.level}
            for name, wanted in (("seat", seat), ("level", level)):
                if wanted not in (None, now[name]):
                    raise NoSuchThing("other-practice", what=name, path=path, now=now[name])
            return found
    raise AssertionError


def _played_in(folder: str) -> str:
    """TITLE/SCENARIO of the games of practice that lie in a folder; raises NoSuchThing if there are several."""
    files = [name for name in os.listdir(folder) if _IS_GAME(name)] if os.path.isdir(folder) else []
    charters = [load(os.path.join(folder, name)).charter for name in sorted(files)]
    found = list(dict.fromkeys(f"{one['title']}/{one['scenario']}" for one in charters))
    if len(found) > 1:
        raise NoSuchThing("practices", folder=folder, titles=[*found])
    return found[0] if found else FIRST


def _paths(folder: str, name: str) -> Iterator[str]:
    yield os.path.join(folder, f"{name}.json")
    number = 1
    while number := number + 1:
        yield os.path.join(folder, f"{name}-{number}.json")


def _new(path: str, title: str, scenario: str, seat: str | None, level: str) -> Practice:
    seats = list(next(iter(arrangements(game_of(title), scenario, None).values())))
    own = seats[0] if seat is None else seat
    if own not in seats:
        raise NoSuchThing("seat", name=own, there=seats, near="")
    make_folder(os.path.dirname(path) or ".")
    new(title, path, scenario=scenario, robots={other: level for other in seats if other != own})
    found = Practice(path)
    found.carry_on()
    return found
