"""Order files: what one seat sends, read from text or from canonical JSON into one `OrderFile`.

Both forms say the same (docs/orders.md, schemas/orders.schema.json).  Text is read by `ordertext`, JSON here;
both report every problem at once, each with its place, and neither raises on any bytes.  What an order means
on the board is no matter of reading: `answers` finds out when its question comes.

An *item* is a dict as the JSON form has it:

    answer    {"power", "kind", "value", "line", "text", "if"?, "else"?, "also"?, "where"?, "round"?, "lasts"?}
    standing  {"power", "when", "value" | "ask", "line", "text", "where"?, "if"?, "else"?,
               "from"?, "until"?, "secret"?, "public"?}
    petition  {"power", "verb", "value", "line", "text"}
    revoked   {"what": "queue" | "standing", "line", "text", "power"?, "kind"?, "where"?}

An answer with ``where`` or ``round`` is for a question about that place or round only; ``lasts`` is "turn" or
"whenever" where it shall not end with the step that it was written for.
``places``, beside ``line``, are the line and the column of each line of an item, as it was typed.
With a referee a line for later is closed unless it is ``public``; ``secret`` says that it must be.
``when`` names the kind of question that a standing line answers.  ``else`` is a list of branches with "value"
(and of answers "kind", "line", "text"), tried in order; all but the last have an "if".  ``also`` names
further kinds that the line may answer, because they share its verb.
"""

import re

from ..data.problems import NOT_UNDERSTOOD, ODD, Problem, messages, refusals
from .lines import LineError

__all__ = ["LineError", "OrderFile", "branches", "parse_line", "read", "text_of"]

MAX_BYTES = 2**18
MAX_LINES = 2000
HEADER = ("game", "seat", "entry", "head", "link", "seal", "pinch")
REQUIRED = ("game", "seat", "entry", "head")
ITEMS = ("answers", "standing", "revoked", "petitions")
BESIDE = ("line", "places", "text", "secret")
"""What an item has in an order file, and not in the record: where and how it was typed, and what is plain from it."""

messages(
    {
        "orders-too-large": "An order file has at most {limit} bytes; this one has {size}.",
        "too-many-lines": "An order file has at most {limit} lines; this one has {count}.",
        "orders-not-utf8": "This is not UTF-8 text.",
        "orders-in-another-code": "This was read as {encoding} text; UTF-8 is safer.",
        "orders-not-json": "This begins like JSON, but {reason}.",
        "missing-header": "The line that begins with {word!r} is missing.",
        "unknown-seat-in-orders": "There is no seat {seat} in this game.",
        "not-your-power": "{power} is not played by the seat {seat}.",
        "unknown-kind": "{title} has no kind of decision called {kind}.",
        "unknown-petition": "{title} has no petition called {verb}.",
        "unknown-condition": "{condition} is no condition of {title}.",
    }
)

IS_HEAD = re.compile(r"[0-9a-f]{32,64}").fullmatch


class OrderFile:
    """One seat's orders for one moment.

    name       the file's name, for messages
    game, seat, entry, head, link, seal, pinch
               the header; None where a line is missing (`head` may be shortened to 32 digits or more)
    ready      True if the seat said so
    answers, standing, revoked, petitions
               lists of items, in the order of the file
    """

    __slots__ = ("name", "ready", *HEADER, *ITEMS)

    def __init__(self, name="orders"):
        self.name = name
        self.ready = False
        for word in HEADER:
            setattr(self, word, None)
        for items in ITEMS:
            setattr(self, items, [])

    @property
    def is_empty(self):
        """True if nothing is ordered, answered or declared."""
        return not self.ready and not any(getattr(self, items) for items in ITEMS)

    def fill(self, document):
        """Take over what a document of the right shape says."""
        for word in HEADER:
            setattr(self, word, document.get(word))
        self.ready = document.get("ready", False)
        for items in ITEMS:
            setattr(self, items, document.get(items, []))

    def to_json(self):
        """The canonical JSON form; reading it gives the same orders."""
        document = {"pbem": "orders/1"}
        document.update((word, getattr(self, word)) for word in HEADER if getattr(self, word) is not None)
        if self.ready:
            document["ready"] = True
        document.update((items, getattr(self, items)) for items in ITEMS)
        return document

    def to_text(self):
        """The canonical text form; reading it gives the same orders."""
        header = [f"{word} {getattr(self, word)}" for word in HEADER if getattr(self, word) is not None]
        if self.ready:
            header.append("ready")
        placed = [placed for items in ITEMS for item in getattr(self, items) for placed in _texts(item)]
        placed.sort(key=lambda pair: pair[0])
        lines, before = [], None
        for _, text, item in placed:
            if before is not None and _would_merge(before, item):
                lines.append("then")
            lines.append(text)
            before = item
        return "\n".join([*header, *lines, "--", ""])


def read(data, game, powers=None, name="orders", require=REQUIRED, asked=(), persons=None):
    """Read an order file: ``(OrderFile, problems)``.  `data` is bytes or text, in either form.

    game      the title (core.game.Game)
    powers    {seat: [powers]} as the charter has it; the title's first arrangement by default
    require   the header words that must be there
    asked     kinds of question that are open now; it only chooses which of several kinds that share a verb
              comes first
    persons   {seat: name of who holds it}: the header may name a seat by it, as by one of its powers
    """
    powers = powers or next(iter(game.seats.values()))
    text, problems = _decoded(data, name)
    if text is None:
        return OrderFile(name), problems
    if text.lstrip().startswith("{"):
        orders, found = _read_json(text, game, powers, name)
        return orders, problems + found + ([] if found else missing_header(orders, name, require))
    from .forms import decoded, unquoted
    from .ordertext import read_text

    text = decoded(text)
    bare = unquoted(text)
    orders, found = read_text(bare, game, powers, name, asked, prose=bare == text, persons=persons)
    return orders, problems + found + missing_header(orders, name, require)


def text_of(document, game):
    """The canonical text of an order document (schemas/orders.schema.json) that was read before."""
    orders = OrderFile(document.get("file", "orders"))
    orders.fill(document)
    return orders.to_text()


def text_of_item(item, game, prefixed=False, settled=None):
    """The order text of one item, made of what it says.

    prefixed  with its power in front
    settled   the answer that it became, to be told where what it says waits for the board to have words
    """
    if "when" in item or "verb" in item:
        texts = [_written(item, item, game, "", settled)]
    else:
        texts = [
            _written(branch, item, game, "else" if place else "", settled)
            for place, branch in enumerate(branches(item))
        ]
    lines = "\n".join(texts).split("\n")
    lead = f"{item['power']}: " if prefixed else ""
    return "\n".join(line if line.startswith("else") else lead + line for line in lines)


def parse_line(text, game, power, asked=()):
    """One answer of `power`, of one or more lines without header: ``(item, problems)``.  Cases use it."""
    from .ordertext import read_text

    powers = {power: [power]}
    orders, problems = read_text(f"seat {power}\n{text}", game, powers, "orders", asked)
    items = [*orders.answers, *orders.petitions]
    return (items[0] if items else None), problems


def _decoded(data, name):
    """``(text, notes)`` of a file, or None and the one problem that keeps it from being read."""
    if len(data) > MAX_BYTES:
        problem = Problem("orders-too-large", level=NOT_UNDERSTOOD, limit=MAX_BYTES, size=len(data))
        return None, [problem.at(name)]
    text, problems = (data.removeprefix("\ufeff"), []) if isinstance(data, str) else _text_of_bytes(bytes(data), name)
    if text is not None and (count := len(re.findall(r"\r\n|\r|\n", text))) > MAX_LINES:
        problem = Problem("too-many-lines", level=NOT_UNDERSTOOD, limit=MAX_LINES, count=count, where=name)
        return None, [problem]
    return text, problems


def _text_of_bytes(data, name):
    """Bytes as text: UTF-8, or UTF-16 with its mark, or Windows-1252 without control characters, with a note."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return _in_code(data, "utf-16", "UTF-16", name)
    try:
        return data.decode("utf-8-sig"), []
    except UnicodeDecodeError as error:
        if any(byte < 32 and byte not in b"\t\n\f\r" for byte in data):
            return None, [_undecoded(data, error.start, name)]
        return _in_code(data, "cp1252", "Windows-1252", name, error.start)


def _in_code(data, code, shown, name, start=0):
    try:
        text = data.decode(code)
    except UnicodeDecodeError:
        return None, [_undecoded(data, start, name)]
    return text, [Problem("orders-in-another-code", level=ODD, where=f"{name}:1:1", encoding=shown)]


def _undecoded(data, start, name):
    before = data[:start].decode("utf-8", "replace")
    place = f"{name}:{before.count(chr(10)) + 1}:{len(before) - before.rfind(chr(10))}"
    hint = "Save it as UTF-8, or write it without accents."
    return Problem("orders-not-utf8", level=NOT_UNDERSTOOD, hint=hint, where=place)


def missing_header(orders, name, require=REQUIRED):
    """Problems for the header words that an order file lacks."""
    missing = [word for word in require if getattr(orders, word) is None]
    hint = "The form and the report show it."
    level = NOT_UNDERSTOOD
    return [Problem("missing-header", level=level, where=name, word=word, hint=hint) for word in missing]


def unknown_seat(seat, seats):
    from ..data.text import listed
    from .names import key, near_hint

    near = near_hint(seat, {key(one): one for one in seats})
    return Problem("unknown-seat-in-orders", seat=seat, hint=near or f"There are {listed(sorted(seats))}.")


# -- canonical JSON --------------------------------------------------------------------------------------


def _read_json(text, game, powers, name):
    from ..data.canon import CanonError, loads
    from ..data.schemas import problems as shape_problems

    orders = OrderFile(name)
    try:
        document = loads(text, MAX_BYTES)
    except CanonError as error:
        place = f"{name}:{error.line}:{error.column}" if error.line else name
        return orders, [Problem("orders-not-json", level=NOT_UNDERSTOOD, where=place, reason=error.message)]
    problems = shape_problems("orders", document, name)
    if problems:
        return orders, problems
    orders.fill(document)
    problems = list(_meaning_problems(orders, game, powers))
    if not refusals(problems):
        _complete(orders, game, len(powers[orders.seat]) > 1)
    return orders, problems


def _meaning_problems(orders, game, powers):
    """What a schema cannot see: seats, powers, kinds, petitions and conditions that do not exist."""
    if orders.seat not in powers:
        yield unknown_seat(orders.seat, powers).at(orders.name)
        return
    for items in ITEMS:
        for place, item in enumerate(getattr(orders, items)):
            for problem in item_problems(item, game, powers[orders.seat], orders.seat):
                yield problem.at(f"{orders.name}:/{items}/{place}")


def item_problems(item, game, powers, seat):
    power = item.get("power")
    if power is not None and power not in powers:
        yield Problem("not-your-power", power=power, seat=seat)
    if "verb" in item and item["verb"] not in game.petitions:
        yield Problem("unknown-petition", title=game.name, verb=item["verb"])
    for branch in branches(item):
        kind = branch.get("kind") or branch.get("when")
        if kind is not None and kind not in game.kinds:
            yield Problem("unknown-kind", title=game.name, kind=kind)
        for condition in [*branch.get("if", []), *branch.get("from", []), *branch.get("until", [])]:
            known = getattr(game.conditions, "knows", None)
            if known and not known(condition, game.names):
                yield Problem("unknown-condition", title=game.name, condition=condition)


def branches(item):
    """An item and its `else` branches, in the order in which they are tried."""
    return [item, *item.get("else", ())]


def _complete(orders, game, prefixed):
    """Give line and text to items that a program wrote; `prefixed` if lines must name their power."""
    number = 0
    for items in ITEMS:
        for item in getattr(orders, items):
            for place, branch in enumerate(branches(item)):
                number += 1
                if items != "standing" or not place:
                    branch.setdefault("line", number)
                    text = _written(branch, item, game, "else" if place else "")
                    lead = f"{item['power']}: " if prefixed and "power" in item and not place else ""
                    branch.setdefault("text", "\n".join(lead + line for line in text.split("\n")))


# -- text of items ---------------------------------------------------------------------------------------


def _written(branch, item, game, word, settled=None):
    """The canonical order text of an item, or of one of its `else` branches, that came without one."""
    if "what" in item:
        what = f"when {item['kind']}" if "kind" in item else item["what"]
        return f"revoke {what}{_in(item)}"
    if "when" in item:
        answers = "; else ".join(_standing_answer(part, item["when"], game, settled) for part in branches(item))
        open_to = "secret " if item.get("secret") else "public " if item.get("public") else ""
        limits = "".join(f" {word} {_conditions(item, word, game)}" for word in ("from", "until") if word in item)
        return f"{open_to}when {item['when']}{_in(item)}{limits}: {answers}"
    kind = game.petitions[item["verb"]] if "verb" in item else game.kinds[branch["kind"]]
    conditions = _conditions(branch, "if", game)
    lead = f"{word} if {conditions}: " if conditions else f"{word}: " if word else ""
    lead = lead if word else f"{'public ' * bool(branch.get('public'))}{scope_text(branch)}{lead.lstrip()}"
    return "\n".join(f"{lead.lstrip()}{line}" for line in _lines_of(kind, branch["value"], settled))


def scope_text(item):
    """``in burma round 2: `` of a line that says for which question it is; else nothing."""
    words = {"where": "in {}", "round": "round {}"}
    parts = [form.format(item[name]) for name, form in words.items() if name in item]
    parts += [{"turn": "this turn", "whenever": "whenever"}[item["lasts"]]] if "lasts" in item else []
    return f"{' '.join(parts)}: " if parts else ""


def _in(item):
    return f" in {item['where']}" if "where" in item else ""


def _standing_answer(branch, kind, game, settled):
    """``ANSWER if CONDITION`` of a branch; an answer of many lines, as only a program sends it, in one."""
    answer = "ask me" if "ask" in branch else "; ".join(_lines_of(game.kinds[kind], branch["value"], settled))
    conditions = _conditions(branch, "if", game)
    return f"{answer} if {conditions}" if conditions else answer


def _conditions(branch, word, game):
    return " and ".join(game.conditions.text(condition, game.names) for condition in branch.get(word, ()))


def _lines_of(kind, value, settled):
    """The order lines of an answer; of a value that has none, those of what it became; at worst its verb."""
    for one in (value, settled):
        try:
            return kind.text(one) or [kind.verbs[0]]
        except (TypeError, KeyError, IndexError, AttributeError, ValueError):
            pass
    return [kind.verbs[0]]


def _texts(item):
    """``(line, text, item)`` of an item and of its `else` branches that have texts of their own."""
    return [(branch["line"], branch["text"], branch) for branch in branches(item) if "text" in branch]


def _would_merge(before, after):
    """True if two items of a kind with many lines would be read as one, written one after the other."""
    if not isinstance(before.get("value"), list) or "when" in before or "verb" in before:
        return False
    return "kind" in after and all(before.get(name) == after.get(name) for name in ("kind", "power", "if"))
