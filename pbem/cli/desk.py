"""pbem desk: acts of a referee that are no rule of the game."""

import click

from .options import GAME, SECRET, load_game, repaired
from .output import json_option, say

OUTPUT = click.option("-o", "--output", "path", required=True, type=click.Path(allow_dash=True),
                      help="The next game file; it may be GAME itself.")
REASON = click.option("--reason", required=True, help="Why; it stands in the record for ever.")


@click.group("desk")
def command():
    """Acts of a referee that are no rule of the game, each on record and in the next report.

    Another person in a seat is pbem seat replace; an absence is pbem absence; a change of the board is pbem correct.
    """


@command.command("takeback", epilog='Example: pbem desk takeback malaya-7.json --agreed prc --agreed allied '
                                    '--reason "a slip of the pen" -o malaya-7.json')
@GAME
@click.option("--step", "entry", type=click.IntRange(0), help="Back to the end of this entry; by default the last "
              "entry is taken back.")
@click.option("--agreed", multiple=True, metavar="SEAT", help="A seat that has agreed; every seat must.")
@REASON
@OUTPUT
@SECRET
@json_option
def takeback(game, entry, agreed, reason, path, secret, as_json):
    """Take back the last entry of GAME, or go back to --step, because every seat has agreed.

    Nothing is deleted, no draw comes again, and the next entry is a muster: whoever sends an envelope for it agrees.
    """

    def act(file, keeper):
        from pbem.desk.acts import take_back

        return take_back(file, entry, reason, agreed, keeper)

    repaired(game, path, secret, act, as_json)


@command.command("handover", epilog='Example: pbem desk handover malaya-7.json --to Dora --anchor 5f0c… '
                                    '--reason "Cora is away for a year" -o malaya-7.json')
@GAME
@click.option("--to", "person", required=True, metavar="NAME", help="Who referees from now on.")
@click.option("--anchor", metavar="HEX[/N]", help="The anchor of the new referee's chain (pbem seat init).")
@click.option("--new-secret", type=click.Path(), help="The new referee's secret file instead, if it is here: then the "
              "sealed lines go over too.")
@REASON
@OUTPUT
@SECRET
@json_option
def handover(game, person, anchor, new_secret, reason, path, secret, as_json):
    """Another person referees GAME from now on, with a chain of that person's own.

    Any player can take the game over from its file, if the referee has vanished. Orders that came, and lines that are
    still sealed, are known to the old referee alone: without --new-secret their seats send them again.
    """
    if bool(anchor) == bool(new_secret):
        raise click.UsageError("Give the new referee's --anchor, or the file with --new-secret.")

    def act(file, keeper):
        from pbem.core.record.charter import anchor_of
        from pbem.core.record.secret import Secret
        from pbem.desk.acts import hand_over, lines_for

        new = Secret.read(new_secret) if new_secret else None
        after = hand_over(file, person, reason, new.anchor if new else anchor_of(anchor), keeper)
        if new:
            new.bind(after.game_id, "referee")
            if keeper:
                lines_for(keeper.secret, new)
        return after

    repaired(game, path, secret, act, as_json)


@command.command("note", epilog='Example: pbem desk note malaya-7.json "Happy new year" --now 2027-01-01 '
                                '-o malaya-7.json')
@GAME
@click.argument("words")
@click.option("--now", required=True, help="The time (UTC), 2026-11-21 or 2026-11-21T18:30.")
@OUTPUT
def note(game, words, now, path):
    """Write a word to everybody into GAME; it stands in the next report, and changes nothing."""
    from pbem.core.data import store
    from pbem.core.record import gamefile
    from pbem.desk.acts import tell
    from pbem.desk.deadlines import time_of

    with store.Lock(game if path == "-" else path):
        file = load_game(game)
        tell(file, words, time_of(now))
        store.write(path, gamefile.render(file.document))
    say("It stands in the next report.")
