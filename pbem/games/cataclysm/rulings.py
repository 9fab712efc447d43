"""The rulings and options of the title: rulings.json read as `options` of the charter."""

import json
import os

_READ = []


def rulings():
    """{name: ruling}; each has question, rules, ruling, reason, and for a switch values and default by edition."""
    if not _READ:
        with open(os.path.join(os.path.dirname(__file__), "rulings.json"), encoding="utf-8") as file:
            _READ.append(json.load(file)["rulings"])
    return _READ[0]


def switches():
    """The rulings that a charter may set: {name: {"values", "default": {edition: value}, "rules", "text"}}."""
    return {name: ruling for name, ruling in rulings().items() if "values" in ruling}


def options_of(edition, chosen=None):
    """The value of every switch: as chosen in the charter, else the default of the edition."""
    agreed = {name: ruling["default"][edition] for name, ruling in switches().items()}
    agreed.update((name, value) for name, value in (chosen or {}).items() if name in agreed)
    return agreed
