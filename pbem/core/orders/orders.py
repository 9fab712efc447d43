"""Order files: what one seat sends, read from text or from canonical JSON into one `OrderFile`.

Both forms say the same (docs/orders.md, schemas/orders.schema.json).  Text is read by `ordertext`, JSON here;
both report every problem at once, each with its place, and neither raises on any bytes.  What an order means
on the board is no matter of reading: `answers` finds out when its question comes.
"""

import re
from codecs import BOM_UTF8
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..data.canon import CanonError, loads
from ..data.problems import NOT_UNDERSTOOD, ODD, Problem, refusals
from .orderfile import ANY, ITEMS, REQUIRED, Item, OrderFile, branches, unknown_seat, written

if TYPE_CHECKING:
    from ..title.game import Game

MAX_BYTES = 2**18
MAX_JSON = 8 * MAX_BYTES  # of the canonical reading of a text, which lies in an inbox
MAX_LINES = 2000


def read(
    data: bytes | str,
    game: "Game",
    powers: Mapping[str, Sequence[str]] | None = None,
    name: str = "orders",
    require: Sequence[str] = REQUIRED,
    asked: Iterable[str] = (),
    persons: Mapping[str, str] | None = None,
    seat: str | None = None,
    own: Mapping[str, Any] | None = None,
) -> tuple[OrderFile, list[Problem]]:
    """Read an order file: ``(OrderFile, problems)``.  `data` is bytes or text, in either form.

    game      the title (core.game.Game)
    powers    {seat: [powers]} as the charter has it; the title's first arrangement by default
    require   the header words that must be there
    asked     kinds of question that are open now; it only chooses which of several kinds that share a verb
              comes first
    persons   {seat: name of who holds it}: the header may name a seat by it, as by one of its powers
    seat      whose lines these are, where the header names no seat
    own       the header of a text that has none
    """
    powers = powers or next(iter(game.seats.values()))
    text, problems = _decoded(data, name)
    if text is None:
        return OrderFile(name), problems
    if text.lstrip().startswith("{"):
        orders, found = _read_json(text, game, powers, name)
        return orders, problems + found + ([] if found else missing_header(orders, name, require))
    from .normalize import decoded, taken_out, unquoted
    from .ordertext import read_text

    text = decoded(text)
    bare = unquoted(text)
    beside = taken_out(text, bare)
    orders, found = read_text(
        bare, game, powers, name, asked, bare == text, persons, beside, own["seat"] if own else seat
    )
    if own and all(getattr(orders, word) is None for word in REQUIRED):
        orders.fill({**orders.to_json(), **own})
    return orders, problems + found + missing_header(orders, name, require)


def parse_line(text: str, game: "Game", power: str, asked: Iterable[str] = ()) -> tuple[Item | None, list[Problem]]:
    """One answer of `power`, of one or more lines without header: ``(item, problems)``.  Cases use it."""
    from .ordertext import read_text

    powers = {power: [power]}
    orders, problems = read_text(f"seat {power}\n{text}", game, powers, "orders", asked)
    items = [*orders.answers, *orders.petitions]
    return (items[0] if items else None), problems


def _decoded(data: bytes | str, name: str) -> tuple[str | None, list[Problem]]:
    """``(text, notes)`` of a file, or None and the one problem that keeps it from being read."""
    limit = MAX_JSON if data[:1] in (b"{", "{") else MAX_BYTES
    if len(data) > limit:
        problem = Problem("orders-too-large", level=NOT_UNDERSTOOD, limit=limit, size=len(data))
        return None, [problem.at(name)]
    text: str | None
    problems: list[Problem]
    text, problems = (data.removeprefix("\ufeff"), []) if isinstance(data, str) else _text_of_bytes(bytes(data), name)
    if text is not None and (count := len(re.findall(r"\r\n|\r|\n", text))) > MAX_LINES:
        problem = Problem("too-many-lines", level=NOT_UNDERSTOOD, limit=MAX_LINES, count=count, where=name)
        return None, [problem]
    return text, problems


def _text_of_bytes(data: bytes, name: str) -> tuple[str | None, list[Problem]]:
    """Bytes as text: UTF-8, or UTF-16 with its mark, or Windows-1252 without control characters, with a note."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return _in_code(data, "utf-16", "UTF-16", name)
    try:
        return data.removeprefix(BOM_UTF8).decode(), []
    except UnicodeDecodeError as error:
        if any(byte < 32 and byte not in b"\t\n\f\r" for byte in data):
            return None, [_undecoded(data, error.start, name)]
        return _in_code(data, "cp1252", "Windows-1252", name, error.start)


def _in_code(data: bytes, code: str, shown: str, name: str, start: int = 0) -> tuple[str | None, list[Problem]]:
    try:
        text = data.decode(code)
    except UnicodeDecodeError:
        return None, [_undecoded(data, start, name)]
    return text, [Problem("orders-in-another-code", level=ODD, where=f"{name}:1:1", encoding=shown)]


def _undecoded(data: bytes, start: int, name: str) -> Problem:
    before = data[:start].decode("utf-8", "replace")
    place = f"{name}:{before.count(chr(10)) + 1}:{len(before) - before.rfind(chr(10))}"
    return Problem("orders-not-utf8", level=NOT_UNDERSTOOD, where=place)


def missing_header(orders: OrderFile, name: str, require: Sequence[str] = REQUIRED) -> list[Problem]:
    """Problems for the header words that an order file lacks."""
    missing = [word for word in require if getattr(orders, word) is None]
    return [Problem("missing-header", level=NOT_UNDERSTOOD, where=name, word=word) for word in missing]


# -- canonical JSON --------------------------------------------------------------------------------------


def _read_json(
    text: str, game: "Game", powers: Mapping[str, Sequence[str]], name: str
) -> tuple[OrderFile, list[Problem]]:
    from ..data.schemas import problems as shape_problems

    orders = OrderFile(name)
    try:
        document = loads(text, MAX_JSON)
    except CanonError as error:
        place = f"{name}:{error.line}:{error.column}" if error.line else name
        return orders, [Problem("orders-not-json", level=NOT_UNDERSTOOD, where=place, reason=error.message)]
    problems = shape_problems("orders", document, name)
    if problems:
        return orders, problems
    orders.fill(document)
    seat: str = document["seat"]
    if seat not in powers:
        return orders, [unknown_seat(seat, powers).at(name)]
    problems = list(_meaning_problems(orders, game, powers[seat], seat))
    if not refusals(problems):
        _complete(orders, game, len(powers[seat]) > 1)
    return orders, problems


def _meaning_problems(orders: OrderFile, game: "Game", powers: Collection[str], seat: str) -> Iterator[Problem]:
    """What a schema cannot see: powers of a seat, kinds, petitions and conditions that do not exist."""
    for items in ITEMS:
        for place, item in enumerate(getattr(orders, items)):
            for problem in item_problems(item, game, powers, seat):
                yield problem.at(f"{orders.name}:/{items}/{place}")


def item_problems(item: Item, game: "Game", powers: Collection[str], seat: str) -> Iterator[Problem]:
    power = item.get("power")
    if power is not None and power not in powers:
        yield Problem("not-your-power", power=game.names.within(power), seat=seat)
    if "verb" in item and item["verb"] not in game.petitions:
        yield Problem("unknown-petition", title=game.name, verb=item["verb"])
    for branch in branches(item):
        kind = branch.get("kind") or branch.get("when")
        if kind is not None and kind not in game.kinds and not (kind == ANY and "when" in branch):
            yield Problem("unknown-kind", title=game.name, kind=kind)
        for condition in [*branch.get("if", []), *branch.get("from", []), *branch.get("until", [])]:
            known = getattr(game.conditions, "knows", None)
            if known and not known(condition, game.names):
                yield Problem("unknown-condition", title=game.name, condition=condition)


def _complete(orders: OrderFile, game: "Game", prefixed: bool) -> None:
    """Give items of JSON their line, and the text that their value says, whatever came as text; `prefixed` if lines
    must name their power."""
    number = 0
    for items in ITEMS:
        for item in getattr(orders, items):
            for one in item.get("or", ()):
                said = written({"kind": item["kind"], "value": one["value"]}, {}, game, "")
                one.update(line=number + 1, text=f"or {said}")
            for place, branch in enumerate(branches(item)):
                number += 1
                if items != "standing" or not place:
                    branch.setdefault("line", number)
                    text = written(branch, item, game, "else" if place else "")
                    lead = f"{item['power']}: " if prefixed and "power" in item and not place else ""
                    branch["text"] = "\n".join(lead + line for line in text.split("\n"))
