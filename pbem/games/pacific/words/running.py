"""The battle that is being fought, as it stands, and those that are still to be fought: for the lead of a report."""

from collections.abc import Sequence
from itertools import islice, takewhile

from pbem.core.data.collecting import summed
from pbem.core.data.json_types import Json
from pbem.core.rules.facts import Fact

from ..board.board import Board
from ..board.parts import SIDES
from ..board.pieces import Piece, split
from ..rules import battle, casualties, cheapest, control, land, losses, rounds, sea
from ..rules.fire import has_destroyer
from .shares import shares

FEW = 3  # battles to come that are named, beside the reader's own
Stacks = list[tuple[str, Piece, int]]
CAPITAL = ("battleship", "carrier")


def stands(board: Board, facts: Sequence[Fact], area: str, own: Sequence[str]) -> Json:
    """Who meets whom in a battle now, and how often the attacker wins: behind the fire of the defender the hits that
    the attacker is still to take have fallen by the published default; behind his own, when who is hit still fires,
    nothing is reckoned but how many hits there are.  And the reader's battleships and carriers."""
    fired, (ours, theirs) = _untaken(facts), sides(board, area)
    dear = {"with": _dear(ours, own), "and": _dear(theirs, own)}
    hits, is_taken = fired and fired["hits"], fired is not None and fired["what"] == "defence"
    told = {"is won": not theirs, "hits": hits, "is taken": is_taken, **dear}
    if fired and is_taken:
        ours = [(*split(token), count) for token, count in _left(board, fired, rounds.tally(ours), area).items()]
    is_landing = any(fact.get("amphibious") for fact in facts if fact["type"] == "forces-met")
    met = rounds.meeting(board, area, ours, theirs, amphibious=is_landing)
    counts = {side: sum(met[side].values()) for side in ("attackers", "defenders")} if met else {}
    found = shares(board.parts, met) if met and (is_taken or not fired) else None
    return {**counts, "win": found and found[0], **told}


def sides(board: Board, area: str) -> tuple[Stacks, Stacks]:
    """Who attacks and who defends in the battle of an area."""
    if board.parts.areas[area].is_sea:
        return sea.attackers(board, area), sea.defenders(board, area)
    return land.attackers(board, area), board.defenders(area, board.enemy)


def _dear(items: Stacks, own: Sequence[str]) -> dict[str, int]:
    """The battleships and carriers of the reader's among units, by type."""
    return summed((one.type, count) for force, one, count in items if force in own and one.type in CAPITAL)


def _untaken(facts: Sequence[Fact]) -> Fact | None:
    """The fire of a battle that has hit and of which nobody has fallen yet."""
    behind = list(takewhile(lambda fact: fact["type"] != "dice-rolled", reversed(facts)))
    fired = facts[-1 - len(behind)] if len(behind) < len(facts) else {"hits": 0}
    return fired if fired["hits"] and not any(_hurts(fact, fired) for fact in behind) else None


def _hurts(fact: Fact, fired: Fact) -> bool:
    """Whether losses are those of a fire; a defending battleship is damaged before who was hit beside it fires."""
    what = {"units-removed"} if fired["what"] != "defence" else {"units-removed", "units-changed"}
    tokens = [row if isinstance(row, str) else row[0] for row in fact["units"]] if fact["type"] in what else []
    return any(SIDES[split(token)[0]] != fired["side"] for token in tokens)


def _left(board: Board, fired: Fact, ours: dict[str, int], area: str) -> dict[str, int]:
    """Who is left when those have fallen, or are damaged, on whom a defender's hits fall by the published default."""
    dice, hits = iter(fired["dice"]), dict[str, int]()
    for token, count, value in fired["shots"]:
        hits[token] = hits.get(token, 0) + sum(die <= value for die in islice(dice, count))
    is_sea = board.parts.areas[area].is_sea
    pools = sea.pooled(hits, has_destroyer(hits)) if is_sea else {"any": fired["hits"]}
    falling = cheapest.least(board, area, ours, pools, "sea-attack" if is_sea else "land-attack")
    hurt = {casualties.hurt_token(token): hits for token, hits in falling.items() if casualties.can_be_hurt(token)}
    return losses.less(losses.plus(ours, hurt), falling)


def to_come(board: Board, own: Sequence[str]) -> list[Json]:
    """The battles to come, the reader's own and the largest first: those of his own, the first of others, and how many
    more; with how many units of either side meet, those that are to land included, and whether nobody can hit."""
    rows: list[Json] = [{"area": area, **_there(board, area)} for area in battle.due(board)]
    his = {row["area"] for row in rows if any(force in own for force, _one, _n in board.stacks(row["area"]))}
    rows.sort(key=lambda row: (row["area"] not in his, -row["attackers"] - row["defenders"]))
    named = max(FEW, len(his))
    more = [{"more": len(rows) - named}] if len(rows) > named else []
    return [*rows[:named], *more]


def entered(board: Board) -> list[str]:
    """Territories of the enemy in which the power in turn has land units and nobody defends: they fall behind the
    battles."""
    open = (area for area in sorted(board.units) if area in board.control and area not in board.fought)
    hostile = [area for area in open if not board.is_friendly(area, board.side)]
    return [area for area in hostile if control.land_forces(board, area) and not board.defenders(area, board.enemy)]


def _there(board: Board, area: str) -> Json:
    attackers, defenders = (
        sum(count for _force, _one, count in board.of_side(area, side)) for side in (board.side, board.enemy)
    )
    landing = sum(one["count"] * sum(one["cargo"].values()) for one in board.landings if one["area"] == area)
    is_idle = board.parts.areas[area].is_sea and not sea.can_fight(board, area)
    return {"attackers": attackers + landing, "defenders": defenders, "is idle": is_idle}
