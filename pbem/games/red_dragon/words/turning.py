"""What decided a turn: rolls, with the chance of what came, for the lead of a report; and its fights as tables."""

from collections.abc import Iterable, Iterator, Sequence

from pbem.core.rules.facts import Fact
from pbem.core.title.game import FightTable, Turning

from ..board.printed import Say
from .chances import with_one_more

SHOT = 4  # what a shot weighs, beside the leads
EVENT = 6
COLUMNS = ("fires", "at", "factor", "die", "result")


def turning(facts: Iterable[Fact], say: Say) -> Iterator[Turning]:
    """The fire of each side in each combat, and events that come."""
    facts = list(facts)
    for shots in volleys(facts):
        yield from _fire(shots, say)
    for fact in facts:
        if fact["type"] == "event-happened" and fact["effect"]:
            faces = len(say.parts.tables["sequence"]["event_on"])
            yield Turning(EVENT, (faces, 6), "an event came", {"side": fact["side"], "event": fact["event"]})


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


def _fire(shots: Sequence[Fact], say: Say) -> Iterator[Turning]:
    """The fire of either side in one combat."""
    for side in dict.fromkeys(say.board.side[shot["shooter"]] for shot in shots):
        own = [shot for shot in shots if say.board.side[shot["shooter"]] == side]
        hits = sum(shot["hit"] for shot in own)
        told, share = _luck([shot["factor"] for shot in own], hits)
        yield Turning(
            SHOT * len(own), share, told, {"side": side, "area": own[0]["area"], "hits": hits, "of": len(own)}
        )


def _luck(factors: Iterable[int], hits: int) -> tuple[str, tuple[int, int]]:
    """Whether so many hits are many or few, and in how many ways as many or more come, or as few or fewer."""
    ways = [1]
    for factor in factors:
        ways = with_one_more(ways, factor)
    many, few = sum(ways[hits:]), sum(ways[: hits + 1])
    return ("much was hit", (many, sum(ways))) if many <= few else ("little was hit", (few, sum(ways)))


def fights(facts: Iterable[Fact], say: Say) -> Iterator[FightTable]:
    """The shots of each combat as a table."""
    for shots in volleys(facts):
        yield FightTable(shots, COLUMNS, [_shot(shot, say) for shot in shots])


def _shot(shot: Fact, say: Say) -> list[str]:
    names = say.unit(shot["shooter"]), say.unit(shot["target"])
    modifiers = ", ".join(f"{by:+d} [{rule}]" for rule, by in shot["modifiers"])
    factor = f"{shot['factor']} ({shot['base']}, {modifiers})" if modifiers else str(shot["factor"])
    return [*names, factor, str(shot["die"]), "hit" if shot["hit"] else "missed"]
