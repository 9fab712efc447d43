"""A mail comes in: which game, which seat, what it says, what is answered.

Orders that hold go to the inbox of the game (letterbox.py); nothing is adjudicated here.  Every message is kept as it
came, has an arrival number, and has at most one answer, which goes to a registered address and nowhere else.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pbem.core.data.problems import BrokenFile, Problem
from pbem.core.data.tables import Sentences
from pbem.core.record import calendar

from .letter import Letter, letter_of
from .message_handler import MessageHandler
from .notices import set_aside
from .on_its_way import text_of
from .sandbox import Stopped, run_in_sandbox

if TYPE_CHECKING:
    from datetime import datetime
    from email.message import EmailMessage

    from pbem.core.data.json_types import Json
    from pbem.core.play.gamefile import GameFile
    from pbem.mail.letterbox import Letterbox

_say = Sentences(__name__)


SECONDS = 10  # of processor time, to hold orders against the rules


class Decision:
    """What became of a mail.

    verdict   accepted, refused, draft, unsure, question, press, talk, duplicate, automatic, bounce,
              stranger, forged, unauthenticated, unreadable, no-game
    arrival   its row in the letterbox, or None for what belongs to no game
    mails     the messages to send (EmailMessage): the answer to the sender, if there is one, and notices to others
    why       a sentence
    """

    def __init__(
        self,
        game: str | None,
        verdict: str,
        why: str,
        arrival: "Json | None" = None,
        mails: "Sequence[EmailMessage]" = (),
    ) -> None:
        self.game, self.verdict, self.why, self.arrival, self.mails = game, verdict, why, arrival, list(mails)

    @property
    def answer(self) -> "EmailMessage | None":
        """The message to the sender, or None."""
        if self.arrival is None:
            return None
        to = self.arrival["from"]
        return next((one for one in self.mails if _goes_to(one, to)), None)

    def to_json(self) -> "Json":
        """As ``pbem mail in --json`` prints it (schemas/mail.schema.json)."""
        row = self.arrival or {}
        return {
            "pbem": "mail/1",
            "game": self.game,
            "verdict": self.verdict,
            "why": self.why,
            "arrival": row.get("n"),
            "seat": row.get("seat"),
            "entry": row.get("entry"),
            "orders": row.get("orders"),
            "mails": [one.as_string() for one in self.mails],
        }


def receive(
    file: "GameFile",
    box: "Letterbox",
    data: bytes,
    now: "datetime",
    letter: Letter | None = None,
    sign: Callable[..., Any] | None = None,
) -> Decision:
    """Take one message (bytes) for a game; the Decision.  The letterbox is written, the game file never.

    now      the time as an aware datetime: notices about forgeries go out once a day
    letter   the message as it was read already
    sign     ``sign(paths of a seat's accepted orders) -> text`` of a signed receipt for the last, or "" if nobody can

    What is kept is written before anything is answered, and answers are kept until `Letterbox.handed_over`: a run that
    is killed is made up for when the message comes again.  Raises BrokenFile for a game that does not hold, before the
    message is kept: that is no fault of the message, which comes again.
    """
    _must_hold(file)
    letter = letter or letter_of(data)
    _grant(file, box.arrivals.last() or {})  # a run that was killed did not come to it
    before = _done_before(box, letter)
    if before:
        return Decision(file.name, "duplicate", _say("before", n=before["n"]), before, box.unsent(before))
    came = box.arrive(data, letter, now)
    try:
        arrival, mails = _kept(file, box, came, _told_apart(file, box, letter, came, data, now), sign)
    except (BrokenFile, OSError):  # of the desk's own files, which is no fault of the message
        raise
    except Exception as error:  # a fault of ours, which this message shows: no other waits for it
        box.forget(came)
        why = _say("broke", fault=type(error).__name__)
        arrival, mails = _kept(file, box, came, _set_aside(file, box, letter, came, why, now), None)
    _grant(file, arrival)
    return Decision(file.name, arrival["verdict"], arrival["why"], arrival, mails)


def _done_before(box: "Letterbox", letter: Letter) -> "Json | None":
    """The arrival that did what this message does; or, of the very same bytes, the one whose answers were not handed
    over by a run that was killed; or None."""
    last = box.arrivals.last_same(letter.sameness)
    if last and last["digest"] == letter.digest and box.unsent(last):
        return last
    return box.arrivals.same(letter.sameness)


def _kept(
    file: "GameFile", box: "Letterbox", came: "Json", told: "Json", sign: Callable[..., Any] | None
) -> "tuple[Json, list[EmailMessage]]":
    """Write what a message brought about, its row last: ``(row, messages to send)``."""
    arrival = {**came, **told["arrival"]}
    mails = [_message_of(text) for _, text in told["mails"]]
    if told["text"] is not None:
        box.keep_orders(arrival, told["text"])
        earlier = [one["orders"] for one in box.accepted(file.next, arrival["seat"]) if one["n"] < arrival["n"]]
        paths = [box.path("inbox", name) for name in (*earlier, arrival["orders"])]
        _attach_receipt(mails, arrival, sign(paths) if sign else "")
    if told["kinds"]:
        box.kinds.update(told["kinds"])
        box.save_desk(file)
    box.keep_mails(arrival, mails)
    for (seat, _), made in zip(told["mails"], mails):
        if seat in box.seats:
            box.keep_sent(seat, made)
    box.arrivals.save(arrival)
    return arrival, mails


def _must_hold(file: "GameFile") -> None:
    try:
        file.state  # noqa: B018 (it is made here)
    except BrokenFile as error:
        raise BrokenFile([Problem("mail-waits", where=file.path, game=file.name), *error.problems]) from None


def _grant(file: "GameFile", arrival: "Json") -> None:
    """Write the days that a mail was granted, or is away, into the calendar, if they do not stand there."""
    for word, name in (("granted", "extensions"), ("away", "absences")):
        row, rows = arrival.get(word), file.calendar.setdefault(name, [])
        if row and row not in rows:
            rows.append(row)
            calendar.write(file.calendar, file.path)


def _goes_to(made: "EmailMessage", address: str) -> bool:
    """True for a message to this address alone; a long one stands on a line of its own, behind a space."""
    return str(made["To"]).strip() == address


def _attach_receipt(mails: Sequence[Any], arrival: "Json", text: str) -> None:
    """The signed receipt goes with the answer as a file: no quotation of the mail can be taken for it."""
    answer = next((one for one in mails if _goes_to(one, arrival["from"])), None)
    if text and answer is not None:
        name = f"receipt-{arrival['n']}.txt"
        answer.add_attachment(text.encode(), maintype="text", subtype="plain", filename=name)


def _told_apart(
    file: "GameFile", box: "Letterbox", letter: Letter, arrival: "Json", data: bytes, now: "datetime"
) -> "Json":
    """What a MessageHandler says, from a process of its own; a message that breaks it is set aside."""
    if letter.stopped:
        return _set_aside(file, box, letter, arrival, letter.stopped, now)
    try:
        told: Json = run_in_sandbox(lambda: MessageHandler(file, box, letter, dict(arrival), data, now).told(), SECONDS)
        return told
    except Stopped as stopped:
        return _set_aside(file, box, letter, arrival, stopped.why, now)


def _set_aside(
    file: "GameFile", box: "Letterbox", letter: Letter, arrival: "Json", why: str, now: "datetime"
) -> "Json":
    """A message that nobody could read: the referee is told, and a player who sent it."""
    row = {**arrival, "verdict": "unreadable", "why": _say("set-aside", why=why), "entry": file.next}
    mails = set_aside(file, box, row, why, now, bool(letter.automatic))
    return {"arrival": row, "mails": [[who, text_of(made)] for who, made in mails], "text": None, "kinds": {}}


def _message_of(text: str) -> "EmailMessage":
    from email import message_from_string
    from email.policy import SMTP

    return message_from_string(text, policy=SMTP)


def game_for(letter: Letter, games: Mapping[str, str]) -> str | None:
    """The name of the game that a Letter is for, of those given: by plus-address, subject, what it answers, what came
    back of ours, or the header of its orders."""
    ids = [*letter.answers_to, *([letter.bounce["message_id"]] if letter.bounce else [])]
    named = [*letter.games, *(one.strip("<").partition("/")[0] for one in ids), letter.named]
    return next((name for name in named if name in games), None)
