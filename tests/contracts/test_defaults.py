"""Nobody need ever answer: with the published default for every question, a game comes to an end of its rules."""

from pbem.core.draws.draws import ThrowawaySource
from pbem.core.play.selfplay import Chance, RandomFeed, throwaway_seed
from pbem.core.rules.engine import Session


class Defaults(RandomFeed):
    """Every question is answered by its published default, which must be legal."""

    def sample(self, board, ask):
        kind = self.game.kinds[ask.kind]
        if ask.options is not None and len(ask.options) == 1:
            return ask.options[0]
        answer = kind.default(board, ask)
        problems = [problem for problem in kind.check(board, ask, answer) if problem.is_refusal]
        assert not problems, f"{ask.question}: {problems[0]}"
        return answer


def test_default_against_default_reaches_an_ending(contract):
    for seed in ("one", "two"):
        game = contract.game
        feed = Defaults(game, ThrowawaySource(throwaway_seed(seed)), Chance(seed))
        session = Session(game, game.new_board(contract.charter))
        assert session.run(feed).why == "over"
        assert game.result(session.board)["by"]
        assert game.invariants(session.board) == []


def test_every_kind_has_a_sentence_on_its_default_that_says_why(contract):
    defaults = contract.game.telling.defaults
    assert sorted(defaults) == sorted(contract.game.kinds)
    if contract.title != "toy":
        short = [name for name, why in defaults.items() if len(why.split()) < 4 or not why.endswith(".")]
        assert not short
