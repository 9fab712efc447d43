"""Sensible people by mail: each types the sheet of the turn that he expects, and the desk plays until one is asked.

Whoever is asked imagines the rest of his turn: draws of his own, which have nothing to do with those to come, others
who answer as published, and what he would do then.  That he writes down as order lines, by his style:

    single    what is asked now
    sheet     and what comes once in the turn of his power, or seldom matters there, or comes with the action begun
    policies  and in his first mail standing orders for what seldom matters; later for what he left as published twice
    lists     and what he would do at each later question of his turn, with `then`, for all powers of his; and `next`
              for the turn after, where a turn is one answer

The desk reads the text, refuses or doubts it, keeps and merges what stands, and looks at tripwires as it always does.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from typing import Any, NamedTuple

from ..data.boards import Board
from ..data.problems import Problem, refusals
from ..draws.draws import ThrowawaySource
from ..orders.orderfile import Order
from ..orders.orders import read
from ..play.feed import Replay
from ..play.gamefile import GameFile
from ..play.running import Run
from ..record.charter import Charter, powers_of
from ..record.now import NOTHING, Row, now
from ..rules.engine import Session
from ..rules.requests import Ask, Roll
from ..seat.checking import look_at
from ..seat.sheet import item_of
from ..signing.adjudication import adjudicate
from ..title.game import Game, load
from .composing import order_text
from .players import SensibleFeed, best, worth
from .robots import Club
from .selfplay import Chance, Fault, throwaway_seed

STYLES = ("single", "sheet", "policies", "lists")
EPSILON = 0.15  # of the measure of a title: an answer that is worse by more than that is not what somebody wishes
TWICE = 2  # defaults taken in a row, after which a standing order is offered

Tells = Callable[[GameFile, list[Row]], None]
"""What is told of each stop: the game, and the rows of all that is waited for."""


class Wish(NamedTuple):
    """What somebody expects to be asked, and would answer.

    turn, step  turns of the power, and steps of the game, that are over before
    """

    ask: Ask
    answer: Any
    is_default: bool
    lines: list[str]
    turn: int
    step: int

    def names(self, game: Game) -> set[tuple[str, int, str]]:
        """The kinds for which a line for it may be taken."""
        verb, kind = self.lines[0].split()[0], game.kinds[self.ask.kind]
        others = [] if kind.is_multiline else [one for one in game.kinds.values() if not one.is_multiline]
        alike = [one.name for one in others if any(begun.split()[0] == verb for begun in one.verbs)]
        return {(self.ask.power, self.turn, name) for name in (kind.name, *alike)}


class _Over(Exception):
    """The turns that are imagined are over."""


class Imagined(SensibleFeed):
    """The course that some powers expect, for so many of their turns; `wishes` are their own answers in it.

    allies   powers that are asked with them for a whole turn, and have told them what they do
    """

    def __init__(
        self, game: Game, seed: str, run: Run, powers: Collection[str], turns: int, allies: Collection[str] = ()
    ) -> None:
        super().__init__(game, ThrowawaySource(throwaway_seed(seed)), Chance(seed))
        self.session, self.turns, self.wishes, self.allies = run.session, turns, list[Wish](), allies
        self._base = {power: game.turns.number(run.board, power) for power in powers}
        with suppress(_Over):
            self.session.run(self)

    def _passed(self, power: str) -> int:
        return self.game.turns.number(self.session.board, power) - self._base[power]

    def roll(self, request: Roll) -> Any:
        if all(self._passed(power) >= self.turns for power in self._base):
            raise _Over
        return super().roll(request)

    def choose(self, board: Board, ask: Ask) -> Any:
        kind = self.game.kinds[ask.kind]
        passed = self._passed(ask.power) if ask.power in self._base else self.turns
        if passed >= self.turns and ask.power not in self.allies:
            return kind.default(board, ask)
        answer = super().choose(board, ask)
        if passed >= self.turns:
            return answer
        is_default, step = answer == kind.default(board, ask), len(self.session.closed)
        self.wishes.append(Wish(ask, answer, is_default, kind.text(answer, ask), passed, step))
        return answer


class Person:
    """Who plays a seat by mail: `defaults` counts those that each of its powers took in a row when it was asked, and
    `lodged` are those powers, or "" for all, and kinds for which a standing order takes them."""

    def __init__(self, game: Game, charter: Charter, seat: str, style: str, seed: str) -> None:
        self.game, self.seat, self.style, self.seed = game, seat, style, seed
        self.powers = powers_of(charter, seat)
        self.lead = f"{seat}: " if len(self.powers) > 1 else ""
        self.defaults: Counter[tuple[str, str]] = Counter()
        self.lodged: set[tuple[str, str]] = set()

    def lines(self, file: GameFile, rows: list[Row]) -> tuple[list[str], list[str]]:
        """``(lines for what is asked now, all others)`` of the sheet for what is waited for."""
        run, turns = Run(file.ground()), self.game.turns
        has_next = self.style == "lists" and len({*turns.once} & {*turns.own}) == 1
        powers = self.powers if self.style == "lists" else [row.power for row in rows]
        together = now(file, NOTHING)
        allies = [row.power for row in together] if any(row.is_ahead for row in together) else []
        wishes = Imagined(self.game, f"{self.seed}/{file.n}", run, powers, 1 + has_next, allies).wishes
        asked = [row.question["question"] for row in rows if row.question]
        answers = [wish for wish in wishes if wish.ask.question in asked and wish.step == 0][: len(asked)]
        said = [line for wish in answers for line in self._typed(wish, wish.lines)] or ["ready"]
        if self.style == "single":
            return said, []
        return said, [*self._later(wishes, answers), *self._standing(answers)]

    def _typed(self, wish: Wish, lines: list[str]) -> list[str]:
        return [f"{wish.ask.power}: {line}" if self.lead else line for line in lines]

    def _later(self, wishes: list[Wish], answers: list[Wish]) -> Iterator[str]:
        """What comes later in the turn; a second line for a question with one answer is for the next of its kind."""
        kinds, met = self.game.kinds, set().union(*(wish.names(self.game) for wish in answers))
        wires = list[str]()
        for wish in wishes:
            if wish in answers or not self._is_written(wish):
                continue
            again = not met.isdisjoint(names := wish.names(self.game))
            if again and (kinds[wish.ask.kind].is_multiline or wish.turn):
                continue
            mark = "next: " if wish.turn else "then " if again else ""
            yield from (f"{mark}{line}" for line in self._typed(wish, wish.lines + self._rest(wish)))
            met |= names
            if self.style == "lists" and wish.ask.kind not in self.game.turns.once:
                wires += self._typed(wish, self._wires(wish.answer))
        yield from dict.fromkeys(wires)

    def _is_written(self, wish: Wish) -> bool:
        """Whether a style writes ahead what it would answer."""
        turns, kind = self.game.turns, wish.ask.kind
        if wish.turn or kind in turns.once:
            return kind in turns.own and kind in turns.once
        if kind in turns.seldom:
            return self.style == "sheet"
        return kind in turns.own and (self.style == "lists" and not wish.is_default or wish.step == 0)

    def _wires(self, answer: Any) -> list[str]:
        """When he wants to be asked before an answer is taken: if the places that it is about have changed."""
        places = [answer.get(name) for name in ("area", "target")] if isinstance(answer, dict) else []
        return [f"ask me if {place} changed" for place in places if place]

    def _rest(self, wish: Wish) -> list[str]:
        """The line for all that the others leave open."""
        forms = self.game.kinds[wish.ask.kind].forms
        return [form.name for form in forms if form.is_rest and form.name not in wish.lines]

    def _standing(self, answers: list[Wish]) -> Iterator[str]:
        """Standing orders that take the published default, and that do so no more."""
        for wish in answers:
            key = wish.ask.power, wish.ask.kind
            self.defaults[key] = (self.defaults[key] + 1) * wish.is_default
        if self.style == "sheet":
            return
        turns, kinds = self.game.turns, self.game.kinds
        first = [("", name) for name in turns.seldom if kinds[name].of_power in ("", *self.powers)]
        twice = [key for key, taken in self.defaults.items() if taken >= TWICE and key[1] not in turns.seldom]
        for key in (*first, *twice):
            if key not in self.lodged and not kinds[key[1]].default_at_once:
                self.lodged.add(key)
                yield self._always(*key, "default")
        for key in sorted(key for key in self.lodged if self.defaults.get(key) == 0):
            self.lodged.remove(key)
            yield self._always(*key, "ask me")

    def _always(self, power: str, kind: str, answer: str) -> str:
        lead = f"{power}: " if power and self.lead else self.lead
        return f"{lead}always {kind}: {answer}"


def order_of(file: GameFile, seat: str, lines: list[str]) -> tuple[Order, list[Problem]]:
    """A mail read as the desk reads it."""
    found, problems = read(order_text(file, seat, lines), file.game, file.powers, asked=file.asked_kinds)
    return {**found.to_json(), "file": found.name}, problems


class Table:
    """One game by mail, played to its end.

    asked    {(entry, question)} that somebody was asked
    refused  mails that were refused or in doubt; each was sent again, with yes, or with what is asked now alone
    """

    def __init__(self, charter: Charter, seed: str, style: str, tells: Tells = lambda file, rows: None) -> None:
        game = load(charter["title"])
        self.people = {seat: Person(game, charter, seat, style, f"{seed}/{seat}") for seat in charter["seats"]}
        club = Club(charter, seed)
        self.referee, self.file, self.refused = club.signers["referee"], club.new_game(), 0
        self.asked, self.tells = set[tuple[int, str]](), tells
        while not self.file.is_over:
            self._run([])

    def _run(self, orders: list[Order]) -> None:
        """Play on as `pbem run` does, and have those write who are waited for."""
        outcome = adjudicate(self.file, orders, self.referee)
        self.file = outcome.file
        if outcome.entry is not None:
            return
        if orders:
            raise Fault(f"entry {self.file.next}: the game stands still; it waits for {outcome.missing}")
        rows = [row for row in now(self.file, NOTHING) if row.seat in outcome.missing]
        self.tells(self.file, rows)
        self.asked |= {(self.file.next, row.question["question"]) for row in rows if row.question}
        self._run([self._mail(seat, [row for row in rows if row.seat == seat]) for seat in outcome.missing])

    def _mail(self, seat: str, rows: list[Row]) -> Order:
        """What somebody writes, until the desk takes it."""
        asked, later = self.people[seat].lines(self.file, rows)
        whole = ["instead", *asked, *later] if later else asked
        for lines in (whole, [*whole, "yes"], asked, [*asked, "yes"]):
            order, problems = order_of(self.file, seat, lines)
            if not refusals(problems):
                problems += look_at(self.file, order, self.referee.openings(self.file))[0]
            if not refusals(problems):
                return order
            self.refused += 1
        raise Fault(f"entry {self.file.next}, {seat}: {refusals(problems)[0]}")

    def worse(self) -> int:
        """How many answers were taken without asking that their player thinks worse than what he would have done."""
        judge = Judge(self.file, self.asked)
        judge.session.run(judge)
        return judge.worse


class Judge(Replay):
    """A game again, and what the player of each answer that was taken without asking thinks of it."""

    def __init__(self, file: GameFile, asked: Collection[tuple[int, str]]) -> None:
        self.uses = [(entry["n"], use) for entry in file.entries for use in entry["used"]]
        values = [use["value"] if "value" in use else item_of(file, use)["value"] for _, use in self.uses]
        draws = [draw for entry in file.entries for draw in entry["draws"]]
        super().__init__(draws, [[use["question"], value] for (_, use), value in zip(self.uses, values)])
        self.game, self.asked, self.worse = file.game, asked, 0
        self.session = Session(file.game, file.first_board())

    def answer(self, board: Board, ask: Ask) -> Any:
        uses, value = self.uses[self._answered : self._answered + 1], super().answer(board, ask)
        for n, use in uses:
            is_taken = (n, use["question"]) not in self.asked and use["by"] not in ("forced", "alike")
            if is_taken and not self.game.kinds[ask.kind].default_at_once:
                self.look(board, ask, value, n)
        return value

    def look(self, board: Board, ask: Ask, value: Any, n: int) -> None:
        """An answer that was taken without asking in entry n."""
        if ask.power not in self.game.acting(board) or ask.kind in self.game.turns.free:
            return
        wish = best(self.game, board, ask)
        self.worse += value != wish.answer and wish.value - worth(self.game, board, ask, value) > EPSILON
