"""pbem adjudicate: play to the next stop."""

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

from pbem.core.data.tables import Sentences
from pbem.interface.files import desk_of, locked, seat_of, secret_path

from .options import not_over, settled
from .output import apart, print_json, say, shown, warn
from .parameters import declared
from .usage import WrongUsage

if TYPE_CHECKING:
    from pbem.core.play.gamefile import GameFile
    from pbem.core.signing.adjudication import Outcome

_say = Sentences(__name__)


@declared("adjudicate")
def command(
    game: str,
    orders: Sequence[str],
    path: str,
    report: str | None,
    secret: str | None,
    silent: Sequence[str],
    all_silent: bool,
    now: str | None,
    as_json: bool,
) -> None:
    """Read GAME and order files, play to the next stop with fair dice, and write the next game file.

    Every file is checked first: if one line that answers what is asked now is refused, nothing is rolled or written.
    While somebody still has to answer, what came is kept in the secret file and nothing is rolled. Orders at a mail
    desk are used only if you name them (pbem mail inbox); you are told of any that are left.
    """
    from pbem.interface.playing import described, played

    if silent and all_silent:
        raise WrongUsage("passed")
    apart(as_json, path, report)
    secret = secret_path(game, secret)
    inputs = ("the secret file", secret), *(("an order file", name) for name in orders)
    not_over(path, *inputs)
    if report:
        not_over(report, ("the game", game), ("the game", path), *inputs)
    with locked(game, path, secret):
        file = settled(game, secret)
        if left := _left_at_the_desk(file, orders):
            warn(left)
        outcome = played(file, orders, path, report, secret, ["*"] if all_silent else silent, now, seat_of)
    if as_json:
        print_json(described(outcome))
    else:
        _talk(outcome, len(orders))


def _left_at_the_desk(file: "GameFile", orders: Sequence[str]) -> str:
    """A sentence on what came by mail for this entry and is not among the order files; "" if nothing is left."""
    from pbem.core.record.seat_history import persons

    named, box = {os.path.realpath(one) for one in orders}, desk_of(file.path)
    rows = [(row, box.path("inbox", row["orders"])) for row in box.accepted(file.next)] if box else []
    left = [row for row, path in rows if os.path.realpath(path) not in named]
    if not left:
        return ""
    names = [*dict.fromkeys(persons(file).get(row["seat"], row["seat"]) for row in left)]
    return _say("left", mails=len(left), names=names, path=file.path)


def _talk(outcome: "Outcome", orders: int) -> None:
    """What happened with so many order files, in a few sentences on standard error."""
    from pbem.core.record.now import missing, now

    file = outcome.file
    for problem in outcome.notes:
        warn(shown(problem))
    if outcome.entry is None:
        used = sum(problem.code == "already-used" for problem in outcome.notes)
        say(_say("not-yet-saved" if orders > used else "not-yet", seats=outcome.missing))
        return
    entry, name = outcome.entry, "written-diceless" if file.game.is_diceless else "written"
    say(_say(name, entry=entry["n"], draws=len(entry["draws"]), head=file.head[:32]))
    if file.is_over:
        say(_say("over"))
    elif seats := missing(now(file)):
        say(_say("waits", seats=seats))
