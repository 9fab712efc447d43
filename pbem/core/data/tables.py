"""Tables that are data, and other texts: files beside the code that reads them; and what modules say, from theirs."""

import json
import os
from collections.abc import Mapping
from functools import cache
from typing import Any

from .problems import HOME, as_said


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


class Sentences:
    """What a module of a room says, ``say("name", field=…)``: whole sentences with named fields, from the
    sentences.json of its room, ``{module: {name: sentence}}``.  Lists and numbers are told as in those of problems."""

    def __init__(self, module: str) -> None:
        self.module = module

    def __call__(self, name: str, /, **fields: object) -> str:
        return self.all[name].format_map(as_said(fields))

    @property
    def all(self) -> Mapping[str, str]:
        room, _, module = self.module.rpartition(".")
        return _of_room(room)[module]


@cache
def _of_room(room: str) -> Mapping[str, Mapping[str, str]]:
    sentences: Mapping[str, Mapping[str, str]] = read_table(HOME, *room.split(".")[1:], "sentences.json")
    return sentences
