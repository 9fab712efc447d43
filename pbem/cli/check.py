"""pbem check: order files, shape and meaning; what became of closed lines and receipts.  Draws nothing."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pbem.core.data.problems import Refused
from pbem.core.data.tables import Sentences
from pbem.core.data.text import visible
from pbem.interface.files import seats_in

from .options import load_game
from .output import print_problems, shown, tell, wrapped
from .parameters import declared
from .usage import WrongUsage

if TYPE_CHECKING:
    from pbem.core.play.gamefile import GameFile
    from pbem.core.play.parts import Part
    from pbem.core.seat.checking import Checked
    from pbem.core.title.game import Game

_say = Sentences(__name__)


@declared("check")
def command(game: str, orders: Sequence[str], secret: str | None, receipts: Sequence[str], as_json: bool) -> int:
    """Check order files against GAME: every problem at once, and what will become of every line. Rolls no dice.

    In a file made by pbem seal the signed document is checked, because only that counts; wherever the text beside it
    differs, you are told.

    Without order files, but with your own secret file or receipts, look back: which closed lines are in GAME, which
    were used and which should have been; and whether GAME contains every document for which there is a receipt.
    """
    from pbem.interface.reading import check_json, checked

    file = load_game(game)
    if not orders and (secret or receipts):
        return _look_back(file, secret, receipts, as_json)
    if not orders or receipts:
        raise WrongUsage("orders-or-look-back")
    try:
        look = checked(file, orders, secret)
    except Refused as refused:
        code = print_problems(refused.problems, 3, refused.fates)
        if not as_json:
            _tell_unchanged(file, orders, secret)
        return code
    tell(as_json, check_json(file, look), "\n".join, (*map(shown, look.problems), as_text(file, look)))
    return 0


def _tell_unchanged(file: "GameFile", orders: Sequence[str], secret: str | None) -> None:
    """What stands, whatever was refused."""
    from pbem.mail.pending import stands_told

    rows = [row for seat in seats_in(file, orders) for row in ("", *stands_told(file, seat, secret=secret))]
    print("\n".join([_say("unchanged"), *rows[1:]] if rows[1:] else []))


def _look_back(file: "GameFile", secret: str | None, receipts: Sequence[str], as_json: bool) -> int:
    """Look back with what a secret file and receipts open; 4 if something does not hold, 5 if it cannot be told."""
    from pbem.core.play.verify import BROKEN, audit_closed_lines
    from pbem.interface.reading import openings_of

    from .lookback import as_json as json_of
    from .lookback import as_text as text_of
    from .openings import read_receipts

    signed, openings = read_receipts(file, receipts), list(openings_of(file, secret))
    file.state  # noqa: B018 - every line is made again first, and what was reached remembered
    found = audit_closed_lines(file, openings, signed)
    tell(as_json, json_of(file, found), text_of, found)
    return 4 if any(one.level == BROKEN for one in found.problems) else 5 if found.problems else 0


def as_text(file: "GameFile", look: "Checked") -> str:
    """What was understood of every line, in sentences; what would become of it; below, the line as it was typed.  Of a
    document without lines, what it says."""
    from pbem.core.seat.paraphrase import as_typed

    lines = []
    for name, told in look.words:
        lines += [f"{visible(name)}:", *(wrapped(one, "    ", "      ") for one in told)]
    for seat, parts in look.fates.items():
        for part in as_typed(one for one in parts if one.is_own):
            lines += _told(file.game, seat, part)
    unread = any(problem.code == "not-read-there" for problem in look.problems)
    ends = "fine-but-unread" if unread else "fine"
    return "\n".join([*lines, _say(ends), *_blocks(look.stands)])


def _blocks(stands: "list[Any]") -> list[str]:
    from pbem.core.seat.block import block

    return [row for one in stands for row in ("", *block(one))]


def _told(game: "Game", seat: str, part: "Part") -> list[str]:
    from pbem.core.seat.paraphrase import understood

    known = understood(game, part)
    rows = [_say("line", seat=seat, line=part.at), *(wrapped(one, "    ", "      ") for one in known["told"])]
    rows.append(wrapped(f"({known['becomes']})", "    ", "    "))
    return rows + [wrapped(one, "      > ", "        ") for one in known["typed"]]
