"""A mail comes in: which game, which seat, what it says, what is answered.

Orders that hold go to the inbox of the game (letterbox.py); nothing is adjudicated here.  Every message is kept as it
came, has an arrival number, and has at most one answer, which goes to a registered address and nowhere else.
"""

from pbem.core.data.problems import NOT_UNDERSTOOD, ODD, Problem, Refused, messages, refusals
from pbem.core.play.play import check_orders, check_sealed, order_code
from pbem.core.record.documents import is_packed, packed, unpacked

from . import receipt
from .apart import Stopped, apart
from .authentic import confirmed, signed
from .compose import host_of, message, report_of_id
from .letter import letter_of
from .reply import Reply

MOST_ANSWERS = 20  # to one address while the game stands at one entry
SECONDS = 10  # of processor time, to hold orders against the rules

messages(
    {
        "mail-final": "A document of {seat} with this envelope came before, as arrival {n}. If they differ, neither "
        "counts.",
        "mail-replaces": "These orders take the place of arrival {n}.",
        "mail-no-orders": "No orders were found in this mail.",
        "mail-entry": "The game has no entry {entry}; it has {last}.",
        "mail-which-seat": "This address speaks for {seats}; a line must say for which: seat {first}",
    }
)


_ACCEPTED = {"orders": "final", "sealed": "sealed", "word": "word"}  # what a receipt says of a kind of document


class Decision:
    """What became of a mail.

    verdict   accepted, refused, draft, commands, duplicate, automatic, stranger, forged, unauthenticated, unreadable
    arrival   its row in the letterbox, or None for what belongs to no game
    mails     the messages to send (EmailMessage): the answer to the sender, if there is one, and notices to others
    why       a sentence
    """

    __slots__ = ("verdict", "arrival", "mails", "why", "game")

    def __init__(self, game, verdict, why, arrival=None, mails=()):
        self.game, self.verdict, self.why, self.arrival, self.mails = game, verdict, why, arrival, list(mails)

    @property
    def answer(self):
        """The message to the sender, or None."""
        to = self.arrival["from"] if self.arrival else None
        return next((one for one in self.mails if one["To"] == to), None)

    def to_json(self):
        """As ``pbem mail in --json`` prints it (schemas/mail.schema.json)."""
        row = self.arrival or {}
        return {"pbem": "mail/1", "game": self.game, "verdict": self.verdict, "why": self.why,
                "arrival": row.get("n"), "seat": row.get("seat"), "entry": row.get("entry"),
                "orders": row.get("orders"), "mails": [one.as_string() for one in self.mails]}  # fmt: skip


def receive(file, box, data, now, letter=None, sign=None):
    """Take one message (bytes) for a game; the Decision.  The letterbox is written, the game file never.

    now      the time as an aware datetime: notices about forgeries go out once a day
    letter   the message as it was read already
    sign     ``sign(path of accepted orders) -> text`` of a signed receipt for them, or "" where nobody can sign

    What is kept is written before anything is answered, and answers are kept until `Letterbox.handed_over`: a run that
    is killed is made up for when the message comes again.
    """
    letter = letter or letter_of(data)
    before = box.seen(letter)
    if before:
        return Decision(file.name, "duplicate", f"It came before, as arrival {before['n']}.", before,
                        box.unsent(before))  # fmt: skip
    arrival = box.arrive(data, letter, now)
    told = _told_apart(file, box, letter, arrival, data, now)
    arrival.update(told["arrival"])
    mails = [_message_of(text) for text in told["mails"]]
    if told["text"] is not None:
        box.keep_orders(arrival, told["text"])
        _attach_receipt(mails, arrival, sign(box.path("inbox", arrival["orders"])) if sign else "")
    box.keep_mails(arrival, mails)
    box.save_arrivals()
    return Decision(file.name, arrival["verdict"], arrival["why"], arrival, mails)


def _attach_receipt(mails, arrival, text):
    """The signed receipt goes with the answer as a file: no quotation of the mail can be taken for it."""
    if text and mails:
        name = f"receipt-{arrival['n']}.txt"
        mails[0].add_attachment(text.encode(), maintype="text", subtype="plain", filename=name)


def _told_apart(file, box, letter, arrival, data, now):
    """What `_Desk` says, from a process of its own; a message that breaks it is set aside."""
    if letter.stopped:
        return _set_aside(box, letter.stopped)
    try:
        return apart(lambda: _Desk(file, box, letter, dict(arrival), data, now).told(), SECONDS)
    except Stopped as stopped:
        return _set_aside(box, stopped.why)


def _set_aside(box, why):
    row = {"verdict": "unreadable", "why": f"Set aside: {why}. It lies in raw/ as it came."}
    return {"arrival": row, "mails": [], "text": None}


def _text_of(made):
    """A message as text with plain ends of lines, so that it is the same when it is read again."""
    return made.as_string(policy=made.policy.clone(linesep="\n"))


def _message_of(text):
    from email import message_from_string
    from email.policy import SMTP

    return message_from_string(text, policy=SMTP)


class _Desk:
    """One message on its way through the desk; it writes nothing."""

    def __init__(self, file, box, letter, arrival, data, now):
        self.file, self.box, self.letter, self.arrival, self.data, self.now = file, box, letter, arrival, data, now
        self.reply = Reply(letter.text, letter.subject)
        self.mails, self.text = [], None
        arrival["entry"] = file.next

    def told(self):
        """``{"arrival", "mails", "text"}``: the row of the message, what to send, and orders that hold."""
        self.decide()
        row, limit = self.arrival, self.box.answers_to(self.letter.sender, self.arrival["entry"])
        own = [one for one in self.mails if one["To"] == self.letter.sender]
        if own and limit >= MOST_ANSWERS:
            self.mails = [one for one in self.mails if one not in own]
            row["why"] += " Not answered: too many answers went there."
        row["answered"] = bool(own) and limit < MOST_ANSWERS
        return {"arrival": row, "mails": [_text_of(one) for one in self.mails], "text": self.text}

    def decide(self):
        letter, own = self.letter, self.box.seats_of(self.letter.sender)
        if letter.automatic:
            return self._done("automatic", f"Not read and not answered: {letter.automatic}.")
        if letter.sender in (self.box.address, self.box.own_address(self.file.name)):
            return self._done("automatic", "Not read and not answered: it says that it comes from this desk.")
        if not own:
            return self._stranger()
        if not self._is_authentic():
            return self._done("unauthenticated", f"Nothing confirms that {letter.sender} sent it.")
        if is_packed(self.letter.text):
            return self._sealed(own)
        orders, problems = self._read(own)
        if orders.seat is not None and orders.seat not in own:
            return self._forged(orders.seat, own)
        self.arrival["seat"] = orders.seat or own[0]
        if self._is_a_request(orders):
            return self._requests()
        if orders.seat is None:
            problems = [Problem("mail-which-seat", level=NOT_UNDERSTOOD, seats=" and ".join(own), first=own[0])]
        return self._orders(orders, problems)

    # -- who -----------------------------------------------------------------------------------------------

    def _is_authentic(self):
        """True unless the desk asks for proof, and neither the server that it trusts nor a signature gives one."""
        box = self.box
        if not box.authserv and not box.dkim:
            return True
        evidence = confirmed(self.letter, box.authserv) if box.authserv else None
        self.arrival["evidence"] = evidence or (signed(self.letter, self.data) if box.dkim else None)
        return self.arrival["evidence"] is not None

    def _stranger(self):
        """Nobody is answered whom the desk does not know; the seat that the mail names is told, once a day."""
        orders, _ = self._orders_of(self.reply.text)
        claimed = orders.seat
        self._done("stranger", f"{self.letter.sender or 'The sender'} is registered for no seat.")
        if claimed in self.box.seats and self.letter.text:
            self._warn(claimed, receipt.sentence("stranger", seat=claimed))

    def _forged(self, seat, own):
        self.arrival["seat"] = own[0]
        said = receipt.sentence("forged", seat=seat, own=" and ".join(own))
        self._done("forged", f"{self.letter.sender} speaks for {own[0]}, not for {seat}.",
                   self._answer(self._receipt([said]), "not counted"))  # fmt: skip
        self._warn(seat, receipt.sentence("stranger", seat=seat))

    def _warn(self, seat, said):
        """Tell those who hold a seat that somebody wrote in its name; each of them once a day at most."""
        to = [one for one in self.box.seats.get(seat, ()) if not self.box.was_warned(one, self.now)]
        if to:
            text = receipt.text_of(self.file.name, {"n": self.arrival["n"], "seat": seat}, self.letter, [said])
            self.mails.append(self._answer(text, "not counted", to, is_notice=True))
            self.arrival["warned"] = to

    # -- what ----------------------------------------------------------------------------------------------

    def _read(self, own):
        """``(OrderFile, problems)`` of the mail; without a header it has that of the report which it answers."""
        answered = self._answered_report(own)
        if self.reply.is_bare and answered and not self.reply.text.lstrip().startswith("{"):
            game, entry, seat, head = answered
            return self._orders_of(self.reply.with_header(game, seat, entry + 1, head))
        orders, problems = self._orders_of(self.reply.text)
        if orders.seat is None and len(own) == 1:
            orders.seat = own[0]
            problems = [one for one in problems if one.fields.get("word") != "seat"]
        return orders, problems

    def _orders_of(self, text):
        from pbem.core.orders.orders import read
        from pbem.core.record.charter import powers_of

        powers = {seat: powers_of(self.file.charter, seat) for seat in self.file.charter["seats"]}
        asked = [question["kind"] for question in self.file.waiting]
        return read(text.encode("utf-8", "replace"), self.file.game, powers, "mail", asked=asked)

    def _answered_report(self, own):
        """``(game, entry, seat, head)`` of the report of ours that the mail answers, sent to a seat of its sender."""
        found = [report_of_id(one) for one in self.letter.answers_to]
        return next((one for one in found if one and one[0] == self.file.name and one[2] in own), None)

    def _is_a_request(self, orders):
        """True if there is nothing but commands."""
        return bool(self.reply.commands) and orders.is_empty and self.reply.is_silent and not orders.pinch

    def _requests(self):
        words = " ".join(name for name, _ in self.reply.commands)
        text = self._receipt([receipt.sentence("commands")], answers=self._asked_for())
        return self._done("commands", f"Asked for: {words}.", self._answer(text, words))

    def _orders(self, orders, problems):
        file = self.file
        if file.is_over:
            text = self._receipt([receipt.sentence("over")], answers=self._asked_for())
            return self._done("refused", "The game is over.", self._answer(text, "refused"))
        if orders.is_empty and not refusals(problems):
            problems = [*problems, Problem("mail-no-orders", level=NOT_UNDERSTOOD,
                                           hint="Send help on a line of its own for what can be written.")]  # fmt: skip
        document, finder, code = orders.to_json(), None, ""
        is_draft = orders.seat in file.state["anchors"]
        if not refusals(problems):
            more, finder = check_orders(file, [{**document, "file": "mail"}])
            problems = [*problems, *more, *self._before(orders)]
            code = order_code(file, document)
        verdict = "refused" if refusals(problems) else "draft" if is_draft else "accepted"
        if verdict == "accepted":
            self.text = orders.to_text()
        parts = finder.fates.get(orders.seat, ()) if finder else ()
        fates = [(part.text(file.game), part.fate) for part in parts]
        text = self._receipt([self._said(verdict, orders)], "" if orders.is_empty and not orders.ready else
                             orders.to_text(), fates, problems, code if verdict != "refused" else "",
                             [*self._asked_for(), *self._new_form(problems)])  # fmt: skip
        return self._done(verdict, f"{orders.seat or 'Somebody'}, entry {orders.entry or '?'}: {verdict}.",
                          self._answer(text, verdict))  # fmt: skip

    def _sealed(self, own):
        """A document that its seat has signed: what counts of the mail, whatever stands beside it."""
        file, problems, document = self.file, [], None
        try:
            document = unpacked(self.letter.text, file.game_id, "mail")
            problems = [*check_sealed(file, document), *self._final(document)]
        except Refused as refused:
            problems = refused.problems
        if document is not None and document.seat not in own:
            return self._forged(document.seat, own)
        self.arrival["seat"] = document.seat if document else own[0]
        verdict = "refused" if refusals(problems) else "accepted"
        if verdict == "accepted":
            self.text = packed(document)
        said = receipt.sentence(_ACCEPTED[document.kind] if verdict == "accepted" else verdict,
                                seat=self.arrival["seat"], entry=file.next)  # fmt: skip
        text = self._receipt([said], "", (), problems, "", [*self._asked_for(), *self._new_form(problems)])
        why = f"{self.arrival['seat']}, entry {document.entry if document else '?'}: {verdict}."
        return self._done(verdict, why, self._answer(text, verdict))

    def _final(self, document):
        """Another document of the seat with this entry's envelope has come before."""
        rows = self.box.accepted(document.entry, document.seat)
        if rows and "envelope" in document.object:
            yield Problem("mail-final", level=ODD, seat=document.seat, n=rows[0]["n"])

    def _said(self, verdict, orders):
        return receipt.sentence(verdict, seat=orders.seat, entry=orders.entry)

    def _before(self, orders):
        """What an earlier mail of the seat means for this one."""
        rows = self.box.accepted(orders.entry, orders.seat)
        if not rows:
            return []
        if orders.seat in self.file.state["anchors"]:
            return []
        return [Problem("mail-replaces", level=ODD, n=rows[-1]["n"])]

    # -- answers -------------------------------------------------------------------------------------------

    def _asked_for(self):
        """``[(title, text)]`` for the commands of the mail."""
        return [(self._title(name, number), self._text_for(name, number)) for name, number in self.reply.commands]

    @staticmethod
    def _title(name, number):
        return name.capitalize() + (f" {number}" if number is not None else "")

    def _text_for(self, name, number):
        from pbem.core.orders.forms import form

        if name == "help":
            return receipt.help_text()
        if name == "status":
            return receipt.status_text(self.file)
        if name == "form":
            return receipt.sentence("over") if self.file.is_over else form(self.file, self.arrival["seat"])
        return self._report(number)

    def _report(self, number):
        from pbem.report.build import build
        from pbem.report.text import render

        last = self.file.n
        if number is not None and number > last:
            return Problem("mail-entry", entry=number, last=last).text
        return render(build(self.file, until=number, seat=self.arrival["seat"]))

    def _new_form(self, problems):
        """A form for what is asked now, for somebody who answered what was asked before."""
        if ("form", None) in self.reply.commands:
            return []
        if {"past-entry", "other-head", "missing-header"}.isdisjoint(one.code for one in problems):
            return []
        return [(receipt.sentence("form-past"), self._text_for("form", None))]

    def _receipt(self, verdict, orders="", fates=(), problems=(), digest="", answers=()):
        return receipt.text_of(self.file.name, self.arrival, self.letter, verdict, orders, fates, problems, digest,
                               answers)  # fmt: skip

    def _answer(self, text, word, to=None, is_notice=False):
        host = host_of(self.box.address)
        kind = "notice" if is_notice else "receipt"
        own_id = f"<{self.file.name}/{kind}/{self.arrival['n']}/{self.letter.digest[:32]}@{host}>"
        subject = f"[pbem {self.file.name} e{self.file.n}] receipt {self.arrival['n']}: {word}"
        thread = () if is_notice else [one for one in (*self.letter.answers_to[:1], self.letter.message_id) if one]
        return message(self.box, self.file, to or [self.letter.sender], subject, text, own_id, thread, self.now,
                       answers=True)  # fmt: skip

    def _done(self, verdict, why, answer=None):
        self.arrival.update(verdict=verdict, why=why)
        self.mails += [answer] if answer is not None else []


def game_for(letter, games):
    """The name of the game that a Letter is for, of those given: by plus-address, subject, or what it answers."""
    named = [name for name in letter.games if name in games]
    named += [found[0] for one in letter.answers_to if (found := report_of_id(one)) and found[0] in games]
    return next(iter(named), None)
