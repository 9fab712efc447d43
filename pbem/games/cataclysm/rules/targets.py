"""9.1 and 9.3 to 9.8 What may be attacked, by which operation, with which units; their reach stands in reach.py.

A *play* is the settled answer of a player: ``{"act": "operation", "form", "target", "units", "support",
"augment", "path", "against", "surprise", "extended"}``; only form, target and units are always there.
The operation of a declaration of war (6.2) is judged on the board as the war leaves it (declaration.py).
"""

from pbem.core.data.json_types import Json
from pbem.core.data.problems import Problem
from pbem.core.rules.rulebook import rule

from ..board.board import Board
from ..board.names import spell
from .america import has_bomb, may_be_bombed
from .attack import Attack
from .declaration import after_surprise
from .occupation import is_airfield, is_port
from .reach import permission, reach_problems, stacking_problems, support_problems
from .special_rules import stresa_bars, treaty_bars

FORMS = ("land", "invasion", "naval", "base", "air", "bombing", "atomic")
BOMBING = ("bombing", "atomic")


# -- the whole order -------------------------------------------------------------------------------------------


@rule("9.2", "Operation sequence: the declaration")
def operation_problems(board: Board, power: str, play: Json, left: int) -> list[Problem]:
    """9.2 step 1 Everything that is wrong with an operation as declared, with `left` military actions to
    spend."""
    attack = Attack(board, power, play)
    if not board.has_area(attack.target):
        return [Problem("ca-no-target", rule="9.1", area=attack.target, why="it is out of play")]
    problems = activation_problems(attack)
    if problems:
        return problems
    if attack.cost > left:
        problems.append(Problem("ca-actions", rule=_cost_rule(attack), cost=attack.cost, left=left))
    problems += target_problems(attack) + reach_problems(attack) + idle_words(attack)
    if not problems:
        at_war = once_at_war(attack) if attack.support else attack
        problems += stacking_problems(at_war) + support_problems(at_war)
    return problems


@rule("9.2", "Support is committed when allies have joined", also=("9.8", "10.2"))
def once_at_war(attack: Attack) -> Attack:
    """9.2 The attack on the board on which support is committed (step 7): a surprise attack has begun a war before, and
    the allies that have joined it are friends (step 4)."""
    defender = attack.defender()
    if defender is None or not attack.is_surprise():
        return attack
    return Attack(after_surprise(attack.board, attack.power, defender), attack.power, attack.play)


@rule("9.1.1", "Words of an operation that mean nothing", also=("7.3.3", "9.3.2", "9.8"))
def idle_words(attack: Attack) -> list[Problem]:
    """9.1.1 Only a power that qualifies can be named as the defender.  7.3.3 Ships and aircraft alone have a range to
    extend.  9.3.2 Only an invasion has a path.  9.8 Only a power that is no enemy yet can be surprised."""
    found, wanted = [], attack.play.get("against")
    if wanted and wanted not in attack.possible_defenders():
        found.append(Problem("ca-not-defender", rule="9.1.1", other=wanted))
    if attack.play.get("surprise") and not attack.is_surprise():
        found.append(Problem("ca-nobody-surprised", rule="9.8"))
    if attack.form in ("land", "invasion") and attack.play.get("extended"):
        found.append(Problem("ca-no-range", rule="7.3.3"))
    if attack.form != "invasion" and attack.path:
        found.append(Problem("ca-no-path", rule="9.3.2"))
    return found


def _cost_rule(attack: Attack) -> str:
    if attack.form == "invasion":
        return "9.3.2"
    return "8.2" if attack.augment else "9.1"


@rule("9.1", "Operation definitions: the units", also=("8.4.2", "9.3.1", "9.4.1", "9.5.1"))
def activation_problems(attack: Attack) -> list[Problem]:
    """9.1 Armies for land operations; fleets and strategic air forces in a friendly port or airfield for
    naval ones; air units in a friendly airfield for air ones; allied units with permission, at least one
    own unit.

    Ruling R-9.1-single-area.
    """
    board, power = attack.board, attack.power
    problems = []
    for unit in attack.units:
        why = activation_bar(board, power, unit, attack.form)
        if why == "deployed":
            problems.append(Problem("ca-deployed", rule="8.4.2", unit=unit))
        elif why:
            number = {"land": "9.3.1", "invasion": "9.3.2", "naval": "9.4.1", "base": "9.4.2"}.get(attack.form, "9.5.1")
            problems.append(Problem("ca-not-activated", rule=number, unit=unit, why=why))
    sides = [board.side_of(unit) for unit in attack.units if unit in board.place]
    if not any(unit in board.place and board.power_of(unit) == power for unit in attack.units):
        problems.append(Problem("ca-no-units", rule="9.1", power=power))
    elif attack.form == "base" and not any(side in ("fleet", "carrier") for side in sides):
        problems.append(Problem("ca-not-activated", rule="9.4.2", unit=attack.units[0], why="a fleet must take part"))
    elif attack.form in BOMBING and "strategic" not in sides:
        why = "a strategic air force must take part"
        problems.append(Problem("ca-not-activated", rule="9.5.2", unit=attack.units[0], why=why))
    if attack.form == "invasion" and len({board.at(unit) for unit in attack.units}) > 1:
        why = "an invasion comes from one area"
        problems.append(Problem("ca-not-activated", rule="9.3.2", unit=attack.units[-1], why=why))
    return problems


def activation_bar(board: Board, power: str, unit: str, form: str) -> str | None:
    """Why a unit cannot be activated by a power for a form of operation, in a few words; None when it can."""
    if unit not in board.place or board.at(unit) not in board.parts.areas:
        return "it is not on the map"
    owner = board.power_of(unit)
    if owner is None or not board.is_friendly(power, owner):
        return "it belongs to somebody else"
    type, side, here = board.type_of(unit), board.side_of(unit), board.at(unit)
    if form in ("land", "invasion"):
        fits, wanted = type == "army", "only armies attack on land"
    elif form in ("naval", "base"):
        fits = type == "fleet" or side == "strategic"
        wanted = "only fleets and strategic air forces take part"
    else:
        fits, wanted = type == "air", "only air forces take part"
    if not fits:
        return wanted
    if owner != power and permission(board, owner, power) in ("never", "support"):
        return f"{spell('power', owner)} does not permit it"
    if board.offensive_if_any and unit in board.offensive["deployed"]:
        return "deployed"
    if form in ("land", "invasion"):
        return None
    if form in ("naval", "base"):
        based = is_port(board, owner, here) if type == "fleet" else is_airfield(board, owner, here)
        return None if based else "it is on patrol, in no friendly port or airfield"
    return None if is_airfield(board, owner, here) else "it is in no friendly airfield"


@rule("9.3.1", "Minor armies are not activated", also=("2.4.4", "8.4"))
def minor_army_stays(deploying: bool) -> Problem:
    """9.3.1, 8.4 The problem of an order that would move a minor army."""
    return Problem("ca-minor-army", rule="8.4") if deploying else Problem("ca-minor-army", rule="9.3.1")


# -- the target ------------------------------------------------------------------------------------------------


@rule("9.1", "Operation definitions: the target")
def target_problems(attack: Attack) -> list[Problem]:
    """9.1 The target is enemy-controlled, holds enemy units or an enemy or unowned base, or is a country that
    may be attacked (9.7); never a remote area (2.2.8), one of Stresa's other partner (12.1) or beyond the
    treaty line."""
    board, power, target = attack.board, attack.power, attack.target
    printed = board.area(target)
    if printed.remote:
        return [_no_target(attack, "2.2.8", "remote areas are safe from attack")]
    if stresa_bars(board, power, target):
        return [_no_target(attack, "12.1", "the Stresa Front holds")]
    if treaty_bars(board, target):
        return [_no_target(attack, "12.1.3", "the Washington Naval Treaty holds")]
    if board.is_2022 and _same_ideology(board, power, target):
        who = "the power itself" if board.controller(target) == power else "a power of the same ideology"
        return [_no_target(attack, "9.1", f"{who} controls it")]
    if attack.form in ("land", "invasion"):
        return _land_target(attack)
    if attack.form == "base":
        return _base_target(attack)
    return _units_target(attack)


def _no_target(attack: Attack, number: str, why: str) -> Problem:
    return Problem("ca-no-target", rule=number, area=attack.board.area(attack.target).name, why=why)


def _same_ideology(board: Board, power: str, target: str) -> bool:
    """9.1 Edition 2022 forbids targets controlled by a power of one's own ideology (ruling
    R-9.1-same-ideology), but for a Chinese army in its own area (ruling R-11.4.2-own-army)."""
    controller = board.controller(target)
    if not controller or (controller == power and board.chinese_army(target)):
        return False
    return board.ideology(controller) == board.ideology(power)


def _land_target(attack: Attack) -> list[Problem]:
    """9.3.1 Enemy land, a country by 9.7, or with surprise the land of another opposing power."""
    board, power, target = attack.board, attack.power, attack.target
    if board.area(target).is_sea:
        return [_no_target(attack, "9.3.1", "a land operation attacks land")]
    if board.controller(target) == power and not board.chinese_army(target):
        return [_no_target(attack, "9.1", "it is your own")]
    if attack.against_country:
        return _country_target(attack)
    return _war_problems(attack, attack.possible_defenders())


@rule("9.7", "Attacking a country")
def _country_target(attack: Attack) -> list[Problem]:
    """9.7 Fascists and Communists attack any ungarrisoned country, a Democracy only while belligerent.

    In 2018 even one controlled by a power of the same ideology (ruling R-9.1-same-ideology), but never by a
    friend.
    """
    board, power = attack.board, attack.power
    if board.is_friendly_area(power, attack.target):
        return [_no_target(attack, "9.1", "it is friendly")]
    if board.ideology(power) == "democratic" and not board.is_belligerent(power):
        return [_no_target(attack, "9.7", "a Democracy attacks countries only while belligerent")]
    return []


def _base_target(attack: Attack) -> list[Problem]:
    """9.4.2 An enemy or unowned base; an unowned one by a Democracy only while belligerent.  Whoever defends it has to
    be an enemy as well (9.1.1)."""
    board, power, target = attack.board, attack.power, attack.target
    owner = board.base_owner(target)
    if owner is None:
        return [_no_target(attack, "9.4.2", "there is no base")]
    if owner == "unowned":
        if board.ideology(power) == "democratic" and not board.is_belligerent(power):
            return [_no_target(attack, "9.7", "a Democracy captures unowned bases only while belligerent")]
        return []
    return _war_problems(attack, [owner]) or _war_problems(attack, attack.possible_defenders())


def _units_target(attack: Attack) -> list[Problem]:
    """9.4.1 enemy naval units or strategic air forces; 9.5.1 enemy air units; 9.5.2 an enemy resource."""
    board, target = attack.board, attack.target
    if attack.form in BOMBING:
        if attack.form == "atomic":
            if not has_bomb(board, attack.power):
                return [_no_target(attack, "12.2.2", "there is no atomic bomb to drop")]
            if not may_be_bombed(board, target):
                return [_no_target(attack, "12.2.2", "it is no enemy home area")]
        if not board.has_resource(target):
            return [_no_target(attack, "9.5.2", "it has no resource")]
        controller = board.controller(target)
        if controller is None or not board.is_opposing(attack.power, controller):
            return [_no_target(attack, "9.5.2", "no enemy controls it")]
        return _war_problems(attack, [controller])
    wanted = [
        unit
        for unit in board.units_in(target)
        if board.is_opposing(attack.power, board.power_of(unit))
        and (
            board.class_of(unit) == "air"
            if attack.form == "air"
            else board.class_of(unit) == "naval" or board.side_of(unit) == "strategic"
        )
    ]
    if not wanted:
        what = "air unit" if attack.form == "air" else "naval unit or strategic air force"
        number = "9.5.1" if attack.form == "air" else "9.4.1"
        return [_no_target(attack, number, f"there is no enemy {what}")]
    return _war_problems(attack, board.in_order(board.owners_of(wanted)))


def sound_resources(board: Board, area: str) -> int:
    """How many resources of an area bear no damage marker: a limited one and the printed and special ones."""
    printed = len(board.area(area).resources) + (1 if area in board.special_resources() else 0)
    return (area in board.limited) + printed - board.damage.get(area, 0)


@rule("9.8", "Surprise attack")
def _war_problems(attack: Attack, others: list[str]) -> list[Problem]:
    """9.8 Whoever is attacked must be an enemy, or the attack a surprise attack: by a Fascist power at
    mobilization or total war on an opposing power, and no invasion."""
    board, power = attack.board, attack.power
    if any(attack.is_enemy(other) for other in others):
        return []
    others = [other for other in others if board.is_opposing(power, other)]
    if not others:
        return [_no_target(attack, "9.1", "no enemy is there")]
    why = surprise_bar(board, power, attack.form)
    if attack.play.get("surprise"):
        return [Problem("ca-no-surprise", rule="9.8", power=power, why=why)] if why else []
    if why:
        return [_no_target(attack, "9.1", f"you are not at war with {others[0]}")]
    return [Problem("ca-surprise", rule="9.8", other=others[0])]


def surprise_bar(board: Board, power: str, form: str) -> str | None:
    """Why a power may not attack by surprise, or None."""
    if board.ideology(power) != "fascist":
        return "only Fascist powers do"
    if not board.may_make_war(power):
        return "it is not at mobilization or total war"
    return "no invasion can be one" if form == "invasion" else None
