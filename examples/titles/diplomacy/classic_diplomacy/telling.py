"""How the game is told: names in print, the board in brief; the sentences stand in words/."""

from itertools import takewhile
from typing import Any

from pbem.kit import Words, counted, listed, page_line

from .board import Board
from .parts import (
    AREAS,
    BESIDE,
    CENTRES,
    PACKAGE,
    POWERS,
    TYPES,
    Unit,
    near_provinces,
    place_name,
    place_of,
    province,
    unit_id,
)

SHOWN = 2  # orders that are shown in few words
NEAR = 1  # steps from a reader's centres and units: what is built or disbanded there is main news


def _idle(fields: dict[str, Any], say: "Say") -> list[str]:
    """The units that an answer leaves without an order, unless it says that all hold."""
    ordered = {item["unit"] for item in fields["answer"]}
    return [id for id in map(unit_id, say.board.of(fields["power"]).values()) if ordered and id not in ordered]


def _moved(facts: Any) -> list[dict[str, Any]]:
    return [one for one in facts if one.get("do") == "move" and one["outcome"] == "ok"]


def _driver(fields: dict[str, Any], say: "Say") -> str:
    """Who went where a unit was driven out."""
    moves = _moved(fields["stretch"][: fields["nth"]])
    return next(str(one["power"]) for one in moves[::-1] if province(one["to"]) == fields["key"])


def _refuge(fields: dict[str, Any], say: "Say") -> str | None:
    """Where a unit went that was driven out; None while it is to retreat, and if it was disbanded."""
    behind = [one for one in fields["stretch"][fields["nth"] :] if one["type"] == "unit-retreated"]
    return next((str(one["to"]) for one in behind if one["unit"] == unit_id(fields["value"])), None)


def _dislodged(fields: dict[str, Any], say: "Say") -> list[dict[str, Any]]:
    """The units that were driven out in a stretch, the reader's own first."""
    found = [{**fact, "key": at, "value": unit} for fact in fields["facts"] for at, unit in fact["dislodged"].items()]
    return sorted(found, key=lambda one: one["value"]["power"] not in fields["own"])


def _enemies(fields: dict[str, Any], say: "Say") -> list[dict[str, Any]]:
    """The units of others that stand now in centres of the reader's."""
    own, owner = fields["own"], say.board.owner
    there = {id: unit for id, unit in say.board.units.items() if owner.get(id) in own and unit["power"] not in own}
    return [{"key": id, "value": there[id]} for id in CENTRES if id in there]


def _beside(fields: dict[str, Any], say: "Say") -> list[dict[str, Any]]:
    """The units of others that came, by whatever way, and can enter centres of the reader's now, with these."""
    came = {one.get("to", one.get("at")) for one in fields["stretch"] if "unit-" in one["type"] or _moved([one])}
    mine = {id for power in fields["own"] for id in say.board.centres(power)}
    others = [one for one in say.board.units.values() if one["power"] not in fields["own"] and one["at"] in came]
    return [{"value": one, "near": at} for one in others if (at := [id for id in near_provinces(one) if id in mine])]


def _centres(fields: dict[str, Any], is_own: bool) -> list[dict[str, Any]]:
    """What powers have won and lost in all, from whom and to whom; of others, what they have won of others."""
    own, found = fields["own"], list[dict[str, Any]]()
    taken = [one for one in fields["stretch"] if one["type"] == "centre-taken"]
    first, last = {one["area"]: one["from"] for one in taken[::-1]}, {one["area"]: one["power"] for one in taken}
    now = [(at, first[at], last[at]) for at in last if last[at] != first[at]]
    for power in POWERS:
        gains, losses = dict[str | None, list[str]](), dict[str, list[str]]()
        for at, was, who in now:
            if who == power and (is_own or was not in own):
                gains.setdefault(was, []).append(at)
            elif was == power and is_own:
                losses.setdefault(who, []).append(at)
        if (power in own) == is_own and (gains or losses):
            all = [at for areas in gains.values() for at in areas]
            rows = [[{"who": who, "areas": areas} for who, areas in held.items()] for held in (gains, losses)]
            found.append({"power": power, "all": all, "gains": rows[0], "losses": rows[1]})
    return sorted(found, key=lambda one: -len(one["all"]))


def _is_beaten_off(fields: dict[str, Any], say: "Say") -> bool:
    """Whether another's move bounced off a unit of the reader's that stood there in that season, and stayed."""
    is_bounce = fields["power"] not in fields["own"] and fields["do"] == "move" and fields["outcome"] == "bounce"
    stood = [one for one in _stood(fields) if one["power"] in fields["own"]]
    return is_bounce and province(fields["to"]) in [place_of(one["unit"]) for one in stood]


def _beside_it(fields: dict[str, Any]) -> list[dict[str, Any]]:
    """The orders of the season of one."""
    orders, nth = fields["stretch"], fields["nth"]
    return [one for part in (orders[nth:], orders[:nth][::-1]) for one in takewhile(lambda one: "do" in one, part)]


def _stood(fields: dict[str, Any]) -> list[dict[str, Any]]:
    """Those of them whose units stayed where they were."""
    return [one for one in _beside_it(fields) if one["do"] != "move" or one["outcome"] != "ok"]


def _against(fields: dict[str, Any], say: "Say") -> list[dict[str, Any]]:
    """Off whom a move bounced: who else went there, or stayed there."""
    goal = province(fields["to"])
    came = [one for one in _beside_it(fields) if one["do"] == "move" and province(one["to"]) == goal]
    found = [*came, *(one for one in _stood(fields) if place_of(one["unit"]) == goal)]
    return [one for one in {one["unit"]: one for one in found}.values() if one["unit"] != fields["unit"]]


def _when(fields: dict[str, Any], say: "Say") -> str:
    """The season of a fact, ``fall 1902``: the one before that which begins behind it, or the present one."""
    begun = [one for one in fields["stretch"][fields["nth"] :] if one["type"] == "season-begun"]
    next, year = (begun[0]["season"], begun[0]["year"]) if begun else ("", say.board.year)
    season = {"fall": "spring", "spring": "fall"}.get(next, say.board.season)
    return f"{'winter' if fields['rule'] == 'builds' else season} {year - (next == 'spring')}"


def _failed(fields: dict[str, Any], say: "Say") -> list[dict[str, Any]]:
    """The orders of facts, each once, by their seasons, the last first, moves before others; in few words two of them,
    and how many more."""
    once = {(one["unit"], one.get("to")): one for one in fields["facts"]}.values()
    seasons = list(dict.fromkeys(_when(one, say) for one in sorted(once, key=lambda one: -one["nth"])))
    rows = sorted(once, key=lambda one: (seasons.index(_when(one, say)), one["do"] != "move"))
    shown = rows[:SHOWN] if "short" in fields else rows
    found = [{"season": at, "orders": [one for one in shown if _when(one, say) == at]} for at in seasons]
    more = [{"more": len(rows) - len(shown)}] * (len(rows) > len(shown))
    return [*(one for one in found if one["orders"]), *more]


def _far(place: str, fields: dict[str, Any], say: "Say") -> int:
    """How many steps a place is from the reader's centres and units."""
    board, own = say.board, fields["own"]
    reached = {id for id, who in board.owner.items() if who in own}
    reached |= {province(one["at"]) for one in board.units.values() if one["power"] in own}
    steps = 0
    while reached and province(place) not in reached and steps < len(AREAS):
        reached, steps = reached | {to for id in reached for to in BESIDE[id]}, steps + 1
    return steps


def _nearest(fields: dict[str, Any], say: "Say") -> list[dict[str, Any]]:
    """Facts of units, the reader's own first, then those near him."""
    far = {one["unit"]: _far(place_of(one["unit"]), fields, say) for one in fields["facts"]}
    return sorted(fields["facts"], key=lambda one: (one["power"] not in fields["own"], far[one["unit"]]))


def _comers(fields: dict[str, Any]) -> dict[str, list[str]]:
    """Who came, and where; a province once, whichever its coast."""
    goals = dict.fromkeys((one["power"], province(one["to"])) for one in fields["facts"])
    return {who: [goal for one, goal in goals if one == who] for who, _goal in goals}


words = Words(
    PACKAGE,
    {
        "idle": _idle,
        "is about me": lambda fields, say: bool({fields["power"], fields["from"]} & {*fields["own"]}),
        "is beaten off": _is_beaten_off,
        "against": _against,
        "when": _when,
        "nearest": _nearest,
        "is near": lambda fields, say: _far(place_of(fields["unit"]), fields, say) <= NEAR,
        "is mine": lambda fields, say: fields["power"] in fields["own"],
        "comers": lambda fields, say: [{"power": who, "goals": goals} for who, goals in _comers(fields).items()],
        "others worked": lambda fields, say: any(one["power"] in fields["own"] for one in _moved(fields["stretch"])),
        "failed": _failed,
        "driver": _driver,
        "refuge": _refuge,
        "beside": _beside,
        "is to retreat": lambda fields, say: unit_id(fields["value"]) in map(unit_id, say.board.dislodged.values()),
        "all dislodged": _dislodged,
        "enemies there": _enemies,
        "those driven": lambda fields, say: [one["power"] for one in fields["dislodged"].values()],
        "those menaced": lambda fields, say: fields["own"] if _enemies(fields, say) or _beside(fields, say) else (),
        "own centres": lambda fields, say: _centres(fields, True),
        "other centres": lambda fields, say: _centres(fields, False),
    },
)
headlines = ("game-ended",)
abbreviations = {"Army ": "A ", "Fleet ": "F "}


class Say:
    """Ids in print."""

    ways = {**{way: way for way in ("area", "beaten", "power", "type", "unit")}, "label": "power", "who": "power"}
    area = staticmethod(place_name)
    power = staticmethod(POWERS.__getitem__)
    type = staticmethod({id: name.capitalize() for id, name in TYPES.items()}.__getitem__)

    def __init__(self, board: Board) -> None:
        self.board = board

    def unit(self, id: str) -> str:
        return f"{self.type(id[0])} {AREAS[id[2:]]['name']}"

    def beaten(self, unit: Unit) -> str:
        return f"{self.type(unit['type'])} {place_name(unit['at'])}"


say = Say


def heading(step: dict[str, Any], say: Say) -> str:
    return ", ".join(filter(None, [words.headings[step["procedure"]], step["args"].get("when")]))


def moment(board: Board, say: Say) -> str:
    """``Spring 1901``, ``Fall 1902, retreats``, ``Winter 1902``."""
    if board.result:
        return f"{board.year}, the game is over"
    season = "Winter" if board.next == "adjustments" else board.season.capitalize()
    return f"{season} {board.year}" + (", retreats" if board.dislodged else "")


def tables(board: Board, say: Say) -> list[dict[str, Any]]:
    centres = {power: _counted([say.area(id) for id in board.centres(power)]) for power in POWERS}
    units = {id: f"{one['type'].upper()} {say.area(one['at'])}" for id, one in board.units.items()}
    rows = [[POWERS[power], centres[power], _counted([units[id] for id in board.of(power)])] for power in POWERS]
    free = [say.area(id) for id in CENTRES if id not in board.owner]
    rows += [["nobody", f"{len(free)}: {listed(free)}", ""]] if free else []
    return [{"title": "Supply centres and units", "columns": ["Power", "Centres", "Units"], "rows": rows}]


def _counted(things: list[str]) -> str:
    return f"{len(things)}: {listed(things)}" if things else "0"


def changes(before: Board, after: Board, say: Say, facts: object) -> list[str]:
    """Centres that were won and lost, and where units have gone."""
    told = []
    for power in POWERS:
        was, now = len(before.centres(power)), len(after.centres(power))
        told += [f"{POWERS[power]} has {counted(now, 'centre')}, {now - was:+d}."] * (was != now)
        old, new = ({say.beaten(one) for one in board.of(power).values()} for board in (before, after))
        for units, what in ((new - old, "has"), (old - new, "no longer has")):
            told += [f"{POWERS[power]} {what} {listed(sorted(units))}."] * bool(units)
    return told


def under_way(facts: Any, say: Say, own: Any) -> list[str]:
    """Who is out of the game now, and in what centres of others the reader stands: in the fall they change hands."""
    board, powers = say.board, {*(own or POWERS)}
    acted = dict.fromkeys(fact["power"] for fact in facts if fact["type"] in ("order-resolved", "unit-disbanded"))
    gone = [say.power(power) for power in acted if not board.of(power) and not board.centres(power)]
    found = dict[str, list[str]]()
    for id in CENTRES:
        who, whose = board.units[id]["power"] if id in board.units else "", board.owner.get(id)
        if who in powers and who != whose:
            found.setdefault(who, []).append(say.area(id) + (f" ({POWERS[whose]}'s)" if whose else ""))
    told = [f"{listed(gone)} {'are' if gone[1:] else 'is'} out of the game."] * bool(gone)
    return told + [f"{POWERS[power]} is in {listed(areas)}, not yet taken." for power, areas in found.items()]


def victory(board: Board) -> list[Any]:
    """How the game is won, in sentences."""
    wins = f"Whoever has {board.option('centres')} centres after a fall, and more than anybody else, has won."
    last = f"After {board.option('last-year')} all that are left share a draw."
    return [page_line(wins, "victory"), page_line(last, "victory")]


def score(board: Board) -> dict[str, int]:
    """The centres of each power."""
    return {POWERS[power]: len(board.centres(power)) for power in POWERS}


def measures(board: Board) -> dict[str, dict[str, int]]:
    """How well each power stands, for rehearsals to compare."""
    return {power: {"centres": len(board.centres(power)), "units": len(board.of(power))} for power in POWERS}
