"""pbem correct: change the board by hand, on record."""

from typing import TYPE_CHECKING

from .notes import note_command

if TYPE_CHECKING:
    from pbem.core.data.json_types import Json
    from pbem.core.play.gamefile import GameFile


@note_command("correct")
def command(file: "GameFile", patch: str, reason: str) -> "Json":
    """Change the board of GAME as PATCH says and write the next game file.

    PATCH is JSON with the words of a position: {"pbem": "patch/1", "set": {"vp": 4}, "control": {"taiwan": "prc"},
    "units": "Luzon: us marines-1"}; what it does not mention stays. The correction is a note in the record, which
    everybody can read and verify lists; the next entry is a muster. The game must be at a rest point (pbem reopen).
    """
    from pbem.core.play.repair import correction, read_patch

    return correction(file, read_patch(patch, file), reason)
