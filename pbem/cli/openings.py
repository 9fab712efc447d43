"""pbem openings: open what was still closed when the game was over."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from pbem.core.data.problems import Refused
from pbem.core.data.tables import Sentences
from pbem.interface.files import locked, order_bytes

from .options import load_game, not_over
from .output import done
from .parameters import declared

if TYPE_CHECKING:
    from pbem.core.play.gamefile import GameFile
    from pbem.core.record.closed import Opening
    from pbem.core.record.receipts import Receipt

_say = Sentences(__name__)


@declared("openings")
def command(game: str, files: Sequence[str], secret: str | None, receipts: Sequence[str], as_json: bool) -> None:
    """Open what is still closed in GAME, which is over, as far as these FILES of openings, secrets and receipts can.

    The openings go into GAME.openings, a file beside the game that you send to the others like the game itself; pbem
    verify GAME then replays the whole game with nothing hidden.
    """
    from pbem.core.play.verify import opened_late
    from pbem.core.record import late_openings

    for name in (secret, *receipts):
        not_over(late_openings.path_of(game), ("a file that is read", name))
    with locked(game):
        file = load_game(game)
        found, problems = opened_late(file, [*_of(files), *known(file, secret, receipts)])
        if found is None:
            raise Refused(problems)
        if found.new:
            late_openings.write(found.all, game)
    told = {"pbem": "opened/1", "game": file.name, "opened": found.new, "closed": found.left}
    fields = {"opened": found.new, "left": found.left, "path": late_openings.path_of(game)}
    done(as_json, told, _say("opened" if found.new else "none", **fields))


def _of(files: Iterable[str]) -> "list[Opening]":
    from pbem.core.record import late_openings

    return [one for name in files for one in late_openings.read_file(name)]


def known(file: "GameFile", secret: str | None, receipts: Sequence[str]) -> "list[Opening]":
    """The openings that a secret file and receipts hold."""
    from pbem.core.record.secret import Secret

    found = list(Secret.read(secret).openings) if secret else []
    return found + [one for receipt in read_receipts(file, receipts) for one in receipt.openings]


def read_receipts(file: "GameFile", paths: Iterable[str]) -> "list[Receipt]":
    """The Receipts in files; raises Refused with every one that is none."""
    import os

    from pbem.core.record import receipts

    found, problems = [], []
    for path in paths:
        name = os.path.basename(path) if path != "-" else "standard input"
        try:
            found.append(receipts.unpacked(order_bytes(path).decode("utf-8", "replace"), file.game_id, name))
        except Refused as refused:
            problems += refused.problems
    Refused.if_any(problems)
    return found
