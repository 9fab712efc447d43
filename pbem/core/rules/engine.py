"""Run a title's procedures until they need somebody; replay a recorded part; notice when the two differ.

The engine knows no rule.  Between two *steps* the game is at a rest point and `Game.next_procedure(board)` names the
step that follows; inside a step a generator runs and yields requests.  What answers the requests is a *feed*
(`Inputs`).  One that replays raises `Divergence` when the rules ask for something else than the record holds.
"""

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Generic, Protocol, TypedDict, TypeVar

from ..data.boards import Board
from ..data.json_types import Json
from .facts import Fact
from .numbers import in_book
from .requests import Ask, Asking, Following, Interrupted, Offer, Procedure, Request, Roll, Together, offer_result

B = TypeVar("B", bound=Board)
Watch = Callable[[Board, Fact], None]
"""What is called with the board and each fact that has just changed it."""


class Playable(Protocol):
    """What is played here of a title (core/title/game.py)."""

    procedures: Mapping[str, Procedure]
    next_procedure: Callable[[Any], Following | None]

    @property
    def reducers(self) -> Mapping[str, Callable[[Any, Fact], None]]:
        """``{type of fact: function(board, fact)}``."""


class Step(TypedDict):
    """A step as the record has it: its procedure with arguments, and what it told."""

    procedure: str
    args: Json
    facts: list[Fact]


class Inputs(Protocol):
    """A feed: what answers the requests of the rules.  It may have `unmet` besides, see play/feed.py."""

    def roll(self, request: Roll, /) -> Any:
        """The result of a draw, or None: nobody may draw now."""

    def answer(self, board: Board, ask: Ask, /) -> Any:
        """The recorded or given answer as a JSON value, or None: somebody must be asked."""

    def peek(self, board: Board, ask: Ask, /) -> Any:
        """The same without using it up."""

    def petition(self, board: Board, /) -> Following | None:
        """A petition to take up at this rest point, or None."""

    def heard(self, board: Board, verbs: Sequence[str], /) -> Following | None:
        """The same in the middle of a step, before a question that hears petitions of these verbs."""


class Divergence(Exception):
    """The record and the rules disagree: at which input, what the rules ask, what the record holds."""

    def __init__(self, rules_ask: str, record_holds: str) -> None:
        super().__init__(f"rules now ask {rules_ask}; the record holds {record_holds}")
        self.rules_ask = rules_ask
        self.record_holds = record_holds


class Table(Generic[B]):
    """What a rule sees of the game: the board to read, `emit` to change it, and the agreed rulings and options.

    A title names it with its own board: ``Turn = Table[Board]``.
    """

    __slots__ = ("game", "board", "rules", "facts", "watch", "_reducers")

    def __init__(self, game: Playable, board: B, watch: Watch | None = None) -> None:
        self.game = game
        self.board = board
        self.rules: list[str] = []
        self.facts: list[Fact] = []
        self.watch = watch
        self._reducers = game.reducers

    def emit(self, type: str, **fields: Any) -> Fact:
        """Record that something happened; the reducer of its type changes the board.  Returns the fact (a dict).

        The fact takes the number of the rule that runs unless `rule` names another.
        """
        number = fields.pop("rule", "") or (self.rules[-1] if self.rules else "")
        fact = in_book(self.board, {"type": type, "rule": number, **fields})
        self._reducers[type](self.board, fact)
        self.facts.append(fact)
        if self.watch:
            self.watch(self.board, fact)
        return fact


def run_alone(
    rule: Asking[Any], answer: Callable[[Ask], Any], roll: Callable[[Roll], Any] | None = None, most: int = 1000
) -> None:
    """Run a rule outside a game, by what `answer` and `roll` give it: to its end, to its first draw if there is no
    `roll`, or so far as it yields so many requests."""
    reply: Any = None
    with suppress(StopIteration):
        for _ in range(most):
            request = rule.send(reply)
            if isinstance(request, Ask):
                reply = answer(request)
            elif isinstance(request, Together):
                reply = [answer(ask) for ask in request.asks]
            elif isinstance(request, Roll) and roll:
                reply = roll(request)
            else:
                return


class Stop:
    """Why a run ended: ``asks`` (open questions), ``draw`` (a draw is due and nobody may draw), or ``over``.

    asks      the questions that nothing answers
    together  all questions that stand together with them: none of their answers has been used
    """

    __slots__ = ("why", "asks", "together", "roll")

    def __init__(
        self, why: str, asks: Iterable[Ask] = (), together: Iterable[Ask] = (), roll: Roll | None = None
    ) -> None:
        self.why = why
        self.asks = list(asks)
        self.together = list(together) or self.asks
        self.roll = roll


class Session:
    """One game in memory: the board, the open step with its generator, and the facts of every step since loading.

    Steps are dicts ``{"procedure", "args", "facts"}``; `closed` holds those finished since the session began, `step`
    the open one or None at a rest point.  `consumed` is the number of draws and answers that the open step has used.
    `watch(board, fact)` is called after every fact, `on_close(session)` after every step.
    """

    def __init__(
        self,
        game: Playable,
        board: Board,
        watch: Watch | None = None,
        on_close: "Callable[[Session], None] | None" = None,
    ) -> None:
        self.game = game
        self.board = board
        self.watch = watch
        self.on_close = on_close
        self.closed: list[Step] = []
        self.step: Step | None = None
        self.consumed = [0, 0]
        self._table: Table[Board] | None = None
        self._generator: Generator[Request, Any, Any] = _nothing()
        self._request: Request | None = None

    @property
    def at_rest(self) -> bool:
        """True when the open step has used no input yet, so that it may be put away and begun again."""
        return self.step is None or self.consumed == [0, 0]

    @property
    def moment(self) -> tuple[int, int]:
        """How far play has come: steps closed, and facts of the open one.  Facts alone change the board, so it is the
        same while this is the same."""
        return len(self.closed), len(self.step["facts"]) if self.step else 0

    def go_on(self, on_close: "Callable[[Session], None]") -> None:
        """Begin the next entry where the last one stopped: nothing is closed yet, and what closes is told to
        `on_close`."""
        self.closed, self.on_close = [], on_close

    def listen(self, watch: Watch) -> None:
        """From now on ``watch(board, fact)`` is called after every fact, those of the open step included."""
        self.watch = watch
        if self._table is not None:
            self._table.watch = watch

    def open_step(self, procedure: str, args: Json) -> Step:
        """Begin a step; nothing runs until `run`."""
        self._table = Table(self.game, self.board, self.watch)
        step: Step = {"procedure": procedure, "args": args, "facts": self._table.facts}
        self.step, self.consumed = step, [0, 0]
        self._generator = self.game.procedures[procedure](self._table, **args)
        self._request = None
        return step

    def run(self, feed: Inputs) -> Stop:
        """Play on until somebody is needed.  Returns a Stop; call again with another feed to go on from there."""
        while True:
            step = self.step
            if step is None:
                following = self.game.next_procedure(self.board)
                if following is None:
                    return Stop("over")
                step = self.open_step(*(feed.petition(self.board) or following))
            stop = self._run_step(feed)
            if stop:
                return stop
            self.closed.append(step)
            if self.on_close:
                self.on_close(self)
            self.step, self._generator, self._table = None, _nothing(), None

    @property
    def _rule(self) -> str:
        """The number of the rule that runs, or ""."""
        return self._table.rules[-1] if self._table and self._table.rules else ""

    def _run_step(self, feed: Inputs) -> Stop | None:
        """Advance the open generator to its end (None) or to a Stop."""
        request = self._request
        try:
            if request is None:
                request = next(self._generator)
            while True:
                reply = self._meet(request, feed)
                if isinstance(reply, Stop):
                    self._request = request
                    return reply
                request = self._generator.send(reply)
        except StopIteration:
            self._request = None
            return None

    def _meet(self, request: Request, feed: Inputs) -> Any:
        """What the rule gets, or a Stop when the feed cannot meet the request."""
        if isinstance(request, Ask):
            self._ruled([request])
            answer = (request.interruptible_by and self._heard(request, feed)) or self._answer(request, feed)
            return Stop("asks", [request]) if answer is None else answer
        if isinstance(request, Roll):
            result = feed.roll(request)
            if result is None:
                return Stop("draw", roll=request)
            self.consumed[0] += 1
            return result
        if isinstance(request, Together):
            return self._meet_together(request, feed)
        if isinstance(request, Offer):
            return self._meet_offer(request, feed)
        raise TypeError(f"a rule yielded {request!r}, which is no request")

    def _heard(self, ask: Ask, feed: Inputs) -> Interrupted | None:
        """A petition that comes before the question that is open, as Interrupted, or None."""
        found = feed.heard(self.board, ask.interruptible_by)
        if found is None:
            return None
        self.consumed[1] += 1
        return Interrupted(*found)

    def _answer(self, ask: Ask, feed: Inputs) -> Any:
        answer = feed.answer(self.board, ask)
        if answer is not None:
            self.consumed[1] += 1
        return answer

    def _meet_together(self, request: Together, feed: Inputs) -> list[Any] | Stop:
        """All or none: answers are used only when every one of them is there."""
        asks = self._ruled(request.asks)

        def lacking() -> list[Ask]:
            return [ask for ask in asks if feed.peek(self.board, ask) is None]

        missing = lacking()
        if missing:
            return Stop("asks", self._asked(asks, missing, lacking, feed), asks)
        return [self._answer(ask, feed) for ask in asks]

    def _meet_offer(self, request: Offer, feed: Inputs) -> Any:
        asks = {ask.power: ask for ask in self._ruled(request.asks())}
        missing, taken, result = self._look_at_offer(request.powers, asks, feed)
        if missing:

            def lacking() -> list[Ask]:
                return self._look_at_offer(request.powers, asks, feed)[0]

            offered = [*asks.values()]
            return Stop("asks", self._asked(offered, missing, lacking, feed, is_offer=True), offered)
        for ask in taken:
            self._answer(ask, feed)
        return result

    def _look_at_offer(
        self, powers: Sequence[str], asks: dict[str, Ask], feed: Inputs
    ) -> tuple[list[Ask], list[Ask], Any]:
        """``(questions that nothing answers, if one of them is needed; those that decide; who takes up what)``."""
        known: Json = {}
        taken: list[Ask] = []
        while True:
            state, result = offer_result(powers, known)
            if state == "settled":
                return [], taken, result
            answer = feed.peek(self.board, asks[result])
            if answer is None:
                return [ask for ask in asks.values() if feed.peek(self.board, ask) is None], taken, None
            known[result] = answer
            taken.append(asks[result])

    def _ruled(self, asks: list[Ask]) -> list[Ask]:
        """The questions with the numbers of the rules that ask them, as the book of the edition has them."""
        for ask in asks:
            ask.take_number(self._rule, self.board)
        return asks

    def _asked(
        self,
        asks: list[Ask],
        missing: list[Ask],
        lacking: Callable[[], list[Ask]],
        feed: Inputs,
        is_offer: bool = False,
    ) -> list[Ask]:
        """Of questions that stand together, those that are asked: the feed may have answers that nobody may see."""
        unmet: Callable[..., list[Ask]] | None = getattr(feed, "unmet", None)
        return unmet(self.board, asks, lacking, is_offer) if unmet else missing


def _nothing() -> Generator[Request, Any, Any]:
    """What runs at a rest point."""
    yield from ()


def fold(game: Playable, board: Board, facts: Iterable[Fact]) -> Board:
    """Apply facts to a board, in order; no rule runs."""
    reducers = game.reducers
    for fact in facts:
        reducers[fact["type"]](board, fact)
    return board
