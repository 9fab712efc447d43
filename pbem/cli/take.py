"""pbem take: take up the lines of a game that came by mail."""

from collections.abc import Sequence

import click

from pbem.core.data.problems import BrokenFile, Refused, refusals

from .options import GAME
from .output import json_option, print_json, say, shown, warn


@click.command("take", epilog="Example: pbem take malaya-7.json entry-12.line entry-13.line")
@GAME
@click.argument("lines", nargs=-1, required=True, type=click.Path(allow_dash=True))
@click.option(
    "--agreed",
    is_flag=True,
    help="All seats have agreed, your own among them, to the notes in these lines that nobody has signed, and hold the "
    "line that ends the game.",
)
@json_option
def command(game: str, lines: Sequence[str], agreed: bool, as_json: bool) -> None:
    """Add lines to GAME, in whatever order they came: files of lines, or mails that carry them.

    Each line is replayed from what was sent before it is believed. A line that does not extend GAME is refused by name,
    and a gap says which entries are missing. A second line of an entry that its opener signed is kept beside GAME as
    proof. Where seats have no keys, anybody could have written a note without the referee's word: it needs --agreed.
    """
    from pbem.interface.playing import taken_json, taken_up

    after, taken, problems = taken_up(game, lines, agreed)
    if as_json:
        print_json(taken_json(after, taken, problems))
    else:
        told = ", ".join(map(str, taken))
        say(f"Taken up: entry {told}. Head {after.head[:32]}." if taken else "Nothing was taken up.")
    wrong = [problem for problem in refusals(problems) if not problem.code.startswith("take-")]
    if wrong:
        raise BrokenFile(refusals(problems))
    if refusals(problems):
        raise Refused(problems)
    for problem in problems:
        warn(shown(problem))
