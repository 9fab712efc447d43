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
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Any

from ..data.meant import is_perhaps, perhaps
from ..data.problems import NOT_UNDERSTOOD, ODD, Problem
from ..data.text import counted, listed
from ..language.errors import ParseError
from ..language.names import key, seat_called
from ..language.reader import FILLERS
from .itemlines import ItemLines
from .normalize import SURELY, Line, Rare, column_of, match_verb, tidy, unwrapped
from .orderfile import HEADER, IS_HEAD, ITEMS, WORDS, OrderFile, unknown_seat
from .power_prefix import IS_LEAD, LEADS, NEXT, is_scope
from .sayings import LONGEST, Lines, Sayings, infinitive, table_of
from .spelling import spelling_of

if TYPE_CHECKING:
    from ..title.game import Game

MAX_PROBLEMS = 100
# Patterns of what few texts have are compiled when one is looked at by them.
_TELLS = (
    r"(?i)(?:the )?(?!it\b)([a-z]+(?: [a-z]+)??),? ([a-z]+?)(?:(?<=[sh])es|(?<!s)s)(?: (?=\w)|$)"
    r"((?!are\b|and\b|to\b).+)?"
)  # somebody, what he does, and with what: "Italy keeps its flag"
_IS_LED = r"(?i)(?:if|else|always|next|when|or|then)\b"  # what may be said of all that follows
_BETWEEN = (r";\s*", r"\.\s+", r",\s+(?:and |then )*", r"\s+and\s+(?:then )?")  # of orders
_IS_ANOTHER = r"(?:\?.*|\w+ \w+ \w+)[.!?] +$"  # a sentence before an order, which is of something else
MOST_ON_A_LINE, MOST_LOOKED_FOR = 8, 30  # orders on one line; lines that are looked at as misspelt
SAID_WELL = ("says-nothing", "stray-mark", "two-kinds", "two-readings")  # what needs no guess at its spelling
NOT_READ = ("unknown-verb", "not-read", "unknown-name", "name-before", "no-name")  # what a line may be that says "no"
NO_WAY = ("unknown-verb", "name-before")  # what a line is refused with that does not say where units come from
MOST_NAMED = 5  # lines of one place where nothing is read


_HEADER_LINE = re.compile(rf"({'|'.join(HEADER)})(?:\s*[:=]\s*|\s+)(.+)", re.IGNORECASE)
# a line that ends what is read of an order file, as -- and end do
_CLOSING = Rare(
    "thank cheers yours sincerely bye regards wishes greetings gr\u00fc gru",
    r"(?:(?:many )?thanks|thank you|cheers|yours|sincerely|bye|"
    r"(?:with )?(?:(?:best|kind|warm) )?(?:regards|wishes|greetings)|"
    r"(?:(?:viele|liebe|beste|schöne) )?gr(?:ü|u|ue)(?:ß|ss)e?)\b(?P<rest>.*)",
)
_GREETING = r"(?i)(?:hi|hello|hey|dear|good (?:morning|day|evening)|hallo|liebe[rs]?)(?: \w+){0,3}[,!:]?"
_INSIDE = {"->", "with", "via", "from", "in", "at"}  # words that begin a part of an order, and none of its own
_FIRST_WORDS = LEADS | {"cancel"}
_HEADER_SHAPES = {
    "game": (re.compile(r"[a-z0-9._-]{1,64}").fullmatch, "the name of a game"),
    "seat": (re.compile(r"[a-z0-9._-]{1,64}").fullmatch, "the name of a seat"),
    "entry": (re.compile(r"[0-9]{1,9}").fullmatch, "a number"),
    "head": (IS_HEAD, "32 to 64 hexadecimal digits"),
    "link": (re.compile(r"[0-9a-f]{64}").fullmatch, "64 hexadecimal digits"),
    "pinch": (re.compile(r".{1,1000}").fullmatch, "any text"),
}


def is_closing(text: str, is_order: Callable[[str], bool]) -> bool:
    """Whether a line ends what is read, and no part of it behind its first words is an order, as one is in "Thanks,
    Bob; pass" and in "bye 2 infantry"."""
    if text == "--" or text.casefold().rstrip(".") == "end":
        return True
    found = _CLOSING.fullmatch(text)
    if not found:
        return False
    rest = found["rest"].lstrip(" ,.;:!-")
    parts = [tidy(part) for part in (rest, *re.split(r"[,.;:!]|(?<!\S)(?:-(?!>)|and)(?!\S)", rest))]
    return not any(part[0].isdigit() or "->" in part or is_order(part) for part in parts if part)


def read_text(
    text: str,
    game: "Game",
    powers: Mapping[str, Sequence[str]],
    name: str = "orders",
    asked: Iterable[str] = (),
    prose: bool = True,
    persons: Mapping[str, str] | None = None,
    beside: Iterable[tuple[int, str]] = (),
    seat: str | None = None,
    explains: bool = True,
) -> tuple[OrderFile, list[Problem]]:
    """Read order text: ``(OrderFile, problems)``; `powers`, `asked`, `persons` and `seat` as in `orders.read`.

    `prose` allows a few words above the header, as in a mail; it is False where orders may stand there.
    `beside` are ``(number, line)`` of what was taken out of the text: nothing is read there, but orders are told.
    `explains`  it is wanted what a line that is refused may have meant; looking for that costs more than reading
    """
    reader = _Reader(game, powers, name, asked, prose, persons, seat)
    reader.explains = explains
    reader.unread = [(number, raw, tidy(raw.lstrip("> \t")), "beside the quoted form") for number, raw in beside]
    for number, raw in enumerate(re.split(r"\r\n|\r|\n", text), 1):
        reader.read_line(number, raw)
    reader.finish()
    return reader.orders, sorted(reader.problems, key=lambda problem: problem.line)


def not_read(place: str, rows: Sequence[tuple[int, str]]) -> Problem:
    """The Problem of orders that stand where nothing is read: `rows` are ``(number, text)``."""
    which = [f"line {number} ({text[:60]})" for number, text in rows[:MOST_NAMED]]
    which += [f"{counted(len(rows) - MOST_NAMED, 'line')} more"] if len(rows) > MOST_NAMED else []
    return Problem("not-read-there", level=ODD, quote=rows[0][1][:60], place=place, which=which)


def _quoted(ways: Sequence[Lines]) -> list[str]:
    return ["“{}”".format("; ".join(lines)) for lines in ways[:MOST_NAMED]]


def _misspelt(problem: Problem, text: str, near: list[tuple[str, str, str]]) -> Problem:
    """The problem of a line that is nearly an order, which is shown; of a name that is nearly one it stays."""
    code, words, line = near[0]
    about: dict[str, Any] = {"meant": line, "typed": text} if len(near) == 1 else {}
    if is_perhaps(problem.hint) and problem.code != "unknown-verb":
        problem.fields.update(about)
        return problem
    hint = perhaps(_quoted([(line,) for _, _, line in near]))
    return Problem(code, quote=words.partition(",")[0], hint=hint, level=NOT_UNDERSTOOD, words=words, **about)


def _meant(orders: OrderFile) -> list[list[Any]]:
    """What lines say, whatever their words."""
    items = [item for items in ITEMS for item in getattr(orders, items)]
    return [[item.get(name) for name in ("power", "kind", "verb", "when", "value", "no", "all")] for item in items]


def _owners(value: Any) -> set[str]:
    """The names of those whose units are said to go."""
    rows = value if isinstance(value, list) else [value]
    named = [unit for row in rows if isinstance(row, dict) for unit in row.get("fields", {}).get("units", ())]
    owners = {one.get("force") or one.get("owner") if isinstance(one, dict) else one.partition("-")[0] for one in named}
    return {one for one in owners if one}


class _Reader(ItemLines):
    """The state of reading one text: whose lines these are, and what an else or another line belongs to."""

    def __init__(
        self,
        game: "Game",
        powers: Mapping[str, Sequence[str]],
        name: str,
        asked: Iterable[str],
        prose: bool,
        persons: Mapping[str, str] | None,
        seat: str | None,
    ) -> None:
        super().__init__(game, powers, name, asked, seat)
        self.prose, self.asked_now, self.looked_for = prose, asked, 0
        self.persons: Mapping[str, str] = persons or {}
        self.problems: list[Problem] = []
        self.header_at: int | None = None  # the first line of the header
        self._seat_line = 0, ""  # that of the seat, as it was typed
        self.said_so: dict[tuple[str, str, bool], list[Lines]] = {}  # what was said in words of somebody's own
        self.unread: list[tuple[int, str, str, str]] = []  # (number, raw, text, place) where nothing is read
        self.ended = ""  # the line behind which nothing is read
        self.said: Line | None = None  # the last line that says something of the whole file

    def read_line(self, number: int, raw: str) -> None:
        """Read one physical line, the header at once, the others in `finish`."""
        text = tidy(raw)
        if self.ended or raw.lstrip().startswith(">"):
            self._leave_unread(number, raw)
        elif not text:
            if "#" in raw:
                self.waiting.append((number, raw, ""))
        elif not text.isprintable():
            self.problem(Problem("control-character", level=NOT_UNDERSTOOD), number, raw)
        elif is_closing(text, self._looks_like_order):
            self.ended = text
        else:
            self._take_line(number, raw, text)

    def _leave_unread(self, number: int, raw: str) -> None:
        bare = raw.lstrip("> \t")
        place = "in a quotation" if raw.lstrip().startswith(">") else f"below {self.ended!r}"
        self.unread.append((number, raw, tidy(bare), place))

    def _take_line(self, number: int, raw: str, text: str) -> None:
        header = _HEADER_LINE.fullmatch(text)
        if header:
            self.header_at = self.header_at or number
            self._header(header[1].lower(), header[2], number, raw)
        elif text.casefold() in WORDS:
            self.said = number, raw, text
            setattr(self.orders, WORDS[text.casefold()], True)
        else:
            self.waiting.append((number, raw, text))

    def finish(self) -> None:
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
            self._line_or_saying(text, number)
        for branch, items, texts in self.many:
            branch["value"] = self.game.kinds[branch["kind"]].combine(items)
            branch["text"] = "\n".join(texts)
        if self.said and self.orders.yes and self.orders.is_empty and not self.problems:
            number, self.raw, text = self.said
            self.orders.yes = False  # it answers what is asked, and no doubt
            if line := self.plain_line(text):
                self._order_line(line, number)
            elif not self._take(self._said_otherwise(text), text, number):
                self.problem(self._unknown_verb(text).problem, number, self.raw)
        self._tell_the_unread()

    def _line_or_saying(self, text: str, number: int) -> None:
        """Read an order line; one that none is may be said in words of somebody's own."""
        try:
            if self._is_for_another(text) and self._take(self._said_otherwise(text, is_asked=True), text, number):
                return
            self._order_line(self.plain_line(text) or text, number)
        except ParseError as error:
            ways = self._said_otherwise(text)
            if self._take(ways, text, number):
                return
            if lines := self._several(text):
                self._take([lines], text, number)
                return
            self.open_many = None
            error.problem.hint = self._meant_by(text) or error.problem.hint
            if error.problem.code == "missing-answer":
                error.problem.hint = f"Write: {text} {self._goes_behind(text, number)}"
            goals, shares = self._sayings(self._speaker()).shares(text)
            if goals:
                said = {"goals": listed(goals), "lines": listed([f"“{line}”" for line in shares])}
                error.problem = Problem("several-goals", level=NOT_UNDERSTOOD, quote=text[:60], **said)
            elif ways:
                error.problem = Problem("read-otherwise", level=NOT_UNDERSTOOD, quote=text[:60], lines=_quoted(ways))
            elif self.explains and (near := self._nearly(text, error.problem.code)):
                error.problem = _misspelt(error.problem, text, near)
            elif error.problem.code in NOT_READ and table_of(self.game).negations(text):
                error.problem = Problem("says-not", level=NOT_UNDERSTOOD, quote=text[:60], hint=self._declining())
            elif error.problem.code in NO_WAY:
                error.problem.hint = self._sayings(self._speaker()).advice(text) or error.problem.hint
            self.problem(error.problem, number, self.raw)

    def _goes_behind(self, text: str, number: int) -> str:
        """What a line lacks that has no order: the one below it, where that is one."""
        below = self._below(number)
        is_order = below and self._state_of(below if re.fullmatch(IS_LEAD, text) else f"{text} {below}") == "order"
        return below if is_order else "ORDER"

    def _take(self, ways: list[Lines], text: str, number: int) -> bool:
        """Read the lines that a text stands for, if these are one thing only, with a note."""
        if len(ways) != 1:
            return False
        for line in ways[0]:
            try:
                self._order_line(line, number)
            except ParseError as error:  # an else whose if stands elsewhere
                self.problem(error.problem, number, self.raw)
        self.problem(Problem("read-as", level=ODD, quote=text[:60], line="; ".join(ways[0])), number, self.raw)
        return True

    def _several(self, text: str) -> Lines:
        """The orders that stand on one line, one behind the other, each by itself, of kinds that take several."""
        before, colon, rest = text.partition(":")
        lead, said = (f"{before}: ", rest.strip()) if colon and self._known_power(before) else ("", text)
        for mark in _BETWEEN:
            parts = [f"{lead}{part}" for part in re.split(mark, said) if part.strip()] if len(text) <= LONGEST else []
            ways = [self._lines_of(part) for part in parts] if 1 < len(parts) <= MOST_ON_A_LINE else [()]
            lines = tuple(line for way in ways for line in way)
            led = [bool(re.match(_IS_LED, line)) for line in lines]
            is_led = any(led[:-1]) or any(led) and not re.match(NEXT, parts[-1])
            plain = self._sayings(self._speaker()).plain if all(ways) and not is_led else None
            is_answered = plain and any(
                plain(part).casefold() in ("yes", "no") for part in parts
            )  # what stands before it
            orders = self._tried(lines) if plain and not is_answered else None
            now = [one["kind"] for one in orders.answers if not one.get("next")] if orders else []
            if len(now) == 1 or now and all(self.game.kinds[kind].is_multiline for kind in now):
                return lines
        return ()

    def _lines_of(self, text: str) -> Lines:
        """The lines that a text is, in whatever words; none if it is no order, or may be several."""
        asked = self._said_otherwise(text, is_asked=True) if self._is_for_another(text) else []
        if not asked and self._state_of(text) == "order":
            return (text,)
        ways = asked or self._said_otherwise(text)
        return ways[0] if len(ways) == 1 else ()

    def _nearly(self, text: str, code: str) -> list[tuple[str, str, str]]:
        """``[(code, what is not known, the line that is meant)]`` of lines near a text that are orders, each of another
        meaning."""
        found: dict[str, tuple[str, str, str]] = {}
        self.looked_for += 1
        is_looked_for = code not in SAID_WELL and len(text) <= LONGEST and self.looked_for <= MOST_LOOKED_FOR
        for near, words, line in spelling_of(self.game).meant(text, code == "unknown-verb") if is_looked_for else ():
            if code == "behind-nothing" and near == "misspelt":
                continue
            lines = self._lines_of(line) or self._several(line)
            if lines and not self._is_contrary(text, line, lines) and (orders := self._tried(lines)):
                found.setdefault(str(_meant(orders)), (near, words, line))
        return [*found.values()]

    def _is_contrary(self, text: str, line: str, lines: Lines) -> bool:
        """Whether a line leaves out words of a text that say what is not done, and what it says declines nothing."""
        negations, before = table_of(self.game).negations, text[: -len(line)] if text.endswith(line) else ""
        if re.search(_IS_ANOTHER, before):
            return False
        return negations(line) < negations(text) and not {*lines}.issubset(self._ways_to_decline())

    def _is_for_another(self, text: str) -> bool:
        """Whether an order answers no question that is asked now: then it may be the answer to one in other words."""
        begun = match_verb(text, self.verbs)
        return begun is not None and bool(self.asked) and not any(kind in self.asked for kind in begun[1])

    def _said_otherwise(self, text: str, is_asked: bool = False) -> list[Lines]:
        """The order lines that words of somebody's own stand for: one for each thing that they may mean; `is_asked`:
        as a whole answer to what is asked now."""
        before, colon, rest = text.partition(":")
        if not colon and (told := re.fullmatch(_TELLS, text)) and self._known_power(told[1]):
            before, colon, rest = told[1], ":", f"{re.sub('ie$', 'y', told[2])} {told[3] or ''}".strip()
        power = self._known_power(before) if colon else None
        whose = power or self._speaker()
        if whose is None or (power and power not in self._seat_powers()):
            return []
        place = text, whose, is_asked
        if place not in self.said_so:
            lead, said = (f"{before}: ", rest.strip()) if power else ("", text)
            if named := self._kind_named(said):
                lead, said = f"{lead}{named[1]}: ", named[2]
            elif later := re.match(NEXT, said):
                lead, said = f"{lead}{later[0].rstrip(' :,')}: ", said[later.end() :]
            sayings = self._sayings(whose)
            plain = sayings.plain(said)
            answers = [[*sayings.answers(plain)]] if is_asked or self._is_for_another(plain) else []
            led = [] if is_asked else [[*self._led_ways(said)]]
            all_ways = answers if is_asked else chain(led, answers, sayings.candidates(said))
            apart = (
                self._apart(sayings, [tuple(f"{lead}{line}" for line in way) for way in ways]) for ways in all_ways
            )
            self.said_so[place] = next(filter(None, apart), [])
        return self.said_so[place]

    def _led_ways(self, said: str) -> Iterator[Lines]:
        """The line of an order that is said to be for a condition, for always, or for the next turn, without the colon
        of such a line."""
        table = table_of(self.game)
        said = table.shape("never").sub("always do not ", said, count=1) if said[:5].casefold() == "never" else said
        for name in ("if", "always", "next"):
            found = table.shape(name).fullmatch(said) if len(said) <= LONGEST else None
            lines = self._lines_of(found["order"] or found["rest"]) if found else ()
            orders = self._tried(lines) if len(lines) == 1 else None
            if found and orders and orders.standing and name == "always":
                yield lines  # "from now on never …"
            elif found and orders and len(orders.answers) == 1:
                word = f"if {found['if'] or found['only']}" if name == "if" else name
                word = f"always {orders.answers[0]['kind']}" if name == "always" else word
                yield (f"{word}: {lines[0]}",)

    def _speaker(self) -> str | None:
        """The power of the lines that name none: of several of a seat, the first, of those that are asked if one is."""
        ours = self._seat_powers()
        asked = [one for one in ours if any(one in powers for powers in self.asked_powers.values())]
        return self.power or next(iter(asked or ours), None)

    def _sayings(self, power: str | None) -> Sayings:
        return Sayings(table_of(self.game), self.game, self.asked_now, power)

    def _apart(self, sayings: Sayings, ways: list[Lines]) -> list[Lines]:
        """Those of some lines that are orders: one for each thing that they mean.  Who ends a game, or takes back what
        stands, says it in so many words; and nobody orders the units of an enemy."""
        found: dict[str, Lines] = {}
        for lines in dict.fromkeys(ways):
            orders = self._tried(lines)
            values = [item.get("value") for item in orders.answers] if orders else []
            if any(sayings.is_foe(owner) for value in values for owner in _owners(value)):
                continue
            if orders and (orders.answers or orders.standing):
                found.setdefault(str(_meant(orders)), lines)
        return [*found.values()]

    def _tried(self, lines: Lines) -> OrderFile | None:
        """What lines would say by themselves; None if one of them is no order."""
        other = self._beside()
        try:
            for line in lines:
                other._order_line(line, 1)
        except ParseError:
            return None
        return other.orders

    def _tell_the_unread(self) -> None:
        """What looks like an order and stands where nothing is read is told, place by place."""
        found: dict[str, list[Line]] = {}
        for number, raw, text, place in self.unread:
            if text and self._looks_like_order(text):
                found.setdefault(place, []).append((number, raw, text))
        for place, rows in found.items():
            self.problem(not_read(place, [(number, text) for number, _, text in rows]), *rows[0][:2])

    def _looks_like_order(self, text: str) -> bool:
        """True for an order, for one that is begun, and for one with a fault behind its verb."""
        if text.casefold() in WORDS:
            return text.casefold() != "yes" or bool(self._said_otherwise(text))
        if not self._begins_order(text):
            return False
        is_one = re.search(r"->|\d", text) or self._state_of(text) != "none" or self._said_otherwise(text)
        return bool(is_one)

    def _pass_over_prose(self) -> None:
        """A greeting above the header of a mail is no order; nor are other words there that look like none, which a
        note tells.  Above a quoted form, where orders may stand, only a greeting is passed over.
        """
        if self.header_at is None:
            return
        above = [line for line in self.waiting if line[0] < self.header_at and line[2]]
        found = [line for line in above if not re.fullmatch(_GREETING, line[2])]
        found = [line for line in found if self.prose and not self._may_be_meant(line[2])]
        self.waiting = [
            line
            for line in self.waiting
            if line not in found and not (line in above and re.fullmatch(_GREETING, line[2]))
        ]
        if found:
            number, raw, text = found[0]
            lines = counted(len(found), "line")
            self.problem(Problem("prose-above", level=ODD, quote=text[:60], lines=lines), number, raw)

    def _may_be_meant(self, text: str) -> bool:
        """True for an order, and for what somebody may have meant as one."""
        from difflib import get_close_matches

        if "->" in text or re.match(r"\w+ \d", text) or self._begins_order(text):
            return True
        first = key(text.split(None, 1)[0].rstrip(":,"))
        return bool(get_close_matches(first, [*self.verbs, *self.petitions], 1, 0.8))

    def _joined(self) -> Iterator[Line]:
        """The order lines; one that a mail program broke is whole again, with a note (normalize.py)."""
        return unwrapped(self.waiting, self._is_apart, self._state_of, self._suspects, self.problem)

    def _is_apart(self, text: str, nearly: bool = False) -> bool | str:
        """As `_begins_order`, for a sentence too that has a verb of its own: "The fleet in sz20 attacks sz9"."""
        links = table_of(self.game).links
        said = set() if nearly else {*text.casefold().split()} - links["sorts"] - self.inner
        return self._begins_order(text, nearly) or any(infinitive(word, links["verbs"]) for word in said)

    def _suspects(self, above: str, text: str) -> bool:
        """Whether a text could be the rest of an order, by the words between them: an order does not break off behind
        a name, to go on with a word that stands only at the beginning of orders.
        """
        word = next((one for one in text.split() if one.casefold() not in FILLERS), text)
        before, after = key(above.rsplit(None, 1)[-1].rstrip(":,;")), key(word.rstrip(":,;"))
        return before in self.inner or after in self.inner

    @cached_property
    def inner(self) -> set[str]:
        """The words that stand inside orders."""
        kinds = [*self.game.kinds.values(), *self.game.petitions.values()]
        return {word for kind in kinds for word in kind.inner_words()}

    def _state_of(self, text: str) -> str:
        """Whether a text is an order by itself, the beginning of one, or none; nothing comes of looking."""
        other = self._beside()
        try:
            other._order_line(text, 1)
        except ParseError as error:
            return "begun" if error.problem.code == "line-ends" else "none"
        return "order"

    def _beside(self) -> "_Reader":
        """A reader in the same state, of which nothing comes."""
        other = copy(self)
        other.orders, other.problems, other.explains = OrderFile(self.orders.name), [], False
        other.orders.seat = self.orders.seat
        other.power = self.power or next(iter(self._seat_powers()), None)
        other.open_if, other.open_many, other.many = {}, None, []
        other.open_or = None
        return other

    def _begins_order(self, text: str, nearly: bool = False) -> bool | str:
        """Whether a line begins with a verb, or SURELY with a word of the order grammar or a power and a colon;
        `nearly`: or with something that looks like a verb, so that a slip of the pen is never taken for the end of a
        comment.
        """
        if not text.strip():
            return False
        first = text.split(None, 1)[0].casefold().rstrip(":,")
        before, colon, _ = text.partition(":")
        if first in _FIRST_WORDS or colon and self._is_lead(before):
            return SURELY
        if nearly and first not in _INSIDE and self._near_verbs(first):
            return True
        known = match_verb(text, self.verbs) or match_verb(text, self.petitions) or self._without_verb(text)
        is_verb = first in table_of(self.game).links["verbs"] and first not in self.inner  # "attack Hong Kong with …"
        if known is not None or is_verb or self._said_otherwise(text):
            return True
        behind = [bare for _, bare in spelling_of(self.game).parts(text) if text.endswith(bare)]
        return any(self._begins_order(bare) for bare in behind)  # "no wait, cancel 9"

    def _is_lead(self, before: str) -> bool:
        """Whether what stands before a colon says whose line it is, or for which question."""
        is_whose = self._known_power(before) is not None or self._is_whole_seat(before)
        return is_whose or is_scope(before) or key(before) in self.kinds_by_key

    def problem(self, problem: Problem, number: int, raw: str) -> None:
        """Note a problem with the place of its quote in the line; of very many, the first."""
        if len(self.problems) > MAX_PROBLEMS:
            return
        if len(self.problems) == MAX_PROBLEMS:
            problem = Problem("too-many-problems", level=NOT_UNDERSTOOD, limit=MAX_PROBLEMS)
        column = column_of(raw, problem.quote)
        self.problems.append(problem.at(f"{self.orders.name}:{number}:{column}", raw.strip()[:200]))

    # header

    def _header(self, word: str, value: str, number: int, raw: str) -> None:
        fits, what = _HEADER_SHAPES[word]
        if word == "seat":
            value = seat_called(value.strip("\"' "), self.powers, self.game.names, self.persons) or value
        value = value if word == "pinch" else value.strip("\"' ").casefold()
        if not fits(value):
            shown = value if len(value) < 40 else value[:40] + "…"
            fields = {"word": word, "what": what, "text": shown}
            self.problem(Problem("bad-header", level=NOT_UNDERSTOOD, quote=shown, **fields), number, raw)
            return
        said = int(value) if word == "entry" else value
        before = getattr(self.orders, word)
        if before is not None and before != said:
            self.problem(Problem("header-twice", level=NOT_UNDERSTOOD, word=word), number, raw)
        setattr(self.orders, word, said)
        if word == "seat":
            self._seat_line = number, raw
