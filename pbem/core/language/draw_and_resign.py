"""Ends by word of mouth: giving up, and a draw, in the same words in every title and for every seat.

No book can forbid people to stop.  Two petitions, ``concede`` (or ``resign``) and ``offer draw``, put an end to a game
if all agree whom it concerns: the others of one's own side to a concession, and everybody where more than one side
would be left; everybody to a draw.  Whoever does not answer refuses.

A title has ``game.ending``, an Ending; petitions, question, procedures, facts and sentences of this module are then
among its own (title/game.py).
"""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, Protocol

from ..data.boards import Board
from ..data.json_types import Json
from ..data.tables import beside
from ..rules.facts import Fact
from ..rules.requests import Ask, Asking, Together
from .decision import Decision
from .form import Form

CONCESSION, DRAW = "concession", "draw"
AGREE = "agree-end"
EXCUSED = "nobody gives up or offers a draw in random play; tests/core/test_draw_and_resign.py"


class Ending(NamedTuple):
    """How a title ends by agreement.

    rule       the number of the rule that facts and questions bear
    side_of    (board, power) → the side that a power plays for
    in_play    board → the powers that still decide anything
    is_secret  nobody is told who answered how: one fact says whether all agreed (the documents of the record still hold
               the answers)
    end        (t, power, left, why) → end the game by the concession of a power, which leaves these sides, or by a
               draw (`left` is empty); a plain function
    """

    rule: str
    side_of: Callable[[Any, str], str]
    in_play: Callable[[Any], Iterable[str]]
    end: Callable[[Any, str, list[str], str], None]
    is_secret: bool = False

    def sides(self, board: Board, power: str) -> list[str]:
        """The sides that would be left if that of a power gave up, in the order of the powers."""
        found = dict.fromkeys(self.side_of(board, other) for other in self.in_play(board))
        return [side for side in found if side != self.side_of(board, power)]

    def concerned(self, board: Board, power: str, what: str) -> list[str]:
        """The powers that must agree to what a power offers."""
        others = [other for other in self.in_play(board) if other != power]
        if what == DRAW or len(self.sides(board, power)) > 1:
            return others
        return [other for other in others if self.side_of(board, other) == self.side_of(board, power)]


class Concede(Decision):
    """A power gives up for its side."""

    name, waiting, of_seat, ends = "concede", "to concede", "side", True
    meant_by = ("surrender", "give up", "i resign", "i give up", "i concede", "we resign", "capitulate", "quit")
    forms = (
        Form("concede", value=True),
        Form("resign", value=True),
    )

    def asks_others(self, game: Any, board: Any, power: str) -> bool:
        return game.ending is None or bool(game.ending.concerned(board, power, CONCESSION))


class OfferDraw(Decision):
    """A power offers to end the game without a winner."""

    name, waiting, of_seat, ends = "draw", "to offer a draw", "all", True
    meant_by = ("draw", "propose draw", "armistice", "offer armistice", "peace", "offer peace", "truce", "stalemate")
    forms = (Form("offer (draw | a draw)", value=True),)


class AgreeToEnd(Decision):
    """The answer to such an offer."""

    name, about, waiting = AGREE, "by:id what", "to agree to an end of the game, or to play on"
    of_seat = "each"
    meant_by = ("agree", "accept", "i accept", "i agree", "agree draw", "agree to draw")
    forms = (
        Form("accept (offer | the offer | draw | the draw | concession | the concession)", value="accept"),
        Form("refuse (offer | the offer | draw | the draw | concession | the concession)", value="refuse"),
    )
    plain, is_plain = {"yes": "accept offer", "no": "refuse offer"}, True
    own_seat = "accept"  # what a seat that plays several powers answers to its own offer

    def __init__(self, is_secret: bool = False) -> None:
        self.is_secret = is_secret

    def agreed_by(self, ask: Ask) -> tuple[str, Any] | None:
        """Who offers a draw as well agrees to one."""
        return (OfferDraw.name, "accept") if ask.about["what"] == DRAW else None


def petitions() -> dict[str, Decision]:
    kinds: tuple[Decision, ...] = (Concede(), OfferDraw())
    return {kind.name: kind for kind in kinds}


class _Title(Protocol):
    """What the petitions ask of their title."""

    name: str
    ending: Ending | None


class _Table(Protocol):
    """What they ask of the game as a rule sees it (rules/engine.py)."""

    @property
    def game(self) -> _Title: ...

    @property
    def board(self) -> Any: ...

    def emit(self, type: str, **fields: Any) -> Fact: ...


def offer(t: _Table, power: str, what: str) -> Asking[None]:
    """Ask those whom it concerns; the game ends if all of them agree."""
    ending = t.game.ending
    if ending is None:
        raise ValueError(f"{t.game.name} has petitions to end the game, and no Ending")
    others = ending.concerned(t.board, power, what)
    if others:
        t.emit("end-offered", rule=ending.rule, power=power, what=what)
    asks = [
        Ask(AGREE, one, options=["refuse", "accept"], about={"by": power, "what": what}, rule=ending.rule)
        for one in others
    ]
    answers: list[str] = (yield Together(asks)) if asks else []
    is_agreed = all(answer == "accept" for answer in answers)
    if ending.is_secret and others:
        t.emit("end-voted", rule=ending.rule, what=what, accepted=is_agreed)
    for one, answer in zip(others, answers) if not ending.is_secret else ():
        t.emit("end-answered", rule=ending.rule, power=one, to=power, what=what, accepted=answer == "accept")
    if is_agreed:
        ending.end(t, power, ending.sides(t.board, power) if what == CONCESSION else [], what)


def concede(t: _Table, power: str, value: Any) -> Asking[None]:
    yield from offer(t, power, CONCESSION)


def draw(t: _Table, power: str, value: Any) -> Asking[None]:
    yield from offer(t, power, DRAW)


PROCEDURES = {"petition-concede": concede, "petition-draw": draw}
FACTS = {"end-offered": "power what", "end-answered": "power to what accepted"}  # they change nothing on the board
VOTED = {"end-voted": "what accepted"}  # where a vote is secret


_SAID = beside(__file__, "agreed_ends")
TOLD: Json = {**_SAID["told"], "orders": beside(__file__, "orders")}
"""What all this says (core/data/sentences.py)."""


def joined(ending: Ending) -> tuple[dict[str, str], Json]:
    """The facts of an ending, and what all of it says."""
    if not ending.is_secret:
        return FACTS, TOLD
    said = {subject: {**told, **_SAID["in secret"]["facts"]} for subject, told in TOLD["facts"].items()}
    asked = {AGREE: {**TOLD["questions"][AGREE], "asked": _SAID["in secret"]["asked"]}}
    return {**FACTS, **VOTED}, {**TOLD, "facts": said, "questions": asked}


UNMET = dict.fromkeys((f"kind:{AGREE}", f"choice:{AGREE}", *(f"fact:{fact}" for fact in FACTS | VOTED)), EXCUSED)
"""What random play need not meet of all this, with the reason."""
