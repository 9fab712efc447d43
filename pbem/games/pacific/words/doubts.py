"""Answers that are legal, and that hardly anybody wants: sentences for `check` and receipts; nothing is refused."""

from collections.abc import Iterator

from pbem.core.data.json_types import Json
from pbem.core.rules.requests import Ask

from ..board.pieces import split
from ..rules import placement
from ..rules.casualties import AIR
from .printed import Say


def purchase(answer: dict[str, dict[str, int]], ask: Ask, say: Say) -> Iterator[str]:
    """Units that no complex can build are forfeited in phase 7 (PLC-1)."""
    for nation, units in answer.items():
        for type, count in units.items():
            if count and not placement.places_for(say.board, nation, type):
                template = "{nation} has no place for {units} now; what cannot be placed is forfeited."
                yield template.format(nation=say.nation(nation), units=say.type(type, count))


def combat_moves(answer: list[Json], ask: Ask, say: Say) -> Iterator[str]:
    """Attacks that cannot take what they attack, or hit nothing at all."""
    for area, tokens in _attacks(answer, ask, say).items():
        types = {split(token)[1].type for token in tokens}
        attack = max(say.parts.types[type].attack for type in types)
        if not attack:
            yield f"Nothing of what attacks {say.area(area)} can hit anything there."
        elif types <= set(AIR) and not say.parts.areas[area].is_sea:
            yield f"Only aircraft attack {say.area(area)}: they cannot take it."


def _attacks(answer: list[Json], ask: Ask, say: Say) -> dict[str, set[str]]:
    """``{area with enemies: tokens that arrive there}``, raids and passengers apart."""
    found = {}
    for item in answer:
        goal = item["path"][-1] if item["go"] == "move" else item.get("area") if item["go"] == "unload" else None
        if goal and say.board.of_side(goal, say.board.enemy):
            found.setdefault(goal, set()).update(item.get("units", item.get("cargo")))
    return found


DOUBTS = {"purchase": purchase, "combat-moves": combat_moves}
WASTEFUL = {
    "combat-moves": {"no combat moves": "This line keeps its power from attacking, turn after turn."},
    "purchase": {"buy nothing": "This line lets the money lie, turn after turn."},
}
