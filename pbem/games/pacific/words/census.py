"""What random play is expected to meet; what it need not meet stands in excused.json."""

from typing import Any

from pbem.core.data.components import load
from pbem.core.rules.facts import Fact
from pbem.core.rules.requests import Ask

from ..board.parts import PACKAGE
from ..board.pieces import piece
from ..orders.moves import CombatMoves, NoncombatMoves

ENDINGS = ("points", "income", "capital", "concession")
GOES = {kind.name: kind.goes for kind in (CombatMoves, NoncombatMoves)}
DICE = ("attack", "defence", "antiaircraft", "bombardment", "first strike", "kamikaze", "interception", "escort")
LOST = [type for type in load(PACKAGE, "units")["types"] if type not in ("aa-gun", "industrial-complex")]


def census_names() -> list[str]:
    """Everything that should occur, under the names below."""
    return [
        *(f"ending:{why}" for why in ENDINGS),
        *(f"{kind}:{go}" for kind, goes in GOES.items() for go in goes),
        *(f"press:{do}" for do in ("fight", "retreat", "leave")),
        *(f"dice:{what}" for what in DICE),
        *(f"removed:{type}" for type in LOST),
    ]


def census_of_answer(ask: Ask, answer: Any) -> list[str]:
    """Names under which an answer is counted, beside its kind."""
    if ask.kind in GOES:
        return sorted({f"{ask.kind}:{item['go']}" for item in answer})
    if ask.kind == "press":
        return [f"press:{answer['do']}"]
    if ask.kind == "purchase":
        return sorted({f"bought:{type}" for units in answer.values() for type in units})
    return []


def census_of_fact(fact: Fact) -> list[str]:
    """Names under which a fact is counted, beside its type."""
    if fact["type"] == "dice-rolled":
        return [f"dice:{fact['what']}"]
    if fact["type"] == "units-removed":
        return [f"removed:{piece(token.partition('/')[2]).type}" for token in sorted(fact["units"])]
    return []
