"""pbem seal: make an order file final, signed and with its envelope."""

from typing import Any

from pbem.core.data.tables import Sentences
from pbem.interface.files import locked, orders_or_refusal, read_orders

from .options import carried, load_game, not_over, words_in
from .output import put
from .parameters import declared

_say = Sentences(__name__)


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
        text = _say("named", seat=order["seat"], entry=file.next, game=file.name) if is_shut else order_text(order)
        told = _say("final-to-carry" if closed else "final-shut" if is_shut else "final", path=path)
        put(path, f"{text}\n{docs.packed(sealed, file.game_id)}", as_json, "sealed orders", file.name, told)
