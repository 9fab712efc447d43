"""What a game came to for the people at the table: by its own rules, or as the director of a tournament decided."""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple, TypedDict

from ..title.game import Game
from .files import File

WON, DRAWN, LOST = "won", "drawn", "lost"
# What a result is worth wherever points are written: tournaments (which may agree on others), the archive, the site.
POINTS = {WON: 2, DRAWN: 1, LOST: 0}


def scores(file: File) -> dict[str, str] | None:
    """``{seat: won, drawn or lost}`` of a finished game; None while it goes on.

    A seat has won if one of its powers is on the side that the result names (core.game.Game.side_of).  A game without a
    winner is a draw of all, or of the sides that the result says share it.
    """
    result = file.result
    if result is None:
        return None
    winner, sides = result.get("winner"), sides_of(file.game, file.charter["powers"])
    if not any(winner in found for found in sides.values()):
        shared = result.get("shared") or set().union(*sides.values())
        return {seat: LOST if sides[seat].isdisjoint(shared) else DRAWN for seat in file.charter["seats"]}
    return {seat: WON if winner in sides[seat] else LOST for seat in file.charter["seats"]}


def sides_of(game: Game, powers: Mapping[str, str]) -> dict[str, set[str]]:
    """``{seat: the sides of its powers}``; `powers` is ``{power: seat}``."""
    found: dict[str, set[str]] = {}
    for power, seat in powers.items():
        found.setdefault(seat, set()).add(game.side_of(power))
    return found


def is_one_side(sides: Mapping[str, set[str]], seats: Collection[str]) -> bool:
    """Whether some seats are all of one side, as those who win a game are."""
    return any(set(seats) == {seat for seat in sides if side in sides[seat]} for side in set().union(*sides.values()))


class _Act(TypedDict):
    act: str
    reason: str


class Act(_Act, total=False):
    """What the director of a tournament decided, with its reason; which fields there are, the act says
    (tournament.cup.ACTS).

    on      the day
    scores  {seat: won, drawn or lost}
    """

    on: str
    player: str
    after: int
    round: int
    games: list[str]
    game: str
    seat: str
    scores: dict[str, str]


class Outcome(NamedTuple):
    """What a game came to, wherever that is told.

    scores    {seat: won, drawn or lost}; None while it has no result, {} if it was abandoned
    state     open, over (by its own rules); or as acts of a director say: forfeited, agreed, adjudicated, abandoned,
              disputed (which is open until it is decided)
    by        how it ended, in the words of the result; or the reasons of the acts
    decided   True if acts of a director say so: nobody at the table is waited for any more, whatever the file says
    """

    scores: dict[str, str] | None
    state: str
    by: str = ""
    decided: bool = False

    @property
    def is_open(self) -> bool:
        return self.scores is None

    @property
    def waits(self) -> bool:
        """True if the people at the table are waited for."""
        return self.is_open and not self.decided


def outcome(file: File, acts: Sequence[Act] = ()) -> Outcome:
    """The Outcome of a game file under the acts on it that hold (tournament.cup.Cup.ruling)."""
    if acts:
        return ruled(sides_of(file.game, file.charter["powers"]), acts)
    marks = scores(file)
    return Outcome(marks, "over", file.result["by"]) if marks is not None and file.result else Outcome(None, "open")


def ruled(sides: Mapping[str, set[str]], acts: Sequence[Act]) -> Outcome:
    """The Outcome that acts of a director give a game of seats on these sides: the last that says what it came to, or
    several forfeits together.  Who gives up loses for the whole side: allies win and lose together."""
    act, reason = acts[-1]["act"], "; ".join(one["reason"] for one in acts)
    if act == "forfeit":
        lost = set().union(*(sides[one["seat"]] for one in acts))
        marks = {seat: LOST if sides[seat] & lost else WON for seat in sides}
        return Outcome(marks, "forfeited", reason, True)
    if act == "disputed":
        return Outcome(None, act, reason, True)
    return Outcome(acts[-1].get("scores", {}), act, reason, True)


def outcome_told(found: Outcome, names: Mapping[str, str]) -> str:
    """An Outcome that acts gave, as a sentence for people: "Adjudicated: prc (Ann) drawn, allied (Bob) drawn (reason)."

    names   {seat: who holds it}
    """
    rows = (found.scores or {}).items()
    marks = [f"{seat} ({names[seat]}) {mark}" if names.get(seat) else f"{seat} {mark}" for seat, mark in rows]
    said = {"abandoned": "no points", "disputed": "open until the director decides"}.get(found.state, ", ".join(marks))
    return f"{found.state.capitalize()}: {said} ({found.by})."
