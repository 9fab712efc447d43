"""What people wish in their own words and what would change the game: to resign, a draw, their orders back, somebody
else in their seat (commands.py).  The desk shows what exactly it would do, and does it for the word yes.

A wish lies as a mail with doubtful lines does (doubts.py): its orders, or its words to the referee, wait there.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from pbem.core.data import store
from pbem.core.data.problems import ODD, Problem, messages
from pbem.core.orders.orderfile import ITEMS
from pbem.core.orders.orders import read

from .press import problems as press_problems

if TYPE_CHECKING:
    from pbem.core.data.json_types import Json
    from pbem.core.orders.orderfile import OrderFile
    from pbem.core.record.gamefile import GameFile

    from .letterbox import Letterbox
    from .reading import Reading


MEANT = {
    "resign": "to give up",
    "draw": "a draw",
    "substitute": "somebody else for the seat",
}
LINES = {"resign": "concede", "draw": "offer draw"}

messages(
    {
        "wish-none": "No orders of {seat} for entry {entry} lie here.",
        "wish-signed": "The signed orders of {seat} are final; only the referee and all others can undo an entry.",
        "wish-beside": "This mail holds orders, so nothing was done about the wish beside them: {wish}.",
    }
)


def prepared(file: "GameFile", box: "Letterbox", reading: "Reading", seat: str, name: str) -> "Json":
    """What a wish would do, as fields of its arrival (``wish``, ``reading``, ``words``), and ``problems`` that stand
    against it."""
    if name in LINES:
        orders, problems = _with_line(file, box, reading, seat, LINES[name])
        return {"wish": name, "reading": orders.to_text(), "problems": problems}
    if name == "cancel":
        return {"wish": name, "problems": _nothing_to_cancel(file, box, seat)}
    words = [("referee", "\n".join(said_by(reading)))]
    return {"wish": name, "words": [list(one) for one in words], "problems": press_problems(file, box, seat, words)}


def beside(names: Iterable[str]) -> list[Problem]:
    """That wishes stand beside orders, which go first; whoever cancels orders and sends others has what was wished."""
    hint = "Send it in a mail of its own."
    return [Problem("wish-beside", level=ODD, wish=MEANT[name], hint=hint) for name in names if name in MEANT]


def said_by(reading: "Reading") -> list[str]:
    """The lines of a mail that say something in its sender's own words: no greeting, no closing, no quotation."""
    kept = ("", "sentence", "rest", "name")
    rows = reading.reply.of("talk", "question", "command", "doubtful")
    return [row.text.strip() for row in rows if row.text.strip() and row.why in kept and not row.own and not row.depth]


def _with_line(
    file: "GameFile", box: "Letterbox", reading: "Reading", seat: str, line: str
) -> "tuple[OrderFile, list[Problem]]":
    """The orders of the seat that lie here, and one line more: `line` takes the place of none of them."""
    header = (f"game {file.name}", f"seat {seat}", f"entry {file.next}", f"head {file.head[:32]}")
    asked = [question["kind"] for question in file.waiting]
    orders, problems = read("\n".join((*header, line)).encode(), file.game, reading.powers, "mail", asked=asked)
    if seat in file.state["anchors"]:
        return orders, problems
    for row in box.accepted(file.next, seat)[-1:]:
        data = store.read_bytes(box.path("inbox", row["orders"]))
        before, _ = read(data, file.game, reading.powers, "mail", asked=asked)
        last = max((item["line"] for items in ITEMS for item in getattr(before, items)), default=0)
        before.petitions += [{**item, "line": last + 1} for item in orders.petitions]
        orders = before
    return orders, problems


def _nothing_to_cancel(file: "GameFile", box: "Letterbox", seat: str) -> list[Problem]:
    if not box.accepted(file.next, seat):
        return [
            Problem(
                "wish-none",
                seat=seat,
                entry=file.next,
                hint="What acts from earlier entries: my queue; to end it: cancel all.",
            )
        ]
    return [Problem("wish-signed", seat=seat)] if seat in file.state["anchors"] else []
