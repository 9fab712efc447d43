"""The shapes of a tournament: of its file (schemas/tournament.schema.json), and of its table
(schemas/standings.schema.json); tests/test_shapes.py holds them against each other."""

from typing import TypedDict

from pbem.core.data.json_types import Json
from pbem.core.record.outcome import Act

Seating = dict[str, str]
"""{seat: player}"""
Arrangement = dict[str, list[str]]
"""{seat: [powers]}"""


class Referee(TypedDict):
    """Somebody who referees and does not play."""

    id: str
    name: str


class Player(Referee, total=False):
    """A player; `referees` is True for one who also judges games of others."""

    referees: bool
    team: str


class _Pairing(TypedDict):
    round: int
    table: int
    game: str
    seats: Seating
    referee: str


class Pairing(_Pairing, total=False):
    """A game of a round; `anchors` are those of the chains of all seats, as people type them."""

    anchors: dict[str, str]


class Bye(TypedDict):
    """A round without a game."""

    round: int
    player: str


class Forfeits(TypedDict, total=False):
    """When silence loses a game: after so many published defaults, or days."""

    absences: int
    days: int


class _Document(TypedDict):
    pbem: str
    name: str
    title: str
    scenario: str
    system: str
    players: list[Player]


class Document(_Document, total=False):
    """A tournament file; what may be left out is read by cup.Cup, which knows what holds then."""

    edition: str
    options: Json
    tables: list[str]
    rounds: int
    twice: bool
    points: dict[str, int]
    tie_breaks: list[str]
    calendar: Json
    forfeit: Forfeits
    referees: list[Referee]
    pairings: list[Pairing]
    byes: list[Bye]
    acts: list[Act]


class Rating(TypedDict):
    """A rating, rounded to hundredths; `rating` is three deviations below the mean."""

    mean: float
    deviation: float
    rating: float


class Score(TypedDict):
    """What somebody has come to in games with a result."""

    played: int
    won: int
    drawn: int
    points: int


class _Standing(Score):
    rank: int
    player: str
    name: str
    lost: int
    byes: int
    sides: dict[str, int]
    sonneborn_berger: str
    buchholz: int
    buchholz_cut_1: int
    buchholz_median: int


class Standing(_Standing, total=False):
    """A player in the table; with ratings, where somebody asked for them."""

    rating: Rating


class Team(TypedDict):
    """A team in its table: the points of its members added up."""

    rank: int
    team: str
    points: int
    won: int
    players: list[str]


class GameRow(_Pairing):
    """A game of a tournament as it stands; `scores` are by player."""

    state: str
    by: str
    scores: dict[str, str] | None


class Standings(TypedDict):
    """A tournament with its table."""

    pbem: str
    name: str
    title: str
    rounds: int
    tie_breaks: list[str]
    players: list[Standing]
    games: list[GameRow]
    byes: list[Bye]
    teams: list[Team]
    acts: list[Act]


class Forfeit(TypedDict):
    """A game that a seat gives up by the tournament's rule on deadlines."""

    game: str
    seat: str
    reason: str
