"""Tables that are data, and other texts: files beside the code that reads them."""

import json
import os
from typing import Any


def read_table(*path: str) -> Any:
    """What the file of JSON at a path, given in parts, holds.  Raises OSError or ValueError for a file that is none."""
    return json.loads(_read(*path))


def _read(*path: str) -> str:
    with open(os.path.join(*path), encoding="utf-8") as file:
        return file.read()


def beside(module: str, name: str) -> Any:
    """What ``name.json`` beside a module holds; the module says where it lies by its ``__file__``."""
    return read_table(os.path.dirname(module), f"{name}.json")


def text_beside(module: str, *path: str) -> str:
    """The text of a file whose path, given in parts, begins where the module lies."""
    return _read(os.path.dirname(module), *path)
