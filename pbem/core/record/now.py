"""Whom a game waits for: `now`.

Status, dates, forms, reports, reminders, pages and adjudication ask here, so that none of them can say what another
does not.  It is told from the state alone (participation.Call) and from what is known to have come for the entry that
is due: of a desk its mails (`Came`), of whoever adjudicates the documents themselves (play.held).

Where a game stands, in words (`summary_of`), is made with the title, once, when this machine comes to a line, and kept
beside the game with the state.  So whoever wants to know only whom a game waits for needs neither its title nor its
older lines, at any age of the game.
"""

from collections.abc import Collection, Iterator, Mapping
from typing import TYPE_CHECKING, Any, TypedDict

from pbem import __version__

from ..data.boards import Board
from ..data.json_types import Json
from ..data.tables import Sentences
from ..rules.requests import Ask, ask_from
from .charter import seat_of
from .deadlines import Deadline, times
from .files import File
from .seat_history import names_of

if TYPE_CHECKING:
    from ..language.decision import Decision


_say = Sentences(__name__)


class QuestionRow(TypedDict):
    """An open question: of whom, `name` being who sits there, or ""; `asked` is the question in a sentence."""

    seat: str
    name: str
    power: str
    power_name: str
    kind: str
    rule: str
    waiting: str
    asked: str


class Came:
    """What is known to have come for the entry that is due.

    seats    those that have sent all that is waited for of them
    doubts   {seat: number of the arrival about which its desk has asked what it means}
    silent   those that are called silent: nobody waits for them
    beyond   questions that what came has laid open: its seat takes back the line that answered them
    left     {seat: questions that what it has sent leaves open; None: all of them}
    """

    def __init__(
        self,
        seats: Collection[str] = (),
        doubts: Mapping[str, int] | None = None,
        silent: Collection[str] = (),
        beyond: Collection[Json] = (),
        left: Mapping[str, Collection[str] | None] | None = None,
    ) -> None:
        self.seats, self.doubts, self.silent, self.beyond, self.left = seats, doubts or {}, silent, beyond, left or {}

    def has(self, seat: str, question: Json | None) -> bool:
        """True if a seat has answered a question, or has sent what a muster, or its coming turn, needs of it (None)."""
        left = self.left.get(seat)
        return seat in self.seats or (question is not None and left is not None and question["question"] not in left)


NOTHING = Came()
"""What is known to have come where nobody asks for that: who is asked, and until when, does not hang on it."""


class Row:
    """Somebody whom the game waits for, or who has answered while it waits for others.

    seat, power   who is asked; no power of a seat that is asked nothing and is called to a muster
    question      as the state holds it; None for the muster, and for a coming turn
    is_ahead      True for the coming turn of its power, for which it is asked together with another
    answered      True if nothing more is waited for
    doubt         number of the arrival about which the seat was asked what it means, or None
    """

    def __init__(self, file: File, seat: str, question: Json | None, came: Came, ahead: str = "") -> None:
        self.file, self.seat, self.question, self.is_ahead = file, seat, question, bool(ahead)
        self.power = question["power"] if question else ahead
        self.answered, self.doubt = came.has(seat, question), came.doubts.get(seat)

    @property
    def person(self) -> str:
        """Who sits there, or ""."""
        return names_of(self.file).get(self.seat, "")

    @property
    def told(self) -> QuestionRow | None:
        """The question in words; None where there is none."""
        rows: list[QuestionRow] = self.file.stand["waiting"]
        return rows[self.file.waiting.index(self.question)] if self.question else None

    @property
    def waiting(self) -> str:
        """What is waited for, in words that complete "is waited for …"."""
        if self.told:
            return self.told["waiting"]
        return _say("ahead", power=self.file.game.names.within(self.power)) if self.is_ahead else _say("muster")

    @property
    def deadline(self) -> Deadline | None:
        """Until when the seat has time; None if nobody can say."""
        asked, first, until = times(self.file, self.seat)
        return Deadline(self.file, self.seat, asked, first, until) if asked and first and until else None


def now(file: File, came: Came | None = None) -> list[Row]:
    """A Row for each question that the next entry needs an answer to, in the order of asking, then for each seat that
    is called to a muster and asked nothing, or is asked for its coming turn together with another.

    came   by default what the desk of the game knows, or whoever adjudicated last has noted of those who have answered
    """
    if file.is_over:
        return []
    came = came or (file.desk(file) if file.desk else Came(file.answered))
    call = file.call(came.silent, came.seats)
    known = [one["question"] for one in file.waiting]
    asked = [*file.waiting, *(one for one in came.beyond if one["question"] not in known)]
    rows = [(seat_of(file.charter, one["power"]), one) for one in asked]
    found = [Row(file, seat, question, came) for seat, question in rows if seat in call.taking_part]
    mustered = [seat for seat in call.taking_part if seat not in [row.seat for row in found]]
    found += [Row(file, seat, None, came) for seat in mustered]
    others = [one for one in _asked_ahead(file) if one[0] not in (*call.asked, *came.silent)]
    return [*found, *(Row(file, seat, None, came, power) for seat, power in others)]


def _asked_ahead(file: File) -> list[tuple[str, str]]:
    """``[(seat, power)]`` of those who are asked for their coming turn with what is open now (`Turns.together`); a seat
    that is asked itself says what it likes of both."""
    state = file.state
    if state["muster"] or file.charter.get("allies") != "together":
        return []
    found = [file.game.turns.together.get((one["power"], one["kind"]), ()) for one in file.waiting]
    rows = [(seat_of(file.charter, power), power) for powers in found for power in powers]
    return [(seat, power) for seat, power in rows if seat not in state["bots"]]


def by_seat(rows: Collection[Row]) -> dict[str, list[Row]]:
    """The rows of each seat, in charter order."""
    seats = next(iter(rows)).file.charter["seats"] if rows else []
    found = {seat: [row for row in rows if row.seat == seat] for seat in seats}
    return {seat: own for seat, own in found.items() if own}


def missing(rows: Collection[Row]) -> list[str]:
    """The seats of which something is lacking still, in charter order."""
    return [seat for seat, own in by_seat(rows).items() if not all(row.answered for row in own)]


def waited_seats(file: File) -> list[str]:
    """The seats of which the next entry needs something: asked, or called to a muster; in charter order."""
    return [*by_seat(now(file, NOTHING))]


def asked_seats(file: File) -> list[str]:
    """The seats that are asked something now, in charter order."""
    return [*by_seat([row for row in now(file, NOTHING) if row.question])]


def ahead_of(file: File, seat: str) -> Row | None:
    """That a seat is asked for the coming turn of a power of its, together with another seat; None if it is not."""
    return next((row for row in now(file, NOTHING) if row.is_ahead and row.seat == seat), None)


def asks_of(file: File, seat: str) -> list[Ask]:
    """The questions that a seat is asked now."""
    return [ask_from(one) for one in file.waiting if seat_of(file.charter, one["power"]) == seat]


def deadline(file: File, seat: str) -> Deadline | None:
    """The Deadline of a seat; None if nobody waits for it, or if nobody can say until when."""
    return next((row.deadline for row in now(file, NOTHING) if row.seat == seat), None)


def deadlines(file: File) -> list[Deadline]:
    """The Deadlines of all who are waited for."""
    return [found for own in by_seat(now(file, NOTHING)).values() if (found := own[0].deadline)]


def due_told(file: File, seat: str, sent: Collection[str] = ()) -> str:
    """Until when a seat has to answer, as a sentence in the second person; "" if nobody waits for it, or can say.

    sent   the seats whose orders have come by mail
    """
    found = deadline(file, seat)
    return found.told(seat in sent) if found else ""


def question_rows(file: File, board: Board, say: Any) -> "Iterator[tuple[QuestionRow, Ask, Decision]]":
    """``(row, Ask, kind)`` of every open question.

    board   as it stands, on which the questions are described;  say  what the title's telling gives for it
    """
    names = names_of(file)
    for question in file.waiting:
        kind, ask = file.game.kinds[question["kind"]], ask_from(question)
        seat = seat_of(file.charter, question["power"])
        row: QuestionRow = {
            "seat": seat,
            "name": names.get(seat, ""),
            "power": question["power"],
            "power_name": say.power(question["power"]),
            "kind": question["kind"],
            "rule": question["rule"],
            "waiting": kind.waiting,
            "asked": kind.describe(board, ask),
        }
        yield row, ask, kind


Summary = Json
"""{"by", "title", "moment", "waiting"}: who told it (`teller`), the printed name of the title, where the game stands in
a few words, and rows of `now.question_rows`."""


def summary_of(file: File) -> Summary:
    """Where a read game stands; its rules are needed for it."""
    board, telling = file.current_board(), file.game.telling
    say = telling.say(board)
    rows = [row for row, _, _ in question_rows(file, board, say)]
    return {"by": teller(), "title": file.game.name, "moment": telling.moment(board, say), "waiting": rows}


def teller() -> str:
    """The program that tells something: another one may say it in other words."""
    return f"pbem {__version__}"
