"""Kinds of decision: what a title tells about each question it can ask.

Forms, order files, standing orders, self-play, rehearsal, the contract tests and the terminal editor use nothing
else.  A title declares its kinds by their forms (decision.py), from which all of this is made; here is what the rest
of the program asks of a kind.

An answer is always a JSON value.  What people type becomes a *reading* a line (`read`), one or more readings become
the value of an order (`combine`), and that is made concrete against the board (`settle`: "3 armor" becomes three unit
ids).  Only settled answers are checked, played and recorded.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from ..data.canon import encode
from ..data.json_types import Json
from ..data.problems import Problem, messages
from ..rules.requests import Ask
from .names import Names
from .rng import Rng
from .types import FormRow

messages(
    {
        "not-an-option": "{answer} is not one of the answers to this question.",
        "one-line-only": "{kind} is answered by one line; {count} lines answer it.",
    }
)


class NoWords(ValueError):
    """No order line says this value: it is no answer of its kind, nor the reading of one."""


def same_answer(one: Any, other: Any) -> bool:
    """Whether two answers are the same; of many lines whatever the order of their items."""
    if isinstance(one, list) and isinstance(other, list):
        return sorted(map(encode, one)) == sorted(map(encode, other))
    return bool(one == other)


class Kind:
    """One kind of decision.

    name       the id that rules ask by, e.g. ``choose-op``
    rule       the number that gives the decision
    about      the fields of what its question tells (`Ask.about`): words of the vocabulary (core/data/fields.py)
    waiting    completes "Germany is waiting …": "to choose an Op"
    verbs      first words of its order lines; the first one is canonical
    is_multiline  several lines make one answer (a set-up, a list of losses)
    random_rate  of a petition: at one rest point in so many each power walks its menu in random play; 0 is never
    default_at_once  when True the published default answers at once, so that nobody is waited for (an interception window)
    expires_with_step  when True its question belongs to what is going on, a battle or an action of others: a line for it that
               has not answered ends with the step in which the question came
    plain      {"yes" | "no": the order line that the plain word stands for in a standing line}
    of_seat    where a seat of several powers need not say for which of them: a petition is of the first of them ("all";
               "side": if all of them play for one), an answer of each ("each")
    meant_by   what people write for it, or for its first verb, which is suggested and never taken
    """

    name = ""
    rule = ""
    about = ""
    waiting = "to decide"
    verbs: tuple[str, ...] = ()
    is_multiline = False
    random_rate = 0
    default_at_once = False
    expires_with_step = False
    plain: Mapping[str, str] = {}
    of_seat = ""
    meant_by: tuple[str, ...] = ()

    def schema(self) -> Json:
        """The JSON Schema of its settled answers."""
        raise TypeError(f"{type(self).__name__} does not say what its answers are")

    def check(self, board: Any, ask: Ask, answer: Any) -> list[Problem]:
        """Everything that is wrong with a settled answer, as a list of Problems; empty when it is legal."""
        raise TypeError(f"{type(self).__name__} does not say what is legal")

    def default(self, board: Any, ask: Ask) -> Any:
        """The published default: what happens when the seat stays away.  Always legal."""
        raise TypeError(f"{type(self).__name__} has no default")

    def sample(self, board: Any, ask: Ask, draw: Rng) -> Any:
        """A random legal answer, not only the trivial one.  `draw` has below(n), choice(list) and some(list, most)."""
        raise TypeError(f"{type(self).__name__} has no sample")

    def examples(self, board: Any, ask: Ask) -> list[Any]:
        """Up to five legal answers worth showing, the default first."""
        return [self.default(board, ask)]

    def settle(self, board: Any, ask: Ask, answer: Any) -> tuple[Any, list[Problem]]:
        """The answer made concrete, and the Problems met on the way: ``(answer, problems)``."""
        return answer, []

    def at_lines(self, board: Any, ask: Ask, said: Any, answer: Any, problems: list[Problem]) -> list[Problem]:
        """Problems of a settled answer (`check`) at the lines that said what is wrong."""
        return problems

    def read(self, text: str, names: Names) -> Any:
        """The reading of one order line, which may wait for its question; raises ParseError (not understood)."""
        raise TypeError(f"{type(self).__name__} cannot be written as order text")

    def combine(self, readings: list[Any]) -> Any:
        """What the readings of one or more lines say together."""
        return readings if self.is_multiline else readings[0]

    def text(self, answer: Any, ask: Ask | None = None) -> list[str]:
        """The canonical order lines of a settled answer (without seat or power); parsing them gives the answer back.
        Raises NoWords for a value that no line says."""
        raise TypeError(f"{type(self).__name__} cannot be written as order text")

    def describe(self, board: Any, ask: Ask) -> str:
        """What is asked, as one sentence for a form or a report."""
        return f"{self.waiting}"

    def grammar(self) -> Iterable[FormRow]:
        """The forms of its order lines as ``(form, explanation, example)``, for the orders page and the help."""
        return []

    def choices(self, board: Any, ask: Ask) -> list[str]:
        """What may be chosen, as lines for a form, where the forms of the orders do not tell: places of units."""
        return []

    def forms(self, board: Any, ask: Ask) -> Iterable[FormRow]:
        """Those forms that can answer this question, for its form."""
        return self.grammar()
