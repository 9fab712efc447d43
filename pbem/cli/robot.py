"""pbem robot: what a robot would answer."""

from typing import TYPE_CHECKING

from pbem.core.data.tables import Sentences
from pbem.interface.files import seat_of

from .options import load_game, not_over
from .output import print_json, say, write
from .parameters import declared

if TYPE_CHECKING:
    from pbem.core.data.json_types import Json

_say = Sentences(__name__)


@declared("robot")
def command(game: str, seat: str, path: str | None, level: str, secret: str | None, why: bool, as_json: bool) -> None:
    """Have a robot write orders for SEAT, from what everybody can read in GAME.

    It plays answers on with throw-away dice, and takes the one that comes out best. Its orders are an order file like
    any other. The answers of a robot that holds the seat on record also depend on its chain's link: give its --secret;
    its level is then the one on record.
    """
    from pbem.interface.robots import robot

    if path:
        not_over(path, ("the game", game), ("the secret file", secret))
    file = load_game(game, to_play=True)
    found, text = robot(file, seat_of(file, seat), level, secret)
    if path:
        write(path, text)
    if as_json:
        print_json(found)
    elif why:
        print("\n".join(told(found)))
    elif path:
        say(_say("made", path=path, game=game))
    else:
        print(text, end="")


def told(found: "Json") -> list[str]:
    """Its reasons for people."""
    lines = []
    for row in found["answers"]:
        lines += [f"{row['power']}, {row['kind']} [{row['rule']}]:", *(f"  {line}" for line in row["lines"])]
        for one in row["candidates"]:
            fields = {**one, "lines": "; ".join(one["lines"]), "vetoes": " ".join(one["vetoes"])}
            lines.append(f"    {_say('vetoed' if one['vetoes'] else 'candidate', **fields)}")
    return lines or [_say("nothing-asked")]
