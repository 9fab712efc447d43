"""What the lines of movement mean on the board: wishes made concrete, each line tried at once on one sketch.

Later lines see what earlier ones did.  A choice that matters and is not stated is refused with the candidates.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from pbem.core.data.collecting import grouped, summed
from pbem.core.data.json_types import Json
from pbem.core.data.problems import Problem, refusals
from pbem.core.data.tables import Sentences
from pbem.core.language.order_context import OrderContext

from ..board.board import Board
from ..board.pieces import Piece, split
from ..rules import flight, transport
from ..rules.bases import deck_room, on_deck
from ..rules.movement import Plan
from . import loading
from .unit_text import is_meant, unit_text, wish_of
from .ways import way

_say = Sentences(__name__)

FIT = {"patrol": flight.PATROLS, "raid": flight.RAIDERS}  # the types that do what not all types of their kind do


def left_behind(plan: Plan, gone: Sequence[tuple[str, int, int]] = ()) -> dict[str, list[str]]:
    """``{zone: fighters that nobody launched and that have no deck any more}``, an ally's first: they cannot fly.

    gone   (zone, carriers, their cargo) of carriers that are about to leave
    """
    found, own = {}, plan.board.forces()
    decks = plan.board.parts.types["carrier"].decks
    for zone in plan.board.parts.zones:
        if zone not in plan.board.units:
            continue
        leaving = sum(decks * count - cargo for area, count, cargo in gone if area == zone)
        short = on_deck(plan.board, zone, plan.side) - deck_room(plan.board, zone, plan.side) + leaving
        idle = [
            f"{force}/fighter"
            for force, one, count in plan.board.of_side(zone, plan.side)
            for _ in range(count)
            if one.key == "fighter"
        ]
        if short > 0 and idle:
            found[zone] = sorted(idle, key=lambda token: (token.partition("/")[0] in own, token))[:short]
    return found


class Settler:
    """The sketch on which the lines of one answer are tried, one after the other.

    plan     the moves so far
    riders   {zone: fighters on its decks that go with the carriers that leave it}
    taken    the items of the line that is being read
    count    how many items have been tried on the sketch
    known    what is worth knowing of the sketch as it is now (domains.py), forgotten with the next move; `standing` is
             kept for areas in which nothing changes
    """

    def __init__(self, board: Board, phase: str, riders: dict[str, list[str]] | None = None) -> None:
        self.start, self.plan = board, Plan(board, phase)
        self.riders = riders or {}
        self.taken, self.known, self.standing, self.refused, self.lasting = [], {}, {}, 0, (0, 0)
        self.count = self.lasting_count = 0
        self.scope: OrderContext

    @property
    def board(self) -> Board:
        return self.plan.board

    @property
    def own(self) -> str:
        """The force that is meant where none is named."""
        return self.board.forces()[0]

    def line(self, scope: OrderContext) -> list[Json]:
        """The items of one line; what is wrong with its wishes is refused on the scope, what is wrong with its items is
        found when they are checked."""
        self.scope, self.taken = scope, []
        go = scope.form.gives["go"]
        self.begin()
        values = scope.values
        wishes = values["units"]
        if not isinstance(wishes, list):
            wishes = [wish_of(token, count) for token, count in sorted(wishes.items())]
        if not scope.raw:  # a walk: who would be left without a deck goes along
            gone = [
                (values["from"], wish["n"], sum(row[0] for row in wish.get("cargo", ())))
                for wish in wishes
                if wish["type"] == "carrier"
            ]
            self.riders = left_behind(self.plan, gone) if gone and scope.form.gives["go"] == "move" else {}
        via, sea, to = values.get("via", ()), _said(values, "sea"), _said(values, "to")
        first, last = ([], sea) if via and not to else (sea, to)  # "ship … to hong-kong via sz45" ends at what it names
        path = [values["from"], *first, *values.get("over", ()), *via, *last]
        line = {"go": go, "want": wishes, "path": path, **_by(values), **_harbour(values)}
        unfit = [wish for wish in wishes if wish["type"] not in FIT.get(go, (wish["type"],))]
        if unfit:  # refused for their type, whatever else is wrong with the line
            units = {f"{wish.get('force', self.own)}/{wish['type']}": 1 for wish in unfit}
            self.take({"go": go, "units": units, "path": path})
        else:
            ACTS.get(go, Settler.move)(self, line)
        return self.taken

    def begin(self) -> None:
        """Remember what the lines before have come to."""
        plan = self.plan
        self.refused, self.lasting, self.lasting_count = len(plan.problems), self.reached, self.count

    def take(self, item: Json) -> bool:
        """Add an item and try it; whether it was legal."""
        before = len(self.plan.problems)
        self.taken.append(item)
        self.run([item])
        return len(self.plan.problems) == before

    def run(self, items: list[Json]) -> None:
        before = self.reached
        self.plan.run(items)
        self.count += len(items)
        if self.reached != before:  # what was refused leaves the sketch as it was, and what is known of it
            self.known = {}

    @property
    def reached(self) -> tuple[int, int]:
        """How far the sketch has come: only facts and intentions change what is there."""
        return len(self.plan.facts), len(self.plan.intentions)

    def follow(self, new: list[Json]) -> None:
        """Carry out the items of a line, if they were not tried when it was read."""
        if new is not self.taken:
            self.begin()
            self.run(new)

    def faults(self) -> list[Problem]:
        """What is wrong with the items of the last line."""
        return refusals(self.plan.problems[self.refused :])

    def undone(self, items: list[Json]) -> "Settler":
        """The same sketch behind `items` alone, where a refused line has left something on it."""
        if self.count == len(items):  # a walk that came to no line has tried nothing
            return self
        if self.reached == self.lasting:
            self.count = self.lasting_count
            del self.plan.problems[:]
            return self
        made = Settler(self.start, self.plan.phase)
        made.follow(list(items))
        return made

    def refuse(self, code: str, rule: str = "", hint: str = "", **fields: Any) -> None:
        self.scope.refuse(code, rule=rule, hint=hint, **fields)

    # -- moves

    def move(self, item: Json) -> None:
        """Land units, ships and aircraft of one line go as items of their own."""
        types, elements = self.board.parts.types, {"special": "land"}
        categories = ((types[wish["type"]].category, wish) for wish in self.with_cargo(item))
        groups = grouped((elements.get(category, category), wish) for category, wish in categories)
        for category, wishes in groups.items():
            path = self.way(item["path"], category, wishes)
            found = (
                self.find(path[0], wish, len(path) - 1, partial(self.may_go, item["go"], path))
                for wish in (wishes if path else ())
            )
            units = summed(row for tokens in found for row in self.manned(path[0], tokens).items())
            if units:
                self.take({"go": item["go"], "units": units, "path": path})

    def with_cargo(self, item: Json) -> list[Json]:
        """The wishes of a line; fighters that are named with one carrier and fly to no enemy go along as its cargo."""
        wishes, goal = item["want"], item["path"][-1]
        carriers = [wish for wish in wishes if wish["type"] == "carrier" and wish["n"] == 1 and "cargo" not in wish]
        fighters = [wish for wish in wishes if wish["type"] == "fighter" and wish["n"] != "all"]
        if len(carriers) != 1 or not fighters or self.plan.phase == "noncombat":
            return wishes
        if flight.enemy_at(self.board, goal, self.plan.side, self.plan.enemy):
            return wishes
        cargo = [[wish["n"], wish["type"] + wish.get("state", ""), wish.get("force")] for wish in fighters]
        laden = {**carriers[0], "cargo": cargo}
        return [laden if wish is carriers[0] else wish for wish in wishes if wish not in fighters]

    def manned(self, zone: str, units: dict[str, int]) -> dict[str, int]:
        """The units of a line; carriers among them with the riders of their zone aboard, as far as there is room."""
        return summed((self.boarded(zone, token), 1) for token, count in units.items() for _ in range(count))

    def boarded(self, zone: str, carrier: str) -> str:
        """Put riders aboard a unit, if it is a carrier with room; its token then."""
        one = split(carrier)[1]
        room = self.board.parts.types["carrier"].decks - len(one.cargo) if one.type == "carrier" else 0
        riders = self.riders.get(zone, [])[:room]
        if not riders:
            return carrier
        cargo = {token: riders.count(token) for token in riders}
        load = {"go": "load", "cargo": cargo, "area": zone, "ship": carrier, "count": 1, "zone": zone}
        if not self.take(load):
            return carrier
        self.riders[zone] = self.riders[zone][len(riders) :]
        return f"{carrier.partition('/')[0]}/{self.plan.facts[-1]['becomes']}"

    def way(self, points: list[str], category: str, wishes: list[Json], is_told: bool = True) -> list[str]:
        """The whole path; [] if there is none, with a problem unless it is not to be told."""
        path, gap = way(self.plan, points, category, all(wish["type"] == "submarine" for wish in wishes))
        if gap and is_told:
            shown, areas = ", ".join(wish["type"] for wish in wishes), self.board.parts.areas
            by_sea = category == "land" and not any(areas[point].is_sea for point in gap)
            hint = _say("by-sea") if by_sea else ""
            self.refuse("pac-no-way", rule="MOV-1", hint=hint, start=gap[0], goal=gap[1], units=shown)
        return path or []

    def bombard(self, item: Json) -> None:
        able = transport.bombarders(self.board, item["path"][0])
        ships = ((f"{wish.get('force', self.own)}/{wish['type']}", wish["n"]) for wish in item["want"])
        units = summed((ship, able.get(ship, 0) if number == "all" else number) for ship, number in ships)
        self.take({"go": "bombard", "units": units, "zone": item["path"][0], "area": item["path"][-1]})

    # -- which units

    def find(self, area: str, wish: Json, steps: int = 0, fits: Callable[[str], bool] = bool) -> dict[str, int]:
        """The tokens in an area that a wish means; {} with a problem when there are too few or a choice matters.

        `fits` says of a token whether such a unit may do what the line says: between units of which some may not there
        is no choice.
        """
        found, tired = self.candidates(area, wish)
        if wish["type"] == "carrier" and "cargo" in wish and not found:
            return loading.embark(self, area, wish)
        total = sum(count for _, _, count in found)
        number = total if wish["n"] == "all" else wish["n"]
        if total < number or not number:
            return self.too_few(area, wish, total, tired)
        if self.is_choice(found) and (wish["n"] == "all" or number < total):
            able = [row for row in found if fits(row[0])]
            total = sum(row[2] for row in able)
            if wish["n"] == "all" and able:
                found, number = able, total
            elif total >= number and not self.is_choice(able):
                found = able
        if self.is_choice(found) and number < sum(row[2] for row in found):
            candidates = " or ".join(unit_text(token, 1, "") for token, _, _ in found)
            self.refuse("pac-which", rule="MOV-1", count=number, type=wish["type"], area=area, candidates=candidates)
            return {}
        chosen = {}
        for token, _, count in sorted(found, key=lambda row: self.reluctance(row[1], steps)):
            take = min(count, number)
            if take:
                chosen[token] = take
                number -= take
        return chosen

    def candidates(self, area: str, wish: Json) -> tuple[list[tuple[str, Piece, int]], list[tuple[str, Piece, int]]]:
        """Rows (token, Piece, count) that a wish may mean: those that may act, and those that are done."""
        found, tired = [], []
        for force, one, count in self.board.stacks(area, self.board.forces()):
            row = (f"{force}/{one.key}", one, count)
            if not is_meant(wish, row[0], self.own):
                continue
            done = one.spent or one.submerged or one.on_cap
            if done:
                tired.append(row)
            elif not (one.flying and self.plan.phase == "combat"):
                found.append(row)
        if wish["type"] == "carrier" and "cargo" not in wish:  # a carrier took fighters along by an earlier line
            found = [row for row in found if not row[1].cargo] or found
        return found, tired

    def is_choice(self, rows: list[tuple[str, Piece, int]]) -> bool:
        """Whether it makes a difference which of some units act."""
        return len({self.matters(token, one) for token, one, _ in rows}) > 1

    def may_go(self, go: str, path: list[str], token: str) -> bool:
        """Whether a unit may move along a path as the moves so far stand."""
        plan = Plan(self.board, self.plan.phase).run([{"go": go, "units": {token: 1}, "path": path}])
        return not plan.problems

    def may_board(self, area: str, token: str) -> bool:
        """Whether a unit ashore may go aboard a ship."""
        return transport.cargo_fresh(Plan(self.board, self.plan.phase), area, {token: 1})

    @staticmethod
    def matters(token: str, one: Piece) -> tuple[str, Sequence[str], bool]:
        """What makes a difference between units of a type."""
        return token.partition("/")[0], one.cargo, one.damaged

    @staticmethod
    def reluctance(one: Piece, steps: int) -> tuple[bool, int, str]:
        """Units that have not begun to move go first, then those with just enough moves left."""
        return (one.moves is not None and one.moves < steps, -1 if one.moves is None else one.moves, one.marks)

    def too_few(self, area: str, wish: Json, total: int, tired: list[tuple[str, Piece, int]]) -> dict[str, int]:
        """Units that are done are refused with their rule when the move is tried; others are not there."""
        if tired and wish["n"] != "all":
            return {tired[0][0]: min(wish["n"], tired[0][2])}
        hint = _say("may", total=total) if total else ""
        units = wish["type"] if wish["n"] in (1, "all") else f"{wish['n']} {wish['type']}"
        self.refuse("pac-not-there", rule=self.plan.who_moves, area=area, units=units, hint=hint)
        return {}


def _said(values: Json, name: str) -> list[str]:
    return [values[name]] if name in values else []


def _harbour(values: Json) -> dict[str, Json]:
    return {"harbour": values["harbour"]} if "harbour" in values else {}


def _by(values: Json) -> dict[str, Json]:
    """The ships that a line names, as a wish."""
    by = values.get("by")
    if by is None:
        return {}
    if isinstance(by, dict):
        return {"by": by}
    count, _, token = by.partition(" ")
    return {"by": {**wish_of(token, int(count)), "exact": True}}


ACTS: dict[str, Callable[..., Any]] = {**loading.ACTS, "bombard": Settler.bombard}
