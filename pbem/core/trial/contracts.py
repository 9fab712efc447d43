"""What every title promises, looked at in an installed one: no checkout is needed, and no test is to be written.

Random games are played through the real adjudication, stop by stop; a fault is a sentence, with file and line where an
exception of the title's own tells them.
"""

from collections.abc import Callable, Iterator
from typing import Any

from ..data.boards import Board
from ..data.canon import dumps
from ..data.json_types import Json
from ..data.problems import BrokenFile, Refused, refusals
from ..language.errors import ParseError
from ..orders.orders import parse_line
from ..play.answers import judge
from ..play.gamefile import GameFile
from ..play.verify import verify
from ..record.charter import Charter
from ..record.state import at_rest
from ..rules.engine import fold
from ..rules.requests import Ask, ask_from
from ..title.game import Game, at_fault
from ..title.published import Published
from . import robots
from .selfplay import Chance, Fault, check_fold, watcher

MOST_TOLD = 10  # faults of one contract

WORDS = "every fact, question and petition has its sentences"
SHAPES = "every shape is declared, every step has its own, and no fact is idle"
FORMS = "every example of a form is an order"
PLAY = "random games go on; facts, questions and invariants hold"
ANSWERS = "every question is told, has a legal default, and takes its answers as lines"
TOLD = "what happened, the board and the moment are told"
POSITIONS = "a rest point is written as a position and read again"
SHOWN = "pages, mails and maps of each stop are made"
VERIFIED = "a game that is made again is the same"
CONTRACTS = (WORDS, SHAPES, FORMS, PLAY, ANSWERS, TOLD, POSITIONS, SHOWN, VERIFIED)


class Looked:
    """The faults that were found, by contract."""

    def __init__(self) -> None:
        self.faults: dict[str, list[str]] = {contract: [] for contract in CONTRACTS}

    def __call__(self, contract: str, look: Callable[..., Iterator[str]], *arguments: Any) -> None:
        """Note what a look finds; an exception is a fault with its place."""
        found = self.faults[contract]
        try:
            found += [fault for fault in look(*arguments) if fault and fault not in found]
        except (Refused, BrokenFile) as error:
            found += [str(problem) for problem in error.problems]
        except Exception as error:  # whatever a title does
            _, place = at_fault(error) or ("", "")
            found.append(f"{place + ': ' if place else ''}{type(error).__name__}: {error}")


def looked_at(
    game: Game,
    charter: Charter,
    entries: int = 20,
    seeds: int = 2,
    shown: Callable[[GameFile], Iterator[str]] = lambda file: iter(()),
) -> dict[str, list[str]]:
    """``{contract: faults}`` of a title: its tables and forms, and so many entries of random games.

    shown  faults of what rooms in front of this one show of a game at a stop
    """
    look = Looked()
    look(WORDS, _unsaid, game)
    look(SHAPES, _undeclared, game)
    look(FORMS, _unread, game)
    for seed in range(seeds):
        club, chance = robots.Club(charter, str(seed)), Chance(str(seed))
        found: list[GameFile] = []
        look(PLAY, _played, club, chance, entries, found)
        for file in found:
            look(ANSWERS, _unanswered, file)
            look(TOLD, _untold, file)
            look(POSITIONS, _unplaced, file)
            look(SHOWN, shown, file)
        for file in found[-1:]:
            look(SHAPES, _misshapen, file)
            look(PLAY, _unfolded, file, charter)
            look(VERIFIED, _unverified, file)
    return {contract: list(dict.fromkeys(faults))[:MOST_TOLD] for contract, faults in look.faults.items()}


def _unsaid(game: Game) -> Iterator[str]:
    words = game.telling.words
    yield from (f"fact {type}: words/facts.json has no sentence" for type in game.facts.fields.keys() - words.facts)
    for kind in game.kinds:
        lacking = [name for name in ("asked", "answer", "default") if name not in words.of_kind(kind)]
        yield from (f"question {kind}: words/questions.json does not say {name}" for name in lacking)
    verbs = game.petitions.keys() - words.tables["petitions"]
    yield from (f"petition {verb}: words/petitions.json has no sentence" for verb in verbs)


def _undeclared(game: Game) -> Iterator[str]:
    published = Published(game)
    for name in published.names:
        try:
            published.schema(name)
        except ValueError as error:
            yield f"{name}: {error}"


def _misshapen(file: GameFile) -> Iterator[str]:
    """Steps with other arguments than were declared, and facts that change nothing and are not said to tell something
    all the same."""
    game, board, published = file.game, file.game.new_board(file.charter), Published(file.game)
    for _, step in file.story():
        yield published.misfit(f"step-{step['procedure']}", step["args"])
        for fact in step["facts"]:
            before = dumps(board.to_json())
            if dumps(fold(game, board, [fact]).to_json()) == before and fact["type"] not in game.facts.tells:
                yield f"fact {fact['type']}: it changes nothing"


def _unread(game: Game) -> Iterator[str]:
    for kind in (*game.kinds.values(), *game.petitions.values()):
        for form in kind.forms:
            _, example = kind.said(form)
            try:
                kind.read(example, game.names)
            except ParseError as error:
                yield f"{kind.name}: the example {example!r} cannot be read: {error.problem}"


def _played(club: robots.Club, chance: Chance, entries: int, found: list[GameFile]) -> Iterator[str]:
    """Play on, and keep the game at each stop."""
    file = club.new_game()
    try:
        for _ in range(entries):
            found.append(file)
            if file.is_over:
                return
            file = robots.moved(file, club.adjudicate(file, robots.random_orders(file, chance)))
    except Fault as fault:
        yield str(fault)
    found.append(file)


def _unfolded(file: GameFile, charter: Charter) -> Iterator[str]:
    if not at_rest(file.state):
        return  # in the middle of a step
    facts = [fact for _, step in file.story() for fact in step["facts"]]
    try:
        check_fold(file.game, charter, file.rest_board(), facts, watcher(file.game))
    except Fault as fault:
        yield str(fault)


def _unanswered(file: GameFile) -> Iterator[str]:
    board = file.current_board()
    for ask in map(ask_from, file.waiting):
        kind = file.game.kinds[ask.kind]
        for answer in [kind.default(board, ask), *kind.examples(board, ask)]:
            yield from _unmeant(file.game, board, ask, answer)


def _unmeant(game: Game, board: Board, ask: Ask, answer: Any) -> Iterator[str]:
    """What is wrong with an answer, or with its way through lines and back."""
    kind = game.kinds[ask.kind]
    problems = refusals(kind.check(board, ask, answer))
    yield from (f"{ask.kind}: {answer!r} is offered and refused: {problem}" for problem in problems[:1])
    lines = [parse_line(line, game, ask.power) for line in kind.text(answer, ask)]
    wrong = [problem for _, found in lines for problem in refusals(found)]
    yield from (f"{ask.kind}: its own line is not read: {problem}" for problem in wrong[:1])
    if wrong or problems:
        return
    said = [item["value"] for item, _ in lines if item]
    readings = [one for value in said for one in (value if isinstance(value, list) else [value])]
    again, refused = judge(kind, board, ask, kind.combine(readings))
    if refusals(refused) or again != answer:
        yield f"{ask.kind}: {kind.text(answer, ask)} says {again!r}, not {answer!r}"


def _untold(file: GameFile) -> Iterator[str]:
    game, board = file.game, file.current_board()
    say = game.telling.say(board)
    if not game.telling.moment(board, say):
        yield "moment: it says nothing"
    game.telling.tables(board, say)
    measures: Any = getattr(game.telling, "measures", lambda board: {})(board)
    if not isinstance(measures, dict) or not all(isinstance(row, dict) for row in measures.values()):
        yield f"measures: it gives {measures!r}, and not {{power: {{name: number}}}}"
    steps = [step for _, step in file.story()]
    game.telling.changes(game.new_board(file.charter), board, say, [fact for step in steps for fact in step["facts"]])
    for step in steps:
        if not game.telling.heading(step, say):
            yield f"heading: it says nothing of {step['procedure']}"
        for fact in step["facts"]:
            game.telling.words.fact(fact, say)


def _unplaced(file: GameFile) -> Iterator[str]:
    if not file.is_over:
        file.rest_position()
    yield from ()


def _unverified(file: GameFile) -> Iterator[str]:
    yield from map(str, verify(file).problems)


def as_json(title: str, faults: dict[str, list[str]]) -> Json:
    """What was looked at as the command prints it (schemas/title-check.schema.json)."""
    return {"pbem": "title-check/1", "title": title, "contracts": faults}
