"""5.7 Diplomatic opportunity: who gains a country that is up for grabs."""

from pbem.core.rules.requests import Asking
from pbem.core.rules.rulebook import rule

from ..board.board import Turn
from .checks import check
from .control import gain_control


@rule("5.7", "Diplomatic opportunity", also=("2.3.7",))
def diplomatic_opportunity(t: Turn, area: str, groups: list[list[str]]) -> Asking[None]:
    """5.7 Each eligible power checks, in decreasing effectiveness order; the first to pass gains the country.

    `groups` are lists of active powers; the next group is tried only if nobody of the one before succeeds.  Resistance
    does not apply (ruling R-5.7-no-resistance).
    """
    for powers in groups:
        eligible = t.board.in_order(powers)
        if eligible:
            t.emit("opportunity-opened", area=area, powers=eligible)
        for power in eligible:
            if (yield from check(t, power, "opportunity", about={"area": area})):
                yield from gain_control(t, power, area, "opportunity")
                return


@rule("9.7.2", "Opportunity after a failed attack")
def after_failed_attack(t: Turn, attacker: str, area: str) -> Asking[None]:
    """9.7.2, 5.7 First the enemies of the attacker, then other opposing powers, for a country without a controller; not
    in China."""
    board = t.board
    if board.area(area).status == "china":
        return
    enemies = board.enemies(attacker)
    others = [power for power in board.opposing(attacker) if power not in enemies]
    yield from diplomatic_opportunity(t, area, [enemies, others])
