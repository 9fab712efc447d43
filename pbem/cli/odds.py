"""pbem odds: the chance of an order on the board of a game, or of a battle in words."""

import os
from typing import TYPE_CHECKING, Any

from pbem.interface.files import seat_of

from .output import answered_with, tell
from .parameters import declared
from .usage import WrongUsage

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pbem.core.data.json_types import Json


@declared("odds")
def command(game: str, first: str, second: tuple[str, ...], as_json: bool, **how: Any) -> None:
    """The chances of SEAT's ORDER on the board of GAME: a political action, a combat, a battle. Where several lines
    answer one question together, as moves do, put each in quotes.

    With a TITLE that offers it: how a battle of ATTACKERS against DEFENDERS ends, how often, and at what cost. Write
    units as in orders; a gun among the defenders fires first, and the options say how the battle is fought: pbem odds
    pacific "3 infantry, artillery, fighter" "2 infantry". All results are exact, not sampled.
    """
    from pbem.core.title.game import is_title

    if is_title(game) and not os.path.exists(game):
        if len(second) > 1:
            raise WrongUsage("battle")
        _battle(game, first, second[0], how, as_json)
    else:
        _order(game, first, second, as_json)


def _order(path: str, seat: str, orders: "Sequence[str]", as_json: bool) -> None:
    """The chance of an order, or of several lines of one answer, on the board of a game."""
    from pbem.desk.questions import chance_of

    from .options import load_game

    file = load_game(path)
    seat = seat_of(file, seat)
    lines = chance_of(file, seat, orders)
    answered_with(as_json, file, seat, f"chance of {'; '.join(orders)}", lines)


def _battle(title: str, attackers: str, defenders: str, how: "Json", as_json: bool) -> None:
    """The odds of a battle in words."""
    from pbem.core.title.game import part_of

    found = part_of(title, "odds")
    if found is None:
        raise WrongUsage("no-battles", title=title)
    result = found.assess(part_of(title, "names"), attackers, defenders, **how)
    tell(as_json, result, "\n".join, found.told(result))
