"""The shapes of a canonical report and of its rows (schemas/report.schema.json says the same to whoever reads it as
JSON; tests/test_shapes.py holds the two against each other)."""

from typing import TypedDict

from pbem.core.data.json_types import Json
from pbem.core.draws.draws import Record
from pbem.core.record.deadlines import Term
from pbem.core.record.now import QuestionRow
from pbem.core.rules.facts import Fact
from pbem.core.title.game import BoardTable
from pbem.core.title.places import Place
from pbem.core.title.scenario_pages import Page


class _Line(TypedDict):
    text: str
    level: int
    rule: str
    type: str
    weight: float
    fact: Fact


class StoryLine(_Line, total=False):
    """A sentence of the story, and the fact that it tells; level 1 is a detail, and `weight` is how much it matters.

    event   the address ENTRY.K of the fact, in a report
    """

    event: str


class Fight(TypedDict):
    """A fight of the story as a table, in the place of some of its lines, by their numbers from 0 on."""

    lines: list[int]
    columns: list[str]
    rows: list[list[str]]


class _Part(TypedDict):
    heading: str
    procedure: str
    lines: list[StoryLine]


class Part(_Part, total=False):
    """A paragraph of the story: what one procedure did; with its fights as tables, if there are any."""

    fights: list[Fight]


# A line of the lead: what it is (main or other news, turning, losses or score), the sentence, the same where room is
# short, what names it where there is none, or "", and where it comes among those that are told, in the order of time;
# they stand by their weight.
LeadLine = TypedDict("LeadLine", {"is": str, "text": str, "short": str, "brief": str, "at": int})


class _Note(TypedDict):
    entry: int
    what: str
    why: str


class Note(_Note, total=False):
    """A note of the referee, an absence, a word to everybody."""

    seat: str


class Waiting(QuestionRow):
    """An open question, whether something has come of its seat, and the lines of its published default."""

    answered: bool
    default: list[str]


Over = Json
"""How a game ended: {"winner", "by", "rule"} and what else the title's result tells, with "winner_name" (None for a
draw) and "why", in words."""
Ruling = Json
"""A ruling of the title as its rulings.json has it, with its "id"."""


class DrawRow(Record):
    """A draw, and the entry in which it was made."""

    entry: int


class Row(TypedDict):
    """What became of a line of orders."""

    seat: str
    fate: str
    entry: int
    lodged: int
    line: int
    text: str
    reason: str
    kind: str
    told: str


class LineRow(Row):
    """The same as a report has it: how often (`times`), and of which lines, where several are one row."""

    times: int
    lines: list[int]


# A value that decided something and was not checked against a printed copy.
Evidence = TypedDict("Evidence", {"file": str, "pointer": str, "what": str, "from": str})


class _Report(TypedDict):
    pbem: str
    game: str
    title: str
    title_name: str
    edition: str
    scenario: str
    names: dict[str, str]
    entry: int
    since: int
    seat: str | None
    moment: str
    lead: list[LeadLine]
    head: str
    waiting: list[Waiting]
    asked: list[str]
    over: Over | None
    story: list[Part]
    notes: list[Note]
    draws: list[DrawRow]
    changes: list[str]
    board: list[BoardTable]
    lines: list[LineRow]
    rulings: list[Ruling]
    evidence: list[Evidence]
    options: list[str]
    fairness: list[str]


class Report(_Report, total=False):
    """A canonical report (build.build).  What may be missing:

    called     of whom something is waited for without a question: who, and what, in words
    diceless   the title draws nothing
    deadlines  until when those have time who are waited for
    agreed     how long everybody has, in words, where the dates are not known
    abbreviations   names in print, each with the shorter one that the lead has for it; in the report on the last entry
    page       how the game is won and what its scenario adds to the book; in the first report
    places     the board place by place, where that was asked for
    """

    called: list[str]
    diceless: bool
    deadlines: list[Term]
    agreed: str
    abbreviations: dict[str, str]
    page: Page
    places: list[Place]


class BlockJson(TypedDict):
    """A block as JSON (blocks.to_json); an item has "is", and of its fields what is not empty."""

    kind: str
    title: str
    items: list[Json]


class WholeReport(Report):
    """A report with the blocks that every other form prints."""

    blocks: list[BlockJson]
