"""The lines that stand for a seat now, as declared rows; block.py prints them, to the owner of the seat alone."""

from collections.abc import Iterable
from typing import NamedTuple

from ..data.json_types import Json
from ..orders.orderfile import Item, Order
from ..record.charter import powers_of
from ..record.closed import Opening, Openings
from ..record.documents import Document, Name, parts_of
from ..record.participation import Call
from ..record.state import last_live, name_of
from .checking import order_key
from .gamefile import GameFile
from .parts import address_of
from .running import Run
from .sheet import Row, Sheet, item_of
from .signer import beside

COMING, AFTER, ALWAYS, AT_ANY = "coming turn", "turn after", "when others move", "at any time"
IN_FORCE, FROM_NEXT, NOT_THERE, CLOSED = "in force", "from the next entry", "sent and not in the record", "closed"
UNTIL_NEXT = "in force until the next entry, then taken back"
FIRED = "has come about"
ASKS = "asks you, for what it names has changed; go on plays it"
STRUCK = "struck, for the game went back"


class StandRow(NamedTuple):
    """A line that stands.

    no       the number by which people name it; 0 of one that cannot be read here
    section  COMING, AFTER, ALWAYS or AT_ANY
    power    whose line it is
    turn     for which turn, in words; "" of one that stands always
    line     as order text
    state    IN_FORCE, FROM_NEXT, UNTIL_NEXT of what a seat has taken back that is not asked, NOT_THERE, CLOSED, or
             FIRED of a condition that asks its seat, ASKS of a line `next` that does so, STRUCK of one that stands no
             more
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
    acts = Call(file.charter, file.state).acts(sheet.seat)
    names = {row.name for row in sheet.rows}
    gone = [row for row in sheet.recorded if row.name not in names]
    gone = [row for row in gone if row.name in _answering(file)] if acts and gone else gone
    rows = [found for row in sheet.rows for found in _rows(file, sheet, row, IN_FORCE if acts else FROM_NEXT)]
    rows += [found for row in gone for found in _rows(file, sheet, row, UNTIL_NEXT)]
    rows += [found for row in sheet.struck for found in _rows(file, sheet, _again(file, sheet, row), STRUCK)]
    order = (COMING, AFTER, ALWAYS, AT_ANY)
    return sorted(rows, key=lambda row: (order.index(row.section), row.no))


def _answering(file: GameFile) -> set[Name]:
    """The names of lines that answer what is at the head, so that their seats are not asked."""
    places = {*Run(file.game, file.options, file.state).answered_openly().values()}
    return {name_of(row) for row in file.state["lines"] if address_of(row) in places}


def _rows(file: GameFile, sheet: Sheet, row: Row, state: str) -> list[StandRow]:
    if not row.whole:
        return [StandRow(0, AT_ANY, "", "", "", CLOSED, 0, "")]
    part, power = row.whole, row.whole["power"]
    if state != STRUCK:
        state = IN_FORCE if row.is_kept and state != UNTIL_NEXT else state
        state = NOT_THERE if not row.is_kept and file.state["fairness"] != "sealed" else state
        state = FIRED if sheet.has_fired(part) and row.is_kept else state
        state = ASKS if row.is_kept and _asks_first(file, sheet, part) else state
    section, turn = _section(file, sheet, row)
    prefixed = len(powers_of(file.charter, sheet.seat)) > 1
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
            f"cancel {no}" if "verb" not in part and state not in (UNTIL_NEXT, NOT_THERE, STRUCK) else "",
        )
        for no, text in zip(row.numbers, lines)
    ]


def _asks_first(file: GameFile, sheet: Sheet, part: Item) -> bool:
    """Whether a line for the turn that runs asks its seat before it answers."""
    is_now = part.get("turn") == file.game.turns.number(sheet.board, part["power"])
    return is_now and sheet.since.asks_first(sheet.board, part)


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
