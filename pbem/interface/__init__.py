"""The interface for programs: plain functions over files, stable by promise (docs/python.md).

`import pbem` is enough: the functions are attributes of the package, and each loads what it needs when it is first
asked for.  A game is a path, or what `read` gives; results are text, or the JSON that the command of the same purpose
prints, which schemas/ describes.  Two kinds of trouble are raised: `Refused` (orders; exit code 3 of the program) and
`BrokenFile` (a file does not hold, or evidence is missing; 4 and 5), both with `.problems`; an argument that names
nothing there is, is `NoSuchThing`, a ValueError (2).  Nothing is printed, and no clock is read: times are given.
"""

import importlib
from typing import Any

PLACES = {
    "reading": ("read", "decisions", "status", "due", "check", "verify", "tell", "form", "show", "position"),
    "looking": ("diff", "draw", "plot"),
    "playing": ("new", "adjudicate", "take"),
    "club": ("load_archive", "ask_archive", "standings", "selfplay"),
    "choices": ("titles", "title", "scenario", "schema"),
    "many": ("games_in", "each"),
    "no_such_thing": ("NoSuchThing",),
    "..core.data.problems": ("Refused", "BrokenFile", "Problem"),
}
NAMES = {name: place for place, names in PLACES.items() for name in names}


def __getattr__(name: str) -> Any:
    if name not in NAMES:
        raise AttributeError(f"module 'pbem' has no attribute {name!r}")
    place = NAMES[name]
    found = getattr(importlib.import_module(place if place.startswith(".") else f".{place}", __name__), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted([*globals(), *NAMES])
