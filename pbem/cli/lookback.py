"""What pbem check tells of closed lines and receipts (core.play.verify)."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pbem.core.data.sentences import Sentences
from pbem.core.data.text import counted, listed
from pbem.interface.files import problems_json

from .output import shown

if TYPE_CHECKING:
    from pbem.core.data.json_types import Json
    from pbem.core.play.gamefile import GameFile
    from pbem.core.play.verify import ClosedLineAudit


CAME = ("used", "fell", "withdrawn", "void", "opened")  # what may have become of a closed part
sentence = Sentences(__name__)


def as_json(file: "GameFile", found: "ClosedLineAudit") -> "Json":
    """The ClosedLineAudit as JSON (schemas/lookback.schema.json)."""
    return {
        "pbem": "lookback/1",
        "game": file.name,
        "closed": found.closed,
        "receipts": found.receipts,
        "problems": problems_json(found.problems),
    }


def as_text(found: "ClosedLineAudit") -> str:
    """The ClosedLineAudit for people."""
    rows = [sentence("receipt", **{**row, "verdict": sentence(row["verdict"], **row)}) for row in found.receipts]
    for row in found.closed:
        rows += [sentence("closed", seat=row["seat"], text=row["text"] or "without text"), f"    {_fate(row)}."]
    rows += [shown(problem, is_of_file=True) for problem in found.problems]
    if not found.problems:
        closed, receipts = counted(len(found.closed), "closed line"), counted(len(found.receipts), "receipt")
        rows.append(sentence("holds", closed=closed, receipts=receipts))
    return "\n".join(rows)


def _fate(row: "Json") -> str:
    """What became of a closed part, in a sentence without its full stop."""
    if row["stands"] is None:
        return f"in no line of the record yet; it is for entry {row['entry']}"
    came = [f"{sentence(f'came-{name}')} in {counted_entries(row[name])}" for name in CAME if row[name]]
    return f"in the record since entry {row['stands']}; {listed(came) if came else 'closed still, and did not act'}"


def counted_entries(numbers: Sequence[int]) -> str:
    """``entry 4``, ``entries 4 and 7``."""
    return f"{'entry' if len(numbers) == 1 else 'entries'} {listed(map(str, numbers))}"
