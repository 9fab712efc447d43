"""6 Political actions: what may be attempted, with which modifiers, and what a success does."""

from pbem.core.problems import Problem, messages
from pbem.core.requests import Ask
from pbem.core.rulebook import rule

from . import china
from .alliances import form_alliance, partners_for, war_bars
from .america import keeps_apart
from .checks import check, modifier
from .commitment import added_problems, counted_problems, increase_barred, increase_commitment
from .control import gain_control
from .cubes import cubes_left
from .interests import has_interest
from .provocation import gain_flag
from .soviets import POSTURES, extra_dice, posture_modifiers
from .stability import gain_stability
from .wars import begin_war, trade_bars

messages(
    {
        "ca-no-such-action": "{act} is no political action.",
        "ca-allied-already": "{power} is in an alliance already.",
        "ca-partner": "{partner} cannot be a partner of {power}: it must share its ideology and reserve a flag.",
        "ca-partners-missing": "An alliance needs a partner.",
        "ca-lend-lease-alliance": "The United States makes no alliance before Lend Lease is in play.",
        "ca-alliance-war": "{powers} would have to join a war and may not.",
        "ca-not-at-war-footing": "{power} must be at mobilization or total war to declare war; it is at {commitment}.",
        "ca-war-target": "{target} is no opposing power at peace with {power}.",
        "ca-war-targets-missing": "A declaration of war names a power.",
        "ca-war-targets-apart": "{targets} are not allied with each other.",
        "ca-trade-war": "No war on Japan while US-Japan Trade is in play.",
        "ca-no-war-operation": "No operation against {targets} would be possible.",
        "ca-not-a-country": "{area} is no country.",
        "ca-garrisoned": "{area} is garrisoned.",
        "ca-civil-war-there": "{area} is in a civil war.",
        "ca-chinese-army-there": "A Chinese army is in {area}, and the Chinese Civil War is active.",
        "ca-no-interest": "{power} has no interest in {area}.",
        "ca-own-country": "{power} controls {area} already.",
        "ca-remote-area": "Nobody else can gain {area}.",
        "ca-stresa": "The Stresa Front keeps {power} out of {area}.",
        "ca-no-higher-commitment": "There is no higher commitment.",
        "ca-commitment-raised": "The commitment was increased this turn already.",
        "ca-total-war-at-peace": "Total war needs a belligerent power or a Global War.",
        "ca-status-quo-commitment": "Democracies cannot mobilize under Status Quo.",
        "ca-pressure-target": "{target} cannot be put under pressure: it must be another active power and no enemy.",
        "ca-pressure-peace": "One of {power} and {target} must be belligerent.",
        "ca-no-flag-to-gain": "{target} has no flag available.",
        "ca-steady": "{power} is steady already, and what could change nothing is not attempted [3.3].",
        "ca-no-special": "{power} has no special action {name} now.",
        "ca-unknown-area": "There is no area {area} in play.",
    }
)

ACTS = (
    "alliance",
    "declare-war",
    "diplomacy",
    "increase-commitment",
    "maneuvers",
    "pressure",
    "propaganda",
    "special",
)


@rule("6.0", "Political actions", also=("5.2", "3.7.1"))
def political_action(t, power, plan, flag=None):
    """6.0 One attempt: check, consequences of failure or success; the flag then returns to the status card (5.2)."""
    from .collapse import settle

    plan = _complete(t.board, power, plan)
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
        yield from PROCEDURES[plan["act"]](t, power, plan)
    else:
        t.emit("action-failed", power=power, **_told(plan))
        _remember_failure(t, power, plan)
    for counter in flags:
        if counter and t.board.place[counter] in ("hand", "reserve"):
            t.emit("counter-returned", power=t.board.power_of(counter), counter=counter)
    yield from settle(t)


@rule("6.1", "Partners of an alliance agree")
def partners_agree(t, power, plan):
    """6.1 Partners play a flag as well, so each of another seat is asked (ruling R-6.1-consent)."""
    board = t.board
    if plan["act"] != "alliance" or not plan["new"] or board.options.get("alliance-consent") != "ask":
        return True
    for partner in board.in_order(plan["partners"]):
        if (yield Ask("ally", partner, options=["agree", "decline"], about={"by": power})) == "decline":
            t.emit("alliance-declined", power=partner, by=power)
            return False
    return True


def _keep_flag(t, power, flag):
    """The flag of an attempt that was not made: into an empty reserve, else back to the status card."""
    if flag and t.board.at(flag) == "hand":
        if t.board.reserve(power) is None:
            t.emit("counter-reserved", power=power, counter=flag, rule="3.4")
        else:
            t.emit("counter-returned", power=power, counter=flag)


def _complete(board, power, plan):
    """An alliance with all members of the one that is joined, or marked as new (6.1.1)."""
    if plan["act"] != "alliance":
        return plan
    members = board.alliances.get(board.ideology(power))
    return {**plan, "partners": list(members or plan["partners"]), "new": not members}


def _told(plan):
    """What of the plan belongs into the story: act and target."""
    told = {key: plan[key] for key in ("act", "area", "partners", "targets", "name") if key in plan}
    return {**told, "target": plan["power"]} if "power" in plan else told


def _attempt(t, power, plan, flag):
    """5.3 The effectiveness check of the action, or success without one (6.4 while belligerent)."""
    board, act = t.board, plan["act"]
    if act == "increase-commitment" and board.is_belligerent(power):
        return True
    if act == "special" and plan["name"] in POSTURES:
        return True  # ruling R-12.3.1-posture
    extra = _il_duce(board, power, flag) + (extra_dice(board, power, act) if act == "propaganda" else 0)
    least = power
    if act == "alliance":
        least, extra = _least_effective(board, power, plan, extra)
    found = modifiers(board, power, plan)
    return (yield from check(t, power, act, found, extra, least, {"target": _target(plan)}))


def _target(plan):
    return (
        plan.get("area")
        or plan.get("power")
        or plan.get("targets")
        or plan.get("partners")
        or plan.get("name")
    )


@rule("6.1", "The least effective power checks")
def _least_effective(board, power, plan, extra):
    """6.1 The least effective of all who attempt, a marker flipped at 1 (5.3) being less than 1, and its further dice;
    the Il Duce flag counts as one more (ruling R-6.1-il-duce)."""
    further = {power: extra}
    for partner in plan["partners"] if plan["new"] else ():
        further[partner] = _il_duce(board, partner, board.reserve(partner))
    least = min(further, key=lambda one: (board.effectiveness(one) + further[one], board.effectiveness_penalty(one)))
    return least, further[least]


@rule("12.1.2", "Il Duce")
def _il_duce(board, power, flag):
    """12.1.2 One more die for an attempt with the Il Duce flag, until Italy collapses."""
    return 1 if flag and board.counter(flag).kind == "il-duce" and board.has_ability(power, "il-duce") else 0


def _joins(board, power):
    """6.1.1: an alliance of its ideology exists that it could join."""
    return bool(board.alliances.get(board.ideology(power)))


def _partner_flags(board, power, plan):
    """6.1: the flags that partners had in reserve are played as well; not when joining (6.1.1)."""
    if plan["act"] != "alliance":
        return []
    return [
        board.reserve(each)
        for each in plan["partners"]
        if plan["new"] and _is_flag(board, board.reserve(each))
    ]


def _is_flag(board, counter):
    return counter is not None and board.type_of(counter) == "flag"


# -- modifiers and failures ------------------------------------------------------------------------------------


@rule("5.4", "Modifiers of political actions", also=("6.3", "6.7", "2.3.7"))
def modifiers(board, power, plan):
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


def _diplomacy_modifiers(board, power, area):
    found = []
    if resistance(board, area):
        found.append(modifier("resistance", -resistance(board, area), "2.3.7"))
    if board.is_enemy_area(power, area):
        found.append(modifier("enemy-control", -1, "6.3"))
    if power in board.influence_in(area):
        found.append(modifier("influence", 1, "6.3"))
    return found + china.diplomacy_modifiers(board, power, area)


@rule("2.3.7", "Resistance", also=("2.4.5",))
def resistance(board, area):
    """2.3.7 The fists of the country; an area with neutral cubes has one, since 2022 one for each."""
    cubes = board.neutral_cubes(area)
    if cubes:
        return cubes if board.is_2022 else 1
    return board.area(area).resistance


@rule("5.4", "The box of an action")
def box_of(plan):
    """5.4 The failed action box: one for each kind; with cubes in that of special actions lies the marker of one."""
    return f"special {plan['name']}" if plan["act"] == "special" else plan["act"]


@rule("5.4", "Failed political actions")
def _failures(board, power, plan):
    """5.4 Its cubes in the box of this action; for a new alliance only if every partner has one there."""
    own = board.powers[power]["failed"].get(box_of(plan), 0)
    if plan["act"] == "alliance" and plan["new"]:
        if any(not board.powers[each]["failed"].get("alliance") for each in plan["partners"]):
            return 0
    return own


@rule("5.4", "Failed political actions")
def _remember_failure(t, power, plan):
    """5.4 A cube in the box of the action (not for diplomacy; as long as there is one, 2.4), its cubes in other boxes
    leave."""
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
def _forget_failures(t, power, plan):
    """5.4 After a success every cube of the power leaves; of a new alliance those of all partners, but not those of the
    members of one that is joined (6.1.1)."""
    together = plan["partners"] if plan["act"] == "alliance" and plan["new"] else []
    _leave_joint_attempt(t, power, plan["act"])
    for each in (power, *together):
        if t.board.powers[each]["failed"]:
            t.emit("failed-actions-changed", power=each, failed={})


def _leave_joint_attempt(t, power, act):
    """5.4 Who turns to another action ends the joint attempt: the alliance cubes of its partners leave as well."""
    board = t.board
    if act == "alliance" or not board.powers[power]["failed"].get("alliance"):
        return
    for other in board.same_ideology(power):
        if board.powers[other]["failed"].get("alliance"):
            rest = {name: n for name, n in board.powers[other]["failed"].items() if name != "alliance"}
            t.emit("failed-actions-changed", power=other, failed=rest)


# -- what a success does ---------------------------------------------------------------------------------------


@rule("6.1", "Alliance")
def _alliance(t, power, plan):
    yield from form_alliance(t, power, plan["partners"])


@rule("6.2", "Declaration of war", also=("5.6.1",))
def _declare_war(t, power, plan):
    """6.2 War, then one operation against a target at once; without a possible one all is undone (ruling
    R-6.2-cancelled)."""
    from .military import military_actions
    from .possible_operations import possible_against

    before = t.board.to_json()
    yield from begin_war(t, power, plan["targets"], "declaration")
    targets = [target for target in plan["targets"] if t.board.is_enemy(power, target)]
    if t.board.over:
        return
    if targets and possible_against(t.board, power, targets):
        _forget_failures(t, power, plan)
        yield from military_actions(t, power, 1, "declaration", first=plan.get("operation"), targets=targets)
        return
    after = t.board.to_json()
    restored = {name: before[name] for name in before if before[name] != after[name]}
    t.emit("declaration-cancelled", power=power, targets=plan["targets"], restored=restored)


@rule("6.3", "Diplomacy")
def _diplomacy(t, power, plan):
    """6.3 The power gains control of the country; others are provoked."""
    yield from gain_control(t, power, plan["area"], "diplomacy")


@rule("6.4", "Increase commitment")
def _increase(t, power, plan):
    yield from increase_commitment(t, power, plan)


@rule("6.5", "Maneuvers")
def _maneuvers(t, power, plan):
    """6.5 One military action, chosen after the check."""
    from .military import military_actions

    yield from military_actions(t, power, 1, "maneuvers", first=plan.get("action"))


@rule("6.6", "Pressure", also=("5.2.4",))
def _pressure(t, power, plan):
    """6.6 The target gains a flag."""
    yield from gain_flag(t, plan["power"], "pressure", by=power)


@rule("6.7", "Propaganda")
def _propaganda(t, power, plan):
    """6.7 One level of stability."""
    gain_stability(t, power, "propaganda")
    return
    yield


@rule("6.8", "Special actions")
def _special(t, power, plan):
    """6.8 What the ideology's card describes (chapter 12)."""
    from .special_rules import attempt

    yield from attempt(t, power, plan["name"])


PROCEDURES = {
    "alliance": _alliance, "declare-war": _declare_war, "diplomacy": _diplomacy, "increase-commitment": _increase,
    "maneuvers": _maneuvers, "pressure": _pressure, "propaganda": _propaganda, "special": _special,
}  # fmt: skip


# -- what is legal ---------------------------------------------------------------------------------------------


@rule("3.3", "What may be attempted", also=("6.0",))
def action_problems(board, power, plan):
    """Why an attempt is not allowed, as Problems; since 2022 also what could change nothing (3.3, ruling
    R-3.3-no-effect)."""
    act = plan.get("act")
    if act not in ACTS:
        return [Problem("ca-no-such-action", rule="6.0", act=act)]
    return PROBLEMS[act](board, power, plan)


@rule("6.1", "Who may form an alliance", also=("6.1.1", "6.1.3", "12.2.2"))
def _alliance_problems(board, power, plan):
    if board.allies(power):
        return [Problem("ca-allied-already", rule="6.1.1", power=power)]
    allowed, partners = partners_for(board, power), plan.get("partners") or []
    if any(keeps_apart(board, each) for each in (power, *partners)):
        return [Problem("ca-lend-lease-alliance", rule="12.2.2")]
    if _joins(board, power):
        wrong = [each for each in partners if each not in allowed]
        partners = allowed
    else:
        wrong = [each for each in partners if each not in allowed]
    if wrong:
        return [Problem("ca-partner", rule="6.1", power=power, partner=each) for each in wrong]
    if not partners:
        return [Problem("ca-partners-missing", rule="6.1")]
    barred = war_bars(board, power, partners)
    return [Problem("ca-alliance-war", rule="6.1.3", powers=", ".join(barred))] if barred else []


@rule("6.2", "Who may declare war on whom")
def _war_problems(board, power, plan):
    targets = plan.get("targets") or []
    if not targets:
        return [Problem("ca-war-targets-missing", rule="6.2")]
    found = []
    if not board.may_make_war(power):
        found.append(
            Problem("ca-not-at-war-footing", rule="6.2", power=power, commitment=board.commitment(power))
        )
    for target in targets:
        if (
            not board.is_active(target)
            or not board.is_opposing(power, target)
            or board.is_enemy(power, target)
        ):
            found.append(Problem("ca-war-target", rule="6.2", power=power, target=target))
    apart = [each for each in targets[1:] if each not in board.allies(targets[0])]
    if apart and not (board.is_2022 and board.options.get("joint-declaration") == "any"):
        found.append(Problem("ca-war-targets-apart", rule="6.2", targets=", ".join(targets)))
    if trade_bars(board, power, targets):
        found.append(Problem("ca-trade-war", rule="12.2.2"))
    return found or _war_operation_problems(board, power, plan, targets)


def _war_operation_problems(board, power, plan, targets):
    """3.3, R-3.3-no-effect: since 2022 a declaration needs an operation that could follow; a named one must be
    legal."""
    from .military import ACTION
    from .possible_operations import possible_against

    if plan.get("operation"):
        about = {"left": 1, "source": "declaration", "targets": targets}
        return ACTION.check(board, Ask("military-action", power, about=about, rule="6.2"), plan["operation"])
    if board.is_2022 and not possible_against(board, power, targets):
        return [Problem("ca-no-war-operation", rule="3.3", targets=", ".join(targets))]
    return []


@rule("6.3", "Targets of diplomacy", also=("12.1", "2.2.8"))
def _diplomacy_problems(board, power, plan):
    area = plan.get("area")
    if area not in board.parts.areas:
        return [Problem("ca-unknown-area", rule="2.1", area=area)]
    name, found = board.area(area).name, []
    if not board.is_country(area):
        return [Problem("ca-not-a-country", rule="2.2.5", area=name)]
    if board.controller(area) == power:
        return [Problem("ca-own-country", rule="6.3", power=power, area=name)]
    if board.area(area).remote:
        found.append(Problem("ca-remote-area", rule="2.2.8", area=name))
    if board.is_garrisoned(area):
        found.append(Problem("ca-garrisoned", rule="6.3", area=name))
    if area in board.civil_wars:
        found.append(Problem("ca-civil-war-there", rule="6.3", area=name))
    if china.diplomacy_barred(board, area):
        found.append(Problem("ca-chinese-army-there", rule="11.4.3", area=name))
    if not has_interest(board, power, area):
        found.append(Problem("ca-no-interest", rule="5.1", power=power, area=name))
    if stresa(board, power, area):
        found.append(Problem("ca-stresa", rule="12.1", power=power, area=name))
    return found


def stresa(board, power, area):
    from .special_rules import stresa_bars

    return stresa_bars(board, power, area)


@rule("6.4", "When commitment may be increased")
def _increase_problems(board, power, plan):
    barred = increase_barred(board, power)
    if barred:
        return [Problem(barred[0], rule=barred[1])]
    found = added_problems(board, power, plan["add"]) if plan.get("add") else []
    return found + counted_problems(board, power, plan.get("count") or ())


def _maneuvers_problems(board, power, plan):
    """6.5 The military action is chosen after the check; one that is named in advance must be legal as things stand."""
    from .military import ACTION, action_about

    if "action" not in plan:
        return []
    return ACTION.check(board, Ask("military-action", power, about=action_about(1, "maneuvers")), plan["action"])


@rule("6.6", "Who may be put under pressure")
def _pressure_problems(board, power, plan):
    target = plan.get("power")
    if target == power or not board.is_active(target) or board.is_enemy(power, target):
        return [Problem("ca-pressure-target", rule="6.6", target=target)]
    if not board.is_2022:
        return []
    found = []
    if not board.is_belligerent(power) and not board.is_belligerent(target):
        found.append(Problem("ca-pressure-peace", rule="6.6", power=power, target=target))
    if not board.available(target, "flag"):
        found.append(Problem("ca-no-flag-to-gain", rule="3.3", target=target))
    return found


@rule("6.7", "When propaganda may be tried")
def _propaganda_problems(board, power, plan):
    if board.is_2022 and board.powers[power]["stability"] == "steady":
        return [Problem("ca-steady", rule="6.7", power=power)]
    return []


@rule("6.8", "Which special actions there are")
def _special_problems(board, power, plan):
    from .special_rules import special_actions

    names = special_actions(board, power)
    if plan.get("name") in names:
        return []
    return [Problem("ca-no-special", rule="6.8", power=power, name=plan.get("name"))]


PROBLEMS = {
    "alliance": _alliance_problems, "declare-war": _war_problems, "diplomacy": _diplomacy_problems,
    "increase-commitment": _increase_problems, "maneuvers": _maneuvers_problems, "pressure": _pressure_problems,
    "propaganda": _propaganda_problems, "special": _special_problems,
}  # fmt: skip


def possible_actions(board, power):
    """Every political action that may be attempted now, as plans; a declaration of war has one target each."""
    from .special_rules import special_actions

    plans = [{"act": "increase-commitment"}, {"act": "maneuvers"}, {"act": "propaganda"}]
    partners = partners_for(board, power)
    if partners:
        plans.append({"act": "alliance", "partners": partners})
    plans += [{"act": "declare-war", "targets": [other]} for other in board.opposing(power)]
    plans += [{"act": "pressure", "power": other} for other in board.active()]
    plans += [{"act": "special", "name": name} for name in special_actions(board, power)]
    plans += [{"act": "diplomacy", "area": area} for area in board.parts.areas if board.is_country(area)]
    return [plan for plan in plans if not action_problems(board, power, plan)]
