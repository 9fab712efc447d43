"""The block "What stands for you": what of a seat's orders stands now, whom the game waits for, and when it is played
(docs/orders.md, "What stands").

`stands_json` gives it as data, `block` the same as text.  Whoever prints what stands prints this, and to the owner of
the seat alone.
"""

from collections.abc import Iterable, Sequence
from textwrap import wrap
from typing import NamedTuple, TypedDict

from ..data.json_types import Json
from ..data.sentences import Sentences
from ..data.text import counted, listed, visible
from ..orders.orderfile import Order
from ..record.closed import Opening
from ..record.deadlines import day_told
from ..record.documents import Document
from ..record.now import Came, Row, now
from ..record.seat_history import names_of
from .gamefile import GameFile
from .stands import CLOSED, FIRED, STRUCK, sheet_at_desk, stands

WIDTH = 72
MOST_SHOWN = 300  # lines in the block; as many parts as a document may have

_say = Sentences(__name__)


class Stands(TypedDict):
    """What stands for a seat.

    lines    those that can be read here, the coming turn first: the fields of stands.StandRow, and `took`, the lines
             of which one took the place, as far as no run has taken it up
    closed   how many cannot
    waiting  what is waited for of the seat, in words; none if nothing is
    doubt    number of the arrival that waits for its yes while nobody waits for the seat; 0 if none does
    others   the other people who are waited for
    until    when the game is played without them, in words; "" if nobody can say
    """

    seat: str
    name: str
    lines: list[Json]
    closed: int
    waiting: list[str]
    doubt: int
    others: list[str]
    until: str


def stands_json(
    file: GameFile,
    seat: str,
    mails: Iterable[Order | Document] = (),
    came: Came | None = None,
    own: Json | None = None,
    openings: Iterable[Opening] = (),
) -> Stands:
    """What stands for a seat.

    mails      its orders for the entry that is due that no run has taken up
    came       what is known to have come (record.now.Came)
    own        what the seat remembers of its last own document (secret/3)
    openings   of its closed lines
    """
    sheet = sheet_at_desk(file, seat, openings, mails, own)
    found = stands(file, sheet)
    took = sheet.took
    waiting = [] if file.is_over else now(file, came)
    missing = [row for row in waiting if not row.answered]
    own_rows, doubt = [row for row in missing if row.seat == seat], came.doubts.get(seat) if came else None
    last = max((one for row in missing if (one := row.deadline)), key=lambda one: one.until, default=None)
    return {
        "seat": seat,
        "name": names_of(file).get(seat, ""),
        "lines": [{**row._asdict(), "took": took.get(row.no, [])} for row in found if row.state != CLOSED],
        "closed": sum(row.state == CLOSED for row in found),
        "waiting": _waiting(own_rows, sheet.waits, doubt) if own_rows else [],
        "doubt": 0 if own_rows else doubt or 0,
        "others": list(dict.fromkeys(row.person or row.seat for row in missing if row.seat != seat)),
        "until": day_told(last.until) if last else "",
    }


def _waiting(rows: Sequence[Row], waits: bool, doubt: int | None) -> list[str]:
    """What is waited for of a seat."""
    said = [_say("doubt", n=doubt)] if doubt else []
    said += [_say("ready")] if waits else []
    asked: dict[str, list[str]] = {}
    for row in rows:
        asked.setdefault(row.waiting, []).append(row.power)
    several = len({row.power for row in rows}) > 1
    return said or [f"{what} ({listed(powers)})" if several else what for what, powers in asked.items()]


class Said(NamedTuple):
    """The same in words: a heading, ``(section, number, line, what is to say of it)`` of each line, and sentences on
    what else stands, on how to take back, and on whom the game waits for."""

    head: str
    lines: list[tuple[str, int, str, str]]
    more: list[str]
    ends: list[str]


def said(found: Stands) -> Said:
    """What stands, in words."""
    who = f"{found['name']}, {found['seat']}" if found["name"] else found["seat"]
    shown = [line for line in found["lines"] if line["state"] not in (FIRED, STRUCK)]
    more = [_say("fired", line=visible(line["line"])) for line in found["lines"] if line["state"] == FIRED]
    more += [_say("struck", line=visible(line)) for line in struck_lines(found)]
    if len(shown) > MOST_SHOWN:
        more.insert(0, _say("more", lines=counted(len(shown) - MOST_SHOWN, "line more", "lines more")))
    more += [_say("closed", lines=counted(found["closed"], "closed line"))] * bool(found["closed"])
    backs = [line["back"] for line in shown if line["back"]]
    ends = [_say("back", what=backs[-1])] if backs else []
    ends += [_say("waiting", what=listed(found["waiting"]) if found["waiting"] else _say("no"))]
    ends += [_say("open", n=found["doubt"])] * bool(found["doubt"]) + [_played(found)]
    return Said(
        _say("head", who=visible(who)),
        [(line["section"], line["no"], visible(line["line"]), _state(line)) for line in shown[:MOST_SHOWN]],
        more or ([] if shown else [_say("nothing")]),
        ends,
    )


def struck_lines(found: Stands) -> list[str]:
    """The lines that were struck when the game went back, as they would be written now."""
    return [line["line"] for line in found["lines"] if line["state"] == STRUCK]


def _state(line: Json) -> str:
    """What is to say of a line."""
    parts = [line["state"]] if line["state"] else []
    parts += [_say("took", what=visible(listed(line["took"])))] if line["took"] else []
    return "; ".join([*parts, *([_say("used", times=counted(line["used"], "time"))] if line["used"] else [])])


def block(found: Stands, width: int = WIDTH) -> list[str]:
    """The block as rows of text.  What is broken off a line begins with a mark, so that it is no order by itself."""
    words = said(found)
    rows = [
        words.head,
        *(row for line in words.lines for row in _row(*line, width)),
        *(f"  {one}" for one in words.more),
    ]
    return rows + [
        row for one in words.ends for row in wrap(one, width, subsequent_indent="  ", break_on_hyphens=False)
    ]


def _row(section: str, no: int, line: str, state: str, width: int) -> list[str]:
    """A line that stands, and behind it, or below, what is to say of it."""
    lead = f"  {section:<17} {no:>3}  "
    below = " " * len(lead)
    rows = wrap(line, width, initial_indent=lead, subsequent_indent=f"{below}| ", break_on_hyphens=False)
    if len(rows) == 1 and len(rows[0]) + len(state) + 4 <= width:
        return [f"{rows[0]}    {state}".rstrip()]
    lower = f"{below}  "
    return rows + wrap(state, width, initial_indent=lower, subsequent_indent=lower, break_on_hyphens=False)


def _played(found: Stands) -> str:
    """When the game is played on."""
    who = [*([_say("you")] if found["waiting"] else []), *found["others"]]
    if not who:
        return _say("next")
    are = "are" if len(who) > 1 or found["waiting"] else "is"
    return _say("at" if found["until"] else "when", until=found["until"], who=listed(who, "and"), are=are)
