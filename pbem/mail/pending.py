"""What lies at the desk of a game, of one seat, and what stands for the seat with it."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from pbem.core.data import store
from pbem.core.data.problems import BrokenFile, refusals
from pbem.core.orders import orders as order_files
from pbem.core.record import documents as docs
from pbem.core.record.now import Came
from pbem.core.record.seat_history import persons
from pbem.core.record.secret import Secret
from pbem.core.record.signer import Beside, beside
from pbem.core.seat.block import WIDTH, block, stands_json, struck_lines
from pbem.core.seat.checking import header_problems, order_key
from pbem.core.seat.order_form import WIDTH as FORM_WIDTH
from pbem.core.seat.order_form import form

from .doubts import came as came_to
from .letterbox import Letterbox

if TYPE_CHECKING:
    from pbem.core.orders.orderfile import Order
    from pbem.core.play.gamefile import GameFile
    from pbem.core.seat.block import Stands


def lying(file: "GameFile", box: Letterbox, seat: str) -> list[Any]:
    """What lies at the desk of a seat and fits the entry that is due, as adjudication reads it."""
    rows = box.accepted(file.next, seat)
    read = [(row, as_read(file, store.read_bytes(box.path("inbox", row["orders"])), row["orders"])) for row in rows]
    found = [{**one, "file": row["orders"]} if isinstance(one, dict) else one for row, one in read]
    return [one for one in found if not isinstance(one, dict) or not refusals(header_problems(file, one))]


def lying_new(file: "GameFile", box: Letterbox | None, seat: str) -> "tuple[list[Order], Beside]":
    """The orders of a seat that lie here for the entry that is due and that no run has taken up yet, and what the
    secret beside the game knows of the seat: among it its document that a run keeps."""
    known = beside(file, seat)
    taken = known.waits.keys if known.waits else []
    here = [one for one in (lying(file, box, seat) if box else ()) if isinstance(one, dict)]
    return [one for one in here if order_key(file, one) not in taken], known


def as_read(file: "GameFile", data: bytes, name: str = "mail") -> Any:
    """What an order file of the inbox holds, as the adjudication reads it: orders, or a Document.

    Raises BrokenFile for one that is not as the desk wrote it."""
    if docs.is_packed(text := data.decode("utf-8", "replace")):
        return docs.unpacked(text, file.game_id, name)
    people = persons(file)
    found, faults = order_files.read(data, file.game, file.powers, name, asked=file.asked_kinds, persons=people)
    BrokenFile.if_any(refusals(faults))
    return found.to_json()


def stands_of(
    file: "GameFile",
    seat: str,
    more: "Iterable[Order | docs.Document]" = (),
    came: Came | None = None,
    secret: str | None = None,
    box: Letterbox | None = None,
) -> "Stands":
    """What stands for a seat, with what lies at the desk of the game, if it has one.

    more    orders that came and do not lie there yet
    secret  path of the secret file of the seat, which remembers its last own document, or of whoever adjudicates
    """
    box = box or (Letterbox.of(file.path) if file.path else None)
    mails = [*(lying(file, box, seat) if box else []), *more]
    known = Secret.read(secret) if secret else None
    own = known.own if known and known.who == seat else None
    openings = known.openings if known else ()
    return stands_json(file, seat, mails, came or (came_to(file, box) if box else None), own, openings)


def stands_told(
    file: "GameFile", seat: str, box: Letterbox | None = None, width: int = WIDTH, **more: Any
) -> list[str]:
    """The same as rows of text; none once the game is over."""
    return [] if file.is_over else block(stands_of(file, seat, box=box, **more), width)


def form_of(file: "GameFile", seat: str, box: Letterbox | None = None, **more: Any) -> str:
    """The order form of a seat, with what stands for it."""
    if file.is_over:
        return form(file, seat)
    found = stands_of(file, seat, box=box, **more)
    return form(file, seat, block(found, FORM_WIDTH), not found["waiting"], struck_lines(found))
