"""pbem status: whom the game waits for."""

import click

from .options import GAME, load_game
from .output import json_option, print_json


@click.command("status", epilog="Example: pbem status malaya-7.json")
@GAME
@json_option
def command(game, as_json):
    """Whom GAME waits for, on what, and since which entry."""
    from pbem.interface.reading import described

    file = load_game(game)
    found = described(file)
    if as_json:
        print_json(found)
    else:
        click.echo(as_text(file, found))


def as_text(file, found):
    """The same for people."""
    from pbem.core.data.text import listed
    from pbem.core.record.charter import powers_of
    from pbem.core.record.deadlines import row_told

    lines = [f"{file.game.name}, game {found['game']}: {found['moment']}"]
    if found["over"]:
        over = found["over"]
        lines.append(f"Over. Winner: {over.get('winner') or 'nobody'} ({over['by']}) [{over['rule']}]")
        return "\n".join(lines)
    for row in found["waiting"]:
        who = f"{row['seat']} ({row['name']})" if row["name"] else row["seat"]
        if len(powers_of(file.charter, row["seat"])) > 1:
            who += f", for {row['power_name']},"
        done = "has answered; it was asked" if row["answered"] else "is waited for"
        lines.append(f"{who} {done} {row['waiting']} [{row['rule']}], since entry {row['since']}.")
    if not found["waiting"] and not found["envelopes"]:
        lines.append("Nobody is asked anything: the next run of pbem adjudicate draws and plays on.")
    if found["muster"]:
        lines.append("The next entry is a muster: every seat sends its orders, or says ready.")
    for row in found["deadlines"]:
        lines.append(f"{row['name'] or row['seat']} has time until {row_told(row)}.")
    if found["envelopes"]:
        lines.append(f"Envelopes are due from {listed(found['envelopes'])}: see pbem seal.")
    lines.append(f"Orders are for entry {found['entry']}, head {found['head'][:32]}; {found['opener']} adjudicates.")
    return "\n".join(lines)
