"""pbem seal: make an order file final, signed and with its envelope."""

from typing import TYPE_CHECKING, Any

from pbem.interface.files import locked, orders_or_refusal, read_orders

from .options import carried, load_game, not_over, words_in
from .output import put
from .parameters import declared

if TYPE_CHECKING:
    from pbem.core.data.json_types import Json
    from pbem.core.play.gamefile import GameFile


@declared("seal")
def command(
    game: str,
    orders: str,
    secret: str,
    path: str,
    closed: bool,
    carry: str | None,
    noes: tuple[str, ...],
    others: tuple[str, ...],
    confirm: bool,
    as_json: bool,
) -> None:
    """Check an order file, sign it, and add this entry's envelope, by the rules of release.

    From then on the orders are final: the envelope is never released for other orders. What counts is the signed
    document in the file; the text above it is for people, and is left out where answers are closed.
    """
    from pbem.core.orders.orderfile import text_of as order_text
    from pbem.core.record import documents as docs
    from pbem.core.record.signer import open_signer
    from pbem.core.signing import sealing

    not_over(
        path,
        ("the game", game),
        ("the secret file", secret),
        ("the order file", orders),
        ("the sealed document", carry),
    )
    with locked(secret):
        file = load_game(game, to_play=True)
        signer = open_signer(secret, file)
        given: list[Any] = orders_or_refusal(file, [orders])[0]
        sent = [one for one in read_orders(file, others, sealed=True)[0] if not isinstance(one, dict)]
        order = {**given[0], "entry": file.next, "head": file.head}
        sealed = sealing.seal_orders(
            file, order, signer, carried(file, carry), closed, confirm, words_in(file, noes), sent
        )
        is_shut = closed or (not sent and file.call().closes_answers(order["seat"]))
        text = _named(file, order) if is_shut else order_text(order)
        whom = "everybody who is asked, for their orders to carry" if closed else "whoever adjudicates, and nobody else"
        whom = "everybody who is asked, who open their answers when all have come" if is_shut and not closed else whom
        told = f"{path} is final: send it to {whom}."
        put(path, f"{text}\n{docs.packed(sealed, file.game_id)}", as_json, "sealed orders", file.name, told)


def _named(file: "GameFile", order: "Json") -> str:
    """What a sealed document is, for people."""
    return f"The sealed orders of {order['seat']} for entry {file.next} of {file.name}.\n"
