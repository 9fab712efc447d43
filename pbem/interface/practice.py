"""Practice: an ordinary game of one person, in which robots answer for everybody else, at once."""

import os
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from pbem.core.data.json_types import Json
from pbem.core.data.problems import Refused, refusals
from pbem.core.data.store import make_folder
from pbem.core.play import gamefile
from pbem.core.record.charter import arrangements, powers_of
from pbem.core.record.now import asks_of
from pbem.core.record.seat_history import persons

from .choices import game_of
from .files import load, locked, secret_path, settle
from .no_such_thing import NoSuchThing
from .playing import new
from .reading import rendered

if TYPE_CHECKING:
    from pbem.core.play.gamefile import GameFile

OVER = "The game is over. To begin the next one, type pbem practice again."
ROBOT = "robot"  # who holds the other seats


class Practice:
    """A game of practice.

    path   of the game file;  seat  of the person
    """

    def __init__(self, path: str, seat: str) -> None:
        self.path, self.seat = path, seat

    def file(self) -> "GameFile":
        return load(self.path, to_play=True)

    def carry_on(self, orders: str = "") -> "GameFile":
        """Play until the person is asked something or the game is over; the game then.

        orders   of the person, as text; of what they do not answer the published default is taken
        Raises Refused with all that is wrong with them; then nothing was played."""
        secret = secret_path(self.path, None)
        with locked(self.path, secret):
            file, _ = settle(self.path, secret)
            given = self._read(file, orders) if orders else []
            while given or not (file.is_over or self.is_asked(file)):
                file, given = self._played(file, given, secret), []
        return file

    def is_asked(self, file: "GameFile") -> bool:
        return bool(asks_of(file, self.seat))

    def page(self, address: str, told: Iterable[str] = ()) -> str:
        """The page of the person's turn; `address` is where it sends orders (page.turn)."""
        from pbem.mail.pending import stands_of
        from pbem.page.turn import turn_page

        file = self.file()
        over = [] if file.result is None else [OVER]
        stands = None if file.is_over else stands_of(file, self.seat)
        return turn_page(file, self.seat, address, stands=stands, told=[*over, *told])

    def film(self) -> str:
        return rendered(self.file(), "film")

    def told(self, file: "GameFile", since: int) -> str:
        """Where a game stands, and what happened after an entry, as text."""
        from pbem.report.build import build
        from pbem.report.sheet import story
        from pbem.report.text import lines_of

        report = build(file, since, seat=self.seat)
        return "\n".join(["", report["moment"], *lines_of(story(report["story"]))])

    def _read(self, file: "GameFile", text: str) -> list[Json]:
        """The order document of the person; raises Refused."""
        from pbem.core.orders import orders
        from pbem.core.play.checking import check_orders

        powers = {seat: powers_of(file.charter, seat) for seat in file.charter["seats"]}
        read, problems = orders.read(text.encode(), file.game, powers, name="orders", asked=file.asked_kinds)
        found = [{**read.to_json(), "file": "orders", "seat": self.seat}]
        problems += [] if refusals(problems) else check_orders(file, found).problems
        if refusals(problems):
            raise Refused(problems)
        return found

    def _played(self, file: "GameFile", given: Sequence[Json], secret: str) -> "GameFile":
        """One entry more."""
        from pbem.core.play import play, replay
        from pbem.core.play.signer import open_signer
        from pbem.core.trial.robots import random_orders
        from pbem.core.trial.selfplay import Chance

        robots = [one for one in random_orders(file, Chance(file.head), None, "sensible") if one["seat"] != self.seat]
        signer = open_signer(secret, file)
        outcome = play.adjudicate(file, [*given, *robots], signer, [self.seat] if given else [])
        outcome.file.path = self.path
        gamefile.write(outcome.file, self.path)
        replay.remember(outcome.file, outcome.finder if outcome.entry else None)
        signer.save(outcome.file)
        return outcome.file


def begun(folder: str, title: str, seat: str | None) -> Practice:
    """The game of TITLE/SCENARIO in a folder that is under way, or a new one; as far as the person is asked.

    seat   of the person; by default the first one
    Raises NoSuchThing for a title or a seat that there is none of, and for another seat than that of the game."""
    title, _, scenario = title.partition("/")
    game = game_of(title)
    scenario = scenario or ("ready" if "ready" in game.scenarios else next(iter(game.scenarios)))
    for path in _paths(folder, f"practice-{title}-{scenario}"):
        if not os.path.exists(path):
            return _new(path, title, scenario, seat)
        found = Practice(path, _seat_of_person(load(path)))
        if not found.carry_on().is_over:
            if seat not in (None, found.seat):
                raise NoSuchThing(f"You are {found.seat} in {path}; move it away to begin another game.")
            return found
    raise AssertionError


def _paths(folder: str, name: str) -> Iterator[str]:
    yield os.path.join(folder, f"{name}.json")
    number = 1
    while number := number + 1:
        yield os.path.join(folder, f"{name}-{number}.json")


def _seat_of_person(file: "GameFile") -> str:
    return next(seat for seat, name in persons(file).items() if name != ROBOT)


def _new(path: str, title: str, scenario: str, seat: str | None) -> Practice:

    seats = list(next(iter(arrangements(game_of(title), scenario, None).values())))
    own = seats[0] if seat is None else seat
    if own not in seats:
        raise NoSuchThing(f"There is no seat {own}; there are {', '.join(seats)}.")
    make_folder(os.path.dirname(path) or ".")
    new(title, path, scenario=scenario, names={other: ROBOT for other in seats if other != own})
    found = Practice(path, own)
    found.carry_on()
    return found
