"""Every declared kind of every title, on the boards of random games: the menu leads to legal answers and reaches all of
them, each answer is written and read back, and no word is passed over, however a mail program breaks the line."""

import functools
import textwrap
from collections import Counter

import pytest
from jsonschema import Draft202012Validator

from pbem.core.data.canon import dumps
from pbem.core.data.problems import refusals
from pbem.core.language.errors import ParseError
from pbem.core.language.names import key
from pbem.core.language.order_context import NOTHING, OrderContext
from pbem.core.language.parser import nexts
from pbem.core.language.random_answers import attempt
from pbem.core.language.reader import FILLERS
from pbem.core.orders.orders import parse_line, read
from pbem.core.rules.requests import Ask
from pbem.page.menus import export
from tests.page.offered import unreached
from tests.thorough import THOROUGH

from .titles import PIECES, SettledFeed

LEAST = 95  # of 100 walks of each kind are accepted
STRAY = ("attack", "now", "two", "with", "north", "please", "via", "and", "7", "pass", "not", "stay", "usa")
LINES = 60  # of one walk
TRIES = 6  # words put into a line, of each answer
LARGEST = 25_000  # bytes of an exported menu
FOUND = {  # games of wider runs in which something did not hold: menus too large, walks refused unmarked, a word
    "red-dragon/ready": ["wide-7"],
    "pacific/balanced": ["wide-14"],
    "cataclysm/c1": ["wide-15"],
}
HEADER = "game g\nseat one\nentry 1\nhead 0123456789abcdef0123456789abcdef\n"
WRAPS = [{"break_long_words": False, "break_on_hyphens": at_hyphens} for at_hyphens in (False, True)]


def _kinds(item):
    return [item["kind"], *item.get("also", ())]


def forms_in(reading):
    """The names of the forms that read a line, and the orders in it."""
    if isinstance(reading, dict):
        own = [reading["form"]] if "form" in reading else []
        return own + [name for one in reading.values() for name in forms_in(one)]
    return [name for one in reading for name in forms_in(one)] if isinstance(reading, list) else []


def spare(kind):
    """The keys of the words that mean nothing: those that a form of the kind declares, and the few before any name."""
    return {key(words.split()[0]) for words in kind.spare_words()} | set(FILLERS)


@functools.cache
def validator(kind):
    """Of the answers of a kind."""
    return Draft202012Validator(kind.schema())


class WalkingFeed(SettledFeed):
    """Walks through every form that is open, and meddles with the lines of the answers."""

    def __init__(self, game, seed, most):
        super().__init__(game, seed, most)
        self.walks, self.taken, self.faults = Counter(), Counter(), []
        self.whole, self.refused, self.read_back = Counter(), Counter(), set()

    def sample(self, board, ask):
        kind = self.game.kinds[ask.kind]
        if ask.is_open and kind.is_multiline:
            self.walk_lines(board, ask, kind)
        for form in kind.forms:
            if ask.is_open and not kind.is_multiline and form.is_open(board, ask):
                self.walk(board, ask, kind, form)
        answer = super().sample(board, ask)
        self.meddle(board, ask, kind, answer)
        if THOROUGH or self.decisions % 2:  # a menu of every other question
            self.offered(board, ask, kind, answer)
        self.wrapped(board, ask, kind, answer)
        return answer

    def heard(self, board, verbs):
        """Petitions too: what the menu of each power leads to is legal, and is read from its line without a board."""
        for verb, kind in self.game.petitions.items():
            for power in self.game.powers if verbs is None or verb in verbs else ():
                for form in kind.forms:
                    if form.is_open(board, ask := Ask(verb, power)):
                        self.petitioned(board, ask, kind, form)
        return super().heard(board, verbs)

    def petitioned(self, board, ask, kind, form):
        answer = attempt(kind, board, ask, form, self.chance)
        if answer is NOTHING:
            return
        self.count(kind, f"petition {kind.name}", refusals(kind.check(board, ask, answer)))
        self.offered(board, ask, kind, answer)
        for line in kind.text(answer):
            if (row := (line, ask.power, dumps(answer))) in self.read_back:
                continue  # without a board it means the same again
            self.read_back.add(row)
            item, problems = parse_line(line, self.game, ask.power)
            if refusals(problems) or item["value"] != answer:
                self.faults.append(f"{kind.name}: {line!r} is read as {item}, {problems}")

    def offered(self, board, ask, kind, answer):
        """The schema takes the answer; the exported menu offers it, and is small; every beginning of its lines may be
        gone on with."""
        if not validator(kind).is_valid(answer):
            self.faults.append(f"{kind.name}: the schema does not take {answer!r}")
        menu = export(kind, board, ask)
        self.faults += [f"{kind.name}: no menu offers {what}" for what in unreached(kind, board, ask, answer, menu)]
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
        for wrap in WRAPS:
            self.broken(
                board, ask, kind, answer, [part for line in lines for part in textwrap.wrap(line, width, **wrap)]
            )

    def broken(self, board, ask, kind, answer, lines):
        text = HEADER + "\n".join(lines)
        orders, problems = read(text, self.game, {"one": [ask.power]})
        if refusals(problems):
            self.refused[kind.name] += 1
            return
        self.whole[kind.name] += 1
        values = [kind.settle(board, ask, item["value"])[0] for item in orders.answers if kind.name in _kinds(item)]
        if values != [answer] or len(orders.answers) != 1:
            self.faults.append(f"{kind.name}: broken, {lines} is read as {values}")

    def walk(self, board, ask, kind, form):
        answer = attempt(kind, board, ask, form, self.chance)
        if answer is NOTHING:
            return
        self.count(kind, kind.name, refusals(kind.check(board, ask, answer)))

    def walk_lines(self, board, ask, kind):
        """A walk of several lines: each is accepted behind those before it, and the whole of them at the end."""
        items, state, left = [], kind.start(board, ask), LINES
        while left and kind.goes_on(OrderContext(kind, board, ask, items=items, state=state), self.chance):
            left -= 1
            form = self.chance.choice([one for one in kind.forms if one.is_open(board, ask) and not one.is_typed])
            new = attempt(kind, board, ask, form, self.chance, items, state)
            new = new if isinstance(new, list) else [new]
            if new in ([], [NOTHING]):
                continue
            state = kind.follow(board, ask, state, new)
            problems = refusals(kind.unmendable(board, ask, state, [*items, *new]))
            self.count(kind, kind.name, problems)
            items = items if problems else [*items, *new]
            state = kind.undone(board, ask, state, items) if problems else state
        if not kind.goes_on(OrderContext(kind, board, ask, items=items, state=state), self.chance):
            self.count(kind, f"{kind.name} as a whole", refusals(kind.check(board, ask, kind.join(items))))

    def count(self, kind, name, problems):
        self.walks[name] += 1
        self.taken[name] += not problems
        if problems and problems[0].code not in kind.may_fail_with:
            self.faults.append(f"{name}: a walk is refused by what is not marked: {problems[0]}")

    def meddle(self, board, ask, kind, answer):
        """A word too many, also one of the words of the kind itself, is refused, or seen in the answer and told."""
        lines, own = kind.text(answer, ask), sorted(kind.inner_words() - spare(kind))
        told = self.game.told(board, ask, answer)
        for _ in range(TRIES if lines else 0):
            place = self.chance.below(len(lines))
            words = lines[place].split()
            words.insert(at := self.chance.below(len(words) + 1), stray := self.chance.choice([*STRAY, *own]))
            typed = [*lines[:place], " ".join(words), *lines[place + 1 :]]
            divides = stray == "and" and words[at - 1].endswith(",")  # "a, and b" is "a, b"
            found = None if divides else self.meaning(board, ask, kind, typed)
            if stray == "all" and found == answer:  # of a kind of which there is one, all is what stands there already
                other = [*lines[:place], " ".join([*words[:at], "9", *words[at + 1 :]]), *lines[place + 1 :]]
                found = self.meaning(board, ask, kind, other)
            if found == answer and not self.is_repeated(words, at) and not self.turns(kind, lines[place], typed[place]):
                self.faults.append(f"{kind.name}: {' '.join(words)!r} is read as if {stray!r} were not there")
            elif found not in (None, answer) and self.game.told(board, ask, found) == told:
                self.faults.append(f"{kind.name}: {' '.join(words)!r} is told as if {stray!r} were not there")

    @staticmethod
    def is_repeated(words, at):
        """Whether a word stands that goes without saying there: `deploy` again before the next part of a deployment."""
        return words[at] in ("deploy", "fire", "support") and words[at - 1].endswith((";", ","))

    def turns(self, kind, line, other):
        """Whether another form reads the other line: `join alliance` says what `alliance` says."""
        return forms_in(kind.read(line, self.game.names)) != forms_in(kind.read(other, self.game.names))

    def meaning(self, board, ask, kind, lines):
        try:
            value = kind.combine([kind.read(line, self.game.names) for line in lines])
        except ParseError:
            return None
        answer, problems = kind.settle(board, ask, value)
        return None if refusals(problems) or refusals(kind.check(board, ask, answer)) else answer


@pytest.mark.sampled(6)
@pytest.mark.parametrize("piece", PIECES)
def test_the_menu_leads_to_legal_answers_and_no_word_is_passed_over(contract, piece):
    walks, taken, faults = Counter(), Counter(), []
    seeds, decisions = contract.piece(piece, 2)
    for name in seeds + ([] if piece else FOUND.get(repr(contract), [])):
        feed = WalkingFeed(contract.game, name, decisions)
        contract.play(name, feed)
        walks, taken, faults = walks + feed.walks, taken + feed.taken, faults + feed.faults
    assert not faults, "\n".join(faults[:8])
    for kind, count in walks.items():
        assert count < 20 or 100 * taken[kind] >= LEAST * count, f"{kind}: {taken[kind]} of {count} walks"
