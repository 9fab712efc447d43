"""pbem reopen: go back to an earlier entry, on record."""

from typing import TYPE_CHECKING

from .notes import note_command

if TYPE_CHECKING:
    from pbem.core.data.json_types import Json
    from pbem.core.play.gamefile import GameFile


@note_command("reopen")
def command(file: "GameFile", entry: int | None, reason: str) -> "Json":
    """Take back entries of GAME and ask the questions of that moment again.

    Nothing is deleted: the undone entries stay in the file, and new entries have new envelopes, so no roll is
    repeated. It is a note in the record, and the next entry is a muster.
    """
    from pbem.core.play.repair import going_back

    return going_back(file, entry, reason)
