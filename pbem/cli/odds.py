"""pbem odds: the exact odds of a battle, for titles that have them."""

import click

from .output import json_option, print_json


@click.command("odds", epilog='Example: pbem odds pacific "3 infantry, artillery, fighter" "2 infantry"')
@click.argument("title")
@click.argument("attackers")
@click.argument("defenders")
@click.option("--losses", default="", metavar="UNITS", help="The attacker's order of loss, if not the published one.")
@click.option("--defence-losses", default="", metavar="UNITS", help="The defender's order of loss.")
@click.option("--bombard", default="", metavar="UNITS", help="Ships that bombard before a landing.")
@click.option("--stance", default="KAAC", show_default=True, metavar="KAAC|SA|TAAC", help="How the attacker fights on.")
@click.option("--below", type=click.IntRange(0, 99), default=0, help="The attacker leaves with fewer units than that.")
@click.option("--amphibious", is_flag=True, help="Troops land from the sea.")
@click.option("--surprise", is_flag=True, help="The defender hits on 1 only.")
@click.option("--sea", is_flag=True, help="At sea, though only aircraft fight.")
@json_option
def command(title, attackers, defenders, as_json, **how):
    """How often a battle of ATTACKERS against DEFENDERS ends how, and at what price: exactly, nothing is sampled.

    Units are written as in orders; a gun among the defenders fires first.
    """
    from pbem.core.rules.game import load

    game = load(title)
    found = getattr(game, "odds", None)
    if found is None:
        raise click.UsageError(f"{title} has no odds.")
    result = found.assess(game.names, attackers, defenders, **how)
    if as_json:
        print_json(result)
    else:
        click.echo("\n".join(found.told(result)))
