"""3.2 The administration phase: distribution, flags, production, what goes to the cup."""

from pbem.core.data.json_types import Json
from pbem.core.rules.requests import Ask, Asking, Together
from pbem.core.rules.rulebook import rule

from ..board.board import Board, Turn
from .america import BOMB, transfers_due
from .drawer import drawer_of
from .due import due
from .production import box_names, produce, production_about, reserve_from_box, reserves_at_once
from .provocation import gain_flag
from .stability import stability_test

TO_THE_CUP = ("crisis", "home-front", "civil-war-resolution", "scenario")


@rule("3.2.1", "Distribute turn track counters")
def distribute(t: Turn) -> Asking[None]:
    """3.2.1 Neutral and Home Front markers of this turn go into the cup, other counters into their power's box."""
    board = t.board
    waiting = board.counters_at(f"track:{board.turn}")
    to_cup = [id for id in waiting if board.type_of(id) in TO_THE_CUP]
    if to_cup:
        t.emit("counters-pooled", power=None, counters=to_cup, to="cup", why="turn-track")
    if BOMB in waiting:
        t.emit("counters-pooled", power="usa", counters=[BOMB], to="available", why="atomic-bomb", rule="12.2.2")
    for power in board.parts.powers:
        held = [id for id in waiting if id not in (*to_cup, BOMB) and board.power_of(id) == power]
        if held:
            t.emit("counters-pooled", power=power, counters=held, to="box", why="turn-track")
    t.emit("stage-reached", phase="administration", stage="flags")
    yield from gain_flags(t)  # in the same step, so that a game's first step is one that waits


@rule("3.2.2", "Gain flags", also=("12.1.1", "12.2"))
def gain_flags(t: Turn) -> Asking[None]:
    """3.2.2 One flag each; Germany two under Night of the Long Knives; under Status Quo France and the UK only at the
    price of a stability test, the United States none."""
    board = t.board
    choosers = [power for power in board.active() if _must_test_for_flag(board, power)]
    choosers = [power for power in board.in_order(choosers) if board.available(power, "flag")]
    answers = []
    if choosers:
        answers = yield Together([Ask("status-quo-flag", power, options=["no", "yes"]) for power in choosers])
    wanting = [power for power, answer in zip(choosers, answers) if answer == "yes"]
    free = [power for power in board.active() if _gains_freely(board, power)]  # one step: ruling R-3.2.2-one-step
    for power in board.in_order(board.active()):
        if power in free:
            yield from gain_flag(t, power, "administration")
            if board.has_ability(power, "night-of-long-knives"):
                yield from gain_flag(t, power, "night-of-long-knives")
        elif power in wanting:
            yield from _flag_for_a_test(t, power)
    t.emit("stage-reached", phase="administration", stage="transfers" if transfers_due(board) else "production")


def _flag_for_a_test(t: Turn, power: str) -> Asking[None]:
    yield from gain_flag(t, power, "status-quo")
    yield from stability_test(t, power, "status-quo-flag")
    yield from due(t, "falls")


def _gains_freely(board: Board, power: str) -> bool:
    """Without Status Quo every power; with it those that are no Democracies (12.2)."""
    if board.powers[power]["posture"] == "military-reforms":
        return False
    return not (board.in_play("status-quo") and board.ideology(power) == "democratic")


def _must_test_for_flag(board: Board, power: str) -> bool:
    """12.2 France and the UK during Status Quo; 12.3.1 a power in Military Reforms."""
    if board.powers[power]["posture"] == "military-reforms":
        return True
    return board.in_play("status-quo") and power in ("france", "uk")


@rule("4.8", "Damage is repaired")
def _repair(t: Turn) -> None:
    """4.8 All damage markers go."""
    if t.board.damage:
        t.emit("damage-repaired", areas=sorted(t.board.damage), rule="4.8")


@rule("3.2.3", "Production")
def production(t: Turn) -> Asking[None]:
    """3.2.3 Each power in increasing effectiveness order; all at the same time if so agreed (its design note)."""
    board = t.board
    if reserves_at_once(board):
        yield from _all_at_once(t)
    else:
        if left := [power for power in board.active() if power not in board.ready]:
            power = board.in_order(left, increasing=True)[0]
            answer = yield from _ask_production(board, power)
            produce(t, power, answer)
            t.emit("readied", powers=[*board.ready, power])
        if not all(power in board.ready for power in board.active()):
            return
        t.emit("readied", powers=[])
    _repair(t)
    _forget_transfers(t)
    t.emit("stage-reached", phase="administration", stage="disposition")


def _forget_transfers(t: Turn) -> None:
    """4.4.1 Resources that were transferred have been collected."""
    if t.board.special.get("transfers"):
        t.emit("transfers-over", rule="4.4.1")


def _all_at_once(t: Turn) -> Asking[None]:
    powers = t.board.in_order(t.board.active(), increasing=True)
    asks = [ask for power in powers for ask in _production_asks(t.board, power)]
    answers = yield Together(asks)
    given = {ask.power: answer for ask, answer in zip(asks, answers)}
    for power in powers:
        produce(t, power, given.get(power) or {"offensives": 0, "build": []})


def _ask_production(board: Board, power: str) -> Asking[Json]:
    asks = _production_asks(board, power)
    if not asks:
        return {"offensives": 0, "build": []}
    return (yield asks[0])


def _production_asks(board: Board, power: str) -> list[Ask]:
    """The question of production, or nothing where there is nothing to decide."""
    about = production_about(board, power)
    return [Ask("produce", power, about=about, rule="4.2")] if about["resources"] or about["boxed"] else []


@rule("3.2.4", "Final disposition of production counters")
def disposition(t: Turn) -> Asking[None]:
    """3.2.4 One counter of the box may be reserved, the others go to the cup; since 2022 chosen in increasing order.

    In simultaneous production the choice was part of it.
    """
    board = t.board
    powers = board.in_order(board.active(), increasing=True)
    if not reserves_at_once(board):
        asks = [
            Ask("set-reserve", power, options=["nothing", *box_names(board, power)])
            for power in powers
            if box_names(board, power)
        ]
        if board.is_2022:
            answers = []
            for ask in asks:
                answers.append((yield ask))
        else:
            answers = yield Together(asks)
        for ask, answer in zip(asks, answers):
            reserve_from_box(t, ask.power, answer)
    for power in powers:
        _empty_box(t, power)
    t.emit("drawer-named", power=drawer_of(board), rule="3.3")
    t.emit("stage-reached", phase="action", stage="counter")


def _empty_box(t: Turn, power: str) -> None:
    """Resources return to the status card, all else goes into the cup."""
    board = t.board
    counters = board.counters_at("box", power)
    resources = [id for id in counters if board.type_of(id) == "offensive" and id in board.upgraded]
    if resources:
        t.emit("resources-converted", power=power, offensives=[], spent=resources, builds=0)
    rest = [id for id in counters if id not in resources]
    if rest:
        t.emit("counters-pooled", power=power, counters=rest, to="cup", why="production")
