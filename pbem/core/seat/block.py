"""The block "Your orders as they stand": what of a seat's orders stands now, who has to answer, and when it is played
(docs/orders.md, "What stands").

`stands_json` gives it as data, `block` the same as text.  Whoever prints what stands prints this, and to the owner of
the seat alone.
"""

from collections.abc import Iterable, Sequence
from textwrap import wrap
from typing import NamedTuple, TypedDict

from ..data.json_types import Json
from ..data.tables import Sentences
from ..data.text import counted, listed, visible
from ..orders.orderfile import Item, Order
from ..play.gamefile import GameFile
from ..play.parts import address_of
from ..play.running import Run
from ..record.closed import Opening, Openings
from ..record.deadlines import over_told
from ..record.documents import Document, Name, parts_of
from ..record.now import Came, now
from ..record.now import Row as Waited
from ..record.seat_history import names_of
from ..record.signer import beside
from ..record.state import last_live, name_of
from .checking import order_key
from .sheet import Row, Sheet, item_of

COMING, AFTER, ALWAYS, AT_ANY = "coming turn", "turn after", "when others move", "at any time"
IN_FORCE, FROM_NEXT, NOT_THERE, CLOSED = "in force", "from the next entry", "sent and not in the record", "closed"
UNTIL_NEXT = "in force until the next entry, then taken back"
LEAVES = "in force for this entry alone, for another person takes the seat"
FIRED = "has happened"
ASKS = "asks you, for what it names has changed; go on plays it"
STRUCK = "struck, for the game went back"


class StandRow(NamedTuple):
    """A line that stands.

    no       the number by which people name it; 0 of one that cannot be read here
    section  COMING, AFTER, ALWAYS or AT_ANY
    power    whose line it is
    turn     for which turn, in words; "" of one that stands always
    line     as order text
    state    IN_FORCE, FROM_NEXT, UNTIL_NEXT of what a seat has taken back that is not asked, LEAVES, NOT_THERE, CLOSED,
             FIRED of a condition that asks its seat, ASKS of a line `next` that does so, or STRUCK of one that stands
             no more
    used     how often it has answered
    back     how it is taken back; "" where that cannot be
    """

    no: int
    section: str
    power: str
    turn: str
    line: str
    state: str
    used: int
    back: str


def sheet_at_desk(
    file: GameFile,
    seat: str,
    openings: Iterable[Opening] = (),
    came: Iterable[Order | Document] = (),
    own: Json | None = None,
) -> Sheet:
    """The Sheet of a seat with what lies beside the game: what the desk has kept, what the seat itself remembers
    (`own`), and orders, or a signed document, that came since."""
    known, came = beside(file, seat), [*came]
    signed = [one for one in came if isinstance(one, Document) and one.kind == "orders"]
    more = [row for row in openings if row["seat"] == seat] + [row for one in signed for row in one.openings]
    before = known.waits or (signed[-1] if signed and own is None else None)
    all_known = Openings(file.game_id, [*known.openings, *more])
    sheet = Sheet.of(file, seat, all_known, {**own, "before": own["after"]} if own else None, before)
    sheet.struck = _undone(file, seat, all_known, sheet.struck)
    for order in came:
        if isinstance(order, dict) and order_key(file, order) not in (known.waits.keys if known.waits else ()):
            sheet.take(order)
    return sheet


def _undone(file: GameFile, seat: str, openings: Openings, struck: Iterable[Row]) -> list[Row]:
    """The lines for a turn that going back took away, until somebody plays on: those that stood where it went back to,
    and what came, or acted, in the entries that are undone."""
    redone = file.state.get("redone", 0)
    if not redone or any(file.entry(number)["kind"] == "play" for number in range(redone, file.next)):
        return []
    found: dict[Name | None, Item] = {row.name: row.whole for row in struck}
    for entry in map(file.entry, range(last_live(file.state) + 1, redone)):
        for object in (
            object for object, _ in entry["documents"] if object["seat"] == seat and object["kind"] == "orders"
        ):
            parts = {(object["n"], number): openings.whole(part) for number, _, part in parts_of(object)}
            found |= {name: whole for name, whole in parts.items() if whole}
        acted = [use for use in entry.get("used", ()) if use["seat"] == seat and "line" in use]
        for use in acted:
            found.setdefault((use["document"], use["line"]), item_of(file, use))
    turns, board = file.game.turns, file.current_board()
    ahead = {
        name: whole["turn"] - turns.number(board, whole["power"]) for name, whole in found.items() if "turn" in whole
    }
    return [Row(name, "lines", found[name], True) for name, number in ahead.items() if number in (0, 1)]


def stands(file: GameFile, sheet: Sheet) -> list[StandRow]:
    """The rows of a sheet, the coming turn first."""
    acts = file.call().acts(sheet.seat)
    names = {row.name for row in sheet.rows}
    gone = [row for row in sheet.recorded if row.name not in names]
    gone = [row for row in gone if row.name in _answering(file)] if acts and gone else gone
    now, leaves = IN_FORCE if acts else FROM_NEXT, bool(sheet.rows) and beside(file, sheet.seat).leaves
    rows = [found for row in sheet.rows for found in _rows(file, sheet, row, now, leaves)]
    rows += [found for row in gone for found in _rows(file, sheet, row, UNTIL_NEXT)]
    rows += [found for row in sheet.struck for found in _rows(file, sheet, _again(file, sheet, row), STRUCK)]
    order = (COMING, AFTER, ALWAYS, AT_ANY)
    return sorted(rows, key=lambda row: (order.index(row.section), row.no))


def _answering(file: GameFile) -> set[Name]:
    """The names of lines that answer what is at the head, so that their seats are not asked."""
    places = {*Run(file.ground()).answered_openly().values()}
    return {name_of(row) for row in file.state["lines"] if address_of(row) in places}


def _rows(file: GameFile, sheet: Sheet, row: Row, state: str, leaves: bool = False) -> list[StandRow]:
    if not row.whole:
        return [StandRow(0, AT_ANY, "", "", "", CLOSED, 0, "")]
    part, power = row.whole, row.whole["power"]
    if state != STRUCK:
        state = IN_FORCE if row.is_kept and state != UNTIL_NEXT else state
        state = NOT_THERE if not row.is_kept and file.state["fairness"] != "sealed" else state
        state = FIRED if sheet.has_fired(part) and row.is_kept else state
        state = ASKS if row.is_kept and sheet.asks_first(part) else state
        state = LEAVES if leaves and state == IN_FORCE and not part.get("public") else state
    section, turn = _section(file, sheet, row)
    prefixed = len(file.powers[sheet.seat]) > 1
    many = range(len(row.numbers)) if len(row.numbers) > 1 else ()
    lines = [sheet.lines_of(row, [at])[0] for at in many] or ["\n".join(sheet.lines_of(row))]
    lead, used = f"{power}: " if prefixed else "", _used(file, row.name, sheet.seat)
    lead += "then " * sheet.comes_after(row)
    return [
        StandRow(
            no,
            section,
            power,
            turn,
            lead + text.replace("\n", "; "),
            state,
            used,
            f"cancel {no}" if state not in (UNTIL_NEXT, NOT_THERE, STRUCK) else "",
        )
        for no, text in zip(row.numbers, lines)
    ]


def _again(file: GameFile, sheet: Sheet, row: Row) -> Row:
    """A line that was struck, as it would be written now."""
    ahead = row.whole["turn"] - file.game.turns.number(sheet.board, row.whole["power"])
    whole = {name: said for name, said in row.whole.items() if name not in ("next", "anyway")}
    return row._replace(whole={**whole, **({"next": True} if ahead > 0 else {})})


def _section(file: GameFile, sheet: Sheet, row: Row) -> tuple[str, str]:
    part, turns = row.whole, file.game.turns
    if "turn" not in part:
        return (ALWAYS if "when" in part else AT_ANY), ""
    is_coming = part["turn"] <= turns.number(sheet.board, part["power"])
    return (COMING if is_coming else AFTER), turns.name(part["turn"])


def _used(file: GameFile, name: Name | None, seat: str) -> int:
    """How often a line has answered, by the record."""
    rows = [row for row in file.state["lines"] if row["seat"] == seat and name is not None and name_of(row) == name]
    places = {(row["entry"], row["document"], row["line"]) for row in rows}
    since = min((row["entry"] for row in rows), default=file.next)
    uses = (use for n in range(since, file.next) for use in file.entry(n).get("used", ()))
    uses = (use for use in uses if "line" in use and use["seat"] == seat)
    return sum((use["entry"], use["document"], use["line"]) in places for use in uses)


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
    missing = [row for row in waiting if not row.answered or (row.seat == seat and sheet.waits)]
    own_rows, doubt = [row for row in missing if row.seat == seat], came.doubts.get(seat) if came else None
    several = len({row.power for row in waiting if row.seat == seat}) > 1
    last = max((one for row in missing if (one := row.deadline)), key=lambda one: one.until, default=None)
    return {
        "seat": seat,
        "name": names_of(file).get(seat, ""),
        "lines": [{**row._asdict(), "took": took.get(row.no, [])} for row in found if row.state != CLOSED],
        "closed": sum(row.state == CLOSED for row in found),
        "waiting": _waiting(own_rows, sheet.waits, doubt, several) if own_rows else [],
        "doubt": 0 if own_rows else doubt or 0,
        "others": list(dict.fromkeys(row.person or row.seat for row in missing if row.seat != seat)),
        "until": over_told(last.until, last.stage == "late") if last else "",
    }


def _waiting(rows: Sequence[Waited], waits: bool, doubt: int | None, several: bool) -> list[str]:
    """What is waited for of a seat, of which `several` powers are asked."""
    said = [_say("doubt", n=doubt)] if doubt else []
    said += [_say("ready")] if waits else []
    asked: dict[str, list[str]] = {}
    for row in rows:
        asked.setdefault(row.waiting, []).append(row.power)
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
    parts = [line["state"]]
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
