"""Facts: what each of them changes on the board.  No rule is applied here; rules decide what is emitted."""

from pbem.core.data.tables import beside
from pbem.core.rules.facts import Fact, Facts

from .board import ABOARD, ELIMINATED, Board
from .vocabulary import WORDS

FACTS = Facts(WORDS)
FACTS.narrative(beside(__file__, "narrative"))  # what tells the story and changes nothing
fact = FACTS.fact


# -- what changes make due (rules/due.py) ------------------------------------------------------------------------


def passed(board: Board, made: Fact) -> list[str]:
    """The land areas that units leave or enter."""
    places = [*(board.area_of(unit) for unit in made["units"]), made["to"]]
    return [place for place in places if place in board.holder]


def entered(board: Board, made: Fact) -> list[str]:
    """The land area that units enter."""
    return [made["to"]] if made["to"] in board.holder else []


def left(board: Board, made: Fact) -> list[str]:
    """The land area in which a land unit was."""
    area = board.area_of(made["unit"])
    return [area] if area in board.holder and board.parts.units[made["unit"]].category == "land" else []


MOVED = {"stacking": entered, "control": passed}

# -- what changes ------------------------------------------------------------------------------------------------


@fact("step-ended", "step next", tells=True)
def step_ended(board: Board, made: Fact) -> None:
    board.stage = made["next"]
    board.settled = True


@fact("event-happened", "event side dice times effect")
def event_happened(board: Board, made: Fact) -> None:
    board.events[made["event"]] = made["times"]
    board.settled = False


@fact("op-declared", "side op move")
def op_declared(board: Board, made: Fact) -> None:
    board.settled = False
    number = str(made["move"]["op"])
    board.ops[number] = board.ops.get(number, 0) + 1
    if made["side"] == "prc":
        board.must = 0


@fact("units-moved", "side units from to coast? via?", due=MOVED)
@fact("units-landed", "side? units from? to ship?", due=MOVED)
@fact("units-rebased", "units from to", due=MOVED)
@fact("units-placed", "side units to why coast?", due=MOVED)
@fact("units-removed", "units to why", due=MOVED)
@fact("pool-drawn", "units to why", due=MOVED)
def units_moved(board: Board, made: Fact) -> None:
    for unit in made["units"]:
        board.put(unit, made["to"])
        if "coast" in made and board.parts.units[unit].category == "naval":  # 3.3 speaks of ships alone
            board.coasts[unit] = made["coast"]


@fact("units-loaded", "side ship units")
def units_loaded(board: Board, made: Fact) -> None:
    for unit in made["units"]:
        board.put(unit, ABOARD + made["ship"])


@fact("country-joined", "country side how areas limited", due={"control": lambda board, made: made["areas"]})
def country_joined(board: Board, made: Fact) -> None:
    board.side_with(made["country"], made["side"])
    for area in made["areas"]:
        board.holder[area] = made["side"]
    if made["limited"]:
        board.limited.append(made["country"])


@fact("country-left", "country removed")
def country_left(board: Board, made: Fact) -> None:
    board.side_with(made["country"], "out")


@fact("areas-closed", "areas")
def areas_closed(board: Board, made: Fact) -> None:
    board.closed.extend(made["areas"])
    for area in made["areas"]:
        board.holder[area] = "neutral"


@fact("war-begun", "why")
def war_begun(board: Board, made: Fact) -> None:
    board.war = "on"


@fact("war-ended", "winner loser bound", due={"control": lambda board, made: board.parts.special["korea"]["areas"]})
def war_ended(board: Board, made: Fact) -> None:
    board.war = made["winner"]
    board.bound.extend(made["bound"])


FACTS.sets("op-demanded", "op", "must", to="op")


@fact("unit-reduced", "unit area why")
def unit_reduced(board: Board, made: Fact) -> None:
    board.reduced.append(made["unit"])


@fact("unit-repaired", "unit area")
def unit_repaired(board: Board, made: Fact) -> None:
    board.reduced.remove(made["unit"])


@fact("unit-eliminated", "unit why hits? area? ship?", due={"control": left})
def unit_eliminated(board: Board, made: Fact) -> None:
    board.put(made["unit"], ELIMINATED)
    for known in (board.reduced, board.bound):
        if made["unit"] in known:
            known.remove(made["unit"])


@fact("control-changed", "area before now", due={"control": lambda board, made: [made["area"]]})
def control_changed(board: Board, made: Fact) -> None:
    board.holder[made["area"]] = made["now"]


@fact("vp-changed", "by total why unit? area?")
def vp_changed(board: Board, made: Fact) -> None:
    board.vp = made["total"]
    if "area" in made:
        if made["by"] > 0:
            board.scored[made["area"]] = made["by"]
        else:
            del board.scored[made["area"]]


@fact("action-counted", "actions")
def action_counted(board: Board, made: Fact) -> None:
    board.actions = made["actions"]
    board.russian_now = False


@fact("russia-used", "uses")
def russia_used(board: Board, made: Fact) -> None:
    board.russian = made["uses"]
    board.russian_now = True


@fact("ceasefire-called", "side")
def ceasefire_called(board: Board, made: Fact) -> None:
    board.ceasefire.append(made["side"])


@fact("ceasefire-over", "side")
def ceasefire_over(board: Board, made: Fact) -> None:
    board.ceasefire.remove(made["side"])


FACTS.sets("double-action", "side", "double", to="side")


@fact("double-taken", "side")
def double_taken(board: Board, made: Fact) -> None:
    board.double = None


@fact("interception-declared", "side area units against spends")
def interception_declared(board: Board, made: Fact) -> None:
    board.ops["10"] = board.ops.get("10", 0) + 1
    board.spent = made["spends"]


@fact("action-spent", "side left")
def action_spent(board: Board, made: Fact) -> None:
    board.spent = False


@fact("game-ended", "winner why")
def game_ended(board: Board, made: Fact) -> None:
    board.settled = True
    board.result = {"winner": made["winner"], "why": made["why"], "rule": made["rule"]}
