"""Kinds of decision for a counter that is played (3.4 to 3.7): what all have in common, the offensive, and the
interrupt out of the reserve."""

from pbem.core.data.problems import Problem, messages
from pbem.core.orders.kinds import Kind
from pbem.core.rules.requests import Ask

from ..rules.playing import KIND_OF, needs_pair
from ..rules.soviets import is_passive

messages(
    {
        "ca-answer-form": "This does not answer the question.",
        "ca-may-not-reserve": "This counter cannot be reserved.",
        "ca-civilian-offensive": "A civilian power plays two offensives for one action: one drawn, one reserved.",
        "ca-nothing-to-play": "There is no action to play.",
        "ca-other-counter": "The counter that was drawn is {drawn}, not {named}.",
    }
)

KEEPING = ("reserve", "reject", "delay")
KEPT = [("reserve", "keep the counter in reserve (3.4)", "reserve"), ("reject", "put it back (3.6)", "reject")]


class Keeping(Kind):
    """Common to the four kinds: a counter may be reserved or rejected instead of being played (3.4, 3.6)."""

    rule = "3.7"

    def is_drawn(self, ask):
        return ask.about.get("source") == "drawn"

    def keep_problems(self, board, ask, answer):
        if not self.is_drawn(ask):
            return [Problem("ca-nothing-to-play", rule="3.5")]
        return []

    def check(self, board, ask, answer):
        if not isinstance(answer, dict) or "act" not in answer:
            return [Problem("ca-answer-form", rule=self.rule)]
        if answer["act"] in KEEPING:
            return self.keep_problems(board, ask, answer)
        return self.play_problems(board, ask, answer)

    def parse_keeping(self, line, names):
        """``reserve``, ``reject flag``: the counter may be named."""
        named = line.head.casefold().removeprefix("the ").strip()
        answer = {"act": line.verb}
        return {**answer, "named": names.find(named, "counter", "build")} if named else answer

    def settle(self, board, ask, answer):
        """A counter that is named with ``reserve`` must be the one in question."""
        if not isinstance(answer, dict) or "named" not in answer:
            return answer, []
        from ..rules.production import name_of

        drawn, named = name_of(board, ask.about["counter"]), answer["named"]
        kept = {key: value for key, value in answer.items() if key != "named"}
        if named in (drawn, board.type_of(ask.about["counter"])):
            return kept, []
        return kept, [Problem("ca-other-counter", rule=self.rule, drawn=drawn, named=named)]

    def play_problems(self, board, ask, answer):
        raise TypeError(f"{type(self).__name__} does not say what may be played")

    def keepings(self, board, ask):
        return [{"act": "reserve"}, {"act": "reject"}] if self.is_drawn(ask) else []

    def default(self, board, ask):
        """Keep it in reserve, and of two counters the better one: what is kept can still be played, what is rejected is
        lost for the turn."""
        held, drawn = board.reserve(ask.power), ask.about.get("counter")
        worse = bool(held and drawn) and worth(board, ask.power, drawn) <= worth(board, ask.power, held)
        return {"act": "reject" if held and worse else "reserve"}


def worth(board, power, counter):
    """How much a power that is away would rather keep a counter in reserve: at war an offensive before a flag, at peace
    a flag before an offensive, Il Duce's flag before another; then upgrades, units, and a resource last."""
    type = board.type_of(counter)
    if counter in board.upgraded:
        return 0
    order = ["offensive", "flag"] if not board.is_belligerent(power) else ["flag", "offensive"]
    special = board.counter(counter).kind == "il-duce"
    return 2 * order.index(type) + 3 + special if type in order else (2 if type == "upgrade" else 1)


class PlayOffensive(Keeping):
    """8.1 The first military action of an offensive, or the counter is reserved or rejected."""

    name = "play-offensive"
    rule = "8.1"
    waiting = "to play an offensive"
    keywords = ()

    @property
    def verbs(self):
        from ..rules.military import ACTION

        return (*ACTION.verbs, "reserve", "reject")

    def keep_problems(self, board, ask, answer):
        """12.3 In 2018 Collective Security lets an offensive be rejected only."""
        if answer["act"] == "reserve" and is_passive(board, ask.power) and not board.is_2022:
            return [Problem("ca-may-not-reserve", rule="12.3")]
        return super().keep_problems(board, ask, answer)

    def keepings(self, board, ask):
        return [plan for plan in super().keepings(board, ask) if not self.keep_problems(board, ask, plan)]

    def default(self, board, ask):
        """As for every counter; where it may not be reserved it goes back (12.3)."""
        usual = super().default(board, ask)
        return usual if not self.keep_problems(board, ask, usual) else {"act": "reject"}

    def is_idle(self, board, ask):
        """Whether no action can be played: a civilian power without a pair (4.1), Collective Security (12.3)."""
        return is_passive(board, ask.power) or (needs_pair(board, ask.power) and not self._pair(board, ask))

    def action_ask(self, board, ask):
        """The question for the first military action behind this one."""
        actions = board.column(ask.power)["militaryActionsPerOffensive"]
        return Ask("military-action", ask.power, about={"left": actions, "source": "offensive"}, rule="8.1")

    def play_problems(self, board, ask, answer):
        from ..rules.military import ACTION

        if is_passive(board, ask.power):
            return [Problem("ca-collective-security", rule="12.3")]
        if needs_pair(board, ask.power) and not self._pair(board, ask):
            return [Problem("ca-civilian-offensive", rule="4.1")]
        return ACTION.check(board, self.action_ask(board, ask), answer)

    def _pair(self, board, ask):
        """A second offensive lies in reserve, and this one was drawn."""
        reserve = board.reserve(ask.power)
        return self.is_drawn(ask) and reserve is not None and board.type_of(reserve) == "offensive" \
            and reserve not in board.upgraded  # fmt: skip

    def sample(self, board, ask, draw):
        from ..rules.military import ACTION

        keepings = self.keepings(board, ask)
        if self.is_idle(board, ask) or (keepings and draw.below(4) == 0):
            return draw.choice(keepings)
        return ACTION.sample(board, self.action_ask(board, ask), draw)

    def examples(self, board, ask):
        from ..rules.military import ACTION

        if self.is_idle(board, ask):
            return default_first(self.default(board, ask), self.keepings(board, ask))
        found = [self.default(board, ask)] if self.is_drawn(ask) else []
        return [*found, *ACTION.examples(board, self.action_ask(board, ask))][:5]

    def settle(self, board, ask, answer):
        from ..rules.military import ACTION

        if not isinstance(answer, dict) or answer.get("act") in KEEPING:
            return super().settle(board, ask, answer)
        return ACTION.settle(board, self.action_ask(board, ask), answer)

    def parse(self, line, names):
        from ..rules.military import ACTION

        if line.verb in KEEPING:
            return self.parse_keeping(line, names)
        return ACTION.parse(line, names)

    def text(self, answer, ask=None):
        from ..rules.military import ACTION

        return [answer["act"]] if answer["act"] in KEEPING else ACTION.text(answer)

    def grammar(self):
        from ..rules.military import ACTION

        return [*ACTION.grammar(), *KEPT]

    def forms(self, board, ask):
        from ..rules.military import ACTION

        return KEPT if self.is_idle(board, ask) else [*ACTION.forms(board, ask), *KEPT]


class Interrupt(Kind):
    """3.5 An interrupt with the counter in reserve; the published default lets the draw go on."""

    name = "interrupt"
    rule = "3.5"
    waiting = "to interrupt the draw"
    verbs = ("interrupt", "no interrupt")
    plain = {"no": "no interrupt"}
    covered = True

    def check(self, board, ask, answer):
        if answer == "no":
            return []
        if not isinstance(answer, dict) or "claim" not in answer:
            return [Problem("ca-answer-form", rule="3.5")]
        kind, inner = self._inner(board, ask)
        return kind.check(board, inner, answer["claim"])

    def _inner(self, board, ask):
        from .. import GAME

        counter = board.reserve(ask.power)
        kind = GAME.kinds[KIND_OF[board.type_of(counter)]]
        about = {"counter": counter, "source": "reserve", "reserve": None}
        return kind, Ask(kind.name, ask.power, about=about, rule=kind.rule)

    def settle(self, board, ask, answer):
        if not isinstance(answer, dict) or "claim" not in answer:
            return answer, []
        kind, inner = self._inner(board, ask)
        claim, problems = kind.settle(board, inner, answer["claim"])
        return {**answer, "claim": claim}, problems

    def default(self, board, ask):
        """No: the reserve is kept for the moment that its owner chooses."""
        return "no"

    def sample(self, board, ask, draw):
        kind, inner = self._inner(board, ask)
        if draw.below(3):
            return "no"
        if kind.name in ("play-unit", "play-upgrade") and not kind.plays(board, inner):
            return "no"
        claim = kind.sample(board, inner, draw)
        return {"claim": claim} if not self.check(board, ask, {"claim": claim}) else "no"

    def examples(self, board, ask):
        kind, inner = self._inner(board, ask)
        found = [each for each in kind.examples(board, inner) if not kind.check(board, inner, each)]
        return ["no", *({"claim": each} for each in found[:3])]

    def parse(self, line, names):
        from .ordertext import inner_answer

        if line.verb == "no interrupt":
            return "no"
        return {"claim": inner_answer(inner_line(line), names)}

    def text(self, answer, ask=None):
        from .ordertext import inner_text

        return ["no interrupt"] if answer == "no" else [f"interrupt with {inner_text(answer['claim'])}"]

    def grammar(self):
        return [
            ("interrupt with COUNTER: ORDER", "play the counter in reserve before the next draw",
             "interrupt with flag: diplomacy hungary"),
            ("no interrupt", "let the draw go on", "no interrupt"),
        ]  # fmt: skip


def default_first(default, others):
    """The published default before the other answers."""
    return [default, *[other for other in others if other != default]]


def inner_line(line, skip=""):
    """The order text of an answer inside a line: its body and parts, as a Line whose verb is found by the kind."""
    body = line.body[len(skip) :].strip() if skip else line.body
    return "; ".join([body, *(part.text for part in line.parts if part.without_verb() is not None)])
