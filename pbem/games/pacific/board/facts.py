"""What happened, and how each kind of fact changes the board.

A reducer applies a fact that a rule has already found to be right; it knows no rule.  Units stand in facts as tokens
(pieces.py), counts as integers, everything else as ids.
"""

from pbem.core.orders import endings

from .board import TURN

REDUCERS = {}


def reducer(type):
    def register(function):
        REDUCERS[type] = function
        return function

    return register


def no_change(board, fact):
    """For facts that only tell the story: dice, declarations that are kept elsewhere."""


# -- the frame of the turn -----------------------------------------------------------------------------------


@reducer("turn-begun")
def turn_begun(board, fact):
    board.round, board.power, board.phase = fact["round"], fact["power"], "purchase"
    for name, kind in TURN.items():
        setattr(board, name, kind())
    board.bombed = []


@reducer("phase-begun")
def phase_begun(board, fact):
    board.phase = fact["phase"]


@reducer("game-ended")
def game_ended(board, fact):
    board.result = {"winner": fact["winner"], "why": fact["why"], "rule": fact["rule"]}


# -- money ---------------------------------------------------------------------------------------------------


@reducer("money-changed")
def money_changed(board, fact):
    board.money[fact["nation"]] += fact["by"]


@reducer("units-bought")
def units_bought(board, fact):
    board.money[fact["nation"]] -= fact["cost"]
    board.bought[fact["nation"]] = dict(fact["units"])


@reducer("recruits-raised")
def recruits_raised(board, fact):
    board.recruits = fact["count"]


@reducer("capital-plundered")
def capital_plundered(board, fact):
    board.money[fact["from"]] -= fact["amount"]
    board.money[fact["to"]] += fact["amount"]
    if fact["to"] == "japan":
        board.plunder += fact["amount"]


@reducer("points-changed")
def points_changed(board, fact):
    board.vp = fact["total"]


@reducer("complex-bombed")
def complex_bombed(board, fact):
    board.money[fact["nation"]] -= fact["lost"]


# -- units ---------------------------------------------------------------------------------------------------


@reducer("units-placed")
def units_placed(board, fact):
    for token, count in fact["units"].items():
        _add(board, fact["area"], token, count)
    bought = board.bought.get(fact.get("nation"))
    if bought:
        for token, count in fact["units"].items():
            type = token.partition("/")[2]
            bought[type] -= count
            if not bought[type]:
                del bought[type]
        if not bought:
            del board.bought[fact["nation"]]
    board.recruits -= fact.get("recruits", 0)


@reducer("complex-built")
def complex_built(board, fact):
    board.complexes = sorted([*board.complexes, fact["area"]])
    bought = board.bought[fact["nation"]]
    bought["industrial-complex"] -= 1
    if not bought["industrial-complex"]:
        del bought["industrial-complex"]
    if not bought:
        del board.bought[fact["nation"]]


@reducer("purchase-forfeited")
def purchase_forfeited(board, fact):
    del board.bought[fact["nation"]]


@reducer("losses-agreed")
def losses_agreed(board, fact):
    """Nothing changes: what falls is told by the facts that follow."""


@reducer("units-removed")
def units_removed(board, fact):
    for token, count in fact["units"].items():
        _add(board, fact["area"], token, -count)


@reducer("units-changed")
def units_changed(board, fact):
    for token, count, key in fact["units"]:
        _add(board, fact["area"], token, -count)
        board.add(fact["area"], token.partition("/")[0], key, count)


@reducer("units-moved")
def units_moved(board, fact):
    origin, goal = fact["path"][0], fact["path"][-1]
    for token, count, key in fact["units"]:
        _add(board, origin, token, -count)
        board.add(goal, token.partition("/")[0], key, count)
    if fact.get("attack") and origin != goal:
        behind = fact["path"][:-1] if board.parts.areas[goal].is_sea else fact["path"][-2:-1]
        known = board.origins.setdefault(goal, [])
        known += [area for area in dict.fromkeys(behind) if area not in known]


@reducer("units-loaded")
def units_loaded(board, fact):
    """`count` ships take the same `cargo` each, from `area`."""
    _add(board, fact["zone"], fact["ship"], -fact["count"])
    board.add(fact["zone"], fact["ship"].partition("/")[0], fact["becomes"], fact["count"])
    for token, count in fact["cargo"].items():
        _add(board, fact["area"], token, -count * fact["count"])


@reducer("fighters-on-deck")
@reducer("units-landed")
def units_landed(board, fact):
    """`count` ships put `cargo` each ashore in `area`."""
    _add(board, fact["zone"], fact["ship"], -fact["count"])
    board.add(fact["zone"], fact["ship"].partition("/")[0], fact["becomes"], fact["count"])
    for token, count in fact["cargo"].items():
        _add(board, fact["area"], token, count * fact["count"])


@reducer("landing-declared")
def landing_declared(board, fact):
    """`count` ships will put `cargo` each ashore; they keep it until then, marked as having done their unloading."""
    board.add(fact["zone"], fact["force"], fact["ship"], -fact["count"])
    board.add(fact["zone"], fact["force"], fact["becomes"], fact["count"])
    kept = ("zone", "area", "force", "count", "cargo")
    board.landings.append({**{key: fact[key] for key in kept}, "ship": fact["becomes"]})


@reducer("landing-ended")
def landing_ended(board, fact):
    board.landings = [one for one in board.landings if (one["zone"], one["area"]) != (fact["zone"], fact["area"])]


@reducer("bombardment-declared")
def bombardment_declared(board, fact):
    board.bombard.append({key: fact[key] for key in ("zone", "area", "units")})


# -- combat ---------------------------------------------------------------------------------------------------


@reducer("flight-over-guns")
def flight_over_guns(board, fact):
    board.flights.append({key: fact[key] for key in ("area", "to", "units", "group")})


@reducer("flights-done")
def flights_done(board, fact):
    board.flights = []


@reducer("raid-declared")
def raid_declared(board, fact):
    if fact["area"] not in board.raids:
        board.raids.append(fact["area"])


@reducer("raid-ended")
def raid_ended(board, fact):
    board.raids.remove(fact["area"])
    board.bombed.append(fact["area"])


@reducer("program-given")
def program_given(board, fact):
    board.programs[fact["area"]] = fact["program"]


@reducer("battles-ordered")
def battles_ordered(board, fact):
    board.battles = list(fact["areas"])


@reducer("battle-begun")
def battle_begun(board, fact):
    board.fought.append(fact["area"])


@reducer("kamikazes-declared")
def kamikazes_declared(board, fact):
    board.divine = [dict(one) for one in fact["attacks"]]
    board.kamikazes -= sum(one["count"] for one in fact["attacks"])


@reducer("kamikazes-done")
def kamikazes_done(board, fact):
    board.divine = [one for one in board.divine if one["zone"] != fact["zone"]]


# -- control ---------------------------------------------------------------------------------------------------


@reducer("control-changed")
def control_changed(board, fact):
    board.control[fact["area"]] = fact["to"]
    if fact["area"] not in board.taken:
        board.taken.append(fact["area"])


@reducer("convoy-changed")
def convoy_changed(board, fact):
    board.markers[fact["zone"]] = fact["to"]


@reducer("capital-taken")
def capital_taken(board, fact):
    board.captures.append({"capital": fact["area"], "by": fact["power"], "round": fact["round"]})


@reducer("capital-freed")
def capital_freed(board, fact):
    board.captures = [one for one in board.captures if one["capital"] != fact["area"]]


for _name in (
    "dice-rolled",
    "forces-met",
    "battle-ended",
    "income-collected",
    "convoys-split",
    "retreated",
    "bid-spent",
    "conceded",
    *endings.FACTS,
):
    REDUCERS[_name] = no_change


def _add(board, area, token, count):
    force, _, key = token.partition("/")
    board.add(area, force, key, count)
