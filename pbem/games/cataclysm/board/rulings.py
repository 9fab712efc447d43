"""The rulings and options of the title: rulings.json read as `options` of the charter."""

import json
import os

from pbem.core.data.json_types import Json

_READ = []


def rulings() -> list[Json]:
    """The named rulings, in the order of the book; each has id, number, rules, question, chosen, reason, switchable.

    A switchable one also has option, values, meanings and default: a value, or one for each edition.
    """
    if not _READ:
        with open(os.path.join(os.path.dirname(os.path.dirname(__file__)), "rulings.json"), encoding="utf-8") as file:
            _READ.append(json.load(file)["rulings"])
    return _READ[0]


def switches() -> dict[str, Json]:
    """{option: ruling} of those that a charter may set."""
    return {ruling["option"]: ruling for ruling in rulings() if ruling["switchable"]}


def default_of(ruling: Json, edition: str) -> str:
    """The published default of a switch under an edition."""
    default = ruling["default"]
    return default[edition] if isinstance(default, dict) else default


def options_of(edition: str, chosen: dict[str, str] | None = None) -> dict[str, str]:
    """The value of every switch: as chosen in the charter, else the default of the edition."""
    agreed = {name: default_of(ruling, edition) for name, ruling in switches().items()}
    agreed.update((name, value) for name, value in (chosen or {}).items() if name in agreed)
    return agreed
