"""What players ask of a board: what a unit can reach, what threatens an area, prices, and the odds of battles.

Reach and threats are those of one turn of the units' owner, each unit by itself, judged by the rules of movement.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from pbem.core.data.collecting import spread
from pbem.core.data.json_types import Json
from pbem.core.data.problems import Problem, Refused
from pbem.core.data.tables import Sentences
from pbem.core.data.text import listed
from pbem.core.language.decision import Decision
from pbem.core.language.errors import ParseError
from pbem.core.language.fields import Area
from pbem.core.language.form import Form
from pbem.core.language.names import Names
from pbem.core.language.types import Reading
from pbem.core.orders.prospects import MOST, Prospect, Prospects
from pbem.core.rules.requests import Ask
from pbem.core.title.game import Game

from ..board.board import TURN, Board
from ..board.parts import OTHER, POWER_OF, SIDES
from ..board.pieces import Piece, split
from ..board.printed import Say
from ..orders.domains import View, passengers
from ..orders.reaching import attacks
from ..orders.unit_text import is_meant
from ..orders.ways import way
from ..orders.words import Wish
from ..rules import battle, economy, flight, guarantee, kamikaze, movement
from ..rules.movement import Plan
from . import forecast, telling
from .shares import percent, reckoned

_say = Sentences(__name__)

PHASES = {"combat": "combat movement", "noncombat": "non-combat movement"}
HOPELESS = 100  # of a thousand battles won by the attacker: hardly anybody wants such a one
MOST_STRIKES = 3  # kamikazes at one ship of which a form tells
FURTHEST = 3  # steps of a ship or of a land unit, at the most


class _UnitAsked(Decision):
    """A unit and where it is, as a question names it: ``fighter in malaya``."""

    name, rule, waiting = "unit-asked", "MOV-1", "to name a unit"
    forms = (Form("UNIT [from/in/at] AREA", unit=Wish(), area=Area()),)


def stands(board: Board, power: str) -> Iterator[tuple[str, str]]:
    """``(area, type)`` of each unit of a power."""
    stacks = ((area, one, n) for area in board.units for _, one, n in board.stacks(area, board.forces(power)))
    return ((area, one.type) for area, one, n in stacks for _ in range(n))


def most(board: Board, power: str, type: str) -> int:
    """How many units of a type a power can buy, where one purse pays; 0 where there is no such type, or several do."""
    buyers, cost = economy.buyers(board, power), getattr(board.parts.types.get(type), "cost", 0)
    return board.money[buyers[0]] // cost if len(buyers) == 1 and cost else 0


# -- reach ---------------------------------------------------------------------------------------------------


def reach(board: Board, powers: Sequence[str], text: str, names: Names) -> list[str]:
    """Where a unit can go in its owner's turn, as sentences.  Raises ParseError or Refused."""
    try:
        said = _UnitAsked().read(text, names)["fields"]
    except ParseError as error:
        error.problem.hint = error.problem.hint or "A unit is named by what it is and where: {example}".format(
            example="fighter in malaya"
        )
        raise
    area = said["area"]
    tokens = [f"{force}/{one.key}" for force, one, _ in board.stacks(area)]
    own = [force for power in powers for force in board.forces(power)]
    found = [token for token in tokens if is_meant(said["unit"], token, own)]
    found = found or [token for token in tokens if split(token)[1].type == said["unit"]["type"]]
    if not found:
        raise Refused([Problem("pac-no-such-unit", type=said["unit"]["type"], area=area)])
    return [line for token in found[:1] for line in _reach(board, area, token)]


def _reach(board: Board, area: str, token: str) -> list[str]:
    say, force = telling.say(board), token.partition("/")[0]
    lines = [_say("reach", unit=say.unit(token), area=say.area(area))]
    for phase, name in PHASES.items():
        plan = Plan(in_turn(board, POWER_OF[force]), phase)
        goals = [goal for goal in near(plan, area, token) if can_go(plan, area, token, goal)]
        lines.append(f"  {name}: {listed([say.area(goal) for goal in goals])}")
    return lines


def in_turn(board: Board, power: str) -> Board:
    """The board as it would be if it were a power's turn now; the board itself if it is."""
    if board.power == power:
        return board
    made = board.sketch()
    made.power = power
    TURN.begin(made)
    return made


def near(plan: Plan, start: str, token: str) -> list[str]:
    """The areas that a unit may come to at all, in the order of their ids."""
    board, one = plan.board, split(token)[1]
    type = board.parts.types[one.type]
    if type.category == "air":
        moves = type.move if one.moves is None else one.moves
        return sorted(area for area in flight.reach(board, start, moves, plan.side) if area != start)
    areas, is_ship = board.parts.areas, type.category == "sea"
    found = spread(
        [start], lambda area: areas[area].sea if is_ship else areas[area].land, FURTHEST if is_ship else type.move
    )
    return sorted(found.keys() - {start})


def can_go(plan: Plan, start: str, token: str, goal: str) -> bool:
    """Whether one such unit can go there, all checks of the phase included."""
    category = plan.board.parts.types[split(token)[1].type].category
    path, _ = way(plan, [start, goal], "land" if category == "special" else category)
    return bool(path) and is_legal(plan, [{"go": "move", "units": {token: 1}, "path": path}])


def _riders(plan: Plan, zone: str) -> list[tuple[str, str]]:
    """``(area, token)`` of fresh land units that may board beside a zone."""
    seen = View(plan.board, plan.phase)
    return [(area, token) for area in seen.areas[zone].land for token in passengers(seen, area)]


def is_legal(plan: Plan, items: list[Json]) -> bool:
    """Whether items by themselves are a legal set of moves of the phase; fighters count on landing later."""
    tried = Plan(plan.board, plan.phase).run(items)
    if not tried.problems and plan.phase == "combat":
        movement.finish_combat(tried)
    return not tried.problems


# -- threats -------------------------------------------------------------------------------------------------


def threats(board: Board, powers: Sequence[str], area: str) -> list[str]:
    """What the other side could bring against an area in combat movement, as sentences."""
    say, side = telling.say(board), SIDES[powers[0]]
    lines = []
    for power in board.parts.powers:
        if SIDES[power] != side:
            lines += _threats_of(Plan(in_turn(board, power), "combat"), power, area)
    head = _say("threats" if lines else "no-threats", who=say.side(OTHER[side]), area=say.area(area))
    return [head, *lines]


def _threats_of(plan: Plan, power: str, area: str) -> Iterator[str]:
    """A line for each place from which units of a power could come."""
    board, say = plan.board, telling.say(plan.board)
    for start in sorted(board.units):
        units = {}
        for force, one, count in board.stacks(start, board.forces(power)):
            token = f"{force}/{one.key}"
            if start != area and area in near(plan, start, token) and can_go(plan, start, token, area):
                units[token] = count
        if units:
            yield "  " + f"{say.units(units)} from {say.area(start)}"
    yield from _landings(plan, power, area)


def _landings(plan: Plan, power: str, area: str) -> Iterator[str]:
    """A line for each land area of which troops could be landed."""
    board, say = plan.board, telling.say(plan.board)
    found = {}
    for start, ship in _empty_ships(board, power) if area in board.control else ():
        for home, rider in _riders(plan, start):
            if rider not in found.get(home, ()) and _can_land(plan, start, ship, home, rider, area):
                found.setdefault(home, []).append(rider)
    for home, riders in sorted(found.items()):
        types = listed([say.type(split(rider)[1].type) for rider in riders])
        yield "  " + f"by sea from {say.area(home)}: {types}"


def _empty_ships(board: Board, power: str) -> list[tuple[str, str]]:
    """``(zone, token)`` of ships of a power that could take troops aboard."""
    return [
        (zone, f"{force}/{ship.key}")
        for zone in board.parts.zones
        for force, ship, _ in board.stacks(zone, board.forces(power))
        if board.parts.types[ship.type].carries and not ship.cargo and not ship.unloaded
    ]


def _can_land(plan: Plan, start: str, ship: str, home: str, rider: str, area: str) -> bool:
    """Whether a ship can take a unit aboard, sail, and land it in an area, if the zone before it is won."""
    force, one = ship.partition("/")[0], split(ship)[1]
    load = {"go": "load", "cargo": {rider: 1}, "area": home, "ship": ship, "count": 1, "zone": start}
    for goal in sorted(plan.board.parts.areas[area].sea):
        loaded = Plan(plan.board, plan.phase).run([load])
        if loaded.problems:
            return False
        path = [start] if goal == start else way(loaded, [start, goal], "sea")[0]
        if path and len(path) <= FURTHEST and _sails_and_lands(loaded, path, force, one, rider, area):
            return True
    return False


def _sails_and_lands(plan: Plan, path: list[str], force: str, one: Piece, rider: str, area: str) -> bool:
    full = plan.board.parts.types[one.type].move
    token = f"{force}/{one.but(moves=full if one.moves is None else one.moves, cargo=[rider])}"
    if len(path) > 1:
        plan.run([{"go": "move", "units": {token: 1}, "path": path}])
        moved = [item for item in plan.board.stacks(path[-1], (force,)) if rider in item[1].cargo]
        token = f"{force}/{moved[0][1].key}" if moved else token
    unload = {"go": "unload", "cargo": {rider: 1}, "ship": token, "count": 1, "zone": path[-1], "area": area}
    return not plan.problems and not plan.run([unload]).problems


# -- prices --------------------------------------------------------------------------------------------------


def prices(board: Board, powers: Sequence[str]) -> list[str]:
    """What the nations of the powers may buy, at which price, and what is in their purses (BUY-1)."""
    say, lines = telling.say(board), []
    for nation in [nation for power in powers for nation in board.parts.turn["powers"][power]["nations"]]:
        sold = [f"{say.type(type)} {board.parts.types[type].cost}" for type in economy.for_sale(board, nation)]
        if sold:
            lines.append(f"{say.nation(nation)}, {board.money[nation]} IPCs: {listed(sold)} [BUY-1]")
    return lines


def purse(board: Board, power: str, kind: str) -> tuple[Board, Ask, tuple[str, ...]] | None:
    """``(board, question, codes of what cannot be had)`` of a purchase to come, with the next income in the purses as
    it would be now; None for questions without a purse."""
    if kind != "purchase":
        return None
    made = board.sketch()
    made.power = power
    for nation in economy.buying(made):
        made.money[nation] += economy.production(made, nation)
        made.money[nation] += economy.convoy_pool(made) if power == "uk" else 0
    about = {"money": {nation: made.money[nation] for nation in economy.buyers(made)}}
    return made, Ask("purchase", power, about=about, rule="BUY-1"), ("pac-too-dear",)


def foreseen(board: Board, power: str, reading: Reading) -> Iterator[tuple[str, str]]:
    """``(rule, sentence)`` of a retreat to come to a territory that the enemy holds."""
    to = reading["fields"].get("to")
    if reading["form"] == "retreat" and to in board.control and not board.is_friendly(to, SIDES[power]):
        area = telling.say(board).area(to)
        yield "LND-5", _say("retreat", area=area)


# -- odds ----------------------------------------------------------------------------------------------------


def question(board: Board, power: str, kind: str) -> Ask | None:
    """The question that an order would answer if it came now; None where only the game can ask it."""
    return Ask(kind, power, rule="MOV-4") if kind == "combat-moves" and board.power == power else None


def chance(game: Game, board: Board, ask: Ask, answer: Any) -> list[str]:
    """The odds of every battle that combat moves bring about, of a battle fought on, of interceptors and of kamikazes,
    as sentences; of other answers none.

    board   a board of its own, which is changed
    """
    after = forecast.after_combat_moves(board, ask, answer)
    if after is not None:
        return [forecast.of_battle(game, after, area) for area in battle.due(after)]
    if ask.kind == "press":
        return forecast.fought_on(board, ask, answer)
    if ask.kind == "intercept":
        return forecast.of_interceptors(board, ask, answer)
    return forecast.of_kamikazes(board, answer) if ask.kind == "kamikaze" else []


def risks(game: Game, board: Board, ask: Ask, answer: Any) -> list[str]:
    """Battles that can hardly be won, and fighters whose only deck may be sunk or kept away, as sentences.

    board   a board of its own, which is changed
    """
    after = forecast.after_combat_moves(board, ask, answer)
    if after is None:
        return []
    say = telling.say(after)
    return [*_long_odds(game, after, say), *_risky_landings(after, say), *_silent_guns(after, say, answer)]


def _silent_guns(board: Board, say: Say, answer: Any) -> Iterator[str]:
    """Ships that are to bombard and have a battle at sea to fight first: then they do not."""
    for item in answer:
        if item["go"] == "bombard" and item["zone"] in battle.due(board):
            yield telling.words.told("no bombardment", say, area=item["area"], zone=item["zone"])


def _long_odds(game: Game, board: Board, say: Say) -> Iterator[str]:
    for area in battle.due(board):
        fact = forecast.met(game, board.sketch(), area)
        if fact is None:
            continue
        found = reckoned(say.parts, fact)
        if found and found.thousandths(found.win) <= HOPELESS:
            share = percent(found.win, found.whole)
            yield telling.words.told("long odds", say, **fact, share=share)


def _risky_landings(board: Board, say: Say) -> Iterator[str]:
    for area, token, count in guarantee.at_risk(board, board.side, board.enemy):
        yield telling.words.told("risky landing", say, units={token: count}, area=area)


# -- likely targets ------------------------------------------------------------------------------------------------


def prospects(game: Game, board: Board, ask: Ask) -> Prospects:
    """How the battle stands that is asked about; the odds of the strongest attack by one line on each place; what each
    number of interceptors, and of kamikazes at each ship, is likely to do."""
    if ask.kind == "combat-moves":
        return _of_attacks(game, board, ask)
    if ask.kind == "press":
        found = forecast.fought_on(board, ask, {"do": "fight"}, forecast.Room())
        return Prospects([Prospect("fight", line) for line in found])
    if ask.kind == "intercept":
        answers = [number for number in ask.options if number]
    else:
        answers = list(_strikes(board)) if ask.kind == "kamikaze" else []
    kind = game.kinds[ask.kind]
    told = [(answer, chance(game, board, ask, answer)) for answer in answers[:MOST]]
    rows = [Prospect(" ".join(kind.text(answer, ask)), " ".join(found)) for answer, found in told if found]
    return Prospects(rows, len(answers[MOST:]))


def _of_attacks(game: Game, board: Board, ask: Ask) -> Prospects:
    """The odds of the attacks on as many places as a form has room for, if these are not too large to be reckoned."""
    rows: list[Prospect] = []
    (found, untried), room = attacks(board, ask, MOST), forecast.Room()
    for place, line, items in found:
        after = forecast.after_combat_moves(board.sketch(), ask, items)
        told = forecast.in_short(game, after, place, room) if after else ""
        rows += [Prospect(line, told)] if told else []
    head = Prospect("", telling.words.told("by one line", None), is_head=True)
    return Prospects([head, *rows] if rows else [], untried)


def _strikes(board: Board) -> Iterator[list[Json]]:
    """Kamikazes at each ship: one, two and three of them, as many as there are."""
    for zone, ships in kamikaze.targets(board).items():
        for target in ships:
            for count in range(1, min(MOST_STRIKES, board.kamikazes) + 1):
                yield [{"zone": zone, "target": target, "count": count}]
