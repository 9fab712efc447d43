"""Lines of movement, read and written.

A line becomes a *wish*: types and counts (``want``) and waypoints (``path``); settling.py makes items of it.
"""

import re

from pbem.core.data import components
from pbem.core.data.problems import messages

from ..board.parts import FORCES, PACKAGE
from .program_text import program_of, program_text
from .unit_text import cargo_of, items_of, unit_text, units_text, wish_of, wish_text

messages(
    {
        "pac-one-way": "a way has a start and an end, with -> between them.",
        "pac-aboard-what": "it is not clear which ship takes {cargo} along.",
    }
)
UNIT_WORDS = tuple(
    word
    for type in components.load(PACKAGE, "units")["types"]
    if type != "industrial-complex"
    for word in (type, f"{type}s")
)
STARTERS = (*UNIT_WORDS, *FORCES, *(str(number) for number in range(1, 31)))  # a line of movement may begin with these
CARRYING = ("transport", "destroyer", "carrier")
ROUTED = ("by", "on", "with")

# -- reading -------------------------------------------------------------------------------------------------


def read(line, names):
    """The item of a line of movement."""
    word = line.verb.split()[-1]
    if word in READERS:
        return READERS[word](line, names)
    go = {"raid": "raid", "patrol": "patrol", "cap": "patrol", "load": "load", "unload": "unload", "ship": "ship",
          "bombard": "bombard"}.get(word, "move")  # fmt: skip
    text, path = way_of(line, names)
    item = {"go": go, "want": units_of(line, names, text), "path": path}
    by = line.clause("by") or line.clause("on")
    if by:
        item["by"] = ship_of(line, names, by)
    aboard = line.clause("with")
    if aboard:
        take_along(line, names, item["want"], aboard)
    return item


def take_along(line, names, wishes, text):
    """``with 2 fighter``: the cargo of the one ship of the line."""
    ships = [wish for wish in wishes if wish["type"] in CARRYING]
    if len(ships) != 1 or ships[0]["n"] != 1 or "cargo" in ships[0]:
        line.fail(
            "pac-aboard-what", quote=text, cargo=text, hint="For example: move 2 transport(2 infantry) sz36 -> sz35."
        )
    ships[0]["cargo"] = cargo_of(line, names, text)


def _read_battles(line, names):
    return {"go": "battles", "areas": [names.find(item, "area") for item in line.items(line.head)]}


def _read_program(line, names):
    return {"go": "program", "area": names.find(line.head, "area"), "program": program_of(line, names)}


READERS = {"battles": _read_battles, "program": _read_program}


def units_of(line, names, text):
    """``2 infantry, transport(armor)`` → wishes (unit_text.py)."""
    return [wish_of(line, names, item) for item in items_of(text)]


def ship_of(line, names, text):
    """``transport``, or ``2 transport@1(infantry)``, which names the ships exactly."""
    wish = wish_of(line, names, text)
    number = line.count_and_name(text.partition("(")[0].strip())[0]
    if number is not None or "state" in wish or "cargo" in wish:
        wish["exact"] = True
    return wish


def way_of(line, names):
    """The text of the units of a line, and its waypoints: start, those between, goal.

    The start ends the text before the first arrow; those after ``via`` come before the goal.
    """
    body = re.split(rf"\s(?:{'|'.join(ROUTED)})\s", line.body)[0]
    body = re.sub(r"\s+(?:to|->)\s+", " -> ", body)
    if line.verb in STARTERS:
        first = body.split(" -> ")[0].split(" via ")[0].strip()
        only = line.verb not in UNIT_WORDS or names.known(first, "area")
        body = f"{line.verb} {body}" if only else f"{line.verb}, {body}"  # the comma went with the verb
    body, _, between = body.partition(" via ")
    if "->" in between:
        between, _, goal = between.partition(" -> ")
        body = f"{body} -> {goal}"
    head, *texts = body.split(" -> ")
    units, start = head_parts(line, names, head)
    path = [start, *(names.find(text.strip(" ,"), "area") for text in texts)]
    if len(path) < 2:
        line.fail("pac-one-way", quote=head, hint="For example: move 2 infantry burma -> shan-state.")
    path[-1:-1] = [names.find(text, "area") for text in line.items(between)]
    return units, path


def head_parts(line, names, head):
    """The text of the units and the id of the area that ends a head: the longest tail that names an area."""
    words = head.split()
    for place in range(max(1, len(words) - 4), len(words)):
        area = names.known(" ".join(words[place:]), "area")
        if area:
            return re.sub(r"(\s+(from|in|at))?[\s,]*$", "", " ".join(words[:place])), area
    line.fail("pac-one-way", quote=head, hint="For example: move 2 infantry burma -> shan-state.")


# -- writing -------------------------------------------------------------------------------------------------


def item_text(item, power, prefix):
    """The order line of one item."""
    go = item["go"]
    if "want" in item:
        return f"{prefix if go not in ('raid', 'patrol') else ''}{go} {_wish_line(item)}"
    if go in ("move", "raid"):
        verb = "raid" if go == "raid" else prefix.strip() or "move"
        path = item["path"] if len(item["path"]) > 1 else item["path"] * 2
        return f"{verb} {units_text(item['units'], power)} {' -> '.join(path)}"
    if go == "patrol":
        return f"patrol {units_text(item['units'], power)} {' -> '.join(item['path'])}"
    if go == "bombard":
        return f"bombard {units_text(item['units'], power)} {item['zone']} -> {item['area']}"
    if go in ("load", "unload"):
        return f"{prefix}{go} {_cargo_line(item, power)}"
    if go == "battles":
        return f"battles {', '.join(item['areas'])}"
    return f"program {item['area']} {program_text(item['program'])}".rstrip()


def _cargo_line(item, power):
    cargo = {token: n * item["count"] for token, n in item["cargo"].items()}
    ends = (item["area"], item["zone"]) if item["go"] == "load" else (item["zone"], item["area"])
    ships = unit_text(item["ship"], item["count"], power)
    return f"{units_text(cargo, power)} {ends[0]} -> {ends[1]} by {'1 ' * (item['count'] == 1)}{ships}"


def _wish_line(item):
    by = f" by {wish_text(item['by'])}" if "by" in item else ""
    return f"{', '.join(wish_text(wish) for wish in item['want'])} {' -> '.join(item['path'])}{by}"
