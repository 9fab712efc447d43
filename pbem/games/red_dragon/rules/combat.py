"""10 Combat: factors, who may be fired at, the exchange of fire, losses.

A *shot* is a pair [shooter, target].  Fire is judged and allocated before anything moves, so the functions here take
the units that will take part; `ashore` names those that are at sea now and will fight as land units.
"""

from collections.abc import Collection, Sequence
from typing import Any

from pbem.core.data.problems import Problem
from pbem.core.rules.requests import Ask, Asking, Roll, dice
from pbem.core.rules.rulebook import rule

from ..board.board import ABOARD, Board, Turn
from ..board.parts import OTHER, Parts, Unit

NAMED = 8  # counters that a hint names


@rule("10.2", "Procedure", also=("10.1",))
def combat(
    t: Turn,
    area: str,
    side: str,
    attackers: list[str],
    defenders: list[str],
    fire: list[list[str]] | None,
    spared: Sequence[str] = (),
    answering: list[Any] | None = None,
) -> Asking[None]:
    """10.2 Procedure.  One exchange of fire: every unit in it fires once at one enemy unit; targets are named before
    the first die; losses are taken when both sides have fired.

    `spared` attackers may not be fired at (9.9); `answering` names the defenders that may fire, if not all may (8.18).
    Ruling: R-10.2-who-fires-back, R-10.2-lr-target-fires.
    """
    t.emit("combat-begun", area=area, side=side, attackers=list(attackers), defenders=list(defenders))
    fire = completed(t.board, attackers, defenders, fire)
    targets = [unit for unit in attackers if unit not in spared]
    answering = defenders if answering is None else answering
    back = yield from return_fire(t, area, OTHER[side], answering, targets, spared)
    hits = {}
    for shooter, target in fire + back:
        if (yield from shot(t, area, shooter, target)):
            hits[target] = hits.get(target, 0) + 1
    for target in sorted(hits):
        losses(t, target, hits[target], area)


@rule("10.2", "Return fire")
def return_fire(
    t: Turn, area: str, side: str, shooters: list[str], targets: list[str], spared: Sequence[str]
) -> Asking[list[list[str]]]:
    """10.2 The defenders fire as well, at whatever takes part in the attack; asked only where there is a choice."""
    default = default_fire(t.board, shooters, targets)
    if not any(len(open_targets(t.board, shooter, targets)) > 1 for shooter, _ in default):
        return default
    about = {"area": area, "shooters": list(shooters), "targets": list(targets), "spared": list(spared)}
    answer = yield Ask("return-fire", side, about=about)
    return completed(t.board, shooters, targets, answer["fire"])


@rule("2.12", "Combat factors")
def shot(t: Turn, area: str, shooter: str, target: str) -> Asking[bool]:
    """2.12 One unit fires: a die equal to or below its factor hits."""
    factor, base, modifiers = effective_factor(t.board, shooter, target)
    [die] = yield Roll(f"10.2/{area}/{shooter}", dice(1, t.board.parts.tables["combat"]["die"]))
    hit = is_hit(die, factor)
    t.emit(
        "shot-fired",
        area=area,
        shooter=shooter,
        target=target,
        die=die,
        factor=factor,
        base=base,
        modifiers=modifiers,
        hit=hit,
    )
    return hit


def is_hit(die: int, factor: int) -> bool:
    """2.12 A hit needs a die equal to or below the factor."""
    return die <= factor


@rule("2.13", "Steps", also=("9.9",))
def losses(t: Turn, unit: str, hits: int, area: str) -> None:
    """2.13 The first hit flips a unit with two steps, the last one eliminates it; further hits are wasted (10.2).

    What a ship carries is lost with it (9.9).
    """
    steps = t.board.parts.units[unit].steps - (unit in t.board.reduced)
    if hits >= steps:
        eliminate(t, unit, "combat", hits=hits, area=area)
    else:
        t.emit("unit-reduced", unit=unit, area=area, why="combat")


@rule("2.13", "Elimination", also=("4.5", "9.9"))
def eliminate(t: Turn, unit: str, why: str, **more: Any) -> None:
    """2.13 The unit never returns, nor does what it carries (9.9); a US carrier scores for the PRC (4.5)."""
    for aboard in list(t.board.cargo(unit)):
        t.emit("unit-eliminated", unit=aboard, why="cargo", ship=unit)
    t.emit("unit-eliminated", unit=unit, why=why, **more)
    if unit in t.board.parts.carriers:
        points = t.board.parts.tables["victory"]["items"]["cvn"]["vp"]
        t.emit("vp-changed", rule="4.5", by=points, total=t.board.vp + points, why="carrier", unit=unit)


# -- factors ---------------------------------------------------------------------------------------------

Factor = tuple[int, int, list[list[Any]]]
"""(factor, printed factor, modifiers)"""


def effective_factor(board: Board, shooter: str, target: str, ashore: Sequence[str] = ()) -> Factor:
    """The factor of a unit on the board against another."""
    at_sea = shooter not in ashore and _floats(board, shooter)
    return _factor(board, shooter, at_sea, target, _on_land(board, target))


def _on_land(board: Board, target: str) -> bool:
    """Whether a target is fired at as on land: it stands there, or is aboard."""
    place = board.place[target]
    return place.startswith(ABOARD) or board.parts.areas[place].is_land


def _factor(board: Board, shooter: str, at_sea: bool, target: str, on_land: bool) -> Factor:
    """What `effective_factor` tells, worked out once for each pair."""
    key = (shooter, shooter in board.reduced, at_sea, target, on_land)
    known = board.shots.get(key)
    if known is None:
        minus_for_all = board.option("cvn-minus-for-russians") == "yes"
        known = board.shots[key] = factor_of(board.parts, shooter, key[1], at_sea, target, on_land, minus_for_all)
    return known


@rule("2.12", "Combat factors")
def factor_of(
    parts: Parts, shooter: str, reduced: bool, at_sea: bool, target: str, on_land: bool, minus_for_all: bool = False
) -> Factor:
    """2.12 The factor is that of the target's kind; with 0 a unit never fires.  The modifiers add up, within limits.

    Ruling: R-10.5-zero-in-port, R-10.3-modifier-order.
    """
    one, other, table = parts.units[shooter], parts.units[target], parts.tables["combat"]
    base = 0 if at_sea else printed_factors(one, reduced)[target_kind(other, on_land)]
    modifiers = [
        *carrier_modifier(parts, one, target, minus_for_all),
        *port_modifier(table, other, on_land),
        *stealth_modifier(table, other, base),
    ]
    if base <= table["least_factor"]:
        return 0, base, []
    factor = base + sum(by for _, by in modifiers)
    return max(table["least_factor"], min(factor, table["greatest_factor"])), base, modifiers


@rule("2.13", "Steps")
def printed_factors(unit: Unit, reduced: bool) -> dict[str, int]:
    """2.13 The factors on the side that is up."""
    return unit.reduced if reduced else unit.factors


@rule("9.8", "Land units at sea as targets")
def target_kind(unit: Unit, on_land: bool) -> str:
    """9.8 At sea a land unit is fired at like a surface ship.  Ruling: R-9.8-at-sea-factor."""
    return "surface" if unit.category == "land" and not on_land else unit.kind


@rule("10.3", "Aircraft against carriers")
def carrier_modifier(parts: Parts, shooter: Unit, target: str, minus_for_all: bool) -> list[list[Any]]:
    """10.3 PRC aircraft are 1 weaker against a US carrier, damaged or not.  Ruling: R-10.3-prc-aircraft."""
    if shooter.category != "air" or target not in parts.carriers:
        return []
    country = shooter.country
    if country != "prc" and not (minus_for_all and parts.countries[country]["leans"] == "prc"):
        return []
    return [["10.3", parts.tables["combat"]["prc_air_against_cvn"]]]


@rule("10.5", "Ships in a land area")
def port_modifier(table: dict[str, int], target: Unit, on_land: bool) -> list[list[Any]]:
    """10.5 Naval units in a land area are hit 1 more easily, up to a factor of 5."""
    return [["10.5", table["port_bonus"]]] if target.category == "naval" and on_land else []


@rule("10.6", "Stealth")
def stealth_modifier(table: dict[str, int], target: Unit, base: int) -> list[list[Any]]:
    """10.6 Against a stealth aircraft every factor is 1."""
    by = table["factor_against_stealth"] - base
    return [["10.6", by]] if target.is_stealth and by else []


def _floats(board: Board, unit: str) -> bool:
    """A land unit at sea or aboard, which has no factors of its own."""
    place = board.place[unit]
    if board.parts.units[unit].category != "land":
        return False
    return place.startswith(ABOARD) or not board.parts.areas[place].is_land


# -- who may be fired at ---------------------------------------------------------------------------------


def open_targets(board: Board, shooter: str, targets: list[str], ashore: Sequence[str] = ()) -> list[str]:
    """Those against which the shooter has a factor."""
    return [target for target in targets if effective_factor(board, shooter, target, ashore)[0] > 0]


@rule("10.4", "Protected targets", also=("9.8",))
def protected(board: Board, target: str) -> bool:
    """10.4 US carriers, both sides' amphibious ships and land units at sea are protected targets."""
    return board.parts.units[target].is_protected or _floats(board, target)


@rule("10.4", "Protected targets")
def screen_of(board: Board, targets: list[str], shooters: list[str], ashore: Sequence[str] = ()) -> list[str]:
    """10.4 What must be fired at before a protected target: every other surface ship among the targets.

    Ruling: R-10.4-screen, R-10.4-protected-do-not-screen.
    """
    units = board.parts.units
    screen = [id for id in targets if units[id].kind == "surface" and not units[id].is_protected]
    if board.option("submarines-screen") == "yes":
        screen += [
            id
            for id in targets
            if units[id].kind == "asw" and any(effective_factor(board, one, id, ashore)[0] for one in shooters)
        ]
    return screen


@rule("10.2", "Procedure", also=("2.12", "9.9"))
def fire_problems(
    board: Board,
    shooters: list[str],
    targets: list[str],
    fire: list[list[str]],
    ashore: Sequence[str] = (),
    spared: Sequence[str] = (),
) -> list[Problem]:
    """10.2 What is wrong with an allocation of fire; `spared` ships carried the landing units (9.9).  Whoever is not
    named is not held back: he fires by the published default (`completed`).
    """
    problems, fired = [], {}
    for shooter, target in fire:
        if shooter not in shooters:
            problems.append(Problem("rd-not-in-combat", rule="10.2", unit=shooter, those=_some(shooters)))
        elif shooter in fired:
            problems.append(Problem("rd-fires-twice", rule="10.2", unit=shooter))
        elif target in spared or board.place[target].startswith(ABOARD):
            problems.append(Problem("rd-spared", rule="9.9", unit=target, those=_some(targets)))
        elif target not in targets:
            problems.append(Problem("rd-no-target", rule="10.2", unit=target, those=_some(targets)))
        elif not effective_factor(board, shooter, target, ashore)[0]:
            those = _some(open_targets(board, shooter, targets, ashore))
            problems.append(Problem("rd-factor-zero", rule="2.12", unit=shooter, target=target, those=those))
        fired[shooter] = target
    return problems + protection_problems(board, shooters, targets, fired, ashore)


@rule("10.4", "Protected targets")
def protection_problems(
    board: Board, shooters: list[str], targets: list[str], fired: dict[str, str], ashore: Sequence[str] = ()
) -> list[Problem]:
    """10.4 A protected target may be fired at only if its whole screen is."""
    aimed = set(fired.values())
    at = sorted(target for target in aimed if target in targets and protected(board, target))
    if not at:
        return []
    bare = [ship for ship in screen_of(board, targets, shooters, ashore) if ship not in aimed]
    return [
        Problem("rd-protected", rule="10.4", unit=target, screen=bare[0], those=_some(bare)) for target in at if bare
    ]


# -- the published allocation ----------------------------------------------------------------------------


def default_fire(
    board: Board, shooters: list[str], targets: list[str], given: Sequence[list[str]] = (), ashore: Sequence[str] = ()
) -> list[list[str]]:
    """The shots of those that `given` does not name, by the published default, after the shots given.

    Each shooter, in the order of the counters, fires at the unprotected target against which its factor is greatest;
    among equals at the one with the fewest shots so far, then at the first by id.  Protected targets are fired at
    only by those that have no other, and only if their screen is covered.
    Ruling: R-10.2-default-fire.
    """
    units = board.parts.units
    shots, count = [], dict.fromkeys(targets, 0)
    landed = {target: _on_land(board, target) for target in targets}
    for _, target in given:
        if target in count:
            count[target] += 1
    named = {shooter for shooter, _ in given}
    guarded = {target for target in targets if protected(board, target)}

    def fires(shooter: str, among: Collection[str]) -> bool:
        at_sea = shooter not in ashore and _floats(board, shooter)
        options = [
            (-factor, count[target], target)
            for target in among
            if (factor := _factor(board, shooter, at_sea, target, landed[target])[0])
        ]
        if options:
            target = min(options)[2]
            count[target] += 1
            shots.append([shooter, target])
        return bool(options)

    free = [target for target in targets if target not in guarded]
    waiting = sorted((id for id in shooters if id not in named), key=lambda id: units[id].order)
    late = [shooter for shooter in waiting if not fires(shooter, free)]
    if guarded and late and all(count[ship] for ship in screen_of(board, targets, shooters, ashore)):
        for shooter in late:
            fires(shooter, guarded)
    return in_order(board, shots)


def in_order(board: Board, shots: list[list[str]]) -> list[list[str]]:
    """Shots in the order of their shooters' counters: the order of rolling, and the canonical one of an answer."""
    return sorted(shots, key=lambda shot: board.parts.units[shot[0]].order)


def completed(
    board: Board, shooters: list[str], targets: list[str], fire: list[list[str]] | None, ashore: Sequence[str] = ()
) -> list[list[str]]:
    """The shots that can still be fired, and default shots for shooters that are not named.

    Shots of units that are gone, or at units that are gone, fall away; if what remains breaks 10.4, all fire by the
    published default.  Ruling: R-10.2-fire-after-interception.
    """
    kept = [[one, other] for one, other in fire or () if one in shooters and other in targets]
    fired: dict[str, str] = dict(kept)
    if protection_problems(board, shooters, targets, fired, ashore):
        kept = []
    return in_order(board, kept + default_fire(board, shooters, targets, kept, ashore))


def _some(ids: list[str]) -> list[str]:
    """A few of some counters, and how many more there are."""
    return [*ids[:NAMED], *([f"{len(ids) - NAMED} more"] if len(ids) > NAMED else [])]
