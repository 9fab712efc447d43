"""What the page of a scenario says: how it is won, and what it adds to the book, out of its component file."""

from collections.abc import Iterator
from typing import Any

from pbem.core.data.components import load_raw, merged
from pbem.core.data.json_types import Json
from pbem.core.title.scenario_pages import PageLine, page_line

from ..board.board import Board
from ..board.parts import PACKAGE
from ..board.printed import Say
from .telling import words

# -- how it is won ---------------------------------------------------------------------------------------------------


def victory(board: Board) -> list[PageLine]:
    """How a game on this board is won (1.6, 1.7), by its scenario and edition."""
    if board.scenario == "empty":
        return []
    record = _record(board.scenario, board.pack)
    wanted = record["victory"]
    lines = _by_threshold(board, wanted) if wanted["value"]["type"] == "threshold" else _by_points(board, wanted)
    return [*lines, *_ends(board, record)]


def _line(board: Board, name: str, rule: str, *origin: str, **fields: Any) -> PageLine:
    return page_line(words.told(name, Say(board), **fields), rule, *origin)


def _by_threshold(board: Board, wanted: Json) -> list[PageLine]:
    """1.7 One ideology needs points, and the other one wins where it has not got them."""
    names = ("win at once", "win at the end")
    lines = [_line(board, name, "1.7", *_origin(wanted), **wanted["value"]) for name in names]
    return [*lines, _line(board, "what points are", "1.7.1")]


def _by_points(board: Board, wanted: Json) -> list[PageLine]:
    """1.7.2 The most points, and what decides among equals."""
    ideologies = set(board.parts.ideologies)
    equals = "equals of two" if ideologies == {"fascist", "democratic"} else "equals of three"
    lines = [
        _line(board, "most points", "1.7.2"),
        _line(board, "what points are", "1.7.1"),
        _line(board, equals, "1.7.2"),
    ]
    if board.is_2022 and len(ideologies) == 3:
        lines.append(_line(board, "democracies alone", "1.7.2"))
    if "twoPlayers" in wanted["value"]:
        lines.append(page_line(wanted["value"]["twoPlayers"], "1.7.2"))
    return lines


def _ends(board: Board, record: Json) -> Iterator[PageLine]:
    """1.6 When the game ends."""
    yield _line(board, "last turn", "1.6", *_origin(record["endTurn"]), turn=board.parts.scenario["endTurn"])
    yield _line(board, "other ends", "1.6")
    if record["victory"]["value"]["type"] == "threshold":
        yield _line(board, "none left", "1.6", "ruling", "R-1.6-out")


# -- what it adds to the book ----------------------------------------------------------------------------------------


def added(charter: Json) -> list[PageLine]:
    """The rules that the scenario of a charter adds to the book or changes, in its edition."""
    edition, pack = charter["edition"], charter.get("pack")
    record, say = _record(charter["scenario"], pack), Say(Board(charter["scenario"], edition, {}, pack))
    lines = [
        _rule(rule["value"]["rule"], rule)
        for rule in record["specialRules"]
        if edition in rule["value"].get("editions", (edition,))
    ]
    for key, (name, field) in ADDED.items():
        for power, found in record[key]["value"].items() if key in record else ():
            lines.append(_rule(words.told(name, say, **{"power": power, field: found}), record[key]))
    return [*lines, *(_rule(rule["value"]["rule"], rule) for rule in (record.get("scenarioCounters") or {}).values())]


ADDED = {
    "provocationOverrides": ("provoked", "others"),
    "productionSites": ("production sites", "areas"),
    "offMapResources": ("beyond the map", "kinds"),
}
"""{field of a scenario: (the text that tells it, what it calls it)}"""


def _rule(text: str, origin: Json) -> PageLine:
    """A line of which a number of the book is the source, if one is."""
    cite = origin["cite"]
    rule = cite.split(",")[0].split()[-1] if origin["from"] == "rulebook" else ""
    return page_line(text, rule, origin["from"], cite)


# -- parts -----------------------------------------------------------------------------------------------------------


def _record(scenario: str, pack: Json | None) -> Json:
    """The scenario with the origins of its values."""
    name = f"scenarios/{scenario}"
    raw = load_raw(PACKAGE, name)
    return merged(raw, pack["changes"][name]) if pack and name in pack["changes"] else raw


def _origin(value: Any) -> tuple[str, str]:
    """Where a value is from, and the place there; the rulebook for one that has no origin of its own."""
    return (value["from"], value["cite"]) if isinstance(value, dict) else ("rulebook", "")
