"""Order text as people type and mail it: header, order lines, queue and standing lines (docs/orders.md).

    game malaya-7
    seat germany
    operation land silesia -> poland with tank, army          an answer, now or when its question comes
    if poland is german: operation land poland -> belorussia  only if
    else: deploy tank poland -> silesia                       or else
    when combat-reply in paris: stand if losses 1; else ask me
    --

Tolerant where it is safe: line ends, tabs, spaces, quotation marks, arrows, bullets and full stops as mail
programs and thumbs make them.  Strict where it is not: every word must be understood, and every fault is told
at its place.
"""

import re
from copy import copy

from ..data.problems import NOT_UNDERSTOOD, ODD, Problem, messages
from ..data.text import counted, listed, translate
from ..rules.requests import Ask
from .itemtext import scope_text
from .joining import SURELY, joined
from .lines import LineError
from .names import hint, key, near_hint, seat_called
from .orderfile import HEADER, IS_HEAD, OrderFile, branches, unknown_seat
from .reading import Readings
from .wording import canonical_text, column_of, match_verb, tidy, verb_index

MAX_PROBLEMS = 100

messages(
    {
        "unknown-verb": "No order begins with {word!r}.",
        "unknown-when": "{title} asks no question called {kind}.",
        "missing-colon": "There is no colon after the {word!r} of this line.",
        "missing-answer": "The order itself is missing.",
        "else-without-if": "This else follows no if.",
        "which-power": "The seat {seat} plays {powers}; this line does not say for whom it is.",
        "not-your-line": "{power} is not played by the seat {seat}.",
        "no-power-word": "{text!r} before the colon is no power of this seat.",
        "whole-seat": "The name of a seat before the colon is for standing lines; an order is of one power.",
        "bad-header": "{word!r} is followed by {what}, not by {text!r}.",
        "header-twice": "The file has two lines {word!r} that differ.",
        "control-character": "The line holds a character that cannot be printed.",
        "too-many-problems": "There is more; the first {limit} problems are shown.",
        "revoke-what": "It is not said what is revoked.",
        "prose-above": "What stands above the line game … and is no order was passed over ({lines}).",
        "two-kinds": "The line answers several kinds of question, to each in another way.",
        "secret-once": "The word secret goes before a standing line, secret when KIND: ANSWER. An order needs no such "
        "word: with a referee, one that is kept for later is closed until it acts; what answers now is seen by all.",
        "public-petition": "A petition is seen by all; leave out the word public.",
        "else-never": "What stands behind this else can never act: the answer before it has no condition.",
        "petition-condition": "{verb!r} is done at once; it cannot wait for a condition.",
    }
)

_ELSE = re.compile(r"\s*;\s*else\b\s*[:,]?\s*", re.IGNORECASE)
_SCOPES = (
    (re.compile(r"\b(?:in )?round ([0-9]{1,3})\b", re.IGNORECASE), "round", None),
    (re.compile(r"\b(?:for |in )?this turn\b", re.IGNORECASE), "lasts", "turn"),
    (re.compile(r"\bwhenever\b", re.IGNORECASE), "lasts", "whenever"),
)
_INNER_IF = re.compile(r"(?<!\bonly)\s+if\s+", re.IGNORECASE)
_HEADER_LINE = re.compile(rf"({'|'.join(HEADER)})(?:\s*[:=]\s*|\s+)(.+)", re.IGNORECASE)
# a line that ends what is read of an order file
ENDS = re.compile(
    r"--+|end\.?|(?:many )?thanks\b.*|thank you\b.*|cheers\b.*|yours\b.*|sincerely\b.*|bye\b.*|"
    r"(?:with )?(?:(?:best|kind|warm) )?(?:regards|wishes|greetings)\b.*|"
    r"(?:(?:viele|liebe|beste|schöne) )?gr(?:ü|u|ue)(?:ß|ss)e?\b.*",
    re.IGNORECASE,
)
_GREETING = re.compile(
    r"(?:hi|hello|hey|dear|good (?:morning|day|evening)|hallo|liebe[rs]?)(?: \w+){0,3}[,!:]?", re.IGNORECASE
)
_ONCE = re.compile(r"(secret|public)\s+(?!when\b)", re.IGNORECASE)  # before a line that is no standing one
_INSIDE = {"->", "with", "via", "from", "in", "at"}  # words that begin a part of an order, and none of its own
_EACH = "*"  # before a standing line: one for each power of the seat
_FIRST_WORDS = {"if", "else", "when", "secret", "public", "then", "revoke", "cancel"}
_CLAUSES_OF_WHEN = {"in": "where", "of": "where", "from": "from", "until": "until"}
_HEADER_SHAPES = {
    "game": (re.compile(r"[a-z0-9._-]{1,64}").fullmatch, "the name of a game"),
    "seat": (re.compile(r"[a-z0-9._-]{1,64}").fullmatch, "the name of a seat"),
    "entry": (re.compile(r"[0-9]{1,9}").fullmatch, "a number"),
    "head": (IS_HEAD, "32 to 64 hexadecimal digits"),
    "link": (re.compile(r"[0-9a-f]{64}").fullmatch, "64 hexadecimal digits"),
    "seal": (re.compile(r"[0-9a-f]{64}").fullmatch, "64 hexadecimal digits"),
    "pinch": (re.compile(r".{1,1000}").fullmatch, "any text"),
}


def read_text(text, game, powers, name="orders", asked=(), prose=True, persons=None):
    """Read order text: ``(OrderFile, problems)``; `powers`, `asked` and `persons` as in `orders.read`.

    `prose` allows a few words above the header, as in a mail; it is False where orders may stand there.
    """
    reader = _Reader(game, powers, name, asked, prose, persons)
    for number, raw in enumerate(re.split(r"\r\n|\r|\n", text), 1):
        if reader.read_line(number, raw) == "end":
            break
    reader.finish()
    return reader.orders, sorted(reader.problems, key=_line_of)


def _line_of(problem):
    """The line of a problem, for the order in which they are told."""
    return int(problem.where.rsplit(":", 2)[1])


class _Reader:
    """The state of reading one text: whose lines these are, and what an else or another line belongs to."""

    def __init__(self, game, powers, name, asked, prose, persons=None):
        self.game, self.powers, self.asked, self.prose = game, powers, set(asked), prose
        self.persons = persons or {}
        self.explains = True  # whether it is wanted what a line that is refused may have meant
        self.readings = Readings(game.names)
        self.orders, self.problems = OrderFile(name), []
        self.verbs = verb_index(game.kinds)
        self.petitions = verb_index(game.petitions)
        self.openers = [kind for kind in game.kinds.values() if kind.begins_open]
        self.power = None  # set by a line "POWER:"
        self._inner = None  # the words that stand inside orders, when they are asked for
        self.header_at = None  # the first line of the header
        self.waiting = []  # order lines, read when the whole header is known
        self.raw = ""  # the line that is read now, as it was typed
        self.open_if = None  # the item whose last branch has a condition, so that an else may follow
        self.open_many = None  # (branch, its items, its power, its lead, its texts) that another line may go on with
        self.many = []  # such branches of several lines, which are put together at the end

    def read_line(self, number, raw):
        """Read one physical line, the header at once, the others in `finish`; "end" where orders end."""
        if raw.lstrip().startswith(">"):
            return None
        text = tidy(raw)
        if not text:
            if "#" in raw:
                self.waiting.append((number, raw, ""))
            return None
        if any(not c.isprintable() for c in text):
            self.problem(Problem("control-character", level=NOT_UNDERSTOOD), number, raw)
            return None
        if ENDS.fullmatch(text):
            return "end"
        header = _HEADER_LINE.fullmatch(text)
        if header:
            self.header_at = self.header_at or number
            self._header(header[1].lower(), header[2], number, raw)
        elif text.casefold() == "ready":
            self.orders.ready = True
        else:
            self.waiting.append((number, raw, text))
        return None

    def finish(self):
        """Read the order lines, now that the header is complete."""
        seat = self.orders.seat
        if seat is not None and seat not in self.powers:
            self.problem(unknown_seat(seat, self.powers), *self._seat_line)
            return
        self._pass_over_prose()
        for number, raw, text in self._joined():
            if len(self.problems) > MAX_PROBLEMS:
                break
            self.raw = raw
            try:
                self._order_line(text, number)
            except LineError as error:
                self.open_many = None
                self.problem(error.problem, number, raw)
        for branch, items, texts in self.many:
            branch["value"] = self.game.kinds[branch["kind"]].combine(items)
            branch["text"] = "\n".join(texts)

    def _pass_over_prose(self):
        """A greeting above the header of a mail is no order; nor are other words there that look like none, which a
        note tells.  Above a quoted form, where orders may stand, only a greeting is passed over.
        """
        if self.header_at is None:
            return
        above = [line for line in self.waiting if line[0] < self.header_at and line[2]]
        found = [line for line in above if not _GREETING.fullmatch(line[2])]
        found = [line for line in found if self.prose and not self._may_be_meant(line[2])]
        self.waiting = [
            line for line in self.waiting if line not in found and not (line in above and _GREETING.fullmatch(line[2]))
        ]
        if found:
            number, raw, text = found[0]
            lines = counted(len(found), "line")
            self.problem(Problem("prose-above", level=ODD, quote=text[:60], lines=lines), number, raw)

    def _may_be_meant(self, text):
        """True for an order, and for what somebody may have meant as one."""
        from difflib import get_close_matches

        if "->" in text or re.match(r"\w+ \d", text) or self._begins_order(text):
            return True
        first = key(text.split(None, 1)[0].rstrip(":,"))
        return bool(get_close_matches(first, [*self.verbs, *self.petitions], 1, 0.8))

    def _joined(self):
        """The order lines; one that a mail program broke is whole again, with a note (joining.py)."""
        return joined(self.waiting, self._begins_order, self._state_of, self._suspects, self.problem)

    def _suspects(self, above, text):
        """Whether a text could be the rest of an order, by the words between them: an order does not break off behind
        a name, to go on with a word that stands only at the beginning of orders.
        """
        if self._inner is None:
            kinds = [*self.game.kinds.values(), *self.game.petitions.values()]
            self._inner = {word for kind in kinds for word in kind.inner_words()}
        before, after = key(above.rsplit(None, 1)[-1].rstrip(":,;")), key(text.split(None, 1)[0].rstrip(":,;"))
        return before in self._inner or after in self._inner

    def _state_of(self, text):
        """Whether a text is an order by itself, the beginning of one, or none; nothing comes of looking."""
        other = copy(self)
        other.orders, other.explains = OrderFile(self.orders.name), False
        other.orders.seat = self.orders.seat
        other.power = self.power or next(iter(self._seat_powers()), None)
        other.open_if, other.open_many, other.many = {}, None, []
        try:
            other._order_line(text, 1)
        except LineError as error:
            return "begun" if error.problem.code == "line-ends" else "none"
        return "order"

    def _begins_order(self, text, nearly=False):
        """Whether a line begins with a verb, or SURELY with a word of the order grammar or a power and a colon;
        `nearly`: or with something that looks like a verb, so that a slip of the pen is never taken for the end of a
        comment.
        """
        first = text.split(None, 1)[0].casefold().rstrip(":,")
        before, colon, _ = text.partition(":")
        if first in _FIRST_WORDS or colon and self._is_lead(before):
            return SURELY
        if nearly and first not in _INSIDE and self._near_verbs(first):
            return True
        known = match_verb(text, self.verbs) or match_verb(text, self.petitions) or self._without_verb(text)
        return known is not None

    def _is_lead(self, before):
        """Whether what stands before a colon says whose line it is, or for which question."""
        return self._known_power(before) is not None or self._is_whole_seat(before) or _is_scope(before)

    def problem(self, problem, number, raw):
        """Note a problem with the place of its quote in the line; of very many, the first."""
        if len(self.problems) > MAX_PROBLEMS:
            return
        if len(self.problems) == MAX_PROBLEMS:
            problem = Problem("too-many-problems", level=NOT_UNDERSTOOD, limit=MAX_PROBLEMS)
        column = column_of(raw, problem.quote)
        self.problems.append(problem.at(f"{self.orders.name}:{number}:{column}", raw.strip()[:200]))

    # header

    def _header(self, word, value, number, raw):
        fits, what = _HEADER_SHAPES[word]
        value = value.strip("\"' ") if word != "pinch" else value
        if word == "seat":
            value = seat_called(value, self.powers, self.game.names, self.persons) or value
        value = value.casefold() if word in ("game", "seat", "head", "link", "seal") else value
        if not fits(value):
            shown = value if len(value) < 40 else value[:40] + "…"
            fields = {"word": word, "what": what, "text": shown}
            self.problem(Problem("bad-header", level=NOT_UNDERSTOOD, quote=shown, **fields), number, raw)
            return
        value = int(value) if word == "entry" else value
        before = getattr(self.orders, word)
        if before is not None and before != value:
            self.problem(Problem("header-twice", level=NOT_UNDERSTOOD, word=word), number, raw)
        setattr(self.orders, word, value)
        if word == "seat":
            self._seat_line = number, raw

    # order lines

    def _order_line(self, text, number):
        power, rest = self._power_of(text)
        if rest == "":
            self.power, self.open_if, self.open_many = power, None, None
            return
        first = rest.split(None, 1)[0].casefold().rstrip(":,")
        if first == "then" and rest.casefold().rstrip(":") == "then":
            self.open_many = self.open_if = None
        elif first in ("when", "secret", "public") and not _ONCE.match(rest):
            self.open_many = self.open_if = None
            self._standing(power, rest, number)
        elif first == "secret":
            raise LineError("secret-once", quote=rest.split(None, 1)[0])
        elif first in ("revoke", "cancel") and not match_verb(rest, self.verbs):
            self.open_many = self.open_if = None
            self._revoked(power, rest, number)
        elif first == "else":
            self._else(power, rest, number)
        else:
            self._queued(power, rest, number)

    def _power_of(self, text):
        """``(power or None, the rest)`` of a line that may begin with ``POWER:``."""
        before, colon, rest = text.partition(":")
        first = before.split(None, 1)[0].casefold() if before.strip() else ""
        if not colon or first in ("if", "else", "when", "secret", "public") or ";" in before or _is_scope(before):
            return None, text
        power = self._known_power(before)
        if power is None and self._is_whole_seat(before):
            return self._each(before, rest.strip())
        if power is None:
            verb = match_verb(before, self.verbs) or match_verb(before, self.petitions)
            if verb:  # "deploy: army …" is a verb with a colon; in "interrupt with flag: …" the colon is its own
                return None, text if verb[2] else f"{before} {rest.strip()}".strip()
            suggested = hint("Powers of this seat: {names}.", self._seat_powers(), "and")
            raise LineError("no-power-word", quote=before, text=before.strip(), hint=suggested)
        if self.orders.seat is not None and power not in self._seat_powers():
            raise LineError("not-your-line", quote=before, power=self._shown(power), seat=self.orders.seat)
        return power, rest.strip()

    def _is_whole_seat(self, text):
        return self.orders.seat is not None and key(text) == key(self.orders.seat)

    def _each(self, before, rest):
        """The name of the seat before a line: that is for standing lines, which are lodged for each of its powers."""
        first = rest.split(None, 1)[0].casefold() if rest else ""
        if first not in ("when", "secret", "public", "revoke", "cancel"):
            suggested = hint("Write {names} and a colon before the line.", self._seat_powers())
            raise LineError("whole-seat", quote=before, hint=suggested)
        return (None if first in ("revoke", "cancel") else _EACH), rest

    def _known_power(self, text):
        found = self.game.names.known(text, "power") if "power" in self.game.names.categories else None
        if found in self.game.powers:
            return found
        return next((power for power in self.game.powers if key(power) == key(text)), None)

    def _whose(self, power, standing=False):
        """The power that a line is for: named in it, or by a line before, or the only one of the seat."""
        if power or self.power:
            return power or self.power
        powers = self._seat_powers()
        if len(powers) == 1:
            return powers[0]
        if not powers:  # the seat is missing or unknown, which is told once
            return None
        suggested = hint("Write {names} and a colon before the line.", powers)
        if standing:
            each = translate("Or {seat} and a colon, for each of them.").format(seat=self.orders.seat)
            suggested = f"{suggested} {each}"
        raise LineError("which-power", seat=self.orders.seat, powers=listed(powers), hint=suggested)

    def _seat_powers(self):
        return self.powers.get(self.orders.seat, [])

    def _shown(self, power):
        return self.game.names.show(power)

    def _prefix(self, power):
        """What names the power in the canonical text: nothing where the seat has but one."""
        return f"{power}: " if len(self._seat_powers()) > 1 else ""

    def _queued(self, power, rest, number):
        """``[public] ORDER``: an answer, a petition, or ``if CONDITION: …`` with its ``; else …`` in the same line."""
        word = _ONCE.match(rest)
        first, *others = _ELSE.split(rest[word.end() :] if word else rest)
        scope, said, first = self._scope_of(first)
        conditions, head, order = self._if_of(first)
        head = said + head
        petition = match_verb(order, self.petitions)
        if petition and not match_verb(order, self.verbs):
            if word:
                raise LineError("public-petition", quote=word[1])
            self._petition(power, petition, head, order, number)
            return
        self._verb_of(order)  # an unknown order is told before it is asked whose it is
        power = self._whose(power)
        lead = f"{self._prefix(power)}{'public ' if word else ''}{head}"
        branch, item = self._branch(order, number, conditions, lead)
        if not self._goes_on(branch, item, power, lead):
            branch = {"power": power, **({"public": True} if word else {}), **branch, **scope}
            self.orders.answers.append(branch)
            self.open_if = branch if conditions else None
            self._may_go_on(branch, item, power, lead)
        for other in others:
            self._add_else(other, number)

    def _else(self, power, rest, number):
        """``else: …`` or ``else if CONDITION: …`` on a line of its own."""
        for other in _ELSE.split(_after_else(rest)):
            self._add_else(other, number)

    def _add_else(self, text, number):
        """Hang a branch on the open if; or go on with the many lines of the else before."""
        conditions, head, order = self._if_of(text)
        lead = f"else {head}" if head else "else: "
        branch, item = self._branch(order, number, conditions, lead)
        if self._goes_on(branch, item, None, lead):
            return
        if self.open_if is None:
            raise LineError("else-without-if", quote="else")
        self.open_if.setdefault("else", []).append(branch)
        self.open_if = self.open_if if conditions else None
        self._may_go_on(branch, item, None, lead)

    def _may_go_on(self, branch, item, power, lead):
        self.open_many = None
        if self.game.kinds[branch["kind"]].many:
            self.open_many = (branch, [item], power, lead, [branch["text"]])

    def _goes_on(self, branch, item, power, lead):
        """Add a line to the answer of many lines that is open; False if it begins something else."""
        if self.open_many is None:
            return False
        before, items, whose, lead_before, texts = self.open_many
        if (whose, lead_before) != (power, lead) or any(before.get(n) != branch.get(n) for n in ("kind", "if")):
            return False
        if len(items) == 1:
            self.many.append((before, items, texts))
        items.append(item)
        texts.append(branch["text"])
        before["places"] += branch["places"]
        return True

    def _place(self, number, text):
        """Where an order was typed: its line, and the line and column of each of its lines."""
        return {"line": number, "places": [[number, column_of(self.raw, text)]]}

    def _scope_of(self, text):
        """``({"where"?, "round"?, "lasts"?}, "in …: ", the rest)`` of a line that says for which question it is."""
        before, colon, rest = text.partition(":")
        if not colon or not _is_scope(before):
            return {}, "", text
        scope, place = {}, before.strip()
        for pattern, name, value in _SCOPES:
            found = pattern.search(place)
            if found:
                scope[name] = value or int(found[1])
                place = f"{place[: found.start()]} {place[found.end() :]}".strip()
        if place:
            place = re.sub(r"^in\b\s*", "", place, flags=re.IGNORECASE)
            places = [name for name in ("area", "box", "war") if name in self.game.names.categories]
            scope["where"] = self.game.names.find(place, *places)
        if not rest.strip():
            raise LineError("missing-answer")
        return scope, scope_text(scope), rest.strip()

    def _if_of(self, text):
        """``(conditions, "if …: ", the order)`` of a text that may begin with ``if CONDITION:``."""
        match = re.match(r"(?:only\s+)?if\b\s*", text, re.IGNORECASE)
        if not match:
            return [], "", text
        words, colon, order = text[match.end() :].partition(":")
        if not colon:
            raise LineError("missing-colon", word="if", hint=translate("Write: if CONDITION: order"))
        if not order.strip():
            raise LineError("missing-answer")
        words = words.strip()
        return self._conditions(words), f"if {words}: ", order.strip()

    def _conditions(self, text):
        return self.game.conditions.parse(text, self.game.names)

    def _branch(self, order, number, conditions, lead):
        """One order text as ``(branch, its item)``: its kind by the verb, its value by the kind."""
        verb, names, rest = self._verb_of(order)
        names, item = self._read_by(order, names)
        branch = {"kind": names[0], "value": self.game.kinds[names[0]].combine([item]), **self._place(number, order)}
        branch["text"] = f"{lead}{canonical_text(verb, rest)}"
        if len(names) > 1:
            branch["also"] = sorted(names[1:])
        if conditions:
            branch["if"] = conditions
        return branch, item

    def _read_by(self, order, names):
        """``(kinds that a line may answer, its reading)``: all those that read it alike, in the title's order."""
        found = self.readings.read(order, [self.game.kinds[name] for name in names], self.explains)
        if any(reading != found[0][1] for _, reading in found):
            shown = [kind.waiting for kind, _ in found]
            raise LineError("two-kinds", hint=hint("It may be meant {names}.", shown))
        return [kind.name for kind, _ in found], found[0][1]

    def _verb_of(self, order):
        """``(verb, kind names, the rest)`` of an order; raises LineError."""
        if not order.strip(" :,;"):
            raise LineError("missing-answer")
        found = match_verb(order, self.verbs) or self._without_verb(order)
        if not found:
            raise self._unknown_verb(order)
        return found

    def _without_verb(self, order):
        """An order by a form that begins with a name or a number (``2 infantry burma -> shan-state``); or None."""
        if not self.openers:
            return None
        try:
            return "", [kind.name for kind, _ in self.readings.read(order, self.openers, explain=False)], order
        except LineError:
            return None

    def _unknown_verb(self, order):
        word = order.split(None, 1)[0].strip(",:")
        if not self.explains:
            return LineError("unknown-verb", quote=word, word=word[:40])
        suggested = self._near_verbs(word)
        if not suggested:
            asked = [kind for name, kind in self.game.kinds.items() if name in self.asked]
            suggested = hint("You are asked for {names}.", [verb for kind in asked for verb in kind.verbs[:1]])
            suggested = f"{suggested} {translate('If it is no order, put # before it.')}".strip()
        return LineError("unknown-verb", quote=word, word=word[:40], hint=suggested)

    def _near_verbs(self, word):
        spelled = {found: verb for found, (verb, _) in [*self.verbs.items(), *self.petitions.items()]}
        return near_hint(word, spelled)

    def _petition(self, power, found, head, order, number):
        verb, names, rest = found
        if head:
            raise LineError("petition-condition", quote=verb, verb=verb)
        power = self._whose(power)
        kind = self.game.petitions[names[0]]
        reading = kind.combine([self.readings.read(order, [kind])[0][1]])
        value, _ = kind.settle(None, Ask(names[0], power), reading)  # petitions ask nothing of the board
        text = f"{self._prefix(power)}{canonical_text(verb, rest)}"
        item = {"power": power, "verb": names[0], "value": value, "text": text, **self._place(number, order)}
        self.orders.petitions.append(item)
        self.open_if = self.open_many = None

    # standing lines

    def _standing(self, power, rest, number):
        """``[secret | public] when KIND [in WHERE] [from …] [until …]: ANSWER [if …] [; else …]``; after the name of
        the seat one for each of its powers."""
        if power == _EACH:
            for one in self._seat_powers():
                self._standing(one, rest, number)
            return
        power = self._whose(power, standing=True)
        open_to = re.match(r"(secret|public)\s+", rest, re.IGNORECASE)
        rest = rest[open_to.end() :] if open_to else rest
        head, colon, answer = rest.partition(":")
        if not colon:
            raise LineError("missing-colon", word="when", hint=translate("Write: when KIND in PLACE: answer"))
        if not answer.strip():
            raise LineError("missing-answer")
        kind, where, limits = self._when(head)
        item = {"power": power, "when": kind, **({"where": where} if where else {}), **limits}
        first, *others = [self._standing_branch(kind, text.strip()) for text in _ELSE.split(answer.strip())]
        item.update(first)
        if others:
            item["else"] = others
        word = open_to[1].lower() if open_to else ""
        if word:
            item[word] = True
        lead = self._prefix(power) + (f"{word} " if word else "")
        self._warn_of_dead_else(item, number, answer)
        item.update(self._place(number, answer.strip()), text=f"{lead}{' '.join(head.split())}: {answer.strip()}")
        self.orders.standing.append(item)

    def _warn_of_dead_else(self, item, number, answer):
        """An else behind an answer without a condition can never act."""
        if any("if" not in branch for branch in branches(item)[:-1]):
            self.problem(Problem("else-never", level=ODD, quote=answer.strip()), number, self.raw)

    def _when(self, head):
        """``(kind, where or None, {"from", "until"})`` of ``when KIND [in WHERE] …`` before the colon."""
        clauses, now = {"kind": []}, "kind"
        for word in head.split()[1:]:
            begun = _CLAUSES_OF_WHEN.get(word.casefold())
            if begun and begun not in clauses and not (begun == "where" and now != "kind"):
                clauses[begun], now = [], begun
            else:
                clauses[now].append(word)
        texts = {clause: " ".join(words) for clause, words in clauses.items()}
        kind = self._kind_called(texts["kind"])
        where = self._place_called(texts["where"]) if "where" in texts else None
        limits = {word: self._conditions(texts[word]) for word in ("from", "until") if word in texts}
        return kind, where, limits

    def _place_called(self, text):
        """What a ``when … in`` names: an area if one is called so (Taiwan is a country as well), or anything."""
        names = self.game.names
        place = names.known(text, "area") if "area" in names.categories else None
        return place or names.find(text)

    def _kind_called(self, text):
        """The kind of question that a ``when`` names, by its name or a verb of it."""
        wanted = key(text)
        for name in self.game.kinds:
            if key(name) == wanted:
                return name
        if wanted in self.verbs:
            return self.verbs[wanted][1][0]
        found = [name for name in self.game.kinds if len(wanted) >= 4 and key(name).startswith(wanted)]
        if len(found) == 1:
            return found[0]
        suggested = near_hint(text, {key(name): name for name in self.game.kinds})
        suggested = suggested or hint("There are {names}.", list(self.game.kinds)[:12])
        fields = {"title": self.game.name, "kind": text or "nothing"}
        raise LineError("unknown-when", quote=text, hint=suggested, **fields)

    def _standing_branch(self, name, text):
        """``ANSWER [if CONDITION]`` as {"value" | "ask", "if"?}."""
        answer, *conditions = _INNER_IF.split(text, maxsplit=1)
        branch = {}
        if re.fullmatch(r"ask(?: me)?", answer.strip(), re.IGNORECASE):
            branch["ask"] = True
        else:
            kind = self.game.kinds[name]
            said = self._with_verb(kind, name, answer.strip())
            branch["value"] = kind.combine([self.readings.read(said, [kind])[0][1]])
        if conditions:
            branch["if"] = self._conditions(conditions[0].strip())
        return branch

    def _with_verb(self, kind, name, answer):
        """A standing answer with its verb, which may be left out; a plain yes or no means what the kind says."""
        answer = kind.plain.get(answer.casefold().rstrip("."), answer)
        found = match_verb(answer, self.verbs)
        if found and name in found[1]:
            return answer
        return f"{kind.verbs[0]} {answer}" if kind.verbs else answer

    def _revoked(self, power, rest, number):
        """``revoke queue``, ``revoke standing`` or ``revoke when KIND [in WHERE]``."""
        power, what = power or self.power, rest.partition(" ")[2].strip()
        text = f"{self._prefix(power) if power else ''}revoke {what}"
        item = {"what": what.casefold(), "line": number, "text": text}
        if what.casefold().startswith("when "):
            kind, where, _ = self._when(what.rstrip(":"))
            item.update(what="standing", kind=kind, **({"where": where} if where else {}))
        elif what.casefold() not in ("queue", "standing"):
            suggested = translate("Write revoke queue, revoke standing, or revoke when KIND.")
            raise LineError("revoke-what", quote=what, hint=suggested)
        if power:
            item["power"] = power
        self.orders.revoked.append(item)


def _is_scope(before):
    """Whether what stands before a colon says for which question a line is: a place, a round, this turn, whenever."""
    first = before.split(None, 1)[0].casefold() if before.strip() else ""
    return first == "in" or any(pattern.match(before.strip()) for pattern, *_ in _SCOPES)


def _after_else(rest):
    return re.sub(r"^else\b\s*[:,]?\s*", "", rest, flags=re.IGNORECASE)
