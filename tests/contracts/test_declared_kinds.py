"""Every declared kind of every title, on the boards of random games: the menu leads to legal answers and reaches all of
them, each answer is written and read back, and no word is passed over, however a mail program breaks the line."""

import textwrap
from collections import Counter

from jsonschema import Draft202012Validator

from pbem.core.data.canon import dumps
from pbem.core.data.problems import refusals
from pbem.core.orders.fields import NOTHING
from pbem.core.orders.lines import LineError
from pbem.core.orders.menus import export, unreachable
from pbem.core.orders.orders import read
from pbem.core.orders.reading import nexts
from pbem.core.orders.walking import attempt

from .titles import SettledFeed

LEAST = 95  # of 100 walks of each kind are accepted
STRAY = ("attack", "now", "two", "with", "north", "please", "via", "and", "7", "pass", "not", "stay", "usa")
TRIES = 6  # words put into a line, of each answer
LARGEST = 25_000  # bytes of an exported menu
HEADER = "game g\nseat one\nentry 1\nhead 0123456789abcdef0123456789abcdef\n"
WRAP = {"break_long_words": False, "break_on_hyphens": False}


def _kinds(item):
    return [item["kind"], *item.get("also", ())]


class WalkingFeed(SettledFeed):
    """Walks through every form that is open, and meddles with the lines of the answers."""

    def __init__(self, game, seed, most):
        super().__init__(game, seed, most)
        self.walks, self.taken, self.faults = Counter(), Counter(), []
        self.whole, self.refused = Counter(), Counter()

    def sample(self, board, ask):
        kind = self.game.kinds[ask.kind]
        if kind.walks:
            for form in kind.declared:
                if ask.options is None and not kind.many and form.is_open(board, ask):
                    self.walk(board, ask, kind, form)
        answer = super().sample(board, ask)
        self.meddle(board, ask, kind, answer)
        if kind.walks:
            self.offered(board, ask, kind, answer)
        self.wrapped(board, ask, kind, answer)
        return answer

    def offered(self, board, ask, kind, answer):
        """The schema takes the answer; the exported menu offers it, and is small; every beginning of its lines may be
        gone on with."""
        if not Draft202012Validator(kind.schema()).is_valid(answer):
            self.faults.append(f"{kind.name}: the schema does not take {answer!r}")
        menu = export(kind, board, ask)
        self.faults += [f"{kind.name}: the menu does not offer {what}" for what in unreachable(menu, kind, answer)]
        if len(dumps(menu)) > LARGEST:
            self.faults.append(f"{kind.name}: the menu has {len(dumps(menu))} bytes")
        for line in kind.text(answer)[:1]:
            words = line.split(" ")
            begun = " ".join(words[: 1 + self.chance.below(len(words))])
            following, whole = nexts(begun, self.game.names, [kind])
            if not following and not whole:
                self.faults.append(f"{kind.name}: nothing may come behind {begun!r} of {line!r}")

    def wrapped(self, board, ask, kind, answer):
        """A line that is broken at some column means the same, or is refused."""
        lines = kind.text(answer, ask)
        width = 40 + self.chance.below(41)
        if max(map(len, lines), default=0) <= width:
            return
        text = HEADER + "\n".join(part for line in lines for part in textwrap.wrap(line, width, **WRAP))
        orders, problems = read(text, self.game, {"one": [ask.power]})
        if refusals(problems):
            self.refused[kind.name] += 1
            return
        self.whole[kind.name] += 1
        values = [kind.settle(board, ask, item["value"])[0] for item in orders.answers if kind.name in _kinds(item)]
        if values != [answer] or len(orders.answers) != 1:
            self.faults.append(f"{kind.name}: broken at {width}, {lines} is read as {values}")

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
        lines = kind.text(answer, ask)
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
        answer, problems = kind.settle(board, ask, value)
        return None if refusals(problems) or refusals(kind.check(board, ask, answer)) else answer


def test_the_menu_leads_to_legal_answers_and_no_word_is_passed_over(contract):
    walks, taken, faults = Counter(), Counter(), []
    for name in contract.seeds[:2]:
        feed = WalkingFeed(contract.game, name, contract.decisions)
        contract.play(name, feed)
        walks, taken, faults = walks + feed.walks, taken + feed.taken, faults + feed.faults
    assert not faults, "\n".join(faults[:8])
    for kind, count in walks.items():
        assert count < 20 or 100 * taken[kind] >= LEAST * count, f"{kind}: {taken[kind]} of {count} walks"
