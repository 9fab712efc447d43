"""Robots in games that stand in no file: for matches between them (robots.py), and to see what they cost (bench.py)."""

from pbem.core.data.canon import th
from pbem.core.trial.robot import thought
from pbem.core.trial.search import Place
from pbem.core.trial.selfplay import RandomFeed


class RobotFeed(RandomFeed):
    """A feed that answers as robots do, in games that stand in no file; other powers than theirs answer as `others` do.

    levels   {power: level}
    """

    others = RandomFeed

    @classmethod
    def seated(cls, charter, levels, others=RandomFeed):
        """The feed of the games of a charter, with robots for these powers."""
        return type("Seated", (cls,), {"charter": charter, "levels": levels, "others": others})

    def petition(self, board):
        """None: robots volunteer nothing.  Here is the rest point from which rehearsals begin."""
        self.rest = self.game.rest(board)
        self.drawn = len(self.source.records) if self.source else 0
        self.answers = []
        return None

    def heard(self, board, verbs):
        return None

    def answer(self, board, ask):
        found = super().answer(board, ask)
        self.answers = [*self.answers, [ask.question, found]]
        return found

    def choose(self, board, ask):
        level = self.levels.get(ask.power)
        if level is None:
            return self.others.choose(self, board, ask)
        procedure, args = self.game.next_procedure(self.game.board_from(self.rest, self.charter)) or ("", {})
        draws = self.source.in_short()[self.drawn :] if self.source else []
        step = {"procedure": procedure, "args": args, "draws": draws, "answers": self.answers}
        seed = th("selfplay", f"{self.chance.below(2**32)}")
        return thought(Place(self.game, self.charter, self.rest, step), board, ask, level, seed).answer
