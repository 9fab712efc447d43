"""Battle programs: what a player has said beforehand about losses, stance and retreat.

    {"stance": "SA", "losses": ["infantry", "armor", "fighter"],
     "retreat": {"to": "burma", "after": 2, "below": 3}, "submerge": 1}

Stances, in the words that A&A players by mail use:

    SA     save air: fight until the ground or sea forces are gone, then aircraft leave
    SAAC   save air at all costs: leave before any aircraft could be lost
    TAAC   take at all costs: fight on, keep one unit that can take the place to the last
    KAAC   kill at all costs: fight to the end
    WI     walk in: land only where nobody is left to fight; elsewhere leave after the first round
"""

from pbem.core.data.json_types import Json
from pbem.core.rules.rulebook import rule

from ..board.pieces import split
from . import casualties

STANCES = ("SA", "SAAC", "TAAC", "KAAC", "WI")
DEFAULT = {"land": "SA", "sea": "KAAC"}  # R-PRG-1-defaults


@rule("PRG-1", "Battle programs")
def press(program: Json, state: Json) -> dict[str, str]:
    """PRG-1. What a program does between two rounds: an answer to the question ``press``.

    `state`: ``round`` (fought so far), ``targets`` (own units left), ``endangered`` (aircraft that fall if all hit),
    ``retreat`` (areas to retreat to), ``may_leave`` (aircraft may leave alone), ``may_retreat``, ``subs``; at sea
    ``armed`` (own ships that can fire) and ``sixths`` ({"ours", "theirs"}: hits to expect in a round, in sixths).
    """
    return decided(program, state)[0]


def decided(program: Json, state: Json) -> tuple[dict[str, str], str]:
    """The same with what decides: ``hopeless``, ``condition``, ``stance``; "" where the fight goes on."""
    stance = program.get("stance") or DEFAULT[state["kind"]]
    aircraft_alone = {casualties.kind_of(token) for token in state["targets"]} == {"a"}
    reasons = {
        "hopeless": state["kind"] == "sea" and hopeless(program, state),
        "condition": wants_out(program.get("retreat"), state),
        "stance": (stance == "SA" and aircraft_alone) or (stance == "SAAC" and state["endangered"]) or stance == "WI",
    }
    for why, holds in reasons.items():
        spares = leave(state) if why == "stance" and stance == "SAAC" else None
        if holds and (answer := spares or out(program, state)):
            return answer, why
    return {"do": "fight"}, ""


@rule("SEA-8", "When ships leave by default", also=("PRG-1",))
def hopeless(program: Json, state: Json) -> bool:
    """SEA-8. Whoever can hit nothing leaves if he may, whatever his stance; without a stance aircraft that must expect
    to lose more than they hit leave too, once no armed ship is left, unless it says when to leave.  Ruling:
    R-PRG-1-defaults.
    """
    ours, theirs = state["sixths"]["ours"], state["sixths"]["theirs"]
    says_nothing = not program.get("stance") and program.get("retreat") is None
    return not ours or (says_nothing and not state["armed"] and theirs > ours)


def wants_out(condition: Json | None, state: Json) -> bool:
    """Whether a retreat condition holds: after so many rounds, or with fewer units than so many."""
    if condition is None:
        return False
    left = sum(state["targets"].values())
    after, below = condition.get("after"), condition.get("below")
    if after is None and below is None:
        return True
    return (after is not None and state["round"] >= after) or (below is not None and left < below)


def out(program: Json, state: Json) -> dict[str, str] | None:
    """A retreat as the program wishes and the battle allows; None if it allows none."""
    if not state["may_retreat"]:
        return leave(state)
    wanted = (program.get("retreat") or {}).get("to", "")
    if not state["retreat"]:
        return {"do": "retreat"}
    return {"do": "retreat", "to": wanted if wanted in state["retreat"] else state["retreat"][0]}


def leave(state: Json) -> dict[str, str] | None:
    return {"do": "leave"} if state["may_leave"] else None


@rule("PRG-1", "Battle programs", also=("LND-3",))
def select(
    program: Json | None, targets: dict[str, int], pools: dict[str, int], published: list[str]
) -> dict[str, int]:
    """PRG-1. The losses that a program chooses; TAAC keeps one unit that can take the place to the last."""
    program = program or {}
    order = casualties.completed(program.get("losses", ()), published)
    signer = last_ground(targets, order) if program.get("stance") == "TAAC" else None
    rest = {token: count - (token == signer) for token, count in targets.items()}
    rest = {token: count for token, count in rest.items() if count}
    enough = casualties.limits(rest, pools)[1] == casualties.limits(targets, pools)[1]
    return casualties.by_order(rest if enough else targets, pools, order)


def last_ground(targets: dict[str, int], order: list[str]) -> str | None:
    """The token of the unit that takes the place: the last in the order that is no aircraft, transport or submarine."""
    ranked = [token for token in casualties.ranked(targets, order) if token in targets]
    ground = [token for token in ranked if casualties.kind_of(token) == "o" and split(token)[1].type != "transport"]
    return ground[-1] if ground else None
