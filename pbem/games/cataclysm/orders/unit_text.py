"""Units and destinations in order text: from ``2 army``, ``italy tank`` or ids to counters, from names to
spots."""

from pbem.core.data.problems import Problem

from ..board.parts import NORMAL, UPGRADED
from ..rules.retreat import spot
from ..rules.targets import minor_army_stays


def unit_items(line, text, names, with_area=False):
    """The items of a list of units: unit ids, or ``{"count", "type", "power", "area"}`` to be settled."""
    return [_unit_item(line, item, names, with_area) for item in line.items(text)]


def _unit_item(line, item, names, with_area):
    known = names.known(item, "unit")
    if known:
        return known
    count, name = line.count_and_name(item)
    words = [word for word in name.split() if word.casefold() not in ("from", "in", "at")]
    found = {"count": count or 1}
    if (
        len(words) > 1
        and names.known(words[0], "power")
        and not names.known(" ".join(words[:2]), "unit-type")
    ):
        found["power"] = names.find(words.pop(0), "power")
    if with_area and len(words) > 1:
        found["type"] = names.find(words[0], "unit-type")
        found["area"] = names.find(" ".join(words[1:]), "area")
    else:
        found["type"] = names.find(" ".join(words), "unit-type")
    return found


def find_units(board, power, items, usable, area=None, taken=(), deploying=False):
    """``(unit ids, problems)``: the counters that items stand for, those with `usable(unit)` first, lowest
    ids first; problems name 8.4 in a deployment, else 9.1."""
    chosen, problems = [], []
    for item in items:
        if isinstance(item, str):
            chosen.append(item)
            continue
        if item["type"] == "minor":
            problems += [minor_army_stays(deploying)]
            continue
        owner, where = item.get("power") or power, item.get("area") or area
        there = [
            unit
            for unit in board.units_of(owner)
            if unit not in chosen and unit not in taken and (where is None or board.at(unit) == where)
        ]
        fitting = [unit for unit in there if board.side_of(unit) == item["type"]]
        if item["type"] in UPGRADED:
            fitting += [unit for unit in there if NORMAL.get(board.side_of(unit)) == item["type"]]
        fitting.sort(key=lambda unit: not usable(unit))
        if len(fitting) < item["count"]:
            said = {"there": len(fitting), "what": item["type"], "count": item["count"]}
            problems.append(
                Problem("ca-no-such-units", rule="8.4", **said)
                if deploying
                else Problem("ca-no-such-units", rule="9.1", **said)
            )
        chosen += fitting[: item["count"]]
    return chosen, problems


def says_something(part):
    return bool(part.head or part.clause("->"))


def parse_spot(text, names):
    """An area, and a coast after it, as a spot: ``lombardy adriatic`` → ``lombardy/adriatic``."""
    area = names.known(text, "area")
    if area or " " not in text.replace("/", " ").strip():
        return names.find(text, "area")
    first, _, coast = text.replace("/", " ").strip().rpartition(" ")
    return spot(names.find(first, "area"), coast.casefold())
