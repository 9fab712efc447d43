"""Choosing and removing losses (LND-3, SEA-5, MUL-2)."""

from pbem.core.data.collecting import summed
from pbem.core.data.json_types import Json
from pbem.core.rules.requests import Ask, Asking, Together
from pbem.core.rules.rulebook import rule

from ..board.board import Board, Turn
from ..board.parts import POWER_OF
from ..board.pieces import split
from . import casualties, cheapest, programs, rounds

AGREED = {}  # the answer of an ally who leaves the choice to the other: no hits are named


@rule("LND-3", "Owner picks losses", also=("SEA-5", "SEA-6", "SEA-7"))
def choose(
    t: Turn,
    area: str,
    power: str,
    targets: dict[str, int],
    pools: dict[str, int],
    order: str,
    bystanders: dict[str, int] | None = None,
) -> Asking[dict[str, int]]:
    """LND-3. The owner of the units hit says which fall; nobody is asked when it makes no difference.

    The attacker's program for the battle answers first, if it says something of losses.  Returns the
    selection, ``{token: hits}``.
    """
    if not bystanders and casualties.is_forced(targets, pools):
        return casualties.by_order(targets, pools, [])
    published = t.board.parts.turn["loss_orders"][order]
    program = t.board.programs.get(area, {}) if power == t.board.power else {}
    if "losses" in program or program.get("stance") == "TAAC":
        rounds.followed(t, area, program, "losses")
        return programs.select(program, targets, pools, published)
    side = "attack" if power == t.board.power else "defence"
    about = {"area": area, "hits": pools, "units": targets, "order": order, "side": side}
    if bystanders:
        about["bystanders"] = bystanders
    owners = [power] if power == t.board.power else defenders_of(t.board, targets)
    if len(owners) == 1:
        return (yield Ask("losses", owners[0], about=about))
    return (yield from agree(t, owners, about))


@rule("MUL-2", "Joint losses", also=("MUL-1",))
def agree(t: Turn, owners: list[str], about: Json) -> Asking[dict[str, int]]:
    """MUL-2. Allies who defend together agree on their losses; if they do not, the attacker picks.

    Who says nothing agrees with the ally who speaks; if nobody speaks, they fall in the published order.
    Ruling: R-MUL-2-silence.

    Ruling R-MUL-2-one-person.
    """
    answers = yield Together([Ask("losses", owner, about={**about, "joint": True}) for owner in owners])
    spoken = [answer for answer in answers if answer != AGREED]
    if not spoken:
        t.emit("losses-agreed", area=about["area"], how="silence")
        return cheapest.least(t.board, about["area"], about["units"], about["hits"], about["order"])
    if all(answer == spoken[0] for answer in spoken):
        t.emit("losses-agreed", area=about["area"], how="one" if len(spoken) < len(answers) else "all")
        return spoken[0]
    t.emit("losses-agreed", area=about["area"], how="attacker")
    return (yield Ask("losses", t.board.power, about=about))


def defenders_of(board: Board, targets: dict[str, int]) -> list[str]:
    """The powers whose units may be hit; one of them speaks for all when one person plays them."""
    hit = {POWER_OF[token.partition("/")[0]] for token in targets}
    powers = [power for power in board.parts.powers if power in hit]
    return powers[:1] if board.players == 2 else powers


def take(t: Turn, area: str, selection: dict[str, int]) -> dict[str, int]:
    """Apply a selection: battleships are damaged at once; what will be removed is returned as ``{token: n}``."""
    gone = {}
    for token in sorted(selection):
        hits = selection[token]
        one = split(token)[1]
        if not hits:
            continue
        if one.type == "battleship" and not one.damaged:
            t.emit("units-changed", rule="SEA-6", area=area, units=[[token, hits, one.but(damaged=True)]])
        else:
            gone[token] = hits
    return gone


def gone(t: Turn, area: str, units: dict[str, int], why: str = "lost") -> None:
    """Remove units."""
    units = {token: count for token, count in sorted(units.items()) if count}
    if units:
        t.emit("units-removed", area=area, units=units, why=why)


def remove(
    t: Turn, area: str, power: str, targets: dict[str, int], hits: int, order: str, why: str = "lost"
) -> Asking[dict[str, int]]:
    """Choose and remove at once, for hits that are not answered by fire; what fell, ``{token: n}``."""
    fallen = take(t, area, (yield from choose(t, area, power, targets, {"any": hits}, order)))
    gone(t, area, fallen, why)
    return fallen


def less(units: dict[str, int], marked: dict[str, int]) -> dict[str, int]:
    """Units without those marked as hit."""
    return {token: count - marked.get(token, 0) for token, count in units.items() if count > marked.get(token, 0)}


def plus(one: dict[str, int], other: dict[str, int]) -> dict[str, int]:
    return summed([*one.items(), *other.items()])
