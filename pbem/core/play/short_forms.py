"""Two other ways to write an order form: a brief one, for a mail that is read on a phone, and a spoken one.

The brief form is an order file like the whole one (order_form.py), with the likely answers alone.  The spoken one is
sentences without marks; an answer to it is a line of one's own.
"""

from collections.abc import Sequence
from textwrap import wrap
from typing import TypedDict

from ..data.sentences import Sentences
from ..data.text import counted, listed
from ..record.charter import powers_of
from ..record.files import File
from ..record.now import ahead_of, asks_of
from ..rules.requests import Ask
from .order_form import SHORTENED, WIDTH, asked_alike, later_kinds, powers_told

MOST_ROWS = 13  # of answers, over all questions
MOST_LINES = 3  # of one answer
LONGEST = 66  # characters of a line: longer ones are broken by mail programs, and fill a phone
MOST_SPOKEN = 6

_say = Sentences(__name__)


class _Asked(TypedDict):
    """What sentences say of a question: whose it is, for what one waits, and by which rule."""

    power: str
    waiting: str
    rule: str


def brief_form(file: File, seat: str, stands: Sequence[str] = ()) -> str:
    """The brief order form of a seat for a game file; `stands`: the rows of what stands for it."""
    asks = asks_of(file, seat)
    lines = [f"game {file.name}", f"seat {seat}", f"entry {file.next}", f"head {file.head[:SHORTENED]}"]
    if file.state["muster"]:
        lines += [*_comment("ready"), "# ready"]
    lines += [f"## {row}" for row in stands]
    rows_of = asked_alike(file.game, file.charter, asks)
    room = max(1, MOST_ROWS // max(1, len(rows_of)))
    briefs = [_brief(file, alike, lead, number, room) for number, (alike, lead) in enumerate(rows_of, 1)]
    for rows, _ in briefs:
        lines += rows
    if not all(is_whole for _, is_whole in briefs):
        lines += _comment("more")
    if ahead := ahead_of(file, seat):
        lines += [*_comment("ahead", waiting=ahead, kinds=listed(_later(file, seat, ()))), "# ready"]
    later = _later(file, seat, [ask.kind for ask in asks]) if asks else []
    lines += _comment("later", kinds=listed(later)) if later else []
    if seat in file.state["anchors"]:
        lines += _comment("seal")
    return "\n".join([*lines, "--", ""])


def _later(file: File, seat: str, asked: Sequence[str]) -> list[str]:
    return later_kinds(file.game, file.current_board(), powers_of(file.charter, seat), asked)


def _brief(file: File, alike: Sequence[Ask], lead: str, number: int, room: int) -> tuple[list[str], bool]:
    """One question with its default and, while there is room, other answers; and whether these are all there are."""
    ask = alike[0]
    default, *others = _answers(file, ask)
    rows = _comment("question", number=number, **_asked(file, alike))
    if len(default) > max(MOST_LINES, room):
        return rows + _comment("long", lines=counted(len(default), "line")), False
    rows += [*_comment("default"), *(f"# {lead}{line}" for line in default)]
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
    if ahead := ahead_of(file, seat):
        lines.append(_say("spoken-ahead", waiting=ahead, kinds=listed(_later(file, seat, ()))))
    for number, (alike, lead) in enumerate(asked_alike(file.game, file.charter, asks_of(file, seat)), 1):
        answers = _answers(file, alike[0])
        default, *others = [", and then ".join(f"{lead}{line}" for line in answer) for answer in answers]
        lines += [_say("spoken", number=number, **_asked(file, alike)), _say("spoken-default", answer=default)]
        lines += [_say("spoken-other", answer=answer) for answer in others[:MOST_SPOKEN]]
    return "\n".join([*lines, ""])


def _asked(file: File, alike: Sequence[Ask]) -> _Asked:
    kind = file.game.kinds[alike[0].kind]
    rule = alike[0].rule or kind.rule
    return {"power": powers_told(file.game, alike), "waiting": kind.waiting, "rule": rule}


def _answers(file: File, ask: Ask) -> list[list[str]]:
    """The likely answers to a question as lines, the default first."""
    kind, board = file.game.kinds[ask.kind], file.current_board()
    default, *others = kind.examples(board, ask)
    if not ask.is_open:
        others = [option for option in ask.options if option != default]
    return [kind.text(answer, ask) for answer in (default, *others)]


def _comment(name: str, **fields: object) -> list[str]:
    return wrap(_say(name, **fields), WIDTH, initial_indent="## ", subsequent_indent="##   ", break_on_hyphens=False)
