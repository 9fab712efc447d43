"""The odds of what is about to be fought, as sentences: `pbem odds GAME` and the forms tell these."""

from contextlib import suppress
from typing import Any

from pbem.core.data.json_types import Json
from pbem.core.data.tables import Sentences
from pbem.core.data.text import capital
from pbem.core.rules.engine import Table
from pbem.core.rules.facts import Fact
from pbem.core.rules.requests import Ask
from pbem.core.title.game import Game

from ..board.board import Board
from ..board.pieces import split
from ..rules import battle, movement, raids, rounds, sea
from ..rules.chances import hit_weights
from ..rules.movement import Plan
from . import telling
from .running import sides
from .shares import odds, percent, shares

_say = Sentences(__name__)

TOO_LARGE = "this battle is too large to work out at once."
ROOM = 5_000_000  # some sixty thousandths of a second
AT_SEA = 5  # halves: a unit at sea weighs like two and a half on land


class Room:
    """How much work a form may be: the fourth power of the number of units for each battle that it reckons."""

    def __init__(self, left: int = ROOM) -> None:
        self.left = left

    def takes(self, board: Board, fact: Fact) -> bool:
        """Whether there is room for a battle as well; it is taken then."""
        units = sum(fact["attackers"].values()) + sum(fact["defenders"].values())
        work = (units * AT_SEA // 2 if board.parts.areas[fact["area"]].is_sea else units) ** 4
        if work > self.left:
            return False
        self.left -= work
        return True


# -- battles to come -----------------------------------------------------------------------------------------------


def after_combat_moves(board: Board, ask: Ask, answer: Any) -> Board | None:
    """The board behind combat moves, by which it is changed; None behind other answers."""
    if ask.kind != "combat-moves":
        return None
    plan = Plan(board, "combat").run(answer)
    movement.finish_combat(plan)
    return plan.board


def of_battle(game: Game, board: Board, area: str) -> str:
    """How the battle in an area would go, if those before it have been won."""
    say, fact = telling.say(board), met(game, board.sketch(), area)
    if fact is None:
        held = board.defenders(area, board.enemy)
        return _say("unreached" if held else "undefended", area=capital(say.area(area)))
    attackers, defenders = (say.units(fact[side]) for side in ("attackers", "defenders"))
    chance = odds(say.parts, fact) or TOO_LARGE
    return _say("battle", area=capital(say.area(area)), attackers=attackers, defenders=defenders, odds=chance)


def in_short(game: Game, board: Board, area: str, room: Room) -> str:
    """The same for a form that says who attacks: who defends, and how often the attacker wins; "" if nobody defends."""
    say, fact = telling.say(board), met(game, board.sketch(), area)
    if fact is None:
        return ""
    found = shares(say.parts, fact) if room.takes(board, fact) else None
    if found is None:
        return "against {units}. {why}".format(units=say.units(fact["defenders"]), why=_say("no-room"))
    template = "against {units}, won {win}, nobody {draw}."
    return template.format(units=say.units(fact["defenders"]), win=found[0], draw=found[1])


def met(game: Game, board: Board, area: str) -> Fact | None:
    """The fact that tells who meets whom when the battle of an area begins; None if nobody does.  The sea battles that
    a landing waits for (AMP-2) begin before it, and leave no enemy in their zones.

    board   a board of its own, which is changed
    """
    waits_for = {one["zone"] for one in board.landings if one["area"] == area}
    for zone in [zone for zone in battle.due(board) if zone in waits_for]:
        _begun(game, board, zone)
        for force, one, count in sea.defenders(board, zone):
            board.add(zone, force, one.key, -count)
    return next((fact for fact in _begun(game, board, area) if fact["type"] == "forces-met"), None)


def _begun(game: Game, board: Board, area: str) -> list[Fact]:
    """What happens in the battle of an area until something is asked or rolled, if those go ashore who are to land."""
    table = Table(game, board)
    procedure = battle.fight(table, area)
    request = next(procedure, None)
    if isinstance(request, Ask) and request.kind == "landing":
        with suppress(StopIteration):
            procedure.send("land")
    return table.facts


# -- what is being fought ------------------------------------------------------------------------------------------


def fought_on(board: Board, ask: Ask, answer: Json, room: Room | None = None) -> list[str]:
    """How the battle stands that is asked about, for whoever fights on; nothing for whoever does not."""
    area = ask.about.get("area", "")
    if area not in board.parts.areas or answer.get("do") != "fight" or answer.get("submerge"):
        return []
    fact = rounds.meeting(board, area, *sides(board, area), amphibious=ask.about.get("amphibious"))
    if fact is None:
        return []
    if room is not None and not room.takes(board, fact):
        return [_say("no-room")]
    told = odds(board.parts, fact)
    return [told] if told else []


def of_interceptors(board: Board, ask: Ask, number: int) -> list[str]:
    """How likely so many interceptors hit raiders that guns have not fired at yet (SBR-4)."""
    if not number:
        return []
    area, combat = ask.about["area"], board.parts.turn["combat"]
    value = rounds.defence(board, area, combat["interceptor"])
    escorts = raids.raiders(board, area, "fighter")
    lines = [_say("hit", share=_at_least(1, number, value))]
    if escorts:
        back = _at_least(1, sum(escorts.values()), combat["escort"])
        lines.append(_say("hit-back", share=back))
    return lines


def of_kamikazes(board: Board, attacks: list[Json]) -> list[str]:
    """How likely each ship is sunk by the kamikazes alone (KAM-3)."""
    say, value, lines = telling.say(board), board.parts.turn["kamikaze"]["hit_on"], []
    for one in attacks:
        piece = split(one["target"])[1]
        needed = 2 if piece.type == "battleship" and not piece.damaged else 1
        told = ["sunk {share}".format(share=_at_least(needed, one["count"], value))]
        if needed > 1:
            told.append("hit {share}".format(share=_at_least(1, one["count"], value)))
        lines.append(f"{say.units({one['target']: 1})} ({say.area(one['zone'])}): {', '.join(told)}.")
    return lines


def _at_least(needed: int, dice: int, value: int) -> str:
    weights = hit_weights([value] * dice)
    return percent(sum(weights[needed:]), sum(weights))
