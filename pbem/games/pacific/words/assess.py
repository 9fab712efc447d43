"""`pbem odds pacific`: a battle in words, its exact odds in numbers and in words."""

from typing import Any

from pbem.core.data.collecting import summed
from pbem.core.data.json_types import Json
from pbem.core.data.problems import Problem, Refused
from pbem.core.data.tables import Sentences
from pbem.core.language.errors import ParseError
from pbem.core.language.names import Names
from pbem.core.title.rulings import agreed

from ..board.parts import Parts, parts
from ..board.rulings import OPTIONS
from ..orders.wishes import only_units
from ..rules.odds import ONE, Odds, odds
from ..rules.odds_battle import Battle
from ..rules.programs import STANCES
from .shares import percent

_say = Sentences(__name__)

LISTED = 8  # outcomes shown for each side
ASSESSED = ("KAAC", "SA", "TAAC")


def assess(
    names: Names,
    attackers: str,
    defenders: str,
    losses: str = "",
    defence_losses: str = "",
    bombard: str = "",
    stance: str = "KAAC",
    below: int = 0,
    amphibious: bool = False,
    surprise: bool = False,
    sea: bool = False,
) -> Json:
    """The exact odds of a battle as a JSON object.  Raises Refused with every problem.

    attackers, defenders, bombard   units as in orders: "3 infantry, fighter"; a gun among the defenders fires
    losses, defence_losses          orders of loss; empty: the published ones
    stance                          KAAC (to the end), SA (aircraft leave when they are alone), TAAC (the unit that
                                    takes the place falls last)
    below                           the attacker leaves with fewer units than that
    """
    loaded = parts(agreed(OPTIONS, "2002"))
    reader = _Reader(names)
    sides = [reader.units(text) for text in (attackers, defenders, bombard)]
    orders = [reader.order(text) for text in (losses, defence_losses)]
    guns = bool(sides[1].pop("aa-gun", 0))
    at_sea = sea or any(loaded.types[type.rstrip("!")].category == "sea" for side in sides[:2] for type in side)
    reader.problems += faults(loaded, sides, at_sea, stance.upper())
    Refused.if_any(reader.problems)
    battle = Battle(
        loaded,
        sides[0],
        sides[1],
        at_sea,
        losses=orders[0],
        defence_losses=orders[1],
        guns=guns,
        amphibious=amphibious,
        bombardment=sides[2],
        surprise=surprise,
        save_air=stance.upper() == "SA",
        keep_ground=stance.upper() == "TAAC",
        below=below,
    )
    return described(battle, odds(battle))


class _Reader:
    """Reads units and orders of loss, and collects what is not understood."""

    def __init__(self, names: Names) -> None:
        self.names, self.problems = names, []

    def units(self, text: str) -> dict[str, int]:
        """``{type: count}``, damaged battleships as "battleship!"."""
        units = {}
        try:
            wishes = (only_units(text, self.names) or _refused(text, self.names)) if text.strip() else []
        except ParseError as error:
            self.problems.append(error.problem)
            return units
        return summed(
            (wish["type"] + ("!" if wish.get("state") == "!" else ""), wish["n"] if wish["n"] != "all" else 1)
            for wish in wishes
        )

    def order(self, text: str) -> list[str] | None:
        return list(self.units(text)) or None


def _refused(text: str, names: Names) -> Any:
    """Raises ParseError with what is wrong; the forms, which say that, are imported where something is."""
    from ..orders.words import units_said

    return units_said(text, names)


def faults(loaded: Parts, sides: list[dict[str, int]], at_sea: bool, stance: str) -> list[Problem]:
    """Why such a battle cannot be, as Problems."""
    found = [Problem("pac-odds-nobody", rule="LND-2") for side in sides[:2] if not side]
    wrong = ("land",) if at_sea else ("sea",)
    for side, allowed in zip(sides, (False, False, True)):
        for type in side:
            known = loaded.types[type.rstrip("!")]
            fits = known.bombards if allowed else known.category not in (*wrong, "special")
            if not fits:
                found.append(Problem("pac-odds-unit", rule="SEA-1" if at_sea else "LND-2", type=type))
    if stance not in ASSESSED:
        hint = _say("stances", stances=[*(ASSESSED if stance in STANCES else STANCES)])
        found.append(Problem("pac-odds-stance", rule="PRG-1", word=stance, hint=hint))
    return found


def described(battle: Battle, found: Odds) -> Json:
    """The odds as JSON: shares in thousandths, and exactly as integers over ``of``."""
    shares = {name: getattr(found, name) for name in ("win", "draw", "loss", "taken")}
    return {
        "pbem": "odds/1",
        "title": "pacific",
        "at_sea": battle.at_sea,
        "of": ONE,
        "attackers": _types(battle.attackers),
        "defenders": _types(battle.defenders),
        "losses": list(battle.losses),
        "defence_losses": list(battle.defence_losses),
        "shares": {name: found.thousandths(mass) for name, mass in shares.items()},
        "exactly": shares,
        "cost": {side: found.expected_cost(side) for side in ("attack", "defence")},
        "survivors": {side: _survivors(found, side) for side in ("attack", "defence")},
    }


def _types(units: dict[str, int]) -> dict[str, int]:
    return {token.partition("/")[2]: count for token, count in units.items()}


def _survivors(found: Odds, side: str) -> list[Json]:
    rows = [{"units": dict(units), "share": mass} for units, mass in found.survivors(side).items()]
    return sorted(rows, key=lambda row: -row["share"])


# -- in words ------------------------------------------------------------------------------------------------


def told(result: Json) -> list[str]:
    """The lines of the answer for people."""
    shares = result["exactly"]
    whole = shares["win"] + shares["draw"] + shares["loss"]
    lines = [
        f"Attack   {_units(result['attackers'])}",
        f"Defence  {_units(result['defenders'])}",
        "",
        _say("odds", **{name: percent(shares[name], whole) for name in ("win", "draw", "loss")}),
    ]
    if not result["at_sea"]:
        lines.append(_say("taken", share=percent(shares["taken"], whole)))
    cost = result["cost"]
    lines.append(_say("cost", attack=_ipcs(cost["attack"]), defence=_ipcs(cost["defence"])))
    for side in ("attack", "defence"):
        rows = result["survivors"][side]
        lines += ["", _say(f"left-{side}")]
        lines += [f"  {percent(row['share'], whole):>7}  {_units(row['units'])}" for row in rows[:LISTED]]
        if len(rows) > LISTED:
            rest = sum(row["share"] for row in rows[LISTED:])
            lines.append(f"  {percent(rest, whole):>7}  something else")
    return lines


def _units(units: dict[str, int]) -> str:
    return ", ".join(f"{count} {type}" if count > 1 else type for type, count in units.items()) or "nobody"


def _ipcs(thousandths: int) -> str:
    hundredths = (thousandths + 5) // 10
    return f"{hundredths // 100}.{hundredths % 100:02d}"
