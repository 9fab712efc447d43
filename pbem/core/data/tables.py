"""Tables that are data: files of JSON beside the code that reads them."""

import json
import os
from typing import Any


def read_table(*path: str) -> Any:
    """What the file of JSON at a path, given in parts, holds.  Raises OSError or ValueError for a file that is none."""
    with open(os.path.join(*path), encoding="utf-8") as file:
        return json.load(file)


def beside(module: str, name: str) -> Any:
    """What ``name.json`` beside a module holds; the module says where it lies by its ``__file__``."""
    return read_table(os.path.dirname(module), f"{name}.json")
