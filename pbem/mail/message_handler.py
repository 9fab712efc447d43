"""What becomes of one message: who sent it, what it says, what is answered.  Nothing is written here.

Whoever is not registered gets no answer; whoever is imitated hears of it; everybody else gets one receipt.
"""

from collections.abc import Iterator, Sequence
from copy import copy
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from pbem.core.data.canon import dumps
from pbem.core.data.problems import DOUBT, NOT_ALLOWED, NOT_UNDERSTOOD, ODD, Problem, Refused, refusals
from pbem.core.data.tables import Sentences
from pbem.core.data.text import counted, listed, visible
from pbem.core.orders.orders import read
from pbem.core.record.deadlines import time_of
from pbem.core.record.documents import Document, blocks, is_packed, packed, unpacked
from pbem.core.record.now import due_told, waited_seats
from pbem.core.record.seat_history import persons
from pbem.core.seat.block import sheet_at_desk
from pbem.core.seat.checking import check_sealed, check_understood, look_at, order_code
from pbem.core.seat.statement_text import compare, statements
from pbem.desk.days import span
from pbem.desk.deadlines import announce, extend
from pbem.desk.questions import answered

from . import delivery_prefs, receipt
from .commands import WISHES
from .doubts import came, doubt_told, open_doubt
from .echo_filter import MARK, Press
from .notices import absent, granted
from .on_its_way import MOST_ANSWERS, text_of
from .pending import form_of, lying_new
from .press import MOST_CHARACTERS, addressees, forwarded, writer
from .press import problems as press_problems
from .reading import Reading, line_of
from .sent_by import SentBy
from .wishes import beside as wishes_beside
from .wishes import prepared, said_by, waits

if TYPE_CHECKING:
    from pbem.core.data.json_types import Json
    from pbem.core.orders.orderfile import OrderFile
    from pbem.core.play.parts import Part
    from pbem.core.rules.requests import Ask
    from pbem.mail.letter import Letter

_say = Sentences(__name__)


MOST_QUESTIONS = 5  # of one mail


_ANSWERS = ("accept", "send", "decline")  # to what a receipt asks about a doubtful mail
_ACCEPTED = {"orders": "final", "sealed": "sealed", "word": "word"}  # what a receipt says of a kind of document


def _without_document(letter: "Letter") -> "Letter":
    """A letter as if it held no signed document; its other lines keep their numbers."""
    other, rows, place = copy(letter), [], 0
    for one in blocks(letter.text, "DOCUMENT"):
        start = letter.text.index(one, place)
        rows += [letter.text[place:start], "\n" * one.count("\n")]
        place = start + len(one)
    other.text = "".join([*rows, letter.text[place:]])
    return other


class MessageHandler(SentBy):
    """One message: what it says, and what is answered."""

    def told(self) -> "Json":
        """``{"arrival", "mails", "text", "kinds"}``: the row of the message, what to send, orders that hold, and what
        seats wish for."""
        self.decide()
        row = self.arrival
        own = [one for one in self.mails if one[1]["To"] == self.letter.sender]
        row["answered"] = bool(own)
        if own and self._answers >= MOST_ANSWERS and row["verdict"] != "accepted":
            self.mails = [one for one in self.mails if one not in own]
            row.update(answered=False, why=_say("too-many", why=row["why"]))
        return {
            "arrival": row,
            "mails": [[seat, text_of(one)] for seat, one in self.mails],
            "text": self.text,
            "kinds": self.kinds,
        }

    def decide(self) -> None:
        letter, own = self.letter, self.box.seats_of(self.letter.sender)
        self.arrival["replies"] = bool(set(own).intersection(self._answered_seats()))
        if letter.bounce:
            return self._bounced(letter.bounce)
        if letter.automatic:
            return self._done("automatic", _say("automatic", why=letter.automatic))
        if letter.sender in (self.box.address, self.box.own_address(self.file.name)):
            return self._done("automatic", _say("own"))
        if not own:
            return self._stranger()
        if not self._is_authentic():
            self._done("unauthenticated", _say("unconfirmed", sender=letter.sender))
            return self._tell_referee()
        if is_packed(self.letter.text):
            return self._sealed(own)
        reading = self.reading = Reading(self.file, self.box, letter, own)
        orders = reading.orders
        if orders.seat is not None and orders.seat not in own:
            return self._forged(orders.seat, own)
        self.arrival["seat"] = orders.seat or own[0]
        answers = [one for one in self._commands if one[0] in _ANSWERS]
        wishes = [one for one in self._commands if waits(*one, self.now)]
        self.settled, self.unsettled = self._settled(own, [one for one in self._commands if one not in wishes])
        if reading.has_orders or reading.doubts:
            self.unsettled += wishes_beside(name for name, _ in wishes)
            return self._orders(reading)
        if answers:
            return self._take_up(reading, own, *answers[-1])
        return self._wish(reading, *wishes[-1]) if wishes else self._requests(reading)

    # -- what ----------------------------------------------------------------------------------------------

    def _requests(self, reading: Reading) -> None:
        """A mail without orders: answers to what it asks, or a word that it held nothing for the desk."""
        asked, questions = self._asked_for(), self._questions(reading)
        sent, lost = self._press(reading.reply.press)
        said, problems = [*self.settled, *sent], [*self.unsettled, *lost]
        if asked or questions or said or problems:
            words = [*dict.fromkeys(name for name, _ in self._commands), *["question"] * bool(questions)]
            verdict = "refused" if refusals(lost) else "press" if self.went else "question"
            told = " ".join([*said, *(one.text for one in problems)])
            why = told if verdict != "question" or not words else _say("asked-for", words=words)
            said = said or ([] if problems else [receipt.sentence("commands")])
            said = [*said, *(self._to_referee(self.unanswered) if self.unanswered else [])]
            word = verdict if verdict != "question" else " ".join(words)
            return self._replied(verdict, why, word, said, problems=problems, answers=[*asked, *questions])
        if reading.is_courtesy:
            return self._done("talk", _say("courtesy"))
        if said_by(reading) and (whom := writer(self.file, self.box, self.arrival["seat"], self.letter.answers_to)):
            return self._wish(reading, "answer", whom)
        went = self._to_referee(said_by(reading))
        name = "unread" if reading.unread else "talk"
        return self._replied("talk", _say(name), _say("no-orders"), [receipt.sentence(name), *went])

    def _to_referee(self, lines: Sequence[str]) -> list[str]:
        """What nobody here understands goes to the referee, as far as words of a seat go on, with a word to the sender;
        not to a referee who plays, for whom it may not be meant."""
        to, seat, said = self.box.referee, self.arrival["seat"], "\n".join(lines)[:MOST_CHARACTERS]
        is_much = self.box.arrivals.passed_on(seat, self.file.next) >= MOST_ANSWERS
        if not said or not to or self.box.seats_of(to) or is_much:
            return [receipt.sentence("kept")]
        self.mails += forwarded(self.file, self.box, seat, self.arrival["n"], [("referee", said)], self.now)
        self.arrival["passed_on"] = True
        self.went.append((receipt.sentence("press-went", who=_say("referee")), "\n".join(receipt.quoted(said))))
        return [receipt.sentence("to-referee")]

    def _wish(self, reading: Reading, name: str, argument: Any) -> None:
        """A wish that would change the game waits for the word yes; what stands against it is told at once."""
        seat = self.arrival["seat"]
        found = prepared(self.file, self.box, reading, seat, name, argument, self.now)
        problems = found.pop("problems")
        if found.get("reading"):
            problems += self._held(read(found["reading"].encode(), self.file.game, reading.powers, "mail")[0])[0]
        answers = [*self._asked_for(), *self._questions(reading)]
        if refusals(problems):
            why, said = _say("wish-refused", seat=seat, wish=name), [receipt.sentence("not-done")]
            return self._replied("refused", why, "refused", said, problems=problems, answers=answers)
        self.arrival.update(found)
        told = (receipt.sentence("wish-title"), "\n".join(doubt_told(self.arrival)))
        why, said = _say("wish-asked", seat=seat, wish=name), [receipt.sentence("wished"), *self.settled]
        more: Json = {"problems": self.unsettled, "answers": [told, *answers]}
        return self._replied("unsure", why, _say("yes-or-no"), said, **more)

    def _questions(self, reading: Reading) -> list[tuple[str, str]]:
        """``[(question, answer)]`` for what the board and the rules can tell."""

        rows = reading.reply.of("question")[:MOST_QUESTIONS]
        return [(f"{MARK} {row.text.strip()}", self._answer_to(row.text)) for row in rows]

    def _answer_to(self, text: str) -> str:
        try:
            return "\n".join(answered(self.file, self.arrival["seat"], text, self._block))
        except Refused as refused:
            self.unanswered += [] if any(one.hint for one in refused.problems) else [text.strip()]
            return "\n".join(visible(str(problem)) for problem in refused.problems)

    def _orders(self, reading: Reading) -> None:
        file, doubts = self.file, reading.doubts
        if file.is_over:
            said = [receipt.sentence("over")]
            return self._replied("refused", _say("over"), "refused", said, answers=self._asked_for())
        orders, problems = reading.orders, reading.problems
        if doubts:
            orders, problems = reading.without(doubts)
        if reading.orders.seat is None:
            own = reading.seats
            problems = [Problem("mail-which-seat", level=NOT_UNDERSTOOD, seats=" and ".join(own), first=own[0])]
        elif orders.is_empty and not doubts and not refusals(problems):
            problems = [*problems, Problem("missing-answer", level=NOT_UNDERSTOOD)]
        parts: list[Part] = []
        lacking: list[Ask] = []
        if not refusals(problems) and not orders.is_empty:
            more, parts, lacking = self._held(orders)
            problems = [*problems, *more, *([] if doubts or orders.yes else self._of_which_turn(reading))]
        elif reading.orders.seat is not None:
            problems = [*problems, *check_understood(file, orders, problems)]
        if doubts and reading.meant and refusals(problems) and (rest := self._without_meant(reading, doubts)):
            doubts = [*doubts, *refusals(problems)]
            orders, problems, parts, lacking = rest
        self._judged(reading, orders, problems, doubts, parts, lacking)

    def _without_meant(
        self, reading: Reading, doubts: Sequence[Problem]
    ) -> "tuple[OrderFile, list[Problem], list[Part], list[Ask]] | None":
        """Where what doubtful lines may mean cannot be taken beside the other orders: those orders, which yes takes
        then, with their problems, parts and open questions; None if there are none, or they are refused too."""
        meant, reading.meant = reading.meant, {}
        orders, problems = reading.without(doubts)
        if not refusals(problems) and not orders.is_empty:
            more, parts, lacking = self._held(orders)
            if not refusals(more):
                return orders, [*problems, *more], parts, lacking
        reading.meant = meant
        return None

    def _of_which_turn(self, reading: Reading) -> list[Problem]:
        """The doubt of a mail that quotes nothing, where the turn of its seat was another one a day ago."""
        file, seat = self.file, reading.seats[0]
        day_ago = self.now - timedelta(days=1)
        before = [int(entry) for entry, time in file.calendar["stops"].items() if time_of(time) <= day_ago]
        boards = [file.folded_board(max(before, default=1) - 1), file.current_board()] if reading.quotes_nothing else []
        turns = [[file.game.turns.number(board, power) for power in reading.powers[seat]] for board in boards]
        if not turns or turns[0] == turns[1]:
            return []
        names = [file.game.turns.name(max(turns[1]) - ago) for ago in (0, 1)]
        return [Problem("mail-no-head", level=DOUBT, now=names[0], before=names[1])]

    def _held(self, orders: "OrderFile") -> "tuple[list[Problem], list[Part], list[Ask]]":
        """``(problems, parts, questions that they leave open)`` of orders, held against the rules."""
        seat, order = orders.seat or "", {**orders.to_json(), "file": "mail"}
        came, known = lying_new(self.file, self.box, seat)
        last = sheet_at_desk(self.file, seat, came=came).number
        problems, look = look_at(self.file, order, known.openings, came, known.waits)
        if look is None:
            return [*problems], [], []
        parts = [part for part in look.finder.fates.get(seat, ()) if part.is_own]
        new = [part for part in parts if max(part.item.get("no", [last + 1])) > last]
        self.waits = look.document.waits
        return [*problems], new, look.unanswered

    def _judged(
        self,
        reading: Reading,
        orders: "OrderFile",
        problems: Sequence[Problem],
        doubts: Sequence[Problem],
        parts: "Sequence[Part]",
        left_open: "Sequence[Ask]",
    ) -> None:
        """Answer orders by what became of them; `left_open`: the questions that they do not answer."""
        is_refused = bool(refusals(problems))
        counts = "draft" if orders.seat in self.file.state["anchors"] else "accepted"
        unclear = [one for one in refusals(problems) if one.level == DOUBT]
        if is_refused and len(unclear) == len(refusals(problems)) and not doubts:
            again = read(orders.to_text().encode(), self.file.game, reading.powers, "mail")[1]
            if not (too_many := [one for one in again if one.code == "too-many-lines"]):
                return self._asks(reading, orders, problems, unclear)
            problems = [*problems, *too_many]
        self.arrival["verdict"] = verdict = "refused" if is_refused else "unsure" if doubts else counts
        if verdict == "accepted":
            self.text = dumps(orders.to_json()).decode()
        if verdict == "unsure" and not orders.is_empty:
            self.arrival["reading"] = orders.to_text()
        if verdict == "unsure" and reading.reply.press:
            self.arrival["words"] = [list(one) for one in reading.reply.press]
            self.arrival["held"] = any(row.why in ("press", "press to") for row in reading.reply.of("doubtful"))
        is_settled = not is_refused and verdict != "unsure"
        lacking = receipt.lacking(self.file.game, left_open) if is_settled else []
        if verdict == "accepted" and not self.waits:
            self.arrival["open"] = [ask.to_json()["question"] for ask in left_open]
        said = [receipt.sentence(verdict, seat=orders.seat, entry=orders.entry)]
        if self.arrival.get("held") is False:
            said.append(receipt.sentence("words-wait"))
        said += self._due(orders.seat)
        open = open_doubt(self.box, self.file.next, orders.seat) if verdict == counts else None
        if open and open["n"] not in (self.arrival["n"], self.arrival.get("takes")):
            said.append(receipt.sentence("doubt-closed", n=open["n"]))
        said, problems = [*said, *self.settled], [*problems, *self.unsettled]
        if verdict == counts:
            sent, lost = self._press(reading.reply.press)
            said, problems = [*said, *sent], [*problems, *lost]
        code = "" if is_refused or orders.is_empty else order_code(self.file, orders.to_json())
        told = receipt.understood(self.file.game, parts)
        more = [*self._asked_for(), *self._questions(reading), *self._new_form(problems)]
        why = _say("orders", seat=orders.seat or "Somebody", entry=orders.entry or "?", verdict=verdict)
        if verdict == "unsure":
            told = told or receipt.rows_of(one.text for one in problems if line_of(one) in reading.meant)
            readings = self._two_readings(doubts, orders, told, more)
            return self._replied(verdict, why, verdict, said, problems=doubts, answers=readings)
        untold = [one for one in doubts if one.code != "mail-doubtful" or line_of(one) not in reading.meant]
        rows: Json = {"told": told, "problems": [*problems, *untold], "answers": more}
        return self._replied(verdict, why, verdict, said, **rows, digest=code, lacking=lacking)

    def _asks(
        self, reading: Reading, orders: "OrderFile", problems: Sequence[Problem], unclear: Sequence[Problem]
    ) -> None:
        """What the orders are to do to what stands is in doubt: nothing of the mail counts before the word yes."""
        orders.yes = True
        told = [f"«{one.quote}»: {one.text}" for one in unclear]
        self.arrival.update(reading=orders.to_text(), verdict="unsure", unclear=told)
        if reading.reply.press:
            self.arrival.update(words=[list(one) for one in reading.reply.press], held=False)
        said = [receipt.sentence("doubt", n=self.arrival["n"]), *self._due(orders.seat), *self.settled]
        notes = [one for one in problems if one not in unclear]
        why = _say("orders", seat=orders.seat or "Somebody", entry=orders.entry or "?", verdict="in doubt")
        more: Json = {"problems": [*unclear, *notes, *self.unsettled], "answers": self._asked_for()}
        return self._replied("unsure", why, _say("yes-or-no"), said, **more)

    def _two_readings(
        self, doubts: Sequence[Problem], orders: "OrderFile", told: list[str], more: list[tuple[str, str]]
    ) -> list[tuple[str, str]]:
        """The reading in which doubtful lines are talk, or what is meant by them, with the word that takes it, and the
        other."""
        meant = self.reading.meant if self.reading else {}
        numbers, n = list(dict.fromkeys(map(line_of, doubts))), self.arrival["n"]
        lines, talk = receipt.places(numbers), [one for one in numbers if one not in meant]
        first = [receipt.sentence("reading-meant", lines=receipt.places(list(meant)), n=n)] if meant else []
        nothing = "reading-nothing" if orders.is_empty else "reading-talk"
        first += [receipt.sentence(nothing, lines=receipt.places(talk), n=n)] if talk else []
        rows = [*receipt.wrapped(*first), *([""] if told else []), *told]
        titles = ("meant-reading", "other-reading") if meant else ("first-reading", "second-reading")
        return [
            (receipt.sentence(titles[0]), "\n".join(rows)),
            (receipt.sentence(titles[1]), "\n".join(receipt.wrapped(receipt.sentence("reading-orders", lines=lines)))),
            *self._held_words(),
            *more,
        ]

    def _held_words(self) -> list[tuple[str, str]]:
        """The third reading, in which doubtful lines are words to others."""
        if not self.arrival.get("held"):
            return []
        rows = [row for to, text in self.arrival["words"] for row in receipt.quoted(f"to {to}: {text}")]
        said = receipt.wrapped(receipt.sentence("reading-words"))
        return [(receipt.sentence("third-reading"), "\n".join([*said, "", *receipt.shortened(rows)]))]

    def _press(self, press: Press) -> tuple[list[str], list[Problem]]:
        """``(sentences, problems)``: words to other players go on at once, and the receipt quotes what went to whom."""
        file, seat = self.file, self.arrival["seat"]
        if not press:
            return [], []
        problems = press_problems(file, self.box, seat, press)
        if self.box.arrivals.passed_on(seat, file.next) >= MOST_ANSWERS:
            problems = [*problems, Problem("mail-much-press", level=NOT_ALLOWED, most=MOST_ANSWERS)]
        if problems:
            return [receipt.sentence("press-kept")], problems
        mails = forwarded(file, self.box, seat, self.arrival["n"], press, self.now)
        self.mails += mails
        words: dict[str, list[str]] = {}
        for to, text in press:
            words.setdefault(listed(addressees(file, seat, to) or []), []).extend(receipt.quoted(text))
        for who, rows in words.items():
            self.went.append((receipt.sentence("press-went", who=who), "\n".join(receipt.shortened(rows))))
        self.arrival["passed_on"] = True
        unsent = self.reading.reply.unsent if self.reading else ()
        ends = [Problem("press-ends", level=ODD, text=row.text.strip()[:200]) for row in unsent]
        return [receipt.sentence("press", who=listed(list(dict.fromkeys(one for one, _ in mails))))], ends

    def _take_up(self, reading: Reading, own: list[str], what: str, number: int | None) -> None:
        """An answer about a mail with doubtful lines: ``yes`` or ``accept 12`` (they were talk), ``send it`` (they were
        words to others), ``no``."""
        doubts = [found for seat in own if (found := open_doubt(self.box, self.file.next, seat))]
        row = self.box.arrivals.of_number(number) if number else next(iter(doubts), None)
        is_answered = any(one["open"] == [] for one in self.box.accepted(self.file.next, self.arrival["seat"]))
        if row is None and number is None and not is_answered and reading.is_plain_answer():
            return self._orders(reading)
        if row is None or row["seat"] not in own or row["verdict"] != "unsure":
            code = "mail-no-reading" if number else "mail-no-doubt"
            problem = Problem(code, level=NOT_UNDERSTOOD, n=number, seat=self.arrival["seat"])
            said = [receipt.sentence("refused")]
            return self._replied("refused", problem.text, "refused", said, problems=[problem])
        self.arrival.update(seat=row["seat"], takes=row["n"])
        if what == "decline":
            self.settled.append(receipt.sentence("declined", n=row["n"]))
            return self._requests(reading)
        if row.get("does"):
            self.settled, self.unsettled = self._settled(own, [tuple(row["does"])])
            return self._requests(reading)
        said, problems = self._press_of(row, what == "send" or bool(row.get("wish")))
        self.settled, self.unsettled = [*self.settled, *said], [*self.unsettled, *problems]
        if not row["reading"]:
            self.settled += [] if said else [receipt.sentence("settled", n=row["n"])]
            return self._requests(reading)
        orders, problems = read(row["reading"].encode(), self.file.game, reading.powers, "mail")
        more, parts, left_open = ([], [], []) if refusals(problems) else self._held(orders)
        return self._judged(reading, orders, [*problems, *more], [], parts, left_open)

    def _press_of(self, row: "Json", is_asked: bool) -> tuple[list[str], list[Problem]]:
        """``(sentences, problems)``: the words of a mail that waited go on, once; of those with a line that may be an
        order, only if that `is_asked`."""
        rows = self.box.arrivals.of_seat(row["entry"], row["seat"])
        if any(one.get("takes") == row["n"] and one["verdict"] != "refused" for one in rows):
            return [], []
        if row.get("held") and not is_asked:
            return [receipt.sentence("press-kept")], []
        return self._press([(to, text) for to, text in row.get("words", ())])

    def _sealed(self, own: list[str]) -> None:
        """A document that its seat has signed: what counts of the mail as orders, whatever stands beside it; wishes to
        the desk are no orders, and are heard."""
        file = self.file
        document: Document | None = None
        problems: list[Problem] = []
        says: list[str] = []
        try:
            document = unpacked(self.letter.text, file.game_id, "mail")
            problems = [*check_sealed(file, document), *self._final(document)]
            if not refusals(problems):
                asked = file.asked_kinds
                problems += compare(file, document, self.letter.text, asked, persons(file))
        except Refused as refused:
            problems = refused.problems
        if document is not None and document.seat not in own:
            return self._forged(document.seat, own)
        self.arrival["seat"] = document.seat if document else own[0]
        self.beside = Reading(self.file, self.box, _without_document(self.letter), own)
        self.settled, self.unsettled = self._settled(own, self._commands)
        verdict = word = "refused"
        if document is not None and not refusals(problems):
            verdict, word = "accepted", _ACCEPTED[document.kind]
            self.arrival["verdict"] = verdict
            self.text, says = packed(document), statements(file, document)
            self.arrival["open"] = []
        said = receipt.sentence(word, seat=self.arrival["seat"], entry=file.next)
        due = [] if verdict == "accepted" else self._due(self.arrival["seat"])
        rows: Json = {"told": receipt.rows_of(says), "problems": [*problems, *self.unsettled]}
        why = _say("orders", seat=self.arrival["seat"], entry=document.entry if document else "?", verdict=verdict)
        told = [said, *due, *self.settled]
        return self._replied(verdict, why, verdict, told, **rows, answers=self._new_form(problems))

    def _final(self, document: Document) -> Iterator[Problem]:
        """Another document of the seat with this entry's envelope has come before."""
        rows = self.box.accepted(document.entry, document.seat)
        if rows and "envelope" in document.object:
            yield Problem("mail-final", level=ODD, seat=document.seat, n=rows[0]["n"])

    # -- wishes --------------------------------------------------------------------------------------------

    def _settled(self, own: list[str], commands: Sequence[tuple[str, Any]]) -> tuple[list[str], list[Problem]]:
        """``(sentences, problems)``: what became of wishes, whatever becomes of the orders beside them."""
        said: list[str] = []
        problems: list[Problem] = []
        acts: dict[str, Any] = {"prefer": self._prefer, "extend": self._extend, "away": self._away}
        for name, argument in commands:
            try:
                said += acts[name](own, argument) if name in acts else []
            except Refused as refused:
                problems += refused.problems
        return said, problems

    def _prefer(self, own: list[str], words: str) -> list[str]:
        """The kind of mail that a sender wants, for all of its seats."""
        wishes = {
            seat: delivery_prefs.wished(self.kinds.get(seat, self.box.kinds.get(seat, {})), words) for seat in own
        }
        self.kinds.update(wishes)
        return [delivery_prefs.told(wishes[own[0]])]

    def _extend(self, own: list[str], days: int) -> list[str]:
        """Days for the seat that is waited for, granted once a mail and told to everybody at once."""
        seat = next((one for one in own if one in waited_seats(self.file)), self.arrival["seat"])
        if self.arrival.get("granted"):
            return []
        row = {**extend(self.file, seat, days, self.now), "arrival": self.arrival["n"]}
        self.file.calendar["extensions"][-1] = self.arrival["granted"] = row
        self.mails += [(who, made) for who, made in granted(self.file, self.box, row, self.now) if who not in own]
        return [receipt.sentence("extended", days=counted(days, "day")), due_told(self.file, seat)]

    def _away(self, own: list[str], words: str) -> list[str]:
        """An absence, as the charter allows; once a mail, and told to everybody."""
        found = span(words, self.now)
        if self.arrival.get("away"):
            return []
        if found is None:
            self.unanswered.append(f"away {words}")
            raise Refused([Problem("mail-which-days", level=NOT_UNDERSTOOD, quote=words[:60])])
        seat = self.arrival["seat"]
        announce(self.file, seat, *found, self.now)
        row = self.arrival["away"] = self.file.calendar["absences"][-1]
        self.mails += [(who, made) for who, made in absent(self.file, self.box, row, self.now) if who not in own]
        return [receipt.sentence("away", start=row["from"], end=row["to"]), *self._due(seat)]

    # -- answers -------------------------------------------------------------------------------------------

    def _asked_for(self) -> list[tuple[str, str]]:
        """``[(title, text)]`` for the commands of the mail."""
        wanted = [one for one in self._commands if one[0] not in (*_ANSWERS, *WISHES, "prefer", "extend", "away")]
        return [
            (f"{name.capitalize()} {'' if number is None else number}".rstrip(), self._text_for(name, number))
            for name, number in wanted
        ]

    def _text_for(self, name: str, number: int | None) -> str:

        if name == "help":
            return receipt.help_text()
        if name == "status":
            return receipt.status_text(self.file, came(self.file, self.box, self.now))
        if name == "form":
            return self._form()
        return self._report(number)

    def _form(self) -> str:
        """The form of the seat; above it what still waits for its word, as comments."""
        if self.file.is_over:
            return receipt.sentence("over")
        seat = self.arrival["seat"]
        doubt = open_doubt(self.box, self.file.next, seat)
        waits = [f"## {row}".rstrip() for row in doubt_told(doubt)] if doubt else []
        return "\n".join([*waits, form_of(self.file, seat, self.box)])

    def _report(self, number: int | None) -> str:
        from pbem.report.build import build
        from pbem.report.sheet import sheet
        from pbem.report.text import render

        last = self.file.n
        if number is not None and number > last:
            return Problem("mail-entry", entry=number, last=last).text
        return render(sheet(build(self.file, until=number, seat=self.arrival["seat"])))

    def _new_form(self, problems: Sequence[Problem]) -> list[tuple[str, str]]:
        """A form for what is asked now, for somebody who answered what was asked before."""
        if ("form", None) in self._commands:
            return []
        if {"document-past", "document-head", "missing-header"}.isdisjoint(one.code for one in problems):
            return []
        return [(receipt.sentence("form-past"), self._text_for("form", None))]
