"""Ahead of time: what orders bring about before anything is drawn, on the board as it will be if nothing else happens.

`check`, the receipts and `seal` play a seat's lines on from the stop to the end of its own turn, without a draw source:
what would be refused there is told at once, all of it, and what would answer is told back.  Nothing can be learnt here
that the game file does not already say.
"""

from collections.abc import Collection, Iterable, Iterator
from typing import Any, NamedTuple

from ..data.boards import Board
from ..data.json_types import Json
from ..data.problems import ODD, Problem, refusals
from ..draws.draws import Source
from ..language.names import key
from ..language.order_context import is_reading
from ..orders.orderfile import ANY, branches
from ..play.answers import Finder, Terms, judge
from ..play.gamefile import GameFile
from ..play.inbox import in_force
from ..play.parts import Address, Given, Part
from ..play.running import Run
from ..record.charter import seat_of
from ..record.closed import Openings
from ..record.revisions import check_plays
from ..rules.requests import Ask
from ..title.game import Game, asked_of


class DefaultingFinder(Finder):
    """A Finder that takes the published default of an absent seat whenever it is asked, not only at this stop.

    silent    seats of which nothing is known
    assumed   True once a default was taken in the place of such a seat
    """

    def __init__(self, file: GameFile, parts: Iterable[Part], silent: Collection[str]) -> None:
        terms = Terms(bots=file.state["bots"], windows=file.charter["windows"])
        now = [ask["question"] for ask in file.waiting]
        super().__init__(file.game, file.charter, parts, now, terms)
        self.silent, self.assumed = silent, False

    def _find(self, board: Board, ask: Ask, use: bool) -> Given | None:
        given = super()._find(board, ask, use)
        seat = seat_of(self.charter, ask.power)
        if given is None and seat in self.silent:
            given = Given(self.game.kinds[ask.kind].default(board, ask), "default", seat)
        if given is not None and given.by == "default" and seat in self.silent:
            self.assumed = True
        return given


class OwnTurn(DefaultingFinder):
    """A Finder for the rest of a seat's own turn; behind it nothing is answered.

    A question of which the line is refused takes its default, so that what stands behind it is looked at as well.
    """

    def __init__(self, file: GameFile, parts: Iterable[Part], seat: str) -> None:
        super().__init__(file, parts, [other for other in file.charter["seats"] if other != seat])
        self.powers, self.has_begun, self.is_over = set(file.powers[seat]), False, False
        self.found: list[tuple[Part, list[Problem]]] = []
        self.doubts: list[Problem] = []  # notes on answers that are legal, and that nobody would want

    def _find(self, board: Board, ask: Ask, use: bool) -> Given | None:
        acts = bool(self.powers.intersection(self.game.acting(board)))
        self.is_over = self.is_over or self.has_begun and not acts
        self.has_begun = self.has_begun or acts
        if self.is_over:
            return None
        given = super()._find(board, ask, use)
        known = [part for part, _ in self.found]
        fallen = [part for part in self.parts if refusals(part.problems) and not part.is_standing]
        self.found += [(part, part.problems) for part in fallen if part not in known]
        if use and given is not None and given.part is not None and given.part.is_own:
            self.doubts += [
                self._at_its_line(given.part, Problem("worth-a-look", level=ODD, rule=ask.rule, what=one), one)
                for one in self._doubts_of(board, ask, given.value)
            ]
        if given is None and self.has_fallen(ask):
            given = Given(self.game.kinds[ask.kind].default(board, ask), "default", seat_of(self.charter, ask.power))
        return given

    def _at_its_line(self, part: Part, problem: Problem, told: str) -> Problem:
        """A note at the line of the part that goes to the place of which it tells first."""
        rows, names = [key(row.rpartition("->")[2]) for row in part.text(self.game).split("\n")], self.game.names
        named = sorted((told.find(names.show(id)), id) for id in names.ids("area") if names.show(id) in told)
        lines = [line for _, id in named for line, row in enumerate(rows) if key(id) in row]
        return part.placed(problem.at(f"/{lines[0]}") if lines else problem, self.game)

    def _doubts_of(self, board: Board, ask: Ask, answer: Any) -> list[str]:
        """What hardly anybody wants of a legal answer, and what can hardly succeed by its odds, as sentences."""
        game, asked = self.game, asked_of(self.game)
        found = game.telling.words.doubts(ask.kind, answer, ask, game.telling.say(board))
        if hasattr(asked, "risks"):
            found += asked.risks(game, game.board_from(board.to_json(), self.charter), ask, answer)
        return found


def played_on(file: GameFile, finder: Finder, source: Source | None = None) -> Run:
    """The Run from where the game stands, fed by `finder` and a draw source, to where it stops."""
    check_plays(file.game, file.options, file.state)
    run = Run(file.ground(), finder=finder)
    run.go_on(source)
    finder.lapse()
    return run


class DryRun(NamedTuple):
    """What the parts of a seat come to in its own turn.

    problems   notes on what would be refused as things stand, and on what nobody would want
    parts      {number of the part: Part} as they are then
    before     {address: Part}: the same of lines in force from before
    """

    problems: list[Problem]
    parts: dict[int, Part]
    before: dict[Address, Part]


def dry_run(
    file: GameFile, seat: str, parts: Iterable[Part], openings: Openings, withdrawn: Collection[Address] = ()
) -> DryRun:
    """A DryRun of a seat's Parts, which stay as they are.

    withdrawn  addresses of lines in force that the document takes back
    """
    before = [part for part in in_force(file.state, openings) if part.address not in withdrawn]
    fresh = [part.afresh() for part in parts]
    finder = OwnTurn(file, fresh + before, seat)
    run = played_on(file, finder)
    known = {part.line for part in parts if refusals(part.problems)}
    problems = finder.doubts + [
        problem.told_as("ahead-falls", level=ODD)  # as things stand: others may change that yet
        for part, found in finder.found
        if part.is_own and part.line not in known
        for problem in refusals(found)
    ]
    problems += [one for part in fresh for one in _of_what_waits(file.game, run.board, part)]
    return DryRun(problems, {part.line: part for part in fresh}, {part.address: part for part in before})


def _of_what_waits(game: Game, board: Board, part: Part) -> Iterator[Problem]:
    """Notes on a line whose question lies behind the first draw: on its words, and on the board as things stand."""
    if not part.is_open or "verb" in part.item:
        return
    for branch in branches(part.item):
        if "value" in branch:
            yield from _foreseen(game, board, part, branch)
            yield from _beyond(game, board, part, branch)


def _foreseen(game: Game, board: Board, part: Part, branch: Json) -> Iterator[Problem]:
    """What a title can tell of a line before its question comes."""
    if part.item.get("when") == ANY:
        return
    asked, said = asked_of(game), branch["value"]
    readings = said if isinstance(said, list) else [said]
    for reading in filter(is_reading, readings) if hasattr(asked, "foreseen") else ():
        for rule, what in asked.foreseen(board, part.item["power"], reading):
            yield part.placed(Problem("worth-a-look", level=ODD, rule=rule, what=what), game, branch)


def _beyond(game: Game, board: Board, part: Part, branch: Json) -> Iterator[Problem]:
    """Notes on what a purse will hardly pay when the question comes."""
    asked = asked_of(game)
    kind = branch.get("kind") or part.item["when"]
    found = asked.purse(board, part.item["power"], kind) if hasattr(asked, "purse") and kind != ANY else None
    if not found:
        return
    then, ask, codes = found
    _, problems = judge(game.kinds[kind], then, ask, branch["value"])
    for one in {problem.text: problem for problem in refusals(problems)}.values():
        if one.code in codes:
            note = Problem("ahead-falls", rule=one.rule, level=ODD, where=one.where, hint=one.hint, reason=one.text)
            yield part.placed(note, game, branch)
