"""Run a title's procedures until they need somebody; replay a recorded part; notice when the two differ.

The engine knows no rule.  Between two *steps* the game is at a rest point and `Game.next_procedure(board)` names the
step that follows; inside a step a generator runs and yields requests.  What answers the requests is a *feed*:

    feed.roll(request)         the result of a draw, or None: nobody may draw now
    feed.answer(board, ask)    the recorded or given answer as a JSON value, or None: somebody must be asked
    feed.peek(board, ask)      the same without using it up
    feed.petition(board)       a petition to take up at this rest point as (procedure, args), or None
    feed.heard(board, verbs)   the same in the middle of a step, before a question that hears petitions of these verbs

A feed that replays raises `Divergence` when the rules ask for something else than the record holds.
"""

from .requests import Ask, Heard, Offer, Roll, Together, offer_result


class Divergence(Exception):
    """The record and the rules disagree: at which input, what the rules ask, what the record holds."""

    def __init__(self, rules_ask, record_holds, step=0):
        super().__init__(f"rules now ask {rules_ask}; the record holds {record_holds}")
        self.rules_ask = rules_ask
        self.record_holds = record_holds
        self.step = step


class Table:
    """What a rule sees of the game: the board to read, `emit` to change it, and the agreed rulings and options."""

    __slots__ = ("game", "board", "rules", "facts", "watch")

    def __init__(self, game, board, watch=None):
        self.game = game
        self.board = board
        self.rules = []
        self.facts = []
        self.watch = watch

    def emit(self, type, rule="", **fields):
        """Record that something happened; the reducer of its type changes the board.  Returns the fact (a dict).

        The fact takes the number of the rule that runs unless `rule` names another.
        """
        fact = {"type": type, "rule": rule or (self.rules[-1] if self.rules else ""), **fields}
        self.game.reducers[type](self.board, fact)
        self.facts.append(fact)
        if self.watch:
            self.watch(self.board, fact)
        return fact

    def option(self, name):
        """The agreed value of an option or of a switchable ruling."""
        return self.board.options[name]


class Stop:
    """Why a run ended: ``asks`` (open questions), ``draw`` (a draw is due and nobody may draw), or ``over``."""

    __slots__ = ("why", "asks", "roll")

    def __init__(self, why, asks=(), roll=None):
        self.why = why
        self.asks = list(asks)
        self.roll = roll


class Session:
    """One game in memory: the board, the open step with its generator, and the facts of every step since loading.

    Steps are dicts ``{"procedure", "args", "facts"}``; `closed` holds those finished since the session began, `step`
    the open one or None at a rest point.  `consumed` is the number of draws and answers that the open step has used.
    `watch(board, fact)` is called after every fact, `on_close(session)` after every step.
    """

    def __init__(self, game, board, watch=None, on_close=None):
        self.game = game
        self.board = board
        self.watch = watch
        self.on_close = on_close
        self.closed = []
        self.step = None
        self.consumed = [0, 0]
        self._table = None
        self._generator = None
        self._request = None

    @property
    def at_rest(self):
        """True when the open step has used no input yet, so that it may be put away and begun again."""
        return self.step is None or self.consumed == [0, 0]

    @property
    def moment(self):
        """How far play has come: steps closed, and facts of the open one.  Facts alone change the board, so it is the
        same while this is the same."""
        return len(self.closed), len(self.step["facts"]) if self.step else 0

    def listen(self, watch):
        """From now on ``watch(board, fact)`` is called after every fact, those of the open step included."""
        self.watch = watch
        if self._table is not None:
            self._table.watch = watch

    def open_step(self, procedure, args):
        """Begin a step; nothing runs until `run`."""
        self._table = Table(self.game, self.board, self.watch)
        self.step = {"procedure": procedure, "args": args, "facts": self._table.facts}
        self.consumed = [0, 0]
        self._generator = self.game.procedures[procedure](self._table, **args)
        self._request = None

    def run(self, feed):
        """Play on until somebody is needed.  Returns a Stop; call again with another feed to go on from there."""
        while True:
            if self.step is None:
                following = self.game.next_procedure(self.board)
                if following is None:
                    return Stop("over")
                self.open_step(*(feed.petition(self.board) or following))
            stop = self._run_step(feed)
            if stop:
                return stop
            self.closed.append(self.step)
            if self.on_close:
                self.on_close(self)
            self.step, self._generator, self._table = None, None, None

    def _run_step(self, feed):
        """Advance the open generator to its end (None) or to a Stop."""
        request = self._request
        try:
            if request is None:
                request = next(self._generator)
            while True:
                met, reply = self._meet(request, feed)
                if not met:
                    self._request = request
                    return reply
                request = self._generator.send(reply)
        except StopIteration:
            self._request = None
            return None

    def _meet(self, request, feed):
        """``(True, reply)``, or ``(False, Stop)`` when the feed cannot meet the request."""
        if isinstance(request, Ask):
            answer = (request.hears and self._heard(request, feed)) or self._answer(request, feed)
            return (False, Stop("asks", [request])) if answer is None else (True, answer)
        if isinstance(request, Roll):
            result = feed.roll(request)
            if result is None:
                return False, Stop("draw", roll=request)
            self.consumed[0] += 1
            return True, result
        if isinstance(request, Together):
            return self._meet_together(request, feed)
        if isinstance(request, Offer):
            return self._meet_offer(request, feed)
        raise TypeError(f"a rule yielded {request!r}, which is no request")

    def _heard(self, ask, feed):
        """A petition that comes before the question that is open, as Heard, or None."""
        found = feed.heard(self.board, ask.hears)
        if found is None:
            return None
        self.consumed[1] += 1
        return Heard(*found)

    def _answer(self, ask, feed):
        if not ask.rule and self._table.rules:
            ask.rule = self._table.rules[-1]
        answer = feed.answer(self.board, ask)
        if answer is not None:
            self.consumed[1] += 1
        return answer

    def _meet_together(self, request, feed):
        """All or none: answers are used only when every one of them is there."""
        asks = self._ruled(request.asks)

        def lacking():
            return [ask for ask in asks if feed.peek(self.board, ask) is None]

        missing = lacking()
        if missing:
            return False, Stop("asks", self._asked(missing, lacking, feed))
        return True, [self._answer(ask, feed) for ask in asks]

    def _meet_offer(self, request, feed):
        asks = {ask.power: ask for ask in self._ruled(request.asks())}
        missing, taken, result = self._look_at_offer(request.powers, asks, feed)
        if missing:
            stop = self._asked(missing, lambda: self._look_at_offer(request.powers, asks, feed)[0], feed)
            return False, Stop("asks", stop)
        for ask in taken:
            self._answer(ask, feed)
        return True, result

    def _look_at_offer(self, powers, asks, feed):
        """``(questions that nothing answers, if one of them is needed; those that decide; who takes up what)``."""
        known, taken = {}, []
        while True:
            state, result = offer_result(powers, known)
            if state == "settled":
                return [], taken, result
            answer = feed.peek(self.board, asks[result])
            if answer is None:
                return [ask for ask in asks.values() if feed.peek(self.board, ask) is None], taken, None
            known[result] = answer
            taken.append(asks[result])

    def _ruled(self, asks):
        for ask in asks:
            ask.rule = ask.rule or self._table.rules[-1]
        return asks

    def _asked(self, missing, lacking, feed):
        """Of questions that stand together, those that are asked: the feed may have answers that nobody may see yet."""
        unmet = getattr(feed, "unmet", None)
        return unmet(self.board, missing, lacking) if unmet else missing


def fold(game, board, facts):
    """Apply facts to a board, in order; no rule runs."""
    reducers = game.reducers
    for fact in facts:
        reducers[fact["type"]](board, fact)
    return board
