"""The strongest attack on each area by each Op, as answers to the question `op`: what a form tells the chances of."""

from collections.abc import Iterator

from pbem.core.data.collecting import grouped
from pbem.core.data.json_types import Json
from pbem.core.data.problems import refusals
from pbem.core.language.order_context import OrderContext
from pbem.core.language.random_answers import Steady
from pbem.core.rules.requests import Ask

from ..board.board import Board
from ..rules.checks import enemies
from ..rules.combat import effective_factor
from ..rules.movement import sea_goals
from . import op_domains as domains
from .kinds import KINDS
from .op_order import ATTACKS, is_worth_offering

GOALS = {15: "at", 17: "at", 18: "at", 19: "to"}
ENTERING = (12, 13, 14)  # to where one attacks upon arrival, if one wants to


def strongest_attacks(board: Board, side: str) -> list[Json]:
    """A legal attack on each area by each Op that can be declared now, without the fire that goes without saying.

    Of several with one Op on one area the one of which most hits are to be expected; in the order of these hits, most
    first.  Each is by all units of one command that can take part.
    """
    best = {}
    for answer in _attacks(board, side):
        units, whole = _legal(board, side, answer)
        hits = _hits(board, whole)
        place = answer["op"], answer.get("at") or answer.get("to") or ""
        if hits > best.get(place, (0, None))[0]:
            best[place] = hits, {**answer, **units}
    return [answer for _, answer in sorted(best.values(), key=lambda row: -row[0])]


def landings(board: Board, side: str) -> list[Json]:
    """An assault on each beach by all that one command can land there, and one from the air; those first by which a
    game can end (4.2), then those that meet nobody."""
    if side in board.ceasefire:
        return []
    starts = _scope(board, side, 19).form.fields["from"].legal(_scope(board, side, 19)) or ()
    found = {answer["to"]: answer for here in starts for answer in _from(board, side, 19, here)}
    ends = [area for end in board.parts.tables["game_end"].values() for area in end.get("areas", ())]
    order = sorted(found, key=lambda area: (area not in ends, bool(enemies(board, side, area)), area))
    return [{**found[area], **_legal(board, side, found[area])[0]} for area in order] + [{"op": 4}]


def _hits(board: Board, answer: Json) -> int:
    """Six times the hits to be expected of the fire of an Op."""
    shots, units = answer.get("fire", ()), board.parts.units
    lands = answer.get("op") in (13, 19)  # who lands fires as on land
    ashore = [one for one, _ in shots if units[one].category == "land"] if lands else []
    return sum(effective_factor(board, one, other, ashore)[0] for one, other in shots)


def _attacks(board: Board, side: str) -> Iterator[Json]:
    """Attacks with all units that the menu offers for them, legal or not."""
    for number in (*ATTACKS, *ENTERING):
        if side in board.ceasefire or not is_worth_offering(board, side, number):
            continue
        scope = _scope(board, side, number)
        if number == 5:
            yield {"op": 5, "units": domains.strikers(scope)}
        elif number == 20:
            yield from ({"op": 20, "at": area} for area in domains.contested(scope))
        else:
            for here in scope.form.fields["from"].legal(scope):
                yield from _from(board, side, number, here)


def _scope(board: Board, side: str, number: int, **values: str | list[str]) -> OrderContext:
    kind = KINDS["op"]
    return OrderContext(kind, board, Ask("op", side), kind.form(f"op {number}"), values=values)


def _from(board: Board, side: str, number: int, here: str) -> Iterator[Json]:
    """The attacks of one Op from one area."""
    for goal in _goals(board, side, number, here):
        name = GOALS.get(number, "to")
        pool = _pool(_scope(board, side, number, **{"from": here, name: goal}))
        for units in _groups(board, number, pool):
            answer: Json = {"op": number, "from": here, name: goal, "units": units}
            if number in ENTERING:
                answer["attack"] = True
            if number == 18 and side == "prc":
                answer["via"] = domains.random_path(board, side, here, goal, Steady(0)) or []
            yield answer


def _goals(board: Board, side: str, number: int, here: str) -> list[str]:
    """Where the enemy is that an Op from an area may reach."""
    scope, areas = _scope(board, side, number, **{"from": here}), board.parts.areas
    if number in GOALS:
        return list(scope.form.fields[GOALS[number]].legal(scope) or ())
    near = areas[here].neighbours if number == 13 else areas[here].seas
    goals = sea_goals(board, side, here) if number == 14 else near
    return [area for area in goals if areas[area].is_land == (number == 13) and enemies(board, side, area)]


def _pool(scope: OrderContext) -> list[str]:
    """The units that may take part in an Op from an area to another; at sea ships with a factor, for no others fire."""
    number, board = scope.form.gives["op"], scope.board
    units = list(scope.form.fields["units"].legal(scope) or ())
    if number not in (12, 14):
        return units
    return [id for id in units if board.parts.units[id].category == "naval" and any(board.factors(id).values())]


def _groups(board: Board, number: int, pool: list[str]) -> list[list[str]]:
    """Units of one command each; aircraft that attack at sea all of one range (Op 17)."""
    command, units = board.parts.command_of, board.parts.units
    keys = ((command(units[id].country), number == 17 and units[id].is_long_range) for id in pool)
    return list(grouped(zip(keys, pool)).values())


def _legal(board: Board, side: str, answer: Json) -> tuple[Json, Json]:
    """``({"units": those that may go}, the answer filled)``: all units, or as many as the rules let go together, those
    with the greatest factors first; nothing without such units."""
    whole = filled(board, side, answer)
    if whole is not None or "units" not in answer:
        return {}, whole or {}
    taken: list[str] = []
    for unit in sorted(answer["units"], key=lambda id: -max(board.factors(id).values())):
        more = filled(board, side, {**answer, "units": [*taken, unit]})
        if more is not None:
            taken, whole = [*taken, unit], more
    return {"units": taken}, whole or {}


def filled(board: Board, side: str, answer: Json) -> Json | None:
    """The answer with what goes without saying, or None if it is illegal."""
    kind, ask = KINDS["op"], Ask("op", side)
    settled, problems = kind.settle(board, ask, answer)
    return None if refusals(problems) or refusals(kind.check(board, ask, settled)) else settled
