"""Order forms: what a seat is asked now, what it may answer, and what happens if it does not; ready to edit.

A form is an order file in which every answer is a comment: taking away the ``#`` before one gives an order.  There are
two other ways to write it: a brief one, for a mail that is read on a phone, with the likely answers alone; and a spoken
one, sentences without marks, to which an answer is a line of one's own.
What comes back inside a reply is made an order file again by core/orders/normalize.py.
"""

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, TypedDict

from ..data.boards import Board
from ..data.canon import dumps
from ..data.sentences import Sentences
from ..data.text import counted, listed
from ..language.decision import Decision
from ..orders.prospects import prospects_told
from ..record.charter import Charter, powers_of
from ..record.files import File
from ..record.now import asks_of, due_told
from ..rules.requests import Ask

if TYPE_CHECKING:
    from ..title.game import Game

WIDTH = 66  # so that a mail program that quotes it does not break the lines
MOST_FORMS = 12
MOST_LATER = 3  # examples of an order that comes later
MOST_ROWS = 13  # of answers in a brief form, over all questions
MOST_LINES = 3  # of one answer there
LONGEST = 66  # characters of a line there: longer ones are broken by mail programs, and fill a phone
MOST_SPOKEN = 6
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


def form(file: File, seat: str, stands: Sequence[str] = (), has_sent: bool = False, struck: Sequence[str] = ()) -> str:
    """The order form of a seat for a game file (core.gamefile).

    stands    the rows of what stands for it
    has_sent  whether all has come that is waited for of it
    struck    its lines that were struck when the game went back
    """
    return form_text(
        file.game,
        file.charter,
        file.current_board(),
        asks_of(file, seat),
        seat,
        file.next,
        file.head,
        is_chained=seat in file.state["anchors"],
        is_muster=file.state["muster"],
        due=due_told(file, seat, [seat] if has_sent else ()),
        stands=stands,
        struck=struck,
    )


def asked_alike(game: "Game", charter: Charter, asks: Iterable[Ask]) -> list[tuple[list[Ask], str]]:
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


def powers_told(game: "Game", asks: Iterable[Ask]) -> str:
    """The powers that are asked, in print."""
    return listed([game.names.show(ask.power) for ask in asks])


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
    powers, board = powers_of(file.charter, seat), file.current_board()
    rows: list[Question] = []
    for ask in asks_of(file, seat):
        kind = file.game.kinds[ask.kind]
        lead = f"{ask.power}: " if len(powers) > 1 else ""
        row: Question = {
            "kind": ask.kind,
            "power": ask.power,
            "rule": ask.rule or kind.rule,
            "waiting": kind.waiting,
            "told": kind.describe(board, ask) or kind.waiting,
            "at_once": bool(kind.default_at_once),
            "complete": not ask.is_open,
            "answers": [
                {"lines": [f"{lead}{line}" for line in kind.text(answer, ask)], "answer": answer}
                for answer in _answers(kind, board, ask)
            ],
            "forms": [
                {"form": shown, "text": meaning or ""}
                for shown, meaning, _ in (kind.open_rows(board, ask) if ask.is_open else [])
            ],
            "chances": prospects_told(file.game, board, ask),
        }
        rows.append(row)
    return rows


def form_text(
    game: "Game",
    charter: Charter,
    board: Board,
    asks: Sequence[Ask],
    seat: str,
    entry: int,
    head: str,
    is_chained: bool = False,
    is_muster: bool = False,
    due: str = "",
    stands: Sequence[str] = (),
    struck: Sequence[str] = (),
) -> str:
    """The order form for the questions `asks` of a seat, as text; the head is shortened to 32 digits.

    due     until when they may be answered, as a sentence
    stands  rows of what stands for the seat
    struck  its lines that were struck when the game went back, to be ordered again
    """
    powers = powers_of(charter, seat)
    lines = _comment("title", title=game.name, game=charter["game"], entry=entry, seat=seat)
    if powers != [seat]:
        lines += _comment("plays", seat=seat, powers=listed([game.names.show(power) for power in powers]))
    lines += _wrapped(due) if due else []
    lines += [
        *_comment("how"),
        f"game {charter['game']}",
        f"seat {seat}",
        f"entry {entry}",
        f"head {head[:SHORTENED]}",
    ]
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
    if not asks:
        lines += _comment("nothing", seat=seat)
    for number, (alike, lead) in enumerate(asked_alike(game, charter, asks), 1):
        lines += ["", *_question(game, board, alike, number, lead)]
    lines += _later(game, [ask.kind for ask in asks])
    lines += ["", *_comment("words")]
    forms = [shown for shown, _ in game.conditions.grammar()]
    if forms:
        lines += _comment("conditions", forms="; ".join(forms))
    return "\n".join([*lines, "--", ""])


def _question(game: "Game", board: Board, alike: Sequence[Ask], number: int, lead: str) -> list[str]:
    """One question, to one power or to several alike: what is asked, the default, other answers, and the forms of its
    orders."""
    ask, kind = alike[0], game.kinds[alike[0].kind]
    lines = _comment("question", **_asked(game, alike, number))
    described = kind.describe(board, ask)
    if described and described != kind.waiting:
        lines += _wrapped(described)
    choices = kind.choices(board, ask)
    if choices:
        lines += _comment("choices")
    for choice in choices:
        lines += _wrapped(choice, "  ", "      ")
    default, *others = _answers(kind, board, ask)
    lines += [*_comment("covered" if kind.default_at_once else "default"), *_answer(kind, ask, default, lead)]
    if others:
        lines += _comment("examples" if ask.is_open else "others")
    for other in others[:MOST_FORMS]:
        lines += _answer(kind, ask, other, lead)
    if len(others) > MOST_FORMS:
        lines += _comment("more", count=len(others) - MOST_FORMS)
    chances = prospects_told(game, board, ask)
    if chances:
        lines += _comment("chances")
    for chance in chances:
        lines += _wrapped(chance, "  ", "      ")
    forms = kind.open_rows(board, ask) if ask.is_open else []
    if forms:
        lines += _comment("forms")
        for shown, meaning, _ in forms:
            lines += _wrapped(f"{shown}: {meaning}" if meaning else shown, "  ", "      ")
    return lines


def _later(game: "Game", asked: Sequence[str]) -> list[str]:
    """What comes later in the turn of a power, and when others act: each kind of question with what is done where
    nothing is said, and examples of its answers."""
    turns = game.turns
    own = later_kinds(game, asked)
    own += [kind for kind in game.kinds if kind in turns.own and kind not in (*turns.once, *asked)]
    others = [name for name, kind in game.kinds.items() if name not in turns.own and kind.default_at_once]
    lines = ["", *_comment("later")] if own else []
    for kind in own:
        lines += _kind_told(game, kind, MOST_LATER)
    lines += ["", *_comment("others-act", kind=others[0])] if others else []
    for kind in others:
        lines += _kind_told(game, kind, 1)
    return lines


def later_kinds(game: "Game", asked: Sequence[str]) -> list[str]:
    """The kinds of question on a power's own plans that come once in its turn, behind those that are asked."""
    once = game.turns.once
    first = max((once.index(kind) + 1 for kind in asked if kind in once), default=0)
    return [kind for kind in once[first:] if kind in game.turns.own]


def _kind_told(game: "Game", name: str, most: int) -> list[str]:
    """A kind of question: what is done where nothing is said, without the reason, and examples of answers."""
    default = game.telling.words.of_kind(name)["default"].partition(":")[0].rstrip(".")
    examples = [f"or {example}" for *_, example in game.kinds[name].grammar()[:most] if example]
    return [
        *_wrapped(f"{name} = {default}", "  ", "      "),
        *(row for one in examples for row in _wrapped(one, "    ", "      ")),
    ]


def _answers(kind: Decision, board: Board, ask: Ask) -> list[Any]:
    """The answers to a question that are listed: the published default, then all others, or examples of them."""
    default, *others = kind.examples(board, ask)
    return [default, *(others if ask.is_open else [option for option in ask.options if option != default])]


def _answer(kind: Decision, ask: Ask, answer: Any, lead: str) -> list[str]:
    """An answer as commented order lines, ready to be uncommented."""
    return [f"# {lead}{line}" for line in kind.text(answer, ask)]


def _comment(name: str, **fields: object) -> list[str]:
    return _wrapped(_say(name, **fields))


def _wrapped(text: str, first: str = "", others: str = "  ") -> list[str]:
    """A sentence as comment lines, with ``##``: a single # stands before what may become an order."""
    from textwrap import wrap

    return wrap(text, WIDTH, initial_indent=f"## {first}", subsequent_indent=f"## {others}", break_on_hyphens=False)


# -- for a phone, and to be heard ----------------------------------------------------------------------------


def brief_form(file: File, seat: str, stands: Sequence[str] = ()) -> str:
    """The brief order form of a seat for a game file; `stands`: the rows of what stands for it."""
    asks = asks_of(file, seat)
    lines = [f"game {file.name}", f"seat {seat}", f"entry {file.next}", f"head {file.head[:SHORTENED]}"]
    if file.state["muster"]:
        lines += [*_comment("brief-ready"), "# ready"]
    lines += [f"## {row}" for row in stands]
    rows_of = asked_alike(file.game, file.charter, asks)
    room = max(1, MOST_ROWS // max(1, len(rows_of)))
    briefs = [_brief(file, alike, lead, number, room) for number, (alike, lead) in enumerate(rows_of, 1)]
    for rows, _ in briefs:
        lines += rows
    if not all(is_whole for _, is_whole in briefs):
        lines += _comment("brief-more")
    later = later_kinds(file.game, [ask.kind for ask in asks]) if asks else []
    lines += _comment("brief-later", kinds=listed(later)) if later else []
    if seat in file.state["anchors"]:
        lines += _comment("brief-seal")
    return "\n".join([*lines, "--", ""])


def _brief(file: File, alike: Sequence[Ask], lead: str, number: int, room: int) -> tuple[list[str], bool]:
    """One question with its default and, while there is room, other answers; and whether these are all there are."""
    ask = alike[0]
    default, *others = _texts(file, ask)
    rows = _comment("brief-question", **_asked(file.game, alike, number))
    if len(default) > max(MOST_LINES, room):
        return rows + _comment("brief-long", lines=counted(len(default), "line")), False
    rows += [*_comment("brief-default"), *(f"# {lead}{line}" for line in default)]
    left, is_whole = room - len(default), not ask.is_open
    for answer in others:
        if len(answer) <= min(left, MOST_LINES) and max(map(len, answer)) + len(lead) <= LONGEST:
            rows += [f"# {lead}{line}" for line in answer]
            left -= len(answer)
        else:
            is_whole = False
    return rows, is_whole


def spoken_form(file: File, seat: str) -> str:
    """What a seat is asked, and how it may answer, as sentences."""
    lines = [_say("spoken-how")]
    if seat in file.state["anchors"]:
        lines.append(_say("spoken-seal"))
    if file.state["muster"]:
        lines.append(_say("spoken-ready"))
    for number, (alike, lead) in enumerate(asked_alike(file.game, file.charter, asks_of(file, seat)), 1):
        answers = [", and then ".join(f"{lead}{line}" for line in answer) for answer in _texts(file, alike[0])]
        lines += [_say("spoken", **_asked(file.game, alike, number)), _say("spoken-default", answer=answers[0])]
        lines += [_say("spoken-other", answer=answer) for answer in answers[1 : 1 + MOST_SPOKEN]]
    return "\n".join([*lines, ""])


def _asked(game: "Game", alike: Sequence[Ask], number: int) -> dict[str, object]:
    """What sentences say of a question: its number, whose it is, for what one waits, and by which rule."""
    kind = game.kinds[alike[0].kind]
    rule = alike[0].rule or kind.rule
    return {"number": number, "power": powers_told(game, alike), "waiting": kind.waiting, "rule": rule}


def _texts(file: File, ask: Ask) -> list[list[str]]:
    """The likely answers to a question as lines, the default first."""
    kind = file.game.kinds[ask.kind]
    return [kind.text(answer, ask) for answer in _answers(kind, file.current_board(), ask)]
