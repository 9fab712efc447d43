"""What the engine draws and asks from: the recorded inputs of the open step first, then a draw source and a finder."""

from collections.abc import Callable, Collection, Sequence
from typing import Any

from ..data.boards import Board
from ..draws.draws import Source, in_short, taken
from ..rules.engine import Divergence
from ..rules.requests import Ask, Following, Roll
from .answers import Finder
from .parts import Given


class Replay:
    """Gives the recorded inputs of the open step again and then stops: nobody may draw or answer.

    draws     as the record holds them, ``[label, what, result]``
    answers   ``[[question, value]]``, in order of use

    Raises engine.Divergence when the rules ask for something else than the record holds.
    """

    def __init__(self, draws: Sequence[Sequence[Any]], answers: Sequence[Sequence[Any]]) -> None:
        self._draws, self._answers = draws, answers
        self._drawn = self._answered = 0

    def petition(self, board: Board) -> Following | None:
        """None: a petition is the procedure of the step, and stands there."""
        return None

    def heard(self, board: Board, verbs: Collection[str]) -> Following | None:
        """The petition that was heard here, as (procedure, args), or None."""
        question, value = (*self._answers[self._answered : self._answered + 1], ("", None))[0]
        if not question.startswith("petition/"):
            return None
        self._answered += 1
        return petition_step(question, value)

    def roll(self, request: Roll) -> Any:
        """The result of a recorded draw; None when the record is used up."""
        if self._drawn == len(self._draws):
            return None

        label, what, result = self._draws[self._drawn]
        found = in_short(request.kind, request.of)
        if (label.partition("#")[0], what) != (request.label, found):
            raise Divergence(f"{request.label}: {found}", f"{label}: {what}")
        self._drawn += 1
        return taken(request.of["items"], result) if request.kind == "pick" else result

    def answer(self, board: Board, ask: Ask) -> Any:
        """The recorded answer; None when the record is used up."""
        if self._answered == len(self._answers):
            return None
        question, value = self._answers[self._answered]
        if question != ask.question:
            raise Divergence(ask.question, question)
        self._answered += 1
        return value

    def peek(self, board: Board, ask: Ask) -> Any:
        """The next recorded answer to the same question."""
        rows = self._answers[self._answered :]
        return next((value for question, value in rows if question == ask.question), None)


class Feed:
    """Draws from `source` and answers from `finder`.

    begun     True if the open step has told facts already: no petition can come before it

    What was given is in `given`, ``[(question, Given)]`` in order of use, and in the source's `records`; `drawn` and
    `answered` count what was given before the open step began, so that its own inputs can be told.
    """

    def __init__(self, source: Source | None, finder: Finder, begun: bool = False) -> None:
        self.source, self.finder, self.begun = source, finder, begun
        self.given: list[tuple[str, Given]] = []
        self.drawn = self.answered = 0

    def note_rest(self) -> None:
        """A step has closed: what comes now belongs to the next one."""
        self.drawn, self.answered = len(self.source.records) if self.source else 0, len(self.given)

    def petition(self, board: Board) -> Following | None:
        """A petition to take up at this rest point, as (procedure, args), or None."""
        begun, self.begun = self.begun, False
        found = None if begun else self.heard(board)
        if found is not None:
            self.answered = len(self.given)  # its value stands in the arguments of the step
        return found

    def heard(self, board: Board, verbs: Collection[str] | None = None) -> Following | None:
        """A petition, of any verb or of these, to take up before the question that is open, likewise."""
        found = self.finder.petition(board, verbs)
        if found is None:
            return None
        self.given.append(found)
        question, given = found
        return petition_step(question, given.value)

    def roll(self, request: Roll) -> Any:
        """The result of a draw, or None: nobody may draw now."""
        if self.source is None:
            return None
        self.finder.lapse()
        self.finder.looked = None
        return self.source.draw(request.label, request.kind, request.of)["result"]

    def answer(self, board: Board, ask: Ask) -> Any:
        """The answer as a JSON value, or None: somebody must be asked."""
        self.finder.looked = None
        given = self.finder.find(board, ask)
        if given is None:
            return None
        self.given.append((ask.question, given))
        return given.value

    def peek(self, board: Board, ask: Ask) -> Any:
        """The same without using it up."""
        self.finder.note_look()
        given = self.finder.peek(board, ask)
        return None if given is None else given.value

    def unmet(self, board: Board, asks: list[Ask], lacking: Callable[[], list[Ask]], is_offer: bool) -> list[Ask]:
        """Of questions that stand together (`asks`) and stop play, those that are asked.

        lacking    looks for those that nothing answers
        is_offer   True if they are answered in order, and the answers of some decide whether others are needed

        Whoever knows no closed line, or those of some seats alone, must come to the same stop.  So what is asked is
        looked at as if nothing were closed but unknown; and a closed line acts, and is opened, without which its
        question would have an answer: it is illegal, has its seat asked, or declines in an offer what an open line
        would take up.
        """
        self.finder.look_again()
        stopping = self._stopped_by_closed(board, asks, is_offer)
        with self.finder.closed_left_out():
            others = lacking()
        self.finder.looked = None
        for ask in stopping:
            self.finder.find(board, ask)
        return [ask for ask in asks if ask in others or ask in stopping]

    def _stopped_by_closed(self, board: Board, asks: list[Ask], is_offer: bool) -> list[Ask]:
        """The questions that would have an answer, were it not for closed lines.

        is_offer   True if a closed line that gives another answer than would be given without it is to be opened, too:
                   by that one the offer might have been settled
        """
        with self.finder.closed_left_out():
            openly = self._looked_at(board, asks)
        found = []
        for ask, given, open_one in zip(asks, self._looked_at(board, asks), openly):
            if given is None and open_one is not None:
                found.append(ask)
            elif is_offer and given and given.part and open_one and given.value != open_one.value:
                given.part.has_stopped_play = True
        return found

    def _looked_at(self, board: Board, asks: list[Ask]) -> list[Given | None]:
        """What answers each of these questions, which stand together; it leaves no mark."""
        with self.finder.leaving_no_mark():
            return [self.finder.peek(board, ask) for ask in asks]


def petition_step(question: str, value: Any) -> Following:
    """The procedure and arguments of a petition."""
    _, verb, power = question.split("/")
    return f"petition-{verb}", {"power": power, "value": value}
