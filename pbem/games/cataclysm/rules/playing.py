"""3.4 to 3.7 Playing a counter: drawn from the cup or out of the reserve."""

from pbem.core.data.json_types import Json
from pbem.core.rules.requests import Ask, Asking
from pbem.core.rules.rulebook import rule

from ..board.board import Board, Turn
from ..board.parts import NORMAL
from .military import deployment, military_actions
from .occupation import is_demilitarized
from .offensives import needs_pair
from .politics import political_action
from .production import next_turn_place
from .provocation import make_room
from .retreat import destroy_excess
from .supply import has_loc, production_sites


@rule("3.7", "Resolving a power's counter", also=("3.6", "3.4"))
def resolve_drawn(t: Turn, counter: str) -> Asking[None]:
    """3.7 Its power plays it, reserves it or rejects it."""
    board, power = t.board, t.board.owner_of(counter)
    type = board.type_of(counter)
    answer = yield from ask_for(t, power, counter, "drawn")
    if answer["act"] == "reserve":
        make_room(t, power)
        t.emit("counter-reserved", power=power, counter=counter, rule="3.4")
    elif answer["act"] == "reject":
        t.emit("counter-rejected", power=power, counter=counter, why="rejected", rule="3.6")
    elif answer["act"] == "delay":
        t.emit("counter-kept", power=power, counter=counter, to=next_turn_place(board))
    else:
        yield from PLAYS[type](t, power, counter, answer) or ()


def ask_for(t: Turn, power: str, counter: str, source: str) -> Asking[Json]:
    """Ask the power what becomes of the counter."""
    about = about_of(t.board, counter, source)
    return (yield Ask(KIND_OF[t.board.type_of(counter)], power, about=about))


def about_of(board: Board, counter: str, source: str) -> dict[str, str | None]:
    return {"counter": counter, "source": source, "reserve": board.reserve(board.owner_of(counter))}


@rule("3.5", "Playing the reserve")
def play_reserve(t: Turn, power: str, play: Json) -> Asking[None]:
    """3.5 The counter in reserve is played as if drawn; its ideology is the last to have acted."""
    counter = t.board.reserved(power)
    t.emit("interrupted", power=power, counter=counter, ideology=t.board.ideology(power))
    yield from PLAYS[t.board.type_of(counter)](t, power, counter, play) or ()


@rule("3.7.1", "Playing a flag")
def play_flag(t: Turn, power: str, counter: str, answer: Json) -> Asking[None]:
    """3.7.1 One political action."""
    yield from political_action(t, power, answer, counter)


@rule("3.7.1", "Playing an offensive", also=("8.1", "4.1"))
def play_offensive(t: Turn, power: str, counter: str, answer: Json) -> Asking[None]:
    """8.1 As many military actions as the commitment gives; a civilian power needs two offensives since 2022."""
    board = t.board
    spent = [counter]
    if needs_pair(board, power):
        spent.append(board.reserved(power))
        t.emit("counters-pooled", power=power, counters=spent[1:], to="hand", why="pair", rule="4.1")
    actions = board.column(power)["militaryActionsPerOffensive"]
    yield from military_actions(t, power, actions, "offensive", first=answer)
    for id in spent:
        if board.place[id] == "hand":
            t.emit("counter-returned", power=power, counter=id)


@rule("3.7.2", "Placing a unit")
def play_unit(t: Turn, power: str, counter: str, answer: Json) -> Asking[None]:
    """3.7.2 On its normal side at a production site, ships on a coast with a line to one; the deployment that may
    follow at once is part of the same answer, for nothing is learnt between the two."""
    area = answer["area"]
    t.emit("unit-placed", power=power, unit=counter, area=area, coast=answer.get("coast"))
    if answer.get("deploy"):
        yield from deployment(t, power, answer["deploy"])
    destroy_excess(t, why="placed")


@rule("3.7.2", "Where a unit may be placed", also=("2.3.9", "4.3", "12.1.1"))
def sites_for(board: Board, power: str, unit: str) -> list[str]:
    """3.7.2 Production sites; for ships coastal home areas that a production site can trace a line to; never the
    demilitarized Ruhr (ruling R-12.1.1-ruhr)."""
    if board.class_of(unit) != "naval":
        return production_sites(board, power)
    return [
        area
        for area in board.parts.home[power]
        if board.controller(area) == power
        and board.parts.is_coastal(area)
        and has_loc(board, power, area)
        and not (board.is_2022 and area == "ruhr" and is_demilitarized(board))
    ]


@rule("3.7.3", "Playing an upgrade")
def play_upgrade(t: Turn, power: str, counter: str, answer: dict[str, str]) -> None:
    """3.7.3 A unit of its type within a line of communications flips to its upgraded side."""
    t.emit("unit-upgraded", power=power, unit=answer["unit"], marker=counter)


@rule("3.7.3", "What can be upgraded", also=("4.3", "2.4.2"))
def upgradable(board: Board, power: str, marker: str) -> list[str]:
    """3.7.3 Units on their normal side of the marker's type in areas the power can trace a line to."""
    type = NORMAL[board.counter(marker).kind]
    return [
        unit
        for unit in board.units_of(power, type)
        if unit not in board.upgraded and has_loc(board, power, board.at(unit))
    ]


PLAYS = {"flag": play_flag, "offensive": play_offensive, "upgrade": play_upgrade}
PLAYS.update(dict.fromkeys(("army", "fortress", "fleet", "submarine", "air", "logistics"), play_unit))
KIND_OF = {"flag": "play-flag", "offensive": "play-offensive", "upgrade": "play-upgrade"}
KIND_OF.update(dict.fromkeys(("army", "fortress", "fleet", "submarine", "air", "logistics"), "play-unit"))
