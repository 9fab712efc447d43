"""What a mail says to the game: one reading of it, or two, if a line may be an order and may be talk.

A mail is one of: orders, a question, nothing for us, or unsure.  Unsure is what holds a line that may be meant as an
order and is not understood as one: then nothing counts until the sender has said which reading is meant.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from typing import TYPE_CHECKING

from pbem.core.data.problems import NOT_UNDERSTOOD, ODD, Problem, refusals
from pbem.core.data.tables import Sentences
from pbem.core.orders.normalize import column_of, tidy
from pbem.core.orders.orderfile import OrderFile
from pbem.core.orders.orders import missing_header, read
from pbem.core.orders.ordertext import not_read, read_text
from pbem.core.record.seat_history import persons

from .echo_filter import EchoFilter
from .message_ids import report_of_id
from .parts import HTML, UNREAD
from .press import addressees, means_somebody
from .reply import Reply, Row
from .talk import Talk

if TYPE_CHECKING:
    from pbem.core.data.json_types import Json
    from pbem.core.play.gamefile import GameFile
    from pbem.mail.letter import Letter
    from pbem.mail.letterbox import Letterbox


MOST_READ, MOST_EXPLAINED = 600, 200  # texts of a mail that are read by themselves; with what they may mean
_place = Sentences(__name__)  # where a line stands that may be an order
_NO_ORDER = {"unknown-verb", "no-power-word", "says-not", "mail-doubtful"}  # of a line that may be no order at all


class Reading:
    """A letter of one of `seats` as orders, questions and talk.

    reply     Reply, every line with its label, of the text that is read
    source    where that text stands
    beside    [Reply] of other texts of the mail, in which orders are doubt
    orders    OrderFile; empty if nothing was ordered
    problems  of reading them
    meant     {number of a doubtful row: the order that it holds, or that it would be but for a slip}
    quotes_nothing  True if nothing says which stop the mail answers: it is read as if it answered what is asked now
    """

    quotes_nothing = False

    def __init__(self, file: "GameFile", box: "Letterbox", letter: "Letter", seats: Sequence[str]) -> None:
        self.file, self.box, self.letter, self.seats = file, box, letter, seats
        self.powers = file.powers
        self.asked = file.asked_kinds
        sender = (letter.name, letter.sender.partition("@")[0])
        people = [*file.charter["names"].values(), *persons(file).values(), *sender]
        self.talk = Talk(file.game, [one for one in people if one])
        self.own = EchoFilter(box.sent(seats))
        self._explained: dict[str, list[Problem]] = {}
        self._looked_at = 0
        self._choose()
        self.is_json = self.text.lstrip().startswith("{")
        self.orders, self.problems = self._read()
        self.meant = {} if self.is_json else dict(self._mended())

    def _reply_of(self, text: str, subject: str = "") -> Reply:
        is_to_own = any(self.box.arrivals.came_from(one, self.seats) for one in self.letter.answers_to[:1])
        struck = self.letter.struck
        asked = {"reads": self._reads_alone, "reaches": self._reaches, "is_near": self._is_near}
        return Reply(text, subject, self.talk, self.own, is_to_own, struck, **asked, is_several=self._is_several)

    def _is_near(self, text: str) -> bool:
        """True if a text is an order but for a slip that can be mended; of very many, each is asked back unread."""
        return bool(self._slips(text)) or len(self._explained) >= MOST_EXPLAINED

    def _is_several(self, text: str) -> bool:
        kinds = self.file.game.kinds
        return all(kinds[one["kind"]].is_multiline for one in self._alone(text, explains=False)[0].answers)

    def _slips(self, text: str) -> list[Problem]:
        """What is wrong with a text, if it can be mended."""
        return [one for one in self._faults(tidy(text)) if "meant" in one.fields]

    def _faults(self, text: str) -> list[Problem]:
        """What keeps a text from being an order, with what may be meant: remembered, for it takes long; of very many
        nobody looks any more."""
        if text not in self._explained and len(self._explained) < MOST_EXPLAINED:
            self._explained[text] = self._alone(text)[1]
        return self._explained.get(text, [])

    def _choose(self) -> None:
        """Which text holds the orders, its `source`, and what stands `beside` it: an attached file goes before the own
        words of the mail if it orders something, and HTML before a text that says nothing."""
        letter = self.letter
        own = self._reply_of(letter.text, letter.subject)
        page = self._reply_of(letter.page) if letter.page and not own.says_something else None
        is_page = page is not None and page.says_something
        files = [(name, text, self._reply_of(text)) for name, text in letter.files]
        files = [one for one in files if one[2].orders_something]
        beside = [self._reply_of(letter.beside)] if letter.beside else []
        if files and not letter.made:
            self.source, self.text, self.reply = files[0]
            beside, files = [page if page and is_page else own], files[1:]
        elif page and is_page:
            self.source, self.text, self.reply = HTML, letter.page, page
        else:
            self.source, self.text, self.reply = own.source or letter.source, letter.text, own
        self.beside = [*beside, *(reply for _, _, reply in files)]

    def _reaches(self, text: str) -> bool:
        return addressees(self.file, self.seats[0], text) is not None or means_somebody(self.file, text)

    def _reads_alone(self, text: str) -> bool:
        """True if a text is an order by itself; of very many, nobody looks any more."""
        self._looked_at += 1
        orders, problems = self._alone(text if self._looked_at <= MOST_READ else "", explains=False)
        return not orders.is_empty and not problems

    def _alone(self, text: str, explains: bool = True) -> tuple[OrderFile, list[Problem]]:
        """``(OrderFile, what keeps it from being one)`` of a text by itself."""
        orders, problems = read_text(
            f"seat {self.seats[0]}\n{text}",
            self.file.game,
            self.powers,
            asked=self.asked,
            prose=False,
            explains=explains,
        )
        return orders, refusals(one for one in problems if one.code not in ("which-power", "doubt-power"))

    def is_plain_answer(self) -> bool:
        """Whether a plain yes or no, which is about no mail, answers what is asked: then it is an order."""
        rows = [row for row in self.reply.of("command") if self._reads_alone(row.text)]
        for row in rows:
            row.label = "order"
        self.orders, self.problems = self._read() if rows else (self.orders, self.problems)
        return bool(rows)

    # -- orders --------------------------------------------------------------------------------------------------

    def _read(self, but: Mapping[int, str] | None = None) -> tuple[OrderFile, list[Problem]]:
        """``(OrderFile, problems)`` of the mail; `but`: ``{number: what is read in the place of that row}``."""
        if self.is_json:
            found: tuple[OrderFile, list[Problem]] = read(
                self.text.encode("utf-8", "replace"), self.file.game, self.powers, "mail"
            )
            return found
        if not self.has_orders and not any((but or {}).values()):
            return self._whose(OrderFile("mail")), []
        answered = (self.answered() or self._asked_now()) if self.reply.is_bare else None
        header = _header(self.file.name, *answered) if answered else ()
        text = self.reply.order_text(header, but)
        orders, problems = read_text(
            text, self.file.game, self.powers, "mail", self.asked, prose=False, seat=self._only_seat
        )
        joined = [_joined(*one) for one in self.reply.joined if (but or {}).get(one[2], one[1])]
        return self._whose(orders), problems + joined + missing_header(orders, "mail") + self._unread()

    def _unread(self) -> list[Problem]:
        """Orders in a quotation are told, where others were read: they are old, or typed at a wrong place."""
        rows = [(row.number, row.text.strip()) for row in self.reply.quoted_orders()]
        return [not_read("in a quotation", rows).at(f"mail:{rows[0][0]}:1")] if rows else []

    @property
    def _only_seat(self) -> str | None:
        """The only seat that the sender has; None for several."""
        return self.seats[0] if len(self.seats) == 1 else None

    def _whose(self, orders: OrderFile) -> OrderFile:
        """Orders without a seat are those of the only one that their sender has."""
        orders.seat = self._only_seat if orders.seat is None else orders.seat
        return orders

    @property
    def has_orders(self) -> bool:
        """True if a line is for the order reader.  A header alone is not: it was quoted with something else."""
        return self.is_json or bool(self.reply.of("order"))

    def answered(self) -> tuple[str, int, str] | None:
        """``(seat, entry, head)`` of what the mail answers: a report to a seat of its sender, or a receipt; or None."""
        for one in self.letter.answers_to:
            found = report_of_id(one)
            if found and found[0] == self.file.name and found[2] in self.seats:
                return found[2], found[1] + 1, found[3]
            row = self.box.receipt_of(one)
            if row and row["seat"] in self.seats and row["entry"]:
                return row["seat"], row["entry"], self.file.head_of(min(row["entry"] - 1, self.file.n))[:32]
        return None

    def _asked_now(self) -> tuple[str, int, str] | None:
        """The same of a mail that quotes nothing: by the entry in its subject, or what the only seat of its sender may
        answer now."""
        told = re.search(rf"\[pbem {re.escape(self.file.name)} e([0-9]{{1,6}})\]", self.letter.subject)
        last = int(told[1]) if told and int(told[1]) <= self.file.n else self.file.n
        self.quotes_nothing = told is None and self._only_seat is not None
        return (self._only_seat, last + 1, self.file.head_of(last)[:32]) if self._only_seat else None

    # -- doubt ---------------------------------------------------------------------------------------------------

    @property
    def doubts(self) -> list[Problem]:
        """Problems of lines that may be orders and may be talk, in the order of the mail."""
        if self.is_json:
            return []
        found = [one for one in self.problems if line_of(one) in self.meant]
        found += [one for one in self.problems if one.code in _NO_ORDER and not self._begins(one)]
        for row in self.reply.of("doubtful"):
            found.append(self._doubt(row, row.why or ("quoted" if row.depth else "after")))
        said = {_bare(row.text) for row in self.reply.of("order")}
        for reply in self.beside:
            rows = [
                row for row in reply.of("order", "doubtful") if row.label == "doubtful" or _bare(row.text) not in said
            ]
            found += [self._doubt(row, "beside") for row in rows]
        return sorted(found, key=line_of)

    def _mended(self) -> "Iterator[tuple[int, str]]":
        """``(number of a row, the order that is meant by it)``: behind what it takes back or asks for, or with the one
        word that it lacks; of what somebody asks for without the words at its end that fit nowhere."""
        for row in self.reply.of("doubtful"):
            text = self.reply.asked_for(row.text) if row.why in ("sentence", "taken back") else ""
            is_back = row.why == "taken back"
            held = self.reply.held_order(row.text, is_back) if is_back or row.why == "sentence" else ""
            if found := held or self._without_slip(text or row.text * (row.why == "sentence"), is_cut=bool(text)):
                yield row.number, found
        for one in self.problems:
            if "meant" in one.fields and (found := self._without_slip(self.reply.rows[line_of(one) - 1].text)):
                yield line_of(one), found

    def _without_slip(self, text: str, is_cut: bool = False) -> str:
        """An order with the word that it lacks, or `is_cut` without what does not fit behind it; or ""."""
        bare = tidy(text)
        if bare and self._reads_alone(bare):
            return bare
        for one in self._faults(bare) if bare else ():
            before = bare.partition(one.quote)[0].strip()
            meant = bare.replace(one.fields.get("typed", ""), one.fields.get("meant", bare), 1)
            found = [line for line in (meant, before if is_cut else "") if line and self._reads_alone(line)]
            return found[0] if found else ""
        return ""

    def _superseded(self, orders: OrderFile) -> dict[int, str]:
        """``{number: ""}`` of the lines whose question a later one answers, below or in words that take them back."""
        gone: dict[int, str] = {}
        before: dict[tuple[str, str], int] = {}
        for item in sorted(orders.answers, key=lambda item: item["line"]):
            whose, line = (item.get("power") or "", item["kind"]), item["line"]
            between = self.reply.says_between(before[whose], line) if whose in before else []
            is_single = not self.file.game.kinds[item["kind"]].is_multiline
            if is_single and any(row.why == "taken back" for row in between):
                gone[before[whose]] = ""
            before[whose] = line
        return gone

    def _begins(self, problem: Problem) -> bool:
        """True if the line begins as an order does: then it was meant as one."""
        row = self.reply.rows[line_of(problem) - 1]
        return self.talk.begins_order(tidy(row.text)) and problem.code != "mail-doubtful"

    def _doubt(self, row: Row, place: str) -> Problem:
        is_meant = row.number in self.meant and place == "sentence"
        slip = next(iter(self._slips(row.text)), None) if is_meant else None
        text = "" if row.number in self.meant or place != "sentence" else self.reply.asked_for(row.text)
        text = tidy(row.text) if place == "unread" else text
        fault = next(iter(self._faults(text)), None) if text else None
        slip = fault if fault and fault.code == "says-not" else slip
        if slip:
            slip = copy(slip)  # the same words may stand on other lines
            slip.where = f"mail:{row.number}:{column_of(row.text, slip.quote)}"
            return slip
        told = [fault.text, fault.hint] if fault else []
        hint = " ".join(told if place == "unread" else [f"{text}:", *told] if told else [])
        code = {"taken back": "mail-taken-back", "unread": "mail-unread"}.get(place, "mail-doubtful")
        about = {"place": _place(place)} if code == "mail-doubtful" else {}
        problem = Problem(code, level=NOT_UNDERSTOOD, quote=row.text.strip()[:60], hint=hint, **about)
        where = "beside" if place == "beside" else "mail"
        return problem.at(f"{where}:{row.number}:1", row.text.strip()[:200])

    def without(self, doubts: Iterable[Problem]) -> tuple[OrderFile, list[Problem]]:
        """The reading in which the doubtful lines are talk, or what is meant by them: ``(OrderFile, problems)``."""
        lines = [line_of(one) for one in doubts if one.where.startswith("mail:")]
        but = {line: self.meant.get(line, "") for line in lines}
        orders, problems = self._read(but)
        gone = self._superseded(orders)
        return self._read({**but, **gone}) if gone else (orders, problems)

    @property
    def passed_over(self) -> list[tuple[int, str]]:
        """``[(number, text)]`` of the sender's own lines that were read as talk."""
        return [
            (row.number, row.text.strip())
            for row in self.reply.of("talk", "after")
            if row.text.strip(" -") and row.why != "announcement" and not row.own and not row.depth
        ]

    @property
    def unheard(self) -> list[str]:
        """What the sender says beside orders that nobody hears; words to others that went to nobody are told apart."""
        apart = {row.number for row in self.reply.unsent}
        rows = [
            row for row in self.reply.of("talk") if row.why in ("sentence", "rest") and not row.own and not row.depth
        ]
        return [row.text.strip() for row in rows if row.number not in apart and not row.text.rstrip().endswith(":")]

    @property
    def is_courtesy(self) -> bool:
        """True if there is nothing but greetings and thanks: nobody waits for an answer to those."""
        kinds = {row.why for row in self.reply.of("talk")}
        own = [row for row in self.reply.rows if row.label not in ("talk", "quote", "", "after", "header")]
        is_kind = bool(kinds - {"contact", "mark"}) and kinds.isdisjoint(("sentence", "attachment", "rest"))
        return is_kind and not own and not self.letter.notes and not self.unread

    @property
    def unread(self) -> "list[Json]":
        """The parts of the mail that may hold words and could not be read."""
        return [one for one in self.letter.parts if one["state"] == UNREAD]


def line_of(problem: Problem) -> int:
    """The line of a problem of a mail."""
    return int(problem.where.split(":")[1]) if problem.where.count(":") > 1 else 0


def _joined(number: int, text: str, first: int) -> Problem:
    return Problem("joined-lines", level=ODD, quote=text[:60], line=first).at(f"mail:{number}:1", text[:200])


def _bare(text: str) -> str:
    """An order as two are compared that stand in one mail twice."""
    return tidy(text).casefold()


def _header(game: str, seat: str, entry: int, head: str) -> tuple[str, str, str, str]:
    return (f"game {game}", f"seat {seat}", f"entry {entry}", f"head {head}")
