"""Random legal Ops for self-play, rehearsal and examples: of every Op that is open, with varied units and fire."""

from ..board.board import POOL
from ..board.parts import OTHER
from ..rules.areas import has_usable_base, is_open_to
from ..rules.checks import command_of_units, companions, enemies
from ..rules.combat import completed, fire_problems, open_targets, protected, screen_of
from ..rules.landings import ALL, airborne, assault_force, defenders, target_problems
from ..rules.movement import at_sea_count, may_fly, sea_goals
from ..rules.ops import check_op
from ..rules.ops_sea import joining, ships_of

WEIGHTS = {
    "prc": {0: 1, 1: 1, 2: 1, 3: 2, 4: 1, 5: 3, 11: 2, 12: 8, 13: 3, 14: 8, 15: 5, 16: 4, 17: 4, 18: 3, 19: 24, 20: 4},
    "allied": {0: 1, 6: 3, 7: 2, 8: 4, 9: 2, 11: 2, 12: 5, 13: 3, 14: 5, 15: 5, 16: 3, 17: 4, 18: 2, 19: 9, 20: 4},
}  # fmt: skip
TRIES = 3


class Steady:
    """A draw for examples: the same numbers each time, from a linear congruence."""

    __slots__ = ("state",)

    def __init__(self, seed):
        self.state = seed

    def below(self, n):
        self.state = (self.state * 1103515245 + 12345) % 2**31
        return (self.state >> 8) % n

    def choice(self, items):
        return items[self.below(len(items))]

    def some(self, items, most=None):
        count = len(items) if most is None else min(most, len(items))
        left, taken = list(items), []
        for _ in range(1 + self.below(count) if count else 0):
            taken.append(left.pop(self.below(len(left))))
        return [item for item in items if item in taken]


def sample_op(board, side, draw):
    """A random Op that is legal now; passing if nothing else was found."""
    if side == "prc" and board.must:
        return {"op": board.must}
    weights = dict(WEIGHTS[side])
    while weights:
        number = _weighted(weights, draw)
        if number == 0:
            return {"op": 0}
        for _ in range(TRIES):
            move = SAMPLERS[number](board, side, draw)
            if move is None:
                break
            move = {"op": number, **move}
            if not any(problem.is_refusal for problem in check_op(board, side, move)):
                return move
        del weights[number]
    return {"op": 0}


def _weighted(weights, draw):
    place = draw.below(sum(weights.values()))
    for number, weight in weights.items():
        place -= weight
        if place < 0:
            return number
    raise ValueError("no weights")


# -- fire ------------------------------------------------------------------------------------------------------


def random_fire(board, shooters, targets, draw, ashore=()):
    """A random legal allocation: sometimes the default, sometimes on protected targets behind a covered screen."""
    if not draw.below(3):
        return completed(board, shooters, targets, [], ashore)
    open_ = {id: found for id in shooters if (found := open_targets(board, id, targets, ashore))}
    guarded = [id for id in targets if protected(board, id, ashore)]
    shots, left = [], list(open_)
    if guarded and draw.below(2):
        for ship in screen_of(board, targets, shooters, ashore):
            able = [id for id in left if ship in open_[id]]
            if able:
                shooter = draw.choice(able)
                left.remove(shooter)
                shots.append([shooter, ship])
        shots += [
            [id, draw.choice(found)] for id in left if (found := [one for one in open_[id] if one in guarded])
        ]
    else:
        for id in left:
            found = [one for one in open_[id] if one not in guarded] or open_[id]
            shots.append([id, draw.choice(found)])
    shots = completed(board, shooters, targets, shots, ashore)
    if fire_problems(board, shooters, targets, shots, shooters, ashore):
        return completed(board, shooters, targets, [], ashore)
    return shots


def _fire(board, shooters, targets, draw, ashore=()):
    """Half the time explicit shots, else none, which means the default."""
    if draw.below(2) or not shooters or not targets:
        return {}
    return {"fire": random_fire(board, shooters, targets, draw, ashore)}


def _attack_after_move(board, side, ids, place, draw, number):
    """An attack after sailing or entering, or none."""
    foes = enemies(board, side, place)
    if not foes or side in board.ceasefire or not draw.below(3):
        return {}
    if draw.below(2):
        return {"attack": True}
    ashore = [id for id in ids if board.parts.units[id].category == "land"] if number == 13 else ()
    movers = ids if number == 13 else ships_of(board, ids)
    friends = companions(
        board, side, place, command_of_units(board, ids), ALL if number == 13 else ("naval",)
    )
    friends = joining(friends if number == 13 else ships_of(board, friends), movers, {})
    joined = [id for id in friends if draw.below(2)]
    fire = random_fire(board, [*movers, *joined], foes, draw, ashore)
    return {"fire": fire} if fire else {}


# -- units and places --------------------------------------------------------------------------------------------


def _one_command(board, ids, draw):
    """Some of the units of the command of one of them."""
    if not ids:
        return []
    command = board.parts.command_of(board.parts.units[draw.choice(ids)].country)
    units = board.parts.units
    return draw.some([id for id in ids if board.parts.command_of(units[id].country) == command])


def _places(board, side, wants, land):
    """The areas of one kind with one's own units that are wanted."""
    areas, units, sides = board.parts.areas, board.parts.units, board.side
    return [
        place for place, area in areas.items()
        if area.is_land == land
        and any(sides[id] == side and wants(units[id]) for id in board.at.get(place, ()))
    ]  # fmt: skip


def _of(board, side, place, category):
    units = board.parts.units
    return [id for id in board.units_at(place, side) if units[id].category == category]


def _is_ship(unit):
    return unit.category == "naval"


def _is_plane(unit):
    return unit.category == "air"


def _any(unit):
    return True


# -- the Ops ---------------------------------------------------------------------------------------------------


def _plain(board, side, draw):
    return {}


def _sample_3(board, side, draw):
    ways, legs = board.parts.special["op3"], []
    starts = [area for area in ways["from"] if _of(board, side, area, "land")]
    for here in draw.some(starts, 2):
        goals = [area for area in ways["to"] if area != here]
        units = [id for id in _of(board, side, here, "land") if board.parts.units[id].country == "prc"]
        if units:
            legs.append({"from": here, "to": draw.choice(goals), "units": draw.some(units, 4)})
    return {"moves": legs} if legs else None


def _sample_4(board, side, draw):
    goal = board.parts.special["op4"]["to"]
    if (
        board.ops.get("4")
        or not airborne(board)
        or (side in board.ceasefire and board.has_land(OTHER[side], goal))
    ):
        return None
    foes = enemies(board, side, goal) if board.has_land(OTHER[side], goal) else []
    return _fire(board, airborne(board), foes, draw)


def _sample_5(board, side, draw):
    ways = board.parts.special["op5"]
    foes = enemies(board, side, ways["to"])
    units = [
        id for id in _of(board, side, ways["from"], "air")
        if not board.parts.units[id].is_long_range and board.parts.units[id].country == "prc"
    ]  # fmt: skip
    if not foes or not units or side in board.ceasefire:
        return None
    units = draw.some(units)
    return {"units": units, **_fire(board, units, foes, draw)}


def _sample_6(board, side, draw):
    ships = [
        id for id in board.reduced
        if id in board.parts.carriers and board.place[id] in board.holder
        and has_usable_base(board, side, board.parts.units[id].country, board.place[id])
    ]  # fmt: skip
    return {"unit": draw.choice(ships)} if ships else None


def _sample_7(board, side, draw):
    bases = [area for area in board.holder if board.parts.areas[area].base and board.is_friendly(side, area)]
    starts = [area for area in bases if _light(board, side, area)]
    if not starts or len(bases) < 2:
        return None
    here = draw.choice(starts)
    return {
        "from": here,
        "to": draw.choice([area for area in bases if area != here]),
        "units": draw.some(_light(board, side, here), 3),
    }


def _light(board, side, area):
    units = board.parts.units
    return [
        id for id in _of(board, side, area, "land")
        if units[id].is_light and not units[id].is_fixed and id not in board.bound
    ]  # fmt: skip


def _sample_8(board, side, draw):
    return {} if board.at.get(POOL) else None


def _sample_9(board, side, draw):
    open_ = [id for id in board.parts.tables["ops"]["9"]["countries"] if board.country[id] == "neutral"]
    return {"country": draw.choice(open_)} if open_ else None


def _sample_12(board, side, draw):
    starts = [area for area in _places(board, side, _can_embark, True) if board.parts.areas[area].base]
    if not starts:
        return None
    here = draw.choice(starts)
    units = board.parts.units
    ids = _one_command(board, [id for id in board.units_at(here, side) if _is_ship(units[id])], draw)
    goals = board.parts.areas[here].seas
    if ids and ids[0] in board.coasts:
        goals = [board.parts.areas[here].coasts[board.coasts[ids[0]]]]
        ids = [id for id in ids if board.coasts.get(id) == board.coasts[ids[0]]]
    there = draw.choice(goals)
    room = board.parts.tables["limits"]["at_sea_units_per_side"] - at_sea_count(board, side)
    light = [id for id in _light(board, side, here) if units[id].goes_to_sea]
    if room > 0 and light and draw.below(4):
        ids = ids + draw.some(light, room)
    load = {}
    heavy = [id for id in _of(board, side, here, "land") if units[id].is_heavy and id not in board.bound]
    for ship in [id for id in ids if units[id].capacity]:
        if heavy and draw.below(4):
            load[ship] = draw.some(heavy, units[ship].capacity)
            heavy = [id for id in heavy if id not in load[ship]]
    if not ids:
        return None
    move = {"from": here, "to": there, "units": ids, **({"load": load} if load else {})}
    return {**move, **_attack_after_move(board, side, ids, there, draw, 12)}


def _can_embark(unit):
    return unit.category == "naval" or unit.goes_to_sea


def _sample_13(board, side, draw):
    seas = _places(board, side, _any, False)
    if not seas:
        return None
    here = draw.choice(seas)
    ids = _one_command(board, board.units_at(here, side), draw)
    country = board.parts.units[ids[0]].country
    goals = [
        area for area in board.parts.areas[here].neighbours
        if area in board.holder and (board.is_contested(area) or is_open_to(board, side, country, area))
    ]  # fmt: skip
    if not goals:
        return None
    there = draw.choice(goals)
    with_cargo = [*ids, *(id for ship in ids for id in board.cargo(ship))]
    return {
        "from": here, "to": there, "units": ids,
        **_attack_after_move(board, side, with_cargo, there, draw, 13),
    }  # fmt: skip


def _sample_14(board, side, draw):
    seas = _places(board, side, _any, False)
    if not seas:
        return None
    here = draw.choice(seas)
    goals = sea_goals(board, side, here)
    if not goals:
        return None
    there = draw.choice(goals)
    ids = _one_command(board, board.units_at(here, side), draw)
    move = {"from": here, "to": there, "units": ids}
    if there not in board.parts.areas[here].seas:
        open_ = [
            id
            for id, passage in board.parts.passages.items()
            if here in passage["seas"] and there in passage["seas"]
        ]
        move["via"] = draw.choice(open_)
    return {**move, **_attack_after_move(board, side, ids, there, draw, 14)}


def _sample_15(board, side, draw):
    if side in board.ceasefire:
        return None
    options = [
        (here, at)
        for here in _places(board, side, _is_ship, False)
        for at in (here, *board.parts.areas[here].neighbours)
        if (at == here or at in board.holder) and enemies(board, side, at)
    ]
    if not options:
        return None
    here, at = draw.choice(options)
    ids = _one_command(board, _of(board, side, here, "naval"), draw)
    if at == here:
        ids = companions(board, side, here, command_of_units(board, ids))
    return {"from": here, "at": at, "units": ids, **_fire(board, ids, enemies(board, side, at), draw)}


def _sample_16(board, side, draw):
    starts = _places(board, side, _is_plane, True)
    if not starts:
        return None
    here = draw.choice(starts)
    ids = _one_command(board, _of(board, side, here, "air"), draw)
    country = board.parts.units[ids[0]].country
    goals = [
        area for area in board.holder
        if area != here and has_usable_base(board, side, country, area) and not board.is_contested(area)
    ]  # fmt: skip
    if not goals:
        return None
    there = draw.choice(goals)
    move = {"from": here, "to": there, "units": ids[:4]}
    if side == "prc":
        path = random_path(board, side, here, there, draw)
        if path is None:
            return None
        if path:
            move["via"] = path
    return move


def random_path(board, side, here, there, draw):
    """The areas between two areas on a shortest way that may be flown, chosen at random among equals; None without."""
    areas, steps, edge = board.parts.areas, {there: 0}, [there]
    while edge and here not in steps:
        ring = []
        for place in edge:
            for next_ in areas[place].neighbours:
                if next_ not in steps and (next_ == here or may_fly(board, side, next_)):
                    steps[next_] = steps[place] + 1
                    ring.append(next_)
        edge = ring
    if here not in steps:
        return None
    path, place = [], here
    while steps[place] > 1:
        place = draw.choice(
            [next_ for next_ in areas[place].neighbours if steps.get(next_) == steps[place] - 1]
        )
        path.append(place)
    return path


def _sample_17(board, side, draw):
    if side in board.ceasefire:
        return None
    options = [
        (here, at)
        for here in _places(board, side, _is_plane, True)
        if board.parts.areas[here].base
        for at in board.parts.areas[here].seas
        if enemies(board, side, at)
    ]
    if not options:
        return None
    here, at = draw.choice(options)
    far = draw.below(4) == 0
    planes = [id for id in _of(board, side, here, "air") if board.parts.units[id].is_long_range == far]
    ids = _one_command(board, planes, draw)
    return (
        {"from": here, "at": at, "units": ids, **_fire(board, ids, enemies(board, side, at), draw)}
        if ids
        else None
    )


def _sample_18(board, side, draw):
    if side in board.ceasefire:
        return None
    starts = [
        area for command, areas in board.parts.special["op18"].items() for area in areas
        if any(board.parts.units[id].is_long_range for id in _of(board, side, area, "air"))
    ]  # fmt: skip
    goals = [area for area in board.parts.areas if enemies(board, side, area)]
    goals = [area for area in goals if not (side == "prc" and board.parts.areas[area].off_map)]
    if not starts or not goals:
        return None
    here, at = draw.choice(starts), draw.choice(goals)
    planes = [id for id in _of(board, side, here, "air") if board.parts.units[id].is_long_range]
    ids = _one_command(board, planes, draw)
    move = {"from": here, "at": at, "units": ids}
    if side == "prc":
        path = random_path(board, side, here, at, draw)
        if path is None:
            return None
        if path:
            move["via"] = path
    return {**move, **_fire(board, ids, enemies(board, side, at), draw)}


def _sample_19(board, side, draw):
    if side in board.ceasefire:
        return None
    options = [
        (here, there)
        for here in _places(board, side, _any, False)
        if _landing_units(board, side, here)
        for there in board.parts.areas[here].neighbours
        if board.parts.areas[there].landing and not target_problems(board, side, there)
    ]
    if not options:
        return None
    here, there = draw.choice(_decisive(board, options) if draw.below(3) else options)
    limit = board.parts.tables["limits"]["assault_land_units"].get(there)
    ids = draw.some(_landing_units(board, side, here), limit)
    foes = defenders(board, side, there)
    move = {"from": here, "to": there, "units": ids}
    if board.has_land(side, there) and not draw.below(3):
        return move
    if board.has_land(side, there) and draw.below(2):
        return {**move, "attack": True}
    return {**move, **_fire(board, assault_force(board, side, here, ids), foes, draw, ids)}


def _decisive(board, options):
    """Assaults on areas that can end the game (4.2), if there are any, else all."""
    ends = board.parts.tables["game_end"].values()
    areas = [area for end in ends for area in end.get("areas", ())]
    return [option for option in options if option[1] in areas] or options


def _landing_units(board, side, sea):
    ids = _of(board, side, sea, "land")
    for ship in _of(board, side, sea, "naval"):
        ids += board.cargo(ship)
    return ids


def _sample_20(board, side, draw):
    contested = [area for area in board.holder if board.is_contested(area)]
    if not contested or side in board.ceasefire:
        return None
    at = draw.choice(contested)
    land = _of(board, side, at, "land")
    ids = companions(board, side, at, command_of_units(board, land), ALL)
    move = {"at": at, **_fire(board, ids, enemies(board, side, at), draw)}
    return {**move, "units": ids} if draw.below(2) else move


SAMPLERS = {
    1: _plain,
    2: _plain,
    3: _sample_3,
    4: _sample_4,
    5: _sample_5,
    6: _sample_6,
    7: _sample_7,
    8: _sample_8,
    9: _sample_9,
    11: _plain,
    12: _sample_12,
    13: _sample_13,
    14: _sample_14,
    15: _sample_15,
    16: _sample_16,
    17: _sample_17,
    18: _sample_18,
    19: _sample_19,
    20: _sample_20,
}
