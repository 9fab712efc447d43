"""4 Winning: sudden deaths, the Russia roll, points, the thirtieth action, concession, the draw."""

from collections.abc import Mapping

from pbem.core.data.json_types import Json
from pbem.core.language.draw_and_resign import DRAW, Ending
from pbem.core.rules.requests import Asking, Roll, dice
from pbem.core.rules.rulebook import rule

from ..board.board import Board, Turn
from ..board.parts import SIDES, Parts

ENDS = ("no-cvn", "taiwan-and-spratly", "guam-saipan", "no-prc-units")


@rule("4.2", "Sudden endings", also=("4.6",))
def sudden_endings(t: Turn, before: Json) -> None:
    """4.2 At once: the PRC wins when the last US carrier leaves the map, when its land units are alone in Taiwan and
    Spratly, or alone in Guam/Saipan.  4.6 The Allies win when no PRC unit is left on the map.

    `before` is the `census` taken when the activity or event began.
    """
    if t.board.result:
        return
    now = census(t.board)
    given = {name: now[name] for name in ("cvn_on_map", "prc_units_on_map") if before[name]}
    given["alone"] = now["alone"]
    ended = game_end(t.board.parts, given)
    if ended:
        end_game(t, *ended)


@rule("4.2", "Endings when control has changed", also=("4.6",))
def at_once(t: Turn) -> None:
    """4.2 The same once control is settled, before anybody must rebase: what this step has destroyed was there."""
    units, board = t.board.parts.units, t.board
    lost = [units[fact["unit"]] for fact in t.facts if fact["type"] == "unit-eliminated"]
    before = {
        "cvn_on_map": any(unit.id in board.parts.carriers for unit in lost),
        "prc_units_on_map": any(board.side[unit.id] == "prc" for unit in lost),
    }
    sudden_endings(t, before)


def census(board: Board) -> Json:
    """What the sudden endings look at, as `game_end` reads it."""
    alone = {
        area: "prc"
        for end in board.parts.tables["game_end"].values()
        for area in end.get("areas", ())
        if is_alone(board, area)
    }
    return {
        "cvn_on_map": int(any(map(board.is_on_map, board.parts.carriers))),
        "prc_units_on_map": int(any(side == "prc" and board.is_on_map(unit) for unit, side in board.side.items())),
        "alone": alone,
    }


@rule("4.2", "Only PRC land units")
def is_alone(board: Board, area: str) -> bool:
    """4.2 The only land units there are of the PRC.  Ruling: R-6.13-taiwan-out-control."""
    if board.has_land("allied", area):
        return False
    if board.has_land("prc", area):
        return True
    if board.holder[area] != "prc" or board.option("taiwan-out-counts-for-sudden-death") != "yes":
        return False
    removed = {board.parts.tables["events"][id].get("data", {}).get("removes") for id in board.events}
    return board.parts.areas[area].nation in removed


@rule("4.4", "How the game ends", also=("4.1", "4.2", "4.6"))
def game_end(parts: Parts, given: Json) -> tuple[str, str, str] | None:
    """``(winner, end, rule)`` or None; the ends are looked at in the order of the book.

    given   any of: cvn_on_map, prc_units_on_map (numbers); alone ({area: "prc"} where only PRC land units are);
            prc_vp with moment "prc_step_end"; prc_actions.  What is missing is not looked at.
    """
    ends = parts.tables["game_end"]
    if given.get("cvn_on_map", 1) == 0:
        return "prc", "no-cvn", "4.2"
    alone = given.get("alone", {})
    for id in ("taiwan-and-spratly", "guam-saipan"):
        if all(area in alone for area in ends[id]["areas"]):
            return "prc", id, "4.2"
    if given.get("prc_units_on_map", 1) == 0:
        return "allied", "no-prc-units", "4.6"
    if given.get("moment") == "prc_step_end":
        if given.get("prc_vp", 0) >= ends["prc-vp"]["vp"]:
            return "prc", "prc-vp", "4.4"
        if given.get("prc_actions", 0) >= ends["thirty-actions"]["prc_actions"]:
            return "allied", "thirty-actions", "4.1"
    return None


@rule("4.4", "Points")
def enough_points(t: Turn) -> None:
    """4.4 The PRC wins with twelve points at the end of an activity of its own.

    Ruling: R-4.4-points-after-each-activity.
    """
    ended = game_end(t.board.parts, {"moment": "prc_step_end", "prc_vp": t.board.vp})
    if ended and not t.board.result:
        end_game(t, *ended)


@rule("4.1", "The count of actions", also=("6.15",))
def count_action(t: Turn) -> None:
    """4.1 The PRC's actions are counted; a double activity counts once.  After the thirtieth the Allies win (4.6).

    Ruling: R-4.1-thirtieth-action, R-8.2-passing.
    """
    t.emit("action-counted", actions=t.board.actions + 1)
    ended = game_end(t.board.parts, {"moment": "prc_step_end", "prc_actions": t.board.actions})
    if ended:
        end_game(t, *ended)


@rule("4.3", "The Russia roll")
def russia_roll(t: Turn, units: list[str]) -> Asking[None]:
    """4.3 In each turn but the first in which Russian units are used the PRC rolls a die; 6 or more loses the game.

    Ruling: R-4.3-russia-roll-time, R-4.3-first-russian-use.
    """
    board = t.board
    country = board.parts.special["russia"]["country"]
    if board.result or not any(board.parts.units[unit].country == country for unit in units):
        return
    if board.russian_now and t.board.option("russia-roll") == "once-a-step":
        return
    t.emit("russia-used", uses=board.russian + 1)
    if board.russian == 1:
        return
    [die] = yield Roll("4.3/russia", dice(1))
    total, loses = russia_outcome(board.parts, die, {id: board.happened(id) for id in board.events})
    t.emit("russia-rolled", die=die, total=total, loses=loses)
    if loses:
        end_game(t, "allied", "russia-roll", "4.3")


@rule("4.3", "The Russia roll")
def russia_outcome(parts: Parts, die: int, happened: Mapping[str, int]) -> tuple[int, bool]:
    """``(total, True if the PRC loses)``: +1 if the regional war of event 3-5/3-6 has happened."""
    end = parts.tables["game_end"]["russia-roll"]
    total = die + sum(plus for event, plus in end["plus"].items() if happened.get(event))
    return total, total >= end["die_at_least"]


@rule("6.11", "The risk of war", also=("4.7",))
def war_outcome(parts: Parts, die: int, happened: Mapping[str, int]) -> tuple[int, bool]:
    """``(total, True if the game is drawn)``: +1 if event 2-3/2-4 has happened."""
    end = parts.tables["game_end"]["nuclear-draw"]
    total = die + sum(plus for event, plus in end["plus"].items() if happened.get(event))
    return total, total >= end["die_at_least"]


@rule("4.6", "Concession")
def agreed_end(t: Turn, power: str, left: list[str], why: str) -> None:
    """4.6 The PRC player may give up; the Allies win.  The Allies may as well, and both may agree on a draw.

    Ruling: R-4.6-allies-concede.
    """
    if why == DRAW:
        end_game(t, "draw", "agreed-draw", "4.6")
        return
    [winner] = left
    end_game(t, winner, "prc-resigns" if winner == "allied" else "allies-resign", "4.6")


ENDING = Ending("4.6", lambda board, power: power, lambda board: SIDES, agreed_end)


def end_game(t: Turn, winner: str, why: str, number: str) -> None:
    t.emit("game-ended", rule=number, winner=winner, why=why)


def would_win(board: Board) -> Json:
    """Who would win if the game ended now: the PRC if it has what it needs, otherwise the Allies (4.1); they too while
    the sides still set up."""
    now = {**census(board), "moment": "prc_step_end", "prc_vp": board.vp} if "set-up" not in board.stage else {}
    allied = "allied", "thirty-actions", "4.1"
    winner, by, number = game_end(board.parts, now) or allied
    return {"winner": winner, "by": by, "rule": number}


def result(board: Board) -> Json | None:
    """Who won and by what, or None while the game goes on."""
    if not board.result:
        return None
    return {"winner": board.result["winner"], "by": board.result["why"], "rule": board.result["rule"]}
