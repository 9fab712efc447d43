"""Stops as a number: how often a game played by mail waits for a person.

A stop is an adjudication that ends with somebody waited for; questions that stand together are one.  Sensible players
play through the desk, by sheets that they type (mail_players).  Games of random players are counted in memory: there
covered kinds take their published default at once, and whoever does not act has lodged the published defaults.
"""

from collections import Counter
from collections.abc import Collection
from typing import Any

from ..data.boards import Board
from ..data.json_types import Json
from ..data.tables import Sentences
from ..draws.draws import ThrowawaySource
from ..play.gamefile import GameFile
from ..record.charter import Charter
from ..record.now import Row
from ..rules.engine import Session
from ..rules.requests import Ask
from ..title.game import Game
from .mail_players import STYLES, Table
from .selfplay import Chance, Fault, RandomFeed, throwaway_seed

_say = Sentences(__name__)

COUNTED = ("stops", "hands", "worse", "refused")


class Stops:
    """The stops of one game.

    counts  stops; hands, changes of hand: stops that wait for others than the stop before; worse, answers taken without
            asking that are worse than what the player would have done; refused, mails that were not taken as they were
    seats   {seat: stops at which it was waited for};  kinds   {kind of question: stops at which it was asked}
    """

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.seats: Counter[str] = Counter()
        self.kinds: Counter[str] = Counter()
        self._moment: object = None
        self._now: tuple[set[str], set[str]] = set(), set()
        self._before: set[str] = set()

    def ask(self, moment: object, seat: str, kind: str) -> None:
        """A seat is waited for, at a stop that there is already if the moment is the same."""
        if moment != self._moment:
            self.close()
            self._moment = moment
        self._now[0].add(seat)
        self._now[1].add(kind)

    def close(self) -> None:
        """Nothing more is asked at the last stop."""
        seats, kinds = self._now
        if seats:
            self.counts.update(stops=1, hands=seats != self._before)
            self.seats.update(seats)
            self.kinds.update(kinds)
            self._before, self._now = seats, (set(), set())


class Tally:
    """Stops of some games under each style.

    games    [{"stops", "steps", "rounds"}] a game, by style; a round is what the title counts by (`Game.pace`)
    sums     what all of them come to, by style
    """

    def __init__(self) -> None:
        self.games: dict[str, list[dict[str, int]]] = {style: [] for style in STYLES}
        self.sums = {style: Stops() for style in STYLES}

    def add(self, style: str, stops: Stops, steps: int, rounds: int) -> None:
        """A game that is over."""
        stops.close()
        self.games[style].append({"stops": stops.counts["stops"], "steps": steps, "rounds": rounds})
        for name in ("counts", "seats", "kinds"):
            getattr(self.sums[style], name).update(getattr(stops, name))

    def to_json(self, game: Game, style: str = "single", players: str = "random") -> Json:
        """The tally for schemas/stops.schema.json: totals, the distribution over games, the ten dearest kinds."""
        games, sums = self.games[style], self.sums[style]
        stops = sorted(played["stops"] for played in games)
        dearest = sorted(sums.kinds.items(), key=lambda row: (-row[1], row[0]))[:10]
        return {
            "pbem": "stops/1",
            "title": game.id,
            "players": players,
            "style": style,
            "games": len(stops),
            **{name: sums.counts[name] for name in COUNTED},
            "rounds": sum(played["rounds"] for played in games),
            "round": game.pace[0],
            "per_game": {name: stops[(len(stops) - 1) * share // 100] for name, share in _SHARES},
            "seats": dict(sorted(sums.seats.items())),
            "kinds": [{"kind": kind, "stops": count} for kind, count in dearest],
        }


_SHARES = (("least", 0), ("tenth", 10), ("half", 50), ("nine tenths", 90), ("most", 100))


class CountingFeed(RandomFeed):
    """Answers at random, and counts the stops."""

    def __init__(self, game: Game, charter: Charter, seed: str) -> None:
        super().__init__(game, ThrowawaySource(throwaway_seed(seed)), Chance(seed))
        self.charter, self.stops = charter, Stops()
        self.session = Session(game, game.new_board(charter))

    def _waits(self, board: Board, ask: Ask) -> bool:
        """Whether somebody might be waited for at all."""
        if self.game.kinds[ask.kind].default_at_once or ask.power not in self.game.acting(board):
            return False
        return ask.is_open or len(ask.options) > 1

    def sample(self, board: Board, ask: Ask) -> Any:
        if self._waits(board, ask):
            return super().sample(board, ask)
        if not ask.is_open and len(ask.options) == 1:
            return ask.options[0]
        return self.game.kinds[ask.kind].default(board, ask)

    def answer(self, board: Board, ask: Ask) -> Any:
        if self._waits(board, ask):
            self.stops.ask(self.session.moment, self.charter["powers"].get(ask.power, ask.power), ask.kind)
        return super().answer(board, ask)


def count_stops(
    game: Game,
    charter: Charter,
    seed: str,
    tally: Tally,
    players: str = "random",
    styles: Collection[str] = ("single",),
) -> None:
    """Play one game to its end, of sensible players one in each style, and add its stops to the tally.  Raises Fault if
    it stops for want of anything."""
    if players == "random":
        feed = CountingFeed(game, charter, seed)
        stop = feed.session.run(feed)
        if stop.why != "over":
            raise Fault(f"the game stopped with {stop.why}")
        tally.add("single", feed.stops, *_length(game, feed.session.closed))
        return
    for style in styles:
        _play_by_mail(game, charter, seed, tally, style)


def _play_by_mail(game: Game, charter: Charter, seed: str, tally: Tally, style: str) -> None:
    stops = Stops()

    def tells(file: GameFile, rows: list[Row]) -> None:
        for row in rows:
            stops.ask(file.next, row.seat, row.question["kind"] if row.question else "ahead")

    table = Table(charter, seed, style, tells)
    stops.counts.update(worse=table.worse(), refused=table.refused)
    tally.add(style, stops, *_length(game, [step for _, step in table.file.story()]))


def _length(game: Game, steps: Collection[Any]) -> tuple[int, int]:
    """Steps, and what the title counts by."""
    told = sum(fact["type"] in game.pace[1] for step in steps for fact in step["facts"])
    return len(steps), told if game.pace[1] else len(steps)


def as_text(report: Json) -> str:
    """A tally for people."""
    spread = ", ".join(f"{name} {count}" for name, count in report["per_game"].items())
    seats = ", ".join(f"{seat} {count}" for seat, count in report["seats"].items())
    lines = [
        _say("stops", **report, each=ratio(report["stops"], report["rounds"])),
        _say("players", **report),
        _say("spread", spread=spread),
        _say("seats", seats=seats or "none"),
        _say("kinds"),
    ]
    return "\n".join(lines + [f"  {row['stops']:>6}  {row['kind']}" for row in report["kinds"]])


def ratio(part: int, whole: int) -> str:
    """A ratio with two places, made of integers."""
    hundredths = (200 * part + whole) // (2 * whole) if whole else 0
    return f"{hundredths // 100}.{hundredths % 100:02d}"
