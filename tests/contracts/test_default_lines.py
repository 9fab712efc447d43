"""The printed line of the published default, typed, is the default: for every question that random games of every title
come to, whatever else its kind may answer."""

import pytest

from pbem.core.data.problems import refusals
from pbem.core.orders.orders import parse_line
from pbem.core.play.answers import judge

from .titles import PIECES, SettledFeed


class DefaultLines(SettledFeed):
    """Types the default of each question before it is answered."""

    def __init__(self, game, seed, most):
        super().__init__(game, seed, most)
        self.faults, self.seen = [], set()

    def sample(self, board, ask):
        self.typed(board, ask, self.game.kinds[ask.kind])
        return super().sample(board, ask)

    def typed(self, board, ask, kind):
        """The default as a form prints it, read for its kind and settled on the board."""
        default = kind.default(board, ask)
        lines = kind.text(default, ask)
        item, problems = parse_line("\n".join(lines), self.game, ask.power, [kind.name])
        if refusals(problems) or kind.name not in [item["kind"], *item.get("also", ())]:
            self.faults.append(f"{kind.name}: {lines} is not read: {problems}")
            return
        value, problems = judge(kind, board, ask, item["value"])
        if refusals(problems) or value != judge(kind, board, ask, default)[0]:
            self.faults.append(f"{kind.name}: {lines} is {value!r}, not {default!r} {problems}")
        self.seen.add(kind.name)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("piece", PIECES)
def test_the_default_can_be_typed_as_it_is_printed(contract, piece):
    seen = set()
    seeds, decisions = contract.piece(piece, 3)
    for seed in (*seeds, *contract.every_seed):
        if seed not in seeds and len(seen) >= 3:
            break  # the others are only for a title of which one game meets too little
        feed = DefaultLines(contract.game, seed, decisions)
        contract.play(seed, feed)
        assert not feed.faults, "\n".join(feed.faults[:8])
        seen |= feed.seen
    assert len(seen) >= 3
