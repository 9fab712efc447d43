"""What can happen in chapters 3 and 4: the turn, counters between card, cup and reserve, resources and builds, and the
count of military actions (8.1): fact type -> reducer."""

from pbem.core.rules.facts import Fact

from .board import Board
from .recording import put, put_back, recorder, turn_up

FACTS = recorder()
fact = FACTS.fact


# -- sequence of play ------------------------------------------------------------------------------------------


@fact("stage-reached", "phase stage", tells=True)
def stage_reached(board: Board, made: Fact) -> None:
    board.phase, board.stage = made["phase"], made["stage"]


@fact("turn-begun", "turn")
def turn_begun(board: Board, made: Fact) -> None:
    board.turn, board.sudden_death = made["turn"], False
    board.drawn = board.crises = 0
    board.last = None
    for state in board.powers.values():
        state.update(raised=False, shaken=False, moved_posture=False)


FACTS.sets("drawer-named", "power", "drawer", to="power", tells=True)


FACTS.sets("readied", "powers", "ready", to="powers")  # powers that have done a part of the administration phase


FACTS.sets("crisis-drawn", "number", "crises", to="number")


@fact("sudden-death-begun", "")
def sudden_death_begun(board: Board, made: Fact) -> None:
    board.sudden_death = True


@fact("game-ended", "winner by points")
def game_ended(board: Board, made: Fact) -> None:
    board.over = {"winner": made["winner"], "by": made["by"], "rule": made["rule"], "points": made["points"]}


# -- counters --------------------------------------------------------------------------------------------------


@fact("counter-drawn", "counter power:id~ ideology:id~ number")
def counter_drawn(board: Board, made: Fact) -> None:
    put(board, made["counter"], "hand")
    board.drawn, board.last = made["number"], made["ideology"]


@fact("order-agreed", "powers turn")  # equals of one ideology, as their players agree (3.1)
@fact("order-drawn", "powers turn")  # the same by lot
def order_drawn(board: Board, made: Fact) -> None:
    earlier = [power for power in board.drawn_order() if power not in made["powers"]]
    board.special["lots"] = {"turn": made["turn"], "order": [*earlier, *made["powers"]]}


@fact("interrupted", "power counter ideology")  # a counter is played from reserve
def interrupted(board: Board, made: Fact) -> None:
    put(board, made["counter"], "hand")
    board.last = made["ideology"]


@fact("counter-reserved", "power counter")
def counter_reserved(board: Board, made: Fact) -> None:
    put(board, made["counter"], "reserve")


@fact("counter-rejected", "power counter why")  # back to the status card (3.6)
def counter_rejected(board: Board, made: Fact) -> None:
    put_back(board, made["counter"], "available")


@fact("counter-returned", "power counter")  # a played flag or offensive goes back to the status card
def counter_returned(board: Board, made: Fact) -> None:
    put(board, made["counter"], "available")


@fact("unit-built", "power counter cost to")
@fact("flag-gained", "counter to power why by? area?")
@fact("counter-kept", "power:id~ counter to")  # to a turn of the turn track
def counter_kept(board: Board, made: Fact) -> None:
    put(board, made["counter"], made["to"])


@fact("counters-pooled", "power:id~ counters to why")  # cup, box or available
def counters_pooled(board: Board, made: Fact) -> None:
    for counter in made["counters"]:
        put(board, counter, made["to"])


@fact("counter-removed", "power:id~ counter why")  # out of the game
def counter_removed(board: Board, made: Fact) -> None:
    put_back(board, made["counter"], "removed")


@fact("counters-removed", "power counters why")  # all at once (5.5.4)
def counters_removed(board: Board, made: Fact) -> None:
    for counter in made["counters"]:
        put_back(board, counter, "removed")


@fact("offensives-gained", "power counters to why")
def offensives_gained(board: Board, made: Fact) -> None:
    for counter in made["counters"]:
        put_back(board, counter, made["to"])


@fact("force-pool-changed", "power added removed")
def force_pool_changed(board: Board, made: Fact) -> None:
    for counter in made["added"]:
        put(board, counter, "available")
    for counter in made["removed"]:
        put_back(board, counter, "storage")


# -- production ------------------------------------------------------------------------------------------------


@fact("resources-collected", "power resources counters lost", tells=True)
def resources_collected(board: Board, made: Fact) -> None:
    for counter in made["counters"]:
        put(board, counter, "box")
        turn_up(board, counter, True)


@fact("resources-converted", "power offensives spent builds", tells=True)
def resources_converted(board: Board, made: Fact) -> None:
    for counter in made["offensives"]:
        turn_up(board, counter, False)
    for counter in made["spent"]:
        put_back(board, counter, "available")


@fact("resource-transferred", "power to area:id~ kind arrives")  # arrives False: it is lost on the way (4.4.1)
def resource_transferred(board: Board, made: Fact) -> None:
    gift = {name: made[name] for name in ("to", "area", "kind", "arrives")}
    board.special["transfers"] = [*board.special.get("transfers", ()), gift]


@fact("transfers-over", "")  # what was transferred has been collected
def transfers_over(board: Board, made: Fact) -> None:
    board.special.pop("transfers", None)


# -- military actions ------------------------------------------------------------------------------------------


@fact("actions-begun", "power source left")  # an offensive, maneuvers, declaration, home-front or unit is played
def actions_begun(board: Board, made: Fact) -> None:
    board.offensive_if_any = {"power": made["power"], "source": made["source"], "left": made["left"], "deployed": []}


@fact("actions-spent", "power count left")
def actions_spent(board: Board, made: Fact) -> None:
    board.offensive_if_any = {**board.offensive, "left": made["left"]}


@fact("actions-ended", "power forfeited")
def actions_ended(board: Board, made: Fact) -> None:
    board.offensive_if_any = None
