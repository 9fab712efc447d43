"""The report as a sheet: titled blocks of sentences, headings, tables and pictures.  `sheet` makes it once; each form
(text, Markdown, speech, HTML, JSON) prints its blocks, all of them, in their order, and chooses no words."""

from typing import TYPE_CHECKING, NamedTuple

from pbem.core.data.json_types import Json

if TYPE_CHECKING:
    from .shapes import BlockJson


class Sentence(NamedTuple):
    """One sentence of a block.

    rule       the number that says so
    is_detail  told below the sentence before it
    lead       the words it begins with, where they are to be found at a glance: "Waiting for"; a form that sets them
               in a column leaves out their colon
    quoted     lines of orders that it speaks of, as they are written
    """

    text: str
    rule: str = ""
    is_detail: bool = False
    lead: str = ""
    quoted: tuple[str, ...] = ()


class Proof(NamedTuple):
    """A sentence on the draws; commands stand in it between backticks."""

    text: str


class Heading(NamedTuple):
    """The heading of the sentences that follow it."""

    text: str


class Table(NamedTuple):
    """Rows of cells under their columns.

    told        the same in sentences, for whoever hears it
    is_aligned  False: where there is no ruled table, a row is a paragraph
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    told: tuple[str, ...]
    is_aligned: bool = True


class Figure(NamedTuple):
    """A picture of what the rest of its block says in words; a form without pictures has its caption."""

    caption: str
    svg: str


class Lines(NamedTuple):
    """Lines of orders, to be copied as they stand."""

    lines: tuple[str, ...]


Item = Sentence | Proof | Heading | Table | Figure | Lines


class Block(NamedTuple):
    """A part of the sheet: its kind for programs, its title for people; the first one needs none."""

    kind: str
    title: str
    items: tuple[Item, ...]

    @property
    def sentences(self) -> list[Sentence]:
        """Its sentences; the block on who is asked has nothing else."""
        return [item for item in self.items if isinstance(item, Sentence)]


class Sheet(NamedTuple):
    """All that a report says."""

    title: str
    edition: str
    game: str
    entry: int
    moment: str
    blocks: tuple[Block, ...]


def to_json(blocks: tuple[Block, ...]) -> "list[BlockJson]":
    """Blocks as JSON (schemas/report.schema.json); of an item what is not empty, and what `is` one."""
    return [
        {"kind": block.kind, "title": block.title, "items": [_item(item) for item in block.items]} for block in blocks
    ]


def _item(item: Item) -> Json:
    known = {name: value for name, value in item._asdict().items() if value}
    return {"is": type(item).__name__.lower(), **known}
