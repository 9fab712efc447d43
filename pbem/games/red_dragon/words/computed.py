"""Fields that the sentences name and no fact or answer holds: what must be computed of those, by name (COMPUTED)."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from itertools import takewhile
from typing import Any

from pbem.core.data.collecting import grouped
from pbem.core.data.json_types import Json
from pbem.core.data.sentences import Fields, computed_by, what_became
from pbem.core.data.text import counted, listed

from ..board.names import type_name
from ..board.parts import OTHER
from ..board.printed import Say
from ..rules import setup


def medium(fields: Fields, say: Say) -> str:
    """What units have in common; those with ships are naval."""
    found = {say.category(unit) for unit in fields["units"]}
    return "naval" if "naval" in found else found.pop() if len(found) == 1 else ""


def the_targets(fields: Fields, say: Say) -> list[Json]:
    """At whom an answer fires, each with the units that do."""
    at = grouped((target, shooter) for shooter, target in fields["answer"].get("fire") or ())
    return [{"target": target, "units": shooters} for target, shooters in at.items()]


def the_pieces(fields: Fields, say: Say) -> str:
    """Counters that are named, and how many of a type are drawn blind."""
    drawn = [f"{say.kind(word, count)} drawn blind" for word, count in fields.get("draw", {}).items()]
    return listed(([say.units(fields["units"])] if fields["units"] else []) + drawn)


def all_pieces(fields: Fields, say: Say) -> list[str]:
    return [*fields["units"], *(word for word, count in fields.get("draw", {}).items() for _each in range(count))]


# -- what a report begins with -----------------------------------------------------------------------------------------

CARRIER = 30  # what a carrier that comes adds to the weight of its Op
POINT = 10  # what a victory point weighs, in the table of leads
_WORTH = ("naval", "air", "land")


def is_over(fields: Fields, say: Say) -> bool:
    """Whether a combat is over: the last fact of all is not that it has begun."""
    last = _last(fields)
    return bool(last["type"] != "combat-begun" or last["nth"] + 1 < len(fields["stretch"]))


def the_losers(fields: Fields, say: Say) -> list[Json]:
    """What each side lost in facts that are told together, the reader's own first, ships before others; in few words
    land units as a number."""
    lost: dict[str, list[str]] = {}
    for unit in _units("unit-eliminated", fields):
        lost.setdefault(side_of(unit, say), []).append(unit)
    alone = len(lost) == 1 and any(fact["type"] == "combat-begun" for fact in fields["facts"])
    own = fields["own"]
    return [
        {"side": side, "mine": side in own, "alone": alone, "units": _kinds(lost[side], fields, say)}
        for side in sorted(lost, key=lambda side: side not in own)
    ]


def _kinds(units: Iterable[str], fields: Fields, say: Say) -> str:
    """Units by their kinds, carriers, ships and aircraft before others; in few words by their types, and those of land
    as a number, and where they are named alone of several kinds all but carriers."""
    is_short = "short" in fields
    found = kinds(units, say, is_short)
    is_brief = "brief" in fields and len(found) > 1
    dear = {say.parts.units[unit].type for unit in say.parts.carriers}
    named = {
        kind: count
        for kind, count in found.items()
        if (kind[1] in dear if is_brief else not is_short or kind[2] != "land")
    }
    told = [_kind(*kind[:2], count, say) for kind, count in named.items()]
    left = sum(found.values()) - sum(named.values())
    return listed([*told, *[counted(left, "unit" if is_brief else "land unit")] * bool(left)])


def kinds(units: Iterable[str], say: Say, is_short: bool) -> Counter[tuple[str, str, str]]:
    """Units by country, if they are not told in few words, type and category, the dearest first."""
    worth = {unit: (unit not in say.parts.carriers, _WORTH.index(say.category(unit))) for unit in units}
    pieces = [say.parts.units[unit] for unit in sorted(worth, key=lambda unit: worth[unit])]
    return Counter(("" if is_short else piece.country, piece.type, piece.category) for piece in pieces)


def _kind(country: str, type: str, count: int, say: Say) -> str:
    """So many counters of a kind, of those of China without whose they are."""
    if not country:
        return f"{count} {type_name(say.parts, type)}"
    return say.kind(f"{country}-{type}", count).replace(" PRC ", " ")


def side_of(unit: str, say: Say) -> str:
    """For whom a unit fought; its country may have left the war since."""
    side = say.board.side[unit]
    country: str = say.parts.countries[say.parts.units[unit].country]["leans"]
    return side if side in OTHER else country


def which_cause(fields: Fields, say: Say) -> tuple[object, ...]:
    """By what facts come about: what the Ops of a side that have one goal did is told together, but for the one that is
    being fought."""
    cause, stretch = fields["cause"] or {}, fields["stretch"]
    move, last = cause.get("move") or {}, [fact for fact in stretch if fact["type"] in CAUSES][-1:]
    is_fought = stretch[-1]["type"] == "combat-begun" and (not last or last[0] is cause)
    return (cause["side"], move.get("at") or move.get("to"), is_fought) if move else (id(fields["cause"]),)


def is_earlier(fields: Fields, say: Say) -> bool:
    """Whether another Op of the same side, goal and number is being fought."""
    last, numbers = [fact for fact in fields["stretch"] if fact["type"] == "op-declared"][-1:], ops(fields, say)
    like = [which_cause({**fields, "cause": one}, say) for one in last if one["op"] in [row["op"] for row in numbers]]
    return like == [(*which_cause(fields, say)[:2], True)] != [which_cause(fields, say)]


def ops(fields: Fields, say: Say) -> list[Json]:
    """The Ops that facts which are told together come from, each with how often it was carried out."""
    causes = {id(fact["cause"]): fact["cause"]["op"] for fact in fields["facts"]}
    return [{"op": op, "times": times} for op, times in Counter(causes.values()).items()]


def _units(type: str, fields: Fields) -> list[str]:
    return [fact["unit"] for fact in fields["facts"] if fact["type"] == type]


def contested(fields: Fields, say: Say) -> list[str]:
    """Where land units of both sides stand, of the places of facts."""
    areas = dict.fromkeys(fact["area"] for fact in fields["facts"] if "area" in fact)
    return [area for area in areas if say.board.is_contested(area)]


def held(fields: Fields, say: Say) -> list[Json]:
    """Who holds where land units of his enemy fell, of the places of facts."""
    fell = [fact for fact in fields["facts"] if fact["type"] == "unit-eliminated" and "area" in fact]
    lands = [fact for fact in fell if say.category(fact["unit"]) == "land" and say.parts.areas[fact["area"]].is_land]
    beaten = dict.fromkeys((fact["area"], OTHER[side_of(fact["unit"], say)]) for fact in lands)
    return [{"area": area, "side": side} for area, side in beaten if say.board.control(area) == side]


def is_taken_by_an_op(fields: Fields, say: Say) -> bool:
    """Whether a place came into somebody's hands by an Op."""
    return (fields["cause"] or {}).get("type") == "op-declared" and fields["now"] in OTHER


def taken(fields: Fields, say: Say) -> list[Json]:
    """The places that facts which are told together brought somebody, each with its Op."""
    changes = [fact for fact in fields["facts"] if fact["type"] == "control-changed"]
    return [{"item": fact["area"], "side": fact["now"], "cause": fact["cause"]} for fact in changes]


def is_fought_for(fields: Fields, say: Say) -> bool:
    """Whether somebody fought, or fell, where facts are told from, in the same stretch."""
    areas = {fact["area"] for fact in fields["facts"]}
    return any(
        fact["type"] == "combat-begun" or fact["type"] == "unit-eliminated" and fact["why"] != "left the war"
        for fact in fields["stretch"]
        if fact.get("area") in areas
    )


def defenders_there(fields: Fields, say: Say) -> str:
    """Who is attacked in a combat that goes on."""
    met = _last(fields)["defenders"]
    whose = "your " if met and side_of(met[0], say) in fields["own"] else ""
    return whose + _kinds(met, fields, say) if met else ""


def _last(fields: Fields) -> Json:
    """The last of facts told together: that of a combat which goes on, by which it began."""
    return max(fields["facts"], key=lambda fact: fact["nth"])


def those_met(fields: Fields, say: Say) -> str:
    """Who was attacked in a combat."""
    met = [unit for fact in fields["facts"] if fact["type"] == "combat-begun" for unit in fact["defenders"]]
    return _kinds(dict.fromkeys(met), fields, say) if met else ""


def damaged(fields: Fields, say: Say) -> str:
    """What was damaged and is not lost, the reader's own first."""
    gone, own = _units("unit-eliminated", fields), fields["own"]
    found = [unit for unit in dict.fromkeys(_units("unit-reduced", fields)) if unit not in gone]
    found = [unit for unit in found if "short" not in fields or say.category(unit) == "naval"]
    return _kinds(sorted(found, key=lambda unit: side_of(unit, say) not in own), fields, say) if found else ""


def set_up(fields: Fields, say: Say) -> list[Json]:
    """How many units each side has set up."""
    units = Counter(side_of(unit, say) for fact in fields["facts"] for unit in fact["units"])
    return [{"side": side, "units": counted(count, "unit")} for side, count in units.items()]


def is_told_otherwise(fields: Fields, say: Say) -> bool:
    """Whether what an event or an Op did is told with it as its cause, or where those that it moved went later."""
    own = _own_facts(fields)
    has_told = any(fact["type"] in TOLD and fact.get("now") != "contested" for fact in own)
    return has_told or any(map(_moved, own)) and not _stays(fields, own)


def the_move(fields: Fields, say: Say) -> Json | None:
    """What an Op moved, where to, and as what: a landing force is troops that sail; None where nothing moves."""
    own = _own_facts(fields)
    facts = [fact for fact in _stays(fields, own) if fact.get("why", REINFORCED) == REINFORCED]
    units = [unit for fact in facts for unit in fact["units"]]
    areas = list(dict.fromkeys(fact["to"] for fact in facts if "to" in fact))
    if not areas:
        return None
    kinds, is_drawn = {say.category(unit) for unit in units}, any("why" in fact for fact in facts)
    sails = kinds >= {"land", "naval"} and not say.parts.areas[areas[-1]].is_land
    carriers = len({*units} & {*say.parts.carriers})
    kind = REINFORCED if is_drawn else "landing force" if sails else "carriers" if carriers > 1 else ""
    worth = (12 if is_drawn or sails else 1 if kinds == {"air"} else 3) + CARRIER * carriers
    told = _kinds(units, fields, say)
    return {"units": told, "areas": areas, "kind": kind, "large": bool(kind), "worth": worth}


def _moved(fact: Json) -> list[str]:
    """The units that a fact moves."""
    return fact["units"] if fact["type"] in MOVES else []


def _stays(fields: Fields, own: list[Json]) -> list[Json]:
    """What an event or an Op moved, without units that fell or that something moved on later."""
    gone = {fact["unit"] for fact in own if fact["type"] == "unit-eliminated"}
    gone |= {unit for fact in fields["stretch"][fields["nth"] + 1 + len(own) :] for unit in _moved(fact)}
    moves = [{**fact, "units": [unit for unit in _moved(fact) if unit not in gone]} for fact in own]
    return [fact for fact in moves if fact["units"]]


def _own_facts(fields: Fields) -> list[Json]:
    """What came of an event or an Op."""
    behind = fields["stretch"][fields["nth"] + 1 :]
    return [*takewhile(lambda fact: fact["type"] not in (*CAUSES, "turn-begun"), behind)]


def _first(type: str) -> Callable[[Fields, Say], Json | None]:
    """A computed field: the first fact of a type that came of an event."""
    return lambda fields, say: next((fact for fact in _own_facts(fields) if fact["type"] == type), None)


CAUSES = ("event-happened", "op-declared")
TOLD = ("ceasefire-called", "control-changed", "combat-begun", "korea-rolled", "war-begun")
MOVES, REINFORCED = ("units-moved", "units-loaded", "pool-drawn"), "reinforcements"


COMPUTED: Mapping[str, Callable[[Fields, Any], Any]] = {
    **computed_by(vars()),
    "points gained": lambda fields, say: max(fields["by"], 0),
    "points lost": lambda fields, say: -fields["by"],
    "modified": lambda fields, say: fields["die"] != fields["total"],
    "category": lambda fields, say: say.category(fields["unit"]),
    "first moves": lambda fields, say: fields["moves"][:1],
    "other moves": lambda fields, say: fields["moves"][1:],
    "units to place": lambda fields, say: setup.units_to_place(say.board, fields["power"]),
    "is a carrier": lambda fields, say: fields["unit"] in say.parts.carriers,
    "points that matter": lambda fields, say: POINT * abs(fields["by"]),
    "all areas": lambda fields, say: list(dict.fromkeys(one["area"] for one in fields["facts"] if "area" in one)),
    "has left": lambda fields, say: any(
        one["type"] == "country-left" and one["country"] == fields["country"] for one in fields["stretch"]
    ),
    "those gone": lambda fields, say: [fact for fact in _own_facts(fields) if fact.get("why") == "left the war"],
    "own cause": lambda fields, say: (fields["cause"] or {}).get("side"),
    "is set-up": lambda fields, say: not any(fact["type"] in CAUSES for fact in fields["stretch"]),
    "is own op": lambda fields, say: fields["cause"]["side"] in fields["own"],
    "is intercepted": lambda fields, say: fields.get("side") not in (None, fields["cause"]["side"]),
    "the toll rolled": _first("half-rolled"),
    "the first lost": _first("unit-eliminated"),
    "is over by now": lambda fields, say: fields["side"] not in say.board.ceasefire,
    "who came": lambda fields, say: [fact for fact in _own_facts(fields) if fact["type"] == "units-placed"],
    "is my side": lambda fields, say: fields.get("side", fields.get("now", fields.get("winner"))) in fields["own"],
    "is the last": lambda fields, say: fields["nth"] + 1 == len(fields["stretch"]),
    "is priced in short": lambda fields, say: "short" in fields and bool(the_losers(fields, say)),
    "what became": what_became("control-changed", "area", "now", "before"),
    "several": lambda fields, say: len(fields["facts"]) > 1,
    "is still open": lambda fields, say: say.board.double == fields["side"],
}
