"""Which values of the components decided a fact, for reports: players can look them up on their own copy."""

from typing import Any

from pbem.core.rules.facts import Fact

from ..board.printed import Say


def crisis_rolled(fact: Fact, say: Say) -> list[tuple[str, str, str]]:
    """3.7.4 What the table has for the roll."""
    return [("crisis", f"/{fact['table']}/{fact['entry']}/effects", f"what the crisis {fact['name']} does")]


def checked(fact: Fact, say: Say) -> list[Any]:
    """2.3.7 The resistance of the area, where it was a modifier."""
    area = fact.get("area")
    if not area or all(row["why"] != "resistance" for row in fact["modifiers"]):
        return []
    return [("map", f"/areas/{area}/resistance", f"the resistance of {say.area(area)}")]


EVIDENCE = {"crisis-rolled": crisis_rolled, "effectiveness-checked": checked}
