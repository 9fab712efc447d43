"""Board queries (show, positions, conditions, cases), pure computations for cases, and conditions of order lines."""

from pbem.core.data.problems import refusals
from pbem.core.orders.conditions import Conditions

from ..rules.areas import operating_problem, over_stack
from ..rules.combat import factor_of, is_hit
from ..rules.events import event_of, half
from ..rules.korea import korea_result
from ..rules.movement import beside, sea_goals, sea_move_problems
from ..rules.sequence import is_event
from ..rules.victory import game_end, russia_outcome
from .board import ELIMINATED, POOL, Board
from .parts import SIDES, installed

# -- queries -----------------------------------------------------------------------------------------------------


def control(board, area):
    """Who controls a land area: neutral, allied, prc or contested."""
    return board.control(area)


def holder(board, area):
    """Who controls a land area, or did before it became contested."""
    return board.holder[area]


def units(board, area, side=None):
    """The units in an area or box, of one side or of all."""
    return board.units_at(area, side)


def place(board, unit):
    """Where a unit is: an area, aboard:SHIP, pool, middle-east, eliminated or out-of-play."""
    return board.place[unit]


def state(board, unit):
    """Whether a unit is full, reduced or eliminated."""
    if board.place[unit] == ELIMINATED:
        return "eliminated"
    return "reduced" if unit in board.reduced else "full"


def coast(board, unit):
    """The coast where a ship lies, if its area has two."""
    return board.coasts.get(unit)


def vp(board):
    """The PRC's victory points."""
    return board.vp


def actions(board):
    """How many actions the PRC has completed."""
    return board.actions


def pool_count(board):
    """How many units are in the reinforcement pool."""
    return len(board.at.get(POOL, ()))


def country(board, country):
    """On whose side a country is: neutral, allied, prc or out."""
    return board.country[country]


def event(board, event):
    """How often an event has happened."""
    return board.events.get(event, 0)


def op(board, number):
    """How often an Op has been declared."""
    return board.ops.get(str(number), 0)


def korea_war(board):
    """The Korean War: none, on, or the side that won it."""
    return board.war


def russia_uses(board):
    """In how many turns Russian units have been used."""
    return board.russian


def ceasefire(board, side):
    """Whether a side may not attack in its next activity."""
    return side in board.ceasefire


def double(board, side):
    """Whether a side has a second activity coming."""
    return board.double == side


def scored(board, area):
    """The points that the PRC has for an area now."""
    return board.scored.get(area, 0)


def must(board):
    """The Op that the PRC must declare next, or 0."""
    return board.must


def winner(board):
    """Who has won: prc, allied, draw, or nobody yet."""
    return board.result["winner"] if board.result else None


def step(board):
    """The step that is next."""
    return board.stage


def neighbours(board, area):
    """The areas that border an area."""
    return list(beside(board, area))


def distance(board, start, goal):
    """The fewest steps from one area to another."""
    return board.parts.steps_from(start)[goal]


def route(board, start, goal, side):
    """The seas of a shortest way for ships of a side from sea to sea, both ends included; nothing if there is none."""
    before, edge = {start: None}, [start]
    while edge and goal not in before:
        ring = []
        for here in edge:
            for there in sea_goals(board, side, here):
                if there not in before:
                    before[there] = here
                    ring.append(there)
        edge = ring
    path = [goal] if goal in before else []
    while path and before[path[0]]:
        path.insert(0, before[path[0]])
    return path


def contested(board):
    """The contested areas."""
    return [area for area in board.holder if board.is_contested(area)]


QUERIES = {
    "control": control,
    "holder": holder,
    "units": units,
    "place": place,
    "state": state,
    "coast": coast,
    "vp": vp,
    "actions": actions,
    "pool.count": pool_count,
    "country": country,
    "event": event,
    "op": op,
    "korea.war": korea_war,
    "russia.uses": russia_uses,
    "ceasefire": ceasefire,
    "double": double,
    "scored": scored,
    "must": must,
    "winner": winner,
    "step": step,
    "neighbours": neighbours,
    "distance": distance,
    "route": route,
    "contested": contested,
}

ARGUMENTS = {
    "area": "area|box",
    "side": "power",
    "number": int,
    "start": "area",
    "goal": "area",
}


# -- computes ----------------------------------------------------------------------------------------------------


def effective_factor(shooter, target, place, target_reduced=False):
    """The factor of one unit against another that is on land or at sea."""
    return factor_of(installed(), shooter, False, False, target, place == "land")[0]


def hit(shooter, target, place, die, target_reduced=False):
    """Whether a die hits."""
    return is_hit(die, effective_factor(shooter, target, place))


def protected_legal(defenders, place, targets):
    """Whether the targets may be fired at together (10.4)."""
    from ..rules.combat import protection_problems

    board = Board()
    where = next(id for id, area in board.parts.areas.items() if area.is_land == (place == "land"))
    for unit in defenders:
        board.put(unit, where)
    return not protection_problems(board, [], defenders, dict(enumerate(targets)))


def sea_move_legal(**given):
    """Whether a ship of a side (and, in "state", of a country) may sail from one sea to another."""
    board = Board()
    state = given["state"]
    for area, side in state.get("control", {}).items():
        if side in ("neutral", *SIDES):
            board.holder[area] = side
    for area, sides in state.get("land_units", {}).items():
        for side in sides:
            board.lands[side][area] = 1
    if state.get("japan_out"):
        board.events.update({strait["until_event"]: 1 for strait in board.parts.straits.values()})
    problems = sea_move_problems(board, given["side"], given["from"], given["to"])
    if "country" in state:
        unit = next(unit for unit in board.parts.units.values() if unit.country == state["country"])
        limit = operating_problem(board, given["side"], unit, board.parts.areas[given["to"]])
        problems += [limit] if limit else []
    return not refusals(problems)


def count_over_stack(area, side, category, count):
    """How many units of a side are too many."""
    return over_stack(installed(), area, category, count)


def event_on(die):
    """Whether a die of the event check brings an event."""
    return is_event(installed(), die)


def event_lookup(dice):
    """The event of two dice."""
    return event_of(installed(), dice)


def half_die(die):
    """Half a die, rounded up."""
    return half(installed(), die)


def game_ends(**given):
    """Who wins in a situation, or None."""
    alone = {area: "prc" for area, sides in given.pop("land_units", {}).items() if sides == ["prc"]}
    ended = game_end(installed(), {**given, "alone": alone})
    return ended[0] if ended else None


def russia_roll(use_number, mideast_happened, die):
    """Whether the Russia roll loses the game."""
    happened = dict.fromkeys(installed().tables["game_end"]["russia-roll"]["plus"], mideast_happened)
    return use_number > 1 and russia_outcome(installed(), die, happened)[1]


def korea(prc_land, allied_land, die):
    """The net modifier, the total and the outcome on the Korean War table, losses in words."""
    found = korea_result(installed(), prc_land, allied_land, die)
    losses = found["losses"]
    outcome = found["outcome"]
    if len(losses) == 2:
        outcome = f"{losses['prc']} each"
    elif losses:
        [(side, count)] = losses.items()
        outcome = f"{side}-side {count}"
    return {"net": found["net"], "total": found["total"], "outcome": outcome}


COMPUTES = {
    "effective-factor": effective_factor,
    "hit": hit,
    "protected-legal": protected_legal,
    "sea-move-legal": sea_move_legal,
    "over-stack": count_over_stack,
    "event-on": event_on,
    "event-lookup": event_lookup,
    "half": half_die,
    "game-end": game_ends,
    "russia-roll": russia_roll,
    "korea": korea,
}


# -- conditions --------------------------------------------------------------------------------------------------


def _controls(board, ask, area, power):
    return board.control(area) == power


def _is_neutral(board, ask, area):
    return board.control(area) == "neutral"


def _is_contested(board, ask, area):
    return board.is_contested(area)


def _enemy_in(board, ask, area):
    from ..rules.checks import enemies

    return bool(enemies(board, ask.power, area))


def _no_enemy_in(board, ask, area):
    return not _enemy_in(board, ask, area)


def _stands_in(board, ask, unit, area):
    return board.place[unit] == area


def _is_reduced(board, ask, unit):
    return unit in board.reduced


def _is_eliminated(board, ask, unit):
    return board.place[unit] == ELIMINATED


def _joined(board, ask, country):
    return board.country[country] in SIDES


def _vp_at_least(board, ask, number):
    return board.vp >= number


def _vp_below(board, ask, number):
    return board.vp < number


def _happened(board, ask, event):
    return board.happened(event) > 0


def _war_on(board, ask):
    return board.war == "on"


def _attacked_in(board, ask, area):
    return ask.about.get("area") == area


CONDITIONS = Conditions(
    {
        "contested": ("{area} is contested", "land units of both sides are there", _is_contested),
        "neutral": ("{area} is neutral", "nobody controls the area", _is_neutral),
        "reduced": ("{unit} is reduced", "the unit shows its reduced side", _is_reduced),
        "eliminated": ("{unit} is eliminated", "the unit is out of the game", _is_eliminated),
        "joined": ("{country} has joined", "the country is on a side", _joined),
        "happened": ("{event} has happened", "the event has happened", _happened),
        "control": ("{area} is {power}", "the side controls the area, uncontested", _controls),
        "no-enemy": ("no enemy in {area}", "no enemy unit is there", _no_enemy_in),
        "enemy": ("enemy in {area}", "an enemy unit is there", _enemy_in),
        "war": ("war in korea", "the Korean War goes on", _war_on),
        "vp-least": ("vp at least {number}", "the PRC has that many points", _vp_at_least),
        "vp-below": ("vp below {number}", "the PRC has fewer points", _vp_below),
        "attacked": ("attacked in {area}", "the combat is there", _attacked_in),
        "unit-in": ("{unit} in {area}", "the unit is there", _stands_in),
    }
)
