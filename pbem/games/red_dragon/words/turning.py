"""What decided a turn: rolls, with the chance of what came, for the lead of a report; and its fights as tables."""

from collections.abc import Iterable, Iterator, Sequence

from pbem.core.rules.facts import Fact
from pbem.core.title.game import FightTable, Turning

from ..board.printed import Say
from .chances import with_one_more

SHOT = 4  # what a shot weighs, beside the leads
WAR = 500
ENDS = {"war-risked": ("nuclear-draw", "draw"), "russia-rolled": ("russia-roll", "loses")}
COLUMNS = ("fires", "at", "factor", "die", "result")


def turning(facts: Iterable[Fact], say: Say) -> Iterator[Turning]:
    """The fire of both sides in each combat, and the dice that may end the game."""
    facts = list(facts)
    for shots in volleys(facts):
        yield _fire(shots, say)
    for fact in facts:
        if fact["type"] in ENDS:
            end, said = ENDS[fact["type"]]
            least = say.parts.tables["game_end"][end]["die_at_least"] + fact["die"] - fact["total"]
            yield Turning(WAR, (7 - least if fact[said] else least - 1, 6), "the war spread", fact, fact)


def volleys(facts: Iterable[Fact]) -> list[list[Fact]]:
    """The shots of each combat."""
    found: list[list[Fact]] = []
    for fact in facts:
        if fact["type"] == "combat-begun":
            found.append([])
        elif fact["type"] == "shot-fired":
            if not found or (found[-1] and found[-1][0]["area"] != fact["area"]):
                found.append([])
            found[-1].append(fact)
    return [shots for shots in found if shots]


def _fire(shots: Sequence[Fact], say: Say) -> Turning:
    """The fire of both sides in one combat."""
    sides = []
    for side in dict.fromkeys(say.board.side[shot["shooter"]] for shot in shots):
        own = [shot for shot in shots if say.board.side[shot["shooter"]] == side]
        hits = sum(shot["hit"] for shot in own)
        luck = _luck([shot["factor"] for shot in own], hits)
        sides.append({"side": side, "hits": hits, "of": len(own), "share": luck})
    share = min((row["share"] for row in sides), key=lambda share: share[0] / share[1])
    return Turning(SHOT * len(shots), share, "fire", {"area": shots[0]["area"], "sides": sides}, shots[0])


def _luck(factors: Iterable[int], hits: int) -> tuple[int, int]:
    """In how many ways as many or more hits come, or as few or fewer, whichever is rarer, of how many."""
    ways = [1]
    for factor in factors:
        ways = with_one_more(ways, factor)
    return min(sum(ways[hits:]), sum(ways[: hits + 1])), sum(ways)


def fights(facts: Iterable[Fact], say: Say) -> Iterator[FightTable]:
    """The shots of each combat as a table."""
    for shots in volleys(facts):
        yield FightTable(shots, COLUMNS, [_shot(shot, say) for shot in shots])


def _shot(shot: Fact, say: Say) -> list[str]:
    names = say.unit(shot["shooter"]), say.unit(shot["target"])
    modifiers = ", ".join(f"{by:+d} [{rule}]" for rule, by in shot["modifiers"])
    factor = f"{shot['factor']} ({shot['base']}, {modifiers})" if modifiers else str(shot["factor"])
    return [*names, factor, str(shot["die"]), "hit" if shot["hit"] else "missed"]
