"""Fields that the sentences name and no fact or answer holds: what must be computed of those, by name (COMPUTED)."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import takewhile
from typing import Any

from pbem.core.data.collecting import grouped, summed
from pbem.core.data.json_types import Json
from pbem.core.data.sentences import Fields, computed_by, each_of, what_became
from pbem.core.data.text import counted, listed

from ..board.parts import OTHER, POWER_OF, SIDES
from ..board.pieces import split, types_of
from ..board.printed import Say
from ..rules import economy, kamikaze, patrol, placement
from ..rules.casualties import AIR
from ..rules.chances import band
from .shares import odds

MARKS = "!~#"  # what a unit has become, when it gets one


# -- facts -------------------------------------------------------------------------------------------------------------


def what_they_became(fields: Fields, say: Say) -> str | None:
    """The mark that units have got; None if it is none of those that are told."""
    return next((mark for mark in MARKS if _changed(fields["units"], mark)), None)


def changed(fields: Fields, say: Say) -> dict[str, int]:
    """The units that have got it."""
    return _changed(fields["units"], what_they_became(fields, say) or "")


def _changed(units: list[Any], mark: str) -> dict[str, int]:
    return {token: n for token, n, key in units if mark in key and mark not in token}


def stand_damaged(fields: Fields, say: Say) -> bool:
    """Whether as many units as were damaged there stand so there now: they may have been sunk since."""
    there = Counter[str]()
    for force, one, count in say.board.stacks(fields["area"]):
        there[f"{force}/{one.type}"] += count * one.damaged
    found = [(*split(token), count) for token, count in changed(fields, say).items()]
    return all(there[f"{force}/{one.type}"] >= count for force, one, count in found)


def on_patrol(fields: Fields, say: Say) -> bool:
    return any("^" in key and "^" not in token for token, _n, key in fields["units"])


def all_cargo(fields: Fields, say: Say) -> dict[str, int]:
    """The cargo of all ships together."""
    return {token: n * fields["count"] for token, n in fields["cargo"].items()}


def lucks(fields: Fields, say: Say) -> Iterator[Json]:
    """How lucky each side was: hits scored against hits to be expected of these dice."""
    for side, row in sorted(fields["luck"].items()):
        yield {"side": side, "hits": row["hits"], "tenths": tenths(row["sixths"]), "band": band(row)}


def tenths(sixths: int) -> str:
    """Hits to be expected, given as sixths: ``2.3``."""
    expected = (sixths * 10 + 3) // 6
    return f"{expected // 10}.{expected % 10}"


# -- questions ---------------------------------------------------------------------------------------------------------


def buyers(fields: Fields, say: Say) -> list[Json]:
    """Who buys, with what."""
    nations = economy.buyers(say.board, fields["power"])
    return [{"nation": nation, "money": say.board.money[nation]} for nation in nations]


# -- answers -----------------------------------------------------------------------------------------------------------


def bought(fields: Fields, say: Say) -> list[Json]:
    """What each nation buys, and for how much."""
    return [
        {"nation": nation, "units": units, "cost": say.cost(units)}
        for nation, units in fields["answer"].items()
        if any(units.values())
    ]


def without_a_place(fields: Fields, say: Say) -> Iterator[Json]:
    """Units that no complex can build, which are forfeited in phase 7 (PLC-1)."""
    for nation, units in fields["answer"].items():
        for type, count in units.items():
            if count and not placement.places_for(say.board, nation, type):
                yield {"nation": nation, "units": say.type(type, count)}


def weak_attacks(fields: Fields, say: Say) -> Iterator[Json]:
    """Attacks that cannot take what they attack, or hit nothing at all."""
    for area, tokens in _attacks(fields["answer"], say).items():
        types = {split(token)[1].type for token in tokens}
        hits = max(say.parts.types[type].attack for type in types)
        if not hits or types <= set(AIR) and not say.parts.areas[area].is_sea:
            yield {"area": area, "hits": hits}


def _attacks(answer: list[Json], say: Say) -> dict[str, set[str]]:
    """``{area with enemies: tokens that arrive there}``, raids and passengers apart."""
    found: dict[str, set[str]] = {}
    for item in answer:
        goal = item["path"][-1] if item["go"] == "move" else item.get("area") if item["go"] == "unload" else None
        if goal and say.board.of_side(goal, say.board.enemy):
            found.setdefault(goal, set()).update(item["units" if "units" in item else "cargo"])
    return found


# -- what a report begins with -----------------------------------------------------------------------------------------

FEW, DEAR = 3, 8  # places that are told one by one, and what a ship or an aircraft costs at least
CAPITAL = 16  # what a carrier or a battleship costs at least: where one fell is told, however short
UNDECIDED = ("fought", "left")  # ends of a fight that say nothing without what it cost
RAIDS = {"raid-declared": "to be bombed", "complex-bombed": "bombed", "raid-ended": "bombed"}
POINT = 20  # what a victory point weighs, in the table of leads
MANY = 6  # units of a force that come to one place: so many are told


def what_the_units_cost(fields: Fields, say: Say) -> int:
    """What removed units matter: their cost in IPCs, of ships and aircraft twice."""
    rows = _with_cargo(fields["units"])
    return sum(_cost(token, say) * count * (1 + (_cost(token, say) >= DEAR)) for token, count in rows)


def _cost(token: str, say: Say) -> int:
    return say.parts.types[split(token)[1].type].cost


def those_hit(fields: Fields, say: Say) -> list[str]:
    """The forces whose units were removed or damaged, or the nations whose an area was."""
    if "units" not in fields:
        return [fields["before"] if "before" in fields else fields["nation"]]
    return [split(row if isinstance(row, str) else row[0])[0] for row in fields["units"]]


def the_losers(fields: Fields, say: Say) -> list[Json]:
    """What either side lost in facts that are told together, the reader's own first, then the dearest; what Japan lost
    without its adjective, and in few words land units as a number."""
    found = dict[str, Counter[str]]()
    for token, count in lost(fact for fact in _over(fields, say) if "is old" not in fact):
        found.setdefault(SIDES[split(token)[0]], Counter())[token] += count
    sides = sorted(found, key=lambda side: side not in [SIDES[power] for power in fields["own"]])
    alone = "" if sides[1:] else " alone"
    return [{"side": side, "units": _dearest(found[side], side, fields, say), "alone": alone} for side in sides]


def _over(fields: Fields, say: Say) -> list[Json]:
    """Facts that are told together, without those of the battle that is being fought: they are told with it."""
    board, facts = say.board, fields["facts"]
    if fields.get("is open") or board.phase != "combat" or whose_turn(fields, say) != board.power:
        return list(facts)
    ended = {fact["area"] for fact in _of("battle-ended", facts)}
    begun = {fact["area"] for fact in facts if fact["type"] in ("forces-met", "units-removed", "units-changed")}
    open = (begun - ended) & {*board.fought}
    return [fact for fact in facts if fact["area"] not in open]


def _dearest(lost: Counter[str], side: str, fields: Fields, say: Say) -> str:
    """All of it, in few words land units as a number."""
    tokens = sorted(lost, key=lambda token: (token.partition("/")[0] not in fields["own"], -_cost(token, say)))
    named = [token for token in tokens if "short" not in fields or _cost(token, say) >= DEAR]
    is_axis, more = side == "axis", sum(count for token, count in lost.items() if token not in named)
    told = [say.types({split(one)[1].type: lost[one]}) if is_axis else say.unit(one, lost[one]) for one in named]
    return listed([*told, *[counted(more, "land unit")] * bool(more)])


def lost(facts: Iterable[Json]) -> Iterator[tuple[str, int]]:
    """What was removed, with what was aboard."""
    return (row for fact in _of("units-removed", facts) for row in _with_cargo(fact["units"]))


def _with_cargo(units: Mapping[str, int]) -> Iterator[tuple[str, int]]:
    return (row for token, count in units.items() for row in types_of(*split(token), count))


def _of(type: str, facts: Iterable[Json]) -> Iterator[Json]:
    return (fact for fact in facts if fact["type"] == type)


def fights(fields: Fields, say: Say) -> list[Json]:
    """Where there was a fight, by how it ended, each with its own facts: what cost the reader, or anybody, most comes
    first."""
    found, facts = dict[str, list[Json]](), _over(fields, say)
    for area in dict.fromkeys(fact["area"] for fact in facts):
        here = [fact for fact in facts if fact["area"] == area]
        how = "taken" if any(_of("control-changed", here)) else _outcome(here, area, say)
        against = [
            _count(_with_cargo(met[who])) for met in _of("forces-met", here) for who in ("attackers", "defenders")
        ]
        toll = how == "taken", *_toll(here, fields["own"], say)
        found.setdefault(how, []).append({"area": area, "item": area, "facts": here, "against": against, "toll": toll})
    if fields.get("short") and len(found) > 1:
        found.pop("called off", None)
    for places in found.values():
        places.sort(key=lambda place: place["toll"], reverse=True)
    rows = [{"how": how, "places": places} for how, places in found.items() if how]
    return sorted(rows, key=lambda row: row["places"][0]["toll"], reverse=True)


def is_to_be_priced(fields: Fields, say: Say) -> bool:
    """Whether a fight is told with what it cost, however short: where its end alone says nothing, or a capital ship
    fell."""
    fell = (_cost(token, say) for token, _count in lost(one for one in fields["facts"] if "is old" not in one))
    return fields["how"] in UNDECIDED or any(cost >= CAPITAL for cost in fell)


def lost_there(fields: Fields, say: Say) -> list[Json]:
    """What either side lost in the zones of facts that are told together, in the turns in which these changed hands."""
    stretch, facts = fields["stretch"], list[Json]()
    for fact in fields["facts"]:
        turn = takewhile(lambda one: one["type"] != "turn-begun", reversed(stretch[: fact["nth"]]))
        facts += [one for one in turn if one.get("area") == fact["zone"]]
    return the_losers({**fields, "is open": True, "facts": facts}, say)


def all_damaged(fields: Fields, say: Say) -> dict[str, int]:
    """What was damaged in facts that are told together, and is so still."""
    facts = [fact for fact in _of("units-changed", _over(fields, say)) if stand_damaged(fact, say)]
    return {token: n for fact in facts for token, n in _changed(fact["units"], "!").items()}


def _toll(facts: Iterable[Json], own: Sequence[str], say: Say) -> tuple[int, int]:
    """What a fight cost the reader, and everybody."""
    rows = [(split(token)[0] in own, _cost(token, say) * count) for token, count in lost(facts)]
    return sum(cost for is_own, cost in rows if is_own), sum(cost for _is_own, cost in rows)


def _outcome(facts: Sequence[Json], area: str, say: Say) -> str:
    """How a fight ended: ``called off`` before its first round, ``failed`` where who attacked fell or went away at no
    profit, ``left`` where he went away, ``cleared`` of all who stood there, or ``fought`` and no more, as aircraft do
    over land; ``bombed`` where that was all, ``to be bombed`` before it; "" while it goes on and nobody has fallen."""
    here = [fact for fact in facts if fact["area"] == area]
    met, ended, fell = next(_of("forces-met", here), None), next(_of("battle-ended", here), None), [*lost(here)]
    if not ended:
        raids = [fact["type"] for fact in here if fact["type"] in RAIDS]
        is_hurt = fell or any(_of("units-changed", here))
        return RAIDS[raids[-1]] if raids and not (met and fell) else "fought" if is_hurt else ""
    if not ended["rounds"]:
        return "called off"
    if not met:  # it began before
        is_held = say.board.of_side(area, OTHER[SIDES[whose_turn(facts[0], say)]])
        return "left" if any(_of("retreated", here)) else "fought" if is_held else "cleared"
    attackers, is_sea = SIDES[split(next(iter(met["attackers"])))[0]], say.parts.areas[area].is_sea
    gone = {side: [row for row in fell if SIDES[split(row[0])[0]] == side] for side in OTHER}
    is_beaten = _count(gone[attackers]) >= _count(_with_cargo(met["attackers"]))
    if is_beaten and not is_sea:
        return "failed"
    if _count(gone[OTHER[attackers]]) >= _count(_with_cargo(met["defenders"])):
        return "cleared"
    left = [SIDES[split(token)[0]] for fact in _of("retreated", here) for token in fact["units"]]
    price = {side: sum(_cost(token, say) * count for token, count in rows) for side, rows in gone.items()}
    is_raid = not is_sea and all(split(token)[1].type in AIR for token in met["attackers"])
    is_dear = price[attackers] >= price[OTHER[attackers]]
    is_gone = is_beaten or attackers in left
    return "failed" if is_dear and not is_raid and is_gone else "left" if attackers in left else "fought"


def _count(rows: Iterable[tuple[str, int]]) -> int:
    return sum(count for _token, count in rows)


def whose_turn(fields: Fields, say: Say) -> str:
    return str((fields["cause"] or {"power": say.board.power})["power"])


def who_attacks(fields: Fields, say: Say) -> str:
    """The power whose turn it is, or China where the fight is the Chinese's alone, or what they have taken."""
    power = whose_turn(fields, say)
    here = [fact for fact in fields["stretch"] if fact.get("area") == fields["area"]] if power == "us" else []
    met = [split(token)[0] for fact in _of("forces-met", here) for token in fact["attackers"]]
    taken = [fact["to"] for fact in _of("control-changed", here)]
    return "china" if {*taken} == {"china"} or not taken and {*met} == {"china"} else power


def for_whom(fields: Fields, say: Say) -> str:
    """The nation for which a place was taken that is not that of who took it."""
    to = next(fact["to"] for fact in [*_of("control-changed", fields["facts"])][::-1])
    return "" if who_attacks(fields["facts"][0], say) in (to, POWER_OF[to]) else str(to)


# -- who went where, and what is new -----------------------------------------------------------------------------------


def _march(fact: Json) -> tuple[str, str, int]:
    """From where to where units of land and sea went, and how many."""
    start, *_way, goal = fact["path"] * 2
    return start, goal, sum(n for token, n, _key in fact["units"] if split(token)[1].type not in AIR)


def whose_units(fields: Fields, say: Say) -> str:
    """The force of the first units of a fact."""
    first = next(iter(fields["units"]))
    return split(first if isinstance(first, str) else first[0])[0]


def goals(fields: Fields, say: Say) -> list[Json]:
    """Where many units went in facts that are told together, from where and how many, the most first; where somebody
    fought, or is to fight, is told with that."""
    stretch, enemy = fields["stretch"], OTHER[SIDES[whose_units(fields, say)]]
    fought = {fact["area"] for fact in stretch if fact["type"] in ("control-changed", "forces-met")}
    found = dict[str, Counter[str]]()
    for start, goal, count in map(_march, fields["facts"]):
        if goal not in (start, *fought) and not say.board.of_side(goal, enemy):
            found.setdefault(goal, Counter())[start] += count
    counts = sorted(((sum(came.values()), goal) for goal, came in found.items()), reverse=True)
    return [{"area": goal, "count": count, "origins": [*found[goal]]} for count, goal in counts if count >= MANY]


def all_new(fields: Fields, say: Say) -> str:
    """What is bought, or new, in facts that are told together, the dearest first."""
    units = [(one.rpartition("/")[2].rstrip("+"), n) for fact in fields["facts"] for one, n in fact["units"].items()]
    return _dearest(Counter(summed((f"japan/{type}", count) for type, count in units)), "axis", fields, say)


def _by_force(type: str, fields: Fields, say: Say) -> list[Json]:
    """Whose is what facts of a type that are told together say is new: the enemies of the reader first."""
    foes = {OTHER[SIDES[power]] for power in fields["own"]}
    found = grouped((fact.get("nation") or whose_units(fact, say), fact) for fact in _of(type, fields["facts"]))
    return [{"force": one, "facts": found[one]} for one in sorted(found, key=lambda one: SIDES[one] not in foes)]


def is_placed(fields: Fields, say: Say) -> bool:
    """Whether what was bought came into play in the same stretch: that is told."""
    behind = _of("units-placed", fields["stretch"][fields["nth"] :])
    return any(fact.get("nation") == fields["nation"] for fact in behind)


COMPUTED: Mapping[str, Callable[[Fields, Any], Any]] = {
    **computed_by(vars()),
    "points gained": lambda fields, say: max(fields["by"], 0),
    "points lost": lambda fields, say: -fields["by"],
    "moved": lambda fields, say: {token: n for token, n, _key in fields["units"]},
    "way": lambda fields, say: fields["path"][1:-1],
    "the ships": lambda fields, say: say.unit(fields["ship"], fields["count"]),
    "the shots": lambda fields, say: say.shots(fields["shots"], fields["dice"]),
    "the odds": lambda fields, say: odds(say.parts, fields),
    "expected": lambda fields, say: tenths(fields["sixths"]),
    "kamikazes left": lambda fields, say: say.board.kamikazes,
    "ship targets": lambda fields, say: kamikaze.targets(say.board),
    "fields beside": lambda fields, say: list(patrol.fields_beside(say.board, fields["key"])),
    "sorted types": lambda fields, say: [say.type(type, count) for type, count in sorted(fields["value"].items())],
    "stays": lambda fields, say: len(set(fields["path"])) == 1,
    "medium": lambda fields, say: say.medium(fields["units"]),
    "afloat": lambda fields, say: fields["area"] == fields["zone"],
    "retreats": lambda fields, say: fields.get("retreat") is not None,
    "points to win": lambda fields, say: say.parts.turn["victory"]["points"],
    "points that matter": lambda fields, say: POINT * abs(fields["by"]),
    "what the area matters": lambda fields, say: 100 + 4 * say.parts.areas[fields["area"]].ipc,
    "the first place": lambda fields, say: fields["places"][:1],
    "is in detail": lambda fields, say: sum(len(one["places"]) for one in fights(fields, say)) <= FEW,
    "what became": what_became("control-changed", "area", "to", "before"),
    "is old": lambda fields, say: any("is old" in fact for fact in _of("units-removed", fields["facts"])),
    "bombs": lambda fields, say: [*_of("complex-bombed", fields["facts"])],
    "placed by force": partial(_by_force, "units-placed"),
    "bought by force": partial(_by_force, "units-bought"),
    "how many new": lambda fields, say: sum(n for fact in fields["facts"] for n in fact["units"].values()),
    "all areas": each_of("area"),
    "all zones": each_of("zone"),
}
