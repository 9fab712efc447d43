"""Every question of random games: its options, default and examples are legal, nonsense is refused, and what is legal
can be written as order text, read again and played.  Meanwhile the invariants are watched after every fact, and in the
end the board is the fold of its facts."""

import re

import pytest

from pbem.core.data.problems import NOT_ALLOWED, refusals
from pbem.core.orders.orders import parse_line
from pbem.core.play.answers import judge
from pbem.core.rules.engine import fold
from tests.spoken import raw_ids
from tests.thorough import some

from .titles import SettledFeed, played

NONSENSE = ("no such answer", {"no": "such answer"}, ["no such answer"], None, 10**6, [[["x"]]], {})


class ExaminingFeed(SettledFeed):
    """Looks at every question before it is answered; `faults` has what does not hold, `kinds` what was asked."""

    def __init__(self, game, seed, most):
        super().__init__(game, seed, most)
        self.faults, self.kinds = [], {}

    def sample(self, board, ask):
        if ask.is_open or len(ask.options) > 1:
            self.kinds[ask.kind] = self.kinds.get(ask.kind, 0) + 1
            before = board.to_json()
            self.examine(board, ask)
            if board.to_json() != before:
                self.faults.append(f"{ask.question}: looking at the question changed the board")
        return super().sample(board, ask)

    def examine(self, board, ask):
        kind = self.game.kinds[ask.kind]
        legal = [("option", option) for option in ([] if ask.is_open else ask.options)]
        legal += [("default", kind.default(board, ask))]
        legal += [("example", example) for example in kind.examples(board, ask)]
        if ask.is_open and kind.examples(board, ask)[0] != kind.default(board, ask):
            self.faults.append(f"{ask.question}: the first example is not the default, as forms have it")
        legal += [("sample", kind.sample(board, ask, self.chance)) for _ in range(2)]
        for what, answer in legal:
            problems = refusals(kind.check(board, ask, answer))
            if problems:
                self.faults.append(f"{ask.question}: the {what} {answer!r} is refused: {problems[0]}")
            self.round_trip(board, ask, kind, answer, what)
        self.refuses_nonsense(board, ask, kind)
        if ids := raw_ids(self.game, unquoted(kind.describe(board, ask) or "")):
            self.faults.append(f"{ask.question}: it is asked in ids: {kind.describe(board, ask)} ({ids})")

    def round_trip(self, board, ask, kind, answer, what):
        settled, problems = judge(kind, board, ask, answer)
        if refusals(problems):
            self.faults.append(f"{ask.question}: the {what} {answer!r} settles to what is refused: {problems[0]}")
            return
        for written in (settled, answer):
            self.reads_back(board, ask, kind, settled, "\n".join(kind.text(written, ask)))

    def reads_back(self, board, ask, kind, settled, text):
        item, problems = parse_line(text, self.game, ask.power, [ask.kind])
        if refusals(problems) or item is None:
            self.faults.append(f"{ask.question}: {text!r} is not understood: {problems}")
        elif ask.kind not in (item["kind"], *item.get("also", ())):
            self.faults.append(f"{ask.question}: {text!r} reads as an answer to {item['kind']}")
        else:
            again, problems = judge(kind, board, ask, item["value"])
            if refusals(problems):
                self.faults.append(f"{ask.question}: {text!r} is refused: {problems[0]}")
            elif again != settled:
                self.faults.append(f"{ask.question}: {text!r} gives {again!r} instead of {settled!r}")

    def refuses_nonsense(self, board, ask, kind):
        for answer in NONSENSE:
            settled, problems = judge(kind, board, ask, answer)
            if not refusals(problems) and not refusals(kind.check(board, ask, settled)) and answer == settled:
                if ask.is_open or answer not in ask.options:
                    self.accepted(ask, answer)
            elif any(problem.level == NOT_ALLOWED and not problem.rule for problem in problems):
                self.faults.append(f"{ask.question}: {answer!r} is refused without a rule")

    def accepted(self, ask, answer):
        if answer not in ([], {}):  # nothing at all may be a legal answer, as to "what do you build?"
            self.faults.append(f"{ask.question}: {answer!r} is accepted")


def unquoted(text):
    """A text without the order lines that it quotes, which are to be typed as they stand."""
    return re.sub("`[^`]*`", "", text)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("seed", some(range(2), 2))
def test_every_question_is_honest_and_every_answer_can_be_written(contract, seed):
    name = contract.seeds[seed]
    feed = ExaminingFeed(contract.game, name, contract.decisions)
    contract.play(name, feed)
    assert feed.kinds
    assert not feed.faults, "\n".join(feed.faults[:8])


@pytest.mark.sampled(3)
def test_the_board_is_the_fold_of_its_facts_and_can_be_written(contract):
    """The invariants are watched in these games too, after every fact (Contract.play)."""
    for seed in contract.seeds:
        board, facts = played(contract, seed)
        folded = fold(contract.game, contract.game.new_board(contract.charter), facts)
        assert folded.to_json() == board.to_json()
        again = contract.game.board_from(board.to_json(), contract.charter)
        assert again.to_json() == board.to_json()
        assert contract.game.invariants(again) == []
