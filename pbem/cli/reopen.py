"""pbem reopen: go back to an earlier entry, on record."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from .options import ENTRY, GAME, SECRET, WORDS, noted
from .output import json_option

if TYPE_CHECKING:
    from pbem.core.data.json_types import Json
    from pbem.core.record.gamefile import GameFile


@click.command(
    "reopen",
    epilog='Example: pbem reopen malaya-7.json --step 6 --reason "the order was misread" -o malaya-7.json',
)
@GAME
@click.option(
    "--step",
    "entry",
    type=ENTRY,
    help="Back to the end of this entry; 0 is the start. By default the last entry is taken back.",
)
@click.option("--reason", required=True, help="Why; it stands in the record for ever.")
@click.option(
    "-o",
    "--output",
    "path",
    required=True,
    type=click.Path(allow_dash=True),
    help="The next game file; it may be GAME itself.",
)
@WORDS
@SECRET
@json_option
def command(
    game: str,
    entry: int | None,
    reason: str,
    path: str,
    words: Sequence[str],
    propose: str | None,
    now: str | None,
    secret: str | None,
    as_json: bool,
) -> None:
    """Take back entries of GAME and ask the questions of that moment again.

    Nothing is deleted: the undone entries stay in the file, and new entries have new envelopes, so that no draw is
    repeated. It is a note in the record, and the next entry is a muster.
    """

    def make(file: "GameFile") -> "Json":
        from pbem.core.play.repair import going_back

        return going_back(file, entry, reason)

    noted(game, path, secret, make, as_json, words, propose, now)
