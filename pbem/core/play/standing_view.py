"""What stands in force of a seat: its lines sent ahead, what each would answer now, and how often it has answered.

A standing line answers when its question comes; here that question may not be open.  Then its conditions are looked at
on the board as it is, as far as they do not need the question itself; whether the answer will be legal is not known.
"""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from ..data.boards import Board
from ..data.canon import encode, th
from ..data.json_types import Json
from ..data.problems import refusals
from ..data.shapes import STUMBLES
from ..orders.decision import Decision, NoWords
from ..orders.itemtext import text_of_item
from ..orders.orderfile import ANY, Item, Order, OrderFile
from ..record.closed import Openings
from ..record.documents import Document
from ..record.gamefile import GameFile
from ..rules.game import Game
from ..rules.requests import Ask, ask_from
from .answers import judge
from .checking import look_at
from .dry_run import dry_run
from .inbox import in_force
from .paraphrase import kept_for
from .parts import USED, Part, address_of
from .sheet import plain
from .standing import applying, branch_of
from .standing import in_force as is_in_force


class Pending(NamedTuple):
    """What lies at a desk, of one seat.

    came    [(name of the mail, order document or record.documents.Document)]: orders that hold, and that no entry has
            taken yet
    typed   rows (`typed_lines`) of lines as mails had them, of lines in force too
    """

    came: Sequence[tuple[str, Order | Document]] = ()
    typed: Sequence[Json] = ()


def typed_lines(orders: OrderFile, name: str) -> list[Json]:
    """``[{"file", "entry", "line", "text", "part"}]``: where each line of an OrderFile was typed, and what it says."""
    return [
        {"file": name, "entry": orders.entry, "line": item["line"], "text": item["text"], "part": _digest(item)}
        for item in (*orders.answers, *orders.petitions, *orders.standing)
    ]


def _digest(item: Item) -> str:
    said = {name: value for name, value in plain(item).items() if name not in ("no", "turn", "next")}
    return th("part", encode(said)).hex()


def standing_view(
    file: GameFile, seat: str, openings: Openings, typed: Iterable[Json] = (), lying: Pending | None = None
) -> list[Json]:
    """A row for each line of a seat in force: where it was lodged, what it would answer now, how often it answered.
    Behind them the lines that lie at the desk: such a row has `lies`, the name of its mail.

    openings   those that are known (record.closed.Openings): the lines that they open are told too
    typed      rows (`typed_lines`) of order files that the seat has kept: a row of a line that stands in one has
               `typed`, {"file", "line", "text"}
    lying      Pending, what lies at the desk

    ``{"entry", "document", "line", "power", "kind", "text", "secret", "standing", "fired", "now", "answer", "rule"}``;
    `now` is

    answers     it answers the question that is open now
    would       it would answer such a question, as the board is
    asks        the seat would be asked
    illegal     its answer to the open question is refused
    other       a more specific line goes before it
    not now     a condition does not hold, or another place is meant
    unknown     that depends on the question
    will        a line kept for its moment, which will answer so this turn if nothing else happens
    falls       a line kept for its moment, which will be refused if nothing else happens
    waits       a line kept for its moment, or a petition
    revoked     what lies at the desk takes it back

    `for` says for which question a line is; `from`, of a line at the desk, the entry from which on it acts, if that is
    not the one that comes.
    """
    board, rows = file.current_board(), []
    parts = [part for part in in_force(file.state, openings) if part.seat == seat]
    standing = [part for part in parts if part.is_standing]
    lying = lying or Pending()
    homes = _Homes([*typed, *lying.typed])
    mails = [_Mail(file, openings, *one) for one in lying.came]
    fresh = [part for mail in mails for part in mail.parts if mail.holds]
    gone = {address for mail in mails for address in mail.withdrawn}
    then = dry_run(file, seat, fresh, openings, gone).before if parts else {}
    for part in parts:
        row = _row(file, part, homes)
        row["fired"] = fired(file, part)
        if part.address in gone:
            row["now"] = "revoked"
        elif not row["standing"]:
            row["now"], row["answer"] = _then(then[part.address])
        else:
            row["now"], row["answer"], row["rule"] = _now(file, board, part, standing)
        rows.append(row)
    return rows + [row for mail in mails for row in mail.rows(homes)]


def _row(file: GameFile, part: Part, homes: "_Homes") -> Json:
    """What is told of a line whatever becomes of it."""
    item = part.item
    row = {
        "entry": part.entry,
        "document": part.document,
        "line": part.line,
        "power": item["power"],
        "kind": item.get("when") or item.get("kind") or f"petition {item.get('verb')}",
        "text": part.text(file.game),
        "secret": bool(part.closed),
        "standing": part.is_standing,
        "fired": 0,
        "now": "waits",
        "answer": "",
        "rule": "",
        "for": kept_for(file.game, part),
    }
    if home := homes.of(part):
        row["typed"] = home
    return row


class _Mail:
    """One mail that lies at the desk, as it would act at the head.

    parts       its Parts; none of a document that cannot be opened here
    reasons     why it does not hold any more
    withdrawn   addresses of the lines in force that it takes back
    """

    def __init__(self, file: GameFile, openings: Openings, name: str, document: Order | Document) -> None:
        self.file, self.name = file, name
        problems, look = look_at(file, document, openings)
        self.reasons = [problem.text for problem in refusals(problems)] if look is None else []
        self.withdrawn = look.withdrawn if look else set()
        if look:
            self.parts = [part for part in look.finder.fates.get(look.seat, ()) if part.is_own]
        else:
            self.parts = _parts_of(file, document) if isinstance(document, dict) else []

    @property
    def holds(self) -> bool:
        return not self.reasons

    def rows(self, homes: "_Homes") -> list[Json]:
        return [self._row(part, homes) for part in self.parts]

    def _row(self, part: Part, homes: "_Homes") -> Json:
        row = {**_row(self.file, part, homes), "lies": self.name}
        if part.since:
            row["from"] = part.since
        problems = refusals(part.problems)
        if self.reasons or problems:
            row["now"], row["answer"] = "falls", " ".join(self.reasons or [problem.text for problem in problems])
        elif part.fate == USED:
            row["now"], row["answer"] = "answers", " ".join(part.told)
        elif part.later and not part.is_standing:
            row["now"], row["answer"] = _then(part.later)
        return row


def _parts_of(file: GameFile, order: Order) -> list[Part]:
    """The Parts of an order document that does not hold any more."""
    items = [item for name in ("answers", "petitions", "standing") for item in order.get(name, ())]
    return [Part(order["seat"], file.next, 0, item["line"], item, "lines", None, True) for item in items]


class _Homes:
    """Where lines were typed, by rows of `typed_lines`; each row tells of one line."""

    def __init__(self, typed: Iterable[Json]) -> None:
        self.left = list(typed)

    def of(self, part: Part) -> Json | None:
        """``{"file", "line", "text"}`` of a Part; None if no row has it for the entry in which it was lodged."""
        digest = _digest(part.item)
        for place, row in enumerate(self.left):
            if row["entry"] in (None, part.entry) and row["part"] == digest:
                del self.left[place]
                return {name: row[name] for name in ("file", "line", "text")}
        return None


def _then(part: Part) -> tuple[str, str]:
    """``(now, answer)`` of a line kept for its moment, by what has become of it at the end of its seat's turn."""
    if part.told:
        return "will", " ".join(part.told)
    if part.problems:
        return "falls", " ".join(problem.text for problem in part.problems)
    return "waits", ""


def closed_lines(file: GameFile, seat: str) -> int:
    """How many lines of the seat in force are closed in the record."""
    return sum(row["seat"] == seat and "closed" in row["part"] for row in file.state["lines"])


def fired(file: GameFile, part: Part) -> int:
    """How often a line has answered, by the record."""
    return sum(
        "line" in row and address_of(row) == part.address for entry in file.entries for row in entry.get("used", ())
    )


def _now(file: GameFile, board: Board, part: Part, standing: Iterable[Part]) -> tuple[str, str, str]:
    """``(now, answer, rule)`` of a standing line."""
    line, lines = part.item, [(one.item, one.entry) for one in standing]
    if line["when"] == ANY:
        return "waits", "", ""
    kind = file.game.kinds[line["when"]]
    for question in file.waiting:
        if (question["kind"], question["power"]) == (line["when"], line["power"]):
            return _to_question(file, board, kind, ask_from(question), line, lines)
    return _to_nobody(file, board, kind, line)


def _to_question(
    file: GameFile, board: Board, kind: Decision, ask: Ask, line: Item, standing: Sequence[tuple[Item, int]]
) -> tuple[str, str, str]:
    """What the line answers to an open question."""
    applied = applying(board, ask, standing, file.game.conditions)
    place = next((place for place, (other, _) in enumerate(applied) if other is line), None)
    if place is None:
        return "not now", "", ""
    branch = applied[place][1]
    if "ask" in branch:
        return ("asks" if place == 0 else "other"), "", ask.rule
    value, problems = judge(kind, board, ask, branch["value"])
    if refusals(problems):
        return "illegal", "; ".join(problem.text for problem in refusals(problems)), refusals(problems)[0].rule
    return ("answers" if place == 0 else "other"), "; ".join(kind.text(value, ask)), ask.rule


def _to_nobody(file: GameFile, board: Board, kind: Decision, line: Item) -> tuple[str, str, str]:
    """What the line would answer to a question that is not open, as far as the board alone tells."""
    conditions = file.game.conditions
    ask = Ask(line["when"], line["power"], about={"where": line["where"]} if "where" in line else {}, rule=kind.rule)
    try:
        if not is_in_force(board, ask, line, conditions):
            return "not now", "", kind.rule
        branch = branch_of(board, ask, line, conditions)
    except STUMBLES:
        return "unknown", "", kind.rule
    if branch is None:
        return "not now", "", kind.rule
    if "ask" in branch:
        return "asks", "", kind.rule
    return "would", _words(file.game, kind, line, branch["value"]), kind.rule


def _words(game: Game, kind: Decision, line: Item, value: Any) -> str:
    """An answer in order text, as far as it can be told without its question; else what the line says."""
    try:
        return "; ".join(kind.text(value))
    except NoWords:
        text: str = text_of_item(line, game)
        return text[text.casefold().find("when ") :].partition(":")[2].strip()
