"""What pbem check tells of closed lines and receipts (core.play.verify)."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pbem.core.data.text import counted, listed
from pbem.interface.files import problems_json

from .output import shown

if TYPE_CHECKING:
    from pbem.core.data.json_types import Json
    from pbem.core.play.gamefile import GameFile
    from pbem.core.play.verify import ClosedLineAudit


VERDICTS = {
    "stands": "it stands in entry {entry}",
    "due": "entry {entry} is not played yet",
    "later": "entry {entry} holds a later one, which {seat} has signed",
    "note": "entry {entry} became a note, and nothing that came for it counts",
    "passed": "somebody else opened entry {entry}, and need not have had it",
    "left-out": "entry {entry} does not hold it",
    "older": "entry {entry} holds an older one",
    "other": "entry {entry} holds another one",
    "denied": "entry {entry} is a note that says it had not come",
    "fork": "it is for another entry {entry} than that of this file",
}
CAME = {
    "used": "answered",
    "fell": "was illegal when its turn came",
    "withdrawn": "was withdrawn",
    "void": "became void, because whoever kept it, or its person, left",
    "opened": "was opened",
}


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
    rows = [
        f"Receipt {row['n']} of {row['by']} for {row['seat']}, entry {row['entry']}: "
        f"{VERDICTS[row['verdict']].format(**row)}."
        for row in found.receipts
    ]
    for row in found.closed:
        rows += [f"Closed line of {row['seat']}: {row['text'] or 'without text'}", f"    {_fate(row)}."]
    rows += [shown(problem, is_of_file=True) for problem in found.problems]
    if not found.problems:
        rows.append(
            f"Everything holds: {counted(len(found.closed), 'closed line')}, {counted(len(found.receipts), 'receipt')}."
        )
    return "\n".join(rows)


def _fate(row: "Json") -> str:
    """What became of a closed part, in a sentence without its full stop."""
    if row["stands"] is None:
        return f"in no line of the record yet; it is for entry {row['entry']}"
    came = [f"{word} in {counted_entries(row[name])}" for name, word in CAME.items() if row[name]]
    return f"in the record since entry {row['stands']}; {listed(came) if came else 'closed still, and did not act'}"


def counted_entries(numbers: Sequence[int]) -> str:
    """``entry 4``, ``entries 4 and 7``."""
    return f"{'entry' if len(numbers) == 1 else 'entries'} {listed(map(str, numbers))}"
