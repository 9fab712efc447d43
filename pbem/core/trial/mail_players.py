"""Sensible people by mail: each types the sheet of the turn that he expects, and the desk plays until somebody is asked.

Whoever is asked imagines the rest of his turn: draws of his own, which have nothing to do with those to come, others
who answer as published, and what he would do then.  That he writes down in the words of orders, by his style:

    single    what is asked now
    sheet     and all that comes in the turn of his power, or with the action that begins
    policies  and, in his first mail, standing orders for what seldom matters; later for what he left as published twice
    lists     and what he would do at each later question of his turn, with tripwires, and the turn after where a turn
              is one answer
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from ..data.boards import Board
from ..data.problems import DOUBT, Problem, refusals
from ..draws.draws import ThrowawaySource
from ..orders.orderfile import Order
from ..orders.orders import read
from ..play.checking import look_at
from ..play.gamefile import GameFile
from ..play.play import adjudicate
from ..play.running import Run
from ..record.charter import Charter, powers_of
from ..record.now import NOTHING, Row, now
from ..rules.requests import Ask, Roll
from ..title.game import Game, load
from .players import SensibleFeed
from .robots import Club
from .selfplay import Chance, Fault, throwaway_seed

STYLES = ("single", "sheet", "policies", "lists")
TWICE = 2  # defaults taken in a row, after which a standing order is offered


class Wish(NamedTuple):
    """What somebody expects to be asked, and would answer.

    turn, step  turns of the power, and steps of the game, that are over before
    """

    ask: Ask
    answer: Any
    lines: list[str]
    turn: int
    step: int


class _Over(Exception):
    """The turns that are imagined are over."""


class Imagined(SensibleFeed):
    """The course that the powers of a seat expect, for so many of their turns."""

    def __init__(self, game: Game, seed: str, run: Run, powers: list[str], turns: int) -> None:
        super().__init__(game, ThrowawaySource(throwaway_seed(seed)), Chance(seed))
        self.session, self.turns, self.wishes = run.session, turns, list[Wish]()
        self.base = {power: game.turns.number(run.board, power) for power in powers}

    def _passed(self, board: Board, power: str) -> int:
        return self.game.turns.number(board, power) - self.base[power]

    def _look(self, board: Board) -> None:
        if min(self._passed(board, power) for power in self.base) >= self.turns:
            raise _Over

    def roll(self, request: Roll) -> Any:
        self._look(self.session.board)
        return super().roll(request)

    def choose(self, board: Board, ask: Ask) -> Any:
        self._look(board)
        kind = self.game.kinds[ask.kind]
        if ask.power not in self.base or (passed := self._passed(board, ask.power)) >= self.turns:
            return kind.default(board, ask)
        answer = super().choose(board, ask)
        self.wishes.append(Wish(ask, answer, kind.text(answer, ask), passed, len(self.session.closed)))
        return answer


class Person:
    """Who plays a seat by mail.

    defaults  {(power, kind): published defaults taken in a row when asked};  lodged: kinds with a standing order
    """

    def __init__(self, game: Game, charter: Charter, seat: str, style: str, seed: str) -> None:
        self.game, self.seat, self.style, self.seed = game, seat, style, seed
        self.powers = powers_of(charter, seat)
        self.defaults: Counter[tuple[str, str]] = Counter()
        self.lodged: set[str] = set()

    def lines(self, file: GameFile, rows: list[Row]) -> tuple[list[str], list[str]]:
        """``(lines for what is asked now, all others)``."""
        run = Run(file.ground())
        turns = self.game.turns
        has_next = self.style == "lists" and len({*turns.once} & {*turns.own}) == 1
        powers = self.powers if self.style == "lists" else [row.power for row in rows]
        feed = Imagined(self.game, f"{self.seed}/{file.n}", run, powers, 1 + has_next)
        try:
            run.session.run(feed)
        except _Over:
            pass
        asked = {row.question["question"] for row in rows if row.question}
        answers = [wish for wish in feed.wishes if wish.ask.question in asked and wish.step == 0][: len(asked)]
        found = [line for wish in answers for line in self._lead(wish, wish.lines)]
        later = [] if self.style == "single" else [*self._later(feed.wishes, answers)]
        return found, [*later, *self._standing(run.board, answers)]

    def _lead(self, wish: Wish, lines: list[str]) -> list[str]:
        return [f"{wish.ask.power}: {line}" if len(self.powers) > 1 else line for line in lines]

    def _later(self, wishes: list[Wish], answers: list[Wish]) -> Iterator[str]:
        turns = self.game.turns
        met = {(wish.ask.power, wish.ask.kind) for wish in answers}
        for wish in wishes:
            key = wish.ask.power, wish.ask.kind
            if wish in answers or wish.ask.kind not in turns.own or wish.turn and key[1] not in turns.once:
                continue
            is_listed = key[1] not in turns.once
            if is_listed and not (self.style == "lists" or wish.step == 0):
                continue
            lines = self._lead(wish, [*wish.lines, *self._rest(wish)])
            mark = "next: " if wish.turn else "then " if is_listed and key in met else ""
            yield from (f"{mark}{line}" for line in lines)
            met.add(key)

    def _rest(self, wish: Wish) -> list[str]:
        """A line for all that the others leave open."""
        forms = self.game.kinds[wish.ask.kind].forms
        return [form.example for form in forms if form.is_rest and form.example not in wish.lines]

    def _standing(self, board: Board, answers: list[Wish]) -> Iterator[str]:
        """Standing orders that take the published default."""
        if self.style not in ("policies", "lists"):
            return
        own = self.game.turns.own
        for ask, answer, *_ in answers:
            is_default = answer == self.game.kinds[ask.kind].default(board, ask)
            self.defaults[ask.power, ask.kind] = (self.defaults[ask.power, ask.kind] + 1) * is_default
        twice = [kind for (_, kind), taken in self.defaults.items() if taken >= TWICE and kind not in own]
        kinds = [kind for kind in (*self.game.turns.seldom, *twice) if kind not in self.lodged]
        self.lodged.update(kinds)
        for name in dict.fromkeys(kinds):
            if not self.game.kinds[name].default_at_once and self.game.kinds[name].of_power in ("", *self.powers):
                yield f"{self.seat}: always {name}: default" if len(self.powers) > 1 else f"always {name}: default"


def order_of(file: GameFile, seat: str, lines: list[str]) -> tuple[Order | None, list[Problem]]:
    """A mail read as the desk reads it."""
    head = [f"game {file.name}", f"seat {seat}", f"entry {file.next}", f"head {file.head[:32]}"]
    powers = {one: powers_of(file.charter, one) for one in file.charter["seats"]}
    found, problems = read("\n".join([*head, *lines, "--", ""]), file.game, powers, asked=file.asked_kinds)
    return (None if refusals(problems) else {**found.to_json(), "file": found.name}), problems


def play(charter: Charter, seed: str, style: str, watch=None):
    game = load(charter["title"])
    club = Club(charter, seed)
    referee = club.signers["referee"]
    people = {seat: Person(game, charter, seat, style, f"{seed}/{seat}") for seat in charter["seats"]}
    file, mails, refused = club.new_game(), 0, 0
    while not file.is_over:
        outcome = adjudicate(file, [], referee)
        if outcome.entry is not None:
            file = outcome.file
            continue
        rows = [row for row in now(file, NOTHING) if row.seat in outcome.missing]
        orders = []
        for seat in outcome.missing:
            asked, later = people[seat].lines(file, [row for row in rows if row.seat == seat])
            ahead = ["ready"] if not asked else []
            tries = [[*ahead, *asked, *later], [*ahead, *asked, *later, "yes"], [*ahead, *asked]]
            for lines in tries:
                mails += 1
                order, problems = order_of(file, seat, lines)
                if order:
                    problems = [*problems, *look_at(file, order, referee.openings(file))[0]]
                if not refusals(problems):
                    break
                refused += 1
                if watch:
                    watch("refused", seat, lines, [str(p) for p in refusals(problems)])
            else:
                raise Fault(f"{seat}: {lines} {[str(p) for p in problems]}")
            orders.append(order)
            if watch:
                watch("mail", file.n, seat, lines)
        if watch:
            watch("stop", file.n, [(row.seat, row.power, row.question and row.question["kind"]) for row in rows])
        outcome = adjudicate(file, orders, referee)
        if outcome.entry is None:
            raise Fault(f"still waits {outcome.missing}")
        file = outcome.file
    return file, mails, refused
