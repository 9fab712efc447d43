"""What can happen in chapters 5, 6 and 12: to powers, between them, and their collapse: fact type -> reducer."""

from pbem.core.data.state_fields import copied
from pbem.core.rules.facts import Fact

from .board import Board
from .recording import recorder

FACTS = recorder()
fact = FACTS.fact


# -- powers ----------------------------------------------------------------------------------------------------


@fact("stability-changed", "power from to why")
def stability_changed(board: Board, made: Fact) -> None:
    board.powers[made["power"]]["stability"] = made["to"]


@fact("commitment-changed", "power from to raised", due=("markers",))
def commitment_changed(board: Board, made: Fact) -> None:
    state = board.powers[made["power"]]
    state["commitment"] = made["to"]
    state["raised"] = state["raised"] or made["raised"]


@fact("effectiveness-reduced", "power why")
def effectiveness_reduced(board: Board, made: Fact) -> None:
    board.powers[made["power"]]["shaken"] = True


@fact("failed-actions-changed", "power failed")
def failed_actions_changed(board: Board, made: Fact) -> None:
    board.powers[made["power"]]["failed"] = dict(made["failed"])


@fact("ability-lost", "power ability")
def ability_lost(board: Board, made: Fact) -> None:
    state = board.powers[made["power"]]
    state["abilities"] = [each for each in state["abilities"] if each != made["ability"]]


@fact("posture-changed", "power from to")
def posture_changed(board: Board, made: Fact) -> None:
    board.powers[made["power"]].update(posture=made["to"], moved_posture=True)


FACTS.sets("special-changed", "name value", "special", to="value", by="name")  # memory of chapter 12 rules


@fact("atomic-losses", "power losses")  # they count towards its surrender threshold (12.2.2)
def atomic_losses(board: Board, made: Fact) -> None:
    board.special["atomic"] = {made["power"]: made["losses"]}


@fact("atomic-over", "")  # the operation of the bomb and its consequences are over
def atomic_over(board: Board, made: Fact) -> None:
    board.special.pop("atomic", None)


@fact("support-granted", "power to level", tells=True)  # never, support, all or ask (9.1, 10.2)
def support_granted(board: Board, made: Fact) -> None:
    board.support.setdefault(made["power"], {})[made["to"]] = made["level"]


# -- alliances and wars ----------------------------------------------------------------------------------------


FACTS.sets(
    "alliance-formed", "ideology powers by", "alliances", "powers", by="ideology", due=("markers",)
)  # all members


@fact("alliance-broken", "power ideology left:[id] why", due=("units",))  # the members that remain, [] when it ends
def alliance_broken(board: Board, made: Fact) -> None:
    if made["left"]:
        board.alliances[made["ideology"]] = list(made["left"])
    else:
        board.alliances.pop(made["ideology"], None)


@fact(
    "war-begun", "power against how wars", due=("units", "markers")
)  # how declaration, surprise, joined; wars as they stand after it
@fact("war-ended", "powers how wars", due=("units", "markers"))  # how armistice or capitulation
def war_begun(board: Board, made: Fact) -> None:
    board.wars = copied(made["wars"])


@fact("war-status-changed", "to ends?")  # limited, or global with the last turn
def war_status_changed(board: Board, made: Fact) -> None:
    board.war_status = made["to"]
    board.global_end = made.get("ends")


@fact("surprise-spent", "ideology")
def surprise_spent(board: Board, made: Fact) -> None:
    board.no_surprise = sorted({*board.no_surprise, made["ideology"]})


@fact("declaration-cancelled", "power targets restored")  # everything as before it (6.2, ruling R-6.2-cancelled)
def declaration_cancelled(board: Board, made: Fact) -> None:
    for name, value in copied(made["restored"]).items():  # a fact must not change with the board
        setattr(board, name, value)


# -- collapse and surrender ------------------------------------------------------------------------------------


@fact("collapse-due", "power how", due=("falls",))  # how collapse or surrender; waits its turn
def collapse_due(board: Board, made: Fact) -> None:
    board.queue = [*board.queue, {"power": made["power"], "how": made["how"]}]


@fact("collapse-begun", "power how")
def collapse_begun(board: Board, made: Fact) -> None:
    board.collapsing = made["power"]
    board.queue = [each for each in board.queue if each["power"] != made["power"]]


@fact("collapse-ended", "power")
def collapse_ended(board: Board, made: Fact) -> None:
    board.collapsing = None


@fact("surrendered", "power", due=("units", "markers", "falls"))  # no active power any more
def surrendered(board: Board, made: Fact) -> None:
    board.powers[made["power"]]["surrendered"] = []


@fact("surrender-marked", "power ideologies", tells=True)
def surrender_marked(board: Board, made: Fact) -> None:
    board.powers[made["power"]]["surrendered"] = list(made["ideologies"])
