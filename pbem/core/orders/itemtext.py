"""The canonical text of items: what an order file says, as a line that can be read again."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..language.decision import Decision, NoWords
from .orderfile import ANY, Item, Order, OrderFile, branches, is_of_a_turn, led_text

if TYPE_CHECKING:
    from ..title.game import Game


_BESIDE = {"if", "else", "or", "must"}  # what a line of many may have beside its form and fields


def text_of(document: Order, game: "Game") -> str:
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
    if "offer" in item:
        return "withdraw offer"
    if "all" in item or "no" in item and "power" not in item:
        return "cancel all" if "all" in item else f"cancel {item['no']}"
    if is_of_a_turn(item):
        lead = "next: " * bool(item.get("next")) + ("" if item["when"] == ANY else f"{item['when']}: ")
        return f"{lead}ask me if {_conditions(item, 'if', game)}" if "ask" in item else f"{lead}rest: default"
    if "when" in item:
        answers = "; else ".join(
            _standing_answer(part, item["when"], game, settled) for part in branches(item) if _is_open(part)
        )
        open_to = "secret " if item.get("secret") else "public " if item.get("public") else ""
        limits = "".join(f" {word} {_conditions(item, word, game)}" for word in ("from", "until") if word in item)
        return f"{open_to}always {item['when']}{_in(item)}{limits}: {answers}"
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


def _in(item: Item) -> str:
    return f" in {item['where']}" if "where" in item else ""


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
