"""The conditions of a title in a table beside the functions that tell whether they hold.

    {"contested": ["{area} is contested", "land units of both sides are there"], …}

Each is its form and its meaning; the function has its name (``vp-least``: vp_least).  What a power has lost, holds or
sees changed since its last turn is the same in every title, and needs none.
"""

from collections.abc import Mapping
from typing import Any

from ..data.tables import beside
from ..language.conditions import CHANGED, HELD, LOST, Conditions

EVERYWHERE = {"lost": LOST, "holds": HELD, "changed": CHANGED}


def read_conditions(module: str, functions: Mapping[str, Any]) -> Conditions:
    """Those of ``conditions.json`` beside a module, each with the function of its name; a `Change` is one too."""
    rows = beside(module, "conditions")
    found = {name: EVERYWHERE.get(name) or functions[name.replace("-", "_")] for name in rows}
    return Conditions({name: (form, meaning, found[name]) for name, (form, meaning) in rows.items()})
