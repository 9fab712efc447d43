"""10 Combat: the sequence, air superiority, the result, losses, triumph and disaster."""

from collections.abc import Sequence
from typing import Any

from pbem.core.data.json_types import Json
from pbem.core.rules.requests import Ask, Asking, Roll, dice
from pbem.core.rules.rulebook import rule

from ..board.board import Board, Turn
from . import china
from .air_combat import air_terms
from .any_time import IN_COMBAT, hearing
from .checks import modifier, score
from .country_losses import hands_of, losses_by_hand
from .land_combat import land_terms, superior
from .losses import allocations, losses_inflicted, steps
from .naval_combat import naval_terms
from .outcome import Outcome
from .provocation import gain_flag
from .retreat import reply_spots, retreat_side
from .sides import ATTACK, COMBAT_OF, DEFENCE, decider, in_combat, other_side, primary, units_of_side
from .special_rules import combat_modifiers

TERMS = {"land": land_terms, "naval": naval_terms, "air": air_terms}


@rule("10.1", "Combat sequence")
def main_combat(t: Turn) -> Asking[Outcome]:
    """10.1 After support: air combat for superiority, then the land, naval or air combat of the operation."""
    kind = COMBAT_OF[t.board.operation["form"]]
    if is_undefended_base(t.board):
        return _unopposed(t, ATTACK, "9.4.2")
    if kind != "air":
        yield from air_superiority(t)
    alone = left_alone(t.board) if kind == "naval" else None
    return _unopposed(t, alone, "10.5") if alone else (yield from fight(t, kind))


@rule("9.4.2", "A base that nobody defends")
def is_undefended_base(board: Board) -> bool:
    """9.4.2 Whether a base is to be captured where no enemy air or naval unit is once support has been committed; what
    is lost in combat afterwards changes nothing."""
    if board.operation["form"] != "base":
        return False
    return not units_of_side(board, DEFENCE, "naval") and not units_of_side(board, DEFENCE, "air")


@rule("10.5", "A side that has left")
def left_alone(board: Board) -> str | None:
    """10.5 The side that has nobody against it any more when the air combat is over, or None: an attacker that is gone
    attacks no more, and over open sea, where there is no port to fight for, a defender that is gone does not defend
    (ruling R-10.5-left-alone)."""
    if board.option("left-alone") == "one-die":
        return None
    if not units_of_side(board, ATTACK):
        return DEFENCE
    is_open = board.area(board.operation["target"]).is_sea and not board.base_owner(board.operation["target"])
    return ATTACK if is_open and not units_of_side(board, DEFENCE) else None


def _unopposed(t: Turn, winner: str, rule: str) -> Outcome:
    """A side wins without a combat, and the aftermath follows (9.4.2, 10.5)."""
    board = t.board
    outcome = Outcome("naval")
    outcome.winner, outcome.fought = winner, False
    area, power = board.operation["target"], primary(board, winner)
    t.emit("combat-unopposed", rule=rule, combat="naval", area=area, side=winner, power=power)
    return outcome


@rule("10.3", "Air superiority")
def air_superiority(t: Turn) -> Asking[None]:
    """10.3 Air combat if both sides have air units; then the side with more of them left is superior.

    Ruling R-10.9.3-superiority: nobody but a side that declares a retreat leaves before the main combat.
    """
    board = t.board
    if units_of_side(board, ATTACK, "air") and units_of_side(board, DEFENCE, "air"):
        yield from fight(t, "air")
    counts: Json = {side: len(units_of_side(board, side, "air")) for side in (ATTACK, DEFENCE)}
    if counts[ATTACK] or counts[DEFENCE]:
        t.emit("air-superiority", area=board.operation["target"], side=superior(board, "air"), **counts)


def fight(t: Turn, kind: str) -> Asking[Outcome]:
    """One combat, rolled and applied (10.4 to 10.8); returns its Outcome."""
    board = t.board
    outcome = Outcome(kind)
    for side in (ATTACK, DEFENCE):
        outcome.steps[side] = steps(in_combat(board, side, kind))
        outcome.present[side] = [(unit, board.power_of(unit)) for unit in units_of_side(board, side, kind)]
    yield from _roll(t, kind, outcome)
    yield from combat_result(t, outcome)
    return outcome


def _roll(t: Turn, kind: str, outcome: Outcome) -> Asking[None]:
    """Both sides roll and their scores are compared (10.7)."""
    board = t.board
    terms = TERMS[kind](board)
    told = {}
    for side in (ATTACK, DEFENCE):
        parts, modifiers = terms[side]
        modifiers = modifiers + combat_modifiers(board, side, kind)
        number, penalty = dice_of(parts)
        modifiers += penalty
        rolled = yield Roll(f"combat/{kind}/{'attack' if side == ATTACK else 'defence'}", dice(number))
        told[side] = {
            "dice": rolled,
            "parts": parts,
            "modifiers": modifiers,
            "score": score(rolled, modifiers),
        }
    scores = {side: told[side]["score"] for side in (ATTACK, DEFENCE)}
    if scores[ATTACK] == scores[DEFENCE]:
        outcome.losses = {ATTACK: 1, DEFENCE: 1}
    else:
        outcome.winner = ATTACK if scores[ATTACK] > scores[DEFENCE] else DEFENCE
        loser = other_side(outcome.winner)
        outcome.losses[loser] = losses_inflicted(scores[outcome.winner], scores[loser])
    t.emit(
        "combat-rolled",
        rule={"land": "10.4", "naval": "10.5", "air": "10.6"}[kind],
        combat=kind,
        area=board.operation["target"],
        attacker=primary(board, ATTACK),
        defender=primary(board, DEFENCE),
        winner=outcome.winner,
        losses=dict(outcome.losses),
        **told,
    )


@rule("2.8", "Dice of a combat")
def dice_of(parts: list[Json]) -> tuple[int, list[Json]]:
    """2.8 The sum of the dice; a side left without a die rolls one at -1.

    Ruling R-10.4-order: all additions and subtractions are summed first, and the penalty counts once.
    """
    number = sum(part["by"] for part in parts)
    return (number, []) if number >= 1 else (1, [modifier("no-die-left", -1, "2.8")])


@rule("10.7", "Combat result", also=("10.8",))
def combat_result(t: Turn, outcome: Outcome) -> Asking[None]:
    """10.7 1. the loser may declare a retreat, 2. losses, the defender's first after a tie, 3. the retreat;
    the aftermath (4.) and triumph or disaster (5.) belong to the operation."""
    if outcome.winner is None:
        for side in (DEFENCE, ATTACK):
            yield from apply_losses(t, outcome, side, may_retreat=False)
        return
    yield from apply_losses(t, outcome, other_side(outcome.winner), may_retreat=True)


@rule("10.8", "Losses: who chooses", also=("10.10", "11.4.1"))
def apply_losses(t: Turn, outcome: Outcome, side: str, may_retreat: bool) -> Asking[None]:
    """10.8 The primary power of the side chooses retreat, losses and destinations in one reply; for a country each
    ideology for its own units (country_losses.py).

    Nobody is asked when a single answer is legal, or for a country that has only its own army.
    """
    board, kind = t.board, outcome.kind
    may_retreat = may_retreat and can_retreat(outcome, side)
    if side == DEFENCE and kind == "land" and board.chinese_army(board.operation["target"]):
        if may_retreat and (yield from china.withdraw_from_combat(t)):
            outcome.losses[side] -= 1
            outcome.withdrawn = side
            yield from retreat_side(t, side, kind)
            return
        may_retreat = False
    power, hands = decider(board, side, kind), hands_of(board, side, kind)
    if hands:
        reply = yield from _replies_of_hands(t, outcome, hands, may_retreat)
    else:
        reply = yield from _reply_of_one(t, outcome, side, power, may_retreat)
    if reply["retreat"]:
        area = board.operation["target"]
        t.emit("retreat-declared", rule="10.10", power=power, side=side, combat=kind, area=area)
        outcome.losses[side] -= 1
        outcome.withdrawn = side
    for unit in reply["losses"]:
        take_loss(t, unit)
    if reply["retreat"]:
        yield from retreat_side(t, side, kind, reply["to"])
    else:
        outcome.planned = reply["to"]


def _reply_of_one(t: Turn, outcome: Outcome, side: str, power: str | None, may_retreat: bool) -> Asking[Json]:
    """The reply of the power that chooses for a side, or the only one there is."""
    board, kind, count = t.board, outcome.kind, outcome.losses[side]
    losses = _only_way(board, side, kind, count)
    if power and (may_retreat or losses is None):
        about = reply_about(board, power, outcome, side, count, may_retreat)
        ask = Ask("combat-reply", power, about=about, rule="10.8", interruptible_by=IN_COMBAT)
        return (yield from hearing(t, lambda: ask))
    return {"retreat": False, "losses": losses, "to": {}}


def _replies_of_hands(t: Turn, outcome: Outcome, hands: list[list[str]], may_retreat: bool) -> Asking[Json]:
    """The replies of all who defend a country, as one."""
    board = t.board

    def about_of(power, units, share, share_if_retreating):
        ways = allocations(units, share, None), allocations(units, share_if_retreating, None)
        return _told(board, outcome, DEFENCE, power, ways if may_retreat else ways[:1], share)

    retreat, losses, to = yield from losses_by_hand(t, outcome, hands, may_retreat, about_of)
    return {"retreat": retreat, "losses": losses, "to": to}


@rule("10.10", "Voluntary retreat")
def can_retreat(outcome: Outcome, side: str) -> bool:
    """10.10 Not if the remaining losses would still eliminate every eligible unit; never after a tie."""
    return outcome.losses[side] - 1 < outcome.steps[side]


def reply_about(board: Board, power: str, outcome: Outcome, side: str, count: int, may_retreat: bool) -> Json:
    """What a combat reply must know: the ways to take the losses with and without retreat, and where units
    may go."""
    units, first = in_combat(board, side, outcome.kind), primary(board, side)
    ways = [allocations(units, number, first) for number in ([count, count - 1] if may_retreat else [count])]
    return _told(board, outcome, side, power, ways, count)


def _told(board: Board, outcome: Outcome, side: str, power: str, ways: Sequence[Any], count: int) -> Json:
    """The question of a combat reply to a power; `ways` are the legal losses of who stands, and of who retreats where
    that may be declared."""
    kind, may_retreat = outcome.kind, len(ways) > 1
    about: Json = {
        "combat": kind,
        "area": board.operation["target"],
        "side": side,
        "losses": count,
        "may_retreat": may_retreat,
        "allocations": ways[0],
    }
    if may_retreat:
        about["retreating"] = ways[1]
        about["keeps"] = standing_keeps(board, side, kind, next(iter(ways[0]), ()))
    if may_retreat or must_leave(board, outcome, side):
        about["leaves"] = must_leave(board, outcome, side)
        about["to"] = reply_spots(board, side, kind, power)
    return about


def must_leave(board: Board, outcome: Outcome, side: str) -> bool:
    """Whether a side will have to leave the target area in the aftermath even if it does not retreat (10.9): the
    loser of an air operation, after a tie the attacker; attackers who leave a defender of the same kind in place;
    and what is left of defenders whose last units of that kind are lost."""
    kind = outcome.kind
    if kind != COMBAT_OF[board.operation["form"]]:
        return False
    if kind == "air":
        return side == ATTACK or outcome.winner == ATTACK
    if side == ATTACK:
        return bool(units_of_side(board, DEFENCE, kind))
    beaten = outcome.winner == ATTACK and outcome.losses[DEFENCE] >= outcome.steps[DEFENCE]
    return beaten and bool(units_of_side(board, ATTACK, kind))


def lost_units(board: Board, losses: Sequence[str]) -> list[str]:
    """Units that these losses destroy."""
    return [unit for unit in dict.fromkeys(losses) if losses.count(unit) == 2 or unit not in board.upgraded]


@rule("10.9", "Aftermath: what a loser keeps by standing")
def standing_keeps(board: Board, side: str, kind: str, losses: Sequence[str]) -> bool:
    """10.9 Whether a side that has lost a combat and stands, with these losses, keeps what is fought for: a defender
    of the combat's kind that is left throws the attackers out (10.9.1, 10.9.2), attackers alone take it, and before the
    main combat as many aircraft as the enemy has deny it superiority (10.3).  After an air operation the loser leaves
    in any case (10.9.3)."""
    gone = lost_units(board, losses)
    left = [unit for unit in units_of_side(board, side, kind) if unit not in gone]
    others = units_of_side(board, other_side(side), kind)
    if kind == "air":
        return COMBAT_OF[board.operation["form"]] != "air" and len(left) >= len(others)
    return bool(left) and (side == DEFENCE or not others)


def _only_way(board: Board, side: str, kind: str, count: int) -> list[str] | None:
    """The losses when there is one way to take them, units alike apart; else None."""
    ways = allocations(in_combat(board, side, kind), count, primary(board, side))
    looks = {tuple(sorted((board.power_of(unit) or "", board.side_of(unit)) for unit in way)) for way in ways}
    return ways[0] if len(looks) <= 1 and ways else ([] if not ways else None)


def take_loss(t: Turn, unit: str) -> None:
    """10.8 An upgraded unit flips, another is destroyed."""
    board = t.board
    fields = {"power": board.power_of(unit), "unit": unit, "side": board.side_of(unit), "area": board.at(unit)}
    t.emit("unit-reduced" if unit in board.upgraded else "unit-destroyed", why="combat", **fields)


@rule("10.12", "Triumph and disaster", also=("10.12.1", "10.12.2"))
def triumph_and_disaster(t: Turn, outcome: Outcome) -> Asking[None]:
    """10.12 More losses than the loser can apply: a flag for the winning primary power, a stability test for
    each losing power with a unit of the combat in it.

    On land both sides must have had a land unit, and a lone minor army brings no test; at sea the loser a
    fleet. Ruling R-10.12-excess: losses after the reduction for a retreat are compared with the steps there
    were.
    """
    board, kind = t.board, outcome.kind
    if kind == "air" or outcome.winner is None or not outcome.fought:
        return
    loser = other_side(outcome.winner)
    if outcome.losses[loser] <= outcome.steps[loser] or not _counts_for_triumph(board, outcome, loser):
        return
    area = board.operation["target"]
    winner = primary(board, outcome.winner)
    losing = board.in_order({power for _, power in outcome.present[loser] if power and board.is_active(power)})
    if winner:
        t.emit(
            "triumph",
            power=winner,
            area=area,
            combat=kind,
            losses=outcome.losses[loser],
            steps=outcome.steps[loser],
        )
        yield from gain_flag(t, winner, "triumph", area=area)
    if losing:
        t.emit("disaster", powers=losing, area=area, combat=kind)
        outcome.tests += [(power, "disaster") for power in losing]


def _counts_for_triumph(board: Board, outcome: Outcome, loser: str) -> bool:
    if outcome.kind == "land":
        return bool(outcome.present[ATTACK] and outcome.present[DEFENCE])
    return any(board.type_of(unit) == "fleet" for unit, _ in outcome.present[loser])
