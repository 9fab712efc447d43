"""What the page of a scenario says: how it is won, and what it adds to the book, out of its component file."""

from collections.abc import Iterator
from typing import Any

from pbem.core.data.components import load_raw, merged
from pbem.core.data.json_types import Json
from pbem.core.data.text import listed
from pbem.core.rules.scenario_pages import PageLine, page_line

from ..board.board import Board
from ..board.parts import PACKAGE
from .printed import Say

# -- how it is won ---------------------------------------------------------------------------------------------------


def victory(board: Board) -> list[PageLine]:
    """How a game on this board is won (1.6, 1.7), by its scenario and edition."""
    if board.scenario == "empty":
        return []
    record = _record(board.scenario, board.pack)
    wanted = record["victory"]
    lines = _by_threshold(board, wanted) if wanted["value"]["type"] == "threshold" else _by_points(board, wanted)
    return [*lines, *_ends(board, record)]


def _by_threshold(board: Board, wanted: Json) -> list[PageLine]:
    """1.7 One ideology needs points, and the other one wins where it has not got them."""
    say, value = Say(board), wanted["value"]
    names = {"winner": _first(say.the_power(value["ideology"])), "other": say.the_power(value["else"])}
    told = [
        "{winner} win at once with {immediate} victory points.".format(**names, **value),
        "When the game ends without that, {winner} win with {atEnd} or more, otherwise {other} win.".format(
            **{**names, "winner": say.the_power(value["ideology"])}, **value
        ),
    ]
    return [*(page_line(text, "1.7", *_origin(wanted)) for text in told), _points()]


def _by_points(board: Board, wanted: Json) -> list[PageLine]:
    """1.7.2 The most points, and what decides among equals."""
    names = set(board.parts.ideologies)
    lines = [page_line("The ideology with the most victory points wins.", "1.7.2"), _points()]
    if names == {"fascist", "democratic"}:
        lines.append(page_line("If they have equally many, the Fascists win.", "1.7.2"))
    else:
        told = "Among equals the Communists win if they are of them, otherwise the Fascists."
        lines.append(page_line(told, "1.7.2"))
    if board.is_2022 and len(names) == 3:
        told = (
            "Where Fascists and Communists both have more than 0, the Democracies win only with more than the two "
            "together; otherwise the better of the two wins."
        )
        lines.append(page_line(told, "1.7.2"))
    if "twoPlayers" in wanted["value"]:
        lines.append(page_line(wanted["value"]["twoPlayers"], "1.7.2"))
    return lines


def _points() -> PageLine:
    told = (
        "A power has a point for each of its cubes on the map, and loses one for each other cube in its home areas "
        "and colonies."
    )
    return page_line(told, "1.7.1")


def _ends(board: Board, record: Json) -> Iterator[PageLine]:
    """1.6 When the game ends."""
    told = "The last turn is {turn}, or that of the Global War marker if it is later."
    yield page_line(told.format(turn=board.parts.scenario["endTurn"]), "1.6", *_origin(record["endTurn"]))
    told = (
        "The game ends at once when all powers of an ideology have surrendered, when an ideology holds two Surrender "
        "markers, or when a Global War has no power at war any more."
    )
    yield page_line(told, "1.6")
    if record["victory"]["value"]["type"] == "threshold":
        told = "Who has no power left has not won then, whatever the points."
        yield page_line(told, "1.6", "ruling", "R-1.6-out")


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
    for key, told in (("provocationOverrides", _provoked), ("productionSites", _sites), ("offMapResources", _beyond)):
        for power, found in record[key]["value"].items() if key in record else ():
            lines.append(_rule(told(say, power, found), record[key]))
    return [*lines, *(_rule(rule["value"]["rule"], rule) for rule in (record.get("scenarioCounters") or {}).values())]


def _provoked(say: Say, power: str, others: list[str]) -> str:
    told = "An alliance of {power}, or a higher commitment, provokes {others}."
    return told.format(power=say.the_power(power), others=say.the_powers(others))


def _sites(say: Say, power: str, areas: list[str]) -> str:
    told = "Production sites of {power} are {areas}, as long as it controls them."
    return told.format(power=say.the_power(power), areas=listed([say.area(area) for area in areas]))


def _beyond(say: Say, power: str, kinds: list[str]) -> str:
    told = "{power} collects resources from off the map, without a line of communications: {kinds}."
    return _first(told.format(power=say.the_power(power), kinds=listed([f"1 {kind}" for kind in kinds])))


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


def _first(text: str) -> str:
    return text[:1].upper() + text[1:]
