"""The text of a mail, line by line: what its sender orders, asks and tells, and what is talk or came back unchanged.

Every line gets one label, and nothing is dropped without one:

    header      game, seat, entry, head: quoted or not
    order       for the order reader
    command     status, form, report, help, accept, prefer, extend: asks the desk for something (commands.py)
    press       for other players ("to us: …")
    question    what the board and the rules can answer ("what can sag-1 reach?")
    talk        greetings, closings, signatures, sentences (talk.py)
    quote       what was quoted, or what the desk itself wrote (echo_filter.py)
    after       what stands behind two dashes
    doubtful    may be an order and stands where none is read: the sender is asked
    ""          empty

Steps in this order, because each needs the one before: depth of quotation, whole quoted messages, the desk's own words,
the form, and then only the sender's own lines.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

from pbem.core.orders.normalize import decoded, tidy, was_broken
from pbem.core.orders.ordertext import is_closing
from pbem.desk.questions import is_question

from .commands import command_of, takes_back
from .echo_filter import BEGINS, EchoFilter, Press
from .quotations import announced_from, ends_announcement, quotation_from, tells_when_or_who
from .talk import IS_ALONE, Talk

MOST_JOINED = 4000  # characters of an order that is put together of broken lines
MOST_LINES, MOST_TRIES = 12, 400  # over which an order may be broken; lines that are put together in one mail
MOST_BROKEN, MOST_SENTENCES = 4, 40  # lines of a sentence that orders something, and that are put together in one mail
GLUES = " ", ", ", "; "  # what may stand between the lines of an order
MOST_BEFORE, MOST_HELD = 12, 1000  # words of a sentence before an order in it, and characters of both
MOST_NO = 2  # letters of what takes back only what stands apart from it: "op 5, no, op 1"
MOST_POLITE = 200  # characters at the end of a line among which courtesies are looked for

_IN_PRESS = ("press to", "press")  # why words to others are asked about: the line that says to whom, and those below
_ENDS_PRESS = ("closing", "footer", "contact", "mark", "name")  # what of a mail is signed with, and goes to nobody
_AGAIN = "re|aw|wg|fwd?|tr|sv|vs|antw|odp|ynt|rv|res"
_POLITE = re.compile(
    r"(?:(?<![,;\s])[,;\s]+(?:please|thanks|thank you|bitte|danke|merci|instead|rather|stattdessen)\b)+\W*$", re.I
)
_LIMITS = re.compile(  # of what is ordered behind
    r"\b(?:half|remaining|all|on|more|always|every|each|next|if|when|until|once)\b", re.I
)
_LED = re.compile(r"(?:always|never|from now on|(?:every|each) time|if|next)\b", re.I)  # as what is ordered behind is
_CLAUSES = re.compile(r"[,.;!?]\s*")  # what ends one
_PRESS = re.compile(
    r"\s*(?:(?:and|please|ps)[,:]?\s+)*(?:to|tell)\s+([^:;\d>]{1,80}?)\s*[:\uff1a]\s*(.*)", re.IGNORECASE
)
_QUOTED = re.compile(r"^[ \t]*((?:>[ \t]?)+)(?!\s*:\s*$)(.*)$")  # ">:" ends an announcement that was broken there
_HEADER = re.compile(r"\s*(?:game|seat|entry|head|link|seal)\b\s*[:=]?\s*\S+\s*", re.IGNORECASE)
_FIRST = re.compile(r"\s*(?:game|seat)\b\s*[:=]?\s*\S+\s*", re.IGNORECASE)
_END = re.compile(r"\s*(?:-{2,4}|\u2014|end\.?|quit|stop)\s*", re.IGNORECASE)
_REPORT = re.compile(r"\s*\(Answer this mail to send orders.*")  # begins, of compose in sentences.json
_FORM = re.compile(r"\s*-+ To answer, reply with lines like these -*\s*")  # report/text.py


class Row:
    """One line of a mail: number, from 1; depth of quotation; text without marks; how it is known as the desk's
    (echo_filter.py), or ""; label."""

    def __init__(self, number: int, line: str) -> None:
        match = _QUOTED.match(line)
        self.depth, self.text = (match[1].count(">"), match[2]) if match else (0, line)
        self.number, self.own, self.why = number, "", ""
        self.label: str | None = None


class Reply:
    """A mail's text in rows; the properties tell them by label.

    talk       Talk of the seat
    own        EchoFilter, of what went out to the seat
    is_to_own  True if the mail answers a mail of its own sender: then quoted orders are old ones
    reads      text → True if it is an order by itself
    is_near    text → True if it is one but for a misspelt word, or for talk beside it
    is_several text → True if an order answers what takes several
    reaches    text → True if "to" and that text name somebody, or are meant so: what follows are words to others
    struck     pieces of words that the HTML of the mail strikes out or hides, or may
    """

    def __init__(
        self,
        text: str,
        subject: str,
        talk: Talk,
        own: EchoFilter | None = None,
        is_to_own: bool = False,
        struck: Sequence[str] = (),
        **answers: Callable[[str], bool],
    ) -> None:
        lines = decoded(text).replace("\r\n", "\n").replace("\r", "\n").split("\n")
        self.rows = [Row(number, line) for number, line in enumerate(lines, 1)]
        self.talk = talk
        asked = (cache(answers.get(name, lambda text: False)) for name in ("reads", "reaches", "is_near", "is_several"))
        self.reads, self.reaches, self.is_near, self.is_several = asked
        self.joined: list[tuple[int, str, int]] = []  # (number, text, number of the line whose end it is)
        self._mark_own((own or EchoFilter(())).marked(lines))
        self._mark_whole_messages()
        self._label_form(is_to_own)
        self._join_broken()
        self._label_own_words()
        self._label_rest()
        self._join_sentences()
        self._label_taken_back()
        self._label_struck([f" {one} " for one in struck])
        if not self.of("order") and not any(row.depth for row in self.of("header")):
            self._look_into_quotations()
        self._read_subject(subject)

    # -- what was found --------------------------------------------------------------------------------------

    def of(self, *labels: str) -> list[Row]:
        """The rows of these labels."""
        return [row for row in self.rows if row.label in labels]

    @property
    def is_bare(self) -> bool:
        """True if no line of a header stands in it."""
        return not self.of("header")

    @property
    def commands(self) -> list[tuple[str, Any]]:
        """``[(command, argument)]`` as `commands.command_of` tells them, each once, in order."""
        found = [one for row in self.of("command") if (one := command_of(row.text))]
        return list(dict.fromkeys([*self.subject_command, *found]))

    def order_text(self, header: Sequence[str] = (), but: Mapping[int, str] | None = None) -> str:
        """The text for the order reader: lines keep their numbers; a header that the mail lacks stands at the end.

        but   {number: what is read in the place of a row}
        """
        kept = [row.text if row.label in ("order", "header") else "" for row in self.rows]
        for number, text in (but or {}).items():
            kept[number - 1] = text
        return "\n".join([*kept, *header, ""])

    @property
    def press(self) -> Press:
        """``[(addressees as written, text)]``, with lines about which the sender is asked."""
        found = []
        for row in self.rows:
            match = _PRESS.fullmatch(row.text) if row.why in ("", "press to") else None
            if row.label not in ("press", "doubtful") or (row.label == "doubtful" and row.why not in _IN_PRESS):
                continue
            if match:
                found.append([match[1], match[2]])
            elif found:
                found[-1][1] += f"\n{row.text}"
        return [(to, text.strip()) for to, text in found]

    @property
    def unsent(self) -> list[Row]:
        """What stands below words to others and an empty line, as if it were for them too: no question, no order, and
        nothing that a mail is signed with."""
        found, is_below = [], False
        for row in self.rows:
            is_talk = row.label == "talk" and row.why in ("sentence", "rest") and not row.own and not row.depth
            found += [row] if is_talk and is_below else []
            is_below = row.label == "press" or (is_below and (is_talk or not row.text.strip()))
        return found

    @property
    def orders_something(self) -> bool:
        """True if a line begins as an order does."""
        return any(row.depth or self.talk.begins_order(tidy(row.text)) for row in self.of("order"))

    @property
    def says_something(self) -> bool:
        """True if a line is for the desk."""
        return self.orders_something or bool(self.of("command", "question", "press")) or bool(self.subject_command)

    def _read_subject(self, subject: str) -> None:
        """The command or the order that the subject is, if the mail itself orders nothing; behind "Re:" all is old."""
        self.subject_command: list[tuple[str, Any]] = []
        self.source = ""  # where the orders stand, if that is not the text
        if self.of("order", "header"):
            return
        bare = re.sub(rf"(?i)^(?:(?:{_AGAIN})\s*:\s*)+|\[[^\]]*\]", "", subject).strip()
        found = command_of(bare)
        if found:
            self.subject_command = [found]
        elif bare and not re.match(rf"(?i)(?:{_AGAIN})\s*:", subject) and self._is_order(bare):
            row = Row(len(self.rows) + 1, bare)
            row.label, row.why, self.source = "order", "subject", "the subject"
            self.rows.append(row)

    # -- the steps -------------------------------------------------------------------------------------------

    def _mark_own(self, marks: list[str]) -> None:
        """Note what is the desk's.  What its sender could have typed, for it is an order, broken or not, and that
        only begins as one of the desk's lines does, is the desk's among its other lines and nowhere else: a report
        that tells the default at the beginning of a line keeps nobody from ordering just that."""
        above = False
        for n, row in enumerate(self.rows):
            if marks[n] == BEGINS and not row.depth and not above:
                typed = self._typed_from(n, marks)
                marks[n : n + typed] = [""] * typed
            row.own = marks[n]
            if row.text.strip():
                above = bool(row.own) and not row.depth and not _END.fullmatch(row.text)

    def _typed_from(self, n: int, marks: Sequence[str]) -> int:
        """How many lines from one on are an order together, with none of the desk's below; 0 if that is none."""
        for count in range(1, MOST_BROKEN + 1):
            rows, below = self.rows[n : n + count], marks[n + count : n + count + 1]
            is_one = count == 1 or not any(below) and all(row.text.strip() and not row.depth for row in rows)
            if is_one and self._is_order(" ".join(row.text.strip() for row in rows)):
                return count
        return 0

    def _mark_whole_messages(self) -> None:
        """Whole messages that stand below a headline without marks are quotations; so is a report of ours whose marks
        were lost."""
        begins = next((n for n, row in enumerate(self.rows) if not row.depth and _REPORT.fullmatch(row.text)), None)
        ends = next((n for n, row in enumerate(self.rows) if not row.depth and _FORM.fullmatch(row.text)), None)
        if begins is not None and ends is not None and begins < ends:
            for row in self.rows[begins : ends + 1]:
                row.depth = 1
        begins = quotation_from(self.rows, self._is_order)
        for row in self.rows[begins:] if begins is not None else ():
            row.depth += 1

    def _label_form(self, is_to_own: bool) -> None:
        """Label the region of an order form: from its header, at the least depth at which one stands, to its end."""
        said = self._said()
        places = [(row.depth, n) for n, row in enumerate(self.rows) if n not in said and _FIRST.fullmatch(row.text)]
        if not places:
            return
        depth, start = min(places)
        below = enumerate(self.rows[start:], start)
        end = next((n for n, row in below if row.depth == depth and _END.fullmatch(row.text)), len(self.rows))
        for row in self.rows[start:end]:
            if row.depth in (0, depth):
                self._label_in_form(row, is_old=is_to_own and bool(row.depth))
        if depth and end < len(self.rows):
            self.rows[end].label = "quote"
        is_untouched = not depth and any(row.own for row in self.rows[start:end]) and not self._has_answers(start, end)
        if is_untouched and end < len(self.rows):
            self.rows[end].label = "quote"  # the desk's own end of a form: what follows is the sender's
        for row in self.rows[end:] if not depth and not is_untouched else ():
            row.label = row.label or self._behind(row)

    def _said(self) -> set[int]:
        """The places of the rows directly below the sender's "to us: …": no form begins among words to others."""
        found: set[int] = set()
        for n, row in enumerate(self.rows[1:], 1):
            above = self.rows[n - 1]
            is_below = n - 1 in found or (not above.depth and self._is_press(above.text))
            found |= {n} if row.text.strip() and not row.depth and is_below else set()
        return found

    def _has_answers(self, start: int, end: int) -> bool:
        return any(row.label in (None, "order") and row.text.strip() for row in self.rows[start:end])

    def _label_in_form(self, row: Row, is_old: bool) -> None:
        if not row.text.strip():
            row.label = ""
        elif _HEADER.fullmatch(row.text):
            row.label = "header"
        elif is_old or row.text.lstrip().startswith("#") or (row.own and not self._was_freed(row)):
            row.label = "quote"
        elif row.depth or row.own:
            row.label = "command" if command_of(row.text) else "order"

    def _was_freed(self, row: Row) -> bool:
        """True for an order without its # in a form, where the desk writes none: though it stands so elsewhere."""
        return row.own == BEGINS and self._is_order(row.text)

    def _join_broken(self) -> None:
        """Make the orders whole that stand on several lines, as phones and people break them: where the lines are an
        order together and not one by one.  The whole one stands on the first line, and the receipt tells the others."""
        tries = MOST_TRIES
        for n, row in enumerate(self.rows):
            bare = tidy(row.text)
            if not tries or not bare or not self._is_own(row) or IS_ALONE(bare) or not self._may_begin(row.text):
                continue
            wholes, found, number = [row.text.rstrip()] * len(GLUES), "", n
            for place in range(n + 1, min(n + MOST_LINES, len(self.rows))):
                below = self.rows[place]
                is_long = len(wholes[0]) + len(below.text) > MOST_JOINED
                if not tries or is_long or not self._may_go_on(wholes[0], below):
                    break
                tries, is_whole = tries - 1, any(map(self._is_order, wholes))
                wholes = [_glued(whole, glue, below.text) for whole, glue in zip(wholes, GLUES)]
                is_apart = is_whole and self._is_order(below.text)
                orders = (one for one in wholes if self._is_order(one) and not (is_apart and self.is_several(one)))
                whole = next(orders, "")
                found, number = (whole, place) if whole else (found, number)
            row.text = found or row.text
            self._joined_to(row, self.rows[n + 1 : number + 1])

    def _may_begin(self, text: str) -> bool:
        """Whether an order may begin in a line: with its verb, or with what goes."""
        return self.talk.begins_order(tidy(text)) or (self.talk.mentions(text) and not command_of(text))

    @staticmethod
    def _is_own(row: Row) -> bool:
        return row.label is None and not row.depth and not row.own

    def _may_go_on(self, above: str, row: Row) -> bool:
        """Whether a line may be the rest of the order above it: what could be meant as two is left to the order reader,
        and nothing is joined to a comment."""
        text = row.text
        is_other = not text.strip() or not self._is_own(row) or "#" in above or text.lstrip().startswith(("#", "--"))
        if is_other or self._is_press(text) or command_of(text) or is_question(text) or self.talk.corrects(text):
            return False
        if self.talk.begins_order(tidy(text)):
            return above.endswith((",", ";", ":", ">")) or not self._is_order(above)
        return self.talk.reason(text) in ("", "sentence", "stays", "mark")

    def _label_own_words(self) -> None:
        """Label what the sender wrote outside of a quoted form, and inside an unquoted one."""
        for row in self.rows:
            if row.label is None and (row.depth or row.own):
                row.label = "quote"
        self._label_announcements()
        is_closed = is_over = False
        above = None
        for row in self.rows:
            if row.label is not None:
                is_over = is_over and row.label not in ("quote", "header")
                above = row if row.label in ("order", "press") else None
                continue
            is_over = is_over or bool(_END.fullmatch(row.text))
            ended = "after" if _END.fullmatch(row.text) else self._behind(row) if is_over else ""
            row.label, row.why = (ended, "") if ended else self._label_of(row, above, is_closed)
            is_closed = is_closed or row.why == "closing"
            above = row

    def _behind(self, row: Row) -> str:
        """The label of a line behind two dashes: nothing is read there, but an order there is asked about."""
        if not row.text.strip() or row.own or row.depth:
            return "after"
        return "doubtful" if self._is_order(row.text) else "after"

    def _holds_one(self, text: str) -> bool:
        """Whether an order stands in a line, or is meant by the whole of it ("Reinforcements, please!")."""
        return (
            bool(self.held_order(text))
            or not self._is_order(text)
            and (self.reads(text) or not (self.talk.corrects(text) or self.talk.is_person(text)) and self.is_near(text))
        )

    def _is_order(self, text: str) -> bool:
        """Whether a line is an order by itself: one that begins so, or a sentence that names something of the game."""
        is_named = " " in text.strip() and self.talk.mentions(text)
        is_said = self.talk.begins_order(tidy(text)) or is_named or _LED.match(text)
        return bool(is_said) and self.reads(text)

    def _label_of(self, row: Row, above: Row | None, is_closed: bool) -> tuple[str, str]:
        """``(label, why)`` of a line of the sender; `above` is the row before it."""
        text = row.text
        if not text.strip():
            return "", ""
        before = above if above is not None and above.number == row.number - 1 else None
        if self._is_press(text):
            words = text.replace("\uff1a", ":").partition(":")[2]
            return ("doubtful", "press to") if self.is_fenced(words) else ("press", "")
        if before and (before.label == "press" or before.why in _IN_PRESS):
            why = self.talk.reason(text, is_closed)
            if why in _ENDS_PRESS and not self.is_fenced(text):
                return "talk", why
            is_held = self.is_fenced(text) or command_of(text) or is_question(text)
            return ("doubtful", "press") if is_held else ("press", "goes on")
        if IS_ALONE(tidy(text)):
            return "order", ""
        if command_of(text) and not self._is_order(text):
            return "command", ""
        asked = text.rstrip().endswith(("?", "\uff1f")) or text.lstrip().startswith("?")
        if is_question(text) and not self._is_order(text):
            return "question", ""
        why = (
            ""
            if self._is_order(text)
            else self.talk.reason(text, is_closed) or ("closing" if is_closing(tidy(text), self._is_order) else "")
        )
        is_rest = before and before.label == "order" and was_broken(before.text, text) and not self.talk.corrects(text)
        if why in ("sentence", "name") and is_rest:
            return "order", ""
        begins = self.talk.begins_order(tidy(text))
        if not self._is_order(text) and self.held_order(text, is_corrected=True):
            return "doubtful", "taken back"
        if not begins and self._is_order(text):
            return "order", ""
        if not begins and (
            self.asked_for(text) or (why in ("sentence", "stays", "name", "") and self._holds_one(text))
        ):
            return "doubtful", "sentence"
        if asked and not begins:
            return "talk", "sentence"
        is_led = self._is_order(text.partition(":")[2]) or bool(_LED.match(text) and " then " in text)
        is_told = is_led or self.talk.sounds_ordered(text) or self.talk.denies(tidy(text))
        if why in ("sentence", "") and not begins and is_told:
            return "doubtful", "unread"
        return ("talk", why) if why else ("order", "")

    def asked_for(self, text: str) -> str:
        """What begins as an order behind words that ask for it (talk.request), without a please at its end, and names
        something of the game, or is one by its first word: "i pass this time"; nothing of what is not to be done."""
        rest = "" if self.talk.negations(text) else _without_please(self.talk.request(tidy(text).rstrip("?")))
        return rest if self.talk.mentions(rest) or self._is_order(rest.partition(" ")[0]) else ""

    def held_order(self, text: str, is_corrected: bool = False) -> str:
        """The words at the end of a line that are an order by themselves: "my order is op 5, please"; or "".  Only
        behind words that take back what stands before them, `is_corrected`: "op 5, no wait, op 1"."""
        words = _without_please(tidy(text)).split(" ")
        ends = range(1, min(len(words), MOST_BEFORE)) if len(text) < MOST_HELD else ()
        rests = ((n, " ".join(words[n:])) for n in ends)
        begun = ((n, rest) for n, rest in rests if self.talk.begins_order(rest) and not IS_ALONE(rest))
        held = next((n for n, rest in begun if self.reads(rest)), 0)
        before = " ".join(words[:held])
        clauses = _CLAUSES.split(before)
        is_meant = held and (
            any(self.talk.corrects(one, MOST_NO) for one in clauses) and not self.talk.negations(clauses[-1])
            if is_corrected
            else self.talk.orders_nothing(before) and not (_LIMITS.search(before) or self.talk.negations(before))
        )
        return " ".join(words[held:]) if is_meant else ""

    def is_fenced(self, text: str) -> bool:
        """True for a line that goes to nobody before its sender was asked: it is an order, or begins as one or nearly
        so, or holds an arrow, and names something of the game, a power before a colon too; or it is a comment, or a
        line of a header."""
        bare = tidy(text)
        if text.lstrip().startswith("#") or _HEADER.fullmatch(text) or self._is_order(text):
            return True
        rest, order = bare.partition(" ")[2], bare.partition(":")[2].strip()
        names = self.talk.mentions(rest) or self.talk.is_near_name(rest) or self.talk.begins_order(order)
        begins = names and (self.talk.begins_order(bare) or "->" in bare)
        return bool(bare) and (begins or self.talk.is_near_order(bare, self.reads))

    def _is_press(self, text: str) -> bool:
        match = _PRESS.fullmatch(text)
        return match is not None and self.reaches(match[1])

    def _label_announcements(self) -> None:
        """The lines that announce a quotation, directly above it; also one short line that ends with a colon and begins
        like no order."""
        for n, row in enumerate(self.rows):
            if row.label != "quote" or not n:
                continue
            last = n - 1
            while last > 0 and not self.rows[last].text.strip() and n - last < 3:
                last -= 1
            if self.rows[last].label is None and not self.rows[last].depth:
                self._label_announcement(last)

    def _label_announcement(self, last: int) -> None:
        first, text = announced_from(self.rows, last, self._is_order), self.rows[last].text
        is_short = len(text) <= 80 and not self.talk.begins_order(tidy(text))
        if first is None and ends_announcement(text) and (is_short or tells_when_or_who(text)):
            first = last
        for row in self.rows[first : last + 1] if first is not None else ():
            row.label, row.why = "talk", "announcement"

    def _label_rest(self) -> None:
        """Lines that nobody knows: talk, if nothing in them is near an order; names of the game may stand in them only
        below the last order, and not directly."""
        orders = [row.number for row in self.of("order") if self.talk.begins_order(tidy(row.text))]
        last = orders[-1] if orders else len(self.rows)
        whole = {number: first for number, _, first in self.joined}
        for row in [row for row in self.of("order") if not row.depth and not row.own]:
            above = self.rows[max(whole.get(row.number - 1, row.number - 1), 1) - 1]
            is_signature = row.number > last and above.label != "order"
            if self._is_rest(row.text, is_signature, bool(orders) and row.number >= last > orders[0]):
                row.label, row.why = "talk", "rest"

    def _join_sentences(self) -> None:
        """Lines of talk that order something together, and none by itself: a sentence that a mail program broke.  Where
        it is no plain order, it is asked about as one on a line of its own is."""
        tries = MOST_SENTENCES
        for n, row in enumerate(self.rows):
            whole = row.text.strip()
            for place in range(n + 1, min(n + MOST_BROKEN, len(self.rows))):
                above, below = self.rows[place - 1], self.rows[place]
                if not tries or not (_is_said(row) and _is_said(below)):
                    break
                tries, whole = tries - 1, f"{whole} {below.text.strip()}"
                is_order, is_wrapped = self._is_order(whole), was_broken(above.text, below.text)
                if is_order or is_wrapped and (self.asked_for(whole) or self._holds_one(whole)):
                    row.text, row.label, row.why = whole, *(("order", "") if is_order else ("doubtful", "sentence"))
                    self._joined_to(row, self.rows[n + 1 : place + 1])

    def _joined_to(self, row: Row, rest: Sequence[Row]) -> None:
        """Lines are part of one above."""
        self.joined += [(one.number, one.text.strip(), row.number) for one in rest]
        for one in rest:
            one.text, one.label = "", ""

    def _label_taken_back(self) -> None:
        """Whether a line takes back the orders of its own mail is asked, and never guessed."""
        orders = [row.number for row in self.of("order")]
        for row in self.of("command", "talk", "doubtful") if orders else ():
            is_below = row.number > orders[0] and not row.depth and not row.own
            is_said = is_below and row.why not in ("announcement", "footer") and self.talk.corrects(row.text)
            if is_said or takes_back(row.text, is_below):
                row.label, row.why = "doubtful", "taken back"

    def says_between(self, first: int, last: int) -> list[Row]:
        """What the sender says between the rows of two numbers, or in the last, that is no order."""
        return [row for row in self.rows[first:last] if row.label not in ("order", "") and not row.own]

    def _label_struck(self, struck: Sequence[str]) -> None:
        """Whether an order counts that the mail shows struck out, or perhaps to nobody, is asked."""
        for row in self.of("order", "command") if struck else ():
            words = f" {' '.join(row.text.split())} "
            if not row.depth and any(one in words or not one.strip() for one in struck):
                row.label, row.why = "doubtful", "struck"

    def _is_rest(self, text: str, may_name: bool, is_below: bool) -> bool:
        if self._is_order(text) or self.held_order(text):
            return False
        is_signed = is_below and self.talk.is_names(text) and not self.reads(text)
        return is_signed or self.talk.is_rest(text, self.reads, may_name)

    def _look_into_quotations(self) -> None:
        """Nothing was ordered: an order that stands in a quotation and is not the desk's may be meant."""
        for row in self.quoted_orders():
            row.label = "doubtful"

    def quoted_orders(self) -> list[Row]:
        """Rows of quotations that are orders, and not the desk's."""
        quoted = [row for row in self.of("quote") if not row.own and not row.text.lstrip().startswith("#")]
        return [row for row in quoted if self._is_order(row.text)]


def _is_said(row: Row) -> bool:
    """Whether a row is talk of the sender's own that says something."""
    return row.label == "talk" and row.why in ("sentence", "rest", "name", "stays") and not (row.own or row.depth)


def _glued(whole: str, glue: str, text: str) -> str:
    """A line with the next one: half a name goes on at once, and what ends in a mark needs no other."""
    if whole.endswith("-") and not whole.endswith(("--", " -")):
        return whole + text.strip()
    return f"{whole}{' ' if whole.endswith((',', ';', ':')) else glue}{tidy(text) if glue.strip() else text.strip()}"


def _without_please(text: str) -> str:
    """A tidied text without the words of courtesy at its end."""
    return tidy(text[:-MOST_POLITE] + _POLITE.sub("", text[-MOST_POLITE:]))
