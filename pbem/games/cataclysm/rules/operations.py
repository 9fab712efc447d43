"""9.2 The operation sequence, from the declaration to the end of its aftermath."""

from pbem.core.data.json_types import Json
from pbem.core.rules.requests import Ask, Asking
from pbem.core.rules.rulebook import rule

from ..board.board import Board, Turn
from . import china
from .america import BOMB
from .any_time import IN_COMBAT, hearing
from .attack import Attack
from .checks import check
from .combat import main_combat, triumph_and_disaster
from .conquest import aftermath
from .due import due
from .movement import operation_range
from .occupation import fits_in, is_airfield, is_port
from .opportunity import after_failed_attack
from .outcome import Outcome
from .provocation import provoke, provoke_interested
from .reach import bound_to_attack, common_coasts, permission, support_bar, supporters
from .sides import ATTACK, COMBAT_OF, DEFENCE, one_hand, units_of_side
from .supply import is_supplied
from .targets import once_at_war, operation_problems
from .wars import begin_war


@rule("9.2", "Operation sequence")
def operation(t: Turn, power: str, play: Json) -> Asking[None]:
    """9.2 Steps 1 to 7; the military actions have been spent.  The play has been found legal."""
    paid = Attack(t.board, power, play).cost
    permitted = yield from with_permission(t, power, _with_bound(t.board, power, play))
    _give_back(t, power, paid - (Attack(t.board, power, permitted).cost if permitted else 0))
    if permitted is None:
        return
    attack = declare(t, power, permitted)  # steps 1 and 3
    defends_itself = attack.against_country  # before anybody has moved in
    country = attack.target if defends_itself and t.board.controller(attack.target) is None else None
    if not (yield from democracy_is_willing(t, attack)):  # step 2
        t.emit("operation-cancelled", rule="9.7", power=power, target=attack.target, why="check-failed")
        _give_back(t, power, attack.augment)
        t.emit("operation-ended", power=power, target=attack.target, outcome="cancelled")
        return
    yield from provocations_and_war(t, attack)  # step 4
    if nobody_is_left(t.board):
        t.emit("operation-cancelled", rule="9.2", power=power, target=attack.target, why="nobody-left")
        yield from _over(t, attack, "cancelled")
        return
    check_supply(t)  # step 5
    move_attackers(t)  # step 6
    yield from commit_support(t, permitted)  # step 7a
    if defends_itself:
        yield from spend_aid(t, attack.power, attack.target)
    outcome = yield from main_combat(t)  # steps 7b and 7c
    gained = yield from aftermath(t, outcome)  # step 7d
    yield from triumph_and_disaster(t, outcome)
    yield from due(t, "tests", outcome.tests)
    yield from _over(t, attack, _word(outcome, gained), None if gained else country)


def _with_bound(board: Board, power: str, play: Json) -> Json:
    """The play with the support that has to be given (10.2) beside what was declared, of which its owners are asked
    in the same question (9.1)."""
    bound = bound_to_attack(once_at_war(Attack(board, power, play)).board, power, play)
    return {**play, "support": [*bound, *play.get("support", ())]} if bound else play


def _over(t: Turn, attack: Attack, outcome: str, country: str | None = None) -> Asking[None]:
    """The end of an operation: surprise, the opportunity in a country attacked in vain, falls that are due."""
    surprise_is_over(t)
    t.emit("operation-ended", power=attack.power, target=attack.target, outcome=outcome)
    if country:
        yield from after_failed_attack(t, attack.power, country)
    yield from due(t, "markers")
    yield from due(t, "falls")
    if t.board.special.get("atomic"):  # the losses of a bomb count while its consequences are resolved, and no longer
        t.emit("atomic-over", rule="12.2.2")


@rule("9.2", "Nobody is left to be attacked")
def nobody_is_left(board: Board) -> bool:
    """9.2 Ruling R-9.2-nobody-left: the defender of a surprise attack stood in the area of an ally that left it rather
    than go to war, and no enemy is in the target any more."""
    power, target = board.operation["power"], board.operation["target"]
    if not board.operation["surprise"]:
        return False
    there = {board.power_of(unit) for unit in board.units_in(target)}
    there |= {board.controller(target), board.base_owner(target)}
    return not there & {*board.enemies(power)}


def _word(outcome: Outcome, gained: bool) -> str:
    if gained:
        return "captured" if outcome.kind == "naval" else "conquered"
    return {ATTACK: "won", DEFENCE: "lost", None: "tied"}[outcome.winner]


@rule("9.1", "Allied units take part with permission")
def with_permission(t: Turn, power: str, play: Json) -> Asking[Json | None]:
    """9.1, 10.2 Allies that want to be asked say yes or no; without their units the operation goes on if it
    still can.

    Returns the play as it goes on, or None.
    """
    board = t.board
    refused = []
    named = [*play["units"], *play.get("support", ())]
    for owner in board.in_order(board.owners_of(named) - {power}):
        units = [unit for unit in named if board.power_of(unit) == owner]
        if units and permission(board, owner, power) == "ask":
            about = {"to": power, "units": units, "target": play["target"], "form": play["form"]}
            if (yield Ask("permit", owner, options=["yes", "no"], about=about)) == "no":
                t.emit("permission-refused", power=owner, to=power, units=units)
                refused += units
    if not refused:
        return play
    left = {name: [unit for unit in play.get(name, ()) if unit not in refused] for name in ("units", "support")}
    play = {**play, **left}
    if operation_problems(board, power, play, 99):
        t.emit("operation-cancelled", rule="9.1", power=power, target=play["target"], why="permission-refused")
        return None
    return play


@rule("9.2", "Declaration", also=("9.1.1", "7.3.3"))
def declare(t: Turn, power: str, play: Json) -> Attack:
    """9.2 steps 1 and 3: form, units, target, extended range where it is needed or wanted, augmentation."""
    board = t.board
    attack = Attack(board, power, play)
    extended = []
    if attack.form not in ("land", "invasion"):
        extended = _extended(board, attack) if play.get("extended") else []
    t.emit(
        "operation-declared",
        power=power,
        form=attack.form,
        target=attack.target,
        units=attack.units,
        sides={unit: board.side_of(unit) for unit in attack.units},
        origins={unit: board.at(unit) for unit in attack.units},
        coast=next(iter(common_coasts(attack)), None),
        defender=attack.defender(),
        country=attack.against_country,
        controller=board.controller(attack.target),
        surprise=attack.is_surprise(),
        augment=attack.augment,
        extended=extended,
        path=attack.path,
        cost=attack.cost,
    )
    if attack.form == "atomic":
        t.emit("marker-changed", rule="12.2.2", marker=BOMB, to="available", why="dropped")
    return attack


@rule("7.3.3", "Extended range: declared")
def _extended(board: Board, attack: Attack) -> list[str]:
    """7.3.3 The units for which extended range is declared: those that need it, or all when none does (for the way
    back)."""
    far = [unit for unit in attack.units if operation_range(board, unit, attack.target, attack.form) == "extended"]
    return far or attack.units


@rule("9.7", "A Democracy attacks a country")
def democracy_is_willing(t: Turn, attack: Attack) -> Asking[bool]:
    """9.2 step 2, 9.7 A Democracy checks before it attacks a country that no enemy controls, or an unowned
    base."""
    board = t.board
    if board.ideology(attack.power) != "democratic":
        return True
    country = attack.against_country and not board.is_enemy_area(attack.power, attack.target)
    unowned = attack.form == "base" and board.base_owner(attack.target) == "unowned"
    if not (country or unowned):
        return True
    return (yield from check(t, attack.power, "attack", about={"area": attack.target}))


@rule("8.2", "Actions that are not spent after all", also=("9.1",))
def _give_back(t: Turn, power: str, count: int) -> None:
    """9.2 Augmentation is step 3: where step 2 fails, only the action of the operation itself is lost.  9.1 An area
    whose units their owner does not lend is not activated and costs nothing."""
    if count:
        t.emit("actions-spent", power=power, count=-count, left=t.board.offensive["left"] + count)


@rule("9.2", "Provocation and war", also=("9.8", "5.2.3"))
def provocations_and_war(t: Turn, attack: Attack) -> Asking[None]:
    """9.2 step 4 Flags for the provoked; a surprise attack gives the defender one more and begins a war
    (9.8).

    Allied units whose power does not follow into the war drop out.
    """
    board = t.board
    yield from provoke_interested(t, attack.power, attack.target, "operation")
    play = board.operation
    if play["surprise"]:
        yield from provoke(t, play["defender"], attack.power, "surprise", attack.target)
        yield from begin_war(t, attack.power, [play["defender"]], "surprise")
    lost = [
        unit
        for unit in board.operation["units"]
        if board.at(unit) not in board.parts.areas or not board.is_friendly(attack.power, board.power_of(unit))
    ]
    if lost:
        t.emit("operation-left", power=attack.power, units=lost, why="no-longer-allied")


@rule("9.6", "Supply")
def check_supply(t: Turn) -> None:
    """9.2 step 5, 9.6 Activated and defending units without a line of communications are marked, before anybody has
    moved in; in 2018 not those in the target that only support."""
    board = t.board
    units = [*board.operation["units"], *units_of_side(board, DEFENCE)]
    mark_unsupplied(t, [unit for unit in units if board.is_2022 or not _only_supports(board, unit)])


def _only_supports(board: Board, unit: str) -> bool:
    """10.2 Aircraft that are not what the operation is about: all in land combat, tactical ones in naval combat."""
    kind = COMBAT_OF[board.operation["form"]]
    if board.class_of(unit) != "air" or kind == "air":
        return False
    return kind == "land" or board.side_of(unit) != "strategic"


def mark_unsupplied(t: Turn, units: list[str]) -> None:
    """Limited Supply markers on those of the units that need supply and have none."""
    board = t.board
    marked = sorted(unit for unit in units if not is_supplied(board, unit))
    for power in board.in_order(board.owners_of(marked)):
        own = [unit for unit in marked if board.power_of(unit) == power]
        sides = {unit: board.side_of(unit) for unit in own}
        t.emit("supply-limited", rule="9.6", power=power, units=own, sides=sides)


@rule("9.2", "Attackers move")
def move_attackers(t: Turn) -> None:
    """9.2 step 6 The activated units move to the target area."""
    board = t.board
    target = board.operation["target"]
    for unit in board.operation["units"]:
        move_in(t, unit, target, "operation")


def move_in(t: Turn, unit: str, target: str, why: str) -> None:
    board = t.board
    fields = {"power": board.power_of(unit), "unit": unit, "from": board.at(unit), "to": target}
    t.emit(
        "unit-moved",
        rule="9.2" if why == "operation" else "10.2",
        coast=_coast(board, unit, target),
        why=why,
        **fields,
    )


def _coast(board: Board, unit: str, target: str) -> str | None:
    """The coast on which a naval unit arrives in a target with two coasts: that of the operation (2.2.1)."""
    return board.operation["coast"] if board.class_of(unit) == "naval" else None


# -- support -------------------------------------------------------------------------------------------------


@rule("10.2", "Support")
def commit_support(t: Turn, play: Json) -> Asking[None]:
    """10.2 The attacker commits what it declared, as far as it still may; then the defender what is in the
    target area and, if it likes, what is next to it."""
    board = t.board
    power, form, target = (board.operation[name] for name in ("power", "form", "target"))
    units = [unit for unit in play.get("support") or () if support_bar(board, power, unit, form, target) is None]
    commit(t, units, ATTACK)
    commit(t, bound_to_support(board), DEFENCE)
    for helper, units in helpers(board):
        about = {"area": target, "form": form, "units": units, "defender": board.operation["defender"]}
        if any(fits_in(board, [unit], target) for unit in units):
            ask = Ask("support", helper, about=about, rule="10.2", interruptible_by=IN_COMBAT)
            answer = yield from hearing(t, lambda ask=ask: ask)
            chosen = yield from _permitted(t, helper, answer["units"])
            commit(t, chosen, DEFENCE)


def commit(t: Turn, units: list[str], side: str) -> None:
    """10.2 Units move to the target; since 2022 their supply is checked first (9.6).  That there is room for those that
    come has been judged with what names them; those that are there take none."""
    if not units:
        return
    board = t.board
    sides = {unit: board.side_of(unit) for unit in units}
    t.emit("support-committed", power=board.power_of(units[0]), units=units, sides=sides, side=side)
    coming = [unit for unit in units if board.at(unit) != board.operation["target"]]
    if board.is_2022:
        mark_unsupplied(t, coming)
    for unit in coming:
        move_in(t, unit, board.operation["target"], "support")


@rule("10.2", "Support that must be given")
def bound_to_support(board: Board) -> list[str]:
    """10.2 Defending air units in the target area must support; for a country those friendly to its
    controller and enemy to the attacker (of a power that stays out nothing is committed)."""
    play = board.operation
    return [
        unit
        for unit in board.units_in(play["target"], kind="air")
        if unit not in play["units"]
        and unit not in play[ATTACK]
        and _may_defend(board, play, board.owner_of(unit))
        and _is_based(board, unit)
    ]


def _is_based(board: Board, unit: str) -> bool:
    here, power = board.at(unit), board.owner_of(unit)
    return is_airfield(board, power, here) or is_port(board, power, here) or board.area(here).is_sea


@rule("10.2", "Who may support a defence")
def _may_defend(board: Board, play: Json, power: str) -> bool:
    """10.2 Friends of the primary defender; for a country friends of its controller that are enemies of the
    attacker, for an uncontrolled one or an unowned base any enemy of the attacker (ruling R-10.2-country)."""
    if play["defender"]:
        return board.is_friendly(play["defender"], power)
    controller = board.controller(play["target"])
    if controller and not board.is_friendly(controller, power):
        return False
    return board.is_enemy(play["power"], power)


def helpers(board: Board) -> list[tuple[str, list[str]]]:
    """``[(power that decides, units it may commit from outside)]``: the primary defender for its side; for a
    country each power that may help, in decreasing effectiveness order, with others in one hand."""
    play = board.operation
    if play["defender"]:
        units = supporters(board, play["defender"], play["form"], play["target"])
        return [(play["defender"], units)] if units else []
    waiting = board.in_order(power for power in board.active() if _may_defend(board, play, power))
    found = []
    while waiting:
        hand = one_hand(board, waiting[0], waiting)
        waiting = [power for power in waiting if power not in hand]
        own = {power: supporters(board, power, play["form"], play["target"]) for power in hand}
        units = [unit for power in hand for unit in own[power] if board.power_of(unit) == power]
        if units:
            found.append((board.owner_of(units[0]), units))
    return found


def _permitted(t: Turn, helper: str, units: list[str]) -> Asking[list[str]]:
    """Allied units whose owner wants to be asked join only with its consent."""
    board = t.board
    chosen = []
    for owner in [helper, *board.in_order(board.owners_of(units) - {helper})]:
        own = [unit for unit in units if board.power_of(unit) == owner]
        if owner != helper and own and permission(board, owner, helper) == "ask":
            about = {"to": helper, "units": own, "target": board.operation["target"], "form": "support"}
            if (yield Ask("permit", owner, options=["yes", "no"], about=about)) == "no":
                t.emit("permission-refused", power=owner, to=helper, units=own)
                continue
        chosen += own
    return chosen


@rule("9.7.1", "Civil wars and aid", also=("11.4.4",))
def spend_aid(t: Turn, power: str, area: str) -> Asking[None]:
    """9.7.1 One aid marker of each faction is spent on the defence when a power attacks: that of the patron with the
    lowest effectiveness (ruling R-9.7.1-patron); if several have it, the attacker chooses.  A Chinese army spends its
    own (11.4.4)."""
    board = t.board
    faction = china.faction_in(board, area)
    sides = (["left", "right"] if area in board.civil_wars else []) + ([faction] if faction else [])
    spent = {}
    for side in sides:
        patrons = weakest_patrons(board, area, side)
        if patrons:
            about = {"area": area, "side": side}
            patron = yield Ask("spend-aid", power, options=patrons, about=about, rule="9.7.1")
            spent.setdefault(patron, []).append(board.counters_at(f"aid:{area}:{side}", patron)[0])
    if spent:
        t.emit("aid-spent", area=area, counters=spent)


@rule("9.7.1", "Civil wars and aid: the patrons between whom the attacker chooses", also=("11.2.2",))
def weakest_patrons(board: Board, area: str, side: str) -> list[str]:
    """9.7.1 The patrons of a faction with the lowest effectiveness, in increasing order of play."""
    patrons = board.in_order(board.aid(area, side), increasing=True)
    return [power for power in patrons if board.effectiveness(power) == board.effectiveness(patrons[0])]


@rule("9.8", "Surprise attack: its end")
def surprise_is_over(t: Turn) -> None:
    """9.8 An ideology suffers the surprise penalty once a game."""
    play = t.board.operation
    if play["surprise"]:
        ideology = t.board.ideology(play["defender"])
        if ideology not in t.board.no_surprise:
            t.emit("surprise-spent", rule="9.8", ideology=ideology)
