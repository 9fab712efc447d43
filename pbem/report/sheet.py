"""A report as a sheet of blocks, made once for every form: what is said, in which words, in which order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from pbem.core.data.tables import Sentences, beside
from pbem.core.title.scenario_pages import said, sections

from .asked import asked_block
from .blocks import Block, Figure, Heading, Item, Lines, Proof, Sentence, Sheet, Table, to_json
from .build import evidence_sentence, line_sentence
from .lead import lead_block

if TYPE_CHECKING:
    from .shapes import DrawRow, Fight, LineRow, Note, Part, Report, Ruling, WholeReport

TITLES = beside(__file__, "titles")
_say = Sentences(__name__)


def sheet(
    report: Report,
    form: str = "",
    maps: Iterable[tuple[str, str]] = (),
    history: Iterable[Part] = (),
    verified: str = "",
) -> Sheet:
    """The sheet of a canonical report (build.build).

    form       the order form of the seat that it is for
    maps       [(caption, SVG text)]
    history    the story of all that came before, as in ``report["story"]``
    verified   the words of a verification, if one was made
    """
    trust = [*map(Proof, report["fairness"]), *([Proof(verified)] if verified else [])]
    blocks = [
        lead_block(report),
        _block("page", _page(report)),
        _block("story", story(report["story"])),
        _block("notes", [note(report, row) for row in report["notes"]]),
        changes_block(report),
        _block("orders", [_order(report, line) for line in report["lines"]]),
        _block("asked", [] if report["over"] else asked_block(report).items),
        _block("form", [Lines(tuple(form.splitlines()))] if form else []),
        _block("board", [*(Figure(*one) for one in maps), *_tables(report)]),
        _block("options", [Sentence(f"{'; '.join(report['options'])}.")] if report["options"] else []),
        _block("rulings", [_ruling(row) for row in report["rulings"]]),
        _block("evidence", [Sentence(evidence_sentence(report))] if report["evidence"] else []),
        _block("draws", [_draws(report["draws"])] if report["draws"] else []),
        _block("history", story(history) if history else []),
        Block("trust", TITLES["record" if report.get("diceless") else "trust"], tuple(trust)),
    ]
    return sheet_of(report, [block for block in blocks if block.items])


def with_blocks(report: Report, form: str = "") -> WholeReport:
    """The report as JSON, with the blocks that every other form prints."""
    return {**report, "blocks": to_json(sheet(report, form).blocks)}


def sheet_of(report: Report, blocks: Iterable[Block]) -> Sheet:
    """A sheet with the head of a report, of some blocks."""
    return Sheet(
        title=report["title_name"],
        edition=report["edition"],
        game=report["game"],
        entry=report["entry"],
        moment=report["moment"],
        blocks=tuple(blocks),
    )


def _block(kind: str, items: Iterable[Item]) -> Block:
    return Block(kind, TITLES[kind], tuple(items))


def done_blocks(report: Report) -> list[Block]:
    """What became of the orders of the seat that a report is for, and what happened, in a few lines."""
    own = [_order(report, line) for line in report["lines"] if line["seat"] == report["seat"]]
    return [_block("orders", own), lead_block(report)]


def changes_block(report: Report) -> Block:
    """What is different now."""
    return _block("changes", map(Sentence, report["changes"]))


def board_block(report: Report) -> Block:
    """The board in tables."""
    return _block("board", _tables(report))


def story(parts: Iterable[Part]) -> list[Item]:
    """The headings and sentences of a story (build.told)."""
    items: list[Item] = []
    for part in parts:
        items += [Heading(part["heading"]), *_paragraph(part)]
    return items or [Sentence(_say("nothing"))]


def _paragraph(part: Part) -> Iterator[Item]:
    """The sentences of a paragraph, and each fight as a table in the place of those that it holds."""
    said = [Sentence(line["text"], line["rule"], bool(line["level"])) for line in part["lines"]]
    fights = {fight["lines"][0]: fight for fight in part.get("fights", ())}
    in_tables = {number for fight in fights.values() for number in fight["lines"]}
    for number, sentence in enumerate(said):
        if number in fights:
            yield _fight(fights[number], said)
        elif number not in in_tables:
            yield sentence


def _fight(fight: Fight, said: Sequence[Sentence]) -> Table:
    told = tuple(said[number].text for number in fight["lines"])
    return Table("", tuple(fight["columns"]), tuple(map(tuple, fight["rows"])), told)


def note(report: Report, row: Note) -> Sentence:
    """A note of the referee; whatever people wrote in it stands in one line."""
    name = f"note-{row['what'].replace(' ', '-')}"
    words = _say(name if name in _say.all else "note", **row)
    told = "Entry {entry}: {words}".format(entry=row["entry"], words=words)
    return Sentence(" ".join(told.split()))


def _page(report: Report) -> list[Item]:
    """How the game is won and what its scenario adds, in the first report."""
    items: list[Item] = []
    for heading, lines in sections(report.get("page", {})):
        items += [Heading(heading), *(Sentence(said(line), line["rule"]) for line in lines)]
    return items


def _order(report: Report, line: LineRow) -> Sentence:
    sentence, quoted = line_sentence(report, line)
    return Sentence(sentence, quoted=tuple(quoted.split("\n")))


def _ruling(row: Ruling) -> Sentence:
    return Sentence(f"{row['id']}: {row['question']} {row['chosen']}", ", ".join(row["rules"]))


def _draws(draws: Iterable[DrawRow]) -> Table:
    rows, told = [], []
    for draw in draws:
        result = " ".join(map(str, draw["result"]))
        again = " (use {n})".format(n=draw["n"]) if draw["n"] > 1 else ""
        rows.append((f"{draw['label']}{again}", result))
        told.append(f"{draw['label'].replace('/', ', ')}{again}: {result}.")
    return Table("", ("Draw", "Result"), tuple(rows), tuple(told), is_aligned=False)


def _tables(report: Report) -> list[Table]:
    """The tables of the board; one of places is told place by place (places.py), once, where that is in the report."""
    places = [place["text"] for place in report.get("places", ())]
    tables = []
    for table in report["board"]:
        rows = tuple(tuple(map(str, row)) for row in table["rows"])
        is_of_places = bool(report.get("places") and table["columns"][0])
        told = places if is_of_places else [_row(table["columns"], row) for row in rows]
        tables.append(Table(table["title"], tuple(table["columns"]), rows, tuple(told)))
        places = [] if is_of_places else places
    return tables


def _row(columns: Sequence[str], row: Sequence[str]) -> str:
    """A row of a table as a sentence: its first cell, then every other with its column."""
    cells = [
        f"{column.rstrip(':')} {cell}".strip() for column, cell in zip(columns[1:], row[1:]) if cell not in ("", "-")
    ]
    return f"{row[0]}: {', '.join(cells)}." if cells else f"{row[0]}."
