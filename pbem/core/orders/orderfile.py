"""What one seat sends, read: an `OrderFile` of items, whichever form it came in.

An *item* is a dict as the JSON form has it:

    answer    {"power", "kind", "value", "line", "text", "if"?, "else"?, "or"?, "also"?, "where"?, "round"?,
               "turn"? | "next"?, "then"?, "instead"?, "replaces"?, "no"?}
    standing  {"power", "when", "value" | "ask", "line", "text", "where"?, "if"?, "else"?,
               "from"?, "until"?, "secret"?, "public"?}
    petition  {"power", "verb", "value", "line", "text"}
    cancelled {"no" | "all" | "offer" | "sent" | "rest", "line", "text"}

An answer with ``where`` or ``round`` is for a question about that place or round only.  It is for one turn of its
power: the coming one, that after it (``next``), or the one that the record names (``turn``).  ``or`` is a list of
branches with "value" that stand in for it if it cannot be done; ``then`` says that it is for the next question of its
kind; ``instead`` that it begins its section anew, ``replaces`` which line it replaces.  ``no`` are the numbers by which
people name it, one for each of its lines.
``places``, beside ``line``, are the line and the column of each line of an item, as it was typed.
With a referee a line for later is closed unless it is ``public``; ``secret`` says that it must be.
``when`` names the kind of question that a standing line answers.  ``else`` is a list of branches with "value"
(and of answers "kind", "line", "text"), tried in order; all but the last have an "if".  ``also`` names
further kinds that the line may answer, because they share its verb.
"""

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from ..data.problems import Problem
from ..language.decision import Decision, NoWords
from ..language.names import key, near_hint

if TYPE_CHECKING:
    from ..title.game import Game

Item = dict[str, Any]
"""One line of an order file, read."""
Order = dict[str, Any]
"""An order document (schemas/orders.schema.json)."""


HEADER = ("game", "seat", "entry", "head", "link", "pinch")

REQUIRED = ("game", "seat", "entry", "head")

WORDS = {"ready": "ready", "yes": "yes", "wait": "wait", "go on": "goes_on"}
"""Lines that say something of the whole file, and under which name."""

ITEMS = ("answers", "standing", "cancelled", "petitions")

ANY = "*"  # in the place of a kind: every question of the turn for which the line is

BESIDE = ("line", "places", "text", "secret", "then", "instead", "replaces", "mark", "once")
"""What an item has in an order file, and not in the record: where and how it was typed, and what is plain from it."""

IS_HEAD = re.compile(r"[0-9a-f]{32,64}").fullmatch


def is_of_a_turn(item: Item) -> bool:
    """Whether a standing line is for one turn: `rest: …`, or a tripwire, for all questions or for those of a kind."""
    return "when" in item and (item["when"] == ANY or "turn" in item or "once" in item)


def is_tripwire(item: Item) -> bool:
    """Whether a line stops the game once, when what it names has come about."""
    return is_of_a_turn(item) and "ask" in item


class OrderFile:
    """One seat's orders for one moment.

    name       the file's name, for messages
    game, seat, entry, head, link, pinch
               the header; None where a line is missing (`head` may be shortened to 32 digits or more)
    ready      True if the seat said so
    yes        True if the one reading that each doubt shows is meant
    wait       True if nothing of the seat is to be played yet; `ready` ends that
    goes_on    True if the sheet is to be played as it is, though something has come about that stopped it
    answers, standing, cancelled, petitions
               lists of items, in the order of the file
    """

    ready: bool
    yes: bool
    wait: bool
    goes_on: bool

    game: str | None
    seat: str | None
    entry: int | None
    head: str | None
    link: str | None
    pinch: str | None
    answers: list[Item]
    standing: list[Item]
    cancelled: list[Item]
    petitions: list[Item]

    def __init__(self, name: str = "orders") -> None:
        self.name = name
        self.fill({})

    @property
    def is_empty(self) -> bool:
        """True if nothing is ordered, answered or declared."""
        return not (self.ready or self.wait or self.goes_on) and not any(getattr(self, items) for items in ITEMS)

    def fill(self, document: dict[str, Any]) -> None:
        """Take over what a document of the right shape says."""
        for word in HEADER:
            setattr(self, word, document.get(word))
        for word in WORDS.values():
            setattr(self, word, document.get(word, False))
        for items in ITEMS:
            setattr(self, items, document.get(items, []))

    def to_json(self) -> dict[str, Any]:
        """The canonical JSON form; reading it gives the same orders."""
        document: dict[str, Any] = {"pbem": "orders/1"}
        document.update((word, getattr(self, word)) for word in HEADER if getattr(self, word) is not None)
        document.update((word, True) for word in WORDS.values() if getattr(self, word))
        document.update((items, getattr(self, items)) for items in ITEMS)
        return document

    def to_text(self) -> str:
        """The canonical text form; reading it gives the same orders."""
        header = [f"{word} {getattr(self, word)}" for word in HEADER if getattr(self, word) is not None]
        header += [said for said, word in WORDS.items() if getattr(self, word)]
        placed = [placed for items in ITEMS for item in getattr(self, items) for placed in _texts(item)]
        placed.sort(key=lambda pair: pair[0])
        lines, before = [], None
        for _, text, item in placed:
            if before is not None and _would_merge(before, item):
                lines.append("then")
            lines.append(text)
            before = item
        return "\n".join([*header, *lines, "--", ""])


def unknown_seat(seat: str, seats: Iterable[str]) -> Problem:
    near = near_hint(seat, {key(one): one for one in seats})
    return Problem("unknown-seat-in-orders", seat=seat, hint=near, there=sorted(seats))


def branches(item: Item) -> list[Item]:
    """An item and its `else` branches, in the order in which they are tried, without those that are closed."""
    return [one for one in (item, *item.get("else", ())) if "closed" not in one and type(one.get("first")) is not list]


def led_text(item: Item) -> str:
    """The words before a line that say for which turn or question it is, and what it begins anew."""
    if "replaces" in item:
        return f"{item['replaces']} "
    words = [word for word in ("instead", "next", "then") if item.get(word)]
    words = ["next, whatever happens" if word == "next" and item.get("anyway") else word for word in words]
    return "".join(f"{word}: " for word in words)


def kinds_of(branches: Iterable[Item]) -> list[str]:
    """The kinds of question that branches of a line for once may answer, each once."""
    return list(dict.fromkeys(name for branch in branches for name in (branch["kind"], *branch.get("also", ()))))


def _texts(item: Item) -> list[tuple[int, str, Item]]:
    """``(line, text, item)`` of an item and of its branches that have texts of their own."""
    found = [*branches(item), *item.get("or", ())]
    return [(branch["line"], branch["text"], branch) for branch in found if "text" in branch]


def _would_merge(before: Item, after: Item) -> bool:
    """True if two items of a kind with many lines would be read as one, written one after the other."""
    if not isinstance(before.get("value"), list) or "when" in before or "verb" in before:
        return False
    return "kind" in after and all(before.get(name) == after.get(name) for name in ("kind", "power", "if"))


_BESIDE = {"if", "else", "or", "must"}  # what a line of many may have beside its form and fields


def text_of(document: Order) -> str:
    """The canonical text of an order document (schemas/orders.schema.json) that was read before."""
    orders = OrderFile(document.get("file", "orders"))
    orders.fill(document)
    return orders.to_text()


def text_of_item(item: Item, game: "Game", prefixed: bool = False, settled: Any = None) -> str:
    """The order text of one item, made of what it says; a branch that is closed to the reader says nothing.

    prefixed  with its power in front
    settled   the answer that it became, to be told where what it says waits for the board to have words
    """
    if "when" in item or "verb" in item:
        many = item["value"] if "when" in item and "else" not in item and isinstance(item.get("value"), list) else ()
        each = [{**item, "value": [one]} for one in many] or [item]
        texts = [written(one, one, game, "", settled) for one in each]
    else:
        texts = [
            written(branch, item, game, "else" if place else "", settled)
            for place, branch in enumerate(branches(item))
            if _is_open(branch)
        ]
        texts += [
            f"or {line}"
            for one in filter(_is_open, item.get("or", ()))
            for line in _lines_of(game.kinds[item["kind"]], one["value"], settled, game)
        ]
    lines = "\n".join(texts).split("\n")
    lead = f"{item['power']}: " if prefixed else ""
    return "\n".join(line if line.startswith(("else", "or ")) else lead + line for line in lines)


def _is_open(branch: Item) -> bool:
    """True unless a branch is a piece that its reader cannot open (record/closed.py)."""
    return not {"closed", "first"} & branch.keys()


def written(branch: Item, item: Item, game: "Game", word: str, settled: Any = None) -> str:
    """The canonical order text of an item, or of one of its `else` branches, that came without one."""
    if "rest" in item:
        return f"{item['rest']}: rest: ask"
    if "offer" in item or "sent" in item:
        return "withdraw offer" if "offer" in item else "withdraw orders"
    if "all" in item or "no" in item and "power" not in item:
        return "cancel all" if "all" in item else f"cancel {item['no']}"
    if is_of_a_turn(item):
        lead = "next: " * bool(item.get("next")) + ("" if item["when"] == ANY else f"{item['when']}: ")
        conditions = _conditions(item, "if", game)
        return f"{lead}ask me{' if ' * bool(conditions)}{conditions}" if "ask" in item else f"{lead}rest: default"
    if "when" in item:
        answers = "; else ".join(
            _standing_answer(part, item["when"], game, settled) for part in branches(item) if _is_open(part)
        )
        open_to = "secret " if item.get("secret") else "public " if item.get("public") else ""
        limits = "".join(f" {word} {_conditions(item, word, game)}" for word in ("from", "until") if word in item)
        place = f" in {item['where']}" if "where" in item else ""
        return f"{open_to}always {item['when']}{place}{limits}: {answers}"
    kind = game.petitions[item["verb"]] if "verb" in item else game.kinds[branch["kind"]]
    conditions = _conditions(branch, "if", game)
    lead = f"{word} if {conditions}: " if conditions else f"{word}: " if word else ""
    public = "public " * bool(branch.get("public"))
    lead = lead if word else f"{led_text(branch)}{public}{scope_text(branch)}{lead.lstrip()}"
    return "\n".join(f"{lead.lstrip()}{line}" for line in _lines_of(kind, branch["value"], settled, game))


def _conditional(kind: Decision, value: Any, game: "Game") -> list[str]:
    """The lines of an answer of many lines of which some have conditions; none if none has."""
    if not isinstance(value, list) or not any(isinstance(one, dict) and _BESIDE.intersection(one) for one in value):
        return []
    return [_by_condition(kind, one, game) for one in value]


def _by_condition(kind: Decision, line: Any, game: "Game") -> str:
    """``if CONDITION: LINE; else …``."""
    if not isinstance(line, dict):
        return kind.text([line])[0]
    said = {name: one for name, one in line.items() if name not in _BESIDE}
    [text], conditions = kind.text([said]), _conditions(line, "if", game)
    must = "must " * bool(line.get("must"))
    parts = [f"{must}if {conditions}: {text}" if conditions else f"{must}{text}"]
    for other in line.get("else", ()):
        told = _by_condition(kind, other, game)
        parts.append(f"else {told}" if "if" in other else f"else: {told}")
    return "\nor ".join(["; ".join(parts), *(_by_condition(kind, other, game) for other in line.get("or", ()))])


def scope_text(item: Mapping[str, Any]) -> str:
    """``in burma round 2: `` of a line that says for which question it is; else nothing."""
    words = {"where": "in {}", "round": "round {}"}
    parts = [form.format(item[name]) for name, form in words.items() if name in item]
    return f"{' '.join(parts)}: " if parts else ""


def said(item: Item, game: "Game") -> str:
    """What the answers of an item say, by its values, without for whom, what and when the line is."""
    if "verb" in item:
        return "; ".join(_lines_of(game.petitions[item["verb"]], item["value"], None, game))
    texts = [_standing_answer(one, item.get("when") or one["kind"], game, None) for one in branches(item)]
    return "; else ".join(texts)


def _standing_answer(branch: Item, kind: str, game: "Game", settled: Any) -> str:
    """``ANSWER if CONDITION`` of a branch; an answer of many lines, as only a program sends it, in one."""
    if kind == ANY:
        return written({}, {"when": ANY, **branch}, game, "")
    answer = "ask me" if "ask" in branch else "; ".join(_lines_of(game.kinds[kind], branch["value"], settled, game))
    answer = "no" if answer == game.kinds[kind].plain.get("no") else answer
    conditions = _conditions(branch, "if", game)
    return f"{answer} if {conditions}" if conditions else answer


def _conditions(branch: Item, word: str, game: "Game") -> str:
    return " and ".join(game.conditions.text(condition, game.names) for condition in branch.get(word, ()))


def _lines_of(kind: Decision, value: Any, settled: Any, game: "Game") -> list[str]:
    """The order lines of an answer; of a value that has none, those of what it became; at worst its verb."""
    for one in (value, settled):
        try:
            return _conditional(kind, one, game) or kind.text(one) or [kind.verbs[0]]
        except NoWords:
            pass
    return [kind.verbs[0]]
