"""6 Political actions: the attempt, its modifiers, and what a success does."""

from pbem.core.data.json_types import Json
from pbem.core.rules.requests import Ask, Asking
from pbem.core.rules.rulebook import rule

from ..board.board import Board, Turn
from . import china
from .alliances import form_alliance
from .checks import check, modifier
from .commitment import increase_commitment
from .control import gain_control
from .cubes import cubes_left
from .military import military_actions
from .possible_operations import possible_against
from .provocation import gain_flag
from .soviets import POSTURES, extra_dice, posture_modifiers
from .special_rules import attempt
from .stability import gain_stability
from .wars import begin_war


@rule("6.0", "Political actions", also=("5.2", "3.7.1"))
def political_action(t: Turn, power: str, plan: Json, flag: str | None = None) -> Asking[None]:
    """6.0 One attempt: check, consequences of failure or success; the flag then returns to the status card (5.2)."""
    plan = completed(t.board, power, plan)
    if not (yield from partners_agree(t, power, plan)):
        _keep_flag(t, power, flag)
        return
    flags = [flag, *_partner_flags(t.board, power, plan)]
    t.emit("action-attempted", power=power, **_told(plan))
    passed = yield from _attempt(t, power, plan, flag)
    if passed:
        t.emit("action-succeeded", power=power, **_told(plan))
        if plan["act"] != "declare-war":  # it may yet be cancelled
            _forget_failures(t, power, plan)
        yield from PROCEDURES[plan["act"]](t, power, plan) or ()
    else:
        t.emit("action-failed", power=power, **_told(plan))
        _remember_failure(t, power, plan)
    for counter in flags:
        if counter and t.board.place[counter] in ("hand", "reserve"):
            t.emit("counter-returned", power=t.board.power_of(counter), counter=counter)


@rule("6.1", "Partners of an alliance agree")
def partners_agree(t: Turn, power: str, plan: Json) -> Asking[bool]:
    """6.1 Partners play a flag as well, so each of another seat is asked (ruling R-6.1-consent)."""
    board = t.board
    if plan["act"] != "alliance" or not plan["new"] or board.option("alliance-consent") != "ask":
        return True
    for partner in board.in_order(plan["partners"]):
        if (yield Ask("ally", partner, options=["agree", "decline"], about={"by": power})) == "decline":
            t.emit("alliance-declined", power=partner, by=power)
            return False
    return True


def _keep_flag(t: Turn, power: str, flag: str | None) -> None:
    """The flag of an attempt that was not made: into an empty reserve, else back to the status card."""
    if flag and t.board.at(flag) == "hand":
        if t.board.reserve(power) is None:
            t.emit("counter-reserved", power=power, counter=flag, rule="3.4")
        else:
            t.emit("counter-returned", power=power, counter=flag)


def completed(board: Board, power: str, plan: Json) -> Json:
    """An alliance with all members of the one that is joined, or marked as new (6.1.1)."""
    if plan["act"] != "alliance":
        return plan
    members = board.alliances.get(board.ideology(power))
    return {**plan, "partners": list(members or plan["partners"]), "new": not members}


def _told(plan: Json) -> Json:
    """What of the plan belongs into the story: act and target."""
    told: Json = {key: plan[key] for key in ("act", "area", "partners", "targets", "name") if key in plan}
    return {**told, "target": plan["power"]} if "power" in plan else told


def _attempt(t: Turn, power: str, plan: Json, flag: str | None) -> Asking[bool]:
    """5.3 The effectiveness check of the action, or success without one (6.4 while belligerent)."""
    terms = attempt_terms(t.board, power, plan, flag)
    if terms is None:
        return True
    return (yield from check(t, power, plan["act"], *terms, about={"target": _target(plan)}))


def attempt_terms(board: Board, power: str, plan: Json, flag: str | None = None) -> tuple[list[Json], int, str] | None:
    """5.3 Modifiers, further dice and the power whose effectiveness counts, for the check of an attempt; None where
    nothing is rolled."""
    act = plan["act"]
    if act == "increase-commitment" and board.is_belligerent(power):
        return None
    if act == "special" and plan["name"] in POSTURES:
        return None  # ruling R-12.3.1-posture
    extra = _il_duce(board, power, flag) + (extra_dice(board, power, act) if act == "propaganda" else 0)
    least = power
    if act == "alliance":
        least, extra = _least_effective(board, power, plan, extra)
    return modifiers(board, power, plan), extra, least


def _target(plan: Json) -> str | list[str] | None:
    return plan.get("area") or plan.get("power") or plan.get("targets") or plan.get("partners") or plan.get("name")


@rule("6.1", "The least effective power checks")
def _least_effective(board: Board, power: str, plan: Json, extra: int) -> tuple[str, int]:
    """6.1 The least effective of all who attempt, a marker flipped at 1 (5.3) being less than 1, and its further dice;
    the Il Duce flag counts as one more (ruling R-6.1-il-duce).

    Ruling R-6.1-flipped.
    """
    further = {power: extra}
    for partner in plan["partners"] if plan["new"] else ():
        further[partner] = _il_duce(board, partner, board.reserve(partner))
    least = min(further, key=lambda one: (board.effectiveness(one) + further[one], not board.is_flipped_at_one(one)))
    return least, further[least]


@rule("12.1.2", "Il Duce")
def _il_duce(board: Board, power: str, flag: str | None) -> int:
    """12.1.2 One more die for an attempt with the Il Duce flag, until Italy collapses."""
    return 1 if flag and board.counter(flag).kind == "il-duce" and board.has_ability(power, "il-duce") else 0


def _partner_flags(board: Board, power: str, plan: Json) -> list[str | None]:
    """6.1: the flags that partners had in reserve are played as well; not when joining (6.1.1)."""
    if plan["act"] != "alliance":
        return []
    return [board.reserve(each) for each in plan["partners"] if plan["new"]]


# -- modifiers and failures ------------------------------------------------------------------------------------


@rule("5.4", "Modifiers of political actions", also=("6.3", "6.7", "2.3.7"))
def modifiers(board: Board, power: str, plan: Json) -> list[Json]:
    """The modifiers of an attempt: failed actions, resistance, enemy control, influence, commitment."""
    act = plan["act"]
    found = []
    if _failures(board, power, plan):
        found.append(modifier("failed-before", _failures(board, power, plan), "5.4"))
    if act == "diplomacy":
        found += _diplomacy_modifiers(board, power, plan["area"])
    if act == "propaganda" and board.is_2022 and board.column(power)["homeFrontModifier"]:
        found.append(modifier("commitment", board.column(power)["homeFrontModifier"], "6.7"))
    return found + posture_modifiers(board, power, act)


def _diplomacy_modifiers(board: Board, power: str, area: str) -> list[Json]:
    found = []
    if resistance(board, area):
        found.append(modifier("resistance", -resistance(board, area), "2.3.7"))
    if board.is_enemy_area(power, area):
        found.append(modifier("enemy-control", -1, "6.3"))
    if power in board.influence_in(area):
        found.append(modifier("influence", 1, "6.3"))
    return found + china.diplomacy_modifiers(board, power, area)


@rule("2.3.7", "Resistance", also=("2.4.5",))
def resistance(board: Board, area: str) -> int:
    """2.3.7 The fists of the country; an area with neutral cubes has one, since 2022 one for each."""
    cubes = board.neutral_cubes(area)
    if cubes:
        return cubes if board.is_2022 else 1
    return board.area(area).resistance


@rule("5.4", "The box of an action")
def box_of(plan: Json) -> str:
    """5.4 The failed action box: one for each kind; with cubes in that of special actions lies the marker of one.

    Ruling R-5.4-special-box.
    """
    return f"special {plan['name']}" if plan["act"] == "special" else plan["act"]


@rule("5.4", "Failed political actions")
def _failures(board: Board, power: str, plan: Json) -> int:
    """5.4 Its cubes in the box of this action; for a new alliance only if every partner has one there.

    Ruling R-5.4-joint-bonus.
    """
    own = board.powers[power]["failed"].get(box_of(plan), 0)
    if plan["act"] == "alliance" and plan["new"]:
        if any(not board.powers[each]["failed"].get("alliance") for each in plan["partners"]):
            return 0
    return own


@rule("5.4", "Failed political actions")
def _remember_failure(t: Turn, power: str, plan: Json) -> None:
    """5.4 A cube in the box of the action (not for diplomacy; as long as there is one, 2.4), its cubes in other boxes
    leave.

    Ruling R-5.4-cubes-placed.
    """
    act = plan["act"]
    together = plan["partners"] if act == "alliance" and plan["new"] else []
    _leave_joint_attempt(t, power, act)
    for each in (power, *together):
        before = t.board.powers[each]["failed"]
        failed = {name: count for name, count in before.items() if name == box_of(plan)}
        if act != "diplomacy" and cubes_left(t.board, each) + sum(before.values()) - sum(failed.values()) > 0:
            failed[box_of(plan)] = failed.get(box_of(plan), 0) + 1
        if failed != before:
            t.emit("failed-actions-changed", power=each, failed=failed)


@rule("5.4", "Failed political actions")
def _forget_failures(t: Turn, power: str, plan: Json) -> None:
    """5.4 After a success every cube of the power leaves; of a new alliance those of all partners, but not those of the
    members of one that is joined (6.1.1)."""
    together = plan["partners"] if plan["act"] == "alliance" and plan["new"] else []
    _leave_joint_attempt(t, power, plan["act"])
    for each in (power, *together):
        if t.board.powers[each]["failed"]:
            t.emit("failed-actions-changed", power=each, failed={})


def _leave_joint_attempt(t: Turn, power: str, act: str) -> None:
    """5.4 Who turns to another action ends the joint attempt: the alliance cubes of its partners leave as well.

    Ruling R-5.4-joint-cubes.
    """
    board = t.board
    if act == "alliance" or not board.powers[power]["failed"].get("alliance"):
        return
    for other in board.same_ideology(power):
        if board.powers[other]["failed"].get("alliance"):
            rest = {name: n for name, n in board.powers[other]["failed"].items() if name != "alliance"}
            t.emit("failed-actions-changed", power=other, failed=rest)


# -- what a success does ---------------------------------------------------------------------------------------


@rule("6.1", "Alliance")
def _alliance(t: Turn, power: str, plan: Json) -> Asking[None]:
    yield from form_alliance(t, power, plan["partners"])


@rule("6.2", "Declaration of war", also=("5.6.1",))
def _declare_war(t: Turn, power: str, plan: Json) -> Asking[None]:
    """6.2 War, then one operation against a target at once; without a possible one all is undone (ruling
    R-6.2-cancelled)."""
    before = t.board.to_json()
    yield from begin_war(t, power, plan["targets"], "declaration")
    if possible_against(t.board, power, plan["targets"]):
        _forget_failures(t, power, plan)
        yield from military_actions(t, power, 1, "declaration", first=plan.get("operation"), targets=plan["targets"])
        return
    after = t.board.to_json()
    restored = {name: before[name] for name in before if before[name] != after[name]}
    t.emit("declaration-cancelled", power=power, targets=plan["targets"], restored=restored)


@rule("6.3", "Diplomacy")
def _diplomacy(t: Turn, power: str, plan: dict[str, str]) -> Asking[None]:
    """6.3 The power gains control of the country; others are provoked."""
    yield from gain_control(t, power, plan["area"], "diplomacy")


@rule("6.4", "Increase commitment")
def _increase(t: Turn, power: str, plan: Json) -> Asking[None]:
    yield from increase_commitment(t, power, plan)


@rule("6.5", "Maneuvers")
def _maneuvers(t: Turn, power: str, plan: Json) -> Asking[None]:
    """6.5 One military action, chosen after the check."""
    yield from military_actions(t, power, 1, "maneuvers", first=plan.get("action"))


@rule("6.6", "Pressure", also=("5.2.4",))
def _pressure(t: Turn, power: str, plan: dict[str, str]) -> Asking[None]:
    """6.6 The target gains a flag."""
    yield from gain_flag(t, plan["power"], "pressure", by=power)


@rule("6.7", "Propaganda")
def _propaganda(t: Turn, power: str, plan: dict[str, str]) -> None:
    """6.7 One level of stability."""
    gain_stability(t, power, "propaganda")


@rule("6.8", "Special actions")
def _special(t: Turn, power: str, plan: dict[str, str]) -> Asking[None]:
    """6.8 What the ideology's card describes (chapter 12)."""
    yield from attempt(t, power, plan["name"])


PROCEDURES = {
    "alliance": _alliance,
    "declare-war": _declare_war,
    "diplomacy": _diplomacy,
    "increase-commitment": _increase,
    "maneuvers": _maneuvers,
    "pressure": _pressure,
    "propaganda": _propaganda,
    "special": _special,
}
