"""What a rule may yield: Roll, Ask, Together and Offer, and nothing else.

A rule is a generator function.  It reads the board, emits facts, and yields one of these four requests whenever it
needs a draw or a decision; the engine sends the result back into it.  Requests are plain values without behaviour,
so that the same rule runs under play, replay, verification, rehearsal and test.
"""

from collections.abc import Callable, Generator, Iterable, Sequence
from typing import Any, TypeVar

from ..data.boards import present
from .numbers import in_book

Draw = tuple[str, dict[str, Any]]
"""What is drawn: the kind of draw, and what of."""


def dice(count: int, sides: int = 6) -> Draw:
    """A draw of `count` dice with `sides` sides; its result is a list of integers from 1 to `sides`."""
    return "dice", {"count": count, "sides": sides}


def pick(items: Iterable[Any], count: int = 1) -> Draw:
    """A draw of `count` of `items` (a list of ids) without replacement; its result is the list drawn, in order."""
    return "pick", {"items": list(items), "count": count}


def shuffle(items: Sequence[Any]) -> Draw:
    """All of `items` in a drawn order: a pick of every one."""
    return pick(items, len(items))


class Roll:
    """A labelled draw.

    `label` is made of rule numbers, component ids and counters only, never of anything a person typed
    (ASCII ``[a-z0-9._/-]``, at most 120 characters); `draw` comes from `dice`, `pick` or `shuffle`.
    """

    __slots__ = ("label", "kind", "of")

    def __init__(self, label: str, draw: Draw) -> None:
        self.label = label
        self.kind, self.of = draw

    def __repr__(self) -> str:
        return f"Roll({self.label!r}, {self.kind} {self.of})"


class Ask:
    """One power decides.

    `kind` names the decision (a key of the title's `kinds`).  `options` lists every legal answer when there are few;
    without it the question is open: the answer is a structure that the kind checks.  `about` holds the facts of the
    question that orders, standing lines and reports refer to (ids, counts, flags; JSON values only).  `rule` defaults
    to the number of the rule function that asks.  `interruptible_by` names petitions (verbs) that come before the
    answer, in a step (`with_interrupts`).
    """

    __slots__ = ("kind", "power", "_options", "about", "rule", "interruptible_by", "_digest", "_is_numbered")

    def __init__(
        self,
        kind: str,
        power: str,
        options: Iterable[Any] | None = None,
        about: dict[str, Any] | None = None,
        rule: str = "",
        interruptible_by: Iterable[str] = (),
    ) -> None:
        self.kind = kind
        self.power = power
        self._options = None if options is None else list(options)
        self.about = about or {}
        self.rule = rule
        self.interruptible_by = tuple(interruptible_by)
        self._digest = ""  # of the options, once somebody asks: they never change
        self._is_numbered = False

    def take_number(self, running: str, board: Any) -> None:
        """Bear the number of the rule that asks, or of the one that runs, as the book of the edition has it; the same
        question may be put again."""
        if not self._is_numbered:
            self.rule, self._is_numbered = in_book(board, self.rule or running), True

    @property
    def is_open(self) -> bool:
        """Whether the answer is a structure, and none of a list."""
        return self._options is None

    @property
    def options(self) -> list[Any]:
        """Every legal answer; an open question has no such list."""
        return present(self._options, f"list of answers to {self.kind}")

    @property
    def question(self) -> str:
        """The signature of the question: rule, kind, power and the options.  Wording is no part of it."""
        base = f"{self.rule}/{self.kind}/{self.power}"
        if self.is_open:
            return base
        self._digest = self._digest or _short_digest(self.options)
        return f"{base}#{self._digest}"

    def to_json(self) -> dict[str, Any]:
        """The question as the game file and the reports hold it."""
        asked: dict[str, Any] = {"kind": self.kind, "power": self.power, "rule": self.rule, "question": self.question}
        if not self.is_open:
            asked["options"] = self.options
        if self.about:
            asked["about"] = self.about
        return asked

    def __repr__(self) -> str:
        return f"Ask({self.question})"


class Interrupted:
    """The reply to a question with `interruptible_by`, instead of an answer: this petition comes first.

    procedure, args   as those of a step
    """

    __slots__ = ("procedure", "args")

    def __init__(self, procedure: str, args: dict[str, Any]) -> None:
        self.procedure, self.args = procedure, args


def with_interrupts(t: Any, question: Callable[[], "Ask | Offer"]) -> Generator[Any, Any, Any]:
    """The answer to ``question()``, an Ask with `interruptible_by`, made of the board as it is then: petitions are
    carried out before it, and the question is put again after each."""
    while isinstance(answer := (yield question()), Interrupted):
        yield from t.game.procedures[answer.procedure](t, **answer.args)
    return answer


def ask_from(question: dict[str, Any]) -> Ask:
    """The request that an open question of a game file stands for (the inverse of `Ask.to_json`)."""
    return Ask(question["kind"], question["power"], question.get("options"), question.get("about"), question["rule"])


class Together:
    """Several powers decide at the same time; no one needs to know another's answer.

    The result is a list of answers in the order of `asks`.
    """

    __slots__ = ("asks",)

    def __init__(self, asks: Iterable[Ask]) -> None:
        self.asks = list(asks)


class Offer:
    """Anyone of `powers` may step in; the rule's order of priority decides who does.

    Every power answers ``"no"``, ``{"claim": play}`` or ``{"claim": play, "if": [powers]}`` (only if one of those
    claims as well).  The result is ``(power, play)`` of the first in order whose claim stands, or None.
    Powers that a standing order or a published default covers are never waited for.
    """

    __slots__ = ("kind", "powers", "about", "rule")

    def __init__(self, kind: str, powers: Iterable[str], about: dict[str, Any] | None = None, rule: str = "") -> None:
        self.kind = kind
        self.powers = list(powers)
        self.about = about or {}
        self.rule = rule

    def asks(self) -> list[Ask]:
        """One question a power, in order of priority."""
        return [Ask(self.kind, power, about=self.about, rule=self.rule) for power in self.powers]


Request = Ask | Roll | Together | Offer
"""What a rule may yield."""
T = TypeVar("T")
Asking = Generator[Request, Any, T]
"""A rule as it runs: it may ask and roll on its way, and gives a T in the end."""
Procedure = Callable[..., Generator[Request, Any, Any]]
"""(t, **args) → the rule of a step as it runs."""
Following = tuple[str, dict[str, Any]]
"""A step that is to come: the name of its procedure, and the arguments."""


def offer_result(powers: Sequence[str], answers: dict[str, Any]) -> tuple[str, Any]:
    """Who takes up an offer.

    `answers` maps powers to their answers as far as they are known.  Returns ``("open", power)`` when the answer of
    `power` is needed, else ``("settled", (power, play) | None)``.  Powers are looked at in order, so that only the
    shortest leading part that decides is ever used (fairness.md 5).
    """
    for power in powers:
        if power not in answers:
            return "open", power
        answer = answers[power]
        if answer == "no":
            continue
        wanted = answer.get("if")
        if not wanted:
            return "settled", (power, answer["claim"])
        for other in powers:
            if other in wanted and other not in answers:
                return "open", other
        if any(answers.get(other, "no") != "no" for other in wanted):
            return "settled", (power, answer["claim"])
    return "settled", None


def _short_digest(value: Any) -> str:
    from hashlib import sha256

    from ..data.canon import dumps

    return sha256(dumps(value)).hexdigest()[:8]


class Asked(dict[str, list[str]]):
    """``{kind: powers}`` of questions that are open, with the board on which they are asked, if it is known."""

    board: Callable[[], Any] | None = None
