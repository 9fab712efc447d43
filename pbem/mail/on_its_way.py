"""A message on its way through the desk, and the receipt that answers it.  Nothing is written here."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pbem.core.data.problems import Problem
from pbem.core.data.tables import Sentences
from pbem.core.record.now import Came, due_told

from . import receipt
from .compose import host_of, message
from .doubts import came, doubt_told, open_doubt
from .message_ids import report_of_id
from .pending import as_read, stands_told
from .reading import Reading

if TYPE_CHECKING:
    from datetime import datetime
    from email.message import EmailMessage

    from pbem.core.data.json_types import Json
    from pbem.core.play.gamefile import GameFile
    from pbem.mail.letter import Letter
    from pbem.mail.letterbox import Letterbox

_say = Sentences(__name__)


MOST_ANSWERS = 20  # to one address while the game stands at one entry; so many mails of a seat pass words on


def text_of(made: "EmailMessage") -> str:
    """A message as text with plain ends of lines, so that it is the same when it is read again."""
    return made.as_string(policy=made.policy.clone(linesep="\n"))


class OnItsWay:
    """One message on its way through the desk.

    mails     [(seat or None, message)] to send
    text      orders that hold, for the inbox; or None
    kinds     {seat: wish} of the mails that a seat wants from now on
    reading   Reading of the mail, once its sender is known
    beside    Reading of what stands beside a signed document: wishes to the desk, and nothing else, are taken from it
    """

    def __init__(
        self, file: "GameFile", box: "Letterbox", letter: "Letter", arrival: "Json", data: bytes, now: "datetime"
    ) -> None:
        self.file, self.box, self.letter, self.arrival, self.data, self.now = file, box, letter, arrival, data, now
        self.mails: list[tuple[str | None, EmailMessage]] = []
        self.text: str | None = None
        self.waits = False
        self.kinds: dict[str, Json] = {}
        self.reading: Reading | None = None
        self.beside: Reading | None = None
        self.settled: list[str] = []  # what became of wishes: sentences, and problems
        self.unsettled: list[Problem] = []
        self.unanswered: list[str] = []  # questions that the desk does not understand
        self.went: list[tuple[str, str]] = []  # words that went to others, as a receipt quotes them
        arrival["entry"] = file.next
        file.desk, file.clock = lambda file: came(file, box, now), now

    @property
    def _answers(self) -> int:
        """How many answers the sender has had while the game stands at its entry."""
        return self.box.arrivals.answers_to(self.letter.sender, self.arrival["entry"], self.arrival["replies"])

    @property
    def _commands(self) -> list[tuple[str, Any]]:
        reading = self.reading or self.beside
        if not reading:
            return []
        beside = [one for reply in reading.beside for one in reply.commands]
        return list(dict.fromkeys([*reading.reply.commands, *beside]))

    def _due(self, seat: str | None) -> list[str]:
        """Until when a seat can answer, or change what it has answered; in a list, empty if nobody can say."""
        told = due_told(self.file, seat, self._came_with(seat).seats) if seat else ""
        return [told] if told else []

    def _stands(self) -> list[str]:
        """The block of what stands after this mail."""
        rows = self._block()
        return rows if self.text is not None or not rows else [receipt.sentence("unchanged"), *rows]

    def _block(self) -> list[str]:
        """The block, made of what will lie in the inbox, read back."""
        seat = self.arrival["seat"]
        more = [as_read(self.file, self.text.encode())] if self.text else []
        return stands_told(self.file, seat, self.box, more=more, came=self._came_with(seat)) if seat else []

    def _came_with(self, seat: str) -> Came:
        """What has come to the desk with this mail."""
        known, n = came(self.file, self.box, self.now), self.arrival["n"]
        is_unsure = self.arrival.get("verdict") == "unsure"
        if self.text is None and not is_unsure:
            return known
        doubts = {one: at for one, at in known.doubts.items() if one != seat} | ({seat: n} if is_unsure else {})
        left = {**known.left, seat: self.arrival["open"]}
        return Came([one for one in known.seats if one != seat] + [seat] * (left[seat] == []), doubts, left=left)

    def _still_open(self) -> list[tuple[str, str]]:
        """What waits for the word of the seat, for a receipt of a mail that settles nothing of it."""
        if self.arrival["verdict"] in ("accepted", "draft", "unsure") or self.arrival.get("takes"):
            return []
        doubt = open_doubt(self.box, self.file.next, self.arrival["seat"])
        return [(receipt.sentence("open-title"), "\n".join(doubt_told(doubt)))] if doubt else []

    def _answer(self, text: str, word: str, to: Sequence[str] | None = None, is_notice: bool = False) -> "EmailMessage":
        host = host_of(self.box.address)
        kind = "notice" if is_notice else "receipt"
        own_id = f"<{self.file.name}/{kind}/{self.arrival['n']}/{self.letter.digest[:32]}@{host}>"
        subject = _say("subject", file=self.file, n=self.arrival["n"], word=word)
        thread = () if is_notice else self._thread()
        return message(
            self.box, self.file.name, to or [self.letter.sender], subject, text, own_id, thread, self.now, answers=True
        )

    def _thread(self) -> list[str]:
        """What the mail answers, and the mail: so that an answer to the receipt still says which report it is about."""
        reports = [one for one in self.letter.answers_to if report_of_id(one)]
        before = [*reports[:1], *self.letter.answers_to[:1], self.letter.message_id]
        return list(dict.fromkeys(one for one in before if one))

    def _replied(self, verdict: str, why: str, word: str, said: Sequence[str], **more: Any) -> None:
        """What becomes of the message, with a receipt for its sender that says `more` (receipt.text_of)."""
        last = [receipt.sentence("last-answer", most=MOST_ANSWERS)] if self._answers == MOST_ANSWERS - 1 else []
        more["answers"] = [*more.get("answers", ()), *self.went, *self._still_open()]
        if self.arrival["verdict"] in ("accepted", "refused", "unsure", "draft"):
            more["stands"] = self._stands()
        if read := self.reading:
            unheard = read.unheard if self.arrival["verdict"] == "accepted" else []
            more.update(source=read.source, passed_over=read.passed_over, said=unheard)
        text = receipt.text_of(self.file.name, self.arrival, self.letter, [*said, *last], **more)
        self.mails.append((self.arrival["seat"], self._answer(text, word)))
        self._done(verdict, why)

    def _done(self, verdict: str, why: str) -> None:
        self.arrival.update(verdict=verdict, why=why)
