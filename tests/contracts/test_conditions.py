"""Conditions of every title: read, printed and read back alike; what changed is told by two boards; and no line acts
where its condition was not met."""

import pytest

from pbem.core.data.canon import encode
from pbem.core.language.conditions import HELD, Change
from pbem.core.language.errors import ParseError
from pbem.core.play.answers import judge
from pbem.core.play.lines import Since
from pbem.core.record.charter import seat_of
from pbem.core.rules.engine import fold
from pbem.core.rules.requests import Ask, ask_from
from pbem.core.trial import robots
from pbem.core.trial.selfplay import Chance
from tests.contracts.titles import CONTRACTS
from tests.thorough import THOROUGH, some

TITLES = {contract.title: contract for contract in reversed(CONTRACTS)}
REAL = {title: contract for title, contract in TITLES.items() if title in ("cataclysm", "pacific", "red-dragon")}
MOST = 10_000 if THOROUGH else 12  # names that are tried in each place of a form


def arguments(game, name, most=MOST):
    """Some rows of arguments of a condition, so that each name comes in its place."""
    places = [
        [*range(0, 7)]
        if wanted == ["number"]
        else ["word"]
        if wanted == ["word"]
        else sorted({id for category in wanted for id in game.names.categories.get(category, ())})
        for wanted in game.conditions._patterns[name][1]
    ]
    longest = max([len(place) for place in places], default=1)
    return [[place[at % len(place)] for place in places] for at in range(min(longest, most))]


@pytest.mark.parametrize("title", TITLES)
def test_every_condition_is_read_printed_and_read_back_alike(title):
    game = TITLES[title].game
    for name in game.conditions.forms:
        for row in arguments(game, name):
            text = game.conditions.text([name, *row], game.names)
            [found] = game.conditions.parse(text, game.names)
            assert found == [name, *row], text
            assert game.conditions.knows(found, game.names)
            assert game.conditions.text(found, game.names) == text


@pytest.mark.parametrize("title", REAL)
def test_between_equal_boards_nothing_has_changed(title):
    contract, game = REAL[title], REAL[title].game
    board, _, _ = contract.play(contract.seeds[0])
    tried = 0
    for power in contract.charter["powers"]:
        marks = game.turns.marks(board, power)
        for name, (_, _, found) in game.conditions.forms.items():
            for row in arguments(game, name) if isinstance(found, Change) and found is not HELD else ():
                tried += 1
                assert not found.came(marks, marks, *row), (power, name, row)
    assert tried > 20


NEAR = [
    ("pacific", "hong-kong is captured", "AREA lost"),
    ("pacific", "hong-kong falls", "AREA lost"),
    ("pacific", "we keep hong-kong", "AREA holds"),
    ("pacific", "enemy at hong-kong", "enemy in AREA"),
    ("pacific", "less than 2 infantry in burma", "fewer than NUMBER UNIT-TYPE in AREA"),
    ("red-dragon", "an event happens", "event"),
    ("red-dragon", "taiwan is captured", "AREA lost"),
    ("cataclysm", "war is declared", "war on me"),
    ("cataclysm", "my stability falls", "stability lost"),
    ("cataclysm", "poland has changed hands", "AREA or UNIT changed"),
]


@pytest.mark.parametrize("title, text, meant", NEAR)
def test_a_near_miss_is_refused_and_names_what_may_be_meant(title, text, meant):
    game = REAL[title].game
    with pytest.raises(ParseError) as refused:
        game.conditions.parse(text, game.names)
    problem = refused.value.problem
    assert (
        problem.code == "unknown-condition-form" and problem.hint.startswith("Did you mean") and meant in problem.hint
    )


def test_words_that_say_nothing_of_their_own_may_stand_before_lost():
    game = REAL["pacific"].game
    for text in ("hong-kong lost", "hong-kong is lost", "hong-kong has been lost"):
        assert game.conditions.parse(text, game.names) == [["lost", "hong-kong"]], text


# -- what has changed, told apart from the marks -------------------------------------------------------------------


def holds_pacific(board, power, area):
    from pbem.games.pacific.board.parts import SIDES

    return SIDES.get(board.control.get(area)) == SIDES[power]


def holds_red_dragon(board, power, area):
    return area in board.holder and board.control(area) == power


def holds_cataclysm(board, power, area):
    return board.has_area(area) and board.controller(area) == power


HOLDS = {"pacific": holds_pacific, "red-dragon": holds_red_dragon, "cataclysm": holds_cataclysm}


def seen(title, board, power, condition):
    """What of a board a condition of change hangs on."""
    name, *rest = condition
    if name in ("lost", "holds"):
        return HOLDS[title](board, power, rest[0])
    if name == "changed":
        return encode([*REAL[title].game.turns.seen(board, power).get(rest[0], ())])
    if name == "event":
        return dict(board.events)
    if name == "stability-lost":
        return ("collapse", "unstable", "wavering", "steady").index(board.powers[power]["stability"])
    return {other for other in board.parts.powers if board.is_enemy(power, other)}


def has_come(condition, then, now):
    """Whether the change lies between what was seen of two boards."""
    name, *rest = condition
    found = {
        "lost": lambda: then and not now,
        "holds": lambda: now,
        "stability-lost": lambda: now < then,
        "war-on-me": lambda: bool(now - then),
        "war-on": lambda: rest[0] in now - then,
    }
    return found.get(name, lambda: then != now)()


class Witness:
    """A game of robots whose answers hang on conditions, and what was asked of these.

    boards   {(power, number of a turn): the board on which the turn before was over}
    asked    [(power, number of the turn, condition, what was seen of the board, what was found)]
    sent     {question: (condition, value if it holds, value if not, the Ask)}
    """

    def __init__(self, title, seed):
        self.title, self.contract, self.game = title, REAL[title], REAL[title].game
        self.club, self.chance = robots.Club(self.contract.charter, seed), Chance(seed)
        self.file = self.club.new_game()
        self.boards, self.asked, self.sent, self.acted = {}, [], {}, 0
        board = self.game.new_board(self.contract.charter)
        self.note_turns(board)

    def note_turns(self, board):
        for power in self.contract.charter["powers"]:
            place = power, self.game.turns.number(board, power)
            if place not in self.boards:
                self.boards[place] = self.game.board_from(self.game.rest(board), self.contract.charter)

    def condition(self):
        forms = self.game.conditions.forms
        changes = [name for name, (_, _, found) in forms.items() if isinstance(found, Change)]
        name = self.chance.choice(changes)
        return [name, *self.chance.choice(arguments(self.game, name, 1000))]

    def orders(self):
        """Random answers, each for the case that a condition holds, with another for the case that it does not."""
        one, other = (robots.random_orders(self.file, self.chance) for _ in "12")
        self.sent, board = {}, self.file.current_board()
        for first, second in zip(one, other):
            for answer, instead in zip(first["answers"], second["answers"]):
                answer["if"] = [self.condition()]
                answer["else"] = [{name: instead[name] for name in ("kind", "value", "line", "text")}]
            wire = {"power": first["answers"][0]["power"], "when": "*", "ask": True, "if": [self.condition()]}
            first["standing"] = [{**wire, "line": 9, "text": "ask me if"}]
        for question in self.file.waiting:
            ask = ask_from(question)
            [order] = [order for order in one if order["seat"] == seat_of(self.file.charter, ask.power)]
            [answer] = [row for row in order["answers"] if (row["power"], row["kind"]) == (ask.power, ask.kind)][:1]
            kind = self.game.kinds[ask.kind]
            values = [
                encode(judge(kind, board, ask, value)[0]) for value in (answer["value"], answer["else"][0]["value"])
            ]
            self.sent[ask.question] = (answer["if"][0], *values)
        return one

    def moves(self):
        before = self.file
        self.file = self.club.adjudicate(before, self.orders()).file
        board = before._board_of({**before.state, "step": None})
        for number, step in enumerate(self.file.entries[-1]["steps"]):
            held = before.state["step"]["facts"] if number == 0 and step.get("on") else []
            fold(self.game, board, [*held, *step["facts"]])
            if not step.get("open"):
                self.note_turns(board)

    def watching(self, hold):
        """In the place of `Since.hold`: the same, and noted."""

        def watched(since, board, ask, item, word="if"):
            for condition in item.get(word, ()):
                place = ask.power, self.game.turns.number(board, ask.power)
                now = seen(self.title, board, ask.power, condition)
                self.asked.append((place, condition, now, hold(since, board, ask, {"if": [condition]})))
            return hold(since, board, ask, item, word)

        return watched

    def is_met(self, place, condition, now):
        return has_come(condition, seen(self.title, self.boards[place], place[0], condition), now)

    def wrong(self, board, powers):
        """Answers of the last entry, asked on a board before it, that are not those of the branch that was met."""
        for use in self.file.entries[-1]["used"]:
            if use["by"] == "answer" and use["question"] in self.sent:
                condition, one, other = self.sent[use["question"]]
                power = powers[use["question"]]
                place, now = (power, self.game.turns.number(board, power)), seen(self.title, board, power, condition)
                self.acted += one != other
                if encode(use["value"]) != (one if self.is_met(place, condition, now) else other):
                    yield condition, use


@pytest.mark.sampled(3)
@pytest.mark.parametrize("title", REAL)
def test_no_line_acts_where_its_condition_was_not_met(title, monkeypatch):
    hold, found = Since.hold, set()
    for seed in some(["conditions-1", "conditions-2"], 1):
        witness = Witness(title, seed)
        monkeypatch.setattr(Since, "hold", witness.watching(hold))
        for _ in range(witness.contract.stops):
            if not witness.file.is_over:
                board, waiting = witness.file.current_board(), witness.file.waiting
                witness.moves()
                assert [*witness.wrong(board, {row["question"]: row["power"] for row in waiting})] == []
        for place, condition, now, came in witness.asked:
            assert came == witness.is_met(place, condition, now), (place, condition)
            found.add(came)
        assert witness.acted > 3
    assert found == {True, False}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("title", TITLES)
def test_every_condition_can_be_looked_at_on_every_board(title):
    contract, game = TITLES[title], TITLES[title].game
    board, _, _ = contract.play(contract.seeds[0])
    for power in contract.charter["powers"]:
        ask = Ask(next(iter(game.kinds)), power)
        since = Since(game, contract.charter, {})
        for name in game.conditions.forms:
            for row in arguments(game, name, 1000):
                assert since.hold(board, ask, {"if": [[name, *row]]}) in (True, False)
