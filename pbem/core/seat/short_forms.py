"""Two other ways to write an order form: a brief one, for a mail that is read on a phone, and a spoken one.

The brief form is an order file like the whole one (order_form.py), with the likely answers alone.  The spoken one is
sentences without marks; an answer to it is a line of one's own.
"""

import re
from collections.abc import Iterator, Sequence

from ..data.tables import Sentences
from ..data.text import counted, listed
from ..orders.prospects import BEHIND, prospects_told
from ..record.files import File
from ..record.now import ahead_of, asks_of
from ..rules.requests import Ask
from .order_form import SHORTENED, answers_of, asked_alike, asked_told, commented, first_asks, later_kinds

MOST_SHEET = 40  # rows of a sheet in a text mail
MOST_OF = {"stands": 9, "asked": 14, "likely": 9, "later": 9, "others": 7, "stop": 3}  # rows of each of its sections
LEAST = {"stands": 3, "asked": 7, "likely": 3, "later": 8, "others": 3, "stop": 3}
MOST_LINES, MOST_CHOICES = 3, 3  # of one answer; of what may be chosen
MOST_OUTCOMES = 2  # of one likely order
LONGEST = 66  # characters of a line: longer ones are broken by mail programs, and fill a phone
MOST_SPOKEN = 6

CUT = [""] * (MOST_SHEET + 1)  # an entry for which there is never room: something is left out
Section = tuple[str, list[list[str]]]
"""(name, entries): an entry is rows that stand or fall together."""

_say = Sentences(__name__)


def brief_form(file: File, seat: str, stands: Sequence[str] = ()) -> str:
    """The sheet of a seat for a text mail: its whole turn in at most MOST_SHEET rows, as an order file; what is left
    out is named.  `stands`: the rows of what stands for it."""
    head = [f"game {file.name}", f"seat {seat}", f"entry {file.next}", f"head {file.head[:SHORTENED]}"]
    if file.state["muster"]:
        head += [*_comment("ready"), "# ready"]
    sections: list[Section] = [("stands", [[f"## {row}"] for row in stands]), *_sections(file, seat)]
    seal = _comment("seal") if seat in file.state["anchors"] else []
    kept, left = _fitted(sections, MOST_SHEET - len(head) - len(seal) - 3)  # two rows on what is left out, and --
    more = listed(list(dict.fromkeys(_say(f"left-{name}") for name in left)))
    rows = [row for rows in kept for row in rows]
    return "\n".join([*head, *rows, *(_comment("left", what=more) if left else []), *seal, "--", ""])


def _fitted(sections: Sequence[Section], room: int) -> tuple[list[list[str]], list[str]]:
    """The rows of each section that there is room for, and the names of those of which something is left out.  Each
    section leaves those behind it what they need at least."""
    kept, left = list[list[str]](), list[str]()
    for at, (name, entries) in enumerate(sections):
        behind = sum(min(LEAST[other], sum(map(len, rows))) for other, rows in sections[at + 1 :])
        most, rows = min(MOST_OF[name], room - behind), list[str]()
        for entry in entries:
            rows += entry if len(rows) + len(entry) <= most else []
        left += [name] if len(rows) < sum(map(len, entries)) else []
        kept.append(rows)
        room -= len(rows)
    return kept, left


def _sections(file: File, seat: str) -> Iterator[Section]:
    """The sections of a sheet: what is asked, what comes later, when others act, and when the game is to stop."""
    game, board, powers = file.game, file.current_board(), file.powers[seat]
    asks = asks_of(file, seat)
    likely: list[str] = []
    for number, (alike, lead) in enumerate(asked_alike(game, file.charter, asks), 1):
        yield "asked", _question(file, alike, lead, number)
        likely += prospects_told(game, board, alike[0])
    if ahead := ahead_of(file, seat):
        asks = first_asks(game, board, ahead)
        yield "asked", [_comment("ahead", waiting=ahead.waiting), ["# ready"], *_question(file, asks, "", 1)]
    later = _later(file, seat, [ask.kind for ask in asks]) if asks else []
    likely = [one for one in likely if not one.endswith(":")]
    if asks and later and not likely and not ahead:
        ahead_told = prospects_told(game, board, Ask(later[0], asks[0].power))
        likely = [one for one in ahead_told if not one.endswith(":")]
        above = [_comment("likely-later", kind=later[0], power=game.names.within(asks[0].power))]
    else:
        above = [_comment("likely-now")]
    yield "likely", [*(above if likely else []), *(_entry("likely", what=one) for one in map(_in_short, likely))]
    yield "later", [*([_comment("later")] if later else []), *(_kind_in_short(file, kind) for kind in later)]
    yield "others", _switches(file, seat, powers, [*later, *(ask.kind for ask in asks)])
    forms = [shown for shown, _ in game.conditions.grammar()]
    yield (
        "stop",
        [_comment("next"), *_packed("stop", forms, 2, f"{seat}: " if len(powers) > 1 else "")] if asks or ahead else [],
    )


def _packed(name: str, items: Sequence[str], most: int, lead: str = "") -> list[list[str]]:
    """A list in a comment of at most so many rows, as an entry: as many of its items as there is room for."""
    for count in range(len(items), 0, -1):
        rows = _comment(name, lead=lead, what="; ".join([*items[:count], *(["…"] if count < len(items) else [])]))
        if len(rows) <= most:
            return [rows, *([CUT] if count < len(items) else [])]
    return []


def _question(file: File, alike: Sequence[Ask], lead: str, number: int) -> list[list[str]]:
    """One question: what it is, what may be chosen, its default, and other answers that are short."""
    ask = alike[0]
    kind, board = file.game.kinds[ask.kind], file.current_board()
    default, *others = _answers(file, ask)
    entries = [_comment("question", **asked_told(file.game, alike, number))]
    entries += [_entry("choice", what=one) for one in kind.choices(board, ask)[:MOST_CHOICES]]
    if len(default) > MOST_LINES:
        entries.append(_comment("long", lines=counted(len(default), "line")))
    else:
        entries.append([*_comment("default"), *(f"# {lead}{line}" for line in default)])
    short = [one for one in others if len(one) <= MOST_LINES and max(map(len, one)) + len(lead) <= LONGEST]
    return entries + [[f"# {lead}{line}" for line in one] for one in short]


def _in_short(chance: str) -> str:
    """Of a sentence on chances the order, and what matters most of what may come of it."""
    order, mark, told = chance.partition(BEHIND)
    return f"{order}{mark}{'; '.join(told.split('; ')[:MOST_OUTCOMES])}"


def _kind_in_short(file: File, name: str) -> list[str]:
    """A kind of question that comes later: what is done where nothing is said, and examples of an answer."""
    kind = file.game.kinds[name]
    examples = [example for *_, example in kind.grammar() if example][:1]
    examples += [form.name for form in kind.forms if form.is_rest]
    return _entry("kind", kind=name, default=_default(file, name), example=" | ".join(examples) or "default")


def _default(file: File, name: str) -> str:
    """What is done where nothing is said, in a clause."""
    told = file.game.telling.words.of_kind(name)["default"]
    return re.split(r"[:;,.]", told, maxsplit=1)[0]


def _switches(file: File, seat: str, powers: Sequence[str], but: Sequence[str]) -> list[list[str]]:
    """Standing orders: a line for each kind for which somebody is waited for and which seldom matters, and the names of
    those that are answered at once."""
    kinds = [kind for name, kind in file.game.kinds.items() if name not in (*file.game.turns.own, *but)]
    kinds = [kind for kind in kinds if kind.of_power in ("", *powers) and kind.name not in file.game.turns.once]
    kinds = [kind for kind in kinds if not hasattr(kind, "own_seat")]
    waits = [kind.name for kind in kinds if not kind.default_at_once]
    waits.sort(key=lambda name: (name not in file.game.turns.seldom, [*file.game.turns.seldom, name].index(name)))
    at_once = [kind.name for kind in kinds if kind.default_at_once]
    lead = f"{seat}: " if len(powers) > 1 else ""
    return [*_packed("switch", waits, 3, lead), *_packed("at-once", at_once, 2, lead)]


def _later(file: File, seat: str, asked: Sequence[str]) -> list[str]:
    """The kinds of question on one's own plans that come yet: those that come often, then those that come once."""
    game, turns = file.game, file.game.turns
    often = [kind for kind in game.kinds if kind in turns.own and kind not in (*turns.once, *asked)]
    return [*often, *later_kinds(game, file.current_board(), file.powers[seat], asked)]


def spoken_form(file: File, seat: str) -> str:
    """What a seat is asked, and how it may answer, as sentences."""
    lines = [_say("spoken-how")]
    if seat in file.state["anchors"]:
        lines.append(_say("spoken-seal"))
    if file.state["muster"]:
        lines.append(_say("spoken-ready"))
    if ahead := ahead_of(file, seat):
        lines.append(_say("spoken-ahead", waiting=ahead.waiting, kinds=listed(_later(file, seat, ()))))
    for number, (alike, lead) in enumerate(asked_alike(file.game, file.charter, asks_of(file, seat)), 1):
        answers = _answers(file, alike[0])
        default, *others = [", and then ".join(f"{lead}{line}" for line in answer) for answer in answers]
        lines += [_say("spoken", **asked_told(file.game, alike, number)), _say("spoken-default", answer=default)]
        lines += [_say("spoken-other", answer=answer) for answer in others[:MOST_SPOKEN]]
    return "\n".join([*lines, ""])


def _answers(file: File, ask: Ask) -> list[list[str]]:
    """The likely answers to a question as lines, the default first."""
    kind, board = file.game.kinds[ask.kind], file.current_board()
    return [kind.typed(board, ask, answer) for answer in answers_of(kind, board, ask)]


def _comment(name: str, **fields: object) -> list[str]:
    return commented(_say(name, **fields))


def _entry(name: str, **fields: object) -> list[str]:
    """A row of a list below a comment."""
    return commented(_say(name, **fields), "  ", "    ")
