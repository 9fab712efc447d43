"""pbem: a play-by-email adjudicator for board wargames.

For programs: `pbem.read`, `pbem.status`, `pbem.verify` and the others of `pbem.interface`, each loaded when it is first
asked for (docs/python.md)."""

import importlib

__version__ = "0.1.0"


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(f"module 'pbem' has no attribute {name!r}")
    return getattr(importlib.import_module("pbem.interface"), name)


def __dir__():
    return sorted([*globals(), *importlib.import_module("pbem.interface").NAMES])
