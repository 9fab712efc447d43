"""Where no fight begins, what can be done is done: no unit that a line does not name keeps the others from acting."""

import pytest

from pbem.core.data.problems import refusals
from pbem.core.play.answers import judge
from tests.contracts.titles import CONTRACTS, SettledFeed

FREE = [contract for contract in CONTRACTS if contract.title in ("pacific", "cataclysm")]


class Watching(SettledFeed):
    """Random answers; each of a kind that is done as far as possible is tried with some of its lines alone."""

    def __init__(self, game, seed, most):
        super().__init__(game, seed, most)
        self.wrong, self.tried = [], {}

    def sample(self, board, ask):
        answer = super().sample(board, ask)
        if ask.kind in self.game.turns.free and ask.is_open:
            self.look(board, ask, answer)
        return answer

    def look(self, board, ask, answer):
        kind = self.game.kinds[ask.kind]
        items = kind.split(answer) if isinstance(answer, list) else []
        parts = [items[:at] for at in range(len(items))] or [items]
        for some in parts:
            settled, problems = judge(kind, board, ask, kind.join(some), True)
            self.tried[ask.kind] = self.tried.get(ask.kind, 0) + 1
            if refusals(problems):
                self.wrong.append((ask.kind, some, [str(one) for one in refusals(problems)]))


@pytest.mark.sampled(3)
@pytest.mark.parametrize("contract", FREE, ids=repr)
def test_the_first_lines_of_a_legal_answer_can_be_done_without_the_others(contract):
    for seed in contract.seeds:
        feed = Watching(contract.game, seed, 4 * contract.decisions)
        contract.play(seed, feed)
        assert feed.wrong == []
    assert feed.tried
