"""pbem correct: change the board by hand, on record."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from .options import GAME, SECRET, WORDS, noted
from .output import json_option

if TYPE_CHECKING:
    from pbem.core.data.json_types import Json
    from pbem.core.record.gamefile import GameFile


@click.command(
    "correct",
    epilog='Example: pbem correct malaya-7.json patch.json --reason "a unit was forgotten" -o malaya-7.json',
)
@GAME
@click.argument("patch", type=click.Path(allow_dash=True))
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
    patch: str,
    reason: str,
    path: str,
    words: Sequence[str],
    propose: str | None,
    now: str | None,
    secret: str | None,
    as_json: bool,
) -> None:
    """Change the board of GAME as PATCH says and write the next game file.

    PATCH is JSON with the words of a position: {"pbem": "patch/1", "set": {"vp": 4}, "control": {"taiwan": "prc"},
    "units": "Luzon: us marines-1"}; what it does not mention stays. The correction is a note in the record, which
    everybody can read and verify lists; the next entry is a muster. The board must be at rest (pbem reopen).
    """

    def make(file: "GameFile") -> "list[Json]":
        from pbem.core.play.repair import correction, read_patch

        return [correction(file, read_patch(patch, file), reason)]

    noted(game, path, secret, make, as_json, words, propose, now)
