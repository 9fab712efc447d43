"""pbem diff: what is different now."""

import click

from .options import GAME, load_game, seat_named
from .output import json_option, print_json


@click.command("diff", epilog="Example: pbem diff malaya-7.json --seat prc --since-my-last-order")
@GAME
@click.option("--since", type=click.IntRange(0), metavar="ENTRY", help="What is different since after this entry.")
@click.option("--seat", help="Whose questions stand first; whose last order --since-my-last-order means.")
@click.option("--since-my-last-order", "mine", is_flag=True, help="Since the last entry that SEAT answered in.")
@json_option
def command(game, since, seat, mine, as_json):
    """What is different on the board of GAME since an entry (by default the last one), and who is asked now."""
    from pbem.report.build import build

    file = load_game(game)
    seat = seat_named(file, seat) if seat else None
    if mine:
        if not seat or since is not None:
            raise click.UsageError("--since-my-last-order needs --seat, and no --since.")
        since = _last_order(file, seat)
    last = file.n
    if since is not None and since > last:
        raise click.UsageError(f"The game has {last} entries.")
    report = build(file, max(last - 1, 0) if since is None else since, seat=seat)
    found = {
        "pbem": "diff/1",
        "game": file.name,
        "since": report["since"],
        "entry": report["entry"],
        "moment": report["moment"],
        "changes": report["changes"],
        "waiting": report["waiting"],
    }
    if as_json:
        print_json(found)
    else:
        click.echo(as_text(found, seat))


def _last_order(file, seat):
    """The last entry in which the seat itself answered something; 0 if it never did."""
    return max(
        (
            entry["n"]
            for entry in file.entries
            for answer in entry.get("used", ())
            if answer["seat"] == seat and answer["by"] == "answer"
        ),
        default=0,
    )


def as_text(found, seat):
    """The differences for people."""
    from pbem.report.build import asked_name

    lines = [f"{found['game']}, since entry {found['since']}: {found['moment']}"]
    lines += [f"  {text}" for text in found["changes"]] or ["  Nothing on the board is different."]
    for row in sorted(found["waiting"], key=lambda row: row["seat"] != seat):
        lines.append(f"Waiting for {asked_name(row)} {row['waiting']} [{row['rule']}].")
    return "\n".join(lines)
