"""Positions: test boards and set-ups as JSON (contracts 2), read onto a board and written from one.

With base "empty" the table is bare: ``at.scenario`` names the scenario whose map and powers are used (all seven powers
on both maps without it).  Counters that stand nowhere else are available if they are flags or offensives, else unused.
"""

from pbem.core.data.problems import Problem, messages

from ..rules.setup import set_up, take_named
from ..rules.wars import joined
from .parts import NORMAL
from .position_values import AT, SET, STAGES
from .recording import turn_up

messages(
    {
        "ca-position-set": "{name} cannot be set to {value!r}.",
        "ca-position-coast": "A ship in {area} lies on one of two coasts; write it behind the ship: !{coasts}.",
        "ca-position-unit": "{area}: there is no further {name} of {power} to place.",
        "ca-position-at": "{name} cannot be {value!r}.",
        "ca-position-hand": "A counter is played now, but none is in the hand.",
        "ca-position-control": "{area} cannot be controlled by {power}.",
        "ca-position-cup": "No Crisis marker is in the cup or comes into it: the turn could not end.",
    }
)

SIDES = ("power",)


class PositionFormat:
    """What core.positions needs of the title."""

    sides = SIDES

    @staticmethod
    def apply(board, position):
        return apply(board, position)

    @staticmethod
    def startable(board):
        return startable(board)

    @staticmethod
    def write(board):
        return write(board)


def apply(board, position):
    """Change the board as the position says; returns all problems."""
    at = position.get("at", {})
    problems = [
        Problem("ca-position-at", name=name, value=value)
        for name, value in at.items()
        if name == "scenario" and not AT[name](board, None, value)
    ]
    if problems:
        return problems
    if position["base"] == "empty":
        _empty(board, at.get("scenario") or "empty", position.get("edition"))
    for part in position.get("clear", ()):
        _clear(board, part)
    problems = _set_place_in_sequence(board, at)
    for area, powers in position.get("control", {}).items():
        problems += _set_control(board, area, [powers] if isinstance(powers, str) else powers)
    late = []
    for name, value in position.get("set", {}).items():
        if name.endswith(".reserve") or name.endswith(".cup") or name.endswith(".box"):
            late.append((name, value))
        else:
            problems += _set(board, name, value)
    for placement in position.get("units") or ():
        problems += _place(board, placement)
    for name, value in late:
        problems += _set(board, name, value)
    board.version += 1
    if not problems and board.stage == "play" and len(board.counters_at("hand")) != 1:
        problems.append(Problem("ca-position-hand", rule="3.7", hint='For example "drawn": "germany/flag".'))
    return problems


def startable(board):
    """Why no game can start from the board: 3.7.5, a turn ends by a Crisis marker, so that the cup is never empty."""
    from ..rules.production import next_turn_place

    coming = {"distribute": f"track:{board.turn}", "end-phase": next_turn_place(board)}
    places = ["cup", coming.get(board.stage, "cup")]
    if any(board.type_of(id) == "crisis" for place in places for id in board.counters_at(place)):
        return []
    return [Problem("ca-position-cup", rule="3.7.5", hint='For example "counters.cup": ["crisis-1"].')]


def _empty(board, scenario, edition):
    fresh = set_up("empty" if scenario == "empty" else scenario, edition or board.edition, board.options, board.pack)
    if scenario != "empty":
        _clear(fresh, "all")
    for name in fresh.__slots__:
        setattr(board, name, getattr(fresh, name))
    board.phase, board.stage = "action", "counter"
    board.drawer = board.drawer or board.parts.powers[0]


def _clear(board, part):
    """Sweep away units, cubes, or everything that a set-up placed."""
    for id, counter in board.parts.counters.items():
        if part == "all":
            board.place[id] = "available" if counter.type in ("flag", "offensive") else "storage"
        elif part == "units" and counter.is_unit and board.place[id] in board.parts.areas:
            board.place[id] = "storage"
    if part in ("units", "all"):
        board.upgraded, board.coast = {}, {}
    if part in ("cubes", "all"):
        board.cubes = {}
    if part == "all":
        board.civil_wars, board.influence, board.limited, board.damage = [], [], [], {}
        board.wars, board.alliances, board.bases, board.no_surprise = [], {}, {}, []
        board.war_status, board.global_end = "peace", None
        for state in board.powers.values():
            state.update(raised=False, shaken=False, surrendered=None, failed={}, stability="steady", abilities=[])


def _set_place_in_sequence(board, at):
    problems = []
    for name, value in at.items():
        if name not in AT or not AT[name](board, None, value):
            problems.append(Problem("ca-position-at", name=name, value=value))
        elif name in ("now", "stage"):
            board.stage, board.phase = value, STAGES[value]
        elif name == "drawn" and isinstance(value, str):
            problems += _take_in_hand(board, value)
        elif name not in ("scenario", "phase"):
            setattr(board, name, value)
    if not problems and at.get("phase", board.phase) != board.phase:
        problems.append(Problem("ca-position-at", name="phase", value=at["phase"]))
    return problems


def _take_in_hand(board, text):
    """``germany/flag``: that counter has just been drawn, and its power is asked what becomes of it (3.7)."""
    power, _, name = text.partition("/")
    try:
        _take_for(board, power, name, "hand")
    except (KeyError, ValueError):
        return [Problem("ca-position-at", name="drawn", value=text)]
    board.stage, board.phase, board.last = "play", "action", board.ideology(power)
    board.version += 1
    return []


def _set_control(board, area, powers):
    wrong = [power for power in powers if power != "neutral" and power not in board.powers]
    if wrong or area not in board.parts.areas or (powers and board.area(area).is_sea):
        return [Problem("ca-position-control", area=area, power=", ".join(wrong or powers))]
    board.cubes.pop(area, None)
    printed = board.area(area)
    for power in powers:
        if power == "neutral":
            board.cubes[area] = {"neutral": 1}
        elif power != printed.owner:
            board.cubes[area] = {power: 2 if printed.capital else 1}
    return []


def _place(board, placement):
    """Put the units of one placement on the map."""
    area, found = placement["place"], []
    if area not in board.parts.areas or placement["unit"] not in (None, *board.place):
        return [_unplaced(placement)]
    for _ in range(placement["count"]):
        unit = placement["unit"] or _take(board, placement)
        if unit is None:
            return [_unplaced(placement)]
        found.append(unit)
    for unit in found:
        board.place[unit] = area
        for state in placement["state"].split("+") if placement["state"] else ():
            if state in ("tank", "carrier", "strategic", "upgraded"):
                turn_up(board, unit, True)
            elif board.class_of(unit) == "naval" and state in board.area(area).coasts:
                board.coast[unit] = state
            else:
                return [Problem("ca-position-set", name=unit, value=state)]
        if board.class_of(unit) == "naval" and board.area(area).coasts and unit not in board.coast:
            return [Problem("ca-position-coast", rule="2.2.1", area=area, coasts=" or !".join(board.area(area).coasts))]
    board.version += 1
    return []


def _unplaced(placement):
    name, power = placement["unit"] or placement["type"], placement["side"] or "nobody"
    return Problem("ca-position-unit", area=placement["place"], name=name, power=power)


def _take(board, placement):
    """An unused counter of the type: from the force pool first, else from storage."""
    if placement["type"] == "minor":
        return f"{placement['place']}-minor" if f"{placement['place']}-minor" in board.parts.counters else None
    type = NORMAL.get(placement["type"], placement["type"])
    for place in ("available", "storage"):
        for id, counter in board.parts.counters.items():
            if counter.power == placement["side"] and counter.type == type and board.place[id] == place:
                board.place[id] = placement["place"]
                turn_up(board, id, placement["type"] in NORMAL)
                return id
    return None


# -- set -------------------------------------------------------------------------------------------------------


def _set(board, name, value):
    """One value by the name of its query."""
    first, _, rest = name.replace(" ", ".").partition(".")
    query, argument = (first, rest) if first in SETTERS else (rest, first)
    if query not in SETTERS or not SET[query](board, argument, value):
        return [Problem("ca-position-set", name=name, value=value)]
    try:
        SETTERS[query](board, argument, value)
    except (KeyError, ValueError, IndexError, StopIteration):  # there is no such counter left
        return [Problem("ca-position-set", name=name, value=value)]
    board.version += 1
    return []


def _state(field):
    def setter(board, power, value):
        board.powers[power][field] = value

    return setter


def _failed(board, power, value):
    board.powers[power]["failed"] = {act: value.count(act) for act in dict.fromkeys(value)}


def _named_to(place):
    """Put counters called by names in a place; those that are there go back first."""

    def setter(board, power, value):
        names = value if isinstance(value, list) else [value] if value else []
        for id in board.counters_at(place, power):
            if board.counter(id).type != "home-front":
                board.place[id] = "available"
                turn_up(board, id, False)
        board.version += 1
        for name in names:
            _take_for(board, power, name, place)

    return setter


def _take_for(board, power, name, place):
    if name in board.place:
        board.place[name] = place
        return
    for id in board.available(power):
        from ..rules.production import name_of

        if name_of(board, id) == name or (name == "resource" and board.type_of(id) == "offensive"):
            board.place[id] = place
            turn_up(board, id, name == "resource")
            board.version += 1
            return
    take_named(board, power, name, place)
    board.version += 1


def _pool(board, power, value):
    for id in board.available(power):
        if board.counter(id).is_unit or board.type_of(id) == "upgrade":
            board.place[id] = "storage"
    board.version += 1
    for name in value:
        take_named(board, power, name, "available")
        board.version += 1


def _counters(board, place, value):
    for id in value:
        board.place[id] = place.replace("/", ":")


def _enemies(board, power, value):
    for other in value:
        board.wars = joined(board, power, [other])
        board.version += 1
    if board.war_status == "peace" and value:
        board.war_status = "limited"


def _alliance(board, ideology, value):
    if value:
        board.alliances[ideology] = list(value)
    else:
        board.alliances.pop(ideology, None)


def _wars(board, _, value):
    board.wars = []
    for text in value:
        sides, *truces = text.split("; truce ")
        powers = [side.split(", ") for side in sides.split(" against ")]
        board.wars.append(
            {
                "sides": {board.ideology(side[0]): side for side in powers},
                "truces": [pair.split(", ") for pair in truces],
            }
        )


def _cubes(board, area, value):
    board.cubes.pop(area, None)
    if value:
        board.cubes[area] = {power: value.count(power) for power in sorted(set(value))}


def _listed(field):
    def setter(board, area, value):
        areas = set(getattr(board, field)) - {area}
        setattr(board, field, sorted(areas | ({area} if value else set())))

    return setter


def _aid(board, argument, value):
    area, side = argument.split(".")
    for power in value:
        board.place[board.available(power, "offensive")[0]] = f"aid:{area}:{side}"
        board.version += 1


def _influence(board, area, value):
    board.influence = sorted({*board.influence, area})
    for power in value if isinstance(value, list) else ():
        board.place[board.available(power, "offensive")[0]] = f"influence:{area}"
        board.version += 1


def _base(board, area, value):
    if value:
        board.bases[area] = value
    else:
        board.bases.pop(area, None)


def _damage(board, area, value):
    board.damage[area] = value


def _minor(board, area, value):
    board.place[f"{area}-minor"] = area if value else "removed"


def _chinese(board, area, value):
    """An army of a faction, or none (11.4.1)."""
    before = board.chinese_army(area)
    if before:
        board.place[before] = "storage"
    if value:
        free = (
            id
            for id, counter in board.parts.counters.items()
            if counter.kind == value and board.place[id] not in board.parts.areas
        )
        board.place[next(free)] = area
        board.special.setdefault("china", "active")


def _marker(board, name, value):
    id = next(id for id in board.place if id == name or id.endswith(f"-{name}"))
    board.place[id] = value


def _field(field):
    def setter(board, _, value):
        setattr(board, field, value)

    return setter


def _resources_up(board, _, value):
    for id in value:
        turn_up(board, id, True)


def _special(board, name, value):
    board.special[name] = value


def _transfers(board, _, value):
    """``uk california natural``: resources on their way from the United States (4.4.1); ``lost``: they never arrive."""
    board.special["transfers"] = []
    for text in value:
        to, area, kind, *lost = text.split()
        gift = {"to": to, "area": None if area == "off-map" else area, "kind": kind, "arrives": not lost}
        board.special["transfers"].append(gift)


def _written_transfer(gift):
    lost = "" if gift["arrives"] else " lost"
    return f"{gift['to']} {gift['area'] or 'off-map'} {gift['kind']}{lost}"


def _permit(board, argument, value):
    power, ally = argument.split(".")
    board.support.setdefault(power, {})[ally] = value


SETTERS = {
    "commitment": _state("commitment"),
    "stability": _state("stability"),
    "raised": _state("raised"),
    "shaken": _state("shaken"),
    "surrendered": _state("surrendered"),
    "abilities": _state("abilities"),
    "posture": _state("posture"),
    "posture-moved": _state("moved_posture"),
    "moved_posture": _state("moved_posture"),
    "failed": _failed,
    "reserve": _named_to("reserve"),
    "cup": _named_to("cup"),
    "box": _named_to("box"),
    "pool": _pool,
    "counters": _counters,
    "enemies": _enemies,
    "alliance": _alliance,
    "wars": _wars,
    "cubes": _cubes,
    "civil-war": _listed("civil_wars"),
    "limited": _listed("limited"),
    "aid": _aid,
    "influence": _influence,
    "base": _base,
    "damage": _damage,
    "minor": _minor,
    "chinese": _chinese,
    "marker": _marker,
    "war-status": _field("war_status"),
    "global-end": _field("global_end"),
    "no-surprise": _field("no_surprise"),
    "resource-sides": _resources_up,
    "special": _special,
    "transfers": _transfers,
    "permit": _permit,
    "ready": _field("ready"),
}


# -- writing ---------------------------------------------------------------------------------------------------


def write(board):
    """at, set and units that make the same board from the empty one of its scenario."""
    at = {
        "scenario": board.scenario,
        "turn": board.turn,
        "stage": board.stage,
        "drawn": board.drawn,
        "crises": board.crises,
        "sudden_death": board.sudden_death,
        "drawer": board.drawer,
        "last": board.last,
    }
    return {"at": at, "set": _written_values(board), "units": _written_units(board)}


def _written_values(board):
    found = {"war-status": board.war_status, "no-surprise": list(board.no_surprise)}
    if board.global_end:
        found["global-end"] = board.global_end
    for power, state in board.powers.items():
        for field in (
            "commitment",
            "stability",
            "raised",
            "shaken",
            "surrendered",
            "abilities",
            "posture",
            "moved_posture",
        ):
            found[f"{power}.{field}"] = state[field]
        found[f"{power}.failed"] = [act for act, count in sorted(state["failed"].items()) for _ in range(count)]
    from .queries import wars

    found["wars"] = wars(board)
    for ideology, powers in board.alliances.items():
        found[f"{ideology}.alliance"] = powers
    for area in board.cubes:
        found[f"{area}.cubes"] = [power for power, count in board.cubes[area].items() for _ in range(count)]
    for name, areas in (
        ("civil-war", board.civil_wars),
        ("limited", board.limited),
        ("influence", board.influence),
    ):
        found.update({f"{area}.{name}": True for area in areas})
    found.update({f"{area}.base": owner for area, owner in board.bases.items()})
    found.update({f"{area}.damage": count for area, count in board.damage.items()})
    found.update({f"special.{name}": value for name, value in board.special.items() if name != "transfers"})
    if board.special.get("transfers"):
        found["transfers"] = [_written_transfer(gift) for gift in board.special["transfers"]]
    found.update(
        {f"permit.{power}.{ally}": level for power, levels in board.support.items() for ally, level in levels.items()}
    )
    found["ready"] = list(board.ready)
    places = sorted({place for place in board.place.values() if place not in board.parts.areas})
    found.update({f"counters.{place.replace(':', '/')}": board.counters_at(place) for place in places})
    markers = [id for id, place in board.place.items() if place in board.parts.areas and not board.counter(id).is_unit]
    found.update({f"marker.{id}": board.place[id] for id in markers})
    found["resource-sides"] = sorted(id for id in board.upgraded if board.type_of(id) == "offensive")
    return found


def _written_units(board):
    rows = []
    for area in board.parts.areas:
        for id in board.units_in(area):
            states = [board.side_of(id)] * (id in board.upgraded) + [board.coast.get(id)] * (id in board.coast)
            rows.append({"place": area, "unit": id, "type": board.type_of(id), "state": "+".join(states)})
    return rows
