"""What the pages of a site share: styles, programs, and of each title what never moves on its maps.

It lies once under common/, not in every page.  The name of such a file has a digest of what stands in it, so that pages
made at different times, and browsers that remember one, never meet another program than their own.
"""

import json
import os
import re
from functools import cache, partial
from hashlib import sha256

from pbem.core.data import store
from pbem.core.data.store import Folder
from pbem.core.data.tables import text_beside
from pbem.core.title.game import load
from pbem.maps.counters import read as read_of_maps
from pbem.maps.slots import Filming
from pbem.page.inline import short
from pbem.page.turn import script as turn_script
from pbem.page.turn import style as turn_style

FOLDER = "common"
_read = partial(text_beside, __file__, "files")
OWN = re.compile(r"-[0-9a-f]{8}\.(css|js)$")
OF_A_GAME = ("page.css", "film.js", "turn.css", "turn.js")
OF_A_CLUB = ("page.css", "times.js")


def names_of(title: str) -> list[str]:
    """The shared files that the pages of a game of a title need."""
    return [file_name(name) for name in (*OF_A_GAME, f"map-{title}.js")]


@cache
def file_name(name: str) -> str:
    """What a shared file is called: page-4e12c8f0.css."""
    stem, _, ending = name.rpartition(".")
    return f"{stem}-{sha256(text_of(name).encode()).hexdigest()[:8]}.{ending}"


def address(name: str, depth: int = 1) -> str:
    """The address of a shared file, from a page so many folders down."""
    return f"{'../' * depth}{FOLDER}/{file_name(name)}"


@cache
def text_of(name: str) -> str:
    """What stands in a shared file."""
    if name == "page.css":
        return short(_read("page.css") + read_of_maps("map.css"))
    if name in ("film.js", "times.js"):
        return short(_read(name))
    if name == "turn.css":
        return turn_style()
    if name == "turn.js":
        return turn_script()
    return _map_script(name.removeprefix("map-").removesuffix(".js"))


def _map_script(title: str) -> str:
    """What never moves on the maps of a title, as a program that puts it where a page leaves room for it."""
    maps = {}
    for name, plan in filming(title).plans.items():
        areas = plan["areas"]
        discs = [id for id in areas if areas[id]["shape"] == "disc"]
        maps[name] = {
            "width": plan["width"],
            "height": plan["height"],
            "ground": plan["ground"],
            "areas": list(areas),
            "cells": [id for id in areas if id not in discs],
            "discs": discs,
        }
    data = {"defs": read_of_maps("defs.svg"), "maps": maps}
    text = json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return f"pbemMap={text};\n{short(_read('ground.js'))}"


@cache
def filming(title: str) -> Filming:
    """The maps of a title, for all games of this process."""
    return Filming(load(title))


def write(folder: Folder, names: list[str]) -> None:
    """Write shared files, called as file_name calls them, into the site in `folder`; those that lie there stay."""
    place = os.path.join(folder, FOLDER)
    os.makedirs(place, exist_ok=True)
    for name in names:
        path = os.path.join(place, name)
        if not os.path.exists(path):
            stem, ending = name.rsplit("-", 1)
            store.write(path, text_of(f"{stem}.{ending.partition('.')[2]}").encode(), lasting=False)


def tidy(folder: Folder, names: set[str]) -> None:
    """Remove shared files that no page needs any more: all but `names`."""
    place = os.path.join(folder, FOLDER)
    for name in sorted(os.listdir(place)):
        if OWN.search(name) and name not in names:
            os.remove(os.path.join(place, name))
