"""pbem seal: add head and envelope to an order file."""

import click

from .options import GAME, load_game, orders_or_refusal
from .output import say


@click.command("seal", epilog="Example: pbem seal malaya-7.json prc.txt --secret ann.secret -o prc-final.txt")
@GAME
@click.argument("orders", type=click.Path(allow_dash=True))
@click.option("--secret", required=True, type=click.Path(), envvar="PBEM_SECRET", help="The seat's own secret file.")
@click.option("-o", "--output", "path", default="-", type=click.Path(allow_dash=True), help="Where to write it.")
@click.option("--closed", is_flag=True, help="Only seal the answer: for the opener when everybody is asked.")
@click.option("--confirm", is_flag=True, help="It is true that this seat did not answer when it was passed over.")
def command(game, orders, secret, path, closed, confirm):
    """Check an order file and add the head and this entry's envelope, by the release rules.

    From then on the answers are final: the same envelope is never shown for others.
    """
    from pbem.core.data import store
    from pbem.core.data.problems import Refused, refusals
    from pbem.core.orders.orders import text_of as order_text
    from pbem.core.play import play
    from pbem.core.record.keeper import open_keeper

    file = load_game(game, to_play=True)
    (order,), problems = orders_or_refusal(file, [orders])
    order = {**order, "entry": len(file.entries) + 1, "head": file.head}
    order.pop("link", None)
    more, _ = play.check_orders(file, [order], links=False)
    problems = [*problems, *more]
    if refusals(problems):
        raise Refused(problems)
    keeper = open_keeper(secret, file)
    sealed = play.seal_orders(file, order, keeper, closed, confirm)
    store.write(path, order_text(sealed, file.game))
    keeper.save()
    if path != "-":
        say(f"{path} is final: send it to whoever adjudicates, and copies to all.")
