"""Random legal play: every question answered by a random sample of its legal answers, every draw keyed.

Used to find faults (a rule that raises, a question without legal answers, a broken invariant) and to see what the
rules are made of: a *census* counts what occurred, and what never occurs must stand in a list with a reason.
"""

import random
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import Any

from ..data.boards import Board
from ..draws.draws import Source, ThrowawaySource
from ..language.decision import Decision
from ..language.draw_and_resign import UNMET
from ..language.order_context import NOTHING
from ..language.random_answers import walked
from ..record.charter import Charter
from ..rules.engine import Session, Watch, fold
from ..rules.facts import Fact
from ..rules.requests import Ask, Following, Roll
from ..rules.rulebook import implementations, watching
from ..title.game import Game
from ..title.published import Published

Petition = tuple[str, str, Any]
"""(verb, power, value)"""


class Chance:
    """What `Decision.sample` draws from: below, choice, some.  Not for rules."""

    __slots__ = ("_random", "_bits")

    def __init__(self, seed: str) -> None:
        self._random = random.Random(seed)
        self._bits = self._random.getrandbits

    def below(self, n: int) -> int:
        """A number from 0 to n - 1: as ``randrange(n)``, at half its price."""
        if n < 1:
            raise ValueError("there is nothing to choose from")
        number = self._bits(size := n.bit_length())
        while number >= n:
            number = self._bits(size)
        return number

    def choice(self, items: Sequence[Any]) -> Any:
        """One of a non-empty list."""
        return items[self.below(len(items))]

    def some(self, items: Sequence[Any], most: int | None = None) -> list[Any]:
        """Some of a list, at least one if there is any, in the order of the list."""
        count = len(items) if most is None else min(most, len(items))
        if not count:
            return []
        taken = set(self._random.sample(range(len(items)), self._random.randint(1, count)))
        return [item for place, item in enumerate(items) if place in taken]


class Fault(Exception):
    """Random play met a fault of the rules: what, and where in which game."""


class RandomFeed:
    """A feed that answers everything by random legal samples."""

    def __init__(self, game: Game, source: Source | None, chance: Chance, census: "Census | None" = None) -> None:
        self.game, self.published = game, Published(game)
        self.source = source
        self.chance = chance
        self.census = census
        self.decisions = 0
        self._peeked: dict[tuple[str, int], Any] = {}

    def petition(self, board: Board) -> Following | None:
        """A petition that some power volunteers at this rest point, or None (decision.Decision.random_rate)."""
        return self.heard(board, self.game.petitions)

    def heard(self, board: Board, verbs: Collection[str] | None) -> Following | None:
        """The same before a question that hears petitions of these verbs."""
        given = self.volunteer(board, verbs)
        if given is None:
            return None
        verb, power, value = given
        if self.census is not None:
            self.census.counts[f"petition:{verb}"] += 1
        return f"petition-{verb}", {"power": power, "value": value}

    def volunteer(self, board: Board, verbs: Collection[str] | None = None) -> Petition | None:
        """A petition that somebody feels like, mostly None."""
        return volunteered(self.game, board, self.chance, verbs)

    def roll(self, request: Roll) -> Any:
        if self.source is None:
            return None
        return self.source.draw(request.label, request.kind, request.of)["result"]

    def peek(self, board: Board, ask: Ask) -> Any:
        key = (ask.question, id(ask))
        if key not in self._peeked:
            self._peeked[key] = self.sample(board, ask)
        return self._peeked[key]

    def answer(self, board: Board, ask: Ask) -> Any:
        answer = self._peeked.pop((ask.question, id(ask)), None)
        return self.sample(board, ask) if answer is None else answer

    def sample(self, board: Board, ask: Ask) -> Any:
        """The answer of a player; every one is checked."""
        kind = self.game.kinds[ask.kind]
        if misfit := self.published.of_question(ask):
            raise Fault(misfit)
        if not ask.is_open and len(ask.options) == 1:
            return ask.options[0]
        answer = self.choose(board, ask)
        is_walk = type(kind).sample is Decision.sample and ask.is_open  # which checks where it leads
        problems = [] if is_walk else [one for one in kind.check(board, ask, answer) if one.is_refusal]
        if problems:
            raise Fault(f"{ask.question}: the sample {answer!r} is refused: {problems[0]}")
        self.decisions += 1
        if self.census is not None:
            self.census.answered(self.game, board, ask, answer)
        return answer

    def choose(self, board: Board, ask: Ask) -> Any:
        """A random answer, out of several."""
        return self.game.kinds[ask.kind].sample(board, ask, self.chance)


def volunteered(game: Game, board: Board, chance: Chance, verbs: Collection[str] | None = None) -> Petition | None:
    """A random petition, of any verb or of these, by a walk through its menu: ``(verb, power, value)``; mostly None."""
    for verb, kind in game.petitions.items():
        if verbs is not None and verb not in verbs:
            continue
        for power in game.powers:
            if kind.random_rate and not chance.below(kind.random_rate):
                value = walked(kind, board, Ask(verb, power), chance)
                if value is not NOTHING:
                    return verb, power, value
    return None


class Census:
    """How often what occurred, under names like ``kind:op``, ``op:14``, ``fact:unit-eliminated``, ``rule:9.7``."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()

    def answered(self, game: Game, board: Board, ask: Ask, answer: Any) -> None:
        names = [f"kind:{ask.kind}", *game.census_of_answer(ask, answer)]
        names += [f"choice:{ask.kind}"] * (answer != game.kinds[ask.kind].default(board, ask))
        self.counts.update(names)

    def played(self, game: Game, board: Board, facts: Iterable[Fact], ran: Iterable[str]) -> None:
        """Count a finished game: its facts, rules and ending."""
        for fact in facts:
            self.counts.update([f"fact:{fact['type']}", *game.census_of_fact(fact)])
        self.counts.update(f"rule:{number}" for number in ran)
        if result := game.result(board):
            self.counts[f"ending:{result['by']}"] += 1

    def missing(self, game: Game, scenario: str = "") -> list[str]:
        """What the title expects and never occurred, without what is excused: a sorted list of names."""
        forgiven = excuses(game, scenario)
        return [name for name in expected(game) if not self.counts.get(name) and name not in forgiven]

    def needless(self, game: Game, scenario: str = "") -> list[str]:
        """What is excused and occurred all the same, sorted: the excuse is worth another look."""
        return sorted(name for name in excuses(game, scenario) if self.counts.get(name))


def excuses(game: Game, scenario: str = "") -> dict[str, str]:
    """``{name: reason}`` of what random play of a scenario need not meet.

    A title gives rows; what a later one says of a name stands.
    """
    told = {"fact:corrected": "a referee makes it, not a rule", **(UNMET if game.ending else {})}
    for row in game.excused:
        if scenario in row.get("in", (scenario,)):
            told |= dict.fromkeys(row["names"], row["reason"])
    return told


def expected(game: Game) -> list[str]:
    """Everything that random play should meet in a title, sorted."""
    names = {f"kind:{name}" for name in game.kinds} | {f"choice:{name}" for name in game.kinds}
    names |= {f"petition:{verb}" for verb, kind in game.petitions.items() if volunteers(kind)}
    names |= {f"fact:{name}" for name in game.reducers}
    names |= {f"rule:{number}" for number in implementations(game.package)}
    return sorted(names | set(game.census_names))


def volunteers(kind: Decision) -> bool:
    """True if a kind of petition takes part in random play."""
    return kind.random_rate > 0


def play_one(
    game: Game,
    charter: Charter,
    seed: str,
    census: Census | None = None,
    watch: Watch | None = None,
    players: type[RandomFeed] = RandomFeed,
) -> tuple[Board, list[Fact], int]:
    """Play one game to its end in memory; returns ``(board, facts, decisions)``.

    seed   text; the same seed gives the same game
    watch  called as ``watch(board, fact)`` after every fact, e.g. to test invariants
    players  the feed that answers for all of them
    """
    source = ThrowawaySource(throwaway_seed(seed))
    feed = players(game, source, Chance(seed), census)
    board = game.new_board(charter)
    session = Session(game, board, watch)
    ran: Collection[str] = ()
    if census is None:
        stop = session.run(feed)
    else:
        with watching() as ran:
            stop = session.run(feed)
    if stop.why != "over":
        raise Fault(f"the game stopped with {stop.why} {stop.asks}")
    facts = [fact for step in session.closed for fact in step["facts"]]
    if census is not None:
        census.played(game, board, facts, ran)
    return board, facts, feed.decisions


def check_fold(game: Game, charter: Charter, board: Board, facts: Iterable[Fact], watch: Watch | None = None) -> None:
    """Raise Fault unless the board is the fold of the facts from the start; `watch` sees every fact."""
    folded = game.new_board(charter)
    for fact in facts:
        fold(game, folded, [fact])
        if watch:
            watch(folded, fact)
    if folded.to_json() != board.to_json():
        raise Fault("the board is not the fold of its facts")


def watcher(game: Game) -> Watch:
    """A `watch` that raises Fault when a fact is not as it was declared, or an invariant does not hold after it."""
    published = Published(game)

    def watch(board: Board, fact: Fact) -> None:
        misfit = published.of_fact(fact)
        if misfit:
            raise Fault(misfit)
        broken = game.invariants(board)
        if broken:
            raise Fault(f"after {fact}: {broken[0]}")

    return watch


def throwaway_seed(seed: str) -> str:
    """The 64 hex digits of a throw-away draw source that belong to any text."""
    from hashlib import sha256

    return sha256(str(seed).encode()).hexdigest()
