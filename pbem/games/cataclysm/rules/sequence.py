"""3 Sequence of play: what comes next, and the steps of the action and end phases."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from pbem.core.data.boards import present
from pbem.core.data.json_types import Json
from pbem.core.rules.requests import Ask, Asking, Offer, Roll, Together, pick
from pbem.core.rules.rulebook import rule

from ..board.board import Board, Turn
from . import administration
from .america import place_bomb, transfers
from .civil_war import resolve_civil_wars, withdraw_aid
from .crisis import crisis_event
from .due import DUE, work_off
from .home_front import home_front_test
from .military import deployment, deployment_asks
from .offensives import needs_pair
from .playing import play_reserve, resolve_drawn
from .production import next_turn_place
from .scenario_rules import scenario_counter
from .soviets import change_posture, home_front_postures, is_passive
from .special_rules import leave_treaty
from .victory import PlayEnds, end_game, last_turn
from .wars import armistice, offer_armistice


def next_procedure(board: Board) -> tuple[str, Json] | None:
    """3.0 The step that follows, as (procedure, args), or None when the game is over."""
    if board.over:
        return None
    if board.phase != "administration" and equals(board):
        return "order", {}
    if board.stage == "play":
        return "play", {"counter": board.counters_at("hand")[0], "number": board.drawn}
    return present(board.stage, "step"), {}


def acting(board: Board) -> list[str]:
    """The powers whose activity it is: all in the administration phase, then whoever plays a counter; their allies have
    a seat of their own, and everybody else a standing line."""
    if board.phase == "administration":
        return board.active()
    if board.offensive_if_any:
        return [board.offensive["power"]]
    return [power for power in map(board.power_of, board.counters_at("hand")) if power]


@rule("3.1", "Equals of one ideology")
def equals(board: Board) -> list[Any]:
    """3.1 Powers of one ideology with the same effectiveness whose order is not known this turn, where it is drawn by
    lot (ruling R-3.1-ties); [] if there are none."""
    if board.option("ties") != "drawn":
        return []
    for power in board.active():
        same = [other for other in board.active() if board.ideology(other) == board.ideology(power)]
        tied = [other for other in same if board.effectiveness(other) == board.effectiveness(power)]
        if len(tied) > 1 and not set(tied) <= set(board.drawn_order()):
            return tied
    return []


@rule("3.1", "The order of equals", also=("2.8",))
def order(t: Turn) -> Asking[None]:
    """3.1 The players of equals of one ideology agree who is first, or draw for it; the order holds for the turn."""
    left, agreed = equals(t.board), []
    while len(left) > 1 and (first := (yield from agreed_first(t, left))):
        left.remove(first)
        agreed.append(first)
    if agreed:
        t.emit("order-agreed", powers=agreed if len(left) > 1 else [*agreed, *left], turn=t.board.turn)
    if len(left) > 1:
        first = yield Roll(f"order/{t.board.turn}", pick(left, len(left) - 1))
        t.emit("order-drawn", powers=[*first, *(power for power in left if power not in first)], turn=t.board.turn)


@rule("3.1", "Equals that agree")
def agreed_first(t: Turn, left: list[str]) -> Asking[str | None]:
    """3.1 The power that all equals name as the first of them, or None: one of them leaves it to the lot, or names
    another."""
    named = yield Together([Ask("equals", power, options=["lot", *left]) for power in left])
    return named[0] if len(set(named)) == 1 and named[0] != "lot" else None


# -- 3.3 action phase ------------------------------------------------------------------------------------------


@rule("3.3", "A counter of the action phase")
def counter(t: Turn) -> Asking[None]:
    """3.3 Somebody interrupts with the reserve, or a counter is drawn and resolved."""
    board = t.board
    able = able_to_interrupt(board)
    if able:
        taken = yield Offer("interrupt", able, about={"last": board.last, "drawn": board.drawn}, rule="3.5")
        if taken:
            yield from play_reserve(t, *taken)
        else:
            t.emit("stage-reached", phase="action", stage="draw")
        return
    yield from draw(t)


@rule("3.5", "Who may interrupt")
def able_to_interrupt(board: Board) -> list[str]:
    """3.5 Powers with a counter in reserve, not of the ideology that acted last, in decreasing effectiveness order.

    Ruling R-3.5-alternation.
    """
    able = [
        power for power in board.active() if board.ideology(power) != board.last and _playable_reserve(board, power)
    ]
    return board.in_order(able)


def _playable_reserve(board: Board, power: str) -> bool:
    """3.4 A resource waits for production; a civilian's lone offensive cannot act (ruling R-4.1-civilian-pair), nor any
    under Collective Security (12.3)."""
    reserve = board.reserve(power)
    if reserve is None or board.type_of(reserve) != "offensive":
        return reserve is not None
    return not (is_passive(board, power) or needs_pair(board, power) or reserve in board.upgraded)


@rule("3.3", "Drawing a counter", also=("2.9", "3.7"))
def draw(t: Turn) -> Asking[None]:
    """3.3 One counter out of the cup: a power's own, or a Crisis, Home Front or Civil War Resolution marker."""
    board = t.board
    drawn = yield Roll(f"draw/{board.turn}", pick(board.counters_at("cup"), 1))
    id = drawn[0]
    power = board.power_of(id)
    t.emit(
        "counter-drawn",
        counter=id,
        power=power,
        ideology=board.ideology(power) if power else None,
        number=board.drawn + 1,
    )
    type = board.type_of(id)
    if type == "crisis":
        yield from crisis(t, id)
    elif type == "civil-war-resolution":
        yield from civil_war_resolution(t, id)
    elif type == "home-front":
        yield from home_front_test(t, board.owner_of(id))
    elif type == "marker":
        place_bomb(t, id)
    elif type == "scenario":
        scenario_counter(t, id)
    yield from work_off(t, "falls")
    if board.phase == "action":
        t.emit("stage-reached", phase="action", stage="play" if board.at(id) == "hand" else "counter")


@rule("3.7", "The counter in hand")
def play(t: Turn, counter: str, number: int) -> Asking[None]:
    """3.7 What a power does with the counter that was drawn: a step of its own, so that it begins with the question."""
    if t.board.type_of(counter) == "home-front":
        yield from home_front_deployment(t, counter)
    else:
        yield from resolve_drawn(t, counter)
    yield from work_off(t, "falls")
    t.emit("stage-reached", phase="action", stage="counter")


@rule("3.7.4", "A Crisis marker")
def crisis(t: Turn, id: str) -> Asking[None]:
    """3.7.4 An event for the first three of a turn; after the third comes Sudden Death (3.7.5)."""
    board = t.board
    t.emit("crisis-drawn", number=board.crises + 1)
    if board.sudden_death:
        sudden_death(t, id)
        return
    yield from crisis_event(t)
    t.emit("counter-kept", power=None, counter=id, to=next_turn_place(board))
    if board.crises >= 3:
        t.emit("sudden-death-begun", rule="3.7.5")


@rule("3.7.5", "Sudden Death")
def sudden_death(t: Turn, id: str) -> None:
    """3.7.5 The phase goes on only while some power has counters enough for its commitment left in the cup."""
    board = t.board
    counts = {power: len(own_counters(board, power)) for power in board.active()}
    enough = [power for power in board.active() if counts[power] >= board.column(power)["suddenDeathCounters"]]
    t.emit("cup-emptied", counts=counts, enough=enough, continues=bool(enough))
    if enough:
        t.emit("counters-pooled", power=None, counters=[id], to="cup", why="sudden-death")
    else:
        t.emit("counter-kept", power=None, counter=id, to=next_turn_place(board))
        t.emit("stage-reached", phase="end", stage="end-phase")


@rule("3.7.5", "Own counters in the cup")
def own_counters(board: Board, power: str) -> list[str]:
    """3.7.5 Counters of the power in the cup; the Home Front marker counts (ruling R-3.7.5-home-front, a switch)."""
    counted = board.counters_at("cup", power)
    if board.option("home-front-counts") == "no":
        counted = [id for id in counted if board.type_of(id) != "home-front"]
    return counted


@rule("3.7.6", "Home Front")
def home_front(t: Turn, id: str) -> Asking[None]:
    """3.7.6 The stability test, then one deployment action, a change of posture; the marker waits for the next turn."""
    power = t.board.owner_of(id)
    yield from home_front_test(t, power)
    if t.board.is_active(power):
        yield from home_front_deployment(t, id)


def home_front_deployment(t: Turn, id: str) -> Asking[None]:
    """3.7.6 The deployment after the test, then the posture of a Communist power (12.3), asked in one form; the marker
    goes to the turn track."""
    power = t.board.owner_of(id)
    asks = [*deployment_asks(t.board, power, "home-front"), *home_front_postures(t.board, power)]
    answers = (yield Together(asks)) if asks else []
    for ask, answer in zip(asks, answers):
        if ask.kind == "deploy":
            yield from deployment(t, power, answer)
        elif answer != "keep":
            change_posture(t, power, answer)
    t.emit("counter-kept", power=power, counter=id, to=next_turn_place(t.board))


@rule("3.7.7", "Civil War Resolution")
def civil_war_resolution(t: Turn, id: str) -> Asking[None]:
    """3.7.7 All civil wars are resolved; the marker waits for the next turn."""
    t.emit("counter-kept", power=None, counter=id, to=next_turn_place(t.board))
    yield from resolve_civil_wars(t)


# -- 3.8 end phase ---------------------------------------------------------------------------------------------


@rule("3.8", "End phase")
def end_phase(t: Turn) -> Asking[None]:
    """3.8 The game ends with its last turn; else what is left in the cup is resolved and a new turn begins."""
    board = t.board
    if board.parts.turns.index(board.turn) >= board.parts.turns.index(last_turn(board)):
        end_game(t, "last-turn")
    if board.at("civil-war-resolution") == "cup":
        yield from civil_war_resolution(t, "civil-war-resolution")
    left = [id for id in board.counters_at("cup") if board.type_of(id) == "home-front"]
    for power in board.in_order(board.owners_of(left), increasing=True):
        if board.is_active(power):
            yield from home_front(t, next(id for id in left if board.power_of(id) == power))
    _to_the_boxes(t)
    turns = board.parts.turns
    t.emit("turn-begun", turn=turns[turns.index(board.turn) + 1])
    t.emit("stage-reached", phase="administration", stage="distribute")


def _to_the_boxes(t: Turn) -> None:
    """3.8 steps 3 and 4: counters left in the cup and reserves go to the production boxes; Crisis markers wait."""
    board = t.board
    for power in board.active():
        counters = [*board.counters_at("cup", power), *board.counters_at("reserve", power)]
        if counters:
            t.emit("counters-pooled", power=power, counters=counters, to="box", why="end-phase")
    for id in [id for id in board.counters_at("cup") if board.type_of(id) == "crisis"]:
        t.emit("counter-kept", power=None, counter=id, to=next_turn_place(board))


# -- petitions -------------------------------------------------------------------------------------------------


@rule("5.6.2", "Armistice by consent")
def petition_armistice(t: Turn, power: str, value: Json) -> Asking[None]:
    """5.6.2 The power offers an armistice to enemies; each answers, and peace comes with those that accept.  Allies
    that would be left in the war may make peace as well (ruling R-5.6.2-allies)."""
    board, peaceful = t.board, [power]
    accepted = yield from offer_armistice(t, power, [each for each in value["with"] if board.is_enemy(power, each)])
    if not accepted:
        return
    for ally in board.in_order(board.allies(power), increasing=True):
        about = {"from": power, "with": accepted}  # its enemies are those of its allies (6.1.3)
        answer = yield Ask("armistice", ally, options=["refuse", "accept"], about=about)
        t.emit("armistice-answered", power=ally, to=power, accepted=answer == "accept")
        peaceful += [ally] * (answer == "accept")
    yield from armistice(t, peaceful, accepted)


@rule("11.2.3", "Withdrawing aid at any time")
def petition_withdraw_aid(t: Turn, power: str, value: Json) -> None:
    """11.2.3 Aid, or a marker under Influence, comes back."""
    withdraw_aid(t, power, value["area"], value.get("count"))


@rule("9.1", "Permission to use units", also=("10.2",))
def petition_support(t: Turn, power: str, value: dict[str, str]) -> None:
    """9.1, 10.2 A setting: whether an ally may use the power's units: never, support, all or ask."""
    if t.board.support.get(power, {}).get(value["to"]) != value["level"]:
        t.emit("support-granted", power=power, to=value["to"], level=value["level"])


@rule("12.1.3", "Ending the Washington Naval Treaty")
def petition_end_treaty(t: Turn, power: str, value: Json) -> Asking[None]:
    """12.1.3 Japan leaves the naval treaty."""
    yield from leave_treaty(t)


# -- the table of steps ----------------------------------------------------------------------------------------


def stopping(procedure: Callable[..., Any]) -> Callable[..., Any]:
    """A procedure that works off what is due at its end, and stops quietly where the game ends in its middle (1.6)."""
    worked = DUE.step(procedure)

    @wraps(procedure)
    def step(t, **args):
        try:
            yield from worked(t, **args)
        except PlayEnds:
            return

    return step


PROCEDURES = {
    "distribute": stopping(administration.distribute),
    "flags": stopping(administration.gain_flags),
    "transfers": stopping(transfers),
    "production": stopping(administration.production),
    "disposition": stopping(administration.disposition),
    "order": stopping(order),
    "counter": stopping(counter),
    "draw": stopping(draw),
    "play": stopping(play),
    "end-phase": stopping(end_phase),
    "petition-armistice": stopping(petition_armistice),
    "petition-withdraw-aid": stopping(petition_withdraw_aid),
    "petition-support": stopping(petition_support),
    "petition-end-treaty": stopping(petition_end_treaty),
}
