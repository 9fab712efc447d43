"""pbem receipt: sign for what has come."""

from collections.abc import Sequence

from pbem.interface.files import locked, orders_or_refusal, secret_path

from .options import not_over, settled
from .output import put, shown, warn
from .parameters import declared
from .usage import WrongUsage


@declared("receipt")
def command(game: str, orders: Sequence[str], secret: str | None, path: str, as_json: bool) -> None:
    """Check order files against GAME as pbem adjudicate would, and sign that they came. At level sealed name everything
    that came from a seat for this entry, in order, as the desk does.

    With the receipt its owner can prove what was sent, and check whether closed lines acted when they should have:
    pbem check GAME --receipt FILE. It is for that seat alone, because it contains what is closed to all others.
    """
    from pbem.core.record import receipts
    from pbem.core.record.signer import open_signer
    from pbem.core.signing import sealing

    if not orders:
        raise WrongUsage("orders")
    secret = secret_path(game, secret)
    not_over(path, ("the game", game), ("the secret file", secret), *(("an order file", name) for name in orders))
    with locked(game, secret):
        file = settled(game, secret)
        signer = open_signer(secret, file)
        found, problems = orders_or_refusal(file, orders, sealed=True)
        given = sealing.receipts_of(file, found, signer)
        text = "\n".join(receipts.text_of(one, file.name, file.game_id) for one in given)
        put(path, text, as_json, "receipt", file.name)
    for problem in problems:
        warn(shown(problem))
