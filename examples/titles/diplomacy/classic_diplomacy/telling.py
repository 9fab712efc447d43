"""How the game is told: names in print, the board in brief; the sentences stand in words/."""

from itertools import takewhile
from typing import Any

from pbem.kit import Words, counted, listed, page_line

from .board import Board
from .parts import AREAS, CENTRES, PACKAGE, POWERS, TYPES, Unit, near_provinces, place_name, province, unit_id
from .rules import distance


def _idle(fields: dict[str, Any], say: "Say") -> list[str]:
    """The units that an answer leaves without an order, unless it says that all hold."""
    ordered = {item["unit"] for item in fields["answer"]}
    return [id for id in map(unit_id, say.board.of(fields["power"]).values()) if ordered and id not in ordered]


def _moved(facts: Any) -> list[dict[str, Any]]:
    return [one for one in facts if one.get("do") == "move" and one["outcome"] == "ok"]


def _dislodged(fields: dict[str, Any], say: "Say") -> list[dict[str, Any]]:
    """The units that were driven out in a stretch, by whom, and where they went, the reader's own first."""
    found, stretch = list[dict[str, Any]](), fields["stretch"]
    for nth, at, unit in [(fact["nth"], *row) for fact in fields["facts"] for row in fact["dislodged"].items()]:
        came = [one["power"] for one in _moved(stretch[:nth]) if province(one["to"]) == at]
        gone = {one["unit"]: one["to"] for one in stretch[nth:][::-1] if one["type"] == "unit-retreated"}
        found.append({"key": at, "value": unit, "driver": came[-1], "refuge": gone.get(unit_id(unit))})
    return sorted(found, key=lambda one: one["value"]["power"] not in fields["own"])


def _enemies(fields: dict[str, Any], say: "Say") -> list[dict[str, Any]]:
    """The units of others that stand now in centres of the reader's."""
    here = [(id, one) for id, one in sorted(say.board.units.items()) if say.board.owner.get(id) in fields["own"]]
    return [{"key": id, "value": one} for id, one in here if one["power"] not in fields["own"]]


def _beside(fields: dict[str, Any], say: "Say") -> list[dict[str, Any]]:
    """The units of others that came and can enter centres of the reader's now, or those that he has won, with these."""
    came = {one.get("to", one.get("at")) for one in fields["stretch"] if "unit-" in one["type"] or _moved([one])}
    mine = {id for power in fields["own"] for id in say.board.centres(power)}
    won = mine & {one["area"] for one in fields["stretch"] if one["type"] == "centre-taken"}
    near = [(one, {*near_provinces(one)} & (mine if one["at"] in came else won)) for one in say.board.units.values()]
    return [{"value": one, "near": sorted(at)} for one, at in near if at and one["power"] not in fields["own"]]


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
            rows = [[{"who": who, "areas": areas} for who, areas in held.items()] for held in (gains, losses)]
            found.append({"power": power, "all": sum(gains.values(), []), "gains": rows[0], "losses": rows[1]})
    return sorted(found, key=lambda one: -len(one["all"]))


def _met(fields: dict[str, Any], say: "Say") -> list[dict[str, Any]]:
    """The orders of others, in the season of a move, that went where it went, or stayed there."""
    orders, at, to = fields["stretch"], fields["nth"], province(fields["to"])
    here = [one for part in (orders[at + 1 :], orders[:at][::-1]) for one in takewhile(lambda one: "do" in one, part)]
    return [
        one for one in here if to in (one["do"] == "move" and province(one["to"]), _moved([one]) or one["unit"][2:])
    ]


def _when(fields: dict[str, Any], say: "Say") -> str:
    """The season of a fact, ``fall 1902``: the one before that which begins behind it, or the present one."""
    begun = [one for one in fields["stretch"][fields["nth"] :] if one["type"] == "season-begun"]
    is_spring = begun[0]["season"] == "fall" if begun else say.board.season == "spring"
    year = begun[0]["year"] - (not is_spring) if begun else say.board.year
    return f"{'winter' if fields.get('rule') == 'builds' else 'spring' if is_spring else 'fall'} {year}"


def _nearest(fields: dict[str, Any], say: "Say") -> list[dict[str, Any]]:
    """Facts of units, the reader's own first, then those near his centres and units."""
    mine = [id for power in fields["own"] for id in (*say.board.centres(power), *say.board.of(power))]
    far = {one["unit"]: distance({"type": "a", "at": one["unit"][2:]}, mine) for one in fields["facts"]}
    return sorted(fields["facts"], key=lambda one: (one["power"] not in fields["own"], far[one["unit"]]))


words = Words(
    PACKAGE,
    {
        "idle": _idle,
        "is about me": lambda fields, say: bool({fields["power"], fields["from"]} & {*fields["own"]}),
        "is beaten off": lambda fields, say: (
            fields["power"] not in fields["own"]
            and province(fields["to"])
            in (one["unit"][2:] for one in _met(fields, say) if one["power"] in fields["own"])
        ),
        "is mine": lambda fields, say: fields["power"] in fields["own"],
        "others worked": lambda fields, say: any(one["power"] in fields["own"] for one in _moved(fields["stretch"])),
        "failed": lambda fields, say: [*{(one["unit"], one.get("to")): one for one in fields["facts"][::-1]}.values()],
        "met": _met,
        "the season": _when,
        "nearest": _nearest,
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
headlines, abbreviations = ("game-ended",), {"Army ": "A ", "Fleet ": "F "}


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
    season = "Winter" if board.next == "adjustments" else board.season.capitalize()
    now = f"{season} {board.year}" + (", retreats" if board.dislodged else "")
    return f"{board.year}, the game is over" if board.result else now


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
    """Who is out of the game now, and who is where a centre changes hands in the fall, but for the reader's: what is
    near him comes first."""
    board, mine = say.board, [id for power in own for id in (*say.board.centres(power), *say.board.of(power))]
    acted = dict.fromkeys(fact["power"] for fact in facts if fact["type"] in ("order-resolved", "unit-disbanded"))
    gone = [say.power(power) for power in acted if not board.of(power) and not board.centres(power)]
    found = dict[bool, dict[str, list[Any]]]()
    for id in sorted(CENTRES, key=lambda id: distance({"type": "a", "at": id}, mine)):
        who, whose = board.units[id]["power"] if id in board.units else "", board.owner.get(id)
        if who not in ("", whose) and whose not in own:
            found.setdefault(who in own, {}).setdefault(who, []).append({"item": id, "whose": whose})
    told = [f"{listed(gone)} {'are' if gone[1:] else 'is'} out of the game."] * bool(gone)
    return told + [words.told("not yet taken", say, standing=found[is_own]) for is_own in sorted(found)[::-1]]


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
