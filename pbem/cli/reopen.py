"""pbem reopen: go back to an earlier entry, on record."""

from typing import TYPE_CHECKING

import click

from .notes import note_command
from .options import ENTRY

if TYPE_CHECKING:
    from pbem.core.data.json_types import Json
    from pbem.core.play.gamefile import GameFile


@note_command(
    "reopen",
    'pbem reopen malaya-7.json --step 6 --reason "the order was misread" -o malaya-7.json',
    click.option(
        "--step",
        "entry",
        type=ENTRY,
        help="Back to the end of this entry; 0 is the start. By default the last entry is taken back.",
    ),
)
def command(file: "GameFile", entry: int | None, reason: str) -> "Json":
    """Take back entries of GAME and ask the questions of that moment again.

    Nothing is deleted: the undone entries stay in the file, and new entries have new envelopes, so that no draw is
    repeated. It is a note in the record, and the next entry is a muster.
    """
    from pbem.core.play.repair import going_back

    return going_back(file, entry, reason)
