"""Facts: what each of them changes on the board.  No rule is applied here; rules decide what is emitted."""

from pbem.core.orders import endings

from .board import ABOARD, ELIMINATED


def unchanged(board, fact):
    """Told in the report; the board stays as it is."""


def step_ended(board, fact):
    board.stage = fact["next"]
    board.settled = True


def event_happened(board, fact):
    board.events[fact["event"]] = fact["times"]
    board.settled = False


def op_declared(board, fact):
    board.settled = False
    number = str(fact["move"]["op"])
    board.ops[number] = board.ops.get(number, 0) + 1
    if fact["side"] == "prc":
        board.must = 0


def units_moved(board, fact):
    for unit in fact["units"]:
        board.put(unit, fact["to"])
        if "coast" in fact:
            board.coasts[unit] = fact["coast"]


def units_loaded(board, fact):
    for unit in fact["units"]:
        board.put(unit, ABOARD + fact["ship"])


def country_joined(board, fact):
    board.side_with(fact["country"], fact["side"])
    for area in fact["areas"]:
        board.holder[area] = fact["side"]
    if fact["limited"]:
        board.limited.append(fact["country"])


def country_left(board, fact):
    board.side_with(fact["country"], "out")


def areas_closed(board, fact):
    board.closed.extend(fact["areas"])
    for area in fact["areas"]:
        board.holder[area] = "neutral"


def war_begun(board, fact):
    board.war = "on"


def war_ended(board, fact):
    board.war = fact["winner"]
    board.bound.extend(fact["bound"])


def op_demanded(board, fact):
    board.must = fact["op"]


def unit_reduced(board, fact):
    board.reduced.append(fact["unit"])


def unit_repaired(board, fact):
    board.reduced.remove(fact["unit"])


def unit_eliminated(board, fact):
    board.put(fact["unit"], ELIMINATED)
    for known in (board.reduced, board.bound):
        if fact["unit"] in known:
            known.remove(fact["unit"])


def control_changed(board, fact):
    board.holder[fact["area"]] = fact["now"]


def vp_changed(board, fact):
    board.vp = fact["total"]
    if "area" in fact:
        if fact["by"] > 0:
            board.scored[fact["area"]] = fact["by"]
        else:
            del board.scored[fact["area"]]


def action_counted(board, fact):
    board.actions = fact["actions"]
    board.russian_now = False


def russia_used(board, fact):
    board.russian = fact["uses"]
    board.russian_now = True


def ceasefire_called(board, fact):
    board.ceasefire.append(fact["side"])


def ceasefire_over(board, fact):
    board.ceasefire.remove(fact["side"])


def double_action(board, fact):
    board.double = fact["side"]


def double_taken(board, fact):
    board.double = None


def interception_declared(board, fact):
    board.ops["10"] = board.ops.get("10", 0) + 1
    board.spent = fact["spends"]


def action_spent(board, fact):
    board.spent = False


def game_ended(board, fact):
    board.settled = True
    board.result = {"winner": fact["winner"], "why": fact["why"], "rule": fact["rule"]}


REDUCERS = {
    "turn-begun": unchanged,
    "event-checked": unchanged,
    "event-happened": event_happened,
    "half-rolled": unchanged,
    "war-risked": unchanged,
    "step-ended": step_ended,
    "op-declared": op_declared,
    "reinforcements-rolled": unchanged,
    "diplomacy-tried": unchanged,
    "units-moved": units_moved,
    "units-loaded": units_loaded,
    "units-landed": units_moved,
    "units-rebased": units_moved,
    "units-placed": units_moved,
    "units-removed": units_moved,
    "pool-drawn": units_moved,
    "counters-drawn": unchanged,
    "country-joined": country_joined,
    "country-left": country_left,
    "areas-closed": areas_closed,
    "war-begun": war_begun,
    "war-ended": war_ended,
    "op-demanded": op_demanded,
    "combat-begun": unchanged,
    "shot-fired": unchanged,
    "unit-reduced": unit_reduced,
    "unit-eliminated": unit_eliminated,
    "unit-repaired": unit_repaired,
    "control-changed": control_changed,
    "vp-changed": vp_changed,
    "korea-rolled": unchanged,
    "russia-used": russia_used,
    "russia-rolled": unchanged,
    "action-counted": action_counted,
    "ceasefire-called": ceasefire_called,
    "ceasefire-over": ceasefire_over,
    "double-action": double_action,
    "double-taken": double_taken,
    "interception-declared": interception_declared,
    "action-spent": action_spent,
    "game-ended": game_ended,
    **dict.fromkeys(endings.FACTS, unchanged),
}
