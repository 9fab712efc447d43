"""Players that play by themselves: random ones, and sensible ones by what their title thinks of answers.

A title says what answers are worth (`Game.sensible`); whether they are legal is looked at here.  Nothing is drawn but
by the player of random answers, from the seed that he is given.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from ..data.boards import Board
from ..data.problems import refusals
from ..rules.requests import Ask
from ..title.game import Game
from .selfplay import RandomFeed


class Choice(NamedTuple):
    """A legal answer, and what its player thinks that it is worth, in the measure of the title."""

    value: float
    answer: Any


def legal(game: Game, board: Board, ask: Ask, answer: Any) -> Any:
    """The answer with what goes without saying; None if it is not legal."""
    kind = game.kinds[ask.kind]
    settled, problems = kind.settle(board, ask, answer)
    return None if refusals(problems) or refusals(list(kind.check(board, ask, settled))) else settled


def choices(game: Game, board: Board, ask: Ask) -> Iterator[Choice]:
    """The legal answers that a sensible player thinks of, the best first; of equal ones the one that is named first.
    If the title thinks of none, the published default, worth nothing."""
    for value, answer in sorted(game.sensible(game, board, ask, None), key=lambda row: -row[0]):
        settled = legal(game, board, ask, answer)
        if settled is not None:
            yield Choice(value, settled)
    yield Choice(0.0, game.kinds[ask.kind].default(board, ask))


def best(game: Game, board: Board, ask: Ask) -> Choice:
    """What a sensible player answers."""
    if not ask.is_open and len(ask.options) == 1:
        return Choice(0.0, ask.options[0])
    return next(choices(game, board, ask))


def worth(game: Game, board: Board, ask: Ask, answer: Any) -> float:
    """What a sensible player thinks of an answer that he did not think of himself."""
    return next((value for value, _ in game.sensible(game, board, ask, answer)), 0.0)


class SensibleFeed(RandomFeed):
    """Answers everything as sensible players do; they volunteer nothing.  Where nothing is drawn chance decides between
    answers of equal worth, or every game would be the same one."""

    def volunteer(self, board: Board, verbs: object = None) -> None:
        return None

    def choose(self, board: Board, ask: Ask) -> Any:
        if not self.game.is_diceless:
            return best(self.game, board, ask).answer
        first, *others = choices(self.game, board, ask)
        return self.chance.choice([first.answer, *(one.answer for one in others if one.value == first.value)])


FEEDS: dict[str, type[RandomFeed]] = {"random": RandomFeed, "sensible": SensibleFeed}
"""Who answers, by the name of the players."""
