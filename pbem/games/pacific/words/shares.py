"""Chances in print, and how a battle would go."""

from pbem.core.data.tables import Sentences
from pbem.core.rules.facts import Fact

from ..board.parts import Parts
from ..rules.odds import Odds, plain
from ..rules.odds import odds as exact_odds
from ..rules.odds_battle import Battle

_say = Sentences(__name__)

MOST_AT_SEA = 40  # units of both sides for which a report computes a sea battle: more take longer than a second


def percent(mass: int, whole: int) -> str:
    """``62.3%``; never 0 or 100 for what is not, but ``< 0.1%`` and ``> 99.9%``."""
    thousandths = (mass * 2000 + whole) // (2 * whole)
    if mass and not thousandths:
        return "< 0.1%"
    if mass != whole and thousandths == 1000:
        return "> 99.9%"
    return f"{thousandths // 10}.{thousandths % 10}%"


def odds(parts: Parts, fact: Fact) -> str:
    """How the battle that a fact begins would go by the published orders of loss, fought out; "" if not said."""
    found = shares(parts, fact)
    return _say("odds", win=found[0], draw=found[1]) if found else ""


def shares(parts: Parts, fact: Fact) -> tuple[str, str] | None:
    """How often the attacker wins such a battle, and how often nobody does, in print; None if not said."""
    found = reckoned(parts, fact)
    return (percent(found.win, found.whole), percent(found.draw, found.whole)) if found else None


def reckoned(parts: Parts, fact: Fact) -> Odds | None:
    """The exact odds of the battle that a fact begins, by the published orders of loss; None if not said."""
    is_sea = parts.areas[fact["area"]].is_sea
    units = sum(fact["attackers"].values()) + sum(fact["defenders"].values())
    if "kamikazes" in fact or (is_sea and units > MOST_AT_SEA):
        return None
    attackers, defenders = plain(fact["attackers"]), plain(fact["defenders"])
    how = {name: fact.get(name, False) for name in ("guns", "amphibious", "surprise", "own_die")}
    return exact_odds(Battle(parts, attackers, defenders, is_sea, bombardment=fact.get("bombard"), **how))
