"""How the title is told: names in print, headings, the moment of the game, the board in brief, what changed.

Nothing is ruled here; the sentences stand in the tables beside it.
"""

from collections.abc import Iterable, Iterator

from pbem.core.data.json_types import Json
from pbem.core.data.sentences import Words
from pbem.core.data.text import counted, listed
from pbem.core.rules.facts import Fact
from pbem.core.title.game import Loss
from pbem.core.title.unit_moves import fallen, unit_moves

from ..board.board import Board
from ..board.names import type_name
from ..board.printed import Say
from .chances import CHANCES
from .computed import COMPUTED, kinds, side_of
from .evidence import EVIDENCE
from .turning import fights as fights
from .turning import turning as turning

say = Say  # by this name the rest of the house finds it
words = Words("pbem.games.red_dragon", COMPUTED)
chances, evidence = CHANCES, EVIDENCE
HIT = ("unit-eliminated", "unit-reduced")


def heading(step: Json, say: Say) -> str:
    """The heading of a step."""
    return words.headings.get(step["procedure"], step["procedure"].replace("-", " "))


def moment(board: Board, say: Say) -> str:
    """Where the game stands: actions, points, what is next."""
    limit = board.parts.tables["game_end"]["thirty-actions"]["prc_actions"]
    action, over = min(board.actions + 1, limit), board.result is not None
    return words.told("moment", say, action=action, limit=limit, points=board.vp, stage=board.stage, over=over)


def tables(board: Board, say: Say) -> list[Json]:
    """Who holds what, where the forces are, and the state of the war."""
    return [_state(board, say), _lands(board, say), _seas(board, say)]


def _state(board: Board, say: Say) -> Json:
    parts = board.parts
    needed = parts.tables["game_end"]["prc-vp"]["vp"]
    limit = parts.tables["game_end"]["thirty-actions"]["prc_actions"]
    sides = {}
    for country in sorted(parts.countries):
        side, name = board.country[country], say.country(country)
        sides.setdefault(side, []).extend([name] * (name != say.power(side)))
    rows = [
        ["China's points", f"{board.vp} ({needed} win at the end of a PRC activity)"],
        ["PRC actions", f"{board.actions} of {limit}"],
        ["Korean War", {"none": "not begun", "on": "being fought"}.get(board.war, f"won by {say.power(board.war)}")],
        ["US carriers on the map", str(board.carriers_on_map())],
        ["Reinforcement pool", counted(len(board.units_at("pool")), "unit")],
        *[
            [
                f"On the side of {say.power(side)}" if side in ("prc", "allied") else side.capitalize(),
                listed(names) or "nobody else",
            ]
            for side, names in sorted(sides.items())
        ],
    ]
    return {"title": "State of the war", "columns": ["", ""], "rows": rows}


HOLDERS = {"neutral": "neutrals", "contested": "nobody, contested"}


def _lands(board: Board, say: Say) -> Json:
    rows = []
    for id, area in board.parts.areas.items():
        if not area.is_land:
            continue
        china, allies, others = (_forces(board, say, id, side) for side in ("prc", "allied", "neutral"))
        control = board.control(id)
        if control != "neutral" or china or allies or others:
            rows.append(
                [
                    area.name,
                    HOLDERS.get(control) or say.power(control),
                    china,
                    listed([part for part in (allies, others) if part]) if allies or others else "",
                ]
            )
    return {"title": "Land areas", "columns": ["Area", "held by", "China:", "Allies and neutrals:"], "rows": rows}


def _seas(board: Board, say: Say) -> Json:
    rows = [
        [area.name, _forces(board, say, id, "prc"), _forces(board, say, id, "allied")]
        for id, area in board.parts.areas.items()
        if not area.is_land and board.units_at(id)
    ]
    return {"title": "Seas", "columns": ["Sea", "China:", "Allies:"], "rows": rows}


def _forces(board: Board, say: Say, place: str, side: str) -> str:
    ids = board.units_at(place, side)
    if not ids:
        return ""
    shown = say.units(ids)
    worn = [id for id in ids if id in board.reduced]
    aboard = [inside for id in ids for inside in board.cargo(id)]
    if worn:
        shown += f" (reduced: {say.units(worn)})"
    if aboard:
        shown += f" (aboard: {say.units(aboard)})"
    return shown


def changes(before: Board, after: Board, say: Say, facts: Iterable[Fact]) -> list[str]:
    """What is different now: points, holders, sides, losses, moves."""
    found = []
    if before.vp != after.vp:
        found.append(words.told("points", say, points=after.vp, by=after.vp - before.vp))
    if before.actions != after.actions:
        found.append(words.told("actions", say, actions=after.actions))
    for area in after.parts.areas:
        if after.parts.areas[area].is_land and before.control(area) != after.control(area):
            found.append(words.told("control", say, area=area, was=before.control(area), now=after.control(area)))
    for country in sorted(after.country):
        if before.country[country] != after.country[country]:
            was, now = before.country[country], after.country[country]
            found.append(words.told("country", say, country=country, was=was, now=now))
    found += _moved(before, after, say, facts)
    worn = [unit for unit in after.reduced if unit not in before.reduced]
    mended = [unit for unit in before.reduced if unit not in after.reduced and after.place[unit] != "eliminated"]
    if worn:
        found.append(words.told("reduced", say, units=worn))
    if mended:
        found.append(words.told("repaired", say, units=mended))
    return found


def losses(facts: Iterable[Fact], say: Say) -> Iterator[Loss]:
    """The counters that each side lost, by type, and the steps of those that were damaged and are still; what a country
    took along when it left the war is not lost."""
    hit = {fact["unit"]: fact for fact in facts if fact["type"] in HIT and fact["why"] != "left the war"}
    gone = {unit: side_of(unit, say) for unit, fact in hit.items() if fact["type"] == "unit-eliminated"}
    damaged = {unit: side_of(unit, say) for unit in hit if unit not in gone and unit in say.board.reduced}
    for units in (gone, damaged):
        for side in dict.fromkeys(units.values()):
            found = kinds([unit for unit in units if units[unit] == side], say, True)
            for (_, type, category), count in found.items():
                name, sort = type_name(say.parts, type), "sea" if category == "naval" else category
                if units is gone:
                    yield Loss(side, count, f"1 {name}", f"{{count}} {name}", sort)
                else:
                    yield Loss(side, count, f"1 {name} step", f"{{count}} {name} steps", "step")


def score(board: Board) -> dict[str, int]:
    """The points of China, the only ones."""
    return {"China": board.vp}


def stock(board: Board, power: str) -> dict[str, int]:
    """What a side has left to bring, by name, for curves; only the Allies have a pool."""
    return {"units in the reinforcement pool": len(board.units_at("pool"))} if power == "allied" else {}


def measures(board: Board) -> dict[str, dict[str, int]]:
    """How well each side stands, for rehearsals to compare: named numbers, the weightiest first, more being better."""
    return {power: _measured(board, power) for power in ("prc", "allied")}


def _measured(board: Board, power: str) -> dict[str, int]:
    """How well a side stands."""
    needed = board.parts.tables["game_end"]["prc-vp"]["vp"]
    winner = board.result["winner"] if board.result else None
    enemy = "allied" if power == "prc" else "prc"
    points = {"points": board.vp} if power == "prc" else {"points that China lacks": needed - board.vp}
    return {
        "won (1) or lost (-1)": (winner == power) - (winner == enemy),
        **points,
        "enemy units eliminated": sum(board.side[unit] == enemy for unit in board.units_at("eliminated")),
        "own units on the map": sum(board.side[unit] == power and board.is_on_map(unit) for unit in board.place),
    }


def _where(before: Board, facts: Iterable[Fact]) -> dict[str, str]:
    """Where units were last: where they fell; a ship that fired at a land area, in its sea."""
    found: dict[str, str] = {}
    for fact in facts:
        if fact["type"] == "unit-eliminated":
            unit, area = fact["unit"], fact.get("area") or f"aboard:{fact['ship']}"
            is_far = area in before.holder and before.parts.units[unit].category == "naval"
            found |= {} if is_far else {unit: area}
        elif "to" in fact:
            found |= dict.fromkeys(fact.get("units", ()), fact["to"])
    return found


def _standing(board: Board) -> dict[str, dict[str, int]]:
    """What stands where."""
    return {place: dict.fromkeys(units, 1) for place, units in board.at.items()}


def _moved(before: Board, after: Board, say: Say, facts: Iterable[Fact]) -> list[str]:
    """Units by where they went, one sentence a journey; those that were lost, by where that was."""
    rows, stood = [], fallen(_standing(before), after.units_at("eliminated"), _where(before, facts))
    for (old, new), found in unit_moves(stood, _standing(after)).known.items():
        units = [unit for unit in after.place if unit in found]  # in the order of the book
        name, aboard = "eliminated" if new == "eliminated" else "moves", old.startswith("aboard:")
        rows.append(words.told(name, say, old=old, new=new, units=units, aboard=aboard))
    return rows
