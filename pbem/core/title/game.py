"""What a title registers, and how the rest of the house finds it.

A title is a package with a `Game` called GAME.  Those of this house lie under pbem.games; others are packages of their
own that say so by an entry point of the group ``pbem.titles`` (docs/adding-a-title.md).  Nothing of a title is imported
before it is asked for, and the entry points are not read for a title of this house.
"""

import os
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypedDict

from ..data.boards import Board
from ..data.components import file_of, folder_of
from ..data.json_types import Json
from ..data.problems import BrokenFile, Problem, read_messages
from ..data.tables import beside, read_table
from ..rules.facts import Fact
from ..rules.turns import Turns

if TYPE_CHECKING:
    from ..data.sentences import Words
    from ..language.conditions import Conditions
    from ..language.decision import Decision
    from ..language.draw_and_resign import Ending
    from ..language.names import Names
    from ..rules.facts import Facts, Reducer
    from ..rules.requests import Ask, Following, Procedure
    from .scenario_pages import PageLine
    from .table import Get, Table

TITLES = {"cataclysm": "pbem.games.cataclysm", "pacific": "pbem.games.pacific", "red-dragon": "pbem.games.red_dragon"}
GROUP = "pbem.titles"  # of entry points: id = package

PARTS, OPTIONAL, TELLING, TELLING_MAY, IN_ITS_ROOMS = beside(__file__, "parts").values()
"""What every title says of itself, with a sentence on each part, and what it may say besides; `Game` refuses one that
lacks a part, or has one that nothing reads.  Last, where the parts that few commands need stand in a title that is
divided into rooms as those of this house are: its `lazy`."""
NO_MAP = {"moment": "", "sides": {}, "areas": {}, "types": {}, "moves": [], "battles": []}


Arrangements = dict[int, dict[str, list[str]]]
"""{number of players: {seat: [powers]}}"""


class Say(Protocol):
    """How names are spoken of on a board: what the other rooms ask of it.  A title's own says much more."""

    ways: Mapping[str, str]
    """{way in which a sentence has a field printed: method} (core/data/sentences.py)."""

    def area(self, id: str, /) -> str:
        """An area, as it is printed."""

    def power(self, id: str, /) -> str:
        """A power, as it is printed."""


class Turning(NamedTuple):
    """Rolls that may have decided a turn.

    weight  how much hangs on them, as the leads of the title weigh facts
    share   how likely it was that they go so, or further: in how many cases, of how many
    told    the name of the text that tells it; its fields, and ``share``; of ``sides``, rows with a share of their own,
            it is given those that were rare
    fact    what tells of the rolls, the first of several
    """

    weight: float
    share: tuple[int, int]
    told: str
    fields: Json
    fact: Fact


class Loss(NamedTuple):
    """What a power has lost of one kind: one is told as ``1 carrier``, many as ``{count} carriers``.  Units of land are
    not dear; those are of "air", "sea" and "land", or "" where all are of one category, but an "upgrade" or a
    "step" of a unit that goes on."""

    power: str
    number: int
    one: str
    many: str
    category: str


class FightTable(NamedTuple):
    """A fight as a table: the facts that stand in it, and its cells."""

    facts: Sequence[Fact]
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]


class BoardTable(TypedDict):
    """A table of a report on the board; only one of places has a name for its first column."""

    title: str
    columns: list[str]
    rows: list[list[str]]


class Telling(Protocol):
    """How a title is told; TELLING has a sentence on each part."""

    say: Callable[[Board], Say]
    words: "Words"
    heading: Callable[[Any, Any], str]
    moment: Callable[[Board, Any], str]
    tables: Callable[[Board, Any], list[BoardTable]]
    changes: Callable[[Board, Board, Any, Sequence[Fact]], list[Any]]


class Positions(Protocol):
    """How a title reads and writes positions (core.title.positions).  It may have `startable` and `sides` besides."""

    apply: Callable[[Board, Json], list[Problem]]
    write: Callable[[Board], Json]


class Game:
    """One title, as data and functions: the parts of `PARTS`, and of `OPTIONAL` what it needs.

    lazy     {name of a part: "words.census:census_names()"}: parts that few commands need, by the module of the package
             and the name there, called if () stands behind it, or a file of JSON; read when somebody asks for them

    Raises BrokenFile with a Problem for each part that is missing, or that nothing reads.
    """

    id: str
    name: str
    revision: int
    package: str
    powers: Sequence[str]
    seats: Arrangements
    editions: Sequence[str]
    scenarios: Mapping[str, Json]
    options: Mapping[str, Json]
    rulings: Mapping[str, Json]
    kinds: "Mapping[str, Decision]"
    petitions: "Mapping[str, Decision]"
    ending: "Ending | None"
    procedures: "Mapping[str, Procedure]"
    next_procedure: "Callable[[Board], Following | None]"
    new_board: Callable[[Json], Board]
    board_from: Callable[[Json, Json | None], Board]
    facts: "Facts"
    invariants: Callable[[Board], list[Problem]]
    telling: Telling
    table: "Table"
    computes: Mapping[str, Callable[..., Any]]
    conditions: "Conditions"
    names: "Names"
    result: Callable[[Board], Json | None]
    position: Positions
    seats_of: Callable[[str, str], Arrangements] | None
    switched: Mapping[int, Json]
    rest: Callable[[Board], Json]
    acting: Callable[[Board], Iterable[str]]
    turns: Turns
    sensible: "Callable[[Game, Any, Ask, Any], Iterable[tuple[float, Any]]]"
    robot: Any
    pace: tuple[str, Collection[str]]
    victory: "Callable[[Board], Iterable[PageLine]]"
    added: "Callable[[Json], Iterable[PageLine]]"
    would_win: Callable[[Board], Json | None]
    side_of: Callable[[str], str]
    names_of: "Callable[[Json], Names]"
    check_components: Callable[[Mapping[str, Any]], Iterable[Problem]]
    check_options: Callable[[str, str, Json], Iterable[Problem]]
    arguments: Mapping[str, Any]
    mapped: Callable[..., Json]
    asked: str
    odds: ModuleType
    census_of_answer: "Callable[[Ask, Any], Iterable[str]]"
    census_of_fact: "Callable[[Fact], Iterable[str]]"
    census_names: Iterable[str]
    excused: Sequence[Json]
    is_diceless: bool

    def __init__(self, *, lazy: Mapping[str, str] | None = None, **parts: Any) -> None:
        self.side_of = str
        self.seats_of = None
        self.switched = {}
        self.is_diceless = False
        self.ending, self.petitions, self.computes = None, {}, {}
        self.editions, self.rulings, self.options = ["standard"], {}, {}
        self.invariants = lambda board: []
        self.result = _its_result
        self.excused, self.census_names = (), ()
        self.census_of_answer = lambda ask, answer: ()
        self.census_of_fact = lambda fact: ()
        self.rest = lambda board: board.to_json()
        self.acting = lambda board: parts["powers"]
        self.turns = Turns(lambda board, power: 1)
        self.sensible = lambda game, board, ask, wished: ()
        self.robot = None
        self.victory = lambda board: ()
        self.added = lambda charter: ()
        self.would_win = lambda board: None
        self.pace = ("steps", frozenset())
        self.lazy: Mapping[str, str] = lazy or {}
        self.mapped = lambda board, facts=(): NO_MAP
        _whole({**self.lazy, **parts})
        self.__dict__.update(parts)
        self._take_defaults({**self.lazy, **parts})
        if self.ending is not None:
            self._join_ending(self.ending)
        for kind in (*self.kinds.values(), *self.petitions.values()):
            kind.telling = self.telling
        for name in self.lazy.keys() - parts.keys():
            self.__dict__.pop(name, None)  # the default, where the title has something to say

    def _take_defaults(self, given: Mapping[str, Any]) -> None:
        """Have conditions without any of its own if none are given, and the sentences of the problems that it tells."""
        if is_outside(self.package) and os.path.exists(path := file_of(self.package, "problems.json")):
            read_messages(os.path.dirname(path))
        if "conditions" not in given:
            from ..language.conditions import Conditions

            self.conditions = Conditions({})

    def _join_ending(self, ending: "Ending") -> None:
        """Put what every agreed end has among the title's own: question, petitions, procedures, facts and words."""
        from ..language import draw_and_resign as ends

        self.kinds = {**self.kinds, ends.AGREE: ends.AgreeToEnd(ending.is_secret)}
        self.petitions = {**self.petitions, **ends.petitions()}
        self.procedures = {**self.procedures, **ends.PROCEDURES}
        facts, self.telling.words.beside = ends.joined(ending)
        self.facts.narrative(facts)

    def __getattr__(self, name: str) -> Any:
        """A part that is seldom needed; `seats` of a title whose scenarios have their own: those of its first scenario
        and edition."""
        if name in (self.__dict__.get("lazy") or ()):
            self.__dict__[name] = _part(self.package, self.lazy[name])
            return self.__dict__[name]
        if name == "seats":
            return self.__dict__["seats_of"](next(iter(self.scenarios)), self.editions[0])
        raise AttributeError(name)

    @property
    def queries(self) -> "dict[str, Get]":
        """``{name: function(board, *arguments)}``: views of the board, and what can be asked of every title."""
        from .scenario_pages import queries

        return {**queries(self), **self.table.queries()}

    @property
    def reducers(self) -> "dict[str, Reducer]":
        """``{type of fact: function(board, fact)}``."""
        return self.facts.reducers

    def told(self, board: Board, ask: "Ask", answer: Any) -> list[str]:
        """The settled answer to a question, as a list of sentences (`telling.words`), with the names as they are on
        this board; never the line as it was typed."""
        return self.telling.words.answer(ask.kind, answer, ask, self.telling.say(board))

    def petition_told(self, board: Board, ask: "Ask", value: Any) -> list[str]:
        """The same of what a petition says; its verb stands as the kind of the Ask."""
        return self.telling.words.petition(ask.kind, value, ask, self.telling.say(board))

    def __repr__(self) -> str:
        return f"<Game {self.id}>"


def _its_result(board: Any) -> Json | None:
    found: Json | None = board.result
    return found


def _part(package: str, place: str) -> Any:
    """The part of a title that stands at a place, ``words.census:census_names()``; a module if no name follows; what a
    file of JSON holds, ``words/excused.json``."""
    from importlib import import_module

    if place.endswith(".json"):
        return read_table(file_of(package, place))
    module, _, name = place.partition(":")
    found: Any = import_module(f"{package}.{module}")
    found = getattr(found, name.removesuffix("()")) if name else found
    return found() if name.endswith("()") else found


def _whole(parts: Mapping[str, Any]) -> None:
    """Raises BrokenFile for parts that are missing, or that nothing reads."""
    title = parts.get("id", "?")
    needed = {name: text for name, text in PARTS.items() if name != "seats" or not parts.get("seats_of")}
    lacking = {name: text for name, text in needed.items() if name not in parts}
    if "telling" in parts:
        lacking |= {f"telling.{name}": text for name, text in TELLING.items() if not hasattr(parts["telling"], name)}
    problems = [Problem("title-lacks", title=title, part=name, meaning=text) for name, text in lacking.items()]
    problems += [Problem("title-unread", title=title, part=name) for name in parts if name not in PARTS | OPTIONAL]
    problems += _options(title, parts.get("options", {}))
    BrokenFile.if_any(problems)


def _options(title: object, options: Mapping[str, Json]) -> Iterator[Problem]:
    """What is published for an option, or by edition, is one of its values."""
    for name, row in options.items():
        default = row["default"]
        for value in default.values() if isinstance(default, dict) else [default]:
            if value not in row["values"]:
                yield Problem("title-default", title=title, option=name, value=value, values=row["values"])


def asked_of(game: Game) -> Any:
    """The module that answers what players ask of a title's boards, or None."""
    from importlib import import_module

    name = getattr(game, "asked", None)
    return import_module(name) if name else None


def load(title: str) -> Game:
    """The Game called `title`; imports only that title's package.  Raises BrokenFile for an unknown one."""
    from importlib import import_module

    package = package_of(title)
    try:
        game: Game = import_module(package).GAME
        return game
    except Exception as error:  # whatever a title does
        if package in TITLES.values() or isinstance(error, BrokenFile):
            raise  # a fault of this house is shown as one
        reason = f"{type(error).__name__}: {error}{_where(error)}"
        raise BrokenFile(Problem("title-broken", title=title, package=package, reason=reason)) from error


def _where(error: BaseException) -> str:
    """Behind what is wrong with a title that cannot be imported, the last line of its own that ran."""
    import traceback

    house = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    frames = traceback.extract_tb(error.__traceback__)
    own = [one for one in frames if not one.filename.startswith((house + os.sep, "<"))]
    own = [one for one in own if f"{os.sep}importlib{os.sep}" not in one.filename]
    return f" ({own[-1].filename}:{own[-1].lineno})" if own else ""


def part_of(title: str, name: str) -> Any:
    """A part of a title, or None: without the rest of it, where its package says that it stands apart (APART)."""
    from importlib import import_module

    package = package_of(title)
    places = getattr(import_module(package), "APART", {})
    return _part(package, places[name]) if name in places else getattr(load(title), name, None)


def titles() -> list[str]:
    """The ids of the titles that are installed, sorted."""
    return sorted(filter(is_title, {*TITLES, *_elsewhere()}))


def is_title(name: str) -> bool:
    """Whether a title of that name is installed."""
    return _installed(name) is not None


def package_of(title: str) -> str:
    """The dotted name of the package of a title.  Raises BrokenFile for one that is not installed."""
    package = _installed(title)
    if package is None:
        raise BrokenFile(Problem("unknown-title", title=title, titles=titles()))
    return package


def _installed(title: str) -> str | None:
    """The package that a title names, if it is there; else None."""
    package = TITLES.get(title) or _elsewhere().get(title)
    return package if package and folder_of(package) else None


def is_outside(package: str) -> bool:
    """Whether a package is none of this house."""
    return not package.startswith("pbem.")


def at_fault(error: BaseException) -> tuple[str, str] | None:
    """``(title, file:line)`` of the title from outside in whose code an exception arose, "" for the place if only its
    part in it is certain; None where none is loaded."""
    import traceback

    loaded = {title: package for title, package in _elsewhere().items() if package in sys.modules}
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        for title, package in loaded.items():
            if frame.filename.startswith(f"{folder_of(package)}{os.sep}"):
                return title, f"{frame.filename}:{frame.lineno}"
    return next(((title, "") for title in loaded), None)


def _elsewhere() -> dict[str, str]:
    """``{id: package}`` of the titles that other packages bring."""
    return _brought(tuple(sys.path))


@lru_cache(4)
def _brought(path: tuple[str, ...]) -> dict[str, str]:
    """The same of what is installed on a path: every package there is asked, which takes as long as a turn."""
    from importlib.metadata import entry_points

    return {point.name: point.value for point in entry_points(group=GROUP)}
