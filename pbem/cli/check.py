"""pbem check: order files, shape and meaning; draws nothing."""

import click

from .options import GAME, ORDERS, load_game, orders_or_refusal
from .output import json_option, print_json, problems_json, shown


@click.command("check", epilog="Example: pbem check malaya-7.json prc.txt")
@GAME
@ORDERS
@click.option(
    "--secret",
    type=click.Path(),
    envvar="PBEM_SECRET",
    help="The seat's own secret file: its closed lines are looked at too.",
)
@json_option
def command(game, orders, secret, as_json):
    """Check order files against GAME: every problem at once, and what became of every line.  Draws nothing."""
    from pbem.core.data.problems import Refused, refusals
    from pbem.core.play import play

    file = load_game(game)
    if not orders:
        raise click.UsageError("Name at least one order file.")
    found, problems = orders_or_refusal(file, orders)
    more, finder = play.check_orders(file, found, _openings(file, secret))
    problems = [*problems, *more]
    if refusals(problems):
        raise Refused(problems)
    if as_json:
        fates = finder.fates if finder else {}
        print_json(
            {
                "pbem": "check/1",
                "problems": problems_json(problems),
                "fates": {seat: [part.to_json(file.game) for part in parts] for seat, parts in fates.items()},
            }
        )
        return
    for problem in problems:
        click.echo(shown(problem))
    click.echo(as_text(file, finder))


def _openings(file, secret):
    """What the seat's own secret file opens."""
    from pbem.core.record.closed import Openings
    from pbem.core.record.secret import Secret

    return Openings(file.game_id, Secret.read(secret).openings if secret else ())


def as_text(file, finder):
    """What was understood, line by line, and what would become of it."""
    words = {"used": "answers now", "kept": "kept for its moment"}
    lines = []
    for seat, fates in finder.fates.items():
        for fate in fates:
            lines.append(f"{seat} line {fate.at}: {fate.text(file.game)}\n    {words.get(fate.fate, fate.fate)}")
    return "\n".join([*lines, "No line is refused."])
