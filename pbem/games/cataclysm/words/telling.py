"""How reports tell this title: names, headings, the moment, the tables of the board, and what is different now."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import Any

from pbem.core.data.json_types import Json
from pbem.core.data.sentences import Words
from pbem.core.data.text import listed, percent
from pbem.core.rules.facts import Fact
from pbem.core.title.game import FightTable, Loss, load
from pbem.core.title.unit_moves import fallen, unit_moves

from ..board.board import Board
from ..board.names import MARKERS
from ..board.parts import CODES, STABILITIES
from ..board.printed import TYPES, Say, plural
from .chances import CHANCES
from .computed import COMPUTED, WHO
from .evidence import EVIDENCE
from .turning import turning as turning

words = Words("pbem.games.cataclysm", COMPUTED)
chances, evidence = CHANCES, EVIDENCE
abbreviations = {"United Kingdom": "UK", "United States": "US", "Soviet Union": "USSR"}
headlines = ("counter-drawn",)
DECIDED = {"area-conquered", "attack-repulsed", "base-captured", "operation-cancelled", "combat-unopposed"}
LOST = {"unit-destroyed": "{unit}", "unit-reduced": "{unit} upgrade"}
COMBAT = ("side", "dice", "rolls", "result", "losses")  # columns


def say(board: Board) -> Say:
    """The printed names for a board."""
    return Say(board)


def heading(step: Json, say: Say) -> str:
    """The heading of a step; a counter is called by its number and name."""
    if step["procedure"] == "play":
        return _counter_heading(step["args"]["number"], step["args"]["counter"], say)
    for fact in step.get("facts", ()):
        if fact["type"] == "counter-drawn":
            return _counter_heading(fact["number"], fact["counter"], say)
        if fact["type"] == "interrupted":
            return words.told("interrupt", say, power=fact["power"])
    procedure: str = step["procedure"]
    return words.headings.get(procedure, procedure)


def _counter_heading(number: int, counter: str, say: Say) -> str:
    return words.told("counter", say, number=number, counter=counter)


def moment(board: Board, say: Say) -> str:
    """Where the game stands."""
    names = ("over", "phase", "turn", "drawn", "crises", "sudden_death")
    return words.told("moment", say, **{name: getattr(board, name) for name in names})


def tables(board: Board, say: Say) -> list[Json]:
    """The board in brief: powers, politics, areas."""
    return [_powers_table(board, say), _politics_table(board, say), _map_table(board, say)]


def _powers_table(board: Board, say: Say) -> Json:
    rows = []
    for power in board.parts.powers:
        state = board.powers[power]
        stability = state["stability"] if board.is_active(power) else "surrendered"
        reserve = board.reserve(power)
        rows.append(
            [
                say.power(power),
                board.points(power),
                stability,
                state["commitment"],
                board.effectiveness(power),
                say.counter(reserve) if reserve else "-",
                len(board.available(power, "flag")),
                len(board.counters_at("cup", power)),
            ]
        )
    columns = ["", "points", "stability", "commitment", "eff", "reserve", "flags left", "in the cup"]
    return {"title": "Powers", "columns": columns, "rows": rows}


def _politics_table(board: Board, say: Say) -> Json:
    rows: list[list[Any]] = [["war status", board.war_status]]
    for powers in board.alliances.values():
        rows.append(["alliance", say.powers(powers)])
    for war in board.wars:
        rows.append(["war", " against ".join(say.powers(powers) for powers in war["sides"].values())])
    for area in board.civil_wars:
        rows.append(["civil war", say.area(area)])
    if board.special.get("china"):
        rows.append(["civil war in China", board.special["china"]])
    markers = (id for id in board.parts.counters if _is_rule_marker(id))
    in_force = [say.marker(id) for id in markers if board.in_play(id)]
    if in_force:
        rows.append(["in force", listed(in_force)])
    for power in board.parts.powers:
        if board.powers[power]["posture"]:
            rows.append(["posture", f"{say.power(power)}: {say.special(board.powers[power]['posture'])}"])
    failed = [
        f"{say.power(power)} {by:+d} to {action_name(act, say)}"
        for power in board.parts.powers
        for act, by in board.powers[power]["failed"].items()
    ]
    if failed:
        rows.append(["failed before", listed(failed)])
    for ideology in board.parts.ideologies:
        rows.append([say.power(ideology), board.ideology_points(ideology)])
    return {"title": "Politics", "columns": ["", ""], "rows": rows}


def _is_rule_marker(id: str) -> bool:

    return any(id == name or id.endswith(f"-{name}") for name in MARKERS)


def _map_table(board: Board, say: Say) -> Json:
    rows = []
    for area in board.parts.areas:
        units = board.units_in(area)
        controller = board.controller(area)
        if units or (controller and controller != board.area(area).owner) or board.neutral_cubes(area):
            shown = [_short(board, id) for id in sorted(units)]
            shown = [name if shown.count(name) == 1 else f"{shown.count(name)} {name}" for name in dict.fromkeys(shown)]
            owner = say.power(controller) if controller else ("neutral" if board.neutral_cubes(area) else "-")
            rows.append([say.area(area), owner, ", ".join(sorted(shown)) or "-"])
    return {"title": "Map", "columns": ["area", "control", "units"], "rows": rows}


def _short(board: Board, unit: str) -> str:
    """A unit in the table of the map: ``ge army``, ``gmd army``, ``minor``."""
    if power := board.power_of(unit):
        return f"{CODES[power]} {board.side_of(unit)}"
    return f"{board.counter(unit).kind} army" if board.counter(unit).kind else "minor"


def changes(before: Board, after: Board, say: Say, facts: Iterable[Fact]) -> list[str]:
    """What is different now: points, control, stability, commitment, wars, alliances, moves."""
    found, facts = [], list(facts)
    fallen_powers = {fact["power"] for fact in facts if fact["type"] == "threshold-rolled"}
    for power in after.parts.powers:
        by = after.points(power) - before.points(power)
        if by:
            found.append(words.told("points", say, power=power, points=after.points(power), by=by))
    for area in after.parts.areas:
        was, now = before.controller(area), after.controller(area)
        if was != now:
            found.append(words.told("control", say, area=area, was=was, now=now))
    for power in after.parts.powers:
        for field in ("stability", "commitment"):
            was, now = before.powers[power][field], after.powers[power][field]
            fell = field == "stability" and power in fallen_powers and now != "collapse"
            if was != now or fell:
                found.append(words.told("standing", say, power=power, was=was, now=now, fell=fell))
    return [*found, *_politics(before, after, say), *_moved(before, after, say, facts)]


def _politics(before: Board, after: Board, say: Say) -> list[str]:
    """Who is at war and allied with whom that was not, and who is not any more."""
    found, begun, over = list[str](), ("wars", "alliances"), ("ended wars", "ended alliances")
    for old, new, names in ((before, after, begun), (after, before, over)):
        for name, was, now in zip(names, _groups(old), _groups(new)):
            known = {pair for one, other in was for pair in [*product(one, other), *product(other, one)]}
            groups = [group for one, other in now for group in _untied(one, other, known)]
            found += [words.told(name, say, groups=groups)] * bool(groups)
    return found


def _untied(one: list[str], other: list[str], known: set[tuple[str, str]]) -> list[list[list[str]]]:
    """The powers of one side, each with those of the other with which it makes no known pair, those together that have
    the same; in an alliance, of which all are on both sides, each pair once."""
    found: dict[tuple[str, ...], list[str]] = {}
    for power in one:
        partners = tuple(each for each in other if each != power and (power, each) not in known)
        known = known | {(each, power) for each in partners}
        found.setdefault(partners, []).append(power)
    return [[powers, [*partners]] for partners, powers in found.items() if partners]


def _groups(board: Board) -> tuple[list[list[list[str]]], list[list[list[str]]]]:
    """The two sides of each war, and each alliance as both of its."""
    return [list(war["sides"].values()) for war in board.wars], [[powers] * 2 for powers in board.alliances.values()]


def _moved(before: Board, after: Board, say: Say, facts: Iterable[Fact]) -> list[str]:
    """What is lost, and where that was, what has come, and units by where they went."""
    stands, where = _standing(after), {one["unit"]: one["area"] for one in facts if one["type"] == "unit-destroyed"}
    found = unit_moves(fallen(before.known("standing", lambda: _standing(before)), stands.get(OFF, ()), where), stands)
    return [
        words.told("moves", say, old=old, new=new, units=list(units))
        for (old, new), units in sorted(found.known.items(), key=lambda row: (row[0][1] != OFF, row[0][0] != OFF))
    ]


OFF = ""  # off the map


def _standing(board: Board) -> dict[str, dict[str, int]]:
    """The units in each area, and those that are in none."""
    found: dict[str, dict[str, int]] = {}
    for place, counters in board.places().items():
        units = dict.fromkeys((id for id in counters if board.counter(id).is_unit), 1)
        if units:
            found.setdefault(place if board.has_area(place) else OFF, {}).update(units)
    return found


def under_way(facts: Sequence[Fact], say: Say, own: Sequence[str]) -> list[str]:
    """The operation that is not decided yet: how often it is won, before the dice, or who won its combat."""
    play, done = say.board.operation_if_any, dict[str, Fact]()
    for fact in facts:
        done = {} if fact["type"] == "operation-declared" else {**done, fact["type"]: fact}
    if not play or DECIDED & {*done}:
        return []
    from .forecast import outlook

    if rolled := done.get("combat-rolled"):
        fought = {"combat": rolled["combat"], "victor": rolled["winner"] and rolled[WHO[rolled["winner"]]]}
    won = "" if rolled else percent(outlook(load("cataclysm"), say.board, play["power"], play).won)
    return [words.told("under way", say, **play, won=won, **(fought if rolled else {}))]


def losses(facts: Iterable[Fact], say: Say) -> Iterator[Loss]:
    """The units of each power that were destroyed, by the side that was up, and the upgrades that were lost."""
    gone = (fact for fact in facts if fact["type"] in LOST and fact["power"])
    found = Counter((fact["power"], LOST[fact["type"]].format(unit=TYPES[fact["side"]])) for fact in gone)
    for (power, name), count in found.items():
        yield Loss(power, count, f"1 {name}", f"{{count}} {plural(name)}", "upgrade" if name[-8:] == " upgrade" else "")


def score(board: Board) -> dict[str, int]:
    """The points of each power."""
    said, short = Say(board), {"uk": "UK", "us": "US", "ussr": "USSR"}
    return {short.get(power) or said.power(power): board.points(power) for power in board.parts.powers}


def fights(facts: Iterable[Fact], say: Say) -> Iterator[FightTable]:
    """Each combat, a row a side."""
    for fact in facts:
        if fact["type"] == "combat-rolled":
            yield FightTable([fact], COMBAT, [_in_combat(fact, side, say) for side in ("attack", "defence")])


def _in_combat(fact: Fact, side: str, say: Say) -> list[str]:
    power = fact[WHO[side]]
    rolled = {**fact[side], "power": power, "area": fact["area"], "side": side}
    cells = [words.told(name, say, **rolled) for name in ("who fights", "dice in combat", "rolls in combat")]
    return [*cells, str(fact[side]["score"]), str(fact["losses"][side] or "")]


def stock(board: Board, power: str) -> dict[str, int]:
    """What a power has and brings in, by name, for curves."""
    return {"resource areas under control": sum(board.has_resource(area) for area in board.controlled(power))}


def measures(board: Board) -> dict[str, dict[str, int]]:
    """How well each power of the game stands, for rehearsals to compare: named numbers, the weightiest first, more
    being better."""
    return {power: _measured(board, power) for power in board.parts.powers}


def _measured(board: Board, power: str) -> dict[str, int]:
    """How well a power stands."""
    mine = board.ideology(power)
    totals = {name: board.ideology_points(name) for name in board.parts.ideologies}
    winner = board.over["winner"] if board.over else None
    return {
        "won (1) or lost (-1)": (winner == mine) - (winner not in (None, mine)),
        "points of the ideology less those of the best other": totals[mine]
        - max((n for name, n in totals.items() if name != mine), default=0),
        "points": board.points(power),
        "stability, 3 steady to 0 collapse, -1 surrendered": STABILITIES.index(board.powers[power]["stability"])
        if board.is_active(power)
        else -1,
        "areas controlled": len(board.controlled(power)),
        "own units on the map": len(board.units_of(power)),
        "flags left": len(board.available(power, "flag")),
    }


def action_name(act: str, say: Say) -> str:
    """A political action as people say it; of special actions, each by its name."""
    first, _, name = act.partition(" ")
    return say.special(name) if first == "special" and name else act.replace("-", " ")
