"""Which values of the components decided a fact, for reports: players can look them up on their own copy."""

from pbem.core.rules.facts import Fact

from ..board.names import type_name
from ..board.printed import Say


def shot_fired(fact: Fact, say: Say) -> list[tuple[str, str, str]]:
    """2.12 The factors of the unit that fired, on either side of its counter."""
    unit = say.parts.units[fact["shooter"]]
    country = say.parts.countries[unit.country]
    what = f"factors of the {country.get('abbreviation', country['name'])} {type_name(say.parts, unit.type)}"
    return [("units", f"/units/{unit.id}/{side}", what) for side in ("factors", "reduced")]


EVIDENCE = {"shot-fired": shot_fired}
