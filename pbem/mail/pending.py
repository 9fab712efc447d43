"""What lies at the desk of a game, of one seat: orders that hold and that no entry has taken yet, and where the
lines of its mails stood."""

from typing import TYPE_CHECKING, Any

from pbem.core.data import store
from pbem.core.orders import orders as order_files
from pbem.core.play.standing_view import Pending
from pbem.core.record import documents as docs
from pbem.core.record.charter import powers_of
from pbem.core.record.seat_history import persons

from .letterbox import Letterbox

if TYPE_CHECKING:
    from pbem.core.data.json_types import Json
    from pbem.core.record.gamefile import GameFile


def pending_at(file: "GameFile", path: str, seat: str) -> Pending | None:
    """The same for a game file at a path; None without a desk."""
    box = Letterbox.of(path)
    return pending(file, box, seat) if box else None


def lying(file: "GameFile", box: Letterbox, seat: str) -> list["Json"]:
    """The orders of a seat that lie at the desk for the entry that is due, as adjudication reads them."""
    if seat in file.state["anchors"]:
        return []
    rows = box.accepted(file.next, seat)
    read = [(row, _document(file, store.read_bytes(box.path("inbox", row["orders"])))) for row in rows]
    return [{**document, "file": row["orders"]} for row, document in read if isinstance(document, dict)]


def pending(
    file: "GameFile", box: Letterbox, seat: str, fresh: "Json | None" = None, text: str | None = None
) -> Pending:
    """The Pending of a seat.

    fresh, text  the row and the orders of a mail that has just been found to hold and is not kept yet
    """
    came: list[tuple[Json, bytes]] = [
        (row, store.read_bytes(box.path("inbox", row["orders"]))) for row in box.accepted(file.next, seat)
    ]
    came += [(fresh, text.encode())] if fresh is not None and text is not None else []
    if seat not in file.state["anchors"]:
        came = came[-1:]  # each takes the place of the one before it
    lodged = {row["entry"] for row in file.state["lines"] if row["seat"] == seat} - {file.next}
    rows = [row for entry in sorted(lodged) for row in box.accepted(entry, seat)] + [row for row, _ in came]
    found = [(f"arrival {row['n']}", _document(file, data)) for row, data in came]
    return Pending(found, [line for row in rows for line in row.get("typed", ())])


def _document(file: "GameFile", data: bytes) -> Any:
    """What an order file of the inbox holds, as the adjudication reads it."""
    if docs.is_packed(text := data.decode("utf-8", "replace")):
        return docs.unpacked(text, file.game_id, "mail")
    powers = {seat: powers_of(file.charter, seat) for seat in file.charter["seats"]}
    asked = file.asked_kinds
    return order_files.read(data, file.game, powers, "mail", asked=asked, persons=persons(file))[0].to_json()
