"""What land and sea battles have in common: dice, surprise, fighting on or leaving."""

from collections.abc import Iterable, Sequence
from typing import Any

from pbem.core.data.collecting import summed
from pbem.core.data.json_types import Json
from pbem.core.rules.requests import Ask, Asking, Roll, dice
from pbem.core.rules.rulebook import rule

from ..board.board import Board, Turn
from ..board.pieces import Piece
from . import programs
from .chances import luck

# -- beginning and end ---------------------------------------------------------------------------------------


def meeting(
    board: Board,
    area: str,
    ours: list[tuple[str, Piece, int]],
    theirs: list[tuple[str, Piece, int]],
    ships: Sequence[tuple[str, str, Piece, int]] = (),
    **how: Any,
) -> Json | None:
    """Who meets whom in an area, and how: what a reader needs to judge a battle; None where one side has nobody."""
    if not ours or not theirs:
        return None
    surprise = defence(board, area, 6) < 6
    bombard = summed((one.type, count) for _, _, one, count in ships)
    more = {word: value for word, value in {**how, "surprise": surprise, "bombard": bombard}.items() if value}
    return {"area": area, "attackers": tally(ours), "defenders": tally(theirs), **more}


def forces_met(t: Turn, met: Json | None) -> None:
    """Record a meeting."""
    if met:
        t.emit("forces-met", **met)


def battle_over(t: Turn, area: str, rounds: int, taken: bool) -> None:
    """The battle is over; its dice are weighed against fair ones."""
    places = [place for place, fact in enumerate(t.facts) if fact["type"] == "battle-begun"]
    fought = t.facts[places[-1] :] if places else t.facts
    t.emit("battle-ended", area=area, rounds=rounds, taken=taken, luck=luck(fought))


# -- dice ----------------------------------------------------------------------------------------------------


def shoot(
    t: Turn, label: str, area: str, side: str, shots: list[tuple[str, int, int]], what: str
) -> Asking[dict[str, int]]:
    """Roll for ``[(token, count, value)]`` in this order; returns hits a token, ``{token: hits}``.

    A unit hits on its value or less; units with value 0 do not roll.
    """
    shots = [shot for shot in shots if shot[1] and shot[2]]
    number = sum(count for _, count, _ in shots)
    if not number:
        return {}
    rolled = yield Roll(label, dice(number))
    hits, place = {}, 0
    for token, count, value in shots:
        scored = sum(die <= value for die in rolled[place : place + count])
        place += count
        if scored:
            hits[token] = hits.get(token, 0) + scored
    fired, total = [list(shot) for shot in shots], sum(hits.values())
    t.emit("dice-rolled", area=area, side=side, what=what, shots=fired, dice=rolled, hits=total)
    return hits


@rule("LND-4", "Surprise")
def defence(board: Board, area: str, value: int) -> int:
    """LND-4. In Japan's first turn the Allies defend with 1, in every round, but not in Chinese territory."""
    surprise = board.power == "japan" and board.round == 1 and not board.parts.areas[area].chinese
    return min(value, board.parts.turn["combat"]["surprise"]) if surprise else value


def tally(items: Iterable[tuple[str, Piece, int]]) -> dict[str, int]:
    """``(force, Piece, count)`` items as ``{token: count}``."""
    return {f"{force}/{one.key}": count for force, one, count in items}


# -- fight on or leave ---------------------------------------------------------------------------------------


def ask_press(t: Turn, area: str, state: Json) -> Asking[Json]:
    """What the attacker does after a round: fight on, retreat, or let aircraft leave; a program answers first that says
    something of it."""
    if not (state["may_retreat"] or state["may_leave"] or state.get("subs")):
        return {"do": "fight"}
    program = t.board.programs.get(area, {})
    if program.get("stance") or programs.wants_out(program.get("retreat"), state):
        answer, why = programs.decided(program, state)  # its submarines have gone under before the first round (SEA-3)
        followed(t, area, program, why or "fight")
        return answer
    said = {"program": program} if "retreat" in program else {}
    return (yield Ask("press", t.board.power, about={**state, "area": area, **said}))


def followed(t: Turn, area: str, program: Json, why: str) -> None:
    """PRG-1. A program has answered: ``losses``, ``submerge``, ``land``, ``call-off``, ``fight``, or why its units
    leave (programs.decided)."""
    t.emit("program-followed", rule="PRG-1", area=area, why=why, program=program)


def leave(t: Turn, area: str, items: list[tuple[str, Piece, int]], number: str = "LND-5") -> None:
    """Aircraft leave their battle; they stay in the air until phase 6."""
    changes = [[f"{force}/{one.key}", count, one.but(has_left=True)] for force, one, count in items if one.flying]
    if changes:
        t.emit("units-changed", rule=number, area=area, units=changes)
        t.emit("retreated", rule=number, area=area, to="", units={c[0]: c[1] for c in changes})


def retreat(t: Turn, area: str, items: list[tuple[str, Piece, int]], to: str, number: str, **states: Any) -> None:
    """Everything that does not fly goes to one area, and is done for this turn, and in these states (pieces.py)."""
    states["spent"] = True
    changes = [[f"{force}/{one.key}", count, one.but(None, **states)] for force, one, count in items if not one.flying]
    if changes:
        t.emit("units-moved", rule=number, path=[area, to], units=changes)
        t.emit("retreated", rule=number, area=area, to=to, units={c[0]: c[1] for c in changes})


def spent(t: Turn, area: str, items: list[tuple[str, Piece, int]]) -> None:
    """NCM-1. Units that fought do not move in non-combat movement."""
    types = t.board.parts.types
    changes = [
        [f"{force}/{one.key}", count, one.but(None, spent=True)]
        for force, one, count in items
        if not one.spent and not one.flying and types[one.type].category != "special"
    ]
    if changes:
        t.emit("units-changed", rule="NCM-1", area=area, units=changes)
