"""Every declared kind of every title, on the boards of random games: the menu leads to legal answers, each answer is
written and read back, and no word is passed over."""

from collections import Counter

from pbem.core.data.problems import refusals
from pbem.core.orders.fields import NOTHING
from pbem.core.orders.lines import LineError
from pbem.core.orders.walking import attempt

from .titles import SettledFeed

LEAST = 95  # of 100 walks of each kind are accepted
STRAY = ("attack", "now", "two", "with", "north", "all", "please", "via", "and", "7", "pass", "not", "stay", "usa")
TRIES = 6  # words put into a line, of each answer


class WalkingFeed(SettledFeed):
    """Walks through every form that is open, and meddles with the lines of the answers."""

    def __init__(self, game, seed, most):
        super().__init__(game, seed, most)
        self.walks, self.taken, self.faults = Counter(), Counter(), []

    def sample(self, board, ask):
        kind = self.game.kinds[ask.kind]
        if hasattr(kind, "declared"):
            for form in kind.declared:
                if ask.options is None and not kind.many and form.is_open(board, ask):
                    self.walk(board, ask, kind, form)
        answer = super().sample(board, ask)
        if hasattr(kind, "declared"):
            self.meddle(board, ask, kind, answer)
        return answer

    def walk(self, board, ask, kind, form):
        answer = attempt(kind, board, ask, form, self.chance)
        if answer is NOTHING:
            return
        self.walks[kind.name] += 1
        problems = refusals(kind.check(board, ask, answer))
        self.taken[kind.name] += not problems
        if problems and problems[0].code not in kind.marks:
            self.faults.append(f"{kind.name}: a walk is refused by what is not marked: {problems[0]}")

    def meddle(self, board, ask, kind, answer):
        """A word too many is refused, or seen in the answer."""
        lines = kind.text(answer)
        for _ in range(TRIES if lines else 0):
            place = self.chance.below(len(lines))
            words = lines[place].split()
            words.insert(at := self.chance.below(len(words) + 1), stray := self.chance.choice(STRAY))
            typed = [*lines[:place], " ".join(words), *lines[place + 1 :]]
            divides = stray == "and" and words[at - 1].endswith(",")  # "a, and b" is "a, b"
            if not divides and self.meaning(board, ask, kind, typed) == answer:
                self.faults.append(f"{kind.name}: {' '.join(words)!r} is read as if {stray!r} were not there")

    def meaning(self, board, ask, kind, lines):
        try:
            value = kind.combine([kind.read(line, self.game.names) for line in lines])
        except LineError:
            return None
        return kind.settle(board, ask, value)[0]


def test_the_menu_leads_to_legal_answers_and_no_word_is_passed_over(contract):
    walks, taken, faults = Counter(), Counter(), []
    for name in contract.seeds[:2]:
        feed = WalkingFeed(contract.game, name, contract.decisions)
        contract.play(name, feed)
        walks, taken, faults = walks + feed.walks, taken + feed.taken, faults + feed.faults
    assert not faults, "\n".join(faults[:8])
    for kind, count in walks.items():
        assert count < 20 or 100 * taken[kind] >= LEAST * count, f"{kind}: {taken[kind]} of {count} walks"
