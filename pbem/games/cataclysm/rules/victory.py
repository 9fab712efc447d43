"""1.6 The end of the game, and 1.7 who has won."""

from pbem.core.data.json_types import Json
from pbem.core.language.draw_and_resign import DRAW, Ending
from pbem.core.rules.rulebook import rule

from ..board.board import Board, Turn

ENDED_BY = {"last-turn": "1.7.2", "threshold": "1.7"}  # {what ends the game: its rule}; by all else it ends suddenly
IN_ORDER = ("fascist", "communist", "democratic")  # among equals after a concession by the option fascists-first


class PlayEnds(Exception):
    """The game is over in the middle of a step; the procedures of sequence.py stop there (1.6)."""


@rule("1.6", "Sudden end of the game")
def check_sudden_end(t: Turn, war_ended: bool = False) -> None:
    """1.6 All powers of an ideology surrendered, two Surrender markers for one, or, where a war of the table has just
    ended, a Global War without belligerents (ruling R-1.6-beyond-the-map)."""
    why = sudden_end(t.board, war_ended)
    if why:
        end_game(t, why)


def sudden_end(board: Board, war_ended: bool) -> str | None:
    """The reason why the game ends now, or None."""
    for ideology in board.parts.ideologies:
        if not any(board.ideology(power) == ideology for power in board.active()):
            return "ideology-surrendered"
        if surrender_markers(board, ideology) >= 2:
            return "two-surrenders"
    if war_ended and board.war_status == "global" and not any(board.is_belligerent(power) for power in board.active()):
        return "peace"
    return None


@rule("1.7", "Victory at once")
def check_threshold(t: Turn) -> None:
    """1.7 Points with which the page of a scenario ends the game at once (C.3, C.4)."""
    wanted = t.board.parts.scenario["victory"]
    if wanted.get("immediate") is None:
        return
    if t.board.ideology_points(wanted["ideology"]) >= wanted["immediate"]:
        end_game(t, "threshold")


@rule("1.6", "Surrender markers of an ideology")
def surrender_markers(board: Board, ideology: str) -> int:
    """1.6, 5.5.4 A shared marker counts for each ideology that shares it (ruling R-5.5.4-shared-marker)."""
    held = (state["surrendered"] for state in board.powers.values())
    return sum(1 for ideologies in held if ideologies and ideology in ideologies)


@rule("1.6", "The last turn")
def last_turn(board: Board) -> str:
    """1.6, 5.6.5 The end turn of the scenario or that of the Global War marker, whichever is later."""
    turns = board.parts.turns
    ends = [board.parts.scenario["endTurn"], *([board.global_end] if board.global_end else [])]
    return max(ends, key=turns.index)


@rule("1.7", "Scoring", also=("1.7.1",))
def end_game(t: Turn, why: str) -> None:
    """1.7 Points of all powers, surrendered ones included (1.7.1), decide; play stops."""
    board = t.board
    t.emit("game-ended", winner=leader(board), by=why, points=points_of(board), rule=_ended_by(board, why))
    raise PlayEnds(why)


def points_of(board: Board) -> dict[str, int]:
    """{ideology: its victory points} (1.7.1)."""
    return {name: board.ideology_points(name) for name in board.parts.ideologies}


@rule("1.7", "Who wins as things stand", also=("1.6",))
def leader(board: Board) -> str:
    """1.7 Who wins if the game ends now.

    Where the scenario has a threshold, an ideology without a power left does not win (ruling R-1.6-out).
    """
    points, wanted = points_of(board), board.parts.scenario["victory"]
    left = {name: points[name] for name in points if any(board.ideology(power) == name for power in board.active())}
    if wanted["type"] == "threshold" and left and len(left) < len(points):
        return winner_of(left, board.edition)
    return winner_of(points, board.edition, wanted)


def would_win(board: Board) -> Json:
    """Who would win if the game ended now, as a result says it."""
    return {"winner": leader(board), "by": "points", "rule": _ended_by(board, "last-turn")}


def _ended_by(board: Board, why: str) -> str:
    """The rule that decides: that of scoring after the last turn, by which a threshold of the scenario goes before
    (1.7), or that of the sudden end."""
    if why == "last-turn" and board.parts.scenario["victory"]["type"] == "threshold":
        return "1.7"
    return ENDED_BY.get(why, "1.6")


@rule("1.6", "The end by agreement")
def agreed_end(t: Turn, power: str, left: list[str], why: str) -> None:
    """1.6 An ideology gives up, and one of those that are left has won; or all agree on a draw (ruling
    R-1.6-agreed-end)."""
    points, winner = points_of(t.board), None
    if why != DRAW:
        winner = conceded_to({name: points[name] for name in left}, t.board.edition, t.board.option("concession-tie"))
    t.emit("game-ended", winner=winner, by=f"agreed-{why}", points=points, rule="1.6")


def conceded_to(points: dict[str, int], edition: str, tie: str) -> str | None:
    """1.7.2 Who has won of the ideologies that a concession leaves; nobody if equals are to share (ruling
    R-1.6-concession-tie)."""
    best = [name for name in IN_ORDER if points.get(name) == max(points.values())]
    if len(best) == 1 or tie == "book":
        return winner_of(points, edition)
    return best[0] if tie == "fascists-first" else None


ENDING = Ending("1.6", lambda board, power: board.ideology(power), lambda board: board.active(), agreed_end)


@rule("1.7.2", "The winner")
def winner_of(points: dict[str, int], edition: str = "2022", victory: Json | None = None) -> str:
    """1.7.2 The highest total; Communists win ties, then Fascists.

    Since 2022 Democracies must exceed the sum of the others if both are positive (ruling R-1.7.2-limits).
    """
    if victory and victory.get("type") == "threshold":
        reached = points[victory["ideology"]] >= victory["atEnd"]
        return victory["ideology"] if reached else victory["else"]
    rivals = [name for name in ("communist", "fascist") if name in points]
    if edition == "2022" and len(rivals) == 2 and "democratic" in points and all(points[name] > 0 for name in rivals):
        if points["democratic"] > points["fascist"] + points["communist"]:
            return "democratic"
        return max(rivals, key=lambda name: points[name])
    order = [*rivals, *(["democratic"] if "democratic" in points else [])]
    return max(order, key=lambda name: points[name])  # the first of equals: communist, then fascist
