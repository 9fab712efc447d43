"""What is fought, where the odds are asked for: the units, their orders of loss, and how the battle is led."""

from ..board.parts import Parts
from . import casualties


class Battle:
    """What is fought.

    attackers, defenders   {type: count} (at sea "battleship!" is a damaged one)
    parts                  the components
    losses, defence_losses orders of loss, by default the published ones
    guns                   antiaircraft guns fire first (land)
    own_die                guns fell the aircraft whose die hits, not one that its owner names (R-SBR-3-who-falls)
    amphibious             marines land from the sea (land)
    bombardment            {type: count} of ships that fire before the first round (land)
    surprise               the defender hits on 1 only
    save_air               the attacker leaves when only aircraft are left
    keep_ground            the unit that takes the place is lost last
    below                  the attacker leaves with fewer units than that
    """

    def __init__(
        self,
        parts: Parts,
        attackers: dict[str, int],
        defenders: dict[str, int],
        at_sea: bool = False,
        losses: list[str] | None = None,
        defence_losses: list[str] | None = None,
        guns: bool = False,
        amphibious: bool = False,
        bombardment: dict[str, int] | None = None,
        surprise: bool = False,
        save_air: bool = False,
        keep_ground: bool = False,
        below: int = 0,
        own_die: bool = False,
    ) -> None:
        self.parts = parts
        self.at_sea = at_sea
        kind = "sea" if at_sea else "land"
        published = parts.turn["loss_orders"]
        self.losses = casualties.completed(losses or (), published[f"{kind}-attack"])
        self.defence_losses = casualties.completed(defence_losses or (), published[f"{kind}-defence"])
        self.attackers, self.defenders = tokens("us", attackers), tokens("japan", defenders)
        self.guns, self.amphibious, self.surprise = guns, amphibious, surprise
        self.bombardment = bombardment or {}
        self.save_air, self.keep_ground, self.below = save_air, keep_ground, below
        self.own_die = own_die


def tokens(force: str, units: dict[str, int]) -> dict[str, int]:
    """``{force/type: count}`` of those that are there."""
    return {f"{force}/{type}": count for type, count in units.items() if count}
