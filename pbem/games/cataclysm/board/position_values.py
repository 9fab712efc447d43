"""What a position may say: for every key of ``at`` and ``set`` the values that a board can hold.

A check is ``(board, argument, value) → bool``; the argument is what the key names beside its query, as the power of
``uk.reserve``.  Nothing is changed here.
"""

from pbem.core.rules.game import load

from .parts import COMMITMENTS, FACTIONS, STABILITIES

STAGES = {
    **dict.fromkeys(("distribute", "flags", "transfers", "production", "disposition"), "administration"),
    "counter": "action",
    "draw": "action",
    "play": "action",
    "end-phase": "end",
}
PLACES = ("available", "box", "cup", "reserve", "display", "play", "away", "storage", "removed", "hand")
SIDES = ("left", "right", *FACTIONS)
PERMISSIONS = ("never", "support", "all", "ask")


def _is(value, *known):
    return any(value is one or (isinstance(value, str) and value == one) for one in known)


def _known(value, container):
    return isinstance(value, str) and value in container


def _all(value, container):
    return isinstance(value, list) and all(_known(one, container) for one in value)


def _count(value, most):
    return type(value) is int and 0 <= value <= most


def _power(board, value):
    return _known(value, board.powers)


def _area(board, value):
    return _known(value, board.parts.areas)


def _disputed(board, value):
    """An area, or China as a whole (11.4)."""
    return _area(board, value) or value == "china"


def _place(board, text):
    """A place of a counter that is no area: the cup, ``track:1939-40``, ``aid:spain:left``, ``influence:hungary``."""
    first, *rest = text.replace("/", ":").split(":")
    if first == "track":
        return rest[:1] != [] and rest[0] in board.parts.turns and len(rest) == 1
    if first == "aid":
        return len(rest) == 2 and _disputed(board, rest[0]) and rest[1] in SIDES
    if first == "influence":
        return len(rest) == 1 and _disputed(board, rest[0])
    return first in PLACES and not rest


# -- at ----------------------------------------------------------------------------------------------------------


def _drawn(board, _, value):
    """So many counters; or ``germany/flag``, which counter of which power has just been drawn."""
    if not isinstance(value, str):
        return _count(value, 999)
    power, slash, name = value.partition("/")
    return bool(slash and name) and power in board.powers


def _turn(board, _, value):
    return _known(value, board.parts.turns)


def _scenario(board, _, value):
    return value is None or _known(value, ("empty", *load("cataclysm").scenarios))


AT = {
    "scenario": _scenario,
    "turn": _turn,
    "drawn": _drawn,
    "now": lambda board, _, value: _known(value, STAGES),
    "stage": lambda board, _, value: _known(value, STAGES),
    "phase": lambda board, _, value: _known(value, STAGES.values()),
    "crises": lambda board, _, value: _count(value, 9),
    "sudden_death": lambda board, _, value: isinstance(value, bool),
    "drawer": lambda board, _, value: value is None or _power(board, value),
    "last": lambda board, _, value: value is None or _known(value, board.parts.ideologies),
}


# -- set ---------------------------------------------------------------------------------------------------------


def _of_power(check):
    return lambda board, power, value: _power(board, power) and check(board, value)


def _of_area(check):
    return lambda board, area, value: _area(board, area) and check(board, area, value)


def _alone(check):
    return lambda board, argument, value: not argument and check(board, value)


def _flag(board, value):
    return isinstance(value, bool)


def _failed(board, value):
    """Political actions; special ones with their names, as ``special lend-lease``."""
    from ..rules.attempts import ACTS
    from .names import SPECIAL

    return _all(value, (*ACTS, *(f"special {name}" for name in SPECIAL)))


def _posture(board, value):
    from ..rules.soviets import POSTURES

    return value is None or _known(value, POSTURES)


def _named(board, value):
    """Names of counters: several, one, or none; which there are, is found when they are taken."""
    return value is None or isinstance(value, str) or _texts(value)


def _texts(value):
    return isinstance(value, list) and all(isinstance(one, str) for one in value)


def _powers(board, value):
    return _all(value, board.powers)


def _ideologies(board, value):
    return _all(value, board.parts.ideologies)


def _enemies(board, power, value):
    return (
        _power(board, power)
        and _powers(board, value)
        and all(board.ideology(other) != board.ideology(power) for other in value)
    )


def _alliance(board, ideology, value):
    return _known(ideology, board.parts.ideologies) and (
        not value or (_powers(board, value) and all(board.ideology(power) == ideology for power in value))
    )


def _wars(board, value):
    return _texts(value) and all(_war(board, text) for text in value)


def _war(board, text):
    """``germany, italy against france, uk; truce italy, france``: two sides, each of one ideology."""
    sides, *truces = text.split("; truce ")
    sides = [side.split(", ") for side in sides.split(" against ")]
    fighting = [power for side in sides for power in side]
    if len(sides) != 2 or not set(fighting) <= set(board.parts.ideology) or len(set(fighting)) < len(fighting):
        return False
    of = [{board.ideology(power) for power in side} for side in sides]
    pairs = [pair.split(", ") for pair in truces]
    return (
        all(len(one) == 1 for one in of)
        and of[0] != of[1]
        and all(len(pair) == 2 and set(pair) <= set(fighting) for pair in pairs)
    )


def _cubes(board, area, value):
    return not value or _all(value, (*board.powers, "neutral"))


def _aid(board, argument, value):
    area, _, side = argument.partition(".")
    return _disputed(board, area) and side in SIDES and _powers(board, value)


def _influence(board, area, value):
    return _disputed(board, area) and (value is True or _powers(board, value))


def _base(board, area, value):
    return board.area(area).base is not None and (_is(value, None, False, "unowned") or _power(board, value))


def _minor(board, area, value):
    return f"{area}-minor" in board.parts.counters and isinstance(value, bool)


def _marker(board, name, value):
    known = any(id == name or id.endswith(f"-{name}") for id in board.place)
    return bool(name) and known and isinstance(value, str) and (_area(board, value) or _place(board, value))


def _special(board, name, value):
    """The memory of chapter 12, and of the civil war in China."""
    if name == "china":
        return _is(value, None, "active", "inactive", "ended")
    if name == "countries":
        return _all(value, board.parts.areas)
    if name in ("lots", "atomic"):
        return isinstance(value, dict)
    raised, _, power = name.partition(":")
    return raised == "raised" and power in board.powers and isinstance(value, bool)


def _transfers(board, value):
    return _texts(value) and all(_transfer(board, *text.split()) for text in value)


def _transfer(board, to="", area="", kind="", *lost):
    there = area == "off-map" or area in board.parts.areas
    return to in board.powers and there and kind in ("natural", "industrial") and list(lost) in ([], ["lost"])


def _permit(board, argument, value):
    power, _, ally = argument.partition(".")
    return _power(board, power) and _power(board, ally) and power != ally and _known(value, PERMISSIONS)


_state = _of_power(_flag)
SET = {
    "commitment": _of_power(lambda board, value: _known(value, COMMITMENTS)),
    "stability": _of_power(lambda board, value: _known(value, STABILITIES)),
    "raised": _state,
    "shaken": _state,
    "posture-moved": _state,
    "moved_posture": _state,
    "surrendered": _of_power(lambda board, value: value is None or _ideologies(board, value)),
    "abilities": _of_power(lambda board, value: _texts(value)),
    "posture": _of_power(_posture),
    "failed": _of_power(_failed),
    "reserve": _of_power(_named),
    "cup": _of_power(_named),
    "box": _of_power(_named),
    "pool": _of_power(lambda board, value: _texts(value)),
    "counters": lambda board, place, value: _place(board, place) and _all(value, board.parts.counters),
    "enemies": _enemies,
    "alliance": _alliance,
    "wars": _alone(_wars),
    "cubes": _of_area(_cubes),
    "civil-war": _of_area(lambda board, area, value: isinstance(value, bool)),
    "limited": _of_area(lambda board, area, value: isinstance(value, bool)),
    "aid": _aid,
    "influence": _influence,
    "base": _of_area(_base),
    "damage": _of_area(lambda board, area, value: _count(value, 99)),
    "minor": _of_area(_minor),
    "chinese": _of_area(lambda board, area, value: _is(value, None, False, *FACTIONS)),
    "marker": _marker,
    "war-status": _alone(lambda board, value: _known(value, ("peace", "limited", "global"))),
    "global-end": _alone(lambda board, value: value is None or _turn(board, None, value)),
    "no-surprise": _alone(_ideologies),
    "resource-sides": _alone(lambda board, value: _all(value, board.parts.counters)),
    "special": _special,
    "transfers": _alone(_transfers),
    "permit": _permit,
    "ready": _alone(_powers),
}
