"""The shapes of what the modules of a site hand to each other, and to its templates."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, TypedDict

from pbem.core.data.boards import Board
from pbem.core.data.json_types import Json
from pbem.core.record.entries import Entry
from pbem.tournament.shapes import Score, Team
from pbem.tournament.shapes import Standing as CupStanding

Link = tuple[str, str]
"""(text, address)"""
Comments = Mapping[int, Sequence[str]]
"""{entry: paragraphs that explain it}"""
Moment = tuple[Entry, Board, list[Json]]
"""An entry, the board after it, its steps (film.boards)."""


# -- the club --------------------------------------------------------------------------------------------------------


class Person(TypedDict):
    """A seat of a game, who sits there ("" for nobody that is named), and its powers as they are printed."""

    seat: str
    name: str
    powers: list[str]


class Club(NamedTuple):
    """What stands above the games: a name, a line or two on the club, and an address or a word on how to reach it."""

    name: str = "The games of the club"
    about: str = ""
    contact: str = ""


OURS = Club()


class Waited(TypedDict):
    """A seat that is waited for, who that is, and until when, as files hold times ("" where nobody can say)."""

    seat: str
    who: str
    until: str


class Row(TypedDict):
    """A game as the index and the pages of players tell it.

    hours     {person: how long it took each time until its orders came}
    marks     {seat: won, drawn or lost}
    decision  what a director decided on it, as a sentence, or ""
    """

    name: str
    title: str
    moment: str
    entries: int
    people: list[Person]
    waiting: list[Waited]
    since: str
    hours: dict[str, list[float]]
    over: bool
    marks: dict[str, str]
    decision: str
    head: str


class Standing(Score):
    """The same, and of whom."""

    name: str


class Made(TypedDict):
    """What made.json tells of the pages of a game: from what they were made (a digest), which files they are, the row
    of the index, and the shared files that they need."""

    pbem: str
    key: str
    files: list[str]
    row: Row
    common: list[str]


# -- a game ----------------------------------------------------------------------------------------------------------


class Around(TypedDict):
    """What stands beside or inside the page of a game: links, the pictures of the board and of its curves by their
    addresses, and the parts of page.inline."""

    links: list[Link]
    board: str
    pictures: list[str]
    parts: dict[str, str]


class _Frame(TypedDict):
    n: int
    moment: str


class Frame(_Frame, total=False):
    """A board of a film: what is told of it, and what changed since the frame before.

    story    [[heading, [[text, rule] or [text, rule, 1] of a detail]]]
    draws    [[label, result]]
    note     [what, why]
    by       the places of the seats whose orders were used
    changes  [[slot, value before, value after]], by their numbers
    """

    story: list[list[Any]]
    draws: list[list[str]]
    note: list[str]
    comment: list[str]
    by: list[int]
    changes: list[list[int]]


class FilmData(TypedDict):
    """A film as a page reads it; the boards stand there by the number of their frame, each a value a slot."""

    pbem: str
    game: str
    maps: list[str]
    seats: list[list[str]]
    slots: list[str]
    frames: list[Frame]
    boards: dict[str, list[int]]
    texts: Sequence[Sequence[str]]
    values: list[tuple[Any, ...]]


# -- a tournament ----------------------------------------------------------------------------------------------------


class Played(TypedDict):
    """What a player did in a round; `game` is None where there is no page of it."""

    game: str | None
    text: str
    against: list[int]


class TableRow(CupStanding):
    """A player in the table, with its number there and its way through the rounds; None is a round without a game."""

    number: int
    rounds: list[Played | None]


class Seated(TypedDict):
    """A seat of a game, who sits there, and what it came to."""

    seat: str
    name: str
    points: str
    mark: str


class CupGame(TypedDict):
    """A game of a round."""

    game: str
    has_page: bool
    table: int
    seats: list[Seated]
    has_result: bool
    state: str
    by: str
    referee: str


class CupRound(TypedDict):
    """A round: its games, and who had a bye."""

    number: int
    games: list[CupGame]
    idle: list[str]


class ToldAct(TypedDict):
    """An act of the director as a line; `game` is the one of which there is a page."""

    game: str | None
    text: str


class CupPage(TypedDict):
    """What the page of a tournament shows."""

    name: str
    about: str
    breaks: list[str]
    worth: dict[str, int]
    table: list[TableRow]
    columns: list[tuple[str, str]]
    has_rating: bool
    teams: list[Team]
    names: dict[str, str]
    rounds: list[CupRound]
    acts: list[ToldAct]
    data: str
