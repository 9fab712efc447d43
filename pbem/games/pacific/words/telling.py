"""How the title is told: names in print, headings, the moment of the game, the board in brief, what changed."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial

from pbem.core.data.collecting import summed
from pbem.core.data.json_types import Json
from pbem.core.data.sentences import Words
from pbem.core.data.text import capital, listed
from pbem.core.rules.facts import Fact
from pbem.core.title.game import Loss
from pbem.core.title.unit_moves import unit_moves

from ..board.board import Board
from ..board.names import kind_name
from ..board.parts import FORCES_OF, OTHER, POWER_OF, SIDES
from ..board.pieces import DONE, split, types_of
from ..board.printed import FORCE_NAMES, Say
from ..orders.words import program_text
from ..rules import economy
from .computed import COMPUTED, lost
from .running import entered, stands, to_come
from .turning import fights as fights
from .turning import turning as turning

BATTLE = ("battle-begun", "battle-ended")
abbreviations = {
    "United Kingdom": "UK",
    "United States": "US",
    "USA": "US",
    "Sea Zone": "SZ",
    "aircraft carriers": "carriers",
    "1 aircraft carrier": "1 carrier",
}
say = Say  # by this name the rest of the house finds it
words = Words("pbem.games.pacific", COMPUTED)
chances = {
    "program-followed": lambda fact, say: (
        f"The line: program {fact['area']}; {program_text(fact['program']).removeprefix('; ')}"
    )
}


def heading(step: Json, say: Say) -> str:
    """The heading of a step: whose turn it is, and the phase or what happens in it."""
    procedure: str = step["procedure"]
    what = words.headings.get(procedure, procedure)
    if "area" in step["args"]:
        what = words.told("step on an area", say, what=what, area=step["args"]["area"])
    if procedure == "opening" or "round" not in step["args"]:
        return capital(what)
    return words.told("step of a round", say, **step["args"], what=what)


def moment(board: Board, say: Say) -> str:
    """``Round 3, United States: combat movement · Japan 7 points``."""
    where = "the game is over" if board.result else words.headings[board.phase]
    return words.told("moment", say, round=board.round, power=board.power, where=where, points=board.vp)


def tables(board: Board, say: Say) -> list[Json]:
    """Money and points, who holds what, where the fleets are."""
    return [_money(board, say), _lands(board, say), _others(board, say), _seas(board, say)]


def _money(board: Board, say: Say) -> Json:
    rows = [
        [say.nation(nation), str(board.money[nation]), str(economy.production(board, nation))]
        for nation in board.parts.nations
        if nation != "china"
    ]
    rows.append(["British convoys", "", str(economy.convoy_pool(board))])
    rows.append(["Chinese infantry a turn", "", str(economy.recruits(board))])
    rows.append(["Japan's victory points", str(board.vp), ""])
    rows.append(["Kamikazes left", str(board.kamikazes), ""])
    return {"title": "Money and points", "columns": ["", "in hand", "a turn"], "rows": rows}


Standing = Mapping[str, Mapping[str, int]]


def _lands(board: Board, say: Say) -> Json:
    rows = []
    for id in board.parts.territories:
        if not _is_bare(board, id):
            place, works = board.parts.areas[id], " (complex)" if id in board.complexes else ""
            held, forces = say.nation(board.control[id]), _forces(board, say, id) or "none"
            rows.append([place.name + works, str(place.ipc), held, forces])
    return {"title": "Territories", "columns": ["Territory", "IPCs", "held by", "units"], "rows": rows}


def _is_bare(board: Board, id: str) -> bool:
    """Whether a territory is its first owner's, empty, and brings nothing."""
    place = board.parts.areas[id]
    return board.control[id] == place.owner and not place.ipc and not board.units.get(id)


def _others(board: Board, say: Say) -> Json:
    """The territories of which there is nothing to say but whose they are."""
    held: dict[str, list[str]] = {}
    for id in filter(partial(_is_bare, board), board.parts.territories):
        held.setdefault(say.nation(board.control[id]), []).append(say.area(id))
    rows = [[nation, listed(names)] for nation, names in held.items()]
    return {"title": "Empty, and without income", "columns": ["", ""], "rows": rows}


def _seas(board: Board, say: Say) -> Json:
    rows = []
    for zone in board.parts.zones:
        forces = _forces(board, say, zone)
        taken = zone in board.markers and board.markers[zone] != _printed(board, zone)
        if forces or taken:
            rows.append([say.area(zone), say.nation(board.markers[zone]) if zone in board.markers else "", forces])
    return {"title": "Sea zones", "columns": ["Zone", "convoy", "units"], "rows": rows}


def _printed(board: Board, zone: str) -> str:
    route = board.parts.routes.get(zone)
    return route["holder"] if route else board.parts.centres[zone]["owner"]


def _forces(board: Board, say: Say, area: str) -> str:
    stacks = summed((f"{force}/{one.but(None, **DONE)}", count) for force, one, count in board.stacks(area))
    shown = []
    for token, count in stacks.items():
        one = split(token)[1]
        text = say.unit(token, count)
        shown.append(text + (" on patrol" if one.on_cap else " submerged" if one.submerged else ""))
    return listed(shown) if shown else ""


def changes(before: Board, after: Board, say: Say, facts: Iterable[Fact]) -> list[str]:
    """What is different now: points, money, holders, convoys, losses of units by type, moves."""
    found = []
    if before.vp != after.vp:
        found.append(words.told("points", say, points=after.vp, by=after.vp - before.vp))
    for area in after.parts.territories:
        if before.control[area] != after.control[area]:
            found.append(words.told("control", say, area=area, was=before.control[area], now=after.control[area]))
    for zone in after.markers:
        if before.markers[zone] != after.markers[zone]:
            found.append(words.told("convoy", say, area=zone, now=after.markers[zone]))
    produced = economy.productions(before)
    for nation, now in economy.productions(after).items():
        if (was := produced[nation]) != now:
            found.append(words.told("production", say, nation=nation, production=now, by=now - was))
    removed, placed = ([one for one in facts if one["type"] == type] for type in ("units-removed", "units-placed"))
    old, new = _with(_standing(before), placed), _with(_standing(after), removed)  # what came came there, and fell here
    return [*found, *_balance(_with({}, removed), _with({}, placed), say), *_moved(old, new, say)]


def under_way(facts: Sequence[Fact], say: Say, own: Sequence[str]) -> Iterator[str]:
    """The battle that is being fought, with its odds as it stands, and those that are still to be fought."""
    board = say.board
    if board.phase not in ("combat-movement", "kamikaze", "combat"):
        return
    begun = begun_at(facts)
    if board.phase == "combat" and begun is not None and (area := facts[begun]["area"]) in board.fought:
        here = [fact for fact in facts[begun:] if fact.get("area") == area]
        told = {"facts": here, "own": own, "is open": True, **stands(board, here, area, own)}
        yield words.told("under way", say, power=board.power, area=area, **told)
    areas = entered(board)
    if due := to_come(board, own):
        name = {"combat": "still to be fought", "kamikaze": "to be fought"}.get(board.phase, "meets")
        yield words.told(name, say, power=board.power, battles=due, mine=board.power in own, areas=areas)
    elif areas:
        yield words.told("entered", say, power=board.power, areas=areas)


def begun_at(facts: Sequence[Fact]) -> int | None:
    """With which fact the battle began that is being fought behind the last of them; None if none is."""
    found = [(place, fact["type"]) for place, fact in enumerate(facts) if fact["type"] in BATTLE]
    return found[-1][0] if found and found[-1][1] == "battle-begun" else None


def owned(powers: Sequence[str]) -> list[str]:
    """The powers, with the nations and the forces that they play."""
    return [*powers, *(one for one, power in POWER_OF.items() if power in powers and one not in powers)]


def losses(facts: Iterable[Fact], say: Say) -> Iterator[Loss]:
    """What was removed, by force and type, cargo included; what China lost is China's, whoever plays it."""
    types = say.parts.types
    found = summed(((split(token)[0], split(token)[1].type), count) for token, count in lost(facts))
    for (force, id), count in sorted(found.items(), key=lambda row: -types[row[0][1]].cost):
        category = types[id].category if types[id].category in ("air", "sea") else "land"
        yield Loss(force, count, f"1 {say.type(id)}", f"{{count}} {kind_name(say.parts, id)}", category)


def score(board: Board) -> dict[str, int]:
    """The victory points of Japan, the only ones."""
    return {"Japan": board.vp}


def stock(board: Board, power: str) -> dict[str, int]:
    """What a power's nations have and bring in, by name, for curves."""
    nations = [nation for nation in board.parts.nations if POWER_OF[nation] == power]
    return {
        "production a turn, in IPCs": sum(economy.production(board, nation) for nation in nations),
        "IPCs in hand": sum(board.money.get(nation, 0) for nation in nations),
    }


def measures(board: Board) -> dict[str, dict[str, int]]:
    """How well each power stands, for rehearsals to compare: named numbers, the weightiest first, more being better.

    Powers of one side stand alike."""
    worth, made = _worth(board), _produced(board)
    found = {side: _measured(board, side, worth, made) for side in OTHER}
    return {power: found[SIDES[power]] for power in board.parts.powers}


def _measured(board: Board, side: str, worth: dict[str, int], made: dict[str, int]) -> dict[str, int]:
    """How well a side stands, where the units of each have their worth, and each produces so much."""
    enemy = OTHER[side]
    winner = board.result["winner"] if board.result else None
    needed = board.parts.turn["victory"]["points"]
    points = {"victory points": board.vp} if side == "axis" else {"victory points that Japan lacks": needed - board.vp}
    return {
        "won (1) or lost (-1)": (winner == side) - (winner == enemy),
        **points,
        "production less the enemy's, in IPCs": made[side] - made[enemy],
        "units less the enemy's, in IPCs": worth[side] - worth[enemy],
        "own side's units, in IPCs": worth[side],
    }


def _produced(board: Board) -> dict[str, int]:
    """{side: what its territories and convoys bring a turn, in IPCs}."""
    made = summed((SIDES[nation], count) for nation, count in economy.productions(board).items())
    return {side: made.get(side, 0) + (economy.convoy_pool(board) if side == "allies" else 0) for side in OTHER}


def _worth(board: Board) -> dict[str, int]:
    """{side: what its units cost, those aboard ships included, in IPCs}."""
    spent = dict.fromkeys(FORCE_NAMES, 0)
    for token, count in _counted(_standing(board)).items():
        force, _, type = token.partition("/")
        spent[force] += board.parts.types[type].cost * count
    return {side: sum(map(spent.__getitem__, forces)) for side, forces in FORCES_OF.items()}


def _with(standing: Standing, facts: Iterable[Fact]) -> Standing:
    """The same, with the units of facts beside them, cargo included."""
    found = {**standing}
    for fact in facts:
        more = [row for token, count in fact["units"].items() for row in types_of(*split(token), count)]
        found[fact["area"]] = summed([*found.get(fact["area"], {}).items(), *more])
    return found


def _balance(lost: Standing, gained: Standing, say: Say) -> list[str]:
    """All units that were lost and that came, by force."""
    found = []
    for force in FORCE_NAMES:
        for word, rows in (("lost", _counted(lost)), ("gained", _counted(gained))):
            units = {token: rows[token] for token in sorted(rows) if token.startswith(f"{force}/")}
            if units:
                found.append(words.told(word, say, force=FORCE_NAMES[force], units=units))
    return found


def _moved(before: Standing, after: Standing, say: Say) -> list[str]:
    """Units by where they went; of a type that may have gone in several ways, each place with its difference."""
    found = unit_moves(before, after)
    known = [words.told("moves", say, old=old, new=new, units=units) for (old, new), units in found.known.items()]
    unclear = [words.told("unclear moves", say, unit=unit, change=change) for unit, change in found.unclear.items()]
    return known + unclear


def _standing(board: Board) -> Standing:
    """``{area: {"us/infantry": n}}`` of everything on the board, cargo included."""
    return {area: board.types_in(area) for area, units in board.units.items() if units}


def _counted(standing: Standing) -> dict[str, int]:
    """The same of the whole board."""
    return summed(row for here in standing.values() for row in here.items())
