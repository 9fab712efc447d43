"""Lines of movement, read and written.

A line becomes a *wish*: types and counts (``want``) and waypoints (``path``); settling.py makes items of it.
"""

from pbem.core.data import components
from pbem.core.data.problems import messages
from pbem.core.orders.lines import LineError

from ..board.parts import FORCES, PACKAGE
from .program_text import program_text
from .unit_text import unit_text, units_text, wish_text
from .words import program_of

messages({"pac-aboard-what": "it is not clear which ship takes {cargo} along."})
UNIT_WORDS = tuple(
    word
    for type in components.load(PACKAGE, "units")["types"]
    if type != "industrial-complex"
    for word in (type, f"{type}s")
)
STARTERS = (*UNIT_WORDS, *FORCES, *(str(number) for number in range(1, 31)))  # a line of movement may begin with these
CARRYING = ("transport", "destroyer", "carrier")


# -- reading -------------------------------------------------------------------------------------------------


def said(form, fields):
    """The item that a line of movement stands for."""
    if form == "battles":
        return {"go": "battles", "areas": fields["areas"]}
    if form == "program":
        return {"go": "program", "area": fields["area"], "program": program_of(fields)}
    item = {"go": form, "want": [dict(wish) for wish in fields["units"]], "path": list(fields["way"])}
    item["path"][-1:-1] = fields.get("via", [])
    if "ship" in fields:
        item["by"] = fields["ship"]
    if "aboard" in fields:
        take_along(item["want"], fields["aboard"])
    return item


def take_along(wishes, cargo):
    """``with 2 fighter``: the cargo of the one ship of the line."""
    ships = [wish for wish in wishes if wish["type"] in CARRYING]
    if len(ships) != 1 or ships[0]["n"] != 1 or "cargo" in ships[0]:
        text = ", ".join(wish_text(wish) for wish in cargo)
        hint = "For example: move 2 transport(2 infantry) sz36 -> sz35."
        raise LineError("pac-aboard-what", quote=text, cargo=text, hint=hint)
    ships[0]["cargo"] = [
        [wish["n"] if wish["n"] != "all" else 1, wish["type"] + wish.get("state", ""), wish.get("force")]
        for wish in cargo
    ]


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
