"""What players ask, by command and by a line in a mail: one door, `answered`.

    what can I do now                  the questions of the seat, with their legal answers
    what can us-cvn-1 reach            where a unit can go
    what threatens Taiwan              what others could bring there
    prices                             what things cost
    my orders                          what stands for the seat (core.seat.block)
    chance of diplomacy in Hungary     the chance of an order, on the board as it is
    whose turn is it                   and until when; when is the deadline, who is pending
    where are the carriers             where units are, by any name of theirs; my carriers: those of the seat
    how strong is Taiwan               what stands in an area, and who holds it
    explain op 8                       what an order does
    am I winning                       who would win now, the points, and how the game is won
    who am I                           who plays what, and how to write to him
    can I still change my orders       and other questions on how things go here, with the sentences of questions.json
    control Taiwan                     any query of `pbem show`

Nothing here is secret but what stands for the seat, which the caller hands over: answers come from the board, from the
rules, and from what the game file shows everybody.
"""

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from pbem.core.data.problems import NOT_UNDERSTOOD, Problem, Refused, refusals
from pbem.core.data.tables import Sentences, beside
from pbem.core.data.text import listed, the

if TYPE_CHECKING:
    from pbem.core.data.boards import Board
    from pbem.core.data.json_types import Json
    from pbem.core.language.names import Names
    from pbem.core.play.gamefile import GameFile
    from pbem.core.record.now import Row
    from pbem.core.rules.requests import Ask
    from pbem.core.title.game import Game

_say = Sentences(__name__)


MOST_CHARACTERS = 400
MOST_FORMS = 12  # forms of orders that one answer explains
_AROUND = re.compile(
    r"^(?:(?:please|ask|question|hi|hello|thanks|thank you|sorry|"
    r"(?:can|could|would|will) you(?: please)?(?: tell (?:me|us))?)[ :,]+)+",
    re.IGNORECASE,
)  # what is said before a question
_MY = re.compile(r"^(?:(?:all|my|our|the|of)\s+)+", re.IGNORECASE)


def is_question(text: str) -> bool:
    """Whether a line begins like one of the questions here, queries of the board apart."""
    plain = _plain(text)
    return any(pattern.fullmatch(plain) for pattern, _ in QUESTIONS)


def answered(file: "GameFile", seat: str, text: str, stands: Callable[[], list[str]] = list) -> list[str]:
    """The lines of the answer to what a seat asks.  Raises Refused for what is no question, or asks for what is not
    there.

    text    one line, as typed
    stands  gives the rows of what stands for the seat, told to it alone
    """
    _refuse_long(text)
    plain = _plain(text)
    for pattern, answer in QUESTIONS:
        if found := pattern.fullmatch(plain):
            return answer(Asked(file, seat, stands), *filter(None, found.groups()))
    return _shown(file, plain)


def chance_of(file: "GameFile", seat: str, orders: Sequence[str]) -> list[str]:
    """The chance of an order, or of several lines that answer one question together.  Raises Refused as `answered`."""
    for order in orders:
        _refuse_long(order)
    return _chance(Asked(file, seat), [_plain(order) for order in orders])


def _refuse_long(text: str) -> None:
    if len(text) > MOST_CHARACTERS:
        raise Refused([Problem("ask-long", level=NOT_UNDERSTOOD, most=MOST_CHARACTERS, count=len(text))])


def _plain(text: str) -> str:
    """A question without what is said around it."""
    return _AROUND.sub("", " ".join(text.split()).strip(" ?.!")).removeprefix("show ")


class Answering(Protocol):
    """The module of a title that answers."""

    def reach(self, board: "Board", powers: list[str], text: str, names: "Names") -> list[str]: ...
    def threats(self, board: "Board", powers: list[str], area: str) -> list[str]: ...
    def prices(self, board: "Board", powers: list[str]) -> list[str]: ...
    def chance(self, game: "Game", board: "Board", ask: "Ask", answer: Any) -> list[str]: ...
    def question(self, board: "Board", power: str, kind: str) -> "Ask | None": ...


class Asked:
    """Who asks, of which game, and what gives the rows of what stands for the seat."""

    def __init__(self, file: "GameFile", seat: str, stands: Callable[[], list[str]] = list) -> None:
        self.file, self.seat, self.stands = file, seat, stands

    @property
    def powers(self) -> list[str]:
        return self.file.powers[self.seat]

    @property
    def board(self) -> "Board":
        return self.file.current_board()

    @property
    def title(self) -> "Answering":
        """The title's module that answers (words.asked).  Raises Refused where it has none."""
        from pbem.core.title.game import asked_of

        found: Answering | None = asked_of(self.file.game)
        if found is None:
            raise Refused([Problem("ask-no-answer", title=self.file.game.name)])
        return found

    def own_board(self) -> "Board":
        """A copy of the board, which may be changed."""
        return self.file.game.board_from(self.board.to_json(), self.file.charter)


# -- the answers ---------------------------------------------------------------------------------------------------


def menu(asked: Asked) -> list[str]:
    """What the seat is asked now, and what it may answer."""
    from pbem.core.seat.order_form import questions_of

    lines = questions_of(asked.file, asked.seat)
    return lines or [_say("nothing-asked", seat=asked.seat), *waiting(asked)]


def reach(asked: Asked, text: str) -> list[str]:
    """Where a unit can go.  Where no unit is called so, it may be named with its place: "my SAG 1 in China Central"."""
    from pbem.core.language.errors import ParseError

    text = _MY.sub("", text)
    shorter = re.split(r"\s+(?:in|at|near|off)\s+", text, maxsplit=1)[0]
    try:
        return asked.title.reach(asked.board, asked.powers, text, asked.file.game.names)
    except (ParseError, Refused):
        if shorter == text:
            raise
    return asked.title.reach(asked.board, asked.powers, shorter, asked.file.game.names)


def where(asked: Asked, text: str) -> list[str]:
    """Where the units are that all words of a text name: by their ids, types, powers, in one or in many; "my" and "our"
    name those of the seat."""
    lead = _MY.match(text)
    wanted, found = [_singular(word) for word in _MY.sub("", text).split()], []
    is_own = lead is not None and {"my", "our"}.intersection(lead[0].casefold().split())
    for area, units in _standing(asked).items():
        known = [unit for unit in units if all(f" {word} " in _called(asked, unit) for word in wanted)]
        known = [unit for unit in known if not is_own or _is_own(asked, unit)]
        found += [f"{asked.file.game.names.show(area)}: {listed(known)}"] if known else []
    if not found:
        raise Refused([Problem("ask-nowhere", level=NOT_UNDERSTOOD, text=text)])
    return found


def _is_own(asked: Asked, unit: str) -> bool:
    """Whether a unit of `_standing` is one of the seat's."""
    called, stands = _called(asked, unit), getattr(asked.title, "stands", lambda board, power: ())
    named = [(power, {name for _, name in stands(asked.board, power)}) for power in asked.powers]
    return any(unit in names or f" {_singular(power)} " in called for power, names in named)


def strength(asked: Asked, text: str) -> list[str]:
    """What stands in an area, who holds it, and what is next to it."""
    from pbem.core.title.places import places

    game, board = asked.file.game, asked.board
    area = game.names.find(re.sub(r"^(?:in|at|on) ", "", text), "area")
    view, say = game.mapped(board), game.telling.say(board)
    rows = places(view, {id: say.area(id) for id in view["areas"]})
    return [row["text"] for row in rows if row["place"] == area] or [_say("no-units", area=game.names.show(area))]


def winning(asked: Asked) -> list[str]:
    """Who would win if the game ended now, and how it is won."""
    from pbem.core.title.queries import ask

    game, board = asked.file.game, asked.board
    now, score = ask(game, board, "would-win"), getattr(game.telling, "score", None)
    side = now["winner"] if now else None
    say = game.telling.say(board)
    who = "nobody" if not side else the(say.power(side) if side in game.powers else game.names.show(side))
    points = [_say("points", points=[f"{one} {n}" for one, n in score(board).items()])] if score else []
    winning = _say("winning-by" if now else "winning", who=who, rule=now["rule"] if now else "")
    return [winning, *points, *_told(asked, "victory").split("\n")]


def explained(asked: Asked, text: str) -> list[str]:
    """What an order does: the forms that begin as a text does, each with its meaning and an example."""
    wanted, game = _singular(text), asked.file.game
    kinds = {**game.kinds, **game.petitions}.values()
    rows = {row[0]: row for kind in kinds for row in kind.grammar() if row[1]}
    names = [shown for shown in rows if _begins(_singular(shown), wanted)]
    if not names:
        raise Refused([Problem("ask-no-form", level=NOT_UNDERSTOOD, text=text)])
    found = [rows[name] for name in names[:MOST_FORMS]]
    return [line for shown, *told in found for line in (shown, *(f"    {one}" for one in told)) if line]


def _begins(form: str, wanted: str) -> bool:
    """Whether a form begins with words: "op 1" is no beginning of "op 12"."""
    return f"{form} ".startswith(f"{wanted} ") or (not wanted[-1:].isdigit() and form.startswith(wanted))


def _standing(asked: Asked) -> dict[str, list[str]]:
    """``{area: the units in it}``, as the board query of that name tells them, areas without units left out."""
    from pbem.core.title.queries import ask

    game, board, found = asked.file.game, asked.board, {}
    for area in game.names.categories["area"]:
        try:
            value = ask(game, board, f"units {area}")
        except Refused:
            continue  # an area that this scenario has not
        found[area] = [f"{count} {unit}" for unit, count in value.items()] if isinstance(value, dict) else value
    return {area: list(map(str, units)) for area, units in found.items() if units}


def _called(asked: Asked, unit: str) -> str:
    """All names under which people may ask for a unit of `_standing`, as words in small letters."""
    names, words = asked.file.game.names, re.split(r"[\s/,-]+", unit)
    parts = ["-".join(words[start:end]) for start in range(len(words)) for end in range(start + 1, len(words) + 1)]
    parts += [power for word in words if (power := names.known(word, "power"))]
    known = [name for part in parts for table in names.categories.values() for name in (part, *table.get(part, ()))]
    return f" {_singular(' '.join([unit, *known]))} "


def _singular(text: str) -> str:
    """Words in small letters, without the s of many."""
    return " ".join(
        re.sub("ies$", "y", word).removesuffix("s") for word in re.split(r"[\s-]+", text.casefold()) if word
    )


def _told(asked: Asked, query: str) -> str:
    """A query of the board in words."""
    from pbem.core.title.queries import ask, told

    return told(ask(asked.file.game, asked.board, query))


def threats(asked: Asked, text: str) -> list[str]:
    """What others could bring to an area."""
    return asked.title.threats(asked.board, asked.powers, asked.file.game.names.find(text, "area"))


def prices(asked: Asked) -> list[str]:
    """What things cost, for the powers of the seat."""
    return asked.title.prices(asked.board, asked.powers)


def own_orders(asked: Asked) -> list[str]:
    """What stands for the seat."""
    return asked.stands()


def waiting(asked: Asked) -> list[str]:
    """Whom the game waits for, and until when."""
    from pbem.core.record.now import by_seat, now

    file = asked.file
    lines = [_waited_for(seat, rows) for seat, rows in by_seat(now(file)).items()]
    return lines or [_say("over" if file.is_over else "nobody")]


def _waited_for(seat: str, rows: "list[Row]") -> str:
    """``prc (Ann) is waited for, until …``."""
    deadline, name = rows[0].deadline, rows[0].person
    state = "answered" if all(row.answered for row in rows) else "waited"
    fields = {"who": f"{name} ({seat})" if name else seat, "term": deadline.term if deadline else ""}
    return _say(state if deadline else f"{state}-undated", **fields)


def chance(asked: Asked, text: str) -> list[str]:
    """The chance of an order on the board as it is."""
    return _chance(asked, [text])


def _chance(asked: Asked, orders: Sequence[str]) -> list[str]:
    """The chance of the lines of one answer on the board as it is."""
    from pbem.core.play.answers import judge

    rows = [_read(asked, order) for order in orders]
    power, item = rows[0]
    value = item["value"]
    for other, more in rows[1:]:
        is_same = other == power and more["kind"] == item["kind"] and isinstance(value, list)
        if not is_same or not isinstance(more["value"], list):
            raise Refused([Problem("ask-apart", level=NOT_UNDERSTOOD, text=orders[0])])
        value = [*value, *more["value"]]
    ask = _question(asked, power, item)
    answer, problems = judge(asked.file.game.kinds[ask.kind], asked.board, ask, value)
    Refused.if_any(refusals(problems))
    lines = asked.title.chance(asked.file.game, asked.own_board(), ask, answer)
    return lines or [_say("no-dice")]


def _read(asked: Asked, text: str) -> "tuple[str, Json]":
    """``(power, item of an order file)`` of a line.  Raises Refused for what is no order."""
    from pbem.core.orders.orders import parse_line

    file, (power, line) = asked.file, _for_whom(asked, text)
    open_now = [question["kind"] for question in file.waiting if question["power"] == power]
    item, problems = parse_line(line, file.game, power, open_now)
    if refusals(problems):
        raise Refused([_placeless(problem) for problem in problems])
    if item is None or "kind" not in item:
        raise Refused([Problem("ask-no-order", level=NOT_UNDERSTOOD, text=line)])
    return power, item


def _placeless(problem: Problem) -> Problem:
    """A problem without its place in a file, for a question is no file."""
    problem.where = ""
    return problem


def _question(asked: Asked, power: str, item: "Json") -> "Ask":
    """The question that an order answers: the one that is open, or the one that could be."""
    from pbem.core.rules.requests import ask_from

    kinds = (item["kind"], *item.get("also", ()))
    for question in asked.file.waiting:
        if question["power"] == power and question["kind"] in kinds:
            return ask_from(question)
    found = [asked.title.question(asked.board, power, kind) for kind in kinds]
    ask = next((one for one in found if one is not None), None)
    if ask is None:
        waiting_to = asked.file.game.kinds[kinds[0]].waiting
        raise Refused([Problem("ask-not-now", power=asked.file.game.names.within(power), waiting=waiting_to)])
    return ask


def _for_whom(asked: Asked, text: str) -> tuple[str, str]:
    """``(power, order)``: the power named before the order, the only one of the seat, or the one that is asked."""
    before, colon, rest = text.partition(":")
    file, powers = asked.file, asked.powers
    named = file.game.names.known(before, "power") if colon else None
    if named and named in file.charter["powers"]:
        return named, rest.strip()
    open_now = dict.fromkeys(question["power"] for question in file.waiting if question["power"] in powers)
    found = powers if len(powers) == 1 else list(open_now)
    if len(found) != 1:
        raise Refused([Problem("ask-for-whom", level=NOT_UNDERSTOOD, powers=powers, first=powers[0], text=text)])
    return found[0], text


def _shown(file: "GameFile", text: str) -> list[str]:
    """A query of the board."""
    from pbem.core.title.queries import ask, told

    try:
        return told(ask(file.game, file.current_board(), text)).split("\n")
    except Refused as refused:
        if refused.problems[0].code != "unknown-query":
            raise
    raise Refused([Problem("ask-what", level=NOT_UNDERSTOOD, text=text, questions="; ".join(EXAMPLES))])


def people(asked: Asked) -> list[str]:
    """Who plays what, and how to write to him; the seat that asks first."""
    from pbem.core.record.seat_history import persons

    say, lines = asked.file.game.telling.say(asked.board), list[str]()
    for seat, name in sorted(persons(asked.file).items(), key=lambda row: row[0] != asked.seat):
        powers = listed([the(say.power(power)) for power in asked.file.powers[seat]])
        lines.append(_say("you" if seat == asked.seat else "other", name=name, seat=seat, powers=powers))
    return lines


_TABLE = beside(__file__, "questions")
EXAMPLES: list[str] = _TABLE["examples"]


def _answer(name: str) -> Callable[..., list[str]]:
    """What answers a kind of question: a function here, or a sentence of the table."""
    if name in _TABLE["told"]:
        return lambda asked: [_TABLE["told"][name]]
    found: Callable[..., list[str]] = globals()[name]
    return found


QUESTIONS = [(re.compile("|".join(ways), re.IGNORECASE), _answer(name)) for name, ways in _TABLE["patterns"].items()]
