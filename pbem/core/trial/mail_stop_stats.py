"""Stops as a number: how often a game played by mail waits for a person.

A stop is an adjudication that ends with somebody waiting; questions that stand together are one.  Covered kinds take
their published default at once, and whoever does not act has lodged the published defaults, so that nobody waits for
him.  One game is counted under every style at once, and goes on by what its players would answer if they were asked:

    single    one question a mail
    sheet     the whole turn of a power in one mail: what comes once in a turn is answered by the first mail of it, what
              an action brings with it by the mail that began it; asked again where nothing of that is legal
    policies  and what the title says seldom matters (`Turns.seldom`) is answered as published; so is any other kind for
              which its power took the published default twice in a row, until that is worse than what it would do now
    lists     and a list for every kind of question, written at the last report, whichever seat was asked there, answers
              by its first legal answer if that is at most EPSILON worse than what the player would do now; that its
              tripwires tell the two apart is taken for granted.  It takes the place of defaults taken twice

Where no fight begins (`Turns.free`) lines are done as far as they can be, and so never ask again.  Answers that are
taken without asking, and that the player thinks worse than his own by more than EPSILON, are counted.
"""

from collections import Counter
from collections.abc import Callable, Collection
from itertools import islice
from typing import Any, NamedTuple

from ..data.boards import Board
from ..data.canon import encode
from ..data.json_types import Json
from ..draws.draws import ThrowawaySource
from ..record.charter import Charter
from ..rules.engine import Session
from ..rules.requests import Ask, Following, Roll
from ..title.game import Game
from .players import FEEDS, choices, legal, worth
from .selfplay import Chance, Fault, throwaway_seed

EPSILON = 0.15
TWICE = 2  # defaults taken in a row, after which a standing order is offered
LONGEST = 5  # answers of a list
STYLES = ("single", "sheet", "policies", "lists")
COUNTED = ("stops", "hands", "worse")


class Mail(NamedTuple):
    """When a seat wrote last: the turn of the power, the steps closed before, and the board as JSON."""

    turn: int
    step: int
    shown: Json


class Stops:
    """The stops of one game under one style.

    counts   stops; hands, changes of hand: stops that wait for others than the stop before; worse, answers taken
             without asking that are worse than what the player would have done
    seats    {seat: stops at which it was waited for};  kinds   {kind of question: stops at which it was asked}
    closed   {(power, kind, number of the turn of the power)} of questions answered
    defaults {(power, kind): published defaults taken in a row when asked}
    mails    {power: Mail} of its last answers to a stop;  report   the board at the last stop of anybody
    """

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.seats: Counter[str] = Counter()
        self.kinds: Counter[str] = Counter()
        self.closed: set[tuple[str, str, int]] = set()
        self.defaults: Counter[tuple[str, str]] = Counter()
        self.mails: dict[str, Mail] = {}
        self.report: Json | None = None
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
    counts, seats, kinds   sums of what `Stops` holds, by style
    """

    def __init__(self) -> None:
        self.games: dict[str, list[dict[str, int]]] = {style: [] for style in STYLES}
        self.counts: dict[str, Counter[str]] = {style: Counter() for style in STYLES}
        self.seats: dict[str, Counter[str]] = {style: Counter() for style in STYLES}
        self.kinds: dict[str, Counter[str]] = {style: Counter() for style in STYLES}

    def add(self, style: str, stops: Stops, steps: int, rounds: int) -> None:
        """A game that is over."""
        stops.close()
        self.games[style].append({"stops": stops.counts["stops"], "steps": steps, "rounds": rounds})
        self.counts[style].update(stops.counts)
        self.seats[style].update(stops.seats)
        self.kinds[style].update(stops.kinds)

    def to_json(self, game: Game, style: str = "single", players: str = "random") -> Json:
        """The tally for schemas/stops.schema.json: totals, the distribution over games, the ten dearest kinds."""
        games = self.games[style]
        stops = sorted(played["stops"] for played in games)
        dearest = sorted(self.kinds[style].items(), key=lambda row: (-row[1], row[0]))[:10]
        return {
            "pbem": "stops/1",
            "title": game.id,
            "players": players,
            "style": style,
            "games": len(stops),
            **{name: self.counts[style][name] for name in COUNTED},
            "rounds": sum(played["rounds"] for played in games),
            "round": game.pace[0],
            "per_game": {name: stops[(len(stops) - 1) * share // 100] for name, share in _SHARES},
            "seats": dict(sorted(self.seats[style].items())),
            "kinds": [{"kind": kind, "stops": count} for kind, count in dearest],
        }


_SHARES = (("least", 0), ("tenth", 10), ("half", 50), ("nine tenths", 90), ("most", 100))


class CountingFeed:
    """Answers as its players do, and counts the stops under each style."""

    def __init__(self, game: Game, charter: Charter, seed: str, players: str, styles: Collection[str]) -> None:
        self.game, self.charter = game, charter
        self.player = FEEDS[players](game, ThrowawaySource(throwaway_seed(seed)), Chance(seed))
        self.styles = {style: Stops() for style in styles}
        self.session = Session(game, game.new_board(charter))
        self._known: dict[tuple[str, Any], Any] = {}  # of the question that is asked now, for all styles

    def petition(self, board: Board) -> Following | None:
        return self.player.petition(board)

    def heard(self, board: Board, verbs: Collection[str]) -> Following | None:
        return self.player.heard(board, verbs)

    def roll(self, request: Roll) -> Any:
        return self.player.roll(request)

    def _waits(self, board: Board, ask: Ask) -> bool:
        """Whether somebody might be waited for at all."""
        if self.game.kinds[ask.kind].default_at_once or ask.power not in self.game.acting(board):
            return False
        return ask.is_open or len(ask.options) > 1

    def peek(self, board: Board, ask: Ask) -> Any:
        if self._waits(board, ask):
            return self.player.peek(board, ask)
        if not ask.is_open and len(ask.options) == 1:
            return ask.options[0]
        return self.game.kinds[ask.kind].default(board, ask)

    def answer(self, board: Board, ask: Ask) -> Any:
        if not self._waits(board, ask):
            return self.peek(board, ask)
        answer = self.player.answer(board, ask)
        self._known.clear()
        turn = self.game.turns.number(board, ask.power)
        for style, stops in self.styles.items():
            found = self._ahead(style, stops, board, ask, answer)
            if not found:
                self._stop(stops, board, ask, answer)
            elif not (found[0] == answer or self._is_good(board, ask, found[0], answer)):
                stops.counts["worse"] += 1
                stops.defaults[ask.power, ask.kind] = 0
            stops.closed.add((ask.power, ask.kind, turn))
        return answer

    def _stop(self, stops: Stops, board: Board, ask: Ask, answer: Any) -> None:
        stops.ask(self.session.moment, self.charter["powers"].get(ask.power, ask.power), ask.kind)
        shown = stops.report = self._once("shown", "", board.to_json)
        stops.mails[ask.power] = Mail(self.game.turns.number(board, ask.power), len(self.session.closed), shown)
        is_default = answer == self.game.kinds[ask.kind].default(board, ask)
        stops.defaults[ask.power, ask.kind] = (stops.defaults[ask.power, ask.kind] + 1) * is_default

    def _ahead(self, style: str, stops: Stops, board: Board, ask: Ask, answer: Any) -> list[Any]:
        """The answer that was given before, as a list of one; [] if the seat is asked."""
        if style == "single":
            return []
        turns, has_tripwires = self.game.turns, style == "lists"
        if style != "sheet" and self._stands(stops, ask, has_tripwires):
            return [self.game.kinds[ask.kind].default(board, ask)]
        is_on_sheet = self._is_on_sheet(stops, board, ask)
        if is_on_sheet and ask.kind in turns.free:
            return [answer]
        found = self._written(stops.mails[ask.power].shown, board, ask) if is_on_sheet else []
        if has_tripwires and not (found and self._is_good(board, ask, found[0], answer)):
            listed = ask.kind not in turns.free and stops.report is not None
            found = self._written(stops.report or {}, board, ask) if listed else []
            return found if found and self._is_good(board, ask, found[0], answer) else []
        return found

    def _stands(self, stops: Stops, ask: Ask, has_lists: bool) -> bool:
        """Whether a standing order takes the published default."""
        taken = 0 if has_lists else stops.defaults[ask.power, ask.kind]
        return ask.kind in self.game.turns.seldom or taken >= TWICE

    def _is_on_sheet(self, stops: Stops, board: Board, ask: Ask) -> bool:
        """Whether the last mail of a power may have answered a question: one that comes once in a turn, and did not
        come yet, if it is of that turn; any other if it is of that action."""
        mail, turn = stops.mails.get(ask.power), self.game.turns.number(board, ask.power)
        if mail is None:
            return False
        if ask.kind not in self.game.turns.once:
            return len(self.session.closed) == mail.step
        return turn == mail.turn and (ask.power, ask.kind, turn) not in stops.closed

    def _once(self, what: str, of: Any, work: Callable[[], Any]) -> Any:
        """What comes of some work, which is done once for a question."""
        if (what, of) not in self._known:
            self._known[what, of] = work()
        return self._known[what, of]

    def _written(self, shown: Json, board: Board, ask: Ask) -> list[Any]:
        """What somebody who saw a board wrote for a question, if that is legal now: the first that is."""
        found: list[Any] = self._once("written", id(shown), lambda: self._first_legal(shown, board, ask))
        return found

    def _first_legal(self, shown: Json, board: Board, ask: Ask) -> list[Any]:
        then = self.game.board_from(shown, self.charter)
        listed = [one.answer for one in islice(choices(self.game, then, ask), LONGEST)]
        settled = (legal(self.game, board, ask, answer) for answer in listed)
        return list(islice((one for one in settled if one is not None), 1))

    def _is_good(self, board: Board, ask: Ask, answer: Any, wished: Any) -> bool:
        """Whether an answer is hardly worse than the one that is wished for."""
        if answer == wished:
            return True
        return self._worth(board, ask, wished) - self._worth(board, ask, answer) <= EPSILON

    def _worth(self, board: Board, ask: Ask, answer: Any) -> float:
        found: float = self._once("worth", encode(answer), lambda: worth(self.game, board, ask, answer))
        return found


def count_stops(
    game: Game,
    charter: Charter,
    seed: str,
    tally: Tally,
    players: str = "random",
    styles: Collection[str] = ("single",),
) -> None:
    """Play one game to its end in memory and add its stops to the tally.  Raises Fault if it stops for want of
    anything."""
    feed = CountingFeed(game, charter, seed, players, styles)
    stop = feed.session.run(feed)
    if stop.why != "over":
        raise Fault(f"the game stopped with {stop.why}")
    steps = feed.session.closed
    told = sum(fact["type"] in game.pace[1] for step in steps for fact in step["facts"])
    for style, stops in feed.styles.items():
        tally.add(style, stops, len(steps), told if game.pace[1] else len(steps))


def as_text(report: Json) -> str:
    """A tally for people."""
    spread = ", ".join(f"{name} {count}" for name, count in report["per_game"].items())
    seats = ", ".join(f"{seat} {count}" for seat, count in report["seats"].items())
    lines = [
        f"{report['games']} games, {report['stops']} stops in {report['rounds']} {report['round']}: "
        f"{ratio(report['stops'], report['rounds'])} stops each.",
        f"Players: {report['players']}, style: {report['style']}; {report['hands']} changes of hand; "
        f"{report['worse']} answers taken without asking that the player thinks worse than his own.",
        f"Stops a game: {spread}.",
        f"Stops at which a seat was waited for: {seats or 'none'}.",
        "Stops at which a kind of question was asked:",
    ]
    return "\n".join(lines + [f"  {row['stops']:>6}  {row['kind']}" for row in report["kinds"]])


def ratio(part: int, whole: int) -> str:
    """A ratio with two places, made of integers."""
    hundredths = (200 * part + whole) // (2 * whole) if whole else 0
    return f"{hundredths // 100}.{hundredths % 100:02d}"
