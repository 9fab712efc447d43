"""Order forms: what a seat is asked now, what it may answer, and what happens if it does not; ready to edit.

A form is an order file in which every answer is a comment: taking away the ``#`` before one gives an order.
What comes back inside a reply is made an order file again by core/orders/normalize.py.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, TypedDict

from ..data.boards import Board
from ..data.canon import dumps
from ..data.tables import Sentences
from ..data.text import listed
from ..language.decision import Decision
from ..language.types import FormRow
from ..orders.prospects import prospects_told
from ..record.charter import Charter, powers_of
from ..record.files import File
from ..record.now import Row, ahead_of, asks_of, due_told
from ..rules.requests import Ask
from ..title.game import Game

WIDTH = 66  # so that a mail program that quotes it does not break the lines
MOST_FORMS = 12
MOST_LATER = 3  # examples of an order that comes later
SHORTENED = 32  # digits of a head that a form shows

_say = Sentences(__name__)


class AnswerLines(TypedDict):
    """An answer, and the order lines that say it."""

    lines: list[str]
    answer: Any


class FormText(TypedDict):
    """A form of an order, and what it does."""

    form: str
    text: str


class Question(TypedDict):
    """What a seat is asked, for programs (`questions_json`).

    told      the question in a sentence;  waiting  completes "Germany is waiting …"
    at_once   whether the published default answers at once
    complete  whether `answers` are all legal answers; the published default is the first of them
    chances   those of likely targets, in sentences
    """

    kind: str
    power: str
    rule: str
    waiting: str
    told: str
    at_once: bool
    complete: bool
    answers: list[AnswerLines]
    forms: list[FormText]
    chances: list[str]


class Section(NamedTuple):
    """A kind of question that is not asked now, for which a line may be written all the same.

    default  what is done where nothing is said, without the reason
    forms    those of its orders
    is_own   whether it is about one's own plans; others are asked when somebody else acts
    """

    kind: str
    default: str
    forms: list[FormRow]
    is_own: bool


def asked_alike(game: Game, charter: Charter, asks: Iterable[Ask]) -> list[tuple[list[Ask], str]]:
    """``[(questions, lead)]``: the questions of a seat as a form asks them, and what stands before each answer.

    What all powers of a seat are asked alike, and one line answers for each of them (`of_seat`), is one question.
    """
    found: dict[bytes, list[Ask]] = {}
    for place, ask in enumerate(asks):
        alike = game.kinds[ask.kind].of_seat == "each"
        what = [ask.kind, ask.rule, ask.options, ask.about] if alike else [place]
        found.setdefault(dumps(what), []).append(ask)
    rows: list[tuple[list[Ask], str]] = []
    for group in found.values():
        own = powers_of(charter, charter["powers"][group[0].power])
        if len(group) == len(own):
            rows.append((group, ""))
        else:
            rows += [([ask], f"{ask.power}: ") for ask in group]
    return rows


def questions_of(file: File, seat: str) -> list[str]:
    """What a seat is asked now and may answer, as lines without the marks of comments."""
    lines: list[str] = []
    for number, (asks, lead) in enumerate(asked_alike(file.game, file.charter, asks_of(file, seat)), 1):
        lines += [
            re.sub(r"^# ", "    ", line).removeprefix("## ")
            for line in _question(file.game, file.current_board(), asks, number, lead)
        ]
    return lines


def questions_json(file: File, seat: str) -> list[Question]:
    """The same as JSON, a row a question: what is asked, whether all legal answers are listed, and the answers as order
    lines, the published default first."""
    powers, board = file.powers[seat], file.current_board()
    rows: list[Question] = []
    for ask in asks_of(file, seat):
        kind = file.game.kinds[ask.kind]
        lead = f"{ask.power}: " if len(powers) > 1 else ""
        row: Question = {
            "kind": ask.kind,
            "power": ask.power,
            "rule": ask.rule or kind.rule,
            "waiting": kind.waiting,
            "told": kind.describe(board, ask),
            "at_once": bool(kind.default_at_once),
            "complete": not ask.is_open,
            "answers": [
                {"lines": [f"{lead}{line}" for line in kind.text(answer, ask)], "answer": answer}
                for answer in answers_of(kind, board, ask)
            ],
            "forms": [
                {"form": shown, "text": meaning or ""}
                for shown, meaning, _ in (kind.open_rows(board, ask) if ask.is_open else [])
            ],
            "chances": prospects_told(file.game, board, ask),
        }
        rows.append(row)
    return rows


def form(file: File, seat: str, stands: Sequence[str] = (), has_sent: bool = False, struck: Sequence[str] = ()) -> str:
    """The order form of a seat for a game file; the head is shortened to 32 digits.

    stands    the rows of what stands for it
    has_sent  whether all has come that is waited for of it
    struck    its lines that were struck when the game went back, to be ordered again
    """
    game, board, powers, name = file.game, file.current_board(), file.powers[seat], file.name
    is_chained, is_muster = seat in file.state["anchors"], file.state["muster"]
    asks, due, ahead = asks_of(file, seat), due_told(file, seat, [seat] if has_sent else ()), ahead_of(file, seat)
    lines = _comment("title", title=game.name, game=name, entry=file.next, seat=seat)
    if powers != [seat]:
        lines += _comment("plays", seat=seat, powers=listed([game.names.within(power) for power in powers]))
    lines += commented(due) if due else []
    lines += [*_comment("how"), f"game {name}", f"seat {seat}", f"entry {file.next}", f"head {file.head[:SHORTENED]}"]
    if is_chained:
        lines += _comment("link")
    if is_muster:
        lines += [*_comment("muster"), "# ready"]
    if is_muster and not is_chained:
        lines += [*_comment("pinch"), "# pinch WORDS"]
    lines += ["", *(f"## {row}" for row in stands)] if stands else []
    if struck:
        lines += ["", *_comment("struck")]
        lines += [f"# {one}" for line in struck for one in line.replace("; or ", "\nor ").split("\n")]
    if ahead:
        lines += [*_comment("ahead", waiting=ahead.waiting), "# ready"]
        asks = first_asks(game, board, ahead)
    elif not asks:
        lines += _comment("nothing", seat=seat)
    for number, (alike, lead) in enumerate(asked_alike(game, file.charter, asks), 1):
        lines += ["", *_question(game, board, alike, number, lead)]
    lines += _later(game, board, powers, [ask.kind for ask in asks])
    lines += ["", *_comment("words")]
    forms = [shown for shown, _ in game.conditions.grammar()]
    if forms:
        lines += _comment("conditions", forms="; ".join(forms))
    return "\n".join([*lines, "--", ""])


def _question(game: Game, board: Board, alike: Sequence[Ask], number: int, lead: str) -> list[str]:
    """One question, to one power or to several alike: what is asked, the default, other answers, and the forms of its
    orders."""
    ask, kind = alike[0], game.kinds[alike[0].kind]
    lines = [*_comment("question", **asked_told(game, alike, number)), *commented(kind.describe(board, ask))]
    lines += _list("choices", kind.choices(board, ask))
    default, *others = answers_of(kind, board, ask)
    lines += [*_comment("covered" if kind.default_at_once else "default"), *_answer(kind, board, ask, default, lead)]
    if others:
        lines += _comment("examples" if ask.is_open else "others")
    for other in others[:MOST_FORMS]:
        lines += _answer(kind, board, ask, other, lead)
    if len(others) > MOST_FORMS:
        lines += _comment("more", count=len(others) - MOST_FORMS)
    lines += _list("chances", prospects_told(game, board, ask))
    forms = kind.open_rows(board, ask) if ask.is_open else []
    return lines + _list("forms", [f"{shown}: {meaning}" if meaning else shown for shown, meaning, _ in forms])


def _list(name: str, items: Sequence[str]) -> list[str]:
    """A list in comments below what it is of; nothing of an empty one."""
    rows = [row for one in items for row in commented(one, "  ", "      ")]
    return [*_comment(name), *rows] if rows else []


def _later(game: Game, board: Board, powers: Sequence[str], asked: Sequence[str]) -> list[str]:
    """What comes later in the turn of a power, and when others act: each kind of question with what is done where
    nothing is said, and examples of its answers."""
    rows = sections(game, board, powers, asked)
    own, others = [row for row in rows if row.is_own], [row for row in rows if not row.is_own]
    lines = ["", *_comment("later")] if own else []
    for row in own:
        lines += _section(row, MOST_LATER)
    lines += ["", *_comment("others-act", kind=others[0].kind)] if others else []
    for row in others:
        lines += _section(row, 1)
    return lines


def sections(game: Game, board: Board, powers: Sequence[str], asked: Sequence[str]) -> list[Section]:
    """The sections of a sheet behind what is asked: what comes later in the turn of powers, then what they are asked
    when others act.  Forms and turn pages have the same ones."""
    own = later_kinds(game, board, powers, asked)
    own += [kind for kind in game.kinds if kind in game.turns.own and kind not in (*game.turns.once, *asked)]
    others = [name for name, kind in game.kinds.items() if name not in game.turns.own and kind.default_at_once]
    told: dict[str, str] = {kind: game.telling.words.of_kind(kind)["default"] for kind in (*own, *others)}
    return [
        Section(kind, default.partition(":")[0].rstrip("."), game.kinds[kind].grammar(), kind in game.turns.own)
        for kind, default in told.items()
    ]


def later_kinds(game: Game, board: Board, powers: Sequence[str], asked: Sequence[str]) -> list[str]:
    """The kinds of question on the own plans of powers that come once in their turn and can come yet, behind those that
    are asked."""
    turns, once = game.turns, game.turns.once
    first = max((once.index(kind) + 1 for kind in asked if kind in once), default=0)
    own = [kind for kind in once[first:] if kind in turns.own]
    return [kind for kind in own if not all(turns.is_over(board, power, kind) for power in powers)]


def first_asks(game: Game, board: Board, ahead: Row) -> list[Ask]:
    """The question with which a coming turn begins, as it can be known before it is asked."""
    kinds = later_kinds(game, board, [ahead.power], ())[:1]
    return [Ask(kind, ahead.power, rule=game.kinds[kind].rule) for kind in kinds]


def _section(row: Section, most: int) -> list[str]:
    """A section, with as many examples of answers as that."""
    examples = [f"or {example}" for *_, example in row.forms[:most] if example]
    return [
        *commented(f"{row.kind} = {row.default}", "  ", "      "),
        *(line for one in examples for line in commented(one, "    ", "      ")),
    ]


def answers_of(kind: Decision, board: Board, ask: Ask) -> list[Any]:
    """The answers to a question that are listed: the published default, then all others, or examples of them."""
    default, *others = kind.examples(board, ask)
    return [default, *(others if ask.is_open else [option for option in ask.options if option != default])]


def asked_told(game: Game, alike: Sequence[Ask], number: int) -> dict[str, object]:
    """What sentences say of a question: its number, whose it is, for what one waits, and by which rule."""
    kind = game.kinds[alike[0].kind]
    powers = listed([game.names.show(ask.power) for ask in alike])
    return {"number": number, "power": powers, "waiting": kind.waiting, "rule": alike[0].rule or kind.rule}


def _answer(kind: Decision, board: Board, ask: Ask, answer: Any, lead: str) -> list[str]:
    """An answer as commented order lines, ready to be uncommented."""
    return [f"# {lead}{line}" for line in kind.typed(board, ask, answer)]


def _comment(name: str, **fields: object) -> list[str]:
    return commented(_say(name, **fields))


def commented(text: str, first: str = "", others: str = "  ") -> list[str]:
    """A sentence as comment lines, with ``##``: a single # stands before what may become an order."""
    from textwrap import wrap

    return wrap(text, WIDTH, initial_indent=f"## {first}", subsequent_indent=f"## {others}", break_on_hyphens=False)
