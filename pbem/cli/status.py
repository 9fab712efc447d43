"""pbem status: whom the game waits for."""

import click

from .options import GAME, load_game
from .output import json_option, print_json


@click.command("status", epilog="Example: pbem status malaya-7.json")
@GAME
@json_option
def command(game, as_json):
    """Whom GAME waits for, on what, and since which entry."""
    file = load_game(game)
    found = described(file)
    if as_json:
        print_json(found)
    else:
        click.echo(as_text(file, found))


def described(file):
    """Where a game stands, as JSON (schemas/status.schema.json)."""
    from pbem.core.record.deadlines import deadlines
    from pbem.core.record.participation import Call
    from pbem.core.record.persons import names_of
    from pbem.core.rules.requests import ask_from

    board = file.current_board()
    say = file.game.telling.say(board)
    call, names = Call(file.charter, file.state), names_of(file)
    waiting = []
    for question in file.waiting:
        kind = file.game.kinds[question["kind"]]
        seat = file.charter["powers"][question["power"]]
        waiting.append(
            {
                "seat": seat,
                "name": names.get(seat, ""),
                "power": question["power"],
                "power_name": say.power(question["power"]),
                "kind": question["kind"],
                "rule": question["rule"],
                "waiting": kind.waiting,
                "asked": kind.describe(board, ask_from(question)),
                "since": file.n,
                "answered": seat in file.answered,
            }
        )
    return {
        "pbem": "status/1",
        "game": file.name,
        "title": file.game.id,
        "entry": file.next,
        "head": file.head,
        "moment": file.game.telling.moment(board, say),
        "waiting": waiting,
        "muster": call.muster and not file.is_over,
        "envelopes": [] if file.is_over else call.due,
        "opener": None if file.is_over else call.opener,
        "over": file.result,
        "deadlines": [found.to_json() for found in deadlines(file)],
    }


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
