"""An answer found by trial: what a seat may say is played on with throw-away draws, the worse half is left out, again
and again.

Nothing is known here but the board that everybody sees; the draws are the same for all candidates, and have nothing to
do with those to come.  What is good, what is worth a try, and how the others answer meanwhile a title says (`Style`).
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from statistics import fmean as mean
from typing import Any, NamedTuple

from ..data.boards import Board
from ..data.canon import encode, th
from ..data.json_types import Json
from ..draws.draws import ThrowawaySource
from ..play.feed import Replay
from ..record.charter import Charter
from ..rules.engine import Session
from ..rules.requests import Ask, Following, Roll
from ..title.game import Game
from .players import choices, legal
from .selfplay import Chance, RandomFeed

Thinks = Callable[[Game, Any, Ask], Iterable[Any]]
MUTANTS = 4  # new candidates made of the best, when the worse half is left out for the first time
FEWEST = 2  # rehearsals of a candidate before it may be left out
SENSIBLE = 4  # candidates that the sensible player of the title thinks of


class Pace(NamedTuple):
    """How much a kind of question is thought about at level 1: so many candidates drawn at random, so many rehearsals
    in all, each played on until so many steps are closed, or, below 0, so many turns of the power are over; with 0 to
    the end of the game."""

    drawn: int
    rehearsals: int
    steps: int


def at_random(game: Game, board: Any, ask: Ask, chance: Chance) -> Any:
    """A random answer of the menu."""
    return game.kinds[ask.kind].sample(board, ask, chance)


class Style(NamedTuple):
    """What a title says to robots.

    measure   (board, power) -> how well a power stands, more being better
    paces     {kind: Pace} of the questions that are searched; the others are answered by `policy`
    scripts   {name: function} of what is worth a try: (Game, board, ask) -> answers
    policy    (Game, board, ask, Chance) -> an answer: how everybody goes on in rehearsals
    vetoes    (Game, board, ask, answer) -> sentences on why nobody in his senses answers so
    weighed   kinds that are not searched, and whose published default is not always what its sensible player answers:
              no standing order takes it
    """

    measure: Callable[[Any, str], float]
    paces: Mapping[str, Pace]
    scripts: Mapping[str, Thinks]
    policy: Callable[[Game, Any, Ask, Chance], Any] = at_random
    vetoes: Callable[[Game, Any, Ask, Any], Iterable[str]] = lambda game, board, ask, answer: ()
    weighed: Collection[str] = ()


class Place(NamedTuple):
    """Where a game stands: the board at its last rest point, and the open step with what was drawn and answered in it,
    as a state has them."""

    game: Game
    charter: Charter
    rest: Json
    step: Json | None

    def board(self) -> Board:
        return self.game.board_from(self.rest, self.charter)


class Candidate:
    """An answer that is tried.

    origin    who thought of it
    values    what the rehearsals came to, in their order
    beside    a candidate that has had every draw
    vetoes    why nobody would answer so, in sentences; None while nobody has looked
    """

    def __init__(self, origin: str, answer: Any, beside: "Candidate | None" = None) -> None:
        self.origin, self.answer, self.beside = origin, answer, beside or self
        self.values: list[float] = []
        self.vetoes: list[str] | None = None

    @property
    def mean(self) -> float:
        """What it comes to, the luck of the draws that it has not had put right: by what they did to `beside`."""
        all, same = self.beside.values, self.beside.values[: len(self.values)]
        return round(mean(self.values) + mean(all) - mean(same), 6) if self.values else 0.0


def searched(place: Place, style: Style, board: Board, ask: Ask, seed: bytes, effort: int = 1) -> list[Candidate]:
    """The candidates for a question, the best first.  Who was left out comes in again where those who stayed turn out
    to be worse than he seemed, and nobody is first who was rehearsed less than another.

    board    as it is now;  seed  32 bytes: the same seed, the same answer
    effort   how many times the pace of the title
    """
    pace, chance = style.paces[ask.kind], Chance(seed.hex())
    pool = [*_thought_of(place.game, style, board, ask, chance, pace.drawn * effort)]
    rounds = (len(pool) - 1).bit_length()
    left, number = len(pool), 0
    for done in range(rounds):
        number += max(FEWEST, pace.rehearsals * effort // (rounds * left))
        _rehearse(place, style, ask, [*pool[:left], pool[0].beside], seed, number)
        pool.sort(key=lambda one: -one.mean)
        if not done and rounds > 1:
            new = [*_mutants(place.game, board, ask, pool, chance)]
            _rehearse(place, style, ask, new, seed, number)
            pool = sorted(pool + new, key=lambda one: -one.mean)
        left = (left + 1) // 2
    while len(pool[0].values) < number:
        _rehearse(place, style, ask, pool[:1], seed, number)
        pool.sort(key=lambda one: -one.mean)
    return _vetoed(place.game, style, board, ask, pool)


def _vetoed(game: Game, style: Style, board: Board, ask: Ask, ranked: list[Candidate]) -> list[Candidate]:
    """The ranking, behind those that nobody in his senses answers; only who comes first is looked at."""
    behind: list[Candidate] = []
    for at, one in enumerate(ranked):
        one.vetoes = [*style.vetoes(game, board, ask, one.answer)]
        if not one.vetoes:
            return [*ranked[at:], *behind]
        behind.append(one)
    return behind


def _thought_of(game: Game, style: Style, board: Board, ask: Ask, chance: Chance, drawn: int) -> Iterator[Candidate]:
    """Legal answers, each once: what the sensible player thinks of, which is taken of equals, the published one, what
    scripts think of, and random ones."""
    kind, known, first = game.kinds[ask.kind], set[bytes](), None
    rows = [("sensible", one.answer) for one, _ in zip(choices(game, board, ask), range(SENSIBLE))]
    rows += [("default", kind.default(board, ask))]
    if not ask.is_open:
        rows += [("option", option) for option in ask.options]
    for name, script in style.scripts.items():
        rows += [(name, answer) for answer in script(game, board, ask)]
    rows += [("random", kind.sample(board, ask, chance)) for _ in range(drawn if ask.is_open else 0)]
    for origin, answer in rows:
        settled = legal(game, board, ask, answer)
        if settled is not None and (mark := encode(settled)) not in known:
            known.add(mark)
            one = Candidate(origin, settled, first)
            first = one.beside
            yield one


def _mutants(game: Game, board: Board, ask: Ask, ranked: list[Candidate], chance: Chance) -> Iterator[Candidate]:
    """Answers of several lines with a line less than a good one, or with one of another candidate besides."""
    rows, known = [one for one in ranked if isinstance(one.answer, list)], {encode(one.answer) for one in ranked}
    for _ in range(MUTANTS if len(rows) > 1 else 0):
        first, other = rows[chance.below(2)].answer, rows[chance.below(len(rows))].answer
        place, more = chance.below(len(first) + 1), [item for item in other if item not in first]
        new = [*first[:place], *first[place + 1 :]] if not more or chance.below(2) else [*first, chance.choice(more)]
        settled = legal(game, board, ask, new)
        if settled is not None and (mark := encode(settled)) not in known:
            known.add(mark)
            yield Candidate("mutant", settled, ranked[0].beside)


def _rehearse(place: Place, style: Style, ask: Ask, pool: Iterable[Candidate], seed: bytes, until: int) -> None:
    """Play candidates on until each has so many rehearsals; number K has the same draws for all.  An end counts the
    more the sooner it comes."""
    for one in pool:
        for number in range(len(one.values), until):
            session = rehearsed(place, style, ask, one.answer, th("rehearsal", seed, f"{number}"))
            value, sooner = style.measure(session.board, ask.power), 1 / max(1, len(session.closed))
            one.values.append(value * (1 + sooner) if place.game.result(session.board) else value)


def rehearsed(place: Place, style: Style, ask: Ask, answer: Any, seed: bytes) -> Session:
    """A rehearsal in which a question is answered so, as far as its Pace goes."""
    board, number, steps = place.board(), place.game.turns.number, style.paces[ask.kind].steps
    last = number(board, ask.power) - steps if steps < 0 else None

    def close(session: Session) -> None:
        if len(session.closed) == steps or last is not None and number(board, ask.power) >= last:
            raise _Enough

    session = Session(place.game, board, on_close=close)
    if place.step:
        session.open_step(place.step["procedure"], place.step["args"])
    with suppress(_Enough):
        session.run(_Rehearsing(place, style, {ask.question: answer}, seed))
    return session


class _Enough(Exception):
    """A rehearsal has been played far enough."""


class _Rehearsing(RandomFeed):
    """What is recorded of the open step first; then throw-away draws, the plan, and the policy of the title."""

    def __init__(self, place: Place, style: Style, plan: Mapping[str, Any], seed: bytes) -> None:
        super().__init__(place.game, ThrowawaySource(seed.hex()), Chance(seed.hex()))
        step = place.step or {"draws": [], "answers": []}
        self.style, self.plan, self.replay = style, dict(plan), Replay(step["draws"], step["answers"])

    def heard(self, board: Board, verbs: Any) -> Following | None:
        """Nobody volunteers anything; what is recorded is heard again."""
        return self.replay.heard(board, verbs)

    def roll(self, request: Roll) -> Any:
        found = self.replay.roll(request)
        return super().roll(request) if found is None else found

    def peek(self, board: Board, ask: Ask) -> Any:
        found = self.replay.peek(board, ask)
        return super().peek(board, ask) if found is None else found

    def answer(self, board: Board, ask: Ask) -> Any:
        found = self.replay.answer(board, ask)
        return super().answer(board, ask) if found is None else found

    def sample(self, board: Board, ask: Ask) -> Any:
        """Nothing is looked at: a plan is legal, and so is what the policy answers."""
        if not ask.is_open and len(ask.options) == 1:
            return ask.options[0]
        if ask.question in self.plan:
            return self.plan.pop(ask.question)
        return self.style.policy(self.game, board, ask, self.chance)
