"""How pages of a site come about: templates, JSON, files."""

import os
from functools import cache
from typing import TYPE_CHECKING

from pbem.core.data import store
from pbem.core.data.store import Folder
from pbem.core.data.text import counted, readable_json, visible
from pbem.core.record.deadlines import time_of
from pbem.report.html import environment

if TYPE_CHECKING:
    from jinja2 import Template


@cache
def template(name: str) -> "Template":
    """A template of this room; the parts of reports are known in it."""
    known = environment(os.path.join(os.path.dirname(__file__), "templates"))
    known.filters.update(counted=counted, moment=_moment)
    return known.get_template(name)


def _moment(text: str) -> str:
    """A time of a file in few words, for a table on a phone."""
    time = time_of(text)
    return f"{time.day} {time:%b %Y, %H:%M}"


def as_json(value: object) -> str:
    """A value as JSON that people can read, always in the same order; what would control a screen is escaped."""
    return readable_json(value) + "\n"


def write(folder: Folder, name: str, text: str) -> str:
    """Write a file into a folder, which is made; its path.  Whatever people wrote, no page and no picture holds what
    would control a screen or turn lines around (core.data.text.visible)."""
    path = os.path.join(folder, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    store.write(path, visible(text).encode(), lasting=False)
    return path
