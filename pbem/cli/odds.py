"""pbem odds: the chance of an order on the board of a game, or of a battle in words."""

import os
from typing import TYPE_CHECKING, Any

import click

from .output import answered_with, json_option, tell

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pbem.core.data.json_types import Json


@click.command("odds", epilog='Example: pbem odds malaya-7.json prc "op 5 with su-30-1"')
@click.argument("game", metavar="GAME|TITLE", type=click.Path())
@click.argument("first", metavar="SEAT|ATTACKERS")
@click.argument("second", metavar="ORDER...|DEFENDERS", nargs=-1, required=True)
@click.option("--losses", default="", metavar="UNITS", help="The attacker's order of loss, if not the published one.")
@click.option("--defence-losses", default="", metavar="UNITS", help="The defender's order of loss.")
@click.option("--bombard", default="", metavar="UNITS", help="Ships that bombard before a landing.")
@click.option("--stance", default="KAAC", show_default=True, metavar="KAAC|SA|TAAC", help="How the attacker fights on.")
@click.option("--below", type=click.IntRange(0, 99), default=0, help="The attacker leaves with fewer units than this.")
@click.option("--amphibious", is_flag=True, help="Troops land from the sea.")
@click.option("--surprise", is_flag=True, help="The defender hits on 1 only.")
@click.option("--sea", is_flag=True, help="At sea, though only aircraft fight.")
@json_option
def command(game: str, first: str, second: tuple[str, ...], as_json: bool, **how: Any) -> None:
    """The chance of an ORDER of SEAT on the board of GAME: a political action, a combat, a battle. Where several lines
    answer one question together, as moves do, put each in quotes.

    With a TITLE that offers it, how a battle of ATTACKERS against DEFENDERS ends, how often, and at what cost. Write
    units as in orders; a gun among the defenders fires first, and the options say how the battle is fought: pbem odds
    pacific "3 infantry, artillery, fighter" "2 infantry". All results are exact; nothing is sampled.
    """
    from pbem.core.title.game import is_title

    if is_title(game) and not os.path.exists(game):
        if len(second) > 1:
            raise click.UsageError("A battle in words has two sides: put each in quotes.")
        _battle(game, first, second[0], how, as_json)
    else:
        _order(game, first, second, as_json)


def _order(path: str, seat: str, orders: "Sequence[str]", as_json: bool) -> None:
    """The chance of an order, or of several lines of one answer, on the board of a game."""
    from pbem.desk.questions import chance_of

    from .options import load_game, seat_named

    file = load_game(path)
    seat = seat_named(file, seat)
    lines = chance_of(file, seat, orders)
    answered_with(as_json, file, seat, f"chance of {'; '.join(orders)}", lines)


def _battle(title: str, attackers: str, defenders: str, how: "Json", as_json: bool) -> None:
    """The odds of a battle in words."""
    from pbem.core.title.game import part_of

    found = part_of(title, "odds")
    if found is None:
        raise click.UsageError(
            f"{title} has no battles to reckon apart from a game; pbem odds GAME SEAT ORDER tells "
            "the chance of an order."
        )
    result = found.assess(part_of(title, "names"), attackers, defenders, **how)
    tell(as_json, result, "\n".join, found.told(result))
