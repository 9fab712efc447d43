"""The chances of the combats of an operation, on boards of its own."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from fractions import Fraction
from itertools import takewhile
from math import prod
from typing import Any, NamedTuple, TypeAlias

from pbem.core.data.json_types import Json
from pbem.core.data.tables import Sentences
from pbem.core.data.text import percent
from pbem.core.rules.engine import Table, run_alone
from pbem.core.rules.facts import Fact
from pbem.core.rules.requests import Asking, Roll
from pbem.core.title.game import Game

from ..board.board import Board, Turn
from ..rules.combat import main_combat
from ..rules.losses import losses_inflicted, steps
from ..rules.operations import move_in, operation
from ..rules.sides import ATTACK, DEFENCE, in_combat
from ..rules.victory import PlayEnds
from .chances import ACTIONS, passes, results, terms_of

_say = Sentences(__name__)

COMBATS = ("combat-rolled", "combat-unopposed")
REQUESTS = 61  # of one operation that are looked at

Ways: TypeAlias = dict[tuple[int, int], tuple[Fraction, tuple[int, int]]]
"""``{(who wins, losses): (chance, results that lead there)}`` of a combat; what follows depends on no more."""


class _Enough(Exception):
    """As many combats have been rolled as are asked for."""


class Combats:
    """One operation on boards of its own: up to its first combat, and once more from there for each way in which an air
    combat before the main one may end.

    Nobody but the attacker decides anything: all else is answered as published.
    """

    def __init__(self, game: Game, board: Board, power: str, play: Any) -> None:
        self.game, self.power, self.play, self.pack = game, power, play, board.pack
        self.shown, self.due = board.to_json(), dict(board.due)
        self.most: dict[int, int] = {}

    def first(self) -> list[Fact]:
        """The facts of checks, and of the first combat if there is one; its board is kept as it stands before it, and
        how many losses each side can tell apart: more than its steps allow no retreat any more (10.10)."""
        board = self._board()
        if not board.offensive_if_any:
            board.offensive_if_any = {"left": ACTIONS, "deployed": []}
        if board.operation_if_any:
            return self._run(board, _as_declared, ())
        return self._run(board, lambda table: operation(table, self.power, self.play), ())

    def main(self, rolls: Sequence[int]) -> Fact | None:
        """The combat behind the air combat, if the results of that are these, or that one side alone is left for it
        (10.5); None if it does not come to it."""
        fought = [fact for fact in self._run(self._board(), main_combat, rolls) if fact["type"] in COMBATS]
        return fought[1] if len(fought) > 1 else None

    def _keep(self, board: Board) -> None:
        self.shown, self.due = board.to_json(), dict(board.due)
        for who, loser in ((1, DEFENCE), (-1, ATTACK)):
            self.most[who] = steps(in_combat(board, loser, "air")) + 1

    def _board(self) -> Any:
        board: Any = self.game.board_from(self.shown, {"pack": self.pack})
        board.due.update(self.due)
        return board

    def _run(self, board: Any, procedure: Callable[..., Asking[Any]], rolls: Sequence[int]) -> list[Fact]:
        """The facts of checks and combats up to the first combat, or the one behind those whose results are given."""
        told: list[Fact] = []

        def watch(board: object, fact: Fact) -> None:
            if fact["type"] in ("combat-rolled", "effectiveness-checked", *(COMBATS if rolls else ())):
                told.append(fact)
            if sum(fact["type"] == "combat-rolled" for fact in told) > len(rolls) // 2:
                raise _Enough

        left = list(rolls)

        def roll(request: Roll) -> list[Any]:
            if not rolls and request.label == "combat/air/attack":
                self._keep(board)
            return _rolled(request, left)

        with suppress(PlayEnds, _Enough):
            rule = procedure(Table(self.game, board, watch))
            run_alone(rule, lambda ask: self.game.kinds[ask.kind].default(board, ask), roll, REQUESTS)
        return told


def _as_declared(table: Turn) -> Asking[Any]:
    """The combat of an operation that has been declared, its units in the target."""
    target = table.board.operation["target"]
    for unit in table.board.operation["units"]:
        if table.board.at(unit) != target:
            move_in(table, unit, target, "operation")
    return (yield from main_combat(table))


def _rolled(request: Roll, rolls: list[int]) -> list[Any]:
    """A combat roll as given, a check that succeeds, anything else as it comes."""
    if request.kind != "dice":
        return request.of["items"][: request.of["count"]]
    count = request.of["count"]
    if request.label.startswith("combat/"):
        return _dice_for(rolls.pop(0) if rolls else 1, count)
    return [6] * count


def _dice_for(result: int, count: int) -> list[int]:
    """Dice that show a result (2.8)."""
    sixes = max(result - 5, 0)
    return [6] * sixes + [1] * (count - sixes) if sixes else [result] + [1] * (count - 1)


class Outlook(NamedTuple):
    """What an operation is likely to come to.

    told      its chances as sentences
    shares    ``[(combat, its chances)]``; none where nobody defends
    won       the chance that it comes to its last combat and the attacker wins it, or bombs to some purpose
    """

    told: list[str]
    shares: list[tuple[str, list[Fraction]]]
    won: Fraction


def outlook(game: Game, board: Board, power: str, play: Json) -> Outlook:
    """The chances of an operation's combats, on boards of its own."""
    combats = Combats(game, board, power, play)
    first = combats.first()
    before = list(takewhile(lambda fact: fact["type"] != "combat-rolled", first))  # later checks are chances of others
    checks = [Fraction(*passes(fact)) for fact in before if fact["power"] == power]
    rolled = [fact for fact in first if fact["type"] == "combat-rolled"]
    shares = _shares(combats, rolled)
    told = [_say("check", share=percent(share)) for share in checks]
    told += [_told(kind, found) for kind, found in shares] or [_say("undefended")]
    won = shares[-1][1][0] if shares else Fraction(1)
    if play["form"] == "bombing" and rolled:
        won = _damaged(_ways(rolled[0]), combats.most[1])
        told.append(_say("damaged", share=percent(won)))
    return Outlook(told, shares, prod(checks, start=won))


def _damaged(ways: Ways, most: int) -> Fraction:
    """9.5.2 The chance of more losses than the aircraft of the defence can take, after a tie too; `most` is the least
    number that is."""
    return sum((share for (who, losses), (share, _) in ways.items() if who >= 0 and losses >= most), Fraction(0))


def _shares(combats: Combats, rolled: list[Fact]) -> list[tuple[str, list[Fraction]]]:
    """``[(combat, its chances)]`` of an operation of which the first combat is given, if there is one."""
    if not rolled:
        return []
    ways = _ways(rolled[0])
    shares = [(rolled[0]["combat"], _summed(ways))]
    if rolled[0]["combat"] == "air" and combats.play["form"] in ("land", "invasion", "naval", "base"):
        shares += _main_combat(combats, ways)
    return shares


def _main_combat(combats: Combats, ways: Ways) -> list[tuple[str, list[Fraction]]]:
    """The combat behind an air combat, with its chances: each way that may end in, times what follows."""
    total, kind = [Fraction(0)] * 3, None
    for share, rolls in _told_apart(ways, combats.most).values():
        main = combats.main(rolls)
        if main:
            kind = main["combat"]
            total = [before + share * one for before, one in zip(total, _ended(main))]
    return [(kind, total)] if kind else []


def _ended(main: Fact) -> list[Fraction]:
    """The chances of a main combat, which is won already where one side alone is left for it."""
    if main["type"] == "combat-unopposed":
        return [Fraction(main["side"] == ATTACK), Fraction(0), Fraction(main["side"] == DEFENCE)]
    return _summed(_ways(main))


def _told_apart(ways: Ways, most: dict[int, int]) -> Ways:
    """Those ways alone that differ in what follows: `most` are the losses of each winner's enemy beyond which more are
    the same."""
    found: Ways = {}
    for (who, losses), (share, rolls) in ways.items():
        key = who, min(losses, most.get(who, losses))
        found[key] = found.get(key, (Fraction(0), rolls))[0] + share, rolls
    return found


def _ways(fact: Fact) -> Ways:
    """The ways in which a combat may end."""
    attack, defence = (terms_of(fact[side]) for side in ("attack", "defence"))
    whole, counts, rolls = 6 ** (attack[0] + defence[0]), {}, {}
    for one, many in results(attack[0]):
        for other, more in results(defence[0]):
            a, b = max(1, one + attack[1]), max(1, other + defence[1])
            way = (a > b) - (a < b), losses_inflicted(max(a, b), min(a, b))
            counts[way] = counts.get(way, 0) + many * more
            rolls[way] = one, other
    return {way: (Fraction(count, whole), rolls[way]) for way, count in counts.items()}


def _summed(ways: Ways) -> list[Fraction]:
    """The chances that the attacker is higher, that nobody is, and that the defender is."""
    found = dict.fromkeys((1, 0, -1), Fraction(0))
    for (who, _), (share, _) in ways.items():
        found[who] += share
    return list(found.values())


def _told(kind: str, shares: list[Fraction]) -> str:
    won, equal, lost = map(percent, shares)
    return _say("combat", combat=kind, won=won, equal=equal, lost=lost)
