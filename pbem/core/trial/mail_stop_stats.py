"""Stops as a number: how often a game played by mail waits for a person.

A stop is an adjudication that ends with somebody waiting.  It is measured under the way of playing that mail asks
for: the power whose activity it is answers when asked, one stop however many of its questions stand together; all
others have lodged the published defaults as standing orders, so that nobody waits for them; covered kinds take
their published default at once.
"""

from collections.abc import Iterable
from typing import Any

from ..data.boards import Board
from ..data.json_types import Json
from ..draws.draws import Source, ThrowawaySource
from ..record.charter import Charter
from ..rules.engine import Session
from ..rules.requests import Ask
from ..title.game import Game
from .selfplay import Chance, Fault, RandomFeed, throwaway_seed


class Tally:
    """Stops of some games.

    games   [{"stops", "steps", "rounds"}] a game; a round is what the title counts by (`Game.pace`)
    kinds   {kind of question: stops at which it was asked}
    """

    def __init__(self) -> None:
        self.games: list[dict[str, int]] = []
        self.kinds: dict[str, int] = {}

    def to_json(self, game: Game) -> Json:
        """The tally for schemas/stops.schema.json: totals, the distribution over games, the ten dearest kinds."""
        stops = sorted(played["stops"] for played in self.games)
        dearest = sorted(self.kinds.items(), key=lambda row: (-row[1], row[0]))[:10]
        return {
            "pbem": "stops/1",
            "title": game.id,
            "games": len(stops),
            "stops": sum(stops),
            "rounds": sum(played["rounds"] for played in self.games),
            "round": game.pace[0],
            "per_game": {name: stops[(len(stops) - 1) * share // 100] for name, share in _SHARES},
            "kinds": [{"kind": kind, "stops": count} for kind, count in dearest],
        }


_SHARES = (("least", 0), ("tenth", 10), ("half", 50), ("nine tenths", 90), ("most", 100))


class StandingFeed(RandomFeed):
    """Answers what the acting powers were asked at the last stop by random samples, and others by their defaults."""

    def __init__(self, game: Game, source: Source | None, chance: Chance) -> None:
        super().__init__(game, source, chance)
        self.given: dict[str, Any] = {}

    def answer_stop(self, board: Board, asks: Iterable[Ask]) -> None:
        """People answer everything that is asked now."""
        self.given = {ask.question: self.sample(board, ask) for ask in asks}

    def peek(self, board: Board, ask: Ask) -> Any:
        if not ask.is_open and len(ask.options) == 1:
            return ask.options[0]
        kind = self.game.kinds[ask.kind]
        if kind.default_at_once or ask.power not in self.game.acting(board):
            return kind.default(board, ask)
        return self.given.get(ask.question)

    def answer(self, board: Board, ask: Ask) -> Any:
        answer = self.peek(board, ask)
        self.given.pop(ask.question, None)
        return answer


def count_stops(game: Game, charter: Charter, seed: str, tally: Tally) -> None:
    """Play one game to its end in memory and add its stops to the tally.  Raises Fault if it stops for a draw."""
    feed = StandingFeed(game, ThrowawaySource(throwaway_seed(seed)), Chance(seed))
    session = Session(game, game.new_board(charter))
    stops = 0
    while (stop := session.run(feed)).why != "over":
        if stop.why != "asks":
            raise Fault(f"the game stopped with {stop.why}")
        stops += 1
        for kind in sorted({ask.kind for ask in stop.asks}):
            tally.kinds[kind] = tally.kinds.get(kind, 0) + 1
        feed.answer_stop(session.board, stop.asks)
    rounds = sum(fact["type"] in game.pace[1] for step in session.closed for fact in step["facts"])
    rounds = rounds if game.pace[1] else len(session.closed)
    tally.games.append({"stops": stops, "steps": len(session.closed), "rounds": rounds})


def as_text(report: Json) -> str:
    """A tally for people."""
    spread = ", ".join(f"{name} {count}" for name, count in report["per_game"].items())
    lines = [
        f"{report['games']} games, {report['stops']} stops in {report['rounds']} {report['round']}: "
        f"{_ratio(report['stops'], report['rounds'])} stops each.",
        f"Stops a game: {spread}.",
        "Stops at which a kind of question was asked:",
    ]
    return "\n".join(lines + [f"  {row['stops']:>6}  {row['kind']}" for row in report["kinds"]])


def _ratio(part: int, whole: int) -> str:
    """A ratio with two places, made of integers."""
    hundredths = (200 * part + whole) // (2 * whole) if whole else 0
    return f"{hundredths // 100}.{hundredths % 100:02d}"
