"""What pbem check tells of closed lines and receipts (core.play.verify)."""

from typing import TYPE_CHECKING

from pbem.core.data.tables import Sentences
from pbem.core.data.text import counted
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
        return sentence("unrecorded", entry=row["entry"])
    came = [sentence(f"came-{name}", entries=row[name], count=len(row[name])) for name in CAME if row[name]]
    return sentence("recorded" if came else "recorded-closed", entry=row["stands"], came=came)
